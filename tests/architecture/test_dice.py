"""An effect that changes all rolls of a player changes each of them: few places throw or read dice, and all add it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "munchkin_env" / "engine"
THROWING = {"run_roll"}
"""Functions that throw a die: it is on the table for reactions, whatever its use (FLEE-5, WINDOW-2)."""
READING = {"number_rolled", "roll_escapes"}
"""Functions that read the die on the table: with all that changes it, `roll_change` for flights."""


def functions() -> Iterator[ast.FunctionDef]:
    for file in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield node


def calls(function: ast.FunctionDef, name: str) -> bool:
    found = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(one, ast.Name) and one.id == name for one in found)


def is_face(node: ast.AST) -> bool:
    """The number of a die: `s.roll.face`."""
    inner = node.args[0] if isinstance(node, ast.Call) and node.args else node
    return isinstance(inner, ast.Attribute) and inner.attr == "face"


def counts_with_face(function: ast.FunctionDef) -> bool:
    """It adds to the number of a die, or compares it with another number than 0, which is: none is there."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and (is_face(node.left) or is_face(node.right)):
            return True
        if isinstance(node, ast.Compare) and is_face(node.left):
            to = node.comparators[0]
            if not (isinstance(to, ast.Constant) and to.value == 0):
                return True
    return False


def reads(function: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(function))


def test_a_die_is_thrown_with_what_changes_all_rolls() -> None:
    """FLEE-1, DEATH-2, QUICK-4: nobody throws one besides."""
    assert {function.name for function in functions() if calls(function, "roll_die")} == THROWING


def test_a_die_is_read_with_what_changes_all_rolls() -> None:
    """FLEE-1: a number on the table is never the die's alone."""
    assert {function.name for function in functions() if counts_with_face(function)} == READING
    adding = {"number_rolled", "roll_change"}
    assert {function.name for function in functions() if reads(function, "die")} >= adding
