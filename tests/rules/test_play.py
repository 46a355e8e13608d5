"""PLAY: who may play what, when, and on whom."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Deck
from tests.kit.looking import hand, in_combat, may, open_window, pile, seen_by, table, targets, verbs, words
from tests.kit.playing import pass_until, settle, win
from tests.kit.tables import fight, in_turn

CURSE = "curse_lose_a_level"
EVERYBODY = {"oneself", "the player 1 to the left", "the player 2 to the left"}


def joins(game: mk.Game) -> int:
    """Monsters in the combat."""
    return int(game.position["combat"]["n_monsters"][0])


# ----------------------------------------------------------------------- curses


def test_a_curse_may_be_played_on_any_living_player():
    """PLAY-1, DEATH-3: oneself included, the dead not."""
    game = in_turn({"hand": [CURSE]}, {}, {"dead": True}, {})
    assert targets(game, CURSE) == {"oneself", "the player 1 to the left", "the player 3 to the left"}


@pytest.mark.parametrize(
    ("window", "settings"),
    [
        ("turn_start", {"phase": "begin"}),
        ("door", {"phase": "door", "doors": ["elf"]}),
        ("reveal", {"phase": "door", "doors": ["net_troll"]}),
    ],
)
def test_a_curse_may_be_played_at_any_time_in_anothers_turn(window, settings):
    """PLAY-1: whenever a window is open."""
    game = in_turn({"level": 5}, {"hand": [CURSE]}, **settings)
    assert (open_window(game), game.current_player) == (window, 1)
    game.do("play", card=CURSE, seat=0)
    assert game.level(0) == 4


@pytest.mark.parametrize("verb", ["end_turn", "loot_room"])
def test_a_curse_may_be_played_on_whoever_thinks_that_all_is_well(verb):
    """PLAY-1: before charity, after looting."""
    game = in_turn({"level": 5}, {"hand": [CURSE]}, {}, phase="trouble", doors=["elf"])
    game.do(verb)
    game.do("play", card=CURSE, seat=0)
    assert game.level(0) == 4


def test_a_curse_may_be_played_when_a_monster_seems_to_be_dead():
    """PLAY-1, COMBAT-4: a level less, and the kill that was declared is none."""
    game = fight(["pit_bull"], {"level": 3}, {"hand": [CURSE]})
    game.do("kill")
    game.do("play", card=CURSE, seat=0)
    settle(game)
    assert (game.level(0), game.decision, may(game, "run_away")) == (2, Decision.COMBAT, True)


def test_a_curse_may_be_played_in_ones_own_turn():
    """PLAY-1: also in one's own combat."""
    game = fight(["maul_rat"], {"hand": [CURSE]}, {"level": 5})
    game.do("play", card=CURSE, seat=1)
    assert game.level(1) == 4


def test_no_curse_before_the_first_turn():
    """PLAY-1, SETUP-3: not while players lay out."""
    game = next(
        game
        for game in (mk.Game(seed=seed, forced_choices=False) for seed in range(50))
        if CURSE in hand(game, game.current_player)
    )
    assert "play" not in verbs(game)


# ----------------------------------------------------------------------- level cards and other special treasures


def test_a_level_card_may_be_played_on_anybody():
    """PLAY-2: in this edition on others too (switch)."""
    game = in_turn({"hand": ["boil_an_anthill"]})
    assert targets(game, "boil_an_anthill") == EVERYBODY
    game.do("play", card="boil_an_anthill", seat=1)
    assert [game.level(seat) for seat in range(3)] == [1, 2, 1]


def test_a_level_card_may_be_played_in_combat():
    """PLAY-2: at any time; the level counts at once."""
    game = fight(["maul_rat"], {"level": 1, "hand": ["boil_an_anthill"]})
    game.do("play", card="boil_an_anthill", seat=0)
    assert game.strength("players") == 2
    assert may(settle(game), "kill")


def test_a_level_card_may_be_played_in_anothers_turn():
    """PLAY-2: at any time."""
    game = in_turn({}, {"hand": ["boil_an_anthill"]}, phase="begin")
    game.do("play", card="boil_an_anthill", seat=1)
    assert game.level(1) == 2


def test_never_on_a_player_just_below_the_goal():
    """PLAY-2, GOLD-4: level 9 is no target, nor 4 if the goal is 5."""
    game = in_turn({"hand": ["boil_an_anthill"]}, {"level": 4}, {"level": 3}, goal=5)
    assert targets(game, "boil_an_anthill") == {"oneself", "the player 2 to the left"}


def test_a_level_may_be_stolen_from_others_only():
    """PLAY-2: the target is a matter of the card."""
    game = in_turn({"hand": ["steal_a_level"]}, {"level": 4})
    assert targets(game, "steal_a_level") == {"the player 1 to the left", "the player 2 to the left"}
    game.do("play", card="steal_a_level", seat=1)
    assert (game.level(0), game.level(1)) == (2, 3)


# ----------------------------------------------------------------------- one-shots


@pytest.mark.parametrize("place", ["hand", "table"])
def test_a_one_shot_is_played_from_hand_or_table(place):
    """PLAY-3: five more for the players."""
    game = fight(["net_troll"], {place: ["magic_missile"]})
    game.do("play", card="magic_missile", place="players")
    assert game.strength("players") == 6


def test_a_one_shot_is_played_by_anybody_for_either_side():
    """PLAY-3: a bystander helps the monster."""
    game = fight(["maul_rat"], {"level": 5}, {"hand": ["magic_missile"]})
    game.do("kill")
    assert targets(game, "magic_missile") == {"for the players", "for the monsters"}
    game.do("play", card="magic_missile", place="monsters")
    assert (game.strength("players"), game.strength("monsters")) == (5, 6)


def test_the_bonus_belongs_to_the_side():
    """PLAY-3, HELP-8: it stays when the one who played it is gone."""
    game = fight(["maul_rat"], {}, {"hand": ["magic_missile", "boil_an_anthill"]}, {"hand": ["transferral_potion"]})
    game.do("run_away")
    game.do("play", card="magic_missile", place="players")
    pass_until(game, 2)
    game.do("play", card="transferral_potion", seat=1)
    settle(game)
    assert game.current_player == 1
    assert game.strength("players") == 6


def test_a_spent_one_shot_is_nobodys_until_the_combat_ends():
    """PLAY-3, PLAY-10: it can neither be played again nor pay for anything."""
    game = fight(["net_troll"], {"klass": "warrior", "table": ["magic_missile"]}, forced_choices=False)
    assert words(game, "berserk") == {"Magic Missile"}
    game.do("play", card="magic_missile", place="players")
    settle(game)
    assert in_combat(game) == ["magic_missile", "net_troll"]
    assert verbs(game) & {"play", "berserk"} == set()


def test_some_one_shots_are_played_outside_combat():
    """PLAY-3: the Wishing Ring removes a lasting curse, a potion does nothing there."""
    chicken = "curse_chicken_on_your_head"
    game = in_turn({"hand": ["wishing_ring", "magic_missile"]}, {"curses": [chicken]})
    assert words(game, "play") == {"Wishing Ring"}
    game.do("play", card="wishing_ring", second=chicken)
    assert table(game, 1) == []


# ----------------------------------------------------------------------- monsters and their enhancers


def test_an_enhancer_is_played_on_one_monster_of_choice():
    """PLAY-4: every monster of the combat is a target, and only monsters."""
    game = fight(["net_troll", "maul_rat"], {"hand": ["enraged"]})
    assert targets(game, "enraged") == {"monster 1", "monster 2"}
    game.do("play", card="enraged", place=1)
    bonuses = game.position["combat"]["monster"]["bonus"][0, :2].tolist()
    assert bonuses == [0, 5]


def test_enhancers_add_up():
    """PLAY-4: 1 + 5 + 10 - 5."""
    game = fight([{"card": "maul_rat", "enhancers": ["enraged", "ancient"]}], {}, {"hand": ["baby"]})
    game.do("run_away")
    game.do("play", card="baby", place=0)
    assert game.strength("monsters") == 11


def test_enhancers_leave_with_their_monster():
    """PLAY-4: the other monster keeps its own."""
    strong = [{"card": "net_troll", "enhancers": ["ancient"]}, {"card": "maul_rat", "enhancers": ["enraged"]}]
    game = fight(strong, {"hand": ["pollymorph_potion"]})
    game.do("play", card="pollymorph_potion", place=0)
    assert game.strength("monsters") == 6
    assert sorted(pile(game, Deck.DOOR)) == ["ancient", "net_troll"]


def test_no_enhancer_outside_combat():
    """PLAY-4: it needs a monster that fights."""
    assert not may(in_turn({"hand": ["enraged", "wandering_monster", "maul_rat", "mate"]}), "play")


def test_a_wandering_monster_brings_one_from_the_same_hand():
    """PLAY-5: both cards are the player's own."""
    rival = {"hand": ["wandering_monster", "net_troll", "enraged"]}
    game = fight(["maul_rat"], {"level": 5}, rival, {"hand": ["crabs"]})
    game.do("kill")
    assert targets(game, "wandering_monster") == {"Net Troll"}
    game.do("play", card="wandering_monster", second="net_troll")
    assert (joins(game), game.strength("monsters")) == (2, 11)
    assert hand(game, 1) == ["enraged"]


def test_no_wandering_monster_without_a_monster_in_hand():
    """PLAY-5: the card alone brings nobody."""
    game = fight(["maul_rat"], {"hand": ["wandering_monster", "elf"]}, {"hand": ["crabs"]})
    assert not may(game, "play")


def test_undead_join_undead():
    """PLAY-6: without a Wandering Monster, from the hand of a bystander."""
    game = fight(["mr_bones"], {"level": 5}, {"hand": ["undead_horse", "crabs"]})
    game.do("kill")
    assert words(game, "play") == {"Undead Horse"}
    game.do("play", card="undead_horse")
    assert (joins(game), game.strength("monsters")) == (2, 6)


def test_undead_join_nobody_else():
    """PLAY-6: a living monster calls no undead."""
    game = fight(["maul_rat"], {"level": 5}, {"hand": ["undead_horse"]})
    game.do("kill")
    assert game.is_terminal or game.decision != Decision.WINDOW


@pytest.mark.parametrize("who", [0, 1])
def test_fighters_call_no_undead(who):
    """PLAY-6: neither leader nor helper."""
    players = [{"level": 1}, {"level": 1}, {}]
    players[who]["hand"] = ["undead_horse"]
    game = fight(["king_tut"], *players, helper=1)
    assert not may(game, "play")
    game.do("run_away")
    assert game.decision == Decision.FLEE


@pytest.mark.parametrize(
    "order", [["enraged", "mate", "ancient"], ["mate", "enraged", "ancient"], ["ancient", "enraged", "mate"]]
)
def test_a_mate_has_the_same_enhancers_in_any_order(order):
    """PLAY-7: Ancient, Enraged and Mate make two Ancient Enraged monsters, whatever came first."""
    game = fight(["maul_rat"], {"hand": order})
    for card in order:
        game.do("play", card=card, place=0)
    assert (joins(game), game.strength("monsters")) == (2, 32)


def test_a_mate_is_not_changed_by_one_shots_for_the_first():
    """PLAY-7: enhancers only; a potion for the monsters counts once."""
    game = fight(["maul_rat"], {"hand": ["magic_missile", "mate"]})
    game.do("play", card="magic_missile", place="monsters")
    game.do("play", card="mate", place=0)
    assert game.strength("monsters") == 7


# ----------------------------------------------------------------------- items


def test_items_are_laid_out_in_ones_own_turn():
    """PLAY-8: outside combat."""
    game = in_turn({"hand": ["helm_of_courage", "magic_missile"]})
    assert words(game, "lay_out") == {"Helm of Courage", "Magic Missile"}


def test_no_item_is_laid_out_in_combat():
    """PLAY-8, PLAY-9: the equipment stays as it is (switch)."""
    game = fight(["net_troll"], {"hand": ["helm_of_courage"]})
    assert "lay_out" not in verbs(game)


def test_no_item_is_laid_out_in_anothers_turn():
    """PLAY-8: unless it has just been received."""
    game = in_turn({}, {"hand": ["helm_of_courage", CURSE]}, phase="begin")
    assert game.current_player == 1
    assert "lay_out" not in verbs(game)


def test_who_fights_does_not_trade_sell_steal_or_change_his_equipment():
    """PLAY-9: all of it was possible a moment before."""
    busy = {
        "klass": "thief",
        "table": ["helm_of_courage"],
        "carried": ["horny_helmet"],
        "hand": ["pollymorph_potion", "slimy_armor"],
    }
    barred = {"sell", "steal", "trade", "give", "carry", "lay_out"}
    rich = {"table": ["spiky_knees"]}
    game = in_turn(busy, rich, doors=["net_troll"])
    assert barred <= verbs(game)
    game.do("open_door")
    assert game.decision == Decision.COMBAT
    assert barred & verbs(game) == set()
    assert "use" not in verbs(game)


def test_nobody_steals_from_a_fighter():
    """PLAY-9: a Thief who is asked in the middle of a combat only stabs."""
    thief = {"klass": "thief", "hand": ["elf"]}
    game = fight(["maul_rat"], {"level": 5, "table": ["helm_of_courage"]}, thief)
    game.do("kill")
    assert game.current_player == 1
    assert verbs(game) == {"pass", "backstab"}


# ----------------------------------------------------------------------- paying with cards


def test_any_own_card_may_pay():
    """PLAY-10: hand and table, monsters and races too."""
    warrior = {"klass": "warrior", "race": "elf", "table": ["helm_of_courage"], "hand": ["maul_rat", CURSE, "thief"]}
    game = fight(["net_troll"], warrior)
    paid = {"Elf", "Helm of Courage", "Maul Rat", "Curse! Lose a Level", "Thief"}
    assert words(game, "berserk") == paid


def test_a_lasting_curse_pays_for_nothing():
    """PLAY-10, CURSE-1: nice try."""
    game = fight(["net_troll"], {"klass": "warrior", "curses": ["curse_chicken_on_your_head"]})
    assert "berserk" not in verbs(game)


def test_the_class_does_not_pay_for_its_own_ability():
    """PLAY-10: not the card that grants it; another copy in the hand may."""
    game = fight(["net_troll"], {"klass": "warrior", "hand": ["warrior"]})
    game.do("berserk", card="warrior")
    assert (table(game, 0), hand(game, 0)) == (["warrior"], [])
    assert game.strength("players") == 2


def test_an_empty_hand_cannot_be_discarded():
    """PLAY-10: a Wizard charms with the hand, not with cards in play."""
    armed = ["helm_of_courage", "slimy_armor", "spiky_knees"]
    assert "charm" not in verbs(fight(["net_troll"], {"klass": "wizard", "table": armed}))
    assert "charm" in verbs(fight(["net_troll"], {"klass": "wizard", "hand": armed}))


def test_what_was_paid_stays_when_the_ability_is_lost():
    """PLAY-10: a former Warrior keeps the rage."""
    game = fight(["net_troll"], {"klass": "warrior", "hand": ["elf"]})
    game.do("berserk", card="elf")
    game.do("drop", card="warrior")
    assert game.strength("players") == 2


# ----------------------------------------------------------------------- the hand


def test_a_hand_may_be_shown():
    """PLAY-11: then everybody knows it."""
    game = in_turn({"hand": ["elf", CURSE]}, {}, {}, {})
    game.do("show_hand")
    assert seen_by(game, "elf") == {1, 2, 3}


@pytest.mark.parametrize("phase", ["trouble", "after", "combat"])
def test_a_hand_may_be_shown_at_any_own_decision(phase):
    """PLAY-11: at any time."""
    hero = {"hand": ["elf", CURSE]}
    game = fight(["net_troll"], hero) if phase == "combat" else in_turn(hero, phase=phase)
    assert may(game, "show_hand")


def test_a_hand_may_be_shown_at_the_start_of_anothers_turn():
    """PLAY-11, WINDOW-3: by any player who is asked then."""
    game = in_turn({}, {"hand": [CURSE]}, phase="begin")
    assert (game.current_player, may(game, "show_hand")) == (1, True)


# ----------------------------------------------------------------------- races and classes


@pytest.mark.parametrize(
    ("hero", "card"),
    [
        ({}, "elf"),
        ({}, "warrior"),
        ({"race": "elf"}, "half_breed"),
        ({"klass": "thief"}, "super_munchkin"),
        ({"race": "elf", "table": ["half_breed"]}, "dwarf"),
        ({"klass": "thief", "table": ["super_munchkin"]}, "warrior"),
    ],
)
def test_a_race_or_class_comes_out_in_ones_own_combat(hero, card):
    """PLAY-12: race, class and their modifiers, in the turn of the player, combat included."""
    game = fight(["net_troll"], {**hero, "hand": [card, CURSE]})
    game.do("lay_out", card=card)
    assert card in table(game, 0)


def test_a_class_laid_out_in_combat_works_at_once():
    """PLAY-12, CLASS-1: a Warrior wins the tie."""
    game = fight(["maul_rat"], {"hand": ["warrior"]})
    assert not may(game, "kill")
    game.do("lay_out", card="warrior")
    assert may(settle(game), "kill")


def test_a_race_does_not_come_out_in_anothers_turn():
    """PLAY-12: not even by a helper, unless just received."""
    game = fight(["net_troll"], {}, {"hand": ["elf", "magic_missile"]}, helper=1)
    game.do("run_away")
    assert game.current_player == 1
    assert "lay_out" not in verbs(game)


IDENTITIES = [
    ({}, "elf"),
    ({}, "warrior"),
    ({"race": "elf"}, "half_breed"),
    ({"klass": "thief"}, "super_munchkin"),
    ({"race": "elf", "table": ["half_breed"]}, "dwarf"),
]


def finds(game, seat, card):
    """The seat takes the card out of the discards with a wand as soon as it is asked."""
    while game.current_player != seat or not may(game, "play"):
        game.do("pass")
    game.do("play", card="wand_of_dowsing", second=card)
    return game


@pytest.mark.parametrize(("who", "card"), IDENTITIES)
def test_a_helper_lays_out_a_race_or_class_on_receipt(who, card):
    """PLAY-12, TURN-6: in the middle of a combat in another's turn, on receipt."""
    game = fight(["net_troll"], {}, {**who, "hand": ["wand_of_dowsing"]}, helper=1, discards=[card])
    game.do("run_away")
    finds(game, 1, card)
    assert (game.current_player, game.decision, verbs(game)) == (1, Decision.RECEIVE, {"lay_out", "done"})
    game.do("lay_out", card=card)
    assert card in table(game, 1)


def test_a_class_received_in_combat_turns_it():
    """PLAY-12, CLASS-1, COMBAT-8: the helper's new class wins the tie, and the defeat that was declared is void."""
    helper = {"level": 7, "hand": ["wand_of_dowsing"]}
    game = fight(["net_troll"], {"level": 3}, helper, helper=1, discards=["warrior"])
    game.do("run_away")
    finds(game, 1, "warrior").do("lay_out", card="warrior")
    settle(game)
    assert (game.current_player, game.decision, may(game, "kill")) == (0, Decision.COMBAT, True)


def test_a_class_received_in_combat_may_spoil_the_kill():
    """PLAY-12, COMBAT-4, COMBAT-8: the rat is stronger against a Cleric, so the kill that was declared is void."""
    game = fight(["maul_rat"], {"level": 1}, {"level": 2, "hand": ["wand_of_dowsing"]}, helper=1, discards=["cleric"])
    game.do("kill")
    finds(game, 1, "cleric").do("lay_out", card="cleric")
    settle(game)
    assert (game.current_player, game.decision, may(game, "kill")) == (0, Decision.COMBAT, False)


@pytest.mark.parametrize("card", ["helm_of_courage", "hireling", "magic_missile"])
def test_a_fighter_lays_out_nothing_else_on_receipt(card):
    """PLAY-8, PLAY-12, TURN-6: items wait until their owner is out of combat, a bystander's don't."""
    for seat, decision in ((1, Decision.WINDOW), (2, Decision.RECEIVE)):
        people = [{}, {}, {}]
        people[seat] = {"hand": ["wand_of_dowsing", "elf"]}
        game = fight(["net_troll"], *people, helper=1, discards=[card], windows="open")
        game.do("run_away")
        finds(game, seat, card)
        assert game.decision == decision


def test_what_a_fighter_receives_beside_a_class_stays_in_hand():
    """PLAY-8, PLAY-12: of two cards just received only the class is on offer."""
    helper = {"hand": ["curse_lose_two_cards", "wand_of_dowsing"]}
    game = fight(["net_troll"], {"hand": ["helm_of_courage"]}, helper, helper=1, discards=["warrior"])
    game.do("run_away")
    game.do("play", card="curse_lose_two_cards", seat=0)
    assert "helm_of_courage" in hand(game, 1)
    assert game.decision != Decision.RECEIVE
    finds(game, 1, "warrior")
    assert game.decision == Decision.RECEIVE
    assert words(game, "lay_out") == {"Warrior"}


def test_the_leader_lays_out_on_receipt_what_he_can_lay_out_no_later():
    """PLAY-12: in their own turn players decide again, so nothing is asked; after a declared defeat it is."""
    for declared, decision in ((False, Decision.COMBAT), (True, Decision.RECEIVE)):
        leader = {"hand": ["wand_of_dowsing", "loaded_die"]}
        game = fight(["net_troll"], leader, {"hand": ["enraged"]}, discards=["warrior"])
        if declared:
            game.do("run_away")
            game.do("play", card="enraged", place=0)
        finds(game, 0, "warrior")
        while game.decision == Decision.WINDOW:
            game.do("pass")
        assert (game.current_player, game.decision) == (0, decision)
        assert may(game, "lay_out")


def test_the_player_in_turn_lays_out_on_receipt_in_the_combat_of_another():
    """TURN-6, PLAY-12: a fighter who has handed the fight over may lay out received cards at once."""
    hero = {"hand": ["transferral_potion", "wand_of_dowsing"]}
    game = fight(["net_troll"], hero, discards=["helm_of_courage"])
    game.do("play", card="transferral_potion", seat=1)
    while not (game.current_player == 0 and may(game, "play")):
        game.do("run_away" if game.decision == Decision.COMBAT else "pass")
    game.do("play", card="wand_of_dowsing", second="helm_of_courage")
    assert (game.current_player, game.decision) == (0, Decision.RECEIVE)


def test_the_player_in_turn_lays_out_on_receipt_after_charity():
    """TURN-6: at the end of the turn no decision of one's own is left."""
    game = in_turn({"hand": ["wand_of_dowsing"]}, phase="charity", discards=["elf"], windows="open")
    finds(game, 0, "elf")
    assert (game.current_player, game.decision) == (0, Decision.RECEIVE)


# ----------------------------------------------------------------------- what counts as one


def test_a_monster_card_is_one_monster():
    """PLAY-13: 3,872 Orcs are one monster: one level, three treasures."""
    game = win(fight(["orcs_3872"], {"level": 7, "table": ["really_impressive_title", "spiky_knees"]}))
    assert game.level(0) == 8


def test_a_limit_per_combat_is_not_per_monster():
    """PLAY-14: three cards of rage, however many monsters there are."""
    cards = ["elf", "dwarf", "halfling", "cleric"]
    game = fight(["net_troll", "bigfoot"], {"klass": "warrior", "hand": cards})
    for card in cards[:3]:
        game.do("berserk", card=card)
    assert game.strength("players") == 4
    assert "berserk" not in verbs(game)


def test_a_new_combat_has_a_new_limit():
    """PLAY-14: an ability used up in one combat is there in the next."""
    cards = ["elf", "dwarf", "halfling"]
    game = fight(["maul_rat"], {"klass": "warrior", "hand": [*cards, "cleric", "net_troll"]})
    for card in cards:
        game.do("berserk", card=card)
    win(game)
    assert int(game.position["player"]["berserk"][0, 0]) == 0


# ----------------------------------------------------------------------- against oneself


def test_a_curse_may_be_turned_against_oneself():
    """PLAY-15: for any purpose."""
    game = in_turn({"level": 3, "hand": [CURSE]})
    game.do("play", card=CURSE, seat=0)
    assert game.level(0) == 2


def test_a_monster_may_be_brought_into_ones_own_combat():
    """PLAY-15: two kills are two levels."""
    game = fight(["maul_rat"], {"level": 5, "hand": ["wandering_monster", "lame_goblin"]})
    game.do("play", card="wandering_monster", second="lame_goblin")
    win(game)
    assert game.level(0) == 7


def test_an_enhancer_may_be_played_on_ones_own_monster():
    """PLAY-4, PLAY-15: for its treasure."""
    game = fight(["maul_rat"], {"level": 8, "hand": ["enraged"]}, treasures=["helm_of_courage", "slimy_armor"])
    game.do("play", card="enraged", place=0)
    win(game)
    assert hand(game, 0) == ["helm_of_courage", "slimy_armor"]


def test_removing_a_monster_may_cost_somebody_his_treasure():
    """PLAY-15: a bystander makes friends, the leader goes without."""
    game = fight(["maul_rat"], {"level": 5}, {"hand": ["friendship_potion"]})
    game.do("kill")
    game.do("play", card="friendship_potion")
    settle(game)
    assert (game.level(0), hand(game, 0)) == (5, [])
