"""The tutorial and guides, typed in an empty folder where only the wheel is installed: what they show comes out.

A block of Python is typed after those before it on its page. A `text` block right below one is its output; lines of a
`text` block that begin with `$ ` are commands, and what follows each is its output. A line `…` stands for any lines.
Speeds and times are those of the machine and are not compared. Commands without shown output are not typed, and
`munchkin serve`, which runs until Ctrl-C: tests/replays type it.
"""

import re
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.packaging.strangers import install, succeeded

pytest.importorskip("hatchling")
ROOT = Path(__file__).resolve().parents[2]
PAGES = ("tutorial", "guides/evaluation", "guides/positions", "guides/table")
MARK = "-- the next block --"
BLOCK = re.compile(r"^( *)```(python|text)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
OWN = re.compile(r"[\d,.]+ (?:decisions per second|s\b|timesteps/s)")  # of the machine
typing = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.compiled]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment that holds the wheel."""
    folder = tmp_path_factory.mktemp("built")
    succeeded(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return install(wheel, tmp_path_factory.mktemp("installed") / "venv")


Shown = list[tuple[str, str]]
"""Typed command or program, with the output on the page; empty for no output."""


def typed(page: str) -> tuple[Shown, Shown]:
    """Return the programs of a page and its commands."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    programs: Shown = []
    commands: Shown = []
    end = -1
    for block in BLOCK.finditer(text):
        inside, below = dedent(block[3]), end >= 0 and not text[end : block.start()].strip()
        end = -1
        if block[2] == "python":
            programs.append((inside, ""))
            end = block.end()
        elif inside.startswith("$ "):
            parts = re.split(r"^\$ (.*)\n", inside, flags=re.MULTILINE)
            told = zip(parts[1::2], parts[2::2], strict=True)
            commands += [(one, out) for one, out in told if not one.startswith("munchkin serve")]
        elif below:
            programs[-1] = (programs[-1][0], inside)
    return programs, commands


def same(wanted: str, told: str) -> bool:
    """Return True if an output agrees with the page."""
    lines = [OWN.sub("?", line.rstrip()) for line in f"{wanted.strip()}\n".splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else rf"{re.escape(line)}\n" for line in lines)
    lines = [OWN.sub("?", line.rstrip()) for line in told.strip().splitlines()]
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


@pytest.mark.parametrize("page", [pytest.param(page, marks=typing) for page in PAGES])
def test_what_a_page_shows_comes_out(page: str, home: Path, tmp_path: Path) -> None:
    """Commands go first: what they write is there for the programs."""
    programs, commands = typed(page)
    told = [
        succeeded("sh", "-c", command, cwd=tmp_path, PATH=f"{home}:/usr/bin:/bin", COLUMNS="100")
        for command, _ in commands
    ]
    (tmp_path / "page.py").write_text(f"\nprint({MARK!r})\n".join(text for text, _ in programs), encoding="utf-8")
    told += succeeded(home / "python", "page.py", cwd=tmp_path).split(f"{MARK}\n")
    shown = [*commands, *programs]
    wrong = [
        f"{one}\n{out}" for (one, wanted), out in zip(shown, told, strict=True) if wanted and not same(wanted, out)
    ]
    assert not wrong, "\n".join(wrong)


def test_an_output_is_compared_but_for_times_and_what_is_left_out() -> None:
    assert same("a\n…\nb 3 s\n", "a\nx\ny\nb 4.5 s")
    assert same("a\n…\n", "a\nx")
    assert not same("a\nb\n", "a\nc\n")
    assert not same("a\n…\nb\n", "b\n")
