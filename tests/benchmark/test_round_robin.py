"""Every two of some players at tables of both: who beats whom, and a cloned player moves nobody."""

from functools import cache

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.benchmark.run import Pairs, rate
from munchkin_env.cli.main import main
from munchkin_env.evaluation import evaluate
from tests.each import each

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
THREE = ("random", "greedy", "veteran")


@cache
def rated(*players: str, games: int = 160) -> Pairs:
    return rate(players, games, progress=False)


def test_a_threshold_and_players_are_checked_before_any_game(monkeypatch):
    monkeypatch.setattr("munchkin_env.benchmark.run._shares", None)
    with pytest.raises(mk.ConfigError, match=r"^merge_threshold: expected a share from 0 to 0.5, got 2"):
        rate(THREE, 16, merge_threshold=2, progress=False)
    with pytest.raises(mk.ConfigError, match=r"^bots: expected 2 to 64 names, got None"):
        rate(None, progress=False)


@pytest.mark.rotating
def test_shares_are_those_of_the_same_matches():
    pairs = rated(*THREE)
    own = []
    for seating in ("gvgv", "vgvg", "ggvv", "vvgg"):
        names = [{"g": "greedy", "v": "veteran"}[one] for one in seating]
        players = evaluate(names, games=40, progress=False).bots
        drawn = 1 - sum(one.win_rate for one in players)
        own.append(drawn / 2 + sum(one.win_rate for one in players if one.name == "greedy"))
    assert pairs.wins[:, 1, 2].mean() == pytest.approx(np.mean(own))
    assert pairs.games == 160
    assert np.allclose(pairs.wins + pairs.wins.transpose(0, 2, 1), 1)


def test_the_better_one_beats_the_worse():
    pairs = rated(*THREE)
    assert [[pairs.beats(a, b) for b in range(3)] for a in range(3)] == [
        [False, False, False],
        [True, False, False],
        [True, True, False],
    ]
    random, greedy, veteran = pairs.ratings.bots
    assert random.soft_condorcet < greedy.soft_condorcet < veteran.soft_condorcet
    assert veteran.mass > 0.95
    assert random.nash < greedy.nash < veteran.nash + 1e-9


@pytest.mark.rotating
@pytest.mark.parametrize("clone", THREE)
def test_a_cloned_player_gets_its_originals_rating_and_moves_nobody(clone):
    """Play it again, as a submission under another name would be."""
    before, after = rated(*THREE).ratings.bots, rated(*THREE, clone).ratings.bots
    for one, other in zip(before, after, strict=False):
        for what in ("soft_condorcet", "soft_condorcet_low", "soft_condorcet_high", "nash", "nash_low", "nash_high"):
            assert getattr(one, what) == pytest.approx(getattr(other, what), abs=1e-6)
    original = after[THREE.index(clone)]
    assert after[3].soft_condorcet == pytest.approx(original.soft_condorcet, abs=1e-6)
    assert after[3].mass == pytest.approx(original.mass, abs=1e-9)
    assert after[3].player == f"{clone} #2"


@pytest.mark.rotating
def test_intervals_get_narrower_with_games():
    few, many = rated(*THREE).interval(1, 2), rated(*THREE, games=640).interval(1, 2)
    assert few[1] - few[0] > 1.4 * (many[1] - many[0])
    assert few[0] < rated(*THREE).wins[:, 1, 2].mean() < few[1]


def test_the_command_prints_ratings_and_the_graph(capsys):
    assert main(["challenge", "ratings", "random", "greedy", "--games", "64"]) == 0
    told = capsys.readouterr().out
    assert "| `greedy` |" in told
    assert "64 games of each pair" in told
    assert told.count("nobody") == 1
    assert main(["challenge", "ratings", "random"]) == 2
    assert "bots: expected 2 to 64 names" in capsys.readouterr().err


@each(
    ("arguments", "message"),
    [
        ({"bots": ["greedy"]}, "^bots: expected 2 to 64 names"),
        ({"bots": "greedy"}, "^bots: expected 2 to 64 names"),
        ({"games": 0}, "^games: expected a whole number from 1"),
        ({"bots": ["greedy", "nobody"]}, "^player: expected one of"),
        ({"merge_threshold": 2}, "^merge_threshold: expected a share from 0 to 0.5"),
    ],
)
def test_what_cannot_be_rated_is_refused(arguments, message):
    with pytest.raises(mk.ConfigError, match=message):
        rate(**{"bots": ["greedy", "random"], "games": 8, **arguments}, progress=False)
