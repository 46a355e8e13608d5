"""View of one seat as an object for Python: the only source of bots, pictures and texts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.config.game_config import whole_number
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0, action_count, describe, whole_action
from munchkin_env.engine.state.layout import EVENT, empty
from munchkin_env.errors import ConfigError, IllegalAction, shown
from munchkin_env.observation.encode.facts import FightPart
from munchkin_env.observation.entries import role_in_fight, view_position
from munchkin_env.observation.worlds import world_of
from munchkin_env.renamed import missing_attribute
from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    MAX_EVENTS,
    UNTILS,
    Ability,
    Decision,
    Event,
    Flag,
    Klass,
    Phase,
    Place,
    Race,
    Sex,
    Stage,
    Verb,
    Window,
    Zone,
)

MOMENTS = (1 << UNTILS) - 1  # bits of vocabulary.Until
ONLOOKER = 7  # the seat of `View.public`: above all seats, so that no card is known by it


@lru_cache(maxsize=4096)
def _flags(bits: int) -> tuple[Flag, bool]:
    """Return the flags of a card, and whether it is carried, faster than an enum does."""
    flags = Flag(bits)
    return flags, Flag.CARRIED in flags


class SeenCard(NamedTuple):
    """A card in a place that the seat sees."""

    type: int
    """Card type, as in `Catalogue.card`."""
    name: str
    zone: int
    """`Zone`; hands and tables are `Zone.HAND + seat` and `Zone.TABLE + seat`."""
    carried: bool
    """Turned sideways: helps with nothing."""
    flags: Flag
    known_by: int
    """Bits of absolute seats that know this card of a hand."""
    attached_to: int | None = None
    """Type of the card it is attached to (Cheat! to an item, an item to its Hireling)."""
    attached: tuple[int, ...] = ()
    """Types of the cards attached to it."""


@dataclass(frozen=True)
class SeenMonster:
    """A monster of the running combat, by place."""

    place: int
    type: int
    name: str
    level: int
    """Level before any change; a level that an enhancer prints over it counts (COMBAT-13)."""
    enhancers: tuple[str, ...]
    enhancer_types: tuple[int, ...]
    """Their card types, in the same order."""
    bonus: int
    """Strength from its enhancers."""
    strength: int
    """Total strength now against its fighters (COMBAT-13)."""
    treasures: int
    """Treasures that its kill brings now (COMBAT-3)."""
    undead: bool
    double: bool
    """It was doubled by another card (PLAY-7)."""


class SeenEvent(NamedTuple):
    """A public event; seats are absolute, None is nobody; `card` is a type, None if hidden or none."""

    kind: Event
    seat: int | None
    other: int | None
    card: int | None
    amount: int
    needed: int | None = None
    """Of a roll, in a story: the least face that succeeds."""


class LegalAction(NamedTuple):
    """An id of the action space and its meaning for the acting seat: one of the parts, None for the others."""

    id: int
    words: str
    verb: Verb | None = None
    seat: int | None = None
    """An absolute seat."""
    place: int | None = None
    """A place of the combat: `vocabulary.Place`, a monster's is `Place.MONSTER` and more."""
    amount: int | None = None
    card: int | None = None
    """A card type."""


class View:
    """View of a state by one seat, with accessors. Bots, text and pictures read this and nothing else.

    `View.of(game, seat)` or `View(row, catalogue, seat)`, where `row` is a one-row array of the state. `record` is the
    blanked record itself (see the module). Seats are absolute; `relative(p)` counts from the observer.
    """

    world: np.ndarray | None = None
    """With `world=True` a determinization: a state that looks the same to the observer, a one-row array of
    `layout.STATE`. Everything unknown is drawn by a fixed key, the asked seat too where the observer cannot tell it.
    `resample` draws other determinizations. None without."""
    open: bool = False
    """Nothing is blanked (`View.everything`): the onlooker holds no hand, and `seat` is the asked one."""

    def __init__(self, row: np.ndarray, catalogue: Catalogue, seat: int, world: bool = False) -> None:
        """Blank a state for one seat.

        Args:
            row: the state, a one-row array.
            catalogue: the cards of the game.
            seat: the observer, absolute.
            world: also draw a determinization, see `world`.
        """
        self._prepare(catalogue, int(seat))
        if world:
            self.world = world_of(row, catalogue, self.seat)
        view_position(records(row), 0, self.tables, self.seat, self.positions, 0)
        self._look_on(row)

    def _prepare(self, catalogue: Catalogue, seat: int) -> None:
        self.seat = seat
        """The observer."""
        self.catalogue = catalogue
        self.row = empty(1)
        """The blanked state, a one-row array of `engine.state.layout.STATE`."""
        self.positions = records(self.row)
        self.tables = records(catalogue.tables)
        self.record: Any = self.row[0]

    @classmethod
    def of(cls, game: Any, seat: int, world: bool = False) -> "View":
        """Return the view of a seat of a game.

        Args:
            game: a `Game`.
            seat: the observer, absolute.
            world: also draw a determinization, for bots that search.
        """
        return cls(game.position, game.catalogue, seat, world)

    @classmethod
    def everything(cls, row: np.ndarray, catalogue: Catalogue) -> "View":
        """Return a view with nothing blanked, for an onlooker who is no player; seats are relative to the asked one."""
        view = object.__new__(cls)
        view._prepare(catalogue, max(0, int(row["seat"][0])))
        view.open = True
        view.row.view(np.uint8)[:] = row.view(np.uint8)
        view._look_on(row)
        return view

    def _look_on(self, row: np.ndarray) -> None:
        """Read the data beside the record: the number of players, and this seat's legal actions."""
        self.players = int(self.record["rules"]["players"])
        self._legal: tuple[int, ...] = ()
        if int(row["seat"][0]) == self.seat and not self.over:
            ids = np.zeros(action_count(self.catalogue), np.int32)
            n = entries.legal_ids(records(row), 0, self.tables, ids)
            self._legal = tuple(sorted(ids[:n].tolist()))

    @classmethod
    def public(cls, row: np.ndarray, catalogue: Catalogue) -> "View":
        """Return the public view, without a card of a hand or a draw pile; `seat` is ONLOOKER, which is never asked."""
        return cls(row, catalogue, ONLOOKER)

    def relative(self, p: int) -> int:
        """Return 0 for the observer, 1 for its left neighbour, and so on to the left."""
        return (p - self.seat) % self.players

    # ------------------------------------------------------------------ actions

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def legal_moves(self) -> list[LegalAction]:
        """Return the legal actions of this seat by id; empty if it is not asked."""
        return [self.answer(action) for action in self._legal]

    def describe(self, action: int) -> str:
        """Return the meaning of an action for this seat, in words.

        Args:
            action: an id; it need not be legal.

        Raises:
            IllegalAction: there is no such id.
        """
        return self.answer(action).words

    def answer(self, action: int) -> LegalAction:
        """Return the meaning of an action for this seat, by its parts.

        Args:
            action: an id; it need not be legal.

        Raises:
            IllegalAction: there is no such id.
        """
        count = action_count(self.catalogue)
        action = whole_action(action, ids=count)
        if not 0 <= action < count:
            raise IllegalAction(f"action: expected an id from 0 to {count - 1}, got {action}")
        words = describe(self.catalogue, action, self._legal)
        if action >= CARD0:
            return LegalAction(action, words, card=action - CARD0 + 1)
        if action >= AMOUNT0:
            return LegalAction(action, words, amount=action - AMOUNT0)
        if action >= PLACE0:
            place = action - PLACE0
            foes = int(self.record["combat"]["n_monsters"])
            if Place.MONSTER <= place < Place.MONSTER + foes:
                words += f", {self.monsters[place - Place.MONSTER].name}"
            return LegalAction(action, words, place=place)
        if action >= SEAT0:
            seat = (self.seat + action - SEAT0) % self.players
            return LegalAction(action, "yourself" if seat == self.seat else f"player {seat}", seat=seat)
        known = action - VERB0 < len(Verb)
        return LegalAction(action, words, verb=Verb(action - VERB0) if known else None)

    # ------------------------------------------------------------------ the table

    @property
    def phase(self) -> Phase:
        """Phase of the turn."""
        return Phase(int(self.record["phase"]))

    @property
    def window(self) -> Window:
        """Window that is open, `Window.NONE` outside windows."""
        return Window(int(self.record["window"]))

    @property
    def asked(self) -> int | None:
        """Seat whose decision is pending, None if this seat cannot tell."""
        seat = int(self.record["seat"])
        return seat if seat >= 0 else None

    @property
    def decision(self) -> Decision:
        """Decision of `asked`; `Decision.NONE` if this seat cannot tell."""
        return Decision(int(self.record["decision"]))

    @property
    def stage(self) -> Stage:
        """Part of this seat's own composite action that is due."""
        return Stage(int(self.record["move"]["stage"]))

    @property
    def verb(self) -> Verb | None:
        """Verb of this seat's own unfinished action, None at its beginning."""
        return Verb(int(self.record["move"]["verb"])) if self.stage != Stage.VERB else None

    @property
    def turn_seat(self) -> int:
        """Seat that has the turn."""
        return int(self.record["turn_seat"])

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self.record["turn"])

    @property
    def rounds(self) -> int:
        """Rounds begun; the one whose beginning ends the game is not counted."""
        return min(int(self.record["rounds"]), int(self.record["rules"]["round_limit"]))

    @property
    def rounds_left(self) -> int:
        """Rounds after this one until the game ends undecided (WINDOW-5)."""
        return max(0, int(self.record["rules"]["round_limit"]) - self.rounds)

    @property
    def goal(self) -> int:
        """Level that wins."""
        return int(self.record["rules"]["goal"])

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return bool(self.record["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won; several may share the win."""
        return tuple(p for p in range(self.players) if int(self.record["winners"]) >> p & 1)

    @property
    def door(self) -> int | None:
        """Type of the card turned up this turn."""
        copy = int(self.record["door"])
        return self._type(copy) if copy else None

    def deck_size(self, deck: int) -> int:
        """Return the number of cards in a draw pile."""
        return int(self.record["count"][Zone.DECK + deck])

    def known_on_top(self, deck: int) -> list[SeenCard]:
        """Return the cards of a draw pile that this seat has looked at, the top card first."""
        top = sum(self.catalogue.tables[0]["deck_cards"][:deck].tolist()) + self.deck_size(deck)
        copies = [int(self.record["order"][top - i]) for i in range(int(self.record["known"][deck]))]
        return self._cards([copy for copy in copies if copy], Zone.DECK + deck)

    def discards(self, pile: int) -> list[SeenCard]:
        """Return a discard pile, the top card first."""
        return self._zone(Zone.DISCARD + pile)

    # ------------------------------------------------------------------ players

    def level(self, p: int) -> int:
        """Return the player's level."""
        return int(self.record["player"][p]["level"])

    def sex(self, p: int) -> Sex:
        """Return the player's present sex."""
        return Sex(int(self.record["player"][p]["sex"]))

    def races(self, p: int) -> tuple[Race, ...]:
        """Return the races in play, Human if none (RACE-1)."""
        bits = int(self.record["player"][p]["race"])
        return tuple(race for race in self.catalogue.races if bits >> race & 1)

    def klasses(self, p: int) -> tuple[Klass, ...]:
        """Return the classes in play, Klass.NONE if none (CLASS-1)."""
        bits = int(self.record["player"][p]["klass"])
        return tuple(klass for klass in self.catalogue.klasses if bits >> klass & 1)

    def dead(self, p: int) -> bool:
        """Return True if the player is dead."""
        return bool(self.record["player"][p]["dead"])

    def bound(self, p: int, ability: Ability) -> bool:
        """Return True if a card before the player, or a temporary effect, imposes that obligation or restriction."""
        q = self.record["player"][p]
        if FIRST_TIMED <= ability <= LAST_TIMED and int(q["status"]) >> UNTILS * (ability - FIRST_TIMED) & MOMENTS:
            return True
        return bool(int(q["abilities"]) >> ability & 1)

    def bonus(self, p: int) -> int:
        """Return the strength beyond the level: items, curses, effects in this combat."""
        q = self.record["player"][p]
        return int(q["bonus"]) + int(q["penalty"]) + int(q["combat_bonus"])

    def hand_size(self, p: int) -> int:
        """Return the number of cards in the player's hand."""
        return int(self.record["count"][Zone.HAND + p])

    def hand_treasures(self, p: int) -> int:
        """Return the number of treasure cards in hand: their backs are seen."""
        return int(self.record["player"][p]["hand_treasures"])

    def hand_extras(self, p: int) -> int:
        """Return the number of third-deck cards in hand, whatever they count as: their backs are seen too."""
        return int(self.record["hand_extras"][p])

    def hand(self, p: int | None = None) -> list[SeenCard]:
        """Return the own hand; of another player, the cards in hand that this seat knows."""
        return self._zone(Zone.HAND + (self.seat if p is None else p))

    def table(self, p: int) -> list[SeenCard]:
        """Return the cards in front of a player."""
        return self._zone(Zone.TABLE + p)

    # ------------------------------------------------------------------ combat

    @property
    def in_combat(self) -> bool:
        """True if a combat is running."""
        return bool(self.record["combat"]["active"])

    @property
    def leader(self) -> int | None:
        """Seat that leads the combat, None outside one."""
        return int(self.record["combat"]["leader"]) if self.in_combat else None

    @property
    def helper(self) -> int | None:
        """Seat that helps in the combat, None without one."""
        helper = int(self.record["combat"]["helper"])
        return helper - 1 if helper else None

    @property
    def monsters(self) -> list[SeenMonster]:
        """Monsters of the combat, with their enhancers."""
        combat = self.record["combat"]
        enhancers = self._enhancers()
        return [self._monster(i, combat["monster"][i], enhancers) for i in range(int(combat["n_monsters"]))]

    @property
    def combat_cards(self) -> list[SeenCard]:
        """Return all cards of the combat: monsters, enhancers, spent one-shots."""
        return self._zone(Zone.COMBAT)

    def spent(self, for_monsters: bool) -> list[SeenCard]:
        """Return the cards spent for one side of the combat: neither monsters nor their enhancers."""
        return self._cards(self.spent_copies(for_monsters), Zone.COMBAT)

    def spent_copies(self, for_monsters: bool) -> list[int]:
        """Return the same as `spent`, as card copies."""
        part = FightPart.FOR_MONSTERS if for_monsters else FightPart.FOR_PLAYERS
        return [copy for copy in self.copies(Zone.COMBAT) if self._role(copy)[0] == part]

    @property
    def spoils(self) -> list[SeenCard]:
        """Return shown treasure that is not taken yet (HELP-2)."""
        return self._zone(Zone.SPOILS)

    @property
    def aside(self) -> list[SeenCard]:
        """Return cards being resolved: a curse about to strike."""
        return self._zone(Zone.ASIDE)

    @property
    def room(self) -> SeenCard | None:
        """Return the room of the player in turn (ROOM-1)."""
        return next(iter(self._zone(Zone.ROOM)), None)

    def strengths(self) -> tuple[int, int, bool]:
        """Return (players, monsters, whether the players would win now): COMBAT-1, COMBAT-2."""
        players, monsters, wins = entries.strengths(self.positions, 0, self.tables)
        return int(players), int(monsters), bool(wins)

    def counted_alone(self) -> tuple[bool, bool]:
        """Return two facts about levels, by the monsters that the players fight (COMBAT-9).

        They are whether only levels count for the players, and whether levels count for nothing.
        """
        levels_only, no_levels = entries.counted_alone(self.positions, 0, self.tables)
        return bool(levels_only), bool(no_levels)

    def bonus_of(self, copy: int) -> int:
        """Return a card copy's own bonus now: one spent in the combat for its side, one on a table for its owner."""
        return int(entries.bonus_given(self.positions, 0, self.tables, copy))

    def is_of_use(self, copy: int) -> bool:
        """Return True if the card copy on a player's table is of use to that player now."""
        return bool(entries.is_of_use(self.positions, 0, self.tables, copy))

    def face_needed(self, p: int, place: int | None = None) -> int:
        """Return the least face of the die by which the player succeeds.

        The player escapes the monster at the place of the combat (FLEE-1), or, with none, steals (CLASS-1).

        The result may be below 1 or above 6. Above 6 no face succeeds, as with a monster that nobody escapes; 1 means
        that no roll is needed.
        """
        return int(entries.face_needed(copied(self.positions), 0, self.tables, p, -1 if place is None else place))

    # ------------------------------------------------------------------ memory

    def events(self, n: int = MAX_EVENTS) -> list[SeenEvent]:
        """Return the last `n` public events (at most 64), oldest first."""
        count = int(self.record["event_count"])
        ring = self.record["event"].tolist()
        found = []
        for number in range(max(0, count - min(n, MAX_EVENTS)), count):
            kind, seat, other, card, amount = ring[number % MAX_EVENTS][:5]
            found.append(
                SeenEvent(Event(kind), seat if seat >= 0 else None, other if other >= 0 else None, card or None, amount)
            )
        return found

    def unseen(self) -> Counter[int]:
        """Return the card types whose place this seat does not know, with their number: draw piles, others' hands."""
        cards = self.record["card"][1 : self._n_cards + 1]
        hidden = (cards["zone"] >= Zone.DECK) & (cards["zone"] < Zone.DISCARD) & (cards["known_by"] == 0)
        copies = np.flatnonzero(hidden) + 1
        return Counter(self._type(int(copy)) for copy in copies)

    # ------------------------------------------------------------------ cards

    @property
    def _n_cards(self) -> int:
        return int(self.catalogue.tables[0]["n_cards"])

    def _type(self, copy: int) -> int:
        return int(self.catalogue.tables[0]["type_of"][copy])

    def copies(self, zone: int) -> Iterator[int]:
        """Return card copies in a zone, in the order of its list, such as that of `table`."""
        copy = int(self.record["head"][zone])
        following = self.record["card"]["next"]
        while copy:
            yield copy
            copy = following.item(copy)

    def hanging_on(self, copy: int) -> list[int]:
        """Return the card copies attached to one in front of a player, and those attached to these.

        They come in the order of the table.
        """
        found = [copy]
        table = list(self.copies(int(self.record["card"]["zone"][copy])))
        hosts = self.record["card"]["host"][table].tolist()
        for host in found:
            found += [other for other, its_host in zip(table, hosts, strict=True) if its_host == host]
        return found[1:]

    def _zone(self, zone: int) -> list[SeenCard]:
        return self._cards(list(self.copies(zone)), zone)

    def _cards(self, copies: list[int], zone: int) -> list[SeenCard]:
        if not copies:
            return []
        rows = self.record["card"][copies]  # read at once: one number of a record takes as long as ten of a list
        types = self.catalogue.tables[0]["type_of"][copies].tolist()
        flags = [_flags(flag) for flag in rows["flag"].tolist()]
        known_by = rows["known_by"].tolist()
        names = self.catalogue.names
        if zone < Zone.TABLE:
            seen = zip(types, flags, known_by, strict=True)
            return [SeenCard(k, names[k], zone, carried, marks, seats) for k, (marks, carried), seats in seen]
        hosts = rows["host"].tolist()
        attached: dict[int, tuple[int, ...]] = {}
        for type_, host in zip(types, hosts, strict=True):
            if host:
                attached[host] = (*attached.get(host, ()), type_)
        return [
            SeenCard(
                type_,
                names[type_],
                zone,
                carried,
                marks,
                seats,
                self._type(host) if host else None,
                attached.get(copy, ()),
            )
            for copy, type_, (marks, carried), seats, host in zip(copies, types, flags, known_by, hosts, strict=True)
        ]

    def _role(self, copy: int) -> tuple[int, int]:
        """Return (`FightPart`, place of its first monster) of a card in the combat."""
        part, place = role_in_fight(self.positions, 0, self.tables, copy)
        return int(part), int(place)

    def _enhancers(self) -> dict[int, list[int]]:
        """Return card types of the enhancers by the group of their monsters."""
        found: dict[int, list[int]] = {}
        monsters = self.record["combat"]["monster"]
        for copy in self.copies(Zone.COMBAT):
            part, place = self._role(copy)
            if part == FightPart.ENHANCER:
                found.setdefault(int(monsters[place]["group"]), []).append(self._type(copy))
        return found

    def _monster(self, place: int, m: Any, enhancers: dict[int, list[int]]) -> SeenMonster:
        type_ = int(m["type"])
        types = enhancers.get(int(m["group"]), [])
        level, strength, treasures = entries.monster_numbers(self.positions, 0, self.tables, place)
        return SeenMonster(
            place,
            type_,
            self.catalogue.name(type_),
            int(level),
            tuple(self.catalogue.name(one) for one in types),
            tuple(types),
            int(m["bonus"]),
            int(strength),
            int(treasures),
            bool(m["undead"]),
            self._type(int(m["card"])) != type_,
        )


# ---------------------------------------------------------------------------
# Last public events of games, as a seat sees them: memory that goes beyond an observation.
#
# Everybody saw them, and a state keeps the last MAX_EVENTS, so this memory needs no further storage.

EVENT_PARTS = 5
"""Numbers of an event: `Event`, 1 + seat, 1 + other seat (both from the observer, 0 nobody), card type (0 none or
hidden), number."""


def is_noticed(game: Any, viewer: int | str | None) -> bool:
    """Return True at a moment of which a viewer may be told: its own decision, a public one, or the end.

    Nobody else notices a decision of a window (WINDOW-3). A part of another player's unfinished action shows what the
    moment before has shown: leave out what is unchanged, since the number of parts is the player's own.

    Args:
        game: a `Game`.
        viewer: a seat, "public", or None for an onlooker who sees everything.
    """
    if viewer in (None, game.current_player) or game.is_terminal:
        return True
    return View.public(game.position, game.catalogue).asked is not None


def last_events(positions: np.ndarray, rows: np.ndarray, seats: np.ndarray, n: int) -> np.ndarray:
    """Return the last public events of games, as seats see them.

    Args:
        positions: the states, an array of `engine.state.layout.STATE`.
        rows: the rows to read, int (n,).
        seats: the observer of each of these rows, an existing seat, int (n,).
        n: number of events, at most `MAX_EVENTS`.

    Returns:
        int16 array (len(rows), n, EVENT_PARTS), the latest event first; zeros where there were fewer.

    Raises:
        ConfigError: more events than are kept, or a row or a seat that does not exist.

    Examples:
        >>> import numpy as np
        >>> import munchkin_env as mk
        >>> games = mk.SelfPlayVecEnv(2, controllers=["caller", "greedy", "greedy", "greedy"])
        >>> events = mk.last_events(games.positions, np.arange(2), games.current_player, 4)
        >>> events.shape
        (2, 4, 5)
    """
    n = whole_number("events", n, 1, MAX_EVENTS)
    rows, given = np.asarray(rows), np.asarray(seats)
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or ((rows < 0) | (rows >= len(positions))).any():
        raise ConfigError(f"rows: expected an array of rows below {len(positions)}, got {shown(rows)}")
    if given.shape != rows.shape or given.dtype.kind not in "iu":
        raise ConfigError(f"seats: expected an array of {len(rows)} seats, got {shown(seats)}")
    numbers = positions["event_count"][rows][:, None] - 1 - np.arange(n)
    packed = positions["event"].view(np.int64)  # one number per event: those are gathered sooner than records
    told = packed[rows[:, None], numbers % MAX_EVENTS].view(EVENT)
    players = positions["rules"]["players"][rows][:, None].astype(np.int16)
    if ((given < 0) | (given >= players[:, 0])).any():
        raise ConfigError(f"seats: expected seats of the games, got {shown(seats)}")
    seen_from = given.astype(np.int16)[:, None]
    found = np.zeros((*numbers.shape, EVENT_PARTS), np.int16)
    found[..., 0], found[..., 3], found[..., 4] = told["kind"], told["card"], told["amount"]
    for part, name in ((1, "seat"), (2, "other")):
        who = told[name].astype(np.int16)
        apart = who - seen_from
        found[..., part] = np.where(who >= 0, 1 + apart + players * (apart < 0), 0)
    found[numbers < 0] = 0
    return found
