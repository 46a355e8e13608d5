"""`munchkin evaluate`: measure win rates of players against each other, with intervals."""

import argparse
from pathlib import Path

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import STDOUT, HelpFormatter, add_output, drawable, write_text

SOCIAL = 40
"""Games in which social metrics are counted by default: a tenth of them, at most so many."""
MODEL = "language:"
EPILOG = """examples:
  munchkin evaluate greedy random random random --games 400
  munchkin evaluate greedy random --players 6        one greedy bot, five random ones
  munchkin evaluate greedy greedy random --seed 3 --set windows=open bargaining=off
  munchkin evaluate greedy random random --json result.json --plot result.png
  munchkin evaluate greedy veteran random --precision 0.02 --processes 2 --details
  munchkin evaluate pretrained veteran greedy --replays games --record 6    its first games as replays
  munchkin evaluate runs/ppo_scratch/policy.safetensors greedy greedy greedy    a trained policy
  munchkin evaluate pickle:model.zip greedy greedy greedy    one of stable-baselines3, whose pickles may run any code
  munchkin evaluate runs/ppo_scratch/policy.safetensors random random --editions star --transfer
  munchkin evaluate language:qwen3-8b,max_calls=500,temperature=0 greedy greedy --games 6 --threads 6

Each game seed is played once in every rotation of the seats, so cards and turn order favour nobody. The interval is a
95 % one, clustered by seed. The same seed gives the same result, by any number of threads and processes. A policy
trained on other versions of observation or actions is refused; one trained under other rules plays, and the table shows
it.
A language model is asked again for the games of --replays.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "evaluate",
        help="win rates of players against each other, with intervals",
        description="Plays many games between bots and reports win rates, game lengths and speed.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    _shared.add_players(parser)
    parser.add_argument("--games", type=int, default=400, help="games, rounded up to full seat rotations (default 400)")
    _shared.add_match_seed(parser)
    parser.add_argument(
        "--threads", type=int, default=1, help="threads for compiled bots and language models (default 1)"
    )
    parser.add_argument("--processes", type=int, default=1, help="processes that share the games (default 1)")
    parser.add_argument(
        "--precision", type=float, metavar="P",
        help="play further --games until no interval is wider than ± P (0.02: two points)",
    )  # fmt: skip
    parser.add_argument(
        "--max-games", type=int, default=100_000, metavar="N", help="limit of --precision (default 100000)"
    )
    _shared.add_policy_options(parser)
    parser.add_argument(
        "--details", action="store_true", help="also print bargains, trades, social metrics and differences"
    )
    parser.add_argument(
        "--social", type=int, metavar="N",
        help="count social metrics in the first N games, which are played again (default: a tenth of --games, "
        f"{SOCIAL} at most, and 0 with a language model, which would be asked again)",
    )  # fmt: skip
    parser.add_argument("--ratings", action="store_true", help="rate by OpenSkill; needs the extra `eval`")
    _shared.add_replays(parser)
    add_output(parser, "--plot", "draw bars into this PNG or SVG; needs the extra `eval`", drawable)
    add_output(parser, "--json", 'write the result as JSON; "-" prints it instead of the table', dash=True)
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> None:
    """Play, print a table, write JSON."""
    from munchkin_env.evaluation import evaluate
    from munchkin_env.evaluation.plots import plot_evaluation
    from munchkin_env.evaluation.provenance import report

    players = _shared.filled(_shared.take_names(args, "evaluate", "bot"), args.players)
    record = _shared.recorded_games(args)
    settings = _shared.game_settings(args)
    result = evaluate(
        players,
        games=args.games,
        seed=args.seed,
        deterministic=args.deterministic,
        transfer=args.transfer,
        threads=args.threads,
        processes=args.processes,
        precision=args.precision,
        max_games=args.max_games,
        ratings=args.ratings,
        record=record,
        social=_social(players, args.games) if args.social is None else args.social,
        **settings,
    )
    if args.json not in (None, STDOUT):
        write_text("json", args.json, report(result.as_dict()))
    _shared.write_replays(result.replays, args.replays)
    if args.plot:
        plot_evaluation(result, Path(args.plot))
    text = f"{result}\n\n{result.details()}" if args.details or args.ratings else str(result)
    print(report(result.as_dict()) if args.json == STDOUT else text)


def _social(bots: list[str], games: int) -> int:
    """Return the default number of games in which social metrics are counted.

    It is none where playing them again costs calls.
    """
    return 0 if any(name.startswith(MODEL) for name in bots) else min(SOCIAL, -(-games // 10))
