"""Races, classes and tags that an edition declares outside of the vocabulary: names in its manifest, no more.

An edition numbers them after those of the vocabulary. In a game they are numbered over all of its editions, in order,
so that a blend means the same wherever it is played; equally named ones are one (MIX-1).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

from munchkin_env.errors import CardError
from munchkin_env.vocabulary import MAX_CLASSES, MAX_RACES, MAX_TAGS, Identity, Klass, Race, Tag

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
        return own.of(type(thing)).get(thing.name.lower(), thing)
    if isinstance(thing, tuple):
        return tuple(renumbered(one, own) for one in thing)  # type: ignore[return-value]
    if is_dataclass(thing) and not isinstance(thing, type):
        changed = {one.name: renumbered(getattr(thing, one.name), own) for one in fields(thing) if one.init}
        return replace(thing, **changed)
    return thing
