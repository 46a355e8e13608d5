"""Munchkin for libraries that take nothing but PettingZoo's ParallelEnv: all agents step, one of them answers.

env = mk.parallel_env(players=4)
observations, infos = env.reset(seed=7)
while env.agents:
    actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)

It costs more than it gives where another interface will do: one seat is asked at a time, so of n agents' rows n - 1
hold nothing, each is observed all the same, and a seat that counts its waiting learns how often others were asked.
"""

from collections.abc import Mapping
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


class MunchkinParallelEnv(AgentSpaces, ParallelEnv[str, Any, Any]):
    """The seats of one game side by side; settings as for `raw_env`.

    The action space has one id more than elsewhere, the last: to wait. It is all that is legal for a seat that is not
    asked, and is not legal for the one that is; "action_mask" of the observations is int8[A + 1]. A seat that is not
    asked and answers something else: IllegalAction with `on_illegal="raise"`, else it waits.
    Rewards, ends and observations are those of `raw_env`. A game that is over before anybody is asked is passed over.
    `unwrapped.wait` is the id, `unwrapped.game` the running game, which holds what no agent may see.
    """

    metadata = {"name": f"munchkin-v{NUMBER}", "render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        self.table = raw_env(render_mode, **config)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible_agents)
        self.agents: list[str] = []
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
        """The running game. For tools and tests: it holds what no agent may see."""
        return self.table.game

    def observation_space(self, agent: str) -> GymSpace[Any]:
        """The same Dict space at each call. Raises ConfigError for no agent."""
        self.table.observation_space(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The same `LegalDiscrete` at each call; its last id is to wait. Raises ConfigError for no agent."""
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
        """Deals a new game. Returns (observations, infos), both by agent. Seeds and errors as in `raw_env`."""
        self.table.reset(seed, options)
        while self.table.game.is_terminal:
            self.table.reset()
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """The asked seat answers, the others wait. Returns (observations, rewards, terminations, truncations, infos).

        Raises IllegalAction as `on_illegal` says, for an agent without an action and an action without an agent;
        nothing has then changed. GameOver when the game is over.
        """
        asked = self._asked()
        if asked is None:
            raise GameOver(f"actions: expected reset(), the game is over, got {shown(actions)}")
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
        """Raises IllegalAction unless each agent has an action that it may take, as far as it does not decide."""
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions: expected a dict by agent, got {shown(actions)}")
        for name in actions:
            if name not in self.agents:
                raise IllegalAction(f"actions: expected agents of {', '.join(self.agents)}, got {shown(name)}")
        for agent in self.agents:
            if agent not in actions:
                raise IllegalAction(f"actions: expected one for each of {', '.join(self.agents)}, got none for {agent}")
            number = whole_action(actions[agent], f"actions[{agent!r}]")
            if agent != asked and number != self.wait and self.table.on_illegal == "raise":
                raise IllegalAction(f"actions[{agent!r}]: expected {self.wait} (wait), it is not asked, got {number}")

    def _observations(self, agents: list[str]) -> dict[str, Any]:
        asked = self._asked()
        found = {}
        for agent in agents:
            seen = self.table.observe(agent)
            waits = np.int8(agent != asked and bool(self.agents))
            found[agent] = {**seen, "action_mask": np.append(seen["action_mask"], waits)}
        return found

    def state(self) -> np.ndarray:
        """int8[players * F]: the flat observations of all seats in order, for critics that may see everything."""
        return self.table.state()

    def render(self) -> Any:
        """As `raw_env.render`."""
        return self.table.render()

    def close(self) -> None:
        """As `raw_env.close`."""
        self.table.close()


def parallel_env(render_mode: str | None = None, **config: Any) -> MunchkinParallelEnv:
    """Munchkin as a PettingZoo ParallelEnv, with an action more: to wait; settings as for `raw_env`."""
    return MunchkinParallelEnv(render_mode, **config)


__all__ = ["MunchkinParallelEnv", "parallel_env"]
