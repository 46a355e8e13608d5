"""Child process with messages in lines of JSON and a time limit for each reply."""

import errno
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Any

from munchkin_env.errors import ConfigError, PlayerError, shown

MOST_BYTES = 1 << 20
"""Limit of a line that is read."""
WAITING = 64  # limit of unread lines; a child that writes more waits
GRACE = 5.0  # seconds until a killed child is given up


PASSED_ON = frozenset(
    (
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP"),
        *("PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED", "VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH"),
        *("DYLD_LIBRARY_PATH", "JAVA_HOME", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
        *("NUMBA_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "MUNCHKIN_CACHE_DIR", "MUNCHKIN_INTERPRETED"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
        *("PROGRAMDATA", "PROGRAMFILES", "NUMBER_OF_PROCESSORS"),
    )
)
"""Environment variables that a child gets, besides those that begin with `LC_`; no other, so that no key of the
caller's reaches an untrusted program."""
LIMITED = """\
import os, resource, sys
for name, value in zip(("RLIMIT_DATA", "RLIMIT_CPU", "RLIMIT_CORE"), sys.argv[1:4]):
    if value != "-" and hasattr(resource, name):
        kind, value = getattr(resource, name), int(value)
        most = resource.getrlimit(kind)[1]
        hard = value + (name == "RLIMIT_CPU")  # a second after the signal that says why
        hard = hard if most == resource.RLIM_INFINITY else min(hard, most)
        try:
            resource.setrlimit(kind, (min(value, hard), hard))
        except (OSError, ValueError):
            pass  # some systems define the limit but do not support it
try:
    os.execvp(sys.argv[4], sys.argv[4:])
except OSError as error:
    sys.exit(f"{sys.argv[4]}: {error.strerror}")
"""
"""A program that limits itself, then becomes the player: code between fork and exec must not be Python's here, where
threads hold locks."""


@dataclass(frozen=True)
class Limits:
    """Limits of each process of a child, where the system has such limits; None: no limit."""

    memory: int | None = None
    """Bytes of data, by RLIMIT_DATA: heap and private memory."""
    cpu: int | None = None
    """Seconds of CPU time, by RLIMIT_CPU."""

    @classmethod
    def checked(cls, memory_gib: Any, cpu_seconds: Any) -> "Limits":
        """Return limits of GiB and seconds. Raises ConfigError."""
        for field, value in (("memory_gib", memory_gib), ("cpu_seconds", cpu_seconds)):
            number = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 2**30
            if value is not None and not number:
                raise ConfigError(f"{field}: expected a number above 0, or None, got {shown(value)}")
        memory = None if memory_gib is None else int(memory_gib * 2**30)
        return cls(memory, None if cpu_seconds is None else math.ceil(cpu_seconds))

    def around(self, command: Sequence[str], environment: Mapping[str, str]) -> Sequence[str]:
        """Return the command that begins `command` within these limits.

        Raises OSError for a program that is not there.
        """
        if (self.memory, self.cpu) == (None, None) or os.name != "posix" or not sys.executable:
            return command
        if shutil.which(command[0], path=environment.get("PATH")) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), command[0])
        words = ["-" if one is None else str(one) for one in (self.memory, self.cpu)]
        return [sys.executable, "-I", "-S", "-c", LIMITED, *words, "0", *command]


NO_LIMITS = Limits()


def clean_environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return a child's environment: the passed-on part of the caller's, and `more`."""
    kept = {name: one for name, one in os.environ.items() if name.upper() in PASSED_ON or name.startswith("LC_")}
    return {**kept, **more}


class Lines:
    """The child, started at once. Threads of its own read and write, so that neither side can hold the caller up.

    Each thread closes the pipe that it uses, as its last act: closed by another one, the pipe's number may by then be
    that of the next child, whose lines would be read here. The child's standard error goes to the caller's.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits = NO_LIMITS,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start the child.

        Args:
            command: the program and its arguments; no shell sees them.
            limits: of its resources.
            variables: of its environment, beside those of `PASSED_ON`.

        Raises:
            PlayerError: the child cannot be started.
        """
        self.command = tuple(command)
        environment = clean_environment(variables or {})
        try:
            self._child = subprocess.Popen(
                limits.around(self.command, environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                start_new_session=os.name == "posix", env=environment,
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
        """Send a line without a reply."""
        self._said.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line and return the JSON object of the reply.

        Raises PlayerError for anything else, and ends the child.
        """
        self.tell(message)
        try:
            heard = self._heard.get(timeout=seconds)
            if isinstance(heard, PlayerError):
                raise heard
            return _object(heard)
        except Empty:
            self.close()
            raise PlayerError(f"process: expected a reply within {seconds:g} s, got none") from None
        except PlayerError:
            self.close()
            raise

    def close(self) -> None:
        """End the child and everything that it has started, as far as it is of its group."""
        self._end()


def _read(child: Any, heard: Any, said: Any, gone: threading.Event) -> None:
    """Put whole lines into `heard`, and at last the reason why there will be no more."""
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
            _put(heard, PlayerError(f"process: expected a reply, got its end{_status(child)}"), gone)
            return
        part += more
    _put(heard, PlayerError(f"process: expected lines of at most {MOST_BYTES} bytes, got a longer one"), gone)


def _put(heard: Any, what: bytes | PlayerError, gone: threading.Event) -> bool:
    """Put an item; return False if the child is gone before its lines were read."""
    while not gone.is_set():
        try:
            heard.put(what, timeout=0.2)
            return True
        except Full:
            continue
    return False


def _status(child: Any) -> str:
    """Return how it ended, for a message: it may have closed only its output.

    The process is not waited for, so that its number stays reserved until its group is ended.
    """
    if not hasattr(os, "waitid"):
        return ""
    try:
        for _ in range(10):
            ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is not None:
                return f" ({_how(ended)})"
            time.sleep(0.05)
    except ChildProcessError:  # it was closed, and waited for
        return ""
    return " of output"


def _how(ended: Any) -> str:
    """Return how a process has ended, in words: by itself, or by which signal."""
    if ended.si_code == os.CLD_EXITED:
        return f"exit status {ended.si_status}"
    name = signal.Signals(ended.si_status).name if ended.si_status in set(signal.Signals) else str(ended.si_status)
    return f"by {name}{': its CPU time is spent' if name == 'SIGXCPU' else ''}"


def _write(child: Any, heard: Any, said: Any, gone: threading.Event) -> None:
    """Write lines until None; a child that reads nothing blocks only this thread."""
    with child.stdin:
        while (line := said.get()) is not None:
            left = memoryview(line)
            try:
                while left:
                    left = left[child.stdin.write(left) :]
            except OSError:
                return  # it no longer reads; the other thread detects whether it still replies


def _end(child: Any, said: Any, gone: threading.Event) -> None:
    gone.set()
    said.put(None)
    with suppress(OSError):  # it has ended, and so has its group
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    with suppress(subprocess.TimeoutExpired):  # the system ends it: the signal cannot be refused
        child.wait(timeout=GRACE)


def _object(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line. Raises PlayerError."""

    def no_number(text: str) -> None:
        raise ValueError(f"{text} is not a number of JSON")

    try:
        found = json.loads(line.decode("utf-8"), parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise PlayerError(f"process: expected a line of JSON, got {shown(line[:80])} ({error})") from error
    if not isinstance(found, dict):
        raise PlayerError(f"process: expected an object of JSON, got {shown(found)}")
    return found
