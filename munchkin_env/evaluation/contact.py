"""First contact with a model: its first reply, and how long to wait for it."""

import threading
import time
from typing import Any

from munchkin_env.errors import MunchkinError

FIRST_SECONDS = 120.0
"""Seconds from the first request on, if a model has no `first_seconds` of its own."""


class NoReply(MunchkinError):
    """A model that has never replied: a match of its stand-in would measure nothing of it."""


class ContactEnded(Exception):
    """No further request is sent, as the match has ended early: by Ctrl-C, or by an error in another game."""


class Contact:
    """Contact of all seats of one model. Several threads may report to it."""

    def __init__(self, model: Any, strict: bool = False) -> None:
        """Make the contact.

        Args:
            model: the model that is asked.
            strict: a match ends with NoReply if there is no first reply; elsewhere the stand-in plays on.
        """
        self.name = model.name
        self.strict = strict
        self.seconds = float(getattr(model, "first_seconds", FIRST_SECONDS))
        self.calls = 0
        self.failed = 0
        self.replied = False
        self.ended = False
        self._why = ""
        self._began: float | None = None
        self._lock = threading.Lock()

    def end(self) -> None:
        """Let no further request be sent: each would be waited for, and might cost money."""
        self.ended = True

    def asked(self) -> None:
        """Note that a request is sent. Raises ContactEnded after `end`."""
        if self.ended:
            raise ContactEnded
        with self._lock:
            self.calls += 1
            self._began = time.monotonic() if self._began is None else self._began

    def refused(self) -> None:
        """Note that the budget refused a request before it was sent."""
        with self._lock:
            self.calls -= 1

    def heard(self) -> None:
        """Note that a reply has come, whatever its content."""
        self.replied = True

    def missed(self, why: str) -> None:
        """Note that a request had no reply."""
        with self._lock:
            self.failed += 1
            self._why = why

    @property
    def waited(self) -> float:
        """Seconds since the first request."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def check(self, given_up: bool) -> None:
        """Raise NoReply if the model has never replied, and a question was given up or the time is up."""
        if self.strict and not self.replied and (given_up or self.waited > self.seconds):
            raise NoReply(
                f"model {self.name}: expected a reply, got none to {self._called()} in {self.waited:.0f} s: "
                f"{self._why or 'its budget is spent'}"
            )

    def words(self) -> str:
        """Return the status in a few words."""
        failed = f", {self.failed} without a reply ({self._why})" if self.failed else ""
        if self.replied or self._began is None:
            return f"{self.name}: {self._called()}{failed}"
        return f"{self.name}: no reply yet after {self.waited:.0f} of {self.seconds:.0f} s, {self._called()}{failed}"

    def _called(self) -> str:
        return f"{self.calls} call{'s' * (self.calls != 1)}"
