"""The table over the network: a page, and a WebSocket for each who looks. Needs the extra `table`.

A message of a client is checked before anything is done with it, and answered by one that says what is wrong; a client
that sends what no page would, or too much, is shut out. What a client gets are frames of its own viewer.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from munchkin_env.errors import IllegalAction, MunchkinError, SaveError, shown
from munchkin_env.language.rules import rules_of
from munchkin_env.observation import View
from munchkin_env.table.live import LiveTable
from munchkin_env.table.page import asset, with_policy
from munchkin_env.table.sights import Parts
from munchkin_env.table.tables import Tables

MOST_BYTES = 2048  # of a message
RATE, BURST = 20.0, 60.0  # messages a second of one client, in the long run and at once
MOST_CLIENTS = 256  # of the server
MOST_OF_ONE = 6  # of one token
WAITING = 64  # messages that a client may be behind
PATIENCE = 10.0  # seconds for a client to say who it is, and to take a message
ANSWERS_AT_ONCE = 24  # of bots, between two looks at what else there is to do
LOOK_FOR_IDLE = 60.0

POLICY = 1008  # WebSocket: shut out
BEHIND = 1013  # try again later
WRONG_TOKEN = 4001


class Client:
    """One connection."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.viewer: int | str = ""
        self.token = ""
        self.sent = 0
        """Frames of its viewer that it has been sent."""
        self.outbox: asyncio.Queue[Parts | None] = asyncio.Queue(WAITING)
        self._credit, self._counted = BURST, time.monotonic()

    def may_speak(self) -> bool:
        """It has not sent more than RATE and BURST allow; counts the message."""
        now = time.monotonic()
        self._credit = min(BURST, self._credit + RATE * (now - self._counted)) - 1.0
        self._counted = now
        return self._credit >= 0.0

    def post(self, message: Parts) -> bool:
        """Puts a message into its box; false if it is too far behind."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    async def write(self) -> None:
        """Sends what is in the box until None comes. A client that takes nothing holds up nobody else."""
        while (message := await self.outbox.get()) is not None:
            text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
            await asyncio.wait_for(self.socket.send_text(text), PATIENCE)


class Server:
    """What the network does to tables."""

    def __init__(self, tables: Tables, origins: Sequence[str]) -> None:
        self.tables = tables
        self.origins = frozenset(origins)
        self._clients: dict[LiveTable, list[Client]] = {}
        self._locks: dict[LiveTable, asyncio.Lock] = {}
        self._connected = 0
        self._of_token: Counter[str] = Counter()

    # ------------------------------------------------------------------ one connection

    async def serve(self, socket: WebSocket) -> None:
        """From its first message to its last."""
        if socket.headers.get("origin") not in self.origins or self._connected >= MOST_CLIENTS:
            await socket.close(POLICY)
            return
        await socket.accept()
        self._connected += 1
        client = Client(socket)
        table: LiveTable | None = None
        try:
            table = await self._join(client)
            if table is not None:
                await self._hear(client, table)
        except (TimeoutError, WebSocketDisconnect):
            pass
        finally:
            self._connected -= 1
            if table is not None:
                self._of_token[client.token] -= 1
                if client in self._clients.get(table, ()):
                    self._clients[table].remove(client)

    async def _join(self, client: Client) -> LiveTable | None:
        """Who it is: {"kind": "join", "token": …}. None if it is nobody, and then it is shut out."""
        message = await asyncio.wait_for(_read(client), PATIENCE)
        token = message.get("token") if message is not None and message.get("kind") == "join" else None
        try:
            found = await asyncio.to_thread(self.tables.find, token)
        except SaveError as error:
            await client.socket.close(WRONG_TOKEN, str(error)[:100])
            return None
        if found is None or not isinstance(token, str):
            await client.socket.close(WRONG_TOKEN, "This link leads to no table.")
            return None
        if self._of_token[token] >= MOST_OF_ONE:
            await client.socket.close(POLICY, "This seat is open in too many windows.")
            return None
        table, client.viewer = found
        client.token = token
        self._of_token[token] += 1
        self._clients.setdefault(table, []).append(client)
        return table

    async def _hear(self, client: Client, table: LiveTable) -> None:
        """Its messages, one after the other."""
        writer = asyncio.create_task(client.write())
        try:
            async with self._lock(table):
                await asyncio.to_thread(self._greet, client, table)
            await self._go_on(table)
            reader = asyncio.create_task(self._obey_all(client, table))
            done, pending = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            for task in done:
                task.result()
        finally:
            writer.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, asyncio.TimeoutError, RuntimeError):
                await writer

    def _greet(self, client: Client, table: LiveTable) -> None:
        recorder = table.look(client.viewer)
        seat = client.viewer if isinstance(client.viewer, int) else None
        client.post({
            "kind": "hello", "head": recorder.head(table.game), "seat": seat, "frames": list(recorder.frames),
            "rules": [list(line) for line in rules_of(View.public(table.game.position, table.game.catalogue))],
        })  # fmt: skip
        client.sent = len(recorder.frames)
        self._tell_state(client, table)

    async def _obey_all(self, client: Client, table: LiveTable) -> None:
        while True:
            message = await _read(client)
            if message is None:
                await client.socket.close(POLICY, "Too many messages, or one that no page sends.")
                return
            async with self._lock(table):
                told = await asyncio.to_thread(self._obey, client, table, message)
            if told is not None and not client.post(told):
                await client.socket.close(BEHIND)
                return
            await self._go_on(table)

    def _obey(self, client: Client, table: LiveTable, message: Parts) -> Parts | None:
        """Does what a message asks for; returns what its sender alone is told."""
        kind, number = message.get("kind"), message.get("number")
        try:
            if not isinstance(client.viewer, int):
                raise IllegalAction("message: expected none of who looks on, got one")
            if kind == "hint":
                return {"kind": "hint", **table.hint(client.viewer, number)}
            if kind == "answer":
                table.answer(client.viewer, number, message.get("actions"))
            elif kind == "take_back":
                table.take_back(client.viewer, number)
            elif kind == "pass_on":
                table.pass_on(client.viewer, number)
            else:
                raise IllegalAction(f"kind: expected answer, take_back, pass_on or hint, got {shown(kind)}")
        except MunchkinError as error:
            return {"kind": "refused", "words": str(error)}
        self.tables.keep(table)
        return None

    # ------------------------------------------------------------------ tables

    def _lock(self, table: LiveTable) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    async def _go_on(self, table: LiveTable) -> None:
        """Bots answer until a person is asked; whoever looks is told as it goes."""
        more = True
        while more:
            async with self._lock(table):
                more = await asyncio.to_thread(table.go_on, ANSWERS_AT_ONCE)
                for client in list(self._clients.get(table, ())):
                    if not self._tell(client, table):
                        await client.socket.close(BEHIND)

    def _tell(self, client: Client, table: LiveTable) -> bool:
        """What is new for a client; false if it is too far behind. It is told nothing if nothing is."""
        frames = table.look(client.viewer).frames
        if client.sent == len(frames):
            return True
        fresh, client.sent = frames[client.sent :], len(frames)
        return client.post({"kind": "frames", "frames": fresh}) and self._tell_state(client, table)

    def _tell_state(self, client: Client, table: LiveTable) -> bool:
        """What is asked of it, and how the game has ended."""
        told = client.post({"kind": "question", "question": table.question(client.viewer)})
        result = table.look(client.viewer).result(table.game)
        return told and (result is None or client.post({"kind": "result", "result": result}))

    async def rest(self) -> None:
        """Lets go of tables that nobody plays at, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_FOR_IDLE)
            for table in self.tables.rest():
                for client in self._clients.pop(table, []):
                    await client.socket.close(1001, "This table was left alone, and is kept; open the link again.")
                self._locks.pop(table, None)


async def _read(client: Client) -> Parts | None:
    """Its next message; None for what no page sends, or sends so often."""
    text = await client.socket.receive_text()
    if not client.may_speak() or len(text) > MOST_BYTES:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def application(tables: Tables, hosts: Sequence[str], origins: Sequence[str]) -> Starlette:
    """The server as an ASGI application.

    hosts: names by which it may be asked for; origins: of the pages that may connect, `http://127.0.0.1:8765`.
    """
    server = Server(tables, origins)
    text = with_policy(asset(), "connect-src 'self'")
    headers = {
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Content-Security-Policy": "frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }

    async def page(request: Request) -> Response:
        return HTMLResponse(text, headers=headers)

    async def icon(request: Request) -> Response:
        return PlainTextResponse("", 204)

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        resting = asyncio.create_task(server.rest())
        yield
        resting.cancel()
        for table in tables.running():
            tables.keep(table)

    return Starlette(
        routes=[Route("/", page), Route("/favicon.ico", icon), WebSocketRoute("/ws", server.serve)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)],
        lifespan=lifespan,
    )


__all__ = ["Server", "application"]
