"""The `munchkin` command.

Each module beside this one without a leading underscore is a subcommand, and so is each registered one
(`munchkin_env.registry`).

A subcommand module has `add_parser(subparsers)`, which declares it and returns its parser, and `run(args)`, which
returns an exit status or None. `munchkin --help` shows the first line of its docstring, "`munchkin watch`: …": only the
requested module is imported, so that help is fast.
"""

import argparse
import ast
import errno
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from munchkin_env.cli._terminal import HelpFormatter, Parser, check_outputs, silence
from munchkin_env.errors import EngineFault, MunchkinError
from munchkin_env.registry import registered
from munchkin_env.renamed import COMMANDS, OPTIONS, hint

WRONG_USE = 2
INTERRUPTED = 130
UNREADABLE = (errno.EACCES, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EROFS)  # of a path that was given
TERMINATED = 143

EPILOG = """first steps:
  munchkin play                         play against three bots
  munchkin watch --seed 7               watch a game, turn by turn
  munchkin evaluate greedy random random random --games 400
                                        the win rate of each, with an interval
  munchkin cards explain doppleganger   the effects of a card
  munchkin COMMAND --help               options and examples of a command

play, replay, serve and watch start at once. The first other command on a machine compiles the engine for a minute or
two; `munchkin warmup` does that ahead of time.
Unofficial: not affiliated with or endorsed by Steve Jackson Games, whose trademark Munchkin is.
"""


def commands() -> dict[str, str]:
    """Return the subcommands, each with its summary, read from the modules without importing them."""
    own = (file for file in Path(__file__).parent.glob("*.py") if file.stem != "main" and file.stem[0] != "_")
    files: dict[str, Path | None] = {name: entry.file() for name, entry in registered("commands").items()}
    files |= {file.stem: file for file in own}
    return {name: _summary(name, file) for name, file in sorted(files.items()) if file is not None}


def _summary(name: str, file: Path) -> str:
    """Return the first line of a subcommand's docstring, as `munchkin --help` shows it."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    line = text.partition("\n")[0].removeprefix(f"`munchkin {name}`:").strip()
    return line.rstrip(".").replace("%", "%%")


def _module(name: str) -> Any:
    """Import the module of a subcommand."""
    entry = registered("commands").get(name)
    if entry is not None and not (Path(__file__).parent / f"{name}.py").exists():
        return entry.load()
    return import_module(f"munchkin_env.cli.{name}")


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line; only the chosen subcommand has its options."""
    parser = Parser(
        prog="munchkin",
        description="Munchkin as a reinforcement-learning environment: play it, watch it, measure players with it.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, line in commands().items():
        if name == chosen:
            module = _module(name)
            module.add_parser(subparsers).set_defaults(run=module.run)
        else:
            subparsers.add_parser(name, help=line, add_help=False)
    return parser


def chosen_command(arguments: Sequence[str]) -> str | None:
    """Return the subcommand that the arguments ask for, None if they ask for none that exists."""
    words = [word for word in arguments if not word.startswith("-")]
    return words[0] if words and words[0] in commands() else None


class Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does, with the processes that it has started."""


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Raise Terminated at SIGTERM while inside; a command that handles SIGTERM itself is not changed."""
    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise Terminated


def _refuse_former_names(parser: argparse.ArgumentParser, chosen: str | None, words: Sequence[str]) -> None:
    """End with an error of the parser for a former subcommand or option, which shows the right one."""
    table = COMMANDS if chosen is None else OPTIONS.get(chosen, {})
    given = [word.partition("=")[0] for word in words]
    for name in given[:1] if chosen is None else given:
        if name in table:
            parser.error(f"{name}: unknown{hint(table, name)}")


def _begins_interpreted(command: str, words: Sequence[str]) -> bool:
    from munchkin_env.cli._first_start import interpreted

    return interpreted(command, words)


def _compile_in_background() -> None:
    from munchkin_env.cli._first_start import compile_in_background

    compile_in_background()


def _tell_unwritten(args: argparse.Namespace, began: float) -> int:
    """Name the files that a closed output kept from being written since `began`. Returns the exit status."""
    files = {name: getattr(args, name) for name in getattr(args, "outputs", {})}
    asked = {name: file for name, file in files.items() if file not in (None, "-")}
    unwritten = [name for name, file in asked.items() if not os.path.exists(file) or os.stat(file).st_mtime < began]
    if unwritten:
        print(f"munchkin: {', '.join(unwritten)}: not written, because the output was closed", file=sys.stderr)
    return WRONG_USE if unwritten else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status, 2 with one line on stderr for a caller's mistake."""
    words, args, began = list(sys.argv[1:] if arguments is None else arguments), argparse.Namespace(), time.time()
    _prepare_streams()
    try:
        command = chosen_command(words)
        at_once = command is not None and _begins_interpreted(command, words)
        parser = build_parser(command)
        _refuse_former_names(parser, command, words)
        args = parser.parse_args(words)
        if args.version:
            from munchkin_env import __version__

            print(f"munchkin {__version__}")
            return 0
        if args.command is None:
            parser.print_help()
            return 0
        with ended_by_sigterm():
            check_outputs(args)
            if at_once:
                _compile_in_background()
            status = int(args.run(args) or 0)
            sys.stdout.flush()
            return status
    except (MunchkinError, EngineFault) as error:
        print(f"munchkin: {error}", file=sys.stderr)
        return WRONG_USE
    except Terminated:
        print("munchkin: terminated", file=sys.stderr)
        return TERMINATED
    except KeyboardInterrupt:
        print("munchkin: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if error.errno in UNREADABLE:
            print(f"munchkin: {error}", file=sys.stderr)
            return WRONG_USE
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        with suppress(OSError):
            sys.stdout.flush()  # the full disk may be another one
        silence()
        if error.errno == errno.EPIPE:  # the reader, such as `head`, has had enough
            return _tell_unwritten(args, began)
        print(f"munchkin: {error}", file=sys.stderr)
        return WRONG_USE


def _prepare_streams() -> None:
    """Let output that is closed go nowhere; replace characters that the encoding of output or input lacks."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # until the process ends
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
