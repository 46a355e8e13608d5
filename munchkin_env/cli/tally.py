"""`munchkin tally`: how games among equals go, and which cards are drawn and used."""

import argparse

from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter
from munchkin_env.errors import ConfigError

EPILOG = """examples:
  munchkin tally                                            1,000 games of four greedy bots, all cards
  munchkin tally --editions cthulhu --least 20             the twenty cards that are used least
  munchkin tally --games 20000 --bot random --players 6
  munchkin tally --games 20000 --bot random --editions munchkin cthulhu --check    a soak: is every position sound?
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "tally",
        help="how games among equals go, and which cards are drawn and used",
        description="Plays many games among copies of one bot and counts lengths, endings and the use of every card.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--games", type=int, default=1000, help="games, each of another deal (default 1000)")
    parser.add_argument("--bot", default="greedy", help=f"a compiled bot: {', '.join(NAMES)} (default greedy)")
    seats = "number of seats (default the preset's, or 4)"
    parser.add_argument("--players", type=int, default=None, metavar="N", help=seats)
    parser.add_argument("--seed", type=int, default=0, help="which deals (default 0)")
    parser.add_argument("--least", type=int, default=None, metavar="N", help="list only the N cards used least")
    parser.add_argument("--check", action="store_true", help="check every position; exit status 1 if one is unsound")
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> None:
    """Plays and prints a summary and a table, in Markdown."""
    from munchkin_env.evaluation import tally

    if args.least is not None and args.least < 1:  # said before the games, not after
        raise ConfigError(f"least: expected a whole number from 1, got {args.least}")
    found = tally(
        games=args.games, bot=args.bot, players=args.players, seed=args.seed, check=args.check,
        **_shared.game_settings(args),
    )
    print(found.summary())
    print()
    print(found.table(args.least))
