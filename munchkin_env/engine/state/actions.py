"""The action space: one `Discrete(A)` of named sections; ids, words and composite actions.

The sections are verbs, relative seats (0 the acting seat, 1 its left neighbour), combat places, amounts, and card types
in the order of the editions. An added edition appends card ids.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.errors import IllegalAction, shown
from munchkin_env.vocabulary import MAX_MONSTERS, MAX_PLAYERS, ROOM_FOR_VERBS, Place, Verb

# --------------------------------------------------------------------------- offsets
# Sections are appended to, never renumbered.

N_VERBS = ROOM_FOR_VERBS
N_PLACES = Place.MONSTER + MAX_MONSTERS
N_AMOUNTS = 24

VERB0 = 0
SEAT0 = VERB0 + N_VERBS
PLACE0 = SEAT0 + MAX_PLAYERS
AMOUNT0 = PLACE0 + N_PLACES
CARD0 = AMOUNT0 + N_AMOUNTS

PASS_ID = VERB0 + Verb.PASS
NO_ID = VERB0 + Verb.NO
DONE_ID = VERB0 + Verb.DONE  # no further part
FIRST_PICK_ID = VERB0 + Verb.FIRST_PICK  # a term of a question for help


# --------------------------------------------------------------------------- ids and composite actions

NO_ACTION = -1  # replaces numbers beyond 64 bits


@dataclass(frozen=True)
class ActionSection:
    """Consecutive action ids with one meaning, from `start` on."""

    name: str
    start: int
    size: int
    meaning: str


def sections(catalogue: Catalogue) -> tuple[ActionSection, ...]:
    """Return the sections of the action space of a game with these cards, in order."""
    return (
        ActionSection("verb", VERB0, N_VERBS, "first part of a move; its arguments follow as further actions"),
        ActionSection(
            "seat", SEAT0, MAX_PLAYERS, "player, relative to the acting seat: 0 itself, 1 its left neighbour"
        ),
        ActionSection("place", PLACE0, N_PLACES, "combat target: players' side, monsters' side, each monster by index"),
        ActionSection("amount", AMOUNT0, N_AMOUNTS, "number, counted from 0: treasures, a face of the die, an option"),
        ActionSection("card", CARD0, len(catalogue.cards) - 1, "card type; the verb determines its zone"),
    )


PLAIN = frozenset({int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])})
"""Types that are known to be whole numbers; a check of the dtype of a NumPy number by name takes 10 µs."""


def action_count(catalogue: Catalogue) -> int:
    """Return A, the size of the action space."""
    return CARD0 + len(catalogue.cards) - 1


def whole_action(action: object, field: str = "action", ids: int | None = None) -> int:
    """Return an action as an int. An int and any other index of Python, such as a 0-d array, is accepted.

    Raises IllegalAction for anything else, bools included; its message shows the number of `ids`. Legality is checked
    later: `on_illegal` applies only to that check.
    """
    if type(action) in PLAIN:
        return int(action)  # type: ignore[call-overload]  # it is a number
    try:
        number = index(action)  # type: ignore[arg-type]  # this is the question
    except TypeError:
        number = None
    if number is None or isinstance(action, bool) or str(getattr(action, "dtype", "")).endswith("bool"):
        range_ = "" if ids is None else f" from 0 to {ids - 1}"
        raise IllegalAction(f"{field}: expected a whole number{range_}, got {shown(action)}")
    return number


def whole_actions(actions: Any, rows: int, field: str = "actions") -> np.ndarray:
    """int64 (rows,): the numbers that were given as an action for each row, as `whole_action` takes them; a fresh
    array. NO_ACTION stands for a number beyond 64 bits, which is legal nowhere.

    Raises IllegalAction for another shape, and for all that are no whole numbers.
    """
    if isinstance(actions, list | tuple):
        each: Any = actions
    else:
        if isinstance(actions, np.ma.MaskedArray):
            raise IllegalAction(f"{field}: expected an array without a mask, got {shown(actions)}")
        given = np.asarray(actions)
        if given.shape == (rows,) and given.dtype.kind in "iu":
            numbers = given.astype(np.int64)
            if given.dtype == np.uint64:
                numbers[given > np.iinfo(np.int64).max] = NO_ACTION
            return numbers
        if given.shape != (rows,) or given.dtype.kind != "O":
            raise IllegalAction(
                f"{field}: expected whole numbers of shape ({rows},), got {given.dtype} of {given.shape}"
            )
        each = given
    if len(each) != rows:
        raise IllegalAction(f"{field}: expected whole numbers of shape ({rows},), got {len(each)}")
    found = [whole_action(action, f"{field}[{i}]") for i, action in enumerate(each)]
    return np.array([number if -1 << 63 <= number < 1 << 63 else NO_ACTION for number in found], np.int64)


def describe(catalogue: Catalogue, action: int, legal: Iterable[int] = ()) -> str:
    """Return what an action id says, in words; of two cards of a name among the `legal` ids, the edition too."""
    if action < 0 or action >= action_count(catalogue):
        return f"no action {shown(action)}"
    if action < SEAT0:
        number = action - VERB0
        return Verb(number).name.lower().replace("_", " ") if number < len(Verb) else f"unused verb {number}"
    if action < PLACE0:
        i = action - SEAT0
        return "oneself" if i == 0 else f"the player {i} to the left"
    if action < AMOUNT0:
        place = action - PLACE0
        return ("for the players", "for the monsters")[place] if place < Place.MONSTER else f"monster {place - 1}"
    if action < CARD0:
        return str(action - AMOUNT0)
    return catalogue.name_among(action - CARD0 + 1, (other - CARD0 + 1 for other in legal if other >= CARD0))
