"""Secrets, message by message: a client is told the same, byte for byte, when all that its seat can't know is something
else at every moment. And a client that takes nothing harms nobody."""

import asyncio
import json
import random
import secrets
import time
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.replays.recorder import PUBLIC, Recorder, recorded
from munchkin_env.server.live_table import LiveTable
from tests.observation.play import rearranged
from tests.replays.tools import NAMES, Served, Visitor, served
from tests.tiers import share

pytest.importorskip("uvicorn", reason="needs the extra table")
pytest.importorskip("websockets", reason="needs the extra table")
from munchkin_env.server.app import Client, Server
from munchkin_env.server.tables import Tables

SAMPLE, MANY = 1_500, 20_000  # messages


class Elsewhere(Recorder):
    """Looks at a game in which all that its viewer can't know is something else, another one each time."""

    def __init__(self, game: mk.Game, viewer: int | str, rng: np.random.Generator, counts: list[int]) -> None:
        super().__init__(game, viewer, NAMES[: game.config.players], ["human", "greedy", "greedy"])
        self.rng, self.counts = rng, counts

    def look(self, game: mk.Game) -> Any:
        return super().look(changed(game, self.viewer, self.rng, self.counts))


def changed(game: mk.Game, viewer: Any, rng: np.random.Generator, counts: list[int]) -> mk.Game:
    """counts: of positions that were looked at, and of those that are not as they were."""
    twin = game if game.is_terminal else rearranged(game, 0 if viewer == PUBLIC else viewer, rng)
    counts[0] += 1
    counts[1] += twin.position.tobytes() != game.position.tobytes()
    return twin


class OtherTable(LiveTable):
    """Its questions and hints work in such a game, too."""

    rng: np.random.Generator
    counts: list[int]

    def question(self, seat: int | str) -> Any:
        return self._elsewhere(seat, lambda: super(OtherTable, self).question(seat))

    def hint(self, seat: int, number: object) -> Any:
        return self._elsewhere(seat, lambda: super(OtherTable, self).hint(seat, number))

    def _elsewhere(self, seat: int | str, does: Any) -> Any:
        if self.game.current_player != seat:
            return does()
        real, self.game = self.game, changed(self.game, seat, self.rng, self.counts)
        begun, self._begun = self._begun, list(self._begun)
        try:
            return does()
        finally:
            self.game, self._begun = real, begun


def told(seed: int, elsewhere: bool, counts: list[int], most: int) -> list[str]:
    """All messages to a person and an onlooker of a game until it is over; the person acts, asks for hints, takes back,
    passes on and errs by random numbers of its own."""
    with served() as server:
        tokens = server.table(("human", "greedy", "greedy"), seed=seed, round_limit=20)
        if elsewhere:
            make_other(server, tokens, np.random.default_rng(seed), counts)
        table = server.tables.find(tokens[0])[0]
        while table.go_on(100):  # before anybody comes: the first message does not depend on when that is
            pass
        return asyncio.run(visit(server, tokens, random.Random(seed), most))


def make_other(server: Served, tokens: dict[Any, str], rng: np.random.Generator, counts: list[int]) -> None:
    table = server.tables.find(tokens[0])[0]
    table.__class__ = OtherTable
    table.rng, table.counts = rng, counts
    for viewer in (0, PUBLIC):
        table._recorders[viewer] = recorded(table.game, Elsewhere(table.game, viewer, rng, counts))


async def visit(server: Served, tokens: dict[Any, str], rng: random.Random, most: int) -> list[str]:
    watcher = await Visitor.at(server, tokens[PUBLIC])
    player = await Visitor.at(server, tokens[0])
    while await player.until_asked() and len(player.heard) < most:
        assert player.question is not None
        number, chance = player.question["number"], rng.random()
        if chance < 0.1:
            await player.say(kind="hint", number=number)
            await player.hear()
        elif chance < 0.15:
            await player.say(kind="answer", number=number, actions=[9999])
            await player.hear()
        elif chance < 0.4 and player.question["may_pass_on"]:
            player.question = None
            await player.say(kind="pass_on", number=number)
        elif chance < 0.45 and player.question["may_take_back"]:
            player.question = None
            await player.say(kind="take_back", number=number)
        else:
            await player.answer(rng.choice(player.legal))
    with suppress(TimeoutError):
        while watcher.result is None:
            await watcher.hear(0.5)
    return [*player.heard, *watcher.heard]


def compare(messages: int) -> None:
    heard, counts, seed = 0, [0, 0], 0
    while heard < messages:
        seed += 1
        plain = told(seed, False, counts, messages)
        other = told(seed, True, counts, messages)
        assert other == plain
        assert not any('"seed":"' in text or '"private":{"1"' in text for text in plain)
        heard += len(plain)
    assert counts[1] > 0.5 * counts[0] > messages / 10


@pytest.mark.slow
def test_no_message_depends_on_what_is_hidden(monkeypatch):
    from munchkin_env.server import app as module

    monkeypatch.setattr(module, "BURST", 1e9)
    compare(share(SAMPLE))


@pytest.mark.soak
def test_twenty_thousand_messages_do_not(monkeypatch):
    from munchkin_env.server import app as module

    monkeypatch.setattr(module, "BURST", 1e9)
    compare(MANY)


def pad_frames(recorder: Recorder) -> None:
    """Frames become larger than what the kernel keeps for one who does not read."""
    look = recorder.look

    def padded(game: mk.Game) -> Any:
        frame = look(game)
        if frame is not None:
            frame["told"] = [secrets.token_hex(200_000)]  # nothing that can be packed
        return frame

    recorder.look = padded


@pytest.mark.rotating
def test_a_client_that_takes_nothing_is_let_go_and_holds_up_nobody(monkeypatch):
    from munchkin_env.server import app as module

    monkeypatch.setattr(module, "PATIENCE", 1.0)
    monkeypatch.setattr(module, "WAITING", 8)
    monkeypatch.setattr(module, "BURST", 1e9)

    async def main(server: Served) -> list[float]:
        tokens = server.table(seed=2)
        deaf = [await Visitor.at(server, tokens[PUBLIC], max_queue=1) for _ in range(3)]
        for one in deaf:
            await one.hear()
            one.connection.transport.pause_reading()
        player, rng, waits = await Visitor.at(server, tokens[0]), random.Random(2), []
        await player.until_asked()
        table = server.tables.find(tokens[0])[0]
        pad_frames(table.look(PUBLIC))
        while await player.until_asked() and len(waits) < 60:
            began = time.perf_counter()
            await player.answer(rng.choice(player.legal))
            await player.until_asked()
            waits.append(time.perf_counter() - began)
        await asyncio.sleep(1.5)
        await player.say(kind="hint", number=(player.question or {"number": 0})["number"])
        await player.hear()
        connected = [len(clients) for clients in server.server._clients.values()]
        assert connected == [1], "who takes nothing is let go"
        return sorted(waits)

    with served() as server:
        waits = asyncio.run(main(server))
    assert waits[len(waits) // 2] < 0.5


def test_a_fault_tells_a_client_nothing(monkeypatch):
    """A fault says how the game is played again, so with all its cards: its words stay with the server."""
    from websockets.exceptions import ConnectionClosed

    from munchkin_env.errors import EngineFault

    async def main(server: Served) -> list[str]:
        tokens = server.table(seed=1234567)
        player = await Visitor.at(server, tokens[0])
        await player.until_asked()

        def fails(*_: object) -> None:
            raise EngineFault("reproduce with seed 1234567")

        monkeypatch.setattr(LiveTable, "answer", fails)
        await player.answer(player.legal[0])
        try:
            while True:
                await player.hear()
        except ConnectionClosed as closed:
            return [*player.heard, str(closed)]

    with served() as server:
        heard = asyncio.run(main(server))
    assert not any("1234567" in text for text in heard)


def test_games_on_disk_are_for_their_owner_alone(tmp_path):
    from munchkin_env.server.tables import Tables

    folder = tmp_path / "tables"
    Tables(folder, "greedy").open(mk.Game(players=3, seed=7), ("human", "greedy", "greedy"), NAMES[:3])
    (file,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_page_never_shows_a_question_that_is_answered() -> None:
    """Windows that others are asked in make no frame; the buttons of the last question stayed."""
    game = mk.Game(players=3, seed=5, preset="short", windows="open")
    table = LiveTable(game, [None] * 3, mk.make_bot("random"), NAMES[:3], ["human"] * 3)
    server = Server(Tables(None, "random", 0.0), ["x"])
    clients = [Client(SimpleNamespace(headers={})) for _ in range(3)]  # type: ignore[arg-type]
    shown: dict[int, bool] = {}

    def hear() -> None:
        for seat, client in enumerate(clients):
            while not client.outbox.empty():
                message = json.loads(client.outbox.get_nowait())
                if message["kind"] in ("frames", "question", "result"):
                    shown[seat] = message.get("question") is not None

    for seat, client in enumerate(clients):
        client.viewer = seat
        server._clients.setdefault(table, []).append(client)
        server._greet(client, table, table.look(seat))
    hear()
    for _ in range(40):
        seat = table.game.current_player
        assert seat is not None
        legal = table.game.legal_actions().tolist()
        table.answer(seat, table.number(seat), [legal[0]])
        table.go_on(8)
        for client in clients:
            assert server._tell(client, table)
        hear()
        assert [place for place in range(3) if shown.get(place)] == [table.game.current_player]
