"""Descriptions of cards in plain English, made only from their numbers and clauses.

The words are the project's, never those printed on the card. "You" is the player who has, plays or suffers the card.
"""

from munchkin_env.cards.explain.abilities import ABILITY_PHRASES
from munchkin_env.cards.explain.card import (
    AIM_PHRASES,
    MOMENT_PHRASES,
    coverage,
    coverage_table,
    explain,
    explain_card,
    explain_option,
    owner_of,
)
from munchkin_env.cards.explain.phrases import PHRASES

__all__ = [
    "ABILITY_PHRASES",
    "AIM_PHRASES",
    "MOMENT_PHRASES",
    "PHRASES",
    "coverage",
    "coverage_table",
    "explain",
    "explain_card",
    "explain_option",
    "owner_of",
]
