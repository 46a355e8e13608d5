"""Encoders from a state to numbers: the encodings of `observation.layout`, written into the caller's buffers.

The kernels take a state or a view of the same seat and give the same numbers for both: they read hands, choices and
decisions through the same functions as `make_view`, and everything else they read is public.
"""
