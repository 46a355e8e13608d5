"""Self-play for JAX: `reset` and `step` work inside `jax.jit`, `lax.scan` and `lax.while_loop`. Needs the extra `jax`.

The games are those of `SelfPlayVecEnv`, on the host: an ordered callback plays each step. A state is a handle of games
that exist once. It is no copy of them, so only the newest one can be stepped.
"""

from typing import Any, NamedTuple

import numpy as np

from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.errors import ConfigError, needing

with needing("jax", "munchkin_env.envs.jax"):
    import jax
    from jax.experimental import io_callback

MOST_STEPS = 1 << 31  # handles are int32, the widest integers of JAX by default, and wrap around


class TimeStep(NamedTuple):
    """The games after `reset` or `step`: arrays of `SelfPlayVecEnv`, with its names, shapes and dtypes."""

    observation: Any
    """Observation of the acting seat: int8 (N, F) of "flat", a dict of "tokens" and "sparse", None without encoding."""
    legal_action_mask: Any
    """int8 (N, A)."""
    current_player: Any
    """int8 (N,), the acting seat."""
    rewards: Any
    """float32 (N, P), of every seat in this step."""
    done: Any
    """int8 (N,), 1 where a game ended in this step; the other arrays already show the next game."""


class JaxSelfPlayVecEnv:
    """Many games for self-play whose `reset` and `step` are functions of JAX.

    Errors of the games are raised as `jax.errors.JaxRuntimeError`, whose message holds the original one; no game has
    moved. Ordered callbacks need one device, and cannot be used in `jax.vmap`: N games already are a batch.

    Attributes:
        games: the `SelfPlayVecEnv` that plays. Change its `controllers` between calls only.
        spec: `mk.spec` of the games.
        flat_scale: float32 (F,), factors that scale "flat" observations to about -1 to 1, as an array of JAX.
        action_spec: `jax.ShapeDtypeStruct` of the actions, int32 (N,).
        step_spec: `TimeStep` of `jax.ShapeDtypeStruct`.

    Examples:
        >>> env = JaxSelfPlayVecEnv(64, preset="short")
        >>> state, now = jax.jit(env.reset)(7)
        >>> state, now = jax.jit(env.step)(state, now.legal_action_mask.argmax(axis=1))
    """

    def __init__(self, num_envs: int, players: int | None = None, **settings: Any) -> None:
        """Deal the games.

        Args:
            num_envs: N, the number of games.
            players: number of seats of each game, 3 to 6; None takes the preset's, else 4.
            **settings: those of `SelfPlayVecEnv`.

        Raises:
            ConfigError: a setting is impossible; the message names it.
        """
        self.games = SelfPlayVecEnv(num_envs, players, **settings)
        self.spec = self.games.spec
        self._steps = 0
        self.flat_scale = jax.numpy.asarray(self.spec.flat_scale)
        self.action_spec = jax.ShapeDtypeStruct((num_envs,), np.int32)
        self._handle_spec, self.step_spec = jax.tree.map(
            lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), self._now()
        )

    def reset(self, seed: Any) -> tuple[jax.Array, TimeStep]:
        """Start again with episode 0 of every row.

        Args:
            seed: whole number, an array without dimensions inside of `jax.jit`.

        Returns:
            The state, an opaque handle for the next `step`, and the first time step.
        """
        state, now = io_callback(self._reset, (self._handle_spec, self.step_spec), seed, ordered=True)
        return state, now

    def step(self, state: jax.Array, actions: Any) -> tuple[jax.Array, TimeStep]:
        """Take the pending action of every game; ended games start again at once.

        Args:
            state: the handle that the last `reset` or `step` returned.
            actions: int (N,), a legal id for each row.

        Returns:
            The new state and the time step.
        """
        following, now = io_callback(self._step, (self._handle_spec, self.step_spec), state, actions, ordered=True)
        return following, now

    def _reset(self, seed: Any) -> tuple[np.ndarray, TimeStep]:
        self.games.reset(np.asarray(seed).item())
        return self._next()

    def _step(self, state: Any, actions: Any) -> tuple[np.ndarray, TimeStep]:
        if int(state) != self._steps:
            raise ConfigError(f"state: expected the newest one, {self._steps}, got {int(state)}; no game has moved")
        self.games.step(np.asarray(actions))
        return self._next()

    def _next(self) -> tuple[np.ndarray, TimeStep]:
        self._steps = (self._steps + 1) % MOST_STEPS
        return self._now()

    def _now(self) -> tuple[np.ndarray, TimeStep]:
        """Handle and time step, copied: JAX may keep an array of the host as it is, and the games overwrite theirs."""
        now = TimeStep(*(getattr(self.games, name) for name in TimeStep._fields))
        return np.array(self._steps, np.int32), jax.tree.map(np.array, now)
