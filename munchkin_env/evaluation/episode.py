"""One player's part of one game, as a data set for offline learning."""

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
    """Seed of the game: `Game(seed=…)` reproduces it."""
    observations: Any
    """Observations of the seat at each of its decisions and at the end: int8 (T + 1, F), or a dict of int16 arrays."""
    masks: np.ndarray
    """Action masks, int8 (T + 1, A); zeros at the end."""
    actions: np.ndarray
    """Actions, int64 (T,)."""
    rewards: np.ndarray
    """Rewards until the next own decision or the end, float64 (T,); all but the last are 0."""
    winners: tuple[int, ...]
    """Players, by place; empty if nobody won."""


def stacked(observations: Sequence[Any]) -> Any:
    """Return observations one after the other, as one array or a dict of them."""
    first = observations[0]
    if isinstance(first, dict):
        return {name: np.stack([one[name] for one in observations]) for name in first}
    return np.stack(observations)
