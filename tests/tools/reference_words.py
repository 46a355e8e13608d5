"""Meanings of the numbered words of the game, as tables: verbs and decisions from their rows, else from the sources."""

import ast
import tokenize
from enum import IntEnum
from pathlib import Path

from munchkin_env.engine.dispatch.verbs import ROWS
from munchkin_env.markdown import table
from munchkin_env.vocabulary import Decision, Event, Phase, Place, Stage, Verb, Window, Zone

WORDS = Path(__file__).resolve().parents[2] / "munchkin_env" / "vocabulary" / "words.py"
PLAIN: tuple[type[IntEnum], ...] = (Stage, Phase, Window, Zone, Place, Event)


def verbs() -> str:
    """Every verb: its number, what it is called at the table, and what a newcomer is told of it."""
    rows = [(f"`{verb.name}`", int(verb), ROWS[verb].words, ROWS[verb].lesson) for verb in Verb]
    return table(("`Verb`", "number", "in words", "meaning"), rows)


def decisions() -> str:
    """Every decision: its number, how it is put, and whether all see that it is asked."""
    rows = [(f"`{one.name}`", int(one), one.row.to_him, "yes" if one.row.open else "no") for one in Decision]
    return table(("`Decision`", "number", "what is asked", "others see who is asked"), rows)


def others() -> str:
    """The members of the other enums that views speak of, with what the sources say beside them."""
    beside = comments()
    tables = []
    for words in PLAIN:
        rows = [(f"`{one.name}`", int(one), beside.get((words.__name__, one.name), _plain(one))) for one in words]
        tables.append(table((f"`{words.__name__}`", "number", "meaning"), rows))
    return "\n\n".join(tables)


def _plain(member: IntEnum) -> str:
    """A name that says what it means."""
    return member.name.lower().replace("_", " ")


def comments() -> dict[tuple[str, str], str]:
    """By enum and member, the comment on the line of the member."""
    with tokenize.open(WORDS) as file:
        source = file.read()
    lines = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.Assign) and line.lineno in lines:
                    found[(node.name, ast.unparse(line.targets[0]))] = lines[line.lineno]
    return found
