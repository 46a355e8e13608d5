"""Training loop of both trainers: iterations, measurements, checkpoints, the end."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from training.evaluation import Evaluations, Learner
from training.run import Report, RunFolder
from training.sections import Config
from training.stopping import Interruption, ended, is_finished, stopped


class Trainer(Learner, Protocol):
    """A learner with its games and its pool: all parts of a run."""

    @property
    def phase(self) -> int:
        """Return the number of the present phase, from 0."""

    @property
    def unused(self) -> Sequence[str]:
        """Return the network settings without effect: its network came from `run.init_from`."""

    def run_iteration(self) -> dict[str, float]:
        """Play, learn, count. Returns measurements."""

    def save_checkpoint(self) -> None:
        """Write everything needed to continue exactly, and the present policy."""

    def restore(self, place: Path, facts: dict[str, Any]) -> None:
        """Continue from a checkpoint. Raises SaveError."""

    def close(self) -> None:
        """End the threads."""


def make_trainer(config: Config, folder: RunFolder) -> Trainer:
    """Return the trainer that the settings name; its libraries are imported now."""
    if config.run.trainer == "sb3":
        from training import sb3

        return sb3.Sb3Trainer(config, folder)
    from training import learner, population

    kind = population.Population if config.opponents.peers else learner.PpoTrainer
    return kind(config, folder)


def train(folder: RunFolder, resumed: tuple[Path, dict[str, Any]] | None = None) -> int:
    """Train until the settings end the run, or a person by Ctrl-C or SIGTERM.

    Args:
        folder: of the run.
        resumed: (folder, facts) of the checkpoint to continue from.

    Returns:
        The exit status of the command: 0 if the settings ended it.
    """
    config, run = folder.config, folder.config.run
    trainer = make_trainer(config, folder)
    if resumed:
        trainer.restore(*resumed)
    evaluations = Evaluations(config, folder)
    saved = trainer.iteration if resumed else -1
    with Report(run.total_timesteps, trainer.decisions) as report, Interruption() as interruption:
        if trainer.unused:
            report.say(f"network: the one of run.init_from keeps its own {', '.join(trainer.unused)}")
        if not resumed:
            evaluations.measure(trainer, report)
        last = _is_over(trainer, config)
        if last:
            report.say(f"no iteration: the first evaluation took the time of run.seconds={run.seconds:g}")
        while not last and not interruption.asked:
            before, began = trainer.decisions, time.perf_counter()
            measured = trainer.run_iteration()
            speed = (trainer.decisions - before) / (time.perf_counter() - began)
            folder.log(
                "iteration", trainer.iteration, trainer.decisions, time_elapsed=trainer.clock.seconds, fps=speed,
                **measured,
            )  # fmt: skip
            report.moved(trainer.decisions, speed, trainer.doing)
            # This line comes before the evaluation, which takes time: however the run ends, the last iteration is
            # saved. The checkpoint comes last: earlier measurements are repeated if it is not reached.
            last = _is_over(trainer, config)
            best = evaluations.best
            if last or trainer.iteration % config.evaluation.every == 0:
                evaluations.measure(trainer, report)
            # A resume never forgets the evaluation of the best policy: its line is saved with it.
            if last or trainer.iteration % run.checkpoint_every == 0 or evaluations.best > best:
                trainer.save_checkpoint()
                saved = trainer.iteration
        if saved != trainer.iteration:
            trainer.save_checkpoint()
        report.say(f"{folder.path}: {_shares(trainer.clock.parts, run.overlap)}")
        phases = len(config.phases)
        if last and trainer.phase < phases - 1:
            report.say(f"the run ended in phase {trainer.phase + 1} of {phases}: the later ones were not reached")
        report.say(ended(folder) if last else stopped(folder))
    trainer.close()
    return 0 if last else interruption.status


def _is_over(trainer: Trainer, config: Config) -> bool:
    """Return True if the settings end the run now."""
    return is_finished(config, {"decisions": trainer.decisions, "seconds": trainer.clock.seconds})


def _shares(parts: dict[str, float], overlap: bool) -> str:
    """Return the shares of the time by part, of both threads if learning overlaps."""
    whole = sum(parts.values()) or 1.0
    what = "time of both threads" if overlap else "time"
    return f"{what}: " + ", ".join(f"{name} {100 * seconds / whole:.0f} %" for name, seconds in parts.items())
