"""DECK: draw piles, discards, hands, and cards in play."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.layout import MOST_RENEWALS
from munchkin_env.vocabulary import Decision, Deck, Zone
from tests.kit.looking import carried, draw_pile, hand, in_combat, may, pile, seen_by, table, targets, words
from tests.kit.playing import after_door, flee, settle, win
from tests.kit.tables import fight, in_turn

# ----------------------------------------------------------------------- discards


def test_each_deck_has_its_own_discards():
    """DECK-1: a curse goes to the doors, a level card to the treasures, the latest on top."""
    cards = ["curse_lose_a_level", "boil_an_anthill", "curse_duck_of_doom"]
    game = in_turn({"hand": cards}, discards=["maul_rat"])
    for card in cards:
        game.do("play", card=card, seat=0)
    assert pile(game, Deck.DOOR) == ["curse_duck_of_doom", "curse_lose_a_level", "maul_rat"]
    assert pile(game, Deck.TREASURE) == ["boil_an_anthill"]


def test_what_leaves_a_table_goes_to_the_pile_of_its_deck():
    """DECK-1: an item to the treasures, a class to the doors."""
    game = in_turn({"klass": "thief", "table": ["helm_of_courage"], "hand": ["curse_lose_headgear"]})
    game.do("play", card="curse_lose_headgear", seat=0)
    settle(game)
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card="helm_of_courage")
    game.do("drop", card="thief")
    assert pile(game, Deck.DOOR) == ["thief", "curse_lose_headgear"]
    assert pile(game, Deck.TREASURE) == ["helm_of_courage"]


def test_discards_may_be_searched_by_a_card_that_says_so():
    """DECK-1: the Wand of Dowsing takes any card of either pile."""
    game = in_turn({"hand": ["wand_of_dowsing"]}, discards=["maul_rat", "helm_of_courage", "elf"])
    assert targets(game, "wand_of_dowsing") == {"Maul Rat", "Helm of Courage", "Elf"}
    game.do("play", card="wand_of_dowsing", second="elf")
    assert hand(game, 0) == ["elf"]
    assert pile(game, Deck.DOOR) == ["maul_rat"]


def test_discards_are_not_searched_without_such_a_card():
    """DECK-1: nothing in the discards can be named, however good it is."""
    game = in_turn({"table": ["helm_of_courage"], "hand": ["slimy_armor"]}, discards=["bad_ass_bandana", "elf"])
    assert "Elf" not in words(game, "lay_out")
    assert not may(game, "play")


# ----------------------------------------------------------------------- drawing from an empty deck


def test_an_empty_deck_is_filled_with_its_discards():
    """DECK-2: looting with no doors left shuffles the discarded ones and draws one of them."""
    discarded = ["elf", "dwarf", "maul_rat"]
    game = in_turn(phase="trouble", rest="out", discards=discarded, treasures=["helm_of_courage"])
    game.do("loot_room")
    assert len(hand(game, 0)) == 1
    assert pile(game, Deck.DOOR) == []
    assert sorted(hand(game, 0) + draw_pile(game, Deck.DOOR)) == sorted(discarded)


def test_a_deck_may_run_out_in_the_middle_of_a_draw():
    """DECK-2: of three treasures one comes from the deck, two from the shuffled discards."""
    discarded = ["slimy_armor", "spiky_knees", "leather_armor"]
    game = fight(
        ["net_troll"],
        {"level": 8, "table": ["really_impressive_title"]},
        rest="out",
        treasures=["helm_of_courage"],
        discards=discarded,
        doors=["elf", "dwarf"],
    )
    win(game)
    assert len(hand(game, 0)) == 3
    assert "helm_of_courage" in hand(game, 0)
    assert sorted(hand(game, 0) + draw_pile(game, Deck.TREASURE)) == sorted(["helm_of_courage", *discarded])


def test_the_discards_are_shuffled_not_turned_over():
    """DECK-2: other seeds bring the discards back in another order."""
    discarded = ["elf", "dwarf", "halfling", "maul_rat", "cleric", "thief", "wizard", "warrior"]
    orders = set()
    for seed in range(6):
        game = in_turn(phase="trouble", rest="out", discards=discarded, seed=seed)
        game.do("loot_room")
        orders.add((*hand(game, 0), *draw_pile(game, Deck.DOOR)))
    assert len(orders) > 1


def test_nobody_draws_when_deck_and_discards_are_empty():
    """DECK-2: there is nothing to loot, and the game goes on."""
    game = in_turn(phase="trouble", rest="out", treasures=["helm_of_courage"])
    game.do("loot_room")
    assert hand(game, 0) == []
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)


def test_a_draw_ends_when_nothing_is_left():
    """DECK-2: with one treasure in the world a kill for three brings one."""
    strong = {"level": 8, "table": ["really_impressive_title"]}
    game = fight(["net_troll"], strong, rest="out", treasures=["helm_of_courage"])
    win(game)
    assert hand(game, 0) == ["helm_of_courage"]
    assert (game.level(0), game.is_terminal) == (9, False)


@pytest.mark.interpreted
def test_a_turn_in_which_two_cards_fetch_each_other_ends():
    """DECK-2: a draw pile is shuffled again ten times in a turn; then it stays empty until the next one."""
    game = in_turn({"hand": ["wand_of_dowsing"]}, {}, {}, rest="out", discards=["hoard"])
    fetched = 0
    while "wand_of_dowsing" in hand(game, 0):
        game.do("play", card="wand_of_dowsing", second="hoard")
        fetched += 1
        assert fetched <= MOST_RENEWALS + 1
    assert (fetched, draw_pile(game, Deck.TREASURE)) == (MOST_RENEWALS + 1, [])
    assert sorted(pile(game, Deck.TREASURE)) == ["hoard", "wand_of_dowsing"]
    assert int(game.position["renewals"][0]) == MOST_RENEWALS
    after_door(game).do("end_turn")
    assert int(game.position["renewals"][0]) == 0


def test_the_game_goes_on_without_doors():
    """DECK-2, TURN-2: no card to turn up, so nothing is met."""
    game = after_door(in_turn(rest="out", treasures=["helm_of_courage"]))
    assert game.decision == Decision.AFTER_DOOR


def test_a_shuffle_hides_what_was_known():
    """DECK-2: nobody knows a card that comes back from the discards face down."""
    game = in_turn({}, {}, {}, phase="trouble", rest="out", discards=["elf"])
    game.do("loot_room")
    assert seen_by(game, "elf") == set()


# ----------------------------------------------------------------------- cards in play


@pytest.mark.parametrize("seed", range(4))
def test_a_card_in_play_never_returns_to_its_owners_hand(seed):
    """DECK-3: no play moves a card from a table to the hand of the same player."""
    game = mk.Game(seed=seed)
    rng = np.random.default_rng(seed)
    decks = (Deck.DOOR, Deck.TREASURE)
    for _ in range(400):
        if game.is_terminal:
            break
        before = game.position["card"]["zone"][0].copy()
        drawn = [int(game.position["chance"][0, deck]) for deck in decks]
        game.step(int(rng.choice(game.legal_actions())))
        if drawn != [int(game.position["chance"][0, deck]) for deck in decks]:
            continue  # a card may have gone through the discards and a shuffle
        after = game.position["card"]["zone"][0]
        for seat in range(4):
            assert not np.any((before == Zone.TABLE + seat) & (after == Zone.HAND + seat))


def test_what_was_laid_out_can_only_be_turned_sideways():
    """DECK-3: an item one no longer wants is carried, it does not go back to the hand."""
    game = in_turn({"hand": ["helm_of_courage"]})
    game.do("lay_out", card="helm_of_courage")
    game.do("carry", card="helm_of_courage")
    assert carried(game, "helm_of_courage")
    assert (hand(game, 0), table(game, 0)) == ([], ["helm_of_courage"])


def test_a_dropped_race_is_discarded():
    """DECK-3, TURN-7: it does not go to the hand."""
    game = in_turn({"race": "elf"})
    game.do("drop", card="elf")
    assert hand(game, 0) == []
    assert pile(game, Deck.DOOR) == ["elf"]


# ----------------------------------------------------------------------- cards in hand


def test_cards_in_hand_help_nobody():
    """DECK-4: neither items nor a race in hand count in a combat."""
    armed = ["really_impressive_title", "helm_of_courage", "warrior"]
    game = fight(["maul_rat"], {"hand": armed})
    assert game.strength("players") == 1
    assert may(game, "run_away"), "a Warrior in play would win the tie"


def test_cards_in_hand_are_safe_from_what_takes_items():
    """DECK-4: Lose 1 Small Item finds nothing in a hand."""
    game = in_turn({"hand": ["curse_lose_1_small_item"]}, {"hand": ["helm_of_courage", "slimy_armor"]})
    game.do("play", card="curse_lose_1_small_item", seat=1)
    settle(game)
    assert hand(game, 1) == ["helm_of_courage", "slimy_armor"]


def test_a_thief_does_not_reach_into_hands():
    """DECK-4: only what lies on a table can be stolen."""
    game = in_turn({"klass": "thief", "hand": ["maul_rat"]}, {"hand": ["helm_of_courage"]}, {"table": ["slimy_armor"]})
    assert words(game, "steal") == {"the player 2 to the left"}


def test_an_effect_that_names_the_hand_takes_it():
    """DECK-4: Pukachu's bad stuff is about the hand and leaves the table alone."""
    game = flee(fight(["pukachu"], {"hand": ["elf", "cleric"], "table": ["helm_of_courage"]}, dice=[1]))
    assert (hand(game, 0), table(game, 0)) == ([], ["helm_of_courage"])


# ----------------------------------------------------------------------- cards of a running combat


def test_cards_of_a_running_combat_are_no_discards():
    """DECK-5: monster, enhancer and spent one-shot lie with the combat until it is over."""
    game = fight([{"card": "orcs_3872", "enhancers": ["enraged"]}], {"hand": ["magic_missile"]})
    game.do("play", card="magic_missile", place="players")
    assert in_combat(game) == ["enraged", "magic_missile", "orcs_3872"]
    assert pile(game, Deck.DOOR) + pile(game, Deck.TREASURE) == []


def test_cards_of_a_running_combat_cannot_be_searched():
    """DECK-5, PLAY-3: the Wand of Dowsing does not find what was spent in this combat."""
    game = fight(
        ["orcs_3872"], {"hand": ["magic_missile", "wand_of_dowsing"]}, discards=["elf", "dwarf"], forced_choices=False
    )
    game.do("play", card="magic_missile", place="players")
    assert targets(settle(game), "wand_of_dowsing") == {"Elf", "Dwarf"}


def test_a_shuffle_leaves_the_running_combat_alone():
    """DECK-5, DECK-2: Hoard! draws in the middle of a combat; what was spent in it is not shuffled in."""
    spent = ["magic_missile", "wand_of_dowsing"]
    game = fight(["orcs_3872"], {"hand": spent}, rest="out", discards=["hoard", "hireling", "helm_of_courage"])
    game.do("play", card="magic_missile", place="players")
    game.do("play", card="wand_of_dowsing", second="hoard")
    assert hand(game, 0) == ["helm_of_courage", "hireling"]
    assert in_combat(game) == ["magic_missile", "orcs_3872", "wand_of_dowsing"]


def test_the_combats_cards_are_discarded_when_it_is_over():
    """DECK-5, COMBAT-7: afterwards they lie on the piles of their decks."""
    game = fight([{"card": "maul_rat", "enhancers": ["baby"]}], {"hand": ["magic_missile"]})
    game.do("play", card="magic_missile", place="players")
    win(game)
    assert sorted(pile(game, Deck.DOOR)) == ["baby", "maul_rat"]
    assert pile(game, Deck.TREASURE) == ["magic_missile"]
