"""`munchkin bench`: measure this machine's speed."""

import argparse
import sys

from munchkin_env.cli._terminal import add_output, write_text
from munchkin_env.errors import ConfigError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure this machine's speed",
        description="Measures decisions per second of CPU time, on one core: the engine alone, with observations, and "
        "in the environments for trainers. Other work on the machine slows all of them down: compare figures of one "
        "run with each other only.",
        epilog="example: munchkin bench --seconds 2 --json bench.json",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="measuring time of each repeat (default 1)")
    add_output(parser, "--json", "also write the figures as JSON")
    return parser


def run(args: argparse.Namespace) -> None:
    """Print a Markdown table. Raises ConfigError for an invalid measuring time."""
    from munchkin_env.evaluation.bench import as_json, as_table, measure

    if not 0 < args.seconds <= 60:
        raise ConfigError(f"seconds: expected more than 0 and at most 60, got {args.seconds!r}")
    speeds = measure(args.seconds, lambda what: print(f"measuring {what} …", file=sys.stderr))
    print(as_table(speeds))
    if args.json is not None:
        write_text("json", args.json, as_json(speeds))
