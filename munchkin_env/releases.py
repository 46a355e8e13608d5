"""Releases and their versions: the suffix of environment ids, and the release that reads older files.

The `-vN` of an id counts how often rules, observation or actions changed from one release to the next. It follows from
the table, so nobody can forget it: the first release is `-v0`, and the sources are one further as soon as one of the
three differs from the last release. Saves do not count: another format is another file, and the same game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from munchkin_env import versions
from munchkin_env.config.game_config import one_of

MEASURED = ("rules", "observation", "action")
"""Versions that decide whether results belong to the same environment."""


@dataclass(frozen=True)
class Release:
    """One release of the package, or the sources as they are."""

    package: str
    """Version of the package, as in `munchkin_env.__version__`."""
    rules: int
    observation: int
    action: int
    save: int
    presets: tuple[str, ...]
    """Presets that had ids of their own."""

    @property
    def measured(self) -> tuple[int, ...]:
        """Numbers that an id stands for."""
        return tuple(getattr(self, name) for name in MEASURED)


RELEASES: tuple[Release, ...] = (Release("0.1.0", 14, 2, 2, 4, ("short", "full_rules", "level20", "trading3")),)
"""Releases, oldest first. The last one is the release that the sources are, or come after. A row of a published release
stays."""


def numbers() -> dict[str, int]:
    """Return the versions of the sources, by their names in `Release`."""
    return {name: getattr(versions, f"{name.upper()}_VERSION") for name in (*MEASURED, "save")}


def id_numbers(releases: Sequence[Release] = RELEASES) -> list[int]:
    """Return the id suffixes of each release, and last that of the sources."""
    ours = tuple(numbers()[name] for name in MEASURED)
    all_of_them = [*(one.measured for one in releases), ours]
    found = [0]
    for before, after in pairwise(all_of_them):
        found.append(found[-1] + (before != after))
    return found


def retired(releases: Sequence[Release] = RELEASES) -> dict[int, Release]:
    """Return the newest release that plays each earlier suffix, by suffix; empty while there is only one."""
    *older, ours = id_numbers(releases)
    return {number: one for number, one in zip(older, releases, strict=True) if number != ours}


def release_that_reads(releases: Sequence[Release] = RELEASES, /, **theirs: object) -> str:
    """Return the end of an error message: the release of munchkin_env that reads something with other versions.

    Args:
        releases: the releases to search, oldest first.
        **theirs: versions by name: rules, observation, action, save, or some of them.

    Returns:
        A short text: the install command of that release, an upgrade hint, or that no release reads it.

    Raises:
        ConfigError: a name is not one of these versions.

    Examples:
        >>> import munchkin_env as mk
        >>> mk.release_that_reads(rules=mk.RULES_VERSION + 1)
        'a later version of munchkin_env wrote it: pip install --upgrade munchkin-env'
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
    """Return the command that installs a release."""
    return f"pip install munchkin-env=={release.package}"
