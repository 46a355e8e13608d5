"""No file is longer than a person reads at once, no function longer than a screen."""

import ast
from collections.abc import Iterator

from tests.architecture.test_imports import files_of, module_name
from tests.each import each

LINES_OF_A_FILE = 1000
LINES_OF_A_FUNCTION = 60


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Yield name and lines of every function; those of a class with its name, inner ones too.

    A docstring does not count: public ones list arguments, results and errors.
    """

    def visit(node: ast.AST, name: str) -> Iterator[tuple[str, int]]:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                if not isinstance(child, ast.ClassDef):
                    assert child.end_lineno
                    doc = child.body[0] if ast.get_docstring(child) else None
                    told = doc.end_lineno - doc.lineno + 1 if doc and doc.end_lineno else 0
                    yield inner, child.end_lineno - child.lineno + 1 - told
            yield from visit(child, inner)

    yield from visit(ast.parse(source), "")


SOURCES = {
    module_name(file): file.read_text(encoding="utf-8")
    for room in ("munchkin_env", "training")
    for file in files_of(room)
}


def test_no_file_is_too_long() -> None:
    long = {name for name, source in SOURCES.items() if len(source.splitlines()) > LINES_OF_A_FILE}
    assert long == set(), f"split it: more than {LINES_OF_A_FILE} lines"


def test_no_function_is_too_long() -> None:
    found = [(f"{module}.{name}", lines) for module, source in SOURCES.items() for name, lines in functions(source)]
    assert len(found) > 1000
    long = {name for name, lines in found if lines > LINES_OF_A_FUNCTION}
    assert long == set(), f"split it: more than {LINES_OF_A_FUNCTION} lines"


@each(
    ("source", "expected"),
    [
        ("def f():\n    pass", [("f", 2)]),
        ("@mark\ndef f(a,\n      b):\n    return a\n\n\nx = 1", [("f", 3)]),
        ("class A:\n  def f(self):\n    def g():\n      pass\n    return g", [("A.f", 4), ("A.f.g", 2)]),
        ("if True:\n    async def f():\n        pass", [("f", 2)]),
        ('def f():\n    """Do.\n\n    More.\n    """\n    pass', [("f", 2)]),
    ],
)
def test_functions_are_measured(source: str, expected: list[tuple[str, int]]) -> None:
    assert list(functions(source)) == expected
