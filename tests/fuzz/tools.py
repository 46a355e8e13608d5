"""Shared parts of the fuzzers: a count of the outcomes of their inputs, and how an input is made again."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import munchkin_env as mk


class Tally:
    """Outcomes of the inputs of a fuzzer."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    @property
    def tried(self) -> int:
        return sum(self.counts.values())

    def count(self, what: str) -> None:
        self.counts[what] += 1

    @contextmanager
    def reproduce(self, seed: int, number: int, how: object) -> Iterator[None]:
        """Name the input in each error that is raised inside."""
        try:
            yield
        except Exception as error:
            error.add_note(f"seed {seed}, input {number}: {how}")
            raise

    def __str__(self) -> str:
        return f"{self.tried} inputs: " + ", ".join(f"{n} {what}" for what, n in self.counts.most_common())


def feed(parts: Sequence[Callable[..., None]], seed: int, count: int, *given: object) -> Tally:
    """Count the outcomes of `count` inputs, each part's in turn. Raises what is no MunchkinError."""
    tally = Tally()
    while tally.tried < count:
        part = parts[tally.tried % len(parts)]
        with tally.reproduce(seed, tally.tried, part.__name__):
            try:
                part(*given)
            except mk.MunchkinError as error:
                if "expected" not in str(error) and "unknown" not in str(error):
                    raise AssertionError(f"says not what was expected: {error}") from error
                tally.count(f"{part.__name__} refused")
            else:
                tally.count(f"{part.__name__} taken")
    return tally


def main(fuzz: Callable[[int, int], Tally]) -> None:
    """`SEED COUNT` on the command line."""
    seed, count = (int(word) for word in (sys.argv[1:] + ["1", "1000"][len(sys.argv) - 1 :])[:2])
    print(fuzz(seed, count))
