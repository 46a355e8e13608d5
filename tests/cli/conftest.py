"""Commands are run in this process, as `main` runs them."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest

from munchkin_env.cli.main import commands, main

known_commands = cache(commands)


class Result(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def munchkin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`munchkin("watch", "--seed", "7")`: exit status and output."""

    monkeypatch.setenv("COLUMNS", "100")  # whatever terminal the tests are run at
    monkeypatch.setattr("munchkin_env.cli.main.commands", known_commands)  # reads all modules of commands each time

    def run(*words: object) -> Result:
        try:
            status = main([str(word) for word in words])
        except SystemExit as error:  # argparse refuses
            status = int(error.code or 0)
        return Result(status, *capsys.readouterr())

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """`typed("1", "q")`: the input of a person; returns the prompts that were shown."""

    def script(*lines: object) -> list[str]:
        left: Iterator[str] = map(str, lines)
        prompts: list[str] = []

        def ask(prompt: str = "") -> str:
            prompts.append(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", ask)
        return prompts

    return script
