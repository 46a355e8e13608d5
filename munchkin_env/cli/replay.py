"""`munchkin replay`: a saved game again, up to any decision."""

import argparse

from munchkin_env.cli import _shared
from munchkin_env.cli._answers import Answers
from munchkin_env.cli._endings import ending
from munchkin_env.cli._files import add_output, paintable
from munchkin_env.cli._terminal import HelpFormatter, broken
from munchkin_env.errors import ConfigError

EPILOG = """examples:
  munchkin watch --seed 7 --save seven.mkn
  munchkin replay seven.mkn                        its story and its last table
  munchkin replay seven.mkn --to 120               how it stood after 120 decisions, and what was asked
  munchkin replay seven.mkn --to 120 --seat 2      the same as seat 2 saw it
  munchkin replay seven.mkn --decisions            every answer with its number
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "replay",
        help="a saved game again, up to any decision",
        description="Plays a saved game again from its first card, and shows how it stood after any decision.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a game saved by `watch --save`, by `play` or by Game.save()")
    parser.add_argument(
        "--to", type=int, default=None, metavar="N", help="stop after N decisions (default: all of them)"
    )
    parser.add_argument(
        "--seat", type=int, default=None, help="tell only what this seat knows (from 0; default: everything)"
    )
    parser.add_argument("--decisions", action="store_true", help="list each decision with its number")
    parser.add_argument("--quiet", action="store_true", help="no story, only the table")
    add_output(parser, "--picture", "write a picture of the last table (needs Pillow)", paintable)
    return parser


def run(args: argparse.Namespace) -> int:
    """Plays the answers again. Raises ConfigError for a decision that the game has not, SaveError for a bad file."""
    saved = _shared.load_game(args.file)
    names = _shared.NAMES[: saved.config.players]
    _shared.check_seat(args.seat, saved.config.players)
    total = len(saved.history)
    if args.to is not None and not 0 <= args.to <= total:
        raise ConfigError(f"to: expected 0 to {total}, the decisions in this game, got {args.to}")
    answers = saved.history[: total if args.to is None else args.to]
    game = saved.at(0)
    story = _shared.Story(game, args.seat, names)
    story.go_on(game, show=not args.quiet)
    for number, (seat, action) in enumerate(answers, 1):
        if args.decisions and args.seat in (None, seat):
            told = Answers(game, seat, names)
            print(f"  [{number}] {names[seat]}, {told.question()}: {told.label(action)}")
        game.step(action)
        story.go_on(game, show=not args.quiet)
    print(f"\nAfter decision {len(answers)} of {total}:")
    _shared.print_table(game, args.seat, names)
    if game.over:
        print("\n" + broken(ending(game, names)))
    elif args.seat in (None, game.seat):
        seat = _shared.acting(game)
        told = Answers(game, seat, names)
        print(f"\n{names[seat]} is asked: {told.question()}\n{told.menu()}")
    if args.picture:
        _shared.save_picture(game, args.seat, names, args.picture)
    return 0
