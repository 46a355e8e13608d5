"""Win rates with intervals from games that come in deals: the same cards played once in each rotation of the seats."""

import math

import numpy as np

Z95 = 1.959963984540054


def wilson(rate: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a rate observed in `n` independent games; (0, 1) without games."""
    if n <= 0:
        return 0.0, 1.0
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(max(0.0, rate * (1 - rate) / n + z * z / (4 * n * n)))
    return max(0.0, middle - half), min(1.0, middle + half)


def design_effect(shares: np.ndarray) -> float:
    """How much less the games tell than independent ones, at least 1.

    shares: float[deals, rotations], one player's share of each win. Games of a deal have the cards in common; the
    variance between deals against that of independent games says how much that matters. Duplicate deals usually
    make it smaller than 1; that is not taken for granted.
    """
    deals = len(shares)
    rate = float(shares.mean()) if shares.size else 0.0
    if deals < 2 or rate in (0.0, 1.0):
        return 1.0
    between = float(shares.mean(axis=1).var(ddof=1)) / deals
    return max(1.0, between / (rate * (1 - rate) / shares.size))


def interval(shares: np.ndarray) -> tuple[float, float]:
    """95 % interval of a win rate, clustered by deal: Wilson's, at the effective number of games."""
    if not shares.size:
        return 0.0, 1.0
    return wilson(float(shares.mean()), shares.size / design_effect(shares))


def win_shares(winners: np.ndarray, players: int) -> np.ndarray:
    """float[games, seats]: 1 shared equally by the winners (bits) of each game; zeros for a draw."""
    won = (winners[:, None] >> np.arange(players)) & 1
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))
