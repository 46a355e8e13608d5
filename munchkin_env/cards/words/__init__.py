"""The closed vocabulary of card effects: what each word means, where it may stand and which parameters it takes.

A card's clauses are TOML tables `{ do = "lose_level", amount = 2, when = { class = "wizard" } }`.
`WORDS` declares for every `do` at which kinds of card and under which key the engine reads it, its parameters with
their ranges, what its condition may ask, and its meaning. The reader and the linter refuse anything else, `explain`
words it, and a test plays every word at every kind with and without the clause.
"""

from dataclasses import replace

from munchkin_env.cards.words.always import ALWAYS
from munchkin_env.cards.words.declaration import (
    AFTER_COMBAT,
    ANYTHING,
    BY_ITSELF,
    CURSES,
    ENHANCERS,
    FIGHTING,
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

__all__ = [
    "ABILITIES",
    "ANYTHING",
    "BY_ITSELF",
    "CURSES",
    "ENHANCERS",
    "FIGHTING",
    "FREELY",
    "Grant",
    "IDENTITY",
    "IN_COMBAT",
    "IN_FRONT",
    "MOST_LEVELS",
    "OF_PLAYER",
    "PLAYED",
    "Parameter",
    "KEPT",
    "ROOMS",
    "SIDEKICKS",
    "SPECIALS",
    "SPENT",
    "TAG_KINDS",
    "VICTIMS",
    "WORDS",
    "Word",
    "askable",
]

_STRIKING = {name: replace(word, strikes=True, waits=True) for name, word in VICTIMS.items()}  # they ask what there is
WORDS: dict[str, Word] = {**ALWAYS, **EXTRAS, **_STRIKING, **PLAYS}


def askable(do: str, trigger: str, kind: Kind) -> frozenset[str]:
    """The keys of a condition that mean something for a word under a trigger of a kind of card."""
    if trigger in ("play", "entry"):
        return WORDS[do].asks & (OF_PLAYER | AFTER_COMBAT)  # there may be no combat, or it has not begun
    if trigger == "always" and kind not in FIGHTING:
        return WORDS[do].asks & IDENTITY  # summed up when cards move, not when levels change
    return WORDS[do].asks
