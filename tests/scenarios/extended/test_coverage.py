"""No card of the edition without a scenario."""

from pathlib import Path

from munchkin_env.cards.reader import read_edition
from tests.kit.editions import cards_without_a_scenario
from tests.scenarios.extended.kit import is_included


def test_every_card_is_named_by_a_scenario() -> None:
    """Doors and treasures alike; those of the base game, unchanged, are named by its own scenarios."""
    included = {card.id for card in read_edition("extended").cards if is_included(card)}
    assert len(included) > 100
    missing = cards_without_a_scenario("extended", Path(__file__).parent)
    assert sorted(set(missing) - included) == []
