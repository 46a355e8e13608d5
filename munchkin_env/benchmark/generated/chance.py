"""Random draws that are the same on every platform and in every version of Python: SHA-256 of a text and a counter."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A sequence of draws that depends only on the key."""

    def __init__(self, *key: object) -> None:
        self._key = ":".join(str(part) for part in key)
        self._counter = 0

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1; of 64 bits, so that none is likelier by more than n in 2^64."""
        digest = hashlib.sha256(f"{self._key}:{self._counter}".encode()).digest()
        self._counter += 1
        return int.from_bytes(digest[:8], "big") % n

    def one(self, choices: Sequence[T]) -> T:
        """Return one of the choices, of which there is at least one."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[T], n: int) -> list[T]:
        """Return so many different places of the choices, in the order drawn; all if there are fewer."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(min(n, len(left)))]
