"""Rules move and mark cards through the atoms alone: nothing else keeps lists, counts and derived fields together."""

import ast
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "munchkin_env" / "engine"
CARD_COLUMNS = {"zone", "flag", "known_by", "host", "next", "prev", "order", "head", "count", "discarded"}


def card_writes(source: str) -> list[int]:
    """Lines that assign to an entry of a card column of a position."""
    targets: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AugAssign):
            targets.append(node.target)
    return [
        target.lineno
        for target in targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Attribute)
        and target.value.attr in CARD_COLUMNS
    ]


# `invariants` clears a derived count that it has found to be wrong
RULES = sorted(file for file in ENGINE.rglob("*.py") if file.name not in ("atoms.py", "invariants.py"))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.relative_to(ENGINE).as_posix())
def test_cards_are_written_by_atoms(file):
    assert card_writes(file.read_text(encoding="utf-8")) == []


def test_a_write_is_found():
    assert card_writes("s.flag[c] = 1") == [1]
    assert card_writes("x = 1\ns.host[c] += 2") == [2]
    assert card_writes("s.phase = 1\nx = s.flag[c]\ns.player[p].level = 2") == []
