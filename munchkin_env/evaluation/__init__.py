"""Seeded matches between players, with intervals and reports."""

from munchkin_env.evaluation.counting import CardTally, Tally, tally
from munchkin_env.evaluation.match import evaluate
from munchkin_env.evaluation.result import Evaluation, Length, PlayerResult
from munchkin_env.evaluation.rungs import Ladder, Rung, ladder

__all__ = [
    "CardTally", "Evaluation", "Ladder", "Length", "PlayerResult", "Rung", "Tally", "evaluate", "ladder", "tally",
]  # fmt: skip
