"""`munchkin generate`: draw an edition of unseen cards, by a seed."""

import argparse
from pathlib import Path

from munchkin_env.benchmark.generated.edition import generate_edition
from munchkin_env.cli._terminal import HelpFormatter
from munchkin_env.errors import ConfigError

EPILOG = """examples:
  munchkin generate 7 --out new                       as files to read or change
  munchkin generate 7 --like star --share 25          Star with a quarter of its cards replaced
  munchkin cards list --editions generated:7          its cards
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "generate",
        help="draw an edition of unseen cards",
        description="Draws an edition by a seed, from the effect words and numbers of the published ones.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("seed", type=int, metavar="SEED", help="the same seed draws the same cards everywhere")
    parser.add_argument("--like", nargs="+", metavar="EDITION", help="editions to imitate (default: all four)")
    parser.add_argument("--size", type=int, help="cards of both decks, 120 to 400 (default: 168)")
    parser.add_argument("--share", type=int, metavar="PERCENT", help="replace only this share of one edition's cards")
    parser.add_argument("--out", metavar="FOLDER", help="write its files into this new or empty folder")
    return parser


def run(args: argparse.Namespace) -> int:
    """Draw an edition, print its name and how many cards were rejected, and write it if `--out` is given."""
    folder = None if args.out is None else Path(args.out)
    if folder is not None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"--out: expected a folder that is new or empty, got {args.out!r}")
    edition = generate_edition(args.seed, args.like, args.size, share=args.share)
    thrown = ", ".join(f"{n} {why}" for why, n in sorted(edition.thrown.items())) or "none"
    print(f"{edition.name}  ({edition.drawn} cards drawn, rejected: {thrown})")
    if folder is not None:
        try:
            edition.write(folder)
        except OSError as error:
            wanted = f"--out: expected a folder that can be made, got {args.out!r}"
            raise ConfigError(f"{wanted} ({error.strerror})") from error
        print(f"written to {args.out}; play it by its name, or by its folder: --editions {args.out}")
    return 0
