"""Cards and rules of star where they meet each other, or those of another edition in a blend."""

import pytest

from munchkin_env.vocabulary import Event
from tests.kit.looking import hand, may, table
from tests.kit.playing import kill, lose, pass_until, passes, settle
from tests.scenarios.munchkin import kit as base
from tests.scenarios.star.kit import combat, cursed, table_of


def test_nobody_laughs_at_the_dead() -> None:
    """DEATH-1: traps end by death, and so does a choice made for a time."""
    lion = "understudy_of_the_lion_tamer_a_lion"
    game = cursed("nobody_laughs", {"level": 3, "hand": [lion]}, dice=[1])
    assert "may not ask for help" in game.text(1)
    game.do("fight", card=lion)
    passes(game)
    lose(game)
    assert Event.DIED in game.position["event"]["kind"][0]
    assert int(game.position["player"]["status"][0, 0]) == 0
    assert "may not ask for help," not in game.text(1)


def test_two_cards_that_bring_a_treasure_for_each_kill_bring_two() -> None:
    """COMBAT-5: each of them says so."""
    both = ["loyalty_card_with_nine_stamps", "non_euclidean_map"]
    for cards, treasures in ((both[:1], 3), (both[1:], 3), (both, 4)):
        game = combat({"level": 6, "table": cards}, monsters=["robo_rooster"], editions=("star", "cthulhu"))
        kill(game)
        assert len(hand(settle(game), 0)) == treasures


HALFLING, ADVISER = {"race": "halfling"}, {"table": ["interplanetary_lawyer"]}
GOODS = ["structural_girder", "battle_armor"]  # 400 and 600


@pytest.mark.parametrize(("seat", "level"), [(HALFLING, 2), (ADVISER, 2), ({**HALFLING, **ADVISER}, 3)])
def test_each_card_that_doubles_a_price_doubles_one(seat: dict, level: int) -> None:
    """RACE-1, SELL-1: 600 and 400 count as 1,600 by either card, as 2,000 by both."""
    game = table_of({**seat, "hand": GOODS}, editions=("star", "munchkin"))
    game.do("sell", cards=GOODS)
    assert game.level(0) == level
    assert not game.broken()


def test_a_second_doubled_price_is_left_for_a_second_sale() -> None:
    """SELL-1: a sale doubled by one card in this turn is not doubled by the other."""
    seat = {**HALFLING, **ADVISER, "hand": ["battle_armor", "mithril_armor"]}
    game = table_of(seat, editions=("star", "munchkin"))
    game.do("sell", cards=["battle_armor"])
    game.do("sell", cards=["mithril_armor"])
    assert game.level(0) == 3
    assert int(game.position["player"]["sold_double"][0, 0]) == 2


def test_what_leaves_in_peace_leaves_as_many_treasures_as_the_room_says() -> None:
    """ROOM-2: in the Lost Luggage of the Galaxy a monster brings twice as many, too where nobody fights it."""
    bomb = "amnesiac_doomsday_bomb"
    game = table_of({"klass": "gadgeteer", "hand": [bomb]}, doors=["lost_luggage_of_the_galaxy"])
    game.do("open_door")
    passes(game)
    game.do("fight", card=bomb)
    passes(game)
    assert len(hand(game, 0)) == 2


BLEND = ("star", "munchkin")


def test_a_hireling_among_sidekicks_is_played_as_they_are() -> None:
    """SIDE-1, MIX-1: at any time, and in place of another one; the rulebook says that it counts as one of them."""
    game = combat({"hand": ["hireling"]}, {"hand": ["cotion_of_ponfusion"]}, monsters=["plasmoid"], editions=BLEND)
    assert not may(game, "lay_out")
    game.do("play", card="hireling")
    passes(game)
    assert (table(game, 0), game.strength("players")) == (["hireling"], 2)
    game = table_of({"hand": ["hireling"], "table": ["red_shirt"]}, editions=BLEND)
    game.do("play", card="hireling", second="red_shirt")
    passes(game)
    assert table(game, 0) == ["hireling"]


def test_a_helper_plays_a_hireling() -> None:
    """SIDE-1, MIX-1: not in the player's own turn."""
    helper = {"hand": ["hireling"]}
    game = combat({"level": 9}, helper, monsters=["plasmoid"], helper=1, editions=BLEND)
    game.do("kill") if may(game, "kill") else game.do("run_away")
    pass_until(game, 1).do("play", card="hireling")
    passes(game)
    assert table(game, 1) == ["hireling"]


def test_a_hireling_alone_is_laid_out() -> None:
    """MIX-1: without sidekicks in the game it isn't played at any time."""
    game = base.combat({"hand": ["hireling"]}, monsters=["maul_rat"])
    assert not may(game, "play")
