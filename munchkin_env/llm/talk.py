"""Promises in a closed vocabulary: public, cheap, and compared with later acts; and bargains, counted."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from munchkin_env.errors import IllegalAction, did_you_mean, shown
from munchkin_env.observation import View
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import Event, Kind, Zone, kinds_that

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
        """Make a promise. given: `{"kind": "help", "to": "Bob", "amount": 2}`.

        Raises IllegalAction naming the wrong part.
        """
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


# ---------------------------------------------------------------------------
# Bargains between players, counted from the public events of a game that is watched from its beginning to its end.

PAYING = tuple(kinds_that("fights"))
JOINING = (*kinds_that("monster"), Kind.WANDERING)


@dataclass
class Bargains:
    """Counts of one seat."""

    asked: int = 0
    """Times it asked another for help."""
    offered: int = 0
    """Times it offered its help, or made a counter-offer."""
    helped: int = 0
    """Fights of others that it joined."""
    was_helped: int = 0
    kept: int = 0
    """Bargains of either kind that ended in a kill with the helper in the fight."""
    surplus: float = 0.0
    """Sum over these bargains of its share of the treasure at stake: as a helper the promised part, as a leader the
    rest."""
    trades_offered: int = 0
    trades_made: int = 0
    hostile: int = 0
    """Hostile acts against another player."""

    def as_dict(self) -> dict[str, Any]:
        """Return all counts by name."""
        return asdict(self)


class Onlooker:
    """Onlooker who sees the public view after every action."""

    def __init__(self, players: int, talk: Talk | None = None) -> None:
        self.bargains = [Bargains() for _ in range(players)]
        self.talk = talk
        self._heard = 0
        self._turn = 0
        self._fighters: tuple[int | None, int | None] = (None, None)
        self._stake = 0
        self._asked: tuple[int, int, int] | None = None
        """Pending requests: who has asked whom for help, and for how much."""

    def look(self, view: View) -> None:
        """Read a view, a public one."""
        count = int(view.record["event_count"])
        if count > self._heard:
            for event in view.events(count - self._heard):
                self._hear(event, view)
            self._heard = count
        if view.turn > self._turn:
            self._turn = view.turn
            if self.talk is not None:
                self.talk.turn_is(view.turn)
        self._fighters = (view.leader, view.helper) if view.in_combat else (None, None)
        self._stake = _treasures(view) if view.in_combat else 0

    def over(self) -> None:
        """Note that the game has ended."""
        if self.talk is not None:
            self.talk.over()

    def _share(self, amount: int) -> float:
        return min(1.0, amount / self._stake) if self._stake > 0 else 0.0

    def _hear(self, event: SeenEvent, view: View) -> None:
        kind, p, q = event.kind, event.seat, event.other
        if p is None:
            return
        own = self.bargains[p]
        if kind == Event.ASKED and q is not None:
            own.asked += 1
            self._asked = (p, q, event.amount)
        elif kind == Event.VOLUNTEERED:
            own.offered += 1
        elif kind == Event.HELPS and q is not None:
            self._deal(p, q, event.amount)
        elif kind == Event.OFFERED:
            self._offer(p, event)
        elif kind == Event.ANSWERED:
            self._answer(p, q, event.amount)
        elif kind == Event.KILLED and q is not None:
            own.kept += 1
            self.bargains[q].kept += 1
        victim = _victim(event, view, self._fighters)
        if victim is not None:
            own.hostile += 1
            if self.talk is not None:
                self.talk.struck(p, victim)

    def _deal(self, helper: int, leader: int, promised: int) -> None:
        """Note that two players have agreed."""
        share = self._share(promised)
        self.bargains[helper].helped += 1
        self.bargains[helper].surplus += share
        self.bargains[leader].was_helped += 1
        self.bargains[leader].surplus += 1.0 - share
        self._asked = None
        if self.talk is not None:
            self.talk.helped(helper, leader)

    def _offer(self, p: int, event: SeenEvent) -> None:
        """Note a counter-offer of help, or cards for a trade."""
        if event.card is not None or event.amount < 0:
            self.bargains[p].trades_offered += 1
            return
        self.bargains[p].offered += 1
        self._refuse(p)

    def _answer(self, p: int, q: int | None, agreed: int) -> None:
        if agreed and q is not None:
            self.bargains[p].trades_made += 1
            self.bargains[q].trades_made += 1
        elif not agreed:
            self._refuse(p)

    def _refuse(self, p: int) -> None:
        """Note that an asked player has not given the help on the offered terms."""
        if self._asked is not None and self._asked[1] == p:
            leader, asked, amount = self._asked
            self._asked = None
            if self.talk is not None:
                self.talk.refused(asked, leader, amount)


def _treasures(view: View) -> int:
    """Return the treasures that the monsters of the fight bring."""
    copies = np.flatnonzero(view.record["card"]["zone"] == Zone.COMBAT)
    tables = view.catalogue.tables[0]
    cards = tables["card"][tables["type_of"][copies[copies > 0]]]
    return int(cards["treasures"][np.isin(cards["kind"], PAYING)].sum())


def _victim(event: SeenEvent, view: View, fighters: tuple[int | None, int | None]) -> int | None:
    """Return the victim of an event; None if it is no hostile act between players."""
    kind, p, q = event.kind, event.seat, event.other
    if kind == Event.BACKSTABBED or (kind == Event.STOLE and event.amount == 0):
        return q
    if kind == Event.CURSED and not event.amount and q != p:
        return q
    if kind != Event.PLAYED:
        return None
    card = view.catalogue.card(event.card) if event.card is not None else None
    if q is not None:
        return None if q == p or card is None or card.kind in kinds_that("gives_level") else q
    against = card is not None and event.amount > 0 and (card.bonus > 0 or card.kind in JOINING)
    return fighters[0] if against and p not in fighters else None


__all__ = ["BROKEN", "Bargains", "KEPT", "KINDS", "OPEN", "Onlooker", "Promise", "Talk", "VOID", "talk_page"]
