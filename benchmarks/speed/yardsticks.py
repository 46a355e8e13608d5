"""Yardsticks of speed: `weiss-sim` where it is installed, else a program of our own, in the same run."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from benchmarks.speed import calibration
from benchmarks.speed.peers import weiss_sim
from benchmarks.speed.timing import SLICES, Duel, duel
from munchkin_env.evaluation.bench import Work, rate

CALIBRATION = "calibration"
WEISS = "weiss-sim"


@dataclass(frozen=True)
class Yardstick:
    """Work of known and fixed effort."""

    name: str
    work: Work

    def slice_of(self, seconds: float) -> Callable[[], float]:
        """Measure its rate for `seconds` of CPU time."""
        return lambda: rate(self.work, seconds)

    def beside(self, work: Work, seconds: float, turns: int = SLICES) -> Duel:
        """Return rates of `work` and of the yardstick in CPU time, turn by turn: three times `seconds` for `work` in
        all."""
        each = 3 * seconds / turns
        return duel(lambda: rate(work, each), self.slice_of(each / 2), turns)


@cache
def own_yardstick() -> Yardstick:
    """Return the calibration program, compiled once a process."""
    return Yardstick(CALIBRATION, calibration.work())


@cache
def yardstick() -> Yardstick:
    """Return the yardstick of compiled play here."""
    return Yardstick(WEISS, weiss_sim()) if find_spec("weiss_sim") is not None else own_yardstick()
