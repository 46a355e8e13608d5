"""No card of the edition without a scenario."""

from pathlib import Path

from tests.kit.editions import cards_without_a_scenario


def test_every_card_is_named_by_a_scenario() -> None:
    """Doors and treasures alike; a card that no test of this folder plays does what nobody has checked."""
    assert cards_without_a_scenario("star", Path(__file__).parent) == []
