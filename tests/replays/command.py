"""`munchkin serve` as people start it: a process of its own, which is interrupted, killed and started again."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.replays.tools import free_port

READY = "Ctrl-C ends the server"
LINK = re.compile(r"(\S.*?)\s+http\S+#t=(\S+)")


class Command:
    """A server that was started by its command. links: tokens by who they are for. Raises AssertionError if it ends
    before it serves."""

    def __init__(
        self, folder: Path, *arguments: str, port: int | None = None, before: Any = None, **links: str
    ) -> None:
        self.folder, self.port = folder, port or free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.links = dict(links)
        self.log = folder.parent / f"{folder.name}-log-{self.port}-{time.monotonic_ns()}"
        command = [sys.executable, "-m", "munchkin_env", "serve", "--port", str(self.port), "--folder", str(folder)]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*command, *arguments], stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=before,
                env={**os.environ, "PYTHONFAULTHANDLER": "1"},
            )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = LINK.match(line)
            if found:
                self.links[found[1]] = found[2]
            if READY in line:
                return
        raise AssertionError(f"it ended with {self.process.wait(20)}: {self.said()}")

    def said(self) -> str:
        """Return its standard error."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def end(self, how: int = signal.SIGINT) -> int:
        """Ends it, and waits until it has ended."""
        self.process.send_signal(how)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired as error:
            self.process.send_signal(signal.SIGABRT)  # it writes where its threads stand
            self.process.wait(30)
            raise AssertionError(f"it does not end: {self.said()}") from error
        finally:
            assert self.process.stdout is not None
            self.process.stdout.close()

    def again(self, how: int = signal.SIGINT, **options: Any) -> "Command":
        """End it, and start it again at the same port, with the tables of before."""
        self.end(how)
        return Command(self.folder, "--resume", port=self.port, **options, **self.links)

    def descriptors(self) -> int:
        """Files and sockets that it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


@contextmanager
def started(folder: Path, *arguments: str, **options: Any) -> Iterator[Command]:
    """A server until the block ends; it has told of no fault then."""
    command = Command(folder, *arguments, **options)
    try:
        yield command
    finally:
        if command.process.poll() is None:
            command.end(signal.SIGKILL)
    assert "Traceback" not in command.said(), command.said()[-3000:]
