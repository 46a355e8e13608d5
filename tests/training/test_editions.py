"""One policy for several sets of editions: tables of each, read by the numbers of the largest."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.policies.network import TokenNetwork
from tests.envs.slow_rows import SMALL
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.rollout_buffer import SparseNotes

WHOLE = ("munchkin", "star", "extended")
PARTS = ("star", "extended+munchkin", "munchkin")
SETTINGS = {name: value for name, value in SMALL.items() if name != "players"}
GAME: dict[str, Any] = {
    "n_envs": 8,
    "players": [3],
    "settings": {"editions": list(WHOLE), **SETTINGS},
    "extra_editions": list(PARTS),
}
SECTIONS: dict[str, Any] = {
    "game": GAME,
    "network": {"kind": "sparse", "card_dropout": 0.0, "embedding": 8, "hidden": [24, 16]},
}


def played_on(editions: tuple[str, ...], decisions: int = 40) -> mk.SelfPlayVecEnv:
    games = mk.SelfPlayVecEnv(6, encoding="sparse", seed=3, editions=editions, **SMALL)
    rng = np.random.default_rng(0)
    for _ in range(decisions):
        games.step(games.sample(rng))
    return games


def whole_network() -> tuple[mk.SparseNetwork, mk.Spec]:
    torch.manual_seed(0)
    spec = mk.spec(players=3, editions=WHOLE)
    network = mk.SparseNetwork.for_game(spec, embedding=8, hidden=[24, 16])
    with torch.no_grad():
        network.action.mul_(50.0)
        network.seat[1:].normal_(std=0.1)
        network.plane.normal_(std=0.1)
    return network.eval(), spec


@pytest.mark.parametrize("names", PARTS)
def test_a_table_of_other_editions_is_read_as_the_carried_network_reads_it(names: str, tmp_path: Path) -> None:
    """Two ways from the same game to the same logits: renumbered observations, and renumbered weights."""
    editions = tuple(names.split("+"))
    network, spec = whole_network()
    mk.save_policy(tmp_path / "net.safetensors", network, spec)
    carried = mk.load_policy(tmp_path / "net.safetensors", for_game=mk.spec(players=3, editions=editions))
    games = played_on(editions)
    notes = SparseNotes(games, 1, spec)
    notes.note(0, games)
    seen = network.inputs({name: part[0] for name, part in notes.seen.items()})
    rows = [torch.from_numpy(np.ascontiguousarray(part)) for part in (*seen, notes.choices[0])]
    theirs = torch.from_numpy(carried.scores(games.observation, games.legal_action_mask))
    with torch.no_grad():
        ours, _ = network(*rows)
    told = notes.choices[0] >= 0
    legal = notes.meant(np.maximum(notes.choices[0], 0))
    wanted = theirs.gather(1, torch.from_numpy(legal))
    assert torch.allclose(ours[told], wanted[told], atol=1e-4)
    read = notes.read(games.observation)
    with torch.no_grad():
        again = network.scores(read, notes.masks(games.legal_action_mask))
    best = notes.meant(again.argmax(1))
    assert best.tolist() == carried.scores(games.observation, games.legal_action_mask).argmax(1).tolist()
    assert (notes.seen["count"][0][:, 0] == games.observation["count"].reshape(-1)).all()


def answers_of(game: mk.Spec) -> list[str]:
    """Return the meaning of each action: cards by their full ids."""
    cards = [card.full_id for card in mk.Game(editions=game.config.editions).catalogue.cards if card]
    named = []
    for section in game.action_sections:
        parts = cards if section.name == "card" else range(section.size)
        named += [f"{section.name}.{part}" for part in parts]
    return named


def test_numbers_mean_the_same_in_both_games() -> None:
    small, large = mk.spec(editions=("star",)), mk.spec(editions=WHOLE)
    entries, actions = mk.index_map(small, large)
    for at in range(len(entries)):
        ours = next(one for one in small.sparse_sections if one.start <= at < one.start + one.size)
        if ours.name.endswith("room"):
            assert entries[at] == -1, "what means nothing yet is no number"
            continue
        theirs = next(one for one in large.sparse_sections if one.start <= entries[at] < one.start + one.size)
        assert ours.name == theirs.name
    names = {name: k for k, name in enumerate(answers_of(large))}
    assert [names[name] for name in answers_of(small)] == actions.tolist()


def test_cards_that_the_other_game_lacks_are_named() -> None:
    with pytest.raises(mk.ConfigError, match=r"editions: expected those of \['munchkin'\], got star:"):
        mk.index_map(mk.spec(editions=("star",)), mk.spec(editions=("munchkin",)))


def test_every_table_is_learnt_from_by_the_numbers_of_the_largest(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, **SECTIONS, ppo={"n_steps": 5, "learning_rate": 0.0})
    played = [table.games.config.editions for table in trainer.tables]
    assert played == [WHOLE, *(tuple(one.split("+")) for one in PARTS)]
    trainer.run_iteration()
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    part = batch.part(slice(None), torch.from_numpy, trainer.network.inputs)
    with torch.no_grad():
        logs = torch.log_softmax(trainer.network(*part.given)[0], 1)
    assert torch.allclose(logs.gather(1, part.actions[:, None])[:, 0], part.log_probs, atol=1e-5)
    told = [table.notes.told(table.actions[table.mine]) for table in trainer.tables]
    assert part.given[3].gather(1, part.actions[:, None])[:, 0].tolist() == np.concatenate(told).tolist()


@pytest.mark.parametrize("residual", [None, "greedy"])
def test_a_teacher_is_asked_at_every_table(tmp_path: Path, residual: str | None) -> None:
    phase = {"algorithm": "imitation", "timesteps": 10**6, "n_steps": 4, "teacher": "greedy", "pass_keep_fraction": 1.0}
    network = {**SECTIONS["network"], "residual": residual, "residual_weight": 50.0}
    trainer = trainer_of(tmp_path, game=GAME, network=network, phases=[phase, {}])
    trainer.run_iteration()
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    part = batch.part(slice(None), torch.from_numpy, trainer.network.inputs)
    answered = part.given[3].gather(1, part.labels[:, None])[:, 0]
    assert (answered >= 0).all(), "what the teacher answers is among what may be answered"
    if residual is not None:
        with torch.no_grad():
            logits, _ = trainer.network(*part.given)
        assert logits.argmax(1).tolist() == part.labels.tolist()


def test_earlier_selves_play_at_every_table(tmp_path: Path) -> None:
    opponents = {"self_play": 0.0, "past_selves": 1.0, "bots": {}, "snapshot_every": 1}
    trainer = trainer_of(tmp_path, **SECTIONS, opponents=opponents, ppo={"n_steps": 6})
    for _ in range(3):
        trainer.run_iteration()
    assert trainer.pool.active
    for table in trainer.tables:
        assert (table.games.controllers[:, 1:] == mk.SelfPlayVecEnv.EXTERNAL).all()


def test_settings_without_further_sets_are_read_again() -> None:
    config = build_config({})
    assert config.game.extra_editions == []
    assert build_config(config.as_dict()) == config


@each(
    ("game", "network", "message"),
    [
        ({"extra_editions": ["cthulhu"]}, {}, "game.extra_editions: expected editions of .*extended, got cthulhu"),
        ({"extra_editions": ["stra"]}, {}, "stra"),
        ({"extra_editions": [3]}, {}, "game.extra_editions: expected a list, got"),
        ({}, {"kind": "tokens"}, "game.extra_editions: expected none with network.kind tokens"),
        ({"n_envs": 3}, {}, "game.n_envs: expected 4 or more, got 3"),
    ],
)
def test_sets_that_cannot_be_are_refused(game: dict[str, Any], network: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.ConfigError, match=message):
        build_config({"game": {**GAME, **game}, "network": {**SECTIONS["network"], **network}})


def test_a_policy_that_reads_tokens_is_refused_in_every_part(tmp_path: Path) -> None:
    """Its numbers are those of one set of editions."""
    spec = mk.spec(players=3, editions=WHOLE, **SETTINGS)
    file = tmp_path / "tokens.safetensors"
    mk.save_policy(file, TokenNetwork.for_game(spec, embedding=4, hidden=[8]), spec)
    parts: dict[str, dict[str, Any]] = {
        "opponents.frozen": {"opponents": {"self_play": 0.0, "past_selves": 1.0, "bots": {}, "frozen": str(file)}},
        "run.init_from": {"run": {"init_from": str(file)}},
        "teacher": {"ppo": {"teacher": str(file), "teacher_coef": 0.5}},
    }
    for name, part in parts.items():
        with pytest.raises(mk.ConfigError, match=f"{name}: expected one that reads sparse with game.extra_editions"):
            trainer_of(tmp_path / name, **SECTIONS, **part)
