"""Yardstick of speed: a small fixed program with the habits of the engine, measured in the same run.

Budgets are multiples of its rate, so never change its work: a change of its sum, which a test checks, makes all of them
meaningless.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from munchkin_env.engine.kernels.kernel import INTERPRETED

GAMES = 128
CARDS = 256
LISTS = 8
"""Piles of the cards of a game, each a linked list."""
FIELDS = 16
"""Numbers (int16) of a card: with 256 cards a game takes 8 kB."""
FOLLOWS, PILE, KIND, WORTH, MARK, HOST = range(6)
MIX, STEP, BITS = 1664525, 1013904223, 0xFFFFFFFF


def deal(games: int = GAMES) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return new games: cards int16 (games, CARDS, FIELDS), the first card of each pile int64 (games, LISTS), chance
    int64 (games,). Card 0 is none."""
    cards = np.zeros((games, CARDS, FIELDS), np.int16)
    heads = np.zeros((games, LISTS), np.int64)
    chance = (np.arange(games, dtype=np.int64) * 40503 + 12345) & BITS
    order = (np.arange(CARDS) * 77 + 5) % CARDS  # neighbours in a pile are none in memory
    for card in order[order > 0].tolist():
        pile = card % LISTS
        cards[:, card, FOLLOWS] = heads[:, pile]
        cards[:, card, PILE] = pile
        cards[:, card, KIND] = card * 31 % 11
        cards[:, card, WORTH] = card * 17 % 23 - 5
        cards[:, card, HOST] = card * 53 % CARDS
        heads[:, pile] = card
    return cards, heads, chance


def play(cards: Any, heads: Any, chance: Any, options: Any, rounds: int) -> int:
    """Play all games for some rounds: in each, list the options with the cards of two piles and take one.

    options: int64 (CARDS,), scratch. Returns a sum over all moves.
    """
    total = 0
    for _ in range(rounds):
        for game in range(len(chance)):
            x = (int(chance[game]) * MIX + STEP) & BITS
            chance[game] = x
            count = 0
            strength = 0
            for seat in range(2):
                card = heads[game, (x >> (8 + seat)) & 7]
                while card > 0:
                    kind = int(cards[game, card, KIND])
                    if kind < 4:
                        strength += int(cards[game, card, WORTH])
                        if int(cards[game, cards[game, card, HOST], KIND]) == kind:
                            strength -= 1
                    elif kind < 7 and (x >> kind) & 1:
                        mark = int(cards[game, card, MARK])
                        bits = mark ^ (x & 255)
                        while bits:
                            bits &= bits - 1
                            strength += 1
                    if (kind + strength) & 3 != 0:
                        options[count] = card
                        count += 1
                    card = int(cards[game, card, FOLLOWS])
            if count:
                total += _move(cards, heads, game, int(options[(x >> 16) % count]), (x >> 24) & 7)
            total = (total + strength) & BITS
    return total


def _move(cards: Any, heads: Any, game: int, card: int, pile: int) -> int:
    """Move a card from its pile to another."""
    before = 0
    here = int(heads[game, int(cards[game, card, PILE])])
    while here != card:
        before = here
        here = int(cards[game, here, FOLLOWS])
    after = int(cards[game, card, FOLLOWS])
    if before:
        cards[game, before, FOLLOWS] = after
    else:
        heads[game, int(cards[game, card, PILE])] = after
    cards[game, card, FOLLOWS] = heads[game, pile]
    cards[game, card, PILE] = pile
    cards[game, card, MARK] = (int(cards[game, card, MARK]) * 5 + pile) & 255
    heads[game, pile] = card
    return int(cards[game, card, WORTH])


if not INTERPRETED:
    import numba

    _move = numba.njit(_move)
    play = numba.njit(play)


def work(games: int = GAMES) -> Callable[[], float]:
    """Play some rounds per call and return the number of moves. Made with one call, which compiles."""
    cards, heads, chance = deal(games)
    options = np.zeros(CARDS, np.int64)
    rounds = 1 if INTERPRETED else max(1, 20_000 // games)

    def some() -> float:
        play(cards, heads, chance, options, rounds)
        return float(rounds * games)

    some()
    return some
