"""No card of the edition without a scenario."""

import ast
from pathlib import Path

from munchkin_env.cards.compile import load_catalogue

FOLDER = Path(__file__).parent


def strings_of_tests() -> set[str]:
    """Every string of the scenario tests of this folder: the ids of the cards that they put into play among them."""
    sources = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("test_*.py"))]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_card_is_named_by_a_scenario() -> None:
    """Doors and treasures alike; a card that no test of this folder plays does what nobody has checked."""
    cards = [card.id for card in load_catalogue(("cthulhu",)).cards if card is not None]
    assert cards
    missing = sorted(set(cards) - strings_of_tests())
    assert not missing, f"no scenario names {', '.join(missing)}"
