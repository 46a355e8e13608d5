"""Folder of a training run: settings, checkpoints, policies, measurements.

    config.yaml                 the settings, complete
    provenance.jsonl            one line for each start: code, libraries, machine, command
    metrics.jsonl               one line for each iteration and each evaluation
    tensorboard/                the same for TensorBoard, if `run.loggers` names it
    policy.safetensors | .zip   the present learner; best.* the one with the best result against the first opponent
    pool/000025.*               earlier selves
    replays/000040-greedy-0.json.gz    games of evaluations (`evaluation.record`), for `munchkin replay`
    checkpoints/000040/         everything needed to continue exactly as if nothing had happened

A checkpoint is there whole or not at all: it is written under another name and renamed, and the one before is kept
until then. So a run may be killed at any moment.
"""

import io
import json
import os
import shlex
import shutil
import struct
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import munchkin_env as mk
from training.config import build_config, yaml_of
from training.loggers import OPEN, Logger
from training.pool import NUMBER, snapshots
from training.sections import Config

FORMAT_VERSION = 3
KEPT = 2  # checkpoints
WAITING = "waiting for the learner"  # the idle part of the clock
POLICIES = (".safetensors", ".zip")  # of both trainers
# errors that a damaged array file raises
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError, OSError, RuntimeError, SyntaxError,
              TypeError, ValueError)  # fmt: skip


class RunError(mk.MunchkinError):
    """A run that cannot be started, continued or written; nothing of it is lost."""


class RunFolder:
    """Files of one run."""

    def __init__(self, path: Path, config: Config) -> None:
        self.path = path
        self.config = config
        self._loggers: list[Logger] = []

    @classmethod
    def create(cls, config: Config) -> "RunFolder":
        """Create a folder for a new run. Raises RunError if there is a run already, or if it cannot be written."""
        path = Path(config.run.dir)
        folder = cls(path, config)
        if (path / "metrics.jsonl").exists() or any(path.glob("checkpoints/[0-9]*")) or folder.policies():
            raise RunError(
                f"run.dir: expected no run in it, got {path}; to continue that one: {folder.resuming}; "
                "for a new one: run.dir=OTHER"
            )
        try:
            for part in ("checkpoints", "pool"):
                (path / part).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"run.dir: expected one that can be made, got {path} ({error.strerror})") from error
        folder.write_config()
        return folder

    @classmethod
    def open(cls, path: str | Path, field: str = "resume") -> "RunFolder":
        """Return the folder of a run that was begun; errors name the `field` that asked for it.

        Args:
            path: folder of a run, or one that holds folders of runs: then that with the newest checkpoint.
            field: option that asked for it.

        Raises:
            RunError: there is none, or it is of another format.
            ConfigError: its settings were altered.
        """
        place = _newest_run(Path(path)) or Path(path)
        file = place / "config.yaml"
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise RunError(f"{field}: expected the folder of a run, with config.yaml, got {str(path)!r}") from error
        data = yaml_of(text, field, f"the settings of a run in {file}, as YAML")
        if not isinstance(data, dict):
            raise RunError(f"{field}: expected the settings of a run in {file}, got {data!r:.80}")
        if data.pop("format_version", None) != FORMAT_VERSION:
            raise RunError(
                f"{field}: expected a run of format {FORMAT_VERSION}, got {place}, which an earlier or later release "
                "of the package has written; train again, or continue it with that release"
            )
        return cls(place, build_config(data))

    def write_config(self) -> None:
        """Write the settings, complete. Raises RunError."""
        data = {"format_version": FORMAT_VERSION, **self.config.as_dict()}
        self.write("config.yaml", yaml.safe_dump(data, sort_keys=False).encode())

    @property
    def resuming(self) -> str:
        """Command that continues the run."""
        return f"munchkin train --resume {shlex.quote(str(self.path))}"

    # ------------------------------------------------------------------ files

    def write(self, name: str, data: bytes) -> Path:
        """Write a file of the run atomically. Raises RunError."""
        with self.writing(name) as file:
            part = file.with_name(f".{file.name}.part")
            try:
                write_through(part, data)
                os.replace(part, file)
            except OSError:
                part.unlink(missing_ok=True)
                raise
        return file

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """Yield the path of a file of the run; an OSError becomes a RunError with advice."""
        file = self.path / name
        try:
            yield file
        except OSError as error:
            raise RunError(
                f"{file}: expected to write it, got: {error.strerror}; what was written before is whole: make room, "
                f"then {self.resuming}"
            ) from error

    def note_start(self) -> None:
        """Note the provenance of a start, and open the loggers. Raises RunError, and MissingExtra for a logger."""
        with self.writing("provenance.jsonl") as file, file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(mk.provenance()) + "\n")
        with self.writing("tensorboard"):
            self._loggers = [OPEN[name](self.path, self.config.as_dict()) for name in self.config.run.loggers]

    # ------------------------------------------------------------------ checkpoints

    def save_checkpoint(self, iteration: int, facts: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Write the state after an iteration, then forget older ones. Raises RunError; then the last one is left."""
        place = self.path / "checkpoints"
        part = place / f".{iteration:06d}.part"
        shutil.rmtree(part, ignore_errors=True)
        header = {"format_version": FORMAT_VERSION, "iteration": iteration, **versions(), **facts}
        contents = {**files, "state.json": json.dumps(header, indent=1).encode()}
        with self.writing(f"checkpoints/{iteration:06d}") as whole:
            try:
                part.mkdir()
                for name, data in contents.items():
                    write_through(part / name, data)
                os.replace(part, whole)
            except OSError:
                shutil.rmtree(part, ignore_errors=True)
                raise
        for old in self._checkpoints()[:-KEPT]:
            shutil.rmtree(old)

    def _checkpoints(self) -> list[Path]:
        found = (self.path / "checkpoints").glob("[0-9]*")
        return sorted(
            (one for one in found if one.is_dir() and NUMBER.fullmatch(one.name)), key=lambda one: int(one.name)
        )

    def last_checkpoint(self) -> tuple[Path, dict[str, Any]] | None:
        """Return (folder, facts) of the newest checkpoint, None before the first.

        Raises SaveError for other versions, or for one that is damaged.
        """
        found = self._checkpoints()
        return self._facts(found[-1]) if found else None

    def checkpoint(self, iteration: int) -> tuple[Path, dict[str, Any]]:
        """Return (folder, facts) of the checkpoint after an iteration. Raises SaveError if it is not there."""
        return self._facts(self.path / "checkpoints" / f"{iteration:06d}")

    @staticmethod
    def _facts(place: Path) -> tuple[Path, dict[str, Any]]:
        file = place / "state.json"
        try:
            facts = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise mk.SaveError(f"{file}: expected a complete checkpoint, got {error}") from error
        if not isinstance(facts, dict):
            raise mk.SaveError(f"{file}: expected a dict of facts, got {type(facts).__name__}")
        for field, ours in {"format_version": FORMAT_VERSION, **versions()}.items():
            if facts.get(field) != ours:
                theirs = f"{facts.get(field)!r:.80}"
                told = mk.release_that_reads(**{name.removesuffix("_version"): facts.get(name) for name in versions()})
                raise mk.SaveError(f"{file}: {field}: expected {ours}, got {theirs}; train again; {told}")
        check_facts(facts, str(file))
        return place, facts

    def newest(self) -> Path | None:
        """Return the folder of the newest checkpoint, None before the first."""
        found = self._checkpoints()
        return found[-1] if found else None

    def policies(self) -> dict[str, Path]:
        """Return the last saved learner ("policy") and the best one ("best"), as far as there are files of them."""
        names = ("policy", "best")
        return {file.stem: file for name in names for file in self.path.glob(f"{name}.*") if file.suffix in POLICIES}

    # ------------------------------------------------------------------ measurements

    def log(self, kind: str, iteration: int, decisions: int, **values: Any) -> None:
        """Add a line to metrics.jsonl, and its numbers to the loggers; `kind` is "iteration" or "evaluation"."""
        line = {"kind": kind, "iteration": iteration, "total_timesteps": decisions, **values}
        with self.writing("metrics.jsonl") as file, open(file, "a", encoding="utf-8") as opened:
            opened.write(json.dumps(line) + "\n")
        group = f"{kind}/{values['opponent']}" if kind == "evaluation" else kind
        numbers = {f"{group}/{name}": value for name, value in values.items() if is_number_or(value, float)}
        with self.writing("tensorboard"):
            for logger in self._loggers:
                logger.write(numbers, decisions)

    def forget_after(self, iteration: int) -> None:
        """Drop everything later than an iteration, which a continued run repeats, and of its peers."""
        kept = [line for line in read_metrics(self.path) if line["iteration"] <= iteration]
        self.write("metrics.jsonl", "".join(json.dumps(line) + "\n" for line in kept).encode())
        for file in snapshots(self.path / "pool"):
            if int(file.stem) > iteration:
                file.unlink()
        for place in self._checkpoints():
            if int(place.name) > iteration:
                shutil.rmtree(place)
        for peer in (self.path / "peers").glob("[0-9]*"):
            RunFolder(peer, self.config).forget_after(iteration)

    def close(self) -> None:
        """Close the loggers. On a full disk their last points are lost, which is no error of the run's."""
        for logger in self._loggers:
            with suppress(OSError):
                logger.close()


def _newest_run(path: Path) -> Path | None:
    """Return the run with the newest checkpoint among those in a folder; None for the folder of a run, or of none."""
    if (path / "config.yaml").exists():
        return None
    saved = [file for file in path.glob("*/checkpoints/*/state.json") if NUMBER.fullmatch(file.parent.name)]
    return max(saved, key=lambda file: file.stat().st_mtime).parents[2] if saved else None


def write_through(file: Path, data: bytes) -> None:
    """Write bytes through to the disk, so that a rename afterwards never leaves a partial file."""
    with open(file, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())


# Fields of the lines of metrics.jsonl, by their kind.
MEASURED: dict[str, dict[str, type]] = {
    "iteration": {"iteration": int, "total_timesteps": int},
    "evaluation": {
        "iteration": int,
        "total_timesteps": int,
        "opponent": str,
        **dict.fromkeys(("time_elapsed", "win_rate", "low", "high"), float),
    },
}
# Fields that some lines lack.
MAYBE_MEASURED = {"explained_variance": float, "explained_variance_outcomes": float}


def read_metrics(path: str | Path) -> list[dict[str, Any]]:
    """Return the lines of metrics.jsonl; a last line that a kill cut short is left out.

    Raises SaveError for a damaged one.
    """
    file = Path(path) / "metrics.jsonl"
    if not file.exists():
        return []
    found = []
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise mk.SaveError(f"{file}: expected measurements, got {error.strerror}") from error
    for number, line in enumerate(lines[:-1], 1):
        where = f"{file}: line {number}"
        try:
            measured = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise mk.SaveError(f"{where}: expected measurements as JSON, got {line!r:.80}") from error
        kind = measured.get("kind") if isinstance(measured, dict) else None
        if not isinstance(kind, str) or kind not in MEASURED:
            raise mk.SaveError(f"{where}: kind: expected iteration or evaluation, got {line!r:.80}")
        there = {name: type_ for name, type_ in MAYBE_MEASURED.items() if name in measured}
        for name, type_ in {**MEASURED[kind], **there}.items():
            if not is_number_or(measured.get(name), type_):
                raise mk.SaveError(f"{where}: {name}: expected {type_.__name__}, got {measured.get(name)!r:.80}")
        found.append(measured)
    return found


def is_number_or(value: Any, type_: type) -> bool:
    """Return True for a value of a type as JSON has them.

    A float may be written as a whole number, a bool is no number.
    """
    if type_ is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf")
    return isinstance(value, type_) and not isinstance(value, bool)


def check_facts(facts: dict[str, Any], where: str) -> None:
    """Raise SaveError, naming the field, unless a checkpoint's facts are such as both trainers write."""
    for name, type_ in (
        ("iteration", int),
        ("decisions", int),
        ("seconds", float),
        ("parts", dict),
        ("draws", dict),
        ("pool", dict),
    ):
        if not is_number_or(facts.get(name), type_):
            raise mk.SaveError(f"{where}: {name}: expected {type_.__name__}, got {facts.get(name)!r:.80}")
    for name in ("iteration", "decisions", "seconds"):
        if not 0 <= facts[name] < 1 << 53:
            raise mk.SaveError(f"{where}: {name}: expected a number from 0, got {facts[name]!r:.80}")
    for part, seconds in facts["parts"].items():
        if not is_number_or(seconds, float):
            raise mk.SaveError(f"{where}: parts.{part:.40}: expected seconds, got {seconds!r:.80}")


@contextmanager
def restoring(place: Path) -> Iterator[None]:
    """Turn the errors of a damaged checkpoint into a SaveError."""
    try:
        yield
    except mk.MunchkinError:
        raise
    except (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError) as error:
        raise mk.SaveError(f"{place}: expected a checkpoint of this run's settings, got {error}") from error


def versions() -> dict[str, int]:
    """Return the versions that a checkpoint must agree with to be continued."""
    game = mk.spec()
    return {
        "rules_version": game.rules_version,
        "observation_version": game.observation_version,
        "action_version": game.action_version,
    }


def device_of(name: str) -> Any:
    """Return the torch.device of the settings. Raises mk.ConfigError for a GPU that is not there."""
    import torch

    if name == "cuda" and not torch.cuda.is_available():
        raise mk.ConfigError("run.device: expected one that torch can use, got cuda, and torch finds no GPU")
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(name)


def pack(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return arrays as the bytes of an npz file, without pickles."""
    opened = io.BytesIO()
    np.savez(opened, allow_pickle=False, **arrays)
    return opened.getvalue()


def unpack(file: Path) -> dict[str, np.ndarray]:
    """Return the arrays of `pack`. Raises SaveError."""
    try:
        with np.load(file, allow_pickle=False) as opened:
            return {name: opened[name] for name in opened.files}
    except UNREADABLE as error:
        raise mk.SaveError(f"{file}: expected complete arrays, got {error}") from error


class Clock:
    """Seconds of a run, also those before it was continued, and their parts."""

    def __init__(self, before: float = 0.0, parts: Mapping[str, float] | None = None) -> None:
        self._began = time.perf_counter() - before
        self.parts: dict[str, float] = dict(parts or {})

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._began

    def lap(self, part: str, since: float) -> float:
        """Count the time since `since` to a part; return now."""
        now = time.perf_counter()
        self.parts[part] = self.parts.get(part, 0.0) + now - since
        return now


class Report:
    """Report of progress: a bar on a terminal; lines of text elsewhere."""

    def __init__(self, total: int, done: int = 0) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self.console = Console(file=sys.stderr)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} decisions"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self._task = self._bar.add_task("training", total=total, completed=done, rate="")

    def __enter__(self) -> "Report":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def moved(self, decisions: int, per_second: float, doing: str) -> None:
        """Show the progress."""
        self._bar.update(self._task, completed=decisions, rate=f"{per_second:,.0f}/s", description=doing)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self.console.print(text, highlight=False, markup=False, emoji=False, soft_wrap=True)  # quoted for a shell
