"""Long measurements that are made run by run, each kept at once in a file of JSON, and their means."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import munchkin_env as mk

Run = dict[str, Any]


class Runs:
    """Runs that a file keeps; the values of `fields` identify one."""

    def __init__(self, file: Path, *fields: str) -> None:
        self.file, self.fields = file, fields

    def read(self) -> list[Run]:
        """Return the measured runs."""
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else []

    def made(self, measured: Callable[..., Run], offered: Sequence[tuple[Any, ...]], words: list[str]) -> Iterator[Run]:
        """Measure those of `offered` that are missing. words: of the only wanted one; none: of all.

        Raises SystemExit for words of none. Other processes may measure meanwhile: their runs stay.
        """
        wanted = [one for one in offered if not words or [*map(str, one)] == words]
        if not wanted:
            raise SystemExit(f"expected {', '.join(self.fields)} of one of {offered}, got {' '.join(words)}")
        for one in wanted:
            if one not in [tuple(run[field] for field in self.fields) for run in self.read()]:
                self.file.parent.mkdir(parents=True, exist_ok=True)  # before hours are spent
                run = measured(*one)
                self.file.write_text(json.dumps([*self.read(), run], indent=1) + "\n", encoding="utf-8")
                yield run


def told(shares: Sequence[float]) -> str:
    """Return the mean over training seeds in per cent, with Student's 95 % interval where there are several."""
    if len(shares) < 2:
        return f"{100 * shares[0]:.1f}"
    mean, _, high = mk.mean_interval(shares)
    return f"{100 * mean:.1f} ± {100 * (high - mean):.1f}"
