"""A generated edition: numbers of cards by kind, names, and the text of its files."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from munchkin_env.benchmark.generated.drawing import (
    Card,
    CardModel,
    Drawing,
    Pools,
    Raw,
    TermSlot,
    is_drawable,
    manifest_of,
    models_of,
    named_cards,
    pools_of,
)
from munchkin_env.benchmark.generated.names import PREFIX, Draws, GeneratedName, new_name
from munchkin_env.cards.card_lint import check_card
from munchkin_env.cards.card_reader import read_card
from munchkin_env.cards.definition import DECK_FILES, MANIFEST_FILE, Problem
from munchkin_env.cards.definition import Card as Definition
from munchkin_env.cards.files import Written
from munchkin_env.cards.reader import find_editions
from munchkin_env.cards.toml_table import TomlTable
from munchkin_env.versions import GENERATOR_VERSION
from munchkin_env.vocabulary import Deck, Race, Trigger, kinds_that

# ---------------------------------------------------------------------------
# Writer of cards as the text of a TOML file, as card files of the package are written.


def _value(value: object) -> str:
    """Return a value in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return str(value)


def table_text(table: Mapping[str, object]) -> str:
    """Return the keys of a table, a line each; lists of several clauses are broken into lines."""
    lines: list[str] = []
    for key, value in table.items():
        if isinstance(value, list) and len(value) > 1 and isinstance(value[0], Mapping):
            lines += [f"{key} = [", *(f"    {_value(one)}," for one in value), "]"]
        else:
            lines.append(f"{key} = {_value(value)}")
    return "\n".join(lines) + "\n"


def deck_text(comment: str, cards: Sequence[Mapping[str, object]]) -> str:
    """Return the file of a deck: a comment, then a `[[card]]` for each."""
    return "\n".join([f"# {comment}\n", *(f"[[card]]\n{table_text(card)}" for card in cards)])


def manifest_text(comment: str, table: Mapping[str, object], **tables: Mapping[str, object]) -> str:
    """Return the file of an edition: its facts, then a table under each of its names."""
    parts = [f"# {comment}\n", table_text(table), *(f"[{name}]\n{table_text(one)}" for name, one in tables.items())]
    return "\n".join(parts)


# ---------------------------------------------------------------------------
# Judging of drawn cards: those that the linter refuses, nobody can use, are too good, or repeat another one are
# unfit.

REASONS: dict[str, str] = {
    "lint": "the linter refuses it: its parts contradict each other or have no effect",
    "nobody": "its effect requires a race or class that cannot use it",
    "cheap": "an item that gives more for its price than any published one",
    "harmless": "a monster of level 6 or more without an effect on a loser",
    "repeats": "another card has exactly the same effects",
}
WILD = 6  # least level of a monster with an effect on a loser


def read_alone(raw: Raw, edition: str, deck: Deck) -> tuple[Definition, list[Problem]]:
    """Return the definition of one card, and its problems taken by itself."""
    problems: list[Problem] = []
    card = read_card(TomlTable(raw, problems, DECK_FILES[deck]), edition, deck, 1, 0)
    return card, problems or check_card(card)


def without_names(card: Definition) -> Definition:
    """Return the card without its names: equal facts are equal cards."""
    return replace(card, edition="", id="", name="", file="", copies=1, origin="original", deck=Deck.DOOR)


def why_none(card: Definition, problems: Iterable[Problem], items: Iterable[CardModel], seen: set[Definition]) -> str:
    """Return the reason of its rejection, a word of `REASONS`; empty if it is fit.

    items: those of the editions it is like.
    """
    if any(problems):
        return "lint"
    if _waits_for_nobody(card):
        return "nobody"
    if card.kind in kinds_that("worn") and _too_cheap(card, items):
        return "cheap"
    if card.kind in kinds_that("monster") and card.level >= WILD and not card.bad_stuff and not card.escaped:
        return "harmless"
    return "repeats" if without_names(card) in seen else ""


def _waits_for_nobody(card: Definition) -> bool:
    """Return True if a clause asks its owner for a race or class with which the card cannot be used."""
    banned = {*card.not_usable_by.race, *card.not_usable_by.klass}
    for clause in card.clauses(Trigger.ALWAYS):
        for words, only in ((clause.when.race, card.usable_by.race), (clause.when.klass, card.usable_by.klass)):
            if words and (set(words) <= banned or (only and Race.HUMAN in only and Race.HUMAN not in words)):
                return True
    return False


def _too_cheap(card: Definition, items: Iterable[CardModel]) -> bool:
    """Return True for an item that is too cheap; free items and restricted ones are as the editions have them."""
    if card.value <= 0 or card.bonus <= 0:
        return False
    best = [one.raw.get("bonus", 0) for one in items if 0 < one.raw.get("value", 0) <= card.value]
    return card.bonus > max(best, default=0)


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
    """Rejected cards, by reason (a key of `REASONS`)."""

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
        self.seen = {without_names(read_alone(one.raw, "", one.deck)[0]) for one in pools.published}
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
        self.seen.add(without_names(definition))
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
    """Return the number of cards of each deck and kind, in the proportions of the editions.

    Largest remainders are rounded up.
    """
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
    """Return the level of monster `i` of so many.

    Monsters take the levels of the editions in order, each the same or the next one.
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
    """Return the ids of the replaced cards.

    They come in a drawn order, until they are the share of the replaceable ones, copies counted. A card goes with those
    that it names or that name it, and stays if one of them must stay. A larger share of the same seed replaces the same
    cards and more.
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


# ---------------------------------------------------------------------------
# Editions drawn by a seed: for Python callers, and by name (`generated:7`).


def generate_edition(
    seed: int, like: Sequence[str] | str | None = None, size: int | None = None, *, share: int | None = None
) -> GeneratedEdition:
    """Draw an edition of unseen cards, as in `mk.Game(editions=(generate_edition(7).name,))`.

    Monsters, items, curses, races, classes and the rest are combined from the effect words of the editions of `like`,
    with the numbers that occur there; a grammar makes the names. The same arguments give the same bytes everywhere, as
    long as `versions.GENERATOR_VERSION` is the same. The switches are those of the first edition.

    Args:
        seed: 0 to 2^32 - 1.
        like: one or more editions of the package; None takes all four.
        size: cards of both decks, copies counted, 120 to 400; None takes 168.
        share: 0 to 100, the percentage of cards of the one edition `like` that are replaced, each by one of its kind; a
            larger share replaces the same ones and more. None draws an edition of its own. The third deck's keeper, the
            Cultist and cards about them are neither drawn nor replaced.

    Returns:
        The edition, with its `name` and files.

    Raises:
        CardError: an argument is wrong; the message names it.

    Examples:
        >>> import munchkin_env as mk
        >>> edition = mk.generate_edition(7)
        >>> edition.name
        'generated:7'
        >>> game = mk.Game(editions=edition.name, seed=1)
    """
    shipped = find_editions()
    return draw_edition(GeneratedName.checked(seed, like, size, share, shipped), shipped)


def by_name(text: str) -> GeneratedEdition:
    """Draw the edition called `generated:TEXT`; the scheme `generated` of editions.

    Raises:
        CardError: the text is not SEED, SEED:LIKE or SEED:LIKE:SIZE.
    """
    shipped = find_editions()
    return draw_edition(GeneratedName.read(f"{PREFIX}{text}", shipped), shipped)
