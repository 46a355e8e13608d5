"""The package as a user gets it: built, installed where there is no checkout, and used from another folder."""

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging import strangers

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow

USE = """
import json
import munchkin_env as mk

game = mk.Game(preset="short", seed=7, round_limit=2)
while not game.is_terminal:
    game.step(int(game.legal_actions()[-1]))
names = ("munchkin", "cthulhu", "extended", "star")
editions = [name for name in names if mk.Game(editions=(name,), seed=1).legal_actions().size]
games = mk.evaluate(["random"] * 3, games=3, preset="short", round_limit=2).games
print(json.dumps({"file": mk.__file__, "decisions": len(game.history), "editions": editions, "games": games,
                  "presets": sorted(mk.presets()), "version": mk.__version__}))
"""


def ran(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return strangers.ran(*words, cwd=cwd, MUNCHKIN_INTERPRETED="1")


def succeeded(*words: str | Path, cwd: Path) -> str:
    return strangers.succeeded(*words, cwd=cwd, MUNCHKIN_INTERPRETED="1")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and with the wheel that was built from it."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("built")
    succeeded(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (tree,) = (folder / "unpacked").iterdir()
    succeeded(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=tree)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of a fresh environment that holds the wheel."""
    (wheel,) = built.glob("*.whl")
    return strangers.install(wheel, tmp_path_factory.mktemp("installed") / "venv")


@pytest.mark.rotating
def test_the_wheel_holds_all_that_the_checkout_has(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        f"{inside}{file.relative_to(ROOT).as_posix()}"
        for folder, inside in (("munchkin_env", ""), ("training", "munchkin_env/_trainer/"),
                               ("configs", "munchkin_env/_trainer/"))
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".toml", ".yaml", ".typed", ".safetensors", ".json", ".gz")
        and "node_modules" not in file.parts
    }  # fmt: skip
    assert len(ours) > 250
    assert ours - held == set()
    assert {name.partition("/")[0] for name in held if ".dist-info/" not in name} == {"munchkin_env"}


def test_the_metadata_tell_what_it_is(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    text = archive.read(name).decode("utf-8")
    assert "Description-Content-Type: text/markdown" in text
    assert "Classifier: Typing :: Typed" in text
    assert "Provides-Extra: train" in text
    assert "not affiliated with" in " ".join(text.split())


@pytest.mark.rotating
def test_the_installed_package_plays(installed: Path, tmp_path: Path) -> None:
    facts = json.loads(succeeded(installed / "python", "-c", USE, cwd=tmp_path))
    assert Path(facts["file"]).is_relative_to(installed.parent)
    assert facts["decisions"] > 20
    assert facts["editions"] == ["munchkin", "cthulhu", "extended", "star"]
    assert facts["games"] == 3
    assert {"short", "full_rules"} <= set(facts["presets"])
    for words in ((installed / "munchkin",), (installed / "python", "-m", "munchkin_env")):
        assert succeeded(*words, "--version", cwd=tmp_path).split() == ["munchkin", facts["version"]]


@pytest.mark.nightly
def test_the_installed_package_brings_the_trainer(installed: Path, tmp_path: Path) -> None:
    """Its configs are found by name, from any folder; one that is named wrongly is not."""
    pytest.importorskip("torch")
    told = succeeded(installed / "munchkin", "train", "--help", cwd=tmp_path)
    for config in (ROOT / "configs").glob("*.yaml"):
        assert f"\n  {config.stem} " in told
    assert "| `run.trainer` |" in succeeded(installed / "munchkin", "train", "--fields", cwd=tmp_path)
    found = ran(installed / "munchkin", "train", "quickstart", "run.trainer=dqn", cwd=tmp_path)
    assert (found.returncode, "run.trainer: expected one of" in found.stderr) == (2, True), found.stderr
    missing = ran(installed / "munchkin", "train", "smok", cwd=tmp_path)
    assert missing.returncode == 2
    assert 'did you mean "smoke"' in missing.stderr
    where = "from munchkin_env.cli import _trainer; _trainer.make_importable(); import training.loop, training.run; "
    file = succeeded(installed / "python", "-c", where + "print(training.__file__)", cwd=tmp_path).strip()
    assert Path(file).is_relative_to(installed.parent)
