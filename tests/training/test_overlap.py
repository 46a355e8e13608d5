"""Learning while the next iteration is played: what is learnt is the same, and a resumed run goes on exactly."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

import munchkin_env as mk
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.learner import Trainer
from training.left import PREFIX, Left
from training.ppo import Optimising
from training.run import unpack
from training.sections import Ppo
from training.tables import Batch

KINDS = {"tokens": {"embedding": 8, "hidden": [16]}, "sparse": {"kind": "sparse", "embedding": 8, "hidden": [24, 16]}}
PPO = {"steps": 6, "minibatch": 16, "learning_rate": 1e-3}


def made(folder: Path, overlap: bool = True, kind: str = "sparse", **sections: Any) -> Trainer:
    run = {"folder": str(folder), "tensorboard": False, "device": "cpu", "threads": 1, "precision": "float32",
           "overlap": overlap}  # fmt: skip
    network = {**KINDS[kind], "card_dropout": 0.3}
    return trainer_of(folder, run=run, **{"network": network, "ppo": PPO, **sections})


def weights(trainer: Trainer) -> dict[str, bytes]:
    return {name: part.numpy().tobytes() for name, part in trainer.network.state_dict().items()}


IMITATION = {"algorithm": "imitation", "steps": 6, "teacher": "greedy", "minibatch": 16, "learning_rate": 1e-3}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("phase", [IMITATION, {}], ids=["imitation", "ppo"])
def test_what_is_learnt_is_what_was_played_before(phase: dict[str, Any], kind: str, tmp_path: Path) -> None:
    """The second iteration learns of the first one what is learnt at once where nothing overlaps."""
    # both draw from torch's generator: one, then the other
    plain = made(tmp_path / "plain", overlap=False, kind=kind, phases=[phase])
    first = weights(plain)
    told = plain.run_iteration()
    late = made(tmp_path / "late", kind=kind, phases=[phase])
    assert weights(late) == first
    assert not {"value_loss", "learning_rate"} & set(late.run_iteration()), "nothing has been learnt from yet"
    assert weights(late) == first
    learnt = late.run_iteration()
    assert weights(late) != first
    if phase:
        assert weights(late) == weights(plain)
    # PPO asks the same network once more for its chances, not row by row as it played
    shared = ("cross_entropy", "agreed") if phase else ("entropy", "policy_loss", "divergence")
    for name in (*shared, "value_loss", "learnt_from", "minibatch"):
        assert learnt[name] == pytest.approx(told[name], abs=1e-4), name


def test_answers_count_as_the_learner_would_give_them_now() -> None:
    """The policy's loss is that of answers drawn by the learner, but for those he would give far sooner."""
    then, now = np.log(np.array([0.5, 0.5, 0.2, 0.1], np.float32)), np.log(np.array([0.5, 0.25, 0.3, 0.9], np.float32))
    facts = {"log_probs": then, "advantages": np.ones(4, np.float32), "weights": np.ones(4, np.float32)}
    batch = Batch(dict(facts), {}, np.zeros((4, 1)), {})
    optimising = Optimising(Ppo())
    optimising.catch_up(batch, now)
    assert batch.arrays["sooner"] == pytest.approx([1.0, 0.5, 1.5, 2.0])
    assert batch.arrays["log_probs"].tolist() == now.tolist()
    others = np.log(np.maximum(1.0 - np.exp(now), 1e-6))
    logits = torch.from_numpy(np.stack([now, others], 1).astype(np.float32))
    part = SimpleNamespace(
        **{name: torch.from_numpy(one) for name, one in batch.arrays.items()},
        actions=torch.zeros(4, dtype=torch.long), targets=torch.zeros(4),
    )  # fmt: skip
    _, measured = optimising.loss(part, logits, torch.zeros(4))
    assert float(measured["policy_loss"]) == pytest.approx(-(1.0 + 0.5 + 1.5 + 2.0) / 4, abs=1e-3)
    assert float(measured["divergence"]) == pytest.approx(0.0, abs=1e-6)


def test_who_plays_is_the_learner_as_it_was_when_the_iteration_began(tmp_path: Path) -> None:
    trainer = made(tmp_path)
    trainer.run_iteration()
    trainer.run_iteration()
    before = weights(trainer)
    trainer.run_iteration()
    played = {name: part.numpy().tobytes() for name, part in trainer.actor.state_dict().items()}
    assert played == before != weights(trainer)
    assert trainer.network.kept is None, "cards are dropped in iterations alone"
    assert trainer.actor.kept is None


def test_a_phase_learns_of_all_that_it_has_played(tmp_path: Path) -> None:
    """Before the next one begins, which another algorithm may learn in."""
    phases = [{"algorithm": "imitation", "decisions": 30, "steps": 4, "teacher": "greedy"}, {"steps": 4}]
    trainer = made(tmp_path, phases=phases, ppo={"minibatch": 1000, "epochs": 1})
    numbers, steps = [], []
    for _ in range(5):
        numbers.append(trainer.run_iteration()["phase"])
        steps.append(max([int(one["step"]) for one in trainer.optimizer.state.values()], default=0))
    first = numbers.count(0)
    assert 0 < first < 4
    assert steps == [max(0, k - (k <= first)) if k <= first else first + (k - first - 1) for k in range(1, 6)]


def test_a_game_that_fails_leaves_no_learning_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = made(tmp_path)
    trainer.run_iteration()
    before = weights(trainer)

    def fails(*_: Any) -> float:
        raise RuntimeError("no more")

    monkeypatch.setattr(trainer, "_play", fails)
    with pytest.raises(RuntimeError, match="no more"):
        trainer.run_iteration()
    learnt = weights(trainer)
    assert learnt != before
    assert weights(trainer) == learnt


@pytest.mark.parametrize("kind", KINDS)
def test_a_resumed_run_goes_on_exactly(kind: str, tmp_path: Path) -> None:
    """With what was left to be learnt from, into the next phase as well."""
    phases = [{"algorithm": "imitation", "decisions": 50, "steps": 4, "teacher": "greedy"}, {"steps": 4}]
    for stop in (1, 2, 3):
        whole = made(tmp_path / f"whole{stop}", kind=kind, phases=phases)
        for _ in range(stop):
            whole.run_iteration()
        whole.save_checkpoint()
        place, facts = whole.folder.last_checkpoint() or (tmp_path, {})
        assert whole.left is not None
        resumed = made(tmp_path / f"part{stop}", kind=kind, phases=phases)
        states = []
        for one in (whole, resumed):
            one.restore(place, facts)  # the one that goes on, too: both draw from the same generator
            for _ in range(3):
                one.run_iteration()
            one.save_checkpoint()
            states.append(unpack((one.folder.newest() or tmp_path) / "state.npz"))
        assert any(name.startswith(PREFIX) for name in states[0])
        assert {name: part.tobytes() for name, part in states[0].items()} == {
            name: part.tobytes() for name, part in states[1].items()
        }


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Trainer, dict[str, np.ndarray], dict[str, float]]:
    """A trainer that has something left, and that as arrays and measurements."""
    trainer = made(tmp_path_factory.mktemp("overlap") / "run")
    trainer.run_iteration()
    assert trainer.left is not None
    return trainer, trainer.left.arrays(), trainer.left.batch.measured


def restored(trainer: Trainer, arrays: dict[str, np.ndarray], measured: Any) -> Any:
    return Left.restored(arrays, measured, trainer.tables[0].notes, trainer.network, "file")


def test_what_is_left_is_kept_as_it_is(saved: Any) -> None:
    trainer, arrays, measured = saved
    again = restored(*saved)
    assert again.batch.measured == measured
    assert {name: part.tobytes() for name, part in again.arrays().items()} == {
        name: part.tobytes() for name, part in arrays.items()
    }
    assert restored(trainer, {}, None) is None


@pytest.mark.parametrize(
    ("name", "change", "match"),
    [
        ("seen.indices", lambda part: part - 20_000, "left.seen: expected up to .* entries from 0"),
        ("seen.indices", lambda part: part.astype(np.int64), "left.seen: expected types and dimensions"),
        ("seen.indices", lambda part: part[:, :3], "left.seen: expected up to 3 entries"),
        ("seen.count", lambda part: part * 0 + 30_000, "left.seen: expected up to .* entries from 0, got 0 to 30000"),
        ("seen.count", lambda part: part * 0 - 1, "left.seen: expected up to"),
        ("seen.data", lambda part: part[1:], r"left.seen.data: expected finite numbers of \d+ rows"),
        ("arrays.advantages", lambda part: part * np.nan, "left.arrays.advantages: expected finite numbers"),
        ("choices", lambda part: part.astype(np.int8), "left.seen: expected"),
        ("kept", lambda part: part[1:], r"left.kept: expected \d+ types"),
    ],
)
def test_what_is_left_is_refused_where_it_is_damaged(saved: Any, name: str, change: Any, match: str) -> None:
    trainer, arrays, measured = saved
    damaged = {**arrays, PREFIX + name: change(arrays[PREFIX + name])}
    with pytest.raises(mk.SaveError, match=f"file: {match}"):
        restored(trainer, damaged, measured)


def test_what_was_measured_of_it_is_checked(saved: Any) -> None:
    trainer, arrays, _ = saved
    for wrong in (3, {"learnt_from": "x"}, [1.0]):
        with pytest.raises(mk.SaveError, match="file: left: expected measurements"):
            restored(trainer, arrays, wrong)


def test_an_answer_that_is_no_action_is_refused_before_it_is_read(saved: Any) -> None:
    trainer, arrays, measured = saved
    left = restored(trainer, {**arrays, f"{PREFIX}choices": arrays[f"{PREFIX}choices"] * 0 + 30_000}, measured)
    with pytest.raises(mk.ConfigError, match="ids: expected numbers below"):
        trainer._learn(left, trainer._orders(left))


def test_the_other_trainer_learns_in_turn() -> None:
    with pytest.raises(mk.ConfigError, match=r"run.overlap: expected none with sb3, got True"):
        build_config({"run": {"trainer": "sb3", "overlap": True}})
