"""The rules engine, in seven rooms.

A room imports only those behind it: outside, wheel, rules, atoms, facts, compiler, position.
"""
