"""The wheel with compiled code: its first game compiles nothing, and one for other sources plays all the same."""

import sys
import zipfile
from pathlib import Path

import pytest

from tests.packaging.strangers import install, ran, succeeded
from tests.tools import platform_wheel

pytest.importorskip("hatchling")
pytest.importorskip("wheel")
ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.compiled]

USE = (
    "import munchkin_env as mk; print(mk.Game(seed=7).legal_actions().size, mk.evaluate(['greedy'] * 3, games=3).games)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    succeeded(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert platform_wheel.main([str(folder), str(folder / "platform")]) == 0
    (made,) = (folder / "platform").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a fresh environment that holds the wheel."""
    return install(wheel, tmp_path_factory.mktemp("installed") / "venv") / "python"


def test_it_says_for_what_it_is(wheel: Path) -> None:
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}-" in wheel.name
    archive = zipfile.ZipFile(wheel)
    assert archive.testzip() is None
    (facts,) = [name for name in archive.namelist() if name.endswith(".dist-info/WHEEL")]
    assert f"Tag: {tag}-{tag}-" in archive.read(facts).decode()


def test_its_first_games_compile_nothing(python: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    done = ran(python, "-c", USE, cwd=tmp_path, MUNCHKIN_CACHE_DIR=str(cache))
    assert (done.returncode, done.stdout.split()[1:]) == (0, ["3"]), done.stderr
    assert "compiling" not in done.stderr
    assert not list(cache.rglob("*.code"))


def test_code_of_other_sources_is_passed_over(python: Path, tmp_path: Path) -> None:
    """The folder has the version in its name: after an edit nobody looks into it."""
    where = "import munchkin_env.engine.kernels.sources as k; print(k.code_files().shipped.folder.is_dir())"
    assert succeeded(python, "-c", where, cwd=tmp_path).strip() == "True"
    file = succeeded(python, "-c", "import munchkin_env; print(munchkin_env.__file__)", cwd=tmp_path).strip()
    source = Path(file).parent / "engine" / "rules" / "combat.py"
    before = source.read_text(encoding="utf-8")
    source.write_text(before + "\n# another line\n", encoding="utf-8")
    try:
        assert succeeded(python, "-c", where, cwd=tmp_path).strip() == "False"
    finally:
        source.write_text(before, encoding="utf-8")
