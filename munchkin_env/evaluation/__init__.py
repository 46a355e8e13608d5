"""Seeded matches between players, with intervals and reports."""

from munchkin_env.evaluation.card_stats import CardStats, GameStats, game_stats
from munchkin_env.evaluation.dataset import episodes, joint_episodes, record
from munchkin_env.evaluation.episode import Episode, Joint
from munchkin_env.evaluation.ladders import Ladder, Rung, ladder
from munchkin_env.evaluation.match import evaluate, social_metrics
from munchkin_env.evaluation.ratings import Rating
from munchkin_env.evaluation.result import Difference, Evaluation, Length, PlayerResult
from munchkin_env.evaluation.social import PlayerSocialMetrics, SocialMetrics

__all__ = [
    "CardStats", "Difference", "Episode", "Evaluation", "Joint", "Ladder", "Length", "PlayerResult",
    "PlayerSocialMetrics", "Rating", "Rung", "SocialMetrics", "GameStats", "episodes", "evaluate", "game_stats",
    "joint_episodes", "ladder", "record", "social_metrics",
]  # fmt: skip
