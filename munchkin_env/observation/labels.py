"""Names of the entries of `flat`, for people who inspect a network's input."""

from collections.abc import Iterator, Mapping
from enum import IntEnum

from munchkin_env.cards.compile import Catalogue
from munchkin_env.observation.layout import EVENT_SIZE, MONSTER_SIZE, SHOWN_TOPS, Section
from munchkin_env.vocabulary import Decision, Deck, Phase, Pile, Stage, Verb, Window

ONE_OF: Mapping[str, type[IntEnum]] = {
    "phase": Phase,
    "window": Window,
    "decision": Decision,
    "stage": Stage,
    "verb": Verb,
    "decks": Deck,
    "piles": Pile,
}
"""Sections with an entry for each member of an enum, and spare entries."""
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "monster": ("strength", "level", "treasures", "undead", "double", "to_flee"),
    "events": ("event", "seat", "other", "card_high", "card_low", "amount"),
    "inside": ("strength", "run_away", "treasures", "no_looting"),
    "tops": tuple(f"{i}.{half}" for i in range(SHOWN_TOPS) for half in ("card_high", "card_low")),
}
"""Sections of rows, with the number of entries per row."""
assert (len(COLUMNS["monster"]), len(COLUMNS["events"])) == (MONSTER_SIZE, EVENT_SIZE)


def names(sections: tuple[Section, ...], catalogue: Catalogue) -> Iterator[str]:
    """Return names such as `goal`, `phase.combat`, `monster.0.level`, `seat1.bonus`, `hand.munchkin:net_troll`."""
    cards = [card.full_id for card in catalogue.cards if card is not None]
    for section in sections:
        for i in range(section.size):
            yield section.name + _suffix(section, i, cards)


def _suffix(section: Section, i: int, cards: list[str]) -> str:
    """Return the part of a name that distinguishes an entry of a section from the others."""
    if section.name in ONE_OF:
        members = {int(one): one.name.lower() for one in ONE_OF[section.name]}
        return f".{members.get(i, f'unused{i}')}"
    if section.name in COLUMNS:
        row, column = divmod(i, len(COLUMNS[section.name]))
        many = section.size > len(COLUMNS[section.name])
        return f".{row}.{COLUMNS[section.name][column]}" if many else f".{COLUMNS[section.name][column]}"
    if section.size == len(cards):
        return f".{cards[i]}"
    return f".{i}" if section.size > 1 else ""
