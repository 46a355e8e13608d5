"""Foresight: the part of games' results that the learner's values predict.

The targets of values, λ-returns, are mostly made of values: a network may explain most of their variance and
hardly any of the results. So the expectations at each decision of a game are summed until the game is over, also
over several iterations, and then compared with the seat's result.
"""

from collections.abc import Sequence

import numpy as np

import munchkin_env as mk


class Foresight:
    """Expectations in games that are played side by side, and the results of one iteration."""

    def __init__(self, games: int, seats: int) -> None:
        self.expected = np.zeros((3, games, seats))  # in games that go on: decisions, and sums of values and squares
        # Of the decisions of games that have ended: their number, sums of errors and squares, of outcomes and squares.
        self.sums = np.zeros(5)

    def note(self, games: np.ndarray, seats: np.ndarray, values: np.ndarray) -> None:
        """Note that seats expect these values of the ends of their games; int, int and float (n,), no seat twice."""
        wide = values.astype(np.float64)
        self.expected[:, games, seats] += np.stack([np.ones(len(wide)), wide, wide * wide])

    def end(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        """Note that these games, int (n,), are over; float outcomes (n, seats)."""
        n, total, squares = self.expected[:, games]
        got = outcomes.astype(np.float64)
        of_squares = n * got**2 - 2 * got * total + squares
        self.sums += [part.sum() for part in (n, n * got - total, of_squares, n * got, n * got**2)]
        self.expected[:, games] = 0.0

    def begin(self) -> None:
        """Begin an iteration: results are counted again, expectations in unfinished games are kept."""
        self.sums[:] = 0.0

    def restore(self, expected: np.ndarray) -> None:
        """Continue from `expected` of a checkpoint. Raises SaveError."""
        if expected.shape != self.expected.shape or not np.isfinite(expected).all():
            raise mk.SaveError(
                f"foresight: expected finite numbers of the shape {self.expected.shape}, got {expected.shape}"
            )
        self.expected[:] = expected


def explained(values: np.ndarray, outcomes: np.ndarray) -> float:
    """Return the share of the variance of `outcomes` that `values` explain.

    1 is all of it, 0 no more than their mean would.
    """
    return float(1 - (outcomes - values).var() / max(float(outcomes.var()), 1e-9))


def explained_variance_outcomes(parts: Sequence[Foresight]) -> dict[str, float]:
    """Return `explained_variance_outcomes`: that share, over all decisions of the games that ended.

    It is nothing where none did, or all alike.
    """
    n, error, errors, outcome, outcomes = np.sum([part.sums for part in parts], axis=0)
    variance = outcomes / n - (outcome / n) ** 2 if n else 0.0
    if variance < 1e-9:
        return {}
    return {"explained_variance_outcomes": float(1 - (errors / n - (error / n) ** 2) / variance)}
