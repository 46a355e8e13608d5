"""A progress bar on a terminal's stderr; silent elsewhere."""

import sys
import time
from typing import TextIO

WIDTH = 30


class Progress:
    """`with Progress(total, "games") as bar: bar.advance(n)`; says nothing if `stream` is no terminal."""

    def __init__(self, total: int, unit: str, show: bool | None = None, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.total = total
        self.unit = unit
        self.done = 0
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
        """Shows a text in place of the bar until it advances."""
        if self.show:
            self.stream.write(f"\r\x1b[K{text}")
            self.stream.flush()

    def advance(self, n: int = 1) -> None:
        """`n` more are done; redraws ten times a second at most."""
        self.done += n
        now = time.perf_counter()
        if not self.show or (now - self._drawn < 0.1 and self.done < self.total):
            return
        self._drawn = now
        part = self.done / max(1, self.total)
        left = (now - self._began) / part * (1 - part) if part else 0.0
        bar = "█" * round(part * WIDTH) + "·" * (WIDTH - round(part * WIDTH))
        self.say(f"{bar} {self.done}/{self.total} {self.unit}, {left:.0f} s left")
