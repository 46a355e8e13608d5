"""Clauses under their former numbers, as fingerprints of cards, states and networks know them.

Some words say, by their parameters, what several former words said. With such parameters a clause keeps the number of
the former word, so that saved games, checkpoints and trained policies stay valid.
"""

import numpy as np

from munchkin_env.cards.words import WORDS

WORDS_OF_BEFORE = tuple((int(word.op), one) for word in WORDS.values() for one in word.before)


def numbers_of(op: int) -> set[int]:
    """Return all numbers by which clauses of a word, or of a case of one, are known."""
    return {op, *(one.number for word, one in WORDS_OF_BEFORE if word == op)}


def as_before(clauses: np.ndarray) -> np.ndarray:
    """Return a copy of rows of `tables.CLAUSE` with the numbers and the columns of former words."""
    found = clauses.copy()
    for op, one in WORDS_OF_BEFORE:
        meant = clauses["op"] == op
        for column, value in one.columns.items():
            meant &= clauses[column] == value
        found["op"][meant] = one.number
        for column in one.columns:
            found[column][meant] = one.kept.get(column, 0)
    return found
