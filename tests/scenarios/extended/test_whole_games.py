"""Whole games with the edition, alone, as a guest and as a host: at random to their end, every position sound."""

import pytest

from tests.each import each
from tests.kit.editions import editions_dealt, play_at_random

EDITIONS = [
    ("extended",),
    ("munchkin", "extended"),
    ("extended", "munchkin"),
    ("extended", "star"),
    ("cthulhu", "extended"),
    ("munchkin", "extended", "star", "cthulhu"),
]


@pytest.mark.interpreted
@each("seed", [1, 2])
@each("editions", EDITIONS, ids="+".join)
def test_games_play_to_their_end(editions: tuple[str, ...], seed: int) -> None:
    """MIX-1, MIX-2: every invariant holds after every decision."""
    assert play_at_random(editions, seed).over


@pytest.mark.parametrize("editions", EDITIONS, ids="+".join)
def test_cards_of_every_edition_are_dealt(editions: tuple[str, ...]) -> None:
    """MIX-1: the decks of all editions are shuffled into one; what two boxes have lies there twice."""
    assert editions_dealt(editions) == set(editions)
