"""Munchkin for stable-baselines3: a native VecEnv, one learner a game. Needs the extra `train`.

from sb3_contrib import MaskablePPO
model = MaskablePPO("MlpPolicy", mk.sb3_vec_env(64, opponents="greedy")).learn(100_000)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.engine.state.actions import whole_actions
from munchkin_env.envs import checkpoint
from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.spaces import LegalDiscrete, observation_space
from munchkin_env.errors import ConfigError, GameOver, needing, shown
from munchkin_env.game.initial_state import check_seed
from munchkin_env.policies import policy_metadata


def sb3_vec_env(
    num_envs: int = 1,
    players: int | None = None,
    *,
    seed: int | None = None,
    **settings: Any,
) -> Any:
    """Make a `stable_baselines3.common.vec_env.VecEnv` of many games.

    Rewards, ends of games and seeds of rows are those of `MunchkinVectorEnv`. An ended game starts again in the same
    step, with the end in `infos[i]["terminal_observation"]`. Infos hold "action_mask" and "learner_seat" of each row.
    MaskablePPO finds the masks by itself: use no ActionMasker, and use the maskable callbacks and evaluation. Returned
    arrays belong to the caller and are never overwritten.

    Args:
        num_envs: N, the number of games.
        players: number of seats of each game, 3 to 6; None takes the preset's, else 4.
        seed: seed of the first reset.
        **settings: those of `MunchkinVectorEnv`, without `autoreset_mode`.

    Returns:
        The vector environment.

    Raises:
        ConfigError: no environment can have these settings.
        MissingExtra: stable-baselines3 is not installed.

    Examples:
        >>> from sb3_contrib import MaskablePPO
        >>> import munchkin_env as mk
        >>> env = mk.sb3_vec_env(8, opponents="greedy", preset="short", shaping=1.0)
        >>> settings = {"features_extractor_class": mk.ScaledFlatExtractor}
        >>> model = MaskablePPO("MlpPolicy", env, policy_kwargs=settings)
    """
    env = blank(_vec_env)
    env._play = LearnerGames(num_envs, players, **settings)
    env._actions = None
    env._begun = False
    env.render_mode = None
    env.metadata = {"render_modes": []}
    games = env.games
    encoding = env._play.encoding
    actions = LegalDiscrete(games.num_actions, facts=policy_metadata(games.spec, encoding))
    super(_Rows, env).__init__(num_envs, observation_space(games.spec, encoding), actions)
    env.seed(seed)
    return env


@lru_cache(maxsize=1)
def _vec_env() -> Any:
    """The class of all these environments. Raises MissingExtra without SB3."""
    with needing("train", "sb3_vec_env"):
        from stable_baselines3.common.vec_env import VecEnv

    class MunchkinVecEnv(_Rows, VecEnv):
        """The games of `_Rows` as SB3 knows vector environments."""

    return MunchkinVecEnv


def blank(kind_of: Callable[[], Any]) -> Any:
    """Return an environment without anything yet, of the class that a function gives: what is pickled names it."""
    kind = kind_of()
    return kind.__new__(kind)


class _Rows:
    """Methods of a VecEnv over `LearnerGames`. Ended games begin again in the same step."""

    _play: LearnerGames
    _actions: np.ndarray | None
    _begun: bool
    _seeds: list[int | None]
    num_envs: int
    reset_infos: list[dict[str, Any]]

    def __reduce__(self) -> tuple[Any, ...]:
        return blank, (_vec_env,), dict(self.__dict__)

    @property
    def games(self) -> Any:
        """The `SelfPlayVecEnv` underneath. For tools and tests: they contain hidden information."""
        return self._play.games

    def action_masks(self) -> np.ndarray:
        """int8[N, A]: 1 where an action is legal now, a fresh array."""
        return self._play.masks()

    def reset(self) -> Any:
        """New games in all rows: after `seed(…)` its first ones, else the next ones. Returns the observations."""
        seed = self._seeds[0]
        if seed is None and not self._begun:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        self._begun = True
        self._play.reset(seed)
        self._seeds = [None] * self.num_envs
        self.reset_infos = self._infos()
        return self._play.observation()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next reset; None draws one. Raises ConfigError for what is no whole number from 0."""
        if seed is not None:
            seed = check_seed(seed)
        seeds: Sequence[int | None] = super().seed(seed)  # type: ignore[misc]  # of VecEnv
        return seeds

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions, int[N]; `step_wait` plays them.

        Raises IllegalAction unless they are whole numbers, and GameOver before the first `reset`.
        """
        if not self._begun:
            raise GameOver("actions: expected games that have begun, got none; call reset() first")
        self._actions = whole_actions(actions, self.num_envs)

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """(observations, rewards float32[N], dones bool[N], infos). IllegalAction: no game has moved."""
        if self._actions is None:
            raise ConfigError("actions: expected step_async(actions) before step_wait()")
        actions, self._actions = self._actions, None
        rewards, terminated, truncated = self._play.step(actions)
        infos = self._infos()
        dones = terminated | truncated
        for i in np.flatnonzero(dones).tolist():
            infos[i]["terminal_observation"] = self._play.final_observation(i)
            infos[i]["TimeLimit.truncated"] = bool(truncated[i])
        return self._play.observation(), rewards, dones, infos

    def set_opponents(self, row: int, opponents: str | Bot | Sequence[str | Bot]) -> None:
        """Set the opponents of a row from its next game on: `set_opponents(3, ["greedy", network, "random"])`.

        Args:
            row: the row.
            opponents: players clockwise from the learner's left, or one for all seats.

        Raises:
            ConfigError: if they do not fit.
        """
        self._play.set_opponents(row, opponents)

    def state(self) -> dict[str, np.ndarray]:
        """All that the games depend on but the opponents themselves; `np.savez(file, **env.state())` keeps it.

        Raises ConfigError between `step_async` and `step_wait`, and for opponents that may remember: bots that play in
        Python and are no BatchBots.
        """
        if self._actions is not None:
            raise ConfigError("actions: expected step_wait() before state(), got actions that have not been played")
        seed = "" if self._seeds[0] is None else str(self._seeds[0])
        return checkpoint.sealed({**self._play.state(), "begun": np.array(self._begun), "next_seed": np.array(seed)})

    def restore(self, state: Mapping[str, np.ndarray]) -> Any:
        """Continue from a `state()` of an environment with the same settings and opponents.

        Returns:
            The observations.

        Raises:
            ConfigError: naming the difference or the damage; then nothing has changed.
        """
        state = checkpoint.opened(state)
        seed = checkpoint.whole(state, "next_seed") if checkpoint.text(state, "next_seed") else None
        begun = checkpoint.array_like(state, "begun", np.array(False))
        self._play.restore(state)
        self._actions = None
        self._begun = bool(begun)
        self._seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        self.reset_infos = self._infos()
        return self._play.observation()

    def _infos(self) -> list[dict[str, Any]]:
        masks = self._play.masks()
        return [{"action_mask": mask, "learner_seat": p} for mask, p in zip(masks, self._play.seats, strict=True)]

    def close(self) -> None:
        """End the threads."""
        self._play.games.close()

    def _indices(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        several = isinstance(indices, list | tuple | range) or (isinstance(indices, np.ndarray) and indices.ndim > 0)
        chosen: list[Any] = list(indices) if several else [indices]  # type: ignore[arg-type]
        if not all(_is_row(i, self.num_envs) for i in chosen):
            raise ConfigError(f"indices: expected rows from 0 to {self.num_envs - 1}, got {shown(indices)}")
        return [int(i) for i in chosen]

    def has_attr(self, attr_name: str) -> bool:
        """Return True if the rows have the attribute, which they share."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return the attribute for each row: it is the same."""
        value = getattr(self, attr_name)
        return [value for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Refuse with ConfigError: the rows share their attributes."""
        raise ConfigError(f"{attr_name}: expected it to be set when the environment is made, got {shown(value)}")

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """Return `action_masks` of the rows, int8[A] each; no other method belongs to a single row."""
        if method_name != "action_masks" or args or kwargs:
            raise ConfigError(f"env_method: expected action_masks without arguments, got {shown(method_name)}")
        masks = self.action_masks()
        return [masks[i] for i in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """Return False for each row: none is wrapped."""
        return [False for _ in self._indices(indices)]


def _is_row(index: object, rows: int) -> bool:
    whole = isinstance(index, int | np.integer) and not isinstance(index, bool)
    return whole and -rows <= index < rows  # type: ignore[operator]  # a number by now
