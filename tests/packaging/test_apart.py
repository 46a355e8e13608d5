"""The core without the two rooms beside it: with language models and the benchmark deleted, the rest goes on."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.packaging import strangers

ROOT = Path(__file__).resolve().parents[2]
APART = ("llm", "benchmark")
SAMPLE = ("tests/test_presets.py", "tests/render/test_table.py")
IMPORT_ALL = """
import importlib, pkgutil
import munchkin_env as mk

found = [one.name for one in pkgutil.walk_packages(mk.__path__, "munchkin_env.") if one.name != "munchkin_env.__main__"]
for name in found:
    try:
        importlib.import_module(name)
    except mk.MissingExtra:
        pass
print(len(found))
"""
PLAY = """
import munchkin_env as mk
from munchkin_env.bots import bot_names
from munchkin_env.cli.main import commands

assert "language" not in bot_names() and "greedy" in bot_names()
assert not {"challenge", "generate", "language"} & set(commands()) and "play" in commands()
game = mk.Game(preset="short", seed=7, round_limit=1)
while not game.is_terminal:
    game.step(int(game.legal_actions()[-1]))
print(len(game.replay().document["frames"]))
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout without the two rooms."""
    folder = tmp_path_factory.mktemp("core")
    hidden = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("munchkin_env", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for room in APART:
        shutil.rmtree(folder / "munchkin_env" / room)
        shutil.rmtree(folder / "tests" / room)
    return folder


def python(core: Path, *words: str) -> str:
    """Return the output of Python there, kernels interpreted."""
    return strangers.succeeded(sys.executable, *words, cwd=core, PYTHONPATH=str(core), MUNCHKIN_INTERPRETED="1")


@pytest.mark.rotating
@pytest.mark.slow
def test_everything_else_is_imported_and_plays(core: Path) -> None:
    assert int(python(core, "-c", IMPORT_ALL)) > 200
    assert int(python(core, "-c", PLAY)) > 10


@pytest.mark.nightly
def test_a_sample_of_the_other_tests_passes(core: Path) -> None:
    python(core, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *SAMPLE)
