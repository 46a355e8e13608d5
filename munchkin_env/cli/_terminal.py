"""The terminal that a person sits at: how wide text may be there, and whether it has colours."""

import os
import sys
from shutil import get_terminal_size
from textwrap import fill

NARROWEST, USUAL, WIDEST = 40, 100, 120  # columns: beyond that, lines are hard to read

BOLD, CYAN = "1", "36"  # ANSI styles
PLAIN = "\033[0m"


def width() -> int:
    """Columns for text: those of the terminal or of the variable COLUMNS, 100 if neither is known; 40 to 120."""
    return min(max(get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)


def broken(text: str, first: str = "", then: str | None = None) -> str:
    """A text in lines that fit, after `first`; `then` (by default as many spaces) goes before what is broken off."""
    return fill(text, width(), initial_indent=first, subsequent_indent=" " * len(first) if then is None else then)


def painted(text: str, style: str) -> str:
    """A text in a style; as it is where output is no terminal, or one that is not to have colours (NO_COLOR, dumb)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return text if plain else f"\033[{style}m{text}{PLAIN}"
