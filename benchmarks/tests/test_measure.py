"""Tests of the benchmark's rows for learners: each measures what it names."""

import pytest

from benchmarks.speed import measure

pytestmark = pytest.mark.interpreted
MOMENT = 0.01


def test_learners_are_measured() -> None:
    assert measure.single_loop("random")() == 20.0
    found, share = measure.vector_rate("random", 2, 2, MOMENT)
    assert found > 0
    assert share >= 1


@pytest.mark.rotating
def test_the_sb3_row_needs_sb3_and_says_when_it_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "single_loop", lambda *given: lambda: 1.0)
    monkeypatch.setattr(measure, "dummy_loop", lambda *given: lambda: 1.0)
    monkeypatch.setattr(measure, "vector_rate", lambda *given: (1.0, 4.0))
    monkeypatch.setattr(measure, "sb3_rate", lambda *given: 2.0)
    for there in (True, False):
        monkeypatch.setattr(measure, "has_sb3", lambda there=there: there)
        rows = measure.learner_rows(MOMENT)
        assert sum(row.what.startswith("SB3") for row in rows) == 2 * there
        assert (measure.left_out() == []) == there
        assert len(rows) == 2 + 2 * there + len(measure.TABLES) + 2
    assert "stable-baselines3 is not installed" in measure.left_out()[0]


def test_sb3_is_measured() -> None:
    pytest.importorskip("stable_baselines3")
    assert measure.sb3_rate("random", 2, MOMENT) > 0
    assert measure.dummy_loop("random", 2)() == 8.0


@pytest.mark.nightly
@pytest.mark.compiled
def test_two_processes_are_measured_at_once() -> None:
    assert len(measure._rates_at_once(2, MOMENT)) == 2
    assert measure._two_processes(MOMENT) > 0
