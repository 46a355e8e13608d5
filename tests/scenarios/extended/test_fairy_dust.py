"""The Sparkly Good Fairy and the fourteen cards of Fairy Dust."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View
from munchkin_env.vocabulary import Ability, Decision, Event, Kind, Zone
from tests.kit.looking import can, doors_gone, hand, place_of, table
from tests.kit.playing import concede, kill, lose, passes
from tests.scenarios.extended.kit import cards_of, combat, huge, table_of

FAIRY = "sparkly_good_fairy"
MONSTER = "hippogriff"  # level 16
PLAIN_FOUR = ["leather_armor", "buckler_of_swashing", "spiky_knees", "sneaky_bastard_sword"]


def after(game: Game) -> Game:
    """Everybody may lay out cards, and picks the first choice."""
    while game.decision in (Decision.RECEIVE, Decision.WINDOW, Decision.SPOILS):
        if game.decision == Decision.SPOILS:
            game.step(int(game.legal_actions()[0]))
        else:
            game.do("done" if game.decision == Decision.RECEIVE else "pass")
    assert not game.broken()
    return game


# --------------------------------------------------------------------------- the Fairy


def test_she_gives_four_treasures_and_two_cards_of_dust() -> None:
    """sparkly_good_fairy: level 20, two levels; the rest of the dust becomes treasure (FAIRY-4)."""
    extras = ["pinch_of_sparkle", "what_a_lovely_hand", "fee_for_friendship"]
    mighty = {"level": 5, "table": ["helm_of_courage", "slimy_armor", "boots_of_butt_kicking", "huge_rock"]}
    helper = {"level": 9, "table": ["chainsaw_of_bloody_dismemberment"]}
    game = combat(mighty, helper, monsters=[FAIRY], helper=1, extras=extras, treasures=PLAIN_FOUR)
    assert game.strength("monsters") == 20
    kill(game)
    after(game)
    assert game.level(0) == 7
    assert hand(game, 0) == sorted([*PLAIN_FOUR, "pinch_of_sparkle", "what_a_lovely_hand"])
    assert hand(game, 1) == ["fee_for_friendship"]
    assert int(game.position["merged"][0]) == 1


def test_she_comes_back_and_whom_she_has_caught_is_good() -> None:
    """sparkly_good_fairy: she is shuffled into the next doors (FAIRY-5); her player must help any leader who asks
    (FAIRY-6)."""
    game = combat({"level": 3}, monsters=[huge(FAIRY)], doors=["elf", "dwarf", "thief"], dice=[1])
    lose(game)
    assert game.level(0) == 3
    assert View.of(game, 2).bound(0, Ability.MUST_HELP)
    assert int(game.position["count"][0, Zone.DECK]) == 4
    assert place_of(game, FAIRY) == "deck"
    assert FAIRY not in doors_gone(game)


def test_the_numbers_of_the_fairy() -> None:
    card = cards_of(Kind.MONSTER)[FAIRY]
    assert (card.level, card.levels, card.treasures) == (20, 2, 4)


# --------------------------------------------------------------------------- with a value


@pytest.mark.parametrize(("card", "bonus", "value"), [("pinch_of_sparkle", 2, 200), ("fistful_of_sparkle", 3, 300)])
def test_sparkle_helps_a_side(card: str, bonus: int, value: int) -> None:
    """pinch_of_sparkle, fistful_of_sparkle: for the players or the monsters; then it is gone for good."""
    for place, side in (("players", 5 + bonus), ("monsters", 16 + bonus)):
        game = combat({"level": 5, "hand": [card]}, monsters=[MONSTER])
        game.do("play", card=card, place=place)
        passes(game)
        assert game.strength(place) == side
    lose(game)
    assert place_of(game, card) == "out"
    assert cards_of(Kind.ONE_SHOT)[card].value == value


def test_a_die_shows_what_is_wished() -> None:
    """die_of_wishful_thinking: after a roll of one's own; its holder is asked."""
    game = combat({"level": 3, "hand": ["die_of_wishful_thinking"]}, monsters=["harpies"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card="die_of_wishful_thinking", amount=6)
    passes(game)
    assert game.level(0) == 3
    assert place_of(game, "die_of_wishful_thinking") == "out"


def test_ointment_cancels_a_curse_and_brings_another_card() -> None:
    """there_there_ointment: on another player, it is rewarded with more dust (FAIRY-2)."""
    extras = ["fee_for_friendship"]
    game = table_of({"level": 3}, {"hand": ["there_there_ointment"]}, doors=["curse_lose_a_level"], extras=extras)
    game.do("open_door")
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card="there_there_ointment", second="curse_lose_a_level")
    passes(game)
    assert (game.level(0), hand(game, 1)) == (3, extras)


def test_a_tiara_is_worn() -> None:
    """tiara_of_insufferable_kindness: headgear, +2, laid out like any item."""
    game = table_of({"hand": ["tiara_of_insufferable_kindness", "helm_of_courage"]})
    game.do("lay_out", card="tiara_of_insufferable_kindness")
    passes(game)
    assert int(game.position["player"]["bonus"][0, 0]) == 2
    assert table(game, 0) == ["tiara_of_insufferable_kindness"]
    game.do("lay_out", card="helm_of_courage")
    assert int(game.position["player"]["bonus"][0, 0]) == 2


def test_wings_carry_away() -> None:
    """wings_on_short_notice: both fighters, before the rolls."""
    game = combat({"level": 3, "hand": ["wings_on_short_notice"]}, {}, monsters=[MONSTER], helper=1)
    concede(game)
    game.do("play", card="wings_on_short_notice", seat=0, amount=1)
    while game.decision in (Decision.WINDOW, Decision.ACCEPT_ESCAPE):
        game.do("pass" if game.decision == Decision.WINDOW else "yes")
    while game.decision == Decision.FLEE:
        game.do("roll", place=0)
        passes(game)
    assert not any(int(e["kind"]) == Event.CAUGHT for e in game.position["event"][0])


# --------------------------------------------------------------------------- without a value


def test_any_roll_is_taken_again() -> None:
    """one_more_time_with_feeling: another player's escape, or one's own failure."""
    for held in (0, 2):
        players: list[dict[str, Any]] = [{"level": 3}, {}, {}]
        players[held]["hand"] = ["one_more_time_with_feeling"]
        game = combat(*players, monsters=["harpies"], dice=[1, 6] if held == 0 else [6, 1])
        concede(game)
        game.do("roll", place=0)
        while game.current_player != held:
            game.do("pass")
        game.do("play", card="one_more_time_with_feeling")
        passes(game)
        assert (game.level(0) == 3) == (held == 0)
        assert place_of(game, "one_more_time_with_feeling") == "out"


def test_a_theft_is_rolled_again() -> None:
    """one_more_time_with_feeling: for whatever the die was thrown."""
    thief = {"level": 3, "klass": "thief", "hand": ["elf"]}
    victim = {"hand": ["one_more_time_with_feeling"], "table": ["spiky_knees"]}
    game = table_of(thief, victim, dice=[6, 1])
    game.do("steal", seat=1, card="spiky_knees", second="elf")
    while game.current_player != 1 or game.decision != Decision.WINDOW:
        game.do("pass")
    game.do("play", card="one_more_time_with_feeling")
    passes(game)
    assert (table(game, 1), game.level(0)) == (["spiky_knees"], 2)


HELPERS = [
    ("virtue_is_its_own_reward", 2, []),
    ("fee_for_friendship", 1, ["leather_armor"]),
    ("glitter_gets_everywhere", 1, ["pinch_of_sparkle"]),
]


@pytest.mark.parametrize(("card", "level", "drawn"), HELPERS)
def test_what_helping_is_good_for(card: str, level: int, drawn: list[str]) -> None:
    """virtue_is_its_own_reward, fee_for_friendship, glitter_gets_everywhere: only for the helper."""
    settings = {"extras": ["pinch_of_sparkle"], "treasures": ["leather_armor"]}
    game = combat({"hand": [card]}, {}, monsters=[MONSTER], helper=1, **settings)
    assert not can(game, "play", card=card)
    game = combat({}, {"level": 1, "hand": [card]}, monsters=[MONSTER], helper=1, **settings)
    game.do("run_away")
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card=card)
    assert (game.level(1), hand(game, 1)) == (level, drawn)
    assert place_of(game, card) == "combat"


def test_virtue_does_not_win() -> None:
    """virtue_is_its_own_reward: GOLD-4."""
    game = combat({}, {"level": 9, "hand": ["virtue_is_its_own_reward"]}, monsters=[MONSTER], helper=1)
    game.do("run_away")
    while game.current_player != 1:
        game.do("pass")
    if can(game, "play", card="virtue_is_its_own_reward"):
        game.do("play", card="virtue_is_its_own_reward")
    assert game.level(1) == 9


def test_a_pocket_holds_one_card_more() -> None:
    """pocket_inside_a_pocket: it stays in front of its player; death does not take it (FAIRY-3)."""
    game = table_of({"hand": ["pocket_inside_a_pocket"]})
    limit = int(game.position["rules"]["hand_limit"][0])
    game.do("play", card="pocket_inside_a_pocket")
    passes(game)
    assert table(game, 0) == ["pocket_inside_a_pocket"]
    assert limit + int(game.position["player"]["hand_limit"][0, 0]) == 6
    assert not game.broken()
    assert Game.load(game.save()) == game


def test_one_hand_is_seen_by_one_player() -> None:
    """what_a_lovely_hand: its player knows the hand, nobody else does."""
    game = table_of({"hand": ["what_a_lovely_hand"]}, {"hand": ["elf", "baby"]}, {"hand": []})
    assert not can(game, "play", card="what_a_lovely_hand", seat=2)
    game.do("play", card="what_a_lovely_hand", seat=1)
    passes(game)
    assert sorted(card.name for card in View.of(game, 0).hand(1)) == ["Baby", "Elf"]
    assert View.of(game, 2).hand(1) == []
    assert "player 1 shows player 0 the cards in hand" in game.text(2)


@pytest.mark.parametrize("given", ["elf", "spiky_knees"])
def test_a_card_for_a_card(given: str) -> None:
    """sharing_is_caring: one is drawn unseen, one is given, maybe the same."""
    game = table_of({"hand": ["sharing_is_caring", "spiky_knees"]}, {"hand": ["elf"]}, {"hand": ["fee_for_friendship"]})
    game.do("play", card="sharing_is_caring", seat=1)
    passes(game)
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card=given)
    passes(game)
    left = {"elf": "spiky_knees", "spiky_knees": "elf"}[given]
    assert (hand(game, 0), hand(game, 1)) == ([left], [given])


def test_what_is_kept_is_not_shared() -> None:
    """sharing_is_caring: FAIRY-3: nothing can be drawn from a hand of such cards; that it is so, only trying tells."""
    game = table_of({"hand": ["sharing_is_caring", "spiky_knees"]}, {"hand": ["fee_for_friendship"]})
    assert not can(game, "play", card="sharing_is_caring", seat=2)
    game.do("play", card="sharing_is_caring", seat=1)
    passes(game)
    assert (hand(game, 0), hand(game, 1)) == (["spiky_knees"], ["fee_for_friendship"])


def test_kindness_is_catching() -> None:
    """kindness_is_contagious: another player must help any leader who asks until their next turn (FAIRY-6)."""
    game = table_of({"hand": ["kindness_is_contagious"]})
    assert not can(game, "play", card="kindness_is_contagious", seat=0)
    game.do("play", card="kindness_is_contagious", seat=2)
    passes(game)
    assert View.of(game, 1).bound(2, Ability.MUST_HELP)
    assert place_of(game, "kindness_is_contagious") == "out"
