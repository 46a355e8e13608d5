"""A progress bar on a terminal's stderr; silent elsewhere."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

WIDTH = 30


EVERY = 30.0  # seconds between two lines without a terminal
SOON = 10.0  # seconds until the first of them


class Progress:
    """Progress bar: `with Progress(total, "games") as bar: bar.advance(n)`; silent if `stream` is no terminal."""

    def __init__(self, total: int, unit: str, show: bool | None = None, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.total = total
        self.unit = unit
        self.done = 0
        self.silent = show is False
        self.show = self.stream.isatty() if show is None else show
        self._began = time.perf_counter()
        self._drawn = 0.0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self.show:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def say(self, text: str) -> None:
        """Show a text in place of the bar until it advances."""
        if self.show:
            self.stream.write(f"\r\x1b[K{text}")
            self.stream.flush()

    def advance(self, n: int = 1) -> None:
        """Count `n` more as done; redraws ten times a second at most."""
        self.done += n
        now = time.perf_counter()
        if not self.show or (now - self._drawn < 0.1 and self.done < self.total):
            return
        self._drawn = now
        part = self.done / max(1, self.total)
        left = (now - self._began) / part * (1 - part) if part else 0.0
        bar = "█" * round(part * WIDTH) + "·" * (WIDTH - round(part * WIDTH))
        self.say(f"{bar} {self.done}/{self.total} {self.unit}, {left:.0f} s left")


@contextmanager
def reporting(bar: Progress, words: Callable[[], str], needed: bool = True) -> Iterator[None]:
    """Report the status of slow work while inside: each second on a terminal, elsewhere a line now and then on stderr.

    Args:
        bar: of the work; nothing is reported if it is silent.
        words: the report, besides the number done.
        needed: whether there is anything to report.
    """
    if not needed or bar.silent:
        yield
        return
    ended = threading.Event()

    def tell() -> None:
        wait = 1.0 if bar.show else SOON
        while not ended.wait(wait):
            text = f"{bar.done}/{bar.total} {bar.unit}; {words()}"
            if bar.show:
                bar.say(text)
            else:
                wait = EVERY
                bar.stream.write(f"{text}\n")
                bar.stream.flush()

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
