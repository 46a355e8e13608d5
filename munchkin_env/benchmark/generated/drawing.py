"""Drawing of one card: its parts from cards of its kind that are near in level or price, each number the same or the
next.

Parts that belong together stay together: bad stuff is that of a monster of about that level, treasure that of another
one, a price comes with its item's powers, a power with its cost.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from munchkin_env.benchmark.generated.naming import Draws
from munchkin_env.benchmark.generated.pools import CLAUSE_KEYS, Pools, Raw, different, said_in
from munchkin_env.cards.card_reader import CLASSES, RACES, SEXES
from munchkin_env.cards.words import WORDS

NEAR = 9
"""Monsters whose level counts as near."""
CHANGED = ("copies", "origin", "id", "name")  # keys that a drawn card has of its own
IDENTITY_KEYS = ("race", "not_race", "class", "not_class", "sex")
DOUBLED = 4  # one curse of so many has the effects of two
STEADY = frozenset({"door_special"})
"""Kinds whose effects are drawn only once for a place. Few of their cards have numbers or words to vary: were they
drawn again after each repeat, those that have, such as levels for all of a class, would crowd out the others."""

Card = dict[str, Any]


@dataclass(frozen=True)
class TermSlot:
    """Place in a deck that is to be drawn."""

    kind: str
    level: int = 0
    """Level of a monster."""
    identity: str = ""
    """Race or class that the card gives."""


class Drawing:
    """One card being drawn, by an RNG of its own."""

    def __init__(
        self, pools: Pools, races: Sequence[str], classes: Sequence[str], slot: TermSlot, chance: Draws, steady: Draws
    ) -> None:
        """Begin a card.

        Args:
            pools: the sources of the draw.
            races, classes: those that cards may name.
            slot: the place.
            chance: draws of this attempt.
            steady: draws of the place, the same in each attempt.
        """
        self.pools, self.slot, self.chance, self.steady = pools, slot, chance, steady
        self.left = {"race": chance.some(races, len(races)), "class": chance.some(classes, len(classes))}
        self.meant: dict[str, str] = {}
        """Race, class or sex that replaces one of the model's in this card, so that its parts fit together."""

    def card(self) -> Card:
        """Return the card, without id, name and copies."""
        makers: dict[str, Callable[[], Card]] = {
            "monster": self._monster,
            "item": self._item,
            "race": self._identity,
            "class": self._identity,
            "curse": self._curse,
            "monster_enhancer": self._enhancer,
        }
        return {"kind": self.slot.kind, **makers.get(self.slot.kind, self._alike)()}

    # ----------------------------------------------------------------------- kinds

    def _monster(self) -> Card:
        near = self.pools.near(self.slot.level, NEAR)
        prize = self.chance.one(near[: NEAR // 2]).raw
        card: Card = {"level": self.slot.level}
        if "levels" in prize:
            card["levels"] = prize["levels"]
        card["treasures"] = prize["treasures"]
        card |= self._kept(self.chance.one(near).raw, ("tags",))
        many = len(self.chance.one(near).raw.get("always", ()))
        habits = [clause for one in near for clause in one.raw.get("always", ())]
        drawn = {said_in(clause): clause for clause in self.chance.some(habits, many)}
        card |= {"always": self._clauses(list(drawn.values()))} if drawn else {}
        for key in ("bad_stuff", "escaped", "entry"):
            card |= self._recast(self.chance.one(near).raw, (key,))
        return card

    def _item(self) -> Card:
        """Return an item; its slot is drawn separately from its powers and price.

        Its bonus is the model's or one less, never more. Strong items here no longer need both hands, so games with
        items as strong as the editions' would be shorter than theirs.
        """
        place, power = (self.chance.one(self.pools.of("item")).raw for _ in range(2))
        card = self._kept(place, ("slot", "hands", "layer", "big", "tags"))
        card["value"] = power["value"]
        more = self.chance.below(2) - 1
        bonus = power.get("bonus", 0)
        if bonus > 0 and bonus + more > 0 and power["value"] > 0:
            bonus += more
            card["value"] = max(100, power["value"] + more * self._price_of_one())
        if bonus:
            card["bonus"] = bonus
        return card | self._recast(power, ("usable_by", "not_usable_by", "when", "on", "always", "play"))

    def _price_of_one(self) -> int:
        """Return the price of one more bonus, in hundreds: the median of all items that have a bonus and a price."""
        items = [one.raw for one in self.pools.of("item")]
        prices = [one["value"] / one["bonus"] for one in items if one.get("bonus", 0) > 0 and one["value"] > 0]
        return max(100, int(median(prices)) // 100 * 100)

    def _identity(self) -> Card:
        """Return a race or class with as many powers as one of the models; one of them at most has a cost."""
        models = [one.raw for one in different(self.pools.of(self.slot.kind))]
        self.meant[self.slot.identity] = self.slot.identity
        powers = [power for raw in models for power in _powers(raw)]
        many = len(_powers(self.chance.one(models)))
        card: Card = {self.slot.kind: self.slot.identity}
        for power in self.chance.some(powers, many):
            if "play" in power and "play" in card:
                continue
            cast = self._recast(power, ("when", "on", "play", "always"))
            card |= {**cast, "always": [*card.get("always", ()), *cast["always"]]}
        return card

    def _curse(self) -> Card:
        models = [one.raw for one in self.pools.of("curse")]
        first, second = (self.chance.one(models) for _ in range(2))
        card = self._recast(first, ("when", "always", "play"))
        if self.chance.below(DOUBLED) == 0 and not any("always" in one or "when" in one for one in (first, second)):
            card["play"] += self._clauses(second["play"])
        return card

    def _enhancer(self) -> Card:
        """Return an enhancer; its strength comes with its treasures."""
        one, prize = (self.chance.one(self.pools.of("monster_enhancer")).raw for _ in range(2))
        return self._kept(prize, ("bonus", "treasures")) | self._recast(one, ("tags", "when", "always"))

    def _alike(self) -> Card:
        which = self.steady if self.slot.kind in STEADY else self.chance
        raw = which.one(self.pools.of(self.slot.kind)).raw
        return self._recast(raw, [key for key in raw if key not in (*CHANGED, "kind")])

    # ----------------------------------------------------------------------- parts

    def _kept(self, raw: Raw, keys: Sequence[str]) -> Card:
        return {key: raw[key] for key in keys if key in raw}

    def _recast(self, raw: Raw, keys: Sequence[str]) -> Card:
        """Return parts of a card with other numbers, and other races, classes and sexes."""
        card: Card = {}
        for key in keys:
            if key not in raw:
                continue
            value = raw[key]
            if key in CLAUSE_KEYS:
                card[key] = self._clauses(value)
            elif key in ("usable_by", "not_usable_by"):
                card[key] = [self._word(word) for word in value]
            else:
                card[key] = self._number("", key, value)
        return card

    def _clauses(self, clauses: Sequence[Raw]) -> list[Card]:
        return [self._clause(clause) for clause in clauses]

    def _clause(self, clause: Raw) -> Card:
        params = WORDS[said_in(clause)].params
        found: Card = {}
        for name, value in clause.items():
            if name == "otherwise":
                found[name] = self._clause(value)
            elif name == "when":
                found[name] = {key: self._asked(key, one) for key, one in value.items()}
            elif name in params and params[name].type in ("race", "class"):
                found[name] = self._word(value)
            else:  # the number of clauses that are options may not change
                found[name] = value if name == "options" else self._number(said_in(clause), name, value)
        return found

    def _asked(self, key: str, value: Any) -> Any:
        """Return the demand of a condition."""
        if key not in IDENTITY_KEYS:
            return self._number("when", key, value)
        return self._word(value) if isinstance(value, str) else [self._word(word) for word in value]

    def _number(self, do: str, name: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        return self.chance.one(self.pools.neighbours(self.slot.kind, do, name, value))

    def _word(self, word: str) -> str:
        """Return the race, class or sex that replaces one of a model."""
        if word not in self.meant:
            if word in SEXES:
                male = self.chance.below(2)
                self.meant |= {"male": ("female", "male")[male], "female": ("male", "female")[male]}
            else:
                kind = "race" if word in RACES else "class" if word in CLASSES else ""
                left = self.left.get(kind, [])
                self.meant[word] = left.pop() if left and word != "human" else word
        return self.meant[word]


def _powers(raw: Raw) -> list[Card]:
    """Return the powers of a race or class: a power with a cost has both clauses, any other one clause."""
    always = list(raw.get("always", ()))
    costs = [clause for clause in always if clause["do"] == "cost"]
    found: list[Card] = []
    if "play" in raw:
        found.append({**{key: raw[key] for key in ("when", "on", "play") if key in raw}, "always": costs})
    rest = [clause for clause in always if clause["do"] != "cost"]
    while rest:
        n = 1 + int(rest[0].get("options", 0))
        found.append({"always": rest[:n]})
        del rest[:n]
    return found
