"""TURN: the door, trouble, loot, charity, and what a player may do in between."""

from collections.abc import Mapping
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Deck, Phase
from tests.kit.looking import discards, hand, may, pile, seen_by, table, verbs, words
from tests.kit.playing import after_door, asked, end_turn, flee, settle, win
from tests.kit.tables import fight, in_turn

# Legal verbs of a player with one of everything in their turn outside combat.
BUSY = {
    "race": "elf",
    "klass": "thief",
    "table": ["helm_of_courage"],
    "carried": ["horny_helmet"],
    "hand": ["pollymorph_potion", "boil_an_anthill", "slimy_armor"],
}
FREE = {"play", "lay_out", "carry", "sell", "steal", "trade", "give", "show_hand", "drop"}
BYSTANDER = {"table": ["spiky_knees"]}
# Seven cards, two above the limit.
SEVEN = ["elf", "dwarf", "halfling", "cleric", "thief", "warrior", "wizard"]


# ----------------------------------------------------------------------- the start of the turn


def test_at_the_start_a_player_may_do_what_he_likes():
    """TURN-1: play, lay out, turn, trade, sell, use abilities; and then open the door."""
    assert verbs(in_turn(BUSY, BYSTANDER)) == {*FREE, "open_door"}


def test_he_may_do_several_things_before_the_door():
    """TURN-1: any number of times, in any order."""
    game = in_turn(BUSY, BYSTANDER)
    game.do("carry", card="helm_of_courage")
    game.do("use", card="horny_helmet")
    game.do("play", card="boil_an_anthill", seat=0)
    game.do("lay_out", card="slimy_armor")
    game.do("sell", cards=["pollymorph_potion"])
    assert (game.current_player, game.decision, game.phase) == (0, Decision.TURN_START, Phase.START)
    assert game.level(0) == 3
    assert table(game, 0) == ["elf", "helm_of_courage", "horny_helmet", "slimy_armor", "thief"]


def test_the_door_is_the_end_of_the_start():
    """TURN-1: a player with nothing to do opens the door; single choices are made by the engine."""
    game = mk.scenario(doors=["elf"])
    assert game.decision == Decision.AFTER_DOOR
    assert hand(game, 0) == ["elf"]


# ----------------------------------------------------------------------- open the door


def test_a_monster_behind_the_door_is_fought_at_once():
    """TURN-2: no choice between the door and the combat."""
    game = in_turn(doors=["net_troll"])
    game.do("open_door")
    assert (game.phase, game.current_player, game.decision) == (Phase.COMBAT, 0, Decision.COMBAT)
    assert game.strength("monsters") == 10


def test_a_curse_behind_the_door_strikes_and_is_discarded():
    """TURN-2, CURSE-1: the one who opened loses the level."""
    game = after_door(in_turn({"level": 3}, {"level": 3}, doors=["curse_lose_a_level"]))
    assert [game.level(seat) for seat in range(3)] == [2, 3, 1]
    assert pile(game, Deck.DOOR) == ["curse_lose_a_level"]


def test_a_curse_behind_the_door_that_finds_nothing_is_discarded():
    """TURN-2, CURSE-3: it strikes if it can."""
    game = after_door(in_turn({"level": 3}, doors=["curse_lose_armor"]))
    assert (game.level(0), table(game, 0), pile(game, Deck.DOOR)) == (3, [], ["curse_lose_armor"])


def test_a_lasting_curse_behind_the_door_stays():
    """TURN-2, CURSE-1: it lies in front of its victim."""
    game = after_door(in_turn(doors=["curse_chicken_on_your_head"]))
    assert table(game, 0) == ["curse_chicken_on_your_head"]
    assert discards(game) == []


@pytest.mark.parametrize("card", ["elf", "wandering_monster", "enraged", "mate", "super_munchkin"])
def test_any_other_card_behind_the_door_goes_to_the_hand(card):
    """TURN-2: and everybody has seen it."""
    game = after_door(in_turn(doors=[card]))
    assert hand(game, 0) == [card]
    assert seen_by(game, card) == {1, 2}


def test_a_race_behind_the_door_may_be_played_at_once():
    """TURN-2: the card is laid out before the turn goes on."""
    game = after_door(in_turn(doors=["elf"]))
    game.do("lay_out", card="elf")
    assert table(game, 0) == ["elf"]
    assert game.decision == Decision.AFTER_DOOR


def test_without_a_card_nothing_is_met():
    """TURN-2: no door, no monster; trouble and loot remain."""
    game = after_door(in_turn({"hand": ["maul_rat"]}, rest="out", treasures=["helm_of_courage"]))
    assert game.decision == Decision.AFTER_DOOR
    assert {"fight", "loot_room", "end_turn"} <= verbs(game)


# ----------------------------------------------------------------------- look for trouble


def test_who_met_no_monster_may_fight_one_of_his_own():
    """TURN-3: a monster from hand, and only a monster."""
    game = after_door(in_turn({"hand": ["net_troll", "enraged", "curse_lose_a_level"]}, doors=["elf"]))
    assert words(game, "fight") == {"Net Troll"}
    game.do("fight", card="net_troll")
    assert (game.phase, game.decision, game.strength("monsters")) == (Phase.COMBAT, Decision.COMBAT, 10)


def test_a_curse_is_no_monster():
    """TURN-3: after a curse behind the door there may still be trouble."""
    game = after_door(in_turn({"hand": ["net_troll"]}, doors=["curse_lose_a_level"]))
    assert may(game, "fight")


def test_who_met_a_monster_looks_for_no_trouble():
    """TURN-3: one monster in the door phase is enough."""
    game = in_turn({"level": 5, "hand": ["net_troll"]}, doors=["maul_rat"])
    game.do("open_door")
    win(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert "fight" not in verbs(game)


def test_trouble_comes_once():
    """TURN-3, TURN-8: after the fight one has looked for comes charity."""
    game = after_door(in_turn({"level": 5, "hand": ["maul_rat", "lame_goblin"]}, doors=["elf"]))
    game.do("fight", card="maul_rat")
    win(game)
    assert verbs(game) & {"fight", "loot_room", "open_door"} == set()


# ----------------------------------------------------------------------- loot the room


def test_looting_draws_a_door_card_face_down():
    """TURN-4: the second door goes to the hand and nobody else sees it."""
    game = after_door(in_turn(doors=["elf", "dwarf"]))
    game.do("loot_room")
    assert hand(game, 0) == ["dwarf", "elf"]
    assert seen_by(game, "dwarf") == set()


def test_a_looted_monster_is_not_fought():
    """TURN-4: face down means into the hand, whatever it is."""
    game = after_door(in_turn(doors=["elf", "net_troll"]))
    game.do("loot_room")
    assert hand(game, 0) == ["elf", "net_troll"]
    assert game.decision == Decision.AFTER_COMBAT


def test_looting_is_optional():
    """TURN-4: in this edition one may leave the room alone."""
    game = after_door(in_turn(doors=["elf"]))
    end_turn(game)
    assert hand(game, 0) == ["elf"]
    assert game.turn_seat == 1


def test_the_room_is_looted_once():
    """TURN-4: one card."""
    game = after_door(in_turn(doors=["elf", "dwarf"]))
    game.do("loot_room")
    assert "loot_room" not in verbs(game)


def test_no_loot_after_a_victory():
    """TURN-4: a player who has fought finds nothing more."""
    game = in_turn({"level": 5}, doors=["maul_rat"])
    game.do("open_door")
    win(game)
    assert "loot_room" not in verbs(game)


def test_no_loot_and_no_treasure_after_fleeing():
    """TURN-4, FLEE-4: fled from a monster."""
    game = flee(fight(["net_troll"], {"level": 2}, dice=[6], forced_choices=False))
    assert hand(game, 0) == []
    assert game.decision == Decision.AFTER_COMBAT
    assert "loot_room" not in verbs(game)


def test_no_loot_after_a_monster_that_was_not_fought():
    """TURN-4: the Amazon lets a woman pass, but she was met (switch)."""
    game = in_turn({"sex": "female"}, doors=["amazon"])
    game.do("open_door")
    settle(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert "loot_room" not in verbs(game)


def test_friendship_leaves_the_room_to_be_looted():
    """TURN-4: the card says that the room may be looted after all."""
    game = fight(["net_troll"], {"hand": ["friendship_potion"]}, doors=["elf"], forced_choices=False)
    game.do("play", card="friendship_potion")
    settle(game)
    game.do("loot_room")
    assert hand(game, 0) == ["elf"]


# ----------------------------------------------------------------------- charity


def charity(*players: Mapping[str, Any], **settings: Any) -> mk.Game:
    """Seat 0 has ended its turn."""
    return end_turn(in_turn(*players, phase="after", **settings))


def test_no_charity_at_the_limit():
    """TURN-5: five cards are kept."""
    game = charity({"level": 3, "hand": SEVEN[:5]})
    assert len(hand(game, 0)) == 5
    assert game.turn_seat == 1


def test_the_excess_goes_to_the_lowest():
    """TURN-5: the giver chooses which cards, the level who gets them."""
    game = charity({"level": 3, "hand": SEVEN}, {"level": 2})
    for card in ("thief", "elf"):
        assert (game.current_player, game.decision) == (0, Decision.CHARITY)
        game.do(card=card)
        assert words(game) == {"the player 2 to the left"}
        game.do(seat=2)
    settle(game)
    assert hand(game, 2) == ["elf", "thief"]
    assert len(hand(game, 0)) == 5
    assert game.turn_seat == 1


def test_a_dwarf_keeps_six():
    """TURN-5: the limit is 6 for a Dwarf."""
    cards = [card for card in SEVEN if card != "dwarf"]
    game = charity({"level": 3, "race": "dwarf", "hand": [*cards, "enraged"]})
    game.do(card="enraged")
    game.do(seat=1)
    settle(game)
    assert len(hand(game, 0)) == 6


def test_several_lowest_share_evenly_and_the_giver_chooses_who_gets_more():
    """TURN-5: three cards for two players; the first may go to either, the second to the other."""
    game = charity({"level": 3, "hand": [*SEVEN, "enraged"]}, {}, {"level": 2}, {})
    game.do(card="elf")
    assert words(game) == {"the player 1 to the left", "the player 3 to the left"}
    game.do(seat=3)
    game.do(card="dwarf")
    assert words(game) == {"the player 1 to the left"}
    game.do(seat=1)
    game.do(card="cleric")
    assert words(game) == {"the player 1 to the left", "the player 3 to the left"}
    game.do(seat=3)
    settle(game)
    assert [hand(game, seat) for seat in (1, 2, 3)] == [["dwarf"], [], ["cleric", "elf"]]


@pytest.mark.parametrize("other", [1, 2])
def test_the_lowest_discards_the_excess(other):
    """TURN-5: nobody gets anything from a giver who is the lowest, alone or tied."""
    game = charity({"level": 1, "hand": SEVEN}, {"level": other}, {"level": 5})
    for card in ("thief", "elf"):
        assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
        game.do(card=card)
    settle(game)
    assert sorted(pile(game, Deck.DOOR)) == ["elf", "thief"]
    assert hand(game, 1) == []


def test_the_dead_are_not_the_lowest():
    """TURN-5, DEATH-3: charity goes to the lowest of the living."""
    game = charity({"level": 4, "hand": SEVEN[:6]}, {"level": 1, "dead": True}, {"level": 2})
    game.do(card="elf")
    assert words(game) == {"the player 2 to the left"}


def test_given_cards_stay_hidden_from_the_others():
    """TURN-5: giver and receiver know the card, the third player does not."""
    game = charity({"level": 3, "hand": SEVEN[:6]}, {}, {"level": 2})
    game.do(card="elf")
    game.do(seat=1)
    assert seen_by(game, "elf") == {0}


def test_receivers_may_exceed_their_limit_until_their_own_turn_ends():
    """TURN-5: the sixth card stays until then."""
    full = {"hand": ["maul_rat", "baby", "mate", "enraged", "ancient"]}
    game = charity({"level": 3, "hand": SEVEN[:6]}, full, {"level": 2})
    game.do(card="elf")
    game.do(seat=1)
    settle(game)
    assert (len(hand(game, 1)), game.current_player, game.decision) == (6, 1, Decision.TURN_START)


def test_before_charity_one_may_play_cards():
    """TURN-5: a player who lays out a race has nothing to give away."""
    game = in_turn({"level": 3, "hand": SEVEN[:6]}, phase="after")
    game.do("lay_out", card="elf")
    end_turn(game)
    assert len(hand(game, 0)) == 5
    assert hand(game, 1) == []


def test_a_card_given_in_charity_may_be_laid_out_at_once():
    """TURN-5, TURN-6: outside one's turn, at the moment of receipt."""
    game = charity({"level": 3, "hand": SEVEN[:6]}, {}, {"level": 2})
    game.do(card="elf")
    game.do(seat=1)
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="elf")
    assert table(game, 1) == ["elf"]


# ----------------------------------------------------------------------- between the phases


def test_between_door_and_trouble_a_player_is_free():
    """TURN-6: all actions that are legal at the start of the turn."""
    assert verbs(in_turn(BUSY, BYSTANDER, phase="trouble")) >= FREE


def test_after_the_combat_a_player_is_free():
    """TURN-6: also before charity."""
    assert verbs(in_turn(BUSY, BYSTANDER, phase="after")) == {*FREE, "end_turn"}


def test_in_combat_he_is_not():
    """TURN-6, PLAY-9: only outside combat."""
    game = fight(["net_troll"], BUSY, BYSTANDER)
    assert verbs(game) & FREE == {"play", "show_hand", "drop"}


def settle_until_receive(game: mk.Game) -> None:
    """Everybody passes until somebody else than in a window is asked."""
    while game.decision == Decision.WINDOW:
        game.do("pass")


def test_an_unseen_card_taken_from_a_hand_may_be_laid_out_at_once():
    """TURN-6, CURSE-1: Lose Two Cards; the right neighbour is not in turn and may lay out the received card."""
    victim = {"hand": ["elf", "dwarf"]}
    game = in_turn({"hand": ["curse_lose_two_cards"]}, {}, victim, {})
    game.do("play", card="curse_lose_two_cards", seat=2)
    settle_until_receive(game)
    assert (game.current_player, game.decision) == (3, Decision.RECEIVE)
    (card,) = hand(game, 3)
    game.do("lay_out", card=card)
    assert table(game, 3) == [card]


def test_a_card_found_with_the_wand_may_be_laid_out_at_once():
    """TURN-6, TREAS-1: also by a player who is not in turn."""
    game = in_turn({}, {"hand": ["wand_of_dowsing"]}, phase="begin", discards=["elf"])
    game.do("play", card="wand_of_dowsing", second="elf")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="elf")
    assert table(game, 1) == ["elf"]


def test_who_is_in_combat_lays_no_item_out_on_receipt():
    """TURN-6, PLAY-8: only out of combat; the helper keeps the taken card in hand."""
    cursed = {"hand": ["helm_of_courage", "leather_armor"]}
    game = fight(["net_troll"], {}, {}, cursed, {"hand": ["curse_lose_two_cards"]}, helper=1, forced_choices=False)
    game.do("run_away")
    assert (game.current_player, game.decision) == (3, Decision.WINDOW)
    game.do("play", card="curse_lose_two_cards", seat=2)
    settle_until_receive(game)
    assert (game.current_player, game.decision) == (3, Decision.RECEIVE)
    game.do("done")
    assert game.decision != Decision.RECEIVE
    assert len(hand(game, 1)) == 1


# ----------------------------------------------------------------------- races and classes


@pytest.mark.parametrize("phase", ["start", "trouble", "after"])
def test_a_race_or_class_may_be_dropped_in_ones_turn(phase):
    """TURN-7: at any time."""
    game = in_turn({"race": "elf", "klass": "thief"}, phase=phase)
    assert words(game, "drop") == {"Elf", "Thief"}


def test_a_class_may_be_dropped_in_combat():
    """TURN-7: even in the middle of one; Harpies are no stronger against a former Wizard."""
    game = fight(["harpies"], {"klass": "wizard"})
    assert game.strength("monsters") == 9
    game.do("drop", card="wizard")
    assert game.strength("monsters") == 4


def test_a_helper_may_drop_his_race_in_combat():
    """TURN-7: at the player's decisions."""
    game = fight(["face_sucker"], {"hand": ["enraged"]}, {"race": "elf", "hand": ["magic_missile"]}, helper=1)
    game.do("play", card="enraged", place=0)
    assert (game.current_player, game.strength("monsters")) == (1, 8 + 5 + 6)
    game.do("drop", card="elf")
    assert game.strength("monsters") == 8 + 5


@pytest.mark.parametrize(("race", "klass", "modifiers"), [("elf", "thief", ["half_breed", "super_munchkin"])])
def test_the_same_race_or_class_does_not_lie_twice(race, klass, modifiers):
    """TURN-7, MOD-1: there is room for a second one, but not for the same."""
    game = in_turn({"race": race, "klass": klass, "table": modifiers, "hand": ["elf", "thief", "dwarf", "cleric"]})
    assert words(game, "lay_out") == {"Dwarf", "Cleric"}


# ----------------------------------------------------------------------- the order of things


def test_a_combat_is_settled_before_the_turn_goes_on():
    """TURN-8: until the last roll there is no other phase."""
    game = in_turn({"level": 1}, doors=["net_troll"], dice=[6])
    game.do("open_door")
    assert game.phase == Phase.COMBAT
    game.do("run_away")
    settle(game)
    assert game.phase == Phase.FLEE
    game.do("roll", place=0)
    settle(game)
    assert game.phase == Phase.AFTER


def test_after_a_combat_comes_charity():
    """TURN-8: no loot, no trouble, no second door."""
    game = in_turn({"level": 5, "hand": ["lame_goblin"]}, doors=["maul_rat"])
    game.do("open_door")
    win(game)
    assert verbs(game) - FREE == {"end_turn"}


def test_then_it_is_the_left_neighbours_turn():
    """TURN-8, SETUP-4: the turn passes after charity."""
    game = charity({"level": 3, "hand": SEVEN[:6]})
    game.do(card="elf")
    game.do(seat=1)
    settle(game)
    assert (game.turn_seat, game.turn, game.decision) == (1, 2, Decision.TURN_START)


def test_a_whole_turn_in_its_order():
    """TURN-1, TURN-2, TURN-3, TURN-4, TURN-5: start, door, trouble or loot, charity, the next player."""
    eager = {"hand": ["curse_lose_a_level"]}
    game = in_turn({"level": 3, "hand": SEVEN[:5]}, eager, phase="begin", doors=["baby", "ancient"])
    phases = [game.phase]
    windows = asked(game)
    for verb in ("open_door", "loot_room", "end_turn"):
        game.do(verb)
        windows += asked(game)
        phases.append(game.phase)
    assert phases == [Phase.START, Phase.TROUBLE, Phase.AFTER, Phase.CHARITY]
    assert windows == [("turn_start", 1), ("door", 1), ("loot", 1), ("charity", 1)]
    game.do(card="baby")
    game.do(seat=2)
    game.do(card="ancient")
    game.do(seat=1)
    assert asked(game) == [("turn_end", 1)]
    assert (game.turn_seat, game.current_player, game.decision) == (1, 1, Decision.TURN_START)
