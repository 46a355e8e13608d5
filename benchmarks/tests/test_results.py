"""Tests of the published tables: a file for each, and every measurement is listed with its summary."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import leaderboard, results
from benchmarks.__main__ import names


def test_a_table_comes_back_as_it_was_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    results.publish("one", ("a", "b"), [("x, y", 1), ("z|", 2)], rules=3)
    assert results.page("one") == "| a | b |\n| --- | --- |\n| x, y | 1 |\n| z\\| | 2 |"
    assert results.versions("one") == ["3"]
    results.publish("two", ("a",), [("x",)])
    results.publish("three", ("a",), [("x",)], rules="")
    assert [line.split("|")[3].strip() for line in results.index().splitlines()[2:]] == [
        "no", "independent of the rules", "yes",
    ]  # fmt: skip


@pytest.mark.rotating
def test_reports_of_a_track_become_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from munchkin_env.benchmark.run import run
    from munchkin_env.benchmark.tracks import TRACKS

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "ROOT", tmp_path)
    monkeypatch.setattr(leaderboard, "FOLDER", tmp_path / "runs")
    monkeypatch.setitem(TRACKS, "dev", replace(TRACKS["dev"], social=16))
    for player in ("random", "greedy"):
        file = leaderboard.file_of("dev", player)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(run(player, "dev", games=4, progress=False).as_json())
        assert leaderboard.command("dev", player).endswith(f"--json runs/dev/{player}.json")
    leaderboard.publish("dev")
    head, rows = results.read("challenge-dev")
    assert head[:2] == ["player", "base game"]
    assert [row[0].split(",")[0] for row in rows] == ["`greedy`", "`random`"]


def test_every_measurement_says_what_it_does() -> None:
    assert {"speed", "leaderboard", "balance"} <= set(names())
    assert all(text for text in names().values())
    asked = subprocess.run([sys.executable, "-m", "benchmarks", "nothing"], capture_output=True, text=True, check=False)
    assert asked.returncode == 2
    assert asked.stderr.startswith("benchmarks: expected one of ")
