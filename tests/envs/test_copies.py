"""Environments are copied and pickled in the middle of their games: the copy goes on alike, and by itself."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import Bot


class Counting(Bot):
    """A bot that is not compiled, and remembers."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        self.asked += 1
        legal = np.flatnonzero(mask)
        return int(legal[(self.asked + int(rng.integers(2))) % len(legal)])


WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
PAIRS = {
    "compiled": {"opponents": "greedy"},
    "in Python": {"opponents": ["greedy", Counting()], "players": 3},
    "random": {"opponents": "random", "learner_seat": "random", "encoding": "tokens"},
    "shaped": {"opponents": "random", "shaping": 0.5, "max_episode_steps": 20, "on_illegal": "forfeit"},
}


def flat(seen: Any) -> bytes:
    """All that a step has returned, as bytes."""
    if isinstance(seen, dict):
        return b"".join(flat(seen[name]) for name in sorted(seen))
    if isinstance(seen, list | tuple):
        return b"".join(map(flat, seen))
    array = np.asarray(seen)
    if array.dtype != object:
        return array.tobytes()
    return flat(array.tolist()) if array.ndim else str(seen).encode()


@pytest.fixture(params=WAYS, ids=["deepcopy", "pickle"])
def again(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    way: Callable[[Any], Any] = request.param
    return way


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("observation", ["flat", "tokens", "sparse", None])
def test_many_games_go_on_alike(again: Callable[[Any], Any], observation: str | None, threads: int) -> None:
    control = ["caller", "greedy", "external", "random"]
    games = mk.SelfPlayVecEnv(
        260,
        4,
        seed=3,
        controllers=control,
        seat_rotation="rotate",
        encoding=observation,
        threads=threads,
        round_limit=3,
    )
    rng = np.random.default_rng(1)
    for _ in range(40):
        games.step(games.sample(rng))
    twin = again(games)
    assert type(twin) is mk.SelfPlayVecEnv
    for k in range(40):
        chances = [np.random.default_rng(k), np.random.default_rng(k)]
        for one, chance in zip((games, twin), chances, strict=True):
            one.step(one.sample(chance))
        for name in (
            "current_player",
            "legal_action_mask",
            "rewards",
            "done",
            "final_returns",
            "episodes",
            "turns_passed",
            "seat_controllers",
        ):
            assert np.array_equal(getattr(games, name), getattr(twin, name)), name
        assert flat(games.observation) == flat(twin.observation)
    before = games.positions.tobytes()
    twin.step(twin.sample(rng))
    assert games.positions.tobytes() == before
    for one in (games, twin):
        one.close()


@pytest.mark.parametrize("settings", PAIRS.values(), ids=PAIRS)
def test_a_vector_of_gymnasium_goes_on_alike(again: Callable[[Any], Any], settings: dict[str, Any]) -> None:
    env = gymnasium.make_vec("munchkin_env/Munchkin-v0", num_envs=5, round_limit=2, **copy.deepcopy(settings))
    goes_on_alike(env, again, lambda one: one.reset(seed=4), lambda one, action: one.step(action))


@pytest.mark.parametrize("settings", PAIRS.values(), ids=PAIRS)
def test_a_vector_of_sb3_goes_on_alike(again: Callable[[Any], Any], settings: dict[str, Any]) -> None:
    pytest.importorskip("stable_baselines3")
    env = mk.sb3_vec_env(5, seed=4, round_limit=2, **copy.deepcopy(settings))
    goes_on_alike(env, again, lambda one: one.reset(), lambda one, action: one.step(action))


def test_a_vector_with_histories_goes_on_alike(again: Callable[[Any], Any]) -> None:
    pytest.importorskip("stable_baselines3")
    env = mk.with_history(mk.sb3_vec_env(3, opponents="greedy", seed=4, round_limit=2), 2)
    goes_on_alike(env, again, lambda one: one.reset(), lambda one, action: one.step(action))


@pytest.mark.parametrize("settings", PAIRS.values(), ids=PAIRS)
def test_a_single_environment_goes_on_alike(again: Callable[[Any], Any], settings: dict[str, Any]) -> None:
    settings = {name: value for name, value in settings.items() if name != "max_episode_steps"}
    env = mk.MunchkinEnv(**copy.deepcopy(settings), round_limit=2)
    env.reset(seed=4)
    for _ in range(3):
        env.step(env.action_space.sample())
    twin = again(env)
    for _ in range(30):
        action = int(np.flatnonzero(env.action_masks())[0])
        assert action == int(np.flatnonzero(twin.action_masks())[0])
        told = [one.step(action) for one in (env, twin)]
        assert flat(list(told[0])) == flat(list(told[1]))
        if told[0][2]:
            break
    assert twin.action_space.sample() is not None


def goes_on_alike(env: Any, again: Callable[[Any], Any], reset: Callable[..., Any], step: Callable[..., Any]) -> None:
    """Both give the same for the same actions, the copy samples what is legal in it, and stepping it moves no other."""
    reset(env)
    for _ in range(6):
        step(env, first(env))
    twin = again(env)
    for _ in range(25):
        action = first(env)
        assert np.array_equal(action, first(twin))
        assert flat(step(env, action)) == flat(step(twin, action))
    before = masks(env).tobytes()
    for _ in range(3):
        step(twin, first(twin))
    assert masks(env).tobytes() == before
    if isinstance(twin.action_space, gymnasium.spaces.MultiDiscrete):
        for _ in range(5):
            sampled, legal = twin.action_space.sample(), masks(twin)
            assert all(legal[i, sampled[i]] for i in range(len(legal)) if legal[i].any())
            step(twin, sampled)
    for one in (env, twin):
        one.close()


def masks(env: Any) -> np.ndarray:
    found: np.ndarray = getattr(env, "unwrapped", env).action_masks()
    return found


def first(env: Any) -> np.ndarray:
    """The first legal action of each row; 0 where there is none."""
    found: np.ndarray = masks(env).argmax(axis=1)
    return found


def test_games_that_somebody_steps_are_not_copied() -> None:
    """A typed error says what to do instead."""
    games = mk.SelfPlayVecEnv(2)
    with games._turn, pytest.raises(mk.ConcurrencyError, match="expected one thread at a time"):
        copy.deepcopy(games)
    assert copy.deepcopy(games).positions.tobytes() == games.positions.tobytes()


@pytest.mark.parametrize("make", [mk.env, mk.raw_env, mk.MunchkinEnv, lambda: mk.MunchkinVectorEnv(2)])
def test_a_shallow_copy_is_a_whole_one(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=3)
    twin, states = copy.copy(env), [one.tobytes() for one in positions(env)]
    agent = getattr(env, "agent_selection", None)
    twin.step(twin.action_space(agent).sample() if agent else twin.action_space.sample())
    assert [one.tobytes() for one in positions(env)] == states
    del twin
    env.step(env.action_space(agent).sample() if agent else env.action_space.sample())


def test_a_clone_of_a_guarded_environment_is_guarded() -> None:
    env = mk.env()
    env.reset(seed=3)
    twin = env.clone()
    assert type(twin) is type(env)
    with pytest.raises(AssertionError):
        twin.step(-1)


def positions(env: Any) -> list[np.ndarray]:
    bare = getattr(env, "unwrapped", env)
    return [bare.game.position] if hasattr(bare, "game") else [bare.games.positions]
