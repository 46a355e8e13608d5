"""Vocabulary that cards are written in: times, targets, filters and effects of clauses."""

from enum import IntEnum, IntFlag


class Moment(IntFlag):
    """Moments at which a card may be played. A card's `when` names one or several."""

    ANY = 1  # at any time (PLAY-1, PLAY-2)
    COMBAT = 2  # during any combat
    ROLL = 4  # after a die roll of the player's own
    FAILED = 8  # after the player's own failed run-away roll
    ESCAPED = 16  # after somebody just escaped
    ESCAPE = 32  # when running away was decided, before the rolls
    AFTER_COMBAT = 64  # right after a combat
    CURSE = 128  # when a curse is about to strike
    OWN_TURN = 256  # in the player's own turn only, in combat (Magic Lamp)
    LOSING = 512  # in combat and losing (Help Me Out Here!)
    LONE = 1024  # while the main fighter fights alone (Doppleganger)
    SETUP = 2048
    OWN_FREE = 4096  # in one's own turn outside combat (items: Cheat!)
    RECEIPT = 8192  # when its owner has just received it and may lay out received cards
    OWN_END = 16384  # in one's own turn, once it may be ended
    BEFORE_DOOR = 32768  # before the player in turn opens the door
    DISCARD = 65536  # when cards have just been discarded
    SPOILS = 131072  # when the treasure of a combat is about to be shared
    AT_DOOR = 262144  # when the player in turn has looked at the door about to be opened
    PLAYED = 524288  # when a card has been played or opened, and before it works
    PEACE = 1048576  # at any time, but not during a combat
    ROOM = 2097152  # right after the player in turn has opened a door that is no room
    THROWN = 4194304  # after a die roll of anybody
    HELPING = 8388608  # while one helps in a combat


class Aim(IntEnum):
    """Target of a played card: the arguments that its play needs."""

    NONE = 0
    PLAYER = 1  # a living player
    SIDE = 2  # the players' or the monsters' side
    MONSTER = 3
    MONSTER_FROM_HAND = 4  # a second card: a monster from hand that joins
    MONSTER_SWAP = 5  # a monster in combat and a monster from hand
    OWN_ITEM = 6
    OTHERS_ITEM = 7
    CURSE = 8  # a lasting curse on somebody, or the curse about to strike
    DISCARD = 9  # a card in the discard piles
    OUTSIDER = 10  # a living player who is not in the combat
    FACE = 11  # a face of the die
    FIGHTERS = 12  # one fighter, or both
    VICTIM = 13  # a player other than oneself
    SPENT = 14  # a card spent in the combat
    MONSTERS = 15  # one monster, or all of them
    FIGHTING_OR_CLASS = 16  # a monster, or a player of the class that the card strengthens
    IN_TURN = 17  # another player whose turn it is
    RISEN = 18  # a player who has gained a level in this turn other than by a kill
    FRESH = 19  # a card that has just been discarded


class Trigger(IntEnum):
    """Moment at which the clauses of a card work."""

    ALWAYS = 0  # while the card is in play (or fights)
    PLAY = 1
    BAD_STUFF = 2
    ESCAPED = 3  # after a successful escape from the monster
    ENTRY = 4  # before the combat begins


N_TRIGGERS = 5


class Who(IntEnum):
    """Players whose race, class, sex or level a condition checks."""

    OWNER = 0  # the player who has the card, the victim, the one who rolls
    PARTY = 1  # any fighter on the players' side (COMBAT-8)
    SOMEBODY = 2  # some fighter that satisfies all of it


class Need(IntFlag):
    """Conditions on the combat rather than on a player."""

    LONE = 1  # no helper
    BARE = 2  # no bonus at all on the players' side
    USED = 4  # something with one of `tags` helped the players' side
    EVEN_HAND = 8  # the player asked has an even number of cards in hand
    LOWEST = 16  # that player has the lowest level, or shares it
    HELPING = 32  # that player helps, and it is not their turn
    SURVIVOR = 64  # that player came through the last combat unharmed, the ally did not


class Policy(IntEnum):
    """Fate of the treasure of a removed monster."""

    LOST = 0
    KEPT = 1  # drawn when the rest are beaten
    IF_ALONE = 2  # only if it was the only monster of the whole combat


class Filter(IntEnum):
    """Cards of a player that an effect is about."""

    ITEMS = 0  # any item in play
    SMALL = 1
    BIG = 2
    SLOT = 3  # in use in the slot `arg`
    TAGGED = 4  # items in play with one of the tags `arg`
    HAND = 5
    BEST = 6  # the item that gives the biggest bonus
    CLASSES = 7
    RACES = 8
    ITEMS_AND_HAND = 9
    TREASURES = 10  # treasure cards, in play or in hand
    VALUE = 11  # items worth at least `arg` gold
    BODY = 12  # everything of a dead player
    HOST = 13  # the card that this one hangs on
    MADNESS = 14  # Madness in front of the player, with one of the tags `arg` if there are any
    DOORS_IN_HAND = 15
    UNUSABLE = 16  # items in play that the player may not use
    OF_CLASS = 17  # items in play that the player may use only by class
    CHEAPEST = 18  # the item in play of the least value above zero
    DEAREST = 19  # the item in play of the highest value
    VOWEL = 20  # cards in play or in hand whose name begins with a vowel
    TAGGED_IN_PLAY = 21  # items in play with one of the tags `arg`, the carried ones too
    TAGGED_ANYWHERE = 22  # cards in play or in hand with one of the tags `arg`
    SIDEKICKS = 23  # in play
    LEVEL_CARDS = 24  # level cards in hand


class Take(IntEnum):
    """Fate of a chosen card."""

    DISCARD = 0
    STEAL = 1  # to the chooser's side of the table, carried
    TO_HAND = 2  # into the chooser's hand
    GIVE = 3  # from the chooser to another player: in play to that player's table, from hand to hand
    PUT_AWAY = 4  # turned to carried
    HANG_ON = 5  # what is being resolved comes to hang on it


class Payment(IntEnum):
    """Own cards that pay for the use of a card in play."""

    HAND = 0  # any of the hand
    OWN = 1  # any of the hand or in play (PLAY-10)
    IDENTITIES = 2  # of these, races and classes
    ITEMS = 3  # of these, items and one-shots


class Often(IntEnum):
    """Limit of the uses of a card in play."""

    ANY = 0
    TURN = 1  # once in a turn
    COMBAT = 2  # once in a combat


class Layer(IntEnum):
    """Way in which an item is worn in a slot (ITEM-7)."""

    ALONE = 0
    BESIDE = 1  # beside another one; what takes the slot's item takes all
    OVER = 2  # over another one; what takes the slot's item takes only this one


class Harm(IntEnum):
    """Cost of a word to its victim, as far as it is known beforehand."""

    NONE = 0
    SOMETHING = 1  # not known more closely
    LEVELS = 2
    HIGH_LEVEL = 3  # the player falls to a lower one
    LIFE = 4
    CHOSEN = 5  # some of the cards that match
    MATCHING = 6  # all cards that match
    EXCHANGED = 7  # a race or class for another
    WORTH = 8  # items of a value
    TAKEN = 9  # cards that others choose
    GIVEN = 10  # cards to others
    SEX = 11
    CONVERSION = 12  # to the cult
    OBLIGATION = 13
    LEVEL_GAINED = 14  # a boon
    CARDS_GAINED = 15  # a boon


class Receiver(IntEnum):
    """Receivers of a card that a victim gives."""

    LEFT = 0  # the living neighbour
    RIGHT = 1
    CULTISTS = 2  # each other one


class Ability(IntEnum):
    """Permission or restriction that a race, class, item or curse gives its owner."""

    NONE = 0
    ANY_BIG = 1
    HELP_LEVELS = 2
    DOUBLE_SALE = 3
    RETRY = 4
    RESURRECTION = 5
    TURNING = 6
    BACKSTAB = 7
    THEFT = 8
    BERSERK = 9
    WIN_TIES = 10
    FLIGHT = 11
    CHARM = 12
    NO_DOOR_CURSES = 13
    FORCE_HELP = 14
    ESCAPE_TREASURE = 15
    CARRY_EXTRA = 16
    ARMOR_ONLY = 17  # only armor gives a bonus
    MUST_HELP = 18  # must help on request, without reward
    NO_HELPING = 19  # may not help
    NO_ASKING = 20  # may not ask for help
    UNHELPED = 21  # may be helped by nobody
    COMPULSIVE_THEFT = 22  # must try to steal in each own turn
    KILL_TREASURE = 23  # more treasure for kills in the own turn
    OUTRUN = 24  # escapes whatever chases another too
    PEEK = 25  # looks at the door before opening it
    TROUBLE_TREASURE = 26  # more treasure for winning a fight after looking for trouble
    SECOND_SIDEKICK = 27  # may have two in play
    ANY_COMPLEX = 28
    SECOND_DOOR = 29  # may open another door in place of looting the room
    MORE_BIG = 30  # may have so many Big items
    COMPEL_HELP = 31  # an asked player must help
    NO_SPOILS = 32  # gets no treasure from a combat


FIRST_TIMED = Ability.MUST_HELP  # what may also hold for a time, without a card in front of the player
LAST_TIMED = Ability.UNHELPED


class Chooser(IntEnum):
    """Players who choose among a victim's cards, and their order; living players only."""

    NEIGHBOURS = 0  # left, then right
    LEFT = 1
    RIGHT = 2
    OTHERS = 3  # from the left
    OTHERS_FROM_RIGHT = 4
    BY_LEVEL = 5  # all others from the highest level downward, equals from the left
    HIGHEST = 6  # the others who have the highest level of all


class Until(IntEnum):
    """End of something that holds for a time for a player."""

    OWN_TURN = 0  # the player's next turn begins
    LEVEL = 1  # the player gains a level
    LONE_KILL = 2  # the player kills a monster without a helper


UNTILS = 4  # bits of the field `status` for each of what may hold for a time, room included


class Op(IntEnum):
    """Effect words that do one thing. `munchkin_env.cards.words` declares the parameters of each."""

    NONE = 0
    # always: modifiers
    STRENGTH = 1
    FIGHTERS_STRENGTH = 2
    RUN_AWAY = 3
    DIE = 4
    HAND_LIMIT = 5
    ABILITY = 6
    LONE_STRENGTH = 9
    GROW = 120
    # always: monsters
    LETS_GO = 15
    ESCAPE_FOR_ITEM = 19
    EXCHANGE = 23
    KILLED_BY = 24
    # always: items
    ESCAPE_CARD = 25  # may be discarded for an automatic escape
    FALLS_WITH = 26  # a lasting curse that goes when a slot is emptied by a loss
    # always: Madness
    MONSTER_LETTERS = 27
    SHUN = 28
    # always: monsters, more of them
    # effects on a victim
    LOSE_LEVEL = 30
    SET_LEVEL = 31
    DEATH = 32
    LOSE_ITEM = 33
    LOSE_ALL = 34
    LOSE_WORTH = 38
    INCOME_TAX = 43
    STAY = 47  # the curse stays in front of the victim
    CHOOSE = 48  # the victim chooses one of the next `amount` clauses
    BECOME_CULTIST = 49
    ORDER = 166  # others choose what the victim loses, one after the other
    GIVE_CARD = 57
    LOWEST_CHOOSES = 58
    STATUS = 56
    # effects of a play
    SIDE_BONUS = 60
    RACE_BONUS = 61
    MULTIPLY = 62
    ESCAPE = 65
    SET_DIE = 67
    NEW_FIGHTER = 68
    CLONE = 71
    REPLACE = 72
    JOIN = 73
    TAKE_ITEM = 74
    CHEAT = 75
    GAIN_LEVEL = 77
    KILL_SIDEKICK = 80
    FLIGHT_BONUS = 81
    SPLIT_SPOILS = 91
    LOOK = 93
    ENHANCE_ITEM = 103
    KEEP = 104  # the card stays in front of its player
    REDIRECT_CURSE = 106
    COMPLETE_CULT = 108
    WAGER = 107  # a bonus of one's own choice, against a die
    # always: in a combat
    STRENGTH_AGAINST = 110
    FACTOR = 111
    EACH_MONSTER = 112
    # always: in front of a player
    STRENGTHENS = 116
    COST = 117  # of using the card
    LEVEL_FOR_ESCAPE = 118
    CORRUPTS = 119
    REOPENS = 126
    CLAIMED_BY = 125  # a neighbour, when its player discards the card
    FICKLE = 124
    FORCES_ONE_SHOTS = 127
    PASSES_FOR = 130  # one of a class
    PERISHES = 131  # by a die, after a won combat
    ONE_OF = 141  # its owner says which of the next `amount` clauses works
    KEEPS_EXTRAS = 156  # a monster that keeps the third deck
    SWAP_UNSEEN = 159  # a card of another hand for one of one's own
    DISARM_PROOF = 143  # a curse that no DISARM cancels
    # always: rooms
    NO_LOOTING = 145
    TREASURE_TIMES = 146
    CROWD = 147  # everybody may add a monster
    DRAFT = 150  # somebody must help, and takes all the treasure
    FIGHT_DISCARD = 149  # looks for trouble with the monster on top of the door discards
    SKIP_TURN = 89
    MEETING = 87  # of the cult
    ROUT = 86  # fighters run away
    # always: enhancers
    NOT_WITH = 160
    PRINTED_LEVEL = 161
    NO_TREASURE = 162


# Cases of words with a parameter `what`. Their clauses are stored by the number of the case, as others are by that of
# their `Op`: no two numbers are equal, and the number of a removed case is not used again.


class Bars(IntEnum):
    """Things that a monster bars."""

    ESCAPE = 10
    HELP = 12  # of anybody
    HELPERS = 122  # those that satisfy its condition
    REWARD = 123  # for helping
    BONUSES = 13  # and penalties, of the players' side
    LEVELS = 14  # of the players' side


class Brings(IntEnum):
    """Rewards of a killed monster besides those that it states in numbers."""

    TREASURE = 17
    LEVEL = 18
    LOOT = 121  # door cards
    ROUND = 163  # treasures for everybody


class Leaves(IntEnum):
    """Ways in which a monster leaves the combat without being killed."""

    UNFOUGHT = 16  # at once, by itself
    SENT = 21  # by a word of a fighter
    DECLINED = 22  # by the leader's choice
    BRIBED = 20  # for an item


class RoomFor(IntEnum):
    """Things of which a player may use more."""

    SLOT = 142  # items in a slot, or of so many hands
    COMPLEX = 140  # Complex items in use at once


class Spent(IntEnum):
    """Destination of a spent card, or of the card that hangs on it."""

    HOST = 100  # it gets what is played
    HAND = 101
    OTHER_SIDE = 102


class Cancel(IntEnum):
    """Things that a card cancels."""

    CURSE = 70
    CARD = 94
    TRAP = 88  # a curse about to strike its user, by a die


class Fetch(IntEnum):
    """Place from which a card is fetched."""

    DISCARDS = 69
    FRESH = 90  # what has just been discarded
    TOP = 144  # of the treasure discards


class RollAgain(IntEnum):
    """Roll that is repeated."""

    ESCAPE = 66
    DIE = 157  # any


class ShowHand(IntEnum):
    """Players who are shown a hand."""

    TO_ALL = 51
    TO_ONE = 158


class Draw(IntEnum):
    """Moment and manner of drawing cards."""

    BY_ITSELF = 79  # the card plays itself
    FACE_DOWN = 92
    FOR_HELP = 148  # after a combat won as helper


class Remove(IntEnum):
    """Monsters of a combat that are removed."""

    ALL = 63
    ONE = 64
    ONLY = 105  # the one that is there, and the turn ends


class Void(IntEnum):
    """Things that do not count until a combat ends."""

    PRINTED = 113  # bonuses of monsters
    SLOT = 165  # always: a monster, until the combat ends
    CLASS_ABILITIES = 114


class Raises(IntEnum):
    """Players who gain a level by another player's card or loss."""

    LOWEST = 50  # of the others
    TAKER = 78
    OTHERS = 54  # who were not caught
    CLASS = 76  # everybody of it


class Change(IntEnum):
    """Property of a player that is exchanged for another."""

    CLASS = 44
    RACE = 45
    SEX = 46


class StrengthPer(IntEnum):
    """Unit by which a strength is counted."""

    CULTIST = 7
    ITEM = 8


CASES: tuple[type[IntEnum], ...] = (
    *(Bars, Brings, Leaves, RoomFor, Spent, Cancel, Fetch),
    *(RollAgain, ShowHand, Draw, Remove, Void, Raises, Change, StrengthPer),
)
MOST_WORD = max(max(Op), *(max(enum) for enum in CASES))
