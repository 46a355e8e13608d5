"""One player's part of one game, as learning from data takes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Episode:
    """One player's part of one game, T decisions."""

    player: int
    """Its place among the players as they were named, from 0."""
    seat: int
    deal: int
    rotation: int
    seed: int
    """Of the game: `Game(seed=…)` deals it."""
    observations: Any
    """What the seat saw at each of its decisions and at the end: int8 (T + 1, F), or a dict of int16 arrays."""
    masks: np.ndarray
    """int8 (T + 1, A): what it might answer; zeros at the end."""
    actions: np.ndarray
    """int64 (T,): what it answered."""
    rewards: np.ndarray
    """float64 (T,): what it got until its next decision or the end; all but the last are 0."""
    winners: tuple[int, ...]
    """Players, by place; empty if nobody won."""


def stacked(observations: Sequence[Any]) -> Any:
    """Observations one after the other, as one array or a dict of them."""
    first = observations[0]
    if isinstance(first, dict):
        return {name: np.stack([one[name] for one in observations]) for name in first}
    return np.stack(observations)


__all__ = ["Episode", "stacked"]
