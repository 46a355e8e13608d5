"""What the scenarios of every edition beside the base game share: tables of its cards, coverage, games at random."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Zone
from tests.scenarios.munchkin import door_kit
from tests.scenarios.munchkin.door_kit import passes


@dataclass(frozen=True)
class Tables:
    """How the scenarios of an edition set up a table: as those of the base game do, with its own cards."""

    editions: tuple[str, ...]
    plain: tuple[str, ...]
    """Items, which nobody can play at a moment of his choice: what the treasure decks of the scenarios are made of."""
    enhancers: tuple[str, ...]
    """Those of +20 together: with them any monster beats one player."""
    quick: bool | None = None
    """Whether QUICK-4 holds; None: as the editions have it."""

    def table_of(
        self,
        *players: Mapping[str, Any],
        phase: str = "start",
        treasures: Sequence[str] | None = None,
        **settings: Any,
    ) -> Game:
        """A game between the players given (filled up to three) with no cards but those named."""
        taken = {card for player in players for card in placed(player)}
        tops = [card for card in self.plain if card not in taken] if treasures is None else treasures
        usual = {"editions": self.editions, "quick_play": self.quick}
        return door_kit.table_of(*players, phase=phase, treasures=tops, **{**usual, **settings})

    def combat(
        self, *players: Mapping[str, Any], monsters: Sequence[Any], helper: int | None = None, **settings: Any
    ) -> Game:
        """A combat of the first player, at his first decision in it."""
        facts: dict[str, Any] = {"monsters": list(monsters)}
        if helper is not None:
            facts.update(helper=helper, deal=0)
        return self.table_of(*players, phase="combat", combat=facts, **settings)

    def huge(self, monster: str) -> dict[str, Any]:
        """The monster with enhancers of +20."""
        return {"card": monster, "enhancers": list(self.enhancers)}

    def cursed(self, curse: str, victim: Mapping[str, Any], *others: Mapping[str, Any], **settings: Any) -> Game:
        """The victim turns the curse up (TURN-2); nobody cancels it, and no class is dropped before."""
        game = self.table_of(victim, *others, doors=[curse], **settings)
        game.do("open_door")
        passes(game)
        return game


def placed(player: Mapping[str, Any]) -> list[str]:
    """The cards in front of a player or in his hand, as a scenario lists them."""
    found = [card for place in ("hand", "table", "carried") for card in player.get(place, ())]
    return [name for card in found for name in ([card] if isinstance(card, str) else [*card])]


def fill(gold: int, others: list[tuple[str, int]]) -> list[str]:
    """Cards that are worth exactly so much together."""
    if gold == 0:
        return []
    for i, (name, worth) in enumerate(others):
        if worth <= gold:
            rest = fill(gold - worth, others[i + 1 :])
            if rest or worth == gold:
                return [name, *rest]
    return []


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
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
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
