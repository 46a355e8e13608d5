"""Credit among many seats: advantages against their definition, and a game in which wrong credit shows."""

from itertools import pairwise

import numpy as np
import pytest

from training.gae import compute_gae

pytestmark = pytest.mark.interpreted


def slow_advantages(seats, values, rewards, done, turns, last_values, gamma, lam, per_turn):
    """By the definition: one list of decisions for each (game, seat, episode), summed forward."""
    result = np.zeros(values.shape)
    steps, rows = seats.shape
    for i in range(rows):
        ends = [u for u in range(steps) if done[u, i]]
        for begin, end in pairwise([-1, *ends, steps - 1 + (not done[-1, i])]):
            inside = range(begin + 1, min(end, steps - 1) + 1)
            for p in range(rewards.shape[2]):
                own = [u for u in inside if seats[u, i] == p]
                deltas, factors = [], []
                for u, after in zip(own, [*own[1:], None][: len(own)], strict=True):
                    until = after if after is not None else inside[-1] + 1
                    collected = sum(rewards[w, i, p] for w in range(u, until))
                    factor = gamma * per_turn ** sum(int(turns[w, i]) for w in range(u, until))
                    if after is not None:
                        following = values[after, i]
                    else:
                        following = 0.0 if done[inside[-1], i] else last_values[i, p]
                    deltas.append(collected + factor * following - values[u, i])
                    factors.append(factor)
                for k, u in enumerate(own):
                    weight = 1.0
                    for j in range(k, len(own)):
                        result[u, i] += weight * deltas[j]
                        weight *= factors[j] * lam
    return result


@pytest.mark.parametrize(("gamma", "lam", "per_turn"), [(1.0, 0.95, 1.0), (0.97, 0.8, 0.9), (1.0, 1.0, 0.99)])
def test_advantages_are_those_of_each_seats_own_decisions(gamma, lam, per_turn, rng) -> None:
    steps, rows, players = 40, 6, 4
    seats = rng.integers(0, players, (steps, rows))
    values = rng.normal(size=(steps, rows)).astype(np.float32)
    rewards = (rng.normal(size=(steps, rows, players)) * (rng.random((steps, rows, 1)) < 0.3)).astype(np.float32)
    done = rng.random((steps, rows)) < 0.1
    done[-1, :2] = True
    turns = rng.integers(0, 3, (steps, rows))
    last = rng.normal(size=(rows, players)).astype(np.float32)
    found, targets = compute_gae(seats, values, rewards, done, turns, last, gamma, lam, per_turn)
    expected = slow_advantages(seats, values, rewards, done, turns, last, gamma, lam, per_turn)
    assert found.dtype == targets.dtype == np.float32
    assert found == pytest.approx(expected, abs=1e-4)
    assert targets == pytest.approx(expected + values, abs=1e-4)


PLAYERS = 3
ROUNDS = 2


class Toy:
    """Three seats act in a drawn order, twice each, 0 or 1; only the end pays.

    Every 1 wins its seat a point and costs the next seat one: returns sum to 0, and to play 1 is always best. A trainer
    that credits a seat with another's reward learns to play 0 somewhere.
    """

    def __init__(self, games: int, rng: np.random.Generator) -> None:
        rounds = [rng.permuted(np.tile(np.arange(PLAYERS), (games, 1)), axis=1) for _ in range(ROUNDS)]
        self.seats = np.concatenate(rounds, axis=1).T  # (T, N)
        self.done = np.zeros(self.seats.shape, bool)
        self.done[-1] = True

    def returns(self, actions: np.ndarray) -> np.ndarray:
        """(N, P)"""
        ones = np.stack([(actions * (self.seats == p)).sum(axis=0) for p in range(PLAYERS)], axis=1)
        return ones - np.roll(ones, 1, axis=1)


def ours(toy: Toy, values: np.ndarray, returns: np.ndarray) -> np.ndarray:
    rewards = np.zeros((*toy.seats.shape, PLAYERS))
    rewards[-1] = returns
    nothing = np.zeros(toy.seats.shape)
    return compute_gae(toy.seats, values, rewards, toy.done, nothing, np.zeros((returns.shape[0], PLAYERS)))[0]


def naive(toy: Toy, values: np.ndarray, returns: np.ndarray) -> np.ndarray:
    """The usual wrapper: all seats in one stream, the reward of a step is that of the seat that acts next, or (at the
    end) of the one that acted last."""
    stream = np.zeros(toy.seats.shape, np.float32)
    stream[-1] = np.take_along_axis(returns, toy.seats[-1][:, None], axis=1)[:, 0]
    one = np.zeros(toy.seats.shape, np.int8)
    nothing = np.zeros(toy.seats.shape)
    return compute_gae(one, values, stream[..., None], toy.done, nothing, np.zeros((returns.shape[0], 1)))[0]


def learn(credit, steps: int = 150) -> np.ndarray:
    """The probabilities of 1 that policy gradients find, a parameter for each of a game's decisions in their order."""
    rng = np.random.default_rng(11)
    logits = np.zeros(PLAYERS * ROUNDS)
    baseline = np.zeros(PLAYERS * ROUNDS)
    for _ in range(steps):
        toy = Toy(256, rng)
        chance = 1 / (1 + np.exp(-logits))
        actions = (rng.random(toy.seats.shape) < chance[:, None]).astype(np.int64)
        values = np.broadcast_to(baseline[:, None], toy.seats.shape)
        found = credit(toy, values, toy.returns(actions))
        logits += 0.5 * (found * (actions - chance[:, None])).mean(axis=1)
        baseline += 0.1 * found.mean(axis=1)
    return 1 / (1 + np.exp(-logits))


def test_every_seat_finds_the_best_policy_of_the_toy_game() -> None:
    assert (learn(ours) > 0.9).all()


def test_the_naive_wrapper_does_not() -> None:
    found = learn(naive)
    assert found[-1] > 0.9, "whoever acts last is credited with his own return"
    assert (found[:-1] < 0.7).all(), "the others are credited with his"
