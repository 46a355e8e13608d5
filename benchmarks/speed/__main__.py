"""Measure speed beside its budgets, or two checkouts in turn: `python -m benchmarks speed --help`."""

import argparse
import sys
from pathlib import Path

from benchmarks.speed import against, measure, rows
from munchkin_env.errors import ConfigError


def main(words: list[str] | None = None) -> int:
    """Print a Markdown table; the exit status is 2, with a line on stderr, for an invalid checkout."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks speed",
        description="Measures the engine, the environments for trainers, copies and saves, start-up and the share of "
        "windows. Budgets are multiples of a yardstick measured in the same run, for a busy machine halves all "
        "figures: weiss-sim where it is installed, else a program of our own.",
        epilog="example: python -m benchmarks speed --seconds 2; … speed --against ../before",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="measuring time of each repeat (default 1)")
    parser.add_argument("--compile", action="store_true", help="also time a first compilation (about two minutes)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--against", type=Path, metavar="PATH", help="only compare with another checkout, in turn")
    args = parser.parse_args(words)
    try:
        table, figures, notes = _measured(args) if args.against is None else _compared(args)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n\n".join([table, *notes]))
    if args.json is not None:
        args.json.write_text(figures + "\n", encoding="utf-8")
    return 0


def _measured(args: argparse.Namespace) -> tuple[str, str, list[str]]:
    """Return (table, JSON, notes) of this checkout."""
    found = measure.measure(args.seconds, args.compile, _tell)
    return rows.as_table(found), rows.as_json(found), measure.notes()


def _compared(args: argparse.Namespace) -> tuple[str, str, list[str]]:
    """Return (table, JSON, notes) of this checkout against another."""
    found = against.compare(args.against, args.seconds, args.compile, _tell)
    return against.as_table(found, args.against), against.as_json(found), [against.NOTE]


def _tell(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
