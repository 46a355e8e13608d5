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
from munchkin_env.envs.seeding import chance_keys
from munchkin_env.errors import ConcurrencyError, ConfigError, EngineFault, IllegalAction, did_you_mean, shown
from munchkin_env.game.initial_state import check_seed, hash_seed, write_settings
from munchkin_env.observation import ENCODINGS, last_events, spec
from munchkin_env.policies import make_bot
from munchkin_env.renamed import missing_attribute
from munchkin_env.vocabulary import Control, Fault

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

CALLER = Control.CALLER  # answers come from whoever calls `step`
ROWS_PER_THREAD = 128  # at least; with fewer, handing out the work costs more than it brings
MOST_COUNTED = 1 << 48  # games or answers of a row: no state has as many
EXTERNAL = Control.EXTERNAL  # answers come from a policy of the caller's that is not learning
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
FINAL = ("final_flat", "final_cards", "final_globals", "final_indices", "final_values", "final_count")


class HasTurn(Protocol):
    """An object with a lock that whoever uses it holds; nobody waits for it."""

    _turn: threading.Lock


S = TypeVar("S", bound=HasTurn)
P = ParamSpec("P")
R = TypeVar("R")


def alone(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Mark a method that does not run while any method marked so of the same object does: it raises ConcurrencyError,
    and nothing has changed. In a position that two threads change at once, compiled loops may never end."""

    @functools.wraps(method)
    def guarded(self: S, *args: P.args, **kwargs: P.kwargs) -> R:
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
    """N games of Munchkin that step together; every seat can learn.

    `step(actions)` answers each game's pending decision and runs it to the next decision that no compiled bot
    takes. Ended games begin anew at once. Row i, episode k depends on (seed, i, k) alone: not on N, threads or order.
    A game that ends before any caller was asked is passed over: there is no answer that it could be credited to.

    The arrays below are overwritten by `step`; copy what you keep. Games are used by one thread at a time, and those
    with `threads` in the process that made them: anything else is a ConcurrencyError, and changes nothing.

    Attributes:
        current_player: int8 (N,), the seat that decides, absolute.
        observation: what that seat sees: int8 (N, F) (`encoding="flat"`), a dict of int16 "cards" (N, 160, K) and
            "globals" (N, G) ("tokens"), one of int16 "indices" and int8 "data" (N, 768), of which the first "count",
            int16 (N, 1), count ("sparse"), or None.
        legal_action_mask: int8 (N, A) of legal actions.
        legal_ids: int32 (N, A), the first `legal_count[i]` of row i are the legal actions.
        legal_count: int64 (N,).
        rewards: float32 (N, P), what every seat got in this step (its own terminal return; zero otherwise).
        done: int8 (N,), 1 where a game ended in this step; the other arrays already show the next one.
        final_returns: float32 (N, P), returns of the last game that ended in the row.
        final_observation: like `observation`, what the caller saw of the end of the row's last game, for a row with
            one caller.
        turns_passed: int32 (N,), turns begun since the row's decision before; in a new game, since its beginning.
        controllers: int8 (N, P), who plays before the rotation turns the table: CALLER 0, EXTERNAL -1, or 1 + the
            number of a compiled bot. May be changed between steps, and counts from the row's next game on.
        seat_controllers: int8 (N, P), who answers for each seat of the running game, in the same numbers. May be
            changed between steps, for the running game alone; a decision that is pending stays the caller's.
        episodes: int64 (N,), the number of the game a row plays.
    """

    CALLER = int(CALLER)
    """In `controllers` and `seat_controllers`: whoever calls `step`."""
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
        """Deals `num_envs` games.

        controllers: for each seat "caller", "external" or a compiled bot; None leaves all to the caller.
        seat_rotation: where those sit: "fixed" as given; "rotate" turned by (row + episode) seats; "random" turned by a
        number drawn for each game. encoding: "flat", "tokens", "sparse" or None. threads: Python threads that share
        the rows. players: None takes the preset's, else 4. settings: `GameConfig` fields, or a preset. Raises
        ConfigError naming the field.
        """
        whole_number("num_envs", num_envs, 1, 1 << 24)
        whole_number("threads", threads, 1, 64)
        self._turn = threading.Lock()
        self._what = _number_of("encoding", encoding, spaces.WHAT)
        self._rotation = _number_of("seat_rotation", seat_rotation, ROTATIONS)
        self.config = GameConfig.of({"players": players, **settings})
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
        """Which rows each thread steps, and the record in which it shows bots what they may see."""
        ends = [self.num_envs * k // threads for k in range(threads + 1)]
        self._shares = [(first, last, records(empty(1))) for first, last in pairwise(ends)]

    @property
    def positions(self) -> np.ndarray:
        """The positions themselves, (N,) of `engine.state.layout.STATE`."""
        return self._positions

    @property
    def controllers(self) -> np.ndarray:
        return self._chairs

    @controllers.setter
    def controllers(self, value: np.ndarray) -> None:
        self._chairs[:] = self._seating("controllers", value)

    @property
    def seat_controllers(self) -> np.ndarray:
        return self._control

    @seat_controllers.setter
    def seat_controllers(self, value: np.ndarray) -> None:
        self._control[:] = self._seating("seat_controllers", value)

    def _seating(self, field: str, value: Any) -> np.ndarray:
        """The numbers of controllers for all seats. Raises ConfigError."""
        given, shape = np.asarray(value), self._chairs.shape
        if given.shape != shape or given.dtype.kind not in "iu" or (given < EXTERNAL).any() or (given > KINDS).any():
            raise ConfigError(f"{field}: expected {KNOWN} of shape {shape}, got {shown(value)}")
        return given.astype(np.int8)

    @alone
    def reset(self, seed: int | Sequence[int] | None = None, rows: np.ndarray | None = None) -> None:
        """Begins anew with episode 0 of every row, with another seed if one is given.

        A seed for each row, N of them, makes each row the run of its own: it deals what `Game(seed=…)` deals, and then
        what a single environment deals that was reset with that seed. What bots draw depends on the first of them.

        Args:
            seed: The seed of the run, or one for each row.
            rows: bool (N,), the only rows that begin anew, if they have seeds of their own; only their entries of
                `seed` are read. The others stay as they are, with no reward and no end in this step, and so does what
                bots draw.

        Raises:
            ConfigError: For what is no seed or no rows; nothing has then changed.
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
        if not isinstance(seed, list | tuple | np.ndarray) or np.shape(seed)[:1] != (self.num_envs,):
            raise ConfigError(f"seed: expected {self.num_envs} whole numbers, got {shown(seed)}")
        return tuple(check_seed(seed[i]) if chosen[i] else one for i, one in enumerate(self._seeds))

    def _checked_seeds(self, seeds: Sequence[int]) -> tuple[int, ...]:
        """A seed for each row. Raises ConfigError."""
        if not isinstance(seeds, list | tuple | range | np.ndarray) or np.shape(seeds)[:1] != (self.num_envs,):
            raise ConfigError(f"seed: expected a whole number, or {self.num_envs} of them, got {shown(seeds)}")
        return tuple(check_seed(one) for one in seeds)

    def _take_seeds(self, seeds: tuple[int, ...]) -> None:
        """The rows' own seeds; with none, all of them have that of the run."""
        self._seeds = seeds
        self._runs = np.array([hash_seed(one) for one in seeds], np.int64).reshape(-1, 2)

    @alone
    def deal(self, rows: np.ndarray | None = None) -> None:
        """Gives up the running games of `rows` (bool, (N,); None is all) and deals their next episodes, for nobody's
        reward. The other rows stay as they are, with no reward and no end in this step."""
        self._check_process()
        chosen = self._chosen(rows)
        self._check_chairs()
        self.episodes[chosen] += 1
        self._lanes.todo[:] = np.where(chosen, stepping.DEAL, stepping.HOLD)
        self._run()

    @alone
    def step(self, actions: np.ndarray, rows: np.ndarray | None = None) -> None:
        """Answers the pending decision of every game, or only of `rows` (bool, (N,)); the others stay as they are, with
        no reward and no end in this step, and their actions are not read.

        IllegalAction names the row; then no game has moved. EngineFault tells of a game that the engine had to stop.
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
        """A row of compiled bots alone would play for ever; what is no number of a player can't be asked."""
        bad = stepping.first_unseated(self._chairs, self._control, self.num_envs, self.players)
        if bad >= self.num_envs:
            row = bad - self.num_envs
            raise ConfigError(
                f"seat_controllers[{row}]: expected {KNOWN}, got {self._control[row].tolist()}; no game has moved"
            )
        if bad >= 0:
            raise ConfigError(
                f"controllers[{bad}]: expected {KNOWN}, not bots alone, got {self._chairs[bad].tolist()}; "
                "no game has moved"
            )

    # ------------------------------------------------------------------ going on later

    @alone
    def state(self) -> dict[str, np.ndarray]:
        """All that the games depend on, as copies that `np.savez` can keep. `restore` goes on from it."""
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
        """Goes on from a `state()` of games with the same settings, byte for byte; threads may differ, and the order of
        legal ids beyond `legal_count` means nothing. The arrays stay the same objects.

        Raises ConfigError naming what differs or is damaged; then nothing has changed.
        """
        state = checkpoint.opened(state)
        self.take_state(state, *self.check_state(state))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled by settings and `state()`: the copy has arrays and threads of its own."""
        settings = {**self.config.as_dict(), **self._how, "seed": self.seed, "threads": len(self._shares)}
        return _made_again, (type(self), settings, self.state())

    @alone
    def take_state(self, state: Mapping[str, np.ndarray], seed: int, seeds: tuple[int, ...]) -> None:
        """Goes on from a state that `check_state` has found good, with the seed and the rows' own that it found."""
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
        """The seed of a state that `restore` would take, and the rows' own, if they have any. Raises ConfigError."""
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
        """What was seen of the ends of games, as states name it; what only `sparse` has, in no state of other kinds."""
        names = FINAL if self._what == stepping.SPARSE else FINAL[:3]
        return dict(zip(names, self._lanes.final, strict=False))

    def _run(self) -> None:
        """Does with the rows what the lanes say."""
        handed = tuple(self._lanes), tuple(self._deals())
        self._share_work(lambda first, last, views: stepping.advance(*handed, self._tables, views, first, last))
        if self._book[:, stepping.FAULT].any():
            self._report_fault()

    def _share_work(self, run: Callable[[int, int, np.ndarray], None]) -> None:
        """Runs compiled code on all rows, by all threads: `run(first row, row after the last, record for views)`."""

        def work(share: tuple[int, int, np.ndarray]) -> None:
            run(*share)

        own, *others = self._shares
        running = [self._pool.submit(work, share) for share in others] if self._pool is not None else []
        try:
            work(own)
            for one in running:
                one.result()
        finally:
            wait(running)  # also after Ctrl-C: nobody may step games that a thread of ours is still at

    def _deals(self) -> stepping.Deals:
        first_seat = -1 if self.config.first_seat is None else self.config.first_seat
        bots = chance_keys("compiled bots", self.seed)[0]
        key = hash_seed(self.seed)
        return stepping.Deals(self._template, first_seat, self._rotation, *key, self._runs, *bots, self._what)

    def _report_fault(self) -> None:
        """Tells of the first faulty game, once; its row plays on with the next episode."""
        row = int(np.flatnonzero(self._book[:, stepping.FAULT])[0])
        fault = Fault(int(self._book[row, stepping.FAULT]))
        episode = int(self._book[row, stepping.FAULT_EPISODE])
        self._book[:, stepping.FAULT] = 0
        raise EngineFault(
            f"engine fault {fault!r} in row {row}, episode {episode}; reproduce with seed {self._told_seed(row)}, "
            f"controllers {self.seat_controllers[row].tolist()}, {self.config} and the answers given in that game"
        )

    def _told_seed(self, row: int) -> str:
        return f"{self.seed}, of the row {self._seeds[row]}" if self._seeds else str(self.seed)

    def observe(self, seats: np.ndarray) -> Any:
        """What `seats[i]` (int, (N,)) sees of game i, whoever has to decide: fresh arrays like `observation`."""
        if self._what == 0:
            raise ConfigError(f"encoding: expected {' or '.join(ENCODINGS)} to observe with, got None")
        kind = str(self._setup["encoding"])
        self._check_numbers("seats", seats, self.num_envs, self.players)
        return self.observe_rows(kind, np.arange(self.num_envs), np.asarray(seats))

    @alone
    def observe_rows(self, encoding: str, rows: np.ndarray, seats: np.ndarray) -> Any:
        """What `seats[k]` sees of game `rows[k]` (int, (n,) each) as "flat", "tokens" or "sparse", whatever the games
        show: fresh arrays. Raises ConfigError."""
        one_of("encoding", encoding, ENCODINGS)
        rows, seats = np.asarray(rows), np.asarray(seats)
        self._check_numbers("rows", rows, rows.size, self.num_envs)
        self._check_numbers("seats", seats, rows.size, self.players)
        return spaces.observed(self.spec, encoding, self._positions, self._tables, rows, seats)

    def _check_numbers(self, field: str, value: Any, size: int, limit: int) -> None:
        """Raises ConfigError unless the value is whole numbers, (size,), from 0 to below `limit`."""
        given = np.asarray(value)
        right = given.shape == (size,) and given.dtype.kind in "iu"
        if not right or (size and (given.min() < 0 or given.max() >= limit)):
            raise ConfigError(f"{field}: expected whole numbers from 0 to {limit - 1}, ({size},), got {shown(value)}")

    @property
    def bot_actions(self) -> int:
        """How often compiled bots have answered, in all games since the object was made."""
        return int(self._book[:, stepping.BOTS_EVER].sum())

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """int64 (N,): one uniform legal action for each game."""
        pick = (_generator(rng).random(self.num_envs) * self.legal_count).astype(np.int64)
        return self.legal_ids[np.arange(self.num_envs), pick].astype(np.int64)

    @alone
    def advice(self, bot: str | Bot, rng: np.random.Generator, rows: np.ndarray | None = None) -> np.ndarray:
        """int32 (N,): what a bot would answer to the pending decisions, or to those of `rows` (bool, (N,)); -1 in the
        others. The bot sees what the deciding seat sees, and the games stay as they are. A compiled bot answers all
        rows in one call, a BatchBot too; any other one is asked row by row, and is the same object for all of them.

        Of `rng` each row draws two numbers below 2³², asked or not: the key of its chance. Raises ConfigError.
        """
        self._check_process()
        teller = bot if isinstance(bot, Bot) else make_bot(bot)
        teller.check(self.spec)
        keys = _generator(rng).integers(0, 2**32, (self.num_envs, 2))
        asked = self._chosen(rows)
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
        """int64 (n,): the answers of a bot that plays in Python to the decisions of `rows`, each by its key."""

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
        """int32 (n,): what compiled bot `advisor` would answer to the decisions of `rows`, see `spaces.advised`."""
        return spaces.advised(advisor, self._positions, self._tables, self.legal_ids, self.legal_count, rows, chances)

    @alone
    def game(self, row: int | np.integer) -> "Game":
        """A row's game as it stands, on its own, to look at, to show or to search; its beginning is not known, as with
        a resampled one. Raises ConfigError for a row that is not there."""
        from munchkin_env.game.game import Game

        whole_number("row", row.item() if isinstance(row, np.integer) else row, 0, self.num_envs - 1)
        return Game._standing(self.config, np.ndarray(1, STATE, self._bytes[row].copy()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def _repr_html_(self) -> str:
        """The table of the first row."""
        return self.game(0)._repr_html_()

    @alone
    def close(self) -> None:
        """Ends the threads; the games can still be stepped, by one."""
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


def control_row(control: Sequence[str | Bot] | None, players: int) -> np.ndarray:
    """int8 (P,) of named controllers. Raises ConfigError; at least one seat must not be a bot's."""
    if control is None:
        return np.zeros(players, np.int8)
    if not isinstance(control, list | tuple) or len(control) != players:
        raise ConfigError(f"controllers: expected one name for each of {players} seats, got {shown(control)}")
    row = np.array([_controller(name) for name in control], np.int8)
    if (row > 0).all():
        raise ConfigError(f"controllers: expected a seat for the caller, got {shown(control)}")
    return row


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


def _controller(one: str | Bot) -> int:
    if isinstance(one, str) and one in ("caller", "external"):
        return CALLER if one == "caller" else EXTERNAL
    kind = compiled_kind(one if isinstance(one, Bot) else make_bot(one))
    if kind is None:
        came = f"{shown(one)}, which plays in Python"
        raise ConfigError(f"controllers: expected caller, external or a compiled bot, got {came}")
    return 1 + kind
