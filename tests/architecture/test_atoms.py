"""Rules move and mark cards, and change combats, through the atoms alone: nothing else keeps lists, counts and derived
fields together."""

import ast
from pathlib import Path

from munchkin_env.engine.kernels.language import is_number
from tests.each import each

ENGINE = Path(__file__).resolve().parents[2] / "munchkin_env" / "engine"
LISTS = {"order", "head", "count", "discarded"}


def is_card_state(target: ast.expr) -> bool:
    """`s.card[c].flag`, or an entry of a list of cards: `s.head[zone]`."""
    if isinstance(target, ast.Attribute):
        of = target.value.value if isinstance(target.value, ast.Subscript) else None
        return isinstance(of, ast.Attribute) and of.attr == "card"
    of = target.value if isinstance(target, ast.Subscript) else None
    return isinstance(of, ast.Attribute) and of.attr in LISTS


def card_writes(source: str) -> list[int]:
    """Lines that assign to the state of a card copy, or to a list of cards."""
    targets: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AugAssign):
            targets.append(node.target)
    return [target.lineno for target in targets if is_card_state(target)]


def is_combat(node: ast.expr, names: set[str]) -> bool:
    """The running combat, or one of its monsters: `s.combat`, `m`, or a name that was set to one."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and node.attr == "combat":
            return True
        node = node.value
    return isinstance(node, ast.Name) and node.id in names


def combat_writes(source: str) -> list[int]:
    """Lines that assign to a field of the combat or of a monster in it, or clear one."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = list(ast.walk(function))
        names = {"m"}
        for node in nodes:
            record = isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Subscript)
            if record and is_combat(node.value, set()) and not is_number(node.value, {}):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        for node in nodes:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "clear":
                targets = [ast.Attribute(node.args[0], "")]
            chains = [target for target in targets if isinstance(target, ast.Attribute | ast.Subscript)]
            found += [node.lineno for chain in chains if is_combat(chain.value, names)]
    return found


# `invariants` clears a derived count that it has found to be wrong, `trials` puts back what it has tried
OTHERS = {ENGINE / "validation" / "invariants.py", ENGINE / "rules" / "trials.py"}
WRITERS = {*(ENGINE / "mutations").glob("*.py"), *OTHERS}
RULES = sorted(set(ENGINE.rglob("*.py")) - WRITERS)


@each("file", RULES, ids=lambda file: file.relative_to(ENGINE).as_posix())
def test_cards_are_written_by_atoms(file):
    assert card_writes(file.read_text(encoding="utf-8")) == []


@each("file", RULES, ids=lambda file: file.relative_to(ENGINE).as_posix())
def test_combats_are_changed_by_atoms(file):
    assert combat_writes(file.read_text(encoding="utf-8")) == []


def test_a_change_of_a_combat_is_found():
    assert combat_writes("def g(s):\n    s.combat.kept += 1") == [2]
    assert combat_writes("def g(m):\n    m.monster[0].bonus = 1") == [2]
    assert combat_writes("def g(s):\n    one = s.combat.monster[0]\n    one.card = 2\n    clear(s.combat)") == [3, 4]
    assert combat_writes("def g(s):\n    n = s.combat.kept\n    s.player[s.combat.leader].skips = n") == []


def test_a_write_is_found():
    assert card_writes("s.card[c].flag = 1") == [1]
    assert card_writes("x = 1\ns.head[zone] = 2") == [2]
    assert card_writes("s.phase = 1\nx = s.card[c].flag\ns.player[p].level = 2\nm.monster[i].card = 3") == []
