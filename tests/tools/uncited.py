"""Print the rule IDs that no test cites.

    python tests/tools/uncited.py                # all chapters
    python tests/tools/uncited.py FLEE DEATH     # these

`tests/rule_ids.lst` lists the IDs, docs/reference/rules.md states their rules. A test cites a rule by naming its ID in
a string: a docstring, a parameter, a message. Comments do not count, nor does anything below `tests/tools` and
`tests/architecture`, where nothing tests a rule. Scenarios and golden games (`*.toml`, `*.txt`) count with their whole
text.
"""

import argparse
import ast
import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE_IDS = ROOT / "tests" / "rule_ids.lst"
NO_RULES_HERE = ("tools", "architecture")


@cache
def rule_ids() -> tuple[str, ...]:
    """All rule IDs in the order of the rules, e.g. `FLEE-3`."""
    return tuple(RULE_IDS.read_text(encoding="utf-8").split())


def chapter(rule: str) -> str:
    """`FLEE` of `FLEE-3`."""
    return rule.partition("-")[0]


@cache
def _pattern() -> re.Pattern[str]:
    chapters = "|".join(sorted({chapter(rule) for rule in rule_ids()}))
    return re.compile(rf"\b(?:{chapters})-[0-9]+[a-z]?\b")


def ids_in(text: str) -> set[str]:
    """Everything in a text that looks like a rule ID of one of our chapters, whether the rule exists or not."""
    return set(_pattern().findall(text))


def strings_of(source: str) -> str:
    """The string constants of a Python source, one below the other."""
    nodes = ast.walk(ast.parse(source))
    return "\n".join(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


@cache
def cited(tests: Path = ROOT / "tests") -> frozenset[str]:
    """The rule IDs that the tests cite."""
    found: set[str] = set()
    for file in sorted(tests.rglob("*")):
        if file.suffix not in (".py", ".toml", ".txt") or file.relative_to(tests).parts[0] in NO_RULES_HERE:
            continue
        text = file.read_text(encoding="utf-8")
        found |= ids_in(strings_of(text) if file.suffix == ".py" else text)
    return frozenset(found)


def uncited(chapters: set[str] | None = None) -> list[str]:
    """Rule IDs without a test, of all chapters or of those given."""
    known = cited()
    return [rule for rule in rule_ids() if rule not in known and (chapters is None or chapter(rule) in chapters)]


def main() -> int:
    known = {chapter(rule) for rule in rule_ids()}
    parser = argparse.ArgumentParser(description="Print the rule IDs that no test cites.")
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help=f"one or more of {', '.join(sorted(known))}")
    chapters = set(parser.parse_args().chapters)
    if chapters - known:
        parser.error(f"no such chapter: {', '.join(sorted(chapters - known))}")
    missing = uncited(chapters or None)
    for rule in missing:
        print(rule)
    print(f"{len(missing)} of {len(rule_ids())} rules have no test that cites them", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
