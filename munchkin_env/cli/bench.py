"""`munchkin bench`: how fast this machine plays."""

import argparse
import sys

from munchkin_env.cli._files import add_output, write_text
from munchkin_env.errors import ConfigError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "bench",
        help="how fast this machine plays",
        description="Measures decisions per second of CPU time, on one core: the engine alone, with observations, and "
        "in the environments for trainers. Other work on the machine slows all of them down: compare figures of one "
        "run with each other only.",
        epilog="example: munchkin bench --seconds 2 --json bench.json",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="measuring time of each repeat (default 1)")
    add_output(parser, "--json", "write the figures here, too")
    return parser


def run(args: argparse.Namespace) -> None:
    """Prints a Markdown table. Raises ConfigError for a measuring time that is none."""
    from munchkin_env.evaluation.bench import as_json, as_table, measure

    if not 0 < args.seconds <= 60:
        raise ConfigError(f"seconds: expected more than 0 and at most 60, got {args.seconds!r}")
    speeds = measure(args.seconds, lambda what: print(f"measuring {what} …", file=sys.stderr))
    print(as_table(speeds))
    if args.json is not None:
        write_text("json", args.json, as_json(speeds))
