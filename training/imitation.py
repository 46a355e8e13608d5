"""Imitation: the policy learns the actions of a bot, and the value the results of such games.

The teacher plays a share of the games, by the schedule; the learner plays the others, labelled with the teacher's
actions (DAgger: Ross, Gordon and Bagnell 2011). So it also learns to act in states that only its own
mistakes lead to.

A teacher that searches (`rollout:8`) is asked for a share of the decisions only: expert iteration (Anthony, Tian and
Barber 2017) with a search that continues with veteran play.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from torch.nn import functional

from training.gae import compute_gae
from training.sections import Imitation
from training.tables import Batch, Table, thinned

PASS = 0  # the action


class Imitating:
    """Algorithm of an imitation phase; see `training.learner`."""

    def __init__(self, settings: Imitation) -> None:
        """Take the present settings, without schedules."""
        self.settings = settings
        self.teacher: str | None = settings.teacher
        self.teacher_play_fraction: float = settings.teacher_play_fraction
        self.query_fraction = settings.query_fraction
        self.shaping, self.counted = 0.0, (0.0, 1.0)

    def batch(self, tables: Sequence[Table], draws: np.random.Generator) -> Batch:
        """Return the learner's decisions with the teacher's actions and with returns, most passes left out."""
        returns, weights = [], []
        for table in tables:
            # λ = 1: returns need no values in between, which are missing where the teacher played
            _, gained = compute_gae(
                table.seats, table.values, table.rewards, table.done, table.turns, table.last_values, 1.0, 1.0
            )
            returns.append(gained)
            told = table.mine & (table.labels >= 0)
            weights.append(told * thinned(told & (table.labels == PASS), self.settings.pass_keep_fraction, draws))
        return Batch.of(tables, weights, {"targets": returns}, {})

    def loss(self, part: SimpleNamespace, logits: Any, values: Any) -> tuple[Any, dict[str, Any]]:
        """Return (loss, measurements) of a minibatch."""
        cross_entropy = (functional.cross_entropy(logits, part.labels, reduction="none") * part.weights).mean()
        value_loss = ((values - part.targets).square() * part.weights).mean()
        agreed = ((logits.argmax(1) == part.labels).float() * part.weights).mean()
        loss = cross_entropy + self.settings.vf_coef * value_loss
        return loss, {"cross_entropy": cross_entropy, "value_loss": value_loss, "teacher_agreement": agreed}
