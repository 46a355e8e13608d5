"""Imitation, kickstarting, and runs that go through several phases."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from torch.nn import functional

import munchkin_env as mk
from munchkin_env.bots import bot_names, register_bot
from tests.tiers import FULL
from tests.training.logged import documented
from training.__main__ import run
from training.config import build_config
from training.evaluation import Evaluations
from training.imitation import PASS, Imitating
from training.learner import PpoTrainer
from training.ppo import Optimising
from training.run import Clock, RunFolder, read_metrics, unpack
from training.sections import Imitation, Ppo
from training.tables import Batch, drawn_by, thinned

ROOT = Path(__file__).resolve().parents[2]
SMOKE = str(ROOT / "configs" / "smoke.yaml")
PHASES = (
    "phases: [{algorithm: imitation, timesteps: 80, teacher: greedy, teacher_play_fraction: [1, 0],"
    " pass_keep_fraction: 0.5, n_steps: 8},"
    "{timesteps: 80, n_steps: 8, teacher_coef: [1, 0.1], n_envs: 6, keep_fraction: 0.5},"
    "{n_steps: 12, batch_size: [16, 64], shaping: [1, 0], lead_coef: [1, 0], outcome_coef: [0.5, 1]}]"
)
TINY = [
    "run.total_timesteps=280",
    "run.checkpoint_every=1",
    "run.loggers=[]",
    "game.n_envs=4",
]


def trainer_of(folder: Path, **sections) -> PpoTrainer:
    data = {
        "run": {"dir": str(folder), "loggers": [], "device": "cpu", "threads": 1, "precision": "float32"},
        "game": {"n_envs": 8, "players": [3]},
        "opponents": {"self_play": 0.0, "past_selves": 0.0, "bots": {"random": 1.0}},
        "network": {"embedding": 8, "hidden": [16]},
        **sections,
    }
    config = build_config(data)
    return PpoTrainer(config, RunFolder.create(config))


def options(folder: Path) -> list[str]:
    return [f"run.dir={folder}", *TINY]


def state_of(folder: Path) -> tuple[dict, dict[str, bytes]]:
    """Return the result of a run: facts without times, and all arrays as bytes."""
    place, facts = RunFolder.open(folder).last_checkpoint() or (folder, {})
    facts = {name: value for name, value in facts.items() if name not in ("seconds", "parts")}
    facts["began"] = facts["began"][0]
    return facts, {name: part.tobytes() for name, part in unpack(place / "state.npz").items()}


# --------------------------------------------------------------------------- runs


@pytest.fixture(scope="module")
def config_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings of a run of three phases."""
    file = tmp_path_factory.mktemp("phases") / "phases.yaml"
    more = "opponents: {self_play: 0.3, past_selves: 0.3, bots: {random: 0.4}, snapshot_every: 2}\n"
    smoke = Path(SMOKE).read_text().replace("opponents:\n  snapshot_every: 2\n", more)
    file.write_text(smoke + PHASES)
    return file


def test_the_evaluation_before_the_first_iteration_is_no_part_of_the_first_phase(tmp_path):
    phases = [{"algorithm": "imitation", "n_steps": 2, "seconds": 1e6}, {}]
    trainer = trainer_of(tmp_path, ppo={"n_steps": 2}, phases=phases)
    trainer.clock = Clock(2e6)
    assert trainer.run_iteration()["phase"] == 0
    trainer.clock = Clock(4e6)
    assert trainer.run_iteration()["phase"] == 1


def test_the_opponents_sit_there_from_the_first_game_on(tmp_path):
    trainer = trainer_of(tmp_path, ppo={"n_steps": 2})
    assert ((trainer.tables[0].games.seat_controllers == 0).sum(axis=1) == 1).all()
    assert (trainer.tables[0].games.seat_controllers > 0).sum() == 2 * 8


@pytest.mark.parametrize("reset", [False, True])
def test_adam_begins_anew_where_that_is_asked_for(tmp_path, reset):
    """And a checkpoint in the midst of the phase has what it has learnt since."""
    phases = [{"n_steps": 4, "timesteps": 30}, {"n_steps": 4, "reset_optimizer": reset}]
    trainer = trainer_of(tmp_path, ppo={"batch_size": 1000, "n_epochs": 1}, phases=phases)
    steps, numbers = [], []
    for _ in range(4):
        numbers.append(trainer.run_iteration()["phase"])
        steps.append({int(one["step"]) for one in trainer.optimizer.state.values()})
    assert numbers[-2:] == [1, 1]
    first = numbers.count(0)
    wanted = [*range(1, first + 1), *range(1, 5 - first)] if reset else [1, 2, 3, 4]
    assert steps == [{step} for step in wanted]
    trainer.save_checkpoint()
    again = PpoTrainer(trainer.config, trainer.folder)
    place, facts = trainer.folder.last_checkpoint()
    again.restore(place, facts)
    assert {int(one["step"]) for one in again.optimizer.state.values()} == {wanted[-1]}
    again.close()
    trainer.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [[], *([["network.residual=random"], ["network.kind=sparse", "opponents.same_kind_prob=0.5"]] if FULL else [])],
    ids=["plain", *(["residual", "sparse"] if FULL else [])],
)
def test_a_run_goes_through_its_phases_and_a_resumed_one_goes_on_exactly(config_file, tmp_path, monkeypatch, more):
    monkeypatch.setattr(Evaluations, "measure", lambda *_: None)
    whole, part = tmp_path / "whole", tmp_path / "part"
    run(str(config_file), [*options(whole), *more], None)
    lines = [line for line in read_metrics(whole) if line["kind"] == "iteration"]
    assert sorted({line["phase"] for line in lines}) == [0, 1, 2]
    assert [line["phase"] for line in lines] == sorted(line["phase"] for line in lines)
    assert all(("teacher_agreement" in line) == (line["phase"] == 0) for line in lines)
    sometimes = {"explained_variance", "explained_variance_outcomes", "noise_scale"}
    logged = {key for line in lines if line["phase"] == 0 for key in line}
    assert logged | sometimes == documented("all", "iteration", "imitation") | sometimes
    assert all(("cross_entropy" in line) == (line["phase"] < 2) for line in lines)
    assert any(line["kept_fraction"] < 1 for line in lines if line["phase"] == 0)
    assert all(line["kept_fraction"] == 1 for line in lines if line["phase"] == 2)
    rates = [line["learning_rate"] for line in lines if line["phase"] == 0]
    assert rates[0] == pytest.approx(1.2e-3)
    assert rates == sorted(rates, reverse=True)
    told = [line["iteration"] for line in read_metrics(whole) if line["kind"] == "iteration"]
    for stop in (40, 120):  # in the first phase and in the second; the schedules of the last one end with the run
        folder = part / str(stop)
        run(str(config_file), [*options(folder), *more, f"run.total_timesteps={stop}"], None)
        file = folder / "config.yaml"
        file.write_text(file.read_text().replace(f"total_timesteps: {stop}\n", "total_timesteps: 280\n", 1))
        run(None, [], str(folder))
        assert state_of(folder) == state_of(whole)
        assert [one["iteration"] for one in read_metrics(folder) if one["kind"] == "iteration"] == told


@each(
    ("field", "value"),
    [("phase", 3), ("phase", -1), ("phase", "1"), ("began", 3), ("began", [0]), ("began", [0, "x"]), ("began", [9, 0])],
)
def test_a_checkpoint_with_a_phase_that_cannot_be_is_refused(tmp_path, field, value):
    trainer = trainer_of(tmp_path, ppo={"n_steps": 2})
    trainer.save_checkpoint()
    place, facts = trainer.folder.last_checkpoint() or (tmp_path, {})
    trainer.restore(place, facts)
    with pytest.raises(mk.SaveError, match=f"{field}: expected .*, got "):
        trainer.restore(place, {**facts, field: value})


# --------------------------------------------------------------------------- imitation


def test_labels_are_what_the_teacher_answers_and_the_teacher_plays_by_them(tmp_path):
    trainer = trainer_of(
        tmp_path,
        phases=[
            {
                "algorithm": "imitation",
                "timesteps": 999,
                "teacher_play_fraction": 1.0,
                "n_steps": 3,
                "pass_keep_fraction": 1.0,
            },
            {},
        ],
    )
    table, told = trainer.tables[0], []
    advice = table.games.advice

    def noted(*given):
        told.append(advice(*given))
        return told[-1]

    table.games.advice = noted
    trainer.run_iteration()
    assert np.array_equal(table.labels, told)
    assert np.array_equal(table.actions[table.mine], table.labels[table.mine])
    assert table.notes.choices[table.mine][np.arange(table.mine.sum()), table.labels[table.mine]].all()


def test_where_the_learner_plays_it_is_taught_all_the_same(tmp_path):
    trainer = trainer_of(
        tmp_path, phases=[{"algorithm": "imitation", "timesteps": 999, "teacher_play_fraction": 0.0, "n_steps": 6}, {}]
    )
    trainer.run_iteration()
    table = trainer.tables[0]
    assert not np.array_equal(table.actions[table.mine], table.labels[table.mine])
    assert (table.notes.choices[table.mine][np.arange(table.mine.sum()), table.labels[table.mine]] == 1).all()


class Searcher(mk.Bot):
    """A bot that plays the highest legal action, after a look at a world."""

    name, searches = "searcher", True

    def act(self, view, mask, rng):
        assert view.world is not None
        return int(np.flatnonzero(mask)[-1])


def test_a_teacher_that_searches_is_asked_for_a_share_which_alone_is_learnt_from(tmp_path):
    if "searcher" not in bot_names():
        register_bot("searcher", Searcher)
    phase = {
        "algorithm": "imitation",
        "timesteps": 999,
        "teacher": "searcher",
        "teacher_play_fraction": 0.0,
        "pass_keep_fraction": 1.0,
    }
    trainer = trainer_of(tmp_path, phases=[{**phase, "n_steps": 12, "query_fraction": 0.4}, {}])
    measured = trainer.run_iteration()
    table = trainer.tables[0]
    told = table.mine & (table.labels >= 0)
    assert 0.2 < told.sum() / table.mine.sum() < 0.6
    highest = table.notes.choices.shape[2] - 1 - table.notes.choices[..., ::-1].argmax(axis=2)
    assert np.array_equal(table.labels[told], highest[told])
    assert measured["kept_fraction"] == pytest.approx(told.sum() / table.mine.sum())
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    assert (batch.arrays["labels"] >= 0).all()
    table.labels[:] = -1
    assert len(trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))) == 0


def test_a_share_of_the_games_is_still_played_by_a_teacher_that_is_asked_seldom(tmp_path):
    phase = {
        "algorithm": "imitation",
        "timesteps": 999,
        "teacher_play_fraction": 1.0,
        "query_fraction": 0.01,
        "n_steps": 3,
    }
    trainer = trainer_of(tmp_path, phases=[phase, {}])
    trainer.run_iteration()
    table = trainer.tables[0]
    assert np.array_equal(table.actions[table.mine], table.labels[table.mine])


def test_the_learner_comes_to_agree_with_its_teacher(tmp_path):
    trainer = trainer_of(
        tmp_path,
        phases=[
            {"algorithm": "imitation", "timesteps": 10**6, "n_steps": 4, "n_epochs": 10, "learning_rate": 1e-2},
            {},
        ],
    )
    trainer.run_iteration()
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    part = batch.part(slice(None), torch.from_numpy, trainer.network.inputs)
    with torch.no_grad():
        _, knows = trainer.algorithm.loss(part, *trainer.network(*part.given))
        torch.manual_seed(3)
        fresh = mk.TokenNetwork.for_game(trainer.spec, embedding=8, hidden=[16])
        _, guesses = trainer.algorithm.loss(part, *fresh(*part.given))
    assert knows["teacher_agreement"] > guesses["teacher_agreement"] + 0.2
    assert knows["cross_entropy"] < 0.5 * guesses["cross_entropy"]


def part_of(rows: int, actions: int, **more) -> SimpleNamespace:
    generator = torch.Generator().manual_seed(1)
    return SimpleNamespace(
        actions=torch.randint(actions, (rows,), generator=generator),
        labels=torch.randint(actions, (rows,), generator=generator),
        log_probs=torch.full((rows,), -float(np.log(actions))),
        advantages=torch.randn(rows, generator=generator),
        targets=torch.randn(rows, generator=generator),
        **{"weights": torch.ones(rows), **more},
    )


def test_the_loss_of_imitation_is_the_cross_entropy_to_the_labels():
    part, logits, values = part_of(6, 4), torch.randn(6, 4), torch.randn(6)
    loss, measured = Imitating(Imitation(teacher_play_fraction=0.0, vf_coef=0.25)).loss(part, logits, values)
    assert measured["cross_entropy"] == pytest.approx(functional.cross_entropy(logits, part.labels).item())
    assert loss == pytest.approx((measured["cross_entropy"] + 0.25 * (values - part.targets).square().mean()).item())
    assert measured["teacher_agreement"] == pytest.approx((logits.argmax(1) == part.labels).float().mean().item())


# --------------------------------------------------------------------------- ppo


def test_a_teacher_pulls_the_learner_by_its_weight_towards_the_labels():
    part = part_of(8, 5)
    logits, values = torch.randn(8, 5, generator=torch.Generator().manual_seed(2)), torch.zeros(8)
    plain, _ = Optimising(Ppo()).loss(part, logits, values)
    held, measured = Optimising(Ppo(teacher_coef=0.5)).loss(part, logits, values)
    assert held.item() - plain.item() == pytest.approx(0.5 * functional.cross_entropy(logits, part.labels).item())
    assert measured["cross_entropy"] == pytest.approx(functional.cross_entropy(logits, part.labels).item())
    assert Optimising(Ppo()).teacher is None, "nobody is asked what has no weight"


@pytest.mark.parametrize("name", ["policy_loss", "value_loss", "entropy", "approx_kl"])
def test_a_decision_counts_by_its_weight(name):
    """One that weighs twice counts as if it were there twice."""
    twice = torch.tensor([0, 1, 1, 2])
    part, logits, values = part_of(3, 4), torch.randn(3, 4), torch.randn(3)
    doubled = SimpleNamespace(**{key: value[twice] for key, value in vars(part).items()})
    part.weights = torch.tensor([0.75, 1.5, 0.75])
    algorithm = Optimising(Ppo())
    assert algorithm.loss(part, logits, values)[1][name].item() == pytest.approx(
        algorithm.loss(doubled, logits[twice], values[twice])[1][name].item(), rel=1e-5
    )


def test_thinning_keeps_sums_on_average():
    draws = np.random.default_rng(0)
    plain = draws.random((200, 100)) < 0.8
    values = draws.random(plain.shape) + plain
    weights = thinned(plain, 0.25, draws)
    assert set(np.unique(weights)) == {0.0, 1.0, 4.0}
    assert (weights[~plain] == 1).all()
    assert (weights[plain] > 0).mean() == pytest.approx(0.25, abs=0.02)
    assert (weights * values).sum() == pytest.approx(values.sum(), rel=0.02)
    assert (thinned(plain, 1.0, draws) == 1).all()


@pytest.mark.parametrize("share", [0.05, 0.3, 0.8, 1.0])
def test_what_teaches_most_is_kept_and_sums_stay_on_average(share):
    draws = np.random.default_rng(1)
    teaches = draws.exponential(size=(400, 100)) ** 2 * (draws.random((400, 100)) < 0.9)
    values = teaches * draws.normal(1.0, 0.5, teaches.shape)
    weights = drawn_by(teaches, share, draws)
    mine = teaches > 0
    assert (weights[~mine] == 0).all()
    assert (weights[mine] > 0).mean() == pytest.approx(share, abs=0.01)
    assert (weights[mine] * values[mine]).sum() == pytest.approx(values[mine].sum(), rel=0.03)
    assert (weights[weights > 0] >= 1).all()
    low, high = np.quantile(teaches[mine], [0.5, 0.98])
    assert (weights[teaches > high] > 0).mean() >= (weights[mine & (teaches < low)] > 0).mean()
    if share >= 0.3:
        assert (weights[teaches > high] == 1).all()


@pytest.mark.parametrize("teaches", [np.zeros((3, 2)), np.ones((3, 2)), np.array([[1e-30, 1.0], [5.0, 0.0]])])
def test_drawing_takes_what_is_odd(teaches):
    weights = drawn_by(teaches, 0.5, np.random.default_rng(0))
    assert np.isfinite(weights).all()
    assert (weights[teaches == 0] == 0).all()


def test_certain_answers_that_brought_what_was_expected_and_passes_are_left_out(tmp_path):
    trainer = trainer_of(tmp_path, ppo={"n_steps": 4})
    trainer.run_iteration()
    table, draws = trainer.tables[0], np.random.default_rng(0)
    rows = np.flatnonzero(table.mine.reshape(-1))
    table.log_probs.reshape(-1)[rows] = -2.0
    table.log_probs.reshape(-1)[rows[::2]] = -0.001
    gained = [np.zeros_like(table.values)]
    batch = Optimising(Ppo(keep_fraction=0.2)).batch(trainer.tables, draws)
    left = (batch.arrays["log_probs"] == -2.0).mean()
    assert len(batch) == pytest.approx(0.2 * len(rows), rel=0.5)
    assert left > 0.8
    assert batch.arrays["weights"].mean() == pytest.approx(1.0, abs=1e-4)
    table.labels.reshape(-1)[rows] = table.actions.reshape(-1)[rows]
    table.labels.reshape(-1)[rows[::8]] += 1
    held = Optimising(Ppo(keep_fraction=0.8, teacher="veteran", teacher_coef=1e6)).weights(
        trainer.tables, gained, draws
    )
    assert (held[0].reshape(-1)[rows[::8]] == 1).all()  # near certain, and not the teacher's action
    table.labels.reshape(-1)[rows] = PASS
    table.labels.reshape(-1)[rows[:3]] = 7
    batch = Imitating(Imitation(teacher_play_fraction=0.0, pass_keep_fraction=0.01)).batch(trainer.tables, draws)
    assert (batch.arrays["labels"] == 7).sum() == 3
    assert len(batch) < 3 + 5
    assert batch.arrays["weights"].mean() == pytest.approx(1.0)
    assert isinstance(batch, Batch)
