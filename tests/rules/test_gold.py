"""GOLD: what no card breaks unless it names the rule."""

import pytest

import munchkin_env as mk
from munchkin_env.cards.explain import explain
from munchkin_env.vocabulary import Decision
from tests.kit.looking import discards, hand, may, targets, verbs, words
from tests.kit.playing import flee, settle, win
from tests.kit.tables import fight, in_turn


def test_no_loss_goes_below_level_one():
    """GOLD-1, LEVEL-1: of two levels to lose a player of level 2 loses one."""
    game = mk.scenario(seats=[{"hand": ["curse_duck_of_doom"]}, {"level": 2}, {}])
    game.do("play", card="curse_duck_of_doom", seat=1)
    assert game.level(1) == 1


def test_a_player_of_level_one_loses_nothing():
    """GOLD-1: a curse that costs a level finds none below 1."""
    game = mk.scenario(seats=[{"hand": ["curse_lose_a_level"]}, {"level": 1}, {}])
    game.do("play", card="curse_lose_a_level", seat=1)
    assert game.level(1) == 1
    assert discards(game) == ["curse_lose_a_level"]


def test_a_monster_may_have_a_strength_below_one():
    """GOLD-1: the strength of a level 1 monster may fall to -4, its level not below 1."""
    game = fight([{"card": "maul_rat", "enhancers": ["baby"]}])
    assert game.strength("monsters") == -4


def test_a_player_may_have_a_strength_below_zero():
    """GOLD-1: combat strength may fall below 0 while the level stays 1."""
    game = fight(["maul_rat"], {"curses": ["curse_change_sex"]})
    assert (game.level(0), game.strength("players")) == (1, -4)


@pytest.mark.parametrize("card", ["pollymorph_potion", "magic_lamp"])
def test_a_removed_monster_gives_no_level(card):
    """GOLD-2, COMBAT-6: a monster that vanishes was not killed; its treasure comes all the same."""
    game = fight(["maul_rat"], {"hand": [card]}, treasures=["helm_of_courage"])
    game.do("play", card=card, place=0)
    settle(game)
    assert game.level(0) == 1
    assert hand(game, 0) == ["helm_of_courage"]


@pytest.mark.parametrize("card", ["friendship_potion", "out_to_lunch"])
def test_a_combat_called_off_gives_no_level(card):
    """GOLD-2: nobody was killed, so nobody rises."""
    game = fight(["maul_rat"], {"hand": [card]})
    game.do("play", card=card)
    settle(game)
    assert game.level(0) == 1


def test_fleeing_gives_no_level():
    """GOLD-2: a player who gets away has killed nothing."""
    game = flee(fight(["net_troll"], {"level": 4}, dice=[6]))
    assert game.level(0) == 4


def test_a_kill_gives_a_level():
    """GOLD-2: killing does."""
    game = win(fight(["maul_rat"], {"level": 4}))
    assert game.level(0) == 5


def test_a_card_gives_a_level_after_a_combat_without_a_kill():
    """GOLD-2: a card's own text gives levels too."""
    game = flee(fight(["net_troll"], {"level": 4, "hand": ["mutilate_the_bodies"]}, dice=[6]))
    game.do("play", card="mutilate_the_bodies", seat=0)
    assert game.level(0) == 5


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


def test_a_monster_killed_by_a_card_pays_when_the_rest_are_beaten():
    """GOLD-3: the Floating Nose dies at once, its level and treasure come with the end of the combat."""
    game = fight(["floating_nose", "maul_rat"], {"level": 4, "hand": ["potion_of_halitosis"]})
    game.do("play", card="potion_of_halitosis", place=0)
    settle(game)
    assert (game.level(0), hand(game, 0)) == (4, [])
    win(game)
    assert game.level(0) == 6
    assert len(hand(game, 0)) >= 4


def test_treasure_of_a_removed_monster_waits_for_the_rest():
    """GOLD-3, COMBAT-6: Pollymorph leaves the treasure, but not in the middle of the combat."""
    game = fight(["orcs_3872", "maul_rat"], {"level": 4, "hand": ["pollymorph_potion"]})
    game.do("play", card="pollymorph_potion", place=0)
    settle(game)
    assert (game.decision, hand(game, 0)) == (Decision.COMBAT, [])


def test_a_kill_reaches_the_goal():
    """GOLD-4, WIN-1: level 10 by killing a monster wins."""
    game = win(fight(["maul_rat"], {"level": 9}))
    assert (game.level(0), game.winners) == (10, (0,))


def test_a_level_card_is_not_played_below_the_goal():
    """GOLD-4, PLAY-2: at level 9 a Go Up a Level card has no use."""
    game = in_turn({"level": 9, "hand": ["boil_an_anthill"]}, {"level": 8}, {"level": 9})
    assert targets(game, "boil_an_anthill") == {"the player 1 to the left"}


def test_a_level_card_that_reaches_nobody_is_not_played():
    """GOLD-4: with everybody at goal - 1 nobody may have it."""
    game = mk.scenario(seats=[{"level": 9, "hand": ["boil_an_anthill"]}, {"level": 9}, {"level": 9}])
    assert not may(game, "play")


def test_a_sale_does_not_reach_the_goal():
    """GOLD-4, SELL-2: 2,100 gold sold at level 8 give one level, not two."""
    wares = ["staff_of_napalm", "pollymorph_potion"]
    game = mk.scenario(seats=[{"level": 8, "hand": wares}, {}, {}])
    game.do("sell", cards=wares)
    assert game.level(0) == 9
    assert not game.is_terminal


def test_nothing_is_sold_for_the_goal_level():
    """GOLD-4, SELL-2: at level 9 a sale would bring nothing and is not offered."""
    game = mk.scenario(seats=[{"level": 9, "hand": ["pollymorph_potion"]}, {}, {}])
    assert not may(game, "sell")


def test_a_stolen_level_does_not_reach_the_goal():
    """GOLD-4: Steal a Level is no way to level 10."""
    game = mk.scenario(seats=[{"level": 9, "hand": ["steal_a_level"]}, {"level": 5}, {}])
    assert not may(game, "play")


def test_a_kill_with_forced_help_does_not_reach_the_goal():
    """GOLD-4, HELP-9: the card that forces help says that it cannot win the game."""
    wearer = {"level": 8, "table": ["kneepads_of_allure"]}
    game = fight(["plutonium_dragon"], wearer, {"level": 9, "table": ["really_impressive_title", "spiky_knees"]})
    game.do("ask_help", seat=1)
    settle(game)
    win(game)
    assert game.level(0) == 9
    assert not game.is_terminal


def test_a_card_that_names_the_rule_reaches_the_goal():
    """GOLD-4, WIN-3: Divine Intervention may give a Cleric the winning level."""
    game = in_turn({}, {"level": 9, "klass": "cleric"}, {"klass": "cleric"}, doors=["divine_intervention"])
    game.do("open_door")
    assert game.winners == (1,)


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


def test_levels_of_a_kill_beyond_the_goal_are_not_counted():
    """GOLD-4, WIN-2: two levels from level 9 end at the goal."""
    strong = {"level": 9, "table": ["really_impressive_title"]}
    game = win(fight(["squidzilla"], strong, {"level": 9}, helper=1))
    assert game.level(0) == 10


def test_the_player_at_the_goal_ends_the_game():
    """GOLD-4: nothing can be done after that."""
    game = win(fight(["maul_rat"], {"level": 9}))
    assert verbs(game) == set()
    assert words(game) == set()
