"""Shared parts of the tests of `training/rllib`. They need Ray, whose pins need an environment of their own."""

import os
from typing import Any

import pytest

from tests.envs.slow_rows import SMALL

CONTROLS = [[], ["greedy"], ["greedy", "random"]]
"""Bots at a table of three."""

# Settings of a run that is over in seconds; a game has some fifty decisions.
TINY = [
    *("--players", "3", "--set", "round_limit=2", "--set", "round_limit_result=leader_wins"),
    *("--train-batch-size", "256", "--batch-size", "64", "--n-epochs", "1", "--hidden", "16", "--envs-per-runner", "2"),
    *("--object-store", "100", "--eval-games", "0"),
]


def need_ray() -> None:
    """Skip the module where Ray is not installed. To be called before any import of `training.rllib`."""
    pytest.importorskip("ray", reason="Ray is not installed here; `make test-distributed` runs these tests")
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import torch

    torch.set_num_threads(1)


def small_game() -> dict[str, Any]:
    """The settings of `TINY`."""
    return dict(SMALL)
