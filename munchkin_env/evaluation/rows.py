"""Tables of what was measured."""

from collections.abc import Mapping, Sequence

ASKED = ("questions", "calls", "illegal", "failures", "late", "unasked", "stand_ins")
"""What a table tells of `language.Counts`, beside tokens."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Markdown of any head and rows."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def number(value: float) -> str:
    """Three figures, or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def asked(told: Sequence[tuple[str, Mapping[str, float]]]) -> list[str]:
    """A table of what language models were asked in all games, and who answered in their place; none of no models."""
    head = ("asked in words", *(name.replace("_", "-") for name in ASKED), "tokens")
    rows = [
        (name, *(f"{counts[what]:,}" for what in ASKED), f"{counts['tokens_sent'] + counts['tokens_received']:,}")
        for name, counts in told
    ]
    return [table(head, rows)] if rows else []
