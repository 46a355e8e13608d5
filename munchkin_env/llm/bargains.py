"""Bargains between players, counted from the public events of a game that is watched from its beginning to its end."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from munchkin_env.llm.talk import Talk
from munchkin_env.observation import View
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import Event, Kind, Zone, kinds_that

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


__all__ = ["Bargains", "Onlooker"]
