"""Figures of a report card, each computed from the wins of its deals: a reader with the deals can compute all others
again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from munchkin_env.benchmark.tracks import TrackStage
from munchkin_env.evaluation.match_runner import whole_deals
from munchkin_env.evaluation.statistics import difference_interval, interval

BASELINE = "veteran"
"""Player of the same deals in the player's chairs."""
DIGITS = 6


@dataclass(frozen=True)
class Share:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """Wins of the player at one stage, beside those of the baseline in the same deals and chairs."""

    name: str
    group: str
    chairs: tuple[str, ...]
    """Players by chair, "" the evaluated one; the chairs rotate."""
    editions: tuple[str, ...]
    games: int
    equal: float
    """Chance level: the share of a player as good as the others."""
    share: Share
    """Share of wins; the interval is clustered by deal."""
    baseline: Share
    """Share of wins of the baseline."""
    gain: Share
    """Wins of the player beyond the baseline's, deal by deal."""
    deals: tuple[float, ...]
    """Wins of the player in each deal, all rotations together: `verify` compares them."""
    baseline_deals: tuple[float, ...]


@dataclass(frozen=True)
class Group:
    """Mean of a group's stages."""

    share: Share
    gain: Share


def figure_of(stage: TrackStage, deals: Sequence[float], baseline_deals: Sequence[float]) -> Figure:
    """Return the figure of a played stage: wins in each deal, all rotations together."""
    n = len(stage.chairs)
    own, theirs = (np.round(np.array(one, float), DIGITS) for one in (deals, baseline_deals))
    difference = (own - theirs) / n
    gain = Share(_told(difference.mean()), *map(_told, difference_interval(difference)))
    return Figure(
        stage.name, stage.group, stage.chairs, stage.editions, len(own) * n, stage.equal, _share(own, n),
        _share(theirs, n), gain, tuple(own.tolist()), tuple(theirs.tolist()),
    )  # fmt: skip


def _share(deals: np.ndarray, n: int) -> Share:
    """Return the share of wins in deals of n games."""
    low, high = interval(np.repeat(deals[:, None] / n, n, axis=1))  # of a deal's games it needs only the mean
    return Share(_told(deals.mean() / n), _told(low), _told(high))


def is_complete(figures: Sequence[Figure], games: int) -> bool:
    """Return True if every stage has as many games as its track requires, in whole deals: a player who may stop at will
    stops at a lucky moment."""
    return all(one.games == whole_deals(games, len(one.chairs)) for one in figures)


def groups_of(figures: Sequence[Figure]) -> dict[str, Group]:
    """Return the mean of each group's stages."""
    names = dict.fromkeys(one.group for one in figures)
    return {name: _mean_group([one for one in figures if one.group == name]) for name in names}


def _mean_group(members: Sequence[Figure]) -> Group:
    return Group(mean_of([one.share for one in members], 0.0), mean_of([one.gain for one in members], -1.0))


def overall(groups: dict[str, Group]) -> Group:
    """Return the mean of all groups: the number by which cards of a track are ordered."""
    shares, gains = ([getattr(one, what) for one in groups.values()] for what in ("share", "gain"))
    return Group(mean_of(shares, 0.0), mean_of(gains, -1.0))


def mean_of(shares: Sequence[Share], least: float) -> Share:
    """Return the mean of independent figures: its interval is the root of the sum of squares of theirs, on each side.
    least: no end is below; none is above 1."""
    n = len(shares)
    mean = sum(one.value for one in shares) / n
    down = math.sqrt(sum((one.value - one.low) ** 2 for one in shares)) / n
    up = math.sqrt(sum((one.high - one.value) ** 2 for one in shares)) / n
    return Share(_told(mean), _told(max(least, mean - down)), _told(min(1.0, mean + up)))


def _told(value: float) -> float:
    """Return a value as a card holds it: the same on every platform."""
    return round(float(value), DIGITS)


__all__ = ["BASELINE", "Figure", "Group", "Share", "figure_of", "groups_of", "is_complete", "mean_of", "overall"]
