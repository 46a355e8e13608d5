"""Invariants of positions, and entry points that check, complete and play them."""
