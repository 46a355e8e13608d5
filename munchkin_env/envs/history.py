"""Observations and actions of a learner's last decisions, in front of its present observation.

A memory for networks that have none.

    env = mk.with_history(gymnasium.make("munchkin_env/Munchkin-v0"), decisions=8)
    vec_env = mk.with_history(mk.sb3_vec_env(64), decisions=8)    # for stable-baselines3, with masks
"""

from collections.abc import Mapping
from functools import lru_cache
from inspect import getmembers
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Space

from munchkin_env.config.game_config import whole_number
from munchkin_env.engine.state.actions import whole_actions
from munchkin_env.envs import checkpoint
from munchkin_env.envs.sb3 import blank
from munchkin_env.envs.spaces import LegalDiscrete
from munchkin_env.errors import ConfigError, needing, shown
from munchkin_env.observation import Spec, spec
from munchkin_env.observation.layout import MOST8
from munchkin_env.policies.history import ANSWER, OBSERVATION, RADIX, events_of, width_of

HISTORY = "history"
"""The entry of a state of a VecEnv that holds what lies behind its observations."""


class HistoryRing:
    """Last decisions of some learners, the latest first: the public events that each saw, and its action."""

    def __init__(self, facts: Spec, decisions: int, rows: int) -> None:
        decisions = whole_number("decisions", decisions, 1, 1000)
        self._events = events_of(facts)
        self.width = width_of(facts)
        """int8 of a decision."""
        self._actions = facts.num_actions
        self.kept = np.zeros((rows, decisions, self.width), np.int8)

    def forget(self, rows: Any = slice(None)) -> None:
        """Begin a new game in these rows."""
        self.kept[rows] = 0

    def note(self, seen: np.ndarray, answers: np.ndarray, masks: np.ndarray) -> None:
        """Note observations `flat`, int8[rows, F], and the actions given there, int[rows].

        masks: int8[rows, A], the legal ones. Any other was not played, and is noted as none, by zeros.
        """
        is_id = (answers >= 0) & (answers < self._actions)
        is_action = is_id & (masks[np.arange(len(masks)), np.where(is_id, answers, 0)] != 0)
        self.kept[:, 1:] = self.kept[:, :-1].copy()
        self.kept[:, 0, :-ANSWER] = seen[:, self._events]
        self.kept[:, 0, -ANSWER] = np.where(is_action, answers // RADIX + 1, 0)
        self.kept[:, 0, -1] = np.where(is_action, answers % RADIX, 0)

    def behind(self, seen: np.ndarray) -> np.ndarray:
        """int8[rows, F + decisions * width]: what is seen now, then what was."""
        return np.concatenate([seen, self.kept.reshape(len(seen), -1)], axis=1)


def _facts_of(space: Space[Any]) -> Spec:
    """The game whose learner has this action space. Raises ConfigError unless it sees `flat`."""
    facts = getattr(space, "facts", None)
    if facts is None or facts["observation"] != "flat":
        seen = shown(space if facts is None else facts["observation"])
        raise ConfigError(f"env: expected one learner of munchkin_env that sees 'flat', got {seen}")
    return spec(editions=facts["editions"], players=facts["players"])


def _actions(space: LegalDiscrete) -> LegalDiscrete:
    """The action space, whose facts say what a policy that is saved with it reads: no other interface shows that."""
    return LegalDiscrete(int(space.n), facts={**(space.facts or {}), "observation": OBSERVATION})


def _space(seen: Box, past: HistoryRing) -> Box:
    """The space of `seen` with all that may stand behind it."""
    most = np.full(past.kept[0].size, 127, np.int8)
    low = np.where(np.arange(most.size) % past.width < past.width - ANSWER, -127, 0).astype(np.int8)
    return Box(np.concatenate([seen.low, low]), np.concatenate([seen.high, most]), dtype=np.int8)


class HistoryEnv(gymnasium.Wrapper[Any, Any, Any, Any]):
    """One learner that also sees its last decisions; `with_history` makes it."""

    def __init__(self, env: gymnasium.Env[Any, Any], decisions: int) -> None:
        super().__init__(env)
        bare: Any = env.unwrapped
        facts = _facts_of(bare.action_space)
        self._past = HistoryRing(facts, decisions, 1)
        self.observation_space = _space(env.observation_space, self._past)  # type: ignore[arg-type]  # a Box
        self._seen = np.zeros((1, facts.flat_length), np.int8)
        self._over = False
        self._played: tuple[Any, np.ndarray] | None = None  # action and mask of a step that has not ended
        self._answers = _actions(bare.action_space)
        self.action_space = self._answers
        self._bind_space()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind_space()

    def _bind_space(self) -> None:
        """Action space that samples a legal action of the learner; a copy has to be bound again."""
        bare: Any = self.env.unwrapped
        self._answers.bind(bare._legal)

    def action_masks(self) -> np.ndarray:
        """int8[A]: 1 where the learner's action is legal."""
        masks: np.ndarray = self.env.get_wrapper_attr("action_masks")()
        return masks

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game, without remembered decisions."""
        self._played = None
        observation, info = self.env.reset(seed=seed, options=options)
        self._past.forget()
        return self._told(observation, over=False), info

    def _told(self, observation: np.ndarray, over: bool) -> Any:
        """The observation with what stands behind it."""
        self._seen, self._over = observation[None], over
        return self._past.behind(self._seen)[0]

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step the learner's action, and remember it with its observation.

        A step that completes a broken-off one ignores its action: the action of the broken-off step is remembered. A
        step after the end, where an inner wrapper begins another game by it, and one that completes a reset, count as a
        reset.
        """
        masks = self.action_masks()[None]
        if masks.any():
            self._played = action, masks
        observation, reward, terminated, truncated, info = self.env.step(action)
        if self._over or self._played is None:
            self._past.forget()
        else:
            played, masks = self._played
            self._past.note(self._seen, whole_actions([played], 1), masks)
        self._played = None
        return self._told(observation, over=terminated or truncated), reward, terminated, truncated, info


@lru_cache(maxsize=1)
def _vec_env() -> Any:
    """The class of all these environments. Raises MissingExtra without SB3."""
    with needing("train", "with_history"):
        from stable_baselines3.common.vec_env import VecEnvWrapper

    class HistoryVecEnv(_HistoryRows, VecEnvWrapper):
        """The learners of `_HistoryRows` as SB3 knows wrappers of vector environments."""

    return HistoryVecEnv


class _HistoryRows:
    """Methods of a VecEnvWrapper whose learners also see their last decisions."""

    venv: Any
    num_envs: int
    _past: HistoryRing
    _seen: np.ndarray
    _played: tuple[np.ndarray, np.ndarray] | None
    """Actions and masks of a step that has not ended."""

    def __reduce__(self) -> tuple[Any, ...]:
        return blank, (_vec_env,), {name: value for name, value in self.__dict__.items() if name != "class_attributes"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.class_attributes = dict(getmembers(type(self)))  # as VecEnvWrapper has them; they cannot be pickled

    def reset(self) -> np.ndarray:
        """New games in all rows, without remembered decisions. Returns the observations."""
        self._past.forget()
        self._played = None
        self._seen = self.venv.reset()
        return self._past.behind(self._seen)

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions, int[N]; `step_wait` plays them, or completes what an error has broken off."""
        answers, masks = whole_actions(actions, self.num_envs), np.stack(self.venv.env_method("action_masks"))
        if masks.any():
            self._played = answers, masks
        self.venv.step_async(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """As of `sb3_vec_env`; remembers the actions with their observations."""
        seen, rewards, dones, infos = self.venv.step_wait()
        if self._played is None:  # a reset has been completed
            self._past.forget()
        else:
            self._past.note(self._seen, *self._played)
            self._played = None
        for row in np.flatnonzero(dones):
            ended = infos[row]["terminal_observation"]
            infos[row]["terminal_observation"] = np.concatenate([ended, self._past.kept[row].reshape(-1)])
        self._past.forget(dones)
        self._seen = seen
        return self._past.behind(seen), rewards, dones, infos

    def state(self) -> dict[str, np.ndarray]:
        """As of `sb3_vec_env`, with the histories."""
        return checkpoint.sealed({**self.venv.state(), HISTORY: self._past.kept.copy()})

    def restore(self, state: Mapping[str, np.ndarray]) -> np.ndarray:
        """As of `sb3_vec_env`, with the histories. ConfigError for a state without them; nothing has changed."""
        state = checkpoint.opened(state)
        kept = checkpoint.array_like(state, HISTORY, self._past.kept, -MOST8)
        self._seen, self._played = self.venv.restore(state), None
        self._past.kept[:] = kept
        return self._past.behind(self._seen)


def _vector(env: Any, decisions: int) -> Any:
    """The same for a VecEnv of stable-baselines3."""
    vector = blank(_vec_env)
    vector._past = past = HistoryRing(_facts_of(env.action_space), decisions, env.num_envs)
    spaces = _space(env.observation_space, past), _actions(env.action_space)
    super(_HistoryRows, vector).__init__(env, *spaces)
    return vector


def with_history(env: Any, decisions: int = 8) -> Any:
    """Wrap an environment so that observations contain the learner's last decisions of the game.

    Behind `flat` come, for each remembered decision and the latest first, the section `events` of `flat` at that time,
    and the action as 1 + id // 64 and id % 64. Entries without a decision are zero. Masks, rewards and ends are those
    of `env`, and `ScaledFlatExtractor` scales the additions, too. Nothing is added that the learner has not seen.
    A policy that was trained on it plays only in such environments; as a player elsewhere it is refused.

    Args:
        env: `MunchkinEnv`, `gymnasium.make(…)` or `sb3_vec_env(…)`, with the encoding "flat".
        decisions: number of decisions to remember.

    Returns:
        The wrapped environment, of the same kind.

    Raises:
        ConfigError: the environment or the number does not fit.
        MissingExtra: stable-baselines3 is not installed, and `env` is one of its vectors.

    Examples:
        >>> import munchkin_env as mk
        >>> env = mk.with_history(mk.MunchkinEnv(opponents="greedy"), decisions=4)
        >>> observation, info = env.reset(seed=7)
        >>> len(observation) > mk.spec().flat_length
        True
    """
    if isinstance(env, gymnasium.Env):
        inner = env
        while isinstance(inner, gymnasium.Wrapper):
            if isinstance(inner, HistoryEnv):
                raise ConfigError(f"env: expected an environment without a history, got {shown(env)}")
            inner = inner.env
        return HistoryEnv(env, decisions)
    if not hasattr(env, "step_wait"):
        raise ConfigError(f"env: expected a Gymnasium environment or a VecEnv of stable-baselines3, got {shown(env)}")
    return _vector(env, decisions)
