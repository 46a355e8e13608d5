"""Seeded matches between players, with intervals and reports."""

from munchkin_env.evaluation.card_stats import CardTally, Tally, tally
from munchkin_env.evaluation.dataset import Episode, Joint, episodes, joint_episodes, record
from munchkin_env.evaluation.ladders import Ladder, Rung, ladder
from munchkin_env.evaluation.match import evaluate, social
from munchkin_env.evaluation.ratings import Rating
from munchkin_env.evaluation.result import Difference, Evaluation, Length, PlayerResult
from munchkin_env.evaluation.social_metrics import Manners, Social

__all__ = [
    "CardTally", "Difference", "Episode", "Evaluation", "Joint", "Ladder", "Length", "Manners", "PlayerResult",
    "Rating", "Rung", "Social", "Tally", "episodes", "evaluate", "joint_episodes", "ladder", "record", "social",
    "tally",
]  # fmt: skip
