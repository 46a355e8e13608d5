"""`munchkin curve`: plot the win rate during training."""

import argparse
from pathlib import Path

from munchkin_env.cli import _trainer
from munchkin_env.cli._terminal import HelpFormatter, add_output, drawable, write_text
from munchkin_env.errors import ConfigError, needing

EPILOG = """examples:
  munchkin curve runs/ppo_scratch                            win rates with 95 % intervals
  munchkin curve runs/ppo_scratch runs/sb3 --plot curve.png  two runs in one plot; needs the extra `eval`
  munchkin curve runs/a-* runs/b-* --plot c.png --by timesteps   two recipes, with the mean over seeds
  munchkin curve runs/a-* --csv a.csv --json a.json          all measurements and the means, as files
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "curve",
        help="plot the win rate during training",
        description="Shows the win rate during training, averaged over seeds if several runs are given.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="folders of runs")
    parser.add_argument(
        "--opponents", nargs="+", action="extend", metavar="BOT", help="opponents of the measurements (default all)"
    )
    add_output(parser, "--plot", "draw into this PNG or SVG; needs the extra `eval`", drawable)
    parser.add_argument(
        "--by",
        choices=("minutes", "timesteps"),
        default="minutes",
        help="horizontal axis of means and plot (default minutes)",
    )
    add_output(parser, "--csv", "write all points and the means over seeds as rows")
    add_output(parser, "--json", "the same as JSON, with their provenance")
    return parser


def run(args: argparse.Namespace) -> None:
    """Print the tables and the means over seeds; write and draw the requested files.

    Raises SaveError, ConfigError and MissingExtra.
    """
    _trainer.make_importable()
    folders = [Path(folder) for folder in args.folders]
    with needing("train", "munchkin curve"):
        from training.curve import means, measured, plot, points, tables
        from training.points import as_csv, as_json
    opponents = args.opponents or measured(folders)
    print(tables(folders, opponents), end="\n\n")
    rows = points(folders, opponents, args.by)
    if means(rows):
        print(means(rows), end="\n\n")
    if args.csv:
        write_text("csv", args.csv, as_csv(rows).removesuffix("\n"))
    if args.json:
        write_text("json", args.json, as_json(rows, args.by).removesuffix("\n"))
    if args.plot:
        try:
            with needing("eval", "plots"):
                plot(folders, opponents, Path(args.plot), args.by)
        except OSError as error:
            raise ConfigError(f"plot: expected a file that can be written, got {args.plot!r} ({error})") from error
        print(f"drawn: {args.plot}")
