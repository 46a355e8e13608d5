"""Tables of results."""

from collections.abc import Mapping, Sequence

from munchkin_env.markdown import table
from munchkin_env.versions import RULES_VERSION

ASKED = ("questions", "calls", "illegal", "failures", "late", "unasked", "stand_ins")
"""Columns of a table of `usage.LLMUsage`, beside tokens."""


def other_rules(trained: Sequence[tuple[str, int | None]]) -> list[str]:
    """Return a sentence on each policy that was trained under another rules version; none for others.

    Args:
        trained: names of players with the rules version under which each was trained, as far as it is known.
    """
    found = {name: version for name, version in trained if version not in (None, RULES_VERSION)}
    lines = [f"{name}: {trained_by(version)}." for name, version in found.items()]
    return ["\n".join(lines)] if lines else []


def trained_by(version: int | None) -> str:
    """Return words on a policy of another rules version; none on one of the present version."""
    if version in (None, RULES_VERSION):
        return ""
    return f"trained under rules version {version}, played under rules version {RULES_VERSION}"


def number(value: float) -> str:
    """Return three figures, or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def asked(
    told: Sequence[tuple[str, Mapping[str, float]]], reasons: Mapping[str, Mapping[str, int]] | None = None
) -> list[str]:
    """Return tables of the language models' questions in all games, and of stand-in actions; none without models.

    Args:
        told: usage counts of each model, by name.
        reasons: by name, the reasons for missing replies, with counts.
    """
    head = ("asked in words", *(name.replace("_", "-") for name in ASKED), "tokens")
    rows = [
        (name, *(f"{counts[what]:,}" for what in ASKED), f"{counts['tokens_sent'] + counts['tokens_received']:,}")
        for name, counts in told
    ]
    return [table(head, rows), *because(reasons or {})] if rows else []


def because(reasons: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return a table of the reasons for missing replies, the most frequent first; none without reasons."""
    rows = [
        (name, f"{times:,}", why)
        for name, counted in reasons.items()
        for why, times in sorted(counted.items(), key=lambda one: -one[1])
    ]
    return [table(("without a reply", "times", "reason"), rows)] if rows else []
