"""Self-play in JAX: inside of compiled functions the games are those of `SelfPlayVecEnv`, step by step."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from tests.envs.slow_rows import SMALL

jax = pytest.importorskip("jax", reason="JAX is not installed here; `make test-clients` runs these tests")

from munchkin_env.envs.jax import JaxSelfPlayVecEnv, TimeStep

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "jax.md"


def env_of(**settings: Any) -> JaxSelfPlayVecEnv:
    return JaxSelfPlayVecEnv(3, **{**SMALL, **settings})


def first_legal(now: TimeStep) -> Any:
    return now.legal_action_mask.argmax(axis=1)


def same(found: TimeStep, games: mk.SelfPlayVecEnv) -> None:
    """Values and dtypes are those that the games show."""
    wanted = TimeStep(*(getattr(games, name) for name in TimeStep._fields))
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    "settings", [{}, {"encoding": "tokens", "controllers": ["caller", "random", "greedy"]}], ids=str
)
def test_a_scan_plays_the_games_of_the_native_vector(settings: dict[str, Any]) -> None:
    env = env_of(**settings)

    @jax.jit
    def play(seed: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            state, now = carry
            actions = jax.random.categorical(key, jax.numpy.where(now.legal_action_mask, 0.0, -1e9))
            state, now = env.step(state, actions)
            return (state, now), (actions, now)

        begun = env.reset(seed)
        return begun[1], jax.lax.scan(one, begun, jax.random.split(key, 150))[1]

    games = mk.SelfPlayVecEnv(3, **{**SMALL, **settings})
    for seed in (7, 8):
        first, (actions, steps) = play(seed, jax.random.key(seed))
        games.reset(seed)
        same(first, games)
        for t, taken in enumerate(np.asarray(actions)):
            games.step(taken)
            same(jax.tree.map(lambda array, t=t: np.asarray(array[t]), steps), games)
        assert steps.done.any(), "games end and begin again"


def test_specs_are_those_of_its_time_steps() -> None:
    for encoding in ("flat", "tokens", "sparse", None):
        env = env_of(encoding=encoding)
        _, now = env.reset(1)
        assert jax.tree.map(lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), now) == env.step_spec
        assert jax.eval_shape(env.reset, 1)[1] == env.step_spec
    assert env.action_spec.shape == (3,)
    np.testing.assert_array_equal(env.flat_scale, mk.spec(**SMALL).flat_scale)


def test_arrays_are_not_overwritten() -> None:
    env = env_of()
    state, now = env.reset(7)
    kept, later = jax.tree.map(np.array, now), now
    for _ in range(3):
        state, later = env.step(state, first_legal(later))
    assert (np.asarray(later.observation) != kept.observation).any()
    for one, other in zip(jax.tree.leaves(now), jax.tree.leaves(kept), strict=True):
        np.testing.assert_array_equal(one, other)


def test_only_the_newest_state_is_stepped() -> None:
    env = env_of()
    old, now = env.reset(7)
    new, later = jax.jit(env.step)(old, first_legal(now))
    with pytest.raises(jax.errors.JaxRuntimeError, match="state: expected the newest one, 2, got 1; no game has moved"):
        jax.block_until_ready(jax.jit(env.step)(old, first_legal(later)))
    _, after = env.step(new, first_legal(later))
    same(after, env.games)


def test_errors_of_the_games_reach_the_caller() -> None:
    env = env_of()
    state, now = env.reset(7)
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"IllegalAction: actions\[0\]: expected one of"):
        jax.block_until_ready(jax.jit(env.step)(state, jax.numpy.full(3, -1)))
    same(now, env.games)
    with pytest.raises(ValueError, match="vmap"):
        jax.vmap(env.reset)(jax.numpy.arange(2))
    with pytest.raises(mk.ConfigError, match="players"):
        JaxSelfPlayVecEnv(3, players=7)


@pytest.mark.compiled
def test_the_program_of_the_page_runs() -> None:
    blocks = re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    space: dict[str, Any] = {}
    exec("\n".join(blocks), space)
    assert space["steps"].done.shape == (100, 64)
