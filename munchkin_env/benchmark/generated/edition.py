"""A generated edition: numbers of cards by kind, names, and the text of its files."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from munchkin_env.benchmark.generated.chance import Draws
from munchkin_env.benchmark.generated.drawing import Card, Drawing, TermSlot
from munchkin_env.benchmark.generated.judging import policy_metadata, read_alone, why_none
from munchkin_env.benchmark.generated.names import GeneratedName
from munchkin_env.benchmark.generated.naming import new_name
from munchkin_env.benchmark.generated.pools import (
    CardModel,
    Pools,
    is_drawable,
    manifest_of,
    models_of,
    named_cards,
    pools_of,
)
from munchkin_env.benchmark.generated.writing import deck_text, manifest_text
from munchkin_env.cards.definition import DECK_FILES, MANIFEST_FILE
from munchkin_env.cards.definition import Card as Definition
from munchkin_env.cards.files import Written
from munchkin_env.versions import GENERATOR_VERSION
from munchkin_env.vocabulary import Deck

PATIENCE = 12
"""Draws for one place until a card that equals another one is taken: some kinds have hardly any variety."""
OF_BOTH_DECKS = (Deck.DOOR, Deck.TREASURE)
IDENTITIES = {"race": "races", "class": "classes"}


@dataclass(frozen=True)
class GeneratedEdition(Written):
    """Edition drawn by a seed: its files, and the rejected cards."""

    drawn: int
    """Cards drawn in all."""
    thrown: Mapping[str, int]
    """Rejected cards, by reason (`judging.REASONS`)."""

    def write(self, folder: str | Path) -> None:
        """Write its files into a folder, which is made; others in it stay. Raises OSError."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        for file, text in self.files.items():
            (Path(folder) / file).write_text(text, encoding="utf-8", newline="\n")


def _chance(name: GeneratedName, *key: object) -> Draws:
    """Return draws for a part of the edition: neither other parts nor the share change them."""
    return Draws("generated edition", GENERATOR_VERSION, name.seed, "+".join(name.like), *key)


class _Press:
    """Drawer of the cards of one edition, each different from those before it."""

    def __init__(self, name: GeneratedName, pools: Pools, races: list[str], classes: list[str]) -> None:
        self.name, self.pools, self.races, self.classes = name, pools, races, classes
        self.names: set[str] = set()
        self.published = {str(one.raw["name"]).lower() for one in pools.published}
        self.seen = {policy_metadata(read_alone(one.raw, "", one.deck)[0]) for one in pools.published}
        self.drawn = 0
        self.thrown: Counter[str] = Counter()

    def chance(self, *key: object) -> Draws:
        """Return draws for a part of the edition: neither other parts nor the share change them."""
        return _chance(self.name, *key)

    def print_card(self, slot: TermSlot, deck: Deck, copies: int, place: object) -> Card:
        """Return a card for a place in a deck. If all only repeat other cards, the last one is taken."""
        for attempt in count():
            chance = self.chance("card", place, attempt)
            drawn = Drawing(self.pools, self.races, self.classes, slot, chance, self.chance("model", place)).card()
            raw = self._named(drawn, slot, copies, chance)
            self.drawn += 1
            definition, problems = read_alone(raw, self.name.id, deck)
            why = why_none(definition, problems, self.pools.of("item"), self.seen)
            if not why or (why == "repeats" and attempt >= PATIENCE):
                return self._taken(raw, definition)
            self.thrown[why] += 1
        raise AssertionError("unreachable")  # the loop ends with a card

    def _taken(self, raw: Card, definition: Definition) -> Card:
        self.seen.add(policy_metadata(definition))
        self.names.add(raw["name"].lower())
        return raw

    def _named(self, drawn: Card, slot: TermSlot, copies: int, chance: Draws) -> Card:
        """Return the card with a unique name."""
        place = "both hands" if drawn.get("hands") == 2 else "hands" if "hands" in drawn else drawn.get("slot", "")
        name = new_name(chance, slot.kind, place, slot.identity)
        while name.lower() in self.names or name.lower() in self.published:
            name = new_name(chance, slot.kind, place, slot.identity)
        card = {"id": re.sub(r"[^a-z0-9]+", "_", name.lower()), "name": name, "kind": slot.kind, "origin": "original"}
        return card | ({"copies": copies} if copies > 1 else {}) | drawn


def draw_edition(name: GeneratedName, shipped: Mapping[str, Path]) -> GeneratedEdition:
    """Return the edition of that name: the same bytes for the same name and GENERATOR_VERSION on every platform.

    shipped: the editions of the package, folder by name. Raises CardError if one of them is faulty.
    """
    return _drawn(name, tuple(shipped.items()))


@lru_cache(maxsize=64)
def _drawn(name: GeneratedName, shipped: tuple[tuple[str, Path], ...]) -> GeneratedEdition:
    pools = pools_of(name.like, shipped)
    manifest = manifest_of(name.like[0], dict(shipped))
    if name.share is None:
        press, decks = _all_new(name, pools)
        named = f"Generated {name.seed}, like {', '.join(name.like)}"
    else:
        press, decks = _partly_new(name, pools, manifest, models_of(name.like[0], dict(shipped)))
        named = f"{manifest['name']}, {name.share} % of it generated by {name.seed}"
    files = {DECK_FILES[deck]: deck_text(f"{named}: {DECK_FILES[deck]}", cards) for deck, cards in decks.items()}
    whole: dict[str, object] = {"id": name.id, "name": named, "rulebook": str(manifest["rulebook"])}
    whole |= {key: press.races if kind == "race" else press.classes for kind, key in IDENTITIES.items()}
    whole |= {key: manifest[key] for key in ("quick_blends", "money") if key in manifest}
    sizes = {DECK_FILES[deck].removesuffix(".toml"): _size(cards) for deck, cards in decks.items()}
    comment = f"Drawn by munchkin_env, generator version {GENERATOR_VERSION}."
    text = manifest_text(comment, whole, decks=sizes, switches=manifest["switches"])
    return GeneratedEdition(str(name), {MANIFEST_FILE: text, **files}, press.drawn, dict(press.thrown))


def _size(cards: Iterable[Card]) -> int:
    return sum(int(card.get("copies", 1)) for card in cards)


# --------------------------------------------------------------------------- all cards are new


def _all_new(name: GeneratedName, pools: Pools) -> tuple[_Press, dict[Deck, list[Card]]]:
    chosen: dict[str, list[str]] = {}
    for kind in IDENTITIES:
        words, many = pools.identities(kind)
        chosen[kind] = sorted(_chance(name, kind).some(words, many))
    press = _Press(name, pools, chosen["race"], chosen["class"])
    decks: dict[Deck, list[Card]] = {}
    quotas = _quotas(pools, name.size)
    for deck in OF_BOTH_DECKS:
        cards: list[Card] = []
        for kind in [kind for one, kind in quotas if one == deck]:
            cards += _of_kind(press, deck, kind, quotas[deck, kind])
        decks[deck] = cards
    return press, decks


def _quotas(pools: Pools, size: int) -> dict[tuple[Deck, str], int]:
    """Return the number of cards of each deck and kind, in the proportions of the editions: largest remainders are
    rounded up."""
    there: Counter[tuple[Deck, str]] = Counter()
    for model in pools.models:
        if model.deck in OF_BOTH_DECKS:
            there[model.deck, model.kind] += model.copies
    total = sum(there.values())
    quotas = {key: n * size // total for key, n in there.items()}
    left = sorted(there, key=lambda key: (-(there[key] * size % total), key))
    for key in left[: size - sum(quotas.values())]:
        quotas[key] += 1
    return quotas


def _of_kind(press: _Press, deck: Deck, kind: str, quota: int) -> list[Card]:
    """Return the cards of one kind, as many as wanted with all copies."""
    if kind in IDENTITIES:
        return _identities(press, deck, kind, quota)
    cards: list[Card] = []
    left = quota
    while left > 0:
        place = (int(deck), kind, len(cards))
        models = [one for one in press.pools.of(kind) if one.deck == deck]
        copies = 1 if kind == "monster" else min(left, press.chance("copies", *place).one(models).copies)
        level = _rung(press, quota, len(cards)) if kind == "monster" else 0
        cards.append(press.print_card(TermSlot(kind, level), deck, copies, place))
        left -= copies
    return cards


def _rung(press: _Press, quota: int, i: int) -> int:
    """Return the level of monster `i` of so many: the levels of the editions in order, each the same or the
    next one.
    """
    ladder = sorted(model.level for model in press.pools.of("monster"))
    level = ladder[(2 * i + 1) * len(ladder) // (2 * quota)]
    return press.chance("level", i).one(press.pools.neighbours("monster", "", "level", level))


def _identities(press: _Press, deck: Deck, kind: str, quota: int) -> list[Card]:
    """Return a card for each race or class, with about equal numbers of copies."""
    words = press.races if kind == "race" else press.classes
    cards = []
    for i, word in enumerate(words[:quota]):
        copies = quota // len(words) + (i < quota % len(words))
        cards.append(press.print_card(TermSlot(kind, identity=word), deck, max(1, copies), (int(deck), kind, word)))
    return cards


# --------------------------------------------------------------------------- some cards of an edition are new


def _partly_new(
    name: GeneratedName, pools: Pools, manifest: Mapping[str, Any], models: list[CardModel]
) -> tuple[_Press, dict[Deck, list[Card]]]:
    press = _Press(name, pools, list(manifest["races"]), list(manifest["classes"]))
    kept = {model.raw["name"].lower() for model in models}
    press.names |= kept
    new = _replaced(press, models)
    decks: dict[Deck, list[Card]] = {deck: [] for deck in Deck if any(model.deck == deck for model in models)}
    for model in models:
        raw = dict(model.raw)
        if raw["id"] in new:
            slot = TermSlot(model.kind, model.level, str(raw.get(model.kind, "")) if model.kind in IDENTITIES else "")
            raw = press.print_card(slot, model.deck, model.copies, raw["id"])
        decks[model.deck].append(raw)
    return press, decks


def _replaced(press: _Press, models: list[CardModel]) -> set[str]:
    """Return the ids of the replaced cards: in a drawn order, until they are the share of the replaceable ones, copies
    counted.

    A card goes with those that it names or that name it, and stays if one of them must stay. A larger share of the same
    seed replaces the same cards and more.
    """
    fixed = {one.raw["id"] for one in models if not is_drawable(one.raw) and not named_cards(one.raw)}
    by_id = {one.raw["id"]: one for one in models}
    groups = _groups(by_id)
    able = [one for one in models if not groups[one.raw["id"]] & fixed]
    wanted = sum(one.copies for one in able) * (press.name.share or 0)
    gone: set[str] = set()
    for model in press.chance("order").some(able, len(able)):
        if 100 * sum(by_id[one].copies for one in gone) >= wanted:
            break
        gone |= groups[model.raw["id"]]
    return gone


def _groups(by_id: Mapping[str, CardModel]) -> dict[str, set[str]]:
    """Return for each card its group: the cards linked by names, itself included."""
    groups = {one: {one} for one in by_id}
    for one, model in by_id.items():
        for other in named_cards(model.raw):
            if other in groups:
                joined = groups[one] | groups[other]
                for member in joined:
                    groups[member] = joined
    return groups
