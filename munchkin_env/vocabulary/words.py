"""Enums without rows of facts: limits, slots, zones, phases, windows, events; and the type of enums with rows."""

from enum import IntEnum, IntFlag
from typing import Any, Self

# --------------------------------------------------------------------------- limits
MAX_PLAYERS = 6
MIN_PLAYERS = 3
MAX_CARDS = 1000  # card copies in one game, index 0 is "no card"
MAX_TYPES = 896  # distinct cards in one game, index 0 is "unknown card"
MAX_CLAUSES = 4096
MAX_MONSTERS = 24  # monsters in one combat
MAX_FRAMES = 48  # pending decisions and continuations on the stack
MAX_EVENTS = 64  # public events kept in the ring
MAX_OFFERS = 24  # offers remembered in one turn
MAX_DICE = 16  # dice that a scenario may set beforehand
MOST_TREASURES = 20  # most that can be promised, or drawn from the discards at once; promised to a helper it means all
MAX_RACES = 16
MAX_CLASSES = 16
MAX_TAGS = 32
NO_VALUE = -1  # gold of a card that is no item
FAR = 10_000  # far beyond what the rules reach; three times as much fits two bytes

Limit = int | str  # of a number in a state: one, or a name in `engine.state.layout.limits`

# Room for coming editions: appended members below these limits change the place of no number that a network reads, no
# action and no byte of a saved game. Counts include the present words.
ROOM_FOR_PHASES = 16
ROOM_FOR_WINDOWS = 24
ROOM_FOR_DECISIONS = 48
ROOM_FOR_STAGES = 16
ROOM_FOR_VERBS = 62  # sets of verbs are bits of an int64
ROOM_FOR_EVENTS = 96
ROOM_FOR_PLACES = 16  # of cards of `tokens`


def bits(n: int) -> int:
    """Return the highest number of `n` bits."""
    return (1 << n) - 1


class Rowed(IntEnum):
    """Enum whose members are numbers to the engine, each declared with its row: `NAME = number, row`."""

    row: Any

    def __new__(cls, number: int, row: Any = None) -> Self:
        """Return a member; `cls(number)` finds it. Raises TypeError if it is declared without its row."""
        if row is None:
            raise TypeError(f"{cls.__name__} {number}: expected a row, got none")
        member = int.__new__(cls, number)
        member._value_ = number
        member.row = row
        return member


class Sex(IntEnum):
    """Sex of a player."""

    MALE = 0
    FEMALE = 1


class Deck(IntEnum):
    """Draw piles by the backs of their cards."""

    DOOR = 0
    TREASURE = 1
    EXTRA = 2  # a third deck (Fairy Dust)


class Slot(IntEnum):
    """Places of items on the body."""

    NONE = 0
    HEADGEAR = 1
    ARMOR = 2
    FOOTGEAR = 3
    HANDS = 4


class Zone(IntEnum):
    """Places of a card. HAND + seat and TABLE + seat give one zone per player."""

    OUT = 0  # removed from the game
    DECK = 1  # DECK + Deck: face-down draw piles
    DISCARD = 4  # DISCARD + Pile: face-up discard piles
    COMBAT = 8  # monsters, enhancers and spent cards of the running combat
    ASIDE = 9  # face up, being resolved (a curse, an opened door)
    SPOILS = 10  # treasure of a won combat that is shown and not yet taken
    ROOM = 11  # the room that has been entered in this turn (ROOM-1)
    HAND = 16  # .. 21, between there is room
    TABLE = 24  # .. 29


N_ZONES = 30


class Pile(IntEnum):
    """Discard piles."""

    DOOR = 0
    TREASURE = 1
    EXTRA = 2
    CULT = 3


class Flag(IntFlag):
    """State of one card copy."""

    CARRIED = 1  # in play, but not in use: no effect
    SELECTED = 2  # part of the set being chosen; visible to its chooser only
    OFFERED = 4  # promised in the pending offer or the running deal
    WANTED = 8  # wanted in the pending offer
    NEW = 16  # just received: may be laid out now (TURN-6)
    PUT_IN_USE = 32  # was put in use this turn (WINDOW-6); of a card that is used once in a turn: was used
    PUT_AWAY = 64  # was put away this turn (WINDOW-6)
    FOR_MONSTERS = 128  # spent one-shot that helps the monsters
    FRESH = 256  # has just been discarded, and may still be claimed
    USED_1 = 512  # of an item used in the running combat: the bonus declared for it, in three bits; 1 if there is none
    USED_2 = 1024
    USED_4 = 2048
    FAILED = 4096  # the die that was rolled for it
    CHOSEN_1 = 8192  # of a card in play with several modes: the chosen mode, in two bits; 0 not yet chosen
    CHOSEN_2 = 16384
    BY_ANOTHER = 32768  # of a spent card that was played on another one: the card was another player's


class Place(IntEnum):
    """Target of a play or an ability in a combat: a side, or MONSTER + the place of a monster."""

    PLAYERS = 0
    MONSTERS = 1
    MONSTER = 2


class Lasting(IntEnum):
    """Duration of a curse in front of its victim (CURSE-1)."""

    NOT = 0
    STAYS = 1
    UNTIL_COMBAT_ENDS = 2
    BOUND_TO_COMBAT = 3  # and is not taken off while that combat is on
    UNTIL_LONE_KILL = 4


class OfferKind(IntEnum):
    """Kind of the pending offer."""

    NONE = 0
    HELP_ASKED = 1
    HELP_OFFERED = 2
    TRADE = 3  # or a gift


class Theft(IntEnum):
    """Course of a theft: the amount of Event.STOLE."""

    TRIES = 0
    SUCCEEDS = 1
    FAILS = 2


class Control(IntEnum):
    """Controller of a seat in batched games; 1 and above are compiled bots."""

    EXTERNAL = -1  # a policy of the caller's that is not learning
    CALLER = 0  # the caller of `step`


class RollFor(IntEnum):
    """Purpose of a die roll."""

    NONE = 0
    RUN_AWAY = 1
    THEFT = 2
    BAD_STUFF = 3
    USE = 4  # use of a card: the result decides on its effect
    ORDER = 5  # order of players: of those who claim a card (QUICK-4), of those who loot a body (DEATH-2)


class Identity(IntEnum):
    """A race, a class or a tag: a member, or one that an edition declares, with a name and a number too."""

    @classmethod
    def own(cls, name: str, number: int) -> Self:
        """Return an identity that is no member."""
        found = int.__new__(cls, number)
        found._name_, found._value_ = name.upper(), number
        return found

    @classmethod
    def named(cls, name: str, number: int) -> Self:
        """Return the member of that name, or an identity that is none."""
        return cls.__members__.get(name) or cls.own(name, number)

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return type(self).named, (self._name_, self._value_)


class Race(Identity):
    """Races by identity: equally named races of two editions are one (MIX-1)."""

    HUMAN = 0
    DWARF = 1
    ELF = 2
    HALFLING = 3
    CYBORG = 4
    MUTANT = 5
    FELINE = 6
    BUG = 7


class Klass(Identity):
    """Classes of the editions; an edition may declare more."""

    NONE = 0
    CLERIC = 1
    THIEF = 2
    WARRIOR = 3
    WIZARD = 4
    PSYCHIC = 5
    BOUNTY_HUNTER = 6
    TRADER = 7
    GADGETEER = 8
    SPACE_RANGER = 9
    CULTIST = 10
    INVESTIGATOR = 11
    MONSTER_WHACKER = 12
    PROFESSOR = 13


class Tag(Identity):
    """Property of a card besides its kind, which other cards ask for; a card may have several."""

    UNDEAD = 0
    FIRE = 1
    WAND = 2
    STAFF = 3
    POLE = 4
    BELOW_WAIST = 5
    KNEES = 6
    POTION = 7
    SWORD = 8
    RING = 9
    SLIME = 10
    SQUID = 11
    FROM_HELL = 12
    DRAGON = 13
    GOTH = 14
    LASER = 15
    COMPLEX = 16
    LASTING = 17  # a curse that stays in front of its victim
    ICHOR = 18
    LIGHT = 19
    SHOGGOTH = 20
    PHOBIA = 21


class Phase(IntEnum):
    """Activity of the turn; public."""

    SETUP = 0
    START = 1  # TURN-1
    DOOR = 2  # TURN-2
    TROUBLE = 3  # between opening the door and looting: TURN-3, TURN-4
    COMBAT = 4
    FLEE = 5
    REWARD = 6
    AFTER = 7  # after combat or looting, before charity: TURN-6
    CHARITY = 8  # TURN-5
    LOOTING = 9  # DEATH-2
    OVER = 10


class Stage(IntEnum):
    """Part of a composite action that comes next."""

    VERB = 0
    CARD = 1
    WHICH = 2
    SEAT = 3
    PLACE = 4
    AMOUNT = 5
    SECOND = 6  # a second card (a monster from hand, a payment)
    SECOND_WHICH = 7
    MORE = 8  # one card more of a set, or DONE
    TERMS = 9  # further terms of an offer, or DONE
    WANT = 10  # trades: a wanted card, or DONE


class Window(IntEnum):
    """Moments at which others may react (WINDOW-2)."""

    NONE = 0
    TURN_START = 1
    DOOR = 2
    REVEAL = 3  # a monster was revealed
    COMBAT = 4  # after a play into a combat
    HELP = 5  # help was requested or agreed
    KILL = 6
    DEFEAT = 7
    ROLL = 8
    REWARD = 9
    LOOT = 10
    CHARITY = 11
    TURN_END = 12
    CURSE = 13  # cancellation
    DISCARD = 14  # cards have been discarded, and may be claimed
    SPOILS = 15  # treasure is shown, and about to be shared
    PLAYED = 16  # a card has been played, laid out or fought, and may be cancelled
    OPENED = 17  # a door has been opened, and may be cancelled
    ROOM = 18  # a door that is no room has been opened: one may be played (ROOM-1)
    FLIGHT = 19  # after a play of a fleeing player, between two rolls, and between the rolls of two allies (FLEE-5)


class Windows(IntEnum):
    """Choice of the seats and moments that get a chance to react, a setting."""

    COMPRESSED = 0
    OPEN = 1
    FINAL = 2


class GoalBy(IntEnum):
    """Cards that may give the goal level by naming it (GOLD-4)."""

    NO_CARD = 0
    ANY_CARD = 1
    CLASS_LEVEL = 2  # only one that raises a class


class Bargain(IntEnum):
    """Extent of bargaining, and of trades; settings."""

    OFF = 0
    SIMPLE = 1
    FULL = 2


class Event(IntEnum):
    """Public events in the ring: (kind, seat, card type, other, amount)."""

    NONE = 0
    TURN = 1
    OPENED = 2
    DREW = 3
    PLAYED = 4
    LAID_OUT = 5
    IN_USE = 6
    CARRIED = 7
    DISCARDED = 8
    LEVEL_UP = 9
    LEVEL_DOWN = 10
    COMBAT = 11
    JOINED = 12
    REMOVED = 13
    ASKED = 14
    ANSWERED = 15
    HELPS = 16
    DECLARED_KILL = 17
    CONCEDED = 18
    ROLLED = 19
    ESCAPED = 20
    CAUGHT = 21
    KILLED = 22
    DIED = 23
    RETURNED = 24
    TOOK = 25  # amount: 1 from the discards, 2 as treasure
    GAVE = 26
    SOLD = 27
    CURSED = 28
    CANCELLED = 29  # seat saves other; amount: 0 by a card, 1 the curse has no effect on them
    STOLE = 30  # amount: 0 tries, 1 succeeds, 2 fails
    SHOWED = 31
    OFFERED = 32  # card 0: help for amount treasures; else amount: wanted card type, 0 a gift, -1 card is wanted too
    PAID = 33
    SEX = 34
    WON = 35
    DRAW_GAME = 36
    SHUFFLED = 37
    CHARITY = 38
    LOOTED = 39
    VOLUNTEERED = 40
    BACKSTABBED = 41
    BOUND = 42  # amount: vocabulary.Ability that holds for a time
    FREED = 43  # from it
    LOOKED = 44  # at the top of a draw pile; amount: vocabulary.Deck
    CLAIMED = 45  # claims a card of the discards that others want too, and will roll for it
    PROPOSED = 46  # to swap a card of the hand, shown only to other, for one of other's
    ENTERED = 47  # a room; amount: 1 one that has been played
    WENT_BACK = 48  # a card, shuffled with the top doors, back onto the door pile; amount: doors
    MERGED = 49  # the rest of the third deck joins the treasures, amount: cards; all its cards are now treasure


class Fault(IntFlag):
    """Reason for which the engine stopped a game (never in a correct engine)."""

    STACK = 1
    LOOP = 2
    MONSTERS = 4
    EMPTY_DECISION = 8
    UNKNOWN_FRAME = 16
    UNKNOWN_OP = 32
