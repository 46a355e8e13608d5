"""Ratings by OpenSpiel, to 1e-3: Nash averaging by a convex program, Soft Condorcet by its own descent over votes."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here; `make test-clients` runs these tests")
pytest.importorskip("cvxpy", reason="OpenSpiel's solvers are not installed here; `make test-clients` runs these tests")

from open_spiel.python.algorithms.nash_averaging import nash_averaging  # after the checks
from open_spiel.python.voting.base import PreferenceProfile
from open_spiel.python.voting.soft_condorcet_optimization import SoftCondorcetOptimizer

from munchkin_env.evaluation.averaging import HIGHEST, STEP, STEPS, TEMPERATURE, nash_average, soft_condorcet
from tests.evaluation.test_averaging import DICE, copied, random_shares

LEVEL = np.full((4, 4), 0.5)  # any mixture will do
BEATEN = LEVEL + np.array([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [-1, -1, -1, 0]]) / 5  # any of three
MATRICES = {"circle": DICE, "level": LEVEL, "beaten": BEATEN, "copies": copied(DICE, 1, 2)}
MATRICES |= {f"random {n}, {seed}": random_shares(n, seed) for n in (3, 5, 8) for seed in range(4)}
VOTES = 20  # of each pair


@pytest.mark.parametrize("name", MATRICES)
def test_our_mixture_is_theirs(name: str) -> None:
    """Nobody beats ours by more than 1e-5, which moves a mixture by more where several are nearly as good. Of a dozen
    players their solver finds none at times."""
    shares = MATRICES[name]
    gain = (shares - shares.T) / 2  # to the last bit, as they want it
    theirs, rated = (part[:, 0] for part in nash_averaging(pyspiel.create_matrix_game(gain, -gain)))
    mixture, ratings = nash_average(shares, np.ones(len(shares)))
    assert ratings == pytest.approx(rated, abs=1e-3)
    assert mixture == pytest.approx(theirs, abs=3e-3)


@pytest.mark.parametrize("seed", range(3))
def test_our_order_is_theirs(seed: int) -> None:
    """Theirs in single precision, on a vote for each win of each pair; to 1e-3 of the range.

    By as many steps, since the loss falls for ever where one player beats another: how far apart they end is a matter
    of steps, in which order is not.
    """
    shares = np.round(random_shares(6, seed) * VOTES) / VOTES  # in whole votes
    names = [str(one) for one in range(len(shares))]
    profile = PreferenceProfile(alternatives=names)
    for a, b in zip(*np.nonzero(~np.eye(len(shares), dtype=bool)), strict=True):
        profile.add_vote([names[a], names[b]], round(shares[a, b] * VOTES))
    theirs = SoftCondorcetOptimizer(profile, rating_upper_bound=HIGHEST, temperature=TEMPERATURE)
    wanted, _ = theirs.run_solver(STEPS, STEP * (len(shares) - 1) / 2)  # it divides by all votes
    assert soft_condorcet(shares[None], np.ones(len(shares)))[0] == pytest.approx(wanted, abs=1e-3 * HIGHEST)
