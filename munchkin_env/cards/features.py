"""Card features: properties and effects of a card as numbers, alike in every game, for cards unseen in training.

A row of `card_features` is a card type, a column one of `FEATURES`. Every game has the same columns, so words and
members of enums that are yet to come have columns already: they are 0.
"""

from functools import lru_cache

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.words import as_before
from munchkin_env.vocabulary import MOST_WORD, NO_VALUE, Kind, Trigger, kinds_that

MOST = 4.0  # no feature is larger than that

# Columns of `tables.CARD` with one of several values, and the numbers of values.
CHOICES = {"kind": 32, "deck": 4, "slot": 8, "layer": 4, "lasting": 8, "aim": 32}
# Identities: entries of the race and the class that a card is, lets use it, or keeps from using it.
IDENTITIES = {"race": 16, "klass": 24}
# Columns that are sets, a bit each.
SETS = {
    "when": 32, "tags": 32, "abilities": 48, "need_sex": 2, "ban_sex": 2,
    "need_race": 16, "need_klass": 24, "ban_race": 16, "ban_klass": 24,
}  # fmt: skip
# Numbers, each divided by a scale that makes it about 1.
NUMBERS = {"hands": 1, "big": 1, "level": 10, "levels": 1, "treasures": 3, "bonus": 4, "copies": 3}
GOLD = 500
# Players that the conditions of a card's clauses check.
ASKED = {"race": 16, "klass": 24, "sex": 2, "need": 8}
WORDS = 192  # effect words, those to come included
AMOUNT = 4  # an effect word's amounts are divided by it


def _named(sizes: dict[str, int], before: str = "") -> tuple[str, ...]:
    return tuple(f"{before}{name}.{i}" for name, size in sizes.items() for i in range(size))


FEATURES: tuple[str, ...] = (
    *_named(CHOICES),
    *_named(IDENTITIES),
    *_named(SETS),
    *NUMBERS,
    "value",
    "priced",
    *_named({"clauses": len(Trigger)}),
    *_named(ASKED, "asked."),
    *_named({"word": WORDS}),
    *_named({"amount": WORDS}),
)
"""Names of the columns.

`kind.3` is 1 if `Kind` 3; `when.5` if bit 5 of `Moment` is set; `bonus` a number; `priced` 1 with a price in gold;
`clauses.2` the number of clauses at `Trigger` 2; `asked.race.1` 1 if a condition of one asks for `Race` 1; `word.30` 1
if a clause has the word (or case of one) 30, half as much if only instead; `amount.30` the sum of that word's amounts.
"""


@lru_cache(maxsize=16)
def card_features(catalogue: Catalogue) -> np.ndarray:
    """Return the features of every card type of a game.

    Returns:
        float32 array (types + 1, len(FEATURES)), read-only. All values are between -4 and 4, most are 0, as is type 0.
    """
    table = catalogue.tables[0]
    cards = table["card"][: int(table["n_types"]) + 1].copy()
    cards["when"] = [int(card.moments) if card else 0 for card in catalogue.cards]  # whatever else is in the game
    parts = [_one_of(cards[name], size) for name, size in CHOICES.items()]
    parts += [_one_of(cards[name], size) * (cards["kind"] == kind)[:, None] for name, size, kind in _identities()]
    parts += [_bits(cards[name], size) for name, size in SETS.items()]
    parts += [_number(cards[name], per) for name, per in NUMBERS.items()]
    priced = cards["value"] != NO_VALUE
    parts += [_number(cards["value"] * priced, GOLD), _number(priced, 1)]
    parts.append(cards["count"].astype(np.float32))
    parts += _clauses(cards, as_before(table["clause"]))
    found: np.ndarray = np.concatenate(parts, axis=1).clip(-MOST, MOST).astype(np.float32)
    found[0] = 0
    found.flags.writeable = False
    return found


def _identities() -> list[tuple[str, int, Kind]]:
    """Return the masks of identities: only a race card is of a race, only a class card of a class."""
    return [(name, size, kind) for name, size in IDENTITIES.items() for kind in kinds_that(name)]


def _one_of(column: np.ndarray, size: int) -> np.ndarray:
    same: np.ndarray = column[:, None] == np.arange(size)
    return same.astype(np.float32)


def _bits(column: np.ndarray, size: int) -> np.ndarray:
    return (column.astype(np.int64)[:, None] >> np.arange(size) & 1).astype(np.float32)


def _number(column: np.ndarray, per: int) -> np.ndarray:
    return (column / per).astype(np.float32)[:, None]


def _clauses(cards: np.ndarray, clauses: np.ndarray) -> list[np.ndarray]:
    """Return the conditions, words and amounts of each card's clauses."""
    asked = {name: np.zeros((len(cards), size), np.float32) for name, size in ASKED.items()}
    words, amounts = (np.zeros((len(cards), WORDS), np.float32) for _ in range(2))
    for type_, card in enumerate(cards):
        for start, count in zip(card["start"].tolist(), card["count"].tolist(), strict=True):
            for clause in clauses[start : start + count]:
                op = int(clause["op"])
                words[type_, op] = max(words[type_, op], 0.5 if clause["otherwise"] else 1)
                amounts[type_, op] += int(clause["amount"]) / AMOUNT
                for name, size in ASKED.items():
                    asked[name][type_] = np.maximum(asked[name][type_], _bits(clause[name][None], size)[0])
    return [*asked.values(), words, amounts]


assert MOST_WORD < WORDS, "an effect word has no column"

__all__ = ["FEATURES", "card_features"]
