"""The tool that measures neighbours: who is measured, by what, and what the table shows of it."""

import json
from pathlib import Path

import pytest

from tests.tools import neighbours


@pytest.mark.compiled
@pytest.mark.parametrize("make", [neighbours.munchkin_engine, neighbours.munchkin_vector, neighbours.munchkin_aec])
def test_our_own_rows_count_decisions(make) -> None:
    work = make()
    assert work() >= 128


def test_a_row_is_the_median_of_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = iter([5.0, 7.0, 1.0, 9.0, 3.0, 8.0])
    ours, other = neighbours.PLAYERS[0], neighbours.PLAYERS[1]
    players = [
        neighbours.Player(name, "numpy", "a game", "2", "a loop", lambda: lambda: 1.0)
        for name in (ours.project, "other", "left out")
    ]
    monkeypatch.setattr(neighbours, "PLAYERS", players)
    monkeypatch.setattr(neighbours, "rate", lambda work, seconds: next(rates))
    rows = neighbours.measured(0.1, [other.project, "other"])
    assert [(row["project"], row["rate"], row["least"], row["most"]) for row in rows] == [
        ("munchkin_env", 3, 1, 5), ("other", 8, 7, 9),
    ]  # fmt: skip
    assert rows[0]["version"] == ""
    assert rows[1]["version"].count(".") > 1


def test_the_table_shows_every_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = json.loads(neighbours.FILE.read_text(encoding="utf-8"))
    lines = neighbours.neighbours().splitlines()
    assert len(lines) == len(kept["rows"]) + 4
    assert {one["project"] for one in kept["rows"]} >= {"munchkin_env", "PettingZoo classic", "RLCard", "OpenSpiel"}
    file = tmp_path / "few.json"
    file.write_text(json.dumps({**kept, "rows": kept["rows"][:1]}), encoding="utf-8")
    monkeypatch.setattr(neighbours, "FILE", file)
    assert neighbours.neighbours().splitlines() == [lines[0], *lines[1:5]]
