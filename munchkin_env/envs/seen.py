"""What is shown of a running game: one seat's view, or (for people who watch) the open table."""

from typing import Any

from munchkin_env.engine.compiler.kernel import copied, records
from munchkin_env.engine.wheel import entries
from munchkin_env.game import Game
from munchkin_env.observation import View

RENDER_MODES = ("human", "ansi", "rgb_array")


class OpenTable:
    """A game with every hand open, with what `render` reads of a `View`. Nothing that plays may be given this."""

    seat = None

    def __init__(self, game: Game) -> None:
        self.game = game
        self.row = game.position
        self.catalogue = game.catalogue

    def strengths(self) -> tuple[int, int, bool]:
        """(players, monsters, whether the players would win now): COMBAT-1, COMBAT-2."""
        players, monsters, wins = entries.strengths(records(self.row), 0, self.game.tables)
        return int(players), int(monsters), bool(wins)

    def is_of_use(self, copy: int) -> bool:
        """As of a `View`."""
        return bool(entries.is_of_use(records(self.row), 0, self.game.tables, copy))

    def face_needed(self, p: int, place: int | None = None) -> int:
        """As of a `View`."""
        row = copied(self.row)  # a flight is tried out on it
        return int(entries.face_needed(row, 0, self.game.tables, p, -1 if place is None else place))


def seen(game: Game, seat: int | None) -> Any:
    """The view of a seat; None is the open table."""
    return OpenTable(game) if seat is None else View.of(game, seat)


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


__all__ = ["RENDER_MODES", "OpenTable", "draw", "seen"]
