"""Only folders and files that nobody but we and root could have written are trusted: what is in them is executed."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from munchkin_env.engine.kernels import code_files
from munchkin_env.engine.kernels.code_files import CodeFiles, CodeFolder

pytestmark = pytest.mark.interpreted
VERSION = "0123"
OTHER = 54321  # a user that is neither we nor root


@pytest.fixture(autouse=True)
def _a_fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_files, "_told", set())


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a file or a folder to another user."""
    if os.geteuid() == 0:
        os.lchown(path, OTHER, OTHER)
    else:
        us = os.geteuid()  # then it is we who are another
        monkeypatch.setattr(os, "geteuid", lambda: us + 1)


def filled(root: Path, shared: bool = False) -> CodeFolder:
    place = CodeFolder(root, VERSION, shared)
    files = CodeFiles(VERSION, lambda _: [place])
    files.write("f.code", b"code")
    assert CodeFiles(VERSION, lambda _: [place]).read("f.code") == b"code"
    return place


def read(place: CodeFolder) -> bytes | None:
    return CodeFiles(VERSION, lambda _: [place]).read("f.code")


@pytest.mark.parametrize("shared", [False, True])
def test_what_another_user_owns_is_not_read(shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = filled(tmp_path / "cache", shared)
    give_away(place.folder, monkeypatch)
    assert read(place) is None
    assert "belongs to user" in (place.why_not() or "")


def test_a_file_of_another_user_in_our_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = filled(tmp_path / "cache")
    give_away(place.folder / "f.code", monkeypatch)
    assert read(place) is None


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o733])
def test_what_others_may_write_is_not_read(mode: int, tmp_path: Path) -> None:
    place = filled(tmp_path / "cache")
    place.folder.chmod(mode)
    assert read(place) is None
    assert f"others may write it (mode {mode:04o})" in (place.why_not() or "")
    place.folder.chmod(0o755)
    assert read(place) == b"code"
    (place.folder / "f.code").chmod(mode)
    assert read(place) is None


@pytest.mark.parametrize(("mode", "trusted"), [(0o777, False), (0o1777, True), (0o755, True)])
def test_folders_above_are_looked_at_too(mode: int, trusted: bool, tmp_path: Path) -> None:
    """All may write into /tmp, but what is ours there is safe: it is sticky."""
    above = tmp_path / "above"
    place = filled(above / "between" / "cache")
    above.chmod(mode)
    assert (read(place) == b"code") == trusted
    assert (place.why_not() is None) == trusted


def test_the_group_may_write_if_nobody_else_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the umask 002 of many systems, where each user has a group of their own."""
    place = filled(tmp_path / "cache")
    place.folder.chmod(0o775)
    for alone in (True, False):
        monkeypatch.setattr(code_files, "_is_own_group", lambda _, alone=alone: alone)
        assert (read(place) == b"code") == alone


@pytest.mark.parametrize(
    ("name", "members", "own"),
    [("me", [], True), ("me", ["me"], True), ("me", ["me", "you"], False), ("staff", [], False)],
)
def test_a_group_of_ones_own_has_ones_name_and_no_other_member(
    name: str, members: list[str], own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp
    import pwd

    monkeypatch.setattr(pwd, "getpwuid", lambda uid: pwd.struct_passwd(("me", "x", uid, 77, "", "/", "")))
    monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group((name, "x", gid, members)))
    assert code_files._is_own_group(77) == own
    assert not code_files._is_own_group(78)


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o711])
def test_among_temporary_files_a_folder_must_be_closed_to_all_others(mode: int, tmp_path: Path) -> None:
    place = filled(tmp_path / "cache", shared=True)
    assert place.root.stat().st_mode & 0o777 == 0o700
    place.root.chmod(mode)
    assert read(place) is None
    assert "open to others" in (place.why_not() or "")


def test_among_temporary_files_links_are_not_followed(tmp_path: Path) -> None:
    """Another user could lead us to a folder of ours that is for something else."""
    secret = tmp_path / "secret"
    secret.mkdir(0o700)
    (tmp_path / "cache").symlink_to(secret)
    place = CodeFolder(tmp_path / "cache", VERSION, shared=True)
    CodeFiles(VERSION, lambda _: [place]).write("f.code", b"code")
    assert list(secret.iterdir()) == []
    assert "is no folder" in (place.why_not() or "")


class Planted:
    """Does something when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


@pytest.mark.compiled
@pytest.mark.parametrize("ours", [True, False])
def test_code_that_another_user_planted_is_not_run(
    ours: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The checksum keeps nobody out: that is what owners and modes are for."""
    import numba

    from munchkin_env.engine.kernels.numba_backend import CodeCache, keep

    place = CodeFolder(tmp_path / "cache", VERSION, shared=True)
    mark = tmp_path / "mark"
    name = CodeCache(triple, CodeFiles(VERSION, list))._file((numba.int64,))
    CodeFiles(VERSION, lambda _: [place]).write(name, pickle.dumps(Planted(mark)))
    if not ours:
        give_away(place.root, monkeypatch)
    assert keep(numba.njit(triple), CodeFiles(VERSION, lambda _: [place]))(3) == 9
    assert mark.exists() == ours
    if not ours:
        assert f"is not kept, so the next start compiles again: not in {place.folder}: " in capsys.readouterr().err


def test_what_cannot_be_kept_in_the_first_place_is_kept_in_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = CodeFolder(tmp_path / "first", VERSION), CodeFolder(tmp_path / "second", VERSION)
    first.make()
    first.folder.chmod(0o777)
    for _ in range(3):
        CodeFiles(VERSION, lambda _: [first, second]).write("f.code", b"code")
    assert read(first) is None
    assert CodeFiles(VERSION, lambda _: [first, second]).read("f.code") == b"code"
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"munchkin_env: compiled code is kept in {second.folder}, not in {first.folder}: others may")


def test_a_folder_is_made_closed_to_others_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        place = filled(tmp_path / "a" / "cache")
    finally:
        os.umask(before)
    for path in (tmp_path / "a", place.root, place.folder, place.folder / "f.code"):
        assert not path.stat().st_mode & 0o022


def test_a_reader_waits_no_longer_than_its_patience(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another process may have been stopped, or its machine lost."""
    place = CodeFolder(tmp_path / "cache", VERSION)
    one, two = CodeFiles(VERSION, lambda _: [place]), CodeFiles(VERSION, lambda _: [place])
    one.lock("f.code")
    monkeypatch.setattr(code_files, "PATIENCE", 0.2)
    two.lock("f.code")
    assert "compiling without it" in capsys.readouterr().err
    one.unlock("f.code")
    two.lock("f.code")
    two.unlock("f.code")
    assert capsys.readouterr().err == ""
    assert not two._held


# ------------------------------------------------------------------ damage
DAMAGE = {
    "empty": lambda data: b"",
    "cut in its head": lambda data: data[:20],
    "cut": lambda data: data[:-2],
    "one bit": lambda data: data[:-3] + bytes([data[-3] ^ 4]) + data[-2:],
    "zeros": lambda data: bytes(len(data)),
    "longer": lambda data: data + b"x",
    "of another format": lambda data: b"X" + data[1:],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_counts_as_absent_and_is_replaced(
    damage: Callable[[bytes], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = filled(tmp_path / "cache")
    file = place.folder / "f.code"
    file.write_bytes(damage(file.read_bytes()))
    assert read(place) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"munchkin_env: compiled code is damaged and compiled again: {file}: ")
    filled(tmp_path / "cache")


def test_a_file_in_a_wrong_place_is_damaged(tmp_path: Path) -> None:
    """Of another version, or another function."""
    file = filled(tmp_path / "cache").folder / "f.code"
    assert code_files._read(file, VERSION, "f.code") == b"code"
    for version, name in ((VERSION, "g.code"), ("0124", "f.code")):
        with pytest.raises(code_files.Damaged, match="checksum"):
            code_files._read(file, version, name)


@pytest.mark.compiled
def test_code_that_numba_cannot_take_is_compiled_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import numba

    from munchkin_env.engine.kernels.numba_backend import CodeCache, keep

    place = CodeFolder(tmp_path / "cache", VERSION)
    name = CodeCache(triple, CodeFiles(VERSION, list))._file((numba.int64,))
    CodeFiles(VERSION, lambda _: [place]).write(name, pickle.dumps(("of", "another", "Numba")))
    hits = []
    for _ in range(2):
        function = keep(numba.njit(triple), CodeFiles(VERSION, lambda _: [place]))
        assert function(3) == 9
        hits.append(sum(function.stats.cache_hits.values()))
    assert hits == [0, 1]
    assert "damaged and compiled again" in capsys.readouterr().err


def triple(x):
    return 3 * x


# ------------------------------------------------------------------ which folders
HOMES = {"MUNCHKIN_CACHE_DIR": None, "XDG_CACHE_HOME": None, "HOME": "/home/me"}


@pytest.mark.parametrize(
    ("changed", "root"),
    [
        ({}, "/home/me/.cache/munchkin_env"),
        ({"XDG_CACHE_HOME": "/caches"}, "/caches/munchkin_env"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/munchkin_env"),
        ({"XDG_CACHE_HOME": ""}, "/home/me/.cache/munchkin_env"),
        ({"MUNCHKIN_CACHE_DIR": "/mine"}, "/mine"),
        ({"MUNCHKIN_CACHE_DIR": ""}, "/home/me/.cache/munchkin_env"),
    ],
)
def test_the_users_cache_folder_comes_first(
    changed: dict[str, str], root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**HOMES, **changed}.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    first, last = code_files.places(VERSION)
    assert str(first.folder) == f"{root}/{VERSION}"
    assert last.shared
