"""A server of tables in this process, and clients that speak to it as the page does."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import munchkin_env as mk
from munchkin_env.cli.serve import named
from munchkin_env.server.tables import Tables

NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eva", "Finn")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """A running server. `table` opens a table and returns its tokens."""

    def __init__(self, folder: Path | None, port: int) -> None:
        self.tables = Tables(folder, hints="greedy")
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.server: Any = None

    def table(self, players: tuple[str, ...] = ("human", "greedy", "greedy"), **settings: Any) -> dict[int | str, str]:
        game = mk.Game(players=len(players), **settings)
        return self.tables.open(game, players, named((), len(players)))

    def link(self, token: str) -> str:
        return f"{self.origin}/#t={token}"


@contextmanager
def served(folder: Path | None = None, port: int | None = None) -> Iterator[Served]:
    """A server on the loopback, in a thread, until the block ends; started as `munchkin serve` starts it."""
    from munchkin_env.server.app import Server
    from munchkin_env.server.site import Gate, bound, server_of, site

    found = Served(folder, port or free_port())
    found.server = Server(found.tables, [found.origin])
    app = site(found.server.serve, ["127.0.0.1", "localhost"], found.server.lifespan)
    server = server_of(app, Gate())
    thread = threading.Thread(target=server.run, args=(bound("127.0.0.1", found.port),), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield found
    finally:
        server.should_exit = True
        thread.join(20)


class Visitor:
    """A client: what it has been sent, and what it says."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.heard: list[str] = []
        self.frames: list[dict] = []
        self.question: dict | None = None
        self.result: dict | None = None
        self.refused: list[str] = []
        self.hints: list[str] = []

    @classmethod
    async def at(cls, server: Served, token: object, **options: Any) -> "Visitor":
        from websockets.asyncio.client import connect

        options = {"origin": server.origin, "max_size": 1 << 24, **options}
        visitor = cls(await connect(f"ws://127.0.0.1:{server.port}/ws", **options))
        await visitor.say(kind="join", token=token)
        return visitor

    async def say(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def hear(self, timeout: float = 20.0) -> dict:
        """The next message."""
        text = await asyncio.wait_for(self.connection.recv(), timeout)
        self.heard.append(text)
        message = json.loads(text)
        kind = message["kind"]
        if kind in ("hello", "frames"):
            self.frames += message["frames"]
        elif kind == "question":
            self.question = message["question"]
        elif kind == "result":
            self.result = message["result"]
        elif kind == "refused":
            self.refused.append(message["words"])
        elif kind == "hint":
            self.hints.append(message["words"])
        return message

    async def until_asked(self) -> bool:
        """Hears until it is asked; false if the game is over instead."""
        while self.question is None and self.result is None:
            await self.hear()
        return self.result is None

    async def answer(self, action: int) -> None:
        assert self.question is not None
        number, self.question = self.question["number"], None
        await self.say(kind="answer", number=number, actions=[action])

    @property
    def legal(self) -> list[int]:
        return [action for action, _ in self.frames[-1]["decision"]["legal"]]
