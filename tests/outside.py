"""Invariants of every decision that a test leads a game to.

It can be played again from its beginning, and loaded from its save; its numbers are in their ranges. A game that is
resampled for a seat looks the same to that seat, can be pickled, breaks nothing and has a legal action.
"""

import pickle
from itertools import count

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View
from tests.ranges import out_of_range


def frozen(game: Game) -> bytes:
    """All that a game is now: it has not changed if this has not."""
    return game._bytes.tobytes() + np.array(game.history, np.int64).tobytes() + game.legal_actions().tobytes()


def as_it_stands(game: Game) -> Game:
    """A copy of a game whose position a test has written into, which asks what it asks then."""
    twin: Game = pickle.loads(pickle.dumps(game))
    return twin


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at every game after each of its actions, half-built ones too, as long as the test runs."""
    step, answers = Game._step, count()

    def watched(game: Game, action: int) -> None:
        with monkeypatch.context() as unwatched:
            unwatched.setattr(Game, "_step", step)
            note_edits(game)
            step(game, action)
            look(game, next(answers))
            game.__dict__["left"] = game._bytes.tobytes()

    monkeypatch.setattr(Game, "_step", watched)


def note_edits(game: Game) -> None:
    """A test may have written into the position since the last answer: then it is no game that was played."""
    if "left" not in game.__dict__:
        known = game._is_known()
        game.__dict__["left"] = game.at(len(game.history))._bytes.tobytes() if known else game._bytes.tobytes()
    if game._bytes.tobytes() != game.__dict__["left"]:
        game.__dict__["edited"] = True


def look(game: Game, number: int) -> None:
    """The game as it is now, and a world of it for one seat, the next one each time."""
    answering, game._busy = game._busy, False
    try:
        if not game.__dict__.get("edited") and game._is_known():
            again = Game.load(game.save())
            assert again._bytes.tobytes() == game._bytes.tobytes()
            assert list(again.legal_actions()) == list(game.legal_actions())
            assert again.history == game.history
            assert out_of_range(game) == []
        if not game.is_terminal and int(game.position["rules"]["forced_choices"][0]) == game.config.forced_choices:
            look_at_world(game, number % game.config.players, number)
    finally:
        game._busy = answering


def look_at_world(game: Game, seat: int, number: int) -> None:
    """A world that is drawn for a seat."""
    world = game.resample(seat, np.random.default_rng(number))
    assert View.of(world, seat).record.tobytes() == View.of(game, seat).record.tobytes()
    again = pickle.loads(pickle.dumps(world))
    assert again == world
    assert list(again.legal_actions()) == list(world.legal_actions())
    assert len(world.legal_actions()) > 0
    assert not world.broken()
