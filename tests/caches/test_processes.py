"""Starts with caches of every kind: what compiled code can be used is used, and nothing that is wrong stops a start."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.caches.child import FULL, KILLED_WRITING, POWERLESS, ROOT, SLOW, Told, begin, end, run, start

pytestmark = pytest.mark.compiled


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A file: no folder can be made in it, by whomsoever."""
    file = tmp_path / "a_file"
    file.touch()
    return file


def files(folder: Path) -> set[str]:
    """Files of compiled code, and what else there may be."""
    return {file.name for file in folder.rglob("*") if file.is_file() and file.suffix != ".lock"}


def compiled_file(cache: Path) -> Path:
    (file,) = cache.rglob("*.code")
    return file


def protect(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)


def unprotect(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def beside_the_sources() -> set[str]:
    """Return the files that Numba would have left in the package."""
    return {str(file) for file in (ROOT / "munchkin_env").rglob("*") if file.suffix in (".nbi", ".nbc", ".code")}


@pytest.fixture(autouse=True)
def _nothing_is_written_into_the_package():
    assert not beside_the_sources()
    yield
    assert not beside_the_sources()


SMALL_USE = """
import numpy as np
from munchkin_env.envs import stepping
small = stepping.first_unseated
print("result", small(np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64), 1, 3))
stats = small.stats
print("loaded", sum(stats.cache_hits.values()), "compiled", sum(stats.cache_misses.values()))
"""


def only_line(told: Told) -> str:
    (line,) = told.lines
    return line


# ------------------------------------------------------------------ where it lies
def test_the_second_start_compiles_nothing_and_says_nothing(cache: Path) -> None:
    first, second = start(cache), start(cache)
    assert not first.loaded
    assert second.loaded
    assert first.lines == second.lines == []


@pytest.mark.nightly
def test_a_filled_folder_that_cannot_be_written_is_used(cache: Path, tmp_path: Path) -> None:
    assert not start(cache).loaded
    before = files(cache)
    protect(cache)
    told = start(cache, POWERLESS, TMPDIR=str(tmp_path))
    unprotect(cache)
    assert told.loaded
    assert told.lines == []
    assert files(tmp_path) == before


@pytest.mark.nightly
def test_an_empty_folder_that_cannot_be_written_is_replaced_by_a_private_one(cache: Path, tmp_path: Path) -> None:
    cache.mkdir()
    protect(cache)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    first = start(cache, POWERLESS, TMPDIR=str(temporary))
    second = start(cache, POWERLESS, TMPDIR=str(temporary))
    unprotect(cache)
    assert not first.loaded
    assert f"is kept in {temporary}" in only_line(first)
    assert "Permission denied" in only_line(first)
    assert second.loaded
    assert second.lines == []
    folder = temporary / f"munchkin_env-{os.geteuid()}"
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.nightly
def test_where_nothing_can_be_kept_the_start_goes_on_with_one_line(nowhere: Path) -> None:
    told = run(f"import tempfile; tempfile.tempdir = {str(nowhere)!r}\n" + SMALL_USE, nowhere / "cache")
    assert not told.loaded
    assert "is not kept" in only_line(told)
    assert "Not a directory" in only_line(told)


@pytest.mark.nightly
def test_a_user_without_a_home_and_an_entry_starts(tmp_path: Path) -> None:
    code = (
        """
import pwd
def nobody(number): raise KeyError(number)
pwd.getpwuid = nobody
"""
        + SMALL_USE
    )
    for loaded in (False, True):
        told = run(code, None, HOME=None, XDG_CACHE_HOME=None, TMPDIR=str(tmp_path))
        assert told.loaded == loaded
        assert told.lines == []


@pytest.mark.nightly
def test_a_full_disk_does_not_stop_a_start(cache: Path, tmp_path: Path) -> None:
    told = start(cache, FULL, TMPDIR=str(tmp_path))
    assert not told.loaded
    assert "is not kept" in only_line(told)
    assert "File too large" in only_line(told)
    assert files(tmp_path) == set()
    assert not start(cache).loaded
    assert start(cache).loaded, "there is room again"


# ------------------------------------------------------------------ damage
@pytest.mark.rotating
def test_damaged_code_is_compiled_again_with_one_line(cache: Path) -> None:
    assert not start(cache).loaded
    os.truncate(compiled_file(cache), 1000)
    told = start(cache)
    assert not told.loaded
    assert "damaged and compiled again" in only_line(told)
    assert start(cache).loaded


# ------------------------------------------------------------------ several processes
@pytest.mark.nightly
@pytest.mark.slow
def test_four_processes_compile_once_and_three_wait(cache: Path) -> None:
    slow = SLOW.replace("SECONDS", "5")
    processes = [begin(cache, slow) for _ in range(4)]
    told = [end(process) for process in processes]
    assert sorted(one.loaded for one in told) == [False, True, True, True]
    for one in told:
        assert ("compiling" in one.out) != one.loaded
        if one.loaded:
            assert "another process is compiling" in only_line(one)
        else:
            assert one.lines == []


@pytest.mark.nightly
def test_killed_while_it_compiles_the_next_goes_on(cache: Path) -> None:
    first = begin(cache, SLOW.replace("SECONDS", "600"))
    assert first.stdout is not None
    assert first.stdout.readline() == "compiling\n"
    waiting = begin(cache)
    assert waiting.stderr is not None
    line = waiting.stderr.readline()
    assert "another process is compiling" in line
    assert waiting.poll() is None
    first.send_signal(signal.SIGKILL)
    assert end(first).status == -signal.SIGKILL
    assert not end(waiting).loaded
    assert start(cache).loaded


@pytest.mark.nightly
def test_killed_while_it_writes_nothing_is_left_for_long(cache: Path) -> None:
    killed = start(cache, KILLED_WRITING)
    assert killed.status == -signal.SIGKILL
    assert [Path(name).suffix for name in files(cache)] == [".tmp"]
    assert not start(cache).loaded
    assert [Path(name).suffix for name in files(cache)] == [".code"]
    assert start(cache).loaded


@pytest.mark.nightly
def test_a_forked_child_does_not_keep_the_lock_of_its_killed_parent(cache: Path) -> None:
    """The child's purpose does not matter."""
    forks = SLOW.replace("SECONDS", "600").replace(
        'print("compiling", flush=True)',
        """
        import os
        child = os.fork()
        if child == 0:
            os.close(1), os.close(2)
            time.sleep(600)
            os._exit(0)
        print(child, flush=True)""",
    )
    first = begin(cache, forks)
    assert first.stdout is not None
    child = int(first.stdout.readline())
    try:
        first.kill()
        end(first)
        assert not start(cache).loaded
    finally:
        os.kill(child, signal.SIGKILL)


@pytest.mark.nightly
def test_an_error_of_the_compiler_lets_the_others_go_on(cache: Path) -> None:
    fails = """
def before():
    def fail(*args): raise RuntimeError("no such luck")
    build, small._compiler._compile_core = small._compiler._compile_core, fail
    try:
        small(np.zeros(1, np.int32), 1, 3, 100)
    except RuntimeError:
        assert not code_files()._held
    small._compiler._compile_core = build
    small.stats.cache_misses.clear()
"""
    assert not start(cache, fails).loaded


# ------------------------------------------------------------------ one cache for all checkouts
@pytest.mark.nightly
def test_two_checkouts_with_the_same_sources_share_the_code(cache: Path, tmp_path: Path) -> None:
    assert not start(cache).loaded
    other = tmp_path / "elsewhere" / "munchkin_env"
    shutil.copytree(ROOT / "munchkin_env", other, ignore=shutil.ignore_patterns("__pycache__"))
    code = SMALL_USE + "import munchkin_env; print(munchkin_env.__file__)\n"
    there = run(code, cache, package=other.parent)
    assert str(other) in there.out
    assert there.loaded
    with open(other / "engine" / "mutations" / "chance.py", "a") as file:
        file.write("# edited\n")
    assert not run(code, cache, package=other.parent).loaded
