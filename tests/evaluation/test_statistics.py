"""Intervals of win rates."""

import math

import numpy as np
import pytest

from munchkin_env.errors import ConfigError
from munchkin_env.evaluation import statistics
from munchkin_env.evaluation.statistics import (
    design_effect,
    difference_interval,
    interval,
    places,
    variance_ratio,
    wilson,
    win_shares,
)

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


def test_the_variance_ratio_is_that_of_the_estimates_variance_over_many_matches():
    """Deals have a chance of their own, and each of its four games one more: known by drawing many matches."""
    rng = np.random.default_rng(7)

    def match(deals: int, kind: str) -> np.ndarray:
        rates = rng.beta(2, 6, size=(deals, 1)) if kind == "alike" else np.full((deals, 1), 0.25)
        if kind == "balanced":  # three of four deals are won exactly once, as where good cards go round the table
            won = np.zeros((deals, 4))
            won[np.arange(deals), rng.integers(4, size=deals)] = rng.random(deals) < 0.75
            return won
        return (rng.random((deals, 4)) < rates).astype(float)

    for kind in ("alike", "independent", "balanced"):
        matches = [match(100, kind) for _ in range(1500)]
        rate = float(np.mean(matches))
        of_means = np.var([one.mean() for one in matches], ddof=1)
        expected = of_means / (rate * (1 - rate) / 400)
        assert np.mean([variance_ratio(one) for one in matches]) == pytest.approx(expected, rel=0.1)
        assert {"alike": expected > 1.2, "independent": 0.85 < expected < 1.15, "balanced": expected < 0.5}[kind]


def test_the_variance_ratio_of_shared_wins_is_of_shares():
    """A deal that all players always share tells nothing; its games have no variance."""
    assert variance_ratio(np.full((10, 4), 0.25)) is None
    assert variance_ratio(np.eye(4)[:1]) is None
    assert variance_ratio(np.tile(np.eye(4), (5, 1))) == 0.0


def test_intervals_of_differences_cover_about_as_often_as_they_say_and_equal_deals_do_not_look_certain():
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(2000):
        gains = rng.choice([-0.25, 0.0, 0.25, 0.5], p=[0.2, 0.4, 0.2, 0.2], size=80)
        low, high = difference_interval(gains)
        covered += low <= 0.1 <= high
    assert 0.93 < covered / 2000 < 0.985
    low, high = difference_interval(np.ones(100))
    assert 0.9 < low < 1.0
    assert high == 1.0
    low, high = difference_interval(np.zeros(10))
    assert low == -high < -0.1


def test_places_are_by_win_then_level_and_equals_share_them():
    won = np.array([[0, 1, 0, 0], [0, 0, 0, 0], [0.5, 0.5, 0, 0]])
    levels = np.array([[9, 8, 3, 9], [1, 2, 3, 4], [10, 10, 5, 5]])
    assert places(won, levels).tolist() == [[2.5, 1, 4, 2.5], [4, 3, 2, 1], [1.5, 1.5, 3.5, 3.5]]


def test_a_ratio_is_covered_by_its_interval_as_often_as_it_says():
    """Deals of unlike sizes, whose cases resemble each other."""
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(1000):
        wholes = rng.integers(1, 9, 12).astype(float)
        chances = rng.beta(4, 6, 12)
        low, high = statistics.ratio_interval(rng.binomial(wholes.astype(int), chances).astype(float), wholes, True)
        assert 0 <= low <= high <= 1
        covered += low <= 0.4 <= high
    assert 0.91 < covered / 1000 < 0.975


def test_deals_that_are_all_alike_do_not_look_certain():
    never, always = np.zeros(10), np.full(10, 4.0)
    assert statistics.ratio_interval(never, always, True) == statistics.wilson(0.0, 40)
    assert statistics.ratio_interval(always, always, True) == statistics.wilson(1.0, 40)
    tenths = np.full(3, 0.1)  # whose sum is rounded
    assert statistics.ratio_interval(tenths, np.full(3, 3.0), True) == pytest.approx(statistics.wilson(0.1 / 3, 9))
    low, high = statistics.ratio_interval(never, always, False)
    assert (low, round(high * 40, 2)) == (0.0, 3.84)
    low, high = statistics.ratio_interval(always[:1], always[:1], False)
    assert 0 < low < 1 < high < 3


def test_students_quantile_is_that_of_the_tables():
    for freedom, wanted in ((1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042)):
        assert abs(statistics._student(freedom) - wanted) < 0.01


def test_the_interval_of_a_mean_is_students():
    """Of 1, 2, 3: a standard error of 1 / √3, and 4.303 of them."""
    mean, low, high = statistics.mean_interval([3.0, 1.0, 2.0])
    assert (mean, high - mean) == pytest.approx((2, 4.303 / 3**0.5))
    assert mean - low == pytest.approx(high - mean)
    assert statistics.mean_interval([0.5, 0.5]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("values", [[], [0.5], [0.5, math.nan], [[1.0, 2.0]], [[1.0], 2.0], ["a", "b"], None])
def test_a_mean_of_fewer_than_two_figures_has_no_interval(values):
    with pytest.raises(ConfigError, match="values: expected two or more finite numbers, got"):
        statistics.mean_interval(values)


def test_it_holds_the_mean_in_19_of_20_samples():
    chance = np.random.default_rng(5)
    for seeds in (3, 5, 12):
        ends = [statistics.mean_interval(chance.normal(1, 2, seeds).tolist())[1:] for _ in range(4000)]
        assert np.mean([low <= 1 <= high for low, high in ends]) == pytest.approx(0.95, abs=0.012)
