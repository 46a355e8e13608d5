"""A draw returns to everybody what a loss does, in every interface: nobody gains by playing for time."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.rollout import chance_to_win
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.envs.stepping import seat_return
from munchkin_env.evaluation import episodes
from munchkin_env.game.game import returns_of
from tests.each import each

DRAWN = {"round_limit": 1, "goal": 100, "trades": "off", "windows": "final"}
PLAYERS = [3, 4, 6]

pytestmark = pytest.mark.interpreted
needs_kernels = pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_draw_is_a_loss_to_one_winner_and_all_else_sums_to_nothing(players: int) -> None:
    lost = -1 / (players - 1)
    for winners in range(1 << players):
        if winners:
            assert returns_of(winners, players).sum() == pytest.approx(0.0, abs=1e-9)
    assert returns_of(0, players).tolist() == [lost] * players
    assert returns_of(1, players).tolist() == [1.0] + [lost] * (players - 1)


@needs_kernels
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_rows_return_what_games_do(players: int) -> None:
    """By any winners."""
    for winners in range(1 << players):
        found = [seat_return(winners, p, players) for p in range(players)]
        assert found == pytest.approx(returns_of(winners, players).tolist())


def drawn_game(players: int) -> mk.Game:
    game = mk.Game(seed=2, players=players, **DRAWN)
    assert game.returns.tolist() == [0.0] * players, "nothing is returned while it runs"
    while not game.is_terminal:
        game.step(int(game.legal_actions()[0]))
    assert game.winners == ()
    return game


def by_game(players: int) -> list[float]:
    return list(map(float, drawn_game(players).returns))


def by_aec(players: int) -> list[float]:
    env = mk.raw_env(players=players, **DRAWN)
    env.reset(seed=2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        assert not truncated
        env.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert not env.game.winners
    return list(totals.values())


def by_single(players: int) -> list[float]:
    env = mk.MunchkinEnv(players=players, opponents="random", **DRAWN)
    _, info = env.reset(seed=2)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += reward
    assert env.game.winners == ()
    return [total]


def by_vector(players: int) -> list[float]:
    envs: Any = gymnasium.make_vec(
        "munchkin_env/Munchkin-v0", num_envs=2, players=players, opponents="random", autoreset_mode="SameStep", **DRAWN
    )
    _, infos = envs.reset(seed=2)
    while True:
        _, rewards, ended, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if ended.any():
            envs.close()
            return [float(reward) for reward in rewards[ended]]


def by_sb3(players: int) -> list[float]:
    pytest.importorskip("stable_baselines3")
    env = mk.sb3_vec_env(2, players, opponents="random", seed=2, **DRAWN)
    env.reset()
    while True:
        _, rewards, ended, _ = env.step(env.action_masks().argmax(axis=1))
        if ended.any():
            env.close()
            return [float(reward) for reward in rewards[ended]]


def by_rows(players: int) -> list[float]:
    games = mk.SelfPlayVecEnv(2, players, seed=2, **DRAWN)
    while not games.done.any():
        games.step(games.legal_action_mask.argmax(axis=1))
    row = int(np.flatnonzero(games.done)[0])
    assert games.rewards[row].tolist() == games.final_returns[row].tolist()
    return [float(reward) for reward in games.rewards[row]]


def by_episodes(players: int) -> list[float]:
    found = list(episodes(["random"] * players, games=players, seed=2, progress=False, **DRAWN))
    assert all(episode.winners == () for episode in found)
    return [float(episode.rewards.sum()) for episode in found]


@each("players", PLAYERS)
@each("returns", [by_game, by_aec, by_single, by_vector, by_sb3, by_rows, by_episodes])
def test_every_interface_returns_it(returns: Any, players: int) -> None:
    found = returns(players)
    assert found
    assert found == pytest.approx([-1 / (players - 1)] * len(found))


def test_win_rates_count_it_as_a_loss() -> None:
    found = mk.evaluate(["random"] * 3, games=3, progress=False, **DRAWN)
    assert found.draws == 3
    assert [player.win_rate for player in found.bots] == [0.0] * 3


@needs_kernels
def test_a_search_counts_it_as_a_loss() -> None:
    row = records(drawn_game(3).position.copy())[0]
    assert [chance_to_win(row, seat) for seat in range(3)] == [0.0] * 3
