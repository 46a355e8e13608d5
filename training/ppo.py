"""Masked PPO, in which every seat of the learner's is learnt from.

Each seat's own decisions get advantages (`mk.advantages`); `epochs` passes of PPO go over what the learner decided.

Shaping is potential-based, which changes no best policy: the value of a seat is what the network says plus a
potential, its lead in levels and strength, so a level gained counts at once, long before the network knows its worth.

With a `teacher_weight` the learner is also held to what a bot would have answered in its place (kickstarting: Schmitt
et al. 2018), the less the longer the phase lasts. Answers that were near certain teach little and are most of all; a
share of them, weighted the more, gives the same gradient on average.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import munchkin_env as mk
from training.config import Ppo
from training.foresight import explained
from training.tables import Batch, Table, thinned

LEAST = -80.0  # log-probabilities below it count as this: exp of much less is slow, and they are nothing


class Optimising:
    """What the phase does with games and decisions; see `training.learner`."""

    def __init__(self, settings: Ppo, game: Any) -> None:
        """settings: as they are now, without schedules. game: the `mk.spec` of what is played."""
        self.settings = settings
        self.teacher = settings.teacher if settings.teacher_weight > 0 else None
        self.teacher_plays = 0.0
        self.asked = 1.0
        places = {section.name: section.start for section in game.global_sections}
        self._goal = places["goal"]
        self._level, self._bonus, self._present = (
            [places[f"seat{i}.{name}"] for i in range(6)] for name in ("level", "bonus", "present")
        )

    def potential(self, seen: np.ndarray) -> np.ndarray:
        """float32 (n,): the observer's lead over the mean of the others, of int16 globals (n, G)."""
        if not self.settings.shaping:
            return np.zeros(len(seen), np.float32)
        levels = seen[:, self._level] + self.settings.strength * seen[:, self._bonus]
        present = seen[:, self._present] > 0
        others = (levels * present)[:, 1:].sum(axis=1) / np.maximum(present[:, 1:].sum(axis=1), 1)
        return (self.settings.shaping * (levels[:, 0] - others) / seen[:, self._goal]).astype(np.float32)

    def batch(self, tables: Sequence[Table], width: int, draws: np.random.Generator) -> Batch:
        """The learner's decisions with the advantages of their seats, normalised over all."""
        ppo = self.settings
        advantages, returns, weights = [], [], []
        for table in tables:
            gained, got = mk.advantages(
                table.seats, table.values, table.rewards, table.done, table.turns, table.last_values,
                ppo.gamma, ppo.gae_lambda, ppo.gamma_per_turn,
            )  # fmt: skip
            advantages.append(gained)
            returns.append(got)
            certain = table.mine & (table.log_probs > np.log(max(ppo.certain, 1e-9)))
            weights.append(table.mine * thinned(certain, ppo.certain_kept, draws))
        whole = _of_mine(tables, advantages)
        facts: dict[str, Sequence[np.ndarray]] = {
            "advantages": [(gained - whole.mean()) / (whole.std() + 1e-6) for gained in advantages],
            "targets": [got - table.potentials for table, got in zip(tables, returns, strict=True)],
        }
        foretold, got = _of_mine(tables, [table.values for table in tables]), _of_mine(tables, returns)
        return Batch.of(tables, weights, width, facts, {"explained_lambda": explained(foretold, got)})

    def loss(self, part: SimpleNamespace, logits: Any, values: Any) -> tuple[Any, dict[str, Any]]:
        """(what is minimised, measurements) of a minibatch."""
        ppo = self.settings
        logs = functional.log_softmax(logits, 1)
        change = logs.gather(1, part.actions[:, None])[:, 0] - part.log_probs
        ratio = change.exp()
        clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
        policy_loss = -(torch.min(ratio * part.advantages, clipped * part.advantages) * part.weights).mean()
        value_loss = ((values - part.targets).square() * part.weights).mean()
        likely = logs.clamp(min=LEAST)
        entropy = -((likely.exp() * likely).sum(1) * part.weights).mean()  # an illegal action counts nothing
        loss = policy_loss + ppo.value * value_loss - ppo.entropy * entropy
        divergence = ((ratio - 1 - change) * part.weights).mean()
        measured = {"entropy": entropy, "policy_loss": policy_loss, "value_loss": value_loss, "divergence": divergence}
        if self.teacher is not None:
            held = -(logs.gather(1, part.labels[:, None])[:, 0] * part.weights).mean()
            loss = loss + ppo.teacher_weight * held
            measured["cross_entropy"] = held
        return loss, measured


def _of_mine(tables: Sequence[Table], columns: Sequence[np.ndarray]) -> np.ndarray:
    """The learner's own decisions of (steps, games) arrays, one for each table, as one flat array."""
    return np.concatenate([column[table.mine] for table, column in zip(tables, columns, strict=True)])


__all__ = ["LEAST", "Optimising"]
