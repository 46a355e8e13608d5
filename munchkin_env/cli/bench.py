"""`munchkin bench`: speed on this machine, beside the budgets and the neighbours."""

import argparse
import sys
from pathlib import Path

from munchkin_env.errors import ConfigError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "bench",
        help="speed on this machine, beside the budgets and the neighbours",
        description="Measures decisions per second of the engine and of the environments for trainers, the cost of "
        "copies and saves, start-up and the share of windows. Compare figures of one run with each other only.",
        epilog="example: munchkin bench --seconds 2 --peers --json bench.json",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="measuring time of each repeat (default 1)")
    parser.add_argument("--compile", action="store_true", help="also time a first compilation (about two minutes)")
    parser.add_argument("--peers", action="store_true", help="also measure what neighbours are installed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here, too")
    return parser


def run(args: argparse.Namespace) -> None:
    """Prints a Markdown table. Raises ConfigError for a measuring time that is none."""
    from munchkin_env.evaluation.bench import as_json, as_table, left_out, measure

    if not 0 < args.seconds <= 60:
        raise ConfigError(f"seconds: expected more than 0 and at most 60, got {args.seconds!r}")
    rows = measure(args.seconds, args.compile, args.peers, lambda what: print(f"measuring {what} …", file=sys.stderr))
    print(as_table(rows))
    for line in left_out():
        print(f"\n{line}")
    if args.json is not None:
        try:
            args.json.write_text(as_json(rows), encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"json: expected a file that can be written, got {str(args.json)!r} ({error})") from error
