"""States of many games that somebody has altered: each is refused, or the games play on.

`python -m tests.fuzz.restores 1 1000` prints what came of so many, from seed 1.
"""

import numpy as np

import munchkin_env as mk
from munchkin_env.engine.state.layout import STATE
from munchkin_env.engine.validation import checks
from tests.fuzz.saves import mutate, played_out
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import odd, pick

ROWS = 4
STEPS = 30


def alter_array(state: dict[str, np.ndarray], rng: np.random.Generator) -> str:
    """Some array has other numbers, another type or shape, or is none."""
    name = pick(rng, sorted(state))
    array, kind = state[name], rng.random()
    if kind < 0.1:
        del state[name]
    elif kind < 0.2:
        state[name] = odd(rng)
    elif kind < 0.3:
        state[name] = np.asarray(array)[:1] if np.ndim(array) else np.array([array])
    elif kind < 0.4 and np.asarray(array).dtype.kind in "iuf":
        state[name] = np.asarray(array).astype(pick(rng, ["i1", "i8", "f4", "u2", "c8"]))
    elif kind < 0.5 and np.asarray(array).dtype.kind == "U":
        state[name] = np.array(str(array) + pick(rng, ["0", "x", "\0", "9" * 5000, "}"]))
    elif np.asarray(array).dtype.kind in "iu" and np.size(array):
        ends = np.iinfo(array.dtype)
        changed = np.array(array)
        value = pick(rng, [ends.min, ends.max, -1, 0, 1, 2, 3, 4, 5, 100])
        changed.flat[int(rng.integers(changed.size))] = min(max(value, ends.min), ends.max)
        state[name] = changed
    return name


def alter_position(state: dict[str, np.ndarray], twin: mk.Game, rng: np.random.Generator) -> str:
    """Some game's position is altered as the save's fuzzer does."""
    i = int(rng.integers(ROWS))
    changed = state["positions"].copy()
    row = np.ndarray(1, STATE, changed[i].copy())
    other = mk.Game(players=twin.config.players, seed=int(rng.integers(1000)))
    how = mutate(row, twin, other, rng)
    changed[i] = row.view(np.uint8)
    state["positions"] = changed
    return f"positions: {how}"


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered states. Raises AssertionError for one that was restored and could not be played."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    while tally.tried < count:
        players = int(rng.integers(3, 7))
        control = pick(rng, [None, ["caller", *["greedy"] * (players - 1)]])
        games = mk.VectorGames(ROWS, players, seed=int(rng.integers(1000)), control=control)
        for _ in range(int(rng.integers(1, 200))):
            games.step(games.sample(rng))
        sound = games.state()
        twin = mk.Game(players=players, seed=1)
        for _ in range(8):
            state = dict(sound)
            how = alter_position(state, twin, rng) if rng.random() < 0.6 else alter_array(state, rng)
            with tally.reproduce(seed, tally.tried, how):
                try:
                    games.restore(state)
                except mk.ConfigError:
                    tally.count("refused")
                    continue
                tally.count("played")
                for i in range(ROWS):
                    twin.position.view(np.uint8)[:] = games.state()["positions"][i]
                    assert checks.check_position(twin._positions, 0, twin._tables) == 0
                    played_out(twin, tally.tried)
                for _ in range(STEPS):
                    games.step(games.sample(rng))
    return tally


if __name__ == "__main__":
    main(fuzz)
