"""Games that show themselves, in notebooks above all."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from munchkin_env.errors import GameOver

if TYPE_CHECKING:
    from munchkin_env.replays.replay import Replay


class Shown:
    """What a game is besides: something to look at."""

    seed: Any
    _start: Any

    def replay(
        self, seat: int | str | None = None, names: Sequence[str] = (), players: Sequence[str] = ()
    ) -> "Replay":
        """The game so far, moment by moment, as a seat knows it, as everybody does ("public"), or (None) in full.

        names, players: by seat, what they are called and who plays, at most one a seat. Raises ConfigError for another
        seat, for more names than seats, and for a game whose beginning is not known (a resampled one).
        """
        from munchkin_env.replays.recorder import record

        return record(self, seat, names, players)  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        """The table; of a game whose beginning is not known, as it stands."""
        from munchkin_env.replays.recorder import record, record_moment

        known = self.seed is not None or self._start is not None
        return (record if known else record_moment)(self)._repr_html_()  # type: ignore[arg-type]


class ShowsGame:
    """An environment that shows the game it plays. It has a `game`, which holds what a learner may not see."""

    def replay(
        self, seat: int | str | None = None, names: Sequence[str] = (), players: Sequence[str] = ()
    ) -> "Replay":
        """The running game so far; see `Game.replay`. Raises GameOver before the first reset."""
        game: Shown = self.game  # type: ignore[attr-defined]
        return game.replay(seat, names, players)

    def _show(self, seat: int | None) -> None:
        """Shows the running game on a page of its own, as a seat knows it, or (None) in full."""
        from munchkin_env.replays.live_window import show

        show(self, self.game, seat)  # type: ignore[attr-defined]

    def _hide(self) -> None:
        """Closes that page, if there is one."""
        import sys

        beside = sys.modules.get("munchkin_env.replays.live_window")
        if beside is not None:
            beside.hide(self)

    def _repr_html_(self) -> str:
        """The table; before the first reset, what it is."""
        try:
            game: Shown = self.game  # type: ignore[attr-defined]
        except GameOver:
            return f"<pre>{escape(repr(self))}</pre>"
        return game._repr_html_()


__all__ = ["Shown", "ShowsGame"]
