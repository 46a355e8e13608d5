"""`munchkin bench`: speed on this machine, beside the budgets and the neighbours."""

import argparse
import sys
from pathlib import Path

from munchkin_env.cli._files import add_output, write_text
from munchkin_env.errors import ConfigError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "bench",
        help="speed on this machine, beside the budgets and the neighbours",
        description="Measures decisions per second of the engine and of the environments for trainers, the cost of "
        "copies and saves, start-up and the share of windows. Budgets are multiples of a yardstick measured in the "
        "same run, for a busy machine halves all figures: weiss-sim where it is installed, else a program of our own. "
        "Compare figures of one run with each other only; --against measures two checkouts turn by turn.",
        epilog="example: munchkin bench --seconds 2 --peers --json bench.json; munchkin bench --against ../before",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="measuring time of each repeat (default 1)")
    parser.add_argument("--compile", action="store_true", help="also time a first compilation (about two minutes)")
    parser.add_argument("--peers", action="store_true", help="also measure what neighbours are installed")
    parser.add_argument(
        "--against", type=Path, metavar="PATH", help="only compare this checkout with another, turn by turn"
    )
    add_output(parser, "--json", "write the figures here, too")
    return parser


def run(args: argparse.Namespace) -> None:
    """Prints a Markdown table. Raises ConfigError for a measuring time that is none, and for no checkout."""
    if not 0 < args.seconds <= 60:
        raise ConfigError(f"seconds: expected more than 0 and at most 60, got {args.seconds!r}")
    if args.against is not None and args.peers:
        raise ConfigError("peers: expected it without --against, which compares two checkouts alone, got both")
    table, figures, notes = _measured(args) if args.against is None else _compared(args)
    print(table)
    for line in notes:
        print(f"\n{line}")
    if args.json is not None:
        write_text("json", args.json, figures)


def _tell(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr)


def _measured(args: argparse.Namespace) -> tuple[str, str, list[str]]:
    """(table, JSON, notes) of this checkout."""
    from munchkin_env.evaluation.bench import measure, notes
    from munchkin_env.evaluation.rows import as_json, as_table

    rows = measure(args.seconds, args.compile, args.peers, _tell)
    return as_table(rows), as_json(rows), notes()


def _compared(args: argparse.Namespace) -> tuple[str, str, list[str]]:
    """(table, JSON, notes) of this checkout against another."""
    from munchkin_env.evaluation.against import NOTE, as_json, as_table, compare

    found = compare(args.against, args.seconds, args.compile, _tell)
    return as_table(found, args.against), as_json(found), [NOTE]
