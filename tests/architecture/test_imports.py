"""Imports between the rooms go one way: left may import right.

    cli → evaluation → envs → bots → observation → engine → cards → vocabulary

`errors`, `config` and `versions` may be imported by all. The tables below are the whole rule; a new room or
top-level module needs a line in `MAY_IMPORT`.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "munchkin_env"

LEAVES = {"errors", "config", "versions"}
ROOMS = ["cli", "evaluation", "envs", "policies", "bots", "observation", "engine", "cards", "vocabulary"]
FRONT_DOOR = ""  # munchkin_env/__init__.py

# Room or top-level module -> what it may import of the package: rooms, or single modules of a room.
MAY_IMPORT: dict[str, set[str]] = {room: {room, *ROOMS[place + 1 :], *LEAVES} for place, room in enumerate(ROOMS)}
MAY_IMPORT |= {leaf: {"vocabulary", *LEAVES} for leaf in LEAVES}
MAY_IMPORT["vocabulary"] = {"vocabulary"}
# A bot sees views: of the engine it knows what an action means and how code is compiled, never the position.
MAY_IMPORT["bots"] = {"bots", "observation", "engine.actions", "engine.kernel", "cards", "vocabulary", *LEAVES}
MAY_IMPORT["render"] = {"render", "observation", "engine.actions", "cards", "vocabulary", *LEAVES}
# The front of the engine: one game as an object, and games in any position. Bots never meet it.
MAY_IMPORT["game"] = {"game", "observation", "engine", "cards", "vocabulary", *LEAVES}
MAY_IMPORT["scenarios"] = MAY_IMPORT["game"] | {"scenarios"}
for user in ("cli", "evaluation", "envs"):
    MAY_IMPORT[user] |= {"game", "scenarios"}
MAY_IMPORT[FRONT_DOOR] = {*ROOMS, *LEAVES, "game", "scenarios", "render"}
MAY_IMPORT["__main__"] = {"cli"}
MAY_IMPORT["cli"] |= {FRONT_DOOR}

# Pictures need an extra, so whoever draws imports `render` inside the function that draws.
LAZY = "render"
for drawer in ("cli", "evaluation", "envs"):
    MAY_IMPORT[drawer] |= {LAZY}

# Third-party packages a room may import when it is itself imported. An extra is imported where it is used.
ARRAYS = {"numpy", "numba", "llvmlite"}  # llvmlite is part of Numba
THIRD_PARTY: dict[str, set[str]] = {"vocabulary": set()}
for plain in ("bots", "observation", "engine", "cards", *LEAVES):
    THIRD_PARTY[plain] = ARRAYS
# Networks need the extra `train`; `policies/__init__.py` imports their modules where they are used.
THIRD_PARTY["policies"] = ARRAYS | {"torch", "stable_baselines3", "gymnasium"}


@dataclass(frozen=True)
class Import:
    """One imported name: `target` is dotted and absolute, `lazy` if it waits inside a function."""

    target: str
    line: int
    lazy: bool


def imports(source: str, module: str, is_package: bool) -> Iterator[Import]:
    """All imports of a source, also those in functions. `from a import b` counts as `a.b`."""

    def visit(node: ast.AST, lazy: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, lazy)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            above = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, lazy)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            for child in node.body:
                yield from visit(child, True)
            for child in node.orelse:
                yield from visit(child, lazy)
        else:
            inside = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for child in ast.iter_child_nodes(node):
                yield from visit(child, inside)

    yield from visit(ast.parse(source), False)


def in_package(target: str, modules: set[str]) -> str | None:
    """The module of ours that an import reaches, without the package's name; None if it is not ours."""
    parts = target.split(".")
    if parts[0] != PACKAGE:
        return None
    while len(parts) > 1 and ".".join(parts) not in modules:
        parts.pop()  # the last part is a name in the module
    return ".".join(parts[1:])


def room_of(module: str) -> str:
    """`engine` of `engine.rules.flee`."""
    return module.partition(".")[0]


def is_allowed(target: str, allowed: set[str]) -> bool:
    return any(target == name or (name and target.startswith(f"{name}.")) for name in allowed)


def complaints(source: str, module: str, modules: set[str], is_package: bool = False) -> list[str]:
    """What is wrong with the imports of one module of the package."""
    room = room_of(module.removeprefix(PACKAGE).lstrip("."))
    found = []
    for imported in imports(source, module, is_package):
        where = f"{module}, line {imported.line}: "
        target = in_package(imported.target, modules)
        if target is None:
            top = imported.target.partition(".")[0]
            allowed = THIRD_PARTY.get(room, core_dependencies() | ARRAYS)
            if not imported.lazy and top not in sys.stdlib_module_names and top not in allowed:
                found.append(f"{where}{top} may not be imported at the top of a module here")
        elif not is_allowed(target, MAY_IMPORT[room]):
            found.append(f"{where}{room or PACKAGE} may not import {target or PACKAGE}")
        elif room_of(target) == LAZY and room != LAZY and not imported.lazy:
            found.append(f"{where}import {LAZY} inside the function that draws")
    return found


def core_dependencies() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {Requirement(text).name.replace("-", "_") for text in project["dependencies"]}


def module_name(file: Path) -> str:
    """`munchkin_env.engine` of `munchkin_env/engine/__init__.py`."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def files_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


MODULES = {module_name(file) for file in files_of(PACKAGE)}
KNOWN = {f"{PACKAGE}.{name}".rstrip(".") for name in MAY_IMPORT} | MODULES


@pytest.mark.parametrize("file", files_of(PACKAGE), ids=module_name)
def test_rooms_import_only_rooms_to_their_right(file):
    module = module_name(file)
    room = room_of(module.removeprefix(PACKAGE).lstrip("."))
    assert room in MAY_IMPORT, f"{file.name} is in no room: give {room} a line in MAY_IMPORT"
    assert complaints(file.read_text(encoding="utf-8"), module, KNOWN, file.name == "__init__.py") == []


def public_names() -> set[str] | None:
    """`__all__` of the front door; None while there is none."""
    door = ROOT / PACKAGE / "__init__.py"
    if not door.exists():
        return None
    for node in ast.parse(door.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    raise AssertionError(f"{PACKAGE}/__init__.py has no plain list __all__")


def training_complaints(source: str, module: str, public: set[str] | None, is_package: bool = False) -> list[str]:
    """What training code takes from the package other than `import munchkin_env` and its public names."""
    found = []
    for imported in imports(source, module, is_package):
        package, _, name = imported.target.partition(".")
        if package == PACKAGE and ("." in name or (name and public is not None and name not in public)):
            found.append(f"{module}, line {imported.line}: {imported.target} is not a public name of {PACKAGE}")
    return found


@pytest.mark.parametrize("file", files_of("training"), ids=module_name)
def test_training_imports_only_public_names(file):
    source = file.read_text(encoding="utf-8")
    assert training_complaints(source, module_name(file), public_names(), file.name == "__init__.py") == []


# ----------------------------------------------------------- the checks find what they look for
SMALL_TREE = {f"{PACKAGE}.{name}".rstrip(".") for name in MAY_IMPORT} | {
    f"{PACKAGE}.{name}"
    for name in ("engine.actions", "engine.kernel", "engine.layout", "engine.rules.flee", "envs.aec", "render.table")
}


def small_complaints(source: str, module: str) -> list[str]:
    return complaints(source, f"{PACKAGE}.{module}".rstrip("."), SMALL_TREE, is_package=not module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.step", "from munchkin_env.envs import aec"),
        ("engine.step", "import munchkin_env.observation.view"),
        ("engine.step", "def f():\n    from munchkin_env.bots import greedy"),
        ("engine.step", "from ..observation import view"),
        ("engine.step", "from munchkin_env import observation"),
        ("engine.step", "from munchkin_env import Game"),
        ("engine.step", "import gymnasium"),
        ("engine.step", "import munchkin_env.render"),
        ("bots.greedy", "from munchkin_env.engine import layout"),
        ("bots.greedy", "from munchkin_env.engine.layout import STATE"),
        ("cards.reader", "from munchkin_env.engine.kernel import kernel"),
        ("vocabulary", "from munchkin_env.config import GameConfig"),
        ("config", "from munchkin_env.cards import reader"),
        ("envs.aec", "from munchkin_env.render.table import draw"),
        ("envs.aec", "import torch"),
        ("envs.aec", "try:\n    import torch\nexcept ImportError:\n    torch = None"),
        ("", "import munchkin_env.render"),
    ],
)
def test_a_wrong_import_is_found(module, source):
    assert len(small_complaints(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.step", "import numba\nfrom munchkin_env.cards import tables"),
        ("engine.step", "from munchkin_env.errors import EngineFault"),
        ("engine.step", "from . import layout\nfrom .rules import flee\nfrom ..vocabulary import Zone"),
        ("bots.greedy", "from munchkin_env.engine.kernel import kernel\nfrom munchkin_env.engine import actions"),
        ("envs.aec", "import gymnasium\ndef render():\n    from munchkin_env.render.table import draw"),
        ("envs.aec", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from munchkin_env.render import table"),
        ("evaluation.ratings", "def rate():\n    import openskill"),
        ("cli.main", "import munchkin_env as mk"),
        ("", "from munchkin_env.envs import aec\nfrom .config import GameConfig"),
    ],
)
def test_a_right_import_is_left_alone(module, source):
    assert small_complaints(source, module) == []


def test_training_is_held_to_the_public_names():
    public = {"VectorGames"}
    for right in ("import munchkin_env as mk", "from munchkin_env import VectorGames", "from training import a"):
        assert training_complaints(right, "training.ppo", public) == []
    for wrong in ("from munchkin_env import engine", "import munchkin_env.engine", "from munchkin_env.envs import aec"):
        assert len(training_complaints(wrong, "training.ppo", public)) == 1
