"""Invariants of states, and entry points that check, complete and play states."""
