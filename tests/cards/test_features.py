"""Features that distinguish cards where nobody has met them."""

import numpy as np
import pytest

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.features import FEATURES, MOST, card_features
from munchkin_env.vocabulary import Kind, Klass, Moment, Op, Race, Slot

EDITIONS = ("munchkin", "cthulhu", "extended", "star")


def told(editions: tuple[str, ...], card: str) -> dict[str, float]:
    """The features of a card that are not 0, by name."""
    catalogue = load_catalogue(editions)
    row = card_features(catalogue)[catalogue.index(card)]
    return {FEATURES[i]: float(row[i]) for i in np.flatnonzero(row)}


@pytest.mark.parametrize("editions", [("munchkin",), EDITIONS])
def test_every_game_has_the_same_columns(editions):
    catalogue = load_catalogue(editions)
    features = card_features(catalogue)
    assert features.shape == (len(catalogue.cards), len(FEATURES))
    assert len(set(FEATURES)) == len(FEATURES)
    assert np.abs(features).max() <= MOST
    assert not features[0].any()
    assert features[1:].any(axis=1).all()
    assert not features.flags.writeable


def test_a_card_has_the_same_features_in_every_game():
    alone, blend = load_catalogue(("star",)), load_catalogue(EDITIONS)
    rows = [blend.index(card.full_id) for card in alone.cards[1:]]
    assert (card_features(alone)[1:] == card_features(blend)[rows]).all()


def test_features_are_those_of_the_card():
    boots = told(("munchkin",), "boots_of_butt_kicking")
    assert boots[f"kind.{Kind.ITEM}"] == boots[f"slot.{Slot.FOOTGEAR}"] == boots["priced"] == 1
    assert (boots["bonus"], boots["value"]) == pytest.approx((2 / 4, 400 / 500))
    monster = told(("munchkin",), "net_troll")
    assert (monster["level"], monster["treasures"]) == (10 / 10, 3 / 3)
    assert "priced" not in monster
    elf = told(("munchkin",), "elf")
    assert elf[f"race.{Race.ELF}"] == elf[f"word.{Op.ABILITY}"] == 1
    assert elf[f"amount.{Op.RUN_AWAY}"] == 1 / 4
    wizard = told(("munchkin",), "pointy_hat_of_power")
    assert wizard[f"need_klass.{Klass.WIZARD}"] == 1
    curse = told(("munchkin",), "curse_lose_a_level")
    assert curse["when.0"] == 1
    assert Moment.ANY == 1
    assert curse[f"amount.{Op.LOSE_LEVEL}"] == 1 / 4
    slime = told(("munchkin",), "drooling_slime")
    assert slime[f"asked.race.{Race.ELF}"] == 1
    assert slime[f"word.{Op.LOSE_LEVEL}"] == 0.5, "only in place of a footgear"


def test_penalties_are_negative():
    catalogue = load_catalogue(EDITIONS)
    column = card_features(catalogue)[1:, FEATURES.index("bonus")]
    assert [(card.bonus > 0) - (card.bonus < 0) for card in catalogue.cards[1:]] == np.sign(column).tolist()
    assert column.min() < 0
