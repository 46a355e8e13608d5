"""`munchkin serve` by its command: killed, started again, out of room, beset; nobody's action is lost or undone.

The everyday tests hold one small case a class; the soaks beside them are as large as the published figures.
"""

import asyncio
import io
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.cli.main import main
from munchkin_env.server.tables import Tables
from tests.replays.command import Command, started
from tests.replays.test_server import unanswered
from tests.replays.tools import Visitor, free_port
from tests.tiers import FULL

pytest.importorskip("uvicorn", reason="needs the extra table")
pytest.importorskip("websockets", reason="needs the extra table")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX systems")
MOST_OPEN = 3 * 64 + 8
"""Connections without a token: those that may stay, those that are let in at once, and those that are being closed."""
NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eva", "Finn")


class Person:
    """Somebody at a table who takes any legal action, and comes back as the page does when the server is gone.

    `seen` are the frames that it was ever sent; `heard` how many of them on this connection. None may be another one
    later, or be lacking.
    """

    def __init__(self, token: str, seed: int) -> None:
        self.token, self.rng = token, random.Random(seed)
        self.seen: list[dict] = []
        self.answers = self.undone = self.heard = 0
        self.over = False
        self.refused: list[str] = []

    async def play(self, server: Command, until: float, most: int = 1_000_000) -> None:
        """Play until then, or until so many actions were seen to be carried out, or the server is gone."""
        from websockets.exceptions import ConnectionClosed

        self.heard = 0
        with suppress(ConnectionClosed, OSError, TimeoutError):
            visitor = await Visitor.at(server, self.token, open_timeout=5)
            while not self.over and most > 0 and time.monotonic() < until:
                await self.hear(visitor, until)
                if visitor.question is not None:
                    await visitor.answer(self.rng.choice(visitor.legal))
                    await self.hear(visitor, until)
                    self.answers += 1
                    most -= 1
            await visitor.connection.close()

    async def hear(self, visitor: Visitor, until: float) -> None:
        """Hears until it is asked; what it sees is kept, and compared with what it saw before."""
        while visitor.question is None and visitor.result is None and not visitor.refused:
            await visitor.hear(max(0.05, until - time.monotonic()))
            for frame in unanswered(visitor.frames[self.heard :]):
                if self.heard == len(self.seen):
                    self.seen.append(frame)
                self.undone += frame != self.seen[self.heard]
                self.heard += 1
        self.refused += visitor.refused
        visitor.refused.clear()
        self.over = visitor.result is not None

    async def look(self, server: Command) -> list[dict]:
        """Return the frames after coming back, without the actions."""
        visitor = await Visitor.at(server, self.token)
        await visitor.hear(120)  # the server plays the game again first
        await visitor.connection.close()
        return unanswered(visitor.frames)


async def at_once(people: Sequence[Person], server: Command, until: float, most: int = 1_000_000) -> None:
    await asyncio.gather(*(person.play(server, until, most) for person in people))


def people_of(server: Command) -> list[Person]:
    return [Person(server.links[name], seed) for seed, name in enumerate(NAMES) if name in server.links]


def check_nothing_is_lost(people: Sequence[Person], server: Command) -> None:
    for person in people:
        told = asyncio.run(person.look(server))
        assert told[: len(person.seen)] == person.seen, "an answer that was seen is undone"
        assert person.undone == 0


# --------------------------------------------------------------------------- stopped and started again


def restarts(
    folder: Path, number: int, seats: int, pause: float, how: Sequence[int], *settings: str, seed: int = 1
) -> dict[str, int]:
    """People play while the server is ended and started again; each game that is over is followed by the next one."""
    found = {"restarts": 0, "answers": 0, "games": 0}
    server = Command(folder, "--humans", str(seats), *settings)
    people = people_of(server)
    assert len(people) == seats
    rng = random.Random(seed)

    async def round_of(server: Command) -> None:
        until = time.monotonic() + 60.0
        playing = asyncio.create_task(at_once(people, server, until))
        await asyncio.sleep(pause * (0.5 + rng.random()))
        await asyncio.to_thread(server.process.send_signal, how[found["restarts"] % len(how)])
        await asyncio.to_thread(server.process.wait)
        await playing

    while found["restarts"] < number:
        before = sum(person.answers for person in people)
        asyncio.run(round_of(server))
        assert "Traceback" not in server.said(), server.said()
        found["restarts"] += 1
        found["answers"] += sum(person.answers for person in people) - before
        server = server.again()
        check_nothing_is_lost(people, server)
        if all(person.over for person in people):
            found["games"] += 1
            server.end()
            server = Command(folder, "--humans", str(seats), *settings, port=server.port)
            people = people_of(server)
    assert "Traceback" not in server.said()
    server.end()
    return found


@pytest.mark.rotating
def test_who_comes_back_at_once_sits_at_one_table_and_nothing_is_lost(tmp_path):
    ends = [signal.SIGINT, signal.SIGKILL]
    found = restarts(tmp_path / "tables", 3 if FULL else 2, 4, 1.5, ends, "--seed", "3")
    assert found["answers"] >= (8 if FULL else 4)


@pytest.mark.soak
@pytest.mark.parametrize("tenth", range(10))  # each within the time that a test may take
def test_a_hundred_restarts_under_six_people(tmp_path, tenth):
    ends = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
    found = restarts(tmp_path / "tables", 10, 6, 1.5, ends, "--preset", "short", seed=tenth)
    print(found)
    assert found["answers"] > 50


@pytest.mark.soak
def test_twenty_kills(tmp_path):
    found = restarts(tmp_path / "tables", 20, 1, 2.0, [signal.SIGKILL], "--preset", "short")
    print(found)
    assert found["answers"] > 100


@pytest.mark.rotating
def test_a_table_is_one_servers_at_a_time(tmp_path):
    """Two servers with one folder: the table is played at one of them, until it is gone."""
    with started(tmp_path / "tables", "--seed", "3") as first:
        person = Person(first.links["Anna"], 1)
        asyncio.run(person.play(first, time.monotonic() + 20, 3))
        with started(tmp_path / "tables", "--resume") as second:
            assert asyncio.run(closed(second, {"kind": "join", "token": person.token})) == 4001
            assert "which another serves" in second.said()
            first.end()
            assert asyncio.run(person.look(second))[: len(person.seen)] == person.seen


# --------------------------------------------------------------------------- no room


def limit_of_files(most: int) -> Any:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@pytest.mark.nightly
def test_where_there_is_no_room_people_are_told_and_nothing_is_lost(tmp_path):
    """A file that may not grow, as a full disk: the table stands still, others go on; with room it goes on itself."""
    folder = tmp_path / "tables"
    with started(folder, "--humans", "2", "--seed", "3") as server:
        people = people_of(server)
        asyncio.run(at_once(people, server, time.monotonic() + 30, 4))
        (full,) = folder.iterdir()
        size = full.stat().st_size
    with started(folder, "--seed", "4") as server:  # another table, which has a shorter log
        other = people_of(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 12, resource.RLIM_INFINITY))
        for person in people:
            person.answers = 0
        asyncio.run(at_once(people, server, time.monotonic() + 3))
        assert any("expected free disk space, got File too large" in words for p in people for words in p.refused)
        assert full.stat().st_size <= size + 12
        asyncio.run(at_once(other, server, time.monotonic() + 20, 1))
        assert other[0].answers == 1
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        answers = sum(person.answers for person in people)
        asyncio.run(at_once(people, server, time.monotonic() + 20, 3))
        assert sum(person.answers for person in people) > answers
        server = server.again(signal.SIGKILL)
        try:
            check_nothing_is_lost([*people, *other], server)
        finally:
            server.end()


def refusal(folder: Path, *arguments: str) -> str:
    """Messages of the command when it does not start a server; it prints nothing else."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as said:
        status = main(["serve", "--port", str(free_port()), "--folder", str(folder), *arguments])
    assert (status, out.getvalue()) == (2, "")
    assert said.getvalue().count("\n") == 1
    return said.getvalue()


@pytest.mark.rotating
def test_a_table_that_cant_be_written_is_not_begun(tmp_path):
    folder = tmp_path / "tables"
    command = [sys.executable, "-m", "munchkin_env", "serve", "--port", str(free_port()), "--folder", str(folder)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=limit_of_files(100),
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # half a file of it would stay for others
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    assert "expected free disk space" in done.stderr
    assert list(folder.iterdir()) == []
    (tmp_path / "file").write_text("")
    assert "folder: expected one" in refusal(tmp_path / "file")


@pytest.mark.rotating
def test_files_of_others_are_told_and_left_as_they_are(tmp_path):
    """Damaged ones, foreign ones, links, pipes: the tables beside them go on, and no byte of them is changed."""
    folder = tmp_path / "tables"
    with started(folder, "--seed", "3") as server:
        person = people_of(server)[0]
        asyncio.run(person.play(server, time.monotonic() + 20, 3))
    (good,) = folder.iterdir()
    log = good.read_bytes()
    elsewhere = Tables(tmp_path / "elsewhere", "greedy")
    token = elsewhere.open(mk.Game(players=3, seed=1), ("human", "greedy", "greedy"), NAMES)[0]
    elsewhere.let_go(elsewhere.running()[0])
    (outside,) = (tmp_path / "elsewhere").iterdir()
    theirs = outside.read_bytes()
    foreign = {
        "old.json": b'{"format":"munchkin-table","version":1}', "empty.jsonl": b"", "list.jsonl": b"[1]\n",
        "deep.jsonl": b"[" * 9000 + b"\n", "copy.jsonl": log, "head.jsonl": log[: log.index(b"\n")],
        "other.jsonl": log.replace(b'"version":2', b'"version":9'), "bytes.jsonl": os.urandom(3000),
    }  # fmt: skip
    for name, data in foreign.items():
        (folder / name).write_bytes(data)
    (folder / "zlink.jsonl").symlink_to(outside)
    (folder / "lost.jsonl").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "folder.jsonl").mkdir()
    names = {*foreign, "zlink.jsonl", "lost.jsonl", "pipe.jsonl", "folder.jsonl"}
    with started(folder, "--resume") as server:
        asyncio.run(person.play(server, time.monotonic() + 20, 3))
        assert person.answers == 6
        told = [line for line in server.said().splitlines() if line.startswith("munchkin: left out: ")]
        # The copy comes first by its name, and is as good as what it was copied from.
        assert len(told) == len(names)
        for name in names - {"copy.jsonl"}:
            assert any(name in line for line in told), name
        assert asyncio.run(closed(server, {"kind": "join", "token": token})) == 4001
    assert outside.read_bytes() == theirs
    assert not (tmp_path / "nowhere").exists()
    for name, data in foreign.items():
        if name != "copy.jsonl":
            assert (folder / name).read_bytes() == data


@pytest.mark.rotating
@pytest.mark.parametrize("where", [0.3, 0.6, 0.9] if FULL else [0.6])
def test_a_damaged_table_is_told_and_left_as_it_is(tmp_path, where):
    folder = tmp_path / "tables"
    with started(folder, "--seed", "3") as server:
        person = people_of(server)[0]
        asyncio.run(person.play(server, time.monotonic() + 20, 6))
    (file,) = folder.iterdir()
    log = bytearray(file.read_bytes())
    lines = log.index(b"\n")
    at = lines + int(where * (len(log) - lines - 12))
    log[at] ^= 1 if log[at] != ord("\n") ^ 1 else 2
    file.write_bytes(log)
    with started(folder, "--resume") as server:
        assert asyncio.run(closed(server, {"kind": "join", "token": person.token})) == 4001
        assert "damaged at line" in server.said() or "expected JSON" in server.said()
    assert file.read_bytes() == log


@pytest.mark.rotating
def test_a_line_that_is_not_whole_is_dropped(tmp_path):
    folder = tmp_path / "tables"
    with started(folder, "--seed", "3") as server:
        person = people_of(server)[0]
        asyncio.run(person.play(server, time.monotonic() + 20, 4))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    parts = (b'{"moves":[1', b'{"moves":[1]} 0000000', bytes(500))
    for part in parts if FULL else parts[:1]:
        file.write_bytes(whole + part)
        with started(folder, "--resume") as server:
            check_nothing_is_lost([person], server)
        assert file.read_bytes().startswith(whole)
        assert not file.read_bytes().startswith(whole + part)


# --------------------------------------------------------------------------- clients without a token


async def closed(server: Command, message: object) -> int | None:
    """The code by which a connection is ended that says this first."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    connection = await connect(f"ws://127.0.0.1:{server.port}/ws", origin=server.origin)
    await connection.send(message if isinstance(message, str | bytes) else json.dumps(message))
    try:
        while True:
            await asyncio.wait_for(connection.recv(), 20)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def raw(server: Command, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(data)
    return reader, writer


def upgrade(server: Command) -> bytes:
    lines = [
        "GET /ws HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Origin: {server.origin}", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


async def besiege(server: Command, number: int) -> dict[str, float]:
    """So many connections that say nothing, half a request, or that they are a WebSocket; a person plays meanwhile.
    Descriptors are those beyond what the server had before."""
    begun = [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", upgrade(server), b"POST / HTTP/1.1\r\nContent-Length: 9999\r\n\r\n"]
    open_ones = []
    most = before = server.descriptors()
    person = Person(server.links["Anna"], 1)
    for i in range(number):
        with suppress(OSError):
            open_ones.append(await raw(server, begun[i % len(begun)]))
        most = max(most, server.descriptors())
    began = time.monotonic()
    await person.play(server, began + 30, 3)
    took = time.monotonic() - began
    assert person.answers == 3, "a person gets in all the same"
    await asyncio.sleep(20.0 if number > 300 else 0.5)
    left = server.descriptors()
    for _, writer in open_ones:
        writer.close()
    found = {"connections": number, "most descriptors": most - before, "left": left - before}
    return {**found, "seconds for 3 answers": round(took, 2)}


def few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


@pytest.mark.rotating
def test_who_says_nothing_holds_nobody_up(tmp_path):
    with started(tmp_path / "tables", "--seed", "3", before=few_descriptors) as server:
        found = asyncio.run(besiege(server, 300))
        assert 32 < found["most descriptors"] <= MOST_OPEN
        assert len(server.said()) < 5000


@pytest.mark.soak
@pytest.mark.parametrize("number", [600, 2000])
def test_six_hundred_idle_connections(tmp_path, number):
    with started(tmp_path / "tables", "--seed", "3", before=few_descriptors) as server:
        found = asyncio.run(besiege(server, number))
        print(found, f"log: {len(server.said())} bytes")
        assert found["most descriptors"] <= MOST_OPEN
        assert found["left"] <= 4, "each is gone by itself"
        assert len(server.said()) < 20_000


@pytest.mark.rotating
def test_nothing_that_is_sent_without_a_token_ends_in_a_traceback(tmp_path):
    with started(tmp_path / "tables", "--seed", "3") as server:
        token = server.links["Anna"]
        wrong = [
            b"\0", b"", "", "{", "null", "[]", '{"kind":"join","token":"\\ud800"}', '{"kind":"\\udfff"}', "[" * 2000,
            '{"kind":"join","token":' + "9" * 2000 + "}", '{"kind":"join","token":"ä"}',
            {"kind": "join", "token": None},
            {"kind": "join", "token": token[:-1]}, {"kind": "join", "token": [token]}, {"kind": "join"}, "\u0000",
        ]  # fmt: skip
        for message in wrong:
            assert asyncio.run(closed(server, message)) == 4001, message

        async def noise() -> None:
            for data in (b"\xff" * 4000, b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"A" * 100_000):
                for _ in range(30):
                    _, writer = await raw(server, data)
                    writer.close()
            frame = b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc"  # text that is no UTF-8
            for _ in range(30):
                _, writer = await raw(server, upgrade(server) + frame)
                await asyncio.sleep(0.02)
                writer.close()

        asyncio.run(noise())
        person = people_of(server)[0]
        asyncio.run(person.play(server, time.monotonic() + 20, 2))
        assert person.answers == 2
        assert len(server.said().splitlines()) <= 25, server.said()


# --------------------------------------------------------------------------- hints


async def ask_for_hints(server: Command, number: int) -> int:
    """Hints at as many questions, whose actions are taken; returns how often there was none, or the game was over."""
    visitor, rng, hints = await Visitor.at(server, server.links["Anna"]), random.Random(2), 0
    while hints < number and await visitor.until_asked():
        assert visitor.question is not None
        await visitor.say(kind="hint", number=visitor.question["number"])
        while len(visitor.hints) == hints:
            assert not visitor.refused, visitor.refused
            await visitor.hear(60)
        hints += 1
        await visitor.answer(rng.choice(visitor.legal))
    await visitor.connection.close()
    return hints


@pytest.mark.rotating
def test_hints_come_at_a_table_of_three_and_of_four(tmp_path):
    for people in ([], ["--against", "greedy", "greedy"]) if FULL else ([],):
        with started(tmp_path / f"tables{len(people)}", "--seed", "11", *people) as server:
            assert asyncio.run(ask_for_hints(server, 6)) == 6


@pytest.mark.soak
def test_three_hundred_hints(tmp_path):
    given = 0
    for seed in range(40):
        bots = ["--against", *["greedy"] * (2 + seed % 4)]
        with started(tmp_path / f"tables{seed}", "--seed", str(seed), *bots) as server:
            given += asyncio.run(ask_for_hints(server, 300 - given if seed == 39 else min(40, 300 - given)))
        if given >= 300:
            break
    print({"hints": given, "tables": seed + 1})
    assert given == 300


# --------------------------------------------------------------------------- the command


@pytest.mark.rotating
def test_a_port_that_is_taken_is_told_before_anything_else(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refusal(tmp_path / "tables", "--port", port)
    assert told == f"munchkin: port: expected one that is free and allowed, got {port} (Address already in use)\n"
    assert not (tmp_path / "tables").exists()


@pytest.mark.rotating
@pytest.mark.parametrize("host", ["300.1.1.1", "192.0.2.7", "", "no.such.host.invalid", "a" * 300, "é" * 80])
def test_a_host_that_is_none_of_ours_is_told_before_anything_else(tmp_path, host):
    if host == "":
        assert refusal(tmp_path / "tables", "--host", host).startswith("munchkin: host: expected")
    else:
        assert "munchkin: host: expected" in refusal(tmp_path / "tables", "--host", host)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a", "b", "c", "d", "e"], "names: expected at most 4, one a seat, got 5"),
        (["x" * 41], "names: expected 1 to 40 letters, got"),
        (["  "], "names: expected 1 to 40 letters"),
        (["a\nb"], "names: expected 1 to 40 letters"),
        (["Ada", "Ada"], "names: expected different ones"),
    ],
)
def test_names_that_fit_no_page_are_refused(tmp_path, names, message):
    assert message in refusal(tmp_path / "tables", "--names", *names)


def test_a_folder_without_tables_is_not_resumed(tmp_path):
    for folder in (tmp_path / "none", tmp_path):
        assert "folder: expected one with tables" in refusal(folder, "--resume")
    assert not list(tmp_path.iterdir())


@pytest.mark.rotating
def test_a_server_goes_on_when_nobody_reads_its_links(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "munchkin_env", "serve", "--port", str(port), "--folder", str(tmp_path / "tables")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    server.stdout.close()  # as `head -0` does
    until = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < until:  # earlier, an interrupt might be lost
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
            assert page.status == 200
            break
        time.sleep(0.1)
    server.send_signal(signal.SIGINT)
    _, told = server.communicate(timeout=60)
    assert "Traceback" not in told
    assert server.returncode in (0, 130), told


@pytest.mark.rotating
def test_people_are_called_as_the_command_says(tmp_path):
    async def names_of(server: Command, who: str) -> list[str]:
        visitor = await Visitor.at(server, server.links[who])
        return (await visitor.hear())["head"]["names"]

    long, wizard = "Maximiliane-Theodora von und zu Hohenloh", "🧙\u200d♂️ 李小龍"
    with started(tmp_path / "tables", "--humans", "2", "--names", long, wizard, "Bob") as server:
        assert list(server.links) == [long, wizard, "to look on"]
        assert asyncio.run(names_of(server, long)) == [long, wizard, "Bob", "Anna"]
