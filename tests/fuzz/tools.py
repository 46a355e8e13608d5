"""What the fuzzers share: a count of what came of their inputs, and how an input is made again."""

import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

import munchkin_env as mk
from munchkin_env import versions

HEAD = struct.Struct("<4sHHIII")  # magic, save version, rules version, header length, body length, checksum


class Tally:
    """What came of the inputs of a fuzzer."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    @property
    def tried(self) -> int:
        return sum(self.counts.values())

    def count(self, what: str) -> None:
        self.counts[what] += 1

    @contextmanager
    def reproduce(self, seed: int, number: int, how: object) -> Iterator[None]:
        """Whatever is raised inside says by which input."""
        try:
            yield
        except Exception as error:
            error.add_note(f"seed {seed}, input {number}: {how}")
            raise

    def __str__(self) -> str:
        return f"{self.tried} inputs: " + ", ".join(f"{n} {what}" for what, n in self.counts.most_common())


def sealed(header: bytes, body: bytes) -> bytes:
    """A save of these parts with lengths and checksum made good."""
    crc = zlib.crc32(body, zlib.crc32(header))
    sizes = (len(header), len(body), crc)
    return HEAD.pack(b"MKNG", versions.SAVE_VERSION, versions.RULES_VERSION, *sizes) + header + body


def parts(data: bytes) -> tuple[bytes, bytes]:
    """Header and body of a save."""
    size = HEAD.unpack_from(data)[3]
    return data[HEAD.size : HEAD.size + size], data[HEAD.size + size :]


def resealed(game: mk.Game, row: np.ndarray) -> bytes:
    """The save of a game with another position."""
    header, body = parts(game.save())
    return sealed(header, row.tobytes() + body[row.nbytes :])


def main(fuzz: Callable[[int, int], Tally]) -> None:
    """`SEED COUNT` on the command line."""
    seed, count = (int(word) for word in (sys.argv[1:] + ["1", "1000"][len(sys.argv) - 1 :])[:2])
    print(fuzz(seed, count))
