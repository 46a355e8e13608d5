"""The same seed deals the same games in every interface, and the same actions are treated alike."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import munchkin_env as mk
from tests.each import each

pytestmark = pytest.mark.interpreted
ID = "munchkin_env/Munchkin-v0"
ROWS, SEED = 2, 7
# Seat 0 is asked first, and learns: so PettingZoo shows first what a learner is shown first.
SETTINGS: dict[str, Any] = {
    "players": 3, "round_limit": 1, "round_limit_result": "leader_wins", "first_seat": 0, "trades": "off",
    "windows": "final",
}  # fmt: skip
GREEDY: dict[str, Any] = {**SETTINGS, "opponents": "greedy"}


class First(mk.BatchBot):
    """Draws no lots, so that it plays alike wherever it sits: those of `greedy` differ inside of vectors."""

    name = "first"

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        return np.asarray(masks.argmax(axis=1))


FIRST: dict[str, Any] = {**SETTINGS, "opponents": First()}
Row = tuple[np.ndarray, np.ndarray]  # what the learner sees at its first decision, and what is legal


def of_gym_make() -> list[Row]:
    found = []
    for row in range(ROWS):
        observation, info = gymnasium.make(ID, disable_env_checker=True, **GREEDY).reset(seed=SEED + row)
        found.append((observation, info["action_mask"]))
    return found


def of_aec() -> list[Row]:
    found = []
    for row in range(ROWS):
        env = mk.env(**SETTINGS)
        env.reset(seed=SEED + row)
        assert env.agent_selection == "player_0"
        observation = env.observe("player_0")
        found.append((observation["observation"], observation["action_mask"]))
    return found


def of_make_vec(mode: str | None) -> list[Row]:
    envs = gymnasium.make_vec(ID, num_envs=ROWS, vectorization_mode=mode, **GREEDY)
    observations, infos = envs.reset(seed=SEED)
    envs.close()
    return list(zip(observations, infos["action_mask"], strict=True))


def of_sb3() -> list[Row]:
    pytest.importorskip("stable_baselines3")
    envs = mk.sb3_vec_env(ROWS, seed=SEED, **GREEDY)
    return list(zip(envs.reset(), envs.action_masks(), strict=True))


def of_dummy_vec_env() -> list[Row]:
    """Return the results of stable-baselines3 on single environments."""
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    envs = vec_env.DummyVecEnv([lambda: mk.MunchkinEnv(**GREEDY)] * ROWS)
    envs.seed(SEED)
    return list(zip(envs.reset(), envs.env_method("action_masks"), strict=True))


def of_vector_games() -> list[Row]:
    games = mk.SelfPlayVecEnv(ROWS, **SETTINGS)
    games.reset([SEED + row for row in range(ROWS)])
    return list(zip(games.observation, games.legal_action_mask, strict=True))


def of_game() -> list[Row]:
    games = [mk.Game(seed=SEED + row, **SETTINGS) for row in range(ROWS)]
    return [(game.observe(0), game.legal_action_mask()) for game in games]


INTERFACES: dict[str, Callable[[], list[Row]]] = {
    "gymnasium.make": of_gym_make,
    "PettingZoo": of_aec,
    "make_vec": lambda: of_make_vec(None),
    "make_vec sync": lambda: of_make_vec("sync"),
    "make_vec async": lambda: of_make_vec("async"),
    "sb3_vec_env": of_sb3,
    "DummyVecEnv": of_dummy_vec_env,
    "SelfPlayVecEnv": of_vector_games,
}


@each("interface", INTERFACES)
def test_the_same_seed_deals_the_same_first_game(interface: str) -> None:
    """Row i of a vector is what a single environment is that was reset with the seed plus i."""
    expected = of_game()
    assert not np.array_equal(expected[0][0], expected[1][0])
    for mine, theirs in zip(INTERFACES[interface](), expected, strict=True):
        assert np.array_equal(mine[0], theirs[0])
        assert np.array_equal(mine[1], theirs[1])


def first_legal(masks: np.ndarray) -> np.ndarray:
    return np.asarray(masks).argmax(axis=1)


def test_native_and_sync_vectors_play_the_same_episodes() -> None:
    """Step by step over some games of each row: observations, rewards, ends, and all infos with their types."""
    envs = [gymnasium.make_vec(ID, num_envs=ROWS, vectorization_mode=mode, shaping=0.5, **FIRST)
            for mode in (None, "sync")]  # fmt: skip
    steps = [env.reset(seed=SEED) for env in envs]
    ends = np.zeros(ROWS, int)
    while ends.min() < 2:
        native, sync = (step[-1] for step in steps)
        assert native.keys() == sync.keys()
        for name, value in native.items():
            assert np.array_equal(value, sync[name]), name
            assert value.dtype == sync[name].dtype, name
        assert np.array_equal(steps[0][0], steps[1][0])
        results = [env.step(first_legal(native["action_mask"])) for env in envs]
        for mine, theirs in zip(results[0][1:4], results[1][1:4], strict=True):
            assert np.allclose(mine, theirs)
        ends += results[0][2]
        steps = [(result[0], result[4]) for result in results]


@pytest.mark.parametrize("on_illegal", ["resample_legal", "forfeit"])
def test_illegal_answers_are_treated_alike(on_illegal: str) -> None:
    pytest.importorskip("stable_baselines3")
    settings = {**FIRST, "on_illegal": on_illegal, "shaping": 0.5}
    alone = gymnasium.make(ID, disable_env_checker=True, **settings)
    many = gymnasium.make_vec(ID, num_envs=ROWS, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
    observation, _ = alone.reset(seed=SEED)
    observations, infos = many.reset(seed=SEED)
    rows = mk.sb3_vec_env(ROWS, seed=SEED, **settings)
    rows.reset()
    ends = 0
    for number in range(40):
        assert np.array_equal(observation, observations[0])
        masks = infos["action_mask"]
        actions = first_legal(masks)
        if number % 5 == 3:
            actions[0] = first_legal(1 - masks)[0]  # illegal
            actions[0] = -4 if number == 3 else actions[0]
        observation, reward, ended, _, _ = alone.step(int(actions[0]))
        final = observation
        observations, rewards, ends_of_rows, truncated, infos = many.step(actions)
        seen, sb3_rewards, dones, sb3_infos = rows.step(actions)
        assert rewards[0] == sb3_rewards[0] == pytest.approx(reward)
        assert ends_of_rows[0] == dones[0] == ended
        assert not truncated.any()
        if ended:
            ends += 1
            assert np.array_equal(infos["final_obs"][0], final)
            assert np.array_equal(sb3_infos[0]["terminal_observation"], final)
            observation, _ = alone.reset()
        assert np.array_equal(seen, observations)
    assert ends > 0


def test_one_vector_that_forfeits_everywhere_goes_on() -> None:
    many = mk.MunchkinVectorEnv(ROWS, on_illegal="forfeit", **GREEDY)
    many.reset(seed=SEED)
    _, rewards, ended, _, _ = many.step(np.full(ROWS, -1))
    assert rewards.tolist() == [-1.0] * ROWS
    assert ended.all()
    _, rewards, ended, _, infos = many.step(np.zeros(ROWS, np.int64))
    assert not ended.any()
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("mode", [None, "sync"])
def test_samples_of_a_vector_are_legal(mode: str | None) -> None:
    """By themselves where the vector is ours, with the mask of `infos` in every vector."""
    envs = gymnasium.make_vec(ID, num_envs=ROWS, vectorization_mode=mode, **GREEDY)
    _, infos = envs.reset(seed=SEED)
    for _ in range(10):
        masks = infos["action_mask"]
        samples = [envs.action_space.sample(mask=tuple(masks))]
        if mode is None:
            samples += [envs.action_space.sample(), envs.action_space.sample(masks)]
        for actions in samples:
            going = masks.any(axis=1)  # in a game that has just ended nothing is legal
            assert masks[going, actions[going]].all()
        _, _, _, _, infos = envs.step(samples[-1])


@pytest.mark.parametrize("make", [mk.MunchkinEnv, mk.MunchkinVectorEnv, mk.sb3_vec_env], ids=lambda make: make.__name__)
def test_interfaces_with_one_learner_take_the_same_settings(make: Callable[..., Any]) -> None:
    """Those of the Gymnasium environment, by the same names."""
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    make(render_mode=None, players=3, opponents=["greedy", "random"], learner_seat="rotate", encoding="tokens",
         on_illegal="forfeit", shaping=0.5, preset="short")  # fmt: skip
    with pytest.raises(mk.ConfigError, match="on_illegal: expected one of raise"):
        make(on_illegal="ignore")
    with pytest.raises(mk.ConfigError, match="render_mode"):
        make(render_mode="hologram")


def test_infos_hold_numpy_scalars() -> None:
    _, info = gymnasium.make(ID, disable_env_checker=True, **GREEDY).reset(seed=1)
    assert isinstance(info["learner_seat"], np.int8)
    pytest.importorskip("stable_baselines3")
    envs = mk.sb3_vec_env(1, **GREEDY)
    envs.reset()
    assert isinstance(envs.reset_infos[0]["learner_seat"], np.int8)


def test_rows_with_seeds_of_their_own_go_on_from_a_state() -> None:
    games = mk.SelfPlayVecEnv(ROWS, **SETTINGS)
    games.reset([3, 2**70])
    state = games.state()
    rng = np.random.default_rng(0)
    other = mk.SelfPlayVecEnv(ROWS, seed=99, **SETTINGS)
    other.restore(state)
    for one in (games, other):
        one.deal()
    assert np.array_equal(games.observation, other.observation)
    assert np.array_equal(games.sample(rng), games.sample(np.random.default_rng(0)))
    for wrong in ([1], [1, 2, 3], ["a", 2], "12"):
        with pytest.raises(mk.ConfigError, match="seed: expected a whole number"):
            games.reset(wrong)  # type: ignore[arg-type]
    with pytest.raises(mk.ConfigError, match="seed"):
        other.restore({**state, "seeds": np.array("3")})
    with pytest.raises(mk.ConfigError, match="seeds: expected whole numbers"):
        other.restore({**state, "seeds": np.array("3 x")})
