"""Share of a proof in each run: a part in `make test`, all of it in `make test-all` (MUNCHKIN_TESTS=all).

A whole-game proof plays a tenth of its games every day. A table of combinations has each of its values every day and
each combination at night, and the watch over scenarios (`tests/outside.py`) looks at another quarter with every commit.
Tests marked `rotating` cost seconds each and have a cheaper neighbour that fails with them for most faults: a quarter
of them runs with every commit. Tests without an everyday part are marked `nightly`.
"""

import os
import subprocess
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

FULL = os.environ.get("MUNCHKIN_TESTS") == "all"
QUARTERS = 4


def share(count: int, part: int = 10) -> int:
    """`count` at night, every day one `part`-th of it, at least one."""
    return count if FULL else max(1, count // part)


def covering(cases: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """All cases at night; every day some of them, in which every value of every column occurs.

    The same ones each time: always the first of those that have most values which are still missing.
    """
    rows = list(cases)
    if FULL:
        return rows
    values = [{(column, str(value)) for column, value in enumerate(row)} for row in rows]
    missing = set[tuple[int, str]]().union(*values)
    chosen = []
    while missing:
        best = max(range(len(rows)), key=lambda number: len(values[number] & missing))
        missing -= values[best]
        chosen.append(rows[best])
    return chosen


@cache
def watched_quarter() -> int | None:
    """The quarter of the scenarios that is watched, None for all of them.

    MUNCHKIN_WATCH says which, 0 to 3 or `all`; else it follows from the commit, and from nothing where there is none.
    """
    wanted = os.environ.get("MUNCHKIN_WATCH", "all" if FULL else "")
    if wanted == "all":
        return None
    if wanted:
        quarter = int(wanted)
        assert 0 <= quarter < QUARTERS, f"MUNCHKIN_WATCH: expected 0 to {QUARTERS - 1} or all, got {wanted}"
        return quarter
    return int(commit()[:8], 16) % QUARTERS


def is_watched(nodeid: str) -> bool:
    """Return True if the test belongs to the quarter of this run."""
    quarter = watched_quarter()
    return quarter is None or zlib.crc32(nodeid.encode()) % QUARTERS == quarter


def commit() -> str:
    """The hash of the commit, zeros outside of a checkout."""
    command = ["git", "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "0" * 40
    return done.stdout.strip()


def told() -> str:
    """The tier of this run, and how to repeat it."""
    quarter = watched_quarter()
    if quarter is None:
        watch = "every scenario is watched at every decision"
    else:
        watch = f"quarter {quarter} of {QUARTERS} of what rotates (MUNCHKIN_WATCH={quarter}, or all)"
    return f"tier: {'all' if FULL else 'everyday'}; {watch}"
