"""The text of card files: TOML or a problem, and where each card begins."""

import re
import tomllib
from pathlib import Path

from munchkin_env.cards.definition import Problem

_CARD_LINE = re.compile(r"\s*\[\[\s*card\s*\]\]")


def _text(path: Path) -> str:
    """A UTF-8 file, without the mark (BOM) that some editors put at its beginning."""
    return path.read_bytes().decode("utf-8-sig")


def load_toml(folder: Path, file: str, problems: list[Problem]) -> dict[str, object] | None:
    """A parsed TOML file, or None with a problem noted."""
    try:
        return tomllib.loads(_text(folder / file))
    except FileNotFoundError:
        problems.append(Problem(file, "", "", "missing-file", f"expected this file in {folder}, found none"))
    except (OSError, UnicodeDecodeError) as error:
        problems.append(Problem(file, "", "", "unreadable-file", f"expected a readable UTF-8 text, got {error}"))
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem(file, "", "", "broken-toml", f"expected TOML, got an error: {error}"))
    return None


def lines_of_cards(folder: Path, file: str, cards: int) -> list[int]:
    """The lines at which the cards of a file begin; zeros if the file isn't written with a `[[card]]` for each."""
    text = _text(folder / file) if (folder / file).is_file() else ""
    found = [number for number, line in enumerate(text.split("\n"), 1) if _CARD_LINE.match(line)]
    return found if len(found) == cards else [0] * cards
