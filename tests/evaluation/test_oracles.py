"""Ratings agree with OpenSpiel's to 1e-3, where that is installed: `pip install open_spiel==2.0.2 cvxpy==1.9.3`.

Nothing of the package needs either; they are no part of any extra.
"""

import numpy as np
import pytest

from munchkin_env.evaluation import averaging

VOTES = 20  # of each pair
PLAYERS = 6


def random_shares(seed: int) -> np.ndarray:
    """P of some players, in whole votes."""
    half = np.triu(np.random.default_rng(seed).integers(2, VOTES - 1, (PLAYERS, PLAYERS)) / VOTES, 1)
    return half + np.tril(1 - half.T, -1) + np.eye(PLAYERS) / 2


@pytest.mark.parametrize("seed", range(12))
def test_nash_averaging_is_that_of_openspiel(seed):
    """The mixture of maximum entropy, by convex programming there; where one player beats all, too."""
    pytest.importorskip("cvxpy", reason="an oracle, no dependency")
    oracle = pytest.importorskip("open_spiel.python.algorithms.nash_averaging", reason="an oracle, no dependency")
    shares = random_shares(seed)
    gain = shares - 0.5
    wanted = oracle._max_entropy_symmetric_nash((gain - gain.T) / 2, eps=0.0)[:, 0]
    mixture, ratings = averaging.nash_average(shares, np.ones(PLAYERS))
    assert ratings == pytest.approx(gain @ wanted, abs=1e-3)
    assert mixture == pytest.approx(wanted, abs=1e-2)  # where the value is flat, parts are known less well than ratings


@pytest.mark.parametrize("seed", range(3))
def test_soft_condorcet_is_that_of_openspiel(seed):
    """By their descent, in single precision, on a vote for each win of each pair; to 1e-3 of the range.

    By as many steps, since the loss falls for ever where one player beats another: how far apart they end is a matter
    of steps, in which order is not.
    """
    base = pytest.importorskip("open_spiel.python.voting.base", reason="an oracle, no dependency")
    oracle = pytest.importorskip(
        "open_spiel.python.voting.soft_condorcet_optimization", reason="an oracle, no dependency"
    )
    shares = random_shares(seed)
    names = [str(one) for one in range(PLAYERS)]
    profile = base.PreferenceProfile(alternatives=names)
    for a in range(PLAYERS):
        for b in range(PLAYERS):
            if a != b:
                profile.add_vote([names[a], names[b]], round(shares[a, b] * VOTES))
    optimizer = oracle.SoftCondorcetOptimizer(
        profile, rating_upper_bound=averaging.HIGHEST, temperature=averaging.TEMPERATURE
    )
    wanted, _ = optimizer.run_solver(averaging.STEPS, averaging.STEP * (PLAYERS - 1) / 2)  # it divides by all votes
    found = averaging.soft_condorcet(shares[None], np.ones(PLAYERS))[0]
    assert found == pytest.approx(wanted, abs=1e-3 * averaging.HIGHEST)
