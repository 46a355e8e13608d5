"""Observations of chosen rows, in arrays of their own."""

from typing import Any

import numpy as np

from munchkin_env.envs import stepping
from munchkin_env.envs.lanes import FLAT, TOKENS, Seen, new_seen
from munchkin_env.observation import Spec

WHAT: dict[str | None, int] = {None: 0, "flat": FLAT, "tokens": TOKENS}
"""Kinds of observation and the numbers under which compiled code knows them."""


def named(what: int, seen: Seen) -> Any:
    """The arrays as an observation: int8 (n, F), a dict of "cards" and "globals", or None."""
    if what == TOKENS:
        return {"cards": seen.cards, "globals": seen.general}
    return seen.flat if what == FLAT else None


def observed(
    facts: Spec, kind: str, positions: np.ndarray, tables: np.ndarray, rows: np.ndarray, seats: np.ndarray
) -> Any:
    """What `seats[k]` sees of `positions[rows[k]]`, in fresh arrays of n rows; `kind` is "flat" or "tokens"."""
    what = WHAT[kind]
    seen = new_seen(facts, what, len(rows))
    stepping.observe_seats(positions, tables, rows.astype(np.int64), seats.astype(np.int8), what, *seen)
    return named(what, seen)


__all__ = ["WHAT", "named", "observed"]
