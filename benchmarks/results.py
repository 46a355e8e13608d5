"""Published tables: one CSV file each in docs/results/, with the rules version that it was measured with.

A change of the rules requires no new measurement: `current` lists which tables were made by the present rules, and
docs/results/index.md shows it.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from munchkin_env.markdown import table
from munchkin_env.versions import RULES_VERSION

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "results"
RUNS = ROOT / "runs" / "results"
"""Raw figures of measurements that are made run by run; not committed."""
RULES = "rules"
"""The last column of every file."""


def publish(name: str, head: Sequence[str], rows: Iterable[Iterable[object]], rules: int | str = RULES_VERSION) -> None:
    """Write a table to docs/results/NAME.csv, all rows measured with one rules version."""
    write(name, head, ((*row, rules) for row in rows))


def write(name: str, head: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a table to docs/results/NAME.csv; each row ends with its rules version."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = [*rows]  # measured before the earlier table is gone
    with open(FOLDER / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*head, RULES])
        writer.writerows(rows)


def read(name: str) -> tuple[list[str], list[list[str]]]:
    """Return the column names of a table and its rows, the rules version last."""
    with open(FOLDER / f"{name}.csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return head, rows


def page(name: str) -> str:
    """Return a table as Markdown, without its rules version."""
    head, rows = read(name)
    return table(head[:-1], (row[:-1] for row in rows))


def versions(name: str) -> list[str]:
    """Return the rules versions that a table was measured with, in order; an empty list if they do not matter."""
    return sorted({row[-1] for row in read(name)[1]} - {""})


def index() -> str:
    """Return the list of all tables as Markdown, each with its rules versions and whether they are current."""
    rows = []
    for file in sorted(FOLDER.glob("*.csv")):
        found = versions(file.stem)
        state = "independent of the rules" if not found else "yes" if found == [str(RULES_VERSION)] else "no"
        rows.append((f"[{file.stem}]({file.name})", ", ".join(found) or "–", state))
    return table(("table", "rules version", "current"), rows)


def leaderboard() -> str:
    """Return the mean win rates of all players in all tracks of the benchmark as Markdown, in per cent."""
    tracks = [file.stem.removeprefix("challenge-") for file in sorted(FOLDER.glob("challenge-*.csv"))]
    found: dict[str, dict[str, str]] = {}
    for track in tracks:
        head, rows = read(f"challenge-{track}")
        for row in rows:
            found.setdefault(row[0], {})[track] = row[head.index("mean")].partition(" ")[0]
    lines = [(name, *(cells.get(track, "–") for track in tracks)) for name, cells in found.items()]
    return table(("player", *(f"`{track}`" for track in tracks)), lines)
