"""Layout of observations: sections, offsets, bounds and scale, for each encoding.

The tables below define all of them. `flat` (int8) has the entries of `GENERAL_PARTS`, a block of `SEAT_PARTS` for each
player, the observer first, and planes: vectors with an entry for each card type. `tokens` (int16)
has `MAX_TOKENS` rows with the fields of `TOKEN_PARTS`, one for each card, and the
`GENERAL_PARTS` with a block for each of six players. `sparse` has the non-zero entries of the `flat` of six players, in
which absent players are zero, so that an index has one meaning for all numbers of players.

Seats are relative to the observer: 0 is the observer, 1 its left neighbour. Numbers are clipped to their bounds.
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
MOST_EDGE = 79  # bound of an edge: see `BESIDE`
MAX_TOKENS = 160  # if more cards are seen, the deepest discards of all piles are left out
MAX_ENTRIES = 768  # of `sparse`: if more entries are not 0, the last card types in the discards are left out


@dataclass(frozen=True)
class Part:
    """Row of a table: `size` entries with one meaning, from `low` to `high`; divided by `per` they are about 1."""

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
    Part("phase", ROOM_FOR_PHASES, 0, 1, 1, "one-hot: `Phase` of the turn"),
    Part("window", ROOM_FOR_WINDOWS, 0, 1, 1, "one-hot: `Window` that is open, a moment for reactions"),
    Part("decision", ROOM_FOR_DECISIONS, 0, 1, 1, "one-hot: pending `Decision`; NONE if the observer cannot see it"),
    Part("stage", ROOM_FOR_STAGES, 0, 1, 1, "one-hot: `Stage`, the next part of the observer's composite action"),
    Part("verb", ROOM_FOR_VERBS, 0, 1, 1, "one-hot: `Verb` of the observer's unfinished action; all 0 without one"),
    _flag("mine", "the observer is to act"),
    _number(
        "move_place",
        127,
        4,
        "observer's unfinished action: 2 + index of the chosen monster, 1 the monsters' side, 0 none",
    ),
    _number("move_amount", 127, 4, "observer's unfinished action: chosen number"),
    _number("move_count", 127, 4, "observer's unfinished action: number of cards chosen for a set"),
    _flag("move_first", "observer's unfinished action: the helper is offered the first pick"),
    _number("left", 127, 4, "pending decision: number of cards still to choose, draw or share"),
    _number("owed", 127, 10, "pending decision: value still to pay, in hundreds of gold"),
    _number("filter", 127, 16, "pending decision: 1 + `Filter` of the cards that qualify, 0 none"),
    _number("round", 127, 50, "number of the round, from 1"),
    _number("rounds_left", 127, 50, "rounds left until the round limit ends the game"),
    _number("goal", 127, 10, "level that wins the game"),
    _flag("met_monster", "the player in turn has met a monster this turn"),
    _flag("may_loot", "the player in turn may loot the room: draw a card instead of a fight"),
    _flag("just_fought", "a combat has just ended; some cards are playable only then"),
    _flag("over", "the game is over"),
    _number("won", 1, 1, "game over: 1 the observer has won, -1 others have, 0 draw", -1),
    Part("decks", len(Deck), 0, 127, 50, "number of cards in each draw pile: doors, treasures, extra deck"),
    Part(
        "piles", len(Pile), 0, 127, 50, "number of cards in each discard pile: doors, treasures, extra deck, Cultists"
    ),
    _flag("combat", "a combat is running; the fields from here to `monster` are 0 otherwise"),
    _number("players", 127, 20, "combat strength of the players' side: levels and bonuses", -127),
    _number("monsters", 127, 20, "combat strength of all monsters", -127),
    _flag("winning", "the players' side would win at the present strengths"),
    _number("n_monsters", 24, 4, "number of monsters in the combat"),
    _number("players_bonus", 127, 10, "part of `players` that comes from one-shots and paid abilities", -127),
    _number("monsters_bonus", 127, 10, "part of `monsters` that comes from one-shots", -127),
    _number("multiply", 127, 1, "number of times that the strength of a fighter without a helper is added again"),
    _number("treasures", 127, 5, "treasure cards that the players would gain by a win"),
    _number("slain", 24, 4, "number of monsters that cards have killed in this combat"),
    _number("deal_treasures", 127, 5, "treasure cards promised to the helper"),
    _flag("deal_first", "the helper has the first pick of the treasure"),
    _flag("conceded", "the combat is lost, and its fighters run away"),
    _flag("no_help", "no helper may join this combat any more"),
    Part(
        "monster",
        SHOWN_MONSTERS * MONSTER_SIZE,
        -127,
        127,
        10,
        f"{MONSTER_SIZE} entries for each of the first {SHOWN_MONSTERS} monsters: strength, printed level, "
        "treasure cards, 1 if undead, 1 if a copy of another monster, 1 if the observer still has to run away from it",
    ),
    _flag("roll", "a die has been rolled, and its result is pending"),
    _number("roll_purpose", max(RollFor), 3, "1 run away, 2 theft, 3 bad stuff, 4 use of a card, 5 order of players"),
    _number("roll_face", 6, 6, "face of the die, 1 to 6"),
    _number("roll_extra", 127, 4, "modifier of this roll, added to the face", -127),
    _number("roll_place", 25, 4, "1 + index of the monster from which the player runs away; other rolls: 1"),
    _number("roll_escaped", 2, 1, "run away: 1 an automatic escape replaces the roll, 2 the monster is gone"),
    _number("offer", max(OfferKind), 3, "pending offer: 1 request for help, 2 offer to help, 3 trade or gift, 0 none"),
    _number("offer_amount", 127, 5, "pending offer: number of treasure cards for the helper"),
    _flag("offer_first", "pending offer: the helper would have the first pick"),
    _flag("offer_countered", "pending offer: it is a counter-offer"),
    Part(
        "events",
        SHOWN_EVENTS * EVENT_SIZE,
        -127,
        127,
        40,
        f"{EVENT_SIZE} entries for each of the last {SHOWN_EVENTS} public events, the latest first: `Event`, 1 + seat, "
        "1 + other seat (0 nobody), card type // 64, card type % 64 (both 0: none or hidden), amount, at most 127",
    ),
    Part(
        "tops",
        len(Deck) * SHOWN_TOPS * 2,
        0,
        127,
        40,
        f"2 entries for each of the top {SHOWN_TOPS} cards of each draw pile (doors, treasures, extra deck), the top "
        "card first: card type // 64, card type % 64; both 0 unless the observer has looked at the card",
    ),
    _flag("entered", "the player in turn has entered a room card; `inside` is 0 otherwise"),
    Part(
        "inside",
        4,
        -127,
        127,
        3,
        "effects of that room: change of every monster's strength, change of rolls to run away, multiplier of the "
        "monsters' treasure, 1 if the room may not be looted",
    ),
    _flag("second_door", "the player in turn has opened a second door instead of looting"),
    _flag("merged", "the extra deck has been merged into the treasure deck"),
    _number("extra_tops", 127, 5, "number of extra-deck cards on top of the treasure pile"),
    _flag("routed", "a card forces the fighters to run away, even if they would win"),
)

BESIDE = (
    "in a combat: its edge if this player helped, or its present edge if this player fights; 0 if another player "
    "helps. Edge: twice the lead of the players' strength over the monsters', plus 1 if the players win ties, else "
    "minus 1; positive if the players would win"
)
GAIN = (
    "own item that is not in use, at decisions that allow the observer to lay out items: strength gained by using it, "
    "minus the bonus of items that it would displace; 0 if the observer may not use it"
)
EDGE = (
    "in a combat: monster: the present edge (see `seat0.edge`); own card: the edge after playing it, for the players' "
    "side by a fighter, else against it; 0 if the card changes no strength"
)

SEAT_PARTS = _with_room(
    64,
    _flag("present", "the seat is in the game"),
    _flag("asked", "is to act, if the observer can see it"),
    _flag("turn", "is the player in turn"),
    _flag("leader", "is the leader of the combat: the player who fights"),
    _flag("helper", "is the helper in the combat"),
    _flag("roller", "rolled the pending die"),
    _flag("offer_maker", "made the pending offer"),
    _flag("offer_taker", "receives the pending offer"),
    _flag("aimed_at", "target that the observer's unfinished action has named"),
    _flag("victim", "owner of the cards that the pending decision is about"),
    _number("level", 127, 10, "level, from 1 to `goal`"),
    _flag("female", "1 female, 0 male"),
    _flag("dead", "dead; returns later, cannot act or be a target"),
    _flag("away", "died this turn and has returned; acts and helps from the next turn on"),
    _flag("redeal", "has returned from death and draws new cards at the start of its next turn"),
    _flag("human", "counts as human, the default race"),
    _flag("classless", "has no class"),
    _number("bonus", 127, 10, "combat strength from cards on the table", -127),
    _number("penalty", 127, 5, "combat strength from lasting curses", -127),
    _number("combat_bonus", 127, 5, "change of combat strength by backstabs in this combat", -127),
    _number("run_away", 127, 3, "modifier of rolls to run away; a result of 5 or more escapes", -127),
    _number("die", 127, 3, "modifier of all die rolls", -127),
    _number("hand_limit", 127, 5, "most cards that may stay in hand at the end of the turn"),
    _number("hand_doors", 127, 5, "number of door cards in hand"),
    _number("hand_treasures", 127, 5, "number of treasure cards in hand"),
    _number("bigs", 127, 1, "number of Big items that count towards the limit"),
    _number("hands_used", 127, 2, "number of hands that items in use take"),
    _flag("headgear", "headgear is in use"),
    _flag("armor", "armour is in use"),
    _flag("footgear", "footgear is in use"),
    _number("berserk", 127, 3, "number of cards discarded in this combat for the ability berserk"),
    _number("turning", 127, 3, "number of cards discarded in this combat for the ability turning"),
    _number("flight", 127, 3, "number of cards discarded in this combat for the ability flight"),
    _flag("retried", "used the ability retry in this combat: a second roll to run away"),
    _number("backstabs", 127, 2, "number of players that this one has backstabbed in this combat"),
    _number("asked_for_help", 127, 3, "number of requests for help received in this combat"),
    _flag("volunteered", "has offered help in this combat"),
    _flag("forced", "is forced to help by a card"),
    _flag("escapes_all", "escapes every monster of this combat without a roll"),
    _number("pending", 24, 4, "number of monsters from which the player still has to run away"),
    _flag("showed", "has shown the hand to all this turn"),
    _flag("sold_double", "has sold an item at double value this turn"),
    _number("offers", 127, 2, "number of offers made this turn, or in this window of another player's turn"),
    _flag("must_help", "must help on request, without reward"),
    _flag("no_helping", "may not help"),
    _flag("no_asking", "may not ask for help"),
    _flag("unhelped", "may not receive help"),
    _flag("rose", "has gained a level this turn other than by a kill"),
    _flag("stole", "has tried to steal in its own turn"),
    _number("skips", 2, 1, "1 skips the rest of its turn, 2 skips all of it but charity"),
    _number("lone_bonus", 127, 5, "combat strength that counts only without a helper", -127),
    _flag("saved", "escapes every monster, whatever the monster says, by a sacrificed sidekick"),
    _number("lasers", 127, 3, "number of lasers in use, which form one weapon"),
    _number("complexes", 127, 2, "number of Complex items in use that count towards the limit"),
    _flag("any_complex", "may use any number of Complex items"),
    _number("more_complex", 127, 1, "number of Complex items that may be used beyond the first"),
    _number("more_hands", 127, 2, "number of hands beyond two that items may take"),
    _number("more_headgear", 15, 1, "number of headgear items that may be used beyond the first"),
    _number("more_footgear", 15, 1, "number of footgear items that may be used beyond the first"),
    _number("hand_extras", 127, 5, "number of cards of the extra deck in hand"),
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
    Part("hand", 1, 0, 127, 1, "copies in the observer's hand"),
    Part(
        "marks",
        1,
        0,
        127,
        16,
        "sum of: 1 offered or promised, 2 wanted in an offer, 4 selected by the observer for an unfinished set, 8 just "
        "received by the observer, 16 first card and 32 second card of the observer's unfinished action, 64 subject "
        "of the pending decision",
    ),
    Part(
        "fight",
        1,
        -127,
        127,
        32,
        "role in the middle of the table: monster 1 + index; its enhancer or copy 32 + index; card spent for the "
        "players -1, for the monsters 96; card that is being resolved, such as a curse, 64; shown treasure 80; discard "
        "that may be claimed 112; room of the player in turn 120, or 121 + index if its own monster fights; copies add "
        "up",
    ),
    Part("discards", 1, 0, 127, 1, "copies in the discard piles"),
)

SEAT_PLANE = Part(
    "cards",
    1,
    0,
    127,
    16,
    "visible cards of the player, sum over its copies of: 1 in hand (only other players' cards that the observer "
    "knows), 4 carried, 16 in use or in force; plus 8 for each attachment to a card or of a card to it",
)

TOKEN_PARTS = _with_spare_fields(
    24,
    _number("type", 895, 128, "card type, from 1; 0 no card"),
    _number("place", ROOM_FOR_PLACES - 1, 9, "`TokenPlace` of the card; 0 no card"),
    _number("owner", 6, 6, "1 + relative seat of the owner; 0 nobody"),
    _flag("carried", "item that is carried: in play, but not in use"),
    _number(
        "host",
        895,
        128,
        "card type of the card to which it is attached; copy of a monster: type of the card that copied it; 0 none",
    ),
    _number("attached", 127, 1, "number of cards attached to it"),
    _flag("offered", "offered in the pending offer, or promised to a helper"),
    _flag("wanted", "wanted in the pending offer"),
    _flag("selected", "selected by the observer for an unfinished set"),
    _flag("new", "just received by the observer, or a discard that may be claimed"),
    _number(
        "chosen",
        7,
        4,
        "sum of: 1 first and 2 second card of the observer's unfinished action, 4 subject of the pending decision",
    ),
    _number("toggled", 3, 3, "sum of: 1 put in use this turn, 2 put away this turn"),
    _number("known_by", 63, 32, "card in a hand: bit i is set if relative seat i knows it"),
    _number(
        "monster", 25, 4, "1 + index of the monster; enhancer: of its first monster; card spent for the monsters: 25"
    ),
    _number("strength", 32767, 10, "monster: its combat strength", -32767),
    _number("treasures", 127, 5, "monster: treasure cards that it brings"),
    _flag("undead", "monster: it is undead"),
    _number("depth", 1023, 32, "card in a discard or draw pile: depth, 1 on top"),
    _number("used", 15, 6, "item used in this combat: its declared bonus, or 1; plus 8 if its die roll failed"),
    _flag("usable", "own card: it may be played now; always 0 for cards that redirect a curse"),
    _number("gain", 32767, 5, GAIN, -32767),
    _number("edge", MOST_EDGE, 5, EDGE, -MOST_EDGE),
)


class TokenPlace(IntEnum):
    """Place of a token's card. Tokens are sorted by place, then by owner, type and the other fields."""

    NONE = 0
    HAND = 1
    MONSTER = 2
    FIGHT = 3
    """Enhancer or spent card; `monster` is 0 for cards spent for the players, 25 for the monsters."""
    ASIDE = 4
    SPOILS = 5
    TABLE = 6
    KNOWN = 7
    """In the hand of another player, known to the observer."""
    DISCARD = 8
    PILE = 9
    """On a draw pile, known to the observer. Its tokens come before those of discard piles."""
    ROOM = 10
    """Room of the player in turn. Its token comes before those of tables; its own monster has a token as a monster."""


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
