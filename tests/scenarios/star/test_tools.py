"""Items and one-shots of Star Munchkin that do more than add their bonus."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, hand, levels, monsters, place_of, table
from tests.kit.playing import concede, kill, pass_until, passes, roll
from tests.scenarios.star.kit import combat, table_of

# --------------------------------------------------------------------------- items


@pytest.mark.parametrize(
    ("card", "change"), [("slippers_of_mild_antigravity", 2), ("lead_moon_boots", -1), ("clown_shoes_of_command", 1)]
)
def test_footgear_for_running(card: str, change: int) -> None:
    """FLEE-1."""
    for face in range(1, 7):
        game = combat({"level": 5, "table": [card]}, monsters=["starfish"], dice=[face])
        if game.strength("players") > 6:
            continue
        concede(game)
        game.do("roll", place=0)
        passes(game)
        assert (levels(game)[0] < 5) == (face + change < 5), face


def test_ear_muffs_of_outer_silence() -> None:
    """TURN-5: six cards may stay in the hand."""
    cards = ["cheat", "radioactive", "miniaturized", "plasmoid", "starfish", "computerized"]
    for worn, decision in ((["ear_muffs_of_outer_silence"], Decision.TURN_START), ([], Decision.CHARITY)):
        game = table_of({"level": 5, "hand": cards, "table": worn}, phase="after", doors=["gene_lottery"])
        game.do("end_turn")
        passes(game)
        assert game.decision == decision


def test_sonic_toothbrush_hates_slime() -> None:
    """COMBAT-1: +3 more against a monster tagged so."""
    assert combat({"level": 1, "table": ["sonic_toothbrush"]}, monsters=["plasmoid"]).strength("players") == 1 + 2 + 3
    assert combat({"level": 1, "table": ["sonic_toothbrush"]}, monsters=["starfish"]).strength("players") == 1 + 2


def test_third_sleeve_occupied() -> None:
    """ITEM-7: an arm more."""
    owner = {"hand": ["telescopic_spork"], "table": ["structural_girder", "third_sleeve_occupied"]}
    game = table_of(owner)
    game.do("lay_out", card="telescopic_spork")
    assert can(game, "carry", card="telescopic_spork"), "it is in use"


def test_emergency_hamster() -> None:
    """FLEE-1: discarded, it escapes one monster of level 8 or less."""
    game = combat({"level": 1, "table": ["emergency_hamster"]}, monsters=["starfish"])
    concede(game)
    game.do("play", card="emergency_hamster", place=0)
    passes(game)
    roll_all(game)
    assert (game.decision, table(game, 0)) == (Decision.AFTER_COMBAT, [])


def test_loyalty_card_with_nine_stamps() -> None:
    """COMBAT-5: a treasure more for each kill of one's own."""
    game = combat({"level": 9, "table": ["loyalty_card_with_nine_stamps"]}, monsters=["starfish"], goal=20)
    kill(game)
    assert len(hand(game, 0)) == 3


# --------------------------------------------------------------------------- one-shots


@pytest.mark.parametrize("card", ["emergency_airlock", "nose_of_plausible_deniability"])
def test_an_escape_after_the_roll(card: str) -> None:
    """FLEE-5: after one's own failed roll."""
    game = combat({"level": 5, "hand": [card]}, monsters=["starfish"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card=card)
    passes(game)
    assert (levels(game)[0], game.decision) == (5, Decision.AFTER_COMBAT)


def test_fuzzy_dice_of_hyperspace() -> None:
    """FLEE-5: the die shows the chosen number."""
    game = combat({"level": 5, "hand": ["fuzzy_dice_of_hyperspace"]}, monsters=["starfish"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card="fuzzy_dice_of_hyperspace", amount=6)
    passes(game)
    assert levels(game)[0] == 5


def test_return_to_sender_beam() -> None:
    """COMBAT-3, COMBAT-6: one monster goes, its treasure is drawn when the rest is beaten."""
    game = combat({"level": 9, "hand": ["return_to_sender_beam"]}, monsters=["plasmoid", "fanged_fuzzball"], goal=20)
    game.do("play", card="return_to_sender_beam", place=0)
    passes(game)
    assert monsters(game) == ["fanged_fuzzball"]
    kill(game)
    assert (levels(game)[0], len(hand(game, 0))) == (10, 1 + 3)


def test_jury_rigged_trapdoor() -> None:
    """COMBAT-6: the treasure only of the only monster."""
    game = combat({"level": 1, "hand": ["jury_rigged_trapdoor"]}, monsters=["plasmoid"])
    game.do("play", card="jury_rigged_trapdoor", place=0)
    passes(game)
    assert (levels(game)[0], len(hand(game, 0))) == (1, 3)


def test_peace_treaty_kit() -> None:
    """COMBAT-6: nobody is left, nothing is drawn, the room may be looted."""
    game = combat({"level": 1, "hand": ["peace_treaty_kit"]}, monsters=["plasmoid", "starfish"], doors=["cheat"])
    game.do("play", card="peace_treaty_kit")
    passes(game)
    assert (monsters(game), levels(game)[0], hand(game, 0)) == ([], 1, [])
    assert can(game, "loot_room")


@pytest.mark.parametrize("card", ["small_time_loop", "zero_gravity_banana_peel"])
def test_an_escape_is_rolled_again(card: str) -> None:
    """FLEE-5: on a player who has just escaped."""
    game = combat({"level": 5}, {"hand": [card]}, monsters=["starfish"], dice=[6, 1])
    concede(game)
    game.do("roll", place=0)
    pass_until(game, 1).do("play", card=card)
    passes(game)
    if game.decision == Decision.FLEE:
        game.do("roll", place=0)
        passes(game)
    assert levels(game)[0] == 3


def test_force_field_umbrella() -> None:
    """FLEE-1: from all monsters, before any roll."""
    game = combat({"level": 2, "hand": ["force_field_umbrella"]}, monsters=["starfish", "plasmoid"])
    game.do("run_away")
    passes_until(game, "force_field_umbrella")
    game.do("play", card="force_field_umbrella", seat=0)
    passes(game)
    roll_all(game)
    assert (levels(game)[0], game.decision) == (2, Decision.AFTER_COMBAT)


def roll_all(game: Any) -> None:
    """Roll all dice of a flight."""
    while game.decision == Decision.FLEE:
        roll(game)


def passes_until(game: Any, card: str) -> None:
    """Passes while the card can't be played."""
    while game.decision == Decision.WINDOW and game.current_player != 0:
        game.do("pass")
    assert place_of(game, card) == "hand 0"


def test_spinning_exit_sign() -> None:
    """FLEE-1: +2 for the players."""
    game = combat({"level": 2, "hand": ["spinning_exit_sign"]}, monsters=["starfish"], dice=[3])
    game.do("run_away")
    passes_until(game, "spinning_exit_sign")
    game.do("play", card="spinning_exit_sign", place="players")
    passes(game)
    game.do("roll", place=0)
    passes(game)
    assert (levels(game)[0], game.decision) == (2, Decision.AFTER_COMBAT)


def test_inflatable_stunt_double() -> None:
    """COMBAT-1: the lone fighter counts twice."""
    fighter = {"level": 3, "table": ["telescopic_spork"], "hand": ["inflatable_stunt_double"]}
    game = combat(fighter, monsters=["plasmoid"])
    game.do("play", card="inflatable_stunt_double")
    passes(game)
    assert game.strength("players") == 2 * (3 + 2)


@pytest.mark.parametrize("card", ["trap_insurance", "balloon_animal_lawyer"])
@pytest.mark.parametrize("victim", [0, 1])
def test_a_trap_is_cancelled(card: str, victim: int) -> None:
    """CURSE-4: one that lies there, and one that strikes."""
    seats: list[dict[str, Any]] = [{"hand": [card]}, {}]
    seats[victim]["curses"] = ["deep_space_hiccups"]
    game = table_of(*seats)
    game.do("play", card=card, second="deep_space_hiccups")
    assert place_of(game, "deep_space_hiccups") == "discards"
    seats = [{"level": 5}, {"hand": ["cosmetic_radiation"]}]
    seats[0]["hand"] = [card]
    game = table_of(*seats, phase="begin")
    pass_until(game, 1).do("play", card="cosmetic_radiation", seat=0)
    pass_until(game, 0).do("play", card=card, second="cosmetic_radiation")
    passes(game)
    assert levels(game)[0] == 5


def test_what_searches_does_not_find_what_searches() -> None:
    """Two such cards would fetch each other for ever, and every game ends."""
    mine = {"hand": ["junk_scanner"]}
    found = ["wand_of_dowsing", "star:cheat"]
    game = mk.scenario([mine, {}, {}], editions=("star", "munchkin"), discards=found, forced_choices=False)
    with pytest.raises(mk.IllegalAction):
        game.do("play", card="junk_scanner", second="wand_of_dowsing")
    game.do("play", card="junk_scanner", second="star:cheat")


def test_junk_scanner() -> None:
    """DECK-1: any card of the discards."""
    game = table_of({"hand": ["junk_scanner"]}, discards=["plasmoid", "cheat"])
    game.do("play", card="junk_scanner", second="cheat")
    assert hand(game, 0) == ["cheat"]


def test_swap_o_tron_ticket() -> None:
    """COMBAT-8: another one fights instead."""
    game = combat({"level": 1, "hand": ["swap_o_tron_ticket"]}, {}, {"level": 7}, monsters=["plasmoid"])
    game.do("play", card="swap_o_tron_ticket", seat=2)
    assert game.strength("players") == 7


@pytest.mark.parametrize(("card", "times"), [("fire_eaters_lunch", 0), ("gasoline_juggling_act", 2)])
def test_what_changes_fire(card: str, times: int) -> None:
    """COMBAT-1: of items and of what is spent, on either side."""
    fighter = {"level": 1, "table": ["overclocked_hair_dryer", "telescopic_spork"], "hand": [card, "thermos_of_lava"]}
    game = combat(fighter, monsters=["plasmoid"])
    game.do("play", card="thermos_of_lava", place="monsters")
    passes(game)
    game.do("play", card=card)
    passes(game)
    assert (game.strength("players"), game.strength("monsters")) == (1 + 2 + 3 * times, 12 + 3 * times)


@pytest.mark.parametrize("card", ["overclocked_hair_dryer", "thermos_of_lava", "fusion_cupcake"])
def test_what_burns(card: str) -> None:
    """COMBAT-1: a robo_rooster that meets fire gives a level more."""
    place = "table" if card == "overclocked_hair_dryer" else "hand"
    game = combat({"level": 6, place: [card]}, monsters=["robo_rooster"])
    if place == "hand":
        game.do("play", card=card, place="players")
        passes(game)
    kill(game)
    assert levels(game)[0] == 8
