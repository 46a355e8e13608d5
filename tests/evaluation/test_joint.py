"""A game as one episode: it is played again from its seed, decision by decision."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.evaluation import episodes, joint_episodes

PLAYERS = ["greedy", "random", "random"]
SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 3}


@pytest.mark.parametrize("observation", ["flat", "tokens"])
def test_a_joint_episode_is_the_game_of_its_seed(observation: str) -> None:
    found = list(joint_episodes(PLAYERS, games=6, seed=2, encoding=observation, progress=False, **SHORT))
    assert len(found) == 6
    for one in found:
        game = mk.Game(players=3, seed=one.seed, **SHORT)
        for at, action in enumerate(one.actions.tolist()):
            assert one.seats[at] == game.current_player
            assert np.array_equal(one.masks[at], game.legal_action_mask())
            _same(one.observations, at, game.observe(game.current_player, observation))
            assert not one.rewards[at - 1].any() or at == 0
            game.step(action)
        assert game.is_terminal
        assert np.array_equal(one.rewards[-1], game.returns)
        assert not one.masks[-1].any()
        assert one.seats[-1] == one.seats[-2]
        _same(one.observations, -1, game.observe(int(one.seats[-1]), observation))
        assert one.winners == tuple(sorted(one.seating[seat] for seat in game.winners))
        assert sorted(one.seating) == [0, 1, 2]
    assert {one.rotation for one in found} == {0, 1, 2}


def _same(observations: Any, at: int, seen: Any) -> None:
    if isinstance(seen, dict):
        assert all(np.array_equal(observations[name][at], part) for name, part in seen.items())
    else:
        assert np.array_equal(observations[at], seen)


def test_it_holds_what_the_episodes_of_its_players_hold() -> None:
    alone: dict[tuple[int, int, int], list[int]] = {}
    for part in episodes(PLAYERS, games=3, seed=2, progress=False, **SHORT):
        alone[part.seed, part.rotation, part.seat] = part.actions.tolist()
    for one in joint_episodes(PLAYERS, games=3, seed=2, progress=False, **SHORT):
        for seat in range(3):
            own = one.actions[one.seats[:-1] == seat].tolist()
            assert own == alone.get((one.seed, one.rotation, seat), [])


def test_what_cannot_be_is_refused_before_a_game_is_played() -> None:
    for wrong, field in (({"observation": "pixels"}, "observation"), ({"games": 0}, "games"), ({"goal": 1}, "goal")):
        with pytest.raises(mk.ConfigError, match=field):
            joint_episodes(PLAYERS, **{**SHORT, **wrong})
