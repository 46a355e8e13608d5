"""Tests of the tool that trains on generated editions in turn: weights that carry over, and weights that return."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

import torch

import munchkin_env as mk
from benchmarks import generalisation
from benchmarks.generalisation import HELD_OUT, LAPS, Learner, rows_of

TINY = ["run.total_timesteps=60", "game.n_envs=4", "phases.0.n_steps=4", "network.hidden=[8, 4]", "network.embedding=4"]


def test_rows_of_cards_come_back_with_their_edition_and_the_rest_goes_on() -> None:
    learner = Learner(TINY, laps=3)
    learner.learn("generated:0")
    first = rows_of(learner.network)
    shared = learner.network.feature.weight.detach().clone()
    other = mk.spec(players=4, editions=("generated:1",))
    assert torch.equal(learner.known("generated:1", other).feature.weight, shared)
    new = rows_of(learner.known("generated:1", other))
    assert not any(part.any() for part in new.values()), "nothing is known of cards that were never met"
    learner.learn("generated:1")
    assert not torch.equal(learner.network.feature.weight, shared)
    again = mk.spec(players=4, editions=("generated:0",))
    back = rows_of(learner.known("generated:0", again))
    assert all(torch.equal(back[name], first[name]) for name in first)
    assert first["card.weight"].any()
    assert learner.decisions >= 2 * 20


def test_schedules_go_along_all_laps() -> None:
    learner = Learner([], LAPS)
    rates = []
    for learner.lap in range(LAPS):
        config = learner.config_of(f"generated:{learner.lap}", "nowhere")
        rates.append(config.of_phase(0).learning_rate)
        assert config.game.settings == {"editions": [f"generated:{learner.lap}"]}
    whole = generalisation.read_config(generalisation.CONFIG, []).of_phase(0)
    assert rates[0][0] == whole.learning_rate[0]
    assert rates[-1][1] == pytest.approx(whole.learning_rate[1])
    assert all(one[1] == pytest.approx(two[0]) for one, two in pairwise(rates))
    whole = generalisation.read_config(generalisation.CONFIG, [])
    assert config.run.total_timesteps * LAPS == whole.run.total_timesteps


def test_no_edition_is_held_out_and_trained_on() -> None:
    trained = {f"generated:{seed}" for seed in range(max(generalisation.EDITIONS))}
    assert not trained & set(HELD_OUT)
    assert max(generalisation.EDITIONS) <= LAPS


def test_the_page_tells_means_over_training_seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"recipe": "rows", "editions": 4, **generalisation.RUNS.versions}
    there = [
        {**one, "seed": seed, "met": {"generated:0": 0.4}, "held_out": {"generated:1000": share, "generated:1001": 0.3}}
        for seed, share in enumerate((0.1, 0.2, 0.3))
    ]
    file = tmp_path / "generalisation.json"
    file.write_text(json.dumps(there))
    monkeypatch.setattr(generalisation.RUNS, "file", file)
    # means 20, 25, 30: 25, standard deviation 5, of three seeds 4.30 * 5 / sqrt(3)
    assert ("`rows`", "4", "40.0 ± 0.0", "25.0 ± 12.4", "3") in generalisation.table()
