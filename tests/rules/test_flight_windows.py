"""FLEE-5: one moment for all: what may be played before the first roll, between two rolls, and between two allies."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event
from tests.kit.looking import discards, events, hand, open_window, verbs, words
from tests.kit.playing import asked, first_place, give_up, pass_until, settle, settled
from tests.kit.tables import fight

CURSE, OTHER_CURSE = "curse_duck_of_doom", "curse_lose_a_level"
SPEED, TRAP = "spinning_exit_sign", "cosmetic_radiation"
STAR = ("star",)


def fled(*seats: dict[str, Any], rolls: int, helper: int | None = None, **settings: Any) -> mk.Game:
    """A flight from two monsters, up to the window after so many rolls."""
    monsters = settings.pop("monsters", ["bullrog", "net_troll"])
    game = give_up(fight(monsters, *seats, helper=helper, **{"dice": [6] * 6, "rest": "out", **settings}))
    for number in range(rolls):
        assert game.decision == Decision.FLEE
        game.do("roll", place=first_place(game))
        while number < rolls - 1 and game.decision == Decision.WINDOW:
            game.do("pass")
    return game


def playable(game: mk.Game) -> set[str]:
    """Return the cards that the asked seat may play."""
    return words(game, "play") if "play" in verbs(game) else set()


def who_is_asked(game: mk.Game) -> dict[int, set[str]]:
    """Return by seat the cards that it may play in the windows of a flight, until another decision comes."""
    found: dict[int, set[str]] = {}
    while not game.is_terminal and game.decision == Decision.WINDOW:
        if open_window(game) == "flight":
            found[int(game.current_player)] = playable(game)
        game.do("pass")
    return found


HOLDERS = [
    {"level": 6, "hand": [CURSE, "boil_an_anthill", "instant_wall"]},
    {"level": 3, "hand": [OTHER_CURSE, "star:force_field_umbrella"]},
    {"level": 3, "hand": ["whine_at_the_gm", "wishing_ring"]},
    {"level": 3, "hand": ["magic_missile", "enraged", "star:wandering_monster", "maul_rat"]},
]
BLEND = ("munchkin", "star")


@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_between_two_rolls_all_may_play_what_may_be_played_at_any_moment(windows: str) -> None:
    """FLEE-5, PLAY-1, PLAY-2, WINDOW-3: curses and level cards; nothing of the fight, and no card of the flight."""
    game = fled(*HOLDERS, rolls=1, windows=windows, editions=BLEND)
    found = who_is_asked(game)
    assert found[1] == {"Curse! Lose a Level"}
    assert found[2] == {"Whine at the GM"}  # nothing is there for the ring
    if windows == "open":
        assert found[3] == set()
    else:
        assert 3 not in found
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    assert playable(game) == {"Curse! Duck of Doom", "Boil an Anthill"}


def test_the_loser_has_nothing_that_others_have_not() -> None:
    """FLEE-5: of alike hands the loser and a bystander may play the same before the first roll, between two, after."""
    loser = {"level": 6, "hand": [CURSE, "boil_an_anthill", "instant_wall", "magic_missile", "enraged"]}
    other = {"level": 4, "hand": [OTHER_CURSE, "whine_at_the_gm", "force_field_umbrella", "sleep_potion", "ancient"]}
    game = give_up(fight(["bullrog", "net_troll"], loser, other, editions=BLEND, dice=[6, 6], rest="out"))
    assert playable(game) == {"Curse! Duck of Doom", "Boil an Anthill", "Instant Wall"}
    game.do("play", card="boil_an_anthill", seat=0)
    assert who_is_asked(game) == {1: {"Curse! Lose a Level", "Whine at the GM", "Force-Field Umbrella"}}
    game.do("roll", place=0)
    assert who_is_asked(game) == {1: {"Curse! Lose a Level", "Whine at the GM"}}
    assert playable(game) == {"Curse! Duck of Doom"}
    game.do("roll", place=1)
    assert who_is_asked(game) == {}, "nobody has to roll any more"


def test_a_curse_between_two_rolls_changes_the_next_one() -> None:
    """FLEE-5, PLAY-1: a bystander's curse strikes at once, and counts for the second monster."""
    game = fled({"level": 8}, {"hand": ["curse_chicken_on_your_head"]}, rolls=1, dice=[6, 5])
    pass_until(game, 1)
    settled(game, "play", card="curse_chicken_on_your_head", seat=0)
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    settled(game, "roll", place=1)
    assert len(events(game, Event.ESCAPED)) == 1
    assert len(events(game, Event.CAUGHT)) == 1, "5 - 1 is not enough"


def test_between_the_rolls_of_two_allies() -> None:
    """FLEE-3, FLEE-5: also when the leader's last roll has been made, or has killed the leader."""
    bystander = {"hand": [OTHER_CURSE]}
    for monster, face in (("net_troll", 6), ("plutonium_dragon", 1)):
        monsters = {"monsters": [monster], "dice": [face, 6]}
        game = fled({"level": 6}, {"level": 3}, bystander, rolls=1, helper=1, **monsters)
        assert who_is_asked(game) == {2: {"Curse! Lose a Level"}}
        assert (game.current_player, game.decision) == (1, Decision.FLEE)
        assert bool(game.position["player"]["dead"][0, 0]) == (face == 1)


def test_the_last_roll_ends_the_flight() -> None:
    """FLEE-4, FLEE-5: there is nothing between it and the end; what comes then is the time after a combat."""
    game = fled({"level": 6}, {"hand": [OTHER_CURSE]}, rolls=2)
    assert "flight" not in {window for window, _ in asked(game)}
    assert game.position["combat"]["active"][0] == 0


def test_bad_stuff_comes_before_the_window() -> None:
    """FLEE-2, FLEE-5: the victim has lost the levels when the others are asked."""
    game = fled({"level": 6}, {"hand": [OTHER_CURSE]}, rolls=1, monsters=["pit_bull", "bullrog"], dice=[1, 6])
    pass_until(game, 1)
    assert open_window(game) == "flight"
    assert game.level(0) == 6 - 2


# --------------------------------------------------------------------------- before the first roll


def test_flight_cards_before_the_first_roll_alone() -> None:
    """FLEE-5: cards for "before the first roll" work neither between two rolls nor for the ally who rolls second."""
    loser = {"level": 5, "hand": ["force_field_umbrella", SPEED, TRAP]}
    ally = {"level": 3, "hand": ["munchkin:instant_wall"]}
    star = {"editions": BLEND, "monsters": ["plutonium_dragon", "plasmoid"]}
    game = fled(loser, ally, rolls=0, helper=1, **star)
    assert {"Force-Field Umbrella", "Spinning Exit Sign"} <= playable(game)
    game = fled(loser, ally, rolls=1, helper=1, **star)
    settle(game)
    assert playable(game) == {"Cosmetic Radiation"}
    game = fled(loser, ally, rolls=2, helper=1, **star)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.FLEE)
    assert playable(game) == set()


@pytest.mark.parametrize("answer", ["thicker_ichor", "ichor_picker"])
def test_what_the_loser_plays_before_he_rolls_is_answered(answer: str) -> None:
    """FLEE-5: Quicker Ichor can be met by what is played on ichor, before the first roll alone."""
    game = fled(
        {"level": 3, "hand": ["quicker_ichor"]}, {"hand": [answer]}, rolls=0, editions=("cthulhu",),
        monsters=["lloyd_lloigor", "buggoth"],
    )  # fmt: skip
    game.do("play", card="quicker_ichor", place="players")
    assert (game.current_player, open_window(game)) == (1, "flight")
    assert words(game, "play") == {game.catalogue.card(game.catalogue.index(answer)).name}
    while game.decision == Decision.WINDOW:
        game.do("pass")
    game.do("roll", place=0)
    assert 1 not in who_is_asked(game), "the ichor works; the first roll is made"


def test_a_sidekick_laid_out_in_flight_is_met_by_a_trap() -> None:
    """FLEE-5, SIDE-1, SIDE-2: it is gone before its owner can sacrifice it."""
    loser = {"level": 5, "hand": ["red_shirt"]}
    bystander = {"hand": ["staff_shortage"]}
    game = fled(loser, bystander, rolls=0, editions=STAR, monsters=["starfish"])
    game.do("play", card="red_shirt")
    assert (game.current_player, open_window(game)) == (1, "flight")
    game.do("play", card="staff_shortage", seat=0)
    settle(game).do(card="red_shirt")
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    assert "red_shirt" in discards(game)
    assert "sacrifice" not in verbs(game)


def test_whatever_the_loser_does_before_he_rolls_is_a_play() -> None:
    """FLEE-5, SIDE-2, TURN-7: a sacrifice, an item thrown to the monster, a class that is dropped; a roll is none."""
    bystander = {"hand": [OTHER_CURSE]}
    dog = {"level": 1, "klass": "thief", "carried": ["eleven_foot_pole"]}
    for answer in ({"verb": "drop", "card": "thief"}, {"verb": "pay_escape", "place": 0, "card": "eleven_foot_pole"}):
        game = fled(dog, bystander, rolls=0, monsters=["pit_bull"])
        game.do(**answer)
        assert (game.current_player, open_window(game)) == (1, "flight")
    game.do("pass")
    game.do("roll", place=0)
    assert open_window(game) != "flight"


# --------------------------------------------------------------------------- who else, what else


def test_abilities_of_the_fight_are_over_in_flight() -> None:
    """FLEE-5, WINDOW-3: nobody backstabs or goes berserk; a Thief who stands by may steal from another (CLASS-1)."""
    helper = {"level": 3, "klass": "warrior", "hand": ["lame_goblin"]}
    thief = {"level": 3, "klass": "thief", "hand": ["maul_rat"]}
    rich = {"table": ["helm_of_courage"]}
    game = fled({"level": 6}, helper, thief, rich, rolls=1, helper=1, windows="open")
    seen: dict[int, set[str]] = {}
    while game.decision == Decision.WINDOW:
        if open_window(game) == "flight":
            seen[int(game.current_player)] = verbs(game) - {"pass"}
        game.do("pass")
    assert seen[1] == {"drop"}
    assert seen[2] == {"steal"}
    assert seen[3] == set()


def test_the_helper_has_his_say_while_the_leader_flees() -> None:
    """WINDOW-1: the helper decides nothing next; the leader does, and is asked where all are, the last."""
    for windows, order in (("compressed", [1, 2]), ("open", [1, 2, 0])):
        same = {"level": 3, "hand": [OTHER_CURSE]}
        game = fled({**same, "level": 6}, {**same, "hand": [CURSE]}, {"hand": ["boil_an_anthill"]}, rolls=1, helper=1,
                    windows=windows)  # fmt: skip
        assert [seat for window, seat in asked(game) if window == "flight"] == order


def test_who_has_fled_has_his_say_while_his_helper_flees() -> None:
    """WINDOW-1: the helper decides next; the leader does not any more."""
    allies = [{"level": 6, "hand": [OTHER_CURSE]}, {"level": 3, "hand": [CURSE]}]
    game = fled(*allies, rolls=1, helper=1, monsters=["net_troll"])
    assert [seat for window, seat in asked(game) if window == "flight"] == [0]
    assert (game.current_player, game.decision) == (1, Decision.FLEE)


def test_a_lamp_is_no_card_for_between_two_rolls() -> None:
    """FLEE-5 [R]: Magic Lamp: in the fight, or right after a failed roll; the monster of that roll goes."""
    game = fled({"level": 6, "hand": ["magic_lamp"]}, rolls=1, dice=[6, 1])
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    assert "play" not in verbs(game)
    game.do("roll", place=1)
    assert words(game, "play") == {"Magic Lamp"}
    settled(game, "play", card="magic_lamp", place=1)
    assert hand(game, 0) == []


def test_final_windows_are_none_of_the_flight() -> None:
    """WINDOW-2: with windows of the last moments alone the flight goes on at once."""
    game = fled({"level": 6}, {"hand": [OTHER_CURSE]}, rolls=1, windows="final")
    assert "flight" not in {window for window, _ in asked(game)}
    assert game.decision == Decision.FLEE


def test_a_leader_who_dies_before_the_first_roll_frees_his_helper() -> None:
    """DEATH-5: the combat is over; the helper does not run away."""
    leader = {"level": 6, "hand": ["boil_an_anthill"]}
    bystander = {"level": 1, "hand": [OTHER_CURSE]}
    game = give_up(fight(["net_troll"], leader, {"level": 3}, bystander, helper=1, rest="out"))
    game.do("play", card="boil_an_anthill", seat=0)
    assert (game.current_player, open_window(game)) == (2, "flight")
    game.position["player"]["dead"][0, 0] = 1  # the base edition has no curse that kills
    game.position["player"]["pending"][0, 0] = 0
    game.position["bodies"][0] |= 1
    settled(game, "pass")
    assert not game.position["combat"]["active"][0]
    assert events(game, Event.ROLLED) == []
