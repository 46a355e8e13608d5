"""First start of a command that shows a game: it begins interpreted at once, while another process compiles.

Both ways give the same game, byte for byte; interpreted, a decision takes some twenty times as long.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

import filelock

from munchkin_env.engine.kernels.sources import code_files, units_are_compiled

AT_ONCE = ("play", "replay", "serve", "watch")
"""The commands that begin interpreted where nothing is compiled."""
SEARCHING = ("rollout", "search")  # bots whose games would take hours interpreted
VARIABLE = "MUNCHKIN_INTERPRETED"
LOCK = "filling.lock"


def interpreted(command: str | None, words: Sequence[str]) -> bool:
    """Choose the interpreted engine for a command if that shows something sooner.

    To be called before the engine is imported.

    Args:
        command: the subcommand.
        words: all words of the command line. With a searching bot among them, or asked for help, nothing is chosen.

    Returns:
        True if the command is to run interpreted although nobody asked for it.
    """
    asked = VARIABLE in os.environ or command not in AT_ONCE or {"-h", "--help"} & set(words)
    if asked or any(word.rpartition("=")[2].startswith(SEARCHING) for word in words):
        return False
    if units_are_compiled() and not _is_filling():
        return False
    os.environ[VARIABLE] = "1"
    return True


def compile_in_background() -> None:
    """Begin a process that compiles everything for the next start, unless one is at work, and say so on stderr."""
    if code_files().place() is None:
        _say("playing interpreted: compiled code cannot be kept here (MUNCHKIN_CACHE_DIR names a folder)")
        return
    lines = ["import sys", f"sys.path[:] = {sys.path!r}", f"from {__name__} import fill", "fill()"]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    quiet = subprocess.DEVNULL
    filling = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        env=environment,
        start_new_session=True,  # neither Ctrl-C nor the end of this command stops it
    )
    _say(f"playing interpreted; process {filling.pid} compiles for the next start (once for this version)")


def fill() -> None:
    """Compile everything that `munchkin warmup` does, with low priority; return at once if another process does."""
    from munchkin_env.cli import warmup

    lock = _lock()
    if lock is None:
        return
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout:
        return
    if hasattr(os, "nice"):
        os.nice(10)
    with lock:
        warmup.compile_all()


def _lock() -> filelock.BaseFileLock | None:
    """Return the lock that a filling process holds; None if nothing can be kept."""
    place = code_files().place()
    return None if place is None else filelock.FileLock(place / LOCK, mode=0o644)


def _is_filling() -> bool:
    """Return whether another process compiles in the background."""
    lock = _lock()
    if lock is None:
        return False
    try:
        with lock.acquire(blocking=False):
            return False
    except filelock.Timeout:
        return True


def _say(text: str) -> None:
    print(f"munchkin_env: {text}", file=sys.stderr, flush=True)
