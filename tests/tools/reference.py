"""The tables of docs/reference, from the code: settings, effect words, rules, commands. `readme.py` writes them."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.markdown import table
from munchkin_env.cards.words import WORDS
from munchkin_env.cards.words.declaration import Parameter, Word
from munchkin_env.cli.main import commands as all_commands
from munchkin_env.config.fields import table as declared
from munchkin_env.config.game_config import GameConfig
from munchkin_env.llm import WORDS as KINDS
from munchkin_env.llm import PromptConfig
from munchkin_env.llm.talk import KINDS as PROMISES
from munchkin_env.vocabulary import Kind
from tests.tools import uncited

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "munchkin_env"


def settings() -> str:
    """Settings of a game: their values, defaults and meanings, as `GameConfig` declares them."""
    return table(("setting", "values", "default", "meaning"), declared(GameConfig))


def prompting() -> str:
    """Those of `PromptConfig`."""
    return _fields("llm/seat.py", PromptConfig)


def passes() -> str:
    """Return the subjects that a standing pass may name."""
    return table(("kind", "asked if"), [(f"`{kind}`", words) for kind, words in KINDS.items()])


def promises() -> str:
    """Return the possible promises."""
    who = {"to": "X", "amount": "`amount` treasures"}
    rows = [(f"`{kind}`", words.format(**who)) for kind, words in PROMISES.items()]
    return table(("kind", "what is promised to X"), rows)


def _fields(file: str, kind: Any) -> str:
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    (body,) = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__]
    told = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(text, ast.Expr), field.target.id
            told[field.target.id] = (ast.unparse(field.annotation), " ".join(ast.literal_eval(text.value).split()))
    rows = [(f"`{one.name}`", f"`{told[one.name][0]}`", f"`{one.default!r}`", told[one.name][1])
            for one in fields(kind)]  # fmt: skip
    return table(("setting", "type", "default", "meaning"), rows)


# ------------------------------------------------------------------------------ words


def _lowered(names: Iterable[str]) -> str:
    return ", ".join(name.lower().replace("_", " ") for name in names)


def _places(word: Word) -> str:
    """Under which key, at which kinds of card."""
    return "<br>".join(
        f"`{key}`: {_lowered(kind.name for kind in Kind if kind in kinds)}" for key, kinds in word.triggers.items()
    )


def _parameter(name: str, one: Parameter) -> str:
    span = f" {one.least} to {one.most}" if one.type == "int" else f" {one.type}"
    return f"`{name}`{span}" + ("" if one.required else ", optional")


def words() -> str:
    """Every effect word: where it may stand, what it takes, what it means."""
    rows = []
    for name, word in WORDS.items():
        takes = "<br>".join(_parameter(key, one) for key, one in word.params.items())
        rows.append((f"`{name}`", word.meaning, takes, _places(word)))
    return table(("word", "meaning", "parameters", "where it stands"), rows)


# ------------------------------------------------------------------------------ rules


def _cited() -> Iterator[tuple[str, str, str]]:
    """(rule, where, what is said of it) for each function and module whose docstring names the rule; the engine's come
    first."""
    for file in sorted(PACKAGE.rglob("*.py"), key=lambda file: (file.parts[len(PACKAGE.parts)] != "engine", file)):
        where = file.relative_to(PACKAGE).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                text = ast.get_docstring(node) or ""
                for rule in sorted(uncited.ids_in(text)):
                    yield rule, f"`{where}` `{node.name}`", _sentence(text, rule)
        for rule in sorted(uncited.ids_in(ast.get_docstring(tree) or "")):
            yield rule, f"`{where}`", ""


def _sentence(text: str, rule: str) -> str:
    """Return the text of a docstring that begins with the rule; nothing if it names the rule in passing."""
    first = " ".join(text.partition("\n\n")[0].split())
    found = re.fullmatch(r"((?:[A-Z]+-\d+[a-z]?(?:, | and | to )?)+): (.*)", first)
    return found[2] if found and rule in found[1] else ""


def rules() -> str:
    """Every rule: what the functions that carry it out say of it, and where they are."""
    found: dict[str, list[tuple[str, str]]] = {rule: [] for rule in uncited.rule_ids()}
    for rule, where, said in _cited():
        if rule in found:
            found[rule].append((where, said))
    rows = []
    for rule, cites in found.items():
        cites = sorted(cites, key=lambda one: not one[1])  # those that say something first; else in order
        rows.append((rule, *_rule_row(cites)))
    return table(("rule", "what its functions say", "where"), rows)


def without_function() -> str:
    """The rules that no function cites."""
    cited = {rule for rule, _, _ in _cited()}
    missing = [rule for rule in uncited.rule_ids() if rule not in cited]
    return f"No function cites {', '.join(missing)}: these are definitions, or follow from other rules or from cards."


def _rule_row(cites: list[tuple[str, str]]) -> tuple[str, str]:
    told = [one for one in cites if one[1]] or cites
    said = "<br>".join(dict.fromkeys(said for _, said in told[:3] if said))
    return said, "<br>".join(where for where, _ in told[:3]) + ("<br>…" if len(cites) > 3 else "")


def commands() -> str:
    """The subcommands of `munchkin`."""
    rows = [(f"`munchkin {name}`", line.replace("%%", "%")) for name, line in all_commands().items()]
    return table(("command", "what it does"), rows)
