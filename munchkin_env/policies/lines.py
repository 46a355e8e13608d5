"""A child process that is spoken to in lines of JSON, and never waited for longer than it may take."""

import json
import os
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import Any

from munchkin_env.errors import PlayerError, shown

MOST_BYTES = 1 << 20
"""Of a line that is read."""
WAITING = 64  # lines that may lie there unread; a child that says more waits
GRACE = 5.0  # seconds until a killed child is given up


class Lines:
    """The child, started at once. Threads of its own read and write, so that neither side can hold the caller up.

    Each thread closes the pipe that it uses, as the last thing that it does: closed by another one, the pipe's number
    may be that of the next child's by the time this one reads, who would then take what is not meant for it. What the
    child writes to standard error goes where the caller's does.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """command: the program and its arguments; no shell sees them. Raises PlayerError if it can't be started."""
        self.command = tuple(command)
        try:
            self._child = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                start_new_session=os.name == "posix",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise PlayerError(f"process: expected a program, got {shown(self.command)} ({error})") from error
        self._heard: Queue[bytes | PlayerError] = Queue(WAITING)
        self._said: Queue[bytes | None] = Queue()
        self._gone = threading.Event()
        for work in (_read, _write):
            threading.Thread(target=work, args=(self._child, self._heard, self._said, self._gone), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._child, self._said, self._gone)

    def tell(self, message: Mapping[str, Any]) -> None:
        """A line that is not answered."""
        self._said.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The JSON object that it answers a line with. Raises PlayerError for anything else, and ends the child."""
        self.tell(message)
        try:
            heard = self._heard.get(timeout=seconds)
            if isinstance(heard, PlayerError):
                raise heard
            return _object(heard)
        except Empty:
            self.close()
            raise PlayerError(f"process: expected an answer within {seconds:g} s, got none") from None
        except PlayerError:
            self.close()
            raise

    def close(self) -> None:
        """Ends the child and all that it has started, as far as they are of its group."""
        self._end()


def _read(child: Any, heard: Any, said: Any, gone: threading.Event) -> None:
    """Puts whole lines into `heard`, and at last why there will be no more."""
    with child.stdout:
        _read_lines(child, heard, gone)


def _read_lines(child: Any, heard: Any, gone: threading.Event) -> None:
    part = b""
    while b"\n" in part or len(part) <= MOST_BYTES:
        line, newline, rest = part.partition(b"\n")
        if newline:
            part = rest
            if not _put(heard, line, gone):
                return
            continue
        try:
            more = os.read(child.stdout.fileno(), 1 << 16)
        except OSError:
            more = b""
        if not more:
            _put(heard, PlayerError(f"process: expected an answer, got its end{_status(child)}"), gone)
            return
        part += more
    _put(heard, PlayerError(f"process: expected lines of at most {MOST_BYTES} bytes, got a longer one"), gone)


def _put(heard: Any, what: bytes | PlayerError, gone: threading.Event) -> bool:
    """False if the child is gone before anybody has read what it said."""
    while not gone.is_set():
        try:
            heard.put(what, timeout=0.2)
            return True
        except Full:
            continue
    return False


def _status(child: Any) -> str:
    """How it ended, for a message: it may have closed its output alone.

    It is left to be waited for, so that its number is nobody else's until its group is ended.
    """
    if not hasattr(os, "waitid"):
        return ""
    try:
        for _ in range(10):
            ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is not None:
                return f" (exit status {ended.si_status})"
            time.sleep(0.05)
    except ChildProcessError:  # it was closed, and waited for
        return ""
    return " of output"


def _write(child: Any, heard: Any, said: Any, gone: threading.Event) -> None:
    """Writes what is said, until None; a child that reads nothing blocks this thread alone."""
    with child.stdin:
        while (line := said.get()) is not None:
            left = memoryview(line)
            try:
                while left:
                    left = left[child.stdin.write(left) :]
            except OSError:
                return  # it reads no more; whether it still answers is for the other thread


def _end(child: Any, said: Any, gone: threading.Event) -> None:
    gone.set()
    said.put(None)
    with suppress(OSError):  # it has ended, and so has its group
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    with suppress(subprocess.TimeoutExpired):  # the system's own affair: the signal can't be refused
        child.wait(timeout=GRACE)


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line. Raises PlayerError."""

    def no_number(text: str) -> None:
        raise ValueError(f"{text} is no number of JSON")

    try:
        found = json.loads(line.decode("utf-8"), parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise PlayerError(f"process: expected a line of JSON, got {shown(line[:80])} ({error})") from error
    if not isinstance(found, dict):
        raise PlayerError(f"process: expected an object of JSON, got {shown(found)}")
    return found


__all__ = ["MOST_BYTES", "Lines"]
