"""Fit the numbers of `munchkin_env/bots/rollout.py` to games of greedy bots, and print them.

    python -m benchmarks fit_win_probability --games 3000 --players 4 --editions munchkin

The model is a conditional logit: each seat's win probability is its share of e to a sum of features, each times a
number. States are those at the beginning of turns. The last fifth of them is the test set.
"""

import numpy as np

import munchkin_env as mk
from benchmarks.measuring import parser_of
from munchkin_env.bots import rollout
from munchkin_env.vocabulary import Zone

ROWS = 512
NAMES = ("LEVEL", "LATE_LEVEL", "LAST_LEVEL", "STRENGTH", "SPARE_STRENGTH", "GOLD", "CLASS", "TREASURE", "DOOR")
STEPS = 12  # of Newton's method


def features(positions: np.ndarray, players: int) -> np.ndarray:
    """Return the features of n states, float64 (n, players, len(NAMES))."""
    one = positions["player"][:, :players]
    level = 10.0 * one["level"] / positions["rules"]["goal"][:, None]
    strength = one["bonus"].astype(float) + one["penalty"]
    start = positions["rules"]["start_cards"][:, None]
    hand = positions["count"][:, Zone.HAND : Zone.HAND + players].astype(float)
    treasures = np.where(one["dead"], start, one["hand_treasures"])
    doors = np.where(one["dead"], start, hand - one["hand_treasures"])
    late, last = np.maximum(0, level - 6), np.maximum(0, level - 8)
    columns = (level, late, last, strength, np.maximum(0, strength - 10), one["gold"], one["klass"] > 1)
    return np.stack([*map(np.asarray, columns), treasures, doors], axis=-1).astype(float)


def record(games: int, players: int, seed: int, **settings: object) -> tuple[np.ndarray, np.ndarray]:
    """Return features of states, and the seats' shares of the win, float64 (n, players), ended games in order."""
    table = mk.SelfPlayVecEnv(ROWS, players, seed=seed, encoding=None, **settings)
    rng = np.random.default_rng(seed)
    waiting: list[list[np.ndarray]] = [[] for _ in range(ROWS)]
    seen, won = [], []
    ended = 0
    while ended < games:
        table.step(table.advice("greedy", rng))
        for row in np.flatnonzero(table.done):
            share = np.maximum(table.final_returns[row], 0)
            if share.any() and waiting[row]:
                seen += waiting[row]
                won += [share] * len(waiting[row])
            waiting[row] = []
            ended += 1
        begun = np.flatnonzero(table.turns_passed)
        for row, each in zip(begun, features(np.asarray(table.positions[begun]), players), strict=True):
            waiting[row].append(each)
    return np.array(seen), np.array(won, float)


def chances(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the seats' win probabilities by these numbers."""
    z = x @ weights
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def cross_entropy(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    return float(-(y * np.log(chances(x, weights))).sum(axis=1).mean())


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the numbers of maximum likelihood: the problem is convex, so Newton's method finds them."""
    weights = np.zeros(x.shape[-1])
    for _ in range(STEPS):
        p = chances(x, weights)
        mean = (p[..., None] * x).sum(axis=1)
        slope = ((y - p)[..., None] * x).sum(axis=(0, 1))
        bend = np.einsum("np,npi,npj->ij", p, x, x) - mean.T @ mean
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--editions", nargs="+", default=["munchkin"])
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    x, y = record(args.games, args.players, args.seed, editions=tuple(args.editions))
    cut = len(x) * 4 // 5
    weights = fit(x[:cut], y[:cut])
    own = np.array([getattr(rollout, name) for name in NAMES])
    print(f"{len(x)} positions; cross-entropy on the last fifth:")
    print(f"  by chance {np.log(args.players):.4f}, those in use {cross_entropy(x[cut:], y[cut:], own):.4f}")
    print(f"  fitted here {cross_entropy(x[cut:], y[cut:], weights):.4f}")
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name} = {weight:.3g}")


if __name__ == "__main__":
    main()
