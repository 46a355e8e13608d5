"""What looks at every decision of the scenarios sees what is wrong with one."""

import pytest

import munchkin_env as mk
from munchkin_env.errors import SaveError
from munchkin_env.game import Game
from tests.outside import watch

pytestmark = pytest.mark.compiled


def played(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A watched game after a few answers."""
    game = mk.Game(players=3, seed=5)
    watch(monkeypatch)
    for _ in range(20):
        game.step(int(game.legal()[0]))
    return game


def test_a_sound_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(played(monkeypatch).legal()) > 0


def test_a_save_that_is_refused_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: bytes) -> Game:
        raise SaveError("roll: expected none, got one")

    monkeypatch.setattr(Game, "load", staticmethod(refuse))
    with pytest.raises(SaveError, match="roll"):
        played(monkeypatch)


def test_a_world_that_looks_otherwise_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    other = mk.Game(players=3, seed=6)
    monkeypatch.setattr(Game, "resample", lambda game, seat, rng: other)
    with pytest.raises(AssertionError):
        played(monkeypatch)
