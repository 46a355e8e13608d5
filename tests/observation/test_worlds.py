"""Worlds: what a search is handed looks the same to its seat as the position, and tells nothing more of it."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View, resample
from munchkin_env.observation.worlds import world_of
from munchkin_env.vocabulary import Decision, Frame, Zone

TABLES = [
    {"players": 3, "seed": 1},
    {"players": 4, "seed": 2, "editions": ("cthulhu",)},
    {"players": 4, "seed": 3, "editions": ("extended",)},
    {"players": 5, "seed": 4, "editions": ("star", "munchkin"), "windows": "open"},
]
pytestmark = pytest.mark.interpreted


def positions(settings, every=31, most=8):
    """Positions of a game of random actions."""
    game, rng = mk.Game(**settings), np.random.default_rng(5)
    for number in range(every * most):
        if game.is_terminal:
            return
        if number % every == 0:
            yield game
        game.step(int(rng.choice(game.legal_actions())))


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


CHEAT = [
    {"level": 3, "hand": ["munchkin:cheat", "bow_with_ribbons", "baby"], "table": ["huge_rock", "horny_helmet"]},
    {"hand": ["o_rlyeh"]},
    {},
]
CURED = [{"hand": ["munchkin:wishing_ring"]}, {"hand": ["o_rlyeh"], "table": ["curse_chicken_on_your_head"]}, {}]


@pytest.mark.parametrize(
    ("seats", "card", "seconds", "where"),
    [
        (CHEAT, "munchkin:cheat", ["bow_with_ribbons", "huge_rock"], {Zone.HAND, Zone.TABLE}),
        (CURED, "munchkin:wishing_ring", ["curse_chicken_on_your_head"], {Zone.TABLE + 1}),
    ],
)
def test_the_second_card_of_an_announced_play_is_told_to_nobody_nor_where_it_lies(seats, card, seconds, where):
    """WINDOW-1: a card that may be cancelled lies there; what it is played on is told once it works."""
    seen, drawn = set(), set()
    for second in seconds:
        game = mk.scenario(seats, editions=("munchkin", "cthulhu"), forced_choices=False)
        game.do("play", card=card, second=second)
        assert game.decision == Decision.WINDOW
        for seat in (1, 2):
            seen.add((seat, View.of(game, seat).row.tobytes(), world_of(game.position, game.catalogue, seat).tobytes()))
            for number in range(8):
                s = game.resample(seat, np.random.default_rng(number)).position[0]
                (named,) = (int(f["a"]) for f in s["frame"][: int(s["n_frames"])] if int(f["kind"]) == Frame.PLAYED)
                drawn.add(int(s["card"]["zone"][named]))
    assert len(seen) == 2, "one view and one world for each seat"
    assert drawn == where


def test_the_face_of_an_announced_play_is_told_to_nobody():
    """WINDOW-1, FLEE-5: a Loaded Die that may be cancelled lies there; its face is told once it works."""
    seats = [{"level": 3, "hand": ["loaded_die"]}, {"hand": ["o_rlyeh"]}, {}]
    start = mk.scenario(
        seats, editions="cthulhu", phase="combat", combat={"monsters": ["froggoth"]}, dice=[2], forced_choices=False
    )
    start.do("run_away")
    while start.decision == Decision.WINDOW:
        start.do("pass")
    start.do("roll", place=0)
    seen, faces = set(), set()
    for face in (1, 6):
        game = start.clone()
        game.do("play", card="loaded_die", amount=face)
        assert (game.decision, game.current_player) == (Decision.WINDOW, 1)
        seen.add((View.of(game, 2).row.tobytes(), world_of(game.position, game.catalogue, 2).tobytes()))
        for number in range(8):
            s = game.resample(2, np.random.default_rng(number)).position[0]
            faces |= {int(f["n"]) for f in s["frame"][: int(s["n_frames"])] if int(f["kind"]) == Frame.PLAYED}
    assert len(seen) == 1
    assert len(faces) > 2
