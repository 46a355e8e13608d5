"""Keys of metrics.jsonl as the reference page lists them."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "logged-metrics.md"


def documented(*kinds: str) -> set[str]:
    """Keys of metrics.jsonl that the reference page lists for these kinds of lines."""
    rows = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return {
        key for keys, lines, _ in rows if set(lines.split(", ")) & set(kinds) for key in re.findall(r"`(\w+)`", keys)
    }
