"""Seeded matches between players, with intervals and reports."""

from munchkin_env.evaluation.counting import CardTally, Tally, tally
from munchkin_env.evaluation.match import evaluate
from munchkin_env.evaluation.result import Evaluation, Length, PlayerResult

__all__ = ["CardTally", "Evaluation", "Length", "PlayerResult", "Tally", "evaluate", "tally"]
