"""Tests of what counts the repository and the cost of its tests."""

from collections import Counter

import pytest

from benchmarks import costs_of_tests, size


def test_costs_are_added_up_by_folder_the_dearest_first() -> None:
    seconds = Counter({"tests/a/test_x.py": 2.0, "tests/a/b/test_y.py": 1.5, "tests/test_z.py": 4.0})
    items = Counter({"tests/a/test_x.py": 7, "tests/a/b/test_y.py": 1, "tests/test_z.py": 2})
    lines = costs_of_tests.table(seconds, items)
    assert [line.split() for line in lines[:3]] == [
        ["7.5", "10", "all"],
        ["4.0", "2", "tests/test_z.py"],
        ["3.5", "8", "tests/a"],
    ]
    assert lines[-1].split() == ["1.5", "1", "tests/a/b/test_y.py"]


def test_functions_are_counted_without_their_docstrings() -> None:
    source = 'def f():\n    """One.\n\n    Two.\n    """\n    def g():\n        return 1\n    return g\n'
    assert size.function_lengths(source) == [4, 2]
    assert size.mean([4, 2]) == 3
    assert size.mean([]) == 0


def test_a_room_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "ROOMS", ("examples",))
    assert [(name, lines > 100) for name, _, lines, _, _ in size.rows()] == [("examples", True)]
