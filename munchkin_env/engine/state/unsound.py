"""What is wrong with a position that comes from outside."""

from enum import IntEnum


class Unsound(IntEnum):
    """What a check has found; `outside.loading.WRONG` says it in words."""

    NOTHING = 0
    RANGE = 1  # where: row of the ranges
    FRAME = 2  # where: frame and field
    EVENT = 3  # where: place in the ring
    UNUSED = 4
    ASKED = 5
    ENDED = 6
    STACK = 7  # where: frame
    CLAUSES = 8
    CHOICE = 9
    CARD = 10
    SEATS = 11
    OFFER = 12
    COMBAT = 13
    MONSTER = 14  # where: place
    PLAYER = 15  # where: seat
    HOST = 16  # where: card copy
    KNOWN = 17
    MARK = 18
    ASIDE = 19
    SPOILS = 20
    WINDOW = 21
    DICE = 22
    WORTH = 23
    BROKEN = 24  # where: bits of invariants.Broken
    ROOM = 25
    ROLL = 26
