"""Closed vocabulary of card effects: the meaning, allowed places and parameters of each word.

A card's clauses are TOML tables `{ do = "lose_level", amount = 2, when = { class = "wizard" } }`. Some words have a
parameter `what`, `{ do = "bars", what = "help" }`, and a row for each case. `WORDS` declares for every `do` at which
kinds of card and under which key the engine reads it, its parameters with their ranges, what its condition may ask, and
its meaning. The reader and the linter refuse anything else, `explain` words it, and a test plays every word at every
kind with and without the clause.
"""

from dataclasses import replace

import numpy as np

from munchkin_env.cards.words.always import ALWAYS
from munchkin_env.cards.words.declaration import (
    AFTER_COMBAT,
    ANYTHING,
    BY_ITSELF,
    CURSES,
    ENHANCERS,
    FIGHTING,
    FORMERLY,
    FREELY,
    IDENTITY,
    IN_COMBAT,
    IN_FRONT,
    KEPT,
    MOST_LEVELS,
    OF_PLAYER,
    PLAYED,
    ROOMS,
    SIDEKICKS,
    SPECIALS,
    SPENT,
    TAG_KINDS,
    Parameter,
    Word,
)
from munchkin_env.cards.words.extras import EXTRAS
from munchkin_env.cards.words.grants import ABILITIES, Grant
from munchkin_env.cards.words.plays import PLAYS
from munchkin_env.cards.words.victims import VICTIMS
from munchkin_env.vocabulary import Kind

_STRIKING = {name: replace(word, strikes=True) for name, word in VICTIMS.items()}
WORDS: dict[str, Word] = {**ALWAYS, **EXTRAS, **_STRIKING, **PLAYS}  # by what is said: `lose_item`, `bars help`


def _cases() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for said in WORDS:
        do, _, what = said.partition(" ")
        found[do] = (*found.get(do, ()), *([what] if what else ()))
    return found


TOLD: dict[str, tuple[str, ...]] = _cases()  # the cases of each word, () for a word without


def said(do: str, what: str = "") -> str:
    """Return the key in `WORDS` of a word, with its case if it has cases."""
    return f"{do} {what}" if what else do


def askable(do: str, trigger: str, kind: Kind) -> frozenset[str]:
    """Return the keys of a condition that mean something for a word under a trigger of a kind of card."""
    if trigger in ("play", "entry"):
        return WORDS[do].asks & (OF_PLAYER | AFTER_COMBAT)  # there may be no combat, or it has not begun
    if trigger == "always" and kind not in FIGHTING:
        return WORDS[do].asks & IDENTITY  # summed up when cards move, not when levels change
    return WORDS[do].asks


# ---------------------------------------------------------------------------
# Clauses under their former numbers, as fingerprints of cards, states and networks know them.
#
# Some words say, by their parameters, what several former words said. With such parameters a clause keeps the number
# of the former word, so that saved games, checkpoints and trained policies stay valid.

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


__all__ = ["ABILITIES", "ANYTHING", "BY_ITSELF", "CURSES", "ENHANCERS", "FIGHTING", "FORMERLY", "FREELY", "Grant", "IDENTITY", "IN_COMBAT", "IN_FRONT", "KEPT", "MOST_LEVELS", "OF_PLAYER", "PLAYED", "Parameter", "ROOMS", "SIDEKICKS", "SPECIALS", "SPENT", "TAG_KINDS", "TOLD", "VICTIMS", "WORDS", "Word", "as_before", "askable", "numbers_of", "said"]
