"""The page over the network, and the door of its WebSocket. Needs the extra `table`."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from munchkin_env.table.page import asset, with_policy


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


__all__ = ["site"]
