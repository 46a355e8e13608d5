"""The parts of an answer as people name them, for `Game.do`. Raises IllegalAction naming the part."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from munchkin_env.engine.dispatch.verbs import SET_AFTER_CARD, VERBS
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, FIRST_PICK_ID, N_AMOUNTS, PLACE0, SEAT0
from munchkin_env.errors import CardError, IllegalAction, did_you_mean, shown
from munchkin_env.vocabulary import MAX_MONSTERS, MAX_TYPES, Place, Stage, Verb, kinds_that

TRADED_IN_SETS = tuple(verb for verb in VERBS if SET_AFTER_CARD >> verb & 1)
FIRST_PICK = -1  # of what is meant: the term of an offer
OTHERS = (Stage.SECOND, Stage.WANT)  # the stages at which cards are named by `second` and `want`


@dataclass
class Parts:
    """What `Game.do` was given, and what of it has been asked for."""

    card: str | None
    cards: list[str]
    seat: int | None
    place: int | str | None
    amount: int | None
    second: str | None
    want: list[str]
    which: int
    first_pick: bool
    singles: bool = False
    """Single choices are taken, as the engine does, unless another one is named."""
    asked: set[str] = field(default_factory=set)
    own: Counter[int] = field(default_factory=Counter)
    """The types of the cards of the answer, but for those of OTHERS."""
    others: Counter[int] = field(default_factory=Counter)

    @property
    def wanted(self) -> list[str]:
        return self.want or ([] if self.second is None else [self.second])

    def give(self, part: str) -> Any:
        """A part that is asked for; None if it is not named."""
        self.asked.add(part)
        return getattr(self, part)

    def settle(self, answered: Sequence[tuple[Stage, int]]) -> None:
        """These parts had been answered before, each with what `meant_by` says: they may be named again."""
        named: dict[Stage, tuple[str, Any]] = {
            Stage.SEAT: ("seat", self.seat),
            Stage.PLACE: ("place", None if self.place is None else place_number(self.place)),
            Stage.AMOUNT: ("amount", self.amount),
            Stage.WHICH: ("which", self.which),
            Stage.SECOND_WHICH: ("which", self.which),
        }
        for stage, number in answered:
            if number == FIRST_PICK:
                self.asked.add("first_pick")
            elif stage not in named:
                self.answer(stage, number)
            elif named[stage][1] == number:
                self.asked.add(named[stage][0])

    def answer(self, stage: Stage, type_: int) -> None:
        """A card of the type has been answered with."""
        (self.others if stage in OTHERS else self.own)[type_] += 1

    def unasked(self, index: Callable[[str], int]) -> tuple[str, object] | None:
        """A part that is named but has not been asked for, with what was given; None if there is none.

        Raises CardError naming the part for a card that does not exist.
        """
        for part in ("seat", "place", "amount"):
            if getattr(self, part) is not None and part not in self.asked:
                return part, getattr(self, part)
        for part in ("which", "first_pick"):
            if getattr(self, part) and part not in self.asked:
                return part, getattr(self, part)
        own: list[tuple[str, str | None]] = [("card", self.card), *(("cards", name) for name in self.cards)]
        others: list[tuple[str, str | None]] = [("want", name) for name in self.want] or [("second", self.second)]
        for named, answered in ((own, self.own), (others, self.others)):
            left = answered.copy()
            for part, name in named:
                if name is not None:
                    type_ = type_of(part, name, index)
                    if not left[type_]:
                        return part, name
                    left[type_] -= 1
        return None

    def with_singles(self) -> "Parts":
        """The same, before anything was asked for, where the engine settles nothing."""
        return replace(self, singles=True, asked=set(), own=Counter(), others=Counter())


def meant_by(action: int, asked: int, players: int) -> int:
    """What a part of an answer of seat `asked` says: an absolute seat, a place, an amount or a card's type from 1.

    0 of a verb, but for FIRST_PICK, which is a part like others.
    """
    if action >= CARD0:
        return action - CARD0 + 1
    if action >= AMOUNT0:
        return action - AMOUNT0
    if action >= PLACE0:
        return action - PLACE0
    if action >= SEAT0:
        return (asked + action - SEAT0) % players
    return FIRST_PICK if action == FIRST_PICK_ID else 0


def place_in_set(tables: Any, type_: int, verb: int) -> int:
    """Sets are chosen by card type; what is traded Big items first (`rules.trading.set_key`)."""
    card = tables[0]["card"][type_]
    big = int(card["kind"]) in kinds_that("worn") and int(card["big"]) != 0
    return type_ + (0 if big or verb not in TRADED_IN_SETS else MAX_TYPES)


def type_of(part: str, name: str, index: Callable[[str], int]) -> int:
    """The type of the card. Raises CardError naming the part."""
    try:
        return index(name)
    except CardError as error:
        raise CardError(f"{part}: {error}") from None


def is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def check_parts(
    card: object,
    cards: Any,
    place: object,
    amount: object,
    second: object,
    want: Any,
    which: object,
    first_pick: object,
) -> None:
    """The types of what `Game.do` was given, also of parts that it may not need. Raises IllegalAction naming the part;
    whether a number or name fits is said where it is used."""
    for part, name in (("card", card), ("second", second)):
        if name is not None and not isinstance(name, str):
            raise IllegalAction(f"{part}: expected a card's id or name, got {shown(name)}")
    for part, names in (("cards", cards), ("want", want)):
        right = isinstance(names, Sequence) and not isinstance(names, str)
        if not right or not all(isinstance(name, str) for name in names):
            raise IllegalAction(f"{part}: expected a list of cards, got {shown(names)}")
    if place is not None and not isinstance(place, str) and not is_whole(place):
        raise IllegalAction(f'place: expected a monster\'s number, "players" or "monsters", got {shown(place)}')
    if amount is not None:
        amount_id("amount", amount)
    amount_id("which", which)
    if not isinstance(first_pick, bool):
        raise IllegalAction(f"first_pick: expected true or false, got {shown(first_pick)}")


def verb_of(verb: Any) -> Verb:
    if isinstance(verb, str):
        try:
            return Verb[verb.upper().replace(" ", "_")]
        except KeyError:
            names = [v.name.lower() for v in Verb]
            hint = did_you_mean(verb, names)
            raise IllegalAction(f"verb: expected one of {', '.join(names)}, got {shown(verb)}{hint}") from None
    if isinstance(verb, bool) or not isinstance(verb, int) or verb not in set(Verb):
        raise IllegalAction(f"verb: expected a verb or its name, got {shown(verb)}")
    return Verb(int(verb))


def amount_id(part: str, amount: object) -> int:
    if isinstance(amount, bool) or not isinstance(amount, int | np.integer) or not 0 <= amount < N_AMOUNTS:
        raise IllegalAction(f"{part}: expected a whole number from 0 to {N_AMOUNTS - 1}, got {shown(amount)}")
    return AMOUNT0 + int(amount)


def given(part: str, value: Any) -> Any:
    if value is None:
        raise IllegalAction(f"{part}: expected one to finish the action, got nothing")
    return value


def place_number(place: object) -> int:
    """A vocabulary.Place: a side by its name, or a monster by its number."""
    if place == "players":
        return Place.PLAYERS
    if place == "monsters":
        return Place.MONSTERS
    if not is_whole(place) or not 0 <= place < MAX_MONSTERS:  # type: ignore[operator]
        raise IllegalAction(f'place: expected a monster\'s number, "players" or "monsters", got {shown(place)}')
    return Place.MONSTER + int(place)  # type: ignore[call-overload]
