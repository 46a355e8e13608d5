"""Tests of the command that puts the median seed of a recipe into the package."""

import hashlib
import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from benchmarks import baselines, results, shipped
from benchmarks.tests.test_baselines import cells_of, recipe_rows
from munchkin_env.policies.files import read_policy
from munchkin_env.versions import RULES_VERSION

RECIPE = "imitate_ppo"
WINS = [(66.0, 36.0), (64.0, 37.0), (70.0, 35.0), (69.0, 39.0), (60.0, 44.0)]  # sums 102, 101, 105, 108, 104


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(baselines, "TRAINED", tmp_path / "runs")
    monkeypatch.setitem(baselines.RECIPES, RECIPE, "configs/smoke.yaml run.total_timesteps=1")
    monkeypatch.setitem(shipped.FILES, RECIPE, tmp_path / "shipped.safetensors")
    return tmp_path


def test_the_median_seed_ships_with_its_record_and_the_curves_of_all(folder: Path) -> None:
    for seed in baselines.RECIPE_SEEDS:
        baselines.recipe_run(RECIPE, seed)
    for cells in recipe_rows(RECIPE, WINS).values():
        keep = {**cells, "seed": "5"}
        baselines.keep(folder / "baselines.csv", keep)
    results.publish(shipped.CURVES, shipped.HEAD, [("all_editions", *"01234567"), (RECIPE, *"01234567")], rules=3)
    assert shipped.ship(RECIPE) == 4
    file = folder / "shipped.safetensors"
    told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert hashlib.sha256(file.read_bytes()).hexdigest() == told["sha256"]
    assert read_policy(file)[1]["facts"]["rules_version"] == told["trained_on"]["rules_version"]
    assert told["trained_on"]["seed"] == told["config"]["run"]["seed"] == 4
    assert told["evaluation"]["rows"] == [
        [f"{RECIPE}-4-vs-{others}", "4000", "5", wins, "40.0", "60.0"]
        for others, wins in (("greedy", "60.0"), ("veteran", "44.0"))
    ]
    assert str(folder) not in file.with_suffix(".json").read_text(encoding="utf-8")
    head, rows = results.read(shipped.CURVES)
    assert head[:-1] == list(shipped.HEAD)
    assert rows[0] == ["all_editions", *"01234567", "3"], "those of the other recipe stay, with their rules version"
    assert {row[-1] for row in rows[1:]} == {str(RULES_VERSION)}
    assert {(row[0], row[1]) for row in rows[1:]} == {(RECIPE, str(seed)) for seed in baselines.RECIPE_SEEDS}


def test_a_recipe_without_all_of_its_rows_is_refused(folder: Path) -> None:
    row = next(row for row in baselines.rows() if row.kind == "recipe")
    baselines.keep(folder / "baselines.csv", cells_of(row))
    with pytest.raises(SystemExit, match=r"imitate_ppo: expected rows of five seeds in .*, got those of none"):
        shipped.ship(RECIPE)
    assert not (folder / "shipped.safetensors").exists()
