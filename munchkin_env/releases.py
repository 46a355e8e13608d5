"""Releases and the versions that each of them had: what an environment's id ends in, and who reads what is older.

An id's `-vN` counts how often rules, observation or actions changed from one release to the next. It follows from the
table, so that nobody can forget it: the first release is `-v0`, and the sources are one further as soon as one of the
three differs from the last release. Saves do not count: another format is another file, and the same game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from munchkin_env import versions
from munchkin_env.config.game_config import one_of

MEASURED = ("rules", "observation", "action")
"""Where one of these differs, results are not of the same environment."""


@dataclass(frozen=True)
class Release:
    """One release of the package, or the sources as they are."""

    package: str
    """As `munchkin_env.__version__` says it."""
    rules: int
    observation: int
    action: int
    save: int
    presets: tuple[str, ...]
    """Those that had ids of their own."""

    @property
    def measured(self) -> tuple[int, ...]:
        """The numbers that an id stands for."""
        return tuple(getattr(self, name) for name in MEASURED)


RELEASES: tuple[Release, ...] = (
    Release("0.1.0", 7, 2, 2, 4, ("quick", "tournament", "epic", "duel_of_trades")),
)
"""Oldest first. The last one is the release that the sources are, or come after. A row of a published one stays."""


def numbers() -> dict[str, int]:
    """The versions of the sources as they are, by the names that `Release` has for them."""
    return {name: getattr(versions, f"{name.upper()}_VERSION") for name in (*MEASURED, "save")}


def id_numbers(releases: Sequence[Release] = RELEASES) -> list[int]:
    """What the ids of each release end in, and last what those of the sources do."""
    ours = tuple(numbers()[name] for name in MEASURED)
    all_of_them = [*(one.measured for one in releases), ours]
    found = [0]
    for before, after in pairwise(all_of_them):
        found.append(found[-1] + (before != after))
    return found


def retired(releases: Sequence[Release] = RELEASES) -> dict[int, Release]:
    """By number, the newest release that plays the ids of before; empty while there is one number."""
    *older, ours = id_numbers(releases)
    return {number: one for number, one in zip(older, releases, strict=True) if number != ours}


def where_read(releases: Sequence[Release] = RELEASES, /, **theirs: object) -> str:
    """Which release of munchkin_env reads what carries other versions, if one does, as messages end.

    theirs: the versions that it has: rules, observation, action, save, or some of them. Raises ConfigError for others.
    """
    for name in theirs:
        one_of("versions", name, tuple(numbers()))
    for release in reversed(releases):
        if all(getattr(release, name) == value for name, value in theirs.items()):
            return f"munchkin_env {release.package} reads it: {install(release)}"
    ours = numbers()
    whole = {name: value for name, value in theirs.items() if type(value) is int}
    if any(value > ours[name] for name, value in whole.items()):
        return "a later version of munchkin_env wrote it: pip install --upgrade munchkin-env"
    return "no release of munchkin_env reads it"


def install(release: Release) -> str:
    """The command that brings a release."""
    return f"pip install munchkin-env=={release.package}"


__all__ = ["MEASURED", "RELEASES", "Release", "id_numbers", "install", "numbers", "retired", "where_read"]
