"""The greedy bot with abilities that only the extended edition's cards have."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.greedy import answer
from tests.kit.playing import lose, passes
from tests.scenarios.extended.kit import combat, huge, table_of

pytestmark = pytest.mark.interpreted


def test_it_misprints_what_it_could_not_beat() -> None:
    """And leaves what it beats anyway, or somebody else's, as it is."""
    mine = {"level": 6, "hand": ["misprint"]}
    assert answer(combat(mine, monsters=["bullrog"])) == ["play", "Misprint", "monster 1"]
    assert answer(combat({"level": 3, "hand": ["misprint"]}, monsters=["lame_goblin"])) == ["kill"]
    game = combat({"level": 9}, {"hand": ["misprint"]}, monsters=["lame_goblin"])
    game.do("kill")
    assert (game.current_player, answer(game)) == (1, ["pass"])


def test_it_weakens_by_the_enhancers_that_may_be_played() -> None:
    """PLAY-4: one is kept from the first monster by an enhancer."""
    mine = {"level": 7, "hand": ["snoring"]}
    fight = [{"card": "lame_goblin", "enhancers": ["over_caffeinated"]}, "undead_horse"]
    assert answer(combat(mine, monsters=fight)) == ["play", "Snoring", "monster 2"]


@pytest.mark.parametrize("level", [9, 3])
def test_it_makes_run_who_would_win_the_game(level: int) -> None:
    """A bystander, as the last kill is declared; no fighter."""
    game = combat({"level": level}, {"hand": ["potion_of_discretion"]}, monsters=["sock_snatcher"])
    game.do("kill")
    assert game.current_player == 1
    assert answer(game)[:2] == (["play", "Potion of Discretion"] if level == 9 else ["pass"])
    assert answer(combat({"level": 9, "hand": ["potion_of_discretion"]}, monsters=["sock_snatcher"])) == ["kill"]


def test_it_gives_potions_for_levels_but_nothing_dear() -> None:
    """CURSE-3: a level is worth more than a small potion, less than what is worth a level itself."""
    game = combat({"level": 5, "hand": ["sleep_potion"]}, monsters=[huge("thirsty_sommelier")], dice=[1])
    lose(game)
    assert (game.decision, answer(game)) == (Decision.CHOOSE_CARD, ["Sleep Potion"])
    dear = combat({"level": 5, "hand": ["pollymorph_potion"]}, monsters=[huge("thirsty_sommelier")], dice=[1])
    lose(dear)
    assert answer(dear) == ["pass"]


@pytest.mark.parametrize(("level", "way"), [(3, 0), (9, 1)])
def test_it_takes_what_a_lucky_dip_is_worth(level: int, way: int) -> None:
    """LEVEL-1, GOLD-4: a level, but not where it would be none."""
    game = table_of({"level": level, "hand": ["lucky_dip"]})
    assert answer(game) == ["play", "Lucky Dip"]
    passes(game)
    assert game.decision == Decision.PICK
    said = answer(game)
    assert game.level(0) == (4 if way == 0 else 9), said


def test_it_asks_whom_its_kneepads_compel() -> None:
    """HELP-9: somebody of a lower level, who gets nothing."""
    game = combat({"level": 6, "table": ["kneepads_of_allure"]}, {"level": 5}, monsters=["amazon"])
    assert answer(game)[:3] == ["ask help", "the player 1 to the left", "0"]


def test_it_lays_out_a_second_big_item_beside_its_hireling() -> None:
    """ITEM-3."""
    game = table_of({"table": ["hireling", "huge_rock"], "hand": ["mithril_armor"]})
    assert answer(game) == ["lay out", "Mithril Armor"]
