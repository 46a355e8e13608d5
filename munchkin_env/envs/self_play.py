"""Many games at once, all seats open to learning: one compiled call steps them all."""

import functools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.dispatch import KINDS
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config.game_config import GameConfig, one_of, whole_number
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.actions import action_count, whole_action, whole_actions
from munchkin_env.engine.state.layout import STATE, empty
from munchkin_env.envs import checkpoint, spaces, stepping
from munchkin_env.envs.opponents import answer_of, compiled_kind, outside_answers
from munchkin_env.envs.seeding import chance_keys, is_list
from munchkin_env.errors import ConcurrencyError, ConfigError, EngineFault, IllegalAction, did_you_mean, shown
from munchkin_env.game.initial_state import check_seed, hash_seed, write_settings
from munchkin_env.observation import ENCODINGS, last_events, spec
from munchkin_env.policies import make_bot
from munchkin_env.renamed import missing_attribute
from munchkin_env.vocabulary import Control, Fault

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

CALLER = Control.CALLER  # the caller of `step` decides
ROWS_PER_THREAD = 128  # minimum; with fewer, distributing the work costs more than it saves
MOST_COUNTED = 1 << 48  # games or actions of a row: no state has as many
EXTERNAL = Control.EXTERNAL  # actions come from a policy of the caller that does not learn
ROTATIONS = {"fixed": stepping.FIXED, "rotate": stepping.ROTATE, "random": stepping.SHUFFLE}
KEPT = (
    "controllers",
    "seat_controllers",
    "episodes",
    "rewards",
    "done",
    "final_returns",
    "turns_passed",
)  # in every state
KNOWN = f"0 (caller), -1 (external) or 1 to {KINDS} (compiled bots)"  # in `controllers` and `seat_controllers`
ARGUMENTS = ("num_envs", "seed", "controllers", "seat_rotation", "encoding", "threads")  # beside the settings
FINAL = ("final_flat", "final_cards", "final_globals", "final_indices", "final_values", "final_count")


class HasTurn(Protocol):
    """An object with a lock that its user holds; nobody waits for it."""

    _turn: threading.Lock


S = TypeVar("S", bound=HasTurn)
P = ParamSpec("P")
R = TypeVar("R")


def alone(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Mark a method that does not run while any method marked so of the same object does.

    It then raises ConcurrencyError, and nothing has changed. In a position that two threads change at once, compiled
    loops may never end.
    """

    @functools.wraps(method)
    def guarded(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not self._turn.acquire(blocking=False):
            raise ConcurrencyError(
                f"{type(self).__name__}.{method.__name__}: expected one thread at a time, got a second one while the "
                "first is at work; make an object for each"
            )
        try:
            return method(self, *args, **kwargs)
        finally:
            self._turn.release()

    return guarded


class SelfPlayVecEnv:
    """Many games for self-play that step together; every seat can be played by the caller.

    `step(actions)` takes the pending action of each game and runs it to the next decision that no compiled bot takes.
    Ended games start again at once. Episode k of row i depends only on (seed, i, k): not on N, threads or order. A game
    that ends before the caller was asked is skipped.

    The arrays below are overwritten by `step`; copy those that you keep. Use the games in one thread at a time, and
    with `threads` in the process that made them; anything else raises ConcurrencyError and changes nothing. N is the
    number of games, P of seats, A of actions.

    Attributes:
        current_player: int8 (N,), the acting seat, absolute.
        observation: observation of that seat, or None. "flat" gives int8 (N, F). "tokens" gives a dict of int16 "cards"
            (N, 160, K) and "globals" (N, G). "sparse" gives int16 "indices" and int8 "data", both (N, 768), of which
            the first "count", int16 (N, 1), are valid.
        legal_action_mask: int8 (N, A), 1 where an action is legal.
        legal_ids: int32 (N, A), to be read only; the first `legal_count[i]` entries of row i are its legal actions.
        legal_count: int64 (N,), to be read only.
        rewards: float32 (N, P), reward of every seat in this step: its return at the end of a game, otherwise zero.
        done: int8 (N,), 1 where a game ended in this step; the other arrays already show the next game.
        final_returns: float32 (N, P), returns of the last game that ended in the row.
        final_observation: like `observation`: the end of the row's last game, for rows with one caller.
        turns_passed: int32 (N,), turns begun since the row's previous decision, or since the beginning of a new game.
        controllers: int8 (N, P), controllers before the seat rotation: CALLER 0, EXTERNAL -1, or 1 + the number of a
            compiled bot. Changes between steps apply from the row's next game on.
        seat_controllers: int8 (N, P), controllers of the seats of the running game, in the same numbers. Changes
            between steps apply to the running game only; a pending decision stays with the caller.
        episodes: int64 (N,), number of the game that a row plays.

    Examples:
        >>> import numpy as np
        >>> import munchkin_env as mk
        >>> games = mk.SelfPlayVecEnv(8, players=4)
        >>> games.step(games.sample(np.random.default_rng(0)))
    """

    CALLER = int(CALLER)
    """In `controllers` and `seat_controllers`: the caller of `step`."""
    EXTERNAL = int(EXTERNAL)
    """There, too: a policy of the caller's that is not learning."""

    def __init__(
        self,
        num_envs: int,
        players: int | None = None,
        *,
        seed: int = 0,
        controllers: Sequence[str | Bot] | None = None,
        seat_rotation: str = "fixed",
        encoding: str | None = "flat",
        threads: int = 1,
        **settings: Any,
    ) -> None:
        """Begin the games.

        Args:
            num_envs: N, the number of games.
            players: number of seats of each game, 3 to 6; None takes the preset's, else 4.
            seed: whole number from 0.
            controllers: for each seat "caller", "external" or a compiled bot; None leaves all seats to the caller.
            seat_rotation: assignment of these to seats: "fixed" as given, "rotate" shifted by (row + episode) seats,
                "random" shifted by a number drawn for each game.
            encoding: "flat", "tokens", "sparse", or None for no observations.
            threads: number of Python threads that share the rows.
            **settings: fields of `GameConfig`, or a preset.

        Raises:
            ConfigError: a setting is impossible; the message names it.
        """
        num_envs = whole_number("num_envs", num_envs, 1, 1 << 24)
        threads = whole_number("threads", threads, 1, 64)
        self._turn = threading.Lock()
        self._what = _number_of("encoding", encoding, spaces.WHAT)
        self._rotation = _number_of("seat_rotation", seat_rotation, ROTATIONS)
        self.config = GameConfig.of({"players": players, **settings}, ARGUMENTS)
        self.catalogue = catalogue_of(self.config)
        self._how = {"num_envs": num_envs, "encoding": encoding, "seat_rotation": seat_rotation}
        self._setup = {"num_envs": num_envs, "encoding": str(encoding), "seat_rotation": seat_rotation}
        self.num_envs = num_envs
        self.players = self.config.players
        self.spec = spec(**self.config.as_dict())
        self.num_actions = action_count(self.catalogue)
        self.seed = check_seed(seed)
        self._take_seeds(())
        self._tables = records(self.catalogue.tables)
        template = empty(1)
        write_settings(template, self.config, self.catalogue)
        self._template = records(template)
        self._lay_out(num_envs)
        self._chairs[:] = control_row(controllers, self.players)
        self._share_out(max(1, min(threads, num_envs // ROWS_PER_THREAD)))
        self._pool = ThreadPoolExecutor(len(self._shares) - 1) if len(self._shares) > 1 else None
        self._process = os.getpid()
        self.reset()

    def _lay_out(self, n: int) -> None:
        """The lanes of `n` games, and their arrays under the names by which callers know them."""
        self._lanes = stepping.new_lanes(self.spec, self._what, n)
        self._positions = self._lanes.positions
        self._bytes = self._positions.view(np.uint8, np.ndarray).reshape(n, -1)
        self.current_player = self._lanes.seats
        self.legal_action_mask = self._lanes.mask
        self.legal_ids = self._lanes.ids
        self.legal_count = self._lanes.counts
        self.observation: Any = spaces.named(self._what, self._lanes.seen)
        self.final_observation: Any = spaces.named(self._what, self._lanes.final)
        self.rewards = self._lanes.rewards
        self.done = self._lanes.done
        self.final_returns = self._lanes.final_returns
        self.turns_passed = self._lanes.turns_passed
        self.episodes = self._lanes.episodes
        self._chairs = self._lanes.chairs
        self._control = self._lanes.control
        self._book = self._lanes.book

    def _share_out(self, threads: int) -> None:
        """Rows that each thread steps, and the record of its bots' views."""
        ends = [self.num_envs * k // threads for k in range(threads + 1)]
        self._shares = [(first, last, records(empty(1))) for first, last in pairwise(ends)]

    @property
    def positions(self) -> np.ndarray:
        """States themselves, (N,) of `engine.state.layout.STATE`."""
        return self._positions

    @property
    def controllers(self) -> np.ndarray:
        """Controllers before the seat rotation, int8 (N, P); changes apply from the row's next game on.

        A list of names sets them for all rows.
        """
        return self._chairs

    @controllers.setter
    def controllers(self, value: np.ndarray) -> None:
        self._chairs[:] = self._seating("controllers", value)

    @property
    def seat_controllers(self) -> np.ndarray:
        """Controllers of the seats in the running games, int8 (N, P)."""
        return self._control

    @seat_controllers.setter
    def seat_controllers(self, value: np.ndarray) -> None:
        self._control[:] = self._seating("seat_controllers", value)

    def _seating(self, field: str, value: Any) -> np.ndarray:
        """The numbers of controllers for all seats, those of names for each row. Raises ConfigError."""
        if isinstance(value, list | tuple) and any(isinstance(one, str | Bot) for one in value):
            return np.broadcast_to(control_row(value, self.players, field), self._chairs.shape)
        given, shape = _array_of(value), self._chairs.shape
        if given.shape != shape or given.dtype.kind not in "iu" or (given < EXTERNAL).any() or (given > KINDS).any():
            raise ConfigError(f"{field}: expected {KNOWN} of shape {shape}, got {shown(value)}")
        return given.astype(np.int8)

    @alone
    def reset(self, seed: int | Sequence[int] | None = None, rows: np.ndarray | None = None) -> None:
        """Start again with episode 0 of every row, with another seed if one is given.

        A seed for each row makes each row a run of its own: it deals the games of `Game(seed=…)` and of a single
        environment with that seed, and its compiled bots draw random numbers by that seed alone.

        Args:
            seed: seed of the run, or one for each row; None keeps it.
            rows: bool (N,), the only rows that start again; this needs a seed for each row, of which only theirs are
                read. The other rows keep their state, without reward or end in this step.

        Raises:
            ConfigError: invalid seeds or rows. Nothing has changed.
        """
        self._check_process()
        chosen = self._chosen(rows)
        self._check_chairs()
        if rows is not None:
            self._take_seeds(self._changed_seeds(seed, chosen))
        elif seed is not None:
            seeds = () if isinstance(seed, int | np.integer) else self._checked_seeds(seed)
            self.seed = seeds[0] if seeds else check_seed(seed)
            self._take_seeds(seeds)
        self.episodes[chosen] = 0
        self._lanes.todo[:] = np.where(chosen, stepping.DEAL, stepping.HOLD)
        self._run()

    def _changed_seeds(self, seed: Any, chosen: np.ndarray) -> tuple[int, ...]:
        """The rows' own seeds, with those of the chosen rows from `seed`. Raises ConfigError."""
        if not self._seeds:
            raise ConfigError("rows: expected games whose rows have seeds of their own, got games of one seed")
        if seed is None:
            return self._seeds
        if not is_list(seed, self.num_envs):
            raise ConfigError(f"seed: expected {self.num_envs} whole numbers, got {shown(seed)}")
        return tuple(check_seed(seed[i]) if chosen[i] else one for i, one in enumerate(self._seeds))

    def _checked_seeds(self, seeds: Sequence[int]) -> tuple[int, ...]:
        """A seed for each row. Raises ConfigError."""
        if not is_list(seeds, self.num_envs):
            raise ConfigError(f"seed: expected a whole number, or {self.num_envs} of them, got {shown(seeds)}")
        return tuple(check_seed(one) for one in seeds)

    def _take_seeds(self, seeds: tuple[int, ...]) -> None:
        """The rows' own seeds; with none, all of them have that of the run."""
        self._seeds = seeds
        self._runs = np.array([hash_seed(one) for one in seeds], np.int64).reshape(-1, 2)
        self._bots = np.array([chance_keys("compiled bots", one)[0] for one in seeds or (self.seed,)], np.int64)

    @alone
    def deal(self, rows: np.ndarray | None = None) -> None:
        """Abandon running games without reward and begin the next episodes.

        Args:
            rows: bool (N,), the rows to begin; None is all. The other rows keep their state, without reward or end in
                this step.
        """
        self._check_process()
        chosen = self._chosen(rows)
        self._check_chairs()
        self.episodes[chosen] += 1
        self._lanes.todo[:] = np.where(chosen, stepping.DEAL, stepping.HOLD)
        self._run()

    @alone
    def step(self, actions: np.ndarray, rows: np.ndarray | None = None) -> None:
        """Take the pending action of every game, or only of some rows.

        Args:
            actions: int (N,), a legal id for each row.
            rows: bool (N,), the rows to step; None steps all. The other rows keep their state, without reward or end in
                this step, and their actions are not read.

        Raises:
            IllegalAction: an action is not legal; the message names the row. No game has moved.
            EngineFault: the engine had to stop a game.
        """
        self._check_process()
        answers = whole_actions(actions, self.num_envs)
        self._check_chairs()
        self._lanes.todo[:] = np.where(self._chosen(rows), stepping.ANSWER, stepping.HOLD)
        self._lanes.actions[:] = answers
        bad = stepping.first_illegal(answers, self._lanes.todo, self.legal_ids, self.legal_count)
        if bad >= 0:
            legal = self.legal_ids[bad, : self.legal_count[bad]].tolist()
            came = shown(whole_action(actions[bad]))
            raise IllegalAction(f"actions[{bad}]: expected one of {legal}, got {came}; no game has moved")
        self._run()

    def _chosen(self, rows: np.ndarray | None) -> np.ndarray:
        if rows is None:
            return np.ones(self.num_envs, bool)
        chosen = np.asarray(rows)
        if chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise ConfigError(f"rows: expected bool of shape ({self.num_envs},), got {chosen.dtype} of {chosen.shape}")
        return chosen

    def _check_process(self) -> None:
        """A forked child has none of its parent's threads: it would wait for them for ever."""
        if self._pool is not None and os.getpid() != self._process:
            raise ConcurrencyError(
                f"threads: expected games that process {os.getpid()} has made, got those of process {self._process}, "
                "whose threads are not here; make them after the fork, or close() these to go on with one thread"
            )

    def _check_chairs(self) -> None:
        """Refuse rows that would play for ever, with compiled bots in all seats, and numbers of no player."""
        bad = stepping.first_unseated(self._chairs, self._control, self.num_envs, self.players)
        if bad >= self.num_envs:
            row = bad - self.num_envs
            raise ConfigError(
                f"seat_controllers[{row}]: expected {KNOWN}, got {self._control[row].tolist()}; no game has moved"
            )
        if bad >= 0:
            raise ConfigError(
                f"controllers[{bad}]: expected {KNOWN}, not only bots, got {self._chairs[bad].tolist()}; "
                "no game has moved"
            )

    # ------------------------------------------------------------------ going on later

    @alone
    def state(self) -> dict[str, np.ndarray]:
        """Return everything that the games depend on, for `restore`.

        Returns:
            A dict of copied arrays, as `np.savez` takes them.
        """
        kept = {name: getattr(self, name).copy() for name in KEPT}
        final = {name: array.copy() for name, array in self._last_seen().items()}
        state = {
            **checkpoint.config_facts(self.config, self.catalogue),
            **{name: np.array(value) for name, value in self._setup.items()},
            "seed": np.array(str(self.seed)),
            "seeds": np.array(" ".join(map(str, self._seeds))),
            "positions": self._bytes.copy(),
            "book": self._book.copy(),
            **kept,
            **final,
        }
        return checkpoint.sealed(state)

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state, byte for byte. The arrays stay the same objects.

        Args:
            state: the result of `state` of games with the same settings; threads may differ. The order of legal ids
                beyond `legal_count` may differ, too.

        Raises:
            ConfigError: the state is damaged or of other games; the message names the difference. Nothing has changed.
        """
        state = checkpoint.opened(state)
        self.take_state(state, *self.check_state(state))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled by settings and `state()`: the copy has arrays and threads of its own."""
        settings = {**self.config.as_dict(), **self._how, "seed": self.seed, "threads": len(self._shares)}
        return _made_again, (type(self), settings, self.state())

    @alone
    def take_state(self, state: Mapping[str, np.ndarray], seed: int, seeds: tuple[int, ...]) -> None:
        """Continue from a state that `check_state` accepted, with the seeds that it returned."""
        self.seed = seed
        self._take_seeds(seeds)
        self._bytes[:] = state["positions"]
        self._book[:] = state["book"]
        for name in KEPT:
            getattr(self, name)[:] = state[name]
        for name, array in self._last_seen().items():
            array[:] = state[name]
        stepping.show_rows(tuple(self._lanes), self._tables, self._what)

    def check_state(self, state: Mapping[str, np.ndarray]) -> tuple[int, tuple[int, ...]]:
        """Return the seed of a state, and the rows' own seeds, if any. Raises ConfigError if `restore` would."""
        checkpoint.check_config(state, self.config, self.catalogue)
        for name, own in self._setup.items():
            checkpoint.check_equal(state, name, own)
        for name in KEPT:
            checkpoint.array_like(state, name, getattr(self, name))
        for name in ("controllers", "seat_controllers"):
            checkpoint.array_like(state, name, self.controllers, -1, KINDS)
        chairs, control = (np.ascontiguousarray(state[name]) for name in ("controllers", "seat_controllers"))
        bad = stepping.first_unseated(chairs, control, self.num_envs, self.players)
        if bad >= 0:
            raise ConfigError(f"controllers: expected a caller in row {bad}, got {chairs[bad].tolist()}")
        checkpoint.array_like(state, "episodes", self.episodes, 0, MOST_COUNTED)
        for name, array in self._last_seen().items():
            checkpoint.array_like(state, name, array)
        book = checkpoint.array_like(state, "book", self._book, 0, MOST_COUNTED)
        if book[:, stepping.FAULT].any():
            raise ConfigError(f"book: expected no fault, got {book[:, stepping.FAULT].tolist()}")
        checkpoint.array_like(state, "positions", self._bytes)
        seeds = checkpoint.wholes(state, "seeds")
        found = check_seed(checkpoint.whole(state, "seed")), self._checked_seeds(seeds) if seeds else ()
        checkpoint.check_seal(state)
        return found

    def _last_seen(self) -> dict[str, np.ndarray]:
        """Last observations of games, as saved states name them; only states of `sparse` have its entries."""
        names = FINAL if self._what == stepping.SPARSE else FINAL[:3]
        return dict(zip(names, self._lanes.final, strict=False))

    def _run(self) -> None:
        """Update rows by their lanes."""
        handed = tuple(self._lanes), tuple(self._deals())
        self._share_work(lambda first, last, views: stepping.advance(*handed, self._tables, views, first, last))
        if self._book[:, stepping.FAULT].any():
            self._report_fault()

    def _share_work(self, run: Callable[[int, int, np.ndarray], None]) -> None:
        """Run compiled code on all rows, by all threads: `run(first row, row after the last, record for views)`."""

        def work(share: tuple[int, int, np.ndarray]) -> None:
            run(*share)

        own, *others = self._shares
        running = [self._pool.submit(work, share) for share in others] if self._pool is not None else []
        try:
            work(own)
            for one in running:
                one.result()
        finally:
            wait(running)  # also after Ctrl-C: games that a thread still steps must not be stepped

    def _deals(self) -> stepping.Deals:
        first_seat = -1 if self.config.first_seat is None else self.config.first_seat
        key = hash_seed(self.seed)
        return stepping.Deals(self._template, first_seat, self._rotation, *key, self._runs, self._bots, self._what)

    def _report_fault(self) -> None:
        """Report the first faulty game, once; its row plays on with the next episode."""
        row = int(np.flatnonzero(self._book[:, stepping.FAULT])[0])
        fault = Fault(int(self._book[row, stepping.FAULT]))
        episode = int(self._book[row, stepping.FAULT_EPISODE])
        self._book[:, stepping.FAULT] = 0
        raise EngineFault(
            f"engine fault {fault!r} in row {row}, episode {episode}; reproduce with seed {self._told_seed(row)}, "
            f"controllers {self.seat_controllers[row].tolist()}, {self.config} and the actions of that game"
        )

    def _told_seed(self, row: int) -> str:
        return f"{self.seed}, of the row {self._seeds[row]}" if self._seeds else str(self.seed)

    def observe(self, seats: np.ndarray) -> Any:
        """Return the observation of one seat of each game, acting or not.

        Args:
            seats: int (N,), a seat of each game.

        Returns:
            Fresh arrays like `observation`.

        Raises:
            ConfigError: a seat does not exist.
        """
        if self._what == 0:
            raise ConfigError(f"encoding: expected {' or '.join(ENCODINGS)} to observe with, got None")
        kind = str(self._setup["encoding"])
        self._check_numbers("seats", seats, self.num_envs, self.players)
        return self.observe_rows(kind, np.arange(self.num_envs), np.asarray(seats))

    @alone
    def observe_rows(self, encoding: str, rows: np.ndarray, seats: np.ndarray) -> Any:
        """Return observations of chosen rows in a chosen encoding.

        Args:
            encoding: "flat", "tokens" or "sparse".
            rows: int (n,), rows to observe.
            seats: int (n,), the observing seat in each of them.

        Returns:
            Fresh arrays like `observation`, n rows each.

        Raises:
            ConfigError: the encoding, a row or a seat does not exist.
        """
        one_of("encoding", encoding, ENCODINGS)
        rows, seats = _array_of(rows), _array_of(seats)
        self._check_numbers("rows", rows, rows.size, self.num_envs)
        self._check_numbers("seats", seats, rows.size, self.players)
        return spaces.observed(self.spec, encoding, self._positions, self._tables, rows, seats)

    def _check_numbers(self, field: str, value: Any, size: int, limit: int) -> None:
        """Raise ConfigError unless the value is whole numbers, (size,), from 0 to below `limit`."""
        given = _array_of(value)
        right = given.shape == (size,) and given.dtype.kind in "iu"
        if not right or (size and (given.min() < 0 or given.max() >= limit)):
            raise ConfigError(f"{field}: expected whole numbers from 0 to {limit - 1}, ({size},), got {shown(value)}")

    @property
    def bot_actions(self) -> int:
        """Number of actions that compiled bots have taken in all games since the object was made."""
        return int(self._book[:, stepping.BOTS_EVER].sum())

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """Draw one uniform legal action for each game.

        Args:
            rng: source of random numbers.

        Returns:
            int64 (N,).
        """
        pick = (_generator(rng).random(self.num_envs) * self.legal_count).astype(np.int64)
        picked: np.ndarray = self.legal_ids[np.arange(self.num_envs), pick]
        return picked.astype(np.int64)

    @alone
    def advice(self, bot: str | Bot, rng: np.random.Generator, rows: np.ndarray | None = None) -> np.ndarray:
        """Return the actions that a bot would take; the games keep their state.

        The bot sees what the acting seat sees. A compiled bot or a `BatchBot` acts for all rows in one call; any other
        bot is asked row by row, as one object.

        Args:
            bot: name or `Bot`.
            rng: each row draws two numbers below 2^32 as the key of its random choices, asked or not.
            rows: bool (N,), the rows to ask for; None asks for all.

        Returns:
            int32 (N,), -1 in the other rows.

        Raises:
            ConfigError: the bot does not exist or does not play this game.
        """
        self._check_process()
        teller = bot if isinstance(bot, Bot) else make_bot(bot)
        teller.check(self.spec)
        asked = self._chosen(rows)
        keys = _generator(rng).integers(0, 2**32, (self.num_envs, 2))
        advice = np.full(self.num_envs, -1, np.int32)
        kind = compiled_kind(teller)
        if kind is None:
            chosen = np.flatnonzero(asked)
            advice[chosen] = self._told(teller, chosen, keys[chosen])
            return advice
        number: int = kind

        def ask(first: int, last: int, views: np.ndarray) -> None:
            rows = first + np.flatnonzero(asked[first:last])
            found = np.zeros(len(rows), np.int32)
            stepping.advise(
                self._positions, self._tables, views, self.legal_ids, self.legal_count, number, rows, keys[rows], found
            )
            advice[rows] = found

        self._share_work(ask)
        return advice

    def _told(self, bot: Bot, rows: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """Actions of a bot that plays in Python at the decisions of `rows`, each by its key, int64 (n,)."""

        def seen(encoding: str, places: np.ndarray) -> Any:
            chosen = rows[places]
            return spaces.observed(
                self.spec, encoding, self._positions, self._tables, chosen, self.current_player[chosen]
            )

        def told(advisor: str, places: np.ndarray) -> np.ndarray:
            return self.advice_by_chance(advisor, rows[places], chances[places])

        def recalled(n: int, places: np.ndarray) -> np.ndarray:
            return last_events(self._positions, rows[places], self.current_player[rows[places]], n)

        def alone_at(one: Bot, k: int) -> int:
            i = int(rows[k])
            chance = np.random.default_rng(keys[k])
            return answer_of(
                one, self._positions[i : i + 1], self.catalogue, self.legal_action_mask[i], chance, "advisor"
            )

        bots = np.full(len(rows), None, object)
        bots[:] = bot
        chances = keys[:, 0] / 2.0**32
        return outside_answers(bots, self.legal_action_mask[rows], chances, seen, told, recalled, alone_at, "advisor")

    def advice_by_chance(self, advisor: str, rows: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Return the actions that a compiled bot would take, with given random numbers; see `spaces.advised`.

        Args:
            advisor: name of a compiled bot.
            rows: int (n,), rows to ask for.
            chances: float64 (n,), a random number for each row, in [0, 1).

        Returns:
            int32 (n,).
        """
        return spaces.advised(advisor, self._positions, self._tables, self.legal_ids, self.legal_count, rows, chances)

    @alone
    def game(self, row: int | np.integer) -> "Game":
        """Return a copy of a row's game, to inspect, show or search.

        Args:
            row: 0 to N - 1.

        Returns:
            A game whose beginning is not known, as after `Game.resample`.

        Raises:
            ConfigError: there is no such row.
        """
        from munchkin_env.game.game import Game

        row = whole_number("row", row, 0, self.num_envs - 1)
        return Game._standing(self.config, np.ndarray(1, STATE, self._bytes[row].copy()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def _repr_html_(self) -> str:
        """The table of the first row."""
        return self.game(0)._repr_html_()

    @alone
    def close(self) -> None:
        """End the threads; the games can still be stepped, by one."""
        if self._pool is not None:
            if os.getpid() == self._process:
                self._pool.shutdown()
            self._pool = None
            self._share_out(1)


def _made_again(kind: type[SelfPlayVecEnv], settings: dict[str, Any], state: dict[str, np.ndarray]) -> SelfPlayVecEnv:
    """Games with these settings in that state."""
    games = kind(**settings)
    games.restore(state)
    return games


def control_row(control: Sequence[str | Bot] | None, players: int, field: str = "controllers") -> np.ndarray:
    """int8 (P,) of named controllers. Raises ConfigError; at least one seat must not be a bot's."""
    if control is None:
        return np.zeros(players, np.int8)
    if not isinstance(control, list | tuple) or len(control) != players:
        raise ConfigError(f"{field}: expected one name for each of {players} seats, got {shown(control)}")
    row = np.array([_controller(name, field) for name in control], np.int8)
    if (row > 0).all():
        raise ConfigError(f"{field}: expected a seat for the caller, got {shown(control)}")
    return row


def _array_of(value: Any) -> np.ndarray:
    """The value as an array; rows of different lengths are none of numbers, and no field has them."""
    try:
        return np.asarray(value)
    except ValueError:
        return np.empty((0, 0), object)


def _number_of(field: str, value: Any, choices: dict[Any, int]) -> int:
    """The number of a named choice. Raises ConfigError for another."""
    if not isinstance(value, str | None) or value not in choices:
        hint = did_you_mean(value, filter(None, choices))
        raise ConfigError(f"{field}: expected one of {list(choices)}, got {shown(value)}{hint}")
    return choices[value]


def _generator(rng: Any) -> np.random.Generator:
    """The generator that was given. Raises ConfigError for anything else."""
    if not isinstance(rng, np.random.Generator):
        raise ConfigError(f"rng: expected a numpy.random.Generator, got {shown(rng)}")
    return rng


def _controller(one: Any, field: str) -> int:
    if isinstance(one, str) and one in ("caller", "external"):
        return CALLER if one == "caller" else EXTERNAL
    if not isinstance(one, str | Bot):
        raise ConfigError(f"{field}: expected names of controllers, got {shown(one)}")
    kind = compiled_kind(one if isinstance(one, Bot) else make_bot(one))
    if kind is None:
        came = f"{shown(one)}, which plays in Python: use external, and pass its actions to step()"
        raise ConfigError(f"{field}: expected caller, external or a compiled bot, got {came}")
    return 1 + kind
