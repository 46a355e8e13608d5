"""Time a newcomer's first hour, typed by a script, into docs/results/first-hour.csv.

`python -m benchmarks first_hour build/release`, the folder of a wheel, works in an empty folder, in an empty
environment and with nothing compiled yet. It runs the commands and programs of the tutorial one after another, as they
are written there, then those of the guide to own bots. Only `pip install` is of the wheel, not of a checkout.
"""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks import results
from benchmarks.measuring import parser_of
from tests.tools.release import pure_wheel

ROOT = results.ROOT
HEAD = ("step", "seconds", "of CPU")
PAGES = ("docs/tutorial.md", "docs/guides/own-bot.md")
_PARTS = re.compile(r"^(?P<title>#+ [^\n]*)$|^```(?P<language>sh|python)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_EDITABLE = re.compile(r"pip install -e '\.(\[[^]]*\])'")


class Step(NamedTuple):
    """Text that is typed under a heading, in one language."""

    title: str
    language: str
    code: str


def steps(page: str) -> Iterator[Step]:
    """Return the blocks of a page in order; programs under one heading are one, as a later block continues an earlier
    one."""
    title, programs = "", []
    for found in _PARTS.finditer(page):
        if found["title"]:
            yield from _program(title, programs)
            title, programs = found["title"].lstrip("# "), []
        elif found["language"] == "sh":
            yield Step(title, "sh", found["code"])
        else:
            programs.append(found["code"])
    yield from _program(title, programs)


def _program(title: str, programs: list[str]) -> Iterator[Step]:
    if programs:
        yield Step(title, "python", "\n".join(programs))


def whole_program(page: str, title: str) -> Step:
    """Return all programs of a page as one."""
    return Step(title, "python", "\n".join(step.code for step in steps(page) if step.language == "python"))


def typed(step: Step, wheel: Path) -> str:
    """Return its commands, with the wheel in place of the checkout."""
    options = f"--quiet -c {ROOT}/constraints.txt"
    return _EDITABLE.sub(lambda extras: f"pip install '{wheel}{extras[1]}' {options}", step.code)


def timed(command: list[str], folder: Path, env: dict[str, str]) -> tuple[float, float]:
    """Return seconds by the clock and of CPU. Raises CalledProcessError."""
    began, before = time.monotonic(), _worked()
    subprocess.run(command, cwd=folder, env=env, check=True)
    return time.monotonic() - began, _worked() - before


def _worked() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path, help="of the wheel")
    wheel = pure_wheel(parser.parse_args().folder.resolve())
    pages = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
    tutorial, guide = pages.values()
    found: list[dict[str, Any]] = []
    with TemporaryDirectory() as space:
        folder = Path(space)
        venv = folder / "venv"
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MUNCHKIN_INTERPRETED")}
        env |= {"PATH": f"{venv / 'bin'}:{env['PATH']}", "VIRTUAL_ENV": str(venv)}
        env |= {"MUNCHKIN_CACHE_DIR": f"{space}/cache"}  # nothing is compiled yet
        for step in (*steps(tutorial), whole_program(guide, "Your own bot, the guide's three")):
            print(f"== {step.title}", flush=True)
            shell = ["bash", "-ec", typed(step, wheel)]
            program = [str(venv / "bin" / "python"), "-c", step.code]
            seconds, worked = timed(shell if step.language == "sh" else program, folder, env)
            found.append({"step": step.title, "seconds": round(seconds), "cpu": round(worked)})
    results.publish("first-hour", HEAD, table(found), rules="")
    return 0


def table(found: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """Return the rows of the tutorial's table, the sum last."""
    rows: list[tuple[object, ...]] = [(one["step"], one["seconds"], one["cpu"]) for one in found]
    return [*rows, ("together", *(sum(one[name] for one in found) for name in ("seconds", "cpu")))]


if __name__ == "__main__":
    sys.exit(main())
