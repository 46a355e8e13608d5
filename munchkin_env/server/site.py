"""Page over the network, and the entry of its WebSocket. Needs the extra `table`."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from munchkin_env.replays.page import asset, with_policy
from munchkin_env.replays.snapshot import Parts

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
    """Return the next message: an object in JSON. None for anything that no page sends: bytes, halves of characters,
    more than `most` characters. Raises WebSocketDisconnect at the end."""
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
        json.dumps(message, ensure_ascii=False).encode()  # lone surrogates can be written as \\ud800, and never sent on
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def admit(socket: WebSocket) -> None:
    """Let a client stay that has shown a token (`listening.Gate`)."""
    socket.scope["state"]["admit"]()


async def farewell(socket: WebSocket, code: int, reason: str = "") -> None:
    """Close it, with as much of the reason as a closing message holds."""
    await socket.close(code, reason.encode()[:MOST_OF_REASON].decode(errors="ignore"))


__all__ = ["admit", "farewell", "heard", "site"]
