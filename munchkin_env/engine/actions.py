"""The action space: one `Discrete(A)` of named sections; ids, words and composite answers.

Verbs, relative seats (0 oneself, 1 the left neighbour), combat places, amounts, then card types in the order of
the editions. Offsets are computed once in `layout_actions`; adding an edition appends card ids.
"""

from dataclasses import dataclass

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.layout_actions import (
    AMOUNT0,
    CARD0,
    N_AMOUNTS,
    N_PLACES,
    N_VERBS,
    PLACE0,
    SEAT0,
    VERB0,
)
from munchkin_env.vocabulary import MAX_PLAYERS, Verb


@dataclass(frozen=True)
class Section:
    """A run of action ids: `start`, `start + 1`, … with one meaning."""

    name: str
    start: int
    size: int
    meaning: str


def sections(catalogue: Catalogue) -> tuple[Section, ...]:
    """The sections of the action space of a game with these cards, in order."""
    return (
        Section("verb", VERB0, N_VERBS, "what to do; arguments follow as further answers"),
        Section("seat", SEAT0, MAX_PLAYERS, "a player, relative to the one who answers: 0 himself, 1 to his left"),
        Section("place", PLACE0, N_PLACES, "the players' side, the monsters' side, then the monsters by place"),
        Section("amount", AMOUNT0, N_AMOUNTS, "a number: treasures, a face of the die, a choice among several"),
        Section("card", CARD0, len(catalogue.cards) - 1, "a card by type; the verb tells where it lies"),
    )


def action_count(catalogue: Catalogue) -> int:
    """A, the size of the action space."""
    return CARD0 + len(catalogue.cards) - 1


def describe(catalogue: Catalogue, action: int) -> str:
    """What an action id says, in words."""
    if action < 0 or action >= action_count(catalogue):
        return f"no action {action}"
    if action < SEAT0:
        number = action - VERB0
        return Verb(number).name.lower().replace("_", " ") if number < len(Verb) else f"unused verb {number}"
    if action < PLACE0:
        i = action - SEAT0
        return "oneself" if i == 0 else f"the player {i} to the left"
    if action < AMOUNT0:
        place = action - PLACE0
        return ("for the players", "for the monsters")[place] if place < 2 else f"monster {place - 1}"
    if action < CARD0:
        return str(action - AMOUNT0)
    return catalogue.name(action - CARD0 + 1)
