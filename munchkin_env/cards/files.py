"""Text of card files: parsed TOML or a problem, and the lines at which cards begin."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from munchkin_env.cards.definition import Problem

DEEPEST = 12  # tables and lists inside each other; a clause with its alternative and conditions needs seven
LONGEST_NAME = 80  # letters of an id, a name or any other text

_CARD_LINE = re.compile(r"\s*\[\[\s*card\s*\]\]")
_ID_LINE = re.compile(r"""\s*id\s*=\s*["']([a-z][a-z0-9_]{0,59})["']""")
_KEY_LINE = re.compile(r"\s*([A-Za-z0-9_-]{1,60})\s*=")
_TOO_MUCH = {  # texts that cannot be parsed although they may be TOML, by the resulting error
    RecursionError: ("nested-too-deep", f"expected at most {DEEPEST} tables and lists inside each other, got too many"),
    ValueError: ("out-of-range", "expected numbers of a few digits, got one of thousands"),
}


@dataclass(frozen=True)
class Written:
    """Files of an edition that has no folder."""

    name: str
    """Name by which it is played: `mk.Game(editions=(name,))`."""
    files: Mapping[str, str]
    """Text of each of its files."""

    def __str__(self) -> str:
        return self.name


Source = Path | Written
"""Place of an edition's files."""


def has_file(source: Source, file: str) -> bool:
    """Return True if the edition has a file of that name."""
    return file in source.files if isinstance(source, Written) else (source / file).is_file()


def _text(source: Source, file: str) -> str:
    """Return a UTF-8 file's text, without the mark (BOM) that some editors put at its beginning."""
    return source.files[file] if isinstance(source, Written) else (source / file).read_bytes().decode("utf-8-sig")


def load_toml(folder: Source, file: str, problems: list[Problem]) -> dict[str, object] | None:
    """Return a parsed TOML file, or None with a problem noted."""
    text = ""
    try:
        text = _text(folder, file)
        raw = tomllib.loads(text)
    except FileNotFoundError:
        problems.append(Problem(file, "", "", "missing-file", f"expected this file in {folder}, found none"))
    except (OSError, UnicodeDecodeError) as error:
        problems.append(Problem(file, "", "", "unreadable-file", f"expected a readable UTF-8 text, got {error}"))
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem(file, "", "", "broken-toml", f"expected TOML, got an error: {error}"))
    except (RecursionError, ValueError) as error:
        problems.append(_too_much(file, text, RecursionError if isinstance(error, RecursionError) else ValueError))
    else:
        path = _too_deep(raw)
        if path is None:
            return raw
        code, message = _TOO_MUCH[RecursionError]
        problems.append(Problem(file, *_named(raw, path), code, message))
    return None


def _too_much(file: str, text: str, error: type[ValueError] | type[RecursionError]) -> Problem:
    """Return the problem that the parser has, with card and field of the line at which it stops."""
    lines = text.split("\n")

    def stops(count: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            return False
        except error:
            return True
        return False

    line = bisect_left(range(1, len(lines)), True, key=stops)  # the last one if no part of the text is too much
    card = max((number for number in range(line + 1) if _CARD_LINE.match(lines[number])), default=None)
    start = 0 if card is None else card
    keys = [found[1] for found in map(_KEY_LINE.match, lines[start : line + 1]) if found]
    after = next((number for number in range(line + 1, len(lines)) if _CARD_LINE.match(lines[number])), len(lines))
    ids = [found[1] for found in map(_ID_LINE.match, lines[start:after]) if found]
    code, message = _TOO_MUCH[error]
    name = "" if card is None else (ids or [f"card in line {card + 1}"])[0]
    return Problem(file, name, keys[-1] if keys else "", code, f"{message} (line {line + 1})")


def _too_deep(raw: dict[str, object]) -> tuple[str | int, ...] | None:
    """Return the keys that lead to the first table nested too deep; None if there is none.

    Tables of a dotted key are nested without a bracket, as deep as the key is long.
    """
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), raw)]
    while waiting:
        path, value = waiting.pop()
        if len(path) > DEEPEST:
            return path
        if isinstance(value, dict):
            waiting += [((*path, key), value[key]) for key in reversed(value)]
        elif isinstance(value, list):
            waiting += [((*path, index), value[index]) for index in reversed(range(len(value)))]
    return None


def _named(raw: dict[str, object], path: tuple[str | int, ...]) -> tuple[str, str]:
    """Return the card and its field to which the keys lead."""
    cards = raw.get("card")
    if path[0] != "card" or not isinstance(cards, list) or not isinstance(path[1], int):
        return "", str(path[0])
    card = cards[path[1]]
    named = card.get("id") if isinstance(card, dict) else None
    return label_of_card(named, path[1] + 1), str(path[2])


def label_of_card(named: object, number: int) -> str:
    """Return a card's label in messages: its id, unless that would not fit into one line."""
    if isinstance(named, str) and named.isprintable() and 0 < len(named) <= LONGEST_NAME:
        return named
    return f"card number {number}"


def lines_of_cards(folder: Source, file: str, cards: int) -> list[int]:
    """Return the lines at which the cards of a file begin.

    They are zeros if the file is not written with a `[[card]]` for each.
    """
    text = _text(folder, file) if has_file(folder, file) else ""
    found = [number for number, line in enumerate(text.split("\n"), 1) if _CARD_LINE.match(line)]
    return found if len(found) == cards else [0] * cards
