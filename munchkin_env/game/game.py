"""One game of Munchkin: ask whose turn it is, list the legal answers, step, observe, clone, save."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.action_ids import CARD0, DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0, VERB0
from munchkin_env.engine.state.actions import action_count, describe, whole_action
from munchkin_env.engine.state.layout import STATE, empty
from munchkin_env.engine.validation import checks
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
from munchkin_env.game.initial_state import check_seed, hash_seed, write_settings
from munchkin_env.game.moves_by_name import (
    TRADED_IN_SETS,
    Parts,
    amount_id,
    check_parts,
    given,
    is_whole,
    meant_by,
    place_in_set,
    place_number,
    type_of,
    verb_of,
)
from munchkin_env.game.outcome import returns_of
from munchkin_env.game.saves import Save, checksum, config_of, pack, unpack, versions_now, without_answer
from munchkin_env.game.scenarios import as_told, build, listed
from munchkin_env.vocabulary import Decision, Fault, Flag, Phase, Stage, Verb

if TYPE_CHECKING:
    from munchkin_env.replays.replay import Replay


class Game:
    """A game of Munchkin, from the deal to the winner.

    `Game(editions=("munchkin",), players=4, seed=7, **settings)`; settings are the fields of `GameConfig`, and
    `preset="quick"` names settings that hold where none are given (`munchkin_env.presets`).
    Raises ConfigError for settings that no game can have.
    """

    seed: int | None
    """The seed, None for a scenario or a resampled game."""

    _busy = False  # an answer is being carried out
    _scenario: dict[str, Any] | None = None  # the arguments of the scenario that it began with

    def __init__(
        self,
        editions: Sequence[str] | str = ("munchkin",),
        players: int | None = None,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        self._begin(GameConfig.of({"editions": editions, "players": players, **settings}), seed, None)

    def _begin(self, config: GameConfig, seed: object, told: dict[str, Any] | None) -> None:
        """Deal by a seed, or set up the scenario that is told (`scenarios.as_told`), up to the first decision.

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
            self._scenario = as_told(told)  # a copy, once it is known to be one
            self._n = checks.resume(self._positions, 0, self._tables, self._ids)
        self._check_fault()

    @classmethod
    def _anew(cls, config: GameConfig, seed: object, told: dict[str, Any] | None) -> "Game":
        """The game that begins so (`_begin`)."""
        game = object.__new__(cls)
        game._begin(config, seed, told)
        return game

    def _prepare(self, config: GameConfig) -> None:
        """All but the position."""
        self.config = config
        self.catalogue = catalogue_of(config)
        self._tables = records(self.catalogue.tables)
        self._actions = action_count(self.catalogue)
        self._ids = np.zeros(self._actions, np.int32)
        self._n = 0
        self.seed = None
        self._history: list[int] = []  # seat << 16 | action

    def _place(self, row: np.ndarray) -> None:
        """Puts a one-row array of STATE in place of the position."""
        self._row = row
        self._positions = records(row)
        self._bytes = row.view(np.uint8)

    # ------------------------------------------------------------------ display

    def replay(self, seat: int | str | None = None, names: Sequence[str] = (), players: Sequence[str] = ()) -> "Replay":
        """The game so far, moment by moment, as a seat knows it, as everybody does ("public"), or (None) in full.

        names, players: by seat, what they are called and who plays, none or one a seat. Raises ConfigError for another
        seat, for another number of names, and for a game whose beginning is not known (a resampled one).
        """
        from munchkin_env.replays.recorder import record

        return record(self, seat, names, players)

    def _repr_html_(self) -> str:
        """The table; of a game whose beginning is not known, as it stands."""
        from munchkin_env.replays.recorder import record, record_moment

        return (record if self._is_known() else record_moment)(self)._repr_html_()

    def _is_known(self) -> bool:
        """How it came about is known: not that of a resampled game, nor that of a row of many games."""
        return self.seed is not None or self._scenario is not None

    # ------------------------------------------------------------------ state

    @property
    def position(self) -> np.ndarray:
        """The position: the one-row structured array of `engine.state.layout.STATE` itself, not a copy."""
        return self._row

    @property
    def tables(self) -> np.ndarray:
        """The card tables the engine reads."""
        return self._tables

    @property
    def seat(self) -> int | None:
        """Who answers the pending decision; None when the game is over. For drivers, not for players."""
        seat = int(self._row["seat"][0])
        return None if self.over or seat < 0 else seat

    @property
    def decision(self) -> Decision:
        """What the acting seat is asked."""
        return Decision(int(self._row["decision"][0]))

    @property
    def stage(self) -> Stage:
        """Which part of a composite answer is due; VERB at its beginning."""
        return Stage(int(self._row["move"]["stage"][0]))

    @property
    def phase(self) -> Phase:
        return Phase(int(self._row["phase"][0]))

    @property
    def turn(self) -> int:
        """Turns begun."""
        return int(self._row["turn"][0])

    @property
    def turn_seat(self) -> int:
        """Whose turn it is."""
        return int(self._row["turn_seat"][0])

    @property
    def over(self) -> bool:
        return bool(self._row["over"][0])

    @property
    def winners(self) -> tuple[int, ...]:
        """Winning seats; empty while the game runs and for a draw."""
        bits = int(self._row["winners"][0])
        return tuple(p for p in range(self.config.players) if bits >> p & 1)

    @property
    def returns(self) -> np.ndarray:
        """float[players]: winners share +1 equally, losers -1 equally; a draw is to everybody what a loss to one winner
        is. Zeros while running, and if all win."""
        if not self.over:
            return np.zeros(self.config.players)
        return returns_of(int(self._row["winners"][0]), self.config.players)

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """(seat, action) of every answer so far."""
        return tuple((answer >> 16, answer & 0xFFFF) for answer in self._history)

    def level(self, seat: int) -> int:
        """Level of a seat."""
        self._check_seat(seat)
        return int(self._row["player"]["level"][0, seat])

    def strength(self, side: str) -> int:
        """COMBAT-1: combat strength of "players" or "monsters". Raises ConfigError for another side."""
        if not isinstance(side, str) or side not in ("players", "monsters"):
            raise ConfigError(f"side: expected players or monsters, got {shown(side)}")
        players, monsters, _ = entries.strengths(self._positions, 0, self._tables)
        return int(players if side == "players" else monsters)

    # ------------------------------------------------------------------ acting

    def legal(self) -> np.ndarray:
        """int32[k]: the legal action ids, ascending, a fresh array."""
        return np.sort(self._ids[: self._n])

    def mask(self, out: np.ndarray | None = None) -> np.ndarray:
        """int8[A]: 1 where an action is legal; all zero after the end. Into `out`, if it is given; ConfigError if that
        has another shape or type."""
        if out is None:
            out = np.zeros(self._actions, np.int8)
        else:
            _check_mask(out, self._actions)
            out[:] = 0
        out[self._ids[: self._n]] = 1
        return out

    def step(self, action: int) -> None:
        """Answers the pending decision: a whole number, or what Python takes for one (`whole_action`).

        IllegalAction and GameOver leave the game as it is, and so does ConcurrencyError: another thread is answering.
        """
        # Between the two no other thread is let in: Python switches threads at calls and jumps only.
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
        if 0 <= number < self._actions:  # compiled code takes 64 bits
            n = entries.step_game(self._positions, 0, self._tables, number, self._ids, self._n)
        if n == entries.ILLEGAL:
            legal = ", ".join(f"{i} {self.describe(i)}" for i in self.legal()[:12])
            raise IllegalAction(
                f"action: {shown(number)} ({self.describe(number)}) is not legal for seat {seat} at "
                f"{self.decision.name}; legal: {legal}{', …' if self._n > 12 else ''}"
            )
        self._history.append(seat << 16 | number)
        self._n = n
        self._check_fault()

    def play_on(self, play: Callable[..., tuple[int, list[int]]], action: int) -> int:
        """For environments: `play(positions, tables, ids, n, action)` answers, as often as it likes, and returns how
        many ids are legal then, and its answers: seat << 16 | action. Returns how many. ConcurrencyError as `step`."""
        if self._busy:
            raise _in_use()
        self._busy = True
        try:
            self._n, answers = play(self._positions, self._tables, self._ids, self._n, action)
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
                f"and the answers {[a for _, a in self.history]}"
            )

    def describe(self, action: int) -> str:
        """Return an action id in words. Raises IllegalAction for what is no whole number."""
        return describe(self.catalogue, whole_action(action), self._ids[: self._n].tolist())

    def action(self, verb: Verb | str | None = None, **arguments: Any) -> list[int]:
        """The ids that `do` with the same arguments would step through, tried on a copy."""
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
        """Answers a whole composite decision by name: `game.do("play", card="enraged", place=0)`.

        `seat` is absolute, `place` a monster's number from 0 or "players" or "monsters". Parts that the engine
        settles by itself (single choices) need no name. Raises IllegalAction for a part that is missing, wrong or not
        asked for, CardError for a card that does not exist; the game is then as it was.
        """
        check_parts(card, cards, place, amount, second, want, which, first_pick)
        if seat is not None:
            self._seat_id(seat)
        if self._busy:
            raise _in_use()
        self._busy = True
        parts = Parts(card, list(cards), seat, place, amount, second, list(want), which, first_pick)
        try:
            before = (self._bytes.copy(), self._ids.copy(), self._n, len(self._history))
            self._answer(verb, parts)
            if parts.unasked(self.catalogue.index):
                self._check_unasked(before, verb, parts)
        except MunchkinError:
            self._bytes[:], self._ids[:], self._n, answers = before
            del self._history[answers:]
            raise
        finally:
            self._busy = False

    def _answer(self, verb: Verb | str | None, parts: Parts) -> None:
        """Steps through the parts of an answer, until it is carried out.

        Single choices may be made by the engine, those that follow upon the answer too: the next answer may have been
        begun for the same seat, even with the same verb. What tells is the rest of the position.
        """
        before = without_answer(self._bytes)
        word = None if verb is None else verb_of(verb)
        if word is not None and not (self.stage != Stage.VERB and int(self._row["move"]["verb"][0]) == word):
            self._step(VERB0 + int(word))
        elif self.stage == Stage.VERB:
            self._part(self._plain(parts), parts)
        while self.stage != Stage.VERB and without_answer(self._bytes) == before:
            self._part(self._argument(parts), parts)

    def _part(self, action: int, parts: Parts) -> None:
        """One part of an answer; which card it is, is kept."""
        stage = self.stage
        self._step(action)
        if action >= CARD0:
            parts.answer(stage, action - CARD0 + 1)

    def _check_unasked(self, before: tuple[np.ndarray, np.ndarray, int, int], verb: Any, parts: Parts) -> None:
        """Some part has not been asked for: the engine settles it by itself, it was answered before (in the middle of
        an answer), or it is a mistake.

        Raises IllegalAction for one that is not what has been taken, or that nothing asks for.
        """
        begun = self._begun(before[0], before[3])
        parts.settle(begun)
        if self.config.forced_choices:
            parts = parts.with_singles()
            parts.settle(begun)
            twin = self._copy()
            twin._bytes[:], twin._ids[:], twin._n, _ = before
            twin._row["rules"]["forced_choices"] = 0
            twin._answer(verb, parts)
        found = parts.unasked(self.catalogue.index)
        if found:
            raise IllegalAction(f"{found[0]}: expected none, since nothing asks for it here, got {shown(found[1])}")

    def _begun(self, position: np.ndarray, answers: int) -> list[tuple[Stage, int]]:
        """What had been answered of a composite in a position, which came after so many answers, as `Parts.settle`
        takes it; nothing at its beginning, and of a game whose beginning is not known.

        The game is played again, as it was and with each part answered on its own, so that those parts are found that
        the engine settled by itself.
        """
        row = np.ndarray(1, STATE, position)
        if int(row["move"]["stage"][0]) == Stage.VERB or not self._is_known():
            return []
        whole, starts = self.at(0), 0
        for place, answer in enumerate(self._history[:answers]):
            starts = place if whole.stage == Stage.VERB else starts
            whole._step(answer & 0xFFFF)
        if whole._bytes.tobytes() != position.tobytes():
            return []  # somebody has written into it
        whole, twin = self.at(starts), self.at(starts)
        twin._row["rules"]["forced_choices"] = 0
        parts: list[tuple[Stage, int]] = []
        for answer in self._history[starts:answers]:
            whole._step(answer & 0xFFFF)
            parts = twin._noted(answer & 0xFFFF, parts)
            while twin._n == 1 and twin._is_behind(whole):
                parts = twin._noted(int(twin._ids[0]), parts)
        return parts

    def _noted(self, action: int, parts: list[tuple[Stage, int]]) -> list[tuple[Stage, int]]:
        """Answer; return the parts of the answer so far, this one included."""
        stage, said = self.stage, meant_by(action, int(self._row["seat"][0]), self.config.players)
        self._step(action)
        return [*([] if stage == Stage.VERB else parts), (stage, said)]

    def _is_behind(self, whole: "Game") -> bool:
        """Whether it is another position than one of a game that makes single choices by itself."""
        row = np.ndarray(1, STATE, self._bytes.copy())
        row["rules"]["forced_choices"] = whole._row["rules"]["forced_choices"]
        return row.tobytes() != whole._bytes.tobytes()

    def still_answering(self, before: "Game") -> bool:
        """Whether what is asked is a further part of the answer that was pending in `before`, a copy made then.

        It is not once the answer has been carried out, even where the next one of the same seat has begun by itself
        (`forced_choices`). What tells is the rest of the position. No chance was drawn, and nobody saw anything, as
        long as it is (WINDOW-3).
        """
        return self.stage != Stage.VERB and without_answer(self._bytes) == without_answer(before._bytes)

    def _left(self, cards: Sequence[str], mark: Flag) -> str | None:
        """The first of the cards that is not in the set being chosen yet: the engine takes by itself what must be."""
        type_of = self.catalogue.tables[0]["type_of"]
        chosen = Counter(int(type_of[copy]) for copy in np.flatnonzero(self._row["card"]["flag"][0] & mark))
        for name in cards:
            type_ = self.catalogue.index(name)
            if not chosen[type_]:
                return name
            chosen[type_] -= 1
        return None

    def _plain(self, parts: Parts) -> int:
        """The id of an answer without a verb."""
        if parts.card is not None:
            return CARD0 + self.catalogue.index(parts.card) - 1
        if parts.seat is not None:
            return self._seat_id(parts.give("seat"))
        if parts.amount is not None:
            return amount_id("amount", parts.give("amount"))
        asked = self.decision.name
        raise IllegalAction(f"action: expected a verb, a card, a seat or an amount for {asked}, got nothing")

    def _argument(self, parts: Parts) -> int:
        """The id of the part that comes next."""
        stage = self.stage
        only = int(self._ids[0]) if parts.singles and self._n == 1 else None
        if stage == Stage.CARD:
            names = self._in_order("cards", [*([] if parts.card is None else [parts.card]), *parts.cards])
            return only if only and not names else self._card_id("card", names[0] if names else None)
        if stage == Stage.SECOND:
            names = self._in_order("second", parts.wanted)
            return only if only and not names else self._card_id("second", names[0] if names else None)
        if stage == Stage.WANT:
            return self._one_more("want", self._left(self._in_order("want", parts.wanted), Flag.WANTED), only)
        if stage in (Stage.WHICH, Stage.SECOND_WHICH):
            return amount_id("which", parts.give("which"))
        if stage == Stage.SEAT:
            seat = parts.give("seat")
            return only if only and seat is None else self._seat_id(given("seat", seat))
        if stage == Stage.PLACE:
            place = parts.give("place")
            return only if only and place is None else PLACE0 + place_number(given("place", place))
        if stage == Stage.AMOUNT:
            amount = parts.give("amount")
            return only if only and amount is None else amount_id("amount", 0 if amount is None else amount)
        if stage == Stage.TERMS and parts.give("first_pick") and not int(self._row["move"]["first"][0]):
            return FIRST_PICK_ID
        verb = Verb(int(self._row["move"]["verb"][0]))
        apart = Stage.CARD in VERBS[verb].parts and verb not in TRADED_IN_SETS  # its card is none of those that pay
        own = [] if parts.card is None or apart else [parts.card]
        names = self._in_order("cards", [*own, *parts.cards])
        return self._one_more("cards", self._left(names, Flag.SELECTED), only)

    def _in_order(self, part: str, names: list[str]) -> list[str]:
        """The cards of a set in the order in which the engine takes them: it is the same set in any other."""
        verb, stage = int(self._row["move"]["verb"][0]), self.stage
        if stage in (Stage.CARD, Stage.SECOND) and verb not in TRADED_IN_SETS:
            return names  # one card, which is no part of a set
        return sorted(
            names, key=lambda name: place_in_set(self._tables, type_of(part, name, self.catalogue.index), verb)
        )

    def _one_more(self, part: str, name: str | None, only: int | None) -> int:
        """The id of a card of a set, or of its end; a single card that must be in the set is taken."""
        if only is not None and only >= CARD0:
            return only
        return DONE_ID if name is None else self._card_id(part, name)

    def _card_id(self, part: str, name: str | None) -> int:
        """The id of a card by name."""
        return CARD0 + self.catalogue.index(given(part, name)) - 1

    def _seat_id(self, seat: object) -> int:
        """The id of an absolute seat for the one who answers."""
        players = self.config.players
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
            raise IllegalAction(f"seat: expected 0 to {players - 1}, got {shown(seat)}")
        return SEAT0 + (int(seat) - int(self._row["seat"][0])) % players

    # ------------------------------------------------------------------ copies and bytes

    def clone(self) -> "Game":
        """An independent copy."""
        if self._busy:
            raise _in_use()
        return self._copy()

    def _copy(self) -> "Game":
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._ids = self._ids.copy()
        twin._history = self._history.copy()
        twin._bytes = self._bytes.copy()
        twin._row = np.ndarray(1, STATE, twin._bytes)  # a view as records takes 7 µs
        twin._positions = records(twin._row)
        return twin

    __copy__ = clone

    def at(self, decisions: int) -> "Game":
        """This game as it was after its first `decisions` answers, played again from its start.

        Raises ConfigError for a number of answers that the game has not had, or for a game whose beginning is not
        known (a resampled one).
        """
        if not is_whole(decisions) or not 0 <= decisions <= len(self._history):
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
        """Pickled as a checkpoint, the position and all, whatever the game: for processes of one program."""
        if self._busy:
            raise _in_use()
        answers = np.array(self._history, np.int32).tobytes()
        parts = (self.seed, self._scenario, self._bytes.tobytes(), answers)
        return _restored, (versions_now(), self.config.as_dict(), self.catalogue.hash, *parts, checksum(*parts))

    def save(self) -> bytes:
        """Return how the game came about: settings, seed or scenario, and every answer, as gzipped JSON.

        A game whose position has been written into by hand comes back as it was played.

        Raises:
            SaveError: for a game whose beginning is not known: `clone()` or pickle a resampled one.
            ConcurrencyError: while another thread answers.
        """
        if self._busy:
            raise _in_use()
        if not self._is_known():
            raise SaveError("save: expected a game whose beginning is known, got a resampled one; clone() or pickle it")
        return pack(Save(self.config, self.catalogue.hash, self.seed, self._scenario, [a for _, a in self.history]))

    @staticmethod
    def load(data: bytes) -> "Game":
        """Return the game of `save`, played again answer by answer.

        Raises:
            SaveError: for anything else, naming the field, or the number of the answer that is not legal.
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
        """Games are equal when settings and positions are, byte by byte."""
        return (
            isinstance(other, Game) and self.config == other.config and self._bytes.tobytes() == other._bytes.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self._bytes.tobytes())

    def __repr__(self) -> str:
        levels = " ".join(str(self.level(p)) for p in range(self.config.players))
        state = f"over, winners {list(self.winners)}" if self.over else f"seat {self.seat} {self.decision.name}"
        return f"<Game turn {self.turn} levels {levels} {state}>"

    # ------------------------------------------------------------------ what a seat sees

    def observe(self, seat: int, kind: str = "flat", out: Any = None) -> Any:
        """What a seat sees: "flat" int8[F], "tokens" and "sparse" dicts of arrays, "text" a string."""
        from munchkin_env.observation import observe

        self._check_seat(seat)
        return observe(self._row, self.catalogue, seat, kind, out)

    def text(self, seat: int | None = None) -> str:
        """The table in words: as one seat sees it, or (None) with everything open."""
        from munchkin_env.observation import text

        if seat is not None:
            self._check_seat(seat)
        return text(self._row, self.catalogue, seat)

    def resample(self, seat: int, rng: np.random.Generator) -> "Game":
        """A game that looks the same to `seat`, what he cannot know drawn anew: cards, decks, future chance.

        Cards lie wherever their backs and what he has seen of them allow, each way as likely as the others: what could
        be concluded from the play is not, such as that a card was put back among the top doors (FAIRY-5).
        """
        from munchkin_env.observation import resample

        self._check_seat(seat)
        if not isinstance(rng, np.random.Generator):
            raise ConfigError(f"rng: expected a numpy.random.Generator, got {shown(rng)}")
        world = np.ndarray(1, STATE, self._bytes.copy())  # copies of records leave out what lies between fields
        resample(world, self.catalogue, seat, rng)
        return Game._standing(self.config, world)

    @classmethod
    def _standing(cls, config: GameConfig, row: np.ndarray) -> "Game":
        """A game whose beginning is not known, from a position at a decision or at the end, which becomes its own."""
        game = object.__new__(cls)
        game._prepare(config)
        game._place(row)
        game._n = entries.legal_ids(game._positions, 0, game._tables, game._ids)
        return game

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.config.players:
            raise ConfigError(f"seat: expected 0 to {self.config.players - 1}, got {shown(seat)}")

    def broken(self) -> Broken:
        """Everything that is wrong with the position: nothing, in a correct engine."""
        return Broken(checks.check_position(self._positions, 0, self._tables))


def scenario(
    players: Sequence[Mapping[str, Any]] = ({}, {}, {}),
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
    """A game in the position described, at its next decision.

    players: for each seat `level`, `sex`, `race` and `klass` (a card or a list of cards), `hand`, `table` (items in
        use and anything else laid out), `carried` (items lying sideways), `lent` (the Hireling's item), `curses`
        (lasting ones), `dead`, `chosen` (which way of several a race or class works, from 1 on); all optional.
        `{"item": "cheat"}` in `table` attaches Cheat! to an item.
    turn: whose turn it is.
    phase: begin (of the turn), start (before the door), door (is opened now), trouble (after a door without a
        monster), after (combat or looting), combat, charity.
    combat: `monsters` (cards, or dicts with `card`, `enhancers`, `mate`), `helper` (a seat), `deal` (treasures
        promised to him); the turn's player is the leader.
    doors, treasures, extras: the tops of the decks, first drawn first. discards: face-up cards, the top one first.
    room: where the player in turn is; its own monster fights if the room is named among `monsters`.
    dice: the next faces of the die. rest: "deck" shuffles all other cards into the decks beneath, "out" removes them.

    Raises ConfigError naming the field for anything that no game could show.
    """
    told = {
        "players": players, "turn": turn, "phase": phase, "combat": combat, "doors": doors, "treasures": treasures,
        "extras": extras, "discards": discards, "dice": dice, "seed": seed, "rest": rest, "room": room,
    }  # fmt: skip
    return Game._anew(GameConfig.of({"players": len(listed("players", players)), **settings}), None, told)


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
    """The game of a checkpoint, which is trusted once checksum, versions and cards are right. Raises SaveError."""
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
        "game: expected one thread at a time, got a second one while the first answers; clone() one for each"
    )


def _check_mask(out: object, actions: int) -> None:
    if not isinstance(out, np.ndarray) or out.shape != (actions,) or out.dtype != np.int8 or not out.flags.writeable:
        came = f"{out.dtype} of {out.shape}" if isinstance(out, np.ndarray) else shown(out)
        raise ConfigError(f"out: expected int8 of ({actions},) that can be written, got {came}")
