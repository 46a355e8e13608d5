"""Winning: by a kill, by a card, together or alone (WIN-1 to WIN-3, QUICK-3)."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision
from tests.kit.looking import hand, may
from tests.kit.playing import settle, settled, win
from tests.kit.tables import fight

CLERIC = {"klass": "cleric"}


def test_the_first_at_the_goal_wins_as_soon_as_the_kill_is_settled():
    """WIN-1: the game is over, only the winner gets a return of 1."""
    game = win(fight(["lame_goblin"], {"level": 9}, {"level": 9}))
    assert game.is_terminal
    assert game.winners == (0,)
    assert game.returns.tolist() == [1.0, -0.5, -0.5]


def test_nobody_wins_before_the_last_window_has_closed():
    """WIN-1, COMBAT-4: a rival's Enraged in the last window saves the game."""
    game = fight(["net_troll"], {"level": 9, "table": ["pantyhose_of_giant_strength"]}, {"hand": ["enraged"]})
    game.do("kill")
    assert not game.is_terminal
    game.do("play", card="enraged", place=0)
    assert not game.is_terminal
    assert not may(game, "kill")


def test_levels_beyond_the_goal_do_not_count():
    """WIN-1, GOLD-4: two levels from the goal minus one are the goal."""
    game = win(fight(["hippogriff"], {"level": 9}, {"level": 9}, helper=1))
    assert game.winners == (0,)
    assert game.level(0) == 10


@pytest.mark.parametrize(("goal", "winners"), [(10, (0,)), (20, ()), (5, (0,))])
def test_the_goal_level_is_a_setting(goal, winners):
    """WIN-2: 20 for the long game."""
    game = win(fight(["lame_goblin"], {"level": min(goal, 10) - 1}, goal=goal))
    assert game.winners == winners


def test_removing_a_monster_does_not_win():
    """WIN-1, GOLD-4, GOLD-2: only a kill does."""
    game = fight(["lame_goblin"], {"level": 9, "hand": ["magic_lamp"]})
    settled(game, "play", card="magic_lamp", place=0)
    assert (game.is_terminal, game.level(0)) == (False, 9)


@pytest.mark.parametrize("card", ["gp_1000", "steal_a_level"])
def test_other_cards_do_not_win(card):
    """GOLD-4, WIN-1: a level card cannot be played at all on a player just below the goal."""
    game = mk.scenario(seats=[{"level": 9, "hand": [card]}, {"level": 9}, {"level": 9}], forced_choices=False)
    assert not may(game, "play")


# --------------------------------------------------------------------------- leader and helper


def test_the_leader_comes_before_an_elf_who_reaches_the_goal_with_him():
    """WIN-1: both would reach the goal by the same kill; the leader wins alone."""
    game = win(fight(["lame_goblin"], {"level": 9}, {"level": 9, "race": "elf"}, helper=1))
    assert game.winners == (0,)
    assert game.level(1) == 9


@pytest.mark.parametrize(("level", "winners"), [(9, (0, 1)), (4, ())])
def test_a_setting_lets_the_helper_win_with_the_leader(level, winners):
    """QUICK-3: at any level of the helper, when the leader reaches the goal with their help."""
    game = win(fight(["lame_goblin"], {"level": level}, {"level": 1}, helper=1, helper_wins=True))
    assert game.winners == winners


def test_a_helper_does_not_win_if_the_leader_was_alone():
    """QUICK-3: nobody helped."""
    game = win(fight(["lame_goblin"], {"level": 9}, {}, helper_wins=True))
    assert game.winners == (0,)


# --------------------------------------------------------------------------- Divine Intervention


def test_a_divine_intervention_resolves_at_once_for_all_clerics():
    """WIN-3: turned up at the door, no matter who opened it."""
    seats = [{"level": 2}, {"level": 3, **CLERIC}, {"level": 5, **CLERIC}, {"level": 5}]
    game = mk.scenario(seats=seats, phase="door", doors=["divine_intervention"])
    assert [game.level(seat) for seat in range(4)] == [2, 4, 6, 5]


def test_a_divine_intervention_drawn_face_down_resolves_too():
    """WIN-3: while looting the room; the card is not kept."""
    game = mk.scenario(
        seats=[{"level": 2, **CLERIC}, {}, {}], phase="trouble", doors=["divine_intervention"], forced_choices=False
    )
    settled(game, "loot_room")
    assert game.level(0) == 3
    assert hand(game, 0) == []


def test_a_divine_intervention_taken_from_the_discards_is_not_held_back():
    """WIN-3: it resolves however it is received."""
    game = mk.scenario(
        seats=[{"level": 2, "hand": ["wand_of_dowsing"]}, {"level": 3, **CLERIC}, {}],
        discards=["divine_intervention"],
        forced_choices=False,
    )
    game.do("play", card="wand_of_dowsing", second="divine_intervention")
    assert game.level(1) == 4
    assert hand(game, 0) == []


def test_a_divine_intervention_may_win():
    """WIN-3, GOLD-4: its text says so."""
    game = mk.scenario(seats=[{}, {"level": 9, **CLERIC}, {}], phase="door", doors=["divine_intervention"])
    assert game.winners == (1,)


def test_several_clerics_share_the_victory():
    """WIN-3: all who reach the goal by the card."""
    seats = [{"level": 9}, {"level": 9, **CLERIC}, {"level": 9, **CLERIC}, {"level": 8, **CLERIC}]
    game = mk.scenario(seats=seats, phase="door", doors=["divine_intervention"])
    assert game.winners == (1, 2)
    assert game.returns.tolist() == [-0.5, 0.5, 0.5, -0.5]


def intervention_in_combat(*levels, **settings):
    """Clerics of these levels, a running combat of seat 0, and a Divine Intervention taken from the discards."""
    seats = [{"level": level, **CLERIC} for level in levels]
    seats[0]["hand"] = ["wand_of_dowsing"]
    game = fight(["bullrog"], *seats, discards=["divine_intervention"], **settings)
    game.do("play", card="wand_of_dowsing", second="divine_intervention")
    return game


def test_a_fighter_who_wins_by_it_leaves_his_combat_unresolved():
    """WIN-3: fighters gain the level too; the monster is neither beaten nor fled from."""
    game = intervention_in_combat(9, 1, 1)
    assert game.winners == (0,)
    assert game.position["combat"]["n_monsters"][0] == 1


def test_an_outsider_may_win_in_the_middle_of_a_combat():
    """WIN-3: the fighters gain their level and have lost."""
    game = intervention_in_combat(4, 9, 1)
    assert game.winners == (1,)
    assert game.level(0) == 5


def test_the_leader_of_a_combat_shares_with_the_other_clerics():
    """WIN-3: leader first is a rule about kills; here several reach the goal at one moment."""
    game = intervention_in_combat(9, 9, 9)
    assert game.winners == (0, 1, 2)
    assert game.returns.tolist() == [0.0, 0.0, 0.0]


def test_below_the_goal_the_combat_goes_on():
    """WIN-3: two levels later the same decision is pending."""
    game = intervention_in_combat(4, 5, 6)
    settle(game)
    assert not game.is_terminal
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("players") == 5
