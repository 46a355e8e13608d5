"""One game, whichever interface plays it: the same masks at the same decisions, the same reward in the end."""

from collections.abc import Callable, Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import munchkin_env as mk

pytestmark = pytest.mark.interpreted
ROWS, GAMES, SEED = 3, 2, 11
SETTINGS = {"players": 3, "goal": 3, "trades": "off"}
Step = tuple[np.ndarray, np.ndarray, np.ndarray]  # masks that were acted on, rewards of that step, ends


def answers(masks: np.ndarray, number: int) -> np.ndarray:
    """The same legal actions for all interfaces: another one at each step."""
    return np.array([np.flatnonzero(mask)[number % int(mask.sum())] for mask in masks])


def through_vector_games() -> Iterator[Step]:
    games = mk.SelfPlayVecEnv(ROWS, controllers=["greedy", "caller", "greedy"], **SETTINGS)
    games.reset([SEED + row for row in range(ROWS)])
    number = 0
    while True:
        masks = games.legal_action_mask.copy()
        games.step(answers(masks, number))
        number += 1
        yield masks, games.rewards[:, 1].copy(), games.done.astype(bool)
        assert np.array_equal(games.rewards[:, 1][games.done > 0], games.final_returns[:, 1][games.done > 0])


def through_make_vec() -> Iterator[Step]:
    envs = gymnasium.make_vec(
        "munchkin_env/Munchkin-v0", num_envs=ROWS, opponents="greedy", learner_seat=1,
        autoreset_mode=AutoresetMode.SAME_STEP, **SETTINGS,
    )  # fmt: skip
    _, infos = envs.reset(seed=SEED)
    number = 0
    while True:
        masks = infos["action_mask"]
        _, rewards, ended, _, infos = envs.step(answers(masks, number))
        number += 1
        yield masks, rewards, ended


def through_sb3() -> Iterator[Step]:
    pytest.importorskip("stable_baselines3")
    envs = mk.sb3_vec_env(ROWS, opponents="greedy", learner_seat=1, seed=SEED, **SETTINGS)
    envs.reset()
    number = 0
    while True:
        masks = np.stack(envs.env_method("action_masks"))
        _, rewards, ended, infos = envs.step(answers(masks, number))
        number += 1
        yield masks, rewards, ended
        assert np.array_equal(np.stack([info["action_mask"] for info in infos]), envs.action_masks())


@pytest.mark.parametrize("other", [through_make_vec, through_sb3])
def test_every_interface_plays_the_same_games(other: Callable[[], Iterator[Step]]) -> None:
    ended = np.zeros(ROWS, int)
    total = np.zeros((2, ROWS))
    for steps in zip(through_vector_games(), other(), strict=True):
        for mine, theirs in zip(*steps, strict=True):
            assert np.array_equal(mine, theirs)
        total += [step[1] for step in steps]
        ended += steps[0][2]
        if (ended >= GAMES).all():
            break
    assert np.array_equal(total[0], total[1])
    assert ended.sum() >= GAMES * ROWS


def test_rewards_of_all_seats_sum_to_what_the_engine_returns(rng: np.random.Generator) -> None:
    games = mk.SelfPlayVecEnv(4, seed=SEED, **SETTINGS)
    sums = np.zeros((4, 3))
    ended = 0
    while ended < 8:
        games.step(games.sample(rng))
        sums += games.rewards
        for i in np.flatnonzero(games.done):
            assert sums[i] == pytest.approx(games.final_returns[i])
            assert sums[i].sum() == pytest.approx(0, abs=1e-6)
            sums[i] = 0
            ended += 1
