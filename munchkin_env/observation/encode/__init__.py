"""From a position to numbers: the two encodings of `observation.layout`, written into the caller's buffers.

The kernels take a position or a view of the same seat and give the same numbers for both: they read hands, choices
and decisions through the same functions as `make_view`, and everything else they read is public.
"""

from munchkin_env.observation.encode.flat import encode_flat, write_flat
from munchkin_env.observation.encode.tokens import encode_tokens, write_tokens

__all__ = ["encode_flat", "encode_tokens", "write_flat", "write_tokens"]
