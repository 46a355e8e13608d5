"""The gradient noise scale: that it is measured right, what follows it, and that a resumed run goes on with it."""

import json
import math

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from tests.training.test_phases import SMOKE, trainer_of
from training.__main__ import run
from training.config import read_config
from training.evaluation import Evaluations
from training.noise import SPAN, Gradients, Noise
from training.run import RunFolder, read_metrics

TRACE, SQUARE = 12.0, 0.25


def gradients_of(sizes: list[int], generator: torch.Generator, trace: float = TRACE) -> Gradients:
    """Minibatches whose decisions have gradients of this tr Σ, more in some directions than others, about a G."""
    spread = torch.linspace(0.5, 1.5, 40)
    spread *= math.sqrt(trace) / spread.norm()
    signal = torch.zeros(40)
    signal[3] = math.sqrt(SQUARE)
    found = Gradients()
    for size in sizes:
        found.add(signal + spread * torch.randn(40, generator=generator) / math.sqrt(size), size)
    return found


@pytest.mark.rotating
@each("sizes", [[8, 8], [16] * 6, [64, 64, 64, 5], [100, 1], [3, 50, 7]], ids=lambda sizes: "-".join(map(str, sizes)))
def test_both_parts_are_found_without_bias(sizes):
    generator = torch.Generator().manual_seed(4)
    found = np.array([gradients_of(sizes, generator).estimates() for _ in range(4000)])
    error = found.std(axis=0) / math.sqrt(len(found))
    assert (np.abs(found.mean(axis=0) - [TRACE, SQUARE]) < 4 * error).all()
    assert (error < [0.05, 0.05]).all(), "else the test would pass for anything"


def test_one_minibatch_tells_nothing():
    generator, noise = torch.Generator().manual_seed(4), Noise()
    for sizes in ([], [32]):
        assert gradients_of(sizes, generator).estimates() is None
        noise.add(gradients_of(sizes, generator))
    assert (noise.scale, noise.measured(), noise.state()) == (None, {}, Noise().state())


def test_gradients_that_are_no_numbers_are_left_out():
    for wrong in (float("nan"), float("inf")):
        found = Gradients()
        found.add(torch.tensor([1.0, wrong]), 8)
        found.add(torch.tensor([1.0, 2.0]), 8)
        assert found.estimates() is None


def test_equal_gradients_have_no_noise_and_none_no_scale():
    for gradient, scale in ((torch.ones(3), 0.0), (torch.zeros(3), None)):
        found, noise = Gradients(), Noise()
        for _ in range(3):
            found.add(gradient, 8)
        noise.add(found)
        assert noise.scale == scale


def test_the_scale_is_that_of_the_means_and_follows_slowly():
    generator, noise = torch.Generator().manual_seed(5), Noise()
    for _ in range(SPAN):
        noise.add(gradients_of([64] * 8, generator))
    assert noise.trace == pytest.approx(TRACE, rel=0.1)
    assert noise.scale == pytest.approx(TRACE / SQUARE, rel=0.2)
    before = noise.trace
    noise.add(gradients_of([64] * 8, generator, trace=100 * TRACE))
    assert noise.trace == pytest.approx(before * (1 - 1 / SPAN) + 100 * TRACE / SPAN, rel=0.3)
    for _ in range(6 * SPAN):
        noise.add(gradients_of([64] * 8, generator, trace=4 * TRACE))
    assert noise.scale == pytest.approx(4 * TRACE / SQUARE, rel=0.3)


def test_the_first_iterations_count_alike():
    generator = torch.Generator().manual_seed(6)
    found = [gradients_of([16] * 4, generator) for _ in range(5)]
    noise = Noise()
    for one in found:
        noise.add(one)
    means = np.mean([one.estimates() for one in found], axis=0)
    assert (noise.trace, noise.square) == pytest.approx(tuple(means))


# --------------------------------------------------------------------------- what follows it


@each(
    ("noise", "times", "decisions", "size"),
    [
        (Noise(1, 300.0, 1.0), 0.0, 10_000, 256),
        (Noise(1, 300.0, 1.0), 1.0, 10_000, 300),
        (Noise(1, 300.0, 1.0), 2.0, 10_000, 600),
        (Noise(1, 3.0, 1.0), 1.0, 10_000, 64),
        (Noise(1, 1e6, 1.0), 1.0, 10_000, 1024),
        (Noise(1, 1e6, 1.0), 1.0, 1001, 501),
        (Noise(1, 300.0, -1.0), 1.0, 10_000, 1024),
        (Noise(1, 300.0, 0.0), 1e-3, 10_000, 1024),
        (Noise(1, 0.0, 1.0), 1.0, 10_000, 64),
        (Noise(), 3.0, 10_000, 256),
        (Noise(), 3.0, 100, 50),
        (Noise(), 0.0, 100, 256),
        (Noise(), 1.0, 1, 1),
        (Noise(), 1.0, 0, 1),
    ],
)
def test_minibatches_follow_the_noise_within_bounds(noise, times, decisions, size):
    assert noise.minibatch(256, times, decisions) == size


def test_where_no_signal_is_seen_nothing_is_logged():
    assert Noise(3, 5.0, -0.1).measured() == {}
    assert Noise(3, 5.0, 0.5).measured() == {"noise_scale": 10.0}


def test_gradients_are_taken_before_they_are_clipped(tmp_path):
    """Clipped to almost nothing, they still tell how long they were."""
    found = []
    for most in (1e9, 1e-9):
        settings = {"n_steps": 8, "batch_size": 16, "learning_rate": 0, "max_grad_norm": most}
        trainer = trainer_of(tmp_path / str(most), ppo=settings)
        trainer.run_iteration()
        found.append(trainer.noise.state())
        trainer.close()
    assert found[0]["trace"] > 1e-6
    assert found[0] == found[1]


def test_only_the_first_pass_is_measured(tmp_path):
    """Later ones meet the same decisions."""
    found = []
    for epochs in (1, 3):
        settings = {"n_steps": 8, "batch_size": 16, "learning_rate": 0, "n_epochs": epochs}
        trainer = trainer_of(tmp_path / str(epochs), ppo=settings)
        trainer.run_iteration()
        found.append(trainer.noise.state())
        trainer.close()
    assert found[0] == found[1]


def test_the_learner_follows_with_minibatch_and_rate(tmp_path):
    settings = {"n_steps": 24, "batch_size": 32, "learning_rate": 1e-3, "n_epochs": 1, "noise_scale_factor": 1.0}
    trainer = trainer_of(tmp_path, ppo=settings)
    first = trainer.run_iteration()
    assert (first["batch_size"], first["learning_rate"]) == (32, 1e-3), "nothing is known yet"
    trainer.noise = Noise(SPAN, 72.0, 1.0)
    sizes = []
    part = trainer._descend
    trainer._descend = lambda rows, gradients: sizes.append(len(rows.actions)) or part(rows, gradients)
    second = trainer.run_iteration()
    assert second["batch_size"] == 72 == sizes[0]
    assert second["learning_rate"] == pytest.approx(1e-3 * math.sqrt(72 / 32))
    assert trainer.optimizer.param_groups[0]["lr"] == second["learning_rate"]
    assert sum(sizes) == trainer.tables[0].mine.sum()
    assert second["noise_scale"] == trainer.noise.scale != 72
    trainer.close()


def test_a_phase_measures_anew(tmp_path):
    phases = [{"algorithm": "imitation", "timesteps": 1, "n_steps": 8, "batch_size": 16}, {"n_steps": 8}]
    trainer = trainer_of(tmp_path, ppo={"batch_size": 16}, phases=phases)
    assert trainer.run_iteration()["phase"] == 0
    assert trainer.noise.iterations == 1
    assert trainer.run_iteration()["phase"] == 1
    assert trainer.noise.iterations == 1
    trainer.close()


# --------------------------------------------------------------------------- files


def test_a_checkpoint_keeps_it_and_one_of_before_begins_anew(tmp_path):
    trainer = trainer_of(tmp_path, ppo={"n_steps": 8, "batch_size": 16})
    trainer.run_iteration()
    trainer.save_checkpoint()
    kept = trainer.noise.state()
    assert kept["iterations"] == 1
    place, facts = trainer.folder.last_checkpoint()
    trainer.noise = Noise()
    trainer.restore(place, facts)
    assert trainer.noise.state() == kept
    trainer.close()


GOOD = {"iterations": 3, "trace": 1, "square": -2.5}


@each(
    "state",
    [
        None,
        [],
        {},
        *({**GOOD, "iterations": value} for value in (-1, SPAN + 1, 1.5, True, "3", None)),
        *({**GOOD, "trace": value} for value in (-1e-9, math.nan, math.inf, "1", None)),
        *({**GOOD, "square": value} for value in (math.nan, -math.inf, "1", True, None)),
    ],
)
def test_one_that_is_damaged_is_refused(state):
    assert Noise.restored(json.loads(json.dumps(GOOD)), "here").state() == GOOD
    with pytest.raises(mk.SaveError, match="here: noise: expected iterations, trace and square, got "):
        Noise.restored(state, "here")


@pytest.mark.slow
def test_a_resumed_run_that_follows_goes_on_exactly(tmp_path, monkeypatch):
    monkeypatch.setattr(Evaluations, "measure", lambda *_: None)
    follows = ["ppo.noise_scale_factor=1", "ppo.batch_size=48", "run.loggers=[]", "run.checkpoint_every=1"]
    # schedules would end sooner in a run that is broken off by its length
    still = ["ppo.learning_rate=1e-3", "game.n_envs=8", "opponents.snapshot_every=100"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    run(SMOKE, [f"run.dir={whole}", *follows, *still, "run.total_timesteps=1500"], None)
    run(SMOKE, [f"run.dir={part}", *follows, *still, "run.total_timesteps=600"], None)
    file = part / "config.yaml"
    file.write_text(file.read_text().replace("total_timesteps: 600\n", "total_timesteps: 1500\n", 1))
    run(None, [], str(part))
    assert (part / "policy.safetensors").read_bytes() == (whole / "policy.safetensors").read_bytes()
    states = [RunFolder.open(folder).last_checkpoint()[1]["noise"] for folder in (whole, part)]
    assert states[0] == states[1]
    lines = [line for line in read_metrics(whole) if line["kind"] == "iteration"]
    assert len({line["batch_size"] for line in lines}) > 1, "else it followed nothing"
    assert all(12 <= line["batch_size"] <= 192 for line in lines)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("ppo.noise_scale_factor=-1", "ppo.noise_scale_factor: expected a number from 0 to 1000, got -1"),
        ("imitation.noise_scale_factor=1001", "imitation.noise_scale_factor: expected a number .*got 1001"),
        ("ppo.noise_scale_factor=yes", "ppo.noise_scale_factor: expected a number from 0 to 1000, got True"),
        ("ppo.noise_scale_factor=.nan", "ppo.noise_scale_factor: expected a number from 0 to 1000, got nan"),
    ],
)
def test_a_wrong_setting_is_named(option, words):
    with pytest.raises(mk.ConfigError, match=words):
        read_config(None, [option])


def test_sb3_follows_nothing():
    with pytest.raises(mk.ConfigError, match=r"ppo.noise_scale_factor: expected 0.0 with sb3, got 1"):
        read_config(None, ["run.trainer=sb3", "ppo.noise_scale_factor=1"])
