"""Measurements of the engine, its interfaces and other environments, each row beside its budget."""

import pickle
import subprocess
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.speed.processes import HERE, PYTHON, environment_of, printed_number
from benchmarks.speed.rows import Row
from benchmarks.speed.timing import Duel, clock_rate, duel
from benchmarks.speed.yardsticks import CALIBRATION, WEISS, Yardstick, own_yardstick, yardstick
from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.evaluation.bench import RandomPlay, Work, any_of, row_loop, row_of, single_loop, stepped
from munchkin_env.game.game import Game

# Budgets in yardsticks: a load on the machine halves a rate, and the yardstick's with it. Each was measured beside the
# calibration program on 2026-11-21, less the room that the budget in seconds left on an idle machine, where the engine
# had to play 1.5 million decisions per second and played 1.71. Those in weiss-sim's follow measurements of its fastest
# path on two machines (2026-11-23), 4.25 to 4.7 and 2.5 to 2.74: the lower less the same room.
PLAY_BUDGETS = {
    "engine": {CALIBRATION: 1.2, WEISS: 3.7},  # 1.38 × calibration; 1,500,000/s, of 1,706,855
    "observed": {CALIBRATION: 0.74, WEISS: 2.2},  # 0.85 × calibration; 1,000,000/s, of 1,145,852
}
BUDGETS = {
    "clone": 5.4,  # 2.5 moves; 5 µs, of 2.32
    "save": 140.0,  # 89 moves; 150 µs, of 94.1: 200 actions as gzipped JSON
    "load": 1500.0,  # 1,050 moves; 1.6 ms, of 1.11: those actions, played again
    "aec": 0.026,  # 0.077 × calibration; 30,000/s, of 89,284
    "single, random": 0.048,  # 0.071 × calibration, of a busy machine as the two below, less a third; 44,146/s
    "single, greedy": 0.023,  # 0.034 × calibration; 22,101/s
    "dummy, greedy": 0.012,  # 0.019 × calibration; 13,498/s
    "start": 1_200_000.0,  # 0.79 million moves; 1 s, of 0.672
    "interpreted": 160_000_000.0,  # 7.1 million moves; 120 s, of 5.28
    "compile": 101_000_000.0,  # 78 million moves; 75 s, of 58.1
}


def engine_rows(seconds: float) -> list[Row]:
    """Measure random legal play with packed legal ids and no observation, and with observation and mask each
    decision.
    """
    rows = []
    stick = yardstick()
    for what, observe, budgets in (
        ("engine, random legal play", False, PLAY_BUDGETS["engine"]),
        ("with flat observation and mask", True, PLAY_BUDGETS["observed"]),
    ):
        for games in (128, 2048):
            found = stick.beside(RandomPlay(games, observe).run, seconds)
            budget = budgets.get(stick.name) if games == 128 else None
            rows.append(_fast(f"{what}, {games} games", found, "decisions/s", stick, budget))
    rows += thread_rows(seconds)
    single = SelfPlayVecEnv(1, seed=1)
    rows.append(Row("flat observation", float(single.spec.flat_length), "bytes"))
    tokens = SelfPlayVecEnv(1, seed=1, encoding="tokens").observation
    rows.append(Row("tokens observation", float(sum(part.nbytes for part in tokens.values())), "bytes"))
    rows.append(Row("actions", float(single.num_actions), "ids"))
    return rows


def thread_rows(seconds: float) -> list[Row]:
    """Measure one thread and two, by the clock, and two processes that share nothing, as the machine's limit."""
    rows = []
    for games in (64, 256, 2048):
        one, two = (stepping_rate(games, threads, seconds) for threads in (1, 2))
        rows.append(Row(f"SelfPlayVecEnv.step from Python, {games} games, 1 thread", one, "decisions/s"))
        rows.append(Row(f"SelfPlayVecEnv.step from Python, {games} games, 2 threads", two, "decisions/s"))
    rows.append(Row("two threads against one, 2048 games", two / one, "×"))
    processes = _two_processes(seconds)
    rows.append(Row("two processes against one, 2048 games: the machine's limit", processes, "×"))
    rows.append(Row("two threads against two processes, 2048 games", two / one / processes, "×", budget=0.9))
    return rows


def _fast(what: str, found: Duel, unit: str, stick: Yardstick, budget: float | None = None) -> Row:
    """Return the row of a rate."""
    return Row(what, found.rates[0], unit, found.ratio, f"× {stick.name}", budget)


def _brief(what: str, found: Duel, unit: str, per_second: float, budget: float | None = None) -> Row:
    """Return the row of a time, of which `per_second` units make a second: the rate's inverse, in moves of the
    yardstick."""
    return Row(what, per_second / found.rates[0], unit, 1 / found.ratio, "moves", budget, at_most=True)


def _two_processes(seconds: float) -> float:
    """Return the speedup of two processes at once, which share only the machine, over one."""
    alone = sum(_rates_at_once(1, seconds))
    return sum(_rates_at_once(2, seconds)) / alone


def _rates_at_once(processes: int, seconds: float) -> list[float]:
    """Return the measurement of each of some processes, which begin together when all are ready."""
    code = (
        "from benchmarks.speed.measure import stepping_rate\n"
        "stepping_rate(2048, 1, 0.01); print('ready', flush=True); input()\n"
        f"print(stepping_rate(2048, 1, {seconds}))"
    )
    command = [*PYTHON, "-c", code]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment_of())
        for _ in range(processes)
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


def stepping_rate(games: int, threads: int, seconds: float) -> float:
    """Return decisions of all seats per second, random legal ones, sampled in Python, too."""
    vector = SelfPlayVecEnv(games, seed=1, threads=threads)
    found = clock_rate(stepped(vector), seconds)
    vector.close()
    return found


# Opponents, games and threads: the effects of the number of games, of threads, and of better opponents.
TABLES = (
    *(("random", games, threads) for games in (64, 256, 2048) for threads in (1, 2)),
    *(("greedy", games, threads) for games in (256, 2048) for threads in (1, 2)),
)


def learner_rows(seconds: float) -> list[Row]:
    """Measure the learner's decisions per second against three bots of a kind, in the environments that
    trainers use.
    """
    rows = single_rows(seconds)
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
    """Return the rows that could not be measured here, a line each."""
    return [] if has_sb3() else ["left out: SB3 VecEnv (stable-baselines3 is not installed)"]


def notes() -> list[str]:
    """Return notes on the table, a line each."""
    kept = f"yardstick of compiled play: {yardstick().name}; of the rest: {CALIBRATION}, whose moves are counted"
    clock = "rows with a yardstick are in CPU time, the others by the clock"
    return [f"{kept}; {clock}", *left_out()]


def single_rows(seconds: float) -> list[Row]:
    """Measure one game at a time, as `gymnasium.make` wraps it, and eight of those one after the other in
    stable-baselines3."""
    stick = own_yardstick()
    loops: list[tuple[str, Work, float]] = [
        ("gymnasium.make, 1 game, three random", single_loop("random"), BUDGETS["single, random"]),
        ("gymnasium.make, 1 game, three greedy", single_loop("greedy"), BUDGETS["single, greedy"]),
    ]
    if has_sb3():
        loops.append(("SB3 DummyVecEnv, 8 games, three greedy", dummy_loop("greedy", 8), BUDGETS["dummy, greedy"]))
    return [
        _fast(what, stick.beside(work, seconds), "learner's decisions/s", stick, budget) for what, work, budget in loops
    ]


def dummy_loop(opponents: str, games: int) -> Work:
    """Measure the same in environments that stable-baselines3 makes a vector of, with its request for masks."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    from munchkin_env.envs.single import MunchkinEnv

    envs = DummyVecEnv([lambda: MunchkinEnv(opponents=opponents)] * games)
    rng = np.random.default_rng(0)
    envs.seed(1)
    envs.reset()

    def work() -> float:
        for _ in range(4):
            envs.step(np.array([any_of(mask, rng) for mask in envs.env_method("action_masks")]))
        return 4.0 * games

    return work


def sb3_rate(opponents: str, games: int, seconds: float) -> float:
    """Return the learners' decisions per second in the environment for stable-baselines3."""
    from munchkin_env.envs.sb3 import sb3_vec_env

    env = sb3_vec_env(games, opponents=opponents, seed=1)
    rng = np.random.default_rng(0)
    env.reset()

    def work() -> float:
        env.step(env.games.sample(rng))
        return float(games)

    work()
    return clock_rate(work, seconds)


def vector_rate(opponents: str, games: int, threads: int, seconds: float) -> tuple[float, float]:
    """Return the learners' decisions per second in the native vector environment, and all players' decisions per
    learner's decision."""
    rows = row_of(opponents, games, threads)
    work, vector = row_loop(rows), rows.unwrapped.games
    before, own = vector.bot_actions, 0.0

    def counted() -> float:
        nonlocal own
        own += (done := work())
        return done

    found = clock_rate(counted, seconds)
    rows.close()
    return found, (vector.bot_actions - before + own) / own


def window_rows() -> list[Row]:
    """Measure decisions per game, window share and pass share of random play in each windows mode."""
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
    """Measure one game from Python: clone, save, load, and the PettingZoo loop."""
    game = Game(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(200):
        game.step(int(rng.choice(game.legal_actions())))
    data = game.save()
    stick = own_yardstick()

    def each(call: Callable[[], Any]) -> Duel:
        def work() -> float:
            for _ in range(200):
                call()
            return 200.0

        return stick.beside(work, seconds / 2)

    return [
        _brief("clone from Python", each(game.clone), "µs", 1e6, BUDGETS["clone"]),
        _brief("save", each(game.save), "µs", 1e6, BUDGETS["save"]),
        _brief("load: 200 actions played again", each(lambda: Game.load(data)), "µs", 1e6, BUDGETS["load"]),
        _brief("pickle and back", each(lambda: pickle.loads(pickle.dumps(game))), "µs", 1e6),
        Row("saved game of 200 actions", float(len(data)), "bytes"),
        _fast("PettingZoo AEC loop, env()", stick.beside(_aec_loop(), seconds), "decisions/s", stick, BUDGETS["aec"]),
    ]


def _aec_loop() -> Work:
    """Play whole random games in PettingZoo's loop."""
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

    return work


START = (
    "import time; t = time.process_time(); import munchkin_env as mk; g = mk.Game(seed=1); "
    "g.observe(0); g.step(int(g.legal_actions()[0])); print(time.process_time() - t)"
)
INTERPRETED_GAME = (
    "import time; import numpy as np; import munchkin_env as mk; t = time.process_time(); g = mk.Game(seed=3)\n"
    "r = np.random.default_rng(0)\n"
    "while not g.is_terminal: g.step(int(r.choice(g.legal_actions())))\n"
    "print(time.process_time() - t)"
)
FIRST_COMPILE = (
    "import time; t = time.process_time(); import munchkin_env as mk; g = mk.Game(seed=1); g.observe(0); "
    "g.step(int(g.legal_actions()[0])); mk.evaluate(['greedy', 'random', 'random', 'random'], games=4); "
    "print(time.process_time() - t)"
)


def start_rows(compile_too: bool) -> list[Row]:
    """Time a fresh process: import and first game from the cache; with `compile_too` also without a cache;
    interpreted.
    """

    def timed(what: str, turns: int, budget: float, code: str, **environment: str) -> Row:
        def starts_a_second() -> float:
            return 1 / printed_number(code, HERE, **environment)

        return _brief(what, duel(starts_a_second, own_yardstick().slice_of(0.3), turns), "s", 1.0, budget)

    printed_number(START)  # fills the cache
    plain = {"MUNCHKIN_INTERPRETED": "1"}
    rows = [
        timed("start with a warm cache: import, deal, observe, step", 5, BUDGETS["start"], START),
        timed("interpreted: a whole random game", 1, BUDGETS["interpreted"], INTERPRETED_GAME, **plain),
    ]
    if compile_too:
        with tempfile.TemporaryDirectory() as folder:
            what, cold = "first compile: engine, observation, greedy", {"MUNCHKIN_CACHE_DIR": folder}
            rows.append(timed(what, 1, BUDGETS["compile"], FIRST_COMPILE, **cold))
    return rows


def measure(
    seconds: float = 1.0,
    compile_too: bool = False,
    tell: Callable[[str], object] = lambda what: None,
) -> list[Row]:
    """Return all rows; `seconds` of measuring for each repeat; `tell` is called with the name of the next row."""
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
    return rows
