"""Options of environments are declared once: every environment refuses the same values by the same words."""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.base import EnvOptions, LearnerOptions, RowOptions
from munchkin_env.renamed import ELSEWHERE
from tests.each import each
from tests.envs.slow_rows import SMALL

pytestmark = pytest.mark.interpreted

TAKES: list[tuple[Callable[..., Any], type[EnvOptions]]] = [
    (mk.env, EnvOptions),
    (mk.raw_env, EnvOptions),
    (mk.parallel_env, EnvOptions),
    (mk.MunchkinEnv, LearnerOptions),
    (mk.MunchkinVectorEnv, RowOptions),
    (mk.sb3_vec_env, RowOptions),
]
WRONG = {
    "render_mode": "loud",
    "encoding": "pixels",
    "on_illegal": "ignore",
    "shaping": float("nan"),
    "opponents": "nobody",
    "learner_seat": 3,
    "max_episode_steps": 0,
    "threads": 0,
}


@each(("make", "kind"), TAKES)
def test_every_option_is_checked_and_named(make: Callable[..., Any], kind: type[EnvOptions]) -> None:
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    for field in fields(kind):
        with pytest.raises(mk.ConfigError, match=f"^{field.name}: expected" if field.name != "opponents" else "bot: "):
            make(**SMALL, **{field.name: WRONG[field.name]})


@each(("make", "kind"), TAKES)
def test_settings_that_the_cards_rule_out_are_refused_at_once(make: Callable[..., Any], kind: type[EnvOptions]) -> None:
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    for settings in ({"cult_discards": 1}, {"fairy_dust": True}, {"without_cards": ["monster"]}):
        with pytest.raises(mk.ConfigError):
            make(**SMALL, **settings)


@each(("make", "kind"), TAKES)
def test_what_is_no_option_is_a_setting_of_the_games(make: Callable[..., Any], kind: type[EnvOptions]) -> None:
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    others = {field.name for field in fields(RowOptions)} - {field.name for field in fields(kind)}
    for name in ("oponents", *others):
        with pytest.raises(mk.ConfigError, match=name):
            make(**SMALL, **{name: 1})


@each(("make", "kind"), TAKES)
def test_arguments_of_other_environments_and_methods_are_told_apart(
    make: Callable[..., Any], kind: type[EnvOptions]
) -> None:
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    taken = {field.name for field in fields(kind)} | ({"seed"} if make is mk.sb3_vec_env else set())
    taken |= {"max_cycles"} if make in (mk.env, mk.raw_env, mk.parallel_env) else set()
    for name, where in ELSEWHERE.items():
        if name not in taken:
            with pytest.raises(mk.UnknownSetting, match=re.escape(f"{name}: unknown setting; {where}")):
                make(**SMALL, **{name: 1})


@each(("make", "kind"), TAKES)
def test_numbers_of_numpy_are_numbers(make: Callable[..., Any], kind: type[EnvOptions]) -> None:
    if make is mk.sb3_vec_env:
        pytest.importorskip("stable_baselines3")
    env = make(**{**SMALL, "goal": np.int64(4), "shaping": np.float32(0.5), "helper_wins": np.bool_(False)})
    game = env.games if hasattr(env, "games") else env.unwrapped
    config = getattr(game, "table", game).config
    assert (config.goal, type(config.goal), config.helper_wins) == (4, int, False)
