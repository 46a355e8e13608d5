"""The watch over every decision of the scenarios sees faults of each kind."""

import os

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.errors import SaveError
from munchkin_env.game.game import Game
from tests.each import each
from tests.outside import watch

pytestmark = pytest.mark.compiled

BLENDS = (
    ("munchkin",), ("extended",), ("star",), ("cthulhu",), ("munchkin", "star"), ("extended", "cthulhu"),
    ("munchkin", "cthulhu", "star", "extended"),
)  # fmt: skip


def played(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A watched game after a few actions."""
    game = mk.Game(players=3, seed=5)
    watch(monkeypatch)
    for _ in range(20):
        game.step(int(game.legal_actions()[0]))
    return game


def random_game(monkeypatch: pytest.MonkeyPatch, seed: int, editions: tuple[str, ...]) -> None:
    """A watched game of random actions, up to 400 of them, its seats and settings drawn too."""
    rng = np.random.default_rng(seed)
    game = mk.Game(
        players=int(rng.integers(3, 7)),
        editions=editions,
        windows=str(rng.choice(["compressed", "open", "final"])),
        quick_play=bool(rng.integers(2)),
        forced_choices=bool(rng.integers(2)),
        seed=seed,
    )
    watch(monkeypatch)
    for _ in range(400):
        if not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))


@each("editions", BLENDS, ids="+".join, rotating=True)
def test_a_random_game_holds_at_every_decision(monkeypatch: pytest.MonkeyPatch, editions: tuple[str, ...]) -> None:
    random_game(monkeypatch, 0, editions)


@pytest.mark.soak
def test_soak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousandth of MUNCHKIN_SOAK_GAMES (100,000) for each blend."""
    for seed in range(1, 1 + int(os.environ.get("MUNCHKIN_SOAK_GAMES", "100000")) // 1000):
        for editions in BLENDS:
            with monkeypatch.context() as once:
                random_game(once, seed, editions)


def test_a_sound_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(played(monkeypatch).legal_actions()) > 0


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
