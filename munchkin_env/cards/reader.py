"""Reads an edition's TOML files into definitions, and says what is wrong with them.

Every key is taken once, checked and typed; what is left over is an unknown key. A problem doesn't stop the
reading, so that one look shows all of them. `scan_edition` returns the problems, `read_edition` raises them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from string import ascii_lowercase
from typing import TypeVar

from munchkin_env.cards.definition import (
    DECK_FILES,
    DECK_KINDS,
    EVERY_KIND,
    FIELDS,
    KINDS,
    MANIFEST_FILE,
    NUMBERS,
    ORIGINS,
    SWITCHES,
    Card,
    Clause,
    Condition,
    Edition,
    Problem,
    Restriction,
)
from munchkin_env.cards.files import LONGEST_NAME, label_of_card, lines_of_cards, load_toml
from munchkin_env.cards.toml_table import Table, offer, show
from munchkin_env.cards.words import WORDS, Parameter
from munchkin_env.errors import CardError, did_you_mean
from munchkin_env.vocabulary import (
    NO_VALUE,
    Ability,
    Aim,
    Deck,
    Filter,
    Kind,
    Klass,
    Layer,
    Moment,
    Often,
    Payment,
    Policy,
    Race,
    Receiver,
    Sex,
    Slot,
    Tag,
    Until,
    Who,
)

EDITIONS_FOLDER = Path(__file__).parent / "editions"
LONGEST_PATH = 1000

E = TypeVar("E", bound=Enum)


def _words(enum: type[E], leave_out: str = "") -> dict[str, E]:
    """The members of an enumeration by the word that card files use for them."""
    return {member.name.lower(): member for member in enum if member.name != leave_out}


RACES = _words(Race)
CLASSES = _words(Klass, "NONE")
SEXES = _words(Sex)
TAGS = _words(Tag, "LASTING")  # lasting follows from `stay`, a card never says it
SLOTS = _words(Slot)
MOMENTS = _words(Moment)
AIMS = _words(Aim)
ABILITIES = _words(Ability, "NONE")
FILTERS = _words(Filter)
POLICIES = _words(Policy)
PAYMENTS = _words(Payment)
OFTEN = _words(Often, "ANY")
DECKS = _words(Deck)
RECEIVERS = _words(Receiver)
WHO = _words(Who)
LAYERS = _words(Layer, "ALONE")
UNTILS = _words(Until)
LETTERS = {letter: number for number, letter in enumerate(ascii_lowercase)}
SIDES = {"left": "left", "right": "right"}
COMBAT_SIDES = {"players": "players", "monsters": "monsters"}
DECK_KEYS = {Deck.DOOR: "doors", Deck.TREASURE: "treasures", Deck.EXTRA: "extra"}

_ID = re.compile(r"[a-z][a-z0-9_]*\Z")


# --------------------------------------------------------------------------- clauses


def _combined(tags: Iterable[Tag]) -> Tag:
    found = Tag(0)
    for tag in tags:
        found |= tag
    return found


PARAMETER_WORDS: dict[str, Mapping[str, object]] = {
    "slot": SLOTS,
    "ability": ABILITIES,
    "race": RACES,
    "class": CLASSES,
    "filter": FILTERS,
    "policy": POLICIES,
    "deck": DECKS,
    "side": SIDES,
    "combat_side": COMBAT_SIDES,
    "receiver": RECEIVERS,
    "until": UNTILS,
    "payment": PAYMENTS,
    "often": OFTEN,
    "letter": LETTERS,
}


def _parameter(table: Table, name: str, parameter: Parameter) -> object:
    """The typed value of a parameter that the table holds; None if it is wrong."""
    if parameter.type == "int":
        return table.whole(name, bounds=(parameter.least, parameter.most))
    if parameter.type == "bool":
        return table.flag(name)
    if parameter.type == "card":
        return table.text(name, longest=2 * LONGEST_NAME + 1)  # that of the edition, a colon and that of the card
    if parameter.type == "tags":
        return _combined(table.words(name, TAGS))
    choices = PARAMETER_WORDS[parameter.type]
    if parameter.only:
        choices = {word: value for word, value in choices.items() if value in parameter.only}
    return table.word(name, choices, None)


def _condition(table: Table | None) -> Condition:
    if table is None:
        return Condition()
    condition = Condition(
        race=table.words("race", RACES),
        not_race=table.words("not_race", RACES),
        klass=table.words("class", CLASSES),
        not_klass=table.words("not_class", CLASSES),
        sex=table.words("sex", SEXES),
        min_level=table.whole("min_level"),
        max_level=table.whole("max_level"),
        lone=table.flag("lone"),
        bare=table.flag("bare"),
        used=_combined(table.words("used", TAGS)),
        even_hand=table.flag("even_hand"),
        lowest=table.flag("lowest"),
        helping=table.flag("helping"),
        survivor=table.flag("survivor"),
        who=table.word("who", WHO, None),
    )
    table.finish()
    return condition


def _clause(table: Table, words: Iterable[str]) -> Clause | None:
    """A clause, or None if not even its word is known; `words` are those that may stand here."""
    table.need("do")
    do = table.word("do", {word: word for word in WORDS}, None, words)
    if do is None:
        return None
    params: list[tuple[str, object]] = []
    for name, parameter in WORDS[do].params.items():
        if parameter.required:
            table.need(name)
        if table.has(name):
            params.append((name, _parameter(table, name, parameter)))
    when = _condition(table.sub("when"))
    instead = table.sub("otherwise")
    otherwise = _clause(instead, words) if instead is not None else None
    table.finish(WORDS[do].params)
    return Clause(do, tuple(params), when, otherwise)


def _clauses(table: Table, key: str, kind: Kind) -> tuple[Clause, ...]:
    words = [do for do, word in WORDS.items() if kind in word.triggers.get(key, ())] or [*WORDS]
    read = [_clause(one, words) for one in table.tables(key)]
    return tuple(clause for clause in read if clause is not None)


# --------------------------------------------------------------------------- cards


def _restriction(table: Table, key: str) -> Restriction:
    found = table.words(key, {**RACES, **CLASSES, **SEXES})
    return Restriction(
        race=tuple(word for word in found if isinstance(word, Race)),
        klass=tuple(word for word in found if isinstance(word, Klass)),
        sex=tuple(word for word in found if isinstance(word, Sex)),
    )


def _slot(table: Table) -> tuple[Slot, int]:
    """Slot and hands of an item: `hands = 1` or `2` says both."""
    slot = table.word("slot", SLOTS, Slot.NONE)
    hands = table.whole("hands")
    if hands and table.has("slot") and slot != Slot.HANDS:
        table.wrong("hands", "two-places", f"expected either slot or hands, got slot {show(table.table['slot'])} too")
    if slot == Slot.HANDS and not hands:
        table.wrong("hands", "missing-field", "is required for the slot hands and missing")
    return (Slot.HANDS, hands) if hands else (slot, 0)


def _check_fields(table: Table, kind: Kind, kind_word: str, deck: Deck) -> None:
    """Notes a kind in the wrong deck, and fields that a kind needs and lacks, or that it cannot have."""
    if kind not in DECK_KINDS[deck]:
        files = " or ".join(DECK_FILES[one] for one in Deck if kind in DECK_KINDS[one])
        table.wrong("kind", "wrong-deck", f"expected the kind {kind_word} in {files}, got it in {DECK_FILES[deck]}")
    required, allowed = FIELDS[kind]
    for key in sorted(required):
        if not table.has(key):
            table.wrong(key, "missing-field", f"is required for the kind {kind_word} and missing")
    every = set().union(*(one | other for one, other in FIELDS.values()))
    for key in table.table:
        if key in every - required - allowed - EVERY_KIND:
            meant = offer(sorted(required | allowed | EVERY_KIND))
            table.wrong(key, "field-of-other-kind", f"means nothing for the kind {kind_word}, {meant}")


def _card(table: Table, edition: str, deck: Deck, number: int, line: int) -> Card:
    raw = table.table
    given = raw.get("id")
    table.card = label_of_card(given, number)
    table.at = ""
    for key in ("id", "name", "kind"):
        table.need(key)
    identity = table.text("id")
    if identity and not _ID.match(identity):
        table.wrong("id", "bad-id", f"expected lower-case letters, digits and _, got {show(identity)}")
    kind = table.word("kind", KINDS, Kind.NONE)
    if kind != Kind.NONE:
        _check_fields(table, kind, str(raw["kind"]), deck)
    slot, hands = _slot(table)
    card = Card(
        edition=edition,
        id=identity,
        name=table.text("name"),
        kind=kind,
        deck=deck,
        file=table.file,
        line=line,
        copies=table.whole("copies", 1),
        origin=table.word("origin", {word: word for word in ORIGINS}, "published"),
        tags=_combined(table.words("tags", TAGS)),
        level=table.whole("level"),
        levels=table.whole("levels", 1 if kind == Kind.MONSTER or "level" in raw else 0),
        treasures=table.whole("treasures", bounds=None if kind == Kind.ENHANCER else NUMBERS["monster.treasures"]),
        bonus=table.whole("bonus"),
        value=table.whole("value", NO_VALUE),
        slot=slot,
        hands=hands,
        layer=table.word("layer", LAYERS, Layer.ALONE),
        big=table.flag("big"),
        race=table.word("race", RACES, None),
        klass=table.word("class", CLASSES, None),
        usable_by=_restriction(table, "usable_by"),
        not_usable_by=_restriction(table, "not_usable_by"),
        when=table.words("when", MOMENTS) if table.has("when") else None,
        on=table.word("on", AIMS, None),
        always=_clauses(table, "always", kind),
        play=_clauses(table, "play", kind),
        bad_stuff=_clauses(table, "bad_stuff", kind),
        escaped=_clauses(table, "escaped", kind),
        entry=_clauses(table, "entry", kind),
    )
    table.finish(EVERY_KIND | {"when"}, EVERY_KIND.union(*FIELDS.get(kind, ())))
    return card


def _cards(folder: Path, edition: str, deck: Deck, problems: list[Problem], optional: bool = False) -> tuple[Card, ...]:
    """The cards of one deck file; a missing extra deck is none, nor is one to which other editions give cards."""
    file = DECK_FILES[deck]
    if (deck == Deck.EXTRA or optional) and not (folder / file).exists():
        return ()
    raw = load_toml(folder, file, problems)
    if raw is None:
        return ()
    table = Table(raw, problems, file)
    entries = table.tables("card")
    table.finish()
    if not entries:
        table.wrong("card", "empty-deck", "expected at least one [[card]], got none")
    lines = lines_of_cards(folder, file, len(entries))
    return tuple(_card(one, edition, deck, i + 1, lines[i]) for i, one in enumerate(entries))


# --------------------------------------------------------------------------- editions


def _switches(table: Table | None) -> dict[str, bool | int | str]:
    """All switches, or none: an edition that is only ever a guest may leave them out (MIX-2)."""
    if table is None or not table.table:
        return {}
    found: dict[str, bool | int | str] = {}
    for name, switch in SWITCHES.items():
        table.need(name)
        if table.table.get(name) in switch.besides:
            found[name] = table.word(name, {word: word for word in switch.besides}, switch.besides[0])
        elif switch.allowed is bool:
            found[name] = table.flag(name)
        elif switch.allowed is int:
            found[name] = table.whole(name)
        elif isinstance(switch.allowed, tuple):
            found[name] = table.word(name, {word: word for word in switch.allowed}, switch.allowed[0])
    table.finish()
    return found


def _decks(table: Table | None) -> dict[Deck, int]:
    if table is None:
        return {}
    for deck in (Deck.DOOR, Deck.TREASURE):
        table.need(DECK_KEYS[deck])
    bounds = {Deck.TREASURE: NUMBERS["decks.treasures"]}
    found = {deck: table.whole(key, bounds=bounds.get(deck)) for deck, key in DECK_KEYS.items()}
    table.finish()
    return found


def _source(table: Table, folder: Path) -> tuple[Card, ...]:
    """The cards of the edition that an `include` names; none, with a problem noted, if it can give none."""
    name = table.text("edition", longest=LONGEST_PATH)
    shipped = find_editions()
    path = shipped.get(name, folder / name)
    try:
        there = name != "" and (path / MANIFEST_FILE).is_file()
    except (OSError, ValueError):  # too long for a file, bytes no path can have
        there = False
    if not there:
        message = f"expected one of {', '.join(shipped)} or a folder beside the manifest, got {show(name)}"
        table.wrong("edition", "unknown-edition", message + did_you_mean(name, shipped))
        return ()
    problems: list[Problem] = []
    raw = load_toml(path, MANIFEST_FILE, problems)
    if raw and "include" in raw:
        table.wrong("edition", "wrong-include", f"expected an edition that includes no other, got {show(name)}")
        return ()
    cards = tuple(card for deck in Deck for card in _cards(path, name, deck, problems))
    if problems:
        table.wrong("edition", "faulty-edition", f"expected a sound edition, got one in which {problems[0]}")
        return ()
    return cards


def _included(table: Table, folder: Path, edition: str) -> tuple[Card, ...]:
    """The cards of other editions that are cards of this one too, as if it had written them (MIX-1)."""
    found: list[Card] = []
    for one in table.tables("include"):
        one.need("edition")
        source = _source(one, folder)
        left_out = one.words("except", {card.id: card.id for card in source}) if source else ()
        one.finish({"except"})
        name = str(one.table.get("edition"))
        kept = (card for card in source if card.id not in left_out)
        found += [replace(card, edition=edition, file=f"{name}/{card.file}") for card in kept]
    return tuple(found)


def _manifest(raw: Mapping[str, object], folder: Path, problems: list[Problem]) -> Edition:
    """The edition with the cards that it includes, without its own."""
    table = Table(raw, problems, MANIFEST_FILE)
    for key in ("id", "name", "rulebook", "decks"):
        table.need(key)
    identity = table.text("id")
    if identity and not _ID.match(identity):
        table.wrong("id", "bad-id", f"expected lower-case letters, digits and _, got {show(identity)}")
    edition = Edition(
        id=identity,
        name=table.text("name"),
        rulebook=table.text("rulebook"),
        folder=str(folder),
        decks=_decks(table.sub("decks")),
        races=table.words("races", RACES),
        klasses=table.words("classes", CLASSES),
        switches=_switches(table.sub("switches")),
        quick_blends=table.flag("quick_blends"),
        money=table.text("money", "gold"),
        cards=_included(table, folder, identity),
    )
    table.finish()
    return edition


def find_editions() -> dict[str, Path]:
    """The editions that come with the package: folder by name, in alphabetical order."""
    return {path.parent.name: path.parent for path in sorted(EDITIONS_FOLDER.glob(f"*/{MANIFEST_FILE}"))}


def locate_edition(name_or_path: str | Path) -> Path:
    """The folder of an edition: one of ours by name, or a folder of the user's with an edition.toml.

    Raises CardError if there is neither.
    """
    shipped = find_editions()
    if str(name_or_path) in shipped:
        return shipped[str(name_or_path)]
    try:
        folder = Path(name_or_path).expanduser()
        if str(name_or_path) and (folder / MANIFEST_FILE).is_file():
            return folder.resolve()
        empty = folder.is_dir() and str(name_or_path) != ""
    except (OSError, ValueError, RuntimeError):  # too long for a file, bytes no path can have, nobody's home
        empty = False
    if empty:
        raise CardError(f"{MANIFEST_FILE}: expected this file in the edition's folder {folder}, found none")
    raise CardError(
        f"editions: expected one of {', '.join(shipped)} or a folder with an {MANIFEST_FILE}, "
        f"got {show(str(name_or_path)[:200])}{did_you_mean(str(name_or_path)[:200], shipped)}"
    )


def scan_edition(name_or_path: str | Path) -> tuple[Edition | None, list[Problem]]:
    """An edition as far as it can be read, and everything that is wrong with the reading.

    The edition is None if its manifest is missing or no TOML. Raises CardError if there is no such edition.
    """
    folder = locate_edition(name_or_path)
    problems: list[Problem] = []
    raw = load_toml(folder, MANIFEST_FILE, problems)
    if raw is None:
        return None, problems
    edition = _manifest(raw, folder, problems)
    cards: list[Card] = []
    for deck in Deck:
        taken = [card for card in edition.cards if card.deck == deck]
        cards += [*taken, *_cards(folder, edition.id, deck, problems, optional=bool(taken))]
    return replace(edition, cards=tuple(cards)), problems


def refuse(folder: str | Path, problems: Iterable[Problem]) -> None:
    """Raises CardError with all errors among the problems, if there is one."""
    errors = [str(problem) for problem in problems if problem.severity == "error"]
    if not errors:
        return
    shown = errors[:20] + ([f"... and {len(errors) - 20} more"] if len(errors) > 20 else [])
    raise CardError("\n".join([*shown, f"in {folder}"]))


def read_edition(name_or_path: str | Path) -> Edition:
    """An edition's definitions, each field checked by itself; `lint` checks how they fit together.

    Raises CardError with a line for each problem: file, card, field, what was expected and what came.
    """
    edition, problems = scan_edition(name_or_path)
    refuse(locate_edition(name_or_path), problems)
    if edition is None:  # cannot happen: without a manifest there is a problem
        raise CardError(f"{MANIFEST_FILE}: expected a manifest in {name_or_path}, found none")
    return edition
