"""`munchkin watch`: show one game between bots, turn by turn."""

import argparse

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter, add_output, broken, paintable
from munchkin_env.errors import ConfigError
from munchkin_env.game.game import Game
from munchkin_env.replays.snapshot import ending

LONGEST_DELAY = 3600  # seconds after a sentence

EPILOG = """examples:
  munchkin watch                                   four greedy bots, all hands open
  munchkin watch --seed 7 --bots greedy random random --seat 0
                                                   as the first seat saw it: others draw "a card"
  munchkin watch --tables --delay 0.3              slowly, with the table at the start of each turn
  munchkin watch --step --seat 0                   turn by turn, as the first seat saw it, at the press of Enter
  munchkin watch --seed 7 --save seven.mkn         save it for `munchkin replay`
  munchkin watch --bots pretrained veteran greedy --html game.html
                                                   an HTML page, with the players' estimates
  munchkin watch --seed 6 --stop 529 --seat 0 --picture table.png
                                                   a picture of a table
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "watch",
        help="one game between bots, turn by turn",
        description="Plays one game between bots and prints its events. The same seed gives the same game.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=0, help="random seed (default 0)")
    parser.add_argument(
        "--bots",
        nargs="+",
        action="extend",
        metavar="BOT",
        help="a bot for each seat; one alone fills all (default greedy)",
    )
    _shared.add_number(parser)
    parser.add_argument(
        "--seat", type=int, default=None, help="show only what this seat knows (from 0; default: everything)"
    )
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="pause after each event")
    parser.add_argument("--step", action="store_true", help="wait for Enter before each turn; q ends it there")
    parser.add_argument("--tables", action="store_true", help="show the table at the start of each turn")
    parser.add_argument("--stop", type=int, default=None, metavar="N", help="stop after N decisions")
    add_output(parser, "--save", "save the game at the end")
    add_output(parser, "--picture", "write a picture of the last table; needs the extra `render`", paintable)
    _shared.add_replay(parser)
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play and tell the game."""
    bots = args.bots or ["greedy"]
    words = _shared.filled(bots, _shared.seats_of(args, len(bots) if len(bots) > 1 else 0))
    _shared.check_seat(args.seat, len(words))
    if not 0 <= args.delay <= LONGEST_DELAY:
        raise ConfigError(f"delay: expected 0 to {LONGEST_DELAY} seconds, got {args.delay}")
    if args.stop is not None and args.stop < 0:
        raise ConfigError(f"stop: expected a whole number from 0, got {args.stop}")
    if "human" in words:
        raise ConfigError("bots: expected bots or files of policies, got 'human'; munchkin play has a seat for one")
    game = Game(players=len(words), seed=args.seed, **_shared.game_settings(args))
    seats = _shared.Seats.of(words, args.seed, game)
    print(f"Seed {args.seed}: {seats.line_up()}. First to level {game.config.goal}.")
    story = _shared.Story(game, args.seat, seats.names, args.delay)
    story.go_on(game)
    turn = game.turn
    while not game.is_terminal and (args.stop is None or len(game.history) < args.stop):
        game.step(seats.answer(game))
        if story.go_on(game) and game.turn != turn:
            turn = game.turn
            if args.tables:
                _shared.print_table(game, args.seat, seats.names, events=0)
            if args.step and not goes_on():
                break
    told = ending(game, seats.names) if game.is_terminal else f"Stopped after {len(game.history)} decisions."
    print("\n" + broken(told))
    _shared.print_table(game, args.seat, seats.names, events=0)
    if args.save:
        _shared.save_game(game, args.save)
    if args.json or args.html:
        _shared.write_replay(_shared.replay_of(game, args.seat, seats), args.json, args.html)
    if args.picture:
        _shared.save_picture(game, args.seat, seats.names, args.picture)
    return 0


def goes_on() -> bool:
    """Wait for Enter; return False for q, or if there is nobody to press it."""
    try:
        return input("Enter goes on, q ends: ").strip().lower() not in ("q", "quit")
    except (EOFError, RuntimeError):  # the second: there is no input
        return False
