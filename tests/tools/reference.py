"""The tables of docs/reference, from the code: settings, effect words, commands. `readme.py` writes them."""

import ast
from collections.abc import Iterable
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from munchkin_env.cards.words import WORDS
from munchkin_env.cards.words.declaration import Parameter, Word
from munchkin_env.cli.main import commands as all_commands
from munchkin_env.config.fields import table as declared
from munchkin_env.config.game_config import GameConfig
from munchkin_env.llm import WORDS as KINDS
from munchkin_env.llm import PromptConfig
from munchkin_env.llm.talk import KINDS as PROMISES
from munchkin_env.markdown import table
from munchkin_env.vocabulary import Kind

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "munchkin_env"


def settings() -> str:
    """Settings of a game: their values, defaults and meanings, as `GameConfig` declares them."""
    return table(("setting", "values", "default", "meaning"), declared(GameConfig))


def prompting() -> str:
    """Return the settings of `PromptConfig`."""
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
    """Return the keys and kinds of card that allow a word."""
    return "<br>".join(
        f"`{key}`: {_lowered(kind.name for kind in Kind if kind in kinds)}" for key, kinds in word.triggers.items()
    )


def _parameter(name: str, one: Parameter) -> str:
    type_ = "true or false" if one.type == "bool" else one.type
    span = f" {one.least} to {one.most}" if one.type == "int" else f" {type_}"
    return f"`{name}`{span}" + ("" if one.required else ", optional")


def words() -> str:
    """Return every effect word with its meaning, its parameters and the cards that allow it."""
    rows = []
    for name, word in WORDS.items():
        takes = "<br>".join(_parameter(key, one) for key, one in word.params.items())
        rows.append((f"`{name}`", word.meaning, takes, _places(word)))
    return table(("word", "meaning", "parameters", "allowed under, at kinds of card"), rows)


# ------------------------------------------------------------------------------ commands


def commands() -> str:
    """Return the subcommands of `munchkin`."""
    rows = [(f"`munchkin {name}`", line.replace("%%", "%")) for name, line in all_commands().items()]
    return table(("command", "what it does"), rows)
