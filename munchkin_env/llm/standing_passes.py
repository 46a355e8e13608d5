"""Standing passes: the events about which a player wants to be asked: "wake me only if …"."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.rules.turn import GOES_ON
from munchkin_env.engine.state.actions import AMOUNT0, PASS_ID, SEAT0, VERB0
from munchkin_env.errors import IllegalAction, did_you_mean, shown
from munchkin_env.game.answers import Branch
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage, Window

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
    Window.FLIGHT: "fights",
    Window.KILL: "kills",
    Window.CURSE: "curses",
    Window.PLAYED: "curses",
    Window.OPENED: "curses",
    Window.ROLL: "rolls",
}
NEWS = "news"
WORDS: dict[str, str] = {
    "wins": "somebody else is about to kill a monster and could win the game by it",
    NEWS: "you could do something that you could not when you were last asked",
    "mine": "a fight of yours, or one that you help in",
    "kills": "any monster is about to be killed",
    "curses": "something can be cancelled",
    "rolls": "a die can be changed",
    "fights": "a monster is met, a fight goes on or is lost",
    "turns": "a turn begins or ends",
    "loot": "doors, loot and treasure",
    "draws": "you could take cards from the discards in place of the deck",
}
USUAL = ("wins", NEWS, "curses", "rolls")


def kinds_of(view: View) -> set[str]:
    """Return the kinds of the pending chance to react, except news; none if the question is another one."""
    if view.decision.row.counts:
        return {"draws"}
    if not view.decision.row.reacts:
        return set()
    kinds = {KINDS[view.window]}
    fights = view.in_combat and view.seat in (view.leader, view.helper)
    if fights:
        kinds.add("mine")
    if view.window == Window.KILL and not fights and could_win(view):
        kinds.add("wins")
    return kinds


def pass_of(view: View, mask: np.ndarray) -> int | None:
    """Return the id that skips the pending chance; None if it must be decided."""
    action = AMOUNT0 if view.decision.row.counts else PASS_ID
    return action if view.stage == Stage.VERB and kinds_of(view) and mask[action] else None


class News:
    """Moves that a seat had when it was last asked to react."""

    def __init__(self) -> None:
        self.known: set[tuple[int, ...]] = set()
        self._looked: tuple[tuple[int, ...], bytes] | None = None
        self._found: set[tuple[int, ...]] = set()

    def are_there(self, view: View, mask: np.ndarray) -> bool:
        """Return True if it has a move that it did not have then. view: with a `world`."""
        return bool(self._possible(view, mask) - self.known)

    def told(self, view: View, mask: np.ndarray) -> None:
        """Note that it is asked now."""
        self.known |= self._possible(view, mask)

    def _possible(self, view: View, mask: np.ndarray) -> set[tuple[int, ...]]:
        """Return the beginnings of the seat's actions: verbs, with their cards.

        They are searched again if its hand or its verbs differ.
        """
        looked = tuple(sorted(card.type for card in view.hand())), mask[VERB0:SEAT0].tobytes()
        if looked != self._looked:
            self._looked, self._found = looked, set(_beginnings(view, mask))
        return self._found


def _beginnings(view: View, mask: np.ndarray) -> Iterable[tuple[int, ...]]:
    root = Branch.of(view)
    for action in (VERB0 + np.flatnonzero(mask[VERB0:SEAT0])).tolist():
        if action == PASS_ID:
            continue
        then = root.after(action)
        if then.stage == Stage.CARD:
            yield from ((action, card) for card in then.legal.tolist())
        else:
            yield (action,)


OWN = {int(decision): VERB0 + verb for decision, verb in GOES_ON}
"""Id that continues one's own turn, by the question."""
LAST = VERB0 + GOES_ON[-1][1]
BRINGS_CARD = tuple(VERB0 + verb for verb, row in VERBS.items() if row.waits is not None)
"""Verbs that bring a card of one's own into play."""


class OwnTurn:
    """Moves of a seat in its own turn when it last skipped a chance, opened the door or ended the turn."""

    def __init__(self) -> None:
        self.let_be: set[tuple[int, ...]] | None = None
        self._now: set[tuple[int, ...]] | None = None

    def goes_on(self, view: View, mask: np.ndarray) -> int | None:
        """Return the id by which the turn goes on without a question, since the seat has no new move.

        None if it is to be asked, as at the end of a turn where a card can be laid out or played. view: with a `world`.
        """
        action = OWN.get(view.decision) if view.stage == Stage.VERB else None
        if action is None:
            return None
        self._now = set(_choices(view, mask, action))
        acts = any(verb in BRINGS_CARD for verb, *_ in self._now)
        asked = OWN[view.decision] == LAST and acts
        return None if asked or not mask[action] or self.let_be is None or self._now - self.let_be else action

    def answered(self, action: int) -> None:
        """Note that the seat has acted itself, beginning with this id."""
        if action in OWN.values():
            self.let_be = self._now
        self._now = None  # it was seen only for this action: the next question may be skipped


def _choices(view: View, mask: np.ndarray, besides: int) -> Iterable[tuple[int, ...]]:
    """Return all verbs but one, each with its possible beginnings: cards, players, places."""
    root = Branch.of(view)
    for action in (VERB0 + np.flatnonzero(mask[VERB0:SEAT0])).tolist():
        if action == besides:
            continue
        then = root.after(action)
        yield from ((action, one) for one in then.legal.tolist()) if then.stage != Stage.VERB else ((action,),)


def could_win(view: View) -> bool:
    """Return True if the fighter would reach the goal by the levels printed on the monsters, as far as can be seen."""
    types = view.catalogue.tables[0]["card"]
    levels = sum(max(1, int(types["levels"][monster.type])) for monster in view.monsters)
    return any(view.level(p) + levels >= view.goal for p in (view.leader, view.helper) if p is not None)


def check_kinds(kinds: Any) -> tuple[str, ...]:
    """Return the kinds about which a player wants to be asked. Raises IllegalAction for unknown ones."""
    if isinstance(kinds, str | Mapping) or not isinstance(kinds, Iterable):
        raise IllegalAction(f"pass_until: expected a list of {', '.join(WORDS)}, got {shown(kinds)}")
    found = tuple(kinds)
    for kind in found:
        if not isinstance(kind, str) or kind not in WORDS:
            raise IllegalAction(
                f"pass_until: expected some of {', '.join(WORDS)}, got {shown(kind)}{did_you_mean(kind, WORDS)}"
            )
    return tuple(dict.fromkeys(found))
