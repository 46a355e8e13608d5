"""The figures of a card, each from the wins of its deals: so who has the deals can find all the rest again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from munchkin_env.benchmark.tracks import Stage
from munchkin_env.evaluation.match_runner import whole_deals
from munchkin_env.evaluation.statistics import difference_interval, interval

BASELINE = "veteran"
"""Who plays the same deals in the player's chairs."""
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
    """Who sits there, "" the player; the chairs go round."""
    editions: tuple[str, ...]
    games: int
    equal: float
    """The share of a player as good as the others."""
    share: Share
    """Of wins; the interval is clustered by deal."""
    baseline: Share
    """The same of the baseline."""
    gain: Share
    """What the player wins more than the baseline, deal by deal."""
    deals: tuple[float, ...]
    """Wins of the player in each deal, all rotations together: what `verify` compares."""
    baseline_deals: tuple[float, ...]


@dataclass(frozen=True)
class Group:
    """The mean of a group's stages."""

    share: Share
    gain: Share


def figure_of(stage: Stage, deals: Sequence[float], baseline_deals: Sequence[float]) -> Figure:
    """The figure of a stage whose deals were played: wins in each, all rotations together."""
    n = len(stage.chairs)
    own, theirs = (np.round(np.array(one, float), DIGITS) for one in (deals, baseline_deals))
    difference = (own - theirs) / n
    gain = Share(_told(difference.mean()), *map(_told, difference_interval(difference)))
    return Figure(
        stage.name, stage.group, stage.chairs, stage.editions, len(own) * n, stage.equal, _share(own, n),
        _share(theirs, n), gain, tuple(own.tolist()), tuple(theirs.tolist()),
    )  # fmt: skip


def _share(deals: np.ndarray, n: int) -> Share:
    """Of wins in deals of n games."""
    low, high = interval(np.repeat(deals[:, None] / n, n, axis=1))  # of a deal's games it asks the mean alone
    return Share(_told(deals.mean() / n), _told(low), _told(high))


def is_complete(figures: Sequence[Figure], games: int) -> bool:
    """Whether every stage has as many games as its track asks for, in whole deals: who may go on as long as he likes
    stops where it is best."""
    return all(one.games == whole_deals(games, len(one.chairs)) for one in figures)


def groups_of(figures: Sequence[Figure]) -> dict[str, Group]:
    """The mean of each group's stages."""
    names = dict.fromkeys(one.group for one in figures)
    return {name: _mean_group([one for one in figures if one.group == name]) for name in names}


def _mean_group(members: Sequence[Figure]) -> Group:
    return Group(mean_of([one.share for one in members], 0.0), mean_of([one.gain for one in members], -1.0))


def overall(groups: dict[str, Group]) -> Group:
    """The mean of all groups: the number by which cards of a track are ordered."""
    shares, gains = ([getattr(one, what) for one in groups.values()] for what in ("share", "gain"))
    return Group(mean_of(shares, 0.0), mean_of(gains, -1.0))


def mean_of(shares: Sequence[Share], least: float) -> Share:
    """The mean of figures whose deals have nothing to do with each other: its interval reaches as far as theirs
    together, the roots of sums of squares. least: no end is below; none is above 1."""
    n = len(shares)
    mean = sum(one.value for one in shares) / n
    down = math.sqrt(sum((one.value - one.low) ** 2 for one in shares)) / n
    up = math.sqrt(sum((one.high - one.value) ** 2 for one in shares)) / n
    return Share(_told(mean), _told(max(least, mean - down)), _told(min(1.0, mean + up)))


def _told(value: float) -> float:
    """As it stands on a card: the same on every platform."""
    return round(float(value), DIGITS)


__all__ = ["BASELINE", "Figure", "Group", "Share", "figure_of", "groups_of", "is_complete", "mean_of", "overall"]
