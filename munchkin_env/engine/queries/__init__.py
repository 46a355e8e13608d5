"""Queries of a state. Nothing here changes it."""
