"""Replays: what is in them is what their viewer may know, they are small, and a wrong one is refused by its place."""

import copy
import gzip
import json
import os
from collections.abc import Iterator

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.errors import ConfigError, ReplayError
from munchkin_env.observation import View
from munchkin_env.replays.recorder import PUBLIC, Recorder
from munchkin_env.replays.replay import schema
from munchkin_env.replays.snapshot import private_parts, public_parts
from tests.each import each
from tests.observation.play import PRIVATE, rearranged


def played(seed: int, players: int = 3, steps: int = 100_000, **settings: object) -> mk.Game:
    """A random game."""
    rng = np.random.default_rng(seed)
    game = mk.Game(players=players, seed=seed, **settings)
    while not game.is_terminal and len(game.history) < steps:
        game.step(int(rng.choice(game.legal_actions())))
    return game


def won(seed: int, **settings: object) -> mk.Game:
    """A game of four greedy bots."""
    game = mk.Game(seed=seed, **settings)
    bot, rng = mk.make_bot("greedy"), np.random.default_rng(seed)
    while not game.is_terminal:
        game.step(bot.act(View.of(game, game.current_player), game.legal_action_mask(), rng))
    return game


def moments_of(game: mk.Game) -> Iterator[tuple[mk.Game, int | None]]:
    """The game before each of its actions, and at the end, with the action."""
    again = game.at(0)
    for _, action in game.history:
        yield again, action
        again.step(action)
    yield again, None


# --------------------------------------------------------------------------- what is in it


def test_a_moment_is_what_the_views_show():
    game = played(3, 4, 400)
    replay = mk.Replay.parse(game.replay(names=["Anna", "Bob", "Cleo", "Dan"]).packed())
    assert len(replay) == len(game.history) + 1
    for (now, action), moment in zip(moments_of(game), replay.moments(), strict=True):
        from munchkin_env.observation.scene import scene

        view = View.public(now.position, now.catalogue)
        assert moment["public"] == json.loads(json.dumps(public_parts(scene(view, replay.document["names"]))))
        for seat in range(4):
            assert moment["private"][str(seat)] == json.loads(json.dumps(private_parts(View.of(now, seat))))
        decision = moment["decision"]
        assert decision["seat"] == now.current_player
        assert [one for one, _ in decision["legal"]] == now.legal_actions().tolist()
        assert decision.get("answer") == action


def test_a_game_that_reaches_its_limit_of_rounds_ends_in_the_last_one():
    game = mk.Game(players=3, seed=1, preset="short", round_limit=1)
    while not game.is_terminal:
        game.step(int(game.legal_actions()[0]))
    assert int(game.position["rounds"][0]) == 2  # the next one had begun
    assert View.of(game, 0).rounds == 1
    assert game.replay().document["frames"][-1]["public"]["moment"]["round"] == 1


def test_all_that_happened_is_told_once():
    game = won(5, preset="short")
    told = [line for frame in game.replay().document["frames"] for line in frame.get("told", ())]
    assert sum(line.startswith("── Round") for line in told) == game.turn
    wins = [line for line in told if line.endswith("wins the game.")]
    assert wins == [f"player {seat} wins the game." for seat in game.winners]
    assert not any("too long ago" in line for line in told)


def test_an_onlooker_sees_no_card_that_is_hidden():
    game = played(4, 4, 300)
    for now, _ in moments_of(game):
        view = View.public(now.position, now.catalogue)
        assert not any(view.hand(p) for p in range(4))
        assert not any(view.known_on_top(deck) for deck in range(3))
        assert [view.hand_size(p) for p in range(4)] == [View.of(now, 0).hand_size(p) for p in range(4)]
        if now.decision in PRIVATE:
            assert view.asked is None


def test_the_default_game_is_small():
    game = won(7)
    assert len(game.history) > 500
    assert len(game.replay().packed()) < 300_000


# --------------------------------------------------------------------------- secrets


@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC])
def test_what_a_viewer_cant_know_changes_no_byte_of_its_replay(viewer):
    """At every decision the game is replaced by one in which all that the viewer can't know is something else; then by
    the moments alone that all see to be decisions, as if nobody had been asked in between."""
    rng = np.random.default_rng(6)
    changed = dropped = 0
    for seed in (1, 2):
        game = played(seed, 3, 500)
        eyes = 0 if viewer == PUBLIC else viewer
        plain, other, fewer = (Recorder(game.at(0), viewer) for _ in range(3))
        for now, action in moments_of(game):
            twin = rearranged(now, eyes, rng)
            changed += twin.position.tobytes() != now.position.tobytes()
            plain.look(now)
            other.look(twin)
            if now.current_player == viewer or now.decision not in PRIVATE or not now.history:
                fewer.look(now)
            else:
                dropped += 1
            if action is not None and now.current_player == viewer:
                for recorder in (plain, other, fewer):
                    recorder.answer(action)
        assert plain.replay(game).as_json() == other.replay(game).as_json() == fewer.replay(game).as_json()
        assert len(plain.frames) > 100
    assert changed > 400
    assert dropped > 50


def test_a_replay_for_a_seat_has_neither_seed_nor_other_hands():
    game = played(8, 4, 200)
    document = game.replay(2).document
    assert document["seed"] is None
    assert game.replay().document["seed"] == "8"
    assert {seat for frame in document["frames"] for seat in frame.get("private", ())} == {"2"}
    assert {frame["decision"]["seat"] for frame in document["frames"] if "decision" in frame} == {2}
    assert not any("private" in f or "decision" in f for f in game.replay(PUBLIC).document["frames"])


def test_the_same_game_is_the_same_bytes():
    assert played(9, steps=150).replay(1).packed() == played(9, steps=150).replay(1).packed()


# --------------------------------------------------------------------------- reading


def test_what_is_written_is_read(tmp_path):
    replay = played(1, steps=60).replay()
    for name in ("game.json", "game.json.gz"):
        replay.write(tmp_path / name)
        assert mk.Replay.read(tmp_path / name).document == json.loads(replay.as_json())


@pytest.fixture(scope="module")
def document() -> dict:
    return json.loads(played(1, steps=200).replay().as_json())


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("format", "other", "format: expected 'munchkin-replay', got 'other'"),
        ("version", 2, "version: expected 1, got 2"),
        ("version", True, "version: expected 1, got True"),
        ("versions.rules", "4", "versions.rules: expected integer, got '4'"),
        ("seed", "0x7", "seed: expected text like"),
        ("settings.more", [[]], "settings.more[0]: expected string or integer or null, got []"),
        ("settings.more", {"a": {}}, "settings.more.a: expected string or integer"),
        ("settings.more", list(range(2001)), "settings.more: expected 0 to 2000 entries"),
        ("frames.0.public.seat0.level", 10**300, "frames[0].public.seat0.level: expected -9007199254740991 to"),
        ("frames.1.decision.thought", {"by": "x", "value": 1e309}, "expected numbers of JSON, got Infinity"),
        ("viewer", "nobody", "viewer: expected text like"),
        ("viewer", 4, "viewer: expected a seat from 0 to 2, got 4"),
        ("names", ["a"], "names: expected 3 to 6 entries"),
        ("names", ["a" * 81, "b", "c"], "names[0]: expected at most 80 characters"),
        ("players", ["a"] * 4, "players: expected one for each of 3 names, got 4"),
        ("frames", [], "frames: expected at least 1 entries"),
        ("frames.0", {}, "frames[0].public: expected all parts, got none of chances, combat"),
        ("frames.1.more", 1, "frames[1].more: expected one of public, told"),
        ("frames.1.marks", ["win"], "frames[1].marks[0]: expected one of turn"),
        ("frames.0.public.seat0.in_use", [{"card": 9999}], "frames[0].public.seat0.in_use[0].card: expected a card"),
        ("frames.0.public.seat3", None, "frames[0].public.seat3: expected object, got None"),
        ("frames.0.public.moment.asked", 5, "frames[0].public.moment.asked: expected a seat from 0 to 2, got 5"),
        ("frames.0.private.0.known", {"1": [0]}, "frames[0].private.0.known.1[0]: expected at least 1, got 0"),
        ("frames.0.private.0.known", {"1": [9999]}, "frames[0].private.0.known.1: expected a card from 1"),
        ("frames.0.private.7", {}, "frames[0].private.7: expected a seat from 0 to 2"),
        ("result", {"winners": []}, "result.words: expected it, got none"),
    ],
)
def test_a_wrong_replay_is_refused_by_its_place(document, path, value, message):
    wrong = copy.deepcopy(document)
    *steps, last = path.split(".")
    part = wrong
    for step in steps:
        part = part[int(step)] if isinstance(part, list) else part[step]
    part[int(last) if isinstance(part, list) else last] = value
    with pytest.raises(ReplayError) as error:
        mk.Replay.parse(json.dumps(wrong).encode())
    assert message in str(error.value)


@each("data", [b"", b"{", b"\x1f\x8b no", b"[1]", b"null", b'"x"', b"[" * 100_000, b"\xff"])
def test_what_is_no_replay_is_refused(data):
    with pytest.raises(ReplayError):
        mk.Replay.parse(data)


@each(
    ("place", "value"),
    [
        ("names", r'["a", "\ud800", "c"]'),
        ("catalogue", r'"\udfff"'),
        ("settings", r'{"\ud800": 1}'),
        *(("settings", '{"x": ' + "[" * depth + "]" * depth + "}") for depth in range(900, 1000)),
    ],
    ids=lambda value: value[:20],
)
def test_what_cannot_be_written_again_is_refused(document, place, value):
    """Halves of characters, which JSON can spell as escapes, and lists nested so deeply that no check can follow."""
    text = json.dumps({**document, "frames": document["frames"][:1], place: "VALUE"}).replace('"VALUE"', value)
    with pytest.raises(ReplayError):
        mk.Replay.parse(text.encode())


def test_a_part_of_a_file_is_refused():
    packed = played(1, steps=20).replay().packed()
    with pytest.raises(ReplayError, match="or a part of it"):
        mk.Replay.parse(packed[:-20])


@pytest.mark.rotating
def test_what_grows_beyond_measure_is_refused_before_it_is_read(monkeypatch, document):
    """24 kB that are 320 MB, and lists of millions: neither is unpacked to its end, or parsed."""
    from munchkin_env.replays import replay as module

    monkeypatch.setattr(module.json, "loads", lambda *_, **__: pytest.fail("it was parsed"))
    text = json.dumps(document).encode()
    lists = text.replace(b'"settings": {', b'"settings": {"x": [' + b"{}," * 8_000_000 + b"{}],")
    frames = text.replace(b'"frames": [', b'"frames": [' + b"{}," * 1_500_000)
    for bomb in (gzip.compress(b" " * (320 << 20)), gzip.compress(lists), gzip.compress(frames)):
        assert len(bomb) < 1 << 20
        with pytest.raises(ReplayError, match=r"expected gzipped JSON of at most \d+ bytes, got more"):
            mk.Replay.parse(bomb)
    for bomb in (lists, frames, frames + os.urandom(100_000).hex().encode()):
        with pytest.raises(ReplayError, match="expected at most 2000000 values"):
            mk.Replay.parse(bomb)
    with pytest.raises(ReplayError, match="expected at most 67108864 bytes"):
        mk.Replay.parse(b" " * (65 << 20))


def test_a_large_file_is_not_read(tmp_path, monkeypatch):
    file = tmp_path / "large.json"
    with file.open("wb") as large:
        large.truncate(1 << 40)
    monkeypatch.setattr(type(file), "read_bytes", lambda _: pytest.fail("it was read"))
    with pytest.raises(ReplayError, match="file: expected a replay of at most"):
        mk.Replay.read(file)


def test_what_two_readers_would_read_differently_is_refused(document):
    text = json.dumps(document)
    packed = gzip.compress(text.encode())
    for data, message in (
        (text.replace('"viewer": null', '"viewer": 0, "viewer": null').encode(), "the key 'viewer' is there twice"),
        (text.encode("utf-16"), "expected JSON"),
        (packed + b"zzzz", "got 4 bytes after it"),
        (packed + gzip.compress(b"x"), "bytes after it"),
        (text.replace('"level": 1', '"level": NaN', 1).encode(), "expected numbers of JSON, got NaN"),
    ):
        with pytest.raises(ReplayError, match=message):
            mk.Replay.parse(data)


@pytest.mark.parametrize("what", ["names", "bots"])
def test_names_are_none_or_one_a_seat_and_can_be_read_again(what):
    game = played(1, steps=5)
    for few in ([], ["Ada", "Grace", "x" * 80], ["Ünal", "🧙\u200d♂️ 李小龍", "a<b>&"]):
        key = {"names": "names", "bots": "players"}[what]
        assert mk.Replay.parse(game.replay(**{what: few}).packed()).document[key][: len(few)] == few
    for wrong in (
        ["a"] * 4,
        ["Ada"],
        ["x" * 201, "b", "c"],
        ["a\n", "b", "c"],
        ["\ud800", "b", "c"],
        ["\u202e", "b", "c"],
        [1, 2, 3],
        "abc",
        None,
        {"a": 1},
    ):
        with pytest.raises(ConfigError, match=f"{what}: expected"):
            game.replay(**{what: wrong})


def test_a_seat_that_is_not_there_is_refused():
    for seat in (3, -1, "all", True):
        with pytest.raises(ConfigError, match="seat: expected 0 to 2"):
            played(1, steps=5).replay(seat)


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(ReplayError, match="no file"):
        mk.Replay.read(tmp_path)


def test_numbers_are_those_that_every_reader_takes_for_the_same(document):
    """Values that JSON Schema by itself would let pass: 1.0 as a whole number, and numbers that other readers round."""
    for value in (1.0, 2**53):
        wrong = copy.deepcopy(document)
        wrong["frames"][0]["public"]["seat0"]["level"] = value
        with pytest.raises(ReplayError, match=r"^replay\.frames\[0\]\.public\.seat0\.level: expected "):
            mk.Replay.parse(json.dumps(wrong).encode())


def test_the_schema_is_one():
    import jsonschema

    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", ["", "folder", "none/there.json", "\0", "x" * 300])
def test_a_file_that_cannot_be_written_is_named(tmp_path, name):
    (tmp_path / "folder").mkdir()
    replay = mk.Game(players=3, seed=1).replay()
    with pytest.raises(ReplayError, match="file: expected one that can be written"):
        replay.write(tmp_path / name)
