"""How players treat each other: bargains, hindrance, revenge, who makes others win. Counted from public events."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.evaluation.match import bots_of, check_progress, check_whole
from munchkin_env.evaluation.names import labels, player_names
from munchkin_env.evaluation.playing import Games, PlannedGame, Table, check_ended, plan_games, whole_deals
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.rows import table
from munchkin_env.evaluation.statistics import ratio_interval
from munchkin_env.settings import seed_or_drawn
from munchkin_env.vocabulary import MAX_EVENTS, Event, Kind, Zone

MOST_GAMES = 100_000
SIDE_BY_SIDE = 64
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Offered shares of the treasure, at which acceptance is told: each offer counts at the nearest."""
PAYING = (Kind.MONSTER, Kind.ENHANCER, Kind.ROOM)
JOINING = (Kind.MONSTER, Kind.WANDERING)


@dataclass
class Counts:
    """What one player did, in all games of a deal."""

    games: int = 0
    asked: list[int] = field(default_factory=lambda: [0] * len(SHARES))
    """Times others asked him for help, by the share of the treasure that they offered (`SHARES`)."""
    agreed: list[int] = field(default_factory=lambda: [0] * len(SHARES))
    """How many of those he took as they were."""
    helped: int = 0
    """Combats of others that he joined."""
    helped_leader: int = 0
    """Those of a player who was of the highest level, or tied for it."""
    surplus: float = 0.0
    """Sum over these of the share of the treasure that he was promised."""
    hostile: int = 0
    """Curses, thefts and other cards on others, monsters made stronger or more in others' combats."""
    hostile_leader: int = 0
    """Those against a player who was of the highest level, or tied for it."""
    struck_back: int = 0
    """Hostile acts against the one who had last struck him."""
    could_strike_back: int = 0
    """Hostile acts after somebody had struck him."""
    made_king: int = 0
    """Games that another won by a kill in which he was the helper, and he did not."""
    trades: int = 0
    """Trades and exchanges that he agreed on."""


def _acceptance(share: float) -> str:
    return f"acceptance {share:.0%}".replace("%", " %")


ACCEPTANCES = tuple(_acceptance(share) for share in SHARES)


def _terms(one: Counts) -> dict[str, tuple[tuple[float, float], bool]]:
    """Of each figure what is divided by what, and whether it is a share of it."""
    n = one.games
    asked = zip(ACCEPTANCES, one.agreed, one.asked, strict=True)
    return {
        "helped": ((one.helped, n), False),
        "helped_leader": ((one.helped_leader, one.helped), True),
        "surplus": ((one.surplus, one.helped), True),
        **{name: ((yes, all_), True) for name, yes, all_ in asked},
        "hostile": ((one.hostile, n), False),
        "hostile_leader": ((one.hostile_leader, one.hostile), True),
        "retaliation": ((one.struck_back, one.could_strike_back), True),
        "made_king": ((one.made_king, n), True),
        "trades": ((one.trades, n), False),
    }


@dataclass(frozen=True)
class Manners:
    """One player's figures; None where there was nothing to count."""

    label: str
    helped: float
    """Per game: combats of others that he joined."""
    helped_leader: float | None
    """Of those, the share in which the leader of the combat was of the highest level at the table, or tied."""
    surplus: float | None
    """Mean share of the treasure at stake that he was promised for it."""
    acceptance: tuple[float | None, ...]
    """How often he helps for what he is offered when he is asked, by the share offered: 0, 25, 50, 75, 100 %."""
    hostile: float
    """Per game: hostile acts."""
    hostile_leader: float | None
    """Of those, the share against a player of the highest level."""
    retaliation: float | None
    """Of his hostile acts after he was first struck, the share against who had struck him last."""
    made_king: float
    """Per game: lost ones in which he was the helper in the winning kill."""
    trades: float
    """Per game: trades and exchanges that he agreed on."""
    intervals: dict[str, tuple[float, float] | None]
    """95 % interval of each of these, clustered by deal; that of an acceptance is called `acceptance 50 %`."""

    @classmethod
    def of(cls, label: str, deals: Sequence[Counts]) -> "Manners":
        """Of all deals together, each with what was counted in its games."""
        terms = np.array([[pair for pair, _ in _terms(one).values()] for one in deals], float)
        found: dict[str, float | None] = {}
        intervals: dict[str, tuple[float, float] | None] = {}
        for k, (name, (_, is_share)) in enumerate(_terms(deals[0]).items()):
            parts, wholes = terms[:, k, 0], terms[:, k, 1]
            counted = bool(wholes.sum())
            found[name] = float(parts.sum() / wholes.sum()) if counted else None
            intervals[name] = ratio_interval(parts, wholes, is_share) if counted else None
        acceptance = tuple(found.pop(_acceptance(share)) for share in SHARES)
        return cls(label, acceptance=acceptance, intervals=intervals, **found)  # type: ignore[arg-type]

    def value(self, name: str) -> float | None:
        """A figure by its name in `intervals`."""
        if name in ACCEPTANCES:
            return self.acceptance[ACCEPTANCES.index(name)]
        found: float | None = getattr(self, name)
        return found


@dataclass(frozen=True)
class Social:
    """The result of `social`."""

    players: tuple[Manners, ...]
    gini: float
    """Of the levels at the end, the mean over games: 0 if all are equal."""
    gini_interval: tuple[float, float]
    """95 %, clustered by deal; so is the next one."""
    shared_wins: float
    """The share of games that several won together."""
    shared_wins_interval: tuple[float, float]
    games: int
    seed: int
    settings: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def table(self) -> str:
        """Markdown."""
        head = ("player", "helps", "of the leader", "surplus", "accepts 0 / 25 / 50 / 75 / 100 %", "hostile")
        more = ("at the leader", "strikes back", "kingmaking", "trades")
        rows = [
            (p.label, _told(p, "helped"), _told(p, "helped_leader"), _told(p, "surplus"),
             " / ".join(_told(p, name) for name in ACCEPTANCES), _told(p, "hostile"), _told(p, "hostile_leader"),
             _told(p, "retaliation"), _told(p, "made_king"), _told(p, "trades"))
            for p in self.players
        ]  # fmt: skip
        gini, shared = self.gini_interval, self.shared_wins_interval
        whole = (
            f"Levels at the end: Gini {self.gini:.3f} [{gini[0]:.3f}, {gini[1]:.3f}]; won together: "
            f"{self.shared_wins:.1%} [{shared[0]:.1%}, {shared[1]:.1%}] of {self.games} games. In brackets: 95 %."
        )
        return f"{table((*head, *more), rows)}\n\n{whole}"

    def __str__(self) -> str:
        return self.table()


def _told(one: Manners, name: str) -> str:
    """A figure with its interval, a share in percent; a dash where there was nothing to count."""
    value, ends = one.value(name), one.intervals[name]
    if value is None or ends is None:
        return "–"
    if name in ("helped", "hostile", "trades"):
        return f"{value:.2f} [{ends[0]:.2f}, {ends[1]:.2f}]"
    return f"{value:.0%} [{ends[0]:.0%}, {ends[1]:.0%}]"


def social(
    players: Sequence[str | Bot],
    games: int = 40,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> Social:
    """Plays the games that `evaluate` plays by the same arguments, stops at every answer, and counts who does what to
    whom. Some thousand answers a second.

    Raises ConfigError as `evaluate` does.
    """
    bots, config = bots_of(players, editions, settings, deterministic, transfer)
    check_whole("games", games, 1, MOST_GAMES)
    check_progress(progress)
    seed = seed_or_drawn(seed)
    n = len(bots)
    there = Table(config, bots, stopping=True)
    plan = plan_games(seed, whole_deals(games, n) // n, n)
    counts = [[Counts() for _ in bots] for _ in range(len(plan) // n)]
    ginis: list[float] = []
    shared: list[float] = []
    with Progress(len(plan), "games", progress) as bar:
        for at in range(0, len(plan), SIDE_BY_SIDE):
            chunk = plan[at : at + SIDE_BY_SIDE]
            watchers = _play(there, chunk, counts)
            ginis += [gini(watcher.levels()) for watcher in watchers]
            shared += [float(len(watcher.winners) > 1) for watcher in watchers]
            bar.advance(len(chunk))
    named = labels(player_names(players, [bot.name for bot in bots]))
    manners = tuple(Manners.of(label, [deal[i] for deal in counts]) for i, label in enumerate(named))
    (level, of_level), (both, of_both) = (_mean(np.array(told).reshape(-1, n)) for told in (ginis, shared))
    return Social(manners, level, of_level, both, of_both, len(plan), seed, config.as_dict())


def _mean(told: np.ndarray) -> tuple[float, tuple[float, float]]:
    """The mean of a figure between 0 and 1 with its interval; float (deals, rotations)."""
    ones = np.ones_like(told)
    return float(told.mean()), ratio_interval(told.sum(axis=1), ones.sum(axis=1), is_share=True)


def _play(there: Table, plan: Sequence[PlannedGame], counts: Sequence[Sequence[Counts]]) -> list["_Watcher"]:
    """Plays games side by side; each has a watcher, who looks after every answer. counts: by deal and player."""
    games = Games(there, plan)
    games.run(begin=True)
    n = len(there.bots)
    watchers = [
        _Watcher(games.positions[i], there.catalogue.tables[0], [counts[one.deal][k] for k in one.seating(n)])
        for i, one in enumerate(plan)
    ]
    waiting = np.flatnonzero(games.counts)
    while len(waiting):
        games.actions[waiting] = games.answers(waiting)
        for i in waiting.tolist():
            watchers[i].before()
        games.run(begin=False)
        for i in waiting.tolist():
            watchers[i].after()
        waiting = np.flatnonzero(games.counts)
    check_ended(games.outcomes(), plan, there.config)
    for watcher, row in zip(watchers, games.results, strict=True):
        watcher.end(int(row[WINNERS]))
    return watchers


def gini(values: np.ndarray) -> float:
    """Gini's coefficient: the mean difference of two over twice the mean; 0 if all are equal."""
    mean = float(values.mean())
    return float(np.abs(values[:, None] - values[None, :]).mean()) / (2 * mean) if mean else 0.0


class _Watcher:
    """Reads the public events of one game as they come."""

    def __init__(self, position: Any, tables: Any, counts: Sequence[Counts]) -> None:
        self.position, self.tables = position, tables
        self.counts = counts
        """By seat."""
        self.seen = 0
        self.stake, self.fighters, self.leaders = 0, (-1, -1), frozenset[int]()
        self.asked: tuple[int, int] | None = None
        """Who is asked for help, and the place of the offered share."""
        self.struck_by: dict[int, int] = {}
        self.last_kill = (-1, -1)
        self.winners: tuple[int, ...] = ()
        for one in counts:
            one.games += 1

    def levels(self) -> np.ndarray:
        return np.array(self.position["player"]["level"][: len(self.counts)], np.int64)

    def before(self) -> None:
        """What the next events are judged by: who fights for what, who is ahead."""
        combat = self.position["combat"]
        active = bool(combat["active"])
        self.fighters = (int(combat["leader"]), int(combat["helper"]) - 1) if active else (-1, -1)
        self.stake = self._treasures() if active else 0
        levels = self.levels()
        self.leaders = frozenset(np.flatnonzero(levels == levels.max()).tolist())

    def after(self) -> None:
        """Counts the events that have come since."""
        count = int(self.position["event_count"])
        for number in range(max(self.seen, count - MAX_EVENTS), count):
            self._count(self.position["event"][number % MAX_EVENTS])
        self.seen = count

    def end(self, winners: int) -> None:
        """The game is over; winners: a bit for each seat."""
        self.winners = tuple(p for p in range(len(self.counts)) if winners >> p & 1)
        leader, helper = self.last_kill
        if helper >= 0 and leader in self.winners and helper not in self.winners:
            self.counts[helper].made_king += 1

    def _treasures(self) -> int:
        """What the monsters of the combat are said to bring."""
        copies = np.flatnonzero(self.position["card"]["zone"] == Zone.COMBAT)
        cards = self.tables["card"][self.tables["type_of"][copies[copies > 0]]]
        return int(cards["treasures"][np.isin(cards["kind"], PAYING)].sum())

    def _share(self, amount: int) -> float:
        return min(1.0, amount / self.stake) if self.stake > 0 else 0.0

    def _count(self, e: Any) -> None:
        kind, p, q, amount = int(e["kind"]), int(e["seat"]), int(e["other"]), int(e["amount"])
        if kind == Event.ASKED:
            place = int(np.abs(np.array(SHARES) - self._share(amount)).argmin())
            self.asked = (q, place)
            self.counts[q].asked[place] += 1
        elif kind == Event.HELPS:
            self._helps(p, q, amount)
        elif kind in (Event.ANSWERED, Event.OFFERED):
            self.asked = None
            if kind == Event.ANSWERED and amount == 1:
                self.counts[p].trades += 1
                self.counts[q].trades += 1
        elif kind == Event.KILLED:
            self.last_kill = (p, q)
        else:
            victim = self._victim(e)
            if victim >= 0:
                self._hostile(p, victim)

    def _helps(self, p: int, leader: int, promised: int) -> None:
        one = self.counts[p]
        one.helped += 1
        one.helped_leader += leader in self.leaders
        one.surplus += self._share(promised)
        if self.asked is not None and self.asked[0] == p:
            one.agreed[self.asked[1]] += 1
        self.asked = None

    def _victim(self, e: Any) -> int:
        """Against whom an event is, -1 if it is no hostile act of a player."""
        kind, p, q = int(e["kind"]), int(e["seat"]), int(e["other"])
        card = self.tables["card"][int(e["card"])]
        if kind == Event.BACKSTABBED or (kind == Event.STOLE and int(e["amount"]) == 0):
            return q
        if kind == Event.CURSED and not int(e["amount"]) and p >= 0 and q != p:
            return q
        if kind != Event.PLAYED or p < 0:
            return -1
        if q >= 0:
            return q if q != p and card["kind"] != Kind.LEVEL else -1
        leader = self.fighters[0]
        against = int(e["amount"]) > 0 and (card["bonus"] > 0 or card["kind"] in JOINING)
        return leader if leader >= 0 and p not in self.fighters and against else -1

    def _hostile(self, p: int, victim: int) -> None:
        one = self.counts[p]
        one.hostile += 1
        one.hostile_leader += victim in self.leaders
        if p in self.struck_by:
            one.could_strike_back += 1
            one.struck_back += self.struck_by[p] == victim
        self.struck_by[victim] = p


__all__ = ["Manners", "Social", "gini", "social"]
