"""Levels: where they come from and where they stop."""

import pytest

import munchkin_env as mk
from tests.kit.looking import may
from tests.kit.playing import flee, settle, win
from tests.kit.tables import fight


@pytest.mark.parametrize(("monster", "levels"), [("lame_goblin", 1), ("hippogriff", 2)])
def test_a_kill_brings_the_printed_levels(monster, levels):
    """LEVEL-1: one level for a kill, two where the card says so."""
    game = fight([monster], {"level": 17}, goal=20, forced_choices=False)
    win(game)
    assert game.level(0) == 17 + levels


def test_a_level_card_brings_a_level():
    """LEVEL-1: levels come from cards."""
    game = mk.scenario(seats=[{"hand": ["gp_1000"]}, {}, {}], forced_choices=False)
    game.do("play", card="gp_1000", seat=0)
    assert game.level(0) == 2


def test_selling_brings_a_level():
    """LEVEL-1: levels come from selling."""
    game = mk.scenario(seats=[{"hand": ["wand_of_dowsing"]}, {}, {}], forced_choices=False)
    game.do("sell", cards=["wand_of_dowsing"])
    assert game.level(0) == 2


def test_looking_on_brings_no_level():
    """LEVEL-1: a kill is the leader's alone; helper and bystander gain nothing."""
    game = fight(["lame_goblin"], {"level": 5}, helper=1, forced_choices=False)
    win(game)
    assert [game.level(p) for p in range(3)] == [6, 1, 1]


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_losses_stop_at_level_one(before, after):
    """LEVEL-1: two levels are lost, but nobody falls below level 1."""
    game = mk.scenario(seats=[{"level": before, "hand": ["curse_duck_of_doom"]}, {}, {}], forced_choices=False)
    game.do("play", card="curse_duck_of_doom", seat=0)
    assert game.level(0) == after


def test_bad_stuff_stops_at_level_one():
    """LEVEL-1: a caught player of level 2 who loses three levels is at level 1."""
    game = fight(["wannabe_vampire"], {"level": 2}, dice=[1], forced_choices=False)
    flee(game)
    assert game.level(0) == 1


def test_stolen_level_moves_between_players():
    """LEVEL-1: Steal a Level takes a level from its victim and gives one to its player."""
    game = mk.scenario(seats=[{"level": 3, "hand": ["steal_a_level"]}, {"level": 5}, {}], forced_choices=False)
    game.do("play", card="steal_a_level", seat=1)
    settle(game)
    assert (game.level(0), game.level(1)) == (4, 4)


def test_no_card_lifts_a_player_below_the_goal_to_the_goal():
    """LEVEL-1: at goal - 1 neither a level card nor Steal a Level can be played for the last level."""
    game = mk.scenario(
        seats=[{"level": 9, "hand": ["gp_1000", "steal_a_level"]}, {"level": 9}, {"level": 9}],
        forced_choices=False,
    )
    assert not may(game, "play")
