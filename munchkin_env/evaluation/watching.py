"""Social metrics of games: play them, stop at every action, and count the public events."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.game_config import GameConfig
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.evaluation.match_runner import (
    Games,
    MatchTable,
    PlannedGame,
    check_ended,
    plan_games,
    rotations_apart,
    whole_deals,
)
from munchkin_env.evaluation.names import labels
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.social import SHARES, PlayerSocialMetrics, SocialCounts, SocialMetrics
from munchkin_env.evaluation.statistics import ratio_interval
from munchkin_env.vocabulary import MAX_EVENTS, Event, Kind, Zone, kinds_that

SIDE_BY_SIDE = 64
PAYING = tuple(kinds_that("fights"))
JOINING = (*kinds_that("monster"), Kind.WANDERING)


def watched(
    bots: Sequence[Bot], names: Sequence[str], config: GameConfig, games: int, seed: int, bar: Progress
) -> SocialMetrics:
    """Return the social metrics of the first games of a match. names: see `player_names`.

    `bar` is advanced for each game that has ended.
    """
    n = len(bots)
    there = MatchTable(config, bots, stopping=True)
    plan = plan_games(seed, whole_deals(games, n) // n, n)
    counts = [[SocialCounts() for _ in bots] for _ in range(len(plan) // n)]
    ginis, shared = [0.0] * len(plan), [0.0] * len(plan)
    for rows in rotations_apart(bots, plan):
        with there.of_a_rotation() as table:
            for at in range(0, len(rows), SIDE_BY_SIDE):
                chunk = rows[at : at + SIDE_BY_SIDE]
                for row, watcher in zip(chunk, _play(table, [plan[row] for row in chunk], counts), strict=True):
                    ginis[row], shared[row] = gini(watcher.levels()), float(len(watcher.winners) > 1)
                bar.advance(len(chunk))
    manners = tuple(
        PlayerSocialMetrics.of(label, [deal[i] for deal in counts]) for i, label in enumerate(labels(names))
    )
    (level, of_level), (both, of_both) = (_mean(np.array(told).reshape(-1, n)) for told in (ginis, shared))
    return SocialMetrics(manners, level, of_level, both, of_both, len(plan), seed, config.as_dict())


def _mean(told: np.ndarray) -> tuple[float, tuple[float, float]]:
    """Return the mean of a figure between 0 and 1 with its interval; float (seeds, rotations)."""
    ones = np.ones_like(told)
    return float(told.mean()), ratio_interval(told.sum(axis=1), ones.sum(axis=1), is_share=True)


def _play(there: MatchTable, plan: Sequence[PlannedGame], counts: Sequence[Sequence[SocialCounts]]) -> list["_Watcher"]:
    """Play games side by side; each has a watcher, which looks after every action. counts: by seed and player."""
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
    """Return Gini's coefficient: the mean difference of two over twice the mean; 0 if all are equal."""
    mean = float(values.mean())
    return float(np.abs(values[:, None] - values[None, :]).mean()) / (2 * mean) if mean else 0.0


class _Watcher:
    """Reader of the public events of one game as they come."""

    def __init__(self, position: Any, tables: Any, counts: Sequence[SocialCounts]) -> None:
        self.position, self.tables = position, tables
        self.counts = counts
        """By seat."""
        self.seen = 0
        self.stake, self.fighters, self.leaders = 0, (-1, -1), frozenset[int]()
        self.asked: tuple[int, int] | None = None
        """Player who is asked for help, and the place of the offered share."""
        self.struck_by: dict[int, int] = {}
        self.last_kill = (-1, -1)
        """Fighter and helper of a kill by the last action."""
        self.winners: tuple[int, ...] = ()
        for one in counts:
            one.games += 1

    def levels(self) -> np.ndarray:
        return np.array(self.position["player"]["level"][: len(self.counts)], np.int64)

    def before(self) -> None:
        """Note the context of the next events: fighters, stakes, leaders."""
        combat = self.position["combat"]
        active = bool(combat["active"])
        self.fighters = (int(combat["leader"]), int(combat["helper"]) - 1) if active else (-1, -1)
        self.stake = self._treasures() if active else 0
        levels = self.levels()
        self.leaders = frozenset(np.flatnonzero(levels == levels.max()).tolist())
        self.last_kill = (-1, -1)

    def after(self) -> None:
        """Count the events that have come since."""
        count = int(self.position["event_count"])
        for number in range(max(self.seen, count - MAX_EVENTS), count):
            self._count(self.position["event"][number % MAX_EVENTS])
        self.seen = count

    def end(self, winners: int) -> None:
        """End the game; winners: a bit for each seat."""
        self.winners = tuple(p for p in range(len(self.counts)) if winners >> p & 1)
        leader, helper = self.last_kill
        if helper >= 0 and leader in self.winners and helper not in self.winners:
            self.counts[helper].kingmaking += 1

    def _treasures(self) -> int:
        """Return the treasures that the monsters of the combat bring."""
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
        """Return the victim of an event, -1 if it is no hostile act of a player."""
        kind, p, q = int(e["kind"]), int(e["seat"]), int(e["other"])
        card = self.tables["card"][int(e["card"])]
        if kind == Event.BACKSTABBED or (kind == Event.STOLE and int(e["amount"]) == 0):
            return q
        if kind == Event.CURSED and not int(e["amount"]) and p >= 0 and q != p:
            return q
        if kind != Event.PLAYED or p < 0:
            return -1
        if q >= 0:
            return q if q != p and card["kind"] not in kinds_that("gives_level") else -1
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
