"""The second process of a first start: which units it compiles, and when there is none."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import munchkin_env
from munchkin_env.engine.kernels import units
from munchkin_env.engine.kernels.code_files import CodeFiles, CodeFolder
from munchkin_env.engine.kernels.sources import UNITS
from munchkin_env.engine.kernels.units import PREFIX
from tests.architecture.test_imports import files_of

ENGINE = "engine.dispatch.core.unit"
OBSERVATION = "observation.core.unit"
KEPT = b"code"


class Begun:
    """A request to begin that is noted; it begins nothing."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.command, self.options = command, options
        begun.append(self)

    def wait(self) -> int:
        return 0


begun: list[Begun] = []


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    begun.clear()
    units._begun.clear()
    monkeypatch.delenv(units.HELPING, raising=False)
    monkeypatch.setattr(units, "cores", lambda: 2)
    monkeypatch.setattr(units, "say_nothing", lambda about: None)
    monkeypatch.setattr(units, "subprocess", SimpleNamespace(Popen=Begun, DEVNULL=subprocess.DEVNULL))
    yield
    units._begun.clear()


@pytest.fixture
def files(tmp_path: Path) -> CodeFiles:
    """A folder for compiled code, with none."""
    return CodeFiles("version", lambda version: [CodeFolder(tmp_path / "code", version)], tmp_path / "shipped")


def test_every_unit_is_known() -> None:
    """A module with a unit that is not listed would be compiled by nobody else."""
    there = {
        ".".join(file.with_suffix("").parts[file.parts.index("munchkin_env") + 1 :])
        for file in map(Path, files_of("munchkin_env"))
        if "UNIT = unit(__name__" in file.read_text(encoding="utf-8")
    }
    assert there == set(UNITS)


def test_the_others_are_compiled_alongside_once(files: CodeFiles) -> None:
    units.begin_others(ENGINE, files)
    units.begin_others(OBSERVATION, files)
    (one,) = begun
    program = one.command[2]
    assert f"{PREFIX}observation.core" in program
    assert f"{PREFIX}bots.dispatch" in program
    assert f"{PREFIX}engine.dispatch.core" not in program
    assert one.options["env"][units.HELPING], "the helper begins no helpers"


def test_what_is_kept_already_is_not_compiled_again(files: CodeFiles) -> None:
    files.write(f"{OBSERVATION}-0123456789abcdef.code", KEPT)
    units.begin_others(ENGINE, files)
    (one,) = begun
    assert f"{PREFIX}observation.core" not in one.command[2]
    assert f"{PREFIX}bots.dispatch" in one.command[2]


def test_it_finds_the_same_package(files: CodeFiles) -> None:
    units.begin_others(ENGINE, files)
    program = begun[0].command[2].split("from munchkin_env", 1)[0] + "import munchkin_env; print(munchkin_env.__file__)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == munchkin_env.__file__


@pytest.mark.parametrize("why", ["one core", "a helper", "no unit", "all kept", "nowhere to keep"])
def test_nothing_is_begun(monkeypatch: pytest.MonkeyPatch, files: CodeFiles, why: str) -> None:
    name = ENGINE
    if why == "one core":
        monkeypatch.setattr(units, "cores", lambda: 1)
    elif why == "a helper":
        monkeypatch.setenv(units.HELPING, "1")
    elif why == "no unit":
        name = "engine.validation.invariants.check_position"
    elif why == "all kept":
        for unit in UNITS:
            files.write(f"{unit}.unit-0123456789abcdef.code", KEPT)
    else:
        files = CodeFiles("version", lambda version: [])
    units.begin_others(name, files)
    assert not begun


def test_where_no_process_can_be_begun_it_goes_on(monkeypatch: pytest.MonkeyPatch, files: CodeFiles) -> None:
    def none(*args: Any, **options: Any) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(units.subprocess, "Popen", none)
    units.begin_others(ENGINE, files)
