"""Rendering of a running game: one seat's view, or (for people who watch) the open table."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from munchkin_env.errors import GameOver
from munchkin_env.game.game import Game
from munchkin_env.observation import View

if TYPE_CHECKING:
    from munchkin_env.replays.replay import Replay

RENDER_MODES = ("human", "ansi", "rgb_array", "browser")


def seen(game: Game, seat: int | None) -> View:
    """The view of a seat; None is the open table, which nothing that plays may be given."""
    return View.everything(game.position, game.catalogue) if seat is None else View.of(game, seat)


def draw(game: Game, seat: int | None, mode: str) -> Any:
    """The table as a seat sees it (None: with every hand open).

    It is printed ("human"), or returned as str ("ansi") or uint8[h, w, 3] ("rgb_array", which needs the extra
    `render`).
    """
    view = seen(game, seat)
    if mode == "rgb_array":
        from munchkin_env.render.picture import picture

        return picture(view)
    from munchkin_env.render.table import table

    text = table(view)
    if mode == "ansi":
        return text
    print(text)
    return None


class ShowsGame:
    """An environment that shows the game it plays. Its `game` contains hidden information."""

    def replay(self, seat: int | str | None = None, names: Sequence[str] = (), bots: Sequence[str] = ()) -> "Replay":
        """The running game so far; see `Game.replay`. Raises GameOver before the first reset."""
        game: Game = self.game  # type: ignore[attr-defined]
        return game.replay(seat, names, bots)

    def _show(self, seat: int | None) -> None:
        """Show the running game on a page of its own, with a seat's information, or (None) in full."""
        from munchkin_env.server.live_window import show

        show(self, self.game, seat)  # type: ignore[attr-defined]

    def _hide(self) -> None:
        """Close that page, if there is one."""
        import sys

        beside = sys.modules.get("munchkin_env.server.live_window")
        if beside is not None:
            beside.hide(self)

    def _repr_html_(self) -> str:
        """The table; before the first reset, what it is."""
        try:
            game: Game = self.game  # type: ignore[attr-defined]
        except GameOver:
            return f"<pre>{escape(repr(self))}</pre>"
        return game._repr_html_()
