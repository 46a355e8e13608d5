"""Rates that hold on a shared machine: CPU time instead of the clock's, and rivals measured turn by turn.

Other processes take a process's time and halve its caches from one minute to the next. CPU time leaves out the first;
slices that alternate give both rivals the same share of the second, so that their ratio holds where neither rate does.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from munchkin_env.evaluation.bench import REPEATS, Work, rate

SLICES = 15


def clock_rate(work: Work, seconds: float = 1.0) -> float:
    """Return the best rate of some runs by the clock, for work on several threads; each run takes `seconds`."""
    return max(rate(work, seconds, time.perf_counter) for _ in range(REPEATS))


@dataclass(frozen=True)
class Duel:
    """Rates of two rivals that were measured turn by turn, a pair a turn."""

    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """Return the ratios of the first's rate to the second's, ascending."""
        return sorted(a / b for a, b in zip(self.first, self.second, strict=True))

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def rates(self) -> tuple[float, float]:
        """Return the medians of both."""
        return median(self.first), median(self.second)


def duel(first: Callable[[], float], second: Callable[[], float], turns: int) -> Duel:
    """Call both for a rate in each of some turns; the order alternates."""
    rates: tuple[list[float], list[float]] = ([], [])
    rivals: Sequence[Callable[[], float]] = (first, second)
    for turn in range(turns):
        for place in (turn % 2, 1 - turn % 2):
            rates[place].append(rivals[place]())
    return Duel(tuple(rates[0]), tuple(rates[1]))
