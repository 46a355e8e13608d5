"""Editions whose card files somebody has altered: each is refused by file, card and field, or can be played.

`python -m tests.fuzz.cards 1 100` prints what came of so many, from seed 1.
"""

import json
import math
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.cards.card_reader import PARAMETER_WORDS
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain import explain
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.reader import EDITIONS_FOLDER, find_editions
from munchkin_env.cards.words import WORDS, said
from munchkin_env.errors import CardError
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import DEEP, altered, damaged, odd, pick

DECKS = ("doors", "treasures")
LONGEST_MESSAGE = 5000  # one that lists all effect words is the longest
ANSWERS = 60  # of a game with the cards


def as_toml(value: Any, depth: int = 0) -> str:
    """The value as TOML, whatever it is: what has no word of its own there as a text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return hex(value) if abs(value) > 10**4000 and value > 0 else str(value) if abs(value) < 10**4000 else "-1"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else str(value)
    if isinstance(value, list | tuple) and depth < 200:
        return f"[{', '.join(as_toml(one, depth + 1) for one in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(str(key))} = {as_toml(one, depth + 1)}' for key, one in value.items())} }}"
    return json.dumps(value if isinstance(value, str) else type(value).__name__, ensure_ascii=False)


def file_of(cards: list[Any]) -> str:
    """A deck file, a `[[card]]` for each; what is no table stands there as it is."""
    lines = []
    for card in cards:
        lines.append("[[card]]")
        fields = card.items() if isinstance(card, dict) else [("id", card)]
        lines += [f"{json.dumps(str(key))} = {as_toml(value)}" for key, value in fields]
    return "\n".join(lines) + "\n"


def pool() -> dict[str, list[dict[str, Any]]]:
    """All cards of the package by deck, those that name no other card."""
    found: dict[str, list[dict[str, Any]]] = {deck: [] for deck in DECKS}
    for name in find_editions():
        for deck in DECKS:
            text = (EDITIONS_FOLDER / name / f"{deck}.toml").read_text(encoding="utf-8")
            found[deck] += [card for card in tomllib.loads(text)["card"] if "card = " not in as_toml(card)]
    return found


def other_word(card: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The card with something else that cards do say: another effect word, value, tag or moment."""
    keys = [key for key in ("always", "play", "bad_stuff", "escaped") if card.get(key)]
    if not keys or rng.random() < 0.2:
        field = pick(rng, ["tags", "when", "on", "bonus", "treasures", "levels", "usable_by"])
        values = {
            "tags": ["fire", "undead", "laser", "phobia", "potion"],
            "when": ["any", "combat", "own_free", "losing", "escape"],
            "on": ["player", "monster", "side", "none", "victim"],
            "usable_by": ["elf", "male", "wizard"],
        }
        return {**card, field: pick(rng, values[field]) if field in values else int(rng.integers(-3, 12))}
    key = pick(rng, keys)
    clauses = [dict(clause) for clause in card[key]]
    clause = pick(rng, clauses)
    kind = rng.random()
    if kind < 0.4:
        do, _, what = pick(rng, sorted(WORDS)).partition(" ")
        clauses.append({"do": do, **({"what": what} if what else {})})
        clause = clauses[-1]
    do = said(str(clause.get("do")), clause.get("what", ""))
    for name, parameter in WORDS[do].params.items() if do in WORDS else ():
        if rng.random() < 0.5 or parameter.required:
            words = sorted(PARAMETER_WORDS.get(parameter.type, ["fire"]))
            value: Any = int(rng.integers(parameter.least, parameter.most + 1)) if parameter.type == "int" else None
            clause[name] = value if value is not None else True if parameter.type == "bool" else pick(rng, words)
    if kind > 0.8:
        clause["when"] = pick(rng, [{"race": "elf"}, {"min_level": 3, "max_level": 2}, {"lone": True}, {"sex": "male"}])
    return {**card, key: clauses}


def altered_cards(cards: list[dict[str, Any]], rng: np.random.Generator) -> list[Any]:
    """The cards with one of them altered: by a word that cards do say, or by whatever a file may hold."""
    changed: list[Any] = list(cards)
    at = int(rng.integers(len(cards)))
    kind = rng.random()
    if kind < 0.5:
        changed[at] = other_word(cards[at], rng)
    elif kind < 0.75:
        changed[at] = altered(cards[at], rng)
    elif kind < 0.85:
        key = pick(rng, sorted(cards[at]))
        changed[at] = {**cards[at], key: pick(rng, ["a\nb", "\x1b[31m", "\u202e", "x" * 3000, DEEP, 10**5000])}
    elif kind < 0.95:
        changed[at] = {**cards[at], pick(rng, ["a\nb", "x" * 3000, "colour", ""]): odd(rng)}
    return changed


def write(folder: Path, cards: dict[str, list[dict[str, Any]]], rng: np.random.Generator) -> None:
    """An edition that joins others, one of whose decks is altered."""
    spoilt = pick(rng, DECKS)
    counts = {}
    for deck, found in cards.items():
        chosen: list[Any] = [found[int(at)] for at in rng.choice(len(found), 4, replace=False)]
        if len({card["id"] for card in chosen} | {card["name"].lower() for card in chosen}) < 2 * len(chosen):
            chosen = chosen[:1]
        chosen = altered_cards(chosen, rng) if deck == spoilt else chosen
        copies = [card.get("copies", 1) if isinstance(card, dict) else 1 for card in chosen]
        counts[deck] = sum(one if isinstance(one, int) and 0 < one < 100 else 1 for one in copies)
        data = file_of(chosen).encode("utf-8", "replace")
        (folder / f"{deck}.toml").write_bytes(damaged(data, rng) if deck == spoilt and rng.random() < 0.1 else data)
    both = [card for deck in DECKS for card in tomllib_cards(folder / f"{deck}.toml")]
    named = {key: sorted({card[one] for card in both if isinstance(card.get(one), str)})
             for key, one in (("races", "race"), ("classes", "class"))}  # fmt: skip
    manifest = {"id": "fuzzed", "name": "Fuzzed", "rulebook": "ours", **named, "decks": counts}
    (folder / "edition.toml").write_text("\n".join(f"{key} = {as_toml(value)}" for key, value in manifest.items()))


def tomllib_cards(file: Path) -> list[dict[str, Any]]:
    """The cards of a file as far as TOML reads it."""
    try:
        found = tomllib.loads(file.read_bytes().decode("utf-8")).get("card", [])
    except (ValueError, RecursionError):
        return []
    return [card for card in found if isinstance(card, dict)] if isinstance(found, list) else []


def check(folder: Path, rng: np.random.Generator) -> bool:
    """The edition is refused in words that can be printed, or explained and played; True if it is played."""
    problems = lint_edition(folder)
    for problem in problems:
        assert str(problem).isprintable(), f"cannot be printed: {problem!r}"
        assert len(str(problem)) < LONGEST_MESSAGE, f"too long: {problem}"
        assert problem.file.endswith(".toml"), problem
    if any(problem.severity == "error" for problem in problems):
        try:
            load_catalogue(("munchkin", str(folder)))
        except CardError:
            return False
        raise AssertionError(f"refused by the linter, and played: {problems[0]}")
    catalogue = load_catalogue(("munchkin", str(folder)))
    for type_ in range(1, len(catalogue.cards)):
        if catalogue.card(type_).edition == "fuzzed":
            text = explain(catalogue, type_)
            assert text.isprintable(), text
            assert "\0" not in text, text
    game = mk.Game(players=3, editions=("munchkin", str(folder)), seed=int(rng.integers(1 << 30)))
    for _ in range(ANSWERS):
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
    return True


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered editions. Raises what is no CardError."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    cards = pool()
    with TemporaryDirectory() as name:
        while tally.tried < count:
            folder = Path(name) / str(tally.tried)
            folder.mkdir()
            with tally.reproduce(seed, tally.tried, "cards"):
                write(folder, cards, rng)
                tally.count("taken" if check(folder, rng) else "refused")
    return tally


if __name__ == "__main__":
    main(fuzz)
