"""What the greedy bot makes of Madness, mutations and of who can't help."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import make_bot
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Stage

pytestmark = pytest.mark.interpreted


def said(game, most=12):
    """What greedy answers for whoever is asked, part by part, until an answer is complete."""
    words = []
    for _ in range(most):
        view = View.of(game, game.seat)
        action = make_bot("greedy").act(view, game.mask(), np.random.default_rng(0))
        words.append(game.describe(int(action)))
        game.step(int(action))
        if game.over or game.stage == Stage.VERB:
            break
    return words


def table(*players, phase="start", **settings):
    players = [*players, *[{} for _ in range(3 - len(players))]]
    fixed = {"editions": ("cthulhu",), "rest": "out", "forced_choices": False}
    return mk.scenario(players, phase=phase, **{**fixed, **settings})


def test_madness_goes_to_who_is_ahead():
    """Like a curse, and not to oneself."""
    game = table({"level": 5, "hand": ["madness_gammaphobia"]}, {"level": 2}, {"level": 8})
    assert said(game) == ["play", "Madness! Gammaphobia", "the player 2 to the left"]


def test_what_makes_strong_is_given_to_nobody():
    game = table({"level": 5, "hand": ["madness_everything_in_rows"]}, {"level": 2}, {"level": 8})
    assert said(game) != ["play", "Madness! Everything in Rows", "the player 2 to the left"]


def test_it_rids_itself_of_its_own():
    """With a Wishing Ring, in its own turn."""
    game = table({"hand": ["wishing_ring"], "curses": ["madness_dread_of_dread"]}, {"curses": ["madness_firebug"]})
    assert said(game) == ["play", "Wishing Ring", "Madness! Dread of Dread"]


def test_it_lays_out_a_mutation():
    assert said(table({"klass": "cultist", "hand": ["sticky_head"]})) == ["lay out", "Sticky Head"]


def test_it_steals_if_it_must():
    """And does not rather play a card for nothing."""
    thief = {"curses": ["madness_kleptomania"], "hand": ["rugose", "mephitic"], "level": 5}
    game = table(thief, {"table": ["brass_knucks"]}, phase="after", switches={})
    assert said(game)[0] == "steal"


def test_it_asks_who_may_help():
    """The strongest one may not."""
    seats = [{"level": 3}, {"level": 9, "curses": ["madness_they_are_after_me"]}, {"level": 8}]
    game = table(*seats, phase="combat", combat={"monsters": ["lloyd_lloigor"]})
    assert game.decision == Decision.COMBAT
    assert said(game)[:2] == ["ask help", "the player 2 to the left"]
