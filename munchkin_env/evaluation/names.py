"""Names of the players of a match in reports, so that no two are taken for one."""

from collections import Counter
from collections.abc import Sequence

from munchkin_env.bots import Bot
from munchkin_env.errors import ConfigError, shown


def player_names(given: Sequence[str | Bot], wanted: Sequence[str]) -> list[str]:
    """Return a name for each seat: copies of one player share it, two players never do.

    given: the players as they were named, a name or a Bot object for each seat; the same one twice is a player and its
    copy. wanted: the wanted name of each, used where it is unique. Of players who share a name, those given by name
    keep it, such as the path of a policy; objects are numbered: `learner (2)`. Raises ConfigError for no text.
    """
    for name in wanted:
        if not isinstance(name, str):
            raise ConfigError(f"bots: expected players whose names are texts, got {shown(name)}")
    own = {_identity(one): name for one, name in zip(given, wanted, strict=True)}
    times, taken = Counter(own.values()), set(own.values())
    found: dict[str | int, str] = {}
    for one in given:
        who = _identity(one)
        if who in found:
            continue
        if times[own[who]] == 1:
            found[who] = own[who]
        elif isinstance(one, str) and (one == own[who] or one not in taken):
            found[who] = one
            taken.add(one)
        else:
            found[who] = _numbered(own[who], "({})", taken)
    return [found[_identity(one)] for one in given]


def labels(names: Sequence[str]) -> list[str]:
    """Return labels that distinguish the seats of a match.

    They are the name, and a number where a player has copies: `random #2`.
    """
    times, taken = Counter(names), set(names)
    return [name if times[name] == 1 else _numbered(name, "#{}", taken) for name in names]


def fitted(name: str, most: int) -> str:
    """Return the name, or its last characters behind … if it is longer than `most`."""
    return name if len(name) <= most else f"…{name[1 - most :]}"


def _identity(one: str | Bot) -> str | int:
    return one if isinstance(one, str) else id(one)


def _numbered(name: str, number: str, taken: set[str]) -> str:
    """Return the name with the first number that makes it new, and mark it as taken."""
    k = 1
    while (found := f"{name} {number.format(k)}") in taken:
        k += 1
    taken.add(found)
    return found
