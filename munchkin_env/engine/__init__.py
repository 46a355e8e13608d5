"""The rules engine, in seven rooms.

A room imports only those behind it: validation, dispatch, rules, mutations, queries, kernels, state.
"""
