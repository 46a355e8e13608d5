"""Print what `make check` runs after a change: its tests, or with `--types` its modules.

    python -m tests.tools.changed            # arguments for pytest
    python -m tests.tools.changed --types    # arguments for mypy

Changed is what differs from the commit at which this branch left `main` (MUNCHKIN_BASE names another one), new files
included. Of a function that has changed, the tests run that cite one of the rules it carries out; outside of the
engine, the tests of its room that name it; of an edition, its scenarios. Changed tests run themselves. The choice is
a quick first look, not a proof: that is `make test`.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from tests.tools.mutate_rules import tests_by_rule

ROOT = Path(__file__).resolve().parents[2]
MOST = 300  # tests, so that the look stays quick
RULE = re.compile(r"\b[A-Z]+-[0-9]+\b")


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def base() -> str:
    """The commit that changes are counted from."""
    for name in (os.environ.get("MUNCHKIN_BASE", ""), "origin/main", "main"):
        if name and (found := git("merge-base", "HEAD", name).strip()):
            return found
    return "HEAD"


def changed_files(since: str) -> list[str]:
    """Files of ours that differ from the commit, and new ones, without those that are gone."""
    names = git("diff", "--name-only", since) + git("ls-files", "--others", "--exclude-standard")
    return sorted({name for name in names.splitlines() if (ROOT / name).is_file()})


def changed_lines(since: str, name: str) -> set[int]:
    """Lines of the file as it is now that a change has touched; all of a new file."""
    told = git("diff", "-U0", since, "--", name)
    found: set[int] = set()
    for start, count in re.findall(r"^@@ \S+ \+(\d+)(?:,(\d+))? @@", told, re.MULTILINE):
        found.update(range(int(start), int(start) + max(1, int(count or 1))))
    if not told:
        found.update(range(1, len((ROOT / name).read_text(encoding="utf-8").splitlines()) + 1))
    return found


def touched(source: str, lines: set[int]) -> Iterator[tuple[str, str]]:
    """Name and text of each function and class at the top of a module in which a line has changed."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            if lines & set(range(first, (node.end_lineno or first) + 1)):
                yield node.name, ast.get_source_segment(source, node) or ""


def tests_of(name: str, source: str, lines: set[int]) -> list[str]:
    """The tests of a changed module of the package."""
    functions = list(touched(source, lines))
    rules = {rule for _, text in functions for rule in RULE.findall(text)}
    if "/engine/" in name and not rules:
        rules = set(RULE.findall(source))
    cited = [tests_by_rule().get(rule, ()) for rule in sorted(rules)]
    found = [test for turn in zip_longest(*cited) for test in turn if test]  # first one of each rule
    names = {function for function, _ in functions if not function.startswith("_")} | {Path(name).stem}
    words = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    folder = ROOT / "tests" / (Path(name).parts[1] if name.startswith("munchkin_env/") else "training")
    if "/engine/" not in name and folder.is_dir():
        files = sorted(folder.rglob("test_*.py"))
        found += [relative(file) for file in files if words.search(file.read_text(encoding="utf-8"))]
    return found


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def chosen(since: str, files: Iterable[str]) -> list[str]:
    """The tests that a first look at the change runs."""
    found: list[str] = []
    for name in files:
        path = Path(name)
        if path.parts[0] == "tests" and path.name.startswith("test_"):
            found.append(name)
        elif path.suffix == ".py" and path.parts[0] in ("munchkin_env", "training"):
            found += tests_of(name, (ROOT / name).read_text(encoding="utf-8"), changed_lines(since, name))
        elif path.parts[:3] == ("munchkin_env", "cards", "editions"):
            scenarios = ROOT / "tests" / "scenarios" / path.parts[3]
            found += ["tests/cards/test_catalogue.py", *([relative(scenarios)] if scenarios.is_dir() else [])]
    whole = {name for name in found if "::" not in name}
    return [name for name in dict.fromkeys(found) if name in whole or name.partition("::")[0] not in whole]


def main() -> int:
    parser = argparse.ArgumentParser(description="Print the tests, or modules, that `make check` looks at.")
    parser.add_argument("--types", action="store_true", help="modules for mypy in place of tests")
    types = parser.parse_args().types
    since = base()
    files = changed_files(since)
    if types:
        print(*(name for name in files if name.endswith(".py") and name.startswith(("munchkin_env/", "training/"))))
        return 0
    tests = chosen(since, files)
    told = f"{len(files)} files have changed since {since[:7]}: {min(MOST, len(tests))} tests and files of tests"
    print(told, file=sys.stderr)
    if len(tests) > MOST:
        print(f"{len(tests) - MOST} more are left to `make test`", file=sys.stderr)
    print(*tests[:MOST])
    return 0


if __name__ == "__main__":
    sys.exit(main())
