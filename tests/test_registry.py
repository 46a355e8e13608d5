"""Bots, editions and commands of other packages, found by their entry points in every command."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from munchkin_env.bots import base
from munchkin_env.cli.main import main
from munchkin_env.registry import registered

BOTS = """
import numpy as np
import munchkin_env as mk

class First(mk.Bot):
    name = "first"
    def act(self, view, mask, rng):
        return int(np.flatnonzero(mask)[0])
"""
EDITIONS = """
from munchkin_env.cards.reader import find_editions

def shipped(text):
    return find_editions()[text]
"""
COMMANDS = '''
"""`munchkin shout`: print a word in capitals."""

def add_parser(subparsers):
    parser = subparsers.add_parser("shout", help="print a word in capitals")
    parser.add_argument("word")
    return parser

def run(args):
    print(args.word.upper())
'''
POINTS = """
[munchkin_env.bots]
first = their_bots:First
greedy = their_bots:First
gone = their_lost:First
[munchkin_env.editions]
theirs = their_editions:shipped
[munchkin_env.commands]
shout = their_commands
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package."""
    for name, text in (("bots", BOTS), ("editions", EDITIONS), ("commands", COMMANDS)):
        (tmp_path / f"their_{name}.py").write_text(text)
    info = tmp_path / "their_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their_package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Read the entry points again."""
    registered.cache_clear()
    base._others.cache_clear()


def test_a_bot_and_an_edition_of_a_package_play_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    command = "evaluate first random greedy --games 3 --editions theirs:munchkin --preset short --round-limit 2"
    with pytest.warns(UserWarning, match="left out") as told:
        assert main(command.split()) == 0
    assert "| first |" in capsys.readouterr().out
    assert {str(one.message) for one in told} >= {
        "bots: 'gone' of the package their_package is left out: expected its module their_lost, found none",
        "bots: 'greedy' of their_bots is left out: the name is taken",
    }


@pytest.mark.filterwarnings("ignore:bots. 'g")
def test_a_command_of_a_package_is_listed_and_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "print a word in capitals" in capsys.readouterr().out
    assert main(["shout", "cheat"]) == 0
    assert capsys.readouterr().out == "CHEAT\n"


@pytest.mark.filterwarnings("ignore:bots. 'g")
def test_the_error_for_an_unknown_bot_says_how_to_add_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "fist", "random", "random"]) == 2
    told = capsys.readouterr().err
    assert "got 'fist' (did you mean \"first\"?); your own bots: " in told
    assert "an entry point munchkin_env.bots for commands" in told
