"""A former name, at any place, gives an error with the right one."""

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import munchkin_env as mk
from munchkin_env import munchkin_v0, renamed
from munchkin_env.benchmark.run import rate
from munchkin_env.cli.main import commands, main
from munchkin_env.envs.registration import ENVIRONMENT_ID
from munchkin_env.evaluation import episodes, ladder, record
from munchkin_env.observation import View
from tests.each import each

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "episodes": episodes,
    "evaluate": mk.evaluate,
    "ladder": ladder,
    "observe": lambda **given: mk.Game(players=3).observe(0, **given),
    "policy_metadata": mk.policy_metadata,
    "rate": rate,
    "record": record,
    "scenario": mk.scenario,
    "settings": mk.env,
}
PARTS = {"--near": ("ratings",), "--no-manners": ("verify",)}
"""Parts of the command whose help shows the present name of an option."""
TABLES = [
    *((owner, *pair) for owner, table in renamed.ATTRIBUTES.items() if owner != "BatchBot" for pair in table.items()),
    *(("munchkin_env", old, new) for old, new in renamed.PACKAGE.items()),
]


def owner_of(name: str) -> Any:
    """An object that lacks the former attributes."""
    if name == "munchkin_env":
        return mk
    if name == "SelfPlayVecEnv":
        return mk.SelfPlayVecEnv(1, players=3)
    if name == "Evaluation":
        return mk.evaluate(["random"] * 3, games=3, progress=False, round_limit=1)
    if name == "Spec":
        return mk.spec(players=3)
    game = mk.Game(players=3, seed=1)
    return View.of(game, 0) if name == "View" else game


@each(("owner", "old", "new"), TABLES)
def test_a_former_attribute_names_the_present_one(owner: str, old: str, new: str) -> None:
    one = owner_of(owner)
    with pytest.raises(AttributeError, match=rf"'{old}'; it is called {new}$"):
        getattr(one, old)
    assert hasattr(one, new)


@each(("function", "old", "new"), [(name, *pair) for name in FUNCTIONS for pair in renamed.ARGUMENTS[name].items()])
def test_a_former_argument_names_the_present_one(function: str, old: str, new: str) -> None:
    with pytest.raises(mk.UnknownSetting, match=rf"{old}: .*; it is called {new}"):
        FUNCTIONS[function](**{old: 3})


def test_every_table_of_arguments_is_of_a_function() -> None:
    assert set(FUNCTIONS) == set(renamed.ARGUMENTS)


@each(("old", "new"), renamed.PRESETS.items())
def test_a_former_preset_names_the_present_one(old: str, new: str) -> None:
    with pytest.raises(mk.ConfigError, match=rf"preset: .*; it is called {new}"):
        mk.Game(preset=old)
    assert new in mk.presets()


@each(("old", "new"), renamed.BOTS.items())
def test_a_former_player_names_the_present_one(old: str, new: str) -> None:
    with pytest.raises(mk.ConfigError, match=rf"bot: .*; it is called {new}"):
        mk.make_bot(old)


@each(("old", "new"), renamed.COMMANDS.items())
def test_a_former_command_names_the_present_one(old: str, new: str, capsys) -> None:
    with pytest.raises(SystemExit):
        main([old])
    assert f"{old}: unknown; it is called {new}" in capsys.readouterr().err
    assert new in commands()


@each(("command", "old", "new"), [(name, *pair) for name, table in renamed.OPTIONS.items() for pair in table.items()])
def test_a_former_option_names_the_present_one(command: str, old: str, new: str, capsys) -> None:
    with pytest.raises(SystemExit):
        main([command, old, "3"])
    assert f"{old}: unknown; it is called {new}" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([command, *PARTS.get(old, ()), "--help"])
    assert new in capsys.readouterr().out


@each(("old", "new"), renamed.ATTRIBUTES["BatchBot"].items())
def test_a_former_setting_of_a_bot_names_the_present_one(old: str, new: str) -> None:
    with pytest.raises(mk.UnknownSetting, match=f"^{old}: unknown setting of Mine; it is called {new}$"):
        type("Mine", (mk.BatchBot,), {old: "tokens"})
    assert hasattr(mk.BatchBot, new)


@each("name", ["munchkin/Munchkin-v0", "munchkin_env/MunchkinV0-v0"])
def test_gymnasium_answers_another_id_with_the_namespace(name: str) -> None:
    with pytest.raises(gymnasium.error.UnregisteredEnv, match="Did you mean"):
        gymnasium.make(name)


def test_the_module_for_pettingzoo_has_its_three_makers_and_the_number_of_the_ids() -> None:
    assert (munchkin_v0.env, munchkin_v0.raw_env, munchkin_v0.parallel_env) == (mk.env, mk.raw_env, mk.parallel_env)
    assert ENVIRONMENT_ID.rpartition("-")[2] == munchkin_v0.__name__.rpartition("_")[2]
