"""Many games with one learner in each, among bots or saved policies: the base of `make_vec` and the SB3 environment."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.game_config import whole_number
from munchkin_env.engine.state.actions import whole_actions
from munchkin_env.engine.state.layout import STATE
from munchkin_env.envs import checkpoint, stepping
from munchkin_env.envs.base import RowOptions, drawn_instead, potentials
from munchkin_env.envs.opponents import (
    answer_of,
    chance_of,
    compiled_kind,
    is_shared,
    keys_of,
    opponent_tables,
    outside_answers,
)
from munchkin_env.envs.seeding import KEYS
from munchkin_env.envs.self_play import CALLER, EXTERNAL, SelfPlayVecEnv, alone
from munchkin_env.errors import ConfigError, MunchkinError, shown
from munchkin_env.observation import last_events, spec


@dataclass
class UnderWay:
    """A step or a reset until every row waits for its learner; arrays (N,).

    It stays where an error breaks it off, Ctrl-C or an opponent's, and the next step completes it.
    """

    held: np.ndarray
    """bool, rows that it leaves as they are."""
    acted: np.ndarray
    """int8, as in `LearnerGames`."""
    forfeited: np.ndarray
    """bool, games that end by an illegal action."""
    rewards: np.ndarray
    """float32, of the learners so far."""
    ended: np.ndarray
    """bool, games that have terminated so far."""
    truncated: np.ndarray
    """bool, games that were cut at the caller's limit."""
    begun: np.ndarray | None = None
    """bool, rows with a new game, once the games of all rows are played on and paid."""


class LearnerGames:
    """N games that stop only at decisions of the learner; settings as `RowOptions` and `GameConfig` have them.

    Between two steps every row waits for its learner. A step's reward is the sum of the learner's rewards until its
    next decision or the end of the game, whichever turn ended it. Ended games begin again at once.

    Attributes:
        games: the `SelfPlayVecEnv` underneath. Its arrays are overwritten; arrays that the methods here return are not.
        seats: int8 (N,), the learner's seat in the running game.
        acted: int8 (N,), its seat in the game that the last step played.
        encoding: of observations.
    """

    def __init__(self, num_envs: int, players: int | None, **settings: Any) -> None:
        options, config = RowOptions.split({"players": players, **settings}, "num_envs")
        num_envs = whole_number("num_envs", num_envs, 1, 1 << 24)
        facts = spec(**config.as_dict())
        players = config.players
        self._turn = threading.Lock()
        self.on_illegal = options.on_illegal
        self.shaping = options.shaping
        self.max_episode_steps = options.max_episode_steps
        self.encoding = options.encoding
        place = options.place(players)
        self._first = place if isinstance(place, int) else 0
        # Players by seats to the left of the learner, object (N, P - 1): in each row's next and in its running game.
        self._coming = opponent_tables(options.opponents, facts, num_envs)
        self._tables = self._coming.copy()
        control: list[str | Bot] = ["caller"] * players
        for chair, bot in enumerate(self._coming[0], 1):
            control[(self._first + chair) % players] = "external" if compiled_kind(bot) is None else bot
        self.games = SelfPlayVecEnv(
            num_envs,
            controllers=control,
            seat_rotation="fixed" if isinstance(place, int) else place,
            encoding=options.encoding,
            threads=options.threads,
            **config.as_dict(),
        )
        self._rows = np.arange(num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._potential = np.zeros(num_envs)
        self._outside = "external" in control
        self._seated = np.full(num_envs, -1, np.int64)  # the episode whose players are those of `_tables`
        self._asked = np.zeros(num_envs, np.int64)  # actions of external players in that episode
        self._keys = np.zeros(
            (num_envs, KEYS, 2), np.int64
        )  # keys of the random numbers of BatchBots in it, by seats to the left
        self._chances: list[dict[int, np.random.Generator]] = [
            {} for _ in range(num_envs)
        ]  # generators of bots that are not BatchBots
        self.seats = self.games.current_player.copy()
        self.acted = self.seats
        self._under_way: UnderWay | None = None

    # ------------------------------------------------------------------ playing

    @alone
    def reset(self, seed: int | Sequence[int | None] | None = None, rows: np.ndarray | None = None) -> None:
        """Begin episode 0 of each row with a seed, the next episode of each row without one.

        Row i has the seed `seed + i`, as Gymnasium seeds the environments of a vector: its game is that of a single
        environment reset with that seed. Random numbers of compiled bots, and random seats of the learner, differ.

        Args:
            seed: A whole number, or a seed or None for each row; every row needs a seed before None.
            rows: bool (N,), the only rows that begin again; None is all.
        """
        count = len(self._rows)
        chosen = np.ones(count, bool) if rows is None else rows
        seeds = [seed + i for i in range(count)] if isinstance(seed, int) else list(seed or [None] * count)
        seeded = chosen & np.array([one is not None for one in seeds])
        work = self._new_work(~chosen, self.acted)
        work.begun = chosen
        seated = self._seated.copy()
        self._seated[chosen] = -1  # also if Ctrl-C breaks the deal off
        try:
            with self._beginning(work):
                if seeded.any():
                    self.games.reset(seeds, None if seeded.all() else seeded)  # type: ignore[arg-type]  # None is not read
                if (chosen & ~seeded).any():
                    self.games.deal(chosen & ~seeded)
        except MunchkinError:
            self._seated = seated
            raise
        self._finish(work)

    @alone
    def step(self, actions: np.ndarray, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play actions of the learners of `rows` (bool, (N,); None is all).

        After a step or a reset that an error broke off, Ctrl-C or an opponent's, it completes that one instead, and
        reads no actions.

        Returns fresh arrays (N,): rewards float32, terminated and truncated bool, zero for the other rows.
        IllegalAction leaves every game unchanged, unless it names an opponent.
        """
        work = self._under_way
        if work is None:
            work = self._play(actions, rows)
        self._finish(work)
        return work.rewards, work.ended, work.truncated

    def _new_work(self, held: np.ndarray, acted: np.ndarray) -> UnderWay:
        """Work that has not begun."""
        none, unpaid = np.zeros(len(held), bool), np.zeros(len(held), np.float32)
        return UnderWay(held, acted, none, unpaid, none.copy(), none)

    @contextmanager
    def _beginning(self, work: UnderWay) -> Iterator[None]:
        """Let the games take the first call for the work. After a refusal of theirs nothing has changed."""
        before, self._under_way = self._under_way, work
        try:
            yield
        except MunchkinError:  # not Ctrl-C or a fault of the engine, which come when the games have moved
            self._under_way = before
            raise

    @property
    def is_broken_off(self) -> bool:
        """True if an error, Ctrl-C or an opponent's, has left a step or a reset for the next step to complete."""
        return self._under_way is not None

    def _play(self, actions: np.ndarray, rows: np.ndarray | None) -> UnderWay:
        """Play the learners' actions; `_finish` is due after it."""
        games = self.games
        held = np.zeros(len(self._rows), bool) if rows is None else ~rows
        work = self._new_work(held, games.current_player.copy())
        if self.on_illegal != "raise":
            actions, rows, work.forfeited = self._mended(actions, rows)
        with self._beginning(work):
            games.step(actions, rows)
        return work

    def _finish(self, work: UnderWay) -> None:
        """Play to the learners' next decisions."""
        games = self.games
        while work.begun is None:
            done = games.done.astype(bool)
            work.rewards[done] = games.rewards[self._rows, work.acted][done]
            work.ended |= done
            if not (self._outside and self._answer_outside()):
                self._pay(work)
        self._settle(work.begun)
        self.acted = work.acted
        self._under_way = None

    def _pay(self, work: UnderWay) -> None:
        """Complete the rewards, and end the games that the caller's rules end."""
        self._steps += ~work.held
        work.rewards[work.forfeited] = -1.0  # only the learner loses
        work.ended |= work.forfeited
        if self.shaping:
            work.rewards += self._shaped(work)
        if self.max_episode_steps is not None:
            work.truncated = ~work.ended & (self._steps >= self.max_episode_steps)
        work.begun = work.ended | work.truncated
        cut = work.forfeited | work.truncated
        if cut.any():
            self._cut(cut)

    def _mended(self, actions: np.ndarray, rows: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
        """The actions with legal ones in place of the others, or the rows without those that forfeit, and these."""
        games = self.games
        given = whole_actions(actions, len(self._rows))
        inside = (given >= 0) & (given < games.num_actions)
        wrong = ~inside | (games.legal_action_mask[self._rows, np.where(inside, given, 0)] == 0)
        if rows is not None:
            wrong &= rows
        if self.on_illegal == "forfeit":
            asked = np.ones(len(wrong), bool) if rows is None else rows
            return given, asked & ~wrong, wrong
        mended = given.copy()
        for i in np.flatnonzero(wrong).tolist():
            ids = np.flatnonzero(games.legal_action_mask[i])
            mended[i] = drawn_instead(games.positions[i : i + 1], ids, int(self._steps[i]))
        return mended, rows, np.zeros(len(wrong), bool)

    def _settle(self, begun: np.ndarray) -> None:
        """Run every row to its learner's decision; in the rows of `begun` a new game has begun."""
        while self._outside and self._answer_outside():
            pass
        self._steps[begun] = 0
        self._potential[begun] = 0.0
        self.seats = self.games.current_player.copy()

    def _cut(self, rows: np.ndarray) -> None:
        """End the games of `rows` at the caller's limit; the present observation is their last one."""
        for seen, final in zip(_arrays(self.games.observation), _arrays(self.games.final_observation), strict=True):
            final[rows] = seen[rows]
        self.games.deal(rows)

    def _answer_outside(self) -> bool:
        """Let players that are not compiled act at their decisions. False if none was asked."""
        games = self.games
        waiting = games.seat_controllers[self._rows, games.current_player] == EXTERNAL
        if not waiting.any():
            return False
        rows = np.flatnonzero(waiting)
        self._take_seats(rows)
        learners = np.argmax(games.seat_controllers[rows] == CALLER, axis=1)
        chairs = (games.current_player[rows] - learners) % games.players
        chances = self._batch_chances(rows, chairs)

        def seen(encoding: str, places: np.ndarray) -> Any:
            if encoding == self.encoding:
                return _map(games.observation, lambda array: array[rows[places]])
            return games.observe_rows(encoding, rows[places], games.current_player[rows[places]])

        def told(advisor: str, places: np.ndarray) -> np.ndarray:
            return games.advice_by_chance(advisor, rows[places], chances[places])

        def recalled(n: int, places: np.ndarray) -> np.ndarray:
            return last_events(games.positions, rows[places], games.current_player[rows[places]], n)

        def alone(bot: Bot, k: int) -> int:
            return self._ask(bot, int(rows[k]), int(chairs[k]))

        actions = np.zeros(len(self._rows), np.int64)
        bots = self._tables[rows, chairs - 1]
        actions[rows] = outside_answers(bots, games.legal_action_mask[rows], chances, seen, told, recalled, alone)
        self._asked[rows] += 1
        games.step(actions, waiting)
        return True

    def _batch_chances(self, rows: np.ndarray, chairs: np.ndarray) -> np.ndarray:
        """Random numbers, float64 (n,): by game, seat and number of the action, so that no row depends on another."""
        chances = np.zeros(len(rows))
        keys = self._keys[rows, chairs]
        stepping.outside_chances(
            keys[:, 0].copy(), keys[:, 1].copy(), chairs.astype(np.int64), self._asked[rows], chances
        )
        return chances

    def _ask(self, bot: Bot, i: int, chair: int) -> int:
        """Return the action of a bot that is not a BatchBot."""
        games, chances = self.games, self._chances[i]
        row = games.positions[i : i + 1]
        if chair not in chances:
            chances[chair] = chance_of(row, "bot", chair)
        return answer_of(bot, row, games.catalogue, games.legal_action_mask[i], chances[chair])

    def _take_seats(self, rows: np.ndarray) -> None:
        """Assign the players of games that have begun since."""
        fresh = rows[self._seated[rows] != self.games.episodes[rows]]
        self._seated[fresh] = self.games.episodes[fresh]
        self._asked[fresh] = 0
        self._tables[fresh] = self._coming[fresh]
        for i in fresh.tolist():
            self._keys[i] = keys_of(self.games.positions[i : i + 1])
            self._chances[i].clear()
            for bot in self._tables[i]:
                if not is_shared(bot):
                    bot.reset()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_turn"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._turn = threading.Lock()

    # ------------------------------------------------------------------ who plays

    def set_opponents(self, row: int, opponents: str | Bot | Sequence[str | Bot]) -> None:
        """Set the opponents of a row from its next game on; the running game keeps its own.

        Args:
            row: the row.
            opponents: a name or a `Bot` for all other seats, or a list of them, clockwise from the learner's left.

        Raises:
            ConfigError: with nothing changed.
        """
        if isinstance(row, bool) or not isinstance(row, int | np.integer) or not 0 <= row < len(self._rows):
            raise ConfigError(f"row: expected a whole number from 0 to {len(self._rows) - 1}, got {shown(row)}")
        coming = opponent_tables(opponents, self.games.spec, 1)[0]
        self._take_seats(self._rows[row : row + 1])
        self._coming[row] = coming
        for chair, bot in enumerate(coming, 1):
            kind = compiled_kind(bot)
            self.games.controllers[row, (self._first + chair) % self.games.players] = (
                EXTERNAL if kind is None else 1 + kind
            )
        self._see_who_is_outside()

    def _see_who_is_outside(self) -> None:
        self._outside = bool(
            (self.games.controllers == EXTERNAL).any() or (self.games.seat_controllers == EXTERNAL).any()
        )

    # ------------------------------------------------------------------ going on later

    @alone
    def state(self) -> dict[str, np.ndarray]:
        """All that rows and learners depend on but the opponents themselves, as copies that `np.savez` can keep.

        Raises ConfigError while a step is broken off, and if an opponent plays in Python and is no BatchBot: it may
        remember what no state holds.
        """
        if self.is_broken_off:
            raise ConfigError("state: expected step() or reset() first, to complete what an error broke off, got none")
        self._check_memory()
        self._take_seats(self._rows)
        state = {
            **self.games.state(),
            "shaping": np.array(self.shaping),
            "max_episode_steps": np.array(self._limit()),
            "on_illegal": np.array(self.on_illegal),
            "learner_acted": self.acted.copy(),
            "learner_steps": self._steps.copy(),
            "learner_potential": self._potential.copy(),
            "outside_answers": self._asked.copy(),
            "others_next": self._others_next(),
        }
        return checkpoint.sealed(state)

    @alone
    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a `state()` of an environment with the same settings and opponents.

        Where a row's next game has other opponents than its running one, set both before, one after the other, by
        `set_opponents`.

        Raises:
            ConfigError: naming the difference or the damage; then nothing has changed.
        """
        state = checkpoint.opened(state)
        self._check_memory()
        seeds = self.games.check_state(state)
        self._check_learners(state)
        self._take_seats(self._rows)
        self._check_opponents(state)
        same = ~state["others_next"]
        self._tables[same] = self._coming[same]
        self.games.take_state(state, *seeds)
        self._under_way = None
        self.acted = state["learner_acted"].copy()
        self._steps[:] = state["learner_steps"]
        self._potential[:] = state["learner_potential"]
        self._asked[:] = state["outside_answers"]
        self._seated[:] = self.games.episodes
        for i in self._rows.tolist():
            self._keys[i] = keys_of(self.games.positions[i : i + 1])
        self.seats = self.games.current_player.copy()
        self._see_who_is_outside()

    def _limit(self) -> int:
        return -1 if self.max_episode_steps is None else self.max_episode_steps

    def _others_next(self) -> np.ndarray:
        """Rows whose next game has other players than the running one, bool (N,)."""
        pairs = zip(self._tables, self._coming, strict=True)
        return np.array([any(a is not b for a, b in zip(now, then, strict=True)) for now, then in pairs])

    def _check_memory(self) -> None:
        for bot in (*self._tables.flat, *self._coming.flat):
            if not is_shared(bot):
                raise ConfigError(
                    f"opponents: expected compiled bots and BatchBots, whose games can be restored, got {bot!r}, which "
                    "may remember"
                )

    def _check_learners(self, state: Mapping[str, np.ndarray]) -> None:
        """Raise ConfigError unless every row waits for one learner, as it would here."""
        players = self.games.players
        checkpoint.check_equal(state, "shaping", self.shaping)
        checkpoint.check_equal(state, "max_episode_steps", self._limit())
        checkpoint.check_equal(state, "on_illegal", self.on_illegal)
        checkpoint.array_like(state, "learner_acted", self.games.current_player, 0, players - 1)
        checkpoint.array_like(state, "learner_steps", self._steps, 0)
        checkpoint.array_like(state, "learner_potential", self._potential)
        checkpoint.array_like(state, "outside_answers", self._asked, 0)
        checkpoint.array_like(state, "others_next", np.zeros(len(self._rows), bool))
        seats = state["positions"].copy().view(STATE)["seat"].reshape(-1)
        alone = (state["seat_controllers"] == CALLER).sum(axis=1) == 1
        bad = np.flatnonzero(~alone | (state["seat_controllers"][self._rows, seats] != CALLER))
        if bad.size:
            i = int(bad[0])
            raise ConfigError(
                f"seat_controllers: expected row {i} to wait for its only learner, got seat {int(seats[i])} of "
                f"{state['seat_controllers'][i].tolist()}"
            )

    def _check_opponents(self, state: Mapping[str, np.ndarray]) -> None:
        """Raise ConfigError unless the players of the state are seated here, too."""
        own, others_next = self.games.controllers, self._others_next()
        for i in np.flatnonzero((state["controllers"] != own).any(axis=1)).tolist():
            field = "learner_seat" if state["controllers"][i, self._first] != CALLER else "opponents"
            raise ConfigError(
                f"{field}: expected in row {i} the players of the state, controllers "
                f"{state['controllers'][i].tolist()}, got {own[i].tolist()}"
            )
        outside = (state["seat_controllers"] == EXTERNAL).any(axis=1)
        for i in np.flatnonzero(outside & state["others_next"] & ~others_next).tolist():
            raise ConfigError(
                f"opponents: expected those of the running game in row {i} and then, by set_opponents, those of its "
                "next game, got the same for both"
            )
        learners = np.argmax(state["seat_controllers"] == CALLER, axis=1)
        for i, p in zip(*np.nonzero(state["seat_controllers"] == EXTERNAL), strict=True):
            table = self._tables[i] if state["others_next"][i] else self._coming[i]
            bot = table[(p - learners[i]) % self.games.players - 1]
            if compiled_kind(bot) is not None:
                raise ConfigError(f"opponents: expected a BatchBot at seat {p} of row {i}, got {bot!r}")

    def _shaped(self, work: UnderWay) -> np.ndarray:
        """float32 (N,): the change of the learner's potential, which is 0 at the beginning and the end of a game.

        Rows that are held have none: the one that they show is due at their next step.
        """
        games = self.games
        levels = games.positions["player"]["level"][:, : games.players]
        now = potentials(np.asarray(levels), games.config.goal, self.shaping)[self._rows, work.acted]
        now[work.ended] = 0.0
        now[work.held] = self._potential[work.held]
        change: np.ndarray = now - self._potential
        self._potential = now
        return change.astype(np.float32)

    # ------------------------------------------------------------------ what learners see, in fresh arrays

    def observation(self) -> Any:
        """Observations of the learners: int8 (N, F), or a dict of arrays ("tokens", "sparse")."""
        return _map(self.games.observation, np.copy)

    def final_observation(self, rows: np.ndarray | int) -> Any:
        """Observations by the learners of `rows` of the end of their last game."""
        return _map(self.games.final_observation, lambda seen: seen[rows].copy())

    def masks(self) -> np.ndarray:
        """int8 (N, A), 1 where an action is legal; all zero while a step is broken off."""
        if self.is_broken_off:  # opponents may be asked, whose actions the learner must not see
            return np.zeros_like(self.games.legal_action_mask)
        return self.games.legal_action_mask.copy()


def _arrays(observation: Any) -> list[np.ndarray]:
    return list(observation.values()) if isinstance(observation, dict) else [observation]


def _map(observation: Any, change: Any) -> Any:
    if isinstance(observation, dict):
        return {name: change(array) for name, array in observation.items()}
    return change(observation)
