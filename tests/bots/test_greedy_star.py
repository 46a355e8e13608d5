"""What the greedy bot does with the cards of Star Munchkin."""

import numpy as np
import pytest

from munchkin_env.bots import make_bot
from munchkin_env.observation import View
from tests.scenarios.star.kit import table_of

pytestmark = pytest.mark.interpreted


def test_greedy_looks_at_sidekicks_among_the_discards():
    """DECK-1: what junk_scanner may fetch from there belongs to nobody."""
    game = table_of({"hand": ["junk_scanner"]}, discards=["red_shirt", "cheat"])
    for _ in range(3):
        view = View.of(game, game.seat)
        action = make_bot("greedy").act(view, game.mask(), np.random.default_rng(0))
        assert action in game.legal()
        game.step(action)
