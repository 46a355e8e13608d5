"""How much of how games end the learner's values foretell.

What values are trained towards, λ-returns, is made of values for the most part: a network may explain much of those and
next to nothing of how games end. So what was expected at each decision of a game is kept, as sums, until the game is
over, in however many iterations, and then compared with what the seat got.
"""

from collections.abc import Sequence

import numpy as np

import munchkin_env as mk


class Foresight:
    """What was expected in some games that are played side by side, and what came of it in one iteration."""

    def __init__(self, games: int, seats: int) -> None:
        self.expected = np.zeros((3, games, seats))  # in games that go on: decisions, and sums of values and squares
        # Of the decisions of games that have ended: their number, sums of errors and squares, of outcomes and squares.
        self.sums = np.zeros(5)

    def note(self, games: np.ndarray, seats: np.ndarray, values: np.ndarray) -> None:
        """Seats expect these values of the ends of their games; int, int and float (n,), no seat twice."""
        wide = values.astype(np.float64)
        self.expected[:, games, seats] += np.stack([np.ones(len(wide)), wide, wide * wide])

    def end(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        """These games, int (n,), are over; float outcomes (n, seats)."""
        n, total, squares = self.expected[:, games]
        got = outcomes.astype(np.float64)
        of_squares = n * got**2 - 2 * got * total + squares
        self.sums += [part.sum() for part in (n, n * got - total, of_squares, n * got, n * got**2)]
        self.expected[:, games] = 0.0

    def begin(self) -> None:
        """A new iteration: what came of games is counted anew, what is expected in those that go on is kept."""
        self.sums[:] = 0.0

    def restore(self, expected: np.ndarray | None) -> None:
        """Goes on from `expected` of a checkpoint; None: of a run of before it was kept. Raises SaveError."""
        if expected is None:
            return
        if expected.shape != self.expected.shape or not np.isfinite(expected).all():
            raise mk.SaveError(
                f"foresight: expected finite numbers of the shape {self.expected.shape}, got {expected.shape}"
            )
        self.expected[:] = expected


def explained(values: np.ndarray, outcomes: np.ndarray) -> float:
    """The share of the variance of `outcomes` that `values` explain: 1 all of it, 0 no more than their mean would."""
    return float(1 - (outcomes - values).var() / max(float(outcomes.var()), 1e-9))


def explained_outcomes(parts: Sequence[Foresight]) -> dict[str, float]:
    """`explained_outcomes`: that share, over all decisions of the games that ended; nothing where none did, or all
    alike."""
    n, error, errors, outcome, outcomes = np.sum([part.sums for part in parts], axis=0)
    variance = outcomes / n - (outcome / n) ** 2 if n else 0.0
    if variance < 1e-9:
        return {}
    return {"explained_outcomes": float(1 - (errors / n - (error / n) ** 2) / variance)}


__all__ = ["Foresight", "explained", "explained_outcomes"]
