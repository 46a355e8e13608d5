"""Imports between the rooms go one way: left may import right.

    llm → benchmark → cli → evaluation → server → replays → envs → policies → game → bots → observation → engine →
    cards → vocabulary

`LEAVES` may be imported by all. The tables below are the whole rule; a new room or top-level module needs a line in
`MAY_IMPORT`.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "munchkin_env"

LEAVES = {"config", "errors", "json_schema", "markdown", "registry", "releases", "renamed", "versions"}
ROOMS = ["llm", "benchmark", "cli", "evaluation", "server", "replays", "envs", "policies", "game", "bots"]
ROOMS += ["observation", "engine", "cards", "vocabulary"]
FRONT_DOOR = ""  # munchkin_env/__init__.py

# Room or top-level module -> what it may import of the package: rooms, or single modules of a room.
MAY_IMPORT: dict[str, set[str]] = {room: {room, *ROOMS[place + 1 :], *LEAVES} for place, room in enumerate(ROOMS)}
MAY_IMPORT |= {leaf: {"vocabulary", *LEAVES} for leaf in LEAVES}
MAY_IMPORT["vocabulary"] = {"vocabulary"}
# The core finds these two by the registry; both write commands.
for apart in ("llm", "benchmark"):
    MAY_IMPORT[apart] |= {FRONT_DOOR}
# A bot sees views, and asks the engine about them what writes nothing (`test_reading_only.py`).
ENGINE_FOR_BOTS = {f"engine.{room}" for room in ("kernels.kernel", "kernels.language", "queries", "rules", "state")}
ENGINE_FOR_BOTS |= {"engine.dispatch.options", "engine.mutations.chance"}
MAY_IMPORT["bots"] = {"bots", "observation", *ENGINE_FOR_BOTS, "cards", "vocabulary", *LEAVES}
MAY_IMPORT["render"] = {"render", "observation", "engine.state.actions", "cards", "vocabulary", *LEAVES}
# One game as an object; bots never meet it, nor does it meet bots.
MAY_IMPORT["game"] -= {"bots"}
# `Game` and environments show themselves: their methods import what records and draws them.
SHOW_THEMSELVES = {
    f"{PACKAGE}.game.game": {"replays.recorder", "replays.replay"},
    f"{PACKAGE}.envs.rendering": {"replays.replay", "server.live_window"},
}
MAY_IMPORT["munchkin_v0"] = {"envs"}
MAY_IMPORT[FRONT_DOOR] = {*ROOMS, *LEAVES, "render"}
MAY_IMPORT["__main__"] = {"cli"}
MAY_IMPORT["cli"] |= {FRONT_DOOR}
MAY_IMPORT["replays"] |= {FRONT_DOOR}  # the version that wrote a replay

# Pictures need an extra, so whatever draws imports `render` inside the function that draws.
LAZY = "render"
for drawer in ("cli", "evaluation", "server", "replays", "envs", "game", "llm", "benchmark"):
    MAY_IMPORT[drawer] |= {LAZY}

# Third-party packages a room may import when it is itself imported. An extra is imported where it is used.
ARRAYS = {"numpy", "numba", "llvmlite"}  # llvmlite is part of Numba
THIRD_PARTY: dict[str, set[str]] = {"vocabulary": set()}
for plain in ("bots", "observation", "engine", "cards", "game", *LEAVES):
    THIRD_PARTY[plain] = ARRAYS
THIRD_PARTY["engine"] = ARRAYS | {"filelock", "platformdirs"}  # where compiled code is kept
# Networks need the extra `train`; `policies/__init__.py` imports their modules where they are used.
THIRD_PARTY["policies"] = ARRAYS | {"torch", "stable_baselines3", "gymnasium"}
# A module and an extra each; no `__init__.py` imports one of them.
THIRD_PARTY["server"] = ARRAYS | {"starlette", "uvicorn"}  # which `munchkin serve` alone imports
THIRD_PARTY["envs"] = ARRAYS | {"gymnasium", "jax", "pettingzoo", "pyspiel"}
THIRD_PARTY["llm"] = ARRAYS | {"inspect_ai", "mcp", "openenv", "pydantic", "textarena", "verifiers"}


@dataclass(frozen=True)
class Import:
    """One imported name: `target` is dotted and absolute, `lazy` if it waits inside a function, `typed` if it is read
    by type checkers alone (and then lazy, too)."""

    target: str
    line: int
    lazy: bool
    typed: bool = False


@cache
def imports(source: str, module: str, is_package: bool) -> tuple[Import, ...]:
    """All imports of a source, also those in functions. `from a import b` counts as `a.b`."""

    def visit(node: ast.AST, lazy: bool, typed: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, lazy, typed)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            above = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, lazy, typed)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            for child in node.body:
                yield from visit(child, True, True)
            for child in node.orelse:
                yield from visit(child, lazy, typed)
        else:
            inside = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for child in ast.iter_child_nodes(node):
                yield from visit(child, inside, typed)

    return tuple(visit(ast.parse(source), False, False))


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
    """Return the faulty imports of one module of the package."""
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
        elif imported.lazy and target in SHOW_THEMSELVES.get(module, ()):
            continue
        elif not is_allowed(target, MAY_IMPORT[room]):
            found.append(f"{where}{room or PACKAGE} may not import {target or PACKAGE}")
        elif room_of(target) == LAZY and room != LAZY and not imported.lazy:
            found.append(f"{where}import {LAZY} inside the function that draws")
    return found


@cache
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


@each("file", files_of(PACKAGE), ids=module_name)
def test_rooms_import_only_rooms_to_their_right(file):
    module = module_name(file)
    room = room_of(module.removeprefix(PACKAGE).lstrip("."))
    assert room in MAY_IMPORT, f"{file.name} is in no room: give {room} a line in MAY_IMPORT"
    assert complaints(file.read_text(encoding="utf-8"), module, KNOWN, file.name == "__init__.py") == []


def public_names() -> set[str]:
    """`__all__` of the front door."""
    door = ROOT / PACKAGE / "__init__.py"
    for node in ast.parse(door.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    raise AssertionError(f"{PACKAGE}/__init__.py has no plain list __all__")


# Settings are declared and tables are written in one way, and the command `train` has one parser.
FOR_TRAINING = tuple(
    f"munchkin_env.{name}."
    for name in ("cli._trainer", "config.fields", "errors", "markdown", "policies.checks", "vocabulary")
)


def training_complaints(source: str, module: str, public: set[str] | None, is_package: bool = False) -> list[str]:
    """Return the names that training code takes from the package, but for `import munchkin_env` and its public
    names."""
    found = []
    for imported in imports(source, module, is_package):
        package, _, name = imported.target.partition(".")
        if imported.target.startswith(FOR_TRAINING):
            continue
        if package == PACKAGE and ("." in name or (name and public is not None and name not in public)):
            found.append(f"{module}, line {imported.line}: {imported.target} is not a public name of {PACKAGE}")
    return found


@each("file", files_of("training"), ids=module_name)
def test_training_imports_only_public_names(file):
    source = file.read_text(encoding="utf-8")
    assert training_complaints(source, module_name(file), public_names(), file.name == "__init__.py") == []


# ------------------------------------------------------------------------------------ circles
def reached(target: str, modules: set[str]) -> str | None:
    """The module of ours that a dotted name means, None if it is another's."""
    parts = target.split(".")
    while parts and ".".join(parts) not in modules:
        parts.pop()
    return ".".join(parts) or None


def import_graph(sources: dict[str, tuple[str, bool]]) -> dict[str, set[str]]:
    """Return the modules that each module imports, also inside functions and for type checkers. Methods by which games
    show themselves are left out, and so are names that the front door loads. sources: module -> (source, whether it is
    a package)."""
    graph: dict[str, set[str]] = {}
    for module, (source, is_package) in sources.items():
        lazy_ones = module in (PACKAGE, *SHOW_THEMSELVES)
        all_of_it = imports(source, module, is_package)
        found = (reached(one.target, set(sources)) for one in all_of_it if not (lazy_ones and one.lazy))
        graph[module] = {target for target in found if target is not None and target != module}
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Each set of modules that import each other, by whatever way."""
    reach = {module: set(targets) for module, targets in graph.items()}
    changed = True
    while changed:
        changed = False
        for targets in reach.values():
            further = set().union(*(reach[target] for target in targets)) - targets
            targets |= further
            changed |= bool(further)
    together = {frozenset(other for other in reach[module] if module in reach[other]) for module in reach}
    return sorted(sorted(circle) for circle in together if circle)


@pytest.mark.parametrize("folder", [PACKAGE, "training"])
def test_no_modules_import_each_other(folder):
    """Not in a room either, and not by an import that hides in a function."""
    files = files_of(folder)
    graph = import_graph({module_name(f): (f.read_text(encoding="utf-8"), f.name == "__init__.py") for f in files})
    assert sum(map(len, graph.values())) > len(graph)
    assert circles(graph) == []


KNOW_NO_CHAPTER = ("choices", "rows", "windows")


def test_effects_know_no_chapter():
    """A chapter lets effects happen; what an effect does is no chapter's business."""
    files = files_of(f"{PACKAGE}/engine/rules/effects")
    graph = import_graph(
        {module_name(f): (f.read_text(encoding="utf-8"), f.name == "__init__.py") for f in files_of(PACKAGE)}
    )
    effects = f"{PACKAGE}.engine.rules.effects"
    allowed = (effects, *(f"{PACKAGE}.engine.rules.{name}" for name in KNOW_NO_CHAPTER))
    above = (f"{PACKAGE}.engine.rules", f"{PACKAGE}.engine.dispatch", f"{PACKAGE}.engine.validation")
    assert len(files) > 3
    for file in files:
        targets = [target for target in graph[module_name(file)] if not target.startswith(allowed)]
        assert [target for target in targets if target.startswith(above)] == []


# The rooms of the engine from left to right: a module imports those of its own room, without circles, and to its right.
ENGINE_ROOMS = ["validation", "dispatch", "rules", "mutations", "queries", "kernels", "state"]


def place_of(module: str) -> int:
    """The place in ENGINE_ROOMS of a module of the engine, `munchkin_env.engine.rules.turn`; -1 if it is in no room."""
    name = module.removeprefix(f"{PACKAGE}.engine.").partition(".")[0]
    return ENGINE_ROOMS.index(name) if name in ENGINE_ROOMS else -1


def upwards(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Imports of the engine that go to the left; also those of modules that are in no room."""
    inside = {module: targets for module, targets in graph.items() if module.startswith(f"{PACKAGE}.engine.")}
    return [
        (module, target)
        for module, targets in sorted(inside.items())
        for target in sorted(targets & inside.keys() | {module})
        if not 0 <= place_of(module) <= place_of(target)
    ]


# Modules whose functions a unit exports, and the unit: an import of them from elsewhere would compile them again.
UNITS = {
    "engine.dispatch.core": {"engine.dispatch.step", "engine.dispatch.legal", "engine.rules.setup"},
    "observation.core": {"observation.viewing.make_view", "observation.encode.flat", "observation.encode.tokens"},
    "bots.dispatch": {"bots.dispatch.ask_bot", "bots.veteran.choose"},
}


@each("unit", UNITS)
def test_what_a_unit_exports_is_not_compiled_again_elsewhere(unit):
    room = unit.partition(".")[0]
    files = [file for file in files_of(PACKAGE) if f"{PACKAGE}.{room}" not in module_name(file)]
    files += [file for file in files_of(PACKAGE) if module_name(file).endswith(".entries")]
    assert len(files) > 50
    for file in files:
        found = imports(file.read_text(encoding="utf-8"), module_name(file), file.name == "__init__.py")
        for one in found:
            name = one.target.removeprefix(f"{PACKAGE}.")
            assert not [target for target in UNITS[unit] if name == target or name.startswith(target + ".")], file


def test_no_import_of_the_engine_goes_upwards():
    files = files_of(PACKAGE)
    graph = import_graph({module_name(f): (f.read_text(encoding="utf-8"), f.name == "__init__.py") for f in files})
    assert upwards(graph) == []


def test_an_import_upwards_is_found():
    def engine(**sources: str) -> dict[str, set[str]]:
        named = {name.replace("__", "."): source for name, source in sources.items()}
        return import_graph({f"{PACKAGE}.engine.{name}": (source, False) for name, source in named.items()})

    start = f"from {PACKAGE}.engine"
    assert upwards(engine(dispatch__step=f"{start}.rules.turn import run_turn", rules__turn="")) == []
    assert upwards(engine(rules__turn=f"{start}.dispatch.legal import legal", dispatch__legal="")) == [
        (f"{PACKAGE}.engine.rules.turn", f"{PACKAGE}.engine.dispatch.legal")
    ]
    assert upwards(engine(novel="")) == [(f"{PACKAGE}.engine.novel", f"{PACKAGE}.engine.novel")]


# ----------------------------------------------------------- the checks find what they look for
@each(
    ("sources", "expected"),
    [
        ({"a": "import b", "b": "import c", "c": ""}, []),
        ({"a": "import b", "b": "import c", "c": "def f():\n    import a"}, [["a", "b", "c"]]),
        ({"a": "from b import x", "b": "from a import y", "c": "import a"}, [["a", "b"]]),
        ({"a": "import b", "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a"}, [["a", "b"]]),
        ({"a": "import b\nimport c", "b": "import a", "c": "import d", "d": "import c"}, [["a", "b"], ["c", "d"]]),
    ],
)
def test_circles_are_found(sources, expected):
    assert circles(import_graph({module: (source, False) for module, source in sources.items()})) == expected


SMALL_TREE = {f"{PACKAGE}.{name}".rstrip(".") for name in MAY_IMPORT} | {
    f"{PACKAGE}.{name}"
    for name in (
        "engine.state.actions",
        "engine.state.layout",
        "engine.kernels.kernel",
        "engine.rules.flee",
        "engine.dispatch.legal",
        "engine.mutations.cards",
        "engine.queries.cards",
        "envs.aec",
        "render.table",
    )
}


def small_complaints(source: str, module: str) -> list[str]:
    return complaints(source, f"{PACKAGE}.{module}".rstrip("."), SMALL_TREE, is_package=not module)


@each(
    ("module", "source"),
    [
        ("engine.dispatch.step", "from munchkin_env.envs import aec"),
        ("engine.dispatch.step", "import munchkin_env.observation.view"),
        ("engine.dispatch.step", "def f():\n    from munchkin_env.bots import greedy"),
        ("engine.dispatch.step", "from ...observation import view"),
        ("engine.dispatch.step", "from munchkin_env import observation"),
        ("engine.dispatch.step", "from munchkin_env import Game"),
        ("engine.dispatch.step", "import gymnasium"),
        ("engine.dispatch.step", "import munchkin_env.render"),
        ("bots.greedy", "from munchkin_env.engine.mutations import cards"),
        ("bots.greedy", "from munchkin_env.engine.mutations.cards import move_card"),
        ("cards.reader", "from munchkin_env.engine.kernels.kernel import kernel"),
        ("vocabulary", "from munchkin_env.config.game_config import GameConfig"),
        ("config", "from munchkin_env.cards import reader"),
        ("envs.aec", "from munchkin_env.render.table import draw"),
        ("envs.aec", "import torch"),
        ("envs.aec", "try:\n    import torch\nexcept ImportError:\n    torch = None"),
        ("", "import munchkin_env.render"),
    ],
)
def test_a_wrong_import_is_found(module, source):
    assert len(small_complaints(source, module)) == 1


@each(
    ("module", "source"),
    [
        ("engine.dispatch.step", "import numba\nfrom munchkin_env.cards import tables"),
        ("engine.dispatch.step", "from munchkin_env.errors import EngineFault"),
        ("engine.dispatch.step", "from . import legal\nfrom ..rules import flee\nfrom ...vocabulary import Zone"),
        ("bots.greedy", "import numpy\nfrom munchkin_env.engine.queries import cards"),
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
    public = {"SelfPlayVecEnv"}
    for right in ("import munchkin_env as mk", "from munchkin_env import SelfPlayVecEnv", "from training import a"):
        assert training_complaints(right, "training.ppo", public) == []
    for wrong in ("from munchkin_env import engine", "import munchkin_env.engine", "from munchkin_env.envs import aec"):
        assert len(training_complaints(wrong, "training.ppo", public)) == 1
