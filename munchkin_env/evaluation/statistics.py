"""Win rates with intervals from games grouped by seed: the same cards played once in each rotation of the seats."""

import math
from collections.abc import Sequence

import numpy as np

from munchkin_env.errors import ConfigError, shown

Z95 = 1.959963984540054


def wilson(rate: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a rate observed in `n` independent games; (0, 1) without games."""
    if n <= 0:
        return 0.0, 1.0
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(max(0.0, rate * (1 - rate) / n + z * z / (4 * n * n)))
    return max(0.0, middle - half), min(1.0, middle + half)


def design_effect(shares: np.ndarray) -> float:
    """Return the factor by which the games inform less than independent ones, at least 1.

    shares: float[seeds, rotations], one player's share of each win. Games of a seed have the cards in common; the
    variance between seeds over that of independent games measures the effect. Seat rotations usually make it smaller
    than 1; that is not taken for granted.
    """
    deals = len(shares)
    rate = float(shares.mean()) if shares.size else 0.0
    if deals < 2 or rate in (0.0, 1.0):
        return 1.0
    between = float(shares.mean(axis=1).var(ddof=1)) / deals
    return max(1.0, between / (rate * (1 - rate) / shares.size))


def variance_ratio(shares: np.ndarray) -> float | None:
    """Return the variance of the mean of such games over that of independent games.

    Those are as many games of different seeds, in a random seat of each.

    shares: float[D, R], one player's share of each win, a seed per line, each line in all rotations. With m_d the mean
    of seed d and m that of all: the variance of m is v = Σ (m_d - m)² / ((D - 1) D); a game of its own has the variance
    w = mean(x²) - m² + v (unbiased: m² is too large by v on average), and D R of them have w / (D R). The ratio is v D
    R / w: 0.8 means that the games inform as much as 1 / 0.8 times as many independent ones. None for fewer than two
    seeds, and where all games are alike.
    """
    deals = len(shares)
    if deals < 2:
        return None
    of_mean = float(shares.mean(axis=1).var(ddof=1)) / deals
    of_game = float((shares**2).mean() - shares.mean() ** 2) + of_mean
    return of_mean * shares.size / of_game if of_game > 0 else None


def difference_interval(differences: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of a mean difference of win rates, clustered by seed.

    differences: float[D], the mean of each seed.

    Wald's interval with two added seeds, half of them at 0 and a quarter each at -1 and 1: the method of Agresti and
    Min for matched proportions, so that few seeds, or seeds that are all alike, do not look certain.
    """
    n = len(differences) + 2
    middle = float(differences.sum()) / n
    variance = (float((differences**2).sum()) + 1) / n - middle**2
    half = Z95 * math.sqrt(variance / n)
    return max(-1.0, middle - half), min(1.0, middle + half)


def ratio_interval(parts: np.ndarray, wholes: np.ndarray, is_share: bool) -> tuple[float, float]:
    """Return the 95 % interval of Σ parts / Σ wholes, clustered by seed.

    parts, wholes: float[D] each, a seed per entry, with Σ wholes above 0. is_share: parts are a share of wholes, so
    that the interval ends at 1.

    It uses the variance of the seeds' residuals, (p_d - r w_d) / Σ w, and Student's quantile of D - 1. Where all seeds
    are alike, or there is only one, a share has Wilson's interval of Σ wholes cases, and a count Poisson's.
    """
    deals, whole = len(parts), float(wholes.sum())
    ratio = float(parts.sum()) / whole
    left = (parts - ratio * wholes) / whole
    if deals < 2 or np.allclose(left, 0.0, rtol=0.0, atol=1e-12):
        return wilson(ratio, whole) if is_share else _poisson(float(parts.sum()), whole)
    half = _student(deals - 1) * math.sqrt(deals / (deals - 1) * float((left**2).sum()))
    return max(0.0, ratio - half), min(1.0, ratio + half) if is_share else ratio + half


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return (mean, low, high) of independent figures: their mean and its 95 % interval by Student's t.

    The figures are such as one per seed. The interval supposes normally distributed figures; with three seeds it is 4.3
    standard errors wide on each side.

    Args:
        values: two or more finite numbers.

    Returns:
        Three floats in the unit of the values.

    Raises:
        ConfigError: fewer than two figures, which have no spread.

    Examples:
        >>> import munchkin_env as mk
        >>> mean, low, high = mk.mean_interval([0.50, 0.54, 0.58])
        >>> print(f"{mean:.2f} ({low:.2f} to {high:.2f})")
        0.54 (0.44 to 0.64)
    """
    try:
        numbers = np.asarray(values, float)
    except (TypeError, ValueError):
        numbers = np.array(math.nan)
    if numbers.ndim != 1 or len(numbers) < 2 or not np.isfinite(numbers).all():
        raise ConfigError(f"values: expected two or more finite numbers, got {shown(values)}")
    mean = float(numbers.mean())
    half = _student(len(numbers) - 1) * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return mean, mean - half, mean + half


def _poisson(count: float, whole: float) -> tuple[float, float]:
    """Return the 95 % interval of a rate: the score interval of so many in `whole`."""
    middle, half = count + Z95**2 / 2, Z95 * math.sqrt(count + Z95**2 / 4)
    return max(0.0, middle - half) / whole, (middle + half) / whole


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t.

    It is the series in 1 / freedom, except for the first three, at which the series is wrong.
    """
    if freedom <= 3:
        return (12.706, 4.303, 3.182)[freedom - 1]
    z, n = Z95, freedom
    series = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + series[0] / n + series[1] / n**2 + series[2] / n**3


def places(won: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Return places, float[games, P].

    Winners come before losers, then the higher level; equals share the mean of their places.

    won: [games, P], more than 0 where a player won. levels: int[games, P], at the end.
    """
    score = levels + (won > 0) * 1000
    better = (score[:, None, :] > score[:, :, None]).sum(axis=2)
    equal = (score[:, None, :] == score[:, :, None]).sum(axis=2)
    found: np.ndarray = better + (equal + 1) / 2
    return found


def interval(shares: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of a win rate, clustered by seed: Wilson's, at the effective number of games."""
    if not shares.size:
        return 0.0, 1.0
    return wilson(float(shares.mean()), shares.size / design_effect(shares))


def win_shares(winners: np.ndarray, players: int) -> np.ndarray:
    """Return win shares, float[games, seats]: 1 shared equally by the winners (bits) of each game; zeros for a draw."""
    won = (winners[:, None] >> np.arange(players)) & 1
    shares: np.ndarray = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    return shares
