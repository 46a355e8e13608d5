"""Verbs: the first part of an action. Each has its facts in a row, in a chapter of the rules."""

from enum import IntEnum, IntFlag


class Verb(IntEnum):
    """Beginnings of an action, each with an id of its own."""

    PASS = 0
    DONE = 1
    YES = 2
    NO = 3
    COUNTER = 4
    PLAY = 5
    LAY_OUT = 6
    USE = 7  # put a carried item in use
    CARRY = 8  # put an item in use away
    SELL = 9
    STEAL = 10
    TRADE = 11
    GIVE = 12
    SHOW_HAND = 13
    DROP = 14  # discard one's race or class
    OPEN_DOOR = 15
    FIGHT = 16  # look for trouble
    LOOT_ROOM = 17
    END_TURN = 18
    ASK_HELP = 19
    OFFER_HELP = 20
    KILL = 21
    RUN_AWAY = 22
    ROLL = 23
    BERSERK = 24
    BACKSTAB = 25
    TURN_UNDEAD = 26
    CHARM = 27
    FLIGHT = 28
    RETRY = 29  # Halfling: roll again
    BRIBE = 30
    SEND_AWAY = 31
    DECLINE = 32  # do not fight a monster that may be left alone
    EXCHANGE = 33  # Lawyers: swap treasures
    PAY_ESCAPE = 34  # Pit Bull: throw it an item
    LEND = 35  # give an item to the Hireling
    FIRST_PICK = 36  # the helper picks first
    THROW_AWAY = 37
    TAKE = 38
    HAND_OVER = 39
    ANSWER_CALL = 40  # add a goth to the one that calls, or a monster to those of a room
    USE_POWER = 41  # use a card in play for what it costs
    CLAIM = 42  # take a card that a neighbour has discarded, or a race or class for a level card (QUICK-4)
    SACRIFICE = 43  # a sidekick, in place of a roll to run away
    SWAP = 44  # a card of the hand for one of another Cultist's


class Where(IntFlag):
    """Places of cards that an action may name."""

    HAND = 1  # one's own
    TABLE = 2  # one's own
    PARTNER = 4  # the table of the player who has been named
    OTHERS = 8  # all other tables
    ASIDE = 16  # the card that is being resolved
    DISCARDS = 32
    COMBAT = 64  # cards in the combat
