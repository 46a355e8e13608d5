"""Many games with one learner in each, among bots or saved policies: the base of `make_vec` and the SB3 environment."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config import whole_number
from munchkin_env.envs.opponents import answer_of, chance_of, check_learner_seat, compiled_kind, opponent_bots
from munchkin_env.envs.shaping import check_weight, potentials
from munchkin_env.envs.vector_games import EXTERNAL, VectorGames
from munchkin_env.errors import ConfigError, did_you_mean
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

OBSERVATIONS = ("flat", "tokens")


class LearnerGames:
    """N games that stop only where the learner has to answer; settings as for `MunchkinVectorEnv`.

    Between two steps every row waits for its learner. A step's reward is all that he got until his next decision or
    the end of the game, on whose turn soever it came. Ended games have begun anew.

    Attributes:
        games: the `VectorGames` underneath. Its arrays are overwritten; what the methods here return is not.
        seats: int8 (N,), the learner's seat in the running game.
        acted: int8 (N,), his seat in the game that the last step answered.
    """

    def __init__(
        self,
        num_envs: int,
        players: int,
        *,
        opponents: str | Bot | Sequence[str | Bot],
        learner_seat: int | str,
        observation: str,
        shaping: float,
        max_episode_steps: int | None,
        threads: int,
        **settings: Any,
    ) -> None:
        if observation not in OBSERVATIONS:
            hint = did_you_mean(observation, OBSERVATIONS)
            raise ConfigError(f"observation: expected one of {', '.join(OBSERVATIONS)}, got {observation!r}{hint}")
        if max_episode_steps is not None:
            whole_number("max_episode_steps", max_episode_steps, 1, 1 << 31)
        whole_number("num_envs", num_envs, 1, 1 << 24)
        whole_number("players", players, MIN_PLAYERS, MAX_PLAYERS)
        self.shaping = check_weight(shaping)
        self.max_episode_steps = max_episode_steps
        place = check_learner_seat(learner_seat, players)
        bots = opponent_bots(opponents, players)
        self._first = place if isinstance(place, int) else 0
        control: list[str | Bot] = ["caller"] * players
        for chair, bot in enumerate(bots, 1):
            control[(self._first + chair) % players] = "external" if compiled_kind(bot) is None else bot
        self.games = VectorGames(
            num_envs,
            players,
            control=control,
            rotation="fixed" if isinstance(place, int) else place,
            observation=observation,
            threads=threads,
            **settings,
        )
        self._rows = np.arange(num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._potential = np.zeros(num_envs)
        self._outside = "external" in control
        self._tables = [opponent_bots(opponents, players) for _ in range(num_envs if self._outside else 0)]
        self._chances: list[list[np.random.Generator]] = [[] for _ in range(num_envs)]
        self._seated = np.full(num_envs, -1, np.int64)
        self.seats = self.games.seat.copy()
        self.acted = self.seats

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> None:
        """With a seed episode 0 of each row, without one the next episode of each row."""
        if seed is None:
            self.games.deal()
        else:
            self.games.reset(seed)
        self._seated[:] = -1
        self._settle(np.ones(len(self._rows), bool))

    def step(
        self, actions: np.ndarray, rows: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Answers for the learners of `rows` (bool, (N,); None is all). Returns fresh arrays (N,): rewards float32,
        terminated and truncated bool, zero for the other rows. IllegalAction leaves every game as it was."""
        games = self.games
        acted = games.seat.copy()
        games.step(actions, rows)
        self.acted = acted
        self._steps += 1 if rows is None else rows
        rewards = games.rewards[self._rows, acted]
        ended = games.done.astype(bool)
        while self._outside and self._answer_outside():
            rewards += games.rewards[self._rows, acted]
            ended |= games.done.astype(bool)
        if self.shaping:
            rewards += self._shaped(acted, ended)
        truncated = np.zeros_like(ended)
        if self.max_episode_steps is not None:
            truncated = ~ended & (self._steps >= self.max_episode_steps)
            if truncated.any():
                self._cut(truncated)
        self._settle(ended | truncated)
        return rewards, ended, truncated

    def _settle(self, begun: np.ndarray) -> None:
        """Every row is run to its learner's decision; in the rows of `begun` a new game has begun."""
        while self._outside and self._answer_outside():
            pass
        self._steps[begun] = 0
        self._potential[begun] = 0.0
        self.seats = self.games.seat.copy()

    def _cut(self, rows: np.ndarray) -> None:
        """The caller's limit ends the games of `rows`; what the learner sees now is the last of them."""
        for seen, final in zip(_arrays(self.games.observation), _arrays(self.games.final_observation), strict=True):
            final[rows] = seen[rows]
        self.games.deal(rows)

    def _answer_outside(self) -> bool:
        """Bots that play in Python answer where they are asked. False if none was."""
        games = self.games
        waiting = games.control[self._rows, games.seat] == EXTERNAL
        if not waiting.any():
            return False
        actions = np.zeros(len(self._rows), np.int64)
        for i in np.flatnonzero(waiting).tolist():
            actions[i] = self._answer(i)
        games.step(actions, waiting)
        return True

    def _answer(self, i: int) -> int:
        games = self.games
        row = games.positions[i : i + 1]
        if self._seated[i] != games.episodes[i]:
            self._seated[i] = games.episodes[i]
            for bot in self._tables[i]:
                bot.reset()
            self._chances[i] = [chance_of(row, chair) for chair in range(games.players)]
        learner = int(np.flatnonzero(games.control[i] == 0)[0])
        chair = (int(games.seat[i]) - learner) % games.players
        return answer_of(self._tables[i][chair - 1], row, games.catalogue, games.mask[i], self._chances[i][chair])

    def _shaped(self, acted: np.ndarray, ended: np.ndarray) -> np.ndarray:
        """float32 (N,): the change of the learner's potential, which is 0 at the beginning and the end of a game."""
        games = self.games
        levels = games.positions["player"]["level"][:, : games.players]
        now = potentials(np.asarray(levels), games.config.goal, self.shaping)[self._rows, acted]
        now[ended] = 0.0
        change = now - self._potential
        self._potential = now
        return change.astype(np.float32)

    # ------------------------------------------------------------------ what learners see, in fresh arrays

    def observation(self) -> Any:
        """What each learner sees: int8 (N, F), or a dict of int16 arrays ("tokens")."""
        return _map(self.games.observation, np.copy)

    def final_observation(self, rows: np.ndarray | int) -> Any:
        """What the learners of `rows` saw of the end of their last game."""
        return _map(self.games.final_observation, lambda seen: seen[rows].copy())

    def masks(self) -> np.ndarray:
        """int8 (N, A), 1 where an action is legal."""
        return self.games.mask.copy()


def _arrays(observation: Any) -> list[np.ndarray]:
    return list(observation.values()) if isinstance(observation, dict) else [observation]


def _map(observation: Any, change: Any) -> Any:
    if isinstance(observation, dict):
        return {name: change(array) for name, array in observation.items()}
    return change(observation)


__all__ = ["LearnerGames"]
