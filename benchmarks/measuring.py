"""Arguments of measurements; long ones that are made run by run, each kept at once in a file of JSON; their means."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import munchkin_env as mk

Run = dict[str, Any]


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is the docstring of a measurement."""
    name = f"python -m benchmarks {Path(sys.argv[0]).stem}"
    return argparse.ArgumentParser(name, description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def numbers(doc: str | None, **usual: int) -> list[int]:
    """Return the numbers of the command line by position, each of at least 1; those left out are the usual ones."""
    parser = parser_of(doc)
    for name, value in usual.items():
        parser.add_argument(name, nargs="?", type=at_least_one, default=value, help=f"default {value:,}")
    return [*vars(parser.parse_args()).values()]


def at_least_one(word: str) -> int:
    """Return a whole number of the command line. Raises argparse.ArgumentTypeError."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {word!r}")
    return int(word)


class Runs:
    """Runs that a file keeps; the values of `fields` identify one. versions: those beside the rules', by name."""

    def __init__(self, file: Path, *fields: str, **versions: int) -> None:
        self.file, self.fields = file, fields
        self._versions = versions

    @property
    def versions(self) -> dict[str, int]:
        """The present ones."""
        return {**self._versions, "rules": mk.RULES_VERSION}

    def read(self) -> list[Run]:
        """Return the runs that were measured with the present versions."""
        return [run for run in self._all() if self.versions.items() <= run.items()]

    def _all(self) -> list[Run]:
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else []

    def words(self, doc: str | None) -> list[str]:
        """Return the words of the command line, which name one run or none."""
        parser = parser_of(doc)
        parser.add_argument("run", nargs="*", help=f"one run only: {', '.join(self.fields)}")
        return parser.parse_args().run

    def made(self, measured: Callable[..., Run], offered: Sequence[tuple[Any, ...]], words: list[str]) -> Iterator[Run]:
        """Measure those of `offered` that are missing; note the versions. words: of the only wanted one; none: of all.

        Raises SystemExit for words of none. Other processes may measure meanwhile: their runs stay.
        """
        wanted = [one for one in offered if not words or [*map(str, one)] == words]
        if not wanted:
            raise SystemExit(f"expected {', '.join(self.fields)} of one of {offered}, got {' '.join(words)}")
        for one in wanted:
            if one not in [tuple(run[field] for field in self.fields) for run in self.read()]:
                self.file.parent.mkdir(parents=True, exist_ok=True)  # before hours are spent
                run = {**measured(*one), **self.versions}
                part = self.file.with_suffix(f".{os.getpid()}.part")
                part.write_text(json.dumps([*self._all(), run], indent=1) + "\n", encoding="utf-8")
                os.replace(part, self.file)
                yield run


def told(shares: Sequence[float]) -> str:
    """Return the mean over training seeds in per cent, with Student's 95 % interval where there are several."""
    if len(shares) < 2:
        return f"{100 * shares[0]:.1f}"
    mean, _, high = mk.mean_interval(shares)
    return f"{100 * mean:.1f} ± {100 * (high - mean):.1f}"
