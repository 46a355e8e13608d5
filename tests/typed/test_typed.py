"""Type checkers see what the package exports: mypy, as strict as it can be, over a program that uses every name."""

import ast
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import munchkin_env as mk

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).parent / "program.py"
MISTAKES = """import munchkin_env as mk

games = mk.VectorGame(4)
win_rate: str = mk.evaluate(["greedy"] * 4).bots[0].win_rate
"""


def typed_names() -> dict[str, str]:
    """Name -> module, of what `munchkin_env/__init__.py` imports for type checkers."""
    tree = ast.parse((ROOT / "munchkin_env" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: str(node.module) for node in imports for alias in node.names}


def test_checkers_are_told_of_every_name_that_is_imported_late() -> None:
    assert typed_names() == mk._LAZY


def test_every_public_name_is_there_and_used_by_the_program() -> None:
    used = {
        node.attr
        for node in ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "mk"
    }
    assert set(mk._LAZY) <= set(mk.__all__)
    assert set(mk.__all__) <= used


def test_the_package_says_that_it_is_typed() -> None:
    """Without the marker (PEP 561) checkers take an installed package for untyped."""
    assert resources.files("munchkin_env").joinpath("py.typed").is_file()


@pytest.mark.nightly
@pytest.mark.slow
def test_mypy_accepts_the_program_and_finds_mistakes(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(MISTAKES, encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--config-file", str(ROOT / "pyproject.toml")]
    options += ["--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(PROGRAM), str(wrong)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 2, done.stdout + done.stderr
    assert "wrong.py:3: error: Module has no attribute" in errors[0].replace('"munchkin_env" ', "")
    assert "wrong.py:4: error: Incompatible types" in errors[1]
