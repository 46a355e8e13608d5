"""Promises in a closed vocabulary: public, cheap, and compared with later acts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from munchkin_env.errors import IllegalAction, did_you_mean, shown

KINDS: dict[str, str] = {
    "help": "to help {to} the next time {to} asks for it and offers at least {amount}",
    "peace": "to do nothing against {to} until this turn ends",
    "repay": "to help {to} the next time {to} asks for it, if {to} helps in this turn",
}
OPEN, KEPT, BROKEN, VOID = "open", "kept", "broken", "void"
MOST_OPEN = 3  # promises of one player that are open at once
MOST_TREASURES = 20


@dataclass
class Promise:
    """Promise of one player to another, before all."""

    by: int
    to: int
    kind: str
    turn: int
    amount: int = 0
    """Least treasures for which help was promised."""
    state: str = OPEN
    """`void` if its condition never came."""
    due: bool = True
    """True if its condition has come."""

    def words(self, names: Sequence[str]) -> str:
        """Return a text such as `Bob promises to help Anna …`."""
        treasures = "nothing" if not self.amount else f"{self.amount} treasure{'s' * (self.amount != 1)}"
        what = KINDS[self.kind].format(to=names[self.to], amount=treasures)
        return f"{names[self.by]} promises {names[self.to]} {what}"


class Talk:
    """All promises of a game. Public: every seat hears each of them."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.promises: list[Promise] = []

    def promise(self, by: int, turn: int, given: Any) -> Promise:
        """Make a promise. given: `{"kind": "help", "to": "Bob", "amount": 2}`. Raises IllegalAction naming the wrong
        part."""
        promise = self._read(by, turn, given)
        alike = [one for one in self.open(by) if (one.to, one.kind) == (promise.to, promise.kind)]
        if alike:
            raise IllegalAction(f"promise: expected a new one, got one that is open: {alike[0].words(self.names)}")
        if len(self.open(by)) >= MOST_OPEN:
            raise IllegalAction(f"promise: expected at most {MOST_OPEN} open ones, got another one")
        self.promises.append(promise)
        return promise

    def open(self, by: int | None = None) -> list[Promise]:
        """Return the undecided ones."""
        return [one for one in self.promises if one.state == OPEN and by in (None, one.by)]

    def _read(self, by: int, turn: int, given: Any) -> Promise:
        if not isinstance(given, Mapping):
            raise IllegalAction(f'promise: expected {{"kind": …, "to": …}}, got {shown(given)}')
        unknown = [key for key in given if key not in ("kind", "to", "amount")]
        if unknown:
            raise IllegalAction(f"promise.{shown(unknown[0])}: unknown; known: kind, to, amount")
        kind, to = given.get("kind"), given.get("to")
        if not isinstance(kind, str) or kind not in KINDS:
            near = did_you_mean(kind, KINDS)
            raise IllegalAction(f"promise.kind: expected one of {', '.join(KINDS)}, got {shown(kind)}{near}")
        others = [name for seat, name in enumerate(self.names) if seat != by]
        if to not in others:
            raise IllegalAction(f"promise.to: expected one of {', '.join(others)}, got {shown(to)}")
        amount = given.get("amount", 0)
        whole = isinstance(amount, int) and not isinstance(amount, bool) and 0 <= amount <= MOST_TREASURES
        if not whole or (amount and kind != "help"):
            most = MOST_TREASURES if kind == "help" else 0
            raise IllegalAction(f"promise.amount: expected a whole number from 0 to {most}, got {shown(amount)}")
        return Promise(by, self.names.index(to), kind, turn, amount, due=kind != "repay")

    # ------------------------------------------------------------------ outcomes

    def helped(self, helper: int, leader: int) -> None:
        """Note that a player joins another's fight by a bargain."""
        for one in self.open():
            if (one.by, one.to) == (helper, leader) and one.kind != "peace" and one.due:
                one.state = KEPT
            elif (one.by, one.to, one.kind) == (leader, helper, "repay"):
                one.due = True

    def refused(self, asked: int, leader: int, amount: int) -> None:
        """Note that an asked player did not give help on the offered terms, so many treasures."""
        for one in self.open(asked):
            if one.to == leader and one.kind != "peace" and one.due and amount >= one.amount:
                one.state = BROKEN

    def struck(self, by: int, victim: int) -> None:
        """Note a hostile act."""
        for one in self.open(by):
            if one.to == victim and one.kind == "peace":
                one.state = BROKEN

    def turn_is(self, turn: int) -> None:
        """Begin a turn: peace was for the one before, and so was the help that was to be repaid."""
        for one in self.open():
            if one.turn < turn and one.kind == "peace":
                one.state = KEPT
            elif one.turn < turn and not one.due:
                one.state = VOID

    def over(self) -> None:
        """Note that the game has ended."""
        for one in self.open():
            one.state = KEPT if one.kind == "peace" else VOID

    def facts(self) -> list[dict[str, Any]]:
        """Return all promises as plain JSON: speaker, beneficiary, outcome."""
        return [
            {
                "by": self.names[one.by],
                "to": self.names[one.to],
                "kind": one.kind,
                "amount": one.amount,
                "turn": one.turn,
                "state": one.state,
            }
            for one in self.promises
        ]


TALK = """Beside an answer you may make a promise, which all hear; nothing holds anybody to it. What there is:
{"do": "pass", "promise": {"kind": "help", "to": "Bob", "amount": 2}}
"""


def talk_page() -> str:
    """Return the part of the rules on promises."""
    who = {"to": "X", "amount": "so many treasures (amount)"}
    return TALK + "\n".join(f"{kind}: {words.format(**who)}" for kind, words in KINDS.items())


__all__ = ["BROKEN", "KEPT", "KINDS", "OPEN", "Promise", "Talk", "VOID", "talk_page"]
