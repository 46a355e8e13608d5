"""Ratings by Soft Condorcet and Nash averaging: what is known of games, and that copies move nobody."""

from itertools import permutations

import numpy as np
import pytest

from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.averaging import averaged_ratings, nash_average, soft_condorcet, voices
from tests.each import each

DICE = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.7], [0.8, 0.3, 0.5]])  # each beats one of the others


def random_shares(n: int, seed: int) -> np.ndarray:
    half = np.triu(np.random.default_rng(seed).uniform(0.1, 0.9, (n, n)), 1)
    return half + np.tril(1 - half.T, -1) + np.eye(n) / 2


def copied(shares: np.ndarray, player: int, times: int) -> np.ndarray:
    """The same players with so many copies of one behind them."""
    places = [*range(len(shares)), *[player] * times]
    return shares[np.ix_(places, places)]


def test_of_three_that_beat_each_other_in_a_circle_the_mixture_is_known():
    """That of a circle weighs each by the margin between the other two: 0.2, 0.3 and 0.4."""
    mixture, ratings = nash_average(DICE, np.ones(3))
    assert mixture == pytest.approx(np.array([2, 3, 4]) / 9, abs=1e-3)
    assert ratings == pytest.approx(np.zeros(3), abs=1e-3)


def test_who_beats_everybody_is_the_mixture():
    chain = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    mixture, ratings = nash_average(chain, np.ones(3))
    assert mixture == pytest.approx([1, 0, 0], abs=2e-3)
    assert ratings == pytest.approx([0, -0.1, -0.2], abs=1e-3)


@each("seed", range(5))
def test_nobody_beats_the_mixture(seed):
    shares = random_shares(9, seed)
    mixture, ratings = nash_average(shares, np.ones(9))
    assert mixture.sum() == pytest.approx(1)
    assert ratings.max() <= 2e-4


def test_of_all_such_mixtures_it_is_the_most_even():
    """Two pairs that draw against each other leave many; equal players are mixed equally."""
    mixture, _ = nash_average(np.full((4, 4), 0.5), np.ones(4))
    assert mixture == pytest.approx(np.full(4, 0.25))
    shares = np.full((4, 4), 0.5)
    shares[:3, 3], shares[3, :3] = 0.7, 0.3
    mixture, _ = nash_average(shares, np.ones(4))
    assert mixture == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=2e-3)


@each("seed", range(4))
@each("times", [1, 3])
def test_a_copy_gets_its_originals_rating_and_moves_nobody(seed, times):
    shares = random_shares(6, seed)
    more = copied(shares, 2, times)
    weights, all_weights = voices(shares), voices(more)
    assert all_weights[2] == 1 / (1 + times)
    for rate in (lambda p, w: nash_average(p, w)[1], lambda p, w: soft_condorcet(p[None], w)[0]):
        before, after = rate(shares, weights), rate(more, all_weights)
        assert after[:6] == pytest.approx(before, abs=1e-6)
        assert after[6:] == pytest.approx(before[2], abs=1e-6)
    mixture = nash_average(more, all_weights)[0]
    assert mixture[[2, *range(6, 6 + times)]].sum() == pytest.approx(nash_average(shares, weights)[0][2], abs=1e-6)


def nearly_copied(shares: np.ndarray, player: int, times: int, by: float, seed: int) -> np.ndarray:
    """The same with near-copies behind them: all their shares are off by up to `by`."""
    found = copied(shares, player, times)
    n, rng = len(shares), np.random.default_rng(seed)
    off = np.triu(rng.uniform(-by, by, found.shape), 1)
    off[:n, :n] = 0
    off = off - off.T
    off[np.eye(len(found), dtype=bool)] = 0
    return np.clip(found + off, 0.01, 0.99)


@pytest.mark.parametrize("seed", range(4))
def test_near_copies_that_share_a_voice_hardly_move_others(seed):
    """And would, each with a voice of its own."""
    shares = random_shares(6, seed)
    more = nearly_copied(shares, 2, 4, 0.01, seed)
    before = soft_condorcet(shares[None], voices(shares))[0]
    sharing, shouting = (soft_condorcet(more[None], voices(more, near))[0][:6] for near in (0.03, 0.0))
    assert voices(more, 0.03)[[2, 6, 7, 8, 9]] == pytest.approx(np.full(5, 0.2))
    assert np.abs(sharing - before).max() < 3
    assert np.abs(sharing - before).max() < np.abs(shouting - before).max()


def test_a_copy_among_near_copies_moves_nobody():
    """Copies share what one of them has, near-copies what is left."""
    shares = nearly_copied(random_shares(5, 3), 1, 2, 0.01, 3)
    more = copied(shares, 1, 3)
    before, after = voices(shares, 0.03), voices(more, 0.03)
    assert after[:7] == pytest.approx([1, before[1] / 4, 1, 1, 1, before[5], before[6]])
    one, other = (soft_condorcet(p[None], w)[0][:7] for p, w in ((shares, before), (more, after)))
    assert one == pytest.approx(other, abs=1e-6)


def test_nearness_goes_on_from_one_to_the_next():
    """Checkpoints of one run: each is near the next, the first is not near the last."""
    levels = np.array([0.0, 0.04, 0.08, 0.12, 0.16, 0.9])
    shares = 0.5 + (levels[:, None] - levels[None, :]) / 4
    assert voices(shares, 0.011) == pytest.approx([0.2] * 5 + [1])
    assert voices(shares, 0.009) == pytest.approx(np.ones(6))
    with pytest.raises(ConfigError, match=r"^merge_threshold: expected a share from 0 to 0.5, got 1"):
        voices(shares, 1)


def test_without_voices_copies_would_move_others():
    """Weights have the effect that they are there for."""
    shares = random_shares(6, 1)
    more = copied(shares, 2, 3)
    moved = soft_condorcet(more[None], np.ones(9))[0][:6] - soft_condorcet(shares[None], np.ones(6))[0]
    assert np.abs(moved).max() > 1


@each("seed", range(5))
def test_soft_condorcet_puts_who_beats_everybody_first(seed):
    shares = random_shares(6, seed)
    shares[0, 1:], shares[1:, 0] = 0.55, 0.45
    ratings = soft_condorcet(shares[None], np.ones(6))[0]
    assert ratings[0] == ratings.max()
    assert (ratings[1:] < ratings[0]).all()


@each("seed", range(5))
def test_soft_condorcet_orders_as_the_least_contradicted_order_does(seed):
    """For levels of skill that differ clearly, as Kemeny's: by trying all orders."""
    skill = np.random.default_rng(seed).permutation(5) * 0.8
    shares = 1 / (1 + np.exp(skill[None, :] - skill[:, None]))

    def contradicted(order):
        return sum(shares[b, a] for i, a in enumerate(order) for b in order[i + 1 :])

    best = min(permutations(range(5)), key=contradicted)
    ratings = soft_condorcet(shares[None], np.ones(5))[0]
    assert tuple(np.argsort(-ratings)) == best


def test_intervals_come_from_deals_and_hold_the_rating():
    rng = np.random.default_rng(2)
    shares = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]])
    wins = (rng.random((200, 3, 3)) < shares).astype(float)
    wins = np.triu(wins, 1) + np.tril(1 - wins.transpose(0, 2, 1), -1)
    rated = averaged_ratings(["a", "b", "c"], wins, samples=100)
    for one in rated.bots:
        assert one.soft_condorcet_low <= one.soft_condorcet <= one.soft_condorcet_high
        assert one.nash_low <= one.nash <= one.nash_high
    few = averaged_ratings(["a", "b", "c"], wins[:20], samples=100).bots[2]
    assert few.nash_high - few.nash_low > rated.bots[2].nash_high - rated.bots[2].nash_low
    assert rated == averaged_ratings(["a", "b", "c"], wins, samples=100)
    assert rated.table().split("\n")[2].startswith("| a |")


def test_drawn_games_are_shared():
    rated = averaged_ratings(["a", "b"], np.zeros((3, 2, 2)), samples=5)
    assert [one.nash for one in rated.bots] == [0, 0]
    assert rated.bots[0].soft_condorcet == rated.bots[1].soft_condorcet == 50


@each(
    ("wins", "message"),
    [
        (np.zeros((0, 2, 2)), r"^wins: expected shares \(seeds, 2, 2\) of at least one seed"),
        (np.zeros((4, 3, 3)), r"^wins: expected shares \(seeds, 2, 2\)"),
        (np.full((4, 2, 2), 0.6), "^wins: expected shares from 0"),
        (np.full((4, 2, 2), -0.1), "^wins: expected shares from 0"),
        (np.full((4, 2, 2), np.nan), "^wins: expected shares from 0"),
    ],
)
def test_shares_that_are_none_are_refused(wins, message):
    with pytest.raises(ConfigError, match=message):
        averaged_ratings(["a", "b"], wins)
