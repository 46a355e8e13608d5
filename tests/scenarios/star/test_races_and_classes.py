"""The races and classes of Star Munchkin with abilities of their own, and what may take them away in the middle."""

import pytest

from tests.scenarios.munchkin.door_kit import passes
from tests.scenarios.star.kit import combat

# --------------------------------------------------------------------------- Cyborg


@pytest.mark.parametrize(
    ("worn", "bonus"),
    [
        ((), 0),
        (("telescopic_spork",), 2),
        (("antenna_array_hat",), 2 + 1),
        (("antenna_array_hat", "exoskeleton_in_kit_form"), 2 + 5 + 1),
    ],
)
def test_a_cyborg_is_one_stronger_with_a_complex_item(worn: tuple[str, ...], bonus: int) -> None:
    """COMPLEX-1, RACE-1: once, however many are in use."""
    game = combat({"level": 3, "race": "cyborg", "table": list(worn)}, monsters=["plasmoid"])
    assert game.strength("players") == 3 + bonus


def test_a_cyborg_gains_nothing_by_a_complex_item_that_he_carries() -> None:
    """ITEM-1, RACE-1: nor by one that he may not use; and nobody else gains by his."""
    game = combat({"level": 3, "race": "cyborg", "carried": ["antenna_array_hat"]}, monsters=["plasmoid"])
    assert game.strength("players") == 3
    barred = {"level": 3, "race": "cyborg", "klass": "psychic", "table": ["suit_of_nine_hundred_buttons"]}
    assert combat(barred, monsters=["plasmoid"]).strength("players") == 3 + 2, "the Psychic is alone"
    other = combat({"level": 3, "table": ["antenna_array_hat"]}, {"race": "cyborg"}, monsters=["plasmoid"], helper=1)
    assert other.strength("players") == 3 + 2 + 1


def test_a_cyborg_who_loses_his_race_is_weaker_at_once() -> None:
    """RACE-1: in a combat too."""
    game = combat({"level": 3, "race": "cyborg", "table": ["antenna_array_hat"]}, monsters=["plasmoid"])
    game.do("drop", card="cyborg")
    passes(game)
    assert game.strength("players") == 3 + 2


def test_half_a_cyborg_has_both() -> None:
    """MOD-1: beside another race."""
    worn = ["half_breed", "antenna_array_hat", "exoskeleton_in_kit_form"]
    game = combat({"level": 3, "race": ["cyborg", "feline"], "table": worn}, monsters=["plasmoid"])
    assert game.strength("players") == 3 + 7 + 1
