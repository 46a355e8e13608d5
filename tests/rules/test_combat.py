"""Combat: strengths, who plays what when, rewards (COMBAT-1 to COMBAT-12), and the cards that rivals add to it."""

import pytest

import munchkin_env as mk
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.vocabulary import Decision, Event, Frame
from tests.kit.looking import discards, events, hand, may, seen_by, table, words
from tests.kit.playing import ask_for_help, flee, pass_until, say, settle, settled, win
from tests.kit.tables import fight

POTIONS = {"hand": ["sleep_potion"]}


# --------------------------------------------------------------------------- strengths


def test_levels_and_all_bonuses_add_up():
    """COMBAT-1: level, items in use, one-shots, enhancers and curses; what is carried or in hand adds nothing."""
    leader = {
        "level": 3,
        "table": ["helm_of_courage", "leather_armor"],
        "carried": ["flaming_armor"],
        "hand": ["magic_missile", "buckler_of_swashing"],
        "curses": ["curse_change_sex"],
    }
    game = fight(["lame_goblin", {"card": "pit_bull", "enhancers": ["enraged"]}], leader)
    assert game.strength("players") == 3 + 1 + 1 - 5
    assert game.strength("monsters") == 1 + 2 + 5
    game.do("play", card="magic_missile", place="players")
    assert game.strength("players") == 3 + 1 + 1 - 5 + 5


def test_strength_falls_below_one_but_the_level_does_not():
    """COMBAT-1, GOLD-1: a curse makes a combat strength negative; the level stays."""
    game = fight(["lame_goblin"], {"level": 1, "curses": ["curse_change_sex"]})
    assert game.strength("players") == -4
    assert game.level(0) == 1


def test_a_weakened_monster_has_negative_strength():
    """COMBAT-1, GOLD-1: enhancers change a monster's strength, which may go below 1."""
    game = fight([{"card": "lame_goblin", "enhancers": ["baby"]}], {})
    assert game.strength("monsters") == -4


@pytest.mark.parametrize(("level", "klass", "wins"), [(2, (), True), (1, (), False), (1, "warrior", True)])
def test_only_strictly_more_wins_and_a_warrior_wins_ties(level, klass, wins):
    """COMBAT-2: equal strength loses unless a Warrior fights; the other declaration is not offered."""
    game = fight(["lame_goblin"], {"level": level, "klass": klass})
    assert may(game, "kill") == wins
    assert may(game, "run_away") != wins


def test_a_warrior_does_not_win_with_less_than_a_tie():
    """COMBAT-2: a Warrior wins ties, not deficits."""
    assert not may(fight(["pit_bull"], {"level": 1, "klass": "warrior"}), "kill")


# --------------------------------------------------------------------------- several monsters


def test_monsters_are_beaten_together():
    """COMBAT-3: stronger than each of two monsters, but not than both."""
    game = fight(["lame_goblin", "pit_bull"], {"level": 3})
    assert game.strength("monsters") == 3
    assert not may(game, "kill")


def test_a_loser_flees_all_of_them():
    """COMBAT-3: one cannot fight one monster and run from the others: each is to be fled from."""
    game = fight(["lame_goblin", "pit_bull", "maul_rat"], {"level": 1}, dice=[6, 6, 6])
    flee(game)
    assert [amount for _, _, amount in events(game, Event.ROLLED)] == [6, 6, 6]


def test_removing_one_and_beating_the_rest_brings_both_treasures():
    """COMBAT-3, COMBAT-6: the removed monster's treasure is drawn when the rest are beaten; no level for it."""
    game = fight(["undead_horse", "lame_goblin"], {"level": 3, "hand": ["pollymorph_potion"]})
    settled(game, "play", card="pollymorph_potion", place=0)
    assert hand(game, 0) == []
    win(game)
    assert game.level(0) == 3 + 1
    assert len(hand(game, 0)) == 2 + 1


def test_removing_one_and_fleeing_the_rest_brings_no_treasure_at_all():
    """COMBAT-3: the treasure of the removed monster is lost as well."""
    game = fight(["undead_horse", "net_troll"], {"level": 3, "hand": ["pollymorph_potion"]}, dice=[6])
    game.do("play", card="pollymorph_potion", place=0)
    flee(settle(game))
    assert hand(game, 0) == []
    assert game.level(0) == 3


def test_a_removed_monster_is_not_fled_from():
    """COMBAT-3: a player who removes one acts on the others as usual."""
    game = fight(["lame_goblin", "net_troll"], {"level": 3, "hand": ["pollymorph_potion"]}, dice=[6, 1])
    game.do("play", card="pollymorph_potion", place=0)
    flee(settle(game))
    assert len(events(game, Event.ROLLED)) == 1


def test_a_vanished_single_monster_leaves_its_treasure_but_no_level():
    """COMBAT-6, GOLD-2: removing is not killing."""
    game = fight(["undead_horse"], {"level": 1, "hand": ["magic_lamp"]})
    settled(game, "play", card="magic_lamp", place=0)
    assert len(hand(game, 0)) == 2
    assert game.level(0) == 1


def test_a_monster_that_does_not_attack_leaves_what_its_card_says():
    """COMBAT-6, GOLD-2: the Amazon gives one of her two treasures to a woman, or to her leader, and no level."""
    for seats, helper in (([{"sex": "female"}], None), ([{"sex": "male"}, {"sex": "female"}], 1)):
        game = settle(fight(["amazon"], *seats, helper=helper))
        assert game.decision == Decision.AFTER_COMBAT
        assert (len(hand(game, 0)), game.level(0)) == (1, 1)


# --------------------------------------------------------------------------- the course of a combat


def test_the_others_may_react_before_the_leader_decides():
    """COMBAT-4: revealing a monster opens a window, then the leader decides."""
    game = mk.scenario(seats=[{}, POTIONS, {}], phase="door", doors=["lame_goblin"])
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("pass")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)


def test_after_each_play_the_others_may_react_and_the_leader_decides_again():
    """COMBAT-4: play, window, and the leader's next play."""
    game = fight(["net_troll"], {"level": 4, "hand": ["magic_missile", "pretty_balloons"]}, POTIONS)
    game.do("play", card="magic_missile", place="players")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("pass")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    game.do("play", card="pretty_balloons", place="players")
    assert game.strength("players") == 14


def test_a_play_that_turns_the_result_voids_the_declared_kill():
    """COMBAT-4: Enraged in the last window; nobody is killed, the leader decides again."""
    game = fight(["lame_goblin"], {"level": 3}, {"hand": ["enraged"]})
    game.do("kill")
    game.do("play", card="enraged", place=0)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert not may(game, "kill")
    assert events(game, Event.KILLED) == []
    assert game.level(0) == 3


def test_a_play_that_does_not_turn_the_result_lets_the_declared_kill_stand():
    """COMBAT-4: the leader is still stronger, so they need not declare again."""
    game = fight(["lame_goblin"], {"level": 9}, {"hand": ["enraged"]}, goal=20)
    game.do("kill")
    settled(game, "play", card="enraged", place=0)
    assert game.level(0) == 10


def test_after_a_voided_kill_a_seat_that_refused_may_be_asked_again():
    """COMBAT-4: a declaration that a play voids lets the leader act and ask once more."""
    game = fight(["net_troll"], {"level": 6, "hand": ["magic_missile"]}, {"level": 3, "hand": ["enraged"]})
    ask_for_help(game, 1)
    game.do("no")
    settled(game, "play", card="magic_missile", place="players")
    game.do("kill")
    game.do("play", card="enraged", place=0)
    ask_for_help(game, 1)
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)


def test_a_play_that_turns_the_result_voids_the_declared_defeat():
    """COMBAT-4, FLEE-5: a player who is made to win does not run."""
    game = fight(["net_troll"], {"level": 8}, {"hand": ["magic_missile"]})
    game.do("run_away")
    pass_until(game, 1)
    settled(game, "play", card="magic_missile", place="players")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert may(game, "kill")


def test_removing_the_last_monster_opens_the_last_window():
    """COMBAT-4, PLAY-5: another monster may still wander in, and then there is a combat again."""
    rival = {"hand": ["wandering_monster", "net_troll"]}
    game = fight(["lame_goblin"], {"level": 1, "hand": ["magic_lamp"]}, rival)
    game.do("play", card="magic_lamp", place=0)
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("play", card="wandering_monster", second="net_troll")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("monsters") == 10
    assert hand(game, 0) == []


def test_in_the_last_window_nothing_else_is_played_on_monsters_that_are_gone():
    """COMBAT-4, PLAY-3: a one-shot, an enhancer or a lone card for combats has no target any more."""
    game = fight(["lame_goblin"], {"hand": ["magic_lamp"]}, {"hand": ["enraged", "sleep_potion", "mate"]})
    game.do("play", card="magic_lamp", place=0)
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)


def test_the_setting_ends_a_combat_with_its_last_monster():
    """COMBAT-4: `removal_ends_combat` leaves no last window after the one for the play itself."""
    rival = {"hand": ["wandering_monster", "net_troll", "curse_duck_of_doom"]}
    game = fight(["lame_goblin"], {"hand": ["magic_lamp"]}, rival, removal_ends_combat=True)
    game.do("play", card="magic_lamp", place=0)
    pass_until(game, 1).do("pass")
    assert not game.position["combat"]["active"][0]


# --------------------------------------------------------------------------- rewards


def test_printed_double_levels_and_treasures_of_all_monsters():
    """COMBAT-5: Hippogriff gives two levels and four treasures, Lame Goblin one and one."""
    leader = {"level": 9, "table": ["huge_rock", "pantyhose_of_giant_strength", "really_impressive_title"]}
    game = fight(["hippogriff", "lame_goblin"], leader, goal=20)
    win(game)
    assert game.level(0) == 9 + 2 + 1
    assert len(hand(game, 0)) == 4 + 1


def test_the_order_of_rewards():
    """COMBAT-5: levels, then promised items, then the treasure, then a window."""
    leader = {"level": 5, "table": ["helm_of_courage"]}
    game = fight(["shrieking_geek"], leader, {"level": 3, "hand": ["mutilate_the_bodies"]})
    ask_for_help(game, 1, cards=["helm_of_courage"]).do("yes")
    settle(game)
    game.do("kill")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    kinds = [kind for kind, _, _ in events(game, Event.KILLED, Event.LEVEL_UP, Event.GAVE, Event.DREW)]
    assert kinds == [Event.KILLED, Event.LEVEL_UP, Event.GAVE, Event.DREW, Event.DREW]


def test_the_goal_comes_before_the_treasure():
    """COMBAT-5, WIN-1: the winner draws nothing any more."""
    game = fight(["lame_goblin"], {"level": 9})
    win(game)
    assert game.winners == (0,)
    assert hand(game, 0) == []


def test_no_reward_before_the_combat_is_over():
    """COMBAT-5, GOLD-3: a monster killed by a card gives its level and treasures only when the rest are beaten."""
    leader = {"level": 5, "hand": ["potion_of_halitosis"]}
    game = fight(["floating_nose", "lame_goblin"], leader)
    settled(game, "play", card="potion_of_halitosis", place=0)
    assert (game.level(0), hand(game, 0)) == (5, [])
    win(game)
    assert game.level(0) == 5 + 2
    assert len(hand(game, 0)) == 3 + 1


@pytest.mark.parametrize("won", [True, False])
def test_monsters_enhancers_and_one_shots_are_discarded(won):
    """COMBAT-7: won or lost; items in use stay."""
    leader = {"level": 9 if won else 1, "table": ["helm_of_courage"], "hand": ["magic_missile"]}
    game = fight([{"card": "lame_goblin", "enhancers": ["enraged"]}], leader, dice=[6], goal=20)
    game.do("play", card="magic_missile", place="players" if won else "monsters")
    (win if won else flee)(settle(game))
    assert discards(game) == ["enraged", "lame_goblin", "magic_missile"]
    assert "helm_of_courage" in table(game, 0)


def test_a_warrior_who_helps_wins_ties_for_both():
    """COMBAT-8: the helper's ability holds for the side."""
    tie = [{"level": 6}, {"level": 4}]
    assert not may(fight(["net_troll"], *tie, helper=1), "kill")
    tie[1]["klass"] = "warrior"
    assert may(fight(["net_troll"], *tie, helper=1), "kill")


def test_fighting_with_level_only_holds_for_the_whole_combat():
    """COMBAT-9: Ghoulfiends among others: neither items nor one-shots count against the goblin either."""
    leader = {"level": 4, "table": ["helm_of_courage"], "hand": ["magic_missile"]}
    game = fight(["lame_goblin", "ghoulfiends"], leader)
    game.do("play", card="magic_missile", place="players")
    assert game.strength("players") == 4


def test_thieves_wait_until_the_combat_is_over():
    """COMBAT-10: leader and helper are in combat until the rewards are dealt; then a Thief may steal."""
    thief = {"klass": "thief", "hand": ["sleep_potion"]}
    leader = {"level": 9, "table": ["helm_of_courage"]}
    game = fight(["lame_goblin"], leader, {"table": ["leather_armor"]}, thief, helper=1, goal=20)
    game.do("kill")
    assert (game.current_player, may(game, "steal")) == (2, False)
    game.do("pass")
    assert events(game, Event.KILLED)
    assert (game.current_player, may(game, "steal")) == (2, True)


def test_the_combat_begins_when_the_monster_is_revealed():
    """COMBAT-10: in the first window a Thief can no longer steal from the leader, but can stab them."""
    thief = {"klass": "thief", "hand": ["sleep_potion"]}
    game = mk.scenario(seats=[{"table": ["helm_of_courage"]}, thief, {}], phase="door", doors=["lame_goblin"])
    assert not may(game, "steal")
    assert may(game, "backstab")


def test_other_instructions_of_a_killed_monster_are_followed():
    """COMBAT-11: Potted Plant gives an Elf one treasure more, Large Angry Chicken a level more for fire."""
    game = win(fight(["potted_plant"], {"level": 4, "race": "elf"}))
    assert len(hand(game, 0)) == 2
    game = win(fight(["large_angry_chicken"], {"level": 4, "table": ["flaming_armor"]}))
    assert game.level(0) == 4 + 2


def test_a_bystanders_potion_does_not_make_a_kill_helped():
    """COMBAT-12, HELP-5: the treasure is drawn face down."""
    game = fight(["lame_goblin"], {"level": 1}, POTIONS, treasures=["huge_rock"])
    game.do("run_away")
    pass_until(game, 1)
    game.do("play", card="sleep_potion", place="players")
    win(settle(game))
    assert hand(game, 0) == ["huge_rock"]
    assert seen_by(game, "huge_rock") == set()


# --------------------------------------------------------------------------- what rivals add


def test_an_enhancer_played_on_the_mate_strengthens_both():
    """PLAY-7: the pair is one target for enhancers."""
    game = fight([{"card": "pit_bull", "mate": True}], {"hand": ["enraged"]})
    game.do("play", card="enraged", place=1)
    assert game.strength("monsters") == 2 * (2 + 5)


def test_a_mate_is_a_monster_of_its_own():
    """COMBAT-5, PLAY-7: levels and treasures for each of the pair, enhancers counted for both."""
    leader = {"level": 9, "table": ["huge_rock", "really_impressive_title", "pantyhose_of_giant_strength"]}
    game = fight([{"card": "pit_bull", "mate": True, "enhancers": ["enraged"]}], leader, goal=20)
    win(game)
    assert game.level(0) == 9 + 2
    assert len(hand(game, 0)) == 2 * (1 + 1)


def test_enhancers_stay_until_the_last_of_a_pair_is_removed():
    """PLAY-4, PLAY-7: one of the two is polymorphed, the other stays Enraged."""
    game = fight([{"card": "pit_bull", "mate": True, "enhancers": ["enraged"]}], {"hand": ["pollymorph_potion"]})
    game.do("play", card="pollymorph_potion", place=0)
    assert game.strength("monsters") == 2 + 5
    assert discards(game) == ["pit_bull"]


# --------------------------------------------------------------------------- other fighters


def test_a_transferral_changes_the_leader_and_not_the_turn():
    """COMBAT-10: the chosen player fights, levels and draws; the turn goes on where it was, with the room to loot."""
    seats = [{"level": 2, "hand": ["transferral_potion"]}, {"level": 7}, {"level": 3}]
    game = fight(["pit_bull"], *seats)
    settled(game, "play", card="transferral_potion", seat=1)
    assert (game.current_player, game.decision, game.turn_seat) == (1, Decision.COMBAT, 0)
    assert game.strength("players") == 7
    win(game)
    assert [game.level(seat) for seat in range(3)] == [2, 8, 3]
    assert (len(hand(game, 0)), len(hand(game, 1))) == (0, 1)
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert may(game, "loot_room")


def test_a_transferred_combat_is_given_to_somebody_outside_it():
    """COMBAT-10: neither the leader nor the helper can be chosen."""
    game = fight(["pit_bull"], {"hand": ["transferral_potion"]}, {}, {}, {}, helper=1)
    say(game, "play", "Transferral Potion")
    assert words(game) == {"the player 2 to the left", "the player 3 to the left"}


def test_who_wins_a_transferred_combat_may_lay_out_his_treasure():
    """TREAS-1, TURN-6: they received it outside their own turn, so they are asked at once."""
    game = fight(["pit_bull"], {"hand": ["transferral_potion"]}, {"level": 7}, treasures=["helm_of_courage"])
    settled(game, "play", card="transferral_potion", seat=1)
    game.do("kill")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="helm_of_courage")
    assert table(game, 1) == ["helm_of_courage"]


def test_who_loses_a_transferred_combat_flees_and_the_room_is_looted_all_the_same():
    """FLEE-1: the new leader rolls; the card lets the player whose turn it is loot whatever the result."""
    seats = [{"level": 2, "hand": ["transferral_potion"]}, {"level": 3}]
    game = fight(["net_troll"], *seats, dice=[5])
    game.do("play", card="transferral_potion", seat=1)
    flee(settle(game))
    assert events(game, Event.ROLLED) == [(Event.ROLLED, 1, 5)]
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert may(game, "loot_room")


def test_a_combat_lies_right_above_the_turn():
    """COMBAT-10: rules find it there; a state in which it lies elsewhere is broken."""
    game = mk.scenario([{}, {}, {}], phase="combat", combat={"monsters": ["potted_plant"]})
    assert game.broken() == Broken(0)
    game.position["frame"]["kind"][..., 1] = Frame.EFFECTS
    assert Broken.COMBAT in game.broken()
