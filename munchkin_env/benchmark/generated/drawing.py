"""Drawing of one card, part by part.

Each part is that of a card of its kind that is near in level or price, each number the same or the next. Parts that
belong together stay together: bad stuff is that of a monster of about that level, treasure that of another one, a price
comes with its item's powers, a power with its cost.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from munchkin_env.benchmark.generated.names import FOUR, Draws
from munchkin_env.cards.card_reader import CLASSES, RACES, SEXES
from munchkin_env.cards.definition import DECK_FILES, MANIFEST_FILE, TRIGGER_FIELDS, Problem
from munchkin_env.cards.files import load_toml
from munchkin_env.cards.words import WORDS, said
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Deck

# ---------------------------------------------------------------------------
# Pools of the draw: the cards of editions of the package, as written in their files.

Raw = Mapping[str, Any]
CLAUSE_KEYS = tuple(TRIGGER_FIELDS.values())
OF_ONE_CARD = frozenset({"keeps_extras", "become_cultist", "strength_per cultist", "complete_cult", "meeting"})
"""Words about one certain card: the keeper of the third deck, the Cultist."""


@dataclass(frozen=True)
class CardModel:
    """A card that others are drawn like."""

    deck: Deck
    kind: str
    """Kind, as card files call it."""
    raw: Raw

    @property
    def copies(self) -> int:
        """Number of copies in the deck."""
        return int(self.raw.get("copies", 1))

    @property
    def level(self) -> int:
        """Level of a monster, 0 of other kinds."""
        return int(self.raw.get("level", 0))


def different(models: Iterable[CardModel]) -> list[CardModel]:
    """Return each of them once, in order."""
    return list({(str(one.raw), one.deck): one for one in models}.values())


def clauses_in(raw: Raw) -> Iterator[Raw]:
    """Return all clauses of a card, with those under `otherwise`."""
    waiting = [clause for key in CLAUSE_KEYS for clause in raw.get(key, ())]
    while waiting:
        clause = waiting.pop()
        yield clause
        if "otherwise" in clause:
            waiting.append(clause["otherwise"])


def said_in(clause: Raw) -> str:
    """Return the word of a clause with its case, as `WORDS` has it."""
    return said(clause["do"], clause.get("what", ""))


def named_cards(raw: Raw) -> list[str]:
    """Return the ids of cards that its clauses name."""
    return [
        str(value)
        for clause in clauses_in(raw)
        for name, value in clause.items()
        if name in WORDS[said_in(clause)].params and WORDS[said_in(clause)].params[name].type == "card"
    ]


def is_drawable(raw: Raw) -> bool:
    """Return True if others can be drawn like it: it is about no certain card."""
    if any(said_in(clause) in OF_ONE_CARD for clause in clauses_in(raw)) or named_cards(raw):
        return False
    return "cultist" not in str({key: value for key, value in raw.items() if key not in ("id", "name")})


def _toml(folder: Path, file: str) -> Raw:
    problems: list[Problem] = []
    raw = load_toml(folder, file, problems)
    if raw is None:
        raise CardError(f"like: expected a sound edition, got one in which {problems[0]}")
    return raw


def manifest_of(name: str, shipped: Mapping[str, Path]) -> Raw:
    """Return the manifest of an edition of the package. Raises CardError."""
    return _toml(shipped[name], MANIFEST_FILE)


def models_of(name: str, shipped: Mapping[str, Path]) -> list[CardModel]:
    """Return all cards of an edition of the package, included ones too, in the order in which the reader gives them."""
    found: list[CardModel] = []
    sources = [(one["edition"], set(one.get("except", ()))) for one in manifest_of(name, shipped).get("include", ())]
    for deck, file in DECK_FILES.items():
        for source, left_out in (*sources, (name, set())):
            if (shipped[source] / file).exists():
                cards = [raw for raw in _toml(shipped[source], file)["card"] if raw["id"] not in left_out]
                found += [CardModel(deck, raw["kind"], raw) for raw in cards]
    return found


class Pools:
    """Cards of some editions by kind, and the numbers that occur in them."""

    def __init__(self, like: tuple[str, ...], shipped: Mapping[str, Path]) -> None:
        self.models = [one for name in like for one in models_of(name, shipped) if is_drawable(one.raw)]
        """Cards by kind; a card of several editions occurs as often, so that each edition counts fully."""
        self.published = [one for name in FOUR for one in models_of(name, shipped)]
        """All cards of the four editions: none of them is drawn again, nor its name."""
        self._numbers: dict[tuple[str, str, str], Counter[int]] = {}
        for model in self.models:
            self._note(model)
        for name in ("race", "class"):
            words = [manifest_of(one, shipped)[{"race": "races", "class": "classes"}[name]] for one in like]
            kept = [[word for word in one if word != "cultist"] for one in words]
            setattr(self, f"_{name}", kept)

    def identities(self, kind: str) -> tuple[list[str], int]:
        """Return the races or classes of the editions, and how many one edition has of them, rounded up."""
        kept: list[list[str]] = getattr(self, f"_{kind}")
        each = sorted({word for one in kept for word in one})
        return each, -(-sum(len(one) for one in kept) // len(kept))

    def of(self, kind: str) -> list[CardModel]:
        """Return the cards of a kind, in order."""
        return [model for model in self.models if model.kind == kind]

    def near(self, level: int, n: int) -> list[CardModel]:
        """Return the `n` different monsters whose levels are nearest."""
        return sorted(different(self.of("monster")), key=lambda one: abs(one.level - level))[:n]

    def neighbours(self, kind: str, do: str, name: str, value: int) -> list[int]:
        """Return the number itself and the next ones of the same sign that cards of the kind have in that place.

        Each occurs as often as copies of cards have it, so that rare numbers stay rare.
        """
        there = self._numbers.get((kind, do, name), Counter())
        seen = sorted(one for one in there if (one > 0) == (value > 0))
        if value not in seen:
            return [value]
        at = seen.index(value)
        return [one for one in seen[max(0, at - 1) : at + 2] for _ in range(there[one])]

    def _note(self, model: CardModel) -> None:
        """Add the numbers of a card to those that occur."""
        for name, value in model.raw.items():
            self._add(model, "", name, value)
        for clause in clauses_in(model.raw):
            for name, value in clause.items():
                self._add(model, said_in(clause), name, value)
            for name, value in clause.get("when", {}).items():
                self._add(model, "when", name, value)

    def _add(self, model: CardModel, do: str, name: str, value: object) -> None:
        if isinstance(value, int) and not isinstance(value, bool):
            self._numbers.setdefault((model.kind, do, name), Counter())[value] += model.copies


@lru_cache(maxsize=16)
def pools_of(like: tuple[str, ...], shipped: tuple[tuple[str, Path], ...]) -> Pools:
    """Return the pools of some editions; the same arguments give the same object."""
    return Pools(like, dict(shipped))


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
            races: those that cards may name.
            classes: likewise.
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
