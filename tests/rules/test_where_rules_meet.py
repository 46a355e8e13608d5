"""Where two rules meet in the middle of something: what a card counts, and when it counts no more."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.scenarios.munchkin.door_kit import can, combat, hand, passes, win

CTHULHU = {"editions": ("cthulhu",), "treasures": ()}
EXTENDED = {"editions": ("extended",)}


@pytest.mark.parametrize(("klass", "level"), [("monster_whacker", 8), ("investigator", 9)])
def test_what_one_has_against_a_monster_is_a_bonus(klass: str, level: int) -> None:
    """COMBAT-1, COMBAT-5: a Monster Whacker has +2 against Pukachu, so that his level alone has not killed it."""
    game = combat({"level": 7, "klass": klass}, monsters=["pukachu"], editions=("munchkin", "cthulhu"))
    win(game)
    assert game.level(0) == level
