"""Rates that hold on a shared machine: CPU time in place of the clock's, and rivals measured turn by turn.

Neighbours take a process's time and halve its caches from one minute to the next. CPU time leaves out the first;
slices that alternate give both rivals the same share of the second, so that their ratio stands where neither rate does.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from munchkin_env.evaluation.bench import REPEATS, Work, rate

SLICES = 15


def clock_rate(work: Work, seconds: float = 1.0) -> float:
    """The best rate of some runs by the clock, for what uses several threads; each run takes `seconds`."""
    return max(rate(work, seconds, time.perf_counter) for _ in range(REPEATS))


@dataclass(frozen=True)
class Duel:
    """Rates of two rivals that were measured turn by turn, a pair a turn."""

    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """How many times the second's rate the first's is, ascending."""
        return sorted(a / b for a, b in zip(self.first, self.second, strict=True))

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def rates(self) -> tuple[float, float]:
        """The medians of both."""
        return median(self.first), median(self.second)


def duel(first: Callable[[], float], second: Callable[[], float], turns: int) -> Duel:
    """Calls both for a rate in each of some turns; who comes first changes from turn to turn."""
    rates: tuple[list[float], list[float]] = ([], [])
    rivals: Sequence[Callable[[], float]] = (first, second)
    for turn in range(turns):
        for place in (turn % 2, 1 - turn % 2):
            rates[place].append(rivals[place]())
    return Duel(tuple(rates[0]), tuple(rates[1]))
