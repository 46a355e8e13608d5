"""A population: learners of different seeds in one run, each seated with the others."""

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("yaml")

import munchkin_env as mk
from tests.training.test_frozen import TINY, weights
from training.config import read_config
from training.loop import make_trainer
from training.population import Population
from training.run import RunFolder, read_metrics

SHARES = ["opponents.peers=2", "opponents.self_play=0.5", "opponents.past_selves=0.5", "opponents.bots={}"]
NETWORK = ["network.embedding=16", "network.hidden=[16]"]


def population(folder: Path, *fields: str) -> Population:
    config = read_config(None, [*TINY, *NETWORK, *SHARES, f"run.dir={folder}", *fields])
    found = make_trainer(config, RunFolder.create(config))
    assert isinstance(found, Population)
    return found


def all_weights(trainer: Population) -> list[dict[str, bytes]]:
    return [weights(member.network) for member in trainer.members]


def test_members_differ_and_sit_with_one_another(tmp_path: Path) -> None:
    trainer = population(tmp_path / "run")
    before = all_weights(trainer)
    trainer.run_iteration()
    after = all_weights(trainer)
    assert before[0] != before[1] != before[2] != before[0]
    assert all(old != new for old, new in zip(before, after, strict=True))
    for member in trainer.members:
        others = [other.network for other in trainer.members if other is not member]
        assert [bot.network for bot in member.pool.active] == others
        assert mk.SelfPlayVecEnv.EXTERNAL in member.tables[0].games.controllers
    trainer.close()


@pytest.mark.slow
def test_a_continued_population_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    trainer = population(tmp_path / "run")
    trainer.run_iteration()
    trainer.save_checkpoint()
    place, facts = RunFolder.open(tmp_path / "run").last_checkpoint()
    trainer.run_iteration()
    trainer.members[2].save_checkpoint()  # killed here: one of the others is ahead of the run
    trainer.folder.forget_after(facts["iteration"])
    again = make_trainer(trainer.first.config, trainer.folder)
    again.restore(place, facts)
    again.run_iteration()
    again.save_checkpoint()
    assert all_weights(again) == all_weights(trainer)
    trainer.close()
    again.close()


def test_a_population_that_was_killed_before_its_first_checkpoint_begins_anew(tmp_path: Path) -> None:
    trainer = population(tmp_path / "run")
    trainer.run_iteration()
    for member in trainer.members[1:]:
        member.save_checkpoint()
    trainer.close()
    assert trainer.folder.last_checkpoint() is None
    trainer.folder.forget_after(-1)
    for member in trainer.members[1:]:
        assert member.folder.last_checkpoint() is None
        assert read_metrics(member.folder.path) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (["opponents.frozen=pretrained"], "opponents.frozen: expected none with opponents.peers, got pretrained"),
        (["opponents.self_play=1.0", "opponents.past_selves=0.0"], "opponents.past_selves: expected a share above 0"),
        (["run.trainer=sb3"], "opponents.peers: expected 0 with sb3, got 2"),
        (["opponents.peers=8"], "opponents.peers: expected a whole number from 0 to 7, got 8"),
    ],
)
def test_what_a_population_cannot_be_is_named(fields: list[str], words: str) -> None:
    with pytest.raises(mk.ConfigError, match=words):
        read_config(None, [*SHARES, *fields])
