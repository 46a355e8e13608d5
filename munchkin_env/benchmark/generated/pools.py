"""Pools of the draw: the cards of editions of the package, as written in their files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from munchkin_env.benchmark.generated.names import FOUR
from munchkin_env.cards.definition import DECK_FILES, MANIFEST_FILE, TRIGGER_FIELDS, Problem
from munchkin_env.cards.files import load_toml
from munchkin_env.cards.words import WORDS, said
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Deck

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
        return int(self.raw.get("copies", 1))

    @property
    def level(self) -> int:
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
