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
from munchkin_env.engine.state.layout import STATE
from munchkin_env.vocabulary import Decision, Event, Filter, Flag, Frame, Op, RollFor, Stage, Verb, Window, Zone
from tests.each import each
from tests.fuzz.tools import parts, sealed
from tests.scenarios.munchkin.door_kit import lose

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


@each("data", [None, 3, "text", [1, 2], {}])
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


@each(("header", "match"), HEADERS)
def test_an_altered_header(header, match):
    def alter(head: dict[str, Any], row: np.ndarray) -> object:
        head["catalogue"] = "0" * 64
        return header

    load_fails(resealed(played(), alter), match)


@each(
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


def rewritten(game: mk.Game, text: Callable[[str], str]) -> bytes:
    """The saved game with another text in its header."""
    header, body = parts(game.save())
    return sealed(text(header.decode()).encode(), body)


@each(
    ("there", "junk", "match"),
    [
        ('"seed": 3', '"seed": 4', "seed: expected the one that the position was dealt from, got 4"),
        ('"seed": 3', '"seed": 3.0', "seed: expected a whole number"),
        ('"seed": 3', '"seed": NaN', "seed: expected a whole number"),
        ('"seed": 3', '"seed": 4, "seed": 3', "header: expected seed and start as `save` writes them"),
        ('"seed": 3', '"seed":  3', "header: expected seed and start as `save` writes them"),
        ('"seed": 3', '"\\u0073eed": 3', "header: expected seed and start as `save` writes them"),
        ('"start": false', '"start": 0', "start: expected true or false"),
        ('"start": false', '"start": null', "start: expected true or false"),
        ('"start": false', '"start": [1]', "start: expected true or false"),
        ('"start": false', '"start": true', "start: expected true or false, and false for a game with a seed"),
        ('"start": false', '"start": false, "colour": "red"', "header: expected the settings of a game, seed"),
        ('"seed": 3, "start": false', '"start": false, "seed": 3', "header: expected the settings of a game"),
        ("}\n{", "} \n{", "header: expected config and catalogue as `save` writes them"),
        ("false}", "false}\n", "header: expected seed and start as `save` writes them"),
        ('{"config"', '{"x": 1, "config"', "header: expected the settings of a game, config and catalogue"),
        ('"players": 4', '"preset": "quick", "players": 4', "preset: unknown setting"),
        ('"players": 4', '"players": 4.0', "players: expected a whole number"),
        ('"editions": ["munchkin"]', '"editions": "munchkin"', "editions: expected it as `save` writes it"),
        ('"switches": {}', '"switches": []', "switches: expected it as `save` writes it"),
        ('"only_cards": []', '"only_cards": ["item", "item"]', "only_cards: expected it as `save` writes it"),
    ],
)
def test_junk_in_the_header(there, junk, match):
    """A game is loaded from what `save` writes and nothing else, so that equal games are equal bytes."""
    game = played()
    assert rewritten(game, str) == game.save()
    data = rewritten(game, lambda text: text.replace(there, junk))
    assert data != game.save()
    load_fails(data, match)


def test_settings_in_another_order_are_refused():
    """Equal games are equal bytes."""

    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        head["config"] = dict(reversed(head["config"].items()))

    load_fails(resealed(played(), alter), "header: expected settings in the order")


def test_settings_of_a_later_release_have_their_defaults():
    """A save that lacks a setting is of a release that did not have it."""
    game = played()
    assert mk.Game.load(rewritten(game, lambda text: text.replace(', "switches": {}', ""))) == game


POSITIONS = [
    ("card.zone", ("card", "zone"), 99),
    ("card.next", ("card", "next"), 1000),
    ("order", "order", 65535),
    ("seat", "seat", 4),
    ("player.level", ("player", "level"), 50),
    ("combat.owed_to", ("combat", "owed_to"), 7),
    ("combat.kept", ("combat", "kept"), 30_000),
    ("n_frames", "n_frames", 0),
    ("move.stage", ("move", "stage"), 11),
    ("phase", "phase", -1),
    ("seed_hi", "seed_hi", -1),
    ("offer.kind", ("offer", "kind"), 4),
    ("roll.purpose", ("roll", "purpose"), max(RollFor) + 1),
    ("player.sex", ("player", "sex"), 2),
    ("event.kind", ("event", "kind"), len(Event)),
    ("turn_seat", "turn_seat", -1),
    ("decision", "decision", 100),
    ("phase", "phase", 77),
    ("n_frames", "n_frames", 120),
    ("door", "door", 999),
    ("card.host", ("card", "host"), 65531),
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


@each(("field", "path", "value"), POSITIONS)
def test_an_altered_position(field, path, value):
    """Everything that rules use as an index is checked before any rule runs."""

    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        if isinstance(path, str):
            row[path] = value
        else:
            row[path[0]][path[1]] = value

    load_fails(resealed(played(), alter), rf"{field}: expected .*, got ")


@pytest.mark.parametrize("field", ["owed_levels", "owed_treasures"])
def test_without_a_combat_nobody_waits_for_its_end(field):
    """Who has handed one over is paid when it is over."""
    load_fails(resealed(played(), lambda head, row: row[field].__setitem__((0, 1), 1)), "combat: expected .*, got ")


@pytest.mark.parametrize(
    "alter",
    [
        lambda head, row: row["player"]["bonus"].__setitem__((0, 0), 9),
        lambda head, row: row["count"].__setitem__((0, Zone.HAND), 3),
        lambda head, row: row["head"].__setitem__((0, Zone.HAND + 1), 0),
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


def asked(decision: str, seed: int = 0) -> mk.Game:
    """A random game that has come to a decision."""
    rng = np.random.default_rng(seed)
    for k in range(50):
        game = mk.Game(seed=seed + k, players=4)
        while not game.over and len(game.history) < 400:
            if game.decision.name == decision:
                return game
            game.step(int(rng.choice(game.legal())))
    raise AssertionError(f"no game comes to {decision}")


def test_every_frame_in_use_is_checked():
    """A frame holds what its kind says, and lies where its rule pushes it."""

    def top(**values: int) -> Callable[[dict[str, Any], np.ndarray], None]:
        def alter(head: dict[str, Any], row: np.ndarray) -> None:
            for name, value in values.items():
                row["frame"][0, int(row["n_frames"][0]) - 1][name] = value

        return alter

    game = asked("WINDOW")
    kinds = [int(kind) for kind in game.position["frame"]["kind"][0, : int(game.position["n_frames"][0])]]
    assert kinds[-1] == Frame.WINDOW
    load_fails(resealed(game, top(kind=Frame.NONE)), "frame.stage: expected another kind in frame")
    load_fails(resealed(game, top(kind=Frame.NONE)), "frame.stage: expected another kind in frame")
    last = max(Window)
    far = f"frame.a: expected 1 to {last} in frame .* of kind WINDOW, got {last + 1}"
    load_fails(resealed(game, top(a=last + 1)), far)
    load_fails(resealed(game, top(b=1)), "frame.b: expected 0 to 0 in frame .* of kind WINDOW, got 1")
    load_fails(resealed(game, top(kind=Frame.TURN, a=0, passes=0)), "frame.kind: expected frames that lie where")
    load_fails(resealed(game, top(kind=Frame.FLEE, a=0, passes=0)), "frame.kind: expected frames that lie where")
    load_fails(resealed(game, lambda head, row: row["frame"][0].__setitem__(40, row["frame"][0, 0])), "zeros where")


@each(
    ("name", "value", "match"),
    [
        ("seat", 1, "seat: expected ., to which the rules lead, got"),
        ("decision", int(Decision.PICK), "decision: expected 2, to which the rules lead, got 20"),
        ("over", 1, "over: expected a game that runs"),
        ("winners", 1, "over: expected a game that runs"),
        ("window", int(Window.KILL), "window: expected a window of the stack"),
        ("n_offers", 1, None),
        ("seat", -1, "seat: expected ., to which the rules lead, got -1"),
    ],
)
def test_the_question_is_the_one_that_the_rules_ask(name, value, match):
    game = asked("TURN_START")
    if name == "seat" and value >= 0:
        value = (int(game.seat or 0) + 1) % 4
    data = resealed(game, lambda head, row: row.__setitem__(name, value))
    if match is None:
        assert mk.Game.load(data) != game, "an offer more that was made is no contradiction"
    else:
        load_fails(data, match)


def test_a_half_built_answer_is_one_that_can_have_been_begun():
    """Each part of it is among those that were legal, in an order in which somebody can have given them."""
    tables = [{"carried": ["horny_helmet", "leather_armor"]}, {"carried": ["boots_of_butt_kicking"]}, {}]
    game = mk.scenario(tables, windows="final")
    game.step(Verb.TRADE)
    while game.stage != Stage.MORE:
        game.step(int(game.legal()[0]))
    assert mk.Game.load(game.save()) == game

    def moved(**values: int) -> Callable[[dict[str, Any], np.ndarray], None]:
        def alter(head: dict[str, Any], row: np.ndarray) -> None:
            for name, value in values.items():
                row["move"][name] = value

        return alter

    for values in (
        {"verb": Verb.STEAL},
        {"verb": Verb.OPEN_DOOR},
        {"stage": Stage.AMOUNT},
        {"stage": Stage.PLACE},
        {"seat": 0},
        {"seat": 2},
        {"card": 0},
        {"card": 5},
        {"count": 2},
        {"last": 0},
        {"place": 1},
        {"second": 3},
        {"first": 1},
    ):
        load_fails(resealed(game, moved(**values)), r"expected .*, to which the rules lead, got")
    marked = int(np.flatnonzero(game.position["card"]["flag"][0] & Flag.SELECTED)[0])
    load_fails(resealed(game, lambda head, row: row["card"]["flag"][0].__setitem__(marked, 0)), "expected .*, got")


def test_cards_hang_on_cards_of_the_same_table():
    game = mk.scenario([{"table": [{"huge_rock": "cheat"}]}, {"table": ["horny_helmet"]}, {}])
    hosted = int(np.flatnonzero(game.position["card"]["host"][0])[0])
    other = int(game.position["head"][0, Zone.TABLE + 1])
    for host in (other, hosted):
        data = resealed(game, lambda head, row, host=host: row["card"]["host"][0].__setitem__(hosted, host))
        load_fails(data, f"(host: expected a card of the same table for card copy {hosted} to hang on|DERIVED)")


def test_what_the_hireling_carries_is_cursed_and_not_mad():
    """SIDE-4: a Curse alone hangs on an item that is lent."""
    seat = {"table": ["hireling", "madness_gammaphobia"], "lent": "horny_helmet"}
    game = mk.scenario([seat, {}, {}], editions=("munchkin", "cthulhu"))
    hosts = game.position["card"]["host"][0]
    lent = int(np.flatnonzero(hosts)[0])
    table = np.flatnonzero(game.position["card"]["zone"][0] == Zone.TABLE)
    (mad,) = set(table.tolist()) - {lent, int(hosts[lent])}
    data = resealed(game, lambda head, row: row["card"]["host"][0].__setitem__(mad, lent))
    load_fails(data, f"host: expected a card of the same table for card copy {mad} to hang on")


def test_the_beginning_of_a_scenario_is_checked_too():
    game = mk.scenario([{}, {}, {}], phase="combat", combat={"monsters": ["net_troll"]})
    body = bytearray(game.save())
    start = body.rindex(game._start or b"?")
    row = np.frombuffer(body, STATE, count=1, offset=start)
    row["frame"]["kind"][0, 1] = Frame.FLEE
    row["frame"]["stage"][0, 1] = 3
    body[: HEAD.size] = HEAD.pack(*HEAD.unpack_from(body)[:5], zlib.crc32(bytes(body[HEAD.size :])))
    load_fails(bytes(body), "frame.stage: expected 0 to 2 in frame 1 of kind FLEE, got 3")


def test_resampled_games_come_back():
    """What a seat can't know is drawn anew: whoever is asked may then have nothing to answer but a pass."""
    alone = 0
    for decision in ("WINDOW", "COMBAT", "AFTER_COMBAT", "FLEE"):
        for seed in range(4):
            game = asked(decision, 100 * seed)
            for seat in range(4):
                twin = game.resample(seat, np.random.default_rng(seed))
                assert mk.Game.load(twin.save()) == twin
                alone += len(twin.legal()) == 1
    assert alone > 0


def test_loading_writes_nothing():
    game = played()
    before = game.position.tobytes()
    assert mk.Game.load(game.save()).position.tobytes() == before


def test_answers_of_another_game():
    data = bytearray(played().save())
    data[-4:] = struct.pack("<i", 9 << 16)
    head_size = HEAD.unpack_from(data)[3]
    crc = zlib.crc32(bytes(data[HEAD.size :]))
    data[: HEAD.size] = HEAD.pack(*HEAD.unpack_from(data)[:3], head_size, len(data) - HEAD.size - head_size, crc)
    load_fails(bytes(data), "answers: expected seats and actions of this game, got 9 and 0")


def test_treasure_for_the_main_fighter_alone_is_part_of_what_is_kept():
    """Otherwise fewer than no treasures could be promised to a helper."""
    game = mk.scenario([{}, {}, {}], phase="combat", combat={"monsters": ["bullrog"]})

    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        row["combat"]["own"] = 2

    load_fails(resealed(game, alter), "combat: expected")


def test_what_lasts_can_not_be_about_to_happen():
    """A clause of a card in play is no effect on a victim that waits on the stack."""
    classes = {"klass": ["wizard", "thief"], "table": ["super_munchkin"]}
    game = mk.scenario([classes, {}, {}], phase="door", doors=["curse_lose_your_class"], rest="out")
    game.do("pass")  # the victim drops nothing first; now he chooses, and what follows waits
    on_stack = [int(kind) for kind in game.position["frame"]["kind"][0]]
    effects = on_stack.index(Frame.EFFECTS)
    words = game.catalogue.tables[0]["clause"]["op"]
    lasting = [i for i in range(1, len(words)) if 0 < words[i] < Op.LOSE_LEVEL]
    assert len(lasting) > 50
    for clause in lasting:

        def alter(head: dict[str, Any], row: np.ndarray, clause: int = clause) -> None:
            row["frame"]["a"][0, effects] = clause
            row["frame"]["b"][0, effects] = 1

        load_fails(resealed(game, alter), "frame")


def spare_asked() -> mk.Game:
    """A victim is asked which potions he discards for levels."""
    monster = {"card": "thirsty_sommelier", "enhancers": ["humongous"]}
    players = [{"level": 5, "hand": ["sleep_potion", "cotion_of_ponfusion"]}, {"level": 3}, {}]
    game = mk.scenario(
        players, editions=("extended",), phase="combat", combat={"monsters": [monster]}, dice=[1], rest="out"
    )
    lose(game)
    return game


def test_what_spares_levels_lies_on_what_takes_them() -> None:
    """FLEE-2: the choice and the clauses below it say the same; nothing else has been prepared or spared."""
    game = spare_asked()
    assert mk.Game.load(game.save()) == game
    top = int(game.position["n_frames"][0]) - 1
    for at, name, value in (
        (top - 1, "stage", 0), (top - 1, "stage", 101), (top - 1, "passes", 1), (top - 1, "b", 0), (top - 1, "seat", 1),
        (top, "arg", 1), (top, "a", int(Filter.HAND)), (top, "other", 1), (top, "c", 4), (top - 2, "passes", 1),
    ):  # fmt: skip

        def alter(head: dict[str, Any], row: np.ndarray, at: int = at, name: str = name, value: int = value) -> None:
            row["frame"][name][0, at] = value

        load_fails(resealed(game, alter), "frame|roll")


def test_a_choice_that_spares_nothing_is_none_that_does() -> None:
    """Nor is it asked in secret."""
    classes = {"klass": ["wizard", "thief"], "table": ["super_munchkin"]}
    game = mk.scenario([classes, {}, {}], phase="door", doors=["curse_lose_your_class"], rest="out")
    game.do("pass")

    def alter(head: dict[str, Any], row: np.ndarray) -> None:
        row["frame"]["c"][0, int(row["n_frames"][0]) - 1] = 3

    load_fails(resealed(game, alter), "frame")
