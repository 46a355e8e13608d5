"""Checkpoints: RLlib's files, and beside them `munchkin.json`, which describes the policy's training game.

    DIR/iteration_000020/munchkin.json    versions, schema hash, settings: readable, checked before anything is loaded
    DIR/iteration_000020/rllib/           RLlib's own files, some of them pickles: load only trusted ones

A checkpoint appears under its name when it is complete; the newest two are kept.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ray

import munchkin_env as mk

FACTS = "munchkin.json"
STATE = "rllib"
KEPT = 2
VERSIONS = ("rules_version", "observation_version", "action_version")


def identity(game: Mapping[str, Any], hidden: Sequence[int]) -> dict[str, Any]:
    """Return the facts that must agree for a policy to mean the same.

    They are versions and schema of the game, and the size of the network.
    """
    spec = mk.spec(**game)
    return {
        "rules_version": spec.rules_version,
        "observation_version": spec.observation_version,
        "action_version": spec.action_version,
        "schema_hash": spec.schema_hash,
        "hidden": list(hidden),
    }


def save(
    algorithm: Any, folder: Path, game: Mapping[str, Any], hidden: Sequence[int], facts: Mapping[str, Any]
) -> Path:
    """Save the algorithm as `folder`/iteration_N and remove all but the newest checkpoints up to it. Returns its path.

    facts: further JSON values, such as the options of the training.
    """
    place = folder / _name(algorithm.iteration)
    unfinished = folder / f"{place.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    algorithm.save_to_path(unfinished.absolute() / STATE)
    known = {
        **identity(game, hidden),
        "iteration": algorithm.iteration,
        "game": mk.GameConfig.of(game).as_dict(),
        "ray": ray.__version__,
        **facts,
    }
    (unfinished / FACTS).write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(place, ignore_errors=True)
    unfinished.rename(place)
    for old in [one for one in reversed(_checkpoints(folder)) if one.name <= place.name][KEPT:]:
        shutil.rmtree(old)
    return place


def check_folder(folder: Path, begun: int) -> None:
    """Raise mk.ConfigError if a folder has checkpoints after iteration `begun`, from which a run is to begin.

    `find` would take them for the newest of that run.
    """
    later = [one for one in _checkpoints(folder) if one.name > _name(begun)]
    if later:
        raise mk.ConfigError(
            f"checkpoint: expected a folder without checkpoints after iteration {begun}, got {later[-1]}; "
            "choose another folder, remove them, or continue from the last with --resume"
        )


def find(folder: Path, game: Mapping[str, Any], hidden: Sequence[int]) -> Path:
    """Return the checkpoint to continue from, checked to fit this game and network.

    It is `folder` itself, or the newest in it.

    Raises mk.ConfigError if there is none, it cannot be read, or versions, schema or network differ.
    """
    place = folder if (folder / FACTS).exists() else next(reversed(_checkpoints(folder)), None)
    if place is None:
        raise mk.ConfigError(f"resume: expected a folder with {FACTS} or iteration_… folders, got {str(folder)!r}")
    try:
        found = json.loads((place / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise mk.ConfigError(f"resume: expected JSON in {place / FACTS}, got {error}") from error
    if not isinstance(found, dict):
        raise mk.ConfigError(f"resume: expected an object in {place / FACTS}, got {type(found).__name__}")
    for name, expected in identity(game, hidden).items():
        if found.get(name) != expected:
            raise mk.ConfigError(
                f"resume: {name}: expected {expected!r} as in this installation and these options, "
                f"got {found.get(name)!r} in {place / FACTS}{_reader(found) if name in VERSIONS else ''}"
            )
    if not (place / STATE).is_dir():
        raise mk.ConfigError(f"resume: expected RLlib's files in {place / STATE}, got no such folder")
    return place


def iteration_of(place: Path) -> int:
    """Return the iteration of a checkpoint that `find` has found. Raises mk.ConfigError if it is missing."""
    iteration = json.loads((place / FACTS).read_text(encoding="utf-8")).get("iteration")
    if type(iteration) is not int:
        raise mk.ConfigError(f"resume: iteration: expected a number in {place / FACTS}, got {iteration!r}")
    return iteration


def _reader(found: Mapping[str, Any]) -> str:
    """Return the release of the package that reads a checkpoint of these facts, as the end of a message."""
    return f"; {mk.release_that_reads(**{name.removesuffix('_version'): found.get(name) for name in VERSIONS})}"


def restore(algorithm: Any, place: Path) -> None:
    """Load a checkpoint that `find` has found into an algorithm; the algorithm's own step size stays."""
    algorithm.restore_from_path(place.absolute() / STATE)
    algorithm.learner_group.foreach_learner(_keep_own_step_size)


def _keep_own_step_size(learner: Any) -> None:
    """Restore the learner's own step size.

    The optimizer's state has the one it was saved with, for one more iteration.
    """
    for module in learner.module.keys():  # noqa: SIM118, it is no dict
        for _, optimizer in learner.get_optimizers_for_module(module):
            for group in optimizer.param_groups:
                group["lr"] = learner.config.lr


def _name(iteration: int) -> str:
    return f"iteration_{iteration:06}"


def _checkpoints(folder: Path) -> list[Path]:
    """Return the complete checkpoints of a folder, oldest first."""
    return sorted(file.parent for file in folder.glob("iteration_*/" + FACTS) if file.parent.suffix == "")
