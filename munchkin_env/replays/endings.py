"""Winners of a game, and the reason of the win."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from munchkin_env.cards.explain.grammar import count, listed
from munchkin_env.observation import View
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import Event, Klass

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

CAUSES = (Event.KILLED, Event.PLAYED, Event.CURSED, Event.LAID_OUT)
"""Events that may bring the last level, or the last Cultist."""


def ending(game: "Game", names: Sequence[str]) -> str:
    """Return the winners of a game that is over, and the reason."""
    length = f"after {count(len(game.history), 'decision')} and {count(game.turn, 'turn')}"
    winners = listed([names[p] for p in game.winners]) if game.winners else "Nobody"
    return f"{winners} {'won' if game.winners else 'wins'} {length}: {reason(game, names)}."


def reason(game: "Game", names: Sequence[str]) -> str:
    """Return a text such as `level 10 by killing Net Troll`."""
    position = game.position[0]
    if int(position["rounds"]) > game.config.round_limit:
        limit = f"the {game.config.round_limit} rounds are over"
        return f"{limit}, and nobody is higher in level" if game.winners else f"{limit}, and nobody had won"
    if not int(position["lucky"]):
        return "all are in the cult, and nobody is higher in level"
    first = [p for p in game.winners if game.level(p) >= game.config.goal]
    helped = [names[p] for p in game.winners if p not in first]
    told = f"level {game.level(first[0])}{_by(game)}"
    return f"{told}; {listed(helped)} helped" if helped else told


def _by(game: "Game") -> str:
    """Return the source of the last level."""
    view = View.everything(game.position, game.catalogue)
    cause = next((event for event in reversed(view.events()) if event.kind in CAUSES), None)
    if cause is None:
        return ""
    if cause.kind == Event.KILLED:
        monsters = [monster.name for monster in view.monsters]
        return f" by killing {listed(monsters)}" if monsters else " by a kill"
    if _is_left_alone(game, view):
        return " as the last one outside the cult"
    return _by_card(game, cause)


def _is_left_alone(game: "Game", view: View) -> bool:
    """Return True if all but the winner are Cultists."""
    others = [p for p in range(game.config.players) if p not in game.winners]
    cultists = [p for p in range(game.config.players) if Klass.CULTIST in view.klasses(p)]
    return len(others) == game.config.players - 1 and cultists == others


def _by_card(game: "Game", cause: SeenEvent) -> str:
    return "" if cause.card is None else f" by {game.catalogue.name(cause.card)}"


__all__ = ["ending", "reason"]
