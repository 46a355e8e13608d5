"""Neither which messages come nor which hint among equals depends on how often others were asked; nor does a clock."""

import asyncio
import json
import logging
import random
import threading
import time
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.errors import ConfigError, SaveError
from munchkin_env.replays.recorder import PUBLIC
from munchkin_env.server.tables import Tables
from tests.replays.test_over_the_socket import visit
from tests.replays.test_server import go, table_of
from tests.replays.tools import NAMES, Visitor, served
from tests.tiers import FULL

pytest.importorskip("uvicorn", reason="needs the extra table")
pytest.importorskip("websockets", reason="needs the extra table")


async def pass_on(server: Any, tokens: dict[Any, str], rng: random.Random, most: int) -> list[str]:
    """All that a person is sent who passes on wherever it may."""
    player = await Visitor.at(server, tokens[0])
    while await player.until_asked() and len(player.heard) < most:
        assert player.question is not None
        if player.question["may_pass_on"]:
            number, player.question = player.question["number"], None
            await player.say(kind="pass_on", number=number)
        else:
            await player.answer(rng.choice(player.legal))
    return player.heard


def passed_by_itself(heard: list[str]) -> int:
    """Windows that were never asked about."""
    kinds = [message["kind"] for message in map(json.loads, heard)]
    frames = [frame for text in heard for frame in json.loads(text).get("frames", ())]
    return sum("decision" in frame for frame in frames) - kinds.count("question")


@pytest.mark.rotating
@pytest.mark.parametrize(("plays", "bots"), [(visit, 2), (pass_on, 4)])
def test_messages_are_the_same_however_many_answers_lie_between_them(monkeypatch, plays, bots):
    """The server looks up from the bots after some answers: one, three, or as many as there are."""
    from munchkin_env.server import app as module

    monkeypatch.setattr(module, "BURST", 1e9)

    def told(at_once: int) -> list[str]:
        monkeypatch.setattr(module, "ANSWERS_AT_ONCE", at_once)
        with served() as server:
            tokens = server.table(("human", *["greedy"] * bots), seed=1, round_limit=20)
            go(server.tables.find(tokens[0])[0])
            return asyncio.run(plays(server, tokens, random.Random(6), 150))

    plain = told(8)
    assert len(plain) >= 150
    assert plays is visit or passed_by_itself(plain) > 3
    for at_once in (1, 3, 10_000) if FULL else (1,):
        assert told(at_once) == plain


def test_a_hint_among_equals_does_not_tell_how_often_others_answered():
    """All that the seat knows is as it was; the seed and the number of all actions, which it can't count, are not."""
    table, told, rng = table_of(1, adviser="random", seed=5), [], random.Random(5)  # to whom all are equals
    for _ in range(12):
        go(table)
        hints = []
        for hidden in range(6):
            history, seed = table.game._history, table.game.seed
            table.game._history, table.game.seed = [*[history[0]] * hidden, *history], seed + hidden
            try:
                hints.append(table._advice(0, table.game))
            finally:
                table.game._history, table.game.seed = history, seed
        assert len(set(hints)) == 1
        told.append(table.game.legal_actions().tolist().index(hints[0]))
        table.answer(0, table.question(0)["number"], [rng.choice(table.game.legal_actions().tolist())])
    assert len(set(told)) > 1


def test_the_clock_gives_the_answer_that_a_hint_names():
    table = table_of(1, adviser="random", seed=5)
    for _ in range(15):
        go(table)
        number, given = table.question(0)["number"], len(table.game.history)
        hint = None if table.question(0)["may_pass_on"] else table.hint(0, number)["action"]
        table.answer_for(0, number)
        assert hint is None or table.game.history[given] == (0, hint)


@pytest.mark.rotating
def test_a_clock_goes_on_when_a_window_opens():
    """Each window of who is asked tells what is left; opening one after the other gains nothing.

    Nobody else learns it, since it would tell when another was asked.
    """

    async def main(server: Any) -> None:
        tokens = server.table(("human", "human", "greedy"), seed=9)
        server.tables.find(tokens[0])[0].timer = 3.0
        slow = await Visitor.at(server, tokens[0])
        await slow.until_asked()
        first = slow.question["number"]
        began = asyncio.get_running_loop().time()
        lefts = []
        while slow.question is None or slow.question["number"] == first:
            for viewer in (0, random.choice([1, PUBLIC])):
                window = await Visitor.at(server, tokens[viewer])
                message: dict = {}
                while message.get("kind") != "question":
                    message = await window.hear()
                if message["question"] is not None:
                    lefts.append(message["left"])
                elif viewer != 0:
                    assert message["left"] == 3.0
                await window.connection.close()
            try:
                await slow.hear(0.4)
            except TimeoutError:
                assert asyncio.get_running_loop().time() - began < 20, "the clock never ends"
        assert lefts[0] <= 3.0
        assert min(lefts) < 2.5

    with served() as server:
        server.tables.timer = 3.0
        asyncio.run(main(server))


def test_a_part_that_is_given_or_taken_back_gains_no_time():
    async def main(server: Any) -> None:
        player = await Visitor.at(server, server.table(("human", "greedy", "greedy"), seed=3)[0])
        lefts = []
        for takes_back in (False, True, None):
            while player.question is None:
                lefts += [message["left"] for message in [await player.hear()] if message.get("question")]
            number, may, player.question = player.question["number"], player.question["may_take_back"], None
            assert may is (takes_back is True)
            await asyncio.sleep(0.3)
            if takes_back:
                await player.say(kind="take_back", number=number)
            elif takes_back is False:
                await player.say(kind="answer", number=number, actions=[player.legal[-1]])
        assert lefts[2] < lefts[1] < lefts[0] <= 30.0

    with served() as server:
        server.tables.timer = 30.0
        asyncio.run(main(server))


# --------------------------------------------------------------------------- what can't be written


def test_what_cant_be_written_has_not_happened(tmp_path):
    """Neither of people nor of bots, nor who leaves; later it goes on as it would have."""
    tables, twin = Tables(tmp_path, "greedy"), table_of(1, seed=7)
    tokens = tables.open(mk.Game(players=3, seed=7), ("human", "greedy", "greedy"), NAMES)
    table, _ = tables.find(tokens[0])
    recorder = table.look(0)
    rng = random.Random(7)
    write, failing = table.write, False

    def fails(entry: dict) -> None:
        if failing:
            raise SaveError("save: expected free disk space, got none")
        write(entry)

    table.write = fails
    for _ in range(12):
        for tried in (True, False):
            failing = tried
            before = (table.game.clone(), len(recorder.frames), table.number(0))
            if table.game.current_player == 0:
                action = rng.choice(table.game.legal_actions().tolist())
                things = [lambda a=action: table.answer(0, table.number(0), [a])]
                if tried:
                    things += [lambda: table.answer_for(0, table.number(0)), lambda: tables.leave(table, 0)]
            else:
                things = [lambda: table.go_on(100)]
            for does in things:
                if tried:
                    with pytest.raises(SaveError):
                        does()
                    assert (table.game, len(recorder.frames), table.number(0)) == before
                else:
                    does()
                    go(table)
        go(twin)
    assert table.bots[0] is None
    failing = False
    tables.let_go(table)
    with pytest.raises(SaveError, match="got one that was closed"):
        write({"moves": []})
    assert tables.find(tokens[0])[0].game == table.game


def test_an_answer_that_is_taken_back_is_taken_back_on_disk(tmp_path):
    for seed in range(40):
        tables = Tables(tmp_path / str(seed), "greedy")
        tokens = tables.open(mk.Game(players=3, seed=seed), ("human", "greedy", "greedy"), NAMES)
        table, _ = tables.find(tokens[0])
        go(table)
        paths = table.question(0)["paths"]
        if paths:
            before = table.game.clone()
            table.answer(0, table.number(0), next(iter(paths.values()))[0][:1])
            if (table.question(0) or {}).get("may_take_back"):
                table.take_back(0, table.number(0))
                tables.let_go(table)
                assert tables.find(tokens[0])[0].game == table.game == before
                return
    raise AssertionError("no game begins with a card to play")


def test_all_who_come_at_once_come_to_one_table(tmp_path, monkeypatch):
    """However long it takes to read it, it is read once."""
    people = ("human",) * 6
    tokens = Tables(tmp_path, "greedy").open(mk.Game(players=6, seed=7), people, NAMES)
    again, found, read = Tables(tmp_path, "greedy"), {}, Tables._read

    def slowly(tables: Tables, place: Any) -> Any:
        time.sleep(0.3)
        return read(tables, place)

    monkeypatch.setattr(Tables, "_read", slowly)
    threads = [threading.Thread(target=lambda t=t: found.setdefault(t, again.find(t)[0])) for t in tokens.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 7
    assert len(set(found.values())) == 1
    table = found[tokens[0]]
    table.answer(
        table.game.current_player, table.number(table.game.current_player), [int(table.game.legal_actions()[0])]
    )
    again.let_go(table)
    assert Tables(tmp_path, "greedy").find(tokens[0])[0].game == table.game


def test_a_game_that_comes_from_no_seed_is_not_kept(tmp_path):
    import numpy as np

    game = mk.Game(players=3, seed=1).resample(0, np.random.default_rng(1))
    with pytest.raises(ConfigError, match="game: expected one that is dealt from a seed"):
        Tables(tmp_path, "greedy").open(game, ("human", "greedy", "greedy"), NAMES)
    assert list(tmp_path.iterdir()) == []


async def hear_for_ever(visitor: Visitor) -> None:
    while True:
        await visitor.hear()


def test_a_fault_at_a_table_ends_it_and_its_log_goes_on(tmp_path, monkeypatch):
    from websockets.exceptions import ConnectionClosed

    async def main(server: Any) -> None:
        tokens = server.table(seed=3)
        player = await Visitor.at(server, tokens[0])
        await player.until_asked()
        table = server.tables.find(tokens[0])[0]
        monkeypatch.setattr(table, "go_on", lambda _: 1 // 0)
        await player.answer(player.legal[0])
        with pytest.raises(ConnectionClosed) as closed:
            await hear_for_ever(player)
        assert closed.value.rcvd.code == 1011
        again = await Visitor.at(server, tokens[0])
        assert await again.until_asked()
        assert server.tables.find(tokens[0])[0] is not table
        await again.answer(again.legal[0])
        assert await again.until_asked()

    with served(tmp_path) as server:
        asyncio.run(main(server))


# --------------------------------------------------------------------------- bounds


def test_a_log_of_strangers_is_short_and_says_what_it_leaves_out():
    from munchkin_env.server.site import Brief

    now = [0.0]
    brief = Brief(3, lambda: now[0])

    def told(level: int, text: str, name: str = "uvicorn.error") -> str | None:
        record = logging.LogRecord(name, level, "", 0, text, (), (None, None, None))
        return f"{record.getMessage()}{record.exc_info or ''}" if brief.filter(record) else None

    assert [told(logging.WARNING, "bad request") for _ in range(5)] == ["bad request"] * 3 + [None] * 2
    assert told(logging.ERROR, "out of sockets", "asyncio") is None
    assert told(logging.ERROR, "a fault") is not None, "faults of our own are told in full"
    now[0] = 61.0
    assert told(logging.ERROR, "Invalid UTF-8 sequence") == "Invalid UTF-8 sequence (and 3 lines that were left out)"


def test_a_page_beside_an_environment_puts_no_token_on_a_command_line(monkeypatch):
    from pathlib import Path
    from urllib.parse import urlparse

    from munchkin_env.server import live_window

    asked: list[str] = []
    monkeypatch.setattr(live_window.webbrowser, "open", asked.append)
    window = live_window.LiveWindow(None)
    try:
        token = window.link.partition("#t=")[2]
        (address,) = asked
        assert address.startswith("file://")
        assert token not in address
        file = Path(urlparse(address).path)
        assert f"url={window.link}" in file.read_text()
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    finally:
        window.close()
    assert not file.exists()


@pytest.mark.parametrize("message", [b"\0", '{"token":"\\ud800"}', "[]", "{", '{"token":1}', "x" * 300])
def test_what_no_page_sends_to_one_beside_an_environment_leads_nowhere(monkeypatch, message):
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    from munchkin_env.server import live_window

    monkeypatch.setattr(live_window.webbrowser, "open", lambda _: None)
    window = live_window.LiveWindow(None)
    try:
        origin = window.link.partition("/#")[0]
        with connect(origin.replace("http", "ws") + "/ws", origin=origin) as socket:
            socket.send(message)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(20)
        assert closed.value.rcvd.code == 4001
    finally:
        window.close()
