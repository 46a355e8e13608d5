"""The terminal that a person sits at: how wide text may be there."""

from shutil import get_terminal_size
from textwrap import fill

NARROWEST, USUAL, WIDEST = 40, 100, 120  # columns: beyond that, lines are hard to read


def width() -> int:
    """Columns for text: those of the terminal or of the variable COLUMNS, 100 if neither is known; 40 to 120."""
    return min(max(get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)


def broken(text: str, first: str = "", then: str | None = None) -> str:
    """A text in lines that fit, after `first`; `then` (by default as many spaces) goes before what is broken off."""
    return fill(text, width(), initial_indent=first, subsequent_indent=" " * len(first) if then is None else then)
