"""What is wrong with a release is found before it is one."""

import zipfile
from pathlib import Path

import pytest

from tests.tools import release

pytestmark = pytest.mark.interpreted


def made(folder: Path, *left_out: str) -> Path:
    """A release with all that is needed, but for some files."""
    (folder / "a-1.tar.gz").write_bytes(b"1")
    with zipfile.ZipFile(folder / "a-1-py3-none-any.whl", "w") as wheel:
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
    assert release.complaints(tmp_path) == ["a-1-py3-none-any.whl: expected munchkin_env/py.typed in it"]
    (tmp_path / "b-1.tar.gz").write_bytes(b"1" * 2_000_000)
    monkeypatch.setattr(release, "MOST_MB", 1)
    assert release.complaints(tmp_path)[:2] == [
        f"{tmp_path}: expected one sdist, got 2",
        "b-1.tar.gz: expected at most 1 MB, got 2.0",
    ]
    assert release.main([str(tmp_path)]) == 1
