"""Measure the size of the repository: lines, modules, functions and line width of committed files."""

import ast
import subprocess
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measuring import parser_of

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("munchkin_env", "training", "benchmarks", "examples", "tests")


def committed(pattern: str) -> list[Path]:
    """Return the files of a Git pattern that are in the index and on disk."""
    done = subprocess.run(["git", "ls-files", "-z", pattern], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in done.stdout.split("\0") if name]
    return [file for file in files if file.is_file()]


def lines_of(files: Iterable[Path]) -> list[str]:
    """Return all lines of these files."""
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def function_lengths(source: str) -> list[int]:
    """Return the lines of each function, inner ones and methods included, docstrings left out."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            doc = ast.get_docstring(node) is not None
            told = (first.end_lineno or 0) - first.lineno + 1 if doc else 0
            found.append((node.end_lineno or 0) - node.lineno + 1 - told)
    return found


def mean(values: list[int]) -> float:
    """Return the arithmetic mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def rows() -> list[tuple[str, int, int, float, float]]:
    """Return for each room: name, modules, lines, mean lines of a function, mean width of a line that is not blank."""
    found = []
    for room in ROOMS:
        files = committed(f"{room}/*.py")
        lines = lines_of(files)
        lengths = [length for file in files for length in function_lengths(file.read_text(encoding="utf-8"))]
        widths = [len(line) for line in lines if line.strip()]
        found.append((room, len(files), len(lines), mean(lengths), mean(widths)))
    return found


def repeated_classes() -> list[str]:
    """Return the class names that two modules of the package define at their top level."""
    names: dict[str, int] = {}
    for file in committed("munchkin_env/*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                names[node.name] = names.get(node.name, 0) + 1
    return sorted(name for name, count in names.items() if count > 1)


def main() -> None:
    """Print the table, then the figures that have no row."""
    print(f"{'':14}{'modules':>9}{'lines':>9}{'function':>10}{'width':>8}")
    for name, modules, lines, length, width in rows():
        print(f"{name:14}{modules:9,}{lines:9,}{length:10.2f}{width:8.2f}")
    print(f"\ncommitted JSON       {len(lines_of(committed('*.json'))):7,} lines")
    print(f"constraints          {len(committed('constraints*.txt')):7,} files")
    print(f"class names twice    {', '.join(repeated_classes()) or 'none'}")


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
