"""Tests of the measuring of single-file examples: a run of each program in small, and what is published of runs."""

import json
from pathlib import Path

import pytest

import munchkin_env as mk

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from benchmarks import results, single_file


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("program", ["ppo", "jax_ppo", "recurrent_ppo gru"])
def test_a_run_evaluates_at_each_point(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if program == "jax_ppo":
        pytest.importorskip("jax", reason="JAX is not installed here")
    monkeypatch.setitem(single_file.UPDATES, program, 2)
    monkeypatch.setitem(single_file.POINTS, program, 2)
    monkeypatch.setattr(single_file, "GAMES", 8)
    run = single_file.measured(program, seed=0)
    assert [decisions for decisions, _ in run["curve"]] == [4096, 8192]
    assert all(0 <= share <= 1 for _, share in run["curve"])
    assert (run["program"], run["seed"]) == (program, 0)


def test_runs_become_tables_and_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [
        {
            "program": "ppo",
            "seed": seed,
            "curve": [(4, 0.25), (8, share)],
            "greedy": 0.125,
            "cpu_seconds": 5 + seed,
            "rules": mk.RULES_VERSION,
        }
        for seed, share in enumerate((0.5, 0.55, 0.6))
    ]
    file = tmp_path / "single-file.json"
    file.write_text(json.dumps(runs))
    monkeypatch.setattr(single_file.RUNS, "file", file)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    # mean 55, standard deviation 5, of three seeds 4.30 * 5 / sqrt(3)
    assert single_file.table() == [("`ppo`", "8", "55.0 ± 12.4", "12.5 ± 0.0", "6", "3")]
    assert single_file.curves()[:2] == [("ppo", 0, 4, "25.0"), ("ppo", 0, 8, "50.0")]
    single_file.results.publish("single-file-curves", single_file.CURVE_HEAD, single_file.curves())
    for name, programs in single_file.PLOTS.items():
        single_file.draw(name, programs)
    assert [file.name for file in tmp_path.glob("*.png")] == ["single-file-jax.png"]
