"""One TOML table of a card file: returns its keys once, checked and typed, and notes their problems.

An edition may declare races, classes and tags outside of the vocabulary: names in its manifest, no more. It numbers
them after those of the vocabulary. In a game they are numbered over all of its editions, in order, so that a blend
means the same wherever it is played; equally named ones are one (MIX-1).
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

from munchkin_env.cards.definition import NUMBERS, Problem
from munchkin_env.cards.files import LONGEST_NAME
from munchkin_env.errors import CardError, did_you_mean
from munchkin_env.vocabulary import MAX_CLASSES, MAX_RACES, MAX_TAGS, Identity, Klass, Race, Tag

# --------------------------------------------------------------------------- own words of an edition
T = TypeVar("T")
I = TypeVar("I", bound=Identity)  # noqa: E741  # an identity
ROOM = {Race: MAX_RACES, Klass: MAX_CLASSES, Tag: MAX_TAGS}
"""Number of each that a game has room for, those of the vocabulary included: players and cards hold them as bits."""


@dataclass(frozen=True)
class Own:
    """Declarations of an edition, by the words that its files use."""

    races: Mapping[str, Race] = field(default_factory=dict)
    klasses: Mapping[str, Klass] = field(default_factory=dict)
    tags: Mapping[str, Tag] = field(default_factory=dict)

    def of(self, kind: type[Identity]) -> Mapping[str, Any]:
        """Return the declarations of a kind."""
        return {Race: self.races, Klass: self.klasses, Tag: self.tags}[kind]


NOTHING = Own()


def numbered(kind: type[I], names: Iterable[str]) -> dict[str, I]:
    """Return identities of these names, numbered in order after those of the vocabulary."""
    return {name: kind.own(name, len(kind) + at) for at, name in enumerate(dict.fromkeys(names))}


def most_own(kind: type[Identity]) -> int:
    """Return how many declarations of a kind all editions of a game may have together."""
    return ROOM[kind] - len(kind)


def room_for(kind: type[Identity], came: int) -> str | None:
    """Return the problem of so many; None if there is room."""
    if came <= most_own(kind):
        return None
    return (
        f"expected at most {most_own(kind)}, since a game has room for {ROOM[kind]} and {len(kind)} are everybody's, "
        f"got {came}"
    )


def _all_of(editions: Sequence[Any], field_name: str, kind: type[I]) -> dict[str, I]:
    names = [one.name.lower() for edition in editions for one in getattr(edition, field_name)]
    wrong = room_for(kind, len(set(names)))
    if wrong:
        raise CardError(f"{field_name} of {', '.join(edition.id for edition in editions)} together: {wrong}")
    return numbered(kind, names)


def own_of(editions: Sequence[Any]) -> Own:
    """Return the declarations of all editions of a game, as it numbers them. Raises CardError if they are too many."""
    races = _all_of(editions, "own_races", Race)
    return Own(races, _all_of(editions, "own_classes", Klass), _all_of(editions, "own_tags", Tag))


def renumbered(thing: T, own: Own) -> T:
    """Return a card, or a part of one, with the numbers that the game gives to the editions' declarations."""
    if isinstance(thing, Identity):
        found: T = own.of(type(thing)).get(thing.name.lower(), thing)
        return found
    if isinstance(thing, tuple):
        return tuple(renumbered(one, own) for one in thing)  # type: ignore[return-value]
    if is_dataclass(thing) and not isinstance(thing, type):
        changed = {one.name: renumbered(getattr(thing, one.name), own) for one in fields(thing) if one.init}
        return replace(thing, **changed)
    return thing


# --------------------------------------------------------------------------- tables

_PLAIN_KEY = re.compile(r"[A-Za-z0-9_\-]{0,60}(\[\d+\])?\Z")


def show(value: object) -> str:
    """Return a value as it is written in the file, in one line and short enough for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # whole numbers of thousands of digits, written in base 16
        return "a value that is too long to show"
    text = "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text[:61])
    return text if len(text) <= 60 else text[:57] + "..."


def offer(choices: Iterable[str]) -> str:
    """Return the known words, for a message about an unknown one."""
    return f"expected one of {', '.join(choices)}"


class TomlTable:
    """One TOML table of a card file: returns its keys once, typed, and notes problems."""

    def __init__(
        self,
        table: Mapping[str, object],
        problems: list[Problem],
        file: str,
        card: str = "",
        at: str = "",
        own: Own = NOTHING,
    ):
        self.table = dict(table)
        self.known: set[str] = set()
        self.problems = problems
        self.file = file
        self.card = card
        self.at = at
        self.own = own  # races, classes and tags that the edition declares

    def wrong(self, key: str, code: str, message: str) -> None:
        """Note a problem of a key of this table."""
        self.problems.append(Problem(self.file, self.card, self._path(key), code, message))

    def inner(self, table: Mapping[str, object], key: str) -> "TomlTable":
        """Return a table under a key of this one."""
        return TomlTable(table, self.problems, self.file, self.card, self._path(key), self.own)

    def has(self, key: str) -> bool:
        """Return True if the table has the key."""
        return key in self.table

    def need(self, key: str) -> None:
        """Note a missing key."""
        if key not in self.table:
            self.wrong(key, "missing-field", "is required here and missing")

    def whole(self, key: str, default: int = 0, bounds: tuple[int, int] | None = None) -> int:
        """Return a whole number in its range, which is that of `NUMBERS` unless another is given."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self._expected(key, "a whole number", value)
            return default
        least, most = NUMBERS[key] if bounds is None else bounds
        if key in self.table and not least <= value <= most:
            self.wrong(key, "out-of-range", f"expected {least} to {most}, got {show(value)}")
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false; anything else is noted and gives the default."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            self._expected(key, "true or false", value)
            return default
        return value

    def text(self, key: str, default: str = "", longest: int = LONGEST_NAME) -> str:
        """Return a text of one line: it is shown in tables, lists and pictures."""
        value = self._take(key, default)
        if not isinstance(value, str) or (key in self.table and not value.strip()):
            self._expected(key, "a text", value)
            return default
        if len(value) > longest:
            self.wrong(key, "too-long", f"expected at most {longest} letters, got {len(value)}: {show(value)}")
            return default
        if not value.isprintable():
            self.wrong(key, "unprintable", f"expected letters that can be printed in one line, got {show(value)}")
            return default
        return value

    def word(self, key: str, choices: Mapping[str, T], default: T, offered: Iterable[str] | None = None) -> T:
        """Return the value of one of some fixed words; the problem of any other lists those `offered`."""
        value = self._take(key, None)
        if value is None:
            return default
        found = self._known_word(key, value, choices, offered)
        return default if found is None else found

    def words(self, key: str, choices: Mapping[str, T]) -> tuple[T, ...]:
        """Return a word, or a list of different words."""
        value = self._take(key, [])
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list):
            self._expected(key, "a word or a list of words", value)
            return ()
        texts = [one for one in values if isinstance(one, str)]
        if len(set(texts)) < len(texts):
            self.wrong(key, "repeated-word", f"expected different words, got {show(value)}")
        found = [self._known_word(key, one, choices) for one in values]
        return tuple(one for one in found if one is not None)

    def tables(self, key: str) -> list["TomlTable"]:
        """Return a list of tables."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self._expected(key, "a list of tables", value)
            return []
        return [self.inner(one, f"{key}[{index}]") for index, one in enumerate(value)]

    def sub(self, key: str) -> "TomlTable | None":
        """Return a table under a key, or None."""
        value = self._take(key, None)
        if value is None:
            return None
        if not isinstance(value, dict):
            self._expected(key, "a table", value)
            return None
        return self.inner(value, key)

    def finish(self, allowed: Iterable[str] = (), offered: Iterable[str] | None = None) -> None:
        """Note every key that was not read, with those that are known here, or those that are `offered`."""
        known = self.known | set(allowed)
        for key in self.table:
            if key not in known:
                known_here = offer(sorted(known if offered is None else offered))
                self.wrong(key, "unknown-field", f"is not known here{did_you_mean(key, known)}, {known_here}")

    def _take(self, key: str, default: object) -> object:
        self.known.add(key)
        return self.table.get(key, default)

    def _path(self, key: str) -> str:
        shown = key if _PLAIN_KEY.match(key) else show(key)
        return f"{self.at}.{shown}" if self.at and key else self.at or shown

    def _expected(self, key: str, what: str, value: object) -> None:
        self.wrong(key, "wrong-type", f"expected {what}, got {show(value)}")

    def _known_word(
        self, key: str, value: object, choices: Mapping[str, T], offered: Iterable[str] | None = None
    ) -> T | None:
        if isinstance(value, str) and value in choices:
            return choices[value]
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        code = "unknown-word" if isinstance(value, str) else "wrong-type"
        self.wrong(key, code, f"{offer(choices if offered is None else offered)}, got {show(value)}{hint}")
        return None
