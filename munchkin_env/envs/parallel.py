"""Munchkin for libraries that accept only PettingZoo's ParallelEnv: all agents step, one of them decides.

    env = mk.parallel_env(players=4)
    observations, infos = env.reset(seed=7)
    while env.agents:
        actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

Prefer another interface where one fits. One seat decides at a time, so n - 1 of n agents' rows are empty, and a seat
that counts its waiting learns the number of others' decisions. At decisions that it may not notice (WINDOW-3) it gets
its last observation again.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from gymnasium.spaces import Space as GymSpace
from pettingzoo import ParallelEnv

from munchkin_env.engine.state.actions import whole_action
from munchkin_env.envs.aec import NO_IDS, raw_env
from munchkin_env.envs.registration import NUMBER
from munchkin_env.envs.rendering import RENDER_MODES
from munchkin_env.envs.spaces import AgentSpaces, LegalDiscrete
from munchkin_env.errors import GameOver, IllegalAction, shown
from munchkin_env.observation import is_noticed


class MunchkinParallelEnv(AgentSpaces, ParallelEnv[str, Any, Any]):
    """Seats of one game side by side, as a PettingZoo ParallelEnv.

    The last action id means to wait. It is the only legal action of a seat that is not asked, and illegal for the seat
    that is. "action_mask" is int8 (A + 1,). If a seat that is not asked takes another action, `on_illegal="raise"`
    raises IllegalAction; otherwise the seat waits. Rewards, ends and observations are those of `raw_env`. A game that
    ends before any seat is asked is skipped.

    `unwrapped.wait` is the id of waiting; `unwrapped.game` is the running game, which holds information that no agent
    may see.
    """

    metadata = {"name": f"munchkin-v{NUMBER}", "render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        """Make the environment; `reset` begins a game.

        Args:
            render_mode: as for `raw_env`.
            **config: as for `raw_env`.

        Raises:
            ConfigError: no game can have these settings.
        """
        self.table = raw_env(render_mode, **config)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible_agents)
        self.agents: list[str] = []
        self._seen: dict[str, dict[str, Any]] = {}
        """The last observation of each agent."""
        self.state_space = self.table.state_space
        self.wait = int(self.table.action_space(self.possible_agents[0]).n)
        """The action of a seat that is not asked."""
        self.observation_spaces = {}
        self.action_spaces = {}
        for agent in self.possible_agents:
            seen = self.table.observation_space(agent)["observation"]  # type: ignore[index]  # a Dict
            mask = Box(0, 1, (self.wait + 1,), np.int8)
            self.observation_spaces[agent] = Dict({"observation": seen, "action_mask": mask})
            self.action_spaces[agent] = LegalDiscrete(self.wait + 1)
        self._bind_spaces()

    @property
    def game(self) -> Any:
        """Running game. For tools and tests: it contains hidden information."""
        return self.table.game

    def observation_space(self, agent: str) -> GymSpace[Any]:
        """Return the Dict space of an agent, the same object at each call.

        Args:
            agent: a name of `possible_agents`.

        Raises:
            ConfigError: there is no such agent.
        """
        self.table.observation_space(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """Return the action space of an agent, the same `LegalDiscrete` at each call; its last id is to wait.

        Args:
            agent: a name of `possible_agents`.

        Raises:
            ConfigError: there is no such agent.
        """
        self.table.action_space(agent)
        space: LegalDiscrete = self.action_spaces[agent]
        return space

    def _asked(self) -> str | None:
        return self.table.agent_selection if self.agents else None

    def _legal_for(self, agent: str) -> np.ndarray:
        asked = self._asked()
        if asked is None:
            return NO_IDS
        return self.table.legal_actions() if asked == agent else np.array([self.wait], np.int32)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game.

        Args:
            seed: as for `raw_env.reset`.
            options: as for `raw_env.reset`.

        Returns:
            (observations, infos), both by agent.

        Raises:
            ConfigError: as for `raw_env.reset`.
        """
        self.table.reset(seed, options)
        while self.table.game.is_terminal:
            self.table.reset()
        self.agents = list(self.possible_agents)
        self._seen = {}
        return self._observations(self.agents), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Take the action of the asked seat; the others wait.

        Args:
            actions: an action for each agent.

        Returns:
            (observations, rewards, terminations, truncations, infos), all by agent.

        Raises:
            IllegalAction: as for `raw_env.step`, or an agent has no action, or an action no agent. Nothing has changed.
            GameOver: the game has ended.
        """
        asked = self._asked()
        if asked is None:
            over = self.table.game.is_terminal  # GameOver before the first reset
            raise GameOver(f"actions: expected reset(), the game is {'over' if over else 'cut'}, got {shown(actions)}")
        self._check(actions, asked)
        agents, table = self.agents, self.table
        table.step(actions[asked])
        rewards = {agent: table.rewards[agent] for agent in agents}
        ended = {agent: table.terminations[agent] for agent in agents}
        cut = {agent: table.truncations[agent] for agent in agents}
        if any(ended.values()) or any(cut.values()):
            self.agents = []
        return self._observations(agents), rewards, ended, cut, {agent: {} for agent in agents}

    def _check(self, actions: Mapping[str, Any], asked: str) -> None:
        """Raise IllegalAction unless each agent has an action that it may take, as far as it does not decide."""
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions: expected a dict by agent, got {shown(actions)}")
        for name in actions:
            if name not in self.agents:
                raise IllegalAction(f"actions: expected agents of {', '.join(self.agents)}, got {shown(name)}")
        for agent in self.agents:
            if agent not in actions:
                raise IllegalAction(f"actions: expected one for each of {', '.join(self.agents)}, got none for {agent}")
            number = whole_action(actions[agent], f"actions[{agent!r}]")
            if agent == asked and number == self.wait and self.table.on_illegal == "raise":
                raise IllegalAction(f"actions[{agent!r}]: expected a legal action, it is asked, got {number} (wait)")
            if agent != asked and number != self.wait and self.table.on_illegal == "raise":
                raise IllegalAction(f"actions[{agent!r}]: expected {self.wait} (wait), it is not asked, got {number}")

    def _observations(self, agents: list[str]) -> dict[str, Any]:
        asked = self._asked()
        public = is_noticed(self.table.game, "public")
        for agent in agents:
            if public or agent == asked or agent not in self._seen or not self.agents:
                self._seen[agent] = self.table.observe(agent)
        return {agent: self._with_wait(agent, agent == asked) for agent in agents}

    def _with_wait(self, agent: str, asked: bool) -> dict[str, Any]:
        """Return a copy of its last observation, with the mask of now."""
        mask = np.zeros(self.wait + 1, np.int8)
        mask[self._legal_for(agent)] = 1
        return {**deepcopy(self._seen[agent]), "action_mask": mask}

    def state(self) -> np.ndarray:
        """Return flat observations of all seats in order, int8 (players * F,), for critics with full information."""
        return self.table.state()

    def render(self) -> Any:
        """Show the table, as `raw_env.render` does."""
        return self.table.render()

    def close(self) -> None:
        """Close the environment, as `raw_env.close` does."""
        self.table.close()


def parallel_env(render_mode: str | None = None, **config: Any) -> MunchkinParallelEnv:
    """Make Munchkin as a PettingZoo ParallelEnv, whose action space has one more action: to wait.

    Args:
        render_mode: as for `raw_env`.
        **config: further arguments of `raw_env`, fields of `GameConfig`, or a preset.

    Returns:
        The environment, a `MunchkinParallelEnv`.

    Raises:
        ConfigError: no game can have these settings.

    Examples:
        >>> import munchkin_env as mk
        >>> env = mk.parallel_env(players=4)
        >>> observations, infos = env.reset(seed=7)
        >>> actions = {a: env.action_space(a).sample(observations[a]["action_mask"]) for a in env.agents}
        >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    """
    return MunchkinParallelEnv(render_mode, **config)
