"""Saved games: what was saved comes back; what is damaged, foreign or of another version does not."""

import copy
import json
import pickle
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env import versions
from munchkin_env.engine.layout import STATE

HEAD = struct.Struct("<4sHHIII")  # magic, save version, rules version, header length, body length, checksum


def played(seed: int = 3, decisions: int = 60, **settings: Any) -> mk.Game:
    """A random game after some decisions."""
    game = mk.Game(seed=seed, **settings)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if not game.over:
            game.step(int(rng.choice(game.legal())))
    return game


def same(one: mk.Game, other: mk.Game) -> bool:
    """Everything a driver can tell of two games is the same."""
    return (
        one == other
        and hash(one) == hash(other)
        and one.history == other.history
        and one.legal().tolist() == other.legal().tolist()
        and (one.seed, one.config, one.seat, one.over) == (other.seed, other.config, other.seat, other.over)
    )


# ----------------------------------------------------------------------- what was saved comes back


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open", "final"])
def test_every_position_of_a_game_comes_back(windows):
    game = mk.Game(seed=5, windows=windows, forced_choices=False)
    rng = np.random.default_rng(5)
    for i in range(300):
        if game.over:
            break
        game.step(int(rng.choice(game.legal())))
        if i % 10 == 0:
            assert same(mk.Game.load(game.save()), game)


def test_a_finished_game_comes_back():
    game = played(decisions=100_000, round_limit=2)
    assert game.over
    assert same(mk.Game.load(game.save()), game)


def test_a_scenario_comes_back():
    game = mk.scenario(players=[{"hand": ["elf", "curse_lose_a_level"]}, {}, {}], dice=[1, 2], goal=5)
    game.do("lay_out", card="elf")
    assert same(mk.Game.load(game.save()), game)


def test_a_loaded_game_goes_on_as_the_saved_one_would():
    game = played()
    twin = mk.Game.load(game.save())
    rng = np.random.default_rng(0)
    for _ in range(100):
        if game.over:
            break
        action = int(rng.choice(game.legal()))
        game.step(action)
        twin.step(action)
        assert same(game, twin)


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, mk.Game.clone, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_copies_are_equal_and_independent(twin_of):
    game = played()
    twin = twin_of(game)
    assert same(game, twin)
    before = game.position.tobytes()
    twin.step(int(twin.legal()[0]))
    assert game.position.tobytes() == before
    assert twin != game


def test_a_bytearray_is_as_good():
    game = played()
    assert same(mk.Game.load(bytearray(game.save())), game)


# ----------------------------------------------------------------------- damaged bytes


def load_fails(data: object, match: str) -> None:
    with pytest.raises(mk.SaveError, match=match):
        mk.Game.load(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [None, 3, "text", [1, 2], {}])
def test_what_is_not_bytes(data):
    load_fails(data, f"save: expected bytes, got {type(data).__name__}")


def test_a_truncated_save():
    """Cut anywhere."""
    data = played().save()
    for length in [*range(400), *range(400, len(data), 97), len(data) - 1]:
        load_fails(data[:length], "length: expected")


def test_a_save_with_something_behind_it():
    load_fails(played().save() + b"\0", "length: expected")


def test_a_save_with_any_byte_altered(rng):
    """Magic, versions, lengths, header, position, answers: no altered byte is taken."""
    data = played().save()
    places = [*range(HEAD.size), *rng.integers(HEAD.size, len(data), 300).tolist()]
    for place in places:
        altered = bytearray(data)
        altered[place] ^= 1 << int(rng.integers(8))
        with pytest.raises(mk.SaveError, match=r"expected .*, got "):
            mk.Game.load(bytes(altered))


def test_foreign_bytes(rng):
    """Random bytes of any length."""
    for length in (0, 1, HEAD.size, 1000, 20_000):
        load_fails(rng.bytes(length), r"(length|magic): expected .*, got ")


@pytest.mark.parametrize(
    ("field", "place", "version"),
    [("save version", 4, versions.SAVE_VERSION), ("rules version", 6, versions.RULES_VERSION)],
)
@pytest.mark.parametrize("step", [-1, 1])
def test_another_version(field, place, version, step):
    data = bytearray(played().save())
    data[place : place + 2] = struct.pack("<H", version + step)
    load_fails(bytes(data), rf"{field}: expected {version}, got {version + step}")


# ----------------------------------------------------------------------- altered and sealed again


def resealed(game: mk.Game, alter: Callable[[dict[str, Any], np.ndarray], Any]) -> bytes:
    """The saved game with header or position altered by somebody who knows the format, checksum included.

    What `alter` returns, if anything, takes the place of the header.
    """
    data = game.save()
    head_size = HEAD.unpack_from(data)[3]
    lines = data[HEAD.size : HEAD.size + head_size].splitlines()
    head = json.loads(lines[0]) | json.loads(lines[1])
    body = bytearray(data[HEAD.size + head_size :])
    row = np.frombuffer(body, STATE, count=1)
    changed = alter(head, row)
    raw = changed if isinstance(changed, bytes) else two_lines(head if changed is None else changed)
    crc = zlib.crc32(bytes(body), zlib.crc32(raw))
    return HEAD.pack(b"MKNG", versions.SAVE_VERSION, versions.RULES_VERSION, len(raw), len(body), crc) + raw + body


def two_lines(head: Any) -> bytes:
    """The header of a saved game: its settings, then the rest."""
    if not isinstance(head, dict):
        return b"\n".join([json.dumps(head).encode()] * 2)
    settings = {key: head.pop(key) for key in ("config", "catalogue") if key in head}
    return json.dumps(settings).encode() + b"\n" + json.dumps(head).encode()


def test_resealing_alone_changes_nothing():
    game = played()
    assert resealed(game, lambda head, row: None) == game.save()


HEADERS = [
    (b"{", "header: expected JSON"),
    (b"\xff\xfe", "header: expected JSON"),
    (b"[" * 100_000, "header: expected JSON"),
    ([], "header: expected the settings of a game"),
    ({}, "header: expected the settings of a game"),
    (None, "catalogue: expected the cards .*, got 000"),
]


@pytest.mark.parametrize(("header", "match"), HEADERS)
def test_an_altered_header(header, match):
    def alter(head: dict[str, Any], row: np.ndarray) -> object:
        head["catalogue"] = "0" * 64
        return header

    load_fails(resealed(played(), alter), match)


@pytest.mark.parametrize(
    ("key", "value", "match"),
    [
        ("players", 9, "players: expected a whole number from 3 to 6, got 9"),
        ("colour", "red", "colour: unknown setting"),
        ("editions", ["nowhere"], 'editions: expected .*, got "nowhere"'),
        ("players", 5, "rules.players: expected 5, got 4"),
        ("goal", 20, "rules.goal: expected 20, got 10"),
        ("windows", "open", "rules.windows: expected 1, got 0"),
    ],
)
def test_altered_settings(key, value, match):
    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        head["config"][key] = value

    load_fails(resealed(played(), alter), match)


POSITIONS = [
    ("zone", "zone", 99),
    ("next", "next", 1000),
    ("order", "order", 65535),
    ("seat", "seat", 4),
    ("turn_seat", "turn_seat", -1),
    ("decision", "decision", 100),
    ("phase", "phase", 77),
    ("n_frames", "n_frames", 120),
    ("door", "door", 999),
    ("host", "host", 65531),
    ("frame.kind", ("frame", "kind"), 99),
    ("frame.c", ("frame", "c"), 999),
    ("frame.seat", ("frame", "seat"), 5),
    ("move.card", ("move", "card"), 999),
    ("move.place", ("move", "place"), 99),
    ("roll.place", ("roll", "place"), 99),
    ("offer.taker", ("offer", "taker"), 6),
    ("combat.leader", ("combat", "leader"), 6),
    ("event.card", ("event", "card"), 800),
    ("rules.goal", ("rules", "goal"), 99),
]


@pytest.mark.parametrize(("field", "path", "value"), POSITIONS)
def test_an_altered_position(field, path, value):
    """Everything that rules use as an index is checked before any rule runs."""

    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        if isinstance(path, str):
            row[path] = value
        else:
            row[path[0]][path[1]] = value

    load_fails(resealed(played(), alter), rf"{field}: expected .*, got ")


@pytest.mark.parametrize(
    "alter",
    [
        lambda head, row: row["player"]["level"].__setitem__((0, 0), 50),
        lambda head, row: row["player"]["bonus"].__setitem__((0, 0), 9),
        lambda head, row: row["count"].__setitem__((0, 12), 3),
        lambda head, row: row["head"].__setitem__((0, 13), 0),
        lambda head, row: row["discarded"].__setitem__((0, 5), 2),
    ],
)
def test_a_position_that_contradicts_itself(alter):
    """Levels, bonuses, counts, lists and the count of discards must agree with the cards."""
    load_fails(resealed(played(), alter), "position: expected a sound one, got ")


@pytest.mark.interpreted
def test_random_damage_that_is_sealed_again_raises_no_other_error(rng):
    """Either it is refused, or it is a game."""
    game = played()
    size = STATE.itemsize
    refused = 0
    for _ in range(300):
        place, value = int(rng.integers(size)), int(rng.integers(256))
        data = resealed(game, lambda head, row, p=place, v=value: row.view(np.uint8).__setitem__(p, v))
        try:
            loaded = mk.Game.load(data)
        except mk.SaveError:
            refused += 1
        else:
            assert loaded.config == game.config
    assert 30 < refused < 300


def test_answers_of_another_game():
    data = bytearray(played().save())
    data[-4:] = struct.pack("<i", 9 << 16)
    head_size = HEAD.unpack_from(data)[3]
    crc = zlib.crc32(bytes(data[HEAD.size :]))
    data[: HEAD.size] = HEAD.pack(*HEAD.unpack_from(data)[:3], head_size, len(data) - HEAD.size - head_size, crc)
    load_fails(bytes(data), "answers: expected seats and actions of this game, got 9 and 0")
