"""The words that cards are written in: when a clause works, on whom, about which cards, what it does."""

from enum import IntEnum, IntFlag


class Moment(IntFlag):
    """When a card may be played. A card's `when` names one or several."""

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
    RECEIPT = 8192  # when its owner has just received it and may lay out what he received
    OWN_END = 16384  # in one's own turn, once it may be ended
    BEFORE_DOOR = 32768  # before the player in turn opens the door
    DISCARD = 65536  # when cards have just been discarded
    SPOILS = 131072  # when the treasure of a combat is about to be shared
    AT_DOOR = 262144  # when the player in turn has looked at the door that he is about to open
    PLAYED = 524288  # when a card has been played or opened, and before it works
    PEACE = 1048576  # at any time, but not during a combat
    ROOM = 2097152  # right after the player in turn has opened a door that is no room
    THROWN = 4194304  # after a die roll of anybody
    HELPING = 8388608  # while one helps in a combat


class Aim(IntEnum):
    """What a played card is aimed at: the arguments that its play needs."""

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
    """When the clauses of a card work."""

    ALWAYS = 0  # while the card is in play (or fights)
    PLAY = 1
    BAD_STUFF = 2
    ESCAPED = 3  # after a successful escape from the monster
    ENTRY = 4  # before the combat begins


N_TRIGGERS = 5


class Who(IntEnum):
    """Whose race, class, sex, level a condition asks for."""

    OWNER = 0  # the player who has the card, the victim, the one who rolls
    PARTY = 1  # any fighter on the players' side (COMBAT-8)
    SOMEBODY = 2  # some fighter for whom all of it holds


class Need(IntFlag):
    """Conditions on the combat rather than on a player."""

    LONE = 1  # no helper
    BARE = 2  # no bonus at all on the players' side
    USED = 4  # something with one of `tags` helped the players' side
    EVEN_HAND = 8  # the player asked has an even number of cards in hand
    LOWEST = 16  # he has the lowest level, or shares it
    HELPING = 32  # he helps, and it is not his turn
    SURVIVOR = 64  # he came through the last combat unharmed, his ally did not


class Policy(IntEnum):
    """What becomes of the treasure of a monster that is removed."""

    LOST = 0
    KEPT = 1  # drawn when the rest are beaten
    IF_ALONE = 2  # only if it was the only monster of the whole combat


class Filter(IntEnum):
    """Which cards of a player an effect is about."""

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
    MADNESS = 14  # Madness in front of him, with one of the tags `arg` if there are any
    DOORS_IN_HAND = 15
    UNUSABLE = 16  # items in play that he may not use
    OF_CLASS = 17  # items in play that his class lets him use
    CHEAPEST = 18  # the item in play of the least value above zero
    DEAREST = 19  # the item in play of the highest value
    VOWEL = 20  # cards in play or in hand whose name begins with a vowel
    TAGGED_IN_PLAY = 21  # items in play with one of the tags `arg`, the carried ones too
    TAGGED_ANYWHERE = 22  # cards in play or in hand with one of the tags `arg`
    SIDEKICKS = 23  # in play
    LEVEL_CARDS = 24  # level cards in hand


class Take(IntEnum):
    """What happens to a chosen card."""

    DISCARD = 0
    STEAL = 1  # to the chooser's side of the table, carried
    TO_HAND = 2  # into the chooser's hand
    GIVE = 3  # from the chooser to another player: in play to his table, from hand to hand
    PUT_AWAY = 4  # turned to carried
    HANG_ON = 5  # what is being resolved comes to hang on it


class Payment(IntEnum):
    """Which own cards pay for the use of a card in play."""

    HAND = 0  # any of the hand
    OWN = 1  # any of the hand or in play (PLAY-10)
    IDENTITIES = 2  # of these, races and classes
    ITEMS = 3  # of these, items and one-shots


class Often(IntEnum):
    """How often a card in play may be used."""

    ANY = 0
    TURN = 1  # once in a turn
    COMBAT = 2  # once in a combat


class Layer(IntEnum):
    """How an item is worn in a slot (ITEM-7)."""

    ALONE = 0
    BESIDE = 1  # beside another one; what takes the slot's item takes all
    OVER = 2  # over another one; what takes the slot's item takes this one alone


class Receiver(IntEnum):
    """To whom a victim gives a card."""

    LEFT = 0  # the living neighbour
    RIGHT = 1
    CULTISTS = 2  # each other one


class Ability(IntEnum):
    """What a race, class, item or curse lets its owner do, or keeps him from."""

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
    MUST_HELP = 18  # must help whoever asks, without reward
    NO_HELPING = 19  # may not help
    NO_ASKING = 20  # may not ask for help
    UNHELPED = 21  # may be helped by nobody
    COMPULSIVE_THEFT = 22  # must try to steal in each own turn
    KILL_TREASURE = 23  # more treasure for kills in the own turn
    OUTRUN = 24  # escapes whatever chases another too
    PEEK = 25  # looks at the door before he opens it
    TROUBLE_TREASURE = 26  # more treasure for winning a fight that he has looked for
    SECOND_SIDEKICK = 27  # may have two in play
    ANY_COMPLEX = 28
    SECOND_DOOR = 29  # may open another door in place of looting the room
    MORE_BIG = 30  # may have so many Big items
    COMPEL_HELP = 31  # whoever is asked must help
    NO_SPOILS = 32  # gets no treasure from a combat


FIRST_TIMED = Ability.MUST_HELP  # what may also hold for a time, without a card in front of the player
LAST_TIMED = Ability.UNHELPED


class Until(IntEnum):
    """When something that holds for a time ends for its player."""

    OWN_TURN = 0  # his next turn begins
    LEVEL = 1  # he gains a level
    LONE_KILL = 2  # he kills a monster without a helper


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
    STRENGTH_PER_CULTIST = 7
    STRENGTH_PER_ITEM = 8
    LONE_STRENGTH = 9
    GROW = 120
    LOOT = 121
    # always: monsters
    AUTO_ESCAPE = 11
    WILL_NOT_PURSUE = 15
    WILL_NOT_ATTACK = 16
    EXTRA_TREASURE = 17
    EXTRA_LEVEL = 18
    ESCAPE_FOR_ITEM = 19
    BRIBE = 20
    SEND_AWAY = 21
    DECLINE = 22
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
    LOSE_CLASS = 35
    LOSE_RACE = 36
    DISCARD_HAND = 37
    LOSE_WORTH = 38
    NEIGHBOURS_TAKE_HAND = 39
    NEIGHBOURS_CHOOSE = 40
    OTHERS_TAKE = 41
    HIGHEST_TAKE = 42
    INCOME_TAX = 43
    CHANGE_CLASS = 44
    CHANGE_RACE = 45
    CHANGE_SEX = 46
    STAY = 47  # the curse stays in front of the victim
    CHOOSE = 48  # the victim chooses one of the next `amount` clauses
    BECOME_CULTIST = 49
    GIVE_LEVEL = 50
    SHOW_HAND = 51
    NEIGHBOUR_CHOOSES = 52
    ALL_MAY_TAKE = 53
    RAISE_OTHERS = 54
    GIVE_CARD = 57
    LOWEST_CHOOSES = 58
    STATUS = 56
    # effects of a play
    SIDE_BONUS = 60
    RACE_BONUS = 61
    MULTIPLY = 62
    REMOVE_ALL = 63
    REMOVE_MONSTER = 64
    ESCAPE = 65
    REDO_ESCAPE = 66
    SET_DIE = 67
    NEW_FIGHTER = 68
    SEARCH = 69
    CANCEL_CURSE = 70
    CLONE = 71
    REPLACE = 72
    JOIN = 73
    TAKE_ITEM = 74
    CHEAT = 75
    CLASS_LEVEL = 76
    GAIN_LEVEL = 77
    STEAL_LEVEL = 78
    DRAW = 79
    KILL_SIDEKICK = 80
    FLIGHT_BONUS = 81
    CLAIM = 90
    SPLIT_SPOILS = 91
    DRAW_DOWN = 92
    LOOK = 93
    CANCEL_CARD = 94
    BIND = 100  # to a card spent in the combat
    TAKE_SPENT = 101
    TURN_SPENT = 102
    ENHANCE_ITEM = 103
    KEEP = 104  # the card stays in front of its player
    AVOID_COMBAT = 105
    REDIRECT_CURSE = 106
    COMPLETE_CULT = 108
    WAGER = 107  # a bonus of one's own choice, against a die
    # always: in a combat
    STRENGTH_AGAINST = 110
    FACTOR = 111
    EACH_MONSTER = 112
    IGNORE_PRINTED = 113
    NO_CLASS_ABILITIES = 114
    # always: in front of a player
    MORE_HANDS = 115
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
    MORE_COMPLEX = 140  # Complex items in use at once
    ONE_OF = 141  # its owner says which of the next `amount` clauses works
    MORE_SLOTS = 142  # items in a slot
    KEEPS_EXTRAS = 156  # a monster that keeps the third deck
    REROLL = 157
    SEE_HAND = 158
    SWAP_UNSEEN = 159  # a card of another hand for one of one's own
    DISARM_PROOF = 143  # a curse that no DISARM cancels
    # always: rooms
    NO_LOOTING = 145
    TREASURE_TIMES = 146
    CROWD = 147  # everybody may add a monster
    SALVAGE = 144  # takes what lies on top of the treasure discards for what it is worth
    HELP_DRAW = 148  # for helping to win
    DRAFT = 150  # somebody must help, and takes all the treasure
    FIGHT_DISCARD = 149  # looks for trouble with the monster on top of the door discards
    SKIP_TURN = 89
    DISARM = 88  # cancels a curse that strikes its user, by a die
    MEETING = 87  # of the cult
    ROUT = 86  # whoever fights runs away
    # always: enhancers
    NOT_WITH = 160
    PRINTED_LEVEL = 161
    NO_TREASURE = 162
    ALL_DRAW = 163  # for the kill of a monster
    IDLE_SLOT = 165  # always: a monster, until the combat ends


# Cases of words that are told `what`. Their clauses are stored by the number of the case, like others by that of their
# `Op`: no two are the same, nor is the number of one that is gone used again.


class Bars(IntEnum):
    """What a monster bars."""

    ESCAPE = 10
    HELP = 12  # of anybody
    HELPERS = 122  # those for whom its condition holds
    REWARD = 123  # for helping
    BONUSES = 13  # and penalties, of the players' side
    LEVELS = 14  # of the players' side


CASES: tuple[type[IntEnum], ...] = (Bars,)
MOST_WORD = max(max(Op), *(max(enum) for enum in CASES))
