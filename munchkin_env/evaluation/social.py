"""Social metrics: bargains, hindrance, revenge, kingmaking."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from munchkin_env.evaluation.statistics import ratio_interval
from munchkin_env.markdown import table

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Offered shares of the treasure at which acceptance is reported: each offer counts at the nearest."""


@dataclass
class SocialCounts:
    """Counts of one player's acts, in all games of a seed."""

    games: int = 0
    asked: list[int] = field(default_factory=lambda: [0] * len(SHARES))
    """Times others asked it for help, by the share of the treasure that they offered (`SHARES`)."""
    agreed: list[int] = field(default_factory=lambda: [0] * len(SHARES))
    """Offers that it accepted unchanged."""
    helped: int = 0
    """Combats of others that it joined."""
    helped_leader: int = 0
    """Combats joined of a player who was of the highest level, or tied for it."""
    surplus: float = 0.0
    """Sum over these of the share of the treasure that it was promised."""
    hostile: int = 0
    """Curses, thefts and other cards on others, monsters made stronger or more in others' combats."""
    hostile_leader: int = 0
    """Hostile acts against a player who was of the highest level, or tied for it."""
    struck_back: int = 0
    """Hostile acts against the last attacker."""
    could_strike_back: int = 0
    """Hostile acts after the first attack on it."""
    kingmaking: int = 0
    """Games that another player won by a kill with its help, and it did not win."""
    trades: int = 0
    """Trades and exchanges that it agreed on."""


def _acceptance(share: float) -> str:
    return f"acceptance_{100 * share:.0f}"


ACCEPTANCES = tuple(_acceptance(share) for share in SHARES)


def _terms(one: SocialCounts) -> dict[str, tuple[tuple[float, float], bool]]:
    """Return numerator and denominator of each figure, and whether it is a share."""
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
        "kingmaking": ((one.kingmaking, n), True),
        "trades": ((one.trades, n), False),
    }


@dataclass(frozen=True)
class PlayerSocialMetrics:
    """Metrics of one player; None without cases."""

    label: str
    helped: float
    """Per game: combats of others that it joined."""
    helped_leader: float | None
    """Of those, the share in which the leader of the combat was of the highest level at the table, or tied."""
    surplus: float | None
    """Mean share of the treasure at stake that it was promised for helping."""
    acceptance: tuple[float | None, ...]
    """Rate at which it accepts offers for its help, by the share offered: 0, 25, 50, 75, 100 %."""
    hostile: float
    """Per game: hostile acts."""
    hostile_leader: float | None
    """Of those, the share against a player of the highest level."""
    retaliation: float | None
    """Share of its hostile acts, after the first attack on it, against the last attacker."""
    kingmaking: float
    """Per game: lost games in which it was the helper in the winning kill."""
    trades: float
    """Per game: trades and exchanges that it agreed on."""
    intervals: dict[str, tuple[float, float] | None]
    """95 % interval of each of these, clustered by seed; that of an acceptance is called `acceptance_50`."""

    @classmethod
    def of(cls, label: str, deals: Sequence[SocialCounts]) -> "PlayerSocialMetrics":
        """Return the metrics of all seeds together, each with its games' counts."""
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
        """Return a figure by its name in `intervals`."""
        if name in ACCEPTANCES:
            return self.acceptance[ACCEPTANCES.index(name)]
        found: float | None = getattr(self, name)
        return found


@dataclass(frozen=True)
class SocialMetrics:
    """Result of `social_metrics`: social metrics of a match."""

    bots: tuple[PlayerSocialMetrics, ...]
    gini: float
    """Gini coefficient of the levels at the end, the mean over games: 0 if all are equal."""
    gini_interval: tuple[float, float]
    """95 % interval, clustered by seed; so is the next one."""
    shared_wins: float
    """Share of games that several players won together."""
    shared_wins_interval: tuple[float, float]
    games: int
    seed: int
    settings: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def table(self) -> str:
        """Return Markdown."""
        head = ("player", "helps", "of the leader", "surplus", "accepts 0 / 25 / 50 / 75 / 100 %", "hostile")
        more = ("at the leader", "strikes back", "kingmaking", "trades")
        rows = [
            (p.label, _told(p, "helped"), _told(p, "helped_leader"), _told(p, "surplus"),
             " / ".join(_told(p, name) for name in ACCEPTANCES), _told(p, "hostile"), _told(p, "hostile_leader"),
             _told(p, "retaliation"), _told(p, "kingmaking"), _told(p, "trades"))
            for p in self.bots
        ]  # fmt: skip
        gini, shared = self.gini_interval, self.shared_wins_interval
        whole = (
            f"Levels at the end: Gini {self.gini:.3f} [{gini[0]:.3f}, {gini[1]:.3f}]; won together: "
            f"{self.shared_wins:.1%} [{shared[0]:.1%}, {shared[1]:.1%}] of {self.games} games. In brackets: 95 %."
        )
        return f"{table((*head, *more), rows)}\n\n{whole}"

    def __repr__(self) -> str:
        return self.table()


def _told(one: PlayerSocialMetrics, name: str) -> str:
    """Return a figure with its interval, a share in percent; a dash without cases."""
    value, ends = one.value(name), one.intervals[name]
    if value is None or ends is None:
        return "–"
    if name in ("helped", "hostile", "trades"):
        return f"{value:.2f} [{ends[0]:.2f}, {ends[1]:.2f}]"
    return f"{value:.0%} [{ends[0]:.0%}, {ends[1]:.0%}]"
