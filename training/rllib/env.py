"""Munchkin as a `MultiAgentEnv` of RLlib's new API stack."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from ray.rllib.env.multi_agent_env import MultiAgentEnv

import munchkin_env as mk
from munchkin_env.config.fields import check_name, whole_number

SETTINGS = ("game", "opponents", "rotation")


class MunchkinMultiAgentEnv(MultiAgentEnv):
    """One table of Munchkin; agents `player_0`, `player_1`, … are the seats that learn, bots play inside.

    Exactly one agent is in the observations of `reset` and of every step but the last: the seat that decides next. Its
    observation is {"observations": int8 (F,), "action_mask": int8 (A,)}. Rewards come at the end, for every agent: the
    game's returns. The end also gives every agent a last observation with an empty mask: for a lone learner the end of
    the game, for several of them the last one of each, as RLlib does itself (no learner looks at it).

    `agents` are the learning seats of the present game, `possible_agents` all that may learn in some game. `games` is
    the underlying `mk.SelfPlayVecEnv` of one row.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Make the environment from a config, in which all is optional.

        game: dict of `mk.GameConfig` fields. opponents: names of compiled bots, each of which takes a seat. rotation:
        "fixed" (learners first, then bots), "rotate" or "random": their movement from game to game.

        Raises mk.ConfigError naming the field.
        """
        given = dict(config or {})
        for name in given:
            check_name("env_config.", name, SETTINGS)
        game = given.get("game", {})
        if not isinstance(game, Mapping):
            raise mk.ConfigError(f"game: expected a dict of settings, got {game!r}")
        settings = dict(game)
        players = settings.pop("players", mk.GameConfig().players)
        rotation = given.get("rotation", "rotate")
        chairs = seats(players, given.get("opponents", ()))
        self.games = mk.SelfPlayVecEnv(1, players, controllers=chairs, seat_rotation=rotation, **settings)
        # number of RLlib's runner; its environments get consecutive seeds, and so do the runners
        self._runner = int(getattr(config, "worker_index", None) or 0)
        self._seeded = False
        self._deciding: str | None = None
        self._seen: dict[str, np.ndarray] = {}
        fixed = chairs.count("caller") if rotation == "fixed" else players
        self.possible_agents = [f"player_{seat}" for seat in range(fixed)]
        self.agents = self._learners()
        low, high = self.games.spec.flat_bounds
        actions = self.games.num_actions
        space = Dict({"observations": Box(low, high, dtype=np.int8), "action_mask": Box(0, 1, (actions,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(actions))
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next game, or with a seed the first game of that seed. Returns (observations, infos).

        Runners of RLlib that are given the same seed play different games. `options` is not used.
        """
        if seed is not None:
            whole_number("seed", seed, 0)
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.games.reset(game_seed(seed, self._runner))
            self._seeded = True
        elif self._deciding is not None:  # else the next game has been dealt already
            self.games.deal()
        self.agents = self._learners()
        self._seen = {}
        if len(self.agents) > 1:
            self._seen = {agent: self.games.observe(np.array([_seat(agent)]))[0] for agent in self.agents}
        return self._ask(), {}

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Act for the deciding agent. Returns (observations, rewards, terminateds, truncateds, infos).

        Raises mk.IllegalAction for an illegal action or one that is not only that agent's, and mk.GameOver after the
        end; then nothing has changed.
        """
        agent = self._deciding
        if agent is None:
            raise mk.GameOver("step: expected reset() first, got an action while no game is on")
        if list(action_dict) != [agent]:
            raise mk.IllegalAction(f"action_dict: expected an action of only {agent}, got {sorted(action_dict)}")
        self.games.step(np.array([action_dict[agent]]))
        if self.games.done[0]:
            return self._end()
        rewards = {agent: float(self.games.rewards[0, _seat(agent)])}
        return self._ask(), rewards, {"__all__": False}, {"__all__": False}, {}

    def close(self) -> None:
        """Give the game up."""
        self.games.close()

    def _learners(self) -> list[str]:
        return [f"player_{seat}" for seat in np.flatnonzero(self.games.seat_controllers[0] == 0)]

    def _ask(self) -> dict[str, Any]:
        """Return the observation of the seat that decides next."""
        self._deciding = agent = f"player_{self.games.current_player[0]}"
        seen = self.games.observation[0].copy()
        self._seen[agent] = seen
        return {agent: {"observations": seen, "action_mask": self.games.legal_action_mask[0].copy()}}

    def _end(self) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        self._deciding = None
        if len(self.agents) == 1:
            self._seen = {self.agents[0]: self.games.final_observation[0].copy()}
        mask = np.zeros(self.games.num_actions, np.int8)
        last = {agent: {"observations": self._seen[agent], "action_mask": mask.copy()} for agent in self.agents}
        rewards = {agent: float(self.games.rewards[0, _seat(agent)]) for agent in self.agents}
        ended = {**dict.fromkeys(self.agents, True), "__all__": True}
        return last, rewards, ended, dict.fromkeys(ended, False), {}


def seats(players: int, opponents: Sequence[str]) -> list[str]:
    """Return the players by seat, as `mk.SelfPlayVecEnv` wants them: learners first, then the bots.

    Raises mk.ConfigError.
    """
    mk.GameConfig(players=players)
    if not isinstance(opponents, list | tuple) or len(opponents) >= players:
        raise mk.ConfigError(f"opponents: expected at most {players - 1} names of bots, got {opponents!r}")
    for name in opponents:
        mk.make_bot(name)
    return ["caller"] * (players - len(opponents)) + list(opponents)


def game_seed(seed: int | None, runner: int) -> int:
    """Return the seed of the games of an environment; None draws one.

    RLlib gives environment i of runner w the seed s + w + i, which is also that of environment i - 1 of runner w + 1,
    so the runner's number is mixed in.
    """
    entropy = None if seed is None else [seed, runner]
    return int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0])


def _seat(agent: str) -> int:
    return int(agent.removeprefix("player_"))
