"""`munchkin stats`: measure self-play of one bot: game length, endings, card usage."""

import argparse
import sys

from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter
from munchkin_env.errors import ConfigError, EngineFault

EPILOG = """examples:
  munchkin stats                                            1,000 games of four greedy bots, all cards
  munchkin stats --editions cthulhu --least-used 20             the twenty least used cards
  munchkin stats --games 20000 --bot random --players 6
  munchkin stats --games 20000 --bot random --editions munchkin cthulhu --check    a long test of every state
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "stats",
        help="measure self-play of one bot: game length, endings, card usage",
        description="Plays games of one bot against its copies and counts lengths, endings and the use of every card.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--games", type=int, default=1000, help="games, each with another seed (default 1000)")
    parser.add_argument("--bot", default="greedy", help=f"a compiled bot: {', '.join(NAMES)} (default greedy)")
    seats = "number of seats (default the preset's, or 4)"
    parser.add_argument("--players", type=int, default=None, metavar="N", help=seats)
    parser.add_argument("--seed", type=int, default=0, help="random seed (default 0)")
    parser.add_argument("--least-used", type=int, default=None, metavar="N", help="list only the N least used cards")
    parser.add_argument("--check", action="store_true", help="check every state; exit status 1 if one is invalid")
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play and print a summary and a table, in Markdown."""
    from munchkin_env.evaluation import game_stats

    if args.least_used is not None and args.least_used < 1:  # raised before the games, not after
        raise ConfigError(f"least_used: expected a whole number from 1, got {args.least_used}")
    settings = _shared.game_settings(args)
    try:
        found = game_stats(
            games=args.games, bot=args.bot, players=args.players, seed=args.seed, check=args.check, **settings
        )
    except EngineFault as error:
        print(f"munchkin: {error}", file=sys.stderr)
        return 1
    print(found.summary())
    print()
    print(found.table(args.least_used))
    return 0
