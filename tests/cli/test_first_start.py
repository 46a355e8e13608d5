"""First start with nothing compiled: commands that show a game begin at once, and one process compiles for the next."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import filelock
import pytest

from munchkin_env.cli import _first_start
from munchkin_env.cli._first_start import AT_ONCE, LOCK, VARIABLE
from munchkin_env.engine.kernels import sources
from munchkin_env.engine.kernels.code_files import CodeFiles, CodeFolder


@pytest.fixture
def files(tmp_path, monkeypatch) -> CodeFiles:
    """An empty cache, in a process of which nobody has said how it is to run."""
    place = CodeFolder(tmp_path / "cache", "1")
    found = CodeFiles("1", lambda version: [place], tmp_path / "shipped")
    monkeypatch.setattr(sources, "code_files", lambda: found)
    monkeypatch.setattr(_first_start, "code_files", lambda: found)
    monkeypatch.setenv(VARIABLE, "")  # so that it is put back
    monkeypatch.delenv(VARIABLE)
    return found


def compiled(files: CodeFiles) -> None:
    for unit in sources.UNITS:
        files.write(f"{unit}.{sources.ROOT}-0.code", b"code")


def is_running(process: int) -> bool:
    """Return True if there is such a process, other than one that only waits to be forgotten."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    facts = Path(f"/proc/{process}/stat")
    return not facts.exists() or facts.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("command", AT_ONCE)
def test_an_empty_cache_begins_interpreted(files, command):
    assert _first_start.interpreted(command, [command, "--seed", "7"])
    assert os.environ[VARIABLE] == "1"


@pytest.mark.parametrize(
    "words", [["evaluate", "greedy"], ["watch", "--help"], ["watch", "--bots", "rollout:8"], ["train"], []]
)
def test_what_would_take_longer_interpreted_or_shows_no_game_does_not(files, words):
    assert not _first_start.interpreted(words[0] if words else None, words)
    assert VARIABLE not in os.environ


@pytest.mark.parametrize("asked", ["0", "1"])
def test_a_word_of_the_user_counts(files, monkeypatch, asked):
    monkeypatch.setenv(VARIABLE, asked)
    assert not _first_start.interpreted("watch", ["watch"])
    assert os.environ[VARIABLE] == asked


def test_a_full_cache_begins_compiled_unless_another_process_still_fills_it(files):
    compiled(files)
    assert not _first_start.interpreted("watch", ["watch"])
    with filelock.FileLock(files.place() / LOCK):
        assert _first_start.interpreted("watch", ["watch"])


def test_a_cache_that_lacks_a_unit_begins_interpreted(files):
    compiled(files)
    next(files.place().glob(f"{sources.UNITS[1]}*")).unlink()
    assert _first_start.interpreted("watch", ["watch"])


def test_a_second_process_that_fills_does_nothing(files, monkeypatch):
    begun: list[int] = []
    monkeypatch.setattr(os, "nice", begun.append)
    monkeypatch.setattr("munchkin_env.cli.warmup.compile_all", lambda: begun.append(0))
    with filelock.FileLock(files.place() / LOCK):
        _first_start.fill()
    assert not begun
    _first_start.fill()
    assert begun == [10, 0]


@pytest.mark.rotating
def test_the_command_shows_a_game_and_says_what_goes_on(tmp_path):
    """As typed, with an empty cache; the process in the background waits for a lock that we hold, and ends."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environment["MUNCHKIN_CACHE_DIR"] = str(tmp_path)
    version = subprocess.check_output(
        [
            sys.executable,
            "-c",
            "from munchkin_env.engine.kernels.sources import code_files; print(code_files().place())",
        ],
        env=environment,
        text=True,
    ).strip()
    with filelock.FileLock(Path(version) / LOCK):
        watch = [sys.executable, "-m", "munchkin_env", "watch", "--stop", "3"]
        told = subprocess.run(watch, env=environment, capture_output=True, text=True, check=True, timeout=300)
        (process,) = re.findall(r"process (\d+)", told.stderr)
        while is_running(int(process)):
            time.sleep(0.05)
    assert "Stopped after 3 decisions." in told.stdout
    assert told.stderr.count("\n") == 1
    assert "interpreted" in told.stderr
    assert not list(Path(version).glob("*.code"))
