"""`munchkin record`: write games of any players as a dataset of Minari, for offline learning."""

import argparse

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter

EPILOG = """examples:
  munchkin record munchkin/greedy-v0 greedy --players 4 --games 200         an episode for each player and game
  munchkin record munchkin/pretrained-v0 pretrained greedy --players 4 --keep 0   only those of `pretrained`
  munchkin record mine-v0 runs/ppo_scratch/policy.safetensors veteran --players 3 --encoding tokens --preset short

The games are those that `munchkin evaluate` plays with the same arguments. An episode contains the observations of a
seat at each of its decisions and at the end, the legal actions (infos["action_mask"]), its actions, and its rewards
until its next decision; it contains no hidden information. `minari.load_dataset` reads it from the folder of
MINARI_DATASETS_PATH, by default ~/.minari/datasets. Needs the extra `offline`; policies
and `pretrained` also need `train`.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "record",
        help="games of any players as a dataset of Minari",
        description="Plays games and writes them as a dataset of Minari: an episode for each player and game.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("dataset", metavar="DATASET", help="id of the new dataset, such as munchkin/greedy-v0")
    _shared.add_players(parser)
    parser.add_argument("--games", type=int, default=100, help="games, rounded up to full seat rotations (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default 0)")
    parser.add_argument("--encoding", default="flat", help="flat, tokens or sparse (default flat)")
    kept = "keep only episodes of these players, by their place in the list, from 0 (default all)"
    parser.add_argument("--keep", type=int, nargs="+", action="extend", metavar="PLACE", help=kept)
    joint = "make an episode of a whole game, with the decisions of all seats in order"
    parser.add_argument("--joint", action="store_true", help=joint)
    _shared.add_policy_options(parser)
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> None:
    """Play, write, report the written dataset. Raises ConfigError and MissingExtra."""
    from munchkin_env.evaluation import record

    dataset = record(
        args.dataset,
        _shared.filled(_shared.take_names(args, "record DATASET", "bot"), args.players),
        games=args.games,
        seed=args.seed,
        deterministic=args.deterministic,
        transfer=args.transfer,
        encoding=args.encoding,
        keep=args.keep,
        joint=args.joint,
        **_shared.game_settings(args),
    )
    print(f"{args.dataset}: {dataset.total_episodes} episodes, {dataset.total_steps} steps")
    print(f"read it: minari.load_dataset({args.dataset!r})")
