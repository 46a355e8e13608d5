"""Help fits the terminal, in whole, and its examples can still be pasted."""

import argparse
import shlex
from functools import cache

import pytest

from munchkin_env.cli._terminal import laid_out
from munchkin_env.cli.main import build_parser, commands
from tests.each import each


def parsers(parser: argparse.ArgumentParser, name: str) -> dict[str, argparse.ArgumentParser]:
    """The parser and those of its subcommands."""
    found = {name: parser}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                found |= parsers(inner, f"{name} {word}")
    return found


@cache
def all_parsers() -> dict[str, argparse.ArgumentParser]:
    found = {"munchkin": build_parser(None)}
    for name in commands():
        (inner,) = (one for word, one in parsers(build_parser(name), "munchkin").items() if word == f"munchkin {name}")
        found |= parsers(inner, f"munchkin {name}")
    return found


@each("name", lambda: all_parsers())
@each("columns", [60, 72, 80, 100])
def test_only_a_command_is_continued_as_in_a_shell(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backslash at the end of a line belongs to a command that goes on, and nothing else is broken so."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = all_parsers()[name].format_help().splitlines()
    for i, line in enumerate(lines):
        if line.endswith("\\"):
            first = next(one for one in reversed(lines[: i + 1]) if not one.startswith("      "))
            assert first.split()[0] in ("munchkin", "python"), line


@each("name", lambda: all_parsers())
@each("columns", [72, 80])
def test_no_line_of_help_is_wider_than_the_terminal(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    parser = all_parsers()[name]
    text = parser.format_help()
    assert [line for line in text.splitlines() if len(line) > columns] == []
    for written in filter(None, (parser.description, parser.epilog)):
        assert " ".join(written.split()) in " ".join(text.replace("\\\n", "").split()), "something was lost"


def test_there_are_commands_with_subcommands() -> None:
    assert {"munchkin", "munchkin play", "munchkin cards explain"} <= set(all_parsers())


def test_an_example_that_is_broken_off_is_the_same_command() -> None:
    line = "  munchkin evaluate runs/ppo_scratch/policy.safetensors random random --editions star    what it is for"
    for columns in (50, 60, 75):
        text = laid_out(line, columns)
        assert max(map(len, text.splitlines())) <= columns
        command, _, told = text.replace(" \\\n", "").rpartition("\n")
        assert shlex.split(command) == shlex.split(line)[:7]
        assert told.strip() == "what it is for"


def test_what_fits_stays_as_it_is_written() -> None:
    text = "at the prompt:\n  3    the third   ? what\n\nA paragraph.\n  b    back"
    assert laid_out(text, 40) == text


def test_a_paragraph_is_filled_and_an_explanation_stays_in_its_column() -> None:
    text = "one two three four\nfive\n  b    back and forth and back and forth and back again"
    assert laid_out(text, 36).splitlines() == [
        "one two three four five",
        "  b    back and forth and back and",
        "       forth and back again",
    ]


@each(
    ("words", "near"),
    [
        ("wach", "watch"),
        ("cards explian", "explain"),
        ("challenge verfy a.json", "verify"),
        ("watch --sede 3", "--seed"),
        ("cards list --kidn monster", "--kind"),
        ("challenge run greedy --track dve", "dev"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_nearest(munchkin, words: str, near: str) -> None:
    told = munchkin(*words.split())
    assert told.status == 2
    assert f'(did you mean "{near}"?)' in told.err
