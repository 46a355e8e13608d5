"""Break rules and rooms one by one, and print the score: how many breaks the tests of every day notice.

    python tests/tools/mutate_rules.py                        # all, half an hour on two cores
    python tests/tools/mutate_rules.py FLEE-1 WINDOW server   # these rules, chapters and rooms

Each mutation is a patch of one piece of source, made in a copy of the package that runs interpreted. For a rule
(`mutations.toml`) those tests below `tests/rules` and `tests/scenarios` run that name it in one of their strings, for a
room (`mutations_rooms.toml`) those that the mutation names; the first to fail proves that it is held. They run as
`make test` chooses them, for a mutation with `tier = "nightly"` as `make test-all` does. The exit status is 1 if a
mutation is not noticed by the tests of its tier.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = Path(__file__).with_name("mutations.toml")
ROOMS = Path(__file__).with_name("mutations_rooms.toml")
TIERS = {
    "everyday": (["-m", "not soak and not nightly and not rotating"], {}),
    "nightly": (["-m", "not soak"], {"MUNCHKIN_TESTS": "all"}),
}
SCENARIOS = ("tests/rules", "tests/scenarios")
LIMIT_S = 600  # a mutated engine may run in circles
LIMIT_OF_ALL_S = 3600  # all tests once, with nothing broken


@dataclass(frozen=True)
class Mutation:
    """One rule or room broken: in `file`, of the engine for a rule, `old` (found once) becomes `new`."""

    rule: str
    says: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    tier: str = "everyday"

    @property
    def path(self) -> str:
        """The file from the root of the project."""
        return self.file if self.tests else f"munchkin_env/engine/{self.file}"


@cache
def mutations() -> tuple[Mutation, ...]:
    """All of them, in the order of the file."""
    rules = tomllib.loads(MUTATIONS.read_text(encoding="utf-8"))["mutation"]
    return tuple(Mutation(**entry) for entry in rules) + of_rooms()


@cache
def of_rooms() -> tuple[Mutation, ...]:
    """Those of rooms beside the rules; `rule` is the name of the room."""
    entries = tomllib.loads(ROOMS.read_text(encoding="utf-8"))["mutation"]
    return tuple(Mutation(rule=e.pop("room"), tests=tuple(e.pop("tests")), **e) for e in entries)


def chosen(words: list[str]) -> list[Mutation]:
    """The mutations of these rules, chapters and rooms; all if none are named."""
    return [m for m in mutations() if not words or m.rule in words or m.rule.partition("-")[0] in words]


# ----------------------------------------------------------------------- which tests


@cache
def tests_by_rule() -> dict[str, tuple[str, ...]]:
    """Rule ID -> ids of the tests that name it in a string, docstring and parameters included."""
    found: dict[str, list[str]] = {}
    for folder in SCENARIOS:
        for file in sorted((ROOT / folder).rglob("test_*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    for rule in rules_in(node):
                        found.setdefault(rule, []).append(f"{file.relative_to(ROOT).as_posix()}::{node.name}")
    return {rule: tuple(names) for rule, names in found.items()}


def rules_in(node: ast.AST) -> set[str]:
    """Rule IDs in the strings of a syntax tree."""
    strings = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return {rule for text in strings for rule in re.findall(r"\b[A-Z]+-[0-9]+[a-z]?\b", text)}


# ----------------------------------------------------------------------- patching


def patched(mutation: Mutation, source: str) -> str:
    """The source with the rule broken. Raises ValueError unless the patch fits in exactly one place."""
    times = source.count(mutation.old)
    if times != 1:
        raise ValueError(f"{mutation.rule}: expected one place in {mutation.file} for the patch, got {times}")
    return source.replace(mutation.old, mutation.new)


def tests_of(mutation: Mutation) -> tuple[str, ...]:
    return mutation.tests or tests_by_rule().get(mutation.rule, ())


def copy_of_project(folder: Path) -> Path:
    """Package and tests in another folder, to be spoilt there."""
    ignore = shutil.ignore_patterns("__pycache__", ".*", "node_modules")
    for name in ("munchkin_env", "training", "configs", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


# ----------------------------------------------------------------------- running


def run_tests(root: Path, tests: tuple[str, ...], tier: str, limit: int = LIMIT_S) -> tuple[str, str]:
    """("pass" | "fail" | "error", the test that failed) of these tests with the package in `root`, interpreted."""
    words, more = TIERS[tier]
    env = {**os.environ, "MUNCHKIN_INTERPRETED": "1", "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", **more}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", "--tb=no", *tests]
    command += words
    try:
        done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return "fail", f"no end within {limit} s"
    if done.returncode == 0:
        return "pass", ""
    failed = re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)
    if done.returncode == 1 and failed:
        return "fail", failed[0]
    return "error", (done.stdout + done.stderr)[-500:]


def try_mutation(root: Path, mutation: Mutation) -> tuple[bool, str]:
    """Break the rule, run its tests, mend it; return (noticed, by which test or why not)."""
    tests = tests_of(mutation)
    if not tests:
        return False, "no test cites the rule"
    file = root / mutation.path
    source = file.read_text(encoding="utf-8")
    file.write_text(patched(mutation, source), encoding="utf-8")
    try:
        result, what = run_tests(root, tests, mutation.tier)
    finally:
        file.write_text(source, encoding="utf-8")
    if result == "pass":
        return False, f"all {len(tests)} tests pass"
    return result == "fail", what


def tried(root: Path, wanted: list[Mutation]) -> Iterator[tuple[bool, str]]:
    """Results of `try_mutation` in the order of `wanted`: one at a time in each of as many copies as cores."""
    copies: Queue[Path] = Queue()
    copies.put(root)
    for number in range(1, os.cpu_count() or 1):
        copies.put(Path(shutil.copytree(root, root.with_name(f"{root.name}_{number}"))))

    def try_in_a_copy(mutation: Mutation) -> tuple[bool, str]:
        copy = copies.get()
        try:
            return try_mutation(copy, mutation)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(copies.qsize()) as pool:
        yield from pool.map(try_in_a_copy, wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules and rooms one by one; a test must fail for each.")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="rule IDs, chapters or rooms; all if none are given")
    wanted = chosen(parser.parse_args().rules)
    if not wanted:
        parser.error(f"no mutation of these; there are {', '.join(m.rule for m in mutations())}")
    started = time.monotonic()
    noticed_by: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutate_rules_") as folder:
        root = copy_of_project(Path(folder) / "copy")
        for tier in TIERS:
            needed = {test for m in wanted if m.tier == tier for test in tests_of(m)}
            if not needed:
                continue
            result, what = run_tests(root, tuple(sorted(needed)), tier, LIMIT_OF_ALL_S)
            if result != "pass":
                print(f"the tests fail without any mutation: {what}", file=sys.stderr)
                return 1
        print(f"{'rule or room':<12} {'broken so that':<40} {'':<9} by the test")
        for mutation, (noticed, what) in zip(wanted, tried(root, wanted), strict=True):
            noticed_by[mutation.tier] += noticed
            verdict = "noticed" if noticed else "UNNOTICED"
            at_night = " (nightly)" if mutation.tier == "nightly" else ""
            print(f"{mutation.rule:<12} {mutation.says:<40} {verdict:<9} {what}{at_night}", flush=True)
    seconds = time.monotonic() - started
    total = noticed_by.total()
    print(f"{total} of {len(wanted)} are noticed, {noticed_by['everyday']} of them every day ({seconds:.0f} s)")
    return 0 if total == len(wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
