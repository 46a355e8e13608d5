"""Learning while the next iteration is played: what is learnt is the same, and a resumed run goes on exactly."""

import shutil
import time
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

import munchkin_env as mk
from tests.tiers import FULL, covering
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.learner import PpoTrainer
from training.pending import PREFIX, Left, digest_of
from training.ppo import Optimising
from training.run import unpack
from training.sections import Ppo
from training.tables import Batch

KINDS = {"tokens": {"embedding": 8, "hidden": [16]}, "sparse": {"kind": "sparse", "embedding": 8, "hidden": [24, 16]}}
PPO = {"n_steps": 6, "batch_size": 16, "learning_rate": 1e-3}


def made(folder: Path, overlap: bool = True, kind: str = "sparse", **sections: Any) -> PpoTrainer:
    run = {"dir": str(folder), "loggers": [], "device": "cpu", "threads": 1, "precision": "float32",
           "overlap": overlap}  # fmt: skip
    network = {**KINDS[kind], "card_dropout": 0.3}
    return trainer_of(folder, **{"run": run, "network": network, "ppo": PPO, **sections})


def weights(trainer: PpoTrainer) -> dict[str, bytes]:
    return {name: part.numpy().tobytes() for name, part in trainer.network.state_dict().items()}


IMITATION = {"algorithm": "imitation", "n_steps": 6, "teacher": "greedy", "batch_size": 16, "learning_rate": 1e-3}


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
    shared = ("cross_entropy", "teacher_agreement") if phase else ("entropy", "policy_loss", "approx_kl")
    for name in (*shared, "value_loss", "kept_fraction", "batch_size"):
        assert learnt[name] == pytest.approx(told[name], abs=1e-4), name


def test_answers_count_as_the_learner_would_give_them_now() -> None:
    """The policy's loss is that of actions sampled by the learner, but for those that it would take far sooner."""
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
    assert float(measured["approx_kl"]) == pytest.approx(0.0, abs=1e-6)


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
    phases = [{"algorithm": "imitation", "timesteps": 30, "n_steps": 4, "teacher": "greedy"}, {"n_steps": 4}]
    trainer = made(tmp_path, phases=phases, ppo={"batch_size": 1000, "n_epochs": 1})
    numbers, steps = [], []
    for _ in range(5):
        numbers.append(trainer.run_iteration()["phase"])
        steps.append(max([int(one["step"]) for one in trainer.optimizer.state.values()], default=0))
    first = numbers.count(0)
    assert 0 < first < 4
    assert steps == [max(0, k - (k <= first)) if k <= first else first + (k - first - 1) for k in range(1, 6)]


def test_what_is_learnt_at_the_end_of_a_phase_is_told(tmp_path: Path) -> None:
    phases = [{"algorithm": "imitation", "timesteps": 30, "n_steps": 4, "teacher": "greedy"}, {"n_steps": 4}]
    trainer = made(tmp_path, phases=phases)
    told = [trainer.run_iteration() for _ in range(4)]
    first = [one["phase"] for one in told].index(1)
    assert ["teacher_agreement" in one for one in told] == [False, *[True] * first, *[False] * (3 - first)]
    assert "entropy" in told[first + 1]


def test_it_is_learnt_by_the_settings_with_which_it_was_played(tmp_path: Path) -> None:
    """A teacher who comes to count was not asked about what was played before."""
    ppo = {**PPO, "teacher": "greedy", "teacher_coef": [0.0, 1.0], "learning_rate": [1e-3, 0.0]}
    run = {"dir": str(tmp_path / "run"), "loggers": [], "device": "cpu", "threads": 1, "precision": "float32",
           "overlap": True, "total_timesteps": 200}  # fmt: skip
    trainer = made(tmp_path / "run", kind="tokens", ppo=ppo, run=run)
    shares, told = [], []
    for _ in range(4):
        shares.append(trainer._done())
        told.append(trainer.run_iteration())
    assert shares[0] == 0
    assert "cross_entropy" not in told[1]
    for k in (2, 3):
        assert told[k]["cross_entropy"] < 10
        assert told[k]["learning_rate"] == pytest.approx(1e-3 * (1 - shares[k - 1]))


def test_a_game_that_fails_leaves_no_learning_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = made(tmp_path)
    trainer.run_iteration()
    descend = trainer._descend
    ended: list[None] = []

    def fails(*_: Any) -> float:
        raise KeyboardInterrupt

    def descends(*given: Any) -> Any:
        time.sleep(0.05)
        ended.append(None)
        return descend(*given)

    monkeypatch.setattr(trainer, "_play", fails)
    monkeypatch.setattr(trainer, "_descend", descends)
    with pytest.raises(KeyboardInterrupt):
        trainer.run_iteration()
    before = len(ended)
    assert before <= 1, "no minibatch is begun after that"
    time.sleep(0.2)
    assert len(ended) == before


@pytest.mark.parametrize(("kind", "overlap"), covering(product(KINDS, (False, True))))
def test_a_resumed_run_goes_on_exactly(kind: str, overlap: bool, tmp_path: Path) -> None:
    """With the rest of the learning material, into the next phase as well; after other games, too, in which more
    actions were legal than later."""
    phases = [{"algorithm": "imitation", "timesteps": 50, "n_steps": 4, "teacher": "greedy"}, {"n_steps": 4}]
    opponents = {"self_play": 0.0, "past_selves": 0.0, "bots": {"greedy": 1.0}, "snapshot_every": 1000}
    sections = {"phases": phases, "opponents": opponents}
    whole = made(tmp_path / "whole", overlap, kind, **sections)
    places = []
    for k in range(24):
        whole.run_iteration()
        whole.save_checkpoint()
        place, facts = whole.folder.last_checkpoint() or (tmp_path, {})
        kept = tmp_path / f"kept-{k}"
        shutil.copytree(place, kept)
        places.append((kept, facts))
    assert (whole.left is not None) == overlap
    for stop in (0, 1, 2, 8, 14, 20) if FULL else (1, 8, 20):
        resumed = made(tmp_path / f"part-{stop}", overlap, kind, **sections)
        resumed.restore(*places[stop])
        for _ in range(3):
            resumed.run_iteration()
        resumed.save_checkpoint()
        states = [unpack(one / "state.npz") for one in (places[stop + 3][0], resumed.folder.newest() or tmp_path)]
        assert any(name.startswith(PREFIX) for name in states[0]) == overlap
        assert {name: part.tobytes() for name, part in states[0].items()} == {
            name: part.tobytes() for name, part in states[1].items()
        }, stop
        resumed.close()


def test_widths_are_checked(tmp_path: Path) -> None:
    trainer = made(tmp_path, overlap=False)
    for wrong in ([0], [10**6], ["1"], 3):
        with pytest.raises(mk.SaveError, match="file: widths: expected numbers from 1 to"):
            trainer._restore_widths(wrong, "file")
    trainer._restore_widths([], "file")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[PpoTrainer, Left]:
    """A trainer that has something left, and that."""
    trainer = made(tmp_path_factory.mktemp("overlap") / "run", network={**KINDS["sparse"], "card_dropout": 0.3})
    trainer.run_iteration()
    assert trainer.left is not None
    return trainer, trainer.left


def restored(trainer: PpoTrainer, arrays: dict[str, np.ndarray], facts: Any) -> Any:
    return Left.restored(arrays, facts, trainer.tables[0].notes, "file")


def test_what_is_left_is_kept_as_it_is(saved: Any) -> None:
    trainer, left = saved
    again = restored(trainer, left.arrays(), left.facts())
    assert again.batch.measured == left.batch.measured
    assert again.done == left.done
    assert torch.equal(again.kept, left.kept)
    assert again.batch.choices.tobytes() == left.batch.choices.tobytes()
    assert {name: part.tobytes() for name, part in again.batch.arrays.items()} == {
        name: part.tobytes() for name, part in left.batch.arrays.items()
    }
    counts = left.batch.seen["count"][:, 0]
    for name in ("indices", "data"):
        for row, count in enumerate(counts.tolist()):
            assert np.array_equal(again.batch.seen[name][row, :count], left.batch.seen[name][row, :count])
    assert restored(trainer, {}, None) is None


@pytest.mark.parametrize(
    ("name", "change", "match"),
    [
        ("seen.indices", lambda part: part - 20_000, "left.seen: expected up to .* entries from 0"),
        ("seen.indices", lambda part: part.astype(np.int64), "left.seen: expected types and shapes"),
        ("seen.indices", lambda part: part[:, :3], "left.seen: expected types and shapes"),
        ("seen.count", lambda part: part * 0 + 30_000, "left.seen: expected up to .* entries from 0, got 0 to 30000"),
        ("seen.count", lambda part: part * 0 - 1, "left.seen: expected up to"),
        ("seen.count", lambda part: np.repeat(part, 4000, 1), "left.seen: expected types and shapes"),
        ("seen.data", lambda part: part[1:], "left.seen: expected types and shapes"),
    ],
)
def test_what_would_be_read_beyond_its_end_is_refused(saved: Any, name: str, change: Any, match: str) -> None:
    """Even where the digest was made for it."""
    trainer, left = saved
    arrays = left.arrays()
    damaged = {**arrays, PREFIX + name: change(arrays[PREFIX + name])}
    with pytest.raises(mk.SaveError, match=f"file: {match}"):
        restored(trainer, damaged, {**left.facts(), "digest": digest_of(damaged)})


@pytest.mark.parametrize("name", ["seen.count", "arrays.advantages", "arrays.actions", "choices", "kept"])
def test_what_is_left_is_refused_where_it_is_damaged(saved: Any, name: str) -> None:
    trainer, left = saved
    arrays = left.arrays()
    rest = {known: part for known, part in arrays.items() if known != PREFIX + name}
    more = {**arrays, f"{PREFIX}arrays.more": np.zeros(3)}
    for damaged in (rest, more, {**rest, PREFIX + name: arrays[PREFIX + name] * 0}):
        with pytest.raises(mk.SaveError, match=r"file: left.digest: expected that of the arrays"):
            restored(trainer, damaged, left.facts())


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        (3, "left: expected facts by name"),
        ({"measured": {"kept_fraction": "x"}}, "left.measured: expected numbers"),
        ({"done": 2}, "left.done: expected 0 to 1"),
        ({"done": None}, "left.done: expected 0 to 1"),
        ({"digest": 5}, "left.digest: expected that of the arrays"),
    ],
)
def test_facts_of_it_are_checked(saved: Any, wrong: Any, match: str) -> None:
    trainer, left = saved
    with pytest.raises(mk.SaveError, match=f"file: {match}"):
        restored(trainer, left.arrays(), {**left.facts(), **wrong} if isinstance(wrong, dict) else wrong)


def test_the_other_trainer_learns_in_turn() -> None:
    with pytest.raises(mk.ConfigError, match=r"run.overlap: expected False with sb3, got True"):
        build_config({"run": {"trainer": "sb3", "overlap": True}})
