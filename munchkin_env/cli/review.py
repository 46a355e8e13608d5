"""`munchkin review`: find the costliest mistakes of a saved game, by a bot that searches."""

import argparse

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter, add_output, broken
from munchkin_env.cli.replay import is_replay
from munchkin_env.config.fields import whole_number
from munchkin_env.evaluation.progress import Progress
from munchkin_env.replays.replay import Replay, game_of

EPILOG = """examples:
  munchkin watch --seed 7 --save seven.mkn
  munchkin review seven.mkn                        the costliest actions, and the better ones
  munchkin evaluate veteran greedy greedy --games 30 --replays games
  munchkin review games/game-0.json.gz             a game of a match
  munchkin review seven.mkn --html seven.html      the whole game with all estimates, as a page
  munchkin review mine.mkn --seats 0 --worlds 200  only your own decisions, more precisely

`rollout` judges each decision with the knowledge of its seat: the given action and all others are played on in the same
determinizations. The cost of an action is a difference of win probabilities, with its standard error; among hundreds of
decisions some look costly by chance. "Why" compares both actions at the end of the turn, played on by `veteran`.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "review",
        help="the costliest mistakes of a saved game, by a bot that searches",
        description="Asks a bot that searches about every decision of a saved game, and reports the costliest actions.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    saved = "a game saved by `watch --save`, by `play` or by Game.save(), or the replay of one"
    parser.add_argument("file", metavar="FILE", help=saved)
    parser.add_argument("--seats", type=int, nargs="+", default=[], metavar="N", help="seats, from 0 (default: all)")
    parser.add_argument("--worlds", type=int, default=40, metavar="N", help="determinizations per action (default 40)")
    parser.add_argument("--top", type=int, default=12, metavar="N", help="reported mistakes (default 12)")
    add_output(parser, "--json", "write it as a replay, gzipped if the name ends in .gz")
    add_output(parser, "--html", "write it as a page")
    return parser


def run(args: argparse.Namespace) -> None:
    """Review, print the mistakes, write the replay."""
    from munchkin_env.replays.review import review

    whole_number("top", args.top, 1, 10_000)
    players: list[str] = []
    if is_replay(args.file):
        before = Replay.read(args.file)
        game, names, players = game_of(before), before.document["names"], before.document["players"]
    else:
        game = _shared.load_game(args.file)
        names = _shared.NAMES[: game.config.players]
    with Progress(len(game.history), "decisions", None) as bar:
        replay = review(game, args.worlds, args.seats, names, players, args.top, ended=lambda: bar.advance(1))
    tell(replay)
    _shared.write_replay(replay, args.json, args.html)


def tell(replay: Replay) -> None:
    """Print the mistakes, the costliest first."""
    frames = replay.document["frames"]
    found = [(i, frame["decision"]) for i, frame in enumerate(frames) if "blunder" in frame.get("decision", {})]
    if not found:
        print("No action was significantly worse than another.")
    for i, decision in sorted(found, key=lambda one: -one[1]["blunder"]["cost"]):
        slip, name = decision["blunder"], replay.document["names"][decision["seat"]]
        cost = f"{100 * slip['cost']:.1f} ± {100 * slip['error']:.1f}"
        asked = decision["question"] + ("" if decision["question"].endswith(("?", ".")) else ".")
        print(broken(f"[{i}] {name}: {asked} Cost {cost} wins of 100. Better: {slip['words']}", "", "    "))
