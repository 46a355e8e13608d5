"""A learner that begins as a policy and plays against a frozen one: how well a best response does."""

import shutil
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("yaml")

import torch

import munchkin_env as mk
from training.config import read_config
from training.learner import PpoTrainer
from training.loop import train
from training.run import RunFolder

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"players": 3, "preset": "short", "round_limit": 2}
TINY = [
    "game.players=[3]",
    "game.settings={preset: short, round_limit: 2}",
    "game.n_envs=4",
    "run.loggers=[]",
    "run.threads=1",
    "run.device=cpu",
    "ppo.n_steps=8",
    "ppo.batch_size=64",
    "opponents.snapshot_every=1",
    "evaluation.opponents=[random]",
]


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A policy that is fresh and small."""
    file = tmp_path / "victim.safetensors"
    network = mk.TokenNetwork.for_game(mk.spec(**SMALL), embedding=16, hidden=[16])
    mk.save_policy(file, network, mk.spec(**SMALL))
    return file


def exploiter(tmp_path: Path, *fields: str) -> PpoTrainer:
    options = [*TINY, f"run.dir={tmp_path / 'run'}", *fields]
    return PpoTrainer(config := read_config(ROOT / "configs" / "exploit.yaml", options), RunFolder.create(config))


def weights(network) -> dict[str, bytes]:
    return {name: part.detach().numpy().tobytes() for name, part in network.state_dict().items()}


@pytest.mark.slow
def test_the_terminal_tells_what_is_kept_of_the_network_that_a_run_starts_with(
    tmp_path: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["network.embedding=16", "network.hidden=[16]", "network.card_dropout=0.0"]
    few = ["run.total_timesteps=1", "evaluation.games=3", f"run.init_from={victim}", f"opponents.frozen={victim}"]
    other = ["network.hidden=[8]", "network.pools=seat"]
    for number, (changed, told) in enumerate([([], ""), (other, "hidden, pools")]):
        options = [*TINY, *few, *own, *changed, f"run.dir={tmp_path / str(number)}"]
        train(RunFolder.create(read_config(ROOT / "configs" / "exploit.yaml", options)))
        said = " ".join(capsys.readouterr().err.split())
        assert ("network: the one of run.init_from keeps its own" in said) == bool(told)
        assert f"keeps its own {told}" in said or not told


@pytest.mark.slow
def test_a_run_does_not_go_on_against_another_policy(tmp_path: Path, victim: Path) -> None:
    frozen = tmp_path / "frozen.safetensors"
    shutil.copy(victim, frozen)
    trainer = exploiter(tmp_path, f"opponents.frozen={frozen}", "run.init_from=null")
    trainer.save_checkpoint()
    resumed = trainer.folder.last_checkpoint()
    assert resumed is not None
    exploiter(tmp_path / "same", f"opponents.frozen={frozen}", "run.init_from=null").restore(*resumed)
    network = mk.load_policy(victim).network
    with torch.no_grad():
        next(network.parameters()).add_(1.0)
    mk.save_policy(frozen, network, mk.spec(**SMALL))
    again = exploiter(tmp_path / "other", f"opponents.frozen={frozen}", "run.init_from=null")
    with pytest.raises(mk.SaveError, match=r"opponents.frozen .*: expected the weights with which the run began"):
        again.restore(*resumed)


@pytest.mark.slow
def test_the_learner_begins_as_the_policy_and_leaves_the_frozen_one_as_it_is(tmp_path: Path, victim: Path) -> None:
    trainer = exploiter(tmp_path, f"run.init_from={victim}", f"opponents.frozen={victim}")
    before = weights(mk.load_policy(victim).network)
    assert weights(trainer.network) == before
    for _ in range(2):
        trainer.run_iteration()
        (frozen,) = trainer.pool.active
        control = trainer.tables[0].games.controllers
        assert sorted(set(control.ravel().tolist())) == [mk.SelfPlayVecEnv.EXTERNAL, mk.SelfPlayVecEnv.CALLER]
        assert ((control == mk.SelfPlayVecEnv.CALLER).sum(axis=1) == 1).all()
    assert weights(frozen.network) == before != weights(trainer.network)
    assert list((tmp_path / "run" / "pool").iterdir()) == []
    trainer.save_checkpoint()
    place, facts = RunFolder.open(tmp_path / "run").last_checkpoint()
    again = PpoTrainer(trainer.config, trainer.folder)
    again.restore(place, facts)
    assert weights(again.network) == weights(trainer.network)
    assert weights(again.pool.active[0].network) == before
    trainer.close()
    again.close()


@pytest.mark.slow
def test_a_learner_begins_as_the_policy_of_another_game_carried_to_its_own(tmp_path: Path, victim: Path) -> None:
    blend = {**SMALL, "editions": ["munchkin", "star"]}
    options = [f"game.settings={blend}".replace("'", "").replace("players: 3, ", ""), f"run.init_from={victim}"]
    shares = ["opponents.past_selves=0.0", "opponents.self_play=1.0"]
    trainer = exploiter(tmp_path, *options, "opponents.frozen=null", *shares)
    assert trainer.network.settings["actions"] > mk.load_policy(victim).network.settings["actions"]
    assert weights(trainer.network) == weights(mk.load_policy(victim, for_game=mk.spec(**blend)).network)
    trainer.run_iteration()
    trainer.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["run.init_from=greedy"], "run.init_from: expected pretrained or a policy's file .*got 'greedy'"),
        (["run.init_from=none.safetensors"], "run.init_from: policy: expected a file that exists, got 'none."),
        (["opponents.frozen=gone.safetensors"], "policy: expected a file that exists, got 'gone.safetensors'"),
        (["game.settings={editions: [star]}"], r"opponents.frozen: editions: expected \['munchkin'\], which .* knows"),
    ],
)
def test_what_cannot_be_frozen_is_named(tmp_path: Path, victim: Path, options: list[str], words: str) -> None:
    with pytest.raises(mk.ConfigError, match=words):
        exploiter(tmp_path, f"run.init_from={victim}", f"opponents.frozen={victim}", *options)


def test_the_other_trainer_has_no_frozen_opponents() -> None:
    for option in ("run.init_from=pretrained", "opponents.frozen=pretrained"):
        with pytest.raises(mk.ConfigError, match=f"{option.partition('=')[0]}: expected None with sb3"):
            read_config(None, ["run.trainer=sb3", option])
