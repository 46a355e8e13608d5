"""Faults of a release are found before it is one."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.releases import RELEASES
from tests.tools import platform_wheel, release

pytestmark = pytest.mark.interpreted
WHEEL = f"munchkin_env-{mk.__version__}-py3-none-any.whl"


def made(folder: Path, *left_out: str) -> Path:
    """A release with all that is needed, but for some files."""
    (folder / "a-1.tar.gz").write_bytes(b"1")
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name in set(release.NEEDED) - set(left_out):
            wheel.writestr(name, "1")
    return folder


def test_a_whole_release_is_told_with_its_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main([str(made(tmp_path))]) == 0
    told = capsys.readouterr().out
    assert told.endswith("the release is whole\n")
    assert all(name in told for name in ("a-1.tar.gz: 0.0 MB", *release.NEEDED))


def test_what_is_missing_or_too_large_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "munchkin_env/py.typed")
    assert release.complaints(tmp_path) == [f"{WHEEL}: expected munchkin_env/py.typed in it"]
    (tmp_path / "b-1.tar.gz").write_bytes(b"1" * 2_000_000)
    monkeypatch.setattr(release, "MOST_MB", 1)
    assert release.complaints(tmp_path)[:2] == [
        f"{tmp_path}: expected one sdist, got 2",
        "b-1.tar.gz: expected at most 1 MB, got 2.0",
    ]
    assert release.main([str(tmp_path)]) == 1


def test_the_last_row_of_the_releases_is_of_this_one(tmp_path: Path) -> None:
    assert release.of_the_table() == []
    (wrong,) = release.of_the_table(package="9.9.9")
    assert wrong == f"munchkin_env/releases.py: expected 9.9.9 in the last row, got {mk.__version__}"
    older = replace(RELEASES[-1], rules=RELEASES[-1].rules - 1)
    (wrong,) = release.of_the_table([*RELEASES, older])
    assert f"{mk.__version__}: expected rules {mk.RULES_VERSION}, got {older.rules}" in wrong
    made(tmp_path)
    (tmp_path / WHEEL).rename(tmp_path / "munchkin_env-9.9.9-py3-none-any.whl")
    assert release.complaints(tmp_path) == [
        f"munchkin_env-9.9.9-py3-none-any.whl: expected one of munchkin_env {mk.__version__}"
    ]


def test_a_folder_without_one_wheel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"expected one wheel for all platforms.*got 0"):
        release.pure_wheel(tmp_path)
    made(tmp_path)
    assert release.pure_wheel(tmp_path).name == WHEEL
    with pytest.raises(SystemExit, match=r"expected two folders.*got 1"):
        platform_wheel.main([str(tmp_path)])
