"""Speed of this machine in decisions per second of CPU time, which other processes do not use up.

They still halve its caches: compare figures of one run with each other, not with those of another day or machine.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from munchkin_env.envs import stepping
from munchkin_env.envs.registration import ENVIRONMENT_ID
from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.evaluation.rows import number
from munchkin_env.game.game import Game
from munchkin_env.markdown import table

Work = Callable[[], float]
"""Function that does a little work and returns its amount."""

REPEATS = 3


@dataclass(frozen=True)
class Speed:
    """Work, its rate per second of CPU time, and its unit."""

    what: str
    rate: float
    unit: str


def measure(seconds: float = 1.0, tell: Callable[[str], object] = lambda what: None) -> list[Speed]:
    """Return the best of `REPEATS` rates of each of `WORKS`, each over `seconds` of CPU time.

    tell: is called with the name of the next work.
    """
    found = []
    for what, (make, unit) in WORKS.items():
        tell(what)
        work = make()
        found.append(Speed(what, max(rate(work, seconds) for _ in range(REPEATS)), unit))
    return found


def as_table(speeds: Sequence[Speed]) -> str:
    """Return a Markdown table."""
    return table(("what", "on this machine"), [(one.what, f"{number(one.rate)} {one.unit}/s") for one in speeds])


def as_json(speeds: Sequence[Speed]) -> str:
    """Return speeds as JSON."""
    return json.dumps([asdict(one) for one in speeds], indent=1)


def rate(work: Work, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return the amount of work per second of a clock, over `seconds` of it."""
    done, start = 0.0, clock()
    while True:
        done += work()
        taken = clock() - start
        if taken >= seconds and taken > 0:
            return done / taken


# ---------------------------------------------------------------------------- works
class RandomPlay:
    """Return compiled random play of many games, with or without observations."""

    def __init__(self, games: int, observe: bool = False, **settings: Any) -> None:
        self.vector = SelfPlayVecEnv(games, seed=1, encoding="flat" if observe else None, **settings)
        self.observe = observe
        self.stats = np.zeros(4, np.int64)
        self.rounds = max(1, 40_000 // games)
        self.run()

    def run(self) -> float:
        """Play some rounds; return the number of decisions."""
        v = self.vector
        deals = v._deals()._replace(first_seat=-1, seed_hi=1, seed_lo=2)
        result = stepping.random_rounds(tuple(v._lanes), tuple(deals), v._tables, 0, v.num_envs, self.rounds)
        self.stats += np.array(result, np.int64)
        return float(result[0])


def stepped(vector: SelfPlayVecEnv) -> Work:
    """Return decisions of all seats, random legal ones, sampled and stepped from Python."""
    rng = np.random.default_rng(0)

    def work() -> float:
        vector.step(vector.sample(rng))
        return float(vector.num_envs)

    work()
    return work


def single_loop(opponents: str) -> Work:
    """Return the learner's random decisions in the single Gymnasium environment."""
    env = gymnasium.make(ENVIRONMENT_ID, opponents=opponents)
    rng = np.random.default_rng(0)
    info = env.reset(seed=1)[1]

    def work() -> float:
        nonlocal info
        for _ in range(20):
            *_, over, _, info = env.step(int(any_of(info["action_mask"], rng)))
            if over:
                info = env.reset()[1]
        return 20.0

    return work


def any_of(mask: np.ndarray, rng: np.random.Generator) -> Any:
    """Return one of the actions of a mask."""
    ids = mask.nonzero()[0]
    return ids[int(rng.random() * len(ids))]


def row_of(opponents: str, games: int, threads: int = 1) -> Any:
    """Return the native vector environment of Gymnasium."""
    mode = AutoresetMode.SAME_STEP
    return gymnasium.make_vec(ENVIRONMENT_ID, num_envs=games, opponents=opponents, threads=threads, autoreset_mode=mode)


def row_loop(rows: Any) -> Work:
    """Return the learners' random decisions in it."""
    rng = np.random.default_rng(0)
    rows.reset(seed=1)

    def work() -> float:
        rows.step(rows.unwrapped.games.sample(rng))
        return float(rows.num_envs)

    work()
    return work


def copies() -> Work:
    """Return copies of a game in progress."""
    game = Game(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(200):
        game.step(int(rng.choice(game.legal_actions())))

    def work() -> float:
        for _ in range(200):
            game.clone()
        return 200.0

    return work


ALL, OWN = "decisions", "learner's decisions"
WORKS: dict[str, tuple[Callable[[], Work], str]] = {
    "engine, random legal play, 128 games": (lambda: RandomPlay(128).run, ALL),
    "the same with flat observation and mask": (lambda: RandomPlay(128, observe=True).run, ALL),
    "SelfPlayVecEnv.step from Python, 256 games": (lambda: stepped(SelfPlayVecEnv(256, seed=1)), ALL),
    "make_vec, 256 games, three random": (lambda: row_loop(row_of("random", 256)), OWN),
    "make_vec, 256 games, three greedy": (lambda: row_loop(row_of("greedy", 256)), OWN),
    "gymnasium.make, 1 game, three random": (partial(single_loop, "random"), OWN),
    "gymnasium.make, 1 game, three greedy": (partial(single_loop, "greedy"), OWN),
    "Game.clone from Python": (copies, "copies"),
}
