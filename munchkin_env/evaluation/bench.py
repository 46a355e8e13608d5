"""Measures the engine, its interfaces and its neighbours, each row beside its budget.

Figures of one run may be compared with each other, not with those of another machine: give ratios.
"""

import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from munchkin_env.game import Game


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    what: str
    value: float
    unit: str
    budget: float | None = None
    at_most: bool = False  # the budget is an upper limit

    @property
    def verdict(self) -> str:
        if self.budget is None:
            return ""
        met = self.value <= self.budget if self.at_most else self.value >= self.budget
        ratio = self.budget / self.value if self.at_most else self.value / self.budget
        return f"{'met' if met else 'missed'} ({ratio:.2f}×)"


def rate(work: Callable[[], float], seconds: float = 1.0, repeats: int = 3) -> float:
    """The best rate of `repeats` runs; `work` returns how much it did and is called until `seconds` have passed."""
    best = 0.0
    for _ in range(repeats):
        done, start = 0.0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            done += work()
        best = max(best, done / (time.perf_counter() - start))
    return best


def engine_rows(seconds: float) -> list[Row]:
    """Random legal play with packed legal ids and no observation, and with observation and mask each decision."""
    from munchkin_env.envs.vector_games import VectorGames

    rows = []
    for games, budget in ((128, 1_500_000.0), (2048, None)):
        bare = RandomPlay(games)
        rows.append(Row(f"engine, random legal play, {games} games", rate(bare.run, seconds), "decisions/s", budget))
    for games, budget in ((128, 1_000_000.0), (2048, None)):
        seen = RandomPlay(games, observe=True)
        what = f"with flat observation and mask, {games} games"
        rows.append(Row(what, rate(seen.run, seconds), "decisions/s", budget))
    for games in (64, 256, 2048):
        one, two = (_stepping_rate(games, threads, seconds) for threads in (1, 2))
        rows.append(Row(f"VectorGames.step from Python, {games} games, 1 thread", one, "decisions/s"))
        rows.append(Row(f"VectorGames.step from Python, {games} games, 2 threads", two, "decisions/s"))
    rows.append(Row("two threads against one, 2048 games", two / one, "×", 1.8))
    rows.append(Row("two processes against one, 2048 games: what the machine gives", _two_processes(seconds), "×"))
    single = VectorGames(1, seed=1)
    rows.append(Row("flat observation", float(single.spec.flat_length), "bytes"))
    tokens = VectorGames(1, seed=1, observation="tokens").observation
    rows.append(Row("tokens observation", float(sum(part.nbytes for part in tokens.values())), "bytes"))
    rows.append(Row("actions", float(single.num_actions), "ids"))
    return rows


class RandomPlay:
    """Compiled random play of many games, with or without observations."""

    def __init__(self, games: int, observe: bool = False, **settings: Any) -> None:
        from munchkin_env.envs import stepping
        from munchkin_env.envs.vector_games import VectorGames

        self.vector = VectorGames(games, seed=1, observation="flat" if observe else None, **settings)
        self.observe = observe
        self.kernel = stepping.observed_rounds if observe else stepping.random_rounds
        self.stats = np.zeros(4, np.int64)
        self.rounds = max(1, 40_000 // games)
        self.run()

    def run(self) -> float:
        v = self.vector
        arguments = [
            v._positions, v._tables, v._template, 0, v.num_games, self.rounds, 1, 2, v.episodes, v.legal_ids,
            v.legal_count,
        ]  # fmt: skip
        if self.observe:
            arguments += [v.observation, v.mask]
        result = self.kernel(*arguments)
        self.stats += np.array(result, np.int64)
        return float(result[0])


def _two_processes(seconds: float) -> float:
    """How many times as much as one process alone two do at once, which share nothing but the machine."""
    alone = sum(_rates_at_once(1, seconds))
    return sum(_rates_at_once(2, seconds)) / alone


def _rates_at_once(processes: int, seconds: float) -> list[float]:
    """What each of some processes measures, which begin together when all are ready."""
    code = (
        "from munchkin_env.evaluation.bench import _stepping_rate\n"
        "_stepping_rate(2048, 1, 0.01); print('ready', flush=True); input()\n"
        f"print(_stepping_rate(2048, 1, {seconds}))"
    )
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for one in running:
        assert one.stdout
        if not one.stdout.readline():
            raise subprocess.CalledProcessError(one.wait(), command)
    for one in running:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    return [float(one.communicate()[0]) for one in running]


def _stepping_rate(games: int, threads: int, seconds: float) -> float:
    """Decisions of all seats in a second, random legal ones, sampled in Python, too."""
    from munchkin_env.envs.vector_games import VectorGames

    vector = VectorGames(games, seed=1, threads=threads)
    rng = np.random.default_rng(0)

    def work() -> float:
        vector.step(vector.sample(rng))
        return float(vector.num_games)

    work()
    found = rate(work, seconds)
    vector.close()
    return found


# Opponents, games and threads: what the number of games does, what threads do, what better opponents cost.
TABLES = (
    *(("random", games, threads) for games in (64, 256, 2048) for threads in (1, 2)),
    *(("greedy", games, threads) for games in (256, 2048) for threads in (1, 2)),
)


def learner_rows(seconds: float) -> list[Row]:
    """The learner's decisions in a second against three bots of a kind, in the environments that trainers use."""
    rows = [Row("Gymnasium, 1 game, three random", single_rate("random", seconds), "learner's decisions/s")]
    if has_sb3():
        rows.append(Row("SB3 VecEnv, 64 games, three random", sb3_rate("random", 64, seconds), "learner's decisions/s"))
    shares = {}
    for opponents, games, threads in TABLES:
        found, shares[opponents] = vector_rate(opponents, games, threads, seconds)
        many = "1 thread" if threads == 1 else f"{threads} threads"
        rows.append(Row(f"make_vec, {games} games, three {opponents}, {many}", found, "learner's decisions/s"))
    for opponents, share in shares.items():
        rows.append(Row(f"all players' decisions for one of the learner's, three {opponents}", share, "decisions"))
    return rows


def has_sb3() -> bool:
    return find_spec("stable_baselines3") is not None


def left_out() -> list[str]:
    """What could not be measured here, a line each."""
    return [] if has_sb3() else ["left out: SB3 VecEnv (stable-baselines3 is not installed)"]


def single_rate(opponents: str, seconds: float) -> float:
    """The learner's decisions in a second in the single Gymnasium environment."""
    from munchkin_env.envs.single import MunchkinEnv

    env = MunchkinEnv(opponents=opponents)
    rng = np.random.default_rng(0)
    env.reset(seed=1)

    def work() -> float:
        legal = env.game.legal()
        if env.step(int(legal[int(rng.random() * len(legal))]))[2]:
            env.reset()
        return 1.0

    return rate(work, seconds)


def sb3_rate(opponents: str, games: int, seconds: float) -> float:
    """The learners' decisions in a second in the environment for stable-baselines3."""
    from munchkin_env.envs.sb3 import sb3_vec_env

    env = sb3_vec_env(games, opponents=opponents, seed=1)
    rng = np.random.default_rng(0)
    env.reset()

    def work() -> float:
        env.step(env.games.sample(rng))
        return float(games)

    work()
    return rate(work, seconds)


def vector_rate(opponents: str, games: int, threads: int, seconds: float) -> tuple[float, float]:
    """The learners' decisions in a second in the native vector environment, and how many decisions of all players
    there were for one of theirs."""
    import gymnasium
    from gymnasium.vector import AutoresetMode

    name, mode = "munchkin_env/Munchkin-v0", AutoresetMode.SAME_STEP
    envs: Any = gymnasium.make_vec(
        name, num_envs=games, opponents=opponents, threads=threads, autoreset_mode=mode
    )
    rng = np.random.default_rng(0)
    envs.reset(seed=1)
    vector = envs.unwrapped.games
    before, own = vector.bot_answers, 0

    def work() -> float:
        nonlocal own
        envs.step(vector.sample(rng))
        own += games
        return float(games)

    work()
    found = rate(work, seconds)
    envs.close()
    return found, (vector.bot_answers - before + own) / own


def window_rows() -> list[Row]:
    """Decisions per game, window share and pass share of random play in each windows mode."""
    rows = []
    for mode in ("compressed", "open", "final"):
        play = RandomPlay(128, windows=mode)
        play.stats[:] = 0
        while play.stats[1] < 400:
            play.run()
        decisions, games, windows, passes = (float(x) for x in play.stats)
        rows.append(Row(f"windows={mode}: decisions per random game", decisions / games, "decisions"))
        rows.append(Row(f"windows={mode}: share of window decisions", 100 * windows / decisions, "%"))
        rows.append(Row(f"windows={mode}: share of passes in windows", 100 * passes / max(windows, 1), "%"))
    return rows


def facade_rows(seconds: float) -> list[Row]:
    """One game from Python: clone, save, load, and the PettingZoo loop."""
    game = Game(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(200):
        game.step(int(rng.choice(game.legal())))
    data = game.save()

    def each(call: Callable[[], Any]) -> float:
        """Microseconds of a call."""

        def work() -> float:
            for _ in range(200):
                call()
            return 200.0

        return 1e6 / rate(work, seconds / 2)

    return [
        Row("clone from Python", each(game.clone), "µs", 5.0, True),
        Row("save", each(game.save), "µs", 30.0, True),
        Row("load", each(lambda: Game.load(data)), "µs", 30.0, True),
        Row("pickle and back", each(lambda: pickle.loads(pickle.dumps(game))), "µs"),
        Row("saved game", float(len(data)), "bytes"),
        Row("PettingZoo AEC loop, env()", _aec_rate(seconds), "decisions/s", 30_000.0),
    ]


def _aec_rate(seconds: float) -> float:
    from munchkin_env.envs.aec import env

    table = env()
    rng = np.random.default_rng(0)
    seed = 0

    def work() -> float:
        nonlocal seed
        seed += 1
        table.reset(seed=seed)
        done = 0
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            table.step(int(legal[int(rng.random() * len(legal))]))
            done += 1
        return float(done)

    return rate(work, seconds)


def start_rows(compile_too: bool) -> list[Row]:
    """A fresh process: import and first game from the cache; with `compile_too` also without a cache; interpreted."""
    code = (
        "import time; t = time.perf_counter(); import munchkin_env as mk; g = mk.Game(seed=1); "
        "g.observe(0); g.step(int(g.legal()[0])); print(time.perf_counter() - t)"
    )
    rows = [Row("start with a warm cache: import, deal, observe, step", _timed(code), "s", 1.0, True)]
    game = (
        "import time; import numpy as np; import munchkin_env as mk; t = time.perf_counter(); g = mk.Game(seed=3)\n"
        "r = np.random.default_rng(0)\n"
        "while not g.over: g.step(int(r.choice(g.legal())))\n"
        "print(time.perf_counter() - t)"
    )
    rows.append(Row("interpreted: a whole random game", _timed(game, MUNCHKIN_INTERPRETED="1"), "s", 120.0, True))
    if compile_too:
        greedy = (
            "import time; t = time.perf_counter(); import munchkin_env as mk; g = mk.Game(seed=1); g.observe(0); "
            "g.step(int(g.legal()[0])); mk.evaluate(['greedy', 'random', 'random', 'random'], games=4); "
            "print(time.perf_counter() - t)"
        )
        with tempfile.TemporaryDirectory() as folder:
            cold = _timed(greedy, MUNCHKIN_CACHE_DIR=folder)
        rows.append(Row("first compile: engine, observation, greedy", cold, "s", 120.0, True))
    return rows


def _timed(code: str, **environment: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return float(done.stdout.split()[-1])


def peer_rows(seconds: float, own: float) -> list[Row]:
    """Neighbours that are installed, and how often our observed random play goes into theirs."""
    from munchkin_env.evaluation.peers import installed

    rows = []
    for name, work in installed():
        theirs = rate(work, seconds)
        rows.append(Row(f"peer: {name}", theirs, "decisions/s"))
        budget = 3.0 if name.startswith("weiss-sim") else None
        rows.append(Row(f"ours with observation and mask against {name}", own / theirs, "×", budget))
    return rows


def measure(
    seconds: float = 1.0,
    compile_too: bool = False,
    peers: bool = False,
    tell: Callable[[str], object] = lambda what: None,
) -> list[Row]:
    """All rows; `seconds` of measuring for each repeat; `tell` is called with what comes next."""
    tell("the engine, random legal play")
    rows = engine_rows(seconds)
    tell("one learner among bots")
    rows += learner_rows(seconds / 2)
    tell("windows modes")
    rows += window_rows()
    tell("one game from Python")
    rows += facade_rows(seconds)
    tell("start-up")
    rows += start_rows(compile_too)
    if peers:
        tell("neighbours")
        rows += peer_rows(seconds, next(row.value for row in rows if row.what.startswith("with flat observation")))
    return rows


def as_table(rows: list[Row]) -> str:
    """Markdown: what, measured, budget, verdict."""
    lines = ["| what | measured | budget | verdict |", "|---|---|---|---|"]
    for row in rows:
        budget = "" if row.budget is None else f"{'≤' if row.at_most else '≥'} {_number(row.budget)} {row.unit}"
        lines.append(f"| {row.what} | {_number(row.value)} {row.unit} | {budget} | {row.verdict} |")
    return "\n".join(lines)


def as_json(rows: list[Row]) -> str:
    return json.dumps([asdict(row) for row in rows], indent=1)


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
