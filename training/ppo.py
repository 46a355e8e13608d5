"""Masked PPO over the decisions of every seat of the learner.

Each seat's own decisions get advantages (`training.gae`); `n_epochs` passes of PPO go over what the learner decided.

The reward of a seat is the game's result (`outcome_coef`), and may include the lead in levels and strength gained from
one own decision to the next (`lead_coef`). This is a dense reward, which changes the optimal policy. Shaping is
potential-based and does not change it: the value of a seat is the network's output plus a potential, the same lead. A
level therefore counts at once, before the network has learnt its value, and is subtracted at the end of the game.

With a `teacher_coef` the loss has a cross-entropy term towards a bot's actions (kickstarting: Schmitt et al. 2018),
with a weight that falls during the phase.

Most decisions teach next to nothing: the action was near certain, or its result was expected. The gradient of an
action's log-probability is as long as the action was uncertain, and counts as much as its advantage. So a share of the
decisions (`keep_fraction`) is sampled by the product of both, each weighted by one over its probability (importance
sampling).
Where a teacher would have acted otherwise, its weight is added.

Where learning overlaps with playing, the acting policy is not the learning one. Steps are kept near the learner at the
beginning of learning. A decision is weighted by the ratio of the learner's probability of that action to the actor's
(the decoupled objective of Hilton, Cobbe and Schulman 2022), up to `MOST_SOONER`.
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
DOUBT = 0.03  # minimum weight of a decision without policy gradient, whose value and entropy still count
LEAST = -80.0  # lower bound of log-probabilities: exp of much less is slow, and practically 0


class Optimising:
    """Algorithm of a PPO phase; see `training.learner`."""

    def __init__(self, settings: Ppo) -> None:
        """Take the present settings, without schedules."""
        self.settings = settings
        self.teacher = settings.teacher if settings.teacher_coef > 0 else None
        self.teacher_play_fraction = 0.0
        self.query_fraction = 1.0
        self.shaping: float = settings.shaping
        self.counted = (settings.strength_coef, settings.opponents_lead_coef)  # weight of strength in a lead

    def batch(self, tables: Sequence[Table], draws: np.random.Generator) -> Batch:
        """Return the learner's decisions with the advantages of their seats, normalised over all."""
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
        measured = {"explained_variance": explained(foretold, got)} if got.size else {}
        return Batch.of(tables, weights, facts, measured)

    def weights(
        self, tables: Sequence[Table], advantages: Sequence[np.ndarray], draws: np.random.Generator
    ) -> list[np.ndarray]:
        """Return the weights of the learner's decisions, float32 (steps, games) for each table.

        They are 0 for those left out.
        """
        teach = [self._teaches(table, gained) for table, gained in zip(tables, advantages, strict=True)]
        weights = drawn_by(np.concatenate([part.reshape(-1) for part in teach]), self.settings.keep_fraction, draws)
        ends = np.cumsum([part.size for part in teach])[:-1]
        return [part.reshape(one.shape) for part, one in zip(np.split(weights, ends), teach, strict=True)]

    def _teaches(self, table: Table, advantages: np.ndarray) -> np.ndarray:
        """Return about the length of a decision's gradient, float32 (steps, games), 0 for others' decisions."""
        doubt = 1.0 - np.exp(np.minimum(table.log_probs, 0.0))
        length = np.abs(advantages) * doubt + DOUBT
        if self.teacher is not None:
            length += self.settings.teacher_coef * np.where(table.labels == table.actions, doubt, 1.0)
        return np.where(table.mine, length, 0.0)

    def _rewards(self, table: Table) -> np.ndarray:
        """Return the rewards of each seat by each step, float32 (steps, games, players)."""
        rewards: np.ndarray = table.rewards * np.float32(self.settings.outcome_coef)
        if self.settings.lead_coef:
            decided = table.seats[:, :, None] == np.arange(rewards.shape[2])
            rewards += np.float32(self.settings.lead_coef) * gains(table)[:, :, None] * decided
        return rewards

    def catch_up(self, batch: Batch, log_probs: np.ndarray) -> None:
        """Add the learner's own log-probabilities, float32 (n,), of decisions that another policy has made."""
        sooner = np.exp(np.minimum(log_probs - batch.arrays["log_probs"], np.log(MOST_SOONER)))
        batch.arrays |= {"sooner": sooner.astype(np.float32), "log_probs": log_probs}

    def loss(self, part: SimpleNamespace, logits: Any, values: Any) -> tuple[Any, dict[str, Any]]:
        """Return (loss, measurements) of a minibatch."""
        ppo = self.settings
        logs = functional.log_softmax(logits, 1)
        change = logs.gather(1, part.actions[:, None])[:, 0] - part.log_probs
        ratio = change.exp()
        clipped = ratio.clamp(1 - ppo.clip_range, 1 + ppo.clip_range)
        weights = part.weights * getattr(part, "sooner", 1.0)
        policy_loss = -(torch.min(ratio * part.advantages, clipped * part.advantages) * weights).mean()
        value_loss = ((values - part.targets).square() * part.weights).mean()
        likely = logs.clamp(min=LEAST)
        entropy = -((likely.exp() * likely).sum(1) * part.weights).mean()  # an illegal action counts nothing
        loss = policy_loss + ppo.vf_coef * value_loss - ppo.ent_coef * entropy
        measured = {
            "entropy": entropy,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "approx_kl": ((ratio - 1 - change) * part.weights).mean(),
            "clip_fraction": (((ratio - 1).abs() > ppo.clip_range).float() * part.weights).mean(),
        }
        if self.teacher is not None:
            held = -(logs.gather(1, part.labels[:, None])[:, 0] * part.weights).mean()
            loss = loss + ppo.teacher_coef * held
            measured["cross_entropy"] = held
        return loss, measured


def gains(table: Table) -> np.ndarray:
    """Return the lead that the acting seat gains until its next decision in that game, float32 (steps, games).

    It is 0 where the game ends before.
    """
    found = np.zeros_like(table.leads)
    later, rows = table.last_leads.copy(), np.arange(len(table.last_leads))
    for t in reversed(range(len(found))):
        later[table.done[t] != 0] = np.nan
        seats = table.seats[t]
        found[t] = np.nan_to_num(later[rows, seats] - table.leads[t], nan=0.0)
        later[rows, seats] = table.leads[t]
    return found


def _of_mine(tables: Sequence[Table], columns: Sequence[np.ndarray]) -> np.ndarray:
    """Return the learner's own decisions of (steps, games) arrays, one for each table, as one flat array."""
    return np.concatenate([column[table.mine] for table, column in zip(tables, columns, strict=True)])
