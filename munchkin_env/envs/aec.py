"""Munchkin for PettingZoo: one agent per seat, each action a step. All rules are in the engine.

env = mk.env(players=4)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from gymnasium.spaces import Space as GymSpace
from pettingzoo import AECEnv

from munchkin_env.engine.state.actions import whole_action
from munchkin_env.envs.base import EnvOptions, GameEnv
from munchkin_env.envs.registration import NUMBER
from munchkin_env.envs.rendering import RENDER_MODES, draw
from munchkin_env.envs.seeding import EpisodeSeed, episode_after
from munchkin_env.envs.spaces import AgentSpaces, LegalDiscrete, observation_space
from munchkin_env.envs.wrappers import GuardedEnv
from munchkin_env.errors import ConfigError, GameOver, IllegalAction, shown
from munchkin_env.game.game import Game
from munchkin_env.game.initial_state import check_seed
from munchkin_env.observation import is_noticed, observe, spec

NOBODY = -1
NO_IDS = np.zeros(0, np.int32)


class raw_env(GameEnv, AgentSpaces, AECEnv[str, Any, Any]):  # the name that PettingZoo uses
    """The environment without wrappers; use `env`.

    Observations are dicts of "observation" and "action_mask", int8 (A,), all zero for an agent that is not to act.
    Winners share +1 and losers share -1 at the end; a draw gives every agent the reward of a loss to one winner. Other
    rewards are 0 without shaping. All agents terminate together when the game is over; the death of a character
    terminates none. docs/environment.md is the full specification.

    Examples:
        >>> import munchkin_env as mk
        >>> env = mk.raw_env(players=3, max_cycles=2)
        >>> env.reset(seed=7)
        >>> observation, reward, terminated, truncated, info = env.last()
        >>> env.step(int(observation["action_mask"].argmax()))
        >>> env.agents
        ['player_0', 'player_1', 'player_2']
    """

    agent_selection: str
    metadata = {
        "name": f"munchkin-v{NUMBER}",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        max_cycles: int | None = None,
        render_seat: int | None = None,
        **settings: Any,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
            render_mode: None, "human" (prints), "ansi" (text), "rgb_array" (uint8 (height, width, 3); extra `render`)
                or "browser" (a page that shows the game; extra `table`).
            max_cycles: number of actions after which all agents are truncated, None for no limit. The round limit is a
                rule of the game and terminates it.
            render_seat: seat whose view is rendered; None shows every card.
            **settings: fields of `GameConfig`, a preset, and the options below.

        Keyword Args:
            encoding (str): of observations. "flat" gives int8 (F,); "tokens" and "sparse" give dicts of arrays with the
                same shape for 3 to 6 players. Default "flat".
            on_illegal (str): effect of an illegal id. "raise" (default) raises IllegalAction and
                changes nothing; "resample_legal" plays a legal action drawn from the episode's seed; "forfeit" ends the
                game as a loss of the agent. Any other type always raises IllegalAction.
            shaping (float): weight of the potential-based reward, 0 (default) for none. The potential of a seat is its
                level minus the mean level of the others, divided by the goal, and 0 at termination; the shaping rewards
                of a terminated game sum to 0.

        Raises:
            ConfigError: no game can have these settings.
        """
        super().__init__()
        options, config = EnvOptions.split({"render_mode": render_mode, **settings}, "max_cycles", "render_seat")
        self._take(options, config)
        _limit("max_cycles", max_cycles, 1, None)
        _limit("render_seat", render_seat, 0, self.config.players - 1)
        self.render_seat = None if render_seat is None else int(render_seat)
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{p}" for p in range(self.config.players)]
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._game: Game | None = None
        self._acting = NOBODY
        self._episode: EpisodeSeed | None = None
        self._cycles = 0
        self._make_spaces()

    def _make_spaces(self) -> None:
        facts = spec(**self.config.as_dict())
        self._no_mask = np.zeros(facts.num_actions, np.int8)
        low, high = (np.tile(bound, self.config.players) for bound in facts.flat_bounds)
        self.state_space = Box(low, high, dtype=np.int8)
        self.observation_spaces = {}
        self.action_spaces = {}
        for agent in self.possible_agents:
            mask = Box(0, 1, (facts.num_actions,), np.int8)
            seen = observation_space(facts, self._kind)
            self.observation_spaces[agent] = Dict({"observation": seen, "action_mask": mask})
            self.action_spaces[agent] = LegalDiscrete(facts.num_actions)
        self._bind_spaces()

    # ------------------------------------------------------------------ what agents see

    @property
    def game(self) -> Game:
        """Running game. For tools and tests: it contains hidden information."""
        if self._game is None:
            raise GameOver("game: expected a game that has begun, got none; call reset() first")
        return self._game

    def observation_space(self, agent: str) -> GymSpace[Any]:
        """Return the Dict space of an agent, the same object at each call.

        Args:
            agent: a name of `possible_agents`.

        Raises:
            ConfigError: there is no such agent.
        """
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """Return the action space of an agent, the same `LegalDiscrete` at each call.

        Args:
            agent: a name of `possible_agents`.

        Raises:
            ConfigError: there is no such agent.
        """
        self._seat_of(agent)
        space: LegalDiscrete = self.action_spaces[agent]
        return space

    def _seat_of(self, agent: str) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise ConfigError(f"agent: expected one of {', '.join(self.possible_agents)}, got {shown(agent)}")
        return seat

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the present observation of an agent, computed at this call.

        Args:
            agent: a name of `possible_agents`.

        Returns:
            A dict of "observation" and "action_mask", int8 (A,), in fresh arrays.

        Raises:
            ConfigError: there is no such agent.
        """
        seat = self._seat_of(agent)
        game = self.game
        mask = game.legal_action_mask() if seat == self._acting else self._no_mask.copy()
        return {"observation": observe(game.position, game.catalogue, seat, self._kind), "action_mask": mask}

    def legal_actions(self) -> np.ndarray:
        """Return the legal actions of the selected agent.

        Returns:
            int32 (k,), ascending; empty when the game is over.
        """
        return self.game.legal_actions() if self._acting != NOBODY else NO_IDS

    def _legal_for(self, agent: str) -> np.ndarray:
        return self.legal_actions() if self._acting == self._seats[agent] else NO_IDS

    # ------------------------------------------------------------------ playing

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the selected agents, which ends when all agents are done.

        Args:
            max_iter: number of agents after which it ends.

        Raises:
            GameOver: no game has begun.
        """
        if self._game is None:
            raise GameOver("agent: expected a selected one, got none; call reset() first")
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent meets: what it sees, and its rewards since its last action.

        Args:
            observe: False leaves out the observation, which is None then.

        Returns:
            (observation, reward, terminated, truncated, info).

        Raises:
            GameOver: no game has begun, or all agents are done.
        """
        if self._game is None or not self.agents:
            raise GameOver("agent: expected a selected one, got none; call reset() first")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: whole number from 0. None continues: the episodes after a seeded one have seeds derived from it.
            options: accepted as PettingZoo demands, and ignored.

        Raises:
            ConfigError: the seed is no whole number from 0.
        """
        given = None if seed is None else check_seed(seed)
        self._episode = episode_after(self._episode, given, _drawn_seed)
        self._game = Game(seed=self._episode.seed, **self.config.as_dict())
        self._cycles = 0
        self._skip_agent_selection = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._potentials = self._potentials_now().tolist() if self.shaping else []
        self._select()
        self._drawn = ""
        if self.render_mode == "human":
            self._draw_change()

    def step(self, action: Any) -> None:
        """Take an action for the selected agent.

        Args:
            action: a legal id, or None for an agent that is done.

        Raises:
            IllegalAction: the action is not legal and `on_illegal` is "raise", or it is no whole number.
        """
        if self._acting == NOBODY:
            self._step_done(action)
            return
        self._act(action)
        if self.render_mode == "human" and (self._acting == NOBODY or is_noticed(self.game, self.render_seat)):
            self._draw_change()

    def _draw_change(self) -> None:
        """Print the table, for a seat only if it differs from the last one."""
        text = draw(self.game, self.render_seat, "ansi")
        if self.render_seat is None or text != self._drawn:
            print(text)
        self._drawn = text

    def _act(self, action: Any) -> None:
        """Run the game to its next decision or its end."""
        agent = self.agent_selection
        game = self.game
        number = whole_action(action)
        try:
            game.step(number)
        except IllegalAction as error:
            if not self._mend(error, game.step, self._cycles):
                self._clear_for(agent)
                self._finish(self._lost_alone(self._acting).tolist(), terminated=True)
                return
        self._clear_for(agent)
        self._cycles += 1
        seat = game.current_player
        if seat is None:
            self._finish(game.returns.tolist(), terminated=True)
            return
        if self.shaping:
            self._pay(self._shaped(self._potentials_now().tolist()))
        if self.max_cycles is not None and self._cycles >= self.max_cycles:
            self._finish([0.0] * len(self.possible_agents), terminated=False)
            return
        self._acting = seat
        self.agent_selection = self.possible_agents[seat]

    def _clear_for(self, agent: str) -> None:
        """Clear the rewards of the last step, and the sum of the agent that has acted."""
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False

    def _select(self) -> None:
        seat = self.game.current_player
        self._acting = NOBODY if seat is None else seat
        if seat is None:  # Divine Intervention may end a game during the deal
            self.agent_selection = self.agents[0]
            self._finish(self.game.returns.tolist(), terminated=True)
        else:
            self.agent_selection = self.possible_agents[seat]

    def _step_done(self, action: Any) -> None:
        """Remove an agent that is done."""
        if self._game is None or not self.agents:
            raise GameOver("action: expected reset(), all agents are done")
        if action is not None:
            raise GameOver(f"action: the game is over, expected None, got {shown(action)}")
        self._was_dead_step(None)

    def _pay(self, amounts: list[float]) -> None:
        """Add the rewards of this step."""
        if any(amounts):
            self._paid = True
            for agent, amount in zip(self.possible_agents, amounts, strict=True):
                self.rewards[agent] += amount
                self._cumulative_rewards[agent] += amount

    def _finish(self, returns: list[float], terminated: bool) -> None:
        """End the game for all agents, at its end or (`terminated` false) at the caller's limit."""
        if self.shaping and terminated:
            shaped = self._shaped([0.0] * len(returns))
            returns = [a + b for a, b in zip(returns, shaped, strict=True)]
        self._pay(returns)
        done = self.terminations if terminated else self.truncations
        for agent in self.agents:
            done[agent] = True
        self._acting = NOBODY
        self._deads_step_first()

    def _shaped(self, after: list[float]) -> list[float]:
        """Return the change of potential since the last step."""
        changes = [new - old for new, old in zip(after, self._potentials, strict=True)]
        self._potentials = after
        return changes

    # ------------------------------------------------------------------ the rest

    def clone(self) -> "raw_env":
        """Return an independent copy, also in the middle of a game."""
        from copy import deepcopy

        return deepcopy(self)

    def state(self) -> np.ndarray:
        """Return the flat observations of all seats, for critics with full information.

        Returns:
            int8 (players * F,), in seat order, within `state_space`.
        """
        game = self.game
        return np.concatenate([game.observe(seat, "flat") for seat in range(self.config.players)])

    def render(self) -> Any:
        """Show the table as `render_mode` says.

        Returns:
            A string for "ansi", uint8 (height, width, 3) for "rgb_array", and None otherwise. "browser" shows all
            states since the last call.
        """
        return self._rendered(self.render_seat)


def env(render_mode: str | None = None, **config: Any) -> GuardedEnv:
    """Make Munchkin as a PettingZoo AEC environment with the usual wrappers.

    Munchkin is a card game for 3 to 6 players with hidden hands. Players fight monsters to gain levels, bargain for
    help, trade, and interfere in each other's fights; the first player at level 10 wins. `munchkin_env` provides the
    game as a turn-based multi-agent environment with masked discrete actions and a sparse terminal reward.

    There is no TerminateIllegalWrapper, because it would end the game for all agents; see `on_illegal`.

    Args:
        render_mode: as for `raw_env`.
        **config: further arguments of `raw_env`, fields of `GameConfig`, or a preset.

    Returns:
        The environment.

    Raises:
        ConfigError: no game can have these settings.

    Examples:
        >>> import munchkin_env as mk
        >>> env = mk.env(players=4, preset="short", round_limit=3)
        >>> env.reset(seed=7)
        >>> for agent in env.agent_iter():
        ...     observation, reward, terminated, truncated, info = env.last()
        ...     done = terminated or truncated
        ...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    """
    return GuardedEnv(raw_env(render_mode, **config))


def _drawn_seed() -> int:
    return int(np.random.SeedSequence().generate_state(2, np.uint32) @ [1 << 31, 1])


def _limit(field: str, value: object, low: int, high: int | None) -> None:
    """None, or a whole number in the range."""
    right = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if value is not None and not (right and value >= low and (high is None or value <= high)):  # type: ignore[operator]
        wanted = f"from {low} to {high}" if high is not None else f"of at least {low}"
        raise ConfigError(f"{field}: expected None or a whole number {wanted}, got {shown(value)}")


__all__ = ["LegalDiscrete", "env", "raw_env"]
