"""Tests of measurements run by run: each is kept at once, and made once."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import memory
from benchmarks.measuring import Runs

OFFERED = [("a", 0), ("a", 1), ("b", 0)]


def measured(name: str, seed: int) -> dict[str, Any]:
    return {"name": name, "seed": seed, "wins": 0.5}


def test_what_is_missing_is_measured_once(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "a" / "new folder" / "runs.json", "name", "seed")
    assert [run["name"] for run in runs.made(measured, OFFERED, ["b", "0"])] == ["b"]
    assert [(run["name"], run["seed"]) for run in runs.made(measured, OFFERED, [])] == [("a", 0), ("a", 1)]
    assert not list(runs.made(measured, OFFERED, []))
    assert [run["name"] for run in json.loads(runs.file.read_text())] == ["b", "a", "a"]


def test_what_others_keep_meanwhile_stays(tmp_path: Path) -> None:
    """Two processes that measure at once lose nothing of each other's."""
    runs = Runs(tmp_path / "runs.json", "name", "seed")

    def beside(name: str, seed: int) -> dict[str, Any]:
        list(Runs(runs.file, "name", "seed").made(measured, OFFERED, ["b", "0"]))
        return measured(name, seed)

    list(runs.made(beside, OFFERED, ["a", "1"]))
    assert [(run["name"], run["seed"]) for run in runs.read()] == [("b", 0), ("a", 1)]


def test_a_run_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs.json", "name", "seed")
    with pytest.raises(SystemExit, match=r"expected name, seed of one of .*, got c 0"):
        list(runs.made(measured, OFFERED, ["c", "0"]))
    assert not runs.file.exists()


def test_what_remembering_wins_is_told_by_seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [
        {"behind": behind, "seed": seed, "wins": 0.5 + behind / 100, "reads": 1000 + behind, "cpu_seconds": 10}
        for behind in memory.BEHIND
        for seed in memory.SEEDS
    ]
    monkeypatch.setattr(memory.RUNS, "file", tmp_path / "memory.json")
    memory.RUNS.file.write_text(json.dumps(made))
    assert ("8 decisions", "1,008", "58.0, 58.0, 58.0", "58.0 ± 0.0", "10") in memory.table()


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.slow
def test_a_model_learns_and_plays_with_what_it_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.setattr(memory, "DECISIONS", 64 * 128)
    model = memory.trained(8, 0)
    assert model.num_timesteps == 64 * 128
    assert 0 <= memory.wins(model, 8, games=64) <= 1
