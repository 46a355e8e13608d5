"""TextArena's own loop plays whole games, out of turn where the rules ask so; prompts stay bounded."""

import re
from typing import Any

import pytest

ta = pytest.importorskip("textarena", reason="TextArena is not installed here; `make test-language` runs these tests")

from munchkin_env.llm import MOST
from munchkin_env.llm import textarena as door

SHORT: dict[str, Any] = {"preset": "short", "goal": 4, "round_limit": 3, "stand_in": "random"}
SHORT |= {"windows": "open", "prompting": {"pass_until": None}}


@pytest.fixture(autouse=True)
def registered() -> Any:
    door.register(**SHORT)
    yield
    del ta.envs.registration.ENV_REGISTRY[door.ID]


def played(seed: int, say: str = "1", players: int = 3) -> tuple[list[tuple[int, str]], Any, Any]:
    env = ta.make(door.ID)
    env.reset(num_players=players, seed=seed)
    asked = []
    done = False
    while not done:
        seat, told = env.get_observation()
        asked.append((seat, told))
        done, _ = env.step(say)
    rewards, info = env.close()
    return asked, rewards, info


@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_and_the_same_for_the_same_seed(players: int) -> None:
    asked, rewards, info = played(5, players=players)
    again, others, _ = played(5, players=players)
    assert (asked, rewards) == (again, others)
    assert set(rewards) == set(range(players))
    assert all("The game is over" in one["reason"] for one in info.values())
    rules = 4000
    assert max(len(told) for _, told in asked) < MOST + rules
    names = ("Anna", "Bob", "Cleo", "Dan")
    turns = [(seat, re.findall(r"── (\w+)'s turn", told)) for seat, told in asked]
    assert any(turn not in ([], [names[seat]]) for seat, turn in turns), "somebody is asked in another's turn"
    assert all(f"You are {names[seat]}." in told for seat, told in asked), "each sees his own question alone"


def test_illegal_replies_are_marked_and_the_stand_in_answers() -> None:
    asked, rewards, info = played(1, say="I attack!")
    assert len(asked) > 9
    assert all(one["invalid_move"] for one in info.values())
    assert sum(rewards.values()) == pytest.approx(0)
