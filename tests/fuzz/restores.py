"""States of many games that somebody has altered: each is refused by its checksum, unless it is as it was.

`python -m tests.fuzz.restores 1 1000` prints what came of so many, from seed 1.
"""

import numpy as np

import munchkin_env as mk
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


def alter_positions(state: dict[str, np.ndarray], rng: np.random.Generator) -> str:
    """Some byte of a position is another, or two games have changed places."""
    changed = state["positions"].copy()
    if rng.random() < 0.5:
        changed[int(rng.integers(ROWS)), int(rng.integers(changed.shape[1]))] = int(rng.integers(256))
    else:
        changed[[0, 1]] = changed[[1, 0]]
    state["positions"] = changed
    return "positions"


def is_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """The states are equal, entry by entry."""
    return set(one) == set(other) and all(
        isinstance(other[name], np.ndarray)
        and array.dtype == other[name].dtype
        and array.shape == other[name].shape
        and array.tobytes() == other[name].tobytes()
        for name, array in one.items()
    )


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered states. Raises AssertionError for one that was restored though it is another."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    while tally.tried < count:
        players = int(rng.integers(3, 7))
        control = pick(rng, [None, ["caller", *["greedy"] * (players - 1)]])
        games = mk.SelfPlayVecEnv(ROWS, players, seed=int(rng.integers(1000)), controllers=control)
        for _ in range(int(rng.integers(1, 200))):
            games.step(games.sample(rng))
        sound = games.state()
        for number in range(8):
            state, how = dict(sound), "nothing"
            if number:
                how = alter_positions(state, rng) if rng.random() < 0.4 else alter_array(state, rng)
            with tally.reproduce(seed, tally.tried, how):
                same = is_same(sound, state)
                try:
                    games.restore(state)
                except mk.ConfigError:
                    assert not same, "the state as it was is refused"
                    tally.count("refused")
                    continue
                assert same, "restored from a state that was altered"
                tally.count("unaltered")
                for _ in range(STEPS):
                    games.step(games.sample(rng))
    return tally


if __name__ == "__main__":
    main(fuzz)
