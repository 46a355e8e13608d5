"""The class for TRL: reset by columns of the data set, tools that are typed and documented, ValueError when illegal."""

import inspect
from importlib import import_module
from typing import Any

import pytest

pytestmark = pytest.mark.interpreted
SHORT: dict[str, Any] = {"goal": 3, "round_limit": 2, "players": 3, "opponents": "random"}


@pytest.fixture
def example() -> Any:
    return import_module("examples.trl_environment")


def played(example: Any, seed: int) -> tuple[list[str], Any]:
    tools = example.MunchkinTools()
    told = [tools.reset(seed=seed, **SHORT)]
    while not tools.over:
        told.append(tools.answer(1))
    return told, tools


def test_whole_games_and_the_same_start_for_a_group(example: Any) -> None:
    rows = example.games(2, group=2)
    assert [row["seed"] for row in rows] == [0, 0, 1, 1]
    one, again, other = (played(example, row["seed"]) for row in rows[:3])
    assert one[0] == again[0] != other[0]
    environments = [tools for _, tools in (one, again, other)]
    rewards = example.reward(environments)
    assert rewards == [tools.reward for tools in environments]
    assert set(rewards) <= {1.0, -1.0, 0.5, -0.5}
    assert example.reward([example.MunchkinTools()]) == [-1.0]


def test_what_is_illegal_is_a_value_error_that_says_what_was_expected(example: Any) -> None:
    tools = example.MunchkinTools()
    tools.reset(seed=1, **SHORT)
    with pytest.raises(ValueError, match="expected a number from 1 to"):
        tools.answer(99)
    with pytest.raises(ValueError, match="do: expected one of"):
        tools.do('{"do": "kill"}')
    assert "Monster, level 10" in tools.look("net troll")


def test_every_tool_is_typed_and_documented(example: Any) -> None:
    """As TRL makes schemas of them: each parameter has a type, and a line in the docstring."""
    tools = [one for name, one in inspect.getmembers(example.MunchkinTools, inspect.isfunction) if name[0] != "_"]
    tools = [one for one in tools if one.__name__ != "reset"]
    assert {one.__name__ for one in tools} == {"answer", "do", "look"}
    for one in tools:
        for name, parameter in list(inspect.signature(one).parameters.items())[1:]:
            assert parameter.annotation is not inspect.Parameter.empty
            assert f"    {name}: " in (one.__doc__ or "")
        assert "Returns:" in (one.__doc__ or "")
