"""The greedy bot with Madness, mutations and players who cannot help."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision
from tests.kit.greedy import answer

pytestmark = pytest.mark.interpreted


def table(*players, phase="start", **settings):
    players = [*players, *[{} for _ in range(3 - len(players))]]
    fixed = {"editions": ("cthulhu",), "rest": "out", "forced_choices": False}
    return mk.scenario(players, phase=phase, **{**fixed, **settings})


def test_madness_goes_to_who_is_ahead():
    """Like a curse, and not to oneself."""
    game = table({"level": 5, "hand": ["madness_gammaphobia"]}, {"level": 2}, {"level": 8})
    assert answer(game) == ["play", "Madness! Gammaphobia", "the player 2 to the left"]


def test_what_makes_strong_is_given_to_nobody():
    game = table({"level": 5, "hand": ["madness_everything_in_rows"]}, {"level": 2}, {"level": 8})
    assert answer(game) != ["play", "Madness! Everything in Rows", "the player 2 to the left"]


def test_it_rids_itself_of_its_own():
    """With a Wishing Ring, in its own turn."""
    game = table({"hand": ["wishing_ring"], "curses": ["madness_dread_of_dread"]}, {"curses": ["madness_firebug"]})
    assert answer(game) == ["play", "Wishing Ring", "Madness! Dread of Dread"]


def test_it_lays_out_a_mutation():
    assert answer(table({"klass": "cultist", "hand": ["sticky_head"]})) == ["lay out", "Sticky Head"]


def test_it_steals_if_it_must():
    """And does not rather play a card for nothing."""
    thief = {"curses": ["madness_kleptomania"], "hand": ["rugose", "mephitic"], "level": 5}
    game = table(thief, {"table": ["brass_knucks"]}, phase="after", switches={})
    assert answer(game)[0] == "steal"


def test_it_asks_who_may_help():
    """The strongest one may not."""
    seats = [{"level": 3}, {"level": 9, "curses": ["madness_they_are_after_me"]}, {"level": 8}]
    game = table(*seats, phase="combat", combat={"monsters": ["lloyd_lloigor"]})
    assert game.decision == Decision.COMBAT
    assert answer(game)[:2] == ["ask help", "the player 2 to the left"]


WALK = "a_bracing_walk_along_the_abyss"
FEARS = ["madness_gammaphobia", "madness_dread_of_dread"]


@pytest.mark.parametrize(
    ("mine", "theirs", "target"),
    [
        (FEARS, [], "oneself"),
        ([], [], "the player 2 to the left"),
        ([], FEARS, None),  # it would do them good
        (["madness_firebug"], FEARS, None),  # nothing it takes
    ],
)
def test_what_cures_the_fearful_and_hurts_the_others(mine, theirs, target):
    """Phobias of its own, or a level of a player that is close to the goal and has none."""
    seats = [{"level": 5, "hand": [WALK], "curses": mine}, {"level": 2}, {"level": 8, "curses": theirs}]
    said = answer(table(*seats))
    assert said == (["play", "A Bracing Walk Along the Abyss", target] if target else said)
    assert ("play" in said) == bool(target)


@pytest.mark.parametrize(("klass", "plays"), [((), True), ("cultist", False), ("professor", False)])
def test_a_level_less_is_no_win(klass, plays):
    """A curse that takes a level where there is no class stops the winning kill; it is kept where it takes a class."""
    leader = {"level": 9, "klass": klass}
    curse = {"level": 5, "hand": ["curse_amnesia"]}
    game = table(leader, curse, {"klass": "cultist"}, phase="combat", combat={"monsters": ["polly_polyp"]})
    game.do("kill")
    while game.decision == Decision.WINDOW and game.current_player != 1:
        game.do("pass")
    assert (game.current_player == 1 and answer(game)[0] == "play") == plays


def test_it_masters_its_fears_if_they_are_many():
    """A level is worth more than one phobia, and less than three."""
    for fears, choice in ((FEARS[:1], 0), ([*FEARS, "madness_dread_of_empty_rooms"], 1)):
        game = table({"level": 5, "hand": ["master_your_fears"], "curses": fears}, {"level": 5})
        game.do("play", card="master_your_fears", seat=0)
        while game.decision == Decision.WINDOW:
            game.do("pass")
        answer(game)
        assert game.level(0) == 6 - choice
