"""Declaration of a word of the card vocabulary, and the places, conditions and ranges that words share."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    Ability,
    Aim,
    Filter,
    Harm,
    Kind,
    Moment,
    Slot,
    Tag,
    kinds_that,
)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a word: the clause column it fills, its type, its range and whether it must be given.

    `type` is one of `int`, `bool`, `slot`, `tags`, `ability`, `race`, `class`, `card`, `filter`,
    `policy`, `deck`, `side` (left 0, right 1), `combat_side` (players 1, monsters 2, both 0),
    `receiver`, `chooser`, `until`, `payment`, `often`, `letter` (a 0). `column` is a field of `tables.CLAUSE`.
    """

    column: str
    type: str = "int"
    required: bool = False
    default: object = None
    least: int = 0  # of an int
    most: int = 0
    only: tuple[object, ...] = ()  # allowed values of a word, () for all
    kinds: frozenset[Kind] | None = None  # kinds of card that may have it, None for all kinds of the word
    idle: int | None = None  # of an int: the value without effect


# --------------------------------------------------------------------------- where a clause stands
MONSTER = kinds_that("monster")
CURSES = kinds_that("strikes")
FIGHTING = kinds_that("fights")
ENHANCERS = kinds_that("enhances")
ITEM_ENHANCERS = kinds_that("fitted")
ITEMS = kinds_that("worn")
SIDEKICKS = kinds_that("follows")
POWERS = kinds_that("main_identity") | ITEMS  # cards in play with a cost of use
LEVEL_CARDS = kinds_that("gives_level")
ROOMS = kinds_that("entered")
DWELLING = MONSTER | ROOMS  # a room may come with a monster of its own
KEPT = frozenset({Kind.DOOR_SPECIAL})  # cards that a play may leave in front of its player
IDENTITIES = kinds_that("identity")
MADNESS = frozenset({Kind.MADNESS})
IN_FRONT = IDENTITIES | ITEMS | SIDEKICKS | CURSES | {Kind.MUTATION}  # cards that are in front of a player and act there
SPECIALS = frozenset({Kind.DOOR_SPECIAL, Kind.TREASURE_SPECIAL})
PLAYED = SPECIALS | ITEMS | kinds_that("once")  # cards that are played for the effects of their clauses
SPENT = KEPT | kinds_that("once")  # cards that stay with the combat they were played in

# --------------------------------------------------------------------------- bearers of tags
THINGS = SPENT | ITEMS | ITEM_ENHANCERS  # cards that are used, spent, or hung on a used one
TAG_KINDS: dict[Tag, frozenset[Kind]] = {
    Tag.UNDEAD: DWELLING | ENHANCERS,
    Tag.FIRE: THINGS | DWELLING,
    Tag.WAND: THINGS,
    Tag.STAFF: THINGS,
    Tag.POLE: THINGS,
    Tag.BELOW_WAIST: ITEMS,
    Tag.KNEES: ITEMS,
    Tag.POTION: THINGS,
    Tag.SWORD: THINGS,
    Tag.RING: THINGS,
    Tag.SLIME: DWELLING,
    Tag.SQUID: DWELLING,
    Tag.FROM_HELL: DWELLING,
    Tag.DRAGON: DWELLING,
    Tag.GOTH: DWELLING,
    Tag.LASER: ITEMS,
    Tag.COMPLEX: ITEMS,
    Tag.ICHOR: THINGS,
    Tag.LIGHT: THINGS,
    Tag.SHOGGOTH: DWELLING,
    Tag.PHOBIA: MADNESS,
}

# --------------------------------------------------------------------------- contents of conditions
IDENTITY = frozenset({"race", "not_race", "class", "not_class", "sex"})  # of one player
OF_PLAYER = IDENTITY | {"min_level", "max_level"}
OF_COMBAT = frozenset({"lone", "bare", "used"})
OF_MOMENT = frozenset({"even_hand", "lowest", "helping"})  # of one player at this moment: no derived field depends on it
AFTER_COMBAT = frozenset({"survivor"})  # of one player, right after a combat
ANYTHING = OF_PLAYER | OF_COMBAT | OF_MOMENT | {"who"}
NOTHING: frozenset[str] = frozenset()

# --------------------------------------------------------------------------- moments and targets of plays
IN_COMBAT = Moment.COMBAT | Moment.OWN_TURN | Moment.LOSING | Moment.LONE | Moment.HELPING
FREELY = IN_COMBAT | Moment.ANY | Moment.PEACE | Moment.AFTER_COMBAT | Moment.OWN_FREE | Moment.OWN_END | Moment.BEFORE_DOOR
BY_ITSELF = Moment(0)  # the card plays itself as soon as a player gets it
NO_AIM = frozenset({Aim.NONE})
SOMEBODY = frozenset({Aim.NONE, Aim.PLAYER, Aim.VICTIM, Aim.OUTSIDER, Aim.IN_TURN, Aim.RISEN})  # NONE: the player who plays it


@dataclass(frozen=True)
class Before:
    """Former word that this one replaces: its number, and the parameters of the equivalent clause."""

    number: int
    columns: Mapping[str, int]
    """Values in these columns of `tables.CLAUSE`; the former word had zeros there."""
    kept: Mapping[str, int] = field(default_factory=dict)
    """Exceptions to these."""


@dataclass(frozen=True)
class Word:
    """An effect word, or one case of a word with cases: its places, parameters and meaning."""

    op: IntEnum  # a vocabulary.Op, or a member of one of vocabulary.CASES
    triggers: Mapping[str, frozenset[Kind]]  # kinds of card by key: "always", "play", "bad_stuff", "escaped", "entry"
    meaning: str
    params: dict[str, Parameter] = field(default_factory=dict)
    party: bool = False  # conditions check any fighter instead of the owner, unless `who` is given
    asks: frozenset[str] = ANYTHING  # keys that a condition may have, within the limits of `askable`
    once: bool = False  # the engine reads only the first such clause of a card
    bounded: bool = False  # under `play` of a card in play: it may be free, because it cannot be repeated at will
    before: tuple[Before, ...] = ()  # former numbers of some of its clauses (`cards.stored`)
    rolls: bool = False  # its number comes from a die roll
    fails: bool = False  # it may have no effect, so that `otherwise` follows
    strikes: bool = False  # it affects a victim, never a dead one; its die roll counts as one of Bad Stuff
    harm: Harm = Harm.SOMETHING  # its cost to the victim, for bots
    changes: Filter | None = None  # the victim's cards that it replaces by others
    derived: bool = False  # while it lasts, it changes numbers that `mutations.derived` writes, besides the next two
    adds_to: str = ""  # field of the owner to which its amount is added while the card is in play
    counted: str = ""  # field of the owner that counts such clauses; 0 spares a search for them
    permits: bool = False  # while it lasts, the owner has a permission that others lack
    in_combat: str = ""  # field of the combat that counts such clauses of its cards
    laid_out: bool = False  # the play itself puts the card in front of its player
    needs_hand: bool = False  # its target must have cards in hand
    moves_spent: bool = False  # it moves the spent card that the play names
    moments: Moment = FREELY  # under `play`: moments at which the card may be played
    aims: frozenset[Aim] = SOMEBODY  # under `play`: possible targets of the card


MOST_LEVELS = 100  # the highest goal a game may have


def number(
    column: str, least: int, most: int, required: bool = True, default: object = None, idle: int | None = None
) -> Parameter:
    """Declare a number; one that may be added or taken away changes nothing if it is 0."""
    idle = 0 if idle is None and least < 0 else idle
    return Parameter(column, "int", required, default, least, most, idle=idle)


def part(column: str, least: int, most: int) -> Parameter:
    """Declare one of several numbers of a clause, some of which may be 0."""
    return replace(number(column, least, most), idle=None)


STRENGTH = {"amount": number("amount", -30, 30)}
ROLL = {"amount": number("amount", -10, 10)}
GOLD = (1, 5000)
STRIKES = {  # effects on a victim
    "bad_stuff": DWELLING,
    "escaped": DWELLING,
    "entry": MONSTER,
    "play": CURSES | PLAYED | ROOMS,
}
ALSO_LEVEL_CARDS = {**STRIKES, "play": STRIKES["play"] | LEVEL_CARDS}
LOST_ONES = (
    *(Filter.ITEMS, Filter.SMALL, Filter.BIG, Filter.SLOT, Filter.TAGGED, Filter.HAND, Filter.BEST),
    *(Filter.CLASSES, Filter.RACES, Filter.ITEMS_AND_HAND, Filter.TREASURES, Filter.DOORS_IN_HAND),
    *(Filter.UNUSABLE, Filter.OF_CLASS, Filter.CHEAPEST, Filter.DEAREST, Filter.VOWEL),
    *(Filter.TAGGED_IN_PLAY, Filter.TAGGED_ANYWHERE, Filter.SIDEKICKS),
)
TAKEN = (Filter.ITEMS, Filter.HAND, Filter.TREASURES)  # cards that others may choose from a victim
COUNTED = (Filter.ITEMS, Filter.SLOT, Filter.TAGGED, Filter.HOST)  # cards that a factor may be about
TIMED = tuple(ability for ability in Ability if FIRST_TIMED <= ability <= LAST_TIMED)
WORN_SLOTS = (Slot.HEADGEAR, Slot.ARMOR, Slot.FOOTGEAR, Slot.HANDS)
ONE_ONLY = (Filter.BEST, Filter.CHEAPEST, Filter.DEAREST)
LOST_ALL = (*(filter_ for filter_ in LOST_ONES if filter_ not in ONE_ONLY), Filter.MADNESS)


# --------------------------------------------------------------------------- former words, each with its present form
FORMERLY: dict[str, str] = {
    "no_escape": 'do = "bars", what = "escape"',
    "no_help": 'do = "bars", what = "help"',
    "bars_help": 'do = "bars", what = "helpers"',
    "no_reward": 'do = "bars", what = "reward"',
    "levels_only": 'do = "bars", what = "bonuses"',
    "no_levels": 'do = "bars", what = "levels"',
    "auto_escape": 'do = "lets_go"',
    "will_not_pursue": 'do = "lets_go"',
    "extra_treasure": 'do = "brings", what = "treasure"',
    "extra_level": 'do = "brings", what = "level"',
    "loot": 'do = "brings", what = "loot"',
    "all_draw": 'do = "brings", what = "round"',
    "will_not_attack": 'do = "leaves", what = "unfought"',
    "send_away": 'do = "leaves", what = "sent"',
    "decline": 'do = "leaves", what = "declined"',
    "bribe": 'do = "leaves", what = "bribed"',
    "more_hands": 'do = "room_for", what = "slot", slot = "hands"',
    "more_slots": 'do = "room_for", what = "slot"',
    "more_complex": 'do = "room_for", what = "complex"',
    "bind": 'do = "spent", what = "host"',
    "take_spent": 'do = "spent", what = "hand"',
    "turn_spent": 'do = "spent", what = "other_side"',
    "cancel_curse": 'do = "cancel", what = "curse"',
    "cancel_card": 'do = "cancel", what = "card"',
    "disarm": 'do = "cancel", what = "trap"',
    "search": 'do = "fetch", what = "discards"',
    "claim": 'do = "fetch", what = "fresh"',
    "salvage": 'do = "fetch", what = "top"',
    "redo_escape": 'do = "roll_again", what = "escape"',
    "reroll": 'do = "roll_again", what = "die"',
    "see_hand": 'do = "show_hand", what = "to_one"',
    "draw_down": 'do = "draw", what = "face_down"',
    "help_draw": 'do = "draw", what = "for_help"',
    "remove_all": 'do = "remove", what = "all"',
    "remove_monster": 'do = "remove", what = "one"',
    "avoid_combat": 'do = "remove", what = "only"',
    "ignore_printed": 'do = "void", what = "printed"',
    "idle_slot": 'do = "void", what = "slot"',
    "no_class_abilities": 'do = "void", what = "class_abilities"',
    "give_level": 'do = "raises", what = "lowest"',
    "steal_level": 'do = "raises", what = "taker"',
    "raise_others": 'do = "raises", what = "others"',
    "class_level": 'do = "raises", what = "class"',
    "change_class": 'do = "change", what = "class"',
    "change_race": 'do = "change", what = "race"',
    "change_sex": 'do = "change", what = "sex"',
    "strength_per_cultist": 'do = "strength_per", what = "cultist"',
    "strength_per_item": 'do = "strength_per", what = "item"',
    "lose_class": 'do = "lose_item", filter = "classes"',
    "lose_race": 'do = "lose_all", filter = "races"',
    "discard_hand": 'do = "lose_all", filter = "hand"',
    "neighbours_take_hand": 'do = "order", who = "neighbours", filter = "hand", kept = true',
    "neighbours_choose": 'do = "order", who = "neighbours"',
    "neighbour_chooses": 'do = "order", who = "left"',
    "others_take": 'do = "order", who = "others", filter = "hand", kept = true',
    "all_may_take": 'do = "order", who = "by_level", kept = true, may_decline = true',
    "highest_take": 'do = "order", who = "highest", kept = true',
}
