"""Observations of chosen rows, in arrays of their own, and what advisors say of them."""

from typing import Any

import numpy as np

from munchkin_env.bots.base import advice_keys, advisor_kind
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs import stepping
from munchkin_env.envs.batch_state import FLAT, SPARSE, TOKENS, Seen, new_seen
from munchkin_env.observation import SPARSE_ARRAYS, Spec

WHAT: dict[str | None, int] = {None: 0, "flat": FLAT, "tokens": TOKENS, "sparse": SPARSE}
"""Kinds of observation and the numbers under which compiled code knows them."""


def named(what: int, seen: Seen) -> Any:
    """The arrays as an observation: int8 (n, F), a dict of arrays, or None."""
    if what == TOKENS:
        return {"cards": seen.cards, "globals": seen.general}
    if what == SPARSE:
        return dict(zip(SPARSE_ARRAYS, (seen.indices, seen.values, seen.counted), strict=True))
    return seen.flat if what == FLAT else None


def observed(
    facts: Spec, kind: str, positions: np.ndarray, tables: np.ndarray, rows: np.ndarray, seats: np.ndarray
) -> Any:
    """What `seats[k]` sees of `positions[rows[k]]`, in fresh arrays of n rows; `kind` is one of `ENCODINGS`."""
    what = WHAT[kind]
    seen = new_seen(facts, what, len(rows))
    stepping.observe_seats(positions, tables, rows.astype(np.int64), seats.astype(np.int8), what, *seen)
    return named(what, seen)


def advised(
    advisor: str,
    positions: np.ndarray,
    tables: np.ndarray,
    ids: np.ndarray,
    counts: np.ndarray,
    rows: np.ndarray,
    chances: np.ndarray,
) -> np.ndarray:
    """int32 (n,): what compiled bot `advisor` would answer in `positions[rows[k]]`, seeing what the deciding seat sees.

    ids, counts: the legal answers by position. chances: float64 (n,), of those whom it advises. Raises ConfigError.
    """
    advice = np.zeros(len(rows), np.int32)
    views = records(empty(1))
    kind = advisor_kind(advisor)
    stepping.advise_chosen(
        positions, tables, views, ids, counts, kind, rows.astype(np.int64), advice_keys(chances), advice
    )
    return advice


__all__ = ["WHAT", "advised", "named", "observed"]
