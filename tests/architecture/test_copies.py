"""Records are copied by `kernel.copied` alone: NumPy copies them field by field, in a hundred times the time."""

import ast

import numpy as np
import pytest

from munchkin_env.engine.kernels.kernel import INTERPRETED, copied
from munchkin_env.game.game import Game
from tests.architecture.test_imports import files_of, module_name
from tests.each import each

pytestmark = pytest.mark.interpreted
# Names of arrays of records; a leading underscore counts for nothing.
NAMES = {"row", "position", "positions", "view", "views", "world", "worlds", "template", "record", "tried", "scenario"}
METHODS = {"copy", "astype", "take", "repeat"}
FUNCTIONS = {"array", "copy", "deepcopy", "ascontiguousarray", "concatenate", "stack"}


def slow_copies(source: str) -> list[str]:
    """Every copy of an array of records that is left to NumPy."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        copies: list[ast.expr] = list(node.args) if called in FUNCTIONS else []
        if isinstance(node.func, ast.Attribute) and called in METHODS:
            copies.append(node.func.value)
        found += [ast.unparse(node) for one in copies if is_record(one)]
    return found


def is_record(expression: ast.expr) -> bool:
    """Return True for an array of whole records, or for some of its rows, by name."""
    while isinstance(expression, ast.Subscript):
        if isinstance(expression.slice, ast.Constant) and isinstance(expression.slice.value, str):
            return False  # a field
        expression = expression.value
    name = getattr(expression, "attr", getattr(expression, "id", ""))
    return name.lstrip("_") in NAMES


@each(
    "source",
    ["view.row.copy()", "self.positions.copy()", "np.array(game.position)", "games._positions[:2].copy()",
     "deepcopy(world[0])", "np.concatenate(positions)"],
)  # fmt: skip
def test_slow_copies_are_seen(source: str) -> None:
    assert slow_copies(source) == [source]


def test_other_copies_are_not() -> None:
    for source in ("copied(view.row)", "self._bytes.copy()", "np.array(row['seat'])", "seats.copy()", "row.tobytes()"):
        assert slow_copies(source) == []


def test_records_are_copied_byte_by_byte_everywhere() -> None:
    for room in ("munchkin_env", "training"):
        for file in files_of(room):
            found = slow_copies(file.read_text(encoding="utf-8"))
            assert not found, f"{module_name(file)}: {found}: expected copied(…)"


def test_a_copy_has_every_byte_and_memory_of_its_own() -> None:
    """Bytes between the fields are copied, too: equal bytes are equal positions."""
    row = Game(seed=3, players=3).position
    row.view(np.uint8)[:] = np.arange(row.nbytes) % 251
    copy = copied(row)
    assert copy.tobytes() == row.tobytes()
    assert (copy.dtype.names, copy.shape) == (row.dtype.names, row.shape)
    assert isinstance(copy, np.recarray) == INTERPRETED
    assert not np.shares_memory(copy, row)
    copy["seat"] += 1
    assert copy.tobytes() != row.tobytes()
