"""Observations of chosen rows, in arrays of their own."""

from typing import Any

import numpy as np

from munchkin_env.envs import stepping
from munchkin_env.observation import Spec

WHAT: dict[str | None, int] = {None: 0, "flat": stepping.FLAT, "tokens": stepping.TOKENS}
"""Kinds of observation and the numbers under which compiled code knows them."""


def buffers(facts: Spec, what: int, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Arrays for `rows` observations: flat, cards, globals; those that are not asked for have one entry a row."""
    flat = facts.flat_length if what == stepping.FLAT else 1
    tokens, fields = facts.tokens_shape if what == stepping.TOKENS else (1, 1)
    general = facts.globals_length if what == stepping.TOKENS else 1
    return (
        np.zeros((rows, flat), np.int8),
        np.zeros((rows, tokens, fields), np.int16),
        np.zeros((rows, general), np.int16),
    )


def named(what: int, arrays: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Any:
    """The buffers as an observation: int8 (n, F), a dict of "cards" and "globals", or None."""
    flat, cards, general = arrays
    if what == stepping.TOKENS:
        return {"cards": cards, "globals": general}
    return flat if what == stepping.FLAT else None


def observed(
    facts: Spec, kind: str, positions: np.ndarray, tables: np.ndarray, rows: np.ndarray, seats: np.ndarray
) -> Any:
    """What `seats[k]` sees of `positions[rows[k]]`, in fresh arrays of n rows; `kind` is "flat" or "tokens"."""
    what = WHAT[kind]
    arrays = buffers(facts, what, len(rows))
    stepping.observe_seats(positions, tables, rows.astype(np.int64), seats.astype(np.int8), what, *arrays)
    return named(what, arrays)


__all__ = ["WHAT", "buffers", "named", "observed"]
