"""`sparse` is what is not 0 in `flat`."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.spaces import observation_space
from munchkin_env.observation import observe
from munchkin_env.observation.encode.flat import gather
from munchkin_env.observation.layout import MAX_ENTRIES, N_GENERAL, N_SEAT, sparse_shift
from tests.each import each
from tests.tiers import FULL, covering

EDITIONS = (("munchkin",), ("cthulhu",), ("star",), ("extended",), ("munchkin", "cthulhu", "star", "extended"))


def expanded(seen: dict[str, np.ndarray], players: int, length: int) -> np.ndarray:
    """int8 (n, length): the `flat` that rows of `sparse` are of. Raises AssertionError for entries that are none."""
    rows, places = np.nonzero(np.arange(MAX_ENTRIES) < seen["count"])
    assert seen["data"][rows, places].all()
    assert not seen["data"][np.arange(MAX_ENTRIES) >= seen["count"]].any()
    assert not seen["indices"][np.arange(MAX_ENTRIES) >= seen["count"]].any()
    planes = N_GENERAL + players * N_SEAT
    indices = seen["indices"][rows, places].astype(np.int64)
    found = np.zeros((len(seen["count"]), length), np.int8)
    assert not ((indices >= planes) & (indices < planes + sparse_shift(players))).any(), "a seat that isn't there"
    found[rows, np.where(indices >= planes, indices - sparse_shift(players), indices)] = seen["data"][rows, places]
    return found


def picks(games: mk.SelfPlayVecEnv, rng: np.random.Generator, number: int) -> np.ndarray:
    """Now a bot's actions, now random ones: positions of all kinds."""
    return games.advice("veteran", rng) if number % 3 else games.sample(rng)


@pytest.mark.slow
@pytest.mark.compiled
@each(("players", "editions"), covering(product([3, 4, 5, 6], EDITIONS)))
def test_sparse_expanded_is_flat_at_every_decision(editions: tuple[str, ...], players: int) -> None:
    given: dict[str, Any] = {"players": players, "editions": editions, "seed": 3}
    number = 32 if FULL else 12
    games, flat = mk.SelfPlayVecEnv(number, encoding="sparse", **given), mk.SelfPlayVecEnv(number, **given)
    rng, most, ended = np.random.default_rng(1), 0, 0
    while ended < number:
        assert np.array_equal(expanded(games.observation, players, flat.spec.flat_length), flat.observation)
        most = max(most, int(games.observation["count"].max()))
        actions = picks(games, rng, ended)
        games.step(actions)
        flat.step(actions)
        ended += int(games.done.sum())
    assert 150 < most < MAX_ENTRIES * 0.6, "the room that was measured to be enough"


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [3, 6])
def test_any_seat_sees_it_so(players: int) -> None:
    game, rng = mk.Game(players=players, seed=2), np.random.default_rng(0)
    for _ in range(25):
        for seat in range(players):
            seen = {name: part[None] for name, part in game.observe(seat, "sparse").items()}
            assert np.array_equal(expanded(seen, players, len(game.observe(seat)))[0], game.observe(seat))
        game.step(int(rng.choice(game.legal_actions())))


def test_an_index_means_the_same_at_every_table() -> None:
    names: dict[int, str] = {}
    for players in (3, 4, 6):
        spec = mk.spec(players=players)
        at = {section.name: section.start for section in spec.sparse_sections}
        assert at["hand"] == N_GENERAL + 6 * N_SEAT
        for section in spec.flat_sections:
            index = section.start + (sparse_shift(players) if section.start >= N_GENERAL + players * N_SEAT else 0)
            assert at[section.name] == index
            assert names.setdefault(index, section.name) == section.name
    hashes = {mk.spec(players=players).schema_hashes["sparse"] for players in (3, 4, 5, 6)}
    assert len(hashes) == 1
    assert mk.spec(editions=("star",)).schema_hashes["sparse"] not in hashes


def test_what_no_longer_fits_is_left_out() -> None:
    flat = np.array([0, 3, 0, -2, 5, 0, 7], np.int8)
    indices, values = np.full(3, 99, np.int16), np.full(3, 99, np.int8)
    gathered = getattr(gather, "function", gather)
    assert gathered(flat, 0, 4, 10, indices, values, 0) == 2
    assert gathered(flat, 4, 7, 10, indices, values, 2) == 3
    assert (indices.tolist(), values.tolist()) == ([11, 13, 14], [3, -2, 5])
    assert gathered(flat, 4, 7, 10, indices, values, 3) == 3


@pytest.mark.interpreted
def test_it_lies_in_its_space() -> None:
    for players in (3, 6):
        game = mk.Game(players=players, seed=1)
        space = observation_space(mk.spec(players=players), "sparse")
        assert space.contains(game.observe(0, "sparse"))
        assert not space.contains({**game.observe(0, "sparse"), "count": np.array([MAX_ENTRIES + 1], np.int16)})


def test_a_wrong_buffer_is_refused() -> None:
    game = mk.Game(seed=1)
    with pytest.raises(mk.ConfigError, match=r'out\["data"\]: expected int8\[768\], got int16\[768\]'):
        game.observe(0, "sparse", out={**game.observe(0, "sparse"), "data": np.zeros(768, np.int16)})
    with pytest.raises(mk.ConfigError, match='out: expected a dict of "indices" and "data" and "count", got 3'):
        observe(game.position, game.catalogue, 0, "sparse", out=3)
