"""Reader of one card of a TOML file: makes a definition and reports its problems.

Every key is taken once, checked and typed; keys left over are unknown.
"""

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from string import ascii_lowercase
from typing import Any, TypeVar

from munchkin_env.cards.definition import (
    DECK_FILES,
    DECK_KINDS,
    EVERY_KIND,
    FIELDS,
    KINDS,
    NUMBERS,
    ORIGINS,
    Card,
    Clause,
    Condition,
    Restriction,
)
from munchkin_env.cards.files import LONGEST_NAME, label_of_card
from munchkin_env.cards.toml_table import TomlTable, offer, show
from munchkin_env.cards.words import FORMERLY, TOLD, WORDS, Parameter, said
from munchkin_env.vocabulary import (
    NO_VALUE,
    Ability,
    Aim,
    Chooser,
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
    kinds_that,
)

E = TypeVar("E", bound=Enum)


def _words(enum: type[E], leave_out: str = "") -> dict[str, E]:
    """Return the members of an enumeration by their words in card files."""
    return {member.name.lower(): member for member in enum if member.name != leave_out}


RACES = _words(Race)
CLASSES = _words(Klass, "NONE")
SEXES = _words(Sex)
TAGS = _words(Tag, "LASTING")  # lasting follows from `stay`, a card never states it
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
CHOOSERS = _words(Chooser)
WHO = _words(Who)
LAYERS = _words(Layer, "ALONE")
UNTILS = _words(Until)
LETTERS = {letter: number for number, letter in enumerate(ascii_lowercase)}
SIDES = {"left": "left", "right": "right"}
COMBAT_SIDES = {"players": "players", "monsters": "monsters"}

ID = re.compile(r"[a-z][a-z0-9_]*\Z")


# --------------------------------------------------------------------------- clauses


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
    "chooser": CHOOSERS,
    "until": UNTILS,
    "payment": PAYMENTS,
    "often": OFTEN,
    "letter": LETTERS,
}


def _parameter(table: TomlTable, name: str, parameter: Parameter) -> object:
    """Return the typed value of a parameter in the table; None if it is wrong."""
    if parameter.type == "int":
        return table.whole(name, bounds=(parameter.least, parameter.most))
    if parameter.type == "bool":
        return table.flag(name)
    if parameter.type == "card":
        return table.text(name, longest=2 * LONGEST_NAME + 1)  # that of the edition, a colon and that of the card
    if parameter.type == "tags":
        return _tags(table, name)
    choices = {**PARAMETER_WORDS[parameter.type], **_own(table, parameter.type)}
    if parameter.only:
        choices = {word: value for word, value in choices.items() if value in parameter.only}
    return table.word(name, choices, None)


def _own(table: TomlTable, kind: str) -> Mapping[str, Any]:
    """Return the races or classes that the edition declares."""
    return {"race": table.own.races, "class": table.own.klasses}.get(kind, {})


def races_of(table: TomlTable) -> dict[str, Race]:
    """Return all races that the files of the edition may name, by their words."""
    return {**RACES, **table.own.races}


def classes_of(table: TomlTable) -> dict[str, Klass]:
    """Return all classes that the files of the edition may name, by their words."""
    return {**CLASSES, **table.own.klasses}


def _tags(table: TomlTable, key: str) -> tuple[Tag, ...]:
    """Return the tags under a key in the order of their numbers, since they are a set."""
    return tuple(sorted(table.words(key, {**TAGS, **table.own.tags})))


def _condition(table: TomlTable | None) -> Condition:
    if table is None:
        return Condition()
    condition = Condition(
        race=table.words("race", races_of(table)),
        not_race=table.words("not_race", races_of(table)),
        klass=table.words("class", classes_of(table)),
        not_klass=table.words("not_class", classes_of(table)),
        sex=table.words("sex", SEXES),
        min_level=table.whole("min_level"),
        max_level=table.whole("max_level"),
        lone=table.flag("lone"),
        bare=table.flag("bare"),
        used=_tags(table, "used"),
        even_hand=table.flag("even_hand"),
        lowest=table.flag("lowest"),
        helping=table.flag("helping"),
        survivor=table.flag("survivor"),
        who=table.word("who", WHO, None),
    )
    table.finish()
    return condition


def _clause(table: TomlTable, words: Iterable[str]) -> Clause | None:
    """Return a clause, or None if its word is unknown; `words` are those allowed here."""
    table.need("do")
    given = table.table.get("do")
    if isinstance(given, str) and given in FORMERLY:
        table.wrong("do", "former-word", f'expected {FORMERLY[given]}, its present form, got "{given}"')
        table.known.add("do")
        return None
    known = {key.partition(" ")[0] for key in words}
    do = table.word("do", {word: word for word in TOLD}, None, [word for word in TOLD if word in known])
    what = _case(table, do, words) if do is not None else ""
    if do is None or what is None:
        return None
    declared = WORDS[said(do, what)].params
    params: list[tuple[str, object]] = []
    for name, parameter in declared.items():
        if parameter.required:
            table.need(name)
        if table.has(name):
            params.append((name, _parameter(table, name, parameter)))
    when = _condition(table.sub("when"))
    instead = table.sub("otherwise")
    otherwise = _clause(instead, words) if instead is not None else None
    table.finish(declared)
    return Clause(do, tuple(params), when, otherwise, what)


def _case(table: TomlTable, do: str, words: Iterable[str]) -> str | None:
    """Return the case of a word with cases, "" for a word without; None if it is no case of the word."""
    if not TOLD[do]:
        return ""
    table.need("what")
    here = [what for what in TOLD[do] if said(do, what) in words]
    return table.word("what", {what: what for what in TOLD[do]}, None, here or TOLD[do])


@cache
def _words_at(key: str, kind: Kind) -> tuple[str, ...]:
    """Return the words that a card of a kind may have there."""
    return tuple(do for do, word in WORDS.items() if kind in word.triggers.get(key, ())) or tuple(WORDS)


def _clauses(table: TomlTable, key: str, kind: Kind) -> tuple[Clause, ...]:
    read = [_clause(one, _words_at(key, kind)) for one in table.tables(key)]
    return tuple(clause for clause in read if clause is not None)


# --------------------------------------------------------------------------- cards


def _restriction(table: TomlTable, key: str) -> Restriction:
    found = table.words(key, {**races_of(table), **classes_of(table), **SEXES})
    return Restriction(
        race=tuple(word for word in found if isinstance(word, Race)),
        klass=tuple(word for word in found if isinstance(word, Klass)),
        sex=tuple(word for word in found if isinstance(word, Sex)),
    )


def _slot(table: TomlTable) -> tuple[Slot, int]:
    """Return slot and hands of an item: `hands = 1` or `2` states both."""
    slot = table.word("slot", SLOTS, Slot.NONE)
    hands = table.whole("hands")
    if hands and table.has("slot") and slot != Slot.HANDS:
        table.wrong("hands", "two-places", f"expected either slot or hands, got slot {show(table.table['slot'])} too")
    if slot == Slot.HANDS and not hands:
        table.wrong("hands", "missing-field", "is required for the slot hands and missing")
    return (Slot.HANDS, hands) if hands else (slot, 0)


def _check_fields(table: TomlTable, kind: Kind, kind_word: str, deck: Deck) -> None:
    """Note a kind in the wrong deck, missing fields of a kind, and fields that it cannot have."""
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


def read_card(table: TomlTable, edition: str, deck: Deck, number: int, line: int) -> Card:
    """Read a card of a file; problems are noted in the table."""
    raw = table.table
    given = raw.get("id")
    table.card = label_of_card(given, number)
    table.at = ""
    for key in ("id", "name", "kind"):
        table.need(key)
    identity = table.text("id")
    if identity and not ID.match(identity):
        table.wrong("id", "bad-id", f"expected lower-case letters, digits and _, got {show(identity)}")
    kind = table.word("kind", KINDS, Kind.NONE)
    if kind != Kind.NONE:
        _check_fields(table, kind, str(raw["kind"]), deck)
    slot, hands = _slot(table)
    most = None if kind in kinds_that("enhances") else NUMBERS["monster.treasures"]
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
        tags=_tags(table, "tags"),
        level=table.whole("level"),
        levels=table.whole("levels", 1 if kind in kinds_that("monster") or "level" in raw else 0),
        treasures=table.whole("treasures", bounds=most),
        bonus=table.whole("bonus"),
        value=table.whole("value", NO_VALUE),
        slot=slot,
        hands=hands,
        layer=table.word("layer", LAYERS, Layer.ALONE),
        big=table.flag("big"),
        race=table.word("race", races_of(table), None),
        klass=table.word("class", classes_of(table), None),
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
