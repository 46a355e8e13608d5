"""Help: asking, bargaining, volunteers, what a helper gives and gets (HELP-1 to HELP-9)."""

import pytest

from munchkin_env.vocabulary import Decision, Event
from tests.kit.looking import carried, events, hand, may, seen_by, table, words
from tests.kit.playing import ask_for_help, flee, pass_until, say, settle, win
from tests.kit.tables import fight

STRONG = {"level": 8}


# --------------------------------------------------------------------------- asking


def test_only_a_losing_leader_asks():
    """HELP-1: a winning leader may not ask."""
    assert may(fight(["net_troll"], {"level": 4}), "ask_help")
    assert not may(fight(["lame_goblin"], {"level": 4}), "ask_help")


def test_after_a_refusal_the_next_is_asked_until_all_have_refused():
    """HELP-1: nobody is asked twice while no strength changes; at last only flight is left."""
    game = fight(["net_troll"], {"level": 4}, {}, {}, {})
    for seat in (2, 1, 3):
        ask_for_help(game, seat)
        assert (game.current_player, game.decision) == (seat, Decision.ANSWER_HELP)
        game.do("no")
        assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert words(game) == {"run away"}


def test_who_refused_may_be_asked_again_after_a_strength_changed():
    """HELP-1, WINDOW-6: also if the difference is the same as before; three times in all."""
    leader = {"level": 2, "hand": ["magic_missile", "pretty_balloons", "sleep_potion"]}
    game = fight([{"card": "net_troll", "enhancers": ["humongous"]}], leader, {})
    for card in ("magic_missile", "pretty_balloons", "sleep_potion"):
        ask_for_help(game, 1).do("no")
        game.do("play", card=card, place="players")
        settle(game)
    assert words(say(game, "ask help")) == {"the player 2 to the left"}


def test_the_same_difference_of_other_strengths_is_a_change():
    """WINDOW-6: both sides have grown by five."""
    game = fight(["net_troll"], {"level": 4, "hand": ["enraged", "magic_missile"]}, {})
    ask_for_help(game, 1).do("no")
    game.do("play", card="enraged", place=0)
    game.do("play", card="magic_missile", place="players")
    ask_for_help(game, 1)
    assert game.decision == Decision.ANSWER_HELP


def test_there_is_one_helper_at_a_time():
    """HELP-1: with a helper in it nobody else is asked, even if both are losing."""
    game = fight(["bullrog"], {"level": 4}, {})
    ask_for_help(game, 1).do("yes")
    settle(game)
    assert game.strength("players") == 5
    assert not may(game, "ask_help")


def test_others_may_react_before_the_answer():
    """WINDOW-2: asking for help opens a window; the asked player decides on a position that they can see."""
    game = fight(["net_troll"], {"level": 4}, {}, {"hand": ["enraged"]})
    game.do("ask_help", seat=1)
    assert (game.current_player, game.decision) == (2, Decision.WINDOW)
    game.do("play", card="enraged", place=0)
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)


def test_a_question_lapses_when_help_is_no_longer_needed():
    """HELP-1: a potion in the window makes the leader win; nobody needs to decide."""
    game = fight(["net_troll"], {"level": 8}, {}, {"hand": ["magic_missile"]})
    game.do("ask_help", seat=1)
    game.do("play", card="magic_missile", place="players")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert may(game, "kill")


# --------------------------------------------------------------------------- bargaining


def test_any_number_of_the_monsters_treasures_may_be_offered():
    """HELP-2: from none to all that the monsters have."""
    game = fight([{"card": "net_troll", "enhancers": ["enraged"]}], {"level": 4}, {})
    say(game, "ask help", "the player 1 to the left")
    assert words(game) == {"0", "1", "2", "3", "4"}


def helped(amount=0, treasures=("huge_rock", "leather_armor", "slimy_armor"), leader=(), **terms):
    """A Net Troll beaten with the help of seat 1, up to the first decision about the rewards."""
    game = fight(["net_troll"], {"level": 4, **dict(leader)}, dict(STRONG), treasures=treasures)
    ask_for_help(game, 1, amount, **terms).do("yes")
    settle(game)
    return win(game)


def test_the_agreed_number_of_treasures_goes_to_the_helper():
    """HELP-2: picked in turns from the leader on until the helper has their part; the rest is the leader's."""
    game = helped(1)
    assert (game.current_player, game.decision) == (0, Decision.SPOILS)
    game.do(card="slimy_armor")
    assert (game.current_player, game.decision) == (1, Decision.SPOILS)
    game.do(card="huge_rock")
    settle(game)
    assert hand(game, 0) == ["leather_armor", "slimy_armor"]
    assert hand(game, 1) == ["huge_rock"]


def test_the_first_pick_can_be_promised():
    """HELP-2: the helper takes the best one first."""
    game = helped(1, first_pick=True)
    assert (game.current_player, game.decision) == (1, Decision.SPOILS)
    game.do(card="leather_armor")
    settle(game)
    assert hand(game, 0) == ["huge_rock", "slimy_armor"]


def test_without_a_promise_the_helper_gets_nothing():
    """HELP-2: the whole treasure is the leader's."""
    game = helped(0)
    assert (len(hand(game, 0)), len(hand(game, 1))) == (3, 0)


def test_a_helper_gets_no_more_than_was_drawn():
    """HELP-2, DECK-2: three were promised, the decks hold one."""
    game = helped(3, treasures=("huge_rock",))
    assert len(hand(game, 1)) == 3
    game = fight(["net_troll"], {"level": 4}, dict(STRONG), treasures=("huge_rock",), rest="out")
    ask_for_help(game, 1, 3).do("yes")
    win(settle(game))
    assert (hand(game, 0), hand(game, 1)) == ([], ["huge_rock"])


def test_promised_items_move_after_the_kill_and_arrive_carried():
    """HELP-2: the helper has the item in play, turned sideways."""
    game = helped(0, leader={"table": ["helm_of_courage", "leather_armor"]}, treasures=(), cards=["helm_of_courage"])
    assert table(game, 0) == ["leather_armor"]
    assert table(game, 1) == ["helm_of_courage"]
    assert carried(game, "helm_of_courage")


def test_only_items_in_play_can_be_promised():
    """HELP-2: nothing from the hand, no race and no class."""
    items = {"table": ["helm_of_courage"], "carried": ["leather_armor"], "hand": ["slimy_armor"]}
    game = fight(["net_troll"], {"level": 4, "race": "elf", **items}, {})
    say(game, "ask help", "the player 1 to the left", "0")
    assert words(game) == {"done", "Helm of Courage", "Leather Armor"}


def test_a_promised_item_that_the_helper_cannot_carry_stays():
    """HELP-2, ITEM-3: the helper has a Big item already."""
    game = fight(["net_troll"], {"level": 4, "table": ["huge_rock"]}, {**STRONG, "table": ["stepladder"]})
    ask_for_help(game, 1, cards=["huge_rock"]).do("yes")
    win(settle(game))
    assert table(game, 0) == ["huge_rock"]


def test_a_deal_binds_only_if_the_combat_is_won():
    """HELP-2: both flee, and the promised item stays where it is."""
    game = fight(["net_troll"], {"level": 4, "table": ["helm_of_courage"]}, {}, dice=[5, 5])
    ask_for_help(game, 1, 1, cards=["helm_of_courage"]).do("yes")
    flee(settle(game))
    assert table(game, 0) == ["helm_of_courage"]
    assert hand(game, 1) == []


def test_a_promised_item_is_not_promised_any_more_after_the_combat():
    """HELP-2: a deal that came to nothing leaves no trace on the item."""
    game = fight(["net_troll"], {"level": 4, "table": ["helm_of_courage"]}, {}, dice=[5, 5])
    unmarked = game.position["card"]["flag"].tolist()
    ask_for_help(game, 1, cards=["helm_of_courage"]).do("yes")
    assert game.position["card"]["flag"].tolist() != unmarked
    flee(settle(game))
    assert game.position["card"]["flag"].tolist() == unmarked


def test_one_counter_offer_names_a_higher_price():
    """HELP-2: yes, no, or one counter-offer, which the leader accepts or refuses."""
    game = fight(["net_troll"], {"level": 4}, dict(STRONG))
    ask_for_help(game, 1, 1)
    assert words(game) == {"yes", "no", "counter"}
    assert words(say(game, "counter")) == {"2", "3"}
    say(game, "3")
    assert (game.current_player, game.decision) == (0, Decision.ANSWER_COUNTER)
    assert words(game) == {"yes", "no"}
    game.do("yes")
    win(settle(game))
    assert len(hand(game, 1)) == 3


def test_a_refused_counter_offer_is_a_refusal():
    """HELP-2: the leader says no and goes on alone."""
    game = fight(["net_troll"], {"level": 4}, dict(STRONG))
    ask_for_help(game, 1, 1).do("counter", amount=2)
    game.do("no")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("players") == 4


def test_who_is_offered_everything_cannot_ask_for_more():
    """HELP-2: a counter-offer is a higher one."""
    game = fight(["net_troll"], {"level": 4}, dict(STRONG))
    assert words(ask_for_help(game, 1, 3)) == {"yes", "no"}


@pytest.mark.parametrize(("bargaining", "choices"), [("off", {"0"}), ("simple", {"0", "1", "2", "3"})])
def test_bargaining_is_a_setting(bargaining, choices):
    """HELP-2: "off" knows no rewards, "simple" treasures only."""
    game = fight(["net_troll"], {"level": 4, "table": ["helm_of_courage"]}, {}, bargaining=bargaining)
    say(game, "ask help", "the player 1 to the left")
    assert words(game) == choices
    say(game, "0")
    assert game.decision == Decision.ANSWER_HELP


# --------------------------------------------------------------------------- what a helper gives and gets


def test_the_helpers_strength_joins():
    """HELP-3: level and items of both, one-shots played for their side once."""
    game = fight(["net_troll"], {"level": 4}, {"level": 2, "table": ["helm_of_courage"], "hand": ["sleep_potion"]})
    ask_for_help(game, 1).do("yes")
    assert game.strength("players") == 4 + 2 + 1
    pass_until(game, 1).do("play", card="sleep_potion", place="players")
    assert game.strength("players") == 4 + 2 + 1 + 2


def test_a_helper_uses_his_abilities():
    """HELP-3: a Warrior who helps goes berserk."""
    game = fight(["net_troll"], {"level": 4}, {"klass": "warrior", "hand": ["mate"]})
    ask_for_help(game, 1).do("yes")
    pass_until(game, 1).do("berserk", card="mate")
    assert game.strength("players") == 4 + 1 + 1


def test_the_helper_gains_no_level():
    """HELP-4: the leader gains one for each monster, the helper none."""
    game = fight(["undead_horse", "lame_goblin"], {"level": 4}, {"level": 3}, helper=1)
    win(game)
    assert [game.level(0), game.level(1)] == [6, 3]


def test_an_elf_who_helps_gains_a_level_for_each_monster_killed():
    """HELP-4: two monsters, two levels, whatever they give the leader."""
    game = fight(["hippogriff", "lame_goblin"], {"level": 9}, {"level": 9, "race": "elf"}, helper=1, goal=20)
    assert may(game, "kill")
    win(game)
    assert [game.level(0), game.level(1)] == [9 + 3, 9 + 2]


def test_an_elf_gains_nothing_for_a_monster_that_was_only_removed():
    """HELP-4, GOLD-2: a level is for killing."""
    leader = {"level": 4, "hand": ["pollymorph_potion"]}
    game = fight(["net_troll", "lame_goblin"], leader, {"level": 3, "race": "elf"}, helper=1)
    game.do("play", card="pollymorph_potion", place=0)
    win(settle(game))
    assert [game.level(0), game.level(1)] == [5, 4]


@pytest.mark.parametrize(("elf_may_win", "winners", "level"), [(True, (1,), 10), (False, (), 9)])
def test_an_elfs_level_may_be_the_winning_one(elf_may_win, winners, level):
    """HELP-4, WIN-1: by default the Elf wins, without the leader if only the Elf is at the goal; a setting stops them
    below it."""
    seats = [{"level": 4}, {"level": 9, "race": "elf"}]
    game = win(fight(["lame_goblin"], *seats, helper=1, elf_may_win=elf_may_win))
    assert game.winners == winners
    assert game.level(1) == level


def test_a_helped_kills_treasure_is_seen_by_all():
    """HELP-5: the leader draws it, face up, no matter whose ability won."""
    game = fight(["lame_goblin"], {"level": 4}, {}, helper=1, treasures=["huge_rock"])
    win(game)
    assert hand(game, 0) == ["huge_rock"]
    assert seen_by(game, "huge_rock") == {1, 2}


def test_a_lone_killers_treasure_is_his_secret():
    """HELP-5: it is drawn face down."""
    game = win(fight(["lame_goblin"], {"level": 4}, treasures=["huge_rock"]))
    assert seen_by(game, "huge_rock") == set()


def test_both_flee_with_rolls_of_their_own():
    """HELP-6: the leader is caught, the helper is not."""
    game = fight(["pit_bull"], {"level": 5, "curses": ["curse_change_sex"]}, {"level": 1}, helper=1, dice=[1, 6])
    flee(game)
    assert [game.level(0), game.level(1)] == [3, 1]
    assert [(seat, face) for _, seat, face in events(game, Event.ROLLED)] == [(0, 1), (1, 6)]


# --------------------------------------------------------------------------- volunteers


def test_a_bystander_offers_himself_when_the_leader_is_about_to_flee():
    """HELP-7: with a price; accepted, the volunteer fights and is paid, and the declared defeat is void."""
    game = fight(["net_troll"], {"level": 4}, {}, dict(STRONG), treasures=["huge_rock"])
    game.do("run_away")
    pass_until(game, 2).do("offer_help", amount=2)
    assert (game.current_player, game.decision) == (0, Decision.ANSWER_VOLUNTEER)
    game.do("yes")
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("players") == 12
    win(game)
    say(game, "Huge Rock")
    settle(game)
    assert (hand(game, 0), len(hand(game, 2))) == (["huge_rock"], 2)


def test_the_leader_may_refuse_a_volunteer():
    """HELP-7: then the next may volunteer, or the leader flees."""
    game = fight(["net_troll"], {"level": 4}, {}, dict(STRONG))
    game.do("run_away")
    game.do("offer_help", amount=0)
    game.do("no")
    assert game.strength("players") == 4
    assert (game.current_player, game.decision) == (2, Decision.WINDOW)
    assert may(game, "offer_help")
    game.do("pass")
    assert game.decision == Decision.FLEE  # seat 1 has volunteered once in this combat


def test_whoever_is_asked_in_a_losing_combat_may_offer_himself():
    """HELP-7: before the leader has given up, in the window after a play."""
    rival = {**STRONG, "hand": ["sleep_potion"]}
    game = fight(["net_troll"], {"level": 4, "hand": ["nasty_tasting_sports_drink"]}, rival)
    game.do("play", card="nasty_tasting_sports_drink", place="players")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("offer_help", amount=1)
    assert (game.current_player, game.decision) == (0, Decision.ANSWER_VOLUNTEER)
    game.do("yes")
    assert game.strength("players") == 4 + 2 + 8


def test_to_volunteer_is_no_reason_to_be_asked_before_a_defeat():
    """HELP-7, WINDOW-3: a seat without any reaction is not stopped at after each play."""
    game = fight(["net_troll"], {"level": 4, "hand": ["nasty_tasting_sports_drink"]}, dict(STRONG))
    game.do("play", card="nasty_tasting_sports_drink", place="players")
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)


def test_nobody_volunteers_for_a_combat_that_is_being_won():
    """HELP-7, HELP-1: there is nothing to help with."""
    game = fight(["lame_goblin"], {"level": 4}, {"hand": ["sleep_potion"]})
    game.do("kill")
    assert words(game) == {"pass", "play"}


def test_nobody_volunteers_while_another_is_being_asked():
    """HELP-7: the leader waits for a reply; one offer at a time."""
    game = fight(["net_troll"], {"level": 4}, {}, {"hand": ["sleep_potion"]})
    game.do("ask_help", seat=1)
    assert game.current_player == 2
    assert words(game) == {"pass", "play"}


# --------------------------------------------------------------------------- forced out


def gazebo_joins(leader, helper, third=None, **terms):
    """Seat 1 helps against Net Troll; then a Gazebo, which fights no helpers, wanders in."""
    rival = {"hand": ["wandering_monster", "gazebo"]}
    game = fight(["net_troll"], leader, helper, rival, third or {}, **terms.pop("settings", {}))
    ask_for_help(game, 1, **terms).do("yes")
    pass_until(game, 2).do("play", card="wandering_monster", second="gazebo")
    return settle(game)


def test_a_card_forces_the_helper_out():
    """HELP-8: the helper's strength is gone, and nobody can be asked while the card holds."""
    game = gazebo_joins({"level": 4}, dict(STRONG))
    assert game.strength("players") == 4
    assert not may(game, "ask_help")


def test_a_forced_out_helper_suffers_nothing():
    """HELP-8: only the leader flees."""
    game = gazebo_joins({"level": 4}, {"level": 8}, settings={"dice": [5, 5]})
    flee(game)
    assert [seat for _, seat, _ in events(game, Event.ROLLED)] == [0, 0]


def test_a_forced_out_helper_gets_nothing():
    """HELP-8: the leader wins alone after all: no treasure, no promised item, no Elf's level."""
    potions = ["pollymorph_potion", "magic_missile", "pretty_balloons"]
    leader = {"level": 4, "table": ["helm_of_courage"], "hand": potions}
    game = gazebo_joins(leader, {"level": 8, "race": "elf"}, amount=3, cards=["helm_of_courage"])
    game.do("play", card="pollymorph_potion", place=1)
    for potion in potions[1:]:
        game.do("play", card=potion, place="players")
    win(settle(game))
    assert (game.level(0), game.level(1)) == (5, 8)
    assert (hand(game, 1), table(game, 1)) == ([], ["elf"])


def test_after_a_helper_was_forced_out_another_may_be_asked():
    """HELP-8: once the card that forbids help is gone; the old deal is void, the promised item stays."""
    leader = {"level": 4, "table": ["helm_of_courage"], "hand": ["pollymorph_potion"]}
    game = gazebo_joins(leader, {"level": 8}, {"level": 9}, amount=3, cards=["helm_of_courage"])
    game.do("play", card="pollymorph_potion", place=1)
    settle(game)
    ask_for_help(game, 3).do("yes")
    win(settle(game))
    assert game.level(0) == 5
    assert table(game, 0) == ["helm_of_courage"]
    assert (hand(game, 1), hand(game, 3)) == ([], [])


def test_what_a_forced_out_helper_spent_stays():
    """HELP-8: the former helper's potion goes on helping the side."""
    rival = {"hand": ["wandering_monster", "gazebo"]}
    game = fight(["net_troll"], {"level": 4}, {"level": 3, "hand": ["sleep_potion"]}, rival)
    ask_for_help(game, 1).do("yes")
    pass_until(game, 1).do("play", card="sleep_potion", place="players")
    pass_until(game, 2).do("play", card="wandering_monster", second="gazebo")
    settle(game)
    assert game.strength("players") == 4 + 2


def test_nobody_can_help_against_a_gazebo():
    """HELP-8, HELP-1: not even be asked."""
    assert not may(fight(["gazebo"], {"level": 4}), "ask_help")


# --------------------------------------------------------------------------- forced help

KNEEPADS = {"level": 4, "table": ["kneepads_of_allure"]}


def test_kneepads_force_a_player_of_higher_level():
    """HELP-9: the helper is not asked for consent, and no treasure can be agreed on."""
    game = fight(["net_troll"], KNEEPADS, {"level": 7})
    game.do("ask_help", seat=1)
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("players") == 11


def test_kneepads_leave_a_player_of_equal_level_the_choice():
    """HELP-9: only higher levels are forced."""
    game = fight(["net_troll"], KNEEPADS, {"level": 4})
    assert ask_for_help(game, 1).decision == Decision.ANSWER_HELP


def test_a_forced_helper_may_sabotage():
    """HELP-9: the helper plays a potion for the monsters."""
    game = fight(["net_troll"], KNEEPADS, {"level": 7, "hand": ["sleep_potion"]})
    game.do("ask_help", seat=1)
    pass_until(game, 1).do("pass")  # in the window of the question
    pass_until(game, 1).do("play", card="sleep_potion", place="monsters")
    assert game.strength("monsters") == 12
    assert not may(settle(game), "kill")


@pytest.mark.parametrize(("items", "level", "winners"), [((), 10, (0,)), (("kneepads_of_allure",), 9, ())])
def test_forced_help_does_not_serve_the_winning_kill(items, level, winners):
    """HELP-9, GOLD-4: the leader stays one below the goal, where a willing helper would have made them win."""
    game = fight(["hippogriff"], {"level": 8, "table": items}, {"level": 9})
    ask_for_help(game, 1)
    if not items:
        game.do("yes")
    win(settle(game))
    assert game.level(0) == level
    assert game.winners == winners
