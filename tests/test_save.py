"""Saved games: what was played comes back; what is damaged, foreign, illegal or of another version does not."""

import copy
import gzip
import json
import pickle
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env import versions
from munchkin_env.game import saves
from munchkin_env.vocabulary import Stage, Verb
from tests.each import each
from tests.fuzz.games import SETS

MORE: dict[str, Any] = {"editions": ("munchkin", "star", "cthulhu", "extended"), "players": 6}


def played(seed: int = 3, decisions: int = 60, **settings: Any) -> mk.Game:
    """A random game after some decisions."""
    game = mk.Game(seed=seed, **settings)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
    return game


def same(one: mk.Game, other: mk.Game) -> bool:
    """Everything a driver can tell of two games is the same."""
    return (
        one == other
        and hash(one) == hash(other)
        and one.history == other.history
        and one.legal_actions().tolist() == other.legal_actions().tolist()
        and (one.seed, one.config, one.current_player, one.is_terminal)
        == (other.seed, other.config, other.current_player, other.is_terminal)
    )


# ----------------------------------------------------------------------- what was saved comes back


def through(game: mk.Game, rng: np.random.Generator, most: int) -> int:
    """Play at random; at every action the save is that of the game replayed so far. Return how many were taken."""
    twin = mk.Game.load(game.save())
    for _ in range(most):
        if game.is_terminal:
            break
        action = int(rng.choice(game.legal_actions()))
        game.step(action)
        twin.step(action)
        assert twin.save() == game.save()
        if len(game.history) % 16 == 0 or game.stage != Stage.VERB:
            twin = mk.Game.load(game.save())
        assert same(twin, game)
    return len(game.history)


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open", "final"])
def test_every_position_of_a_game_comes_back(windows):
    """Half-built actions are part of the moves."""
    game = mk.Game(seed=5, windows=windows, forced_choices=False)
    assert through(game, np.random.default_rng(5), 30) == 30


@pytest.mark.compiled
@each("editions", SETS, ids="+".join, rotating=True)
def test_games_of_every_edition_and_blend_come_back_at_every_decision(editions):
    rng = np.random.default_rng(1)
    game = mk.Game(seed=1, players=5, editions=editions, windows="open", quick_play=True)
    assert through(game, rng, 300) > 50


def test_a_finished_game_comes_back():
    game = played(decisions=100_000, round_limit=2)
    assert game.is_terminal
    assert same(mk.Game.load(game.save()), game)


def test_a_scenario_comes_back():
    game = mk.scenario(seats=[{"hand": ["elf", "curse_lose_a_level"]}, {}, {}], dice=[1, 2], goal=5)
    game.do("lay_out", card="elf")
    assert same(mk.Game.load(game.save()), game)


def test_a_scenario_with_everything_comes_back():
    game = mk.scenario(
        seats=({"level": 4, "sex": "female", "klass": ["wizard", "cleric"], "table": ["super_munchkin"]},
                 {"race": "dwarf", "table": [{"huge_rock": "cheat"}], "carried": ("horny_helmet",)},
                 {"table": ["hireling"], "lent": "broad_sword", "curses": ["curse_chicken_on_your_head"]}),
        turn=1, phase="combat", combat={"monsters": [{"card": "net_troll", "enhancers": ["baby"]}], "helper": 2},
        doors=("elf",), treasures=["gentlemens_club"], discards=["enraged"], dice=[6, 1], seed=9, windows="open",
    )  # fmt: skip
    rng = np.random.default_rng(0)
    for _ in range(30):
        assert same(mk.Game.load(game.save()), game)
        game.step(int(rng.choice(game.legal_actions())))


def test_a_scenario_told_with_numbers_of_numpy_comes_back():
    """They come from random generators; its seed was taken, and then no JSON held it."""
    game = mk.scenario(
        [{"level": np.int64(4), "dead": np.False_}, {}, {"hand": [np.str_("elf")]}], turn=np.int8(1), phase="combat",
        combat={"monsters": [{"card": "crabs", "mate": np.True_}], "helper": np.int64(0), "deal": np.uint8(1)},
        dice=tuple(np.array([1, 2])), seed=np.int64(9),
    )  # fmt: skip
    assert same(mk.Game.load(game.save()), game)
    assert same(pickle.loads(pickle.dumps(game)), game)
    with pytest.raises(mk.ConfigError, match=r"turn: expected a whole number from 0 to 2, got 1\.0"):
        mk.scenario(turn=np.float64(1))  # type: ignore[arg-type]


def test_a_scenario_is_what_it_was_told_then():
    """Later changes of the lists and dicts that it was made of do not matter."""
    facts: dict[str, Any] = {"hand": ["elf"]}
    game = mk.scenario([facts, {}, {}], rest="out")
    before = game.save()
    facts["hand"].append("dwarf")
    facts["level"] = 5
    assert game.save() == before
    assert same(mk.Game.load(before), game)


def test_equal_games_are_equal_bytes():
    assert played().save() == played().save()
    assert played().save() != played(decisions=59).save()


def test_sizes():
    """A few hundred bytes after a game's first half, some more for all of it."""
    assert len(played(decisions=100).save()) < 700
    assert len(played(decisions=100_000, **MORE).save()) < 3000


def test_a_save_can_be_read():
    told = json.loads(gzip.decompress(played(seed=3).save()))
    assert told["format"] == "munchkin-game"
    assert (told["save"], told["rules"], told["seed"]) == (versions.SAVE_VERSION, versions.RULES_VERSION, 3)
    assert told["settings"]["players"] == 4
    assert told["moves"] == [action for _, action in played(seed=3).history]


def test_the_longest_seed_is_saved():
    game = mk.Game(seed=(1 << 4096) - 1)
    assert same(mk.Game.load(game.save()), game)


def test_what_was_written_into_a_position_is_no_move():
    """The game comes back as it was played."""
    game = played()
    before = game.clone()
    game.position["player"]["level"][0, 0] += 1
    assert same(mk.Game.load(game.save()), before)
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_loaded_game_goes_on_as_the_saved_one_would():
    game = played()
    twin = mk.Game.load(game.save())
    rng = np.random.default_rng(0)
    for _ in range(100):
        if game.is_terminal:
            break
        action = int(rng.choice(game.legal_actions()))
        game.step(action)
        twin.step(action)
        assert same(game, twin)


def test_what_is_drawn_anew_has_no_moves():
    """Nor has a row of many games: both are cloned and pickled."""
    world = played().resample(1, np.random.default_rng(0))
    for game in (world, world.clone()):
        with pytest.raises(mk.SaveError, match="save: expected a game whose beginning is known"):
            game.save()
    assert same(pickle.loads(pickle.dumps(world)), world)
    world.step(int(world.legal_actions()[0]))
    again = pickle.loads(pickle.dumps(world))
    assert same(again, world)
    assert len(again.history) == 1


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, mk.Game.clone, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_copies_are_equal_and_independent(twin_of):
    game = played()
    twin = twin_of(game)
    assert same(game, twin)
    before = game.position.tobytes()
    twin.step(int(twin.legal_actions()[0]))
    assert game.position.tobytes() == before
    assert twin != game


def test_a_bytearray_is_as_good():
    game = played()
    assert same(mk.Game.load(bytearray(game.save())), game)  # type: ignore[arg-type]


# ----------------------------------------------------------------------- damaged bytes


def loaded_or_refused(data: bytes) -> tuple[Any, str]:
    """The game, or why it is refused."""
    try:
        return mk.Game.load(data), ""
    except mk.SaveError as error:
        return None, str(error)


def load_fails(data: object, match: str) -> None:
    with pytest.raises(mk.SaveError, match=match):
        mk.Game.load(data)  # type: ignore[arg-type]


@each("data", [None, 3, "text", [1, 2], {}])
def test_what_is_not_bytes(data):
    load_fails(data, f"save: expected bytes, got {type(data).__name__}")


def test_a_truncated_save():
    """Cut anywhere."""
    data = played().save()
    for length in range(len(data)):
        load_fails(data[:length], "save: expected a gzipped game")


def test_a_save_with_something_behind_it():
    data = played().save()
    load_fails(data + b"\0", "followed by more")
    load_fails(data + data, "followed by more")


def test_a_save_with_any_byte_altered(rng):
    """The checksum of gzip finds it, but for what is no part of the game: time and system in its own head, and the
    bits that fill up the last byte."""
    game = played(decisions=20)
    data = game.save()
    taken = 0
    for place in range(len(data)):
        altered = bytearray(data)
        altered[place] ^= 1 << int(rng.integers(8))
        loaded, message = loaded_or_refused(bytes(altered))
        assert "expected" in message or same(loaded, game)
        taken += not message
    assert taken < 9


def test_foreign_bytes(rng):
    """Random bytes of any length, and other gzipped things."""
    for length in (0, 1, 1000, 20_000):
        load_fails(rng.bytes(length), "save: expected a gzipped game")
    load_fails(gzip.compress(rng.bytes(1000)), "save: expected JSON")
    for other in (b"[]", b"{}", b'"munchkin-game"', b'{"format": "munchkin-replay"}', b"null"):
        load_fails(gzip.compress(other), "format: expected munchkin-game")
    load_fails(gzip.compress(b"[" * 100_000), "save: expected JSON")


def test_a_save_of_before_is_refused_by_name():
    """Up to version 3 a save was the position itself."""
    old = struct.pack("<4sHHIII", b"MKNG", 3, versions.RULES_VERSION, 2, 2, 0) + b"{}\n{"
    load_fails(old, "save version: expected 4, which has the moves, got 3, a raw state; no release of munchkin_env")


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch):
    """Before anything is read: the bytes; before it is parsed: the text; before it is played: the moves."""
    bomb = gzip.compress(b" " * (saves.MOST_TEXT + 1))
    assert len(bomb) < 100_000
    load_fails(bomb, "too long")
    load_fails(b"\x1f\x8b" + bytes(saves.MOST_BYTES), "save: expected a gzipped game of at most")
    data = played().save()
    monkeypatch.setattr(saves, "MOST_MOVES", 59)
    load_fails(data, "moves: expected a list of at most 59 whole numbers")
    with pytest.raises(mk.SaveError, match="moves: expected at most 59, got 60"):
        played().save()


# ----------------------------------------------------------------------- altered, and zipped again


def altered(game: mk.Game, alter: Callable[[dict[str, Any]], Any]) -> bytes:
    """The saved game with its JSON altered by somebody who knows the format."""
    told = json.loads(gzip.decompress(game.save()))
    alter(told)
    return gzip.compress(json.dumps(told, separators=(",", ":")).encode(), mtime=0)


def test_zipping_alone_changes_nothing():
    game = played()
    assert altered(game, lambda told: None) == game.save()


@each(("name", "version"), [("save", versions.SAVE_VERSION), ("rules", versions.RULES_VERSION)])
def test_another_version(name, version):
    for other in (version - 1, version + 1, None, str(version), float(version), True):
        data = altered(played(), partial(dict.update, **{name: other}))
        load_fails(data, rf"{name} version: expected {version}, got {other!r}; ")


@each(
    ("name", "value", "match"),
    [
        ("cards", "0" * 64, "cards: expected .*, got '000"),
        ("cards", 3, "cards: expected the hash of a catalogue, got 3"),
        ("settings", [], "settings: expected those of a game"),
        ("settings", None, "settings: expected those of a game"),
        ("seed", None, "seed: expected a seed or a scenario, got None and None"),
        ("seed", 3.5, "seed: expected a whole number"),
        ("seed", "3", "seed: expected a whole number"),
        ("seed", True, "seed: expected a whole number"),
        ("seed", 1 << 4096, "seed: expected at most 4096 bits"),
        ("scenario", {"players": [{}, {}, {}, {}]}, "seed: expected a seed or a scenario, got 3 and"),
        ("moves", None, "moves: expected a list"),
        ("moves", {}, "moves: expected a list"),
        ("moves", [6, "1"], "moves: expected a list"),
        ("moves", [6, 1.0], "moves: expected a list"),
        ("moves", [6, True], "moves: expected a list"),
        ("moves", [6, None], "moves: expected a list"),
        ("moves", [6, 10**30], r"moves\[1\]: action: .* is not legal"),
        ("moves", [6, -1], r"moves\[1\]: action: -1 .* is not legal"),
        ("colour", "red", "'colour': unknown; known: format"),
    ],
)
def test_altered_entries(name, value, match):
    load_fails(altered(played(), lambda told: told.update({name: value})), match)


@each(
    ("name", "value", "match"),
    [
        ("players", 9, "players: expected a whole number from 3 to 6, got 9"),
        ("players", 4.0, "players: expected a whole number"),
        ("colour", "red", "colour: unknown setting"),
        ("preset", "short", "preset: unknown setting"),
        ("editions", ["nowhere"], 'editions: expected .*, got "nowhere"'),
        ("editions", {}, "expected"),
        ("switches", [1], "expected"),
        ("switches", {"nothing": 1}, "expected"),
        ("only_cards", [3], "expected"),
        ("goal", None, "goal: expected a whole number"),
        ("windows", "shut", "windows: expected one of"),
    ],
)
def test_altered_settings(name, value, match):
    load_fails(altered(played(), lambda told: told["settings"].update({name: value})), match)


@each(
    ("alter", "match"),
    [
        (lambda told: told["scenario"].update(colour="red"), "scenario.colour: unknown"),
        (lambda told: told["scenario"].pop("players"), "seats: expected a list, got None"),
        (lambda told: told["scenario"]["players"].append({}), "seats: expected 3, got 4"),
        (lambda told: told["scenario"].update(players=[3, {}, {}]), r"seats\[0\]: expected a dict"),
        (lambda told: told["scenario"].update(turn=3), "turn: expected a whole number from 0 to 2"),
        (lambda told: told["scenario"].update(dice=[7]), "dice: expected a whole number from 1 to 6"),
        (lambda told: told["scenario"].update(doors=["nothing"]), "doors: "),
        (lambda told: told["scenario"].update(doors=[[1]]), "doors: expected a card"),
        (lambda told: told["scenario"].update(seed="x"), "seed: expected a whole number"),
        (lambda told: told["scenario"].update(phase=[]), "phase: expected one of"),
        (lambda told: told.update(scenario=[]), "seed: expected a seed or a scenario"),
        (lambda told: told.update(scenario=None), "seed: expected a seed or a scenario"),
    ],
)
def test_an_altered_scenario(alter, match):
    game = mk.scenario([{"hand": ["elf"]}, {}, {}])
    load_fails(altered(game, alter), match)


def test_another_seed_is_another_game():
    """A save whose actions are not legal at some point, mostly; else it is one that can be played so."""
    refused = 0
    for seed in range(4, 24):
        data = altered(played(), partial(dict.update, seed=seed))
        loaded, message = loaded_or_refused(data)
        assert message.startswith("moves[") or loaded.save() == data
        refused += bool(message)
    assert refused > 10


def test_an_illegal_move_is_named_by_its_number():
    game = played()
    for number in (0, 17, 59):
        moves = [action for _, action in game.history]
        moves[number] = 299
        data = altered(game, partial(dict.update, moves=moves))
        load_fails(data, rf"^moves\[{number}\]: action: 299 .* is not legal for seat")


def test_moves_after_the_end_are_refused():
    game = played(decisions=100_000, round_limit=2)
    number = len(game.history)
    load_fails(altered(game, lambda told: told["moves"].append(0)), rf"^moves\[{number}\]: action: the game is over")


# ----------------------------------------------------------------------- checkpoints of the position


def test_a_pickled_game_is_refused_by_its_checksum():
    """It is trusted as any checkpoint is, if it is whole, of these versions and of these cards."""
    game = played()
    restore, (numbers, settings, cards, seed, told, position, answers, checksum) = game.__reduce__()
    assert same(restore(numbers, settings, cards, seed, told, position, answers, checksum), game)
    parts = (seed, told, position, answers)
    for i, other in enumerate((seed + 1, {"players": []}, position[:-1] + b"\1", position[:-1], answers[:-4])):
        changed = [*parts]
        changed[(0, 1, 2, 2, 3)[i]] = other
        with pytest.raises(mk.SaveError, match="checksum: expected"):
            restore(numbers, settings, cards, *changed, checksum)
    with pytest.raises(mk.SaveError, match="versions: expected"):
        restore((3, versions.RULES_VERSION), settings, cards, *parts, checksum)
    with pytest.raises(mk.SaveError, match="cards: expected"):
        restore(numbers, settings, "0" * 64, *parts, checksum)


def test_a_half_built_trade_comes_back():
    tables = [{"carried": ["horny_helmet", "leather_armor"]}, {"carried": ["boots_of_butt_kicking"]}, {}]
    game = mk.scenario(tables, windows="final")
    game.step(Verb.TRADE)
    while game.stage != Stage.MORE:
        game.step(int(game.legal_actions()[0]))
    assert same(mk.Game.load(game.save()), game)
