"""Engine functions that bots and encodings call only read: none that they can reach writes to a record.

A bot gets a view, which is a record like a position, and asks the engine's own facts and rules about it. So nothing is
told a second time, and no question changes its subject.
"""

import ast
from functools import cache

from munchkin_env.engine.dispatch.options import OWN
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.rules.aims import AIMS
from munchkin_env.engine.rules.choices import FILTERS
from munchkin_env.engine.rules.rows import VerbRow, parameters
from tests.architecture.test_imports import PACKAGE, files_of, imports, module_name
from tests.each import each

ENGINE = f"{PACKAGE}.engine"
ROOMS = ("dispatch", "rules", "mutations", "queries")
ENGINE_FILES = [file for room in ROOMS for file in files_of(f"{PACKAGE}/engine/{room}")]
SOURCES = {module_name(file): file.read_text(encoding="utf-8") for file in ENGINE_FILES}
BOTS = {module_name(file): file.read_text(encoding="utf-8") for file in files_of(f"{PACKAGE}/bots")}
# They try something out on the position and put it back; `tests/properties/test_reading.py` compares every byte.
TRIALS = f"{ENGINE}.rules.trials"
WRITES_ITS_OWN = {f"{PACKAGE}.bots.{name}" for name in ("base", "network", "rollout")}  # objects, activations, worlds


@cache
def functions(module: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(SOURCES[module]).body if isinstance(node, ast.FunctionDef)}


@cache
def imported(module: str) -> dict[str, tuple[str, str]]:
    """Names that a module of the engine takes from others: name -> module and name there."""
    found = {}
    for one in imports(SOURCES[module], module, False):
        home, _, name = one.target.rpartition(".")
        if home in SOURCES:
            found[name] = (home, name)
    return found


def is_write(node: ast.AST) -> bool:
    """An assignment to a field of a record, or to an entry of its arrays; plain arrays (`out[n]`) are outputs."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) == "clear"
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        return False
    chains = [target for target in targets if isinstance(target, ast.Attribute | ast.Subscript)]
    return any(isinstance(part, ast.Attribute) for chain in chains for part in fields(chain))


def fields(chain: ast.expr) -> list[ast.expr]:
    """The steps of a chain, not what stands within its brackets."""
    steps = []
    while isinstance(chain, ast.Attribute | ast.Subscript):
        steps.append(chain)
        chain = chain.value
    return steps


def writers(module: str, name: str) -> list[str]:
    """Functions that can be reached from one, but through no trial, and write to a record."""
    found, waiting, seen = [], [(module, name)], set()
    while waiting:
        home, called = waiting.pop()
        if (home, called) in seen or called not in functions(home) or home == TRIALS:
            continue
        seen.add((home, called))
        body = functions(home)[called]
        if any(is_write(node) for node in ast.walk(body)):
            found.append(f"{home}.{called}")
        names = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
        waiting += [imported(home).get(one, (home, one)) for one in sorted(names)]
    return found


def asked() -> list[tuple[str, str]]:
    """The functions of the engine that bots import."""
    found = set()
    for module, source in BOTS.items():
        for one in imports(source, module, False):
            home, _, name = one.target.rpartition(".")
            if home in SOURCES and name in functions(home):
                found.add((home, name))
    return sorted(found | of_rows())


def of_rows() -> set[tuple[str, str]]:
    """Return the functions of a bot's view that kernels made of rows call: `own_option` of verbs, all columns of aims
    and filters."""
    found = [row.card for row in VERBS.values() if is_own(row)]
    found += [column for row in (*AIMS.values(), *FILTERS.values()) for column in vars(row).values()]
    return {(one.__module__, one.__name__) for one in found if hasattr(one, "__name__")}


def is_own(row: VerbRow) -> bool:
    return row.card is not None and OWN.issuperset(parameters(row.card))


@each("module", sorted(set(BOTS) - WRITES_ITS_OWN))
def test_bots_try_things_out_by_the_trials_of_the_rules_alone(module):
    assert [node.lineno for node in ast.walk(ast.parse(BOTS[module])) if is_write(node)] == []


@each(("module", "name"), asked)
def test_what_bots_ask_of_the_engine_writes_nothing(module, name):
    assert writers(module, name) == []


def test_writers_are_found():
    assert len(asked()) > 80
    assert len(of_rows()) > 60
    assert f"{ENGINE}.mutations.cards.move_marked" in writers(f"{ENGINE}.rules.choices", "take_card")
    assert writers(f"{ENGINE}.mutations.stack", "push") == [f"{ENGINE}.mutations.stack.push"]
    assert writers(f"{ENGINE}.mutations.game", "roll_die")
