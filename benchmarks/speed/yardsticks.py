"""Yardsticks of speed: `weiss-sim` where it is installed, else a program of our own, in the same run."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from benchmarks.speed import calibration
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


def weiss_sim() -> Work:
    """Return play of weiss-sim, 128 games, one thread: uniform legal steps with observations, by its fastest path.

    That is `make_pool`, which its README recommends for throughput, with only observations and legal ids of 16 bits,
    and the deck of that README. A step picks by the remainder of a game's key, so each gets freshly drawn keys: with
    keys that repeat, or continue by the number of games, many games pass on and on to its limit of decisions.
    """
    library, games, steps = import_module("weiss_sim"), 128, 50
    deck = (list(range(1, 14)) * 4)[:50]
    _, table = library.make_pool(
        mode="train", num_envs=games, num_threads=1, seed=1, deck_lists=[deck, deck], deck_ids=[1, 2],
        layout="i16_legal_ids_nometa",
    )  # fmt: skip
    table.reset()
    rng = np.random.default_rng(0)

    def work() -> float:
        for keys in rng.integers(0, 1 << 63, (steps, games), dtype=np.uint64):
            batch, _ = table.step_random_legal(keys)
            ended = batch.terminated | batch.truncated
            if ended.any():
                table.reset_done(ended)
        return float(steps * games)

    return work


@cache
def own_yardstick() -> Yardstick:
    """Return the calibration program, compiled once a process."""
    return Yardstick(CALIBRATION, calibration.work())


@cache
def yardstick() -> Yardstick:
    """Return the yardstick of compiled play here."""
    return Yardstick(WEISS, weiss_sim()) if find_spec("weiss_sim") is not None else own_yardstick()
