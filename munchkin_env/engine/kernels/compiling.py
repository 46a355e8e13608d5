"""What goes with compiling: a word on stderr once it has taken a while, and no search for garbage meanwhile.

How long it takes depends on who else is at work on the machine: all of it is WHOLE seconds of a core, and how much of a
core one gets shows as soon as it has begun.
"""

import gc
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

AFTER = 2.0  # seconds of compiling that nobody has to be told of
EVERY = 1.0  # seconds between two signs of life
WHOLE = 100.0  # seconds of one core that compiling everything takes, measured on an AMD EPYC (`munchkin warmup`)
UNIT = ".unit"  # what the names of units end in
FIRST_TIME = "about a minute of two free cores, two of one, the first time on this machine"
_running: list[str] = []  # what is being compiled, one for another


class _Progress(threading.Thread):
    """Tells how long it has taken, on a terminal again and again, elsewhere once."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.began = time.monotonic()
        self.worked = time.process_time()

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
        whole = lasting(what, seconds, time.process_time() - self.worked)
        line = f"munchkin_env: compiling, once for this version ({what}, {seconds:.0f} s; {whole})"
        print(f"{line:<100}", end=end, file=sys.stderr, flush=True)


def lasting(what: str, seconds: float, worked: float) -> str:
    """How long it takes where `seconds` by the clock have brought `worked` seconds of computing: all of it, as long as
    a unit is compiled, the rest of which may follow; an entry point alone is a matter of seconds."""
    if not what.endswith(UNIT):
        return "some seconds"
    busy = max(1.0, seconds / max(worked, 0.01))
    minutes = WHOLE * busy / 60
    return f"about {minutes:.0f} minutes in all" + (f", {busy:.1f} × as long as on a free core" if busy >= 1.5 else "")


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
    sixth of the time. It may come to half a gigabyte, which a full collection gives back: what has been made is counted
    as old afterwards, or the next object would set off a search among all of it, for two seconds."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # thawing would thaw what somebody froze
            gc.freeze()
            gc.unfreeze()
        if looked:
            gc.enable()
