"""Tests of the rows of the tables of docs/results/many-machines-2026-11.md."""

from benchmarks import many_machines
from benchmarks.many_machines import Event, Turn


def test_events_are_rows_in_order() -> None:
    assert many_machines.events([Event("a", "b", 2.6), Event("c", "d", 1.0)]) == [("a", "b", "3 s"), ("c", "d", "1 s")]


def test_rates_are_medians_of_turns() -> None:
    """Medians of turns do not change by one turn in which all came late."""
    turns = [
        Turn(2, 2000, rate, playing, 0.5, 4_000_000) for rate, playing in ((900.0, 1.0), (1000.0, 3.0), (100.0, 90.0))
    ]
    others = [Turn(runners, 2000, 1.0, 1.0, 0.5, 0) for runners in many_machines.RUNNERS if runners != 2]
    row = next(row for row in many_machines.rates([*turns, *others]) if row[0] == 2)
    assert row == (2, "900", "100 to 1,000", "1.50 s", "0.25 s", "2.0 MB")
