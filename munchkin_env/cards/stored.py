"""Clauses as fingerprints of cards, positions and networks have always known them.

Some words say, by their arguments, what several words said before. With such arguments a clause is still known by the
number of the word of before, so that saved games, checkpoints and trained policies mean what they meant.
"""

import numpy as np

from munchkin_env.cards.words import WORDS

WORDS_OF_BEFORE = tuple((int(word.op), one) for word in WORDS.values() for one in word.before)


def numbers_of(op: int) -> set[int]:
    """All numbers by which clauses of a word, or of a case of one, are known."""
    return {op, *(one.number for word, one in WORDS_OF_BEFORE if word == op)}


def as_before(clauses: np.ndarray) -> np.ndarray:
    """Rows of `tables.CLAUSE` with the numbers, and the columns, of words of before: a copy."""
    found = clauses.copy()
    for op, one in WORDS_OF_BEFORE:
        meant = clauses["op"] == op
        for column, value in one.columns.items():
            meant &= clauses[column] == value
        found["op"][meant] = one.number
        for column in one.columns:
            found[column][meant] = one.kept.get(column, 0)
    return found
