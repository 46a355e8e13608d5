"""What goes with compiling: a word on stderr once it has taken a while, and no search for garbage meanwhile."""

import gc
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

AFTER = 2.0  # seconds of compiling that nobody has to be told of
EVERY = 1.0  # seconds between two signs of life
_running: list[str] = []  # what is being compiled, one for another


class _Progress(threading.Thread):
    """Tells how long it has taken, on a terminal again and again, elsewhere once."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.began = time.monotonic()

    def run(self) -> None:
        if self.done.wait(AFTER):
            return
        live = sys.stderr.isatty()
        self._tell("\r" if live else "\n")
        while live and not self.done.wait(EVERY):
            self._tell("\r")
        if live:
            self._tell("\n")

    def _tell(self, end: str) -> None:
        what = _running[-1] if _running else "done"
        seconds = time.monotonic() - self.began
        line = f"munchkin_env: compiling, once for this version ({what}, {seconds:.0f} s; a minute or two in all)"
        print(f"{line:<100}", end=end, file=sys.stderr, flush=True)


@contextmanager
def telling(what: str) -> Iterator[None]:
    """While inside, `what` is compiled; the outermost tells of it."""
    progress = None if _running else _Progress()
    _running.append(what)
    try:
        if progress:
            progress.start()
        yield
    finally:
        _running.pop()
        if progress:
            progress.done.set()
            progress.join()


@contextmanager
def uncollected() -> Iterator[None]:
    """While inside, garbage in cycles waits: looking for it among millions of Numba's objects, which stay, takes a
    sixth of the time. It may come to half a gigabyte, which the next collection gives back."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
