"""stable-baselines3: its checker, its masks, its ends, and a few updates."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.single import MunchkinEnv
from tests.envs.slow_rows import SMALL, SlowRow, picks
from tests.tiers import FULL

pytest.importorskip("stable_baselines3")
CONTROL = ["caller", "greedy", "random"]


def rows(num_envs: int = 2, **settings: Any) -> Any:
    return mk.sb3_vec_env(
        num_envs, opponents=["greedy", "random"], learner_seat="rotate", **{"seed": 5, **SMALL, **settings}
    )


def test_the_checker_of_sb3_passes() -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(MunchkinEnv(on_illegal="resample_legal", **SMALL))


def test_rows_are_one_game_after_another() -> None:
    from stable_baselines3.common.vec_env import VecEnv

    env = rows()
    assert isinstance(env, VecEnv)
    assert env.has_attr("action_masks")
    assert not env.has_attr("nothing_like_it")
    slow = [SlowRow(5, i, CONTROL, "rotate", own=True, **SMALL) for i in range(2)]
    observations = env.reset()
    ends, kept = 0, []
    for number in range(120):
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(env.env_method("action_masks", indices=[1])[0], masks[1])
        for i, row in enumerate(slow):
            assert np.array_equal(observations[i], row.game.observe(row.game.current_player))
            assert np.array_equal(masks[i], row.game.legal_action_mask())
        acted = [row.game.current_player for row in slow]
        actions = picks(masks, number)
        observations, rewards, dones, infos = env.step(actions)
        kept.append(((observations, rewards, dones, masks), deepcopy((observations, rewards, dones, masks))))
        for i, row in enumerate(slow):
            row.step(int(actions[i]))
            assert dones[i] == row.done == ("terminal_observation" in infos[i])
            assert rewards[i] == pytest.approx(row.rewards[acted[i]])
            assert np.array_equal(infos[i]["action_mask"], row.game.legal_action_mask())
            if row.end is not None:
                ends += 1
                assert np.array_equal(infos[i]["terminal_observation"], row.end.observe(acted[i]))
                assert infos[i]["TimeLimit.truncated"] is False
    assert ends
    for mine, copied in kept:
        assert all(np.array_equal(a, b) for a, b in zip(mine, copied, strict=True)), "something was overwritten"


def test_truncation_is_told() -> None:
    env = rows(1, max_episode_steps=2, encoding="tokens")
    env.reset()
    for number in range(1, 5):
        _, _, dones, infos = env.step(picks(np.stack(env.env_method("action_masks")), number))
        assert dones[0] == (number % 2 == 0)
        if dones[0]:
            assert infos[0]["TimeLimit.truncated"] is True
            assert infos[0]["terminal_observation"]["cards"].shape == env.observation_space["cards"].shape


def test_seeds_repeat() -> None:
    env = rows()
    first, second = env.reset(), env.reset()
    assert not np.array_equal(first, second)
    env.seed(5)
    assert np.array_equal(env.reset(), first)


def test_nothing_moves_before_the_first_reset() -> None:
    with pytest.raises(mk.GameOver, match=r"call reset\(\) first"):
        rows(2).step([0, 0])


def test_a_policy_of_other_observations_is_refused() -> None:
    from sb3_contrib import MaskablePPO

    policy = MaskablePPO("MlpPolicy", rows(2), n_steps=4, batch_size=8).policy
    assert mk.Sb3Bot.of(policy, mk.spec(**SMALL)).encoding == "flat"
    with pytest.raises(mk.ConfigError, match=r"policy: expected one that reads [0-9]+ numbers, as this game has, got"):
        mk.Sb3Bot.of(policy, mk.spec(**{**SMALL, "players": 4}))


def test_foreign_methods_and_settings_are_refused() -> None:
    env = rows(1)
    with pytest.raises(mk.ConfigError, match="render"):
        env.env_method("render")
    with pytest.raises(mk.ConfigError, match="players"):
        env.set_attr("players", 5)
    assert env.env_is_wrapped(object) == [False]


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("observation", "policy"),
    [("flat", "MlpPolicy"), *([("tokens", "MultiInputPolicy"), ("sparse", "MultiInputPolicy")] if FULL else [])],
)
def test_maskable_ppo_learns_from_it(observation: str, policy: str) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = mk.sb3_vec_env(4, players=3, opponents="random", encoding=observation, seed=1, round_limit=5)
    model = contrib.MaskablePPO(policy, env, n_steps=32, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    stored = model.rollout_buffer
    assert model.num_timesteps == 256
    assert stored.action_masks.reshape(-1, env.action_space.n).sum(axis=1).min() >= 1
    chosen = stored.actions.reshape(-1).astype(int)
    assert stored.action_masks.reshape(len(chosen), -1)[np.arange(len(chosen)), chosen].all()
