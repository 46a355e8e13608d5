"""What must hold at every decision that a test leads a game to.

It can be saved and loaded; and what is drawn anew of it for a seat looks the same to that seat, can be saved and
loaded, breaks nothing and has an answer.
"""

from itertools import count

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks at every game after each of its answers, half-built ones too, as long as the test runs."""
    step, answers = Game._step, count()

    def watched(game: Game, action: int) -> None:
        step(game, action)
        with monkeypatch.context() as unwatched:
            unwatched.setattr(Game, "_step", step)
            look(game, next(answers))

    monkeypatch.setattr(Game, "_step", watched)


def look(game: Game, number: int) -> None:
    """The game as it is now, and a world of it for one seat, the next one each time."""
    if int(game.position["rules"]["forced_choices"][0]) != game.config.forced_choices:
        return  # a test has written into it, so that it is no game of its settings
    answering, game._busy = game._busy, False
    try:
        again = Game.load(game.save())
        assert again._bytes.tobytes() == game._bytes.tobytes()
        assert list(again.legal()) == list(game.legal())
        if not game.over:
            look_at_world(game, number % game.config.players, number)
    finally:
        game._busy = answering


def look_at_world(game: Game, seat: int, number: int) -> None:
    """A world that is drawn for a seat."""
    world = game.resample(seat, np.random.default_rng(number))
    assert View.of(world, seat).record.tobytes() == View.of(game, seat).record.tobytes()
    assert list(Game.load(world.save()).legal()) == list(world.legal())
    assert len(world.legal()) > 0
    assert not world.broken()
