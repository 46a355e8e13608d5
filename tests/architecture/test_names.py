"""A name of one letter means one thing in all compiled functions of the engine, a class name in the whole package.

docs/architecture.md has the legend of the letters.
"""

import ast
import re
from collections.abc import Iterator

from munchkin_env.engine.kernels.language import is_number
from tests.architecture.test_imports import ROOT, files_of, module_name
from tests.each import each

MARKS = {"kernel", "inlined", "entry"}
# Records that a letter stands for. The other letters are numbers: an index or a count, no record.
RECORDS = {
    "m": r"s\.combat",
    "f": r"s\.frame\[.+\]",
    "o": r"s\.offer",
    "r": r"s\.roll",
    "e": r"s\.event\[.+\]",
    "s": r"positions\[.+\]",
    "t": r"tables\[.+\]",
}
NUMBERS = set("pqcdkijnah")
ENGINE = {module_name(f): f.read_text(encoding="utf-8") for f in files_of("munchkin_env/engine")}


def legend() -> set[str]:
    """The letters that docs/architecture.md explains."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return set(re.findall(r"`(\w)`", text.partition("## Writing engine code")[2].partition("\n## ")[0]))


def kernels(source: str) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and {getattr(mark, "id", "") for mark in node.decorator_list} & MARKS:
            yield node


def is_record(value: ast.expr) -> bool:
    """A part of the position or of the card tables that is no number."""
    root = value
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return root is not value and ast.unparse(root) in {"s", "t"} and not is_number(value, {})


def misused(source: str) -> list[str]:
    """`function: letter` of every letter that has another meaning there than the legend's."""
    found = []
    for function in kernels(source):
        letters = [argument.arg for argument in function.args.args if len(argument.arg) == 1]
        found += [f"{function.name}: {letter}" for letter in letters if letter not in {*RECORDS, *NUMBERS}]
        if "s" in letters and letters[0] != "s":
            found.append(f"{function.name}: s")
        for node in ast.walk(function):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or len(target.id) > 1:
                continue
            value = ast.unparse(node.value)
            if target.id in RECORDS:
                right = re.fullmatch(RECORDS[target.id], value)
            else:
                right = target.id in NUMBERS and not is_record(node.value)
            if not right:
                found.append(f"{function.name}: {target.id}")
    return found


def test_the_legend_names_every_letter() -> None:
    assert legend() >= {*RECORDS, *NUMBERS}


@each("module", sorted(ENGINE))
def test_a_letter_means_one_thing(module: str) -> None:
    assert misused(ENGINE[module]) == []


@each(
    ("source", "expected"),
    [
        ("def g(s, t, p, c): m = s.combat", []),
        ("def g(s, t, p): m = s.move", ["g: m"]),
        ("def g(s, p): q = s.player[p]", ["g: q"]),
        ("def g(s, t, c): k = t.type_of[c]", []),
        ("def g(s, t, c): k = t.card[t.type_of[c]]", ["g: k"]),
        ("def g(t, s, x): pass", ["g: x", "g: s"]),
        ("def g(s, i): f = s.frame[i]", []),
    ],
)
def test_a_misused_letter_is_found(source: str, expected: list[str]) -> None:
    assert misused(f"@kernel\n{source}") == expected


def test_places_are_told_by_name() -> None:
    """The places of a combat begin with its two sides; `place_of` and `monster_at` alone know how many those are."""
    rooms = ("engine", "observation", "bots", "envs")
    files = [file for room in rooms for file in files_of(f"munchkin_env/{room}")]
    sources = {module_name(file): file.read_text(encoding="utf-8") for file in files}
    counted = re.compile(r"\bplace\)? ?(-|<|>=) ?2\b|\b2 \+ (i\b|[sv]\.combat)")
    assert counted.search("spare(s, p, place - 2)")
    found = {name: counted.findall(re.sub(r'"[^"\n]*"|#.*', "", source)) for name, source in sources.items()}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_a_class_name_is_one_class_in_the_package_and_the_trainer() -> None:
    found: dict[str, list[str]] = {}
    for folder in ("munchkin_env", "training"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
