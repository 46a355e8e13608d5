"""Share of foretold endings: over whole games, independent of the iteration of their decisions."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import munchkin_env as mk
from training import learner
from training.config import read_config
from training.foresight import Foresight, explained, explained_variance_outcomes
from training.run import RunFolder

ROOT = Path(__file__).resolve().parents[2]
GAMES, SEATS = 4, 3


def plain(values: list[float], outcomes: list[float]) -> float:
    """The share of variance that is explained, of decisions one by one."""
    return explained(np.array(values), np.array(outcomes))


def test_decisions_count_when_their_game_ends_whenever_they_were_made(rng: np.random.Generator) -> None:
    """Three iterations of games that go on from one to the next."""
    part = Foresight(GAMES, SEATS)
    waiting: dict[int, list[tuple[int, float]]] = {game: [] for game in range(GAMES)}
    measured = 0
    for _ in range(3):
        part.begin()
        values: list[float] = []
        outcomes: list[float] = []
        for _ in range(20):
            games = np.flatnonzero(rng.random(GAMES) < 0.7)
            seats, expected = rng.integers(0, SEATS, len(games)), rng.normal(size=len(games))
            part.note(games, seats, expected.astype(np.float32))
            for game, seat, value in zip(games.tolist(), seats.tolist(), expected.astype(np.float32), strict=True):
                waiting[game].append((seat, float(value)))
            ended = np.flatnonzero(rng.random(GAMES) < 0.1)
            returns = rng.normal(size=(len(ended), SEATS)).astype(np.float32)
            part.end(ended, returns)
            for game, got in zip(ended.tolist(), returns, strict=True):
                values += [value for _, value in waiting[game]]
                outcomes += [float(got[seat]) for seat, _ in waiting[game]]
                waiting[game] = []
        if values:
            (share,) = explained_variance_outcomes([part]).values()
            assert share == pytest.approx(plain(values, outcomes))
            measured += 1
    assert measured == 3


def test_all_is_one_and_no_more_than_the_mean_is_nothing() -> None:
    for values, share in (([1.0, -0.5, -0.5], 1.0), ([0.0, 0.0, 0.0], 0.0), ([0.7, 0.7, 0.7], 0.0)):
        part = Foresight(1, 3)
        part.note(np.zeros(3, int), np.arange(3), np.array(values))
        part.end(np.array([0]), np.array([[1.0, -0.5, -0.5]]))
        assert explained_variance_outcomes([part])["explained_variance_outcomes"] == pytest.approx(share, abs=1e-12)


def test_where_no_game_ended_nothing_is_said() -> None:
    part = Foresight(1, 3)
    part.note(np.array([0]), np.array([1]), np.array([0.5]))
    assert explained_variance_outcomes([part]) == {}
    part.end(np.array([], int), np.zeros((0, 3)))
    assert explained_variance_outcomes([part]) == {}


def test_a_checkpoint_that_does_not_fit_is_refused() -> None:
    part = Foresight(2, 3)
    for wrong in (np.zeros((3, 2, 4)), np.full((3, 2, 3), np.nan)):
        with pytest.raises(mk.SaveError, match="foresight: expected finite numbers of the shape"):
            part.restore(wrong)


def test_a_run_logs_what_is_explained_of_both_by_their_names(tmp_path: Path) -> None:
    """The first iteration by hand: values are what the learner expected, shaping included; outcomes what seats got."""
    options = [f"run.dir={tmp_path / 'run'}", "game.n_envs=8", "game.players=[3]", "ppo.n_steps=64"]
    short = ["game.settings={preset: short, goal: 3, round_limit: 1}", "network.embedding=8", "network.hidden=[8]"]
    config = read_config(ROOT / "configs" / "smoke.yaml", [*options, *short])
    trainer = learner.PpoTrainer(config, RunFolder.create(config))
    try:
        measured = trainer.run_iteration()
        (table,) = trainer.tables
    finally:
        trainer.close()
    values: list[float] = []
    outcomes: list[float] = []
    for game in range(8):
        ends = np.flatnonzero(table.done[:, game])
        for first, last in zip([0, *(ends + 1)], ends, strict=False):
            for t in range(first, last + 1):
                if table.mine[t, game]:
                    values.append(float(table.values[t, game]))
                    outcomes.append(float(table.rewards[last, game, table.seats[t, game]]))
    assert len(values) > 20
    assert table.leads.any(), "shaping is part of what is expected"
    assert measured["explained_variance_outcomes"] == pytest.approx(plain(values, outcomes), rel=1e-6)
    assert measured["explained_variance"] != pytest.approx(measured["explained_variance_outcomes"], abs=1e-3)
    assert "explained" not in measured


def test_rollouts_of_sb3_are_counted_by_whole_games_too(rng: np.random.Generator) -> None:
    """Two rollouts, rewards on the way: what a seat has got by now is part of what it expects in all."""
    pytest.importorskip("sb3_contrib")
    from training.sb3 import Ends

    steps, games = 12, 2
    values, rewards = rng.normal(size=(2, 2 * steps, games))
    starts = np.zeros((2 * steps, games))
    for game, firsts in enumerate(([0, 5, 17], [0, 14, 20])):
        starts[firsts, game] = 1
    ends = Ends(games)
    found = []
    for half in (slice(0, steps), slice(steps, 2 * steps)):
        ends.count(values[half], rewards[half], starts[half])
        found.append(explained_variance_outcomes([ends.foresight]))
    for half, whole in enumerate(([(0, 0, 5)], [(0, 5, 17), (1, 0, 14), (1, 14, 20)])):
        expected: list[float] = []
        outcomes: list[float] = []
        for game, first, after in whole:
            got = rewards[first:after, game]
            expected += (values[first:after, game] + np.cumsum(got) - got).tolist()
            outcomes += [float(got.sum())] * len(got)
        if len(set(outcomes)) > 1:
            assert found[half]["explained_variance_outcomes"] == pytest.approx(plain(expected, outcomes))
        else:
            assert found[half] == {}, "all outcomes were alike"
