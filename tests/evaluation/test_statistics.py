"""Intervals of win rates."""

import numpy as np
import pytest

from munchkin_env.evaluation.statistics import design_effect, interval, wilson, win_shares

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(
    ("rate", "n", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.25, 400, 0.2101, 0.2947)],
)
def test_wilson_gives_the_published_values(rate, n, low, high):
    assert wilson(rate, n) == pytest.approx((low, high), abs=1e-4)


def test_without_games_nothing_is_known():
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert interval(np.zeros((0, 4))) == (0.0, 1.0)


def test_games_of_a_deal_that_all_end_alike_count_as_one():
    deals = np.array([[1.0] * 4, [0.0] * 4] * 50)
    assert design_effect(deals) == pytest.approx(4, rel=0.02)
    low, high = interval(deals)
    assert (low, high) == pytest.approx(wilson(0.5, 400 / design_effect(deals)))
    assert high - low > 1.9 * (wilson(0.5, 400)[1] - wilson(0.5, 400)[0])


def test_balanced_deals_are_not_taken_for_more_games_than_were_played():
    deals = np.tile(np.eye(4), (25, 1))
    assert design_effect(deals) == 1.0
    assert interval(deals) == wilson(0.25, 400)


def test_the_interval_covers_the_true_rate_about_as_often_as_it_says():
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(2000):
        rates = rng.beta(4, 12, size=60)  # deals differ: mean 0.25
        shares = (rng.random((60, 4)) < rates[:, None]).astype(float)
        low, high = interval(shares)
        covered += low <= 0.25 <= high
    assert 0.93 < covered / 2000 < 0.985


def test_shared_wins_are_split_and_draws_are_won_by_nobody():
    shares = win_shares(np.array([0b0001, 0b0110, 0b0000, 0b1111]), 4)
    assert shares.tolist() == [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 0], [0.25] * 4]
