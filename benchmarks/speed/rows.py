"""Rows of measurements, as a table for people and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from munchkin_env.evaluation.rows import number
from munchkin_env.markdown import table


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    what: str
    value: float
    unit: str
    ratio: float | None = None
    """Figure in yardsticks: the multiple of a yardstick's rate, or a time's number of its moves."""
    yardstick: str = ""
    """Unit of `ratio`."""
    budget: float | None = None
    """A limit for `ratio`, or for `value` where there is no ratio."""
    at_most: bool = False
    """True if the budget is an upper limit."""

    @property
    def verdict(self) -> str:
        if self.budget is None:
            return ""
        found = self.value if self.ratio is None else self.ratio
        met = found <= self.budget if self.at_most else found >= self.budget
        room = self.budget / found if self.at_most else found / self.budget
        return f"{'met' if met else 'missed'} ({room:.2f}×)"

    def cells(self) -> tuple[str, ...]:
        """Return name, figure, ratio, budget, verdict."""
        unit = self.unit if self.ratio is None else self.yardstick
        budget = "" if self.budget is None else f"{'≤' if self.at_most else '≥'} {number(self.budget)} {unit}"
        ratio = "" if self.ratio is None else f"{number(self.ratio)} {self.yardstick}"
        return self.what, f"{number(self.value)} {self.unit}", ratio, budget, self.verdict


def as_table(rows: Sequence[Row]) -> str:
    """Return Markdown."""
    return table(("what", "measured", "in yardsticks", "budget", "verdict"), [row.cells() for row in rows])


def as_json(rows: Sequence[Row]) -> str:
    return json.dumps([asdict(row) for row in rows], indent=1)
