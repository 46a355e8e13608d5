"""Measure the speed of other environments, into docs/results/other-environments.csv.

`python -m benchmarks other_environments [SECONDS [PROJECT …]]` measures those projects or all, in an environment with
munchkin_env and the others (`pip install pettingzoo[classic] rlcard open_spiel pgx jumanji`). It is random legal play
with a player's observations, one thread, in CPU time. All are measured in turns, so that a busy machine affects all
alike; a rate is the median of its turns. Needs nothing of benchmarks.speed.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from statistics import median
from typing import Any

import numpy as np

from benchmarks import results
from benchmarks.measuring import parser_of
from munchkin_env.evaluation.bench import RandomPlay, Work, rate, stepped
from munchkin_env.evaluation.rows import number

TURNS = 3
SECONDS = 0.4
BATCH = 1024
"""Games at once of pgx and jumanji, of which larger batches are faster."""


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def aec(make: Callable[[], Any]) -> Work:
    """Return a PettingZoo environment through its loop; one call plays 200 actions."""
    env, draw = make(), rng()
    env.reset(seed=1)

    def work() -> float:
        done = 0
        while done < 200:
            if not env.agents:
                env.reset()
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                over = ended or cut
                env.step(None if over else int(draw.choice(np.flatnonzero(seen["action_mask"]))))
                done += not over
                if done >= 200:
                    break
        return float(done)

    work()
    return work


def munchkin_aec() -> Work:
    return aec(lambda: import_module("munchkin_env").env(players=4))


def munchkin_vector() -> Work:
    return stepped(import_module("munchkin_env").SelfPlayVecEnv(128, seed=1))


def munchkin_engine() -> Work:
    return RandomPlay(128, observe=True).run


def munchkin_in_open_spiel() -> Work:
    import_module("munchkin_env.envs.openspiel")
    return open_spiel("munchkin")


def pettingzoo(name: str) -> Work:
    return aec(lambda: import_module(f"pettingzoo.classic.{name}").env())


def rlcard(name: str) -> Work:
    """Return an RLCard environment by its step, which returns the next player's state."""
    env, draw = import_module("rlcard").make(name), rng()
    state: Any = None

    def work() -> float:
        nonlocal state
        for _ in range(50):
            if state is None or env.is_over():
                state, _ = env.reset()
            state, _ = env.step(int(draw.choice(list(state["legal_actions"]))))
        return 50.0

    work()
    return work


def open_spiel(name: str) -> Work:
    """Return a game of OpenSpiel from Python, with the observation of the asked player; chance is drawn uniformly,
    which costs as much as by its probabilities or less."""
    game, draw = import_module("pyspiel").load_game(name), rng()
    state: Any = None

    def work() -> float:
        nonlocal state
        done = 0
        while done < 50:
            if state is None or state.is_terminal():
                state = game.new_initial_state()
            if not state.is_chance_node():
                state.observation_tensor() if TENSOR[name] else state.information_state_tensor()
                done += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(draw.random() * len(legal))])
        return 50.0

    work()
    return work


TENSOR = {"gin_rummy": True, "hanabi": True, "munchkin": True, "hearts": False}
"""Games with observations as tensors; information states, else."""


def pgx(name: str) -> Work:
    """Return a game of pgx, compiled, `BATCH` at once; ended games begin again."""
    jax, library = import_module("jax"), import_module("pgx")
    renewed = import_module("pgx.experimental.wrappers").auto_reset
    env = library.make(name)
    step = jax.vmap(renewed(env.step, env.init))

    def act(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, BATCH + 1)
        actions = jax.random.categorical(keys[0], _logits(state.legal_action_mask), axis=1)
        return step(state, actions, keys[1:]), state.observation.sum()

    return compiled(jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), BATCH)), act)


def jumanji(name: str) -> Work:
    """Return an environment of jumanji, compiled, `BATCH` at once by its own wrapper, which begins ended ones again."""
    jax, library = import_module("jax"), import_module("jumanji")
    env = import_module("jumanji.wrappers").VmapAutoResetWrapper(library.make(name))

    def act(both: Any, key: Any) -> Any:
        state, seen = both
        actions = jax.random.categorical(key, _logits(seen.action_mask), axis=-1)
        state, told = env.step(state, actions)
        seen = told.observation
        return (state, seen), sum(part.sum() for part in jax.tree_util.tree_leaves(seen))

    state, told = env.reset(jax.random.split(jax.random.PRNGKey(0), BATCH))
    return compiled((state, told.observation), act)


def _logits(legal: Any) -> Any:
    """Return logits of a uniform choice among the legal actions."""
    numpy = import_module("jax.numpy")
    return numpy.log(legal.astype(numpy.float32))


def compiled(state: Any, act: Callable[[Any, Any], Any]) -> Work:
    """Return `act` in one compiled loop, 20 times a call, from a state of `BATCH` games and a key to the next state and
    some of the observations."""
    jax = import_module("jax")
    steps = 20
    play = jax.jit(lambda state, key: jax.lax.scan(act, state, jax.random.split(key, steps)))
    key = jax.random.PRNGKey(1)

    def work() -> float:
        nonlocal state, key
        key, drawn = jax.random.split(key)
        state, seen = play(state, drawn)
        seen.block_until_ready()
        return float(steps * BATCH)

    work()
    return work


@dataclass(frozen=True)
class Player:
    """A measured project."""

    project: str
    package: str
    game: str
    seats: str
    """Number of players, and which of hidden hands, actions out of turn and bargaining the game has."""
    path: str
    make: Callable[[], Work]


HANDS, TURN, DEALS = "hidden hands", "out of turn", "bargaining"
OURS = f"3 to 6: {HANDS}, {TURN}, {DEALS}"
MUNCHKIN = (
    ("compiled loop, 128 games", munchkin_engine),
    ("`SelfPlayVecEnv.step` from Python, 128 games", munchkin_vector),
    ("PettingZoo AEC loop", munchkin_aec),
    ("as a game of OpenSpiel, in Python", munchkin_in_open_spiel),
)
PLAYERS = (
    *(Player("munchkin_env", "munchkin-env", "Munchkin", OURS, path, make) for path, make in MUNCHKIN),
    *(
        Player("PettingZoo classic", "pettingzoo", name, seats, "AEC loop", lambda name=name: pettingzoo(name))
        for name, seats in (
            ("leduc_holdem_v4", f"2: {HANDS}"), ("texas_holdem_no_limit_v6", f"2: {HANDS}"), ("connect_four_v3", "2"),
        )
    ),
    *(
        Player("RLCard", "rlcard", name, seats, "`env.step`", lambda name=name: rlcard(name))
        for name, seats in (
            ("uno", f"2: {HANDS}"), ("gin-rummy", f"2: {HANDS}"), ("mahjong", f"4: {HANDS}, {TURN}"),
        )
    ),
    *(
        Player("OpenSpiel", "open_spiel", name, seats, "C++ game from Python", lambda name=name: open_spiel(name))
        for name, seats in (
            ("hearts", f"4: {HANDS}"), ("hanabi", "2: hidden own hand"), ("gin_rummy", f"2: {HANDS}"),
        )
    ),
    *(
        Player("pgx", "pgx", name, seats, f"jitted on the CPU, {BATCH:,} games", lambda name=name: pgx(name))
        for name, seats in (("leduc_holdem", f"2: {HANDS}"), ("sparrow_mahjong", f"3: {HANDS}"), ("backgammon", "2"))
    ),
    *(
        Player("jumanji", "jumanji", name, "1", f"jitted on the CPU, {BATCH:,} games", lambda name=name: jumanji(name))
        for name in ("Game2048-v1", "Knapsack-v1", "Snake-v1")
    ),
)  # fmt: skip


def measured(seconds: float, projects: list[str]) -> list[dict[str, Any]]:
    """Return a row for each player of these projects, of all if there are none: the median of its turns."""
    players = [one for one in PLAYERS if not projects or one.project in projects]
    works = []
    for one in players:
        print(f"preparing {one.project} {one.game} …", file=sys.stderr, flush=True)
        works.append(one.make())
    rates: list[list[float]] = [[] for _ in works]
    for turn in range(TURNS):
        print(f"turn {turn + 1} of {TURNS}", file=sys.stderr, flush=True)
        for work, found in zip(works, rates, strict=True):
            found.append(rate(work, seconds))
    return [
        {
            "project": one.project, "version": version(one.package) if one.project != "munchkin_env" else "",
            "game": one.game, "seats": one.seats, "path": one.path, "rate": round(median(found)),
            "least": round(min(found)), "most": round(max(found)),
        }
        for one, found in zip(players, rates, strict=True)
    ]  # fmt: skip


HEAD = ("project", "game", "players, and what the game has", "by", "decisions/s", "range of repeats")


def row(one: dict[str, Any]) -> tuple[object, ...]:
    """Return a row of the table."""
    spread = f"{number(one['least'])} to {number(one['most'])}"
    project = f"{one['project']} {one['version']}".strip()
    return project, one["game"], one["seats"], one["path"], number(one["rate"]), spread


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=SECONDS, help=f"of each, default {SECONDS}")
    parser.add_argument("projects", nargs="*", help="only these")
    args = parser.parse_args()
    results.publish("other-environments", HEAD, map(row, measured(args.seconds, args.projects)), rules="")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    main()
