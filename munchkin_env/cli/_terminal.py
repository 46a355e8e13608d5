"""Terminal of the user: its text width, and whether it has colours; files that commands write."""

import argparse
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copymode, get_terminal_size
from textwrap import fill, wrap
from typing import Any

from munchkin_env.errors import ConfigError, did_you_mean, shown

# ---------------------------------------------------------------------------
# Output files of commands: declared beside their option, and tried before any work begins.

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


READ = "the one that is read"


def _files_in(value: object) -> Iterator[str]:
    """Yield the existing files that an argument names, such as policies among bots."""
    for word in value if isinstance(value, list) else [value]:
        if isinstance(word, str) and "\0" not in word:
            file = word.removeprefix("pickle:")  # of policies
            if os.path.isfile(file):
                yield os.path.realpath(file)


def check_outputs(args: argparse.Namespace) -> None:
    """Raise ConfigError, naming the option, for a file that cannot be written, or that others write or read.

    A game may be saved over the one that was loaded.
    """
    outputs = getattr(args, "outputs", {})
    taken = {place: READ for name, value in vars(args).items() if name not in outputs for place in _files_in(value)}
    games = {place for name in ("file", "load") for place in _files_in(getattr(args, name, None))}
    folder = getattr(args, "replays", None)
    for option, (check, dash) in outputs.items():
        file = getattr(args, option)
        if file is None or (dash and file == STDOUT):
            continue
        why = unwritable(file)
        if why:
            raise ConfigError(f"{option}: expected a file that can be written, got {shown(file)} ({why})")
        place = os.path.realpath(file)
        if place in taken and not (option == "save" and place in games):
            raise ConfigError(f"{option}: expected another file than {taken[place]}, got {shown(file)}")
        if folder is not None and os.path.dirname(place) == os.path.realpath(folder):
            raise ConfigError(f"{option}: expected a file outside of the folder of --replays, got {shown(file)}")
        taken[place] = f"--{option} writes"
        if check is not None:
            check(Path(file))


def write_whole(file: Path, data: bytes) -> None:
    """Write a file so that an earlier one stays until the new one is complete. Raises OSError."""
    if file.exists() and not file.is_file():
        file.write_bytes(data)  # a device or a pipe, which may have no name of its own
        return
    file = file.resolve()
    is_there = file.exists()
    if (is_there and not os.access(file, os.W_OK)) or not os.access(file.parent, os.W_OK):
        file.write_bytes(data)  # an error, or a file in a folder that others own
        return
    part = file.with_name(f".munchkin-{os.getpid()}.part")
    try:
        part.write_bytes(data)
        if is_there:
            copymode(file, part)
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


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


def silence() -> None:
    """Let all further output go nowhere, with what is waiting to be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_text(option: str, file: str, text: str) -> None:
    """Write an option's output. Raises ConfigError naming the option if the file cannot be written."""
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:  # the second: a name with a null
        raise ConfigError(f"{option}: expected a file that can be written, got {file!r} ({error})") from error


NARROWEST, USUAL, WIDEST = 40, 100, 120  # columns: longer lines are hard to read
COLUMN = 24  # columns that an explanation beside a command needs
PROGRAMS = ("munchkin", "python")  # a line of an example begins with one of them; only such a line is for a shell

BOLD, CYAN = "1", "36"  # ANSI styles
PLAIN = "\033[0m"


def width() -> int:
    """Return the columns for text, 40 to 120.

    They are those of the terminal or of the variable COLUMNS, 100 if neither is known.
    """
    return min(max(get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)


def broken(text: str, first: str = "", then: str | None = None) -> str:
    """Return a text in lines that fit, after `first`.

    `then` (by default as many spaces) goes before continuation lines.
    """
    return fill(text, width(), initial_indent=first, subsequent_indent=" " * len(first) if then is None else then)


def painted(text: str, style: str) -> str:
    """Return a text in a style; unchanged if output is no terminal, or one without colours (NO_COLOR, dumb)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return text if plain else f"\033[{style}m{text}{PLAIN}"


class Parser(argparse.ArgumentParser):
    """Parser that answers a mistyped subcommand, choice or option with the nearest one; so do its subparsers."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            near = did_you_mean(value, map(str, action.choices))
            known = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {shown(value)}{near}; known: {known}")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments as argparse does."""
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            near = did_you_mean(unknown[0].partition("=")[0], self._options())
            self.error(f"unrecognized arguments: {' '.join(unknown)}{near}")
        return parsed

    def _options(self) -> list[str]:
        """Return the options of this parser and of its subparsers."""
        inner = [one for action in self._actions if isinstance(action, argparse._SubParsersAction)
                 for one in action.choices.values()]  # fmt: skip
        return [*self._option_string_actions, *(option for one in inner for option in one._options())]


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Formatter of a command's description and examples as they are written, in lines that fit the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return laid_out(text, width - len(indent), indent)


def laid_out(text: str, columns: int, indent: str = "") -> str:
    """Return a text in lines that fit.

    It has paragraphs, and indented lines, which may explain a command after two blanks.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        prose = bool(line) and not line.startswith(" ")
        if prose:
            paragraph.append(line)
        if prose and not line.endswith(":"):
            continue
        lines += wrap(" ".join(paragraph), columns, break_on_hyphens=False)
        paragraph = []
        if not prose:
            lines += _columns(line, columns) if len(line) > columns else [line]
    return "\n".join(f"{indent}{line}".rstrip() for line in lines[:-1])


def _columns(line: str, columns: int) -> list[str]:
    """Break an indented line that is too long.

    Its explanation goes beside the command or below it, a command breaks as a shell allows, any other text as prose.
    """
    margin = " " * (len(line) - len(line.lstrip()))
    command, gap, told = re.findall(r"^(.*?\S)(?:( {2,})(.*))?$", line.strip())[0]
    place = len(margin + command + gap)
    if len(margin) >= COLUMN:  # explanations of the line above
        return wrap(command, columns, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    if told and columns - place >= COLUMN:
        beside = wrap(told, columns - place, break_on_hyphens=False)
        return [margin + command + gap + beside[0], *(" " * place + rest for rest in beside[1:])]
    further = f"{margin}    "
    if command.split(maxsplit=1)[0] not in PROGRAMS:
        return wrap(f"{command}{gap}{told}", columns, initial_indent=margin, subsequent_indent=further,
                    break_on_hyphens=False)  # fmt: skip
    parts = wrap(command, columns - len(further) - 2, break_on_hyphens=False, break_long_words=False)
    lines = [f"{further if i else margin}{part} \\" for i, part in enumerate(parts)]
    lines[-1] = lines[-1].removesuffix(" \\")
    return lines + wrap(told, columns, initial_indent=further * 2, subsequent_indent=further * 2)
