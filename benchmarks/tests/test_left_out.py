"""Tests of the tool that leaves an edition out: its training sets, and the reported share of the way."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

import munchkin_env as mk
from benchmarks import left_out

TINY = ("run.total_timesteps=60", "game.n_envs=8", "phases.0.n_steps=4", "network.hidden=[8, 4]", "network.embedding=4")


def test_an_edition_is_played_that_was_not_trained_on() -> None:
    network, spec, decisions = left_out.trained(left_out.others("star"), 0, TINY)
    trained = set(spec.config.editions)
    assert trained == {"munchkin", "extended", "cthulhu"}
    assert decisions >= 60
    assert 0 <= left_out.wins_of(network, spec, "star", games=4) <= 1


def test_the_editions_are_all_that_are_told_of_rulebooks() -> None:
    assert set(left_out.EDITIONS) == set(mk.GameConfig(editions=left_out.EDITIONS).editions)
    for edition in left_out.EDITIONS:
        assert {edition, *left_out.others(edition)} == set(left_out.EDITIONS)


def test_the_page_tells_the_share_of_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = [
        {
            "edition": edition,
            "seed": seed,
            "random": 0.1,
            "without": 0.1 + 0.1 * way,
            "alone": 0.3,
            "rules": mk.RULES_VERSION,
        }
        for edition in left_out.EDITIONS
        for seed, way in enumerate((0, 1, 2))
    ]
    file = tmp_path / "left_out.json"
    file.write_text(json.dumps(there))
    monkeypatch.setattr(left_out.RUNS, "file", file)
    # 0, 50, 100 % of the way: 50, standard deviation 50, of three seeds 4.303 * 50 / sqrt(3)
    assert ("star", "5 of 240", "10.0", "20.0 ± 24.8", "30.0 ± 0.0", "50.0 ± 124.2", "3") in left_out.table()
    assert ("mean", "", "", "", "", "50.0 ± 124.2", "3") in left_out.table()
    file.write_text(json.dumps(there[:-1]))
    assert left_out.table()[-1][-1] == "2", "a seed with three editions is no mean of four"
