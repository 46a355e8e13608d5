"""One game of Munchkin: ask for the current player and the legal actions, step, observe, clone, save."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.actions import action_count, describe, whole_action
from munchkin_env.engine.state.layout import STATE, empty
from munchkin_env.engine.validation import invariants
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.errors import (
    ConcurrencyError,
    ConfigError,
    EngineFault,
    GameOver,
    IllegalAction,
    MunchkinError,
    SaveError,
    shown,
)
from munchkin_env.game.answers import answer_by_name
from munchkin_env.game.initial_state import check_seed, hash_seed, write_settings
from munchkin_env.game.saves import Save, checksum, config_of, pack, unpack, versions_now, without_answer
from munchkin_env.game.scenarios import as_python, as_told, build, listed
from munchkin_env.renamed import checks_names, missing_attribute
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS, Decision, Fault, Phase, Stage, Verb

if TYPE_CHECKING:
    from munchkin_env.replays.replay import Replay


def returns_of(winners: int, players: int) -> np.ndarray:
    """float[players] of the winners' bits when a game is over: +1 shared by winners, -1 by losers; zeros if all win.

    A draw returns to everybody what a loss does, to a single winner: nobody gains by putting a defeat off until the
    last round, and what is learnt for is what win rates count.
    """
    result = np.zeros(players)
    won = [p for p in range(players) if winners >> p & 1]
    if len(won) < players:
        result[:] = -1.0 / (players - max(1, len(won)))
        result[won] = 1.0 / max(1, len(won))
    return result


class Game:
    """A game of Munchkin, from the deal to the winner.

    Settings are fixed when the game is made; only `step`, `do` and `play_on` change it. Methods that take a
    seat count seats from 0, absolutely.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(players=4, seed=7)
        >>> game.step(int(game.legal_actions()[0]))
        >>> game.current_player
        1
    """

    seed: int | None
    """The seed, None for a scenario or a resampled game."""

    _busy = False  # an action is being carried out
    _scenario: dict[str, Any] | None = None  # the arguments of the scenario that it began with

    def __init__(
        self,
        editions: Sequence[str] | str = ("munchkin",),
        players: int | None = None,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        """Begin a game and run it to the first decision.

        Args:
            editions: names of editions, the host first.
            players: number of players, 3 to 6; None takes the preset's, else 4.
            seed: whole number from 0; fixes all random events.
            **settings: fields of `GameConfig`, or `preset`, a name of `presets()` whose settings hold where none are
                given.

        Raises:
            ConfigError: no game can have these settings.
            CardError: an edition cannot be read.
        """
        self._begin(GameConfig.of({"editions": editions, "players": players, **settings}, ["seed"]), seed, None)

    def _begin(self, config: GameConfig, seed: object, told: dict[str, Any] | None) -> None:
        """Begin by a seed, or set up the given scenario (`scenarios.as_told`), up to the first decision.

        Raises ConfigError and CardError.
        """
        self._prepare(config)
        if told is None:
            self.seed = check_seed(seed)
            self._place(empty(1))
            self._row["seed_hi"], self._row["seed_lo"] = hash_seed(self.seed)
            write_settings(self._row, config, self.catalogue)
            first = -1 if config.first_seat is None else config.first_seat
            self._n = entries.drive(self._positions, 0, self._tables, first, self._ids)
        else:
            self._place(build(config, self.catalogue, told))
            self._scenario = as_told(told)  # a copy, after the check of its type
            self._n = invariants.resume(self._positions, 0, self._tables, self._ids)
        self._check_fault()

    @classmethod
    def _anew(cls, config: GameConfig, seed: object, told: dict[str, Any] | None) -> "Game":
        """Return the game that begins so (`_begin`)."""
        game = object.__new__(cls)
        game._begin(config, seed, told)
        return game

    def _prepare(self, config: GameConfig) -> None:
        """Set up everything but the state."""
        self.config = config
        self.catalogue = catalogue_of(config)
        self._tables = records(self.catalogue.tables)
        self._actions = action_count(self.catalogue)
        self._ids = np.zeros(self._actions, np.int32)
        self._n = 0
        self.seed = None
        self._history: list[int] = []  # seat << 16 | action

    def _place(self, row: np.ndarray) -> None:
        """Replace the state by a one-row array of STATE."""
        self._row = row
        self._positions = records(row)
        self._bytes = row.view(np.uint8)

    # ------------------------------------------------------------------ display

    def replay(self, seat: int | str | None = None, names: Sequence[str] = (), bots: Sequence[str] = ()) -> "Replay":
        """Return the game so far, moment by moment.

        Args:
            seat: the viewer: a seat, "public" for an onlooker, or None with all hands open.
            names: names to show, by seat: none or one a seat.
            bots: names of the bots that act, by seat: none or one a seat.

        Returns:
            The replay: display it in a notebook, or write `Replay.page` to a file.

        Raises:
            ConfigError: there is no such seat, the number of names is another one, or the beginning of the game is not
                known (after `resample`).
        """
        from munchkin_env.replays.recorder import record

        return record(self, seat, names, bots)

    def _repr_html_(self) -> str:
        """Return the replay as HTML for notebooks, or the present state if the beginning of the game is not known."""
        from munchkin_env.replays.recorder import record, record_moment

        return (record if self._is_known() else record_moment)(self)._repr_html_()

    def _is_known(self) -> bool:
        """Return True if the beginning is known: it is not for resampled games and for rows of many games."""
        return self.seed is not None or self._scenario is not None

    # ------------------------------------------------------------------ state

    @property
    def position(self) -> np.ndarray:
        """State: the one-row structured array of `engine.state.layout.STATE` itself, not a copy."""
        return self._row

    @property
    def tables(self) -> np.ndarray:
        """Card tables that the engine reads."""
        return self._tables

    @property
    def current_player(self) -> int | None:
        """Seat whose decision is pending; None when the game is over. For drivers, not for bots."""
        return int(self._row["seat"][0]) if self._n else None  # a seat is asked until the game is over

    @property
    def decision(self) -> Decision:
        """Kind of the pending decision."""
        return Decision(int(self._row["decision"][0]))

    @property
    def stage(self) -> Stage:
        """Part of a composite action that comes next; `Stage.VERB` at its beginning."""
        return Stage(int(self._row["move"]["stage"][0]))

    @property
    def phase(self) -> Phase:
        """Phase of the turn."""
        return Phase(int(self._row["phase"][0]))

    @property
    def turn(self) -> int:
        """Number of turns begun."""
        return int(self._row["turn"][0])

    @property
    def turn_seat(self) -> int:
        """Seat whose turn it is."""
        return int(self._row["turn_seat"][0])

    @property
    def is_terminal(self) -> bool:
        """True once the game has ended."""
        return bool(self._row["over"][0])

    @property
    def winners(self) -> tuple[int, ...]:
        """Winning seats; empty while the game runs, and for a draw."""
        bits = int(self._row["winners"][0])
        return tuple(p for p in range(self.config.players) if bits >> p & 1)

    @property
    def returns(self) -> np.ndarray:
        """Returns by seat, float64 (P,): winners share +1 equally, losers share -1 equally.

        A draw gives every seat the return of a loss to one winner. Zeros while the game runs, and if every player wins.
        """
        if not self.is_terminal:
            return np.zeros(self.config.players)
        return returns_of(int(self._row["winners"][0]), self.config.players)

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """Pairs (seat, action) of all actions so far, oldest first."""
        return tuple((answer >> 16, answer & 0xFFFF) for answer in self._history)

    def level(self, seat: int) -> int:
        """Return the level of a seat, 1 to the goal.

        Args:
            seat: 0 to P - 1.

        Raises:
            ConfigError: there is no such seat.
        """
        self._check_seat(seat)
        return int(self._row["player"]["level"][0, seat])

    def strength(self, side: str) -> int:
        """Return the combat strength of a side (COMBAT-1).

        Args:
            side: "players" or "monsters".

        Raises:
            ConfigError: there is no such side.
        """
        if not isinstance(side, str) or side not in ("players", "monsters"):
            raise ConfigError(f"side: expected players or monsters, got {shown(side)}")
        players, monsters, _ = entries.strengths(self._positions, 0, self._tables)
        return int(players if side == "players" else monsters)

    # ------------------------------------------------------------------ acting

    def legal_actions(self) -> np.ndarray:
        """Return the legal action ids.

        Returns:
            int32 (k,), ascending, a fresh array; empty when the game is over.
        """
        return np.sort(self._ids[: self._n])

    def legal_action_mask(self, out: np.ndarray | None = None) -> np.ndarray:
        """Return the legal actions as a mask.

        Args:
            out: int8 (A,), overwritten and returned if given.

        Returns:
            int8 (A,), 1 where an action is legal; all zero when the game is over.

        Raises:
            ConfigError: `out` has another shape or type.
        """
        if out is None:
            out = np.zeros(self._actions, np.int8)
        else:
            _check_mask(out, self._actions)
            out[:] = 0
        out[self._ids[: self._n]] = 1
        return out

    def step(self, action: int) -> None:
        """Take an action for the pending decision and run the game to the next one.

        Args:
            action: a legal id: an int, or any type that Python and NumPy accept as an index.

        Raises:
            IllegalAction: the action is not legal; the message lists legal ones. The game is unchanged.
            GameOver: the game has ended.
            ConcurrencyError: another thread is stepping this game. The game is unchanged.
        """
        # No other thread can run between the two lines: Python switches threads only at calls and jumps.
        if self._busy:
            raise _in_use()
        self._busy = True
        try:
            self._step(action)
        finally:
            self._busy = False

    def _step(self, action: int) -> None:
        if self._n == 0:
            raise GameOver(f"action: the game is over (winners {list(self.winners)}), got {shown(action)}")
        number = whole_action(action, ids=self._actions)
        seat = int(self._row["seat"][0])
        n = entries.ILLEGAL
        if 0 <= number < self._actions:  # compiled code reads 64 bits
            before = self._bytes.copy()
            try:
                n = entries.step_game(self._positions, 0, self._tables, number, self._ids, self._n)
            except BaseException:
                self._put_back(before)
                raise
        if n == entries.ILLEGAL:
            legal = ", ".join(f"{i} {self.describe(i)}" for i in self.legal_actions()[:12])
            raise IllegalAction(
                f"action: {shown(number)} ({self.describe(number)}) is not legal for seat {seat} at "
                f"{self.decision.name}; legal: {legal}{', …' if self._n > 12 else ''}"
            )
        self._n = n  # before the call in the next line, after which Ctrl-C may raise
        self._history.append(seat << 16 | number)
        self._check_fault()

    def _put_back(self, before: np.ndarray) -> None:
        """Undo what compiled code has done: Python raises the error of Ctrl-C when its call has returned."""
        self._bytes[:] = before
        entries.legal_ids(self._positions, 0, self._tables, self._ids)

    def play_on(self, play: Callable[..., tuple[int, list[int]]], action: int) -> int:
        """Let compiled code of an environment take several actions at once.

        Args:
            play: a function `play(positions, tables, ids, n, action)`. It returns the number of ids that are legal at
                the end, and the actions taken, each as `seat << 16 | action`.
            action: the first action, which `play` receives.

        Returns:
            The number of actions taken.

        Raises:
            ConcurrencyError: another thread is stepping this game.
        """
        if self._busy:
            raise _in_use()
        self._busy = True
        before = self._bytes.copy()
        try:
            try:
                n, answers = play(self._positions, self._tables, self._ids, self._n, action)
            except BaseException:
                self._put_back(before)
                raise
            self._n = n
            self._history += answers
            self._check_fault()
        finally:
            self._busy = False
        return len(answers)

    def _check_fault(self) -> None:
        fault = int(self._row["fault"][0])
        if fault:
            raise EngineFault(
                f"engine fault {Fault(fault)!r}; reproduce with seed {self.seed}, {self.config} "
                f"and the actions {[a for _, a in self.history]}"
            )

    def describe(self, action: int) -> str:
        """Return the meaning of an action id in words.

        Args:
            action: an id; it need not be legal.

        Raises:
            IllegalAction: it is no whole number.
        """
        return describe(self.catalogue, whole_action(action), self._ids[: self._n].tolist())

    def action(self, verb: Verb | str | None = None, **arguments: Any) -> list[int]:
        """Return the ids that `do` would step through with the same arguments, tried on a copy.

        Args:
            verb: as for `do`.
            **arguments: the other arguments of `do`.

        Raises:
            IllegalAction: as for `do`.
            CardError: as for `do`.
        """
        trial = self.clone()
        before = len(trial._history)
        trial.do(verb, **arguments)
        return [action for _, action in trial.history[before:]]

    def do(
        self,
        verb: Verb | str | None = None,
        *,
        card: str | None = None,
        cards: Sequence[str] = (),
        seat: int | None = None,
        place: int | str | None = None,
        amount: int | None = None,
        second: str | None = None,
        want: Sequence[str] = (),
        which: int = 0,
        first_pick: bool = False,
    ) -> None:
        """Take a whole composite action by name.

        Parts that the engine settles by itself, because only one choice is legal, may be left out.

        Args:
            verb: name of the verb, such as "play"; None where the decision has no verb.
            card: id of the card.
            cards: ids of the cards of a set, such as those to sell.
            seat: absolute seat.
            place: number of a monster from 0, or "players" or "monsters".
            amount: number of treasures, levels or the like.
            second: id of a second card: a monster from the hand, or a payment.
            want: ids of the cards asked for in a trade.
            which: 0 for the first copy of a card, 1 for the second, …
            first_pick: add to an offer of help that the helper picks first.

        Raises:
            IllegalAction: a part is missing, wrong, or not asked for. The game is unchanged.
            CardError: there is no such card. The game is unchanged.

        Examples:
            >>> game.do("play", card="enraged", place=0)
        """
        parts = {
            "card": card, "cards": cards, "seat": seat, "place": place, "amount": amount, "second": second,
            "want": want, "which": which, "first_pick": first_pick,
        }  # fmt: skip
        if self._busy:
            raise _in_use()
        self._busy = True
        try:
            if self._n == 0:
                raise GameOver(f"action: the game is over (winners {list(self.winners)}), got {shown(verb)}")
            for action in answer_by_name(self._row, self.catalogue, verb, parts, self._history):
                self._step(action)
        finally:
            self._busy = False

    def still_answering(self, before: "Game") -> bool:
        """Return True if the pending decision is a further part of an action.

        False once the action is carried out, even where the next one of the same seat has begun by itself
        (`forced_choices`). As long as it is True, no random number was drawn and nothing was revealed (WINDOW-3).

        Args:
            before: a copy of the game, made when the action began.
        """
        return self.stage != Stage.VERB and without_answer(self._bytes) == without_answer(before._bytes)

    # ------------------------------------------------------------------ copies and bytes

    def clone(self) -> "Game":
        """Return an independent copy.

        Raises:
            ConcurrencyError: another thread is stepping this game.
        """
        if self._busy:
            raise _in_use()
        return self._copy()

    def _copy(self) -> "Game":
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._ids = self._ids.copy()
        twin._history = self._history.copy()
        twin._bytes = self._bytes.copy()
        twin._row = np.ndarray(1, STATE, twin._bytes)  # converting to records takes 7 µs
        twin._positions = records(twin._row)
        return twin

    __copy__ = clone

    def at(self, decisions: int) -> "Game":
        """Return this game after its first actions, played again from the start.

        Args:
            decisions: number of actions, 0 to `len(history)`.

        Raises:
            ConfigError: the game has had fewer actions, or its beginning is not known (after `resample`).
        """
        if (
            isinstance(decisions, bool)
            or not isinstance(decisions, int | np.integer)
            or not 0 <= decisions <= len(self._history)
        ):
            raise ConfigError(f"decisions: expected 0 to {len(self._history)}, got {shown(decisions)}")
        if not self._is_known():
            raise ConfigError("decisions: expected a game whose beginning is known, got a resampled one")
        game = Game._anew(self.config, self.seed, self._scenario)
        for _, action in self.history[:decisions]:
            game.step(action)
        return game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle any game as a checkpoint of its state, for processes of one program."""
        if self._busy:
            raise _in_use()
        answers = np.array(self._history, np.int32).tobytes()
        parts = (self.seed, self._scenario, self._bytes.tobytes(), answers)
        return _restored, (versions_now(), self.config.as_dict(), self.catalogue.hash, *parts, checksum(*parts))

    def save(self) -> bytes:
        """Return the settings, the seed or scenario and all actions, as gzipped JSON.

        A state that was edited by hand comes back as it was played.

        Raises:
            SaveError: the beginning of the game is not known (after `resample`): use `clone` or pickle.
            ConcurrencyError: another thread is stepping this game.
        """
        if self._busy:
            raise _in_use()
        if not self._is_known():
            raise SaveError("save: expected a game whose beginning is known, got a resampled one; clone() or pickle it")
        return pack(Save(self.config, self.catalogue.hash, self.seed, self._scenario, [a for _, a in self.history]))

    @staticmethod
    def load(data: bytes) -> "Game":
        """Return a saved game, replayed action by action.

        Args:
            data: the bytes that `save` returned.

        Raises:
            SaveError: the data is damaged, foreign or of another version; the message names the field, or the number of
                the action that is not legal.
        """
        saved = unpack(data)
        try:
            game = Game._anew(saved.config, saved.seed, saved.scenario)
        except MunchkinError as error:
            raise SaveError(f"save: expected a game that can be dealt, got {error}") from error
        if saved.cards != game.catalogue.hash:
            raise SaveError(f"cards: expected {game.catalogue.hash[:12]}…, got {shown(saved.cards)}")
        for number, action in enumerate(saved.moves):
            try:
                game._step(action)
            except MunchkinError as error:
                raise SaveError(f"moves[{number}]: {error}") from error
        return game

    def __eq__(self, other: object) -> bool:
        """Games are equal if their settings and states are, byte by byte."""
        return (
            isinstance(other, Game) and self.config == other.config and self._bytes.tobytes() == other._bytes.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self._bytes.tobytes())

    def __repr__(self) -> str:
        levels = " ".join(str(self.level(p)) for p in range(self.config.players))
        state = (
            f"over, winners {list(self.winners)}"
            if self.is_terminal
            else f"seat {self.current_player} {self.decision.name}"
        )
        return f"<Game turn {self.turn} levels {levels} {state}>"

    # ------------------------------------------------------------------ what a seat sees

    @checks_names
    def observe(self, seat: int, encoding: str = "flat", out: Any = None) -> Any:
        """Return the observation of a seat.

        Args:
            seat: 0 to P - 1, acting or not.
            encoding: "flat", "tokens", "sparse" or "text".
            out: C-contiguous array or dict of arrays of the encoding's shape, overwritten if given; none for "text".

        Returns:
            int8 (F,) for "flat", a dict of arrays for "tokens" and "sparse" (see `spec`), a string for "text".

        Raises:
            ConfigError: there is no such seat or encoding, or `out` does not fit.
        """
        from munchkin_env.observation import observe

        self._check_seat(seat)
        if out is not None:
            _check_buffers(out, encoding)
        return observe(self._row, self.catalogue, seat, encoding, out)

    def text(self, seat: int | None = None) -> str:
        """Return the table in words.

        Args:
            seat: the viewer; None shows every card.

        Raises:
            ConfigError: there is no such seat.
        """
        from munchkin_env.observation import text

        if seat is not None:
            self._check_seat(seat)
        return text(self._row, self.catalogue, seat)

    def resample(self, seat: int, rng: np.random.Generator) -> "Game":
        """Return a game that looks the same to a seat, with everything that it cannot know sampled.

        Cards and future chance are sampled. Hidden cards are placed uniformly among the places that their backs and the
        seat's knowledge allow. Inferences from the play of others are not made, such as that a card was put back among
        the top doors (FAIRY-5).

        Args:
            seat: the seat whose knowledge is kept.
            rng: source of the sample.

        Returns:
            A game that can be played and cloned, but not saved.

        Raises:
            ConfigError: there is no such seat, or `rng` is no Generator.
        """
        from munchkin_env.observation import resample

        self._check_seat(seat)
        if not isinstance(rng, np.random.Generator):
            raise ConfigError(f"rng: expected a numpy.random.Generator, got {shown(rng)}")
        world = np.ndarray(1, STATE, self._bytes.copy())  # copies of records leave out the padding between fields
        resample(world, self.catalogue, seat, rng)
        return Game._standing(self.config, world)

    @classmethod
    def _standing(cls, config: GameConfig, row: np.ndarray) -> "Game":
        """Return a game whose beginning is not known, from a state that becomes its own."""
        game = object.__new__(cls)
        game._prepare(config)
        game._place(row)
        game._n = entries.legal_ids(game._positions, 0, game._tables, game._ids)
        return game

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.config.players:
            raise ConfigError(f"seat: expected 0 to {self.config.players - 1}, got {shown(seat)}")

    def broken(self) -> Broken:
        """Return all violated invariants of the state: none, in a correct engine."""
        return Broken(invariants.check_position(self._positions, 0, self._tables))


@checks_names
def scenario(
    seats: Sequence[Mapping[str, Any]] = ({}, {}, {}),
    turn: int = 0,
    phase: str = "start",
    combat: Mapping[str, Any] | None = None,
    doors: Sequence[str] = (),
    treasures: Sequence[str] = (),
    extras: Sequence[str] = (),
    discards: Sequence[str] = (),
    dice: Sequence[int] = (),
    seed: int = 0,
    rest: str = "deck",
    room: str | None = None,
    **settings: Any,
) -> Game:
    """Return a game in the described state, at its next decision.

    Everything that is not described is empty or drawn. Cards are given by id, such as "enraged".

    Args:
        seats: a dict for each seat. Keys, all optional: `level`; `sex`; `race` and `klass`, a card or a list; `hand`;
            `table`, items in use and anything else in play; `carried`, items not in use; `lent`, the Hireling's item;
            `curses`, lasting ones; `dead`; `chosen`, which of several ways a race or class works, from 1. `{"item":
            "cheat"}` in `table` attaches Cheat! to an item.
        turn: the seat whose turn it is.
        phase: "begin" (of the turn), "start" (before the door), "door" (it is opened now), "trouble" (after a door
            without a monster), "after" (a combat or looting), "combat" or "charity".
        combat: a dict with `monsters` (ids, or dicts with `card`, `enhancers`, `mate`), `helper` (a seat) and `deal`
            (treasures promised to the helper). The player in turn leads.
        doors: top of the Door deck, first drawn first.
        treasures: top of the Treasure deck, first drawn first.
        extras: top of the third deck, first drawn first.
        discards: face-up cards, the top one first.
        dice: next faces of the die.
        seed: fixes everything that is drawn.
        rest: "deck" shuffles all other cards into the decks below, "out" removes them.
        room: the room that the player in turn is in; its own monster fights if `monsters` names the room.
        **settings: fields of `GameConfig`, or a preset.

    Returns:
        The game. `Game.save` keeps it, since the description is its beginning.

    Raises:
        ConfigError: no game can show this; the message names the field.

    Examples:
        >>> import munchkin_env as mk
        >>> seats = [{"level": 3, "hand": ["enraged"]}, {}, {}]
        >>> game = mk.scenario(seats, phase="combat", combat={"monsters": ["potted_plant"]})
        >>> game.do("play", card="enraged", place=0)
        >>> game.strength("players"), game.strength("monsters")
        (3, 6)
    """
    told = {
        "seats": seats, "turn": turn, "phase": phase, "combat": combat, "doors": doors, "treasures": treasures,
        "extras": extras, "discards": discards, "dice": dice, "seed": seed, "rest": rest, "room": room,
    }  # fmt: skip
    told = as_python(told)
    number = len(listed("seats", told["seats"]))
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise ConfigError(f"seats: expected {MIN_PLAYERS} to {MAX_PLAYERS} of them, got {number}")
    return Game._anew(GameConfig.of({"players": number, **settings}), None, told)


def _restored(
    versions: tuple[int, int],
    settings: dict[str, Any],
    cards: str,
    seed: int | None,
    told: dict[str, Any] | None,
    position: bytes,
    answers: bytes,
    told_checksum: int,
) -> Game:
    """Return the game of a checkpoint after its checksum, versions and cards have been checked. Raises SaveError."""
    if versions != versions_now():
        raise SaveError(f"versions: expected those of save and rules to be {versions_now()}, got {shown(versions)}")
    found = checksum(seed, told, position, answers)
    if told_checksum != found:
        raise SaveError(f"checksum: expected {told_checksum:#010x}, got {found:#010x}")
    config = config_of(settings)
    ours = catalogue_of(config).hash
    if cards != ours:
        raise SaveError(f"cards: expected {ours[:12]}…, got {cards[:12]}…")
    game = Game._standing(config, np.ndarray(1, STATE, np.frombuffer(position, np.uint8).copy()))
    game.seed, game._scenario = seed, told
    game._history = np.frombuffer(answers, np.int32).tolist()
    return game


def _in_use() -> ConcurrencyError:
    return ConcurrencyError(
        "game: expected one thread at a time, got a second one while the first plays; clone() one for each"
    )


def _check_buffers(out: object, encoding: object) -> None:
    """Raise ConfigError for what no encoder could fill, whatever the shape: compiled code writes into whole blocks."""
    if encoding == "text":
        raise ConfigError(f"out: expected none with text, got {shown(out)}")
    for name, array in out.items() if isinstance(out, Mapping) else [("", out)]:
        if isinstance(array, np.ndarray) and not array.flags.c_contiguous:
            field = f'out["{name}"]' if name else "out"
            raise ConfigError(f"{field}: expected a C-contiguous array, got one with strides {array.strides}")


def _check_mask(out: object, actions: int) -> None:
    if not isinstance(out, np.ndarray) or out.shape != (actions,) or out.dtype != np.int8 or not out.flags.writeable:
        came = f"{out.dtype} of {out.shape}" if isinstance(out, np.ndarray) else shown(out)
        raise ConfigError(f"out: expected int8 of ({actions},) that can be written, got {came}")
