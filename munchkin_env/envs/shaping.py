"""Potential-based shaping: what a position is worth to a seat by levels alone."""

import numpy as np

from munchkin_env.errors import ConfigError


def check_weight(shaping: object) -> float:
    """The weight of the shaped reward, 0 for none. Raises ConfigError."""
    if isinstance(shaping, bool) or not isinstance(shaping, int | float) or not np.isfinite(shaping):
        raise ConfigError(f"shaping: expected a finite number, got {shaping!r}")
    return float(shaping)


def potentials(levels: np.ndarray, goal: int, weight: float) -> np.ndarray:
    """float64 (…, P): each seat's level minus the mean of the others', in parts of the goal, times the weight.

    levels: integers (…, P).
    """
    wide = levels.astype(np.float64)
    others = (wide.sum(-1, keepdims=True) - wide) / (wide.shape[-1] - 1)
    return weight / goal * (wide - others)


__all__ = ["check_weight", "potentials"]
