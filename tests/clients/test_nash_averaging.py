"""Nash averaging by OpenSpiel's convex program, which is another way to the same mixture."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here; `make test-clients` runs these tests")
pytest.importorskip("cvxpy", reason="OpenSpiel's solvers are not installed here; `make test-clients` runs these tests")

from open_spiel.python.algorithms.nash_averaging import nash_averaging  # noqa: E402  # after the checks

from munchkin_env.evaluation.averaging import nash_average  # noqa: E402
from tests.evaluation.test_averaging import DICE, copied, random_shares  # noqa: E402

LEVEL = np.full((4, 4), 0.5)  # any mixture will do
BEATEN = LEVEL + np.array([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [-1, -1, -1, 0]]) / 5  # any of three
MATRICES = {"circle": DICE, "level": LEVEL, "beaten": BEATEN, "copies": copied(DICE, 1, 2)}
MATRICES |= {f"random {n}, {seed}": random_shares(n, seed) for n in (3, 5, 8) for seed in range(4)}


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
