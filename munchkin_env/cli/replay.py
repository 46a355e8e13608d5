"""`munchkin replay`: play a saved game again, up to any decision."""

import argparse
import gzip
import os
import zlib

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter, add_output, broken, paintable
from munchkin_env.errors import ConfigError
from munchkin_env.game.saves import FORMAT as GAME
from munchkin_env.replays.snapshot import ending

GZIP = b"\x1f\x8b"
MOST_OF_FORMAT = 4096  # bytes in which a saved game has its format
NAMES = (".json", ".json.gz")

EPILOG = """examples:
  munchkin watch --seed 7 --save seven.mkn
  munchkin replay seven.mkn                        its events and its last table
  munchkin replay seven.mkn --to 120               its state after 120 decisions, and the question
  munchkin replay seven.mkn --to 120 --seat 2      the same as seat 2 saw it
  munchkin replay seven.mkn --decisions            every action with its number
  munchkin replay seven.mkn --html seven.html      as one HTML file for any browser
  munchkin replay seven.mkn --json seven.json.gz --seat 2
                                                   as a replay without the information hidden from seat 2
  munchkin replay seven.json.gz --html seven.html  a replay as a page
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "replay",
        help="play a saved game again, up to any decision",
        description="Plays a saved game again from its first card, and shows its state after any decision.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument(
        "file", metavar="FILE", help="a game saved by `watch --save`, by `play` or by Game.save(), or a replay"
    )
    parser.add_argument(
        "--to", type=int, default=None, metavar="N", help="stop after N decisions (default: all of them)"
    )
    parser.add_argument(
        "--seat", type=int, default=None, help="show only what this seat knows (from 0; default: everything)"
    )
    parser.add_argument("--decisions", action="store_true", help="list each decision with its number")
    parser.add_argument("--quiet", action="store_true", help="print no events, only the table")
    add_output(parser, "--picture", "write a picture of the last table; needs the extra `render`", paintable)
    add_output(parser, "--json", "write it as a replay, gzipped if the name ends in .gz")
    add_output(parser, "--html", "write it as a page")
    return parser


def run(args: argparse.Namespace) -> int:
    """Play the actions again.

    Raises ConfigError for a decision that the game does not have, SaveError for a bad file.
    """
    if is_replay(args.file):
        return show(args)
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
            told = _shared.Menu.of(game, seat, names)
            print(f"  [{number}] {names[seat]}, {told.question()}: {told.label(action)}")
        game.step(action)
        story.go_on(game, show=not args.quiet)
    print(f"\nAfter decision {len(answers)} of {total}:")
    _shared.print_table(game, args.seat, names)
    if game.is_terminal:
        print("\n" + broken(ending(game, names)))
    elif args.seat in (None, game.current_player):
        seat = _shared.acting(game)
        told = _shared.Menu.of(game, seat, names)
        print(f"\n{names[seat]} is asked: {told.question()}\n{told.menu()}")
    if args.picture:
        _shared.save_picture(game, args.seat, names, args.picture)
    if args.json or args.html:
        _shared.write_replay(game.replay(args.seat, names), args.json, args.html)
    return 0


def is_replay(path: str) -> bool:
    """Return True for a replay rather than a saved game: by its contents, or its name if it cannot be read."""
    if not os.path.isfile(path):  # a pipe would be waited for
        return path.endswith(NAMES)
    try:
        with open(path, "rb") as file:
            packed = file.read(2) == GZIP
        with gzip.open(path) if packed else open(path, "rb") as file:
            begin = file.read(MOST_OF_FORMAT)
    except (OSError, EOFError, ValueError, zlib.error):
        return path.endswith(NAMES)
    if GAME.encode() in begin:
        return False
    return begin.startswith(b"{") or path.endswith(NAMES)


def show(args: argparse.Namespace) -> int:
    """Write a replay as a page. Raises ConfigError for options that only a saved game has."""
    from munchkin_env.replays.replay import Replay

    for option in ("to", "seat", "decisions", "quiet", "picture"):
        given = getattr(args, option)
        if given is not None and given is not False:
            raise ConfigError(
                f"{option}: expected only with a saved game (*.mkn), got it with the replay {args.file}; leave it out"
            )
    replay = Replay.read(args.file)
    names, viewer = replay.document["names"], replay.document["viewer"]
    seen = "with all hands" if viewer is None else f"as {names[viewer] if isinstance(viewer, int) else 'all'} saw it"
    print(f"{', '.join(names)}: {len(replay)} moments, {seen}")
    _shared.write_replay(replay, args.json, args.html)
    return 0
