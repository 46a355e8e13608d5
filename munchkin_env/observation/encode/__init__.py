"""From a position to numbers: the two encodings of `observation.layout`, written into the caller's buffers.

The kernels take a position or a view of the same seat and give the same numbers for both: they read hands, choices
and decisions through the same functions as `make_view`, and everything else they read is public.
"""
