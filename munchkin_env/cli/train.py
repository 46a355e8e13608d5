"""`munchkin train`: train a policy by self-play, with a config of the package or your own."""

import argparse

from munchkin_env.cli import _trainer
from munchkin_env.cli._terminal import HelpFormatter
from munchkin_env.errors import needing

EPILOG = """configs that come with the package:
{configs}

examples:
  munchkin train smoke                                      a test of some seconds
  munchkin train ppo_scratch run.seed=3 run.dir=runs/three  any field can be set
  munchkin train mine.yaml                                  your own file; other fields have their defaults
  munchkin train --fields                                   all fields
  munchkin train --resume runs/ppo_scratch                  continue a run from its newest checkpoint
  munchkin train --resume runs/ppo_scratch run.total_timesteps=60000000
                                                            train a finished run for longer
  munchkin curve runs/ppo_scratch                           plot its win rate
  munchkin evaluate runs/ppo_scratch/policy.safetensors greedy greedy greedy

Ctrl-C ends a run after the current iteration, saves it, and prints the command that continues it; a second Ctrl-C ends
it at once. A finished run prints the path of its policy and further commands.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    known = _trainer.configs()
    width = max(map(len, known), default=0) + 2
    told = "\n".join(f"  {name:<{width}}{_trainer.purpose(file)}" for name, file in known.items())
    parser = subparsers.add_parser(
        "train",
        help="trains a policy by self-play",
        description="Trains a policy in games against itself, its earlier versions and bots. Needs the extra `train`.",
        epilog=EPILOG.format(configs=told),
        formatter_class=HelpFormatter,
    )
    names = ", ".join(known)
    parser.add_argument("config", nargs="?", metavar="CONFIG", help=f"{names} or a YAML file; without it the defaults")
    parser.add_argument("fields", nargs="*", metavar="section.field=value", help="fields to override")
    _trainer.add_resume(parser)
    parser.add_argument("--fields", dest="tell", action="store_true", help="list all settings and exit")
    return parser


def run(args: argparse.Namespace) -> int:
    """Begin or continue a run. Raises ConfigError, SaveError, and MissingExtra without the extra `train`."""
    _trainer.make_importable()
    with needing("train", "munchkin train"):
        from training.__main__ import run as train
        from training.config import table_of_fields

        if args.tell:
            print(table_of_fields())
            return 0
        config = args.config
        if config is not None and "=" not in config:
            config = _trainer.config_file(config)
        return train(config, list(args.fields), args.resume)
