"""What is shown of a running game: one seat's view, or (for people who watch) the open table."""

from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.observation import View

RENDER_MODES = ("human", "ansi", "rgb_array", "browser")


def seen(game: Game, seat: int | None) -> View:
    """The view of a seat; None is the open table, which nothing that plays may be given."""
    return View.everything(game.position, game.catalogue) if seat is None else View.of(game, seat)


def draw(game: Game, seat: int | None, mode: str) -> Any:
    """The table as a seat sees it (None: with every hand open): printed ("human"), str ("ansi") or uint8[h, w, 3]
    ("rgb_array", which needs the extra `render`)."""
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


__all__ = ["RENDER_MODES", "draw", "seen"]
