"""Files of policies and of training runs that somebody has damaged: each is refused by name, or works.

`python -m tests.fuzz.files 1 100` prints what came of so many, from seed 1.
"""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from safetensors.torch import save

import munchkin_env as mk
from munchkin_env.observation import ENCODINGS, Spec
from munchkin_env.policies.files import FORMAT, FORMAT_VERSION, policy_metadata
from munchkin_env.policies.transfer import names_of
from tests.fuzz.tools import Tally, feed, main
from tests.fuzz.values import altered, as_json, damaged, pick
from training import learner
from training.config import build_config
from training.evaluation import Evaluations
from training.run import RunFolder, pack, read_metrics, unpack
from training.sections import Config

SMALL = {
    "run": {"loggers": [], "device": "cpu", "threads": 1, "precision": "float32"},
    "game": {"n_envs": 2, "players": [3]},
    "network": {"embedding": 4, "hidden": [8]},
    "ppo": {"n_steps": 2, "n_epochs": 1, "batch_size": 4},
    "opponents": {"snapshot_every": 1, "active_selves": 1, "self_play": 0.5, "past_selves": 0.5, "bots": {}},
}


class Files:
    """Sound files to damage, made once: a policy, and a run of one iteration with a checkpoint."""

    def __init__(self, folder: Path, kind: str = "tokens") -> None:
        self.game = mk.spec(players=3)
        torch.manual_seed(0)
        network = learner.KINDS[kind].for_game(self.game, embedding=4, hidden=[8])
        self.weights = {name: part.contiguous() for name, part in network.state_dict().items()}
        self.header = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "facts": policy_metadata(self.game, network.reads),
            "network": network.settings,
            "names": names_of(self.game, network.reads),
        }
        self.zip_facts = {"action_space": {"facts": policy_metadata(self.game, "flat")}}
        self.folder = folder
        self.kind = kind
        self.config = self.config_in(folder / "run")
        self.run = RunFolder.create(self.config)
        trainer = learner.PpoTrainer(self.config, self.run)
        trainer.run_iteration()
        self.run.log("iteration", trainer.iteration, trainer.decisions, time_elapsed=1.0)
        self.run.log(
            "evaluation", 1, trainer.decisions, time_elapsed=1.0, opponent="greedy", win_rate=0.1, low=0.0, high=0.5
        )
        trainer.save_checkpoint()
        trainer.close()
        place, self.facts = self.run.last_checkpoint() or (folder, {})
        self.place, self.arrays = place, unpack(place / "state.npz")
        self.arrays_whole = (place / "state.npz").read_bytes()
        self.facts_whole = (place / "state.json").read_bytes()
        self.metrics_whole = (self.run.path / "metrics.jsonl").read_bytes()

    def config_in(self, folder: Path) -> Config:
        run, network = {**SMALL["run"], "dir": str(folder)}, {**SMALL["network"], "kind": self.kind}
        return build_config({**SMALL, "run": run, "network": network})


def played(bot: Any, game: Spec) -> None:
    """A policy that has been read acts legally."""
    bot.check(game)
    games = mk.SelfPlayVecEnv(2, 3, encoding=bot.encoding)
    for _ in range(3):
        games.step(bot.act_batch(games.observation, games.legal_action_mask, np.full(2, 0.5)))


def policy(files: Files, rng: np.random.Generator) -> None:
    """`*.safetensors` with an altered header, altered weights, or damaged as a file."""
    header: Any = files.header
    weights = dict(files.weights)
    kind = rng.random()
    text = None
    if kind < 0.5:
        header = altered({**header, **{key: dict(header[key]) for key in ("facts", "network", "names")}}, rng)
    elif kind < 0.6:
        text = pick(rng, ["[" * 100_000, "{", "1" * 5000, "null", '"x"', '{"facts": ' + "[" * 9000 + "]" * 9000 + "}"])
    elif kind < 0.8:
        name = pick(rng, sorted(weights))
        change = pick(rng, [lambda w: w * float("nan"), lambda w: w.to(torch.int64), lambda w: w.flatten()[:1], None])
        if change is None:
            del weights[name]
        else:
            weights[name] = change(weights[name]).contiguous()
    data = save(weights, {"munchkin": as_json(header) if text is None else text})
    file = files.folder / "policy.safetensors"
    file.write_bytes(damaged(data, rng) if kind >= 0.8 else data)
    played(mk.load_policy(file, for_game=files.game if kind < 0.4 else None), files.game)


def zipped_policy(files: Files, rng: np.random.Generator) -> None:
    """`*.zip` whose facts are altered; nothing of it may be unpickled, as there is nothing to unpickle."""
    opened = io.BytesIO()
    facts = altered(files.zip_facts, rng)
    with zipfile.ZipFile(opened, "w", pick(rng, [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as whole:
        text = as_json(facts) if rng.random() < 0.8 else pick(rng, ["[" * 100_000, "[]", "1" * 5000])
        whole.writestr(pick(rng, ["data", "data", "data", "other"]), text)
    file = files.folder / "policy.zip"
    file.write_bytes(damaged(opened.getvalue(), rng) if rng.random() < 0.5 else opened.getvalue())
    played(mk.load_policy(file, allow_pickle=True), files.game)


def checkpoint(files: Files, rng: np.random.Generator) -> None:
    """A checkpoint with altered facts or arrays is refused, or goes on."""
    facts, arrays = files.facts_whole, files.arrays_whole
    kind = rng.random()
    if kind < 0.4:
        facts = as_json(altered(json.loads(facts), rng)).encode()
    elif kind < 0.5:
        facts = pick(rng, [b"[]", b"3", b"null", b"[" * 100_000, b"\xff", b"", damaged(facts, rng)])
    elif kind < 0.8:
        changed = dict(files.arrays)
        name = pick(rng, sorted(changed))
        one = changed[name]
        other = "S8" if one.dtype.kind == "U" else "i1"
        change = pick(rng, [lambda a: a.flatten()[:1], lambda a: a.astype("U8"), lambda a: a.astype(other), None])
        if change is None:
            del changed[name]
        else:
            changed[name] = change(one)
        arrays = pack(changed)
    else:
        arrays = damaged(arrays, rng)
    (files.place / "state.json").write_bytes(facts)
    (files.place / "state.npz").write_bytes(arrays)
    folder = RunFolder.open(files.run.path)
    resumed = folder.last_checkpoint()
    assert resumed is not None
    trainer = learner.PpoTrainer(folder.config, folder)
    try:
        trainer.restore(*resumed)
        trainer.run_iteration()
    finally:
        trainer.close()
        for file in (files.run.path / "pool").glob("0*"):
            if int(file.stem) > 1:
                file.unlink()


def metrics(files: Files, rng: np.random.Generator) -> None:
    """Measurements with damaged lines; names in the pool that are no snapshots."""
    lines = files.metrics_whole.splitlines(keepends=True)
    line = int(rng.integers(len(lines)))
    if rng.random() < 0.6:
        lines[line] = as_json(altered(json.loads(lines[line]), rng)).encode() + b"\n"
    else:
        lines[line] = pick(rng, [b"[]\n", b"\xff\n", b"3\n", b"[" * 100_000 + b"\n", damaged(lines[line], rng)])
    (files.run.path / "metrics.jsonl").write_bytes(b"".join(lines))
    for name in ("1abc.safetensors", "2", "3.x.y"):
        (files.run.path / "pool" / name).write_bytes(b"")
    read_metrics(files.run.path)
    files.run.forget_after(int(rng.integers(1, 3)))
    Evaluations(files.config, files.run)
    for name in ("1abc.safetensors", "3.x.y"):
        assert (files.run.path / "pool" / name).exists(), "what is no snapshot is not ours"


PARTS: tuple[Callable[[Files, np.random.Generator], None], ...] = (policy, zipped_policy, checkpoint, metrics)


def fuzz(seed: int, count: int) -> Tally:
    """`count` damaged files, of each kind in turn. Raises what is no MunchkinError."""
    rng = np.random.default_rng(seed)
    with TemporaryDirectory() as name:
        return feed(PARTS, seed, count, Files(Path(name), ENCODINGS[1 + seed % 2]), rng)


if __name__ == "__main__":
    main(fuzz)
