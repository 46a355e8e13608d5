"""Worlds: what a search is handed looks the same to its seat as the position, and tells nothing more of it."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View, resample
from munchkin_env.observation.worlds import world_of

TABLES = [
    {"players": 3, "seed": 1},
    {"players": 4, "seed": 2, "editions": ("cthulhu",)},
    {"players": 4, "seed": 3, "editions": ("extended",)},
    {"players": 5, "seed": 4, "editions": ("star", "munchkin"), "windows": "open"},
]
pytestmark = pytest.mark.interpreted


def positions(settings, every=31, most=8):
    """Positions of a game of random answers."""
    game, rng = mk.Game(**settings), np.random.default_rng(5)
    for number in range(every * most):
        if game.over:
            return
        if number % every == 0:
            yield game
        game.step(int(rng.choice(game.legal())))


@pytest.mark.parametrize("settings", TABLES, ids=lambda one: "+".join(one.get("editions", ("munchkin",))))
def test_all_positions_that_look_the_same_have_the_same_world(settings):
    differing = 0
    for number, game in enumerate(positions(settings)):
        for seat in range(game.config.players):
            world = world_of(game.position, game.catalogue, seat)
            other = game.resample(seat, np.random.default_rng(number))
            differing += int(other.position.tobytes() != game.position.tobytes())
            assert world_of(other.position, game.catalogue, seat).tobytes() == world.tobytes()
            assert View(world, game.catalogue, seat).row.tobytes() == View.of(game, seat).row.tobytes()
    assert differing > 10


@pytest.mark.parametrize("settings", TABLES, ids=lambda one: "+".join(one.get("editions", ("munchkin",))))
def test_what_is_drawn_of_a_world_is_what_would_be_drawn_of_the_position(settings):
    for number, game in enumerate(positions(settings)):
        for seat in range(game.config.players):
            world = world_of(game.position, game.catalogue, seat)
            resample(world, game.catalogue, seat, np.random.default_rng(number))
            assert world.tobytes() == game.resample(seat, np.random.default_rng(number)).position.tobytes()


def test_a_view_has_a_world_if_one_is_asked_for_and_the_position_stays():
    game = mk.Game(seed=1)
    before = game.position.tobytes()
    assert View.of(game, 1).world is None
    world = View.of(game, 1, world=True).world
    assert world.tobytes() == world_of(game.position, game.catalogue, 1).tobytes() != before
    assert game.position.tobytes() == before
