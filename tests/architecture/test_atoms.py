"""Rules move and mark cards through the atoms alone: nothing else keeps lists, counts and derived fields together."""

import ast
from pathlib import Path

import pytest

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


# `invariants` clears a derived count that it has found to be wrong, `trials` puts back what it has tried
WRITERS = {*(ENGINE / "atoms").glob("*.py"), ENGINE / "outside" / "invariants.py", ENGINE / "rules" / "trials.py"}
RULES = sorted(set(ENGINE.rglob("*.py")) - WRITERS)


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.relative_to(ENGINE).as_posix())
def test_cards_are_written_by_atoms(file):
    assert card_writes(file.read_text(encoding="utf-8")) == []


def test_a_write_is_found():
    assert card_writes("s.card[c].flag = 1") == [1]
    assert card_writes("x = 1\ns.head[zone] = 2") == [2]
    assert card_writes("s.phase = 1\nx = s.card[c].flag\ns.player[p].level = 2\nm.monster[i].card = 3") == []
