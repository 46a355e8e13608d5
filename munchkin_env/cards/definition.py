"""Card definitions: the contents of card files as checked and typed Python values.

`reader` makes these from TOML, `lint` checks how they fit together, `compile` turns them into tables, `explain` words
them. Nothing here depends on NumPy or on the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from munchkin_env.cards.words import FIGHTING, MOST_LEVELS, WORDS, said
from munchkin_env.vocabulary import (
    NO_VALUE,
    Aim,
    Deck,
    Kind,
    Klass,
    Lasting,
    Layer,
    Moment,
    Race,
    Sex,
    Slot,
    Tag,
    Trigger,
    Who,
    kinds_that,
)

DECK_FILES: dict[Deck, str] = {Deck.DOOR: "doors.toml", Deck.TREASURE: "treasures.toml", Deck.EXTRA: "extra.toml"}
MANIFEST_FILE = "edition.toml"
TRIGGER_FIELDS: dict[Trigger, str] = {trigger: trigger.name.lower() for trigger in Trigger}

KINDS: dict[str, Kind] = {word: kind for kind in Kind for word in kind.row.words.split()}
KIND_WORDS: dict[Kind, str] = {kind: word for word, kind in reversed(KINDS.items())}  # the first word of each kind
DECK_KINDS: dict[Deck, frozenset[Kind]] = {  # kinds allowed in a deck
    deck: frozenset(kind for kind in Kind if deck in kind.row.decks) for deck in Deck
}

EVERY_KIND = frozenset({"id", "name", "kind", "copies", "origin"})
FIELDS: dict[Kind, tuple[frozenset[str], frozenset[str]]] = {  # beyond EVERY_KIND: (required, allowed besides)
    kind: (frozenset(kind.row.needs.split()), frozenset(kind.row.has.split())) for kind in Kind
}
# The range of every number of a card or a manifest; `words` has those of clauses.
NUMBERS: dict[str, tuple[int, int]] = {
    "copies": (1, 20),
    "level": (1, 50),
    "levels": (0, 5),
    "treasures": (-5, 10),
    "bonus": (-30, 30),
    "value": (0, 5000),
    "hands": (1, 2),
    "min_level": (1, MOST_LEVELS),
    "max_level": (1, MOST_LEVELS),
    "doors": (1, 9999),
    "extra": (0, 9999),
    "start_cards": (0, 8),
    "hand_limit": (1, 20),
}
NUMBERS["monster.treasures"] = (0, NUMBERS["treasures"][1])  # only an enhancer takes treasures away
NUMBERS["decks.treasures"] = NUMBERS["doors"]

ORIGINS: dict[str, str] = {
    "published": "the numbers are those of the printed card",
    "rulebook": "a rulebook names the card, the numbers are ours",
    "original": "the card is ours",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a card file, worded for the person who edits it."""

    file: str
    card: str  # id of the card, "" if the whole file is meant
    field: str  # "" if the whole card is meant; `always[0].amount` is the amount of the first clause
    code: str  # a short fixed name, e.g. "unknown-word"
    message: str
    severity: str = "error"  # or "warning"

    def __str__(self) -> str:
        place = [self.file]
        if self.card:
            place.append(f'card "{self.card}"')
        if self.field:
            place.append(f"field {self.field}")
        return f"{', '.join(place)}: {self.message} [{self.code}]"


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule on which rulebooks differ: its allowed values (a type, or words) and its meaning."""

    allowed: type[bool] | type[int] | tuple[str, ...]
    meaning: str
    of_all: bool = False
    """A limit that holds in a blend if any of its editions has it (MIX-2)."""
    besides: tuple[str, ...] = ()
    """Words allowed beside true and false."""

    def refusal(self, name: str, value: object) -> str:
        """Return the expected values if the switch `name` cannot have the value, else an empty text."""
        if isinstance(self.allowed, tuple):
            return "" if value in self.allowed else f"one of {', '.join(self.allowed)}"
        if self.allowed is bool:
            fits = isinstance(value, bool) or value in self.besides
            return "" if fits else " or ".join(("true", "false", *self.besides))
        low, high = NUMBERS[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        return "" if whole and low <= int(str(value)) <= high else f"a whole number from {low} to {high}"


SWITCHES: dict[str, Switch] = {
    "start_cards": Switch(int, "number of cards dealt from each deck at the start and after death (SETUP-2)"),
    "hand_limit": Switch(int, "most cards in hand at the end of a turn (TURN-5)"),
    "gold_overridable": Switch(
        bool,
        "a card whose text permits it may give the goal level (GOLD-4); class_level: only a card that raises a class",
        besides=("class_level",),
    ),
    "enhancers_change_level": Switch(
        bool, "enhancers change the monster's level (never below 1) instead of its strength (COMBAT-13)"
    ),
    "super_munchkin": Switch(
        ("one_or_two", "two"),
        "number of classes that Super Munchkin needs: one (without drawbacks) or two, or always two (MOD-1)",
    ),
    "half_breed_drawbacks": Switch(bool, "a Half-Breed with one race has the drawbacks of that race (MOD-1)"),
    "one_big": Switch(bool, "a player may have only one Big item (ITEM-3)", of_all=True),
    "equip_in_combat": Switch(bool, "the player in turn may put new items into free slots during a combat (PLAY-8)"),
    "throw_away_items": Switch(bool, "a player may throw away items in play in its own turn (ITEM-4)"),
    "level_card_on_others": Switch(bool, "level cards may be played on another player (PLAY-2)"),
    "undead_join": Switch(
        bool, "bystanders may add undead monsters from the hand to a combat with undead (PLAY-6)", of_all=True
    ),
    "loot_room": Switch(("optional", "compulsory"), "looting an empty room is optional or compulsory (TURN-4)"),
    "loot_after_friendly": Switch(
        bool, "looting is also possible after a monster that left in peace without a fight (TURN-4)"
    ),
    "dead_return_at_once": Switch(
        bool, "the dead return at once instead of at the beginning of the next player's turn (DEATH-4)"
    ),
    "curses_outlive_death": Switch(bool, "lasting curses stay with a player who dies (DEATH-1)"),
    "shared_goal": Switch(
        bool, "all players who reach the goal at the same moment win; otherwise the leader alone (WIN-1)"
    ),
    "curse_name": Switch(("curse", "trap"), "word for curses in texts"),
}


def _given(value: object) -> bool:
    """Return True for a part of a condition that demands something; `Who.OWNER` is a number that means something."""
    return value is not None if isinstance(value, Who) else bool(value)


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a clause; an empty condition always holds, several demands must all hold.

    `race`, `klass` and `sex` hold if one of the words fits, `not_race` and `not_klass` if none does. Checked of the
    party, `race` means that some fighter has one of the races, `not_race` that no fighter has. `who` is None if the
    card does not say who is checked; `Card.asked` then decides by the word.
    """

    race: tuple[Race, ...] = ()
    not_race: tuple[Race, ...] = ()
    klass: tuple[Klass, ...] = ()
    not_klass: tuple[Klass, ...] = ()
    sex: tuple[Sex, ...] = ()
    min_level: int = 0  # 0 = no demand
    max_level: int = 0
    lone: bool = False  # no helper
    bare: bool = False  # no bonus at all on the players' side
    used: tuple[Tag, ...] = ()  # something with one of the tags helped the players' side
    even_hand: bool = False  # an even number of cards in hand
    lowest: bool = False  # of the lowest level, or tied for it
    helping: bool = False  # the helper, if it is not their turn
    survivor: bool = False  # unharmed by the last combat, while the ally was not
    who: Who | None = None

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of the condition, as card files call them."""
        given = (one.name for one in fields(self) if _given(getattr(self, one.name)))
        return frozenset(name.replace("klass", "class") for name in given)

    @property
    def empty(self) -> bool:
        """True if nothing is demanded."""
        return self == Condition(who=self.who)


@dataclass(frozen=True, slots=True)
class Clause:
    """One effect: a word of `cards.words`, its parameters as written, a condition, and an alternative."""

    do: str
    params: tuple[tuple[str, object], ...] = ()
    when: Condition = Condition()
    otherwise: "Clause | None" = None  # works only if this clause did nothing
    what: str = ""  # which case of a word that has several

    @property
    def said(self) -> str:
        """Its word as the key of `cards.words.WORDS`, with its case: `lose_item`, `bars help`."""
        return said(self.do, self.what)

    def param(self, name: str, default: object = None) -> object:
        """Return the parameter's typed value, or `default` if the card does not give it."""
        return dict(self.params).get(name, default)

    def number(self, name: str) -> int:
        """Return a parameter that is a number, 0 if the card does not give it."""
        value = self.param(name, 0)
        return int(value) if isinstance(value, int) else 0


def in_order(clauses: Sequence[Clause]) -> list[tuple[Clause, bool]]:
    """Return clauses in the order in which the engine runs them: each followed by its `otherwise`, marked True."""
    found: list[tuple[Clause, bool]] = []
    for clause in clauses:
        found.append((clause, False))
        instead = clause.otherwise
        while instead is not None:
            found.append((instead, True))
            instead = instead.otherwise
    return found


@dataclass(frozen=True, slots=True)
class Restriction:
    """A set of players. Of each non-empty group one word must fit."""

    race: tuple[Race, ...] = ()
    klass: tuple[Klass, ...] = ()
    sex: tuple[Sex, ...] = ()


def _joined(moments: Sequence[Moment]) -> Moment:
    found = Moment(0)
    for moment in moments:
        found |= moment
    return found


@dataclass(frozen=True, slots=True)
class Card:
    """One distinct card of an edition, with the number of copies of it."""

    edition: str
    id: str
    name: str
    kind: Kind
    deck: Deck
    file: str
    copies: int = 1
    origin: str = "published"
    tags: tuple[Tag, ...] = ()
    level: int = 0
    levels: int = 0
    treasures: int = 0
    bonus: int = 0
    value: int = NO_VALUE
    slot: Slot = Slot.NONE
    hands: int = 0
    layer: Layer = Layer.ALONE
    big: bool = False
    race: Race | None = None
    klass: Klass | None = None
    usable_by: Restriction = Restriction()
    not_usable_by: Restriction = Restriction()
    when: tuple[Moment, ...] | None = None  # None: as usual for the kind; (): by itself when received
    on: Aim | None = None  # None: as usual for the kind
    always: tuple[Clause, ...] = ()
    play: tuple[Clause, ...] = ()
    bad_stuff: tuple[Clause, ...] = ()
    escaped: tuple[Clause, ...] = ()
    entry: tuple[Clause, ...] = ()
    line: int = field(default=0, compare=False)  # line at which it begins in its file, 0 if unknown

    @property
    def full_id(self) -> str:
        """Id `edition:card`, unique in every game."""
        return f"{self.edition}:{self.id}"

    @property
    def kind_word(self) -> str:
        """Its kind as card files call it: a sidekick that is laid out in its owner's turn is a hireling (SIDE-1)."""
        return "hireling" if self.kind in kinds_that("follows") and not self.moments else KIND_WORDS[self.kind]

    @property
    def moments(self) -> Moment:
        """Moments at which it may be played, usual moments of the kind included.

        Moment(0) if it is not played by choice.
        """
        if self.when is not None:
            return _joined(self.when)
        return self._usual_play[0]

    @property
    def aim(self) -> Aim:
        """Target of a play, the usual one of the kind included."""
        return self._usual_play[1] if self.on is None else self.on

    @property
    def lasting(self) -> Lasting:
        """Duration of a curse, or of a card played like one, in front of its victim."""
        stays = [clause for clause in self.play if clause.said == "stay"]
        if not stays:
            return Lasting.NOT
        if stays[0].param("lone_kill", False):
            return Lasting.UNTIL_LONE_KILL
        if not stays[0].param("combat", False):
            return Lasting.STAYS
        return Lasting.BOUND_TO_COMBAT if stays[0].param("binding", False) else Lasting.UNTIL_COMBAT_ENDS

    @property
    def levels_gained(self) -> int:
        """Levels that its killer gains, or that a level card gives."""
        if self.kind not in kinds_that("gives_level"):
            return self.levels
        gains = [clause.otherwise or clause for clause in self.play if clause.said == "gain_level"]
        return sum(clause.number("amount") for clause in gains)

    def asked(self, clause: Clause) -> Who:
        """Return the players that the condition of a clause checks.

        They are those written, else the party for a monster's word about it.
        """
        if clause.when.who is not None:
            return clause.when.who
        return Who.PARTY if self.kind in FIGHTING and WORDS[clause.said].party else Who.OWNER

    @property
    def _usual_play(self) -> tuple[Moment, Aim]:
        if self.kind in kinds_that("once") and self.bonus:
            return Moment.COMBAT, Aim.SIDE
        if any(clause.said == "strengthens" for clause in self.always):
            return Moment.COMBAT | Moment.ANY, Aim.FIGHTING_OR_CLASS
        return self.kind.row.played or (Moment(0), Aim.NONE)

    def clauses(self, trigger: Trigger) -> tuple[Clause, ...]:
        """Return the clauses that work at a trigger, in order, without those under `otherwise`."""
        written: tuple[Clause, ...] = getattr(self, TRIGGER_FIELDS[trigger])
        return written


@dataclass(frozen=True, slots=True)
class Edition:
    """A manifest with its cards: doors, then treasures, then the extra deck, each in file order, included ones first.

    All games share it, and players can reach it: nothing in it can be changed.
    """

    id: str
    name: str
    rulebook: str
    folder: str
    decks: Mapping[Deck, int] = field(hash=False)  # how many cards each deck must have
    races: tuple[Race, ...]  # races that have a card in this edition
    klasses: tuple[Klass, ...]
    switches: Mapping[str, bool | int | str] = field(hash=False)  # empty if the edition can't be a host
    quick_blends: bool = False  # True: blends with it are played by QUICK-4
    money: str = "gold"  # unit in which its rulebook counts values
    cards: tuple[Card, ...] = ()
    own_races: tuple[Race, ...] = ()  # races, classes and tags that it declares
    own_classes: tuple[Klass, ...] = ()
    own_tags: tuple[Tag, ...] = ()

    def __post_init__(self) -> None:
        for name in ("decks", "switches"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, one.name) for one in fields(self))
        return Edition, tuple(dict(value) if isinstance(value, MappingProxyType) else value for value in values)
