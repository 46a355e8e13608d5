"""`munchkin cards`: check, list and explain the cards."""

import argparse
from collections.abc import Iterable
from textwrap import fill

from munchkin_env.cards.compile import Catalogue, load_catalogue
from munchkin_env.cards.definition import KINDS
from munchkin_env.cards.explain import coverage_table, explain
from munchkin_env.cards.find import find_cards
from munchkin_env.cards.lint import lint_editions, lint_shipped
from munchkin_env.cards.reader import find_editions
from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter
from munchkin_env.errors import ConfigError, did_you_mean

EPILOG = """examples:
  munchkin cards lint                      check all editions of the package
  munchkin cards lint path/to/my_edition   check an edition of your own
  munchkin cards list --kind monster       all monsters, by level
  munchkin cards explain "Plutonium Dragon" chicken_on_your_head
  munchkin cards coverage                  number of cards by kind and origin
  munchkin cards list --editions generated:7
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command and its four parts."""
    parser = subparsers.add_parser(
        "cards",
        help="check, list and explain the cards",
        description="Lists the cards, explains their effects, and checks the files that define them.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)
    lint = parts.add_parser("lint", help="check card files; exit status 1 if something is wrong")
    lint.add_argument("names", nargs="*", metavar="EDITION", help="editions or folders (default: all of the package)")
    listing = parts.add_parser("list", help="names and numbers of cards")
    listing.add_argument("--kind", help=f"only one kind: {', '.join(KINDS)}")
    explained = parts.add_parser("explain", help="effects of cards, in plain English")
    explained.add_argument("names", nargs="*", metavar="CARD", help="names or ids, or the beginning of their words")
    covered = parts.add_parser("coverage", help="a table of cards by kind and origin")
    for part in (listing, explained, covered):
        part.add_argument(
            "--editions",
            nargs="+",
            action="extend",
            metavar="EDITION",
            help="editions or folders of one game (default: all of the package, each by itself)",
        )
    return parser


def run(args: argparse.Namespace) -> int:
    """Run one part. Raises CardError for a card or an edition that is not there."""
    if args.part == "lint":
        return _lint(args.names)
    names = _shared.take_names(args, "cards explain", "card") if args.part == "explain" else []
    catalogue = load_catalogue(tuple(args.editions or find_editions()))
    if args.part == "list":
        _list(catalogue, args.kind)
    elif args.part == "explain":
        for types in [find_cards(catalogue, name) for name in names]:
            _explain(catalogue, types, together=args.editions is not None)
    else:
        print(coverage_table(catalogue))
    return 0


def _lint(names: list[str]) -> int:
    problems = lint_editions(names) if names else lint_shipped()
    errors = [problem for problem in problems if problem.severity == "error"]
    for problem in problems:
        print(f"{problem.severity}: {problem}")
    checked = ", ".join(names or find_editions())
    warnings = len(problems) - len(errors)
    print(f"{checked}: {len(errors)} error{'s' * (len(errors) != 1)}, {warnings} warning{'s' * (warnings != 1)}")
    return 1 if errors else 0


def _explain(catalogue: Catalogue, types: Iterable[int], together: bool) -> None:
    """Print a card's effects, once for all editions in which they are the same.

    together: the editions are one game; else each card has the effects that it has in its own edition.
    """
    said: dict[str, list[int]] = {}
    for type_ in types:
        host, its = (catalogue, type_) if together else _at_home(catalogue, type_)
        said.setdefault(explain(host, its), []).append(type_)
    for text, alike in said.items():
        print(f"{catalogue.name(alike[0])}  ({', '.join(catalogue.card(type_).full_id for type_ in alike)})")
        print(fill(text, 100, initial_indent="  ", subsequent_indent="  "))


def _at_home(catalogue: Catalogue, type_: int) -> tuple[Catalogue, int]:
    """Return the catalogue of a card's own edition, and the type that the card is there."""
    card = catalogue.card(type_)
    own = load_catalogue((card.edition,))
    return own, own.index(card.full_id)


def _list(catalogue: Catalogue, kind: str | None) -> None:
    words = list(KINDS)
    if kind is not None and kind not in words:
        raise ConfigError(f"kind: expected one of {', '.join(words)}, got {kind!r}{did_you_mean(kind, words)}")
    cards = [card for card in catalogue.cards if card is not None and kind in (None, card.kind_word)]
    cards.sort(key=lambda card: (words.index(card.kind_word), card.level, card.name))
    for card in cards:
        facts = [f"level {card.level}"] if card.level else []
        facts += [f"{card.bonus:+d}"] if card.bonus else []
        facts += [catalogue.worded(f"{card.value} gold")] if card.value > 0 else []
        facts += [f"{card.copies} copies"] if card.copies > 1 else []
        print(f"{card.kind_word:<17} {card.name:<36} {card.full_id:<40} {', '.join(facts)}".rstrip())
    print(f"{len(cards)} cards, {sum(card.copies for card in cards)} with copies")
