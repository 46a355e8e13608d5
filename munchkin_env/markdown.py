"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Iterable[object]], right: int = 0) -> str:
    """Return a table in Markdown.

    Args:
        head: titles of the columns.
        rows: cells of each row, as many as titles; a bar in one is escaped.
        right: last columns that are aligned to the right.
    """
    rule = ["---"] * (len(head) - right) + ["---:"] * right
    written = ([str(cell).replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, rule, *written])
