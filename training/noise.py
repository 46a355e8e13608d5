"""Gradient noise scale: the size of a minibatch whose gradient is as much noise as signal.

McCandlish et al. 2018, "An empirical model of large-batch training": it is tr Σ / |G|², where G is the gradient over
all possible decisions, and Σ the covariance of the gradient of one. Minibatches far smaller are mostly noise, far
larger ones are redundant. Both parts follow from the gradients of an iteration's minibatches, which learning computes
anyway: their spread gives tr Σ; the length of their mean, less the noise in it, gives |G|².

The estimate is approximate. Weights move from minibatch to minibatch, and the parts of their gradients that then cancel
are missing in |G|². Decisions of one game are correlated, and the common part of an iteration's decisions counts as
signal.
"""

import math
from typing import Any

import torch

import munchkin_env as mk
from training.run import is_number_or

SPAN = 20  # number of iterations in the average: a single estimate varies more than its size
WIDEST = 4  # largest factor between a minibatch and its setting


class Gradients:
    """Sums over the gradients of some minibatches of one iteration."""

    def __init__(self) -> None:
        self._minibatches = self._decisions = 0
        self._whole: Any = 0.0  # running mean of n · g
        self._squares: Any = 0.0  # running mean of n · |g|²

    def add(self, gradient: torch.Tensor, decisions: int) -> None:
        """Add a gradient of the mean loss over so many decisions, as one vector, before it is clipped."""
        self._minibatches += 1
        self._decisions += decisions
        if isinstance(self._whole, float):
            self._whole = torch.zeros_like(gradient)
        self._whole.add_(gradient, alpha=decisions)
        self._squares = self._squares + decisions * torch.dot(gradient, gradient).double()

    def estimates(self) -> tuple[float, float] | None:
        """Return unbiased estimates of tr Σ and |G|², the latter below 0 by chance.

        None without two minibatches to compare.
        """
        if self._minibatches < 2:
            return None
        mean = float((self._whole.double() / self._decisions).square().sum())
        trace = max(float(self._squares) - self._decisions * mean, 0.0) / (self._minibatches - 1)
        found = trace, mean - trace / self._decisions
        return found if all(map(math.isfinite, found)) else None


class Noise:
    """Running tr Σ and |G|² over the iterations of a phase: their means at first, exponential ones later."""

    def __init__(self, iterations: int = 0, trace: float = 0.0, square: float = 0.0) -> None:
        self.iterations, self.trace, self.square = iterations, trace, square

    def add(self, gradients: Gradients) -> None:
        """Add an iteration; one without two minibatches to compare changes nothing."""
        found = gradients.estimates()
        if found is not None:
            self.iterations = min(self.iterations + 1, SPAN)
            self.trace += (found[0] - self.trace) / self.iterations
            self.square += (found[1] - self.square) / self.iterations

    @property
    def scale(self) -> float | None:
        """Return the noise scale in decisions, infinite if no signal is found in the noise; None without data."""
        if self.square > 0:
            return self.trace / self.square
        return math.inf if self.trace > 0 else None

    def minibatch(self, plain: int, times: float, decisions: int) -> int:
        """Return `times` times the noise scale, `plain` if `times` is 0.

        `plain` is also its initial value and bounds it.

        decisions: those of an iteration, of which at least two minibatches are made, or else nothing would be measured.
        """
        if not times:
            return plain
        wished = plain if self.scale is None else times * self.scale
        bounded = max(min(wished, WIDEST * plain), plain / WIDEST)
        return max(1, min(round(bounded), -(-decisions // 2)))

    def measured(self) -> dict[str, float]:
        """Return the logged values; empty where there is no number."""
        scale = self.scale
        return {} if scale is None or math.isinf(scale) else {"noise_scale": scale}

    def state(self) -> dict[str, float]:
        """Return the state for a checkpoint."""
        return {"iterations": self.iterations, "trace": self.trace, "square": self.square}

    @classmethod
    def restored(cls, state: Any, where: str) -> "Noise":
        """Return the noise of `state()`. Raises SaveError if that is damaged."""
        found = state if isinstance(state, dict) else {}
        iterations, trace, square = (found.get(name, "") for name in ("iterations", "trace", "square"))
        counted = is_number_or(iterations, int) and 0 <= iterations <= SPAN
        if not counted or not is_number_or(trace, float) or trace < 0 or not is_number_or(square, float):
            raise mk.SaveError(f"{where}: noise: expected iterations, trace and square, got {state!r:.80}")
        return cls(iterations, float(trace), float(square))
