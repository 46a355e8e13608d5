"""Tests of the tool that measures other environments: players, methods, and the table's columns."""

import pytest

from benchmarks import other_environments as others


@pytest.mark.compiled
@pytest.mark.parametrize("make", [others.munchkin_engine, others.munchkin_vector, others.munchkin_aec])
def test_our_own_rows_count_decisions(make) -> None:
    work = make()
    assert work() >= 128


def test_a_row_is_the_median_of_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = iter([5.0, 7.0, 1.0, 9.0, 3.0, 8.0])
    ours, other = others.PLAYERS[0], others.PLAYERS[1]
    players = [
        others.Player(name, "numpy", "a game", "2", "a loop", lambda: lambda: 1.0)
        for name in (ours.project, "other", "left out")
    ]
    monkeypatch.setattr(others, "PLAYERS", players)
    monkeypatch.setattr(others, "rate", lambda work, seconds: next(rates))
    rows = others.measured(0.1, [other.project, "other"])
    assert [(row["project"], row["rate"], row["least"], row["most"]) for row in rows] == [
        ("munchkin_env", 3, 1, 5), ("other", 8, 7, 9),
    ]  # fmt: skip
    assert rows[0]["version"] == ""
    assert rows[1]["version"].count(".") > 1
