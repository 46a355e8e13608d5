"""Potential-based shaping: what a position is worth to a seat by levels alone."""

import numpy as np

from munchkin_env.errors import ConfigError, shown

MOST = float(np.finfo(np.float32).max)  # rewards are of this type


def check_weight(shaping: object) -> float:
    """The weight of the shaped reward, 0 for none. Raises ConfigError."""
    right = isinstance(shaping, int | float) and not isinstance(shaping, bool)
    if not right or not -MOST <= shaping <= MOST:  # type: ignore[operator]  # NaN is neither
        raise ConfigError(f"shaping: expected a finite number, got {shown(shaping)}")
    return float(shaping)  # type: ignore[arg-type]


def potentials(levels: np.ndarray, goal: int, weight: float) -> np.ndarray:
    """float64 (…, P): each seat's level minus the mean of the others', in parts of the goal, times the weight.

    levels: integers (…, P).
    """
    wide = levels.astype(np.float64)
    others = (wide.sum(-1, keepdims=True) - wide) / (wide.shape[-1] - 1)
    return weight / goal * (wide - others)


__all__ = ["check_weight", "potentials"]
