"""Death: what stays, who loots, and how the dead return (DEATH-1 to DEATH-5)."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event, Phase, Zone
from tests.kit.looking import can, discards, events, hand, may, table, words
from tests.kit.playing import ask_for_help, flee, give_up, pass_until, say, settle, settled
from tests.kit.tables import fight
from tests.rules.test_rooms import annexed
from tests.scenarios.star.kit import table_of as star_table

KILLER = "stoned_golem"  # bad stuff: death


def dies(leader, *others, dice=(1,), **settings):
    """Seat 0 is killed; up to the first decision about the body."""
    return flee(fight([KILLER], leader, *others, dice=dice, **settings))


def loot(game, *cards):
    """The looters take the cards one after the other."""
    for card in cards:
        assert game.decision == Decision.LOOT_BODY
        game.do(card=card)
    return settle(game)


def test_race_class_level_and_modifiers_stay():
    """DEATH-1: everything else is lost."""
    identity = {"race": ["dwarf", "elf"], "klass": ["thief", "cleric"]}
    body = {"table": ["half_breed", "super_munchkin", "helm_of_courage", "hireling"], "hand": ["mate"]}
    game = loot(dies({"level": 5, **identity, **body}, {"level": 2}), "helm_of_courage", "hireling")
    assert game.level(0) == 5
    assert table(game, 0) == ["cleric", "dwarf", "elf", "half_breed", "super_munchkin", "thief"]
    assert hand(game, 0) == []


def test_curses_outlive_death():
    """DEATH-1: in this edition a lasting curse stays with the new character."""
    game = dies({"level": 5, "curses": ["curse_chicken_on_your_head"]})
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.TURN_START)  # there was nothing to loot
    assert table(game, 0) == ["curse_chicken_on_your_head"]


def test_attached_and_lent_cards_are_lost_too():
    """DEATH-1: Cheat! goes with its item, the Hireling's load with the body."""
    leader = {"level": 5, "table": [{"huge_rock": "cheat"}, "hireling"], "lent": "stepladder"}
    game = dies(leader)
    while game.decision == Decision.LOOT_BODY:
        game.step(int(game.legal_actions()[0]))
    settle(game)
    assert table(game, 0) == []


# --------------------------------------------------------------------------- looting

RICH = {"level": 5, "table": ["helm_of_courage", "leather_armor"], "hand": ["mate", "baby", "magic_missile"]}


def test_the_body_is_looted_from_the_highest_level_down():
    """DEATH-2: each picks one card from hand or table, the rest is discarded."""
    game = dies(RICH, {"level": 2}, {"level": 7}, {"level": 4})
    assert words(game) == {"Helm of Courage", "Leather Armor", "Mate", "Baby", "Magic Missile"}
    for seat, card in ((2, "magic_missile"), (3, "helm_of_courage"), (1, "baby")):
        assert (game.current_player, game.decision) == (seat, Decision.LOOT_BODY)
        game.do(card=card)
    settle(game)
    assert [hand(game, seat) for seat in range(4)] == [[], ["baby"], ["magic_missile"], ["helm_of_courage"]]
    assert set(discards(game)) >= {"mate", "leather_armor"}


def test_looted_items_come_into_the_hand():
    """DEATH-2: also what lay on the table, so that no slot or Big limit matters."""
    game = dies({"level": 5, "table": ["huge_rock"]}, {"level": 3, "table": ["stepladder"]})
    game.do(card="huge_rock")
    assert hand(game, 1) == ["huge_rock"]


@pytest.mark.parametrize("card", ["send_in_the_clown", "swap_o_tron_ticket"])
def test_who_has_just_come_back_fights_for_nobody(card):
    """DEATH-4: if the dead return at once they act from the next turn on; a card names somebody else."""
    poisoner = {"level": 3, "hand": ["poison", card]}
    game = star_table({"level": 3}, poisoner, {"level": 3}, {}, doors=["battle_barber"], phase="begin", **annexed())
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card="poison", seat=2)
    while game.decision != Decision.TURN_START:
        game.do("pass")
    assert not game.position["player"]["dead"][0, 2]
    game.do("open_door")
    while game.current_player != 1:
        game.do("pass")
    targets = [seat for seat in range(4) if can(game, "play", card=card, seat=seat)]
    assert targets == [1, 3]


def pickers(game):
    """Return the seats that pick from the body, in order."""
    picked = []
    while game.decision == Decision.LOOT_BODY:
        picked.append(game.current_player)
        game.step(int(game.legal_actions()[0]))
    return picked


@pytest.mark.parametrize(("dice", "order"), [((2, 5), [2, 1]), ((5, 2), [1, 2]), ((4, 4, 6), [2, 1])])
def test_a_tie_is_broken_by_the_die(dice, order):
    """DEATH-2: the higher roll picks first; equal rolls are thrown again."""
    game = dies(RICH, {"level": 3}, {"level": 3}, dice=(1, *dice))
    assert pickers(game) == order


CHICKEN, HICCUPS, MANY = "curse_chicken_on_your_head", "deep_space_hiccups", "madness_we_are_many"


@pytest.mark.parametrize(
    ("curses", "dice", "order"),
    [
        ([CHICKEN], (3, 3), [2, 1]),  # 2 against 3: no tie
        ([CHICKEN], (4, 3, 5), [2, 1]),  # 3 against 3: thrown again
        ([CHICKEN], (5, 3), [1, 2]),
        ([CHICKEN], (1, 1), [2, 1]),  # 0
        ([CHICKEN, HICCUPS, MANY], (1, 1), [2, 1]),  # -2
        ([CHICKEN, HICCUPS, MANY], (6, 3, 2), [1, 2]),
    ],
)
def test_a_curse_on_all_rolls_is_one_on_the_roll_for_the_body(curses, dice, order):
    """DEATH-2: below 1, too."""
    cursed = {"level": 3, "curses": curses}
    game = dies(RICH, cursed, {"level": 3}, dice=(1, *dice), editions=("munchkin", "star", "cthulhu"))
    assert pickers(game) == order


def test_rolls_below_one_are_told_apart():
    """DEATH-2: -1 comes after 0; four places for four players."""
    seats = [{"level": 3, "curses": curses} for curses in ([CHICKEN, HICCUPS], [MANY])]
    editions = ("munchkin", "star", "cthulhu")
    game = dies(RICH, *seats, {"level": 3}, dice=(1, 1, 1, 6), editions=editions)
    assert pickers(game) == [3, 2, 1]


def test_the_dead_do_not_roll_for_their_bodies():
    """DEATH-2, DEATH-3: only the first of two throws the die, whatever level the dead has."""
    game = dies({**RICH, "level": 3}, {"level": 3}, {"level": 3}, dice=(1, 1, 5))
    assert pickers(game) == [2, 1]


def test_when_the_body_has_run_out_of_cards_the_others_get_none():
    """DEATH-2: two cards, three looters."""
    game = dies({"level": 5, "hand": ["mate", "baby"]}, {"level": 4}, {"level": 3}, {"level": 2})
    loot(game, "mate", "baby")
    assert [len(hand(game, seat)) for seat in (1, 2, 3)] == [1, 1, 0]


def test_each_living_player_must_take_a_card():
    """DEATH-2: to pass is not legal."""
    assert not may(dies(RICH), "pass")


def test_looters_may_lay_out_what_they_took_at_once():
    """DEATH-2, TURN-6: outside their turns, after all have picked; the dead player's turn is over."""
    game = dies(RICH, {"level": 3}, {"level": 2})
    game.do(card="helm_of_courage")
    game.do(card="leather_armor")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="helm_of_courage")
    game.do("done")
    assert (game.current_player, game.decision) == (2, Decision.RECEIVE)
    assert table(game, 1) == ["helm_of_courage"]


def test_looting_waits_until_all_flight_rolls_are_over():
    """DEATH-2: the leader is dead, the helper rolls first."""
    game = fight([KILLER], {**RICH, "level": 3}, {"level": 2}, {"level": 1}, helper=1, dice=[1, 6])
    give_up(game)
    settled(game, "roll", place=0)
    assert (game.current_player, game.decision) == (1, Decision.FLEE)
    settled(game, "roll", place=0)
    assert game.decision == Decision.LOOT_BODY


def test_the_leaders_body_comes_first_and_the_dead_do_not_loot():
    """DEATH-2, DEATH-3: both die; only the third player picks, from the leader and then from the helper."""
    seats = [{"level": 3, "hand": ["mate"]}, {"level": 2, "hand": ["baby"]}, {"level": 1}]
    game = flee(fight([KILLER], *seats, helper=1, dice=[1, 1]))
    assert (game.current_player, words(game)) == (2, {"Mate"})
    settled(game, card="mate")
    assert (game.current_player, words(game)) == (2, {"Baby"})
    loot(game, "baby")
    assert hand(game, 2) == ["baby", "mate"]


def test_the_body_of_a_leader_by_transferral_comes_first():
    """DEATH-2: also if the leader sits behind the helper and it is somebody else's turn."""
    seats = [{"hand": ["transferral_potion"]}, {"level": 2, "hand": ["baby"]}, {"level": 3, "hand": ["mate"]}, {}]
    game = fight([KILLER], *seats, dice=[1, 1])
    game.do("play", card="transferral_potion", seat=2)
    ask_for_help(settle(game), 1).do("yes")
    flee(settle(game))
    assert words(game) == {"Mate"}


# --------------------------------------------------------------------------- the dead


def with_the_dead(**facts):
    """Seat 2 of four is dead and has the lowest level; it is the turn of seat 0."""
    return mk.scenario(
        seats=[{"level": 4, **facts}, {"level": 2}, {"level": 1, "dead": True}, {"level": 3}],
        phase="start",
        forced_choices=False,
    )


@pytest.mark.parametrize("card", ["curse_lose_a_level", "gp_1000", "steal_a_level"])
def test_the_dead_are_no_target(card):
    """DEATH-3: of no curse, no level card and no theft of a level."""
    game = with_the_dead(hand=[card])
    say(game, "play", game.catalogue.card(game.catalogue.index(card)).name)
    assert "the player 2 to the left" not in words(game)
    assert "the player 1 to the left" in words(game)


@pytest.mark.parametrize("dead", [True, False])
def test_what_lies_before_the_dead_is_not_lifted(dead):
    """DEATH-3, CURSE-4: neither a curse nor a Madness, until they are back."""
    victim = {"level": 1, "dead": dead, "table": ["madness_gammaphobia"]}
    players = [{"level": 4, "hand": ["wishing_ring"]}, {"level": 2}, victim]
    game = mk.scenario(seats=players, phase="start", editions=("cthulhu",), forced_choices=False)
    assert may(game, "play") is not dead


def test_the_dead_are_not_asked_for_help():
    """DEATH-3: only the living can be asked."""
    game = fight(["net_troll"], {"level": 2}, {}, {"dead": True}, {})
    assert words(say(game, "ask help")) == {"the player 1 to the left", "the player 3 to the left"}


@pytest.mark.parametrize("level", [1, 2])
def test_the_dead_receive_no_charity_and_do_not_count_as_lowest(level):
    """DEATH-3: the lowest living player gets what is too much, also if a dead one is lower or tied."""
    cards = ["mate", "baby", "ancient", "enraged", "humongous", "intelligent"]
    dead = {"level": level, "dead": True}
    game = mk.scenario(seats=[{"level": 4, "hand": cards}, {"level": 2}, dead, {"level": 3}], phase="charity")
    settle(game)
    game.do(card="mate")
    assert hand(game, 1) == ["mate"]


def test_the_dead_gain_no_level():
    """DEATH-3: a dead Cleric gets nothing from a Divine Intervention."""
    seats = [{"level": 2}, {"level": 3, "klass": "cleric"}, {"level": 4, "klass": "cleric", "dead": True}]
    game = mk.scenario(seats=seats, phase="door", doors=["divine_intervention"])
    assert [game.level(seat) for seat in range(3)] == [2, 4, 4]


# --------------------------------------------------------------------------- return


def died_in_his_turn(**settings):
    """Seat 0 has died in its own turn and been looted; everybody passes on to the next turn."""
    settings.setdefault("players", [{"level": 3, "race": "elf"}, {"level": 4}, {"level": 5}])
    seats = settings.pop("players")
    return settle(dies(*seats, **settings))


def test_death_in_ones_own_turn_ends_it():
    """DEATH-5: no loot, no charity; the next player's turn begins."""
    game = died_in_his_turn()
    assert (game.current_player, game.decision, game.turn_seat) == (1, Decision.TURN_START, 1)


def test_the_dead_return_when_the_next_turn_begins():
    """DEATH-4: level and race as before, no cards; the player may be asked for help at once."""
    game = died_in_his_turn(doors=["net_troll"])
    assert not game.position["player"]["dead"][0, 0]
    assert (game.level(0), table(game, 0), hand(game, 0)) == (3, ["elf"], [])
    settled(game, "open_door")
    assert "the player 2 to the left" in words(say(game, "ask help"))


def returned(doors, treasures, **facts):
    """Seat 0 was dead when the turn of its right neighbour ended; the new start is dealt from the tops of the decks."""
    game = mk.scenario(
        seats=[{"level": 3, "dead": True, **facts}, {"level": 4}, {"level": 5}],
        turn=2,
        phase="charity",
        doors=[*doors, "lame_goblin"],
        treasures=treasures,
        forced_choices=False,
    )
    return settle(game)


NEW_DOORS = ["dwarf", "mate", "baby", "thief"]
NEW_TREASURES = ["helm_of_courage", "magic_missile", "leather_armor", "slimy_armor"]


def test_the_returned_draw_four_of_each_deck_face_down():
    """DEATH-4: at their next turn, keeping what they got meanwhile."""
    game = returned(NEW_DOORS, NEW_TREASURES, hand=["ancient"])
    assert hand(game, 0) == sorted([*NEW_DOORS, *NEW_TREASURES, "ancient"])
    cards = game.position["card"][0]
    known = [int(cards["known_by"][c]) for c in range(1, 200) if cards["zone"][c] == Zone.HAND]
    assert known == [0] * 9


AT_ONCE = {"dead_return_at_once": True}


def test_by_the_switch_the_dead_return_at_once():
    """DEATH-4: as soon as the body is looted; their new start is dealt at their next turn."""
    game = dies({"level": 5, "table": ["helm_of_courage"]}, {"level": 2}, switches=AT_ONCE)
    assert game.position["player"]["dead"][0, 0] == 1
    game = loot(game, "helm_of_courage")
    assert game.position["player"]["dead"][0, 0] == 0
    assert hand(game, 0) == []
    assert (game.current_player, game.decision) == (1, Decision.TURN_START)
    assert int(game.position["player"]["redeal"][0, 0]) == 1


def test_who_returned_at_once_neither_helps_nor_acts_before_the_next_turn():
    """DEATH-4: a helper dies, the body is looted, and the leader's turn goes on without them."""
    helper = {"level": 3, "hand": ["magic_missile", "curse_lose_a_level"], "table": ["helm_of_courage"]}
    for switches, dead in ((AT_ONCE, 0), ({}, 1)):
        leader = {"level": 4, "hand": ["baby"]}
        game = fight([KILLER], leader, helper, {"level": 2}, helper=1, dice=[6, 1], switches=switches)
        game = flee(game)
        while game.decision == Decision.LOOT_BODY:
            assert game.current_player != 1
            game.step(int(game.legal_actions()[0]))
        while game.decision == Decision.RECEIVE:
            game.do("done")
        assert int(game.position["player"]["dead"][0, 1]) == dead
        asked = set()
        while game.turn_seat == 0 and not game.is_terminal:
            asked.add(game.current_player)
            game.step(int(game.legal_actions()[-1]))
        assert 1 not in asked


def test_the_returned_lay_out_as_at_the_start():
    """DEATH-4, SETUP-3: before anything else races, classes and items, no other card."""
    game = returned(NEW_DOORS, NEW_TREASURES)
    assert (game.current_player, game.decision, game.phase) == (0, Decision.SETUP, Phase.SETUP)
    assert words(game) == {"lay out", "done"}
    for card in ("thief", "dwarf", "helm_of_courage"):
        game.do("lay_out", card=card)
    settled(game, "done")
    assert table(game, 0) == ["dwarf", "helm_of_courage", "thief"]
    assert (game.current_player, game.decision, game.phase) == (0, Decision.TURN_START, Phase.START)


def test_a_divine_intervention_in_the_new_hand_waits_for_the_laying_out():
    """DEATH-4, SETUP-3: the first player to lay out a Cleric gains the level."""
    game = returned(["cleric", "divine_intervention", "mate", "baby"], NEW_TREASURES)
    assert game.level(0) == 3
    game.do("lay_out", card="cleric")
    settled(game, "done")
    assert game.level(0) == 4
    assert "divine_intervention" in discards(game)


def test_the_new_start_is_dealt_once():
    """DEATH-4: the turn after that begins like any other."""
    game = returned(NEW_DOORS, NEW_TREASURES)
    settled(game, "done")
    drawn = len(events(game, Event.DREW))
    assert drawn == 8
    assert not game.position["player"]["redeal"][0, 0]


# --------------------------------------------------------------------------- death in a combat


def test_death_ends_the_flight():
    """DEATH-5: no roll against the second monster."""
    game = flee(fight([KILLER, "pit_bull"], {"level": 3}, dice=[1]))
    assert len(events(game, Event.ROLLED)) == 1
    assert game.level(0) == 3


def test_the_helper_still_flees_when_the_leader_has_died():
    """DEATH-5, FLEE-3: only the helper's own rolls decide about the helper."""
    game = flee(fight(["pit_bull", KILLER], {"level": 3}, {"level": 5}, helper=1, dice=[6, 1, 1, 6]))
    assert [seat for _, seat, _ in events(game, Event.ROLLED)] == [0, 0, 1, 1]
    assert game.level(1) == 3


def drop_dead(game, seat):
    """The base edition has no curse that kills: the rules find the player dead at their next step."""
    game.position["player"]["dead"][0, seat] = 1
    game.position["bodies"][0] |= 1 << seat


def test_a_leader_who_dies_before_fleeing_ends_the_combat():
    """DEATH-5: helper free, deal void, cards discarded, and nobody rolls."""
    leader = {"level": 4, "table": ["helm_of_courage"], "hand": ["nasty_tasting_sports_drink"]}
    game = fight(["bullrog"], leader, {"level": 3}, {"hand": ["sleep_potion"]})
    ask_for_help(game, 1, 2, cards=["helm_of_courage"]).do("yes")
    settle(game).do("play", card="nasty_tasting_sports_drink", place="players")
    pass_until(game, 2)
    drop_dead(game, 0)
    settled(game, "pass")
    assert game.decision == Decision.LOOT_BODY
    assert not game.position["combat"]["active"][0]
    assert events(game, Event.ROLLED, Event.DREW, Event.KILLED) == []
    assert discards(game) == ["bullrog", "nasty_tasting_sports_drink"]
    assert hand(game, 1) == []


def test_a_helper_who_dies_leaves_the_combat():
    """DEATH-5: the leader fights on alone and may ask another."""
    leader = {"level": 4, "hand": ["nasty_tasting_sports_drink"]}
    game = fight(["net_troll"], leader, {"level": 3}, {"hand": ["sleep_potion"]}, helper=1)
    game.do("play", card="nasty_tasting_sports_drink", place="players")
    drop_dead(game, 1)
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert game.strength("players") == 4 + 2
    assert words(say(game, "ask help")) == {"the player 2 to the left"}
