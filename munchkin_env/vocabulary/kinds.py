"""Kinds of cards, with a row of facts about the cards of each kind.

A row has the properties of a kind that rules need. The chapter of a kind carries out behaviour that only this kind has
(a monster fights, an enhancer goes to a monster).
"""

from dataclasses import dataclass, fields
from functools import cache

from munchkin_env.vocabulary.effects import Aim, Moment
from munchkin_env.vocabulary.words import Deck, Rowed


@dataclass(frozen=True)
class Nature:
    """Facts about cards of a kind: each bool field is a question, False where the row does not name it."""

    words: str
    """Names of the kind in card files, the usual word first."""
    head: str
    """Name of the kind in texts."""
    decks: tuple[Deck, ...]
    """Decks that may hold cards of the kind."""
    needs: str = ""
    """Fields that a card of the kind must have."""
    has: str = ""
    """Further fields that it may have."""
    played: tuple[Moment, Aim] | None = None
    """Usual moment and target of a play where a card states none."""
    item: bool = False
    """It is an item with a price: it is bought, sold, traded and restricted (ITEM-2, SELL-1)."""
    worn: bool = False
    """In front of its owner it is in use or carried, and takes slots, hands or strength (ITEM-1, ITEM-3)."""
    fitted: bool = False
    """It hangs on an item and shares its fate (ITEM-6)."""
    follows: bool = False
    """It accompanies its owner: a Hireling or sidekick (SIDE-1)."""
    monster: bool = False
    """It is met behind the door, looked for and sent into combats, and fights there (COMBAT-1)."""
    enhances: bool = False
    """It belongs to a monster of the combat, and changes it (PLAY-4)."""
    laid_out: bool = False
    """It is laid out from the hand by its owner (TURN-1, TURN-6)."""
    identity: bool = False
    """It states its owner's identity, and is laid out in combat too (PLAY-12)."""
    main_identity: bool = False
    """It is a race or a class, which goes at any time (TURN-7)."""
    race: bool = False
    """It is a race (RACE-1)."""
    klass: bool = False
    """It is a class (CLASS-1)."""
    second_race: bool = False
    """It lets its owner have two races, like Half-Breed (MOD-1)."""
    second_class: bool = False
    """It lets its owner have two classes, like Super Munchkin (MOD-1)."""
    outlives_death: bool = False
    """It stays with the dead (DEATH-1)."""
    clings: bool = False
    """In front of a player it is not among the cards that can be lost: only effects that name the kind take it off
    (CURSE-1, MUT-1)."""
    pays: bool = False
    """In front of its owner it may be discarded for an ability, unless it is a lasting curse (PLAY-10)."""
    strikes: bool = False
    """It affects its victim, turned up at the door or played (CURSE-1)."""
    fights: bool = False
    """It is on the monsters' side of a combat, and its clauses check who fights it (COMBAT-8)."""
    gives_level: bool = False
    """Go Up a Level, with which a claim is paid too (QUICK-4)."""
    level_card: bool = False
    """It is only about levels, and is never in a combat (PLAY-2)."""
    once: bool = False
    """A treasure card that is usable once only (PLAY-3)."""
    entered: bool = False
    """Turned up at the door it is entered, and stays on the table until the turn ends (ROOM-1)."""


DOORS = (Deck.DOOR, Deck.EXTRA)
TREASURES = (Deck.TREASURE, Deck.EXTRA)
BOTH = (Deck.DOOR, Deck.TREASURE, Deck.EXTRA)


class Kind(Rowed):
    """Kind of a card."""

    row: Nature

    NONE = 0, Nature("", "", ())
    MONSTER = 1, Nature(
        "monster", "Monster", DOORS, needs="level treasures", has="levels tags always bad_stuff escaped entry",
        monster=True, fights=True,
    )
    RACE = 2, Nature(
        "race", "Race", DOORS, needs="race", has="always play when",
        race=True, laid_out=True, identity=True, main_identity=True, outlives_death=True, pays=True,
    )
    CLASS = 3, Nature(
        "class", "Class", DOORS, needs="class", has="always play when on",
        klass=True, laid_out=True, identity=True, main_identity=True, outlives_death=True, pays=True,
    )
    RACE_MODIFIER = 4, Nature(  # Half-Breed
        "race_modifier", "Race modifier", DOORS, has="always",
        second_race=True, laid_out=True, identity=True, outlives_death=True, pays=True,
    )
    CLASS_MODIFIER = 5, Nature(  # Super Munchkin
        "class_modifier", "Class modifier", DOORS, has="always",
        second_class=True, laid_out=True, identity=True, outlives_death=True, pays=True,
    )
    CURSE = 6, Nature(  # whether one that lasts outlives its victim is a switch
        "curse", "Curse", DOORS, needs="play", has="always when",
        played=(Moment.ANY, Aim.PLAYER), strikes=True, clings=True,
    )
    ENHANCER = 7, Nature(  # monster enhancer
        "monster_enhancer", "Monster enhancer", DOORS, needs="bonus treasures", has="tags when always",
        played=(Moment.COMBAT, Aim.MONSTER), enhances=True, fights=True, pays=True,
    )
    WANDERING = 8, Nature(  # Wandering Monster and equals
        "wandering_monster", "Wandering monster", DOORS, needs="play", has="when",
        played=(Moment.COMBAT, Aim.MONSTER_FROM_HAND),
    )
    DOOR_SPECIAL = 9, Nature(
        "door_special", "Special door card", DOORS, needs="when", has="play on bonus tags always", pays=True,
    )
    ITEM = 10, Nature(
        "item", "Item", TREASURES, needs="value",
        has="bonus slot hands layer big usable_by not_usable_by always play when on tags",
        item=True, worn=True, laid_out=True, pays=True,
    )
    ONE_SHOT = 11, Nature(
        "one_shot", "One-shot", TREASURES, needs="value", has="play bonus usable_by not_usable_by when on tags always",
        item=True, laid_out=True, pays=True, once=True,
    )
    LEVEL = 12, Nature(  # Go Up a Level
        "go_up_level", "Level card", TREASURES, needs="play", has="when on",
        played=(Moment.ANY, Aim.PLAYER), gives_level=True, level_card=True,
    )
    TREASURE_SPECIAL = 13, Nature(
        "treasure_special", "Special treasure card", TREASURES, needs="play when", has="on bonus",
        level_card=True,
    )
    SIDEKICK = 14, Nature(  # Hireling, sidekick
        "sidekick hireling", "Sidekick", BOTH, has="bonus always when",
        follows=True, laid_out=True, pays=True,
    )
    ROOM = 15, Nature(  # with a level, its own monster fights (ROOM-2)
        "room", "Room", DOORS, has="level levels treasures tags always play bad_stuff escaped",
        played=(Moment.ROOM, Aim.NONE), fights=True, entered=True,
    )
    MADNESS = 16, Nature(
        "madness", "Madness", DOORS, needs="play", has="always when tags",
        played=(Moment.ANY, Aim.PLAYER), outlives_death=True, strikes=True, clings=True,
    )
    MUTATION = 17, Nature(
        "mutation", "Mutation", DOORS, has="bonus always",
        laid_out=True, outlives_death=True, clings=True,
    )
    TRICK = 18, Nature(  # a treasure card that is played and is no item: it has no price
        "trick", "Treasure card without a price", TREASURES, has="play bonus when on tags always",
        once=True,
    )
    ITEM_ENHANCER = 19, Nature(  # hangs on an item and shares its fate (ITEM-6)
        "item_enhancer", "Item enhancer", TREASURES, needs="bonus play", has="when tags",
        played=(Moment.OWN_FREE | Moment.RECEIPT, Aim.OWN_ITEM), fitted=True, pays=True,
    )


@cache
def kinds_that(question: str) -> frozenset[Kind]:
    """Return the kinds whose row has the property."""
    if question not in {field.name for field in fields(Nature) if field.type is bool}:
        raise KeyError(f"expected a field of Nature, got {question!r}")
    return frozenset(kind for kind in Kind if getattr(kind.row, question))


def _mask(question: str) -> int:
    """Return the same as bits, a bit per kind."""
    return sum(1 << kind for kind in kinds_that(question))


ITEM_KINDS = _mask("item")
WORN_KINDS = _mask("worn")
FITTED_KINDS = _mask("fitted")
FOLLOWING_KINDS = _mask("follows")
MONSTER_KINDS = _mask("monster")
ENHANCING_KINDS = _mask("enhances")
LAID_OUT_KINDS = _mask("laid_out")
IDENTITY_KINDS = _mask("identity")
MAIN_IDENTITY_KINDS = _mask("main_identity")
RACE_KINDS = _mask("race")
CLASS_KINDS = _mask("klass")
SECOND_RACE_KINDS = _mask("second_race")
SECOND_CLASS_KINDS = _mask("second_class")
UNDYING_KINDS = _mask("outlives_death")
CLINGING_KINDS = _mask("clings")
PAYING_KINDS = _mask("pays")
STRIKING_KINDS = _mask("strikes")
FIGHTING_KINDS = _mask("fights")
GIVING_LEVEL_KINDS = _mask("gives_level")
LEVEL_KINDS = _mask("level_card")
ONE_TIME_KINDS = _mask("once")
ENTERED_KINDS = _mask("entered")
