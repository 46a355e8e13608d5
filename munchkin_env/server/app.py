"""Table over the network: a page, and a WebSocket for each viewer. Needs the extra `table`.

A client's message is checked before anything is done with it, and an invalid one gets an error message; a client that
sends messages that no page would send, or too many, is shut out. A client gets the frames of its own viewer, each in a
message of its own: the number of others' actions between two messages is hidden. Nothing is sent before it is on disk.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.websockets import WebSocket, WebSocketDisconnect

from munchkin_env.errors import IllegalAction, MunchkinError, SaveError, shown
from munchkin_env.replays.recorder import PUBLIC, Recorder, unanswered
from munchkin_env.replays.snapshot import Parts
from munchkin_env.server.live_table import LiveTable
from munchkin_env.server.site import MOST_BYTES, admit, farewell, heard, site
from munchkin_env.server.tables import Tables

LOG = logging.getLogger("munchkin_env.server")
RATE, BURST = 20.0, 60.0  # messages a second of one client, in the long run and at once
MOST_CLIENTS = 256  # of the server, with tokens
MOST_OF_ONE = 6  # of one token
WAITING = 512  # messages that a client may be behind
PATIENCE = 10.0  # seconds for a client to identify itself, and to take a message
ANSWERS_AT_ONCE = 8  # of bots, between two looks at other work
LOOK_FOR_IDLE = 60.0
AGAIN = 2.0  # seconds until a failed write is tried again

POLICY = 1008  # WebSocket: shut out
FAILED = 1011
BEHIND = 1013  # try again later
WRONG_TOKEN = 4001


class TableFailed(Exception):
    """An unexpected error at a table, already logged; the table is read again from its log."""


class Client:
    """One connection."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.viewer: int | str = ""
        self.token = ""
        self.told: tuple[list[str], float] = ([], 0.0)
        """Players, and the time limit, as the client knows them."""
        self.asked: int | None = None
        """Number of the question that it was sent last."""
        self.knows_end = False
        self.sent = 0
        """Frames of its viewer that it has been sent."""
        self.outbox: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self.dropped = asyncio.Event()
        self.farewell = (1000, "")
        self._credit, self._counted = BURST, time.monotonic()

    def may_speak(self) -> bool:
        """Return True if it has not sent more than RATE and BURST allow; counts the message."""
        now = time.monotonic()
        self._credit = min(BURST, self._credit + RATE * (now - self._counted)) - 1.0
        self._counted = now
        return self._credit >= 0.0

    def post(self, message: Parts) -> bool:
        """Put a copy of a message into its box; return False if it is too far behind."""
        try:
            self.outbox.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        except asyncio.QueueFull:
            return False
        return True

    def drop(self, code: int, reason: str = "") -> None:
        """Shut the client out. Nobody waits for it: its own task sends the farewell, as far as it listens."""
        if not self.dropped.is_set():
            self.farewell = (code, reason)
            self.dropped.set()

    async def write(self) -> None:
        """Send the contents of the box. A client that takes nothing holds up nobody else."""
        while True:
            text = await self.outbox.get()
            async with asyncio.timeout(PATIENCE):  # `wait_for` may miss that it is cancelled
                await self.socket.send_text(text)


@dataclass(frozen=True)
class TurnClock:
    """Time limit of one action, from the first moment at which a person sees its question."""

    question: tuple[int, int, float]
    """Seat, its question number, and the allowed seconds."""
    action: tuple[int, int, float]
    """Seat, the game's actions before this one, and the allowed seconds: the same after a part of it is taken back."""
    end: float
    runs: asyncio.Task[None]


class Server:
    """Server of tables over the network. most: clients at once; ready: called when an interrupt ends it."""

    def __init__(
        self, tables: Tables, origins: Sequence[str], most: int = MOST_CLIENTS, ready: Callable[[], None] | None = None
    ) -> None:
        self.tables = tables
        self.origins = frozenset(origins)
        self.most = most
        self.ready = ready
        self._clients: dict[LiveTable, list[Client]] = {}
        self._locks: dict[LiveTable, asyncio.Lock] = {}
        self._clocks: dict[LiveTable, TurnClock] = {}
        self._stuck: dict[LiveTable, asyncio.Task[None]] = {}
        self._trouble: set[LiveTable] = set()
        """Tables whose log cannot be written."""
        self._acting: set[asyncio.Task[None]] = set()
        self._connected = 0  # with tokens
        self._of_token: Counter[str] = Counter()

    # ------------------------------------------------------------------ one connection

    async def serve(self, socket: WebSocket) -> None:
        """Serve a connection from its first message to its last."""
        if socket.headers.get("origin") not in self.origins:
            await socket.close(POLICY)
            return
        await socket.accept()
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
            if client.token:
                self._connected -= 1
                self._of_token[client.token] -= 1
                self._of_token += Counter()  # without those of unknown clients
            if table is not None:
                self._forget(client, table)
        if client.dropped.is_set():
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # it takes nothing, or is gone
                await asyncio.wait_for(farewell(socket, *client.farewell), PATIENCE)

    def _forget(self, client: Client, table: LiveTable) -> None:
        if client in self._clients.get(table, ()):
            self._clients[table].remove(client)

    async def _join(self, client: Client) -> LiveTable | None:
        """Identify the client: {"kind": "join", "token": …}. None if it is unknown, and then it is shut out."""
        message = await asyncio.wait_for(_read(client), PATIENCE)
        token = message.get("token") if message is not None and message.get("kind") == "join" else None
        if not isinstance(token, str) or not self.tables.knows(token):
            client.drop(WRONG_TOKEN, "This link leads to no table.")
            return None
        if self._of_token[token] >= MOST_OF_ONE:
            client.drop(POLICY, "This seat is open in too many windows.")
            return None
        if self._connected >= self.most:
            client.drop(BEHIND, "Too many people are here; it is tried again.")
            return None
        client.token = token
        self._of_token[token] += 1
        self._connected += 1
        admit(client.socket)
        try:
            found = await asyncio.to_thread(self.tables.find, token)
        except SaveError as error:
            LOG.warning("munchkin serve: %s", error)
            client.drop(WRONG_TOKEN, "This table cannot be read; the server's log has the reason.")
            return None
        if found is None:  # it was kept nowhere, and has been let go
            client.drop(WRONG_TOKEN, "This link leads to no table.")
            return None
        table, client.viewer = found
        return table

    async def _hear(self, client: Client, table: LiveTable) -> None:
        """Read its messages, one after the other, until it is gone or shut out."""
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(client.write())]
        try:
            async with self._holding(table):  # no client gets anything before its greeting
                recorder = await asyncio.to_thread(table.look, client.viewer)
                self._clients.setdefault(table, []).append(client)
                self._set_clock(table)
                self._greet(client, table, recorder)
            await self._go_on(table)
            tasks += [asyncio.create_task(self._obey_all(client, table)), asyncio.create_task(client.dropped.wait())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except TableFailed:
            pass  # it has been dropped, as all at the table
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, TimeoutError):
                client.drop(BEHIND)
            elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | TableFailed):
                raise end

    def _greet(self, client: Client, table: LiveTable, recorder: Recorder) -> None:
        seat = client.viewer if isinstance(client.viewer, int) else None
        frames = list(recorder.frames)
        client.post({"kind": "hello", "head": recorder.head(table.game), "seat": seat, "frames": frames})
        client.sent = len(recorder.frames)
        client.told = (list(table.players), table.timer)
        self._tell_question(client, table)
        self._tell_end(client, table)

    async def _obey_all(self, client: Client, table: LiveTable) -> None:
        while True:
            message = await _read(client)
            if message is None:
                client.drop(POLICY, "Too many messages, or one that no page sends.")
                return
            # A started action is completed, whether or not the client stays: a table is never left in the middle.
            await asyncio.shield(self._background(self._act(client, table, message)))

    def _background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work that is held here until it is done, and whose failure has been logged."""

        async def told() -> None:
            with suppress(TableFailed):
                await work

        task = asyncio.create_task(told())
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)
        return task

    async def _act(self, client: Client, table: LiveTable, message: Parts) -> None:
        async with self._holding(table):
            told = await asyncio.to_thread(self._obey, client, table, message)
        if told is None:
            await self._go_on(table)
        elif not client.post(told):
            client.drop(BEHIND)
        elif told["kind"] == "rematch":
            for other in self._clients.get(table, ()):
                if other is not client and other.viewer in table.rematch:
                    other.post({"kind": "rematch", "token": table.rematch[other.viewer], "own": False})

    def _obey(self, client: Client, table: LiveTable, message: Parts) -> Parts | None:
        """Carry a message out; return the reply for its sender only."""
        kind, number = message.get("kind"), message.get("number")
        try:
            if not isinstance(client.viewer, int):
                raise IllegalAction("message: expected none from an onlooker, got one")
            if kind == "hint":
                return {"kind": "hint", **table.hint(client.viewer, number)}
            if kind == "timer":
                self._set_timer(table, client.viewer, message.get("on"))
                return None
            if kind == "review":
                return {"kind": "review", "replay": table.review()}
            if kind == "rematch":
                return self._rematch(table, client.viewer)
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
                kinds = "answer, take_back, pass_on, hint, timer, leave, review or rematch"
                raise IllegalAction(f"kind: expected {kinds}, got {shown(kind)}")
        except IllegalAction as error:  # no other: a fault shows how to play the game again, cards and all
            return {"kind": "refused", "words": str(error)}
        except SaveError as error:
            return {"kind": "refused", "words": str(error)}
        return None

    def _rematch(self, table: LiveTable, seat: int) -> Parts:
        """Open the next table; return the reply. Raises IllegalAction."""
        try:
            return {"kind": "rematch", "token": self.tables.rematch(table, seat), "own": True}
        except IllegalAction:
            raise
        except MunchkinError as error:  # no room, or a policy whose file is gone
            LOG.error("munchkin serve: %s", error)  # it names the server's files
            return {"kind": "refused", "words": "the next table cannot be opened; the server's log has the reason"}

    def _set_timer(self, table: LiveTable, seat: int, on: object) -> None:
        """Stop the clock of the table, or start it again; every player may.

        Raises IllegalAction for no bool, and for a player who has left.
        """
        if table.bots[seat] is not None:
            raise IllegalAction(f"timer: expected it of a player, got it of seat {seat}, which a bot has")
        if not isinstance(on, bool):
            raise IllegalAction(f"on: expected true or false, got {shown(on)}")
        table.timer = self.tables.timer if on else 0.0

    # ------------------------------------------------------------------ tables

    @asynccontextmanager
    async def _holding(self, table: LiveTable) -> AsyncIterator[None]:
        """Hold the table exclusively.

        Any failure inside is logged, and ends the table in memory: its players come back to the state on disk. Raises
        TableFailed then.
        """
        async with self._locks.setdefault(table, asyncio.Lock()):
            try:
                yield
            except Exception as error:
                LOG.exception("munchkin serve: a table failed, and is read again from its log")
                self._give_up(table, FAILED, "The server failed at this table; it is tried again.")
                raise TableFailed from error

    def _give_up(self, table: LiveTable, code: int, reason: str) -> None:
        """Remove a table from memory, and send its viewers away."""
        for client in self._clients.pop(table, []):
            client.drop(code, reason)
        clock, stuck = self._clocks.pop(table, None), self._stuck.pop(table, None)
        if clock is not None and clock.runs is not asyncio.current_task():
            clock.runs.cancel()
        if stuck is not None and stuck is not asyncio.current_task():
            stuck.cancel()
        self._trouble.discard(table)
        self.tables.let_go(table)
        self._locks.pop(table, None)

    async def _go_on(self, table: LiveTable) -> None:
        """Let bots act until a person is asked; viewers are informed before it, and as it goes."""
        async with self._holding(table):  # an answered question closes at once, however many answers follow unseen
            self._tell_all(table)
        more = True
        while more:
            async with self._holding(table):
                try:
                    more = await asyncio.to_thread(table.go_on, ANSWERS_AT_ONCE)
                    self._trouble.discard(table)
                except SaveError as error:
                    more = False
                    self._wait_for_room(table, error)
                self._tell_all(table)

    def _tell_all(self, table: LiveTable) -> None:
        """Set the clock, and send all viewers their news."""
        self._set_clock(table)
        for client in list(self._clients.get(table, ())):
            if not self._tell(client, table):
                client.drop(BEHIND)
                self._forget(client, table)

    def _wait_for_room(self, table: LiveTable, error: SaveError) -> None:
        """Hold a table whose bots' actions cannot be written: inform its viewers, and try again."""
        if table not in self._trouble:
            self._trouble.add(table)
            LOG.warning("munchkin serve: a table stands still: %s", error)
        for client in self._clients.get(table, ()):
            client.post({"kind": "refused", "words": f"The game stands still, and goes on by itself. {error}"})
        if table not in self._stuck:
            self._stuck[table] = self._background(self._try_again(table))

    async def _try_again(self, table: LiveTable) -> None:
        await asyncio.sleep(AGAIN)
        self._stuck.pop(table, None)
        if self._clients.get(table):
            await self._go_on(table)

    def _set_clock(self, table: LiveTable) -> None:
        """Give the asked person the table's time limit, once anybody looks; a clock that runs goes on.

        Each part of an action is a question of its own, and so is one after a part is taken back; they share the time.
        """
        seat = table.game.current_player
        number = None if seat is None else table.number(seat)
        wanted = None if seat is None or number is None or not table.timer else (seat, number, table.timer)
        old = self._clocks.get(table)
        if old is not None and old.question == wanted:
            return
        if old is not None:
            old.runs.cancel()
            del self._clocks[table]
        if wanted is not None and self._clients.get(table):
            action = (wanted[0], table.action_begins, table.timer)
            goes_on = old is not None and old.action == action
            end = old.end if old is not None and goes_on else time.monotonic() + table.timer
            runs = self._background(self._run_out(table, *wanted[:2], end))
            self._clocks[table] = TurnClock(wanted, action, end, runs)

    async def _run_out(self, table: LiveTable, seat: int, number: int, end: float) -> None:
        """Wait for the end of the time, and let the adviser act."""
        await asyncio.sleep(end - time.monotonic())
        self._clocks.pop(table, None)  # from here on nobody stops it
        async with self._holding(table):
            with suppress(IllegalAction, SaveError):  # it has just been answered; it cannot be written, and waits
                await asyncio.to_thread(table.answer_for, seat, number)
        await self._go_on(table)

    def _tell(self, client: Client, table: LiveTable) -> bool:
        """Send a client its news, if any; return False if it is too far behind.

        The messages depend only on what its viewer sees.
        """
        now = (list(table.players), table.timer)
        if client.told != now:
            client.told = now
            if not client.post({"kind": "players", "players": now[0]}) or not self._tell_question(client, table):
                return False
        frames = table.look(client.viewer).frames
        for frame in frames[client.sent :]:
            if not client.post({"kind": "frames", "frames": [unanswered(frame)]}):
                return False
        client.sent = len(frames)
        number = None if client.viewer == PUBLIC else table.number(int(client.viewer))
        if number != client.asked and not self._tell_question(client, table):  # a question, or that it is answered
            return False
        return self._tell_end(client, table)

    def _tell_question(self, client: Client, table: LiveTable) -> bool:
        """Send its question, and its time limit; only the asked player learns how far the clock has run.

        The rest of another's clock would tell when that player was asked, which may be secret (WINDOW-3).
        """
        question = table.question(client.viewer)
        client.asked = None if question is None else question["number"]
        clock = None if question is None else self._clocks.get(table)
        left = table.timer if clock is None else max(0.0, round(clock.end - time.monotonic(), 1))
        return client.post({
            "kind": "question", "question": question, "timer": table.timer, "left": left, "most": self.tables.timer,
        })  # fmt: skip

    def _tell_end(self, client: Client, table: LiveTable) -> bool:
        """Send the result of the game, once."""
        if client.knows_end or not table.game.is_terminal:
            return True
        client.knows_end = True
        return client.post({"kind": "result", "result": table.look(client.viewer).result(table.game)})

    @asynccontextmanager
    async def lifespan(self, app: Any) -> AsyncIterator[None]:
        """Run while the server runs: idle tables are let go, and all are at the end."""
        if self.ready is not None:
            self.ready()
        resting = asyncio.create_task(self.rest())
        yield
        resting.cancel()
        for table in self.tables.running():
            try:
                self.tables.keep(table)
            except SaveError as error:
                LOG.warning("munchkin serve: %s", error)
            self.tables.let_go(table)

    async def rest(self) -> None:
        """Let go of tables that nobody plays at, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_FOR_IDLE)
            for table in self.tables.idle():
                async with self._locks.setdefault(table, asyncio.Lock()):
                    self._give_up(table, 1001, "Nobody played at this table; it is kept. Open the link again.")


async def _read(client: Client) -> Parts | None:
    """Return its next message; None for one that no page sends, or sends so often."""
    message = await heard(client.socket, MOST_BYTES)
    return message if client.may_speak() else None


def application(
    tables: Tables,
    hosts: Sequence[str],
    origins: Sequence[str],
    most: int = MOST_CLIENTS,
    ready: Callable[[], None] | None = None,
) -> Starlette:
    """Return the server as an ASGI application.

    hosts: names by which it may be asked for; origins: of the pages that may connect, `http://127.0.0.1:8765`; most:
    clients at once; ready: called once the server is about to listen and ends when it is interrupted.
    """
    server = Server(tables, origins, most, ready)
    return site(server.serve, hosts, server.lifespan)
