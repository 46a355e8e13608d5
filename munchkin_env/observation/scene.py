"""Scene of a table, as plain names and numbers: the one input of tables, pictures, pages, prompts and stories.

A scene is read from a view, so it holds only what that view's seat may know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card
from munchkin_env.observation.view import ONLOOKER, SeenCard, SeenEvent, SeenMonster, View
from munchkin_env.vocabulary import (
    MOST_TREASURES,
    NO_VALUE,
    Deck,
    Flag,
    Kind,
    Klass,
    OfferKind,
    Phase,
    Race,
    RollFor,
    Sex,
    Slot,
    Window,
    Zone,
    kinds_that,
)

PHASE_WORDS: dict[Phase, str] = {
    Phase.SETUP: "laying out the first cards",
    Phase.START: "before the door",
    Phase.DOOR: "opening the door",
    Phase.TROUBLE: "looking for trouble or loot",
    Phase.COMBAT: "combat",
    Phase.FLEE: "running away",
    Phase.REWARD: "sharing the treasure",
    Phase.AFTER: "end of the turn",
    Phase.CHARITY: "charity",
    Phase.LOOTING: "looting the body",
    Phase.OVER: "the game is over",
}
WINDOW_WORDS: dict[Window, str] = {
    Window.NONE: "",
    Window.TURN_START: "anybody may act before the turn",
    Window.DOOR: "anybody may react to the door",
    Window.REVEAL: "anybody may react to the monster",
    Window.COMBAT: "anybody may interfere in the fight",
    Window.HELP: "anybody may react to the talk about help",
    Window.KILL: "last chance before the kill",
    Window.DEFEAT: "last chance before the flight",
    Window.ROLL: "anybody may react to the die",
    Window.REWARD: "anybody may act after the fight",
    Window.LOOT: "anybody may react to the looting",
    Window.CHARITY: "anybody may act before charity",
    Window.TURN_END: "anybody may act before the turn ends",
    Window.CURSE: "anybody may cancel the curse",
    Window.PLAYED: "anybody may cancel the card",
    Window.OPENED: "anybody may cancel the door",
    Window.ROOM: "anybody may play a room",
    Window.SPOILS: "anybody may change the sharing of the treasure",
    Window.DISCARD: "anybody may claim the discarded cards",
    Window.FLIGHT: "anybody may act during the flight",
}


@dataclass(frozen=True)
class ShownCard:
    """A card that is open, or that the viewer knows."""

    type: int
    name: str
    kind: Kind
    note: str = ""  # its main facts: "head, +1"
    attached: tuple[str, ...] = ()  # Cheat!, a lent item
    attached_types: tuple[int, ...] = ()
    helps: bool = True  # False: carried, or in use but of no help to its owner now
    place: int = field(default=0, compare=False)  # in front of its owner: the latest card first


@dataclass(frozen=True)
class SeenPlayer:
    """One player as the viewer sees it."""

    seat: int
    name: str
    level: int
    sex: str
    races: tuple[str, ...]
    classes: tuple[str, ...]
    dead: bool
    in_turn: bool
    role: str  # in a combat: "fights", "helps" or ""
    identity: tuple[ShownCard, ...]  # races and classes
    in_use: tuple[ShownCard, ...]
    carried: tuple[ShownCard, ...]
    troubles: tuple[ShownCard, ...]  # lasting curses and the like
    hand: tuple[ShownCard, ...]  # the cards of the hand that the viewer knows
    doors: int  # door and treasure cards in hand: the backs are seen
    treasures: int
    extras: int  # and those of the third deck
    steals: int  # the least face of the die by which the player would steal

    @property
    def who(self) -> str:
        """Return a text such as `female elf wizard`."""
        return " ".join((self.sex, *(self.races or ("human",)), *self.classes))


@dataclass(frozen=True)
class SeenCombat:
    """The running combat."""

    leader: int
    helper: int | None
    monsters: tuple[SeenMonster, ...]
    escape: tuple[Mapping[int, int], ...]  # of each monster, by seat of the fighters: the least face that escapes it
    for_players: tuple[SeenCard, ...]  # cards spent
    for_monsters: tuple[SeenCard, ...]
    players_strength: int
    monsters_strength: int
    winning: bool
    fleeing: bool
    deal: int  # treasures promised to the helper

    @property
    def promised(self) -> str:
        """Treasures promised to the helper, in words; empty if there are none."""
        if self.deal >= MOST_TREASURES:
            return "all treasures"
        return f"{self.deal} treasure{'' if self.deal == 1 else 's'}" if self.deal else ""


@dataclass(frozen=True)
class Scene:
    """The whole table at one moment."""

    view: View = field(compare=False, repr=False)  # what it was read from
    seat: int | None  # the viewer; None sits nowhere
    players: tuple[SeenPlayer, ...]
    turn: int
    rounds: int
    round_limit: int
    goal: int
    phase: Phase
    window: Window
    turn_seat: int
    winners: tuple[int, ...]
    combat: SeenCombat | None
    decks: tuple[tuple[int, int, str], ...]  # by deck: cards left, cards discarded, name of the top discard
    tops: tuple[tuple[ShownCard, ...], ...]  # by deck: the known cards on top
    aside: tuple[str, ...]  # cards being resolved
    spoils: tuple[str, ...]
    room: str  # of the player in turn, "" none
    die: int  # 0: none on the table
    needed: int | None  # the least face that succeeds; None where every face has its own effect
    offer: str
    event_count: int
    events: list[SeenEvent]  # oldest first
    curse: str  # the rulebook's word for one

    @property
    def moment(self) -> str:
        """Return the current activity, in a few words."""
        window = WINDOW_WORDS[self.window].replace("curse", self.curse)
        words = f"{PHASE_WORDS[self.phase]}: {window}" if window else PHASE_WORDS[self.phase]
        return f"{self.room}, {words}" if self.room else words

    @property
    def around(self) -> tuple[SeenPlayer, ...]:
        """Return the players in the order of play, the viewer first."""
        first = self.seat or 0
        return (*self.players[first:], *self.players[:first])

    def headline(self, between: str) -> str:
        """Return whose turn it is and the moment, or who has won."""
        if self.winners:
            return f"{' and '.join(self.players[p].name for p in self.winners)} won"
        return f"{self.players[self.turn_seat].name}'s turn{between}{self.moment}" if self.turn else self.moment


def seat_names(players: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a name for each seat: those given, then "player 2" and so on."""
    return tuple(names[p] if p < len(names) else f"player {p}" for p in range(players))


def scene(view: View, names: Sequence[str] = ()) -> Scene:
    """Return the scene of a view; `names` are shown instead of seat numbers."""
    return _Reader(view, names).scene()


class _Reader:
    """Reader of a view's record, which reads it once."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.catalogue = view.catalogue
        self.s = view.row[0]
        self.tables = self.catalogue.tables[0]
        self.players = int(self.s["rules"]["players"])
        self.names = seat_names(self.players, names)
        self.zone = np.asarray(self.s["card"]["zone"])
        self.type_of: list[int] = self.tables["type_of"].tolist()

    def scene(self) -> Scene:
        s = self.s
        winners = int(s["winners"])
        return Scene(
            view=self.view,
            seat=None if self.view.open or self.view.seat == ONLOOKER else self.view.seat,
            players=tuple(self.player(p) for p in range(self.players)),
            turn=int(s["turn"]),
            rounds=min(int(s["rounds"]), int(s["rules"]["round_limit"])),  # the limit ends a game as one more begins
            round_limit=int(s["rules"]["round_limit"]),
            goal=int(s["rules"]["goal"]),
            phase=Phase(int(s["phase"])),
            window=Window(int(s["window"])),
            turn_seat=int(s["turn_seat"]),
            winners=tuple(p for p in range(self.players) if winners >> p & 1),
            combat=self.combat() if int(s["combat"]["active"]) else None,
            decks=tuple(self.deck(deck) for deck in Deck if int(self.tables["deck_cards"][deck])),
            tops=tuple(self.top(deck) for deck in Deck if int(self.tables["deck_cards"][deck])),
            aside=tuple(self.card(c).name for c in self.copies(Zone.ASIDE)),
            spoils=tuple(self.card(c).name for c in self.copies(Zone.SPOILS)),
            room="".join(self.card(c).name for c in self.copies(Zone.ROOM)),
            die=int(s["roll"]["face"]) if int(s["roll"]["on"]) else 0,
            needed=self.needed(),
            offer=self.offer(),
            event_count=int(s["event_count"]),
            events=self.view.events(),
            curse=self.catalogue.worded("curse"),
        )

    # ------------------------------------------------------------------ cards

    def copies(self, zone: int) -> list[int]:
        """Return card copies in a zone, in canonical order."""
        return [c for c in np.flatnonzero(self.zone == zone).tolist() if c and self.type_of[c]]

    def card(self, copy: int) -> Card:
        card: Card = self.catalogue.card(self.type_of[copy])
        return card

    def seen(self, copy: int, attached: Sequence[int] = (), place: int = 0) -> ShownCard:
        card, names = self.card(copy), tuple(self.card(other).name for other in attached)
        helps = int(self.zone[copy]) < Zone.TABLE or self.view.is_of_use(copy)
        types = tuple(self.type_of[other] for other in attached)
        return ShownCard(
            self.type_of[copy], card.name, card.kind, note_of(card, self.catalogue), names, types, helps, place
        )

    # ------------------------------------------------------------------ players

    def player(self, p: int) -> SeenPlayer:
        s, q = self.s, self.s["player"][p]
        combat = s["combat"]
        role = ""
        if int(combat["active"]):
            role = "fights" if int(combat["leader"]) == p else "helps" if int(combat["helper"]) - 1 == p else ""
        placed: dict[str, list[ShownCard]] = {"identity": [], "in_use": [], "carried": [], "troubles": []}
        table = self.copies(Zone.TABLE + p)
        hosts = s["card"]["host"][table].tolist()
        order = list(self.view.copies(Zone.TABLE + p))
        for copy, host in zip(table, hosts, strict=True):
            if host in table:
                continue  # shown with the card it is attached to
            kind = self.card(copy).kind
            if kind in kinds_that("main_identity"):
                word = "identity"  # of which headlines tell
            elif kind in kinds_that("strikes"):
                word = "troubles"
            else:
                word = "carried" if int(s["card"]["flag"][copy]) & Flag.CARRIED else "in_use"
            placed[word].append(self.seen(copy, self.view.hanging_on(copy), order.index(copy)))
        return SeenPlayer(
            seat=p,
            name=self.names[p],
            level=int(q["level"]),
            sex=Sex(int(q["sex"])).name.lower(),
            races=tuple(_words(self.catalogue.races, int(q["race"]))),
            classes=tuple(_words(self.catalogue.klasses, int(q["klass"]))),
            dead=bool(q["dead"]),
            in_turn=int(s["turn_seat"]) == p and int(s["turn"]) > 0,
            role=role,
            **{word: tuple(cards) for word, cards in placed.items()},
            hand=tuple(self.seen(c) for c in self.copies(Zone.HAND + p)),
            doors=int(s["count"][Zone.HAND + p]) - int(q["hand_treasures"]) - int(s["hand_extras"][p]),
            treasures=int(q["hand_treasures"]),
            extras=int(s["hand_extras"][p]),
            steals=self.view.face_needed(p),
        )

    # ------------------------------------------------------------------ the middle of the table

    def combat(self) -> SeenCombat:
        m = self.s["combat"]
        fighters = [int(m["leader"])] + ([int(m["helper"]) - 1] if int(m["helper"]) else [])
        monsters = tuple(self.view.monsters)
        players, beasts, winning = self.view.strengths()
        return SeenCombat(
            leader=int(m["leader"]),
            helper=int(m["helper"]) - 1 if int(m["helper"]) else None,
            monsters=monsters,
            escape=tuple({p: self.view.face_needed(p, one.place) for p in fighters} for one in monsters),
            for_players=tuple(self.view.spent(for_monsters=False)),
            for_monsters=tuple(self.view.spent(for_monsters=True)),
            players_strength=players,
            monsters_strength=beasts,
            winning=bool(winning),
            fleeing=bool(m["conceded"]),
            deal=int(m["deal_treasures"]),
        )

    def needed(self) -> int | None:
        """Return the face that the die on the table needs."""
        r = self.s["roll"]
        p, purpose = int(r["seat"]), int(r["purpose"]) if int(r["face"]) else RollFor.NONE
        if purpose == RollFor.RUN_AWAY:
            return self.view.face_needed(p, int(r["place"]))
        return self.view.face_needed(p) if purpose == RollFor.THEFT else None

    def deck(self, deck: int) -> tuple[int, int, str]:
        s = self.s
        top = int(s["head"][Zone.DISCARD + deck])
        return (
            int(s["count"][Zone.DECK + deck]),
            int(s["count"][Zone.DISCARD + deck]),
            self.card(top).name if top else "",
        )

    def top(self, deck: int) -> tuple[ShownCard, ...]:
        found = [(seen.type, self.catalogue.card(seen.type)) for seen in self.view.known_on_top(deck)]
        return tuple(ShownCard(type_, card.name, card.kind, note_of(card, self.catalogue)) for type_, card in found)

    def offer(self) -> str:
        o = self.s["offer"]
        kind = int(o["kind"])
        if not kind:
            return ""
        maker, taker, amount = self.names[int(o["maker"])], self.names[int(o["taker"])], int(o["amount"])
        price = f"{amount} treasure{'' if amount == 1 else 's'}" + (" and the first pick" if int(o["first"]) else "")
        if kind == OfferKind.TRADE:
            given = [self.card(c).name for c in self.flagged(int(o["maker"]), Flag.OFFERED)]
            wanted = [self.card(c).name for c in self.flagged(int(o["taker"]), Flag.WANTED)]
            deal = f"{', '.join(given) or 'nothing'} for {', '.join(wanted) or 'nothing'}"
            return f"{taker} asks {maker} for {deal}" if int(o["countered"]) else f"{maker} offers {taker}: {deal}"
        if int(o["countered"]):
            return f"{taker} would help {maker} for {price}"
        if kind == OfferKind.HELP_OFFERED:
            return f"{maker} offers to help {taker} for {price}"
        return f"{maker} asks {taker} to help for {price}"

    def flagged(self, p: int, flag: int) -> list[int]:
        return [c for c in self.copies(Zone.TABLE + p) if int(self.s["card"]["flag"][c]) & flag]


def _words(words: Sequence[Race | Klass], bits: int) -> list[str]:
    """Return the races or classes of a set of bits, without "human" and "none"."""
    return [one.name.lower().replace("_", " ") for one in words if one and bits >> one & 1]


_SLOT_NOTES: dict[Slot, str] = {Slot.HEADGEAR: "head", Slot.ARMOR: "armor", Slot.FOOTGEAR: "feet"}


def note_of(card: Card, catalogue: Catalogue) -> str:
    """Return the main facts of a card: `big, 2 hands, +3`, `level 4`."""
    if card.kind in kinds_that("monster"):
        return f"level {card.level}"
    parts = ["big"] if card.big else []
    if card.slot == Slot.HANDS:
        parts.append(f"{card.hands} hand{'' if card.hands == 1 else 's'}")
    elif card.slot in _SLOT_NOTES:
        parts.append(_SLOT_NOTES[card.slot])
    if card.bonus:
        parts.append(f"{card.bonus:+d}")
    elif card.kind in kinds_that("worn") and card.value != NO_VALUE:
        parts.append(catalogue.worded(f"{card.value} gold"))
    return ", ".join(parts)


__all__ = [
    "PHASE_WORDS",
    "WINDOW_WORDS",
    "Scene",
    "ShownCard",
    "SeenCombat",
    "SeenPlayer",
    "note_of",
    "scene",
    "seat_names",
]
