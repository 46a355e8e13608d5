"""Whole games with the edition, alone, as a guest and as a host: at random to their end, every position sound."""

import numpy as np
import pytest

from munchkin_env.game import Game
from munchkin_env.vocabulary import Zone

MANY = 20_000  # decisions; a game of two rounds that takes more does not end
EDITIONS = [("cthulhu",), ("munchkin", "cthulhu"), ("cthulhu", "munchkin")]


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("editions", EDITIONS, ids="+".join)
def test_games_play_to_their_end(editions: tuple[str, ...], seed: int) -> None:
    """MIX-1, MIX-2: every invariant holds after every decision."""
    game = Game(editions=editions, players=3, seed=seed, round_limit=2)
    rng = np.random.default_rng(seed)
    for _ in range(MANY):
        if game.over:
            break
        game.step(int(rng.choice(game.legal())))
        assert not game.broken()
    assert game.over


@pytest.mark.parametrize("editions", EDITIONS, ids="+".join)
def test_cards_of_every_edition_are_dealt(editions: tuple[str, ...]) -> None:
    """MIX-1: the decks of all editions are shuffled into one."""
    game = Game(editions=editions, players=6, seed=3)
    catalogue = game.catalogue
    every = sum(card.copies for card in catalogue.cards if card)
    assert int(catalogue.tables[0]["n_cards"]) == every
    dealt = (game.position["card"]["zone"][0] >= Zone.HAND).nonzero()[0]
    types = catalogue.tables[0]["type_of"]
    assert {catalogue.card(int(types[copy])).edition for copy in dealt} == set(editions)
