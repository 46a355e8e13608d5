"""Categories: rows of a network's first layer that it sums for an entry of `sparse`. Needs the extra `train`.

An entry is a number, and in a sum of rows it counts as that number of times a row: level 9 is then hardly another thing
than level 8, and where it gives a card's place, a carried card (4) is a quarter of one in use (16). So categorical
features have a row per value: every flag, every place in the combat, every value of a small number.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache, partial

import numpy as np

from munchkin_env.observation.layout import (
    AGAINST_PLAYERS,
    ENHANCES,
    GENERAL_PARTS,
    N_GENERAL,
    N_PLANES,
    N_SEAT,
    ON_OFFER,
    ROOM,
    SEAT_PARTS,
    SHARED,
    STRIKES,
    Part,
    Plane,
)
from munchkin_env.policies.sparse_ops import spell_out
from munchkin_env.vocabulary import MAX_PLAYERS

CATEGORIES_VERSION = 1
"""Version of the definitions below. A network of another version is none of this package's."""

Range = tuple[int, int]
GENERAL_VALUES: dict[str, Range] = {
    "move_place": (1, 8), "move_amount": (1, 8), "move_count": (1, 4), "left": (1, 6), "owed": (1, 10),
    "filter": (1, 32), "players": (0, 40), "monsters": (0, 40), "n_monsters": (1, 5), "players_bonus": (-2, 12),
    "monsters_bonus": (-2, 15), "treasures": (1, 8), "deal_treasures": (1, 6), "roll_purpose": (1, 4),
    "roll_face": (1, 6), "roll_extra": (-3, 4), "offer": (1, 3), "offer_amount": (1, 6),
}  # fmt: skip
"""Numbers whose values have a row each: from, to. Values beyond count as the nearest."""
MONSTER_VALUES: tuple[Range | None, ...] = ((0, 24), (1, 20), (1, 8), None, None, None)
EVENT_VALUES: tuple[Range | None, ...] = ((1, 64), (1, 6), (1, 6), None, None, None)
REPEATED = {"monster": MONSTER_VALUES, "events": EVENT_VALUES}
"""Ranges of the numbers of each monster or event, in order, by section."""
SEAT_VALUES: dict[str, Range] = {
    "level": (1, 20), "bonus": (-1, 20), "penalty": (-5, -1), "combat_bonus": (-6, 10), "run_away": (-3, 4),
    "hand_limit": (0, 8), "hand_doors": (1, 8), "hand_treasures": (1, 8), "hands_used": (1, 3), "pending": (1, 4),
    "asked_for_help": (1, 3), "offers": (1, 3), "edge": (-16, 16),
}  # fmt: skip

BYTE = 256  # values of an entry, from -128
_LEAST = -BYTE // 2


class Of(IntEnum):
    """Meanings of a plane for a card: each has a row for each card type."""

    HAND = 0
    OFFERED = 1
    WANTED = 2
    SELECTED = 3
    RECEIVED = 4
    CHOSEN = 5
    SECOND = 6
    ASKED_ABOUT = 7
    MONSTER = 8
    ENHANCER = 9
    STRIKES = 10
    SHARED = 11
    SPENT_AGAINST = 12
    ON_OFFER = 13
    ROOM = 14
    SPENT_FOR = 15
    DISCARDED = 16
    CARRIED = 17
    ATTACHED = 18
    IN_USE = 19
    KNOWN = 20
    CARRIED_THERE = 21
    ATTACHED_THERE = 22
    IN_USE_THERE = 23
    FIRST_SEAT = 24
    """First of the other seats' planes, which show the owner of a card."""


N_OF = Of.FIRST_SEAT + MAX_PLAYERS - 1
WITH_OWN_ROWS = (Of.HAND, Of.MONSTER, Of.IN_USE, Of.IN_USE_THERE)
"""Planes in which a type has a learnt row of its own; elsewhere the card's features must do."""


def of_marks(value: int) -> list[int]:
    """Return the meanings of a value of the plane `marks`."""
    return [Of.OFFERED + bit for bit in range(7) if value >> bit & 1] if value > 0 else []


def of_fight(value: int) -> list[int]:
    """Return the meanings of a value of the plane `fight`."""
    if value < 0:
        return [Of.SPENT_FOR]
    begins = (1, ENHANCES, STRIKES, SHARED, AGAINST_PLAYERS, ON_OFFER, ROOM)
    reached = sum(value >= first for first in begins)
    return [Of.MONSTER + reached - 1] if reached else []


def of_cards(value: int, seat: int) -> list[int]:
    """Return the meanings of a value of the plane of a player's cards; seat: 0 is the observer."""
    if value <= 0:
        return []
    more = Of.CARRIED_THERE - Of.CARRIED if seat else 0
    found: list[int] = [Of.KNOWN] if seat and value & 1 else []
    found += [Of.CARRIED + more] if value & 4 else []
    found += [Of.ATTACHED + more] if value & 8 else []
    found += [Of.IN_USE + more] if value >= 16 else []
    return found + ([Of.FIRST_SEAT + seat - 1] if seat else [])


def _ranges(parts: Sequence[Part], values: dict[str, Range]) -> Iterator[tuple[int, Range]]:
    """Return (entry, range) of the numbers whose values have rows."""
    at = 0
    for part in parts:
        several = REPEATED.get(part.name)
        for k in range(part.size):
            found = several[k % len(several)] if several else values.get(part.name)
            if found is not None:
                yield at + k, found
        at += part.size


GENERAL_RANGES = tuple(_ranges(GENERAL_PARTS, GENERAL_VALUES))
SEAT_RANGES = tuple(_ranges(SEAT_PARTS, SEAT_VALUES))
N_GENERAL_VALUES = sum(high - low + 1 for _, (low, high) in GENERAL_RANGES)
N_SEAT_VALUES = sum(high - low + 1 for _, (low, high) in SEAT_RANGES)


class Rows:
    """Rows for a number of card types, in order.

    They are numbers of `general`, of the seats; values of both; cards, by each of `Of`.

    Attributes:
        size: number of rows.
        number: int32[entries], the row that the number of an entry counts for, -1 none.
        first, step, kind: int32[entries], of the rows of its values: the row of place 0, the distance to the next one,
            and the row of `begins` with its places.
        begins: int32[kinds, 257]; of the value v those in `places` from `begins[kind, v + 128]` to the next.
    """

    def __init__(self, types: int) -> None:
        heads = N_GENERAL + MAX_PLAYERS * N_SEAT
        self.entries = heads + (N_PLANES + MAX_PLAYERS) * types
        self.cards = heads + N_GENERAL_VALUES + MAX_PLAYERS * N_SEAT_VALUES
        self.size = self.cards + N_OF * types
        self.number, self.first, self.step, self.kind = (np.zeros(self.entries, np.int32) for _ in range(4))
        self.number[:heads] = np.arange(heads)
        self._words: list[list[list[int]]] = [[[]] * BYTE]
        self._name_values(heads)
        self._name_cards(heads, types)
        counts = np.array([[len(places) for places in kind] for kind in self._words])
        ends = np.cumsum(counts).reshape(counts.shape)
        self.begins = np.concatenate([ends[:, :1] - counts[:, :1], ends], 1).astype(np.int32)
        self.places = np.array([place for kind in self._words for places in kind for place in places], np.int32)

    def _kind(self, words: list[list[int]]) -> int:
        """Return the number of the kind whose values, from -128, have these places."""
        if words not in self._words:
            self._words.append(words)
        return self._words.index(words)

    def _name_values(self, heads: int) -> None:
        row = heads
        blocks = [(0, GENERAL_RANGES), *((N_GENERAL + seat * N_SEAT, SEAT_RANGES) for seat in range(MAX_PLAYERS))]
        for start, ranges in blocks:
            for entry, (low, high) in ranges:
                places = np.clip(np.arange(BYTE) + _LEAST, low, high) - low
                self.kind[start + entry] = self._kind([[place] for place in places.tolist()])
                self.first[start + entry], self.step[start + entry] = row, 1
                row += high - low + 1

    def _name_cards(self, heads: int, types: int) -> None:
        numbers = {int(Plane["HAND"]): Of.HAND, int(Plane["DISCARDS"]): Of.DISCARDED}
        words: dict[int, Callable[[int], list[int]]] = {
            int(Plane["MARKS"]): of_marks,
            int(Plane["FIGHT"]): of_fight,
            **{N_PLANES + seat: partial(of_cards, seat=seat) for seat in range(MAX_PLAYERS)},
        }
        for plane in range(N_PLANES + MAX_PLAYERS):
            of_plane = slice(heads + plane * types, heads + (plane + 1) * types)
            self.step[of_plane] = types
            self.first[of_plane] = self.cards + np.arange(types)
            self.number[of_plane] = -1
            if plane in numbers:
                self.number[of_plane] = self.first[of_plane] + numbers[plane] * types
            else:
                self.kind[of_plane] = self._kind([words[plane](value + _LEAST) for value in range(BYTE)])

    def scale(self, scale: np.ndarray) -> np.ndarray:
        """Return the factors of each row's numbers, float32[size], given those of the entries; a category counts 1."""
        found = np.ones(self.size, np.float32)
        counted = self.number >= 0
        found[self.number[counted]] = scale[counted]
        return found

    def of(self, indices: np.ndarray, values: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return (rows int32 (n, K), numbers int8 (n, K), how many of them int16 (n,)) of `sparse`.

        `sparse` is `indices`, `values` (n, M), of which the first `counts` (n,) count.
        """
        return spell_out(
            indices, values, counts, self.number, self.first, self.step, self.kind, self.begins, self.places
        )


@lru_cache(maxsize=16)
def rows_of(types: int) -> Rows:
    """Return the rows for so many card types."""
    return Rows(types)
