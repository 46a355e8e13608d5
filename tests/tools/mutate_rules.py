"""Disables rules one by one and shows that a test which cites the rule fails.

    python tests/tools/mutate_rules.py                 # all, some minutes
    python tests/tools/mutate_rules.py FLEE-1 WINDOW   # these rules, these chapters

Each mutation of `mutations.toml` is a patch of one piece of engine source, made in a copy of the package that runs
interpreted. Of the tests below `tests/rules` and `tests/scenarios` those run that name the rule in one of their
strings; the first to fail proves that the rule is held. The exit status is 1 if a rule is broken unnoticed.
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
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = Path(__file__).with_name("mutations.toml")
SCENARIOS = ("tests/rules", "tests/scenarios")
LIMIT_S = 600  # a mutated engine may run in circles


@dataclass(frozen=True)
class Mutation:
    """One rule broken: in `file` of the engine, `old` (found once) becomes `new`."""

    rule: str
    says: str
    file: str
    old: str
    new: str


@cache
def mutations() -> tuple[Mutation, ...]:
    """All of them, in the order of the file."""
    entries = tomllib.loads(MUTATIONS.read_text(encoding="utf-8"))["mutation"]
    return tuple(Mutation(**entry) for entry in entries)


def chosen(words: list[str]) -> list[Mutation]:
    """The mutations of these rules and chapters; all if none are named."""
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


def engine_file(root: Path, mutation: Mutation) -> Path:
    return root / "munchkin_env" / "engine" / mutation.file


def copy_of_project(folder: Path) -> Path:
    """Package and tests in another folder, to be spoilt there."""
    ignore = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("munchkin_env", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


# ----------------------------------------------------------------------- running


def run_tests(root: Path, tests: tuple[str, ...]) -> tuple[str, str]:
    """("pass" | "fail" | "error", the test that failed) of these tests with the package in `root`, interpreted."""
    env = {**os.environ, "MUNCHKIN_INTERPRETED": "1", "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", "--tb=no", *tests]
    try:
        done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return "fail", f"no end within {LIMIT_S} s"
    if done.returncode == 0:
        return "pass", ""
    failed = re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)
    if done.returncode == 1 and failed:
        return "fail", failed[0]
    return "error", (done.stdout + done.stderr)[-500:]


def try_mutation(root: Path, mutation: Mutation) -> tuple[bool, str]:
    """Breaks the rule, runs its tests, mends it; (noticed, by which test or why not)."""
    tests = tests_by_rule().get(mutation.rule, ())
    if not tests:
        return False, "no test cites the rule"
    file = engine_file(root, mutation)
    source = file.read_text(encoding="utf-8")
    file.write_text(patched(mutation, source), encoding="utf-8")
    try:
        result, what = run_tests(root, tests)
    finally:
        file.write_text(source, encoding="utf-8")
    if result == "pass":
        return False, f"all {len(tests)} tests pass"
    return result == "fail", what


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules one by one; a test that cites the rule must fail.")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="rule IDs or chapters; all if none are given")
    wanted = chosen(parser.parse_args().rules)
    if not wanted:
        parser.error(f"no mutation of these; there are {', '.join(m.rule for m in mutations())}")
    started = time.monotonic()
    unnoticed = 0
    with tempfile.TemporaryDirectory(prefix="mutate_rules_") as folder:
        root = copy_of_project(Path(folder))
        needed = {test for m in wanted for test in tests_by_rule().get(m.rule, ())}
        result, what = run_tests(root, tuple(sorted(needed)))
        if result != "pass":
            print(f"the tests fail without any mutation: {what}", file=sys.stderr)
            return 1
        print(f"{'rule':<10} {'broken so that':<40} {'':<9} by the test")
        for mutation in wanted:
            noticed, what = try_mutation(root, mutation)
            unnoticed += not noticed
            verdict = "noticed" if noticed else "UNNOTICED"
            print(f"{mutation.rule:<10} {mutation.says:<40} {verdict:<9} {what}", flush=True)
    seconds = time.monotonic() - started
    print(f"{len(wanted) - unnoticed} of {len(wanted)} broken rules are noticed ({seconds:.0f} s)")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
