"""Standing passes: what somebody wants to be asked about, as people say it: "wake me only if …"."""

from collections.abc import Iterable
from typing import Any

from munchkin_env.errors import IllegalAction, did_you_mean, shown
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Window

KINDS: dict[Window, str] = {  # of a chance to react
    Window.TURN_START: "turns",
    Window.CHARITY: "turns",
    Window.TURN_END: "turns",
    Window.DOOR: "loot",
    Window.REWARD: "loot",
    Window.LOOT: "loot",
    Window.SPOILS: "loot",
    Window.ROOM: "loot",
    Window.DISCARD: "loot",
    Window.REVEAL: "fights",
    Window.COMBAT: "fights",
    Window.HELP: "fights",
    Window.DEFEAT: "fights",
    Window.KILL: "kills",
    Window.CURSE: "curses",
    Window.PLAYED: "curses",
    Window.OPENED: "curses",
    Window.ROLL: "rolls",
}
WORDS: dict[str, str] = {
    "wins": "somebody else is about to kill a monster and could win the game by it",
    "mine": "a fight of yours, or one that you help in",
    "kills": "any monster is about to be killed",
    "curses": "something can be cancelled",
    "rolls": "a die can be changed",
    "fights": "a monster is met, a fight goes on or is lost",
    "turns": "a turn begins or ends",
    "loot": "doors, loot and treasure",
}
USUAL = ("wins", "curses", "rolls")


def kinds_of(view: View) -> set[str]:
    """Of which kinds the pending chance to react is; none if something else is asked."""
    if view.decision != Decision.WINDOW:
        return set()
    kinds = {KINDS[view.window]}
    fights = view.in_combat and view.seat in (view.leader, view.helper)
    if fights:
        kinds.add("mine")
    if view.window == Window.KILL and not fights and could_win(view):
        kinds.add("wins")
    return kinds


def could_win(view: View) -> bool:
    """Who fights would reach the goal by the levels printed on the monsters, as far as can be seen."""
    types = view.catalogue.tables[0]["card"]
    levels = sum(max(1, int(types["levels"][monster.type])) for monster in view.monsters)
    return any(view.level(p) + levels >= view.goal for p in (view.leader, view.helper) if p is not None)


def check_kinds(kinds: Any) -> tuple[str, ...]:
    """The kinds that somebody wants to be asked about. Raises IllegalAction for what is none."""
    if isinstance(kinds, str) or not isinstance(kinds, Iterable):
        raise IllegalAction(f"pass_until: expected a list of {', '.join(WORDS)}, got {shown(kinds)}")
    found = tuple(kinds)
    for kind in found:
        if kind not in WORDS:
            raise IllegalAction(
                f"pass_until: expected some of {', '.join(WORDS)}, got {shown(kind)}{did_you_mean(kind, WORDS)}"
            )
    return tuple(dict.fromkeys(found))


__all__ = ["USUAL", "WORDS", "check_kinds", "kinds_of"]
