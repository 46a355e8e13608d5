"""GOLD: what no card breaks unless it names the rule."""

import pytest

import munchkin_env as mk
from munchkin_env.cards.explain import explain
from munchkin_env.vocabulary import Decision
from tests.kit.looking import discards, hand, verbs, words
from tests.kit.playing import settle, settled, win
from tests.kit.tables import fight, in_turn


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_losses_stop_at_level_one(before, after):
    """GOLD-1, LEVEL-1: two levels are lost, but nobody falls below level 1."""
    game = mk.scenario(seats=[{"level": before, "hand": ["curse_duck_of_doom"]}, {}, {}], forced_choices=False)
    game.do("play", card="curse_duck_of_doom", seat=0)
    assert game.level(0) == after


def test_a_player_of_level_one_loses_nothing():
    """GOLD-1: a curse that costs a level finds none below 1."""
    game = mk.scenario(seats=[{"hand": ["curse_lose_a_level"]}, {"level": 1}, {}])
    game.do("play", card="curse_lose_a_level", seat=1)
    assert game.level(1) == 1
    assert discards(game) == ["curse_lose_a_level"]


def test_looking_on_brings_no_level():
    """GOLD-2, LEVEL-1: a kill is the leader's alone; helper and bystander gain nothing."""
    game = win(fight(["lame_goblin"], {"level": 5}, helper=1, forced_choices=False))
    assert [game.level(p) for p in range(3)] == [6, 1, 1]


def test_rewards_wait_for_the_end_of_the_combat():
    """GOLD-3: while others may still object to the kill there is no level and no treasure."""
    game = fight(["maul_rat"], {"level": 4}, {"hand": ["enraged"]}, treasures=["helm_of_courage"])
    game.do("kill")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    assert game.level(0) == 4
    assert hand(game, 0) == []
    settle(game)
    assert game.level(0) == 5
    assert hand(game, 0) == ["helm_of_courage"]


def test_treasure_of_a_removed_monster_waits_for_the_rest():
    """GOLD-3, COMBAT-6: Pollymorph leaves the treasure, but not in the middle of the combat."""
    game = fight(["orcs_3872", "maul_rat"], {"level": 4, "hand": ["pollymorph_potion"]})
    settled(game, "play", card="pollymorph_potion", place=0)
    assert (game.decision, hand(game, 0)) == (Decision.COMBAT, [])


BY_CARD = [
    (("munchkin",), True),
    (("extended",), True),
    (("extended", "star"), True),
    (("star", "extended"), False),
    (("star", "munchkin"), False),
]


@pytest.mark.parametrize(("editions", "wins"), BY_CARD, ids=str)
def test_the_host_says_whether_a_card_may_name_the_rule(editions, wins):
    """GOLD-4, MIX-2: in a game by the rules of Star Munchkin the goal is reached by killing alone."""
    card = f"{next(one for one in editions if one != 'star')}:divine_intervention"
    cleric = {"level": 9, "klass": card.replace("divine_intervention", "cleric")}
    game = in_turn({}, cleric, doors=[card], editions=editions, quick_play=False)
    game.do("open_door")
    assert (game.is_terminal, game.level(1)) == (wins, 10 if wins else 9)
    said = explain(game.catalogue, game.catalogue.index(card))
    assert ("which may win the game" in said) == wins


def test_the_player_at_the_goal_ends_the_game():
    """GOLD-4: nothing can be done after that."""
    game = win(fight(["maul_rat"], {"level": 9}))
    assert verbs(game) == set()
    assert words(game) == set()
