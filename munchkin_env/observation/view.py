"""What one seat may know: the position with everything else blanked. Nothing else in the package decides this.

`make_view` writes into another record of `engine.layout.STATE`, so whatever reads a position reads a view:

- Cards the seat can't see (other hands, draw piles) have the zone of their draw pile, `Zone.DECK + deck`: face down,
  somewhere. No flag, no host, `known_by` 0, in no list. `Zone.OUT` is left to cards that are out of the game.
- `count`, `player.hand_treasures` and `hand_extras` are those of the position: the sizes and the backs of hands are
  public, and so are the backs of a third deck on top of the treasure pile (`extra_tops`).
- The list of another hand holds only the cards that the seat knows to be there, in ascending order of copies.
  All other lists are open and stay as they are: discard piles with the top card first, the rest the latest first.
- A card of a draw pile that the seat has looked at has its place in `order`, and the seat's own bit in `known_by`;
  `known` is how far down the seat knows of cards. The rest of `order` is zero.
- `known_by` of one's own hand says who knows the card; of another hand, that the seat itself does.
- `seat`, `decision` and `frame[0]` (the pending decision in short) are there when the seat itself is asked, or when
  everybody can see who has to decide. Else seat is -1 and decision 0. `move` is there for its own composite answer.
- Copies keep their numbers. Two copies of a card come in an order that means nothing, so whoever decides by a view
  decides by types.
- Seeds, chance counters, preset dice, offer hashes and the stack are zero.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine import entries
from munchkin_env.engine.decisions import clear_move, is_private
from munchkin_env.engine.kernel import entry, kernel, records
from munchkin_env.engine.layout import empty
from munchkin_env.observation.fill import world_of
from munchkin_env.observation.hiding import view_cards
from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    MAX_EVENTS,
    UNTILS,
    Ability,
    Decision,
    Event,
    Flag,
    Frame,
    Klass,
    Phase,
    Race,
    Sex,
    Stage,
    Verb,
    Window,
    Zone,
)

MOMENTS = (1 << UNTILS) - 1  # bits of vocabulary.Until


@kernel
def is_open_decision(decision):
    """Everybody can see who has to decide: turn, combat, help, loss. Not windows, calls, receipts (WINDOW-3)."""
    return not (
        decision == Decision.NONE
        or decision == Decision.SETUP
        or decision == Decision.RECEIVE
        or is_private(decision)
    )


@kernel
def seen_decision(s, seat):
    """The pending decision as far as the seat can tell: his own, or one that is open; NONE otherwise."""
    decision = int(s.decision)
    if int(s.seat) == seat:
        return decision
    if int(s.seat) < 0 or not is_open_decision(decision):
        return Decision.NONE
    if decision == Decision.CHARITY_SEAT:  # that a card is chosen already, and which, is not open
        return Decision.CHARITY
    return decision


@kernel
def has_details(kind):
    """The frame of a pending decision tells more than the rest of the position does."""
    return not (
        kind == Frame.NONE
        or kind == Frame.WINDOW
        or kind == Frame.TURN
        or kind == Frame.COMBAT
        or kind == Frame.FLEE
        or kind == Frame.SETUP
        or kind == Frame.OFFER
        or kind == Frame.RECEIVE
        or kind == Frame.BIG_ITEMS
        or kind == Frame.GOTH
    )


@kernel
def _view_details(s, seat, v):
    """The pending decision in short, in `frame[0]`: whose card, how many, of which kind."""
    f = v.frame[0]
    f.kind = 0
    f.seat = 0
    f.other = 0
    f.a = 0
    f.b = 0
    f.c = 0
    f.n = 0
    f.arg = 0
    v.n_frames = 0
    top = s.frame[max(0, int(s.n_frames) - 1)]
    kind = int(top.kind)
    if int(v.decision) == Decision.NONE or not has_details(kind):
        return
    v.n_frames = 1
    f.kind = kind
    f.seat = int(top.seat)
    f.other = int(top.other)
    f.n = int(top.n)
    if kind == Frame.CHOOSE or kind == Frame.DRAW:
        f.a = int(top.a)
        f.b = int(top.b)
        f.arg = int(top.arg)
    elif kind == Frame.CONTEST:
        f.c = int(top.c)
    elif kind == Frame.PICK or kind == Frame.WORTH or kind == Frame.CURSE or kind == Frame.ACCEPT or kind == Frame.CURE:
        f.a = int(top.a)
        f.c = int(top.c)
    elif kind == Frame.GIVE_LEVEL:
        f.arg = int(top.arg)
    elif (kind == Frame.CHARITY or kind == Frame.MEETING) and int(s.seat) == seat:
        f.c = int(top.c)


@kernel
def _view_decision(s, seat, v):
    """The pending decision, and the seat's own half-built answer to it."""
    v.decision = seen_decision(s, seat)
    v.seat = int(s.seat) if int(v.decision) != Decision.NONE else -1
    if int(s.seat) == seat:
        v.move = s.move
    else:
        clear_move(v)
    _view_details(s, seat, v)


@kernel
def make_view(s, t, seat, v):
    """Writes into `v` what `seat` may know of position `s`. `v` is a zeroed record or an earlier view."""
    v.phase = int(s.phase)
    v.window = int(s.window)
    v.over = int(s.over)
    v.winners = int(s.winners)
    v.turn_seat = int(s.turn_seat)
    v.first_seat = int(s.first_seat)
    v.met_monster = int(s.met_monster)
    v.may_loot = int(s.may_loot)
    v.just_fought = int(s.just_fought)
    v.survivors = int(s.survivors)
    v.cultists = int(s.cultists)
    v.turn = int(s.turn)
    v.rounds = int(s.rounds)
    v.door = int(s.door)
    v.reopens = int(s.reopens)
    v.second_door = int(s.second_door)
    v.merged = int(s.merged)
    v.extra_tops = int(s.extra_tops)
    v.hand_extras = s.hand_extras
    v.hand_kept = s.hand_kept
    v.event_count = int(s.event_count)
    v.n_offers = int(s.n_offers)
    v.rules = s.rules
    v.roll = s.roll
    v.offer = s.offer
    v.player = s.player
    v.combat = s.combat
    v.event = s.event
    _view_decision(s, seat, v)
    view_cards(s, t, seat, v)


@entry
def view_position(positions, i, tables, seat, views, j):
    """Writes what `seat` may know of row `i` of `positions` into row `j` of `views`."""
    make_view(positions[i], tables[0], seat, views[j])


# --------------------------------------------------------------------------- for Python


@dataclass(frozen=True)
class SeenCard:
    """A card that lies where the seat sees it."""

    type: int
    """Card type, as in `Catalogue.card`."""
    name: str
    zone: int
    """`Zone`; hands and tables are `Zone.HAND + seat` and `Zone.TABLE + seat`."""
    carried: bool
    """Lies sideways: helps with nothing."""
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
    enhancers: tuple[str, ...]
    bonus: int
    """Strength from its enhancers."""
    undead: bool
    double: bool
    """It was doubled by another card (PLAY-7)."""


@dataclass(frozen=True)
class SeenEvent:
    """A public event; seats are absolute, None is nobody; `card` is a type, None if hidden or none."""

    kind: Event
    seat: int | None
    other: int | None
    card: int | None
    amount: int


class View:
    """What one seat may know of a position, with accessors. Bots, text and pictures read this and nothing else.

    `View.of(game, seat)` or `View(row, catalogue, seat)`, where `row` is a one-row array of the position. `record` is
    the blanked record itself (see the module). Seats are absolute; `relative(p)` counts from the observer.
    """

    world: np.ndarray | None = None
    """With `world=True` a position that looks the same to the observer, a one-row array of `engine.layout.STATE`: what
    he can't know is drawn, by a key that is always the same. `resample` draws others of it. None without."""

    def __init__(self, row: np.ndarray, catalogue: Catalogue, seat: int, world: bool = False) -> None:
        self._prepare(catalogue, int(seat))
        if world:
            self.world = world_of(row, catalogue, self.seat)
        view_position(records(row), 0, self.tables, self.seat, self.positions, 0)
        self.players = int(self.record["rules"]["players"])

    def _prepare(self, catalogue: Catalogue, seat: int) -> None:
        self.seat = seat
        """The observer."""
        self.catalogue = catalogue
        self.row = empty(1)
        """The blanked position, a one-row array of `engine.layout.STATE`."""
        self.positions = records(self.row)
        self.tables = records(catalogue.tables)
        self.record: Any = self.row[0]

    @classmethod
    def of(cls, game: Any, seat: int, world: bool = False) -> "View":
        """The view of a seat of a `Game`, with a `world` for bots that search."""
        return cls(game.position, game.catalogue, seat, world)

    @classmethod
    def everything(cls, row: np.ndarray, catalogue: Catalogue) -> "View":
        """Nothing blanked, for an onlooker who is no player; seats are relative to whoever is asked."""
        view = object.__new__(cls)
        view._prepare(catalogue, max(0, int(row["seat"][0])))
        view.row.view(np.uint8)[:] = row.view(np.uint8)
        view.players = int(view.record["rules"]["players"])
        return view

    def relative(self, p: int) -> int:
        """0 the observer, 1 his left neighbour, …"""
        return (p - self.seat) % self.players

    # ------------------------------------------------------------------ the table

    @property
    def phase(self) -> Phase:
        return Phase(int(self.record["phase"]))

    @property
    def window(self) -> Window:
        """The window that is open, `Window.NONE` outside windows."""
        return Window(int(self.record["window"]))

    @property
    def asked(self) -> int | None:
        """Whose decision is pending, None if this seat can't tell."""
        seat = int(self.record["seat"])
        return seat if seat >= 0 else None

    @property
    def decision(self) -> Decision:
        """What `asked` is asked; `Decision.NONE` if this seat can't tell."""
        return Decision(int(self.record["decision"]))

    @property
    def stage(self) -> Stage:
        """Which part of this seat's own composite answer is due."""
        return Stage(int(self.record["move"]["stage"]))

    @property
    def verb(self) -> Verb | None:
        """The verb of this seat's own half-built answer, None at its beginning."""
        return Verb(int(self.record["move"]["verb"])) if self.stage != Stage.VERB else None

    @property
    def turn_seat(self) -> int:
        return int(self.record["turn_seat"])

    @property
    def turn(self) -> int:
        return int(self.record["turn"])

    @property
    def rounds(self) -> int:
        return int(self.record["rounds"])

    @property
    def rounds_left(self) -> int:
        """Rounds after this one until the game ends undecided (WINDOW-5)."""
        return max(0, int(self.record["rules"]["round_limit"]) - self.rounds)

    @property
    def goal(self) -> int:
        return int(self.record["rules"]["goal"])

    @property
    def over(self) -> bool:
        return bool(self.record["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(p for p in range(self.players) if int(self.record["winners"]) >> p & 1)

    @property
    def door(self) -> int | None:
        """Type of the card turned up this turn."""
        copy = int(self.record["door"])
        return self._type(copy) if copy else None

    def deck_size(self, deck: int) -> int:
        return int(self.record["count"][Zone.DECK + deck])

    def known_on_top(self, deck: int) -> list[SeenCard]:
        """The cards of a draw pile that this seat has looked at, the top card first."""
        top = sum(self.catalogue.tables[0]["deck_cards"][:deck].tolist()) + self.deck_size(deck)
        copies = [int(self.record["order"][top - i]) for i in range(int(self.record["known"][deck]))]
        return [self._card(copy, Zone.DECK + deck) for copy in copies if copy]

    def discards(self, pile: int) -> list[SeenCard]:
        """A discard pile, the top card first."""
        return self._zone(Zone.DISCARD + pile)

    # ------------------------------------------------------------------ players

    def level(self, p: int) -> int:
        return int(self.record["player"][p]["level"])

    def sex(self, p: int) -> Sex:
        return Sex(int(self.record["player"][p]["sex"]))

    def races(self, p: int) -> tuple[Race, ...]:
        """Races in play, Human if none (RACE-1)."""
        bits = int(self.record["player"][p]["race"])
        return tuple(race for race in Race if bits >> race & 1)

    def klasses(self, p: int) -> tuple[Klass, ...]:
        """Classes in play, Klass.NONE if none (CLASS-1)."""
        bits = int(self.record["player"][p]["klass"])
        return tuple(klass for klass in Klass if bits >> klass & 1)

    def dead(self, p: int) -> bool:
        return bool(self.record["player"][p]["dead"])

    def bound(self, p: int, ability: Ability) -> bool:
        """A card in front of him, or something that holds for a time, obliges him to that or keeps him from it."""
        q = self.record["player"][p]
        if FIRST_TIMED <= ability <= LAST_TIMED and int(q["status"]) >> UNTILS * (ability - FIRST_TIMED) & MOMENTS:
            return True
        return bool(int(q["abilities"]) >> ability & 1)

    def bonus(self, p: int) -> int:
        """Strength beyond the level: items, curses, what happened in this combat."""
        q = self.record["player"][p]
        return int(q["bonus"]) + int(q["penalty"]) + int(q["combat_bonus"])

    def hand_size(self, p: int) -> int:
        return int(self.record["count"][Zone.HAND + p])

    def hand_treasures(self, p: int) -> int:
        """Treasure cards among the cards in hand: their backs are seen."""
        return int(self.record["player"][p]["hand_treasures"])

    def hand_extras(self, p: int) -> int:
        """Cards of the third deck among them, whatever they count as: their backs are seen too."""
        return int(self.record["hand_extras"][p])

    def hand(self, p: int | None = None) -> list[SeenCard]:
        """One's own hand; of another player, the cards that this seat knows he holds."""
        return self._zone(Zone.HAND + (self.seat if p is None else p))

    def table(self, p: int) -> list[SeenCard]:
        """The cards in front of a player."""
        return self._zone(Zone.TABLE + p)

    # ------------------------------------------------------------------ combat

    @property
    def in_combat(self) -> bool:
        return bool(self.record["combat"]["active"])

    @property
    def leader(self) -> int | None:
        return int(self.record["combat"]["leader"]) if self.in_combat else None

    @property
    def helper(self) -> int | None:
        helper = int(self.record["combat"]["helper"])
        return helper - 1 if helper else None

    @property
    def monsters(self) -> list[SeenMonster]:
        combat = self.record["combat"]
        return [self._monster(i, combat["monster"][i]) for i in range(int(combat["n_monsters"]))]

    @property
    def combat_cards(self) -> list[SeenCard]:
        """Everything that lies with the combat: monsters, enhancers, spent one-shots."""
        return self._zone(Zone.COMBAT)

    @property
    def spoils(self) -> list[SeenCard]:
        """Shown treasure that is not taken yet (HELP-2)."""
        return self._zone(Zone.SPOILS)

    @property
    def aside(self) -> list[SeenCard]:
        """Cards being resolved: a curse about to strike."""
        return self._zone(Zone.ASIDE)

    @property
    def room(self) -> SeenCard | None:
        """The room in which the player in turn is (ROOM-1)."""
        return next(iter(self._zone(Zone.ROOM)), None)

    def strengths(self) -> tuple[int, int, bool]:
        """(players, monsters, whether the players would win now): COMBAT-1, COMBAT-2."""
        players, monsters, wins = entries.strengths(self.positions, 0, self.tables)
        return int(players), int(monsters), bool(wins)

    # ------------------------------------------------------------------ memory

    def events(self, n: int = MAX_EVENTS) -> list[SeenEvent]:
        """The last `n` public events (at most 64), oldest first."""
        count = int(self.record["event_count"])
        found = []
        for number in range(max(0, count - min(n, MAX_EVENTS)), count):
            e = self.record["event"][number % MAX_EVENTS]
            seat, other, card = int(e["seat"]), int(e["other"]), int(e["card"])
            found.append(
                SeenEvent(
                    Event(int(e["kind"])),
                    seat if seat >= 0 else None,
                    other if other >= 0 else None,
                    card or None,
                    int(e["amount"]),
                )
            )
        return found

    def unseen(self) -> Counter[int]:
        """Card types that this seat does not know the place of, with their number: draw piles, others' hands."""
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

    def _copies(self, zone: int) -> Iterator[int]:
        copy = int(self.record["head"][zone])
        while copy:
            yield copy
            copy = int(self.record["card"]["next"][copy])

    def _zone(self, zone: int) -> list[SeenCard]:
        return [self._card(copy, zone) for copy in self._copies(zone)]

    def _card(self, copy: int, zone: int) -> SeenCard:
        s = self.record
        flags = Flag(int(s["card"]["flag"][copy]))
        attached_to: int | None = None
        attached: tuple[int, ...] = ()
        if zone >= Zone.TABLE:
            host = int(s["card"]["host"][copy])
            attached_to = self._type(host) if host else None
            attached = tuple(self._type(d) for d in self._copies(zone) if int(s["card"]["host"][d]) == copy)
        return SeenCard(
            self._type(copy),
            self.catalogue.name(self._type(copy)),
            zone,
            bool(flags & Flag.CARRIED),
            flags,
            int(s["card"]["known_by"][copy]),
            attached_to,
            attached,
        )

    def _monster(self, place: int, m: Any) -> SeenMonster:
        group = int(m["group"])
        others = {int(x["card"]) for x in self.record["combat"]["monster"]}
        enhancers = [
            self.catalogue.name(self._type(copy))
            for copy in self._copies(Zone.COMBAT)
            if int(self.record["card"]["host"][copy]) == group and copy not in others
        ]
        type_ = int(m["type"])
        return SeenMonster(
            place,
            type_,
            self.catalogue.name(type_),
            int(self.catalogue.tables[0]["card"][type_]["level"]),
            tuple(enhancers),
            int(m["bonus"]),
            bool(m["undead"]),
            self._type(int(m["card"])) != type_,
        )
