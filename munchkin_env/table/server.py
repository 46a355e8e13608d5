"""The table over the network: a page, and a WebSocket for each who looks. Needs the extra `table`.

A message of a client is checked before anything is done with it, and answered by one that says what is wrong; a client
that sends what no page would, or too much, is shut out. What a client gets are frames of its own viewer.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
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
        self.told: tuple[list[str], float] = ([], 0.0)
        """Who plays, and how long one may think, as it knows."""
        self.sent = 0
        """Frames of its viewer that it has been sent."""
        self.outbox: asyncio.Queue[Parts | None] = asyncio.Queue(WAITING)
        self.dropped = asyncio.Event()
        self.farewell = (1000, "")
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

    def drop(self, code: int, reason: str = "") -> None:
        """Shuts it out. Nobody waits for it: its own task says farewell, as far as it listens."""
        if not self.dropped.is_set():
            self.farewell = (code, reason)
            self.dropped.set()

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
        self._clocks: dict[LiveTable, asyncio.Task[None]] = {}
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
        except TimeoutError:
            client.drop(BEHIND)
        except WebSocketDisconnect:
            pass
        finally:
            self._connected -= 1
            if table is not None:
                self._of_token[client.token] -= 1
                self._forget(client, table)
        if client.dropped.is_set():
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # it takes nothing, or is gone
                await asyncio.wait_for(socket.close(*client.farewell), PATIENCE)

    def _forget(self, client: Client, table: LiveTable) -> None:
        if client in self._clients.get(table, ()):
            self._clients[table].remove(client)

    async def _join(self, client: Client) -> LiveTable | None:
        """Who it is: {"kind": "join", "token": …}. None if it is nobody, and then it is shut out."""
        message = await asyncio.wait_for(_read(client), PATIENCE)
        token = message.get("token") if message is not None and message.get("kind") == "join" else None
        try:
            found = await asyncio.to_thread(self.tables.find, token)
        except SaveError as error:
            client.drop(WRONG_TOKEN, str(error)[:100])
            return None
        if found is None or not isinstance(token, str):
            client.drop(WRONG_TOKEN, "This link leads to no table.")
            return None
        if self._of_token[token] >= MOST_OF_ONE:
            client.drop(POLICY, "This seat is open in too many windows.")
            return None
        table, client.viewer = found
        client.token = token
        self._of_token[token] += 1
        return table

    async def _hear(self, client: Client, table: LiveTable) -> None:
        """Its messages, one after the other."""
        writer = asyncio.create_task(client.write())
        try:
            async with self._lock(table):  # nobody is told anything before he is greeted
                await asyncio.to_thread(self._greet, client, table)
                self._clients.setdefault(table, []).append(client)
            await self._go_on(table)
            reader = asyncio.create_task(self._obey_all(client, table))
            dropped = asyncio.create_task(client.dropped.wait())
            done, pending = await asyncio.wait({reader, writer, dropped}, return_when=asyncio.FIRST_COMPLETED)
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
        client.told = (list(table.players), table.timer)
        self._tell_state(client, table)

    async def _obey_all(self, client: Client, table: LiveTable) -> None:
        while True:
            message = await _read(client)
            if message is None:
                client.drop(POLICY, "Too many messages, or one that no page sends.")
                return
            async with self._lock(table):
                told = await asyncio.to_thread(self._obey, client, table, message)
            if told is not None and not client.post(told):
                client.drop(BEHIND)
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
            if kind == "timer":
                self._set_timer(table, message.get("on"))
                return None
            if kind == "leave":
                self.tables.leave(table, client.viewer)
                return None
            if kind == "answer":
                table.answer(client.viewer, number, message.get("actions"))
            elif kind == "take_back":
                table.take_back(client.viewer, number)
            elif kind == "pass_on":
                table.pass_on(client.viewer, number)
            else:
                kinds = "answer, take_back, pass_on, hint, timer or leave"
                raise IllegalAction(f"kind: expected {kinds}, got {shown(kind)}")
        except MunchkinError as error:
            return {"kind": "refused", "words": str(error)}
        self.tables.keep(table)
        return None

    def _set_timer(self, table: LiveTable, on: object) -> None:
        """Whoever plays may stop the clock of the table, and start it again. Raises IllegalAction for no bool."""
        if not isinstance(on, bool):
            raise IllegalAction(f"on: expected true or false, got {shown(on)}")
        table.timer = self.tables.timer if on else 0.0

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
                        client.drop(BEHIND)
                        self._forget(client, table)
        self._set_clock(table)

    def _set_clock(self, table: LiveTable) -> None:
        """Gives the person who is asked as long as the table allows, while anybody looks."""
        old = self._clocks.pop(table, None)
        if old is not None and old is not asyncio.current_task():
            old.cancel()
        seat = table.game.seat
        question = None if seat is None else table.question(seat)
        if seat is not None and question is not None and table.timer and self._clients.get(table):
            self._clocks[table] = asyncio.create_task(self._run_out(table, seat, question["number"]))

    async def _run_out(self, table: LiveTable, seat: int, number: int) -> None:
        """Waits for the end of the time, and has the adviser answer."""
        await asyncio.sleep(table.timer)
        async with self._lock(table):
            with suppress(IllegalAction):  # it has just been answered
                await asyncio.to_thread(table.answer_for, seat, number)
                await asyncio.to_thread(self.tables.keep, table)
        await self._go_on(table)

    def _tell(self, client: Client, table: LiveTable) -> bool:
        """What is new for a client; false if it is too far behind. It is told nothing if nothing is."""
        now = (list(table.players), table.timer)
        if client.told != now:
            client.told = now
            if not client.post({"kind": "players", "players": now[0]}) or not self._tell_state(client, table):
                return False
        frames = table.look(client.viewer).frames
        if client.sent == len(frames):
            return True
        fresh, client.sent = frames[client.sent :], len(frames)
        return client.post({"kind": "frames", "frames": fresh}) and self._tell_state(client, table)

    def _tell_state(self, client: Client, table: LiveTable) -> bool:
        """What is asked of it, and how the game has ended."""
        told = client.post({
            "kind": "question", "question": table.question(client.viewer), "timer": table.timer,
            "most": self.tables.timer,
        })  # fmt: skip
        result = table.look(client.viewer).result(table.game)
        return told and (result is None or client.post({"kind": "result", "result": result}))

    @asynccontextmanager
    async def lifespan(self, app: Any) -> AsyncIterator[None]:
        """While the server runs: tables that are left alone are let go, and all are kept at the end."""
        resting = asyncio.create_task(self.rest())
        yield
        resting.cancel()
        for table in self.tables.running():
            self.tables.keep(table)

    async def rest(self) -> None:
        """Lets go of tables that nobody plays at, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_FOR_IDLE)
            for table in self.tables.rest():
                for client in self._clients.pop(table, []):
                    client.drop(1001, "This table was left alone, and is kept; open the link again.")
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
    return site(server.serve, hosts, server.lifespan)


def site(serve: Callable[[WebSocket], Awaitable[None]], hosts: Sequence[str], lifespan: Any = None) -> Starlette:
    """The page, and `serve` for its WebSocket; hosts: names by which it may be asked for."""
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

    return Starlette(
        routes=[Route("/", page), Route("/favicon.ico", icon), WebSocketRoute("/ws", serve)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)],
        lifespan=lifespan,
    )


__all__ = ["Server", "application", "site"]
