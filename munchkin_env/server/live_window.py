"""Live window beside a running environment: `render_mode="browser"`. Needs the extra `table`.

The environment's own thread notes the frames, a thread of the server sends them on. The page only looks: of its
messages only the token is read.
"""

import asyncio
import json
import os
import secrets
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from munchkin_env.errors import needing
from munchkin_env.replays.recorder import PUBLIC, Recorder, Viewer, recorded, unanswered
from munchkin_env.replays.snapshot import Parts

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from munchkin_env.game.game import Game

LOOK = 0.05  # seconds between two looks for news
PATIENCE = 10.0  # seconds for a page to identify itself
MOST = 200  # characters of a page's message
LOOPBACK = "127.0.0.1"
WRONG_TOKEN = 4001


class LiveWindow:
    """Server of one page, which shows one game after the other as `viewer` sees it. It asks the system to open it."""

    def __init__(self, viewer: Viewer) -> None:
        """Start the server. Raises MissingExtra without the extra `table`."""
        with needing("table", 'render_mode="browser"'):
            from munchkin_env.server.site import Gate, bound, server_of, site

        self.viewer = viewer
        self._token = secrets.token_urlsafe(18)
        self._recorder: Recorder | None = None
        self._told: Game | None = None  # at the last look
        self._now: tuple[int, Parts, list[Parts], Parts | None] = (0, {}, [], None)
        sockets = bound(LOOPBACK, 0)
        origin = f"http://{LOOPBACK}:{sockets[0].getsockname()[1]}"
        self.link = f"{origin}/#t={self._token}"
        self._origin = origin
        app = site(self._serve, [LOOPBACK])
        self._server = server_of(app, Gate(), lifespan="off")
        self._thread = threading.Thread(target=self._server.run, args=(sockets,), daemon=True)
        self._thread.start()
        print(f"munchkin_env: the table is shown at {self.link}", file=sys.stderr, flush=True)
        self._folder = TemporaryDirectory(prefix="munchkin-")
        webbrowser.open(_leading_to(self.link, Path(self._folder.name)))

    def show(self, game: "Game") -> None:
        """Note the present state of the game; the actions since the last look are seen one by one."""
        if self._told is None or not _goes_on(self._told, game):
            self._recorder = _begun(game, self.viewer)
        else:
            assert self._recorder is not None
            told = self._told
            for _, action in game.history[len(told.history) :]:
                self._recorder.answer(action)
                told.step(action)
                self._recorder.look(told)
        recorder, (number, head, frames, _) = self._recorder, self._now
        if frames is not recorder.frames:
            number, head = number + 1, recorder.head(game)
        self._told = game.clone()
        self._now = (number, head, recorder.frames, recorder.result(game))

    def close(self) -> None:
        """End the server; the page says that the connection is lost."""
        self._server.should_exit = True
        self._thread.join(5.0)
        self._folder.cleanup()

    async def _serve(self, socket: "WebSocket") -> None:
        from starlette.websockets import WebSocketDisconnect

        from munchkin_env.server.site import admit, heard

        if socket.headers.get("origin") != self._origin:
            await socket.close(1008)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            if not self._is_right(await asyncio.wait_for(heard(socket, MOST), PATIENCE)):
                await socket.close(WRONG_TOKEN, "This link leads to no table.")
                return
            admit(socket)
            gone = asyncio.create_task(socket.receive())
            await self._tell(socket, gone)

    async def _tell(self, socket: "WebSocket", gone: "asyncio.Task[object]") -> None:
        """Send news until the page is gone or sends anything."""
        number, sent, ended = 0, 0, False
        while not gone.done():
            now, head, frames, result = self._now
            messages: list[Parts] = []
            if now != number:
                number, sent, ended = now, len(frames), False
                messages.append({"kind": "hello", "head": head, "seat": None, "frames": frames[:sent]})
            elif len(frames) > sent:
                messages += [{"kind": "frames", "frames": [unanswered(frame)]} for frame in frames[sent:]]
                sent = len(frames)
            if result is not None and not ended:
                messages.append({"kind": "result", "result": result})
                ended = True
            for message in messages:
                await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
            await asyncio.sleep(LOOK)

    def _is_right(self, message: Parts | None) -> bool:
        token = None if message is None else message.get("token")
        return isinstance(token, str) and secrets.compare_digest(token.encode(), self._token.encode())


def _leading_to(link: str, folder: Path) -> str:
    """Return the address of a page on disk that leads to the link, readable only for this user.

    Opening a browser puts its address on a command line, which all users of this machine can read.
    """
    file = folder / "table.html"
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as page:
        page.write(f'<!doctype html><meta http-equiv="refresh" content="0;url={link}"><a href="{link}">The table</a>')
    return file.as_uri()


def _goes_on(before: "Game", game: "Game") -> bool:
    """Return True if it is the same game, the same or some actions later."""
    given = before.history
    return before.seed == game.seed and before.config == game.config and game.history[: len(given)] == given


def _begun(game: "Game", viewer: Viewer) -> Recorder:
    """Return a recorder that has seen the game so far; one whose beginning is not known, in its present state."""
    recorder = Recorder(game, viewer)
    if game.seed is not None:
        return recorded(game, recorder)
    recorder.look(game)
    return recorder


WINDOWS: WeakKeyDictionary[object, LiveWindow] = WeakKeyDictionary()
"""Windows by environment. Copies of one have windows of their own, and pickled ones have none."""


def show(owner: object, game: "Game", seat: int | None) -> None:
    """Show the game in the owner's window, which opens at the first call."""
    window = WINDOWS.get(owner)
    if window is None or window.viewer != seat:
        hide(owner)
        window = WINDOWS[owner] = LiveWindow(seat)
    window.show(game)


def hide(owner: object) -> None:
    """Close the owner's window, if it has one."""
    window = WINDOWS.pop(owner, None)
    if window is not None:
        window.close()


__all__ = ["PUBLIC", "LiveWindow", "hide", "show"]
