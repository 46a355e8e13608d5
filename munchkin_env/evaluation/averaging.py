"""Ratings that copied players do not move: Soft Condorcet and Nash averaging, with bootstrap intervals over seeds.

Both start from P, float (N, N): P[a, b] is the share of the wins of a table of both that went to a, so P + Pᵀ = 1 and
the diagonal is 1/2. Copies, players whose rows are alike, share one voice: each of k copies has the weight 1/k. On
request, near-copies share one, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from munchkin_env.config.game_config import whole_number
from munchkin_env.errors import ConfigError, shown
from munchkin_env.markdown import table

HIGHEST = 100.0  # of a Soft Condorcet rating; the lowest is 0
TEMPERATURE = 4.0
STEPS = 3000
STEP = 40.0
SLACKS = (0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0.00003, 0.00001)
"""Allowed losses of a strategy to a player, in turn: each makes the next one quick to find."""
MOST_NEWTON = 60
ALIKE = 1e-12
"""Largest difference between the rows of copies."""
PERCENTILES = (2.5, 97.5)


@dataclass(frozen=True)
class AveragedRating:
    """Ratings of one player. Intervals are percentiles of ratings by resampled seeds."""

    player: str
    soft_condorcet: float
    """Rating from 0 to 100; a player that beats every other one is above all. Only the order and the certainty of each
    step matter."""
    soft_condorcet_low: float
    soft_condorcet_high: float
    nash: float
    """Share of wins above 1/2 against the mixture of players that nobody beats: 0 at best."""
    nash_low: float
    nash_high: float
    mass: float
    """Share of the player in that mixture."""


@dataclass(frozen=True)
class AveragedRatings:
    """Result of `averaged_ratings`, the players in the order given."""

    bots: tuple[AveragedRating, ...]
    deals: int
    samples: int

    def table(self) -> str:
        """Return Markdown, the best by Soft Condorcet first."""
        head = ("player", "Soft Condorcet", "95 %", "Nash average", "95 %", "part of the mixture")
        rows = [
            (p.player, f"{p.soft_condorcet:.1f}", f"{p.soft_condorcet_low:.1f} – {p.soft_condorcet_high:.1f}",
             f"{p.nash:+.3f}", f"{p.nash_low:+.3f} – {p.nash_high:+.3f}", f"{p.mass:.2f}")
            for p in sorted(self.bots, key=lambda p: -p.soft_condorcet)
        ]  # fmt: skip
        return table(head, rows)


def averaged_ratings(
    names: Sequence[str], wins: np.ndarray, samples: int = 200, seed: int = 0, merge_threshold: float = 0.0
) -> AveragedRatings:
    """Rate N players by tables that hold two of them.

    The same arguments give the same ratings.

    Args:
        names: of the players.
        wins: float (seeds, N, N), the share of the wins of seed d that went to a at the tables of a and b; a pair adds
            up to 1, and to less where games were drawn.
        samples: how often the seeds are resampled, with replacement; 1 to 10,000.
        seed: of the resampling.
        merge_threshold: see `voices`.

    Raises:
        ConfigError: shares of another shape, outside 0 to 1 or adding up to more.
    """
    shares = _checked(names, wins)
    whole_number("samples", samples, 1, 10_000)
    rng = np.random.default_rng(seed)
    deals = len(shares)
    weights = voices(shares.mean(axis=0), merge_threshold)
    drawn = np.stack([shares[rng.integers(0, deals, deals)].mean(axis=0) for _ in range(samples)])
    condorcet = soft_condorcet(shares.mean(axis=0)[None], weights)[0]
    mass, nash = nash_average(shares.mean(axis=0), weights)
    ends = np.percentile(soft_condorcet(drawn, weights), PERCENTILES, axis=0)
    nash_ends = np.percentile([nash_average(one, weights)[1] for one in drawn], PERCENTILES, axis=0)
    rated = [
        AveragedRating(
            name, float(condorcet[i]), float(ends[0, i]), float(ends[1, i]),
            float(nash[i]), float(nash_ends[0, i]), float(nash_ends[1, i]), float(mass[i]),
        )
        for i, name in enumerate(names)
    ]  # fmt: skip
    return AveragedRatings(tuple(rated), deals, samples)


def _checked(names: Sequence[str], wins: np.ndarray) -> np.ndarray:
    """Return P of every seed: drawn games are shared, and a player scores a half against itself."""
    n = len(names)
    if wins.ndim != 3 or not len(wins) or wins.shape[1:] != (n, n):
        raise ConfigError(f"wins: expected shares (seeds, {n}, {n}) of at least one seed, got {shown(wins.shape)}")
    both = wins + wins.transpose(0, 2, 1)
    off = ~np.eye(n, dtype=bool)
    if not np.isfinite(wins[:, off]).all() or wins[:, off].min(initial=0) < 0 or both[:, off].max(initial=0) > 1 + 1e-9:
        raise ConfigError("wins: expected shares from 0, of which those of a pair add up to 1 at most")
    shares: np.ndarray = wins + (1 - both) / 2
    shares[:, ~off] = 0.5
    return shares


def check_threshold(merge_threshold: object) -> None:
    """Raise ConfigError unless it is a share from 0 to 1/2."""
    right = isinstance(merge_threshold, int | float) and not isinstance(merge_threshold, bool)
    if not right or not 0 <= merge_threshold <= 0.5:  # type: ignore[operator]
        raise ConfigError(f"merge_threshold: expected a share from 0 to 0.5, got {shown(merge_threshold)}")


def voices(shares: np.ndarray, merge_threshold: float = 0.0) -> np.ndarray:
    """Return the weight of each player, float (N,); shares: P.

    Copies do as well as each other against everybody, and equally well against each other: they share the weight of
    one. merge_threshold: players whose rows differ by no more than this anywhere, directly or through others
    between them, share one voice before that, so that near-copies (checkpoints of one run, say) do not crowd the
    rest out. Raises ConfigError unless it is from 0 to 1/2.
    """
    check_threshold(merge_threshold)
    apart = np.abs(shares[:, None, :] - shares[None, :, :]).max(axis=2)
    copies = (apart <= ALIKE).sum(axis=1)
    kin = apart <= max(merge_threshold, ALIKE)
    for _ in range(len(shares).bit_length()):  # twice as many steps as before
        kin = (kin.astype(np.int64) @ kin) > 0
    different = (kin / copies[None, :]).sum(axis=1)  # number of players in the group, with copies counted once
    return np.asarray(1.0 / (different * copies))


def soft_condorcet(shares: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return ratings, float (S, N), that put a above b where a wins more often: Soft Condorcet Optimization.

    Least Σ w_a w_b P[a, b] σ((θ_b - θ_a) / τ), a smooth count of the wins that the order of the ratings contradicts,
    over θ from 0 to HIGHEST; by steps downhill from the middle, each divided by the player's weight, so that copies
    move as one. shares: P of S samples, float (S, N, N).
    """
    ratings = np.full(shares.shape[:2], HIGHEST / 2)
    lead = (shares - shares.transpose(0, 2, 1)) * weights
    for _ in range(STEPS):
        apart = np.clip((ratings[:, :, None] - ratings[:, None, :]) / TEMPERATURE, -30, 30)
        steep = 1 / (2 + np.exp(apart) + np.exp(-apart))  # the slope of σ
        ratings = np.clip(ratings + STEP / weights.sum() / TEMPERATURE * (lead * steep).sum(axis=2), 0, HIGHEST)
    return ratings


def nash_average(shares: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (mixture, ratings), float (N,) each.

    They are the mixture of players that none beats, and each player's score against it.

    Of all such mixtures p it is the one nearest to the weights, by relative entropy: Nash averaging with the maximum
    entropy, in which copies share a part. It is found by its dual: least log Σ_j w_j exp(-(Aᵀλ)_j) + ε Σλ over λ ≥ 0,
    where A = P - 1/2, by Newton's steps within the bounds, for less and less slack ε. shares: P, float (N, N).
    """
    gain = shares - 0.5
    prior = np.log(weights / weights.sum())
    price = np.zeros(len(gain))
    for slack in SLACKS:
        price = _least(gain, prior, price, slack)
    mixture = _mixture(gain, prior, price)
    return mixture, gain @ mixture


def _mixture(gain: np.ndarray, prior: np.ndarray, price: np.ndarray) -> np.ndarray:
    logits = prior - gain.T @ price
    found = np.exp(logits - logits.max())
    return np.asarray(found / found.sum())


def _dual(gain: np.ndarray, prior: np.ndarray, price: np.ndarray, slack: float) -> float:
    logits = prior - gain.T @ price
    return float(logits.max() + np.log(np.exp(logits - logits.max()).sum()) + slack * price.sum())


def _least(gain: np.ndarray, prior: np.ndarray, price: np.ndarray, slack: float) -> np.ndarray:
    """Return the prices at which the dual is least, starting from those given."""
    for _ in range(MOST_NEWTON):
        mixture = _mixture(gain, prior, price)
        slope = slack - gain @ mixture
        free = (price > 0) | (slope < 0)
        if np.abs(slope[free]).max(initial=0) < 1e-9:
            break
        centered = gain[free] - (gain[free] @ mixture)[:, None]
        curve = (centered * mixture) @ centered.T
        ridge = 1e-9 * max(1e-9, float(np.trace(curve))) + 1e-12
        step = np.zeros(len(price))
        step[free] = -np.linalg.solve(curve + ridge * np.eye(len(curve)), slope[free])
        now, length = _dual(gain, prior, price, slack), 1.0
        while length > 1e-12:
            tried = np.maximum(0, price + length * step)
            if _dual(gain, prior, tried, slack) <= now + 1e-4 * float(slope @ (tried - price)):
                break
            length /= 2
        else:
            break
        price = tried
    return price
