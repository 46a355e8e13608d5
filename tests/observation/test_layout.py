"""Lengths, bounds, scales and schema of the observations."""

import re

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env import versions
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.observation import observe
from munchkin_env.observation.entries import view_position
from munchkin_env.observation.view import View
from tests.observation.play import some_games

SEATS = (3, 4, 5, 6)


@pytest.mark.parametrize("players", SEATS)
def test_sections_follow_each_other_and_fill_the_vector(players):
    spec = mk.spec(players=players)
    for sections, length in ((spec.flat_sections, spec.flat_length), (spec.global_sections, spec.globals_length)):
        at = 0
        for section in sections:
            assert section.start == at, section
            assert section.size > 0
            assert section.low < section.high
            at += section.size
        assert at == length
        assert len({section.name for section in sections}) == len(sections)
    game = mk.Game(players=players, seed=1)
    assert game.observe(0).shape == (spec.flat_length,)
    assert game.observe(0).dtype == np.int8
    assert spec.flat_scale.shape == (spec.flat_length,)
    assert spec.num_actions == spec.num_actions == len(game.legal_action_mask())


def test_the_base_game_is_compact():
    """More than about this and observing costs more than playing."""
    assert mk.spec(players=4).flat_length < 1950


def test_tokens_have_one_shape_for_all_tables():
    shapes = {(mk.spec(players=p).tokens_shape, mk.spec(players=p).globals_length) for p in SEATS}
    assert len(shapes) == 1
    for players in SEATS:
        tokens = mk.Game(players=players, seed=2).observe(players - 1, "tokens")
        assert {(tokens["cards"].shape, len(tokens["globals"]))} == shapes
        assert tokens["cards"].dtype == tokens["globals"].dtype == np.int16


def test_entries_stay_within_the_published_bounds_and_scale():
    for game in some_games():
        spec = mk.spec(players=game.config.players)
        low, high = spec.flat_bounds
        for seat in range(game.config.players):
            flat, tokens = game.observe(seat), game.observe(seat, "tokens")
            assert (flat >= low).all()
            assert (flat <= high).all()
            assert np.abs(flat * spec.flat_scale).max() < 16
            wide = {"low": np.array([s.low for s in spec.token_fields]), "high": [s.high for s in spec.token_fields]}
            assert (tokens["cards"] >= wide["low"]).all()
            assert (tokens["cards"] <= wide["high"]).all()


def test_numbers_beyond_the_bounds_are_cut():
    game = mk.scenario([{}, {}, {}], round_limit=9999, seed=1)
    spec = mk.spec(players=3)
    at = {section.name: section.start for section in spec.flat_sections}
    game.position["player"][0]["bonus"][0] = -400
    flat, wide = game.observe(0), game.observe(0, "tokens")["globals"]
    assert flat[at["rounds_left"]] == 127
    assert wide[at["rounds_left"]] == 9998
    assert flat[at["seat0.bonus"]] == -127
    assert wide[at["seat0.bonus"]] == -400


def test_bounds_hold_after_the_round_limit(rng):
    game = mk.Game(players=3, round_limit=1, seed=2)
    while not game.is_terminal:
        game.step(int(rng.choice(game.legal_actions())))
    low, high = mk.spec(players=3).flat_bounds
    assert game.winners == ()
    for seat in range(3):
        flat = game.observe(seat)
        assert (flat >= low).all()
        assert (flat <= high).all()


def test_the_schema_hash_tells_meanings_apart(monkeypatch):
    assert mk.spec(players=4).schema_hash == mk.spec(players=4, goal=20, windows="open").schema_hash
    assert mk.spec(players=4).schema_hash != mk.spec(players=5).schema_hash
    before = mk.spec(players=4).schema_hash
    monkeypatch.setattr(versions, "OBSERVATION_VERSION", versions.OBSERVATION_VERSION + 1)
    assert mk.spec(players=4).schema_hash != before


def test_observing_into_a_buffer_overwrites_all_of_it():
    games = some_games()
    game = next(g for g in games if g.config.players == 4)
    expected = game.observe(1)
    flat = np.full_like(expected, 99)
    assert game.observe(1, out=flat) is flat
    assert np.array_equal(flat, expected)
    for kind in ("tokens", "sparse"):
        seen = game.observe(1, kind)
        buffers = {name: np.full_like(array, 99) for name, array in seen.items()}
        filled = game.observe(1, kind, out=buffers)
        assert all(filled[name] is buffers[name] for name in buffers)
        assert all(np.array_equal(filled[name], seen[name]) for name in seen)
    assert game.observe(1) is not game.observe(1)


@pytest.mark.parametrize("out", [np.zeros(3, np.int8), np.zeros(1578, np.int16), [0] * 1578])
def test_a_wrong_buffer_is_refused(out):
    with pytest.raises(mk.ConfigError, match="out: expected int8"):
        mk.Game(players=4, seed=1).observe(0, out=out)


@pytest.mark.parametrize("encoding", ["flat", "tokens", "sparse"])
def test_a_buffer_is_one_block(encoding):
    """A column of a larger array ended in an error of the compiler."""
    game = mk.Game(players=4, seed=1)
    seen = game.observe(0, encoding)
    name, array = ("out", seen) if encoding == "flat" else (f'out["{next(iter(seen))}"]', next(iter(seen.values())))
    column = np.zeros((*array.shape, 2), array.dtype)[..., 0]
    out = column if encoding == "flat" else {**seen, next(iter(seen)): column}
    with pytest.raises(mk.ConfigError, match=rf"{re.escape(name)}: expected a C-contiguous array, got .*strides"):
        game.observe(0, encoding, out=out)
    assert not column.any()


def test_words_need_no_buffer():
    with pytest.raises(mk.ConfigError, match="out: expected none with text, got"):
        mk.Game(players=4, seed=1).observe(0, "text", out=np.zeros(3))


def test_an_unknown_kind_is_refused():
    with pytest.raises(mk.ConfigError, match="encoding: expected one of flat, tokens, sparse, text"):
        mk.Game(seed=1).observe(0, encoding="flatt")


def test_a_view_record_may_be_used_again():
    """The bytes of a view depend on the position and the seat only, not on what the record held."""
    games = [game for game in some_games() if game.config.players == 5]
    used = View.of(games[0], 0)
    for game in games[1::3]:
        for seat in range(5):
            view_position(records(game.position), 0, game.tables, seat, used.positions, 0)
            assert used.row.tobytes() == View.of(game, seat).row.tobytes()


def test_seats_are_relative_to_the_observer():
    """The same table, seen from each side."""
    players = [{"level": 2 + p} for p in range(4)]
    game = mk.scenario(players, turn=1, seed=1)
    at = {section.name: section.start for section in mk.spec(players=4).flat_sections}
    for seat in range(4):
        flat = game.observe(seat)
        assert [int(flat[at[f"seat{i}.level"]]) for i in range(4)] == [2 + (seat + i) % 4 for i in range(4)]
        assert [int(flat[at[f"seat{i}.turn"]]) for i in range(4)] == [int((seat + i) % 4 == 1) for i in range(4)]


def test_an_observation_of_text_is_the_text():
    game = mk.Game(seed=3)
    assert observe(game.position, game.catalogue, 0, "text") == game.text(0) == game.observe(0, "text")
