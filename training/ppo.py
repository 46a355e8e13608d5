"""Masked PPO, in which every seat of the learner's is learnt from.

Each seat's own decisions get advantages (`training.gae`); `epochs` passes of PPO go over what the learner decided.

A seat is paid for how the game ends (`outcome`), and may be for the lead in levels and strength that it has gained
from one own decision to the next (`gain`), which teaches to get ahead and changes what is best. Shaping is
potential-based, which doesn't: the value of a seat is what the network says plus a potential, that same lead, so a
level gained counts at once, long before the network knows its worth, and is paid back where the game ends.

With a `teacher_weight` the learner is also held to what a bot would have answered in its place (kickstarting: Schmitt
et al. 2018), the less the longer the phase lasts.

Most decisions teach next to nothing: the answer was near certain, or what came of it is what was expected. The gradient
of an answer's log-probability is as long as the answer was in doubt, and counts as much as its advantage, so a share of
the decisions (`kept`) is drawn by the product of both, each weighted by one over its chance (importance sampling).
Where a teacher would have answered otherwise, he counts as much as his weight.

Where learning overlaps with playing, who has given the answers is not who learns from them. Steps are kept near the
learner as he is when learning begins, and a decision counts as much more as he would have given that answer sooner
(the decoupled objective of Hilton, Cobbe and Schulman 2022), up to `MOST_SOONER` times.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.foresight import explained
from training.gae import compute_gae
from training.sections import Ppo
from training.tables import Batch, Table, drawn_by

MOST_SOONER = 2.0
DOUBT = 0.03  # what an answer that teaches nothing counts all the same: its value and its entropy may
LEAST = -80.0  # log-probabilities below it count as this: exp of much less is slow, and they are nothing


class Optimising:
    """What the phase does with games and decisions; see `training.learner`."""

    def __init__(self, settings: Ppo) -> None:
        """settings: as they are now, without schedules."""
        self.settings = settings
        self.teacher = settings.teacher if settings.teacher_weight > 0 else None
        self.teacher_plays = 0.0
        self.asked = 1.0
        self.shaping: float = settings.shaping
        self.counted = (settings.strength, settings.rivalry)  # in a lead

    def batch(self, tables: Sequence[Table], draws: np.random.Generator) -> Batch:
        """The learner's decisions with the advantages of their seats, normalised over all."""
        ppo = self.settings
        advantages, returns = [], []
        for table in tables:
            gained, got = compute_gae(
                table.seats, table.values, self._rewards(table), table.done, table.turns, table.last_values,
                ppo.gamma, ppo.gae_lambda, ppo.gamma_per_turn,
            )  # fmt: skip
            advantages.append(gained)
            returns.append(got)
        whole = _of_mine(tables, advantages)
        advantages = [(gained - whole.mean()) / (whole.std() + 1e-6) for gained in advantages]
        weights = self.weights(tables, advantages, draws)
        facts: dict[str, Sequence[np.ndarray]] = {
            "advantages": advantages,
            "targets": [got - ppo.shaping * table.leads for table, got in zip(tables, returns, strict=True)],
        }
        foretold, got = _of_mine(tables, [table.values for table in tables]), _of_mine(tables, returns)
        return Batch.of(tables, weights, facts, {"explained_lambda": explained(foretold, got)})

    def weights(
        self, tables: Sequence[Table], advantages: Sequence[np.ndarray], draws: np.random.Generator
    ) -> list[np.ndarray]:
        """float32 (steps, games), for each table: what decisions of the learner's count, 0 for those left out."""
        teach = [self._teaches(table, gained) for table, gained in zip(tables, advantages, strict=True)]
        weights = drawn_by(np.concatenate([part.reshape(-1) for part in teach]), self.settings.kept, draws)
        ends = np.cumsum([part.size for part in teach])[:-1]
        return [part.reshape(one.shape) for part, one in zip(np.split(weights, ends), teach, strict=True)]

    def _teaches(self, table: Table, advantages: np.ndarray) -> np.ndarray:
        """float32 (steps, games): about how long the gradient of a decision is, 0 where somebody else decided."""
        doubt = 1.0 - np.exp(np.minimum(table.log_probs, 0.0))
        length = np.abs(advantages) * doubt + DOUBT
        if self.teacher is not None:
            length += self.settings.teacher_weight * np.where(table.labels == table.actions, doubt, 1.0)
        return np.where(table.mine, length, 0.0)

    def _rewards(self, table: Table) -> np.ndarray:
        """float32 (steps, games, players): what each seat gets by each step."""
        rewards: np.ndarray = table.rewards * np.float32(self.settings.outcome)
        if self.settings.gain:
            decided = table.seats[:, :, None] == np.arange(rewards.shape[2])
            rewards += np.float32(self.settings.gain) * gains(table)[:, :, None] * decided
        return rewards

    def catch_up(self, batch: Batch, log_probs: np.ndarray) -> None:
        """What somebody else has played is to be learnt from: log_probs are the learner's own, float32 (n,)."""
        sooner = np.exp(np.minimum(log_probs - batch.arrays["log_probs"], np.log(MOST_SOONER)))
        batch.arrays |= {"sooner": sooner.astype(np.float32), "log_probs": log_probs}

    def loss(self, part: SimpleNamespace, logits: Any, values: Any) -> tuple[Any, dict[str, Any]]:
        """(what is minimised, measurements) of a minibatch."""
        ppo = self.settings
        logs = functional.log_softmax(logits, 1)
        change = logs.gather(1, part.actions[:, None])[:, 0] - part.log_probs
        ratio = change.exp()
        clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
        weights = part.weights * getattr(part, "sooner", 1.0)
        policy_loss = -(torch.min(ratio * part.advantages, clipped * part.advantages) * weights).mean()
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


def gains(table: Table) -> np.ndarray:
    """float32 (steps, games): the lead that who decides has gained by his next decision in that game; 0 where the game
    ends before."""
    found = np.zeros_like(table.leads)
    later, rows = table.last_leads.copy(), np.arange(len(table.last_leads))
    for t in reversed(range(len(found))):
        later[table.done[t] != 0] = np.nan
        seats = table.seats[t]
        found[t] = np.nan_to_num(later[rows, seats] - table.leads[t], nan=0.0)
        later[rows, seats] = table.leads[t]
    return found


def _of_mine(tables: Sequence[Table], columns: Sequence[np.ndarray]) -> np.ndarray:
    """The learner's own decisions of (steps, games) arrays, one for each table, as one flat array."""
    return np.concatenate([column[table.mine] for table, column in zip(tables, columns, strict=True)])


__all__ = ["LEAST", "Optimising", "gains"]
