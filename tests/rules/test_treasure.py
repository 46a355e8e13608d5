"""Treasure on receipt: laid out, played, shared, drawn by itself."""

from munchkin_env.vocabulary import Decision
from tests.kit.looking import carried, hand, may, seen_by, table
from tests.kit.playing import settle, win
from tests.kit.tables import fight


def test_item_from_a_kill_may_be_laid_out_at_once():
    """TREAS-1: in their own turn the winner lays out the item just drawn."""
    game = fight(["lame_goblin"], {"level": 5}, treasures=["helm_of_courage"], forced_choices=False)
    win(game)
    assert hand(game, 0) == ["helm_of_courage"]
    game.do("lay_out", card="helm_of_courage")
    assert table(game, 0) == ["helm_of_courage"]
    assert not carried(game, "helm_of_courage")


def test_level_card_from_a_kill_may_be_played_at_once():
    """TREAS-1: Go Up a Level is used as soon as it is received."""
    game = fight(["lame_goblin"], {"level": 5}, treasures=["gp_1000"], forced_choices=False)
    win(game)
    assert game.level(0) == 6
    game.do("play", card="gp_1000", seat=0)
    assert game.level(0) == 7


def test_received_level_card_may_be_played_on_somebody_else():
    """TREAS-1: the level card may go to any other player."""
    game = fight(["lame_goblin"], {"level": 5}, treasures=["gp_1000"], forced_choices=False)
    win(game)
    game.do("play", card="gp_1000", seat=2)
    assert (game.level(0), game.level(2)) == (6, 2)


def test_helper_lays_out_his_share_outside_his_turn():
    """TREAS-1: the helper may lay out the treasure the moment they get it."""
    game = fight(["lame_goblin"], {"level": 5}, helper=1, deal=1, treasures=["helm_of_courage"], forced_choices=False)
    game.do("kill")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="helm_of_courage")
    assert table(game, 1) == ["helm_of_courage"]
    assert not carried(game, "helm_of_courage")


def test_only_what_was_just_received_is_laid_out_outside_the_own_turn():
    """TREAS-1: the moment of receipt is for the new card only, not for older ones in hand."""
    game = fight(
        ["lame_goblin"],
        {"level": 5},
        {"hand": ["leather_armor"]},
        helper=1,
        deal=1,
        treasures=["helm_of_courage"],
        forced_choices=False,
    )
    game.do("kill")
    trial = game.clone()
    trial.do("lay_out", card="helm_of_courage")
    assert table(trial, 1) == ["helm_of_courage"]
    assert not may(trial, "lay_out")
    game.do("done")
    assert hand(game, 1) == ["helm_of_courage", "leather_armor"]


def test_nothing_is_laid_out_on_receipt_inside_a_combat():
    """TREAS-1: an item that a fighter receives during the combat stays in hand."""
    game = fight(["bullrog"], {"hand": ["wand_of_dowsing"]}, discards=["helm_of_courage"], forced_choices=False)
    game.do("play", card="wand_of_dowsing", second="helm_of_courage")
    settle(game)
    assert hand(game, 0) == ["helm_of_courage"]
    assert game.decision == Decision.COMBAT
    assert not may(game, "lay_out")


def test_lone_kill_draws_face_down_and_a_helped_one_face_up():
    """TREAS-1, HELP-5: only treasure of a helped combat is seen by the others."""
    lone = fight(["lame_goblin"], {"level": 5}, treasures=["gp_1000"], forced_choices=False)
    win(lone)
    assert seen_by(lone, "gp_1000") == set()
    helped = fight(["lame_goblin"], {"level": 5}, helper=1, treasures=["gp_1000"], forced_choices=False)
    win(helped)
    assert seen_by(helped, "gp_1000") == {1, 2}


def test_hoard_plays_itself_and_draws_three():
    """TREAS-1: Hoard! is not kept; three treasures come in its place."""
    game = fight(
        ["lame_goblin"],
        {"level": 5},
        treasures=["hoard", "helm_of_courage", "leather_armor", "gp_1000", "magic_missile"],
        forced_choices=False,
    )
    win(game)
    assert hand(game, 0) == ["gp_1000", "helm_of_courage", "leather_armor"]
