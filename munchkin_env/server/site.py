"""Page over the network: its server, and the entry of its WebSocket. Needs the extra `table`."""

import asyncio
import errno
import json
import logging
import socket
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.http.h11_impl import H11Protocol

from munchkin_env.errors import ConfigError, shown
from munchkin_env.json_schema import check_writable
from munchkin_env.replays.replay import asset, with_policy
from munchkin_env.replays.snapshot import Parts

# ---------------------------------------------------------------------------
# Serving of a page and its WebSocket: the address, and bounds for those without a token.
#
# `munchkin serve`, the page beside an environment and the tests start their servers here, so that all are the same.

MOST_BYTES = 2048  # of a message
BACKLOG = 64  # connections that are taken at once
MOST_STRANGERS = 64  # connections without a token
STAY = 15.0  # seconds for one of them: for a page to be read, and for a socket to send its token
DESCRIPTORS = 4096  # that are requested of the system
LINES = 20  # lines of the log in a minute, for untrusted clients
CLOSING = 3  # seconds for connections to end when the server does


class Gate:
    """Gate for connections that have shown no token yet: few, and none for long.

    One too many ends the oldest, so that neither idle connections nor many of them keep a person out.
    """

    def __init__(self, most: int = MOST_STRANGERS, stay: float = STAY) -> None:
        self.most = most
        self.stay = stay
        self._inside: dict[asyncio.Transport, asyncio.TimerHandle] = {}

    def enter(self, transport: asyncio.Transport) -> Callable[[], None]:
        """Admit a connection. Returns a function to call when it has shown a token."""
        if len(self._inside) >= self.most:
            for other in [other for other in self._inside if other.is_closing()]:
                self._forget(other)
        while len(self._inside) >= self.most:
            self._end(next(iter(self._inside)))
        self._inside[transport] = asyncio.get_running_loop().call_later(self.stay, self._end, transport)
        return lambda: self._forget(transport)

    def _forget(self, transport: asyncio.Transport) -> None:
        timer = self._inside.pop(transport, None)
        if timer is not None:
            timer.cancel()

    def _end(self, transport: asyncio.Transport) -> None:
        self._forget(transport)
        transport.abort()


def _protocol(gate: Gate) -> type[H11Protocol]:
    """Return HTTP behind a gate. A WebSocket calls `scope["state"]["admit"]` when a token was shown."""

    class Gated(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.app_state = {**self.app_state, "admit": gate.enter(transport)}

    return Gated


class Brief(logging.Filter):
    """Log filter: few lines a minute, and none of many lines.

    A client without a token can neither fill a log nor hide in it.
    """

    def __init__(self, most: int = LINES, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.most = most
        self._now = now
        self._told: deque[float] = deque()
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the record is written: an own fault, or one of the first few of a minute."""
        of_strangers = record.name == "asyncio" or "Invalid UTF-8" in record.getMessage()
        if record.levelno >= logging.ERROR and not of_strangers:
            return True  # own faults are logged in full
        record.exc_info = record.exc_text = None
        now = self._now()
        while self._told and self._told[0] < now - 60.0:
            self._told.popleft()
        if len(self._told) >= self.most:
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} (and {self._left_out} lines that were left out)", ()
            self._left_out = 0
        self._told.append(now)
        return True


def bound(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at all addresses of a host.

    Raises ConfigError for a host that is none of this machine's, and for a port that is taken.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        expected = "a name or an address of this machine"
        raise ConfigError(f"host: expected {expected}, got {shown(host)} ({error})") from error
    sockets: list[socket.socket] = []
    failed: OSError | None = None
    for family, address in dict.fromkeys((one[0], one[4]) for one in found):
        try:
            sockets.append(_listening(family, address))
        except OSError as error:
            failed = error
            if not _is_missing(error):
                break
    if failed is not None and (not sockets or not _is_missing(failed)):
        for one in sockets:
            one.close()
        what = "host" if _is_missing(failed) else "port"
        expected = "an address of this machine" if what == "host" else "one that is free and allowed"
        got = shown(host) if what == "host" else port
        raise ConfigError(f"{what}: expected {expected}, got {got} ({failed.strerror})") from failed
    return sockets


def _is_missing(error: OSError) -> bool:
    """Return True if the address is none of this machine's."""
    return error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def _listening(family: int, address: Any) -> socket.socket:
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError:
        found.close()
        raise
    return found


def descriptors() -> int:
    """Raise the limit of open files and sockets as far as allowed, and return it."""
    try:
        import resource
    except ImportError:  # no POSIX system, and no such limit
        return DESCRIPTORS

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS)


def server_of(app: Any, gate: Gate, **settings: Any) -> uvicorn.Server:
    """Return a server of an ASGI application; `run(sockets=…)` serves. settings: further ones of uvicorn."""
    config = uvicorn.Config(
        app, http=_protocol(gate), log_level="warning", access_log=False, server_header=False, proxy_headers=False,
        backlog=BACKLOG, ws_max_size=MOST_BYTES, ws_max_queue=8, timeout_graceful_shutdown=CLOSING, **settings,
    )  # fmt: skip
    brief = Brief()
    for name in ("uvicorn.error", "websockets.server", "asyncio"):
        log = logging.getLogger(name)
        for old in [one for one in log.filters if isinstance(one, Brief)]:
            log.removeFilter(old)
        log.addFilter(brief)
    return uvicorn.Server(config)


MOST_OF_REASON = 120  # bytes


def site(serve: Callable[[WebSocket], Awaitable[None]], hosts: Sequence[str], lifespan: Any = None) -> Starlette:
    """Return the page, and `serve` for its WebSocket; hosts: names by which it may be asked for."""
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


async def heard(socket: WebSocket, most: int) -> Parts | None:
    """Return the next message: an object in JSON.

    None for anything that no page sends: bytes, halves of characters, more than `most` characters. Raises
    WebSocketDisconnect at the end.
    """
    if socket.application_state is not WebSocketState.CONNECTED:
        raise WebSocketDisconnect(1006)  # it was lost while something was sent to it
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text = event.get("text")
    if not isinstance(text, str) or len(text) > most:
        return None
    try:
        message = json.loads(text)
        check_writable(message)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def admit(socket: WebSocket) -> None:
    """Let a client stay that has shown a token (`Gate`)."""
    socket.scope["state"]["admit"]()


async def farewell(socket: WebSocket, code: int, reason: str = "") -> None:
    """Close it, with as much of the reason as a closing message holds."""
    await socket.close(code, reason.encode()[:MOST_OF_REASON].decode(errors="ignore"))
