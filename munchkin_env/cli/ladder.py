"""`munchkin ladder`: measure players against copies of a reference, at several table sizes."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import STDOUT, HelpFormatter, add_output, drawable, write_text
from munchkin_env.errors import ConfigError

if TYPE_CHECKING:
    from munchkin_env.evaluation.ladders import Rung

MOST_OF_FILE = 60  # characters of a player in the name of a file

EPILOG = """examples:
  munchkin ladder --games 2000 --processes 4               the bots and `pretrained`, against 2, 3 and 5 greedy
  munchkin ladder runs/a/policy.safetensors runs/b/policy.safetensors greedy --table-sizes 4 --reference veteran
  munchkin ladder --markdown ladder.md --json ladder.json --plot ladder.png
  munchkin ladder random greedy veteran --matrix --table-sizes 4    each against copies of each

A line is the result of `munchkin evaluate BOT REFERENCE ... --seed SEED`: each game seed is played once in every
rotation of the seats, intervals are 95 % ones, clustered by seed. The same seed gives the same table, by any number of
processes. `rollout` searches and takes far longer than the others. `pretrained` and policies need the extra `train`,
plots `eval`.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "ladder",
        help="a table of players, each against copies of a reference",
        description="Plays each player against copies of a reference player and reports its win rate.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    _shared.add_bots(parser, "bots or policies' files (default random greedy veteran rollout:20 pretrained)")
    parser.add_argument("--table-sizes", default="3,4,6", metavar="N,...", help="numbers of players (default 3,4,6)")
    parser.add_argument("--reference", default=None, metavar="BOT", help="bot in all other seats (default greedy)")
    parser.add_argument("--matrix", action="store_true", help="every player is a reference in turn: cross-play")
    parser.add_argument("--games", type=int, default=400, help="games per line, full seat rotations (default 400)")
    _shared.add_match_seed(parser)
    parser.add_argument("--processes", type=int, default=1, help="processes that share the matches (default 1)")
    _shared.add_policy_options(parser)
    _shared.add_replays(parser)
    add_output(parser, "--json", 'write the result as JSON; "-" prints it instead of the table', dash=True)
    add_output(parser, "--markdown", "write the printed text, tables in Markdown")
    add_output(parser, "--plot", "draw into this PNG or SVG; needs the extra `eval`", drawable)
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> None:
    """Play, print a table or matrices, write the requested files. Raises ConfigError and MissingExtra."""
    from munchkin_env.evaluation import ladder
    from munchkin_env.evaluation.ladders import BOTS
    from munchkin_env.evaluation.plots import plot_ladder, plot_matrix
    from munchkin_env.evaluation.provenance import report

    if args.matrix and args.reference is not None:
        raise ConfigError(f"reference: expected none beside --matrix, got {args.reference!r}")
    names = _shared.take_names(args, "ladder", "bot", BOTS)
    record = _shared.recorded_games(args)
    found = ladder(
        names,
        table_sizes(args.table_sizes),
        names if args.matrix else [args.reference or "greedy"],
        games=args.games,
        seed=args.seed,
        deterministic=args.deterministic,
        transfer=args.transfer,
        processes=args.processes,
        record=record,
        **_shared.game_settings(args),
    )
    text = f"{found.matrices()}\n\n{found.note()}" if args.matrix else str(found)
    if args.json not in (None, STDOUT):
        write_text("json", args.json, report(found.as_dict()))
    if args.markdown:
        write_text("markdown", args.markdown, text)
    for replays, prefix in zip(found.replays, prefixes(found.rungs), strict=True):
        _shared.write_replays(replays, args.replays, prefix)
    if args.plot:
        (plot_matrix if args.matrix else plot_ladder)(found, Path(args.plot))
    print(report(found.as_dict()) if args.json == STDOUT else text)


def prefixes(rungs: "Sequence[Rung]") -> list[str]:
    """Return how the names of each rung's replays begin, with a number where two rungs have one name."""
    ends = ((rung.players, rung.bot[-MOST_OF_FILE:], rung.reference[-MOST_OF_FILE:]) for rung in rungs)
    found = [re.sub(r"[^\w.-]+", "_", f"{players}-{bot}-against-{reference}-") for players, bot, reference in ends]
    return [f"{number}-{one}" if found.count(one) > 1 else one for number, one in enumerate(found)]


def table_sizes(text: str) -> list[int]:
    """Return `3,4,6` as numbers. Raises ConfigError for anything but a list of whole numbers."""
    try:
        return [int(word) for word in text.split(",")]
    except ValueError as error:
        raise ConfigError(f"table_sizes: expected numbers of players such as 3,4,6, got {text!r}") from error
