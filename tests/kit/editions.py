"""Checks of whole editions that their scenarios share: a scenario for each card, games at random, a twin of a card."""

import ast
from pathlib import Path

import numpy as np

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.reader import EDITIONS_FOLDER
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Zone

# --------------------------------------------------------------------------- no card without a scenario


def strings_of_tests(folder: Path) -> set[str]:
    """Every string of the scenario tests of a folder: the ids of the cards that they put into play among them."""
    sources = [file.read_text(encoding="utf-8") for file in sorted(folder.glob("test_*.py"))]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def cards_without_a_scenario(edition: str, folder: Path) -> list[str]:
    """Cards that no test of the folder names: they do what nobody has checked."""
    cards = {card.id for card in load_catalogue((edition,)).cards if card is not None}
    assert cards
    return sorted(cards - strings_of_tests(folder))


# --------------------------------------------------------------------------- games at random

MANY = 20_000  # decisions; a game of two rounds that takes more does not end


def play_at_random(editions: tuple[str, ...], seed: int) -> Game:
    """A game of two rounds, every position of which is sound."""
    game = Game(editions=editions, players=3, seed=seed, round_limit=2)
    rng = np.random.default_rng(seed)
    for _ in range(MANY):
        if game.over:
            break
        game.step(int(rng.choice(game.legal())))
        assert not game.broken()
    return game


def editions_dealt(editions: tuple[str, ...], seed: int = 3) -> set[str]:
    """Whose cards six players are dealt; all cards of the editions lie in the decks (MIX-1)."""
    game = Game(editions=editions, players=6, seed=seed)
    catalogue = game.catalogue
    every = sum(card.copies for card in catalogue.cards if card)
    assert int(catalogue.tables[0]["n_cards"]) == every
    dealt = (game.position["card"]["zone"][0] >= Zone.HAND).nonzero()[0]
    types = catalogue.tables[0]["type_of"]
    return {catalogue.card(int(types[copy])).edition for copy in dealt}


# --------------------------------------------------------------------------- editions of a test


def with_twin(folder: Path, card: str) -> str:
    """Writes a tiny edition with one treasure card, "twin", for a second copy of what the base game has once."""
    base = (EDITIONS_FOLDER / "munchkin" / "edition.toml").read_text(encoding="utf-8")
    head = (
        'id = "more"\nname = "More"\nrulebook = "1"\nraces = []\nclasses = []\n\n[decks]\ndoors = 1\ntreasures = 1\n\n'
    )
    (folder / "edition.toml").write_text(head + base[base.index("[switches]") :], encoding="utf-8")
    monster = '[[card]]\nid = "beast"\nname = "Beast"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    (folder / "doors.toml").write_text(monster + 'bad_stuff = [{ do = "death" }]\n', encoding="utf-8")
    (folder / "treasures.toml").write_text(f'[[card]]\nid = "twin"\nname = "Twin"\n{card}\n', encoding="utf-8")
    return str(folder)
