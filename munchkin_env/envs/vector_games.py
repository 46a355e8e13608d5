"""Many games at once, all seats open to learning: one compiled call steps them all."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.dispatch import KINDS
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.config import GameConfig, whole_number
from munchkin_env.engine.actions import action_count
from munchkin_env.engine.kernel import records
from munchkin_env.engine.layout import empty
from munchkin_env.envs import encoding, snapshots, stepping
from munchkin_env.envs.opponents import compiled_kind
from munchkin_env.errors import ConfigError, EngineFault, IllegalAction, did_you_mean
from munchkin_env.game import check_seed, hash_seed, write_settings
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.vocabulary import Fault

CALLER = stepping.CALLER  # answers come from whoever calls `step`
ROWS_PER_THREAD = 128  # at least; with fewer, handing out the work costs more than it brings
EXTERNAL = -1  # answers come from a policy of the caller's that is not learning
ROTATIONS = {"fixed": stepping.FIXED, "rotate": stepping.ROTATE, "random": stepping.SHUFFLE}
KEPT = ("chairs", "control", "episodes", "rewards", "done", "final_returns", "turns_passed")  # in every state
FINAL = ("final_flat", "final_cards", "final_globals")


class VectorGames:
    """N games of Munchkin that step together; every seat can learn.

    `step(actions)` answers each game's pending decision and runs it to the next decision that no compiled bot
    takes. Ended games begin anew at once. Row i, episode k depends on (seed, i, k) alone: not on N, threads or order.
    A game that ends before any caller was asked is passed over: there is no answer that it could be credited to.

    The arrays below are overwritten by `step`; copy what you keep.

    Attributes:
        seat: int8 (N,), who decides, absolute.
        observation: what that seat sees: int8 (N, F) (`observation="flat"`), a dict of int16 "cards" (N, 160, K) and
            "globals" (N, G) ("tokens"), or None.
        mask: int8 (N, A) of legal actions.
        legal_ids: int32 (N, A), the first `legal_count[i]` of row i are the legal actions.
        legal_count: int64 (N,).
        rewards: float32 (N, P), what every seat got in this step (its own terminal return; zero otherwise).
        done: int8 (N,), 1 where a game ended in this step; the other arrays already show the next one.
        final_returns: float32 (N, P), returns of the last game that ended in the row.
        final_observation: like `observation`, what the caller saw of the end of the row's last game, for a row with
            one caller.
        turns_passed: int32 (N,), turns begun since the row's decision before; in a new game, since its beginning.
        chairs: int8 (N, P), who plays before the rotation turns the table: CALLER 0, EXTERNAL -1, or 1 + the number of
            a compiled bot. May be changed between steps, and counts from the row's next game on.
        control: int8 (N, P), who answers for each seat of the running game, in the same numbers. May be changed
            between steps, for the running game alone; a decision that is pending stays the caller's.
        episodes: int64 (N,), the number of the game a row plays.
    """

    def __init__(
        self,
        num_games: int,
        players: int = 4,
        *,
        seed: int = 0,
        control: Sequence[str | Bot] | None = None,
        rotation: str = "fixed",
        observation: str | None = "flat",
        threads: int = 1,
        **settings: Any,
    ) -> None:
        """Deals `num_games` games.

        control: for each seat "caller", "external" or a compiled bot; None leaves all to the caller.
        rotation: where those sit: "fixed" as given; "rotate" turned by (row + episode) seats; "random" turned by a
        number drawn for each game. observation: "flat", "tokens" or None. threads: Python threads that share the rows.
        settings: `GameConfig` fields. Raises ConfigError naming the field.
        """
        whole_number("num_games", num_games, 1, 1 << 24)
        whole_number("threads", threads, 1, 64)
        self._what = _number_of("observation", observation, encoding.WHAT)
        self._rotation = _number_of("rotation", rotation, ROTATIONS)
        self.config = GameConfig.of({"players": players, **settings})
        self.catalogue = load_catalogue(self.config.editions)
        self._setup = {"num_games": num_games, "observation": str(observation), "rotation": rotation}
        self.num_games = num_games
        self.players = players
        self.spec = spec(**self.config.as_dict())
        self.num_actions = action_count(self.catalogue)
        self.seed = check_seed(seed)
        n, p = num_games, players
        self.seat = np.zeros(n, np.int8)
        self.mask = np.zeros((n, self.num_actions), np.int8)
        self.legal_ids = np.zeros((n, self.num_actions), np.int32)
        self.legal_count = np.zeros(n, np.int64)
        self._seen = encoding.buffers(self.spec, self._what, n)
        self.observation: Any = encoding.named(self._what, self._seen)
        self._final = encoding.buffers(self.spec, self._what, n)
        self.final_observation: Any = encoding.named(self._what, self._final)
        self.rewards = np.zeros((n, p), np.float32)
        self.done = np.zeros(n, np.int8)
        self.final_returns = np.zeros((n, p), np.float32)
        self.turns_passed = np.zeros(n, np.int32)
        self.episodes = np.zeros(n, np.int64)
        self.chairs = np.tile(control_row(control, players), (n, 1))
        self.control = np.zeros_like(self.chairs)
        self._book = np.zeros((n, stepping.BOOK), np.int64)
        self._tables = records(self.catalogue.tables)
        template = empty(1)
        write_settings(template, self.config, self.catalogue)
        self._template = records(template)
        positions = empty(n)
        self._bytes = positions.view(np.uint8).reshape(n, -1)
        self._positions = records(positions)
        self._threads = max(1, min(threads, n // ROWS_PER_THREAD))
        self._slices = [(n * k // self._threads, n * (k + 1) // self._threads) for k in range(self._threads)]
        self._views = records(empty(self._threads))
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None
        self._first = -1 if self.config.first_seat is None else self.config.first_seat
        self.reset()

    @property
    def positions(self) -> np.ndarray:
        """The positions themselves, (N,) of `engine.layout.STATE`."""
        return self._positions

    def reset(self, seed: int | None = None) -> None:
        """Begins anew with episode 0 of every row, with another seed if one is given."""
        self._check_chairs()
        if seed is not None:
            self.seed = check_seed(seed)
        self.episodes[:] = 0
        self._run(self._no_actions(), np.full(self.num_games, stepping.DEAL, np.int8))

    def deal(self, rows: np.ndarray | None = None) -> None:
        """Gives up the running games of `rows` (bool, (N,); None is all) and deals their next episodes, for nobody's
        reward. The other rows stay as they are, with no reward and no end in this step."""
        chosen = self._chosen(rows)
        self._check_chairs()
        self.episodes[chosen] += 1
        self._run(self._no_actions(), np.where(chosen, stepping.DEAL, stepping.HOLD).astype(np.int8))

    def step(self, actions: np.ndarray, rows: np.ndarray | None = None) -> None:
        """Answers the pending decision of every game, or only of `rows` (bool, (N,)); the others stay as they are, with
        no reward and no end in this step, and their actions are not read.

        IllegalAction names the row; then no game has moved. EngineFault tells of a game that the engine had to stop.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions: expected whole numbers of shape ({self.num_games},), got {given.dtype} of {given.shape}"
            )
        self._check_chairs()
        answers = np.ascontiguousarray(given, np.int64)
        todo = np.where(self._chosen(rows), stepping.ANSWER, stepping.HOLD).astype(np.int8)
        bad = stepping.first_illegal(answers, todo, self.legal_ids, self.legal_count, self.num_games)
        if bad >= 0:
            legal = self.legal_ids[bad, : self.legal_count[bad]].tolist()
            raise IllegalAction(f"actions[{bad}]: expected one of {legal}, got {int(answers[bad])}; no game has moved")
        self._run(answers, todo)

    def _chosen(self, rows: np.ndarray | None) -> np.ndarray:
        if rows is None:
            return np.ones(self.num_games, bool)
        chosen = np.asarray(rows)
        if chosen.shape != (self.num_games,) or chosen.dtype != bool:
            raise ConfigError(f"rows: expected bool of shape ({self.num_games},), got {chosen.dtype} of {chosen.shape}")
        return chosen

    def _check_chairs(self) -> None:
        """A row of compiled bots alone would play for ever."""
        bad = stepping.first_unseated(self.chairs, self.num_games, self.players)
        if bad >= 0:
            raise ConfigError(
                f"chairs[{bad}]: expected 0 (caller), -1 (external) or 1 to {KINDS} (compiled bots), not bots alone, "
                f"got {self.chairs[bad].tolist()}; no game has moved"
            )

    # ------------------------------------------------------------------ going on later

    def state(self) -> dict[str, np.ndarray]:
        """All that the games depend on, as copies that `np.savez` can keep. `restore` goes on from it."""
        kept = {name: getattr(self, name).copy() for name in KEPT}
        final = {name: array.copy() for name, array in zip(FINAL, self._final, strict=True)}
        return {
            **snapshots.config_facts(self.config, self.catalogue),
            **{name: np.array(value) for name, value in self._setup.items()},
            "seed": np.array(str(self.seed)),
            "positions": self._bytes.copy(),
            "book": self._book.copy(),
            **kept,
            **final,
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Goes on from a `state()` of games with the same settings, byte for byte; threads may differ, and the order of
        legal ids beyond `legal_count` means nothing. The arrays stay the same objects.

        Raises ConfigError naming what differs or is damaged; then nothing has changed.
        """
        state = snapshots.opened(state)
        self.take_state(state, self.check_state(state))

    def take_state(self, state: Mapping[str, np.ndarray], seed: int) -> None:
        """Goes on from a state that `check_state` has found good, with the seed that it found."""
        self.seed = seed
        self._bytes[:] = state["positions"]
        self._book[:] = state["book"]
        for name in KEPT:
            getattr(self, name)[:] = state[name]
        for name, array in zip(FINAL, self._final, strict=True):
            array[:] = state[name]
        stepping.show_rows(
            self._positions, self._tables, self.num_games, self._what, self.legal_ids, self.legal_count, self.mask,
            self.seat, *self._seen,
        )  # fmt: skip

    def check_state(self, state: Mapping[str, np.ndarray]) -> int:
        """The seed of a state that `restore` would take. Raises ConfigError."""
        snapshots.check_config(state, self.config, self.catalogue)
        for name, own in self._setup.items():
            snapshots.check_equal(state, name, own)
        for name in KEPT:
            snapshots.array_like(state, name, getattr(self, name))
        for name in ("chairs", "control"):
            snapshots.array_like(state, name, self.chairs, -1, KINDS)
        snapshots.array_like(state, "episodes", self.episodes, 0)
        for name, array in zip(FINAL, self._final, strict=True):
            snapshots.array_like(state, name, array)
        snapshots.array_like(state, "book", self._book, 0)
        data = snapshots.array_like(state, "positions", self._bytes)
        snapshots.check_positions(data, self.config, self.catalogue)
        return snapshots.whole(state, "seed")

    def _no_actions(self) -> np.ndarray:
        return np.zeros(self.num_games, np.int64)

    def _run(self, actions: np.ndarray, todo: np.ndarray) -> None:
        hi, lo = hash_seed(self.seed)

        def work(slot: int) -> None:
            first, last = self._slices[slot]
            stepping.advance(
                self._positions, self._tables, self._template, self._views, slot, first, last, self._first,
                self._rotation, hi, lo, self.chairs, self.control, self._book, self.episodes, actions, todo, self._what,
                self.legal_ids, self.legal_count, self.mask, self.seat, self.rewards, self.done, self.final_returns,
                self.turns_passed, *self._seen, *self._final,
            )  # fmt: skip

        others = [self._pool.submit(work, slot) for slot in range(1, self._threads)] if self._pool is not None else []
        work(0)
        for other in others:
            other.result()
        if self._book[:, stepping.FAULT].any():
            self._report_fault()

    def _report_fault(self) -> None:
        """Tells of the first faulty game, once; its row plays on with the next episode."""
        row = int(np.flatnonzero(self._book[:, stepping.FAULT])[0])
        fault = Fault(int(self._book[row, stepping.FAULT]))
        episode = int(self._book[row, stepping.FAULT_EPISODE])
        self._book[:, stepping.FAULT] = 0
        raise EngineFault(
            f"engine fault {fault!r} in row {row}, episode {episode}; reproduce with seed {self.seed}, "
            f"control {self.control[row].tolist()}, {self.config} and the answers given in that game"
        )

    def observe(self, seats: np.ndarray) -> Any:
        """What `seats[i]` (int, (N,)) sees of game i, whoever has to decide: fresh arrays like `observation`."""
        if self._what == 0:
            raise ConfigError("observation: expected flat or tokens to observe with, got None")
        seats = np.ascontiguousarray(seats, np.int8)
        if seats.shape != (self.num_games,) or seats.min() < 0 or seats.max() >= self.players:
            raise ConfigError(f"seats: expected ({self.num_games},) of 0 to {self.players - 1}, got {seats.tolist()!r}")
        return self.observe_rows(str(self._setup["observation"]), np.arange(self.num_games), seats)

    def observe_rows(self, kind: str, rows: np.ndarray, seats: np.ndarray) -> Any:
        """What `seats[k]` sees of game `rows[k]` (int, (n,) each) as "flat" or "tokens", whatever the games show:
        fresh arrays."""
        return encoding.observed(self.spec, kind, self._positions, self._tables, rows, seats)

    @property
    def bot_answers(self) -> int:
        """How often compiled bots have answered, in all games since the object was made."""
        return int(self._book[:, stepping.BOTS_EVER].sum())

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """int64 (N,): one uniform legal action for each game."""
        pick = (rng.random(self.num_games) * self.legal_count).astype(np.int64)
        return self.legal_ids[np.arange(self.num_games), pick].astype(np.int64)

    def close(self) -> None:
        """Ends the threads; the games can still be stepped, by one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool, self._threads, self._slices = None, 1, [(0, self.num_games)]


def control_row(control: Sequence[str | Bot] | None, players: int) -> np.ndarray:
    """int8 (P,) of `control` names. Raises ConfigError; at least one seat must not be a bot's."""
    if control is None:
        return np.zeros(players, np.int8)
    if len(control) != players:
        raise ConfigError(f"control: expected one name for each of {players} seats, got {list(control)!r}")
    row = np.array([_controller(name) for name in control], np.int8)
    if (row > 0).all():
        raise ConfigError(f"control: expected a seat for the caller, got {list(control)!r}")
    return row


def _number_of(field: str, value: Any, choices: dict[Any, int]) -> int:
    """The number of a named choice. Raises ConfigError for another."""
    if not isinstance(value, str | None) or value not in choices:
        hint = did_you_mean(value, filter(None, choices))
        raise ConfigError(f"{field}: expected one of {list(choices)}, got {value!r}{hint}")
    return choices[value]


def _controller(one: str | Bot) -> int:
    if isinstance(one, str) and one in ("caller", "external"):
        return CALLER if one == "caller" else EXTERNAL
    kind = compiled_kind(one if isinstance(one, Bot) else make_bot(one))
    if kind is None:
        raise ConfigError(f"control: expected caller, external or a compiled bot, got {one!r}, which plays in Python")
    return 1 + kind


def advantages(
    seats: np.ndarray,
    values: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    turns_passed: np.ndarray,
    last_values: np.ndarray,
    gamma: float = 1.0,
    gae_lambda: float = 0.95,
    gamma_per_turn: float = 1.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Generalised advantages and returns float32 (T, N), each seat's decisions a trajectory of their own.

    seats int8 (T, N) who decided, values float32 (T, N), rewards float32 (T, N, P) after that step, done (T, N),
    turns_passed (T, N), last_values float32 (N, P) the values of all seats after the last step.
    """
    result = np.zeros(values.shape, np.float32)
    targets = np.zeros(values.shape, np.float32)
    stepping.seat_advantages(
        np.ascontiguousarray(seats, np.int8),
        np.ascontiguousarray(values, np.float32),
        np.ascontiguousarray(rewards, np.float32),
        np.ascontiguousarray(done, np.int8),
        np.ascontiguousarray(turns_passed, np.int32),
        np.ascontiguousarray(last_values, np.float32),
        float(gamma),
        float(gamma_per_turn),
        float(gae_lambda),
        result,
        targets,
    )
    return result, targets
