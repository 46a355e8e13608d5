"""Editions as a whole: a scenario for each card, and games at random, alone, as a guest and as a host.

Every position of these games is sound.
"""

import ast
from pathlib import Path

import numpy as np

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.reader import find_editions
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Zone
from tests.each import each

BLENDS = [
    ("cthulhu",),
    ("munchkin", "cthulhu"),
    ("cthulhu", "munchkin"),
    ("star",),
    ("munchkin", "star"),
    ("star", "munchkin"),
    ("star", "cthulhu"),
    ("extended",),
    ("munchkin", "extended"),
    ("extended", "munchkin"),
    ("extended", "star"),
    ("cthulhu", "extended"),
    ("munchkin", "extended", "star", "cthulhu"),
]
MOST = 20_000  # decisions; a game of two rounds that takes more does not end


def strings_of_tests(folder: Path) -> set[str]:
    """Every string of the scenario tests of a folder: the ids of the cards that they put into play among them."""
    sources = [file.read_text(encoding="utf-8") for file in sorted(folder.glob("test_*.py"))]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@each("edition", find_editions)
def test_every_card_is_named_by_a_scenario(edition: str) -> None:
    """Those that no test of the edition's folder plays do what nobody has checked."""
    cards = [card for card in load_catalogue((edition,)).cards if card is not None]
    own = {card.id for card in cards if "/" not in card.file}  # the file of another edition is included from there
    assert own
    assert sorted(own - strings_of_tests(Path(__file__).parent / edition)) == []


@each("seed", [1, 2])
@each("editions", BLENDS, ids="+".join)
def test_games_play_to_their_end(editions: tuple[str, ...], seed: int) -> None:
    """MIX-1, MIX-2: every invariant holds after every decision."""
    game = Game(editions=editions, players=3, seed=seed, round_limit=2)
    rng = np.random.default_rng(seed)
    for _ in range(MOST):
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
        assert not game.broken()
    assert game.is_terminal


@each("editions", BLENDS, ids="+".join)
def test_cards_of_every_edition_are_dealt(editions: tuple[str, ...]) -> None:
    """MIX-1: the decks of all editions are shuffled into one; what two boxes have lies there twice."""
    game = Game(editions=editions, players=6, seed=3)
    catalogue = game.catalogue
    every = sum(card.copies for card in catalogue.cards if card)
    assert int(catalogue.tables[0]["n_cards"]) == every
    dealt = (game.position["card"]["zone"][0] >= Zone.HAND).nonzero()[0]
    types = catalogue.tables[0]["type_of"]
    assert {catalogue.card(int(types[copy])).edition for copy in dealt} == set(editions)
