"""The command line with odd words: each command does what it says, or ends with exit status 2 and one line of why,
before it has done or told anything.

`python -m tests.fuzz.commands 1 100` prints what came of so many, from seed 1.
"""

import contextlib
import io
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import munchkin_env as mk
from munchkin_env.cli.main import main as munchkin
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import damaged, pick

WORDS = (
    *("0", "1", "-1", "3", "7", "1.5", "nan", "1" * 5000, "x" * 5000, "", " ", "ü", "\0", "--", "-", "=", "~nobody"),
    *("greedy", "random", "human", "nobody", "munchkin", "net_troll", "Elf", ".", "/", "game.mkn", "bad.mkn"),
    *("goal=4", "windows=open", "windows=", "trades=3", "=", "start_cards=9", "sexes=male,female", "editions=x"),
    *("players=3", "seed=1", "games=2", "threads=1", "bot=random", "round_limit=3", "progress=yes", "start_cards=²"),
    *("pipe", "folder", "folder/none/x", "x.png", "x.bmpq", "out.json", "x" * 300 + ".json"),
    *("--json", "--plot", "--markdown", "--picture", "--save", "--set", "--players", "--bots", "--opponents"),
)
COMMANDS = (
    ("watch", "--stop", "20", "--bots", "random", "random", "random"),
    ("watch", "--stop", "5", "--seed", "7", "--bots", "random", "random", "random", "--set", "windows=open"),
    ("replay", "game.mkn", "--quiet"),
    ("replay", "game.mkn", "--to", "3", "--seat", "1", "--decisions"),
    ("replay", "bad.mkn"),
    ("cards", "explain", "net_troll"),
    ("cards", "list"),
    ("cards", "lint", "munchkin"),
    ("evaluate", "random", "random", "random", "--games", "3", "--round-limit", "2"),
    ("evaluate", "random", "--players", "3", "--games", "3", "--round-limit", "2", "--json", "out.json"),
    (
        "evaluate",
        "random",
        "random",
        "random",
        "--games",
        "3",
        "--round-limit",
        "2",
        "--set",
        "windows=final",
        "trades=off",
    ),
    (
        "ladder",
        "random",
        "--table-sizes",
        "3",
        "--games",
        "3",
        "--round-limit",
        "2",
        "--reference",
        "random",
        "--json",
        "-",
    ),
    ("stats", "--bot", "random", "--games", "2", "--round-limit", "2", "--least-used", "3", "--set", "windows=final"),
    ("watch", "--stop", "5", "--bots", "random", "random", "random", "--save", "out.mkn", "--picture", "out.png"),
    ("replay", "game.mkn", "--quiet", "--picture", "out.png"),
    ("curve", "folder", "--opponents", "greedy", "--plot", "x.png"),
    ("train", "--resume", "folder"),
    ("--version",),
    (),
)


def altered_words(words: tuple[str, ...], rng: np.random.Generator) -> list[str]:
    """A command with one to three words changed, put in or left out."""
    changed = list(words)
    for _ in range(int(rng.integers(1, 4))):
        at = int(rng.integers(len(changed) + 1))
        kind = rng.random()
        if kind < 0.3:
            changed.insert(at, pick(rng, WORDS))
        elif kind < 0.4:
            del changed[at : at + 1]
        elif at < len(changed):
            changed[at] = pick(rng, WORDS)
    return changed


def ended(words: list[str]) -> tuple[int, str, str]:
    """(exit status, stdout, stderr) of the command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = munchkin(words)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    return status, out.getvalue(), err.getvalue()


def is_long(words: list[str]) -> bool:
    """The words ask for many games, or for somebody at the keyboard: right, and no matter for a test."""
    numbers = [word for word in words if word.isdigit() and len(word) < 100]
    asks = "human" in words or any(word.startswith(("pl", "ben", "warm")) for word in words[:1])
    plays = any(word.startswith(("ev", "la", "ta", "tr")) for word in words[:1])
    short = {"--games", "--round-limit"} <= set(words) or "--resume" in words
    return asks or any(int(word) > 100 for word in numbers) or (plays and not short)


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered commands. Raises AssertionError for one that fails in another way."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    before = Path.cwd()
    with TemporaryDirectory() as name:
        os.chdir(name)
        try:
            game = mk.Game(seed=1, players=3)
            for _ in range(10):
                game.step(int(rng.choice(game.legal_actions())))
            Path("game.mkn").write_bytes(game.save())
            Path("folder").mkdir()
            os.mkfifo("pipe")
            while tally.tried < count:
                Path("bad.mkn").write_bytes(damaged(game.save(), rng))
                words = altered_words(pick(rng, COMMANDS), rng)
                if is_long(words):
                    continue
                with tally.reproduce(seed, tally.tried, words):
                    status, said, told = ended(words)
                    assert status in (0, 2) or words[:2] == ["cards", "lint"], f"exit status {status}: {told}"
                    lines = [line for line in told.splitlines() if line.startswith("munchkin")]
                    assert status != 2 or len(lines) >= 1, f"no line of why: {told!r}"
                    assert status != 2 or not said, f"it was refused when work was done: {said!r}, {told!r}"
                    tally.count("done" if status == 0 else "refused")
        finally:
            os.chdir(before)
    return tally


if __name__ == "__main__":
    main(fuzz)
