"""Names of curses and gold in the rulebook of Star Munchkin, in all texts of a game with its rules (MIX-1, MIX-2)."""

import pytest

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain import explain
from munchkin_env.observation import View
from munchkin_env.observation.narration import Transcript
from munchkin_env.observation.scene import scene
from munchkin_env.render.table import table as draw
from tests.scenarios.star.kit import EDITIONS, combat, table_of

BLEND = ("munchkin", "star")
SAID = [  # card, as Star Munchkin says it, as a game says it that goes by another rulebook
    ("battle_armor", "worth 600 credits", "worth 600 gold"),
    ("trap_insurance", "the trap is cancelled", "the curse is cancelled"),
    ("gadgeteer", "when a trap is about to strike", "when a curse is about to strike"),
    ("surprise_docking_fee", "at least 600 credits", "at least 600 gold"),
    ("lose_your_headgear", "Trap. If it strikes", "Curse. If it strikes"),
    ("gadgeteer", "the trap is cancelled", "the curse is cancelled"),
    ("parking_enforcement_drone", "at least 300 credits", "at least 300 gold"),
]


@pytest.mark.parametrize(("card", "here", "there"), SAID)
def test_cards_are_explained_in_the_words_of_the_host(card: str, here: str, there: str) -> None:
    """MIX-2."""
    for editions, said in ((("star",), here), (BLEND, there)):
        catalogue = load_catalogue(editions)
        assert said in explain(catalogue, catalogue.index(f"star:{card}"))


def test_no_card_is_called_otherwise() -> None:
    """The names of cards stay what is printed on them."""
    catalogue = load_catalogue(("star", "munchkin"))
    names = {card.name for card in catalogue.cards if card}
    assert {"Curse! Duck of Doom", "1,000 Gold Pieces"} <= names
    assert "Trap" in explain(catalogue, catalogue.index("munchkin:curse_duck_of_doom"))


@pytest.mark.parametrize(("editions", "curse", "money"), [(EDITIONS, "trap", "credits"), (BLEND, "curse", "gold")])
def test_a_game_is_told_in_the_words_of_the_host(editions: tuple[str, ...], curse: str, money: str) -> None:
    """MIX-2: text, story and table."""
    hand = ["exoskeleton_in_kit_form", "quantum_trebuchet"]
    game = table_of({"klass": "psychic", "hand": hand}, doors=["lose_your_headgear"], editions=editions)
    game.do("sell", cards=hand)
    assert f"sells items worth 1200 {money}" in game.text(1)
    story = Transcript(game.catalogue, ("Anna", "Bob", "Cleo")).listen(scene(View.of(game, 1)))
    assert any(f"items worth 1200 {money}" in line for line in story)
    shown = draw(View.of(combat({"curses": ["deep_space_hiccups"]}, monsters=["starfish"], editions=editions), 1))
    cursed = {"trap": "trapped", "curse": "cursed"}[curse]
    assert f"{cursed}  Deep-Space Hiccups" in shown
