"""Clauses as fingerprints of cards, positions and networks have always known them.

Some words say, by their arguments, what several words said before. With such arguments a clause is still known by the
number of the word of before, so that saved games, checkpoints and trained policies mean what they meant.
"""

from dataclasses import dataclass, field

import numpy as np

from munchkin_env.vocabulary import Chooser, Filter, Op, RoomFor, Slot


@dataclass(frozen=True)
class Before:
    """A word of before: its number, and what a clause says that meant the same."""

    number: int
    op: Op | RoomFor
    columns: dict[str, int]
    """What stands in these columns of `tables.CLAUSE`; the word of before had zeros there."""
    kept: dict[str, int] = field(default_factory=dict)
    """But for these."""


def _order(
    number: int, who: Chooser, filter_: Filter, kept: int, rest: int = 0, declines: int = 0, **had: int
) -> Before:
    """Others choose one after the other."""
    columns = {"arg": who, "filter": filter_, "policy": kept, "flag": rest, "limit": declines}
    return Before(number, Op.ORDER, columns, had)


UNCONDITIONAL = dict.fromkeys(
    ("race", "not_race", "klass", "not_klass", "sex", "min_level", "max_level", "used", "need"), 0
)
WORDS_OF_BEFORE = (
    Before(35, Op.LOSE_ITEM, {"filter": Filter.CLASSES, "amount": 1, "die": 0}),
    Before(35, Op.LOSE_ALL, {"filter": Filter.CLASSES}),
    Before(35, Op.LOSE_ALL, {"filter": Filter.CLASSES, "arg": 0, "limit": 0, "flag": 0}, {"flag": 1}),
    Before(11, Op.LETS_GO, UNCONDITIONAL),
    Before(115, RoomFor.SLOT, {"arg": Slot.HANDS}),
    Before(36, Op.LOSE_ALL, {"filter": Filter.RACES}),
    Before(37, Op.LOSE_ALL, {"filter": Filter.HAND}),
    _order(39, Chooser.NEIGHBOURS, Filter.HAND, 1),
    _order(40, Chooser.NEIGHBOURS, Filter.ITEMS, 0),
    _order(52, Chooser.LEFT, Filter.ITEMS, 0),
    _order(52, Chooser.RIGHT, Filter.ITEMS, 0, limit=1),
    _order(53, Chooser.BY_LEVEL, Filter.ITEMS, 1, declines=1),
    _order(42, Chooser.HIGHEST, Filter.ITEMS, 1),
    *(
        _order(41, who, what, 1, rest, filter=what, flag=rest, limit=int(who == Chooser.OTHERS_FROM_RIGHT))
        for who in (Chooser.OTHERS, Chooser.OTHERS_FROM_RIGHT)
        for what in (Filter.HAND, Filter.TREASURES)
        for rest in (0, 1)
    ),
)


def numbers_of(op: int) -> set[int]:
    """All numbers by which clauses of a word, or of a case of one, are known."""
    return {op, *(one.number for one in WORDS_OF_BEFORE if one.op == op)}


def as_before(clauses: np.ndarray) -> np.ndarray:
    """Rows of `tables.CLAUSE` with the numbers, and the columns, of words of before: a copy."""
    found = clauses.copy()
    for one in WORDS_OF_BEFORE:
        meant = clauses["op"] == one.op
        for column, value in one.columns.items():
            meant &= clauses[column] == value
        found["op"][meant] = one.number
        for column in one.columns:
            found[column][meant] = one.kept.get(column, 0)
    return found
