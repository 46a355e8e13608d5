"""Tables of what was measured."""

from collections.abc import Mapping, Sequence

from munchkin_env.versions import RULES_VERSION

ASKED = ("questions", "calls", "illegal", "failures", "late", "unasked", "stand_ins")
"""What a table tells of `language.Counts`, beside tokens."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Markdown of any head and rows."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def other_rules(trained: Sequence[tuple[str, int | None]]) -> list[str]:
    """Sentences on the policies that were trained by other rules than those of now, one each; none of others.

    Args:
        trained: names of players with the rules version by which each was trained, as far as it is known.
    """
    found = {name: version for name, version in trained if version not in (None, RULES_VERSION)}
    lines = [f"{name}: {trained_by(version)}." for name, version in found.items()]
    return ["\n".join(lines)] if lines else []


def trained_by(version: int | None) -> str:
    """Words on a policy of other rules; none on one of the rules of now."""
    if version in (None, RULES_VERSION):
        return ""
    return f"trained by rules version {version}, played by rules version {RULES_VERSION}"


def number(value: float) -> str:
    """Three figures, or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def asked(
    told: Sequence[tuple[str, Mapping[str, float]]], reasons: Mapping[str, Mapping[str, int]] | None = None
) -> list[str]:
    """Tables of what language models were asked in all games, and who answered in their place; none of no models.

    Args:
        told: what was counted of each, by name.
        reasons: by name, why there were no replies, and how often.
    """
    head = ("asked in words", *(name.replace("_", "-") for name in ASKED), "tokens")
    rows = [
        (name, *(f"{counts[what]:,}" for what in ASKED), f"{counts['tokens_sent'] + counts['tokens_received']:,}")
        for name, counts in told
    ]
    return [table(head, rows), *because(reasons or {})] if rows else []


def because(reasons: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A table of why there were no replies, the most frequent reason first; none of none."""
    rows = [
        (name, f"{times:,}", why.replace("|", "\\|"))
        for name, counted in reasons.items()
        for why, times in sorted(counted.items(), key=lambda one: -one[1])
    ]
    return [table(("without a reply", "times", "reason"), rows)] if rows else []
