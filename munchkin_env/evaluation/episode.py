"""Games as episodes for offline learning: one player's part of a game, or the decisions of all its seats in order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.game.game import returns_of


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


def row_of(observations: Any, at: int) -> Any:
    """Return one of many observations."""
    if isinstance(observations, dict):
        return {name: part[at] for name, part in observations.items()}
    return observations[at]


@dataclass(frozen=True)
class Joint:
    """One game, T decisions of all seats that were asked. A row shows only what its seat could see."""

    deal: int
    rotation: int
    seed: int
    """Seed of the game: `Game(seed=…)` reproduces it."""
    seating: tuple[int, ...]
    """The place among the players, as they were named, of each seat."""
    seats: np.ndarray
    """Asked seats, int8 (T + 1,); at the end, the seat that acted last."""
    observations: Any
    """Observations of those seats: int8 (T + 1, F), or a dict of int16 arrays."""
    masks: np.ndarray
    """Action masks, int8 (T + 1, A); zeros at the end."""
    actions: np.ndarray
    """Actions, int64 (T,)."""
    rewards: np.ndarray
    """Rewards of each seat by the action, float64 (T, players): 0, and the results by the last one."""
    winners: tuple[int, ...]
    """Players, by place; empty if nobody won."""


def joined(parts: Sequence[Episode], order: Sequence[int], seating: Sequence[int]) -> Joint:
    """Return the episodes of one game as one. order: the places of the acting players, decision by decision."""
    by_place = {part.player: part for part in parts}
    told: Counter[int] = Counter()
    seen, masks, actions = [], [], []
    for place in order:
        part, at = by_place[place], told[place]
        seen.append(row_of(part.observations, at))
        masks.append(part.masks[at])
        actions.append(part.actions[at])
        told[place] += 1
    last = by_place[order[-1]]
    players = len(seating)
    rewards = np.zeros((len(order), players))
    winners = sum(1 << seat for seat, place in enumerate(seating) if place in last.winners)
    rewards[-1] = returns_of(winners, players)
    seats = [by_place[place].seat for place in order]
    return Joint(
        deal=last.deal,
        rotation=last.rotation,
        seed=last.seed,
        seating=tuple(seating),
        seats=np.array([*seats, last.seat], np.int8),
        observations=stacked([*seen, row_of(last.observations, -1)]),
        masks=np.stack([*masks, last.masks[-1]]),
        actions=np.array(actions, np.int64),
        rewards=rewards,
        winners=last.winners,
    )
