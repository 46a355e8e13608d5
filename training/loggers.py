"""Loggers of a run beside its metrics.jsonl: files of TensorBoard, and Weights & Biases (`run.loggers`)."""

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import munchkin_env as mk


class Logger(Protocol):
    """Destination of the metrics of a run."""

    def write(self, numbers: Mapping[str, float], step: int) -> None:
        """Write numbers by name, at so many timesteps."""

    def close(self) -> None:
        """Write what is left."""


class TensorBoard:
    """Files of TensorBoard in the run's folder; a continued run repeats some points."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._writer = SummaryWriter(str(path / "tensorboard"))

    def write(self, numbers: Mapping[str, float], step: int) -> None:
        """Add a point to each curve."""
        for name, value in numbers.items():
            self._writer.add_scalar(name, value, step)

    def close(self) -> None:
        """Close the files."""
        self._writer.close()


class WeightsAndBiases:
    """Run of Weights & Biases, the same one when the run is resumed.

    Its project is that of the variable WANDB_PROJECT, or munchkin_env; WANDB_MODE=offline writes into the run's folder.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        try:
            import wandb
        except ModuleNotFoundError as error:
            raise mk.ConfigError(
                f"run.loggers: expected the package wandb for wandb, got no module {error.name!r}; pip install wandb"
            ) from error
        first_start = (path / "provenance.jsonl").read_bytes().split(b"\n")[0]
        self._run = wandb.init(
            project=os.environ.get("WANDB_PROJECT", "munchkin_env"),
            name=path.name,
            id=hashlib.sha256(first_start).hexdigest()[:16],
            resume="allow",
            dir=str(path),
            config=dict(settings),
        )

    def write(self, numbers: Mapping[str, float], step: int) -> None:
        """Send the numbers to the run."""
        self._run.log(dict(numbers), step=step)

    def close(self) -> None:
        """End the run."""
        self._run.finish()


OPEN: dict[str, Callable[[Path, Mapping[str, Any]], Logger]] = {"tensorboard": TensorBoard, "wandb": WeightsAndBiases}
