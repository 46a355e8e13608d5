"""Many cases of one mechanism in one test: a loop that goes on after a failure and ends with a list of complaints.

`each` is written like `pytest.mark.parametrize`, and makes one item of all cases. Each case that fails is reported by
itself, with its name, its values and the line of its assertion; `pytest --case NAME` runs the cases whose names contain
NAME. Each case gets fresh all that pytest makes fresh for every test: an empty `tmp_path`, a `monkeypatch` that is
undone, the same random numbers, nothing captured yet.
"""

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from enum import Enum
from functools import wraps
from itertools import product
from typing import Any

import pytest

from tests.tiers import is_watched

TOLD = 10  # failures that are reported in full; of the others the names are listed
Cases = Iterable[Any] | Callable[[], Iterable[Any]]
Named = tuple[str, dict[str, Any]]  # a case: its name and the arguments of the test


def each(
    names: str | tuple[str, ...],
    cases: Cases,
    ids: Callable[[Any], Any] | Iterable[str] | None = None,
    *,
    rotating: bool = False,
) -> Any:
    """Decorate a test that is to be called with each of these cases, as one item.

    Stacked decorators give every combination.

    Args:
        names: Names of the arguments, as `pytest.mark.parametrize` takes them.
        cases: Their values, or a function without arguments that returns them, called when the test runs: what is
            expensive to list is not listed to collect the tests.
        ids: Names of the cases, or a function from a value to its name.
        rotating: Every day only the quarter of the cases whose turn it is (`tests/tiers.py`), at night all.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        levels = [(arguments, cases, ids), *getattr(test, "each_levels", [])]
        function = getattr(test, "each_function", test)
        given = {name for level in levels for name in level[0]}
        parameters = inspect.signature(function).parameters
        unknown = given - set(parameters)
        assert not unknown, f"{function.__name__} has no arguments {sorted(unknown)}"
        fixtures = [name for name in parameters if name not in given]
        own = [name for name in ("pytestconfig", "subtests") if name not in fixtures]

        @wraps(function)
        def loop(**values: Any) -> None:
            wanted = values["pytestconfig"].getoption("case", default="")
            chosen = [case for case in combined(levels) if wanted in case[0]]
            if wanted and not chosen:
                pytest.skip(f"no case is called {wanted}")
            assert chosen, "expected cases, got none"
            if rotating and not wanted:
                chosen = [case for case in chosen if is_watched(case[0])] or chosen[:1]
            run(function, chosen, {name: values[name] for name in fixtures}, values["subtests"])

        kind = inspect.Parameter.KEYWORD_ONLY
        loop.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in fixtures + own])  # type: ignore[attr-defined]
        loop.each_levels, loop.each_function = levels, function  # type: ignore[attr-defined]
        return loop

    return decorate


def combined(levels: list[tuple[list[str], Cases, Any]]) -> list[Named]:
    """Every combination of the cases of all decorators."""
    tables = [list(named(*level)) for level in levels]
    rows = [
        ("-".join(name for name, _ in row), {key: value for _, values in row for key, value in values.items()})
        for row in product(*tables)
    ]
    return rows


def named(arguments: list[str], cases: Cases, ids: Any) -> Iterator[Named]:
    """Name and arguments of each case of one decorator."""
    listed = list(cases() if inspect.isfunction(cases) else cases)
    names = None if ids is None or callable(ids) else list(ids)
    assert names is None or len(names) == len(listed), "expected a name for each case"
    for number, case in enumerate(listed):
        values, name = (case, None) if not hasattr(case, "marks") else (case.values, case.id)
        assert not getattr(case, "marks", ()), "a case has no marks of its own: make it a test"
        if len(arguments) == 1 and not hasattr(case, "marks"):
            values = (values,)
        assert len(values) == len(arguments), f"case {number}: expected {len(arguments)} values, got {len(values)}"
        if name is None and names is not None:
            name = names[number]
        if name is None:
            name = "-".join(word(value, f"{key}{number}", ids) for key, value in zip(arguments, values, strict=True))
        yield str(name), dict(zip(arguments, values, strict=True))


def word(value: Any, otherwise: str, ids: Any) -> str:
    """Return the text of a value in the name of a case."""
    told = ids(value) if callable(ids) else None
    if told is not None:
        return str(told)
    if isinstance(value, Enum):
        return value.name or str(value)  # several flags have no name together
    if isinstance(value, str | int | float | bool | None):
        return str(value)
    return getattr(value, "__name__", None) or (str(value) if isinstance(value, tuple) else otherwise)


def run(test: Callable[..., None], cases: list[Named], fixtures: dict[str, Any], subtests: pytest.Subtests) -> None:
    """Call the test with every case; the complaints are reported as subtests that fail, and those that are skipped."""
    untold = []
    failed = skipped = 0
    for number, (name, values) in enumerate(cases):
        try:
            with ExitStack() as stack:
                test(**values, **fresh(fixtures, number, stack))
        except pytest.skip.Exception:
            skipped += 1
            if skipped == len(cases):
                raise
            with subtests.test(name):
                raise
        except (Exception, pytest.fail.Exception):
            failed += 1
            if failed > TOLD:
                untold.append(name)
                continue
            with subtests.test(name):
                raise
    if untold:
        with subtests.test("further cases"):
            pytest.fail(f"{failed} of {len(cases)} cases fail; besides those above: {', '.join(untold)}", pytrace=False)


def fresh(fixtures: dict[str, Any], number: int, stack: ExitStack) -> dict[str, Any]:
    """The fixtures as if no other case had used them."""
    given = dict(fixtures)
    if "tmp_path" in given:
        given["tmp_path"] = given["tmp_path"] / f"case_{number}"
        given["tmp_path"].mkdir()
    if "monkeypatch" in given:
        given["monkeypatch"] = stack.enter_context(given["monkeypatch"].context())
    if "rng" in given:
        given["rng"] = copy.deepcopy(given["rng"])
    if "capsys" in given:
        given["capsys"].readouterr()
    return given
