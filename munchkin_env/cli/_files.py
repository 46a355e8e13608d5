"""Output files of commands: declared beside their option, and tried before any work begins."""

import argparse
import os
import stat
from collections.abc import Callable
from pathlib import Path

from munchkin_env.errors import ConfigError, shown

STDOUT = "-"

Check = Callable[[Path], object]
"""Check that raises ConfigError for a file that cannot be drawn or written in its format, MissingExtra if a package for
it is missing."""


def add_output(
    parser: argparse.ArgumentParser, option: str, help: str, check: Check | None = None, dash: bool = False
) -> None:
    """Declare an option that names a file to write; `main` refuses an impossible one before the command runs.

    check: further demands on it. dash: "-" is no file but means the terminal.
    """
    name = option.removeprefix("--").replace("-", "_")
    parser.add_argument(option, metavar="FILE", help=help)
    parser.set_defaults(outputs={**(parser.get_default("outputs") or {}), name: (check, dash)})


def check_outputs(args: argparse.Namespace) -> None:
    """Raise ConfigError, naming the option, for a file that cannot be written, and for one that two options write."""
    taken: dict[str, str] = {}
    for option, (check, dash) in getattr(args, "outputs", {}).items():
        file = getattr(args, option)
        if file is None or (dash and file == STDOUT):
            continue
        why = unwritable(file)
        if why:
            raise ConfigError(f"{option}: expected a file that can be written, got {shown(file)} ({why})")
        place = os.path.realpath(file)
        if place in taken:
            raise ConfigError(f"{option}: expected another file than --{taken[place]} writes, got {shown(file)}")
        taken[place] = option
        if check is not None:
            check(Path(file))


def unwritable(file: str) -> str:
    """Return the reason why a file cannot be written; empty if it can, as far as one sees without writing."""
    try:
        mode = os.stat(file).st_mode
    except FileNotFoundError:
        folder = os.path.dirname(file) or "."
        if not file:
            return "it has no name"
        if not os.path.isdir(folder):
            return "its folder does not exist"
        return "" if os.access(folder, os.W_OK | os.X_OK) else "its folder cannot be written"
    except (OSError, ValueError) as error:  # too long a name, or one with a null
        return getattr(error, "strerror", None) or str(error)
    if stat.S_ISDIR(mode):
        return "it is a folder"
    if stat.S_ISFIFO(mode) and not file.startswith("/dev/"):  # opening one waits for a reader
        return "it is a pipe"
    return "" if os.access(file, os.W_OK) else "it is write-protected"


def drawable(file: Path) -> None:
    """Check a file for plots."""
    from munchkin_env.evaluation.plots import check_plot

    check_plot(file)


def paintable(file: Path) -> None:
    """Check a file for pictures of a table."""
    from munchkin_env.render.picture import check_picture

    check_picture(str(file))


def write_text(option: str, file: str, text: str) -> None:
    """Write an option's output. Raises ConfigError naming the option if the file cannot be written."""
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{option}: expected a file that can be written, got {file!r} ({error.strerror})") from error


__all__ = ["STDOUT", "add_output", "check_outputs", "drawable", "paintable", "unwritable", "write_text"]
