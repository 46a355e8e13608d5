"""Measure the cost in gradient noise of learning from a share of the decisions.

`python -m benchmarks gradient_noise [DECISIONS]` trains the first phase of configs/selfplay.yaml for so many decisions
(2.6 million), plays one iteration more, and takes the mean gradient of its loss: over all decisions, and over those
that several ways of selection keep. The added variance of the gradient is reported as a share of its variance from
iteration to iteration (from gradients of halves of the games).
"""

import dataclasses
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from benchmarks.measuring import numbers
from training.bench import one_phase
from training.config import read_config
from training.learner import PpoTrainer
from training.ppo import Optimising
from training.run import RunFolder
from training.tables import Table, thinned

DECISIONS = 2_600_000
TURNS = 6  # gradients that a figure averages
Weighting = Callable[[Table, np.random.Generator], np.ndarray]


class Weighted(Optimising):
    """PPO, with other weights of the decisions."""

    weigh: Weighting

    def weights(
        self, tables: Sequence[Table], advantages: Sequence[np.ndarray], draws: np.random.Generator
    ) -> list[np.ndarray]:
        return [self.weigh(table, draws).astype(np.float32) for table in tables]


def gradient(trainer: PpoTrainer, algorithm: Optimising) -> tuple[torch.Tensor, float]:
    """Return (the mean gradient of the decisions that the algorithm learns from, their share of all)."""
    batch = algorithm.batch(trainer.tables, trainer.draws)
    trainer.network.zero_grad(set_to_none=True)
    for rows in np.array_split(np.arange(len(batch)), -(-len(batch) // 4096)):
        part = batch.part(rows, trainer._tensor, trainer.network.inputs)
        loss, _ = algorithm.loss(part, *trainer.network(*part.given))
        (loss * len(rows) / len(batch)).backward()
    return trainer._gradient().double(), len(batch) / sum(int(table.mine.sum()) for table in trainer.tables)


def apart(one: torch.Tensor, other: torch.Tensor) -> float:
    return float((one - other).square().sum())


def main() -> None:
    (decisions,) = numbers(__doc__, decisions=DECISIONS)
    config = one_phase(read_config("configs/selfplay.yaml", ["game.n_envs=512"]), 0)
    with tempfile.TemporaryDirectory() as place:
        run = dataclasses.replace(config.run, dir=str(Path(place) / "run"), loggers=[])
        config = dataclasses.replace(config, run=run)
        trainer = PpoTrainer(config, RunFolder.create(config))
        while trainer.decisions < decisions:
            trainer.run_iteration()
    for table in trainer.tables:
        table.begin()
        trainer._play(table, 0.0)
        trainer._look_ahead(table)
    ppo = trainer.algorithm.settings

    def weighted(weigh: Weighting) -> Optimising:
        algorithm = Weighted(ppo)
        algorithm.weigh = weigh
        return algorithm

    def halves() -> float:
        """Return the variance of a batch's gradient, from that of two halves."""
        chosen = np.isin(np.arange(512), trainer.draws.permutation(512)[:256])
        one, other = (gradient(trainer, weighted(lambda table, _, k=k: table.mine * k))[0] for k in (chosen, ~chosen))
        return apart(one, other) / 4

    def certain(table: Table, draws: np.random.Generator) -> np.ndarray:
        return table.mine * thinned(table.mine & (table.log_probs > np.log(0.99)), 0.2, draws)

    whole, _ = gradient(trainer, weighted(lambda table, _: table.mine))
    anyway = np.mean([halves() for _ in range(TURNS)])
    ways: dict[str, Optimising] = {"nearly certain actions, one in five": weighted(certain)}
    for share in (0.68, 0.35):
        ways[f"any, {share:.0%}"] = weighted(
            lambda table, draws, q=share: table.mine * (draws.random(table.mine.shape) < q)
        )
    for share in (0.68, 0.5, 0.35, 0.25, 0.2):
        ways[f"by gradient length, {share:.0%}"] = Optimising(dataclasses.replace(ppo, keep_fraction=share))
    print("| kept decisions | share of all | variance added |\n|---|--:|--:|")
    for name, algorithm in ways.items():
        found = [gradient(trainer, algorithm) for _ in range(TURNS)]
        added = np.mean([apart(one, whole) for one, _ in found]) / anyway
        print(f"| {name} | {np.mean([share for _, share in found]):.0%} | {added:.0%} |", flush=True)


if __name__ == "__main__":
    main()
