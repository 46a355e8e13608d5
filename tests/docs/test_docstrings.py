"""Every public class and function has an example in its docstring, which runs as it stands."""

import doctest
import inspect
from importlib.util import find_spec
from typing import Any

import pytest

import munchkin_env as mk

EXTRAS = all(find_spec(library) for library in ("torch", "sb3_contrib", "safetensors"))
"""True if the extra `train` is installed: without it the classes that need it are left out."""


class Runner(doctest.DocTestRunner):
    """Runner that keeps its reports; an import that fails without the extra only ends its example."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.FAIL_FAST)
        self.complaints: list[str] = []

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        expected = f"expected {example.want!r}, got {got!r}"
        self.complaints.append(f"{test.name}: {example.source.strip()}: {expected}")

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        error = exc_info[1]
        if EXTRAS or not isinstance(error, ImportError):
            self.complaints.append(f"{test.name}: {example.source.strip()}: {type(error).__name__}: {error}")


def documented() -> dict[str, Any]:
    """Public classes and functions; of data, such as versions, the type has the docstring."""
    found = {}
    for name in mk.__all__:
        try:
            value = getattr(mk, name)
        except mk.MissingExtra:
            assert not EXTRAS, name
            continue
        if inspect.isclass(value) or inspect.isroutine(value):
            found[name] = value
    return found


@pytest.mark.slow
@pytest.mark.interpreted
def test_the_example_of_every_public_name_runs() -> None:
    """Each imports what it uses, so that a reader may copy it; all run in this process, none is left out."""
    runner, parser = Runner(), doctest.DocTestParser()
    for name, value in documented().items():
        _, heading, examples = (inspect.getdoc(value) or "").partition("\nExamples:\n")
        test = parser.get_doctest(examples, {}, name, None, None)
        code = "".join(one.source for one in test.examples)
        if not heading or "import munchkin_env as mk\n" not in code or f"mk.{name.lower()}" not in code.lower():
            runner.complaints.append(f"{name}: expected a section Examples that uses mk.{name}, got {examples!r}")
        runner.run(test)
    assert not runner.complaints, "\n".join(runner.complaints)
