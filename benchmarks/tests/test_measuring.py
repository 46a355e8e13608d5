"""Tests of the commands of measurements, and of those run by run: each is kept at once, and made once."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

import munchkin_env as mk
from benchmarks import memory
from benchmarks.__main__ import main, names
from benchmarks.measuring import Runs, at_least_one

OFFERED = [("a", 0), ("a", 1), ("b", 0)]


@pytest.mark.parametrize("name", [name for name in names() if name != "costs_of_tests"])  # whose help is pytest's
def test_each_command_explains_itself_and_refuses_words_that_it_does_not_know(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m benchmarks {name} ")
    with pytest.raises(SystemExit) as ended:
        main([name, "--nothing"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"usage: python -m benchmarks {name} ")


def test_numbers_of_the_command_line_are_at_least_one() -> None:
    assert at_least_one("20") == 20
    for word in ("0", "-1", "x", "2.5", ""):
        with pytest.raises(argparse.ArgumentTypeError, match="expected a whole number of at least 1, got "):
            at_least_one(word)


def measured(name: str, seed: int) -> dict[str, Any]:
    return {"name": name, "seed": seed, "wins": 0.5}


def test_what_is_missing_is_measured_once(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "a" / "new folder" / "runs.json", "name", "seed")
    assert [run["name"] for run in runs.made(measured, OFFERED, ["b", "0"])] == ["b"]
    assert [(run["name"], run["seed"]) for run in runs.made(measured, OFFERED, [])] == [("a", 0), ("a", 1)]
    assert not list(runs.made(measured, OFFERED, []))
    assert [run["name"] for run in json.loads(runs.file.read_text())] == ["b", "a", "a"]


def test_runs_of_other_rules_are_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(tmp_path / "runs.json", "name", "seed")
    assert len(list(runs.made(measured, OFFERED, []))) == 3
    monkeypatch.setattr("munchkin_env.RULES_VERSION", mk.RULES_VERSION + 1)
    assert runs.read() == []
    assert len(list(runs.made(measured, OFFERED, []))) == 3
    assert len(json.loads(runs.file.read_text())) == 6, "earlier ones are kept"
    assert len(runs.read()) == 3


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
        {
            "behind": behind,
            "seed": seed,
            "wins": 0.5 + behind / 100,
            "reads": 1000 + behind,
            "cpu_seconds": 10,
            "rules": mk.RULES_VERSION,
        }
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
