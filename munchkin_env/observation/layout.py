"""Layout of observations: sections, offsets, bounds and scale, for each encoding.

All are made from the same tables below. `flat` (int8) is `GENERAL`, then a block of `SEAT` fields for each player, the
observer first, then a plane of numbers by card type for each entry of `PLANES` and for each player. `tokens` (int16)
are `MAX_TOKENS` cards of `TOKEN` fields, and `GENERAL` with a block for each of six players. `sparse` has the non-zero
entries of the `flat` of six players, where absent players have none: an index means the same at every table.

Seats are relative to the observer: 0 is the observer, 1 its left neighbour. A number beyond its bounds is cut to them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from functools import lru_cache

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.state.actions import ActionSection
from munchkin_env.vocabulary import (
    MAX_PLAYERS,
    ROOM_FOR_DECISIONS,
    ROOM_FOR_PHASES,
    ROOM_FOR_PLACES,
    ROOM_FOR_STAGES,
    ROOM_FOR_VERBS,
    ROOM_FOR_WINDOWS,
    Decision,
    Deck,
    OfferKind,
    Phase,
    Pile,
    RollFor,
    Stage,
    Verb,
    Window,
)

MOST8 = 127
MOST16 = 32767
SHOWN_EVENTS = 8
EVENT_SIZE = 6
EVENT_CARD = 3  # offset of the two numbers of its card
SHOWN_MONSTERS = 6
SHOWN_TOPS = 3
MONSTER_SIZE = 6
MOST_EDGE = 79  # twice the lead of the players' side, 1 more if it wins ties, 1 less if not: above 0 it wins
MAX_TOKENS = 160  # if more cards are seen, the deepest discards of all piles are left out
MAX_ENTRIES = 768  # of `sparse`: if more entries are not 0, the last card types in the discards are left out


@dataclass(frozen=True)
class Part:
    """One row of a table: `size` entries of one meaning, from `low` to `high`, divided by `per` to be about 1."""

    name: str
    size: int
    low: int
    high: int
    per: float
    meaning: str


@dataclass(frozen=True)
class Section:
    """Consecutive entries of a vector, from `start` on."""

    name: str
    start: int
    size: int
    low: int
    high: int
    scale: float
    """Factor that scales an entry to about 1 at most."""
    meaning: str


def _flag(name: str, meaning: str) -> Part:
    return Part(name, 1, 0, 1, 1, meaning)


def _number(name: str, high: int, per: float, meaning: str, low: int = 0) -> Part:
    return Part(name, 1, low, high, per, meaning)


def _with_room(size: int, *parts: Part) -> tuple[Part, ...]:
    """Return `size` entries: those beyond the parts are reserved and 0."""
    left = size - sum(part.size for part in parts)
    if left <= 0:
        raise ValueError(f"parts of {size - left} entries: expected less than {size}; more raise OBSERVATION_VERSION")
    return (*parts, Part("room", left, -MOST8, MOST8, 10, "reserved, always 0"))


def _with_spare_fields(size: int, *parts: Part) -> tuple[Part, ...]:
    """Return the same for parts of one field each."""
    *fields, room = _with_room(size, *parts)
    return (*fields, *(replace(room, name=f"room{i}", size=1) for i in range(room.size)))


GENERAL_PARTS = _with_room(
    384,
    Part("phase", ROOM_FOR_PHASES, 0, 1, 1, "one of `Phase`"),
    Part("window", ROOM_FOR_WINDOWS, 0, 1, 1, "one of `Window`: the window that is open"),
    Part("decision", ROOM_FOR_DECISIONS, 0, 1, 1, "one of `Decision`: own, or open to all; NONE if it is hidden"),
    Part("stage", ROOM_FOR_STAGES, 0, 1, 1, "one of `Stage`: part of the own action that is due"),
    Part("verb", ROOM_FOR_VERBS, 0, 1, 1, "one of `Verb`: begun by the observer; all zero if none is"),
    _flag("mine", "the observer is asked"),
    _number("move_place", 127, 4, "own half-built action: 2 + place of the chosen monster, 0 none"),
    _number("move_amount", 127, 4, "own half-built action: a number"),
    _number("move_count", 127, 4, "own half-built action: cards chosen for a set"),
    _flag("move_first", "own half-built action: the helper picks first"),
    _number("left", 127, 4, "the pending decision: how many cards are left to choose, draw or share"),
    _number("owed", 127, 10, "the pending decision: value still owed, in hundreds of gold"),
    _number("filter", 127, 16, "the pending decision: 1 + `Filter` of the cards it is about"),
    _number("round", 127, 50, "rounds begun"),
    _number("rounds_left", 127, 50, "rounds after this one before the game ends undecided"),
    _number("goal", 127, 10, "level that wins"),
    _flag("met_monster", "a monster was met this turn"),
    _flag("may_loot", "the room may be looted"),
    _flag("just_fought", "a combat has just ended"),
    _flag("over", "the game is over"),
    _number("won", 1, 1, "the game is over: 1 the observer has won, -1 others, 0 draw", -1),
    Part("decks", len(Deck), 0, 127, 50, "cards in the draw piles: doors, treasures, extra deck"),
    Part("piles", len(Pile), 0, 127, 50, "cards in the discard piles: doors, treasures, extra deck, Cultists"),
    _flag("combat", "a combat is on"),
    _number("players", 127, 20, "combat strength of the players", -127),
    _number("monsters", 127, 20, "combat strength of the monsters", -127),
    _flag("winning", "the players would win now"),
    _number("n_monsters", 24, 4, "monsters in the combat"),
    _number("players_bonus", 127, 10, "of it from one-shots and paid abilities", -127),
    _number("monsters_bonus", 127, 10, "of it from one-shots", -127),
    _number("multiply", 127, 1, "times the lone fighter's strength counts again"),
    _number("treasures", 127, 5, "treasures that a kill would bring"),
    _number("slain", 24, 4, "monsters killed by a card already"),
    _number("deal_treasures", 127, 5, "treasures promised to the helper"),
    _flag("deal_first", "the helper picks first"),
    _flag("conceded", "the players are fleeing"),
    _flag("no_help", "no helper may join any more"),
    Part(
        "monster",
        SHOWN_MONSTERS * MONSTER_SIZE,
        -127,
        127,
        10,
        f"the first {SHOWN_MONSTERS} monsters by place, each: strength, level, treasures, undead, "
        "a double of another, the observer has still to flee from it",
    ),
    _flag("roll", "a die lies on the table"),
    _number("roll_purpose", max(RollFor), 3, "1 run away, 2 theft, 3 bad stuff, 4 what a card does, 5 who comes first"),
    _number("roll_face", 6, 6, "the die"),
    _number("roll_extra", 127, 4, "added to it", -127),
    _number("roll_place", 25, 4, "run away: 1 + monster place"),
    _number("roll_escaped", 2, 1, "run away: an automatic escape takes its place"),
    _number("offer", max(OfferKind), 3, "an offer waits: 1 help asked, 2 help offered, 3 trade or gift"),
    _number("offer_amount", 127, 5, "treasures offered or asked"),
    _flag("offer_first", "the helper would pick first"),
    _flag("offer_countered", "it is a counter-offer"),
    Part(
        "events",
        SHOWN_EVENTS * EVENT_SIZE,
        -127,
        127,
        40,
        f"the last {SHOWN_EVENTS} public events, the latest first, each: `Event`, 1 + seat, 1 + other seat (0 nobody), "
        "card type // 64, card type % 64 (0 none or hidden), number",
    ),
    Part(
        "tops",
        len(Deck) * SHOWN_TOPS * 2,
        0,
        127,
        40,
        f"the top {SHOWN_TOPS} cards of the draw piles (doors, treasures, extra deck), the top card first, each: "
        "card type // 64, card type % 64 (0 unless the observer has looked at it)",
    ),
    _flag("entered", "the player in turn is in a room"),
    Part(
        "inside",
        4,
        -127,
        127,
        3,
        "what holds in that room: change of every monster's strength, of rolls to run away, how often the treasure "
        "of a monster counts, 1 if it may not be looted",
    ),
    _flag("second_door", "another door was opened in place of looting"),
    _flag("merged", "the cards of the extra deck are ordinary treasure"),
    _number("extra_tops", 127, 5, "cards on top of the treasure pile that have the back of the extra deck"),
    _flag("routed", "the fighters must run away, even if they would win"),
)

BESIDE = (
    "a combat: its edge with this player as the helper, or as it stands if this player fights; 0 if another one helps "
    "already. An edge is twice what the players have more than the monsters, 1 more if they win ties, else 1 less: "
    "above 0 they win"
)
GAIN = (
    "of an own item that is idle, where the observer may lay out items: strength that it would give beyond what had to "
    "go for it; 0 if it may not be used"
)
EDGE = (
    "a combat: of a monster its edge as it stands, of an own card that with it played, by a fighter for the players, "
    "by others against them; 0 if it changes no strength"
)

SEAT_PARTS = _with_room(
    64,
    _flag("present", "a player sits here"),
    _flag("asked", "is asked (own decisions and open ones)"),
    _flag("turn", "it is the turn of this player"),
    _flag("leader", "leads the combat"),
    _flag("helper", "helps in the combat"),
    _flag("roller", "rolled the die on the table"),
    _flag("offer_maker", "made the pending offer"),
    _flag("offer_taker", "has to accept or refuse it"),
    _flag("aimed_at", "chosen by the observer's half-built action"),
    _flag("victim", "the pending decision is about cards of this player"),
    _number("level", 127, 10, "level"),
    _flag("female", "sex"),
    _flag("dead", "dead, waiting to return"),
    _flag("away", "died this turn and has returned: helps and acts from the next turn"),
    _flag("redeal", "draws a new start at the next turn"),
    _flag("human", "no race"),
    _flag("classless", "no class"),
    _number("bonus", 127, 10, "strength from cards on the table", -127),
    _number("penalty", 127, 5, "strength from lasting curses", -127),
    _number("combat_bonus", 127, 5, "change of strength in this combat", -127),
    _number("run_away", 127, 3, "change of run-away rolls", -127),
    _number("die", 127, 3, "change of all die rolls", -127),
    _number("hand_limit", 127, 5, "cards to keep at most at the end of the turn"),
    _number("hand_doors", 127, 5, "door cards in hand"),
    _number("hand_treasures", 127, 5, "treasure cards in hand"),
    _number("bigs", 127, 1, "Big items that count"),
    _number("hands_used", 127, 2, "hands taken by items in use"),
    _flag("headgear", "worn"),
    _flag("armor", "worn"),
    _flag("footgear", "worn"),
    _number("berserk", 127, 3, "cards discarded for berserk in this combat"),
    _number("turning", 127, 3, "cards discarded against undead in this combat"),
    _number("flight", 127, 3, "cards discarded for flight in this combat"),
    _flag("retried", "took the second roll in this combat"),
    _number("backstabs", 127, 2, "victims backstabbed in this combat"),
    _number("asked_for_help", 127, 3, "times asked for help in this combat"),
    _flag("volunteered", "offered help in this combat"),
    _flag("forced", "helps because a card demands it"),
    _flag("escapes_all", "escapes every monster"),
    _number("pending", 24, 4, "monsters still to flee from"),
    _flag("showed", "showed the hand this turn"),
    _flag("sold_double", "sold an item at double value this turn"),
    _number("offers", 127, 2, "offers made this turn"),
    _flag("must_help", "must help if asked, without reward"),
    _flag("no_helping", "may not help"),
    _flag("no_asking", "may not ask for help"),
    _flag("unhelped", "may be helped by nobody"),
    _flag("rose", "gained a level this turn other than by a kill"),
    _flag("stole", "tried to steal in the turn of this player"),
    _number("skips", 2, 1, "1: skips the rest of this turn of their own, 2: all of it but charity"),
    _number("lone_bonus", 127, 5, "strength while the player fights without a helper", -127),
    _flag("saved", "escapes every monster whatever it says: a sidekick was sacrificed"),
    _number("lasers", 127, 3, "lasers in use that are one weapon"),
    _number("complexes", 127, 2, "Complex items in use that count"),
    _flag("any_complex", "may use any number of Complex items"),
    _number("more_complex", 127, 1, "Complex items beyond one that may be used"),
    _number("more_hands", 127, 2, "hands beyond two that items may take"),
    _number("more_headgear", 15, 1, "headgear beyond one that may be used"),
    _number("more_footgear", 15, 1, "footgear beyond one that may be used"),
    _number("hand_extras", 127, 5, "cards in hand that have the back of the extra deck"),
    _number("edge", MOST_EDGE, 5, BESIDE, -MOST_EDGE),
)

# Values of the plane `fight`; those of monsters and enhancers go on from here by place.
FOR_PLAYERS = -1
ENHANCES = 32
STRIKES = 64
SHARED = 80
AGAINST_PLAYERS = 96
ON_OFFER = 112
ROOM = 120
PLANE_PARTS = (
    Part("hand", 1, 0, 127, 1, "the observer's hand: copies"),
    Part(
        "marks",
        1,
        0,
        127,
        16,
        "sum of: 1 offered or promised, 2 asked for, 4 in the observer's half-chosen set, 8 just received, "
        "16 the card, 32 the second card of the half-built action, 64 the card that the decision is about",
    ),
    Part(
        "fight",
        1,
        -127,
        127,
        32,
        "in the combat: a monster 1 + place; its enhancer or double 32 + place; spent for the players -1, "
        "for the monsters 96; about to strike 64; treasure to be shared 80; to be claimed of the discards 112; the "
        "room of the player in turn 120, if its own monster fights 121 + place",
    ),
    Part("discards", 1, 0, 127, 1, "copies in the discard piles"),
)

SEAT_PLANE = Part(
    "cards",
    1,
    0,
    127,
    16,
    "cards of the player that the observer sees, sum of: 1 in hand (known to the observer; others only), 4 carried, "
    "16 in use or in force, and 8 if attached to a card or with one attached",
)

TOKEN_PARTS = _with_spare_fields(
    24,
    _number("type", 895, 128, "card type; 0 no card"),
    _number("place", ROOM_FOR_PLACES - 1, 9, "`TokenPlace`; 0 no card"),
    _number("owner", 6, 6, "1 + relative seat, 0 nobody's"),
    _flag("carried", "lies sideways"),
    _number("host", 895, 128, "card type it is attached to; of a doubled monster, the card that doubled it"),
    _number("attached", 127, 1, "cards attached to it"),
    _flag("offered", "offered or promised"),
    _flag("wanted", "asked for"),
    _flag("selected", "in the observer's half-chosen set"),
    _flag("new", "just received by the observer, or to be claimed of the discards"),
    _number("chosen", 7, 4, "sum of: 1 first, 2 second card of the own half-built action, 4 the decision is about it"),
    _number("toggled", 3, 3, "sum of: 1 put in use this turn, 2 put away this turn"),
    _number("known_by", 63, 32, "bits of relative seats that know this card of a hand"),
    _number("monster", 25, 4, "1 + place of the monster, of an enhancer its first monster's"),
    _number("strength", 32767, 10, "of a monster", -32767),
    _number("treasures", 127, 5, "of a monster"),
    _flag("undead", "of a monster"),
    _number("depth", 1023, 32, "in a discard or draw pile, 1 = on top"),
    _number("used", 15, 6, "of an item used in the combat: the bonus declared for it, or 1; 8 more if its die failed"),
    _flag("usable", "of an own card: it may be played now (one that hands on a curse: not told)"),
    _number("gain", 32767, 5, GAIN, -32767),
    _number("edge", MOST_EDGE, 5, EDGE, -MOST_EDGE),
)


class TokenPlace(IntEnum):
    """Place of a token's card. Tokens are in this order, then by owner, type and the other fields."""

    NONE = 0
    HAND = 1
    MONSTER = 2
    FIGHT = 3
    """Enhancers and spent cards; `monster` is 0 for cards spent for the players, 25 for the monsters."""
    ASIDE = 4
    SPOILS = 5
    TABLE = 6
    KNOWN = 7
    """In another hand, known to the observer."""
    DISCARD = 8
    PILE = 9
    """On a draw pile, known to the observer; before those of discard piles."""
    ROOM = 10
    """Room of the player in turn; before those of tables. Its own monster has a token as one, too."""


def _starts(parts: tuple[Part, ...], name: str) -> type[IntEnum]:
    """Return an enum of offsets, so that kernels fold `General.PHASE` into a number."""
    starts, at = {}, 0
    for part in parts:
        starts[part.name.upper()] = at
        at += part.size
    return IntEnum(name, starts)  # type: ignore[return-value]


General = _starts(GENERAL_PARTS, "General")
Seat = _starts(SEAT_PARTS, "Seat")
Plane = _starts(PLANE_PARTS, "Plane")
Token = _starts(TOKEN_PARTS, "Token")

N_GENERAL = sum(part.size for part in GENERAL_PARTS)
N_SEAT = sum(part.size for part in SEAT_PARTS)
N_PLANES = len(PLANE_PARTS)
N_TOKEN = sum(part.size for part in TOKEN_PARTS)
TOKEN_USED = int(Token["ROOM0"])  # entries before the spare ones
N_GLOBALS = N_GENERAL + MAX_PLAYERS * N_SEAT


def flat_length(players: int, types: int) -> int:
    """Return the number of entries of `flat` for a number of seats and of card types."""
    return N_GENERAL + players * N_SEAT + (N_PLANES + players) * types


def _section(part: Part, start: int, size: int, prefix: str = "", meaning: str = "") -> Section:
    return Section(prefix + part.name, start, size, part.low, part.high, 1 / part.per, meaning or part.meaning)


def _seat_name(i: int) -> str:
    return f"seat{i}."


@lru_cache(maxsize=64)
def flat_sections(players: int, types: int) -> tuple[Section, ...]:
    """Return the sections of `flat`, in order, without gaps."""
    found = list(_head_sections(players))
    at = N_GENERAL + players * N_SEAT
    for part in PLANE_PARTS:
        found.append(_section(part, at, types, "", f"by card type: {part.meaning}"))
        at += types
    for i in range(players):
        found.append(_section(SEAT_PLANE, at, types, _seat_name(i), f"by card type: {SEAT_PLANE.meaning}"))
        at += types
    return tuple(found)


def _head_sections(players: int) -> tuple[Section, ...]:
    found, at = [], 0
    for part in GENERAL_PARTS:
        found.append(_section(part, at, part.size))
        at += part.size
    for i in range(players):
        for part in SEAT_PARTS:
            found.append(_section(part, at, part.size, _seat_name(i)))
            at += part.size
    return tuple(found)


def sparse_shift(players: int) -> int:
    """Return the difference between an index of `sparse` and the place in `flat` for that many players.

    It holds from the planes on.
    """
    return (MAX_PLAYERS - players) * N_SEAT


@lru_cache(maxsize=1)
def global_sections() -> tuple[Section, ...]:
    """Return the sections of the global vector of `tokens`, in order, without gaps.

    They are those of `flat`, but numbers that are cut to a byte there are cut to two bytes here.
    """
    wider = {-MOST8: -MOST16, MOST8: MOST16}
    return tuple(
        replace(section, low=wider.get(section.low, section.low), high=wider.get(section.high, section.high))
        for section in _head_sections(MAX_PLAYERS)
    )


def schema(sections: Iterable[Section | Part | ActionSection]) -> list[dict[str, object]]:
    """Return data that distinguishes the sections of one game from those of another, for its hash: no wording."""
    return [{key: value for key, value in asdict(section).items() if key != "meaning"} for section in sections]


def bounds(sections: tuple[Section, ...], dtype: type = np.int8) -> tuple[np.ndarray, np.ndarray]:
    """Return (low, high), an entry each: the bounds of a vector of these sections."""
    low: np.ndarray = np.concatenate([np.full(section.size, section.low) for section in sections]).astype(dtype)
    high: np.ndarray = np.concatenate([np.full(section.size, section.high) for section in sections]).astype(dtype)
    return low, high


def scales(sections: tuple[Section, ...]) -> np.ndarray:
    """Return float32 factors, an entry each, that scale an observation to about 1 at most."""
    return np.concatenate([np.full(section.size, section.scale, np.float32) for section in sections])


ONE_OF: Mapping[str, type[IntEnum]] = {
    "phase": Phase,
    "window": Window,
    "decision": Decision,
    "stage": Stage,
    "verb": Verb,
    "decks": Deck,
    "piles": Pile,
}
"""Sections with an entry for each member of an enum, and spare entries."""
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "monster": ("strength", "level", "treasures", "undead", "double", "to_flee"),
    "events": ("event", "seat", "other", "card_high", "card_low", "amount"),
    "inside": ("strength", "run_away", "treasures", "no_looting"),
    "tops": tuple(f"{i}.{half}" for i in range(SHOWN_TOPS) for half in ("card_high", "card_low")),
}
"""Sections of rows, with the number of entries per row."""
assert (len(COLUMNS["monster"]), len(COLUMNS["events"])) == (MONSTER_SIZE, EVENT_SIZE)


def names(sections: tuple[Section, ...], catalogue: Catalogue) -> Iterator[str]:
    """Return names such as `goal`, `phase.combat`, `monster.0.level`, `seat1.bonus`, `hand.munchkin:net_troll`."""
    cards = [card.full_id for card in catalogue.cards if card is not None]
    for section in sections:
        for i in range(section.size):
            yield section.name + _suffix(section, i, cards)


def _suffix(section: Section, i: int, cards: list[str]) -> str:
    """Return the part of a name that distinguishes an entry of a section from the others."""
    if section.name in ONE_OF:
        members = {int(one): one.name.lower() for one in ONE_OF[section.name]}
        return f".{members.get(i, f'unused{i}')}"
    if section.name in COLUMNS:
        row, column = divmod(i, len(COLUMNS[section.name]))
        many = section.size > len(COLUMNS[section.name])
        return f".{row}.{COLUMNS[section.name][column]}" if many else f".{COLUMNS[section.name][column]}"
    if section.size == len(cards):
        return f".{cards[i]}"
    return f".{i}" if section.size > 1 else ""
