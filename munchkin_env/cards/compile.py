"""Compiler of editions into the read-only tables that the engine plays from.

Card types are numbered from 1: edition by edition in the order given, doors before treasures before the extra deck, in
file order. Copies are numbered from 1: all doors, then all treasures, then the extra deck, inside a deck by type. So
adding an edition at the end only appends types.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from string import ascii_letters
from types import MappingProxyType
from typing import Any

import numpy as np

from munchkin_env.cards import lint, tables
from munchkin_env.cards.definition import (
    KINDS,
    MANIFEST_FILE,
    SWITCHES,
    Card,
    Clause,
    Condition,
    Edition,
    Problem,
    Restriction,
    in_order,
)
from munchkin_env.cards.reader import read_edition, refuse
from munchkin_env.cards.toml_table import NOTHING, own_of, renumbered, show
from munchkin_env.cards.words import CURSES, WORDS, Parameter, as_before
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import CardError, ConfigError, did_you_mean, shown
from munchkin_env.vocabulary import (
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_FRAMES,
    MAX_TYPES,
    Deck,
    Filter,
    Harm,
    Klass,
    Moment,
    Need,
    Race,
    Tag,
    Trigger,
    kinds_that,
)

# ---------------------------------------------------------------------------
# Part of the decks: the cards of the editions that a game is played with.
#
# A card that is left out keeps its type, so actions and observations are those of the whole decks; it has no copies.

Cards = Sequence[Card | None]  # by type; None at 0, the unknown card


def reduced(
    cards: Cards, types: Mapping[str, tuple[int, ...]], only: Iterable[str], without: Iterable[str]
) -> tuple[Card | None, ...]:
    """Return the cards; those left out of the game have no copies.

    only: kinds and cards that are kept, all if it is empty; without: those that are left out of them. types: by every
    name of a card. Raises ConfigError for a word that is neither.
    """
    kept = _meant("only_cards", only, cards, types) or set(range(len(cards)))
    kept -= _meant("without_cards", without, cards, types)
    return tuple(card if card is None or type_ in kept else replace(card, copies=0) for type_, card in enumerate(cards))


def _meant(field: str, words: Iterable[str], cards: Cards, types: Mapping[str, tuple[int, ...]]) -> set[int]:
    """Return the types of all cards that the words mean: a kind before a card of that name, a card in every edition."""
    found: set[int] = set()
    for word in words:
        called = word.strip().lower()
        if called in KINDS:
            found |= {type_ for type_, card in enumerate(cards) if card is not None and card.kind == KINDS[called]}
        elif called in types:
            found |= set(types[called])
        else:
            hint = did_you_mean(called, [*KINDS, *types])
            raise ConfigError(
                f"{field}: expected kinds ({', '.join(KINDS)}), and ids or names of cards of the editions, "
                f"got {shown(word)}{hint}"
            )
    return found


MOST_DRAWING = MAX_FRAMES // 3
"""Cards of a game that draw others by themselves: each that another one draws takes two places of the stack."""
SIDE_NUMBERS = {"left": 0, "right": 1, "players": 1, "monsters": 2}


@dataclass(frozen=True, eq=False, slots=True)
class Catalogue:
    """Cards of a game: definitions by type, and the tables compiled from them.

    All games share it, and players can reach it: nothing in it can be changed.
    """

    tables: np.ndarray  # one record of tables.TABLES; its memory is that of `bytes`, which nobody can make writable
    cards: tuple[Card | None, ...]  # by type; None at 0, the unknown card
    editions: tuple[Edition, ...]
    switches: Mapping[str, bool | int | str] = field(repr=False)  # in force: the host's, the limits of all (MIX-2)
    hash: str  # hash of everything that can change a game: tables, ids and the switches
    first_copy: tuple[int, ...]  # by type
    types: Mapping[str, tuple[int, ...]] = field(repr=False)  # by full id, short id and printed name, lower case
    names: tuple[str, ...] = field(init=False, repr=False)  # printed, by type; "" at 0, the unknown card
    races: tuple[Race, ...] = field(init=False, repr=False)  # by number: everybody's, and those that editions declare
    klasses: tuple[Klass, ...] = field(init=False, repr=False)  # classes, likewise
    tags: tuple[Tag, ...] = field(init=False, repr=False)  # likewise
    _named: Mapping[str, tuple[int, ...]] = field(init=False, repr=False)  # types by printed name

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", np.frombuffer(self.tables.tobytes(), tables.TABLES))
        object.__setattr__(self, "types", MappingProxyType(dict(self.types)))
        object.__setattr__(self, "switches", MappingProxyType(dict(self.switches)))
        own = own_of(self.editions)
        object.__setattr__(self, "races", (*Race, *own.races.values()))
        object.__setattr__(self, "klasses", (*Klass, *own.klasses.values()))
        object.__setattr__(self, "tags", (*Tag, *own.tags.values()))
        object.__setattr__(self, "names", tuple(card.name if card is not None else "" for card in self.cards))
        named: dict[str, tuple[int, ...]] = {}
        for type_, name in enumerate(self.names[1:], 1):
            named[name] = (*named.get(name, ()), type_)
        object.__setattr__(self, "_named", MappingProxyType(named))

    def __reduce__(self) -> tuple[Any, ...]:
        switches, types = dict(self.switches), dict(self.types)
        return Catalogue, (self.tables, self.cards, self.editions, switches, self.hash, self.first_copy, types)

    @property
    def host(self) -> Edition:
        """First edition, whose switches hold (MIX-2)."""
        return self.editions[0]

    def worded(self, text: str) -> str:
        """Return a text without card names in the host rulebook's words for curses and gold."""
        curse = str(self.switches.get("curse_name", "curse"))
        text = text.replace("curse", curse).replace("Curse", curse.capitalize()) if curse != "curse" else text
        return re.sub(r"\bgold\b", lambda _: self.host.money, text)

    def has(self, kind_word: str) -> bool:
        """Return True if a card has this kind, as card files call it."""
        return any(card is not None and card.kind_word == kind_word for card in self.cards)

    def card(self, type_: int) -> Card:
        """Return the definition of a type. Raises CardError for a number that is no type."""
        card = self.cards[type_] if 0 < type_ < len(self.cards) else None
        if card is None:
            raise CardError(f"card type: expected 1 to {len(self.cards) - 1}, got {type_}")
        return card

    def index(self, name_or_id: str) -> int:
        """Return the type of a card by full id (`munchkin:elf`), short id (`elf`) or printed name, in any case.

        Raises CardError unless exactly one card has that name.
        """
        found = self.types.get(str(name_or_id).strip().lower(), ())
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(self.card(type_).full_id for type_ in found)
            raise CardError(f"card: expected one card, got {show(name_or_id)}, which may be {ids}")
        editions = ", ".join(edition.id for edition in self.editions)
        hint = did_you_mean(name_or_id, self.types)
        raise CardError(f"card: expected an id or a name of the editions {editions}, got {show(name_or_id)}{hint}")

    def name(self, type_: int) -> str:
        """Return the printed name."""
        return self.card(type_).name

    def edition_beside(self, type_: int, others: Iterable[int] | None = None) -> str:
        """Return `of star` where a card of another edition among `others` has the same name, else nothing.

        Lists of moves, prompts and pages use it to decide whether to name the edition. `others`: card types; None: all
        of the game.
        """
        name = self.names[type_]
        if len(self._named.get(name, ())) < 2:
            return ""
        alike = self._named[name] if others is None else [other for other in others if self.names[other] == name]
        return f"of {self.card(type_).edition}" if any(other != type_ for other in alike) else ""

    def name_among(self, type_: int, others: Iterable[int] | None = None) -> str:
        """Return the printed name, with the edition in brackets where `edition_beside` names it."""
        edition = self.edition_beside(type_, others)
        return f"{self.name(type_)} ({edition})" if edition else self.name(type_)

    def short_id(self, type_: int) -> str:
        """Return the id without its edition where that is unique, else with it."""
        card = self.card(type_)
        return card.id if self.types[card.id] == (type_,) else card.full_id

    @property
    def left_out(self) -> tuple[str, ...]:
        """Full ids, by type, of the editions' cards that the game leaves out."""
        return tuple(card.full_id for card in self.cards if card is not None and not card.copies)

    def copies_of(self, type_: int) -> range:
        """Return the numbers of the copies of a type; none of one that is left out."""
        copies = self.card(type_).copies
        first = self.first_copy[type_]
        return range(first, first + copies)


# --------------------------------------------------------------------------- columns


def _bits(members: Iterable[int]) -> int:
    """Return one bit per member of an enumeration of places."""
    return sum(1 << member for member in set(members))


def _limits(record: np.dtype) -> dict[str, tuple[int, int]]:
    """Return the smallest and the largest number of each column."""
    columns = {name: record[name] for name in record.names or () if record[name].shape == ()}
    return {name: (int(np.iinfo(column).min), int(np.iinfo(column).max)) for name, column in columns.items()}


_LIMITS = {record: _limits(record) for record in (tables.CARD, tables.CLAUSE)}


def _fill(row: np.void, values: Mapping[str, int], card: Card) -> None:
    """Write values into a record. Raises CardError if one does not fit its column: the linter's ranges are narrower."""
    limits = _LIMITS[row.dtype]
    for column, value in values.items():
        least, most = limits[column]
        if not least <= value <= most:
            where = f'{card.file}, card "{card.id}", field {column}'
            raise CardError(f"{where}: expected {least} to {most}, got {value}")
        row[column] = value


def _condition_columns(condition: Condition) -> dict[str, int]:
    need = Need(0)
    for demand, given in (
        (Need.LONE, condition.lone),
        (Need.BARE, condition.bare),
        (Need.USED, condition.used),
        (Need.EVEN_HAND, condition.even_hand),
        (Need.LOWEST, condition.lowest),
        (Need.HELPING, condition.helping),
        (Need.SURVIVOR, condition.survivor),
    ):
        need |= demand if given else Need(0)
    return {
        "race": _bits(condition.race),
        "not_race": _bits(condition.not_race),
        "klass": _bits(condition.klass),
        "not_klass": _bits(condition.not_klass),
        "sex": _bits(condition.sex),
        "min_level": condition.min_level,
        "max_level": condition.max_level,
        "used": _bits(condition.used),
        "need": int(need),
    }


def _parameter_number(parameter: Parameter, value: object, references: Mapping[str, int]) -> int:
    """Return a parameter's value as the table stores it."""
    if parameter.type == "card":
        return references[str(value)]
    if parameter.type == "tags":
        return _bits(value)  # type: ignore[arg-type]  # the reader made it a tuple of them
    if parameter.type in ("side", "combat_side"):
        return SIDE_NUMBERS[str(value)]
    assert isinstance(value, int)  # the reader made it an int, bool or IntEnum
    return int(value)


def _clause_columns(clause: Clause, card: Card, otherwise: bool, references: Mapping[str, int]) -> dict[str, int]:
    word = WORDS[clause.said]
    columns = {"op": int(word.op), "otherwise": int(otherwise), "who": int(card.asked(clause))}
    columns["die"] = int(word.rolls)
    columns.update(_condition_columns(clause.when))
    given = dict(clause.params)
    for name, parameter in word.params.items():
        value = given[name] if name in given else _default(parameter)
        if value is not None:
            columns[parameter.column] = _parameter_number(parameter, value, references)
    return columns


def _default(parameter: Parameter) -> object:
    """Return a word's default as a typed value; None leaves the column zero."""
    if parameter.type == "filter" and isinstance(parameter.default, str):
        return Filter[parameter.default.upper()]
    return parameter.default


def _restriction_columns(prefix: str, restriction: Restriction) -> dict[str, int]:
    return {
        f"{prefix}_race": _bits(restriction.race),
        f"{prefix}_klass": _bits(restriction.klass),
        f"{prefix}_sex": _bits(restriction.sex),
    }


def _abilities(card: Card) -> int:
    """Return the abilities that a card grants while in play. `lint` checks that none depends on a condition."""
    return _bits(clause.number("name") for clause in card.always if clause.said == "ability")


def _title(card: Card) -> str:
    """Return the name from its first letter on, without a prefix for curses and the like (`Curse! Amnesia`)."""
    name = card.name.partition("! ")[2] if card.kind in CURSES else ""
    letters = [i for i, letter in enumerate(name or card.name) if letter.isalpha()]
    return (name or card.name)[letters[0] :] if letters else ""


def _card_columns(card: Card, edition: int) -> dict[str, int]:
    return {
        "kind": card.kind,
        "deck": card.deck,
        "slot": card.slot,
        "hands": card.hands,
        "layer": card.layer,
        "big": int(card.big),
        "race": card.race if card.race is not None else Race.HUMAN,
        "klass": card.klass if card.klass is not None else Klass.NONE,
        "lasting": card.lasting,
        "level": card.level,
        "levels": card.levels_gained,
        "treasures": card.treasures,
        "bonus": card.bonus,
        "value": card.value,
        "copies": card.copies,
        "edition": edition,
        "tags": _bits((*card.tags, *((Tag.LASTING,) if card.lasting else ()))),
        "abilities": _abilities(card),
        "when": int(card.moments),
        "aim": card.aim,
        **_restriction_columns("need", card.usable_by),
        **_restriction_columns("ban", card.not_usable_by),
    }


# --------------------------------------------------------------------------- tables


def _names(cards: Sequence[Card | None]) -> dict[str, tuple[int, ...]]:
    """Return types by every name of a card, lower case, also its name with its edition, as lists of moves show it.

    A card that has a name as its id comes before cards that only print it.
    """
    by_id: dict[str, list[int]] = {}
    by_name: dict[str, list[int]] = {}
    for type_, card in enumerate(cards):
        if card is not None:
            for key in (card.full_id, card.id):
                by_id.setdefault(key, []).append(type_)
            by_name.setdefault(card.name.lower(), []).append(type_)
    told_apart: dict[str, list[int]] = {}
    for name, types in by_name.items():
        for type_ in types if len(types) > 1 else ():
            told_apart.setdefault(f"{name} (of {cards[type_].edition})", []).append(type_)  # type: ignore[union-attr]
    return {key: tuple(types) for key, types in {**told_apart, **by_name, **by_id}.items()}


def _twins(cards: Sequence[Card | None]) -> list[int]:
    """Return for each type the first one of the same name, in any edition: effects on one apply to all."""
    first: dict[str, int] = {}
    return [first.setdefault(card.name.lower(), type_) if card else 0 for type_, card in enumerate(cards)]


def _references(edition: str, cards: Sequence[Card | None]) -> dict[str, int]:
    """Return types by the ids that a card of an edition may use: short ids are of its own edition; twins are one."""
    found: dict[str, int] = {}
    twins = _twins(cards)
    for type_, card in enumerate(cards):
        if card is not None:
            found[card.full_id] = twins[type_]
            if card.edition == edition:
                found[card.id] = twins[type_]
    return found


def _check_size(field_name: str, came: int, most: int, editions: Sequence[Edition]) -> None:
    if came > most:
        ids = ", ".join(edition.id for edition in editions)
        raise CardError(f"{field_name} of {ids} together: expected at most {most}, got {came}")


def _draws_by_itself(card: Card) -> bool:
    return any(clause.said == "draw by_itself" for clause, _ in in_order(card.clauses(Trigger.PLAY)))


def _write_clauses(table: np.void, cards: Sequence[Card | None]) -> int:
    """Write all clauses and the first one of each card; return their number."""
    references = {card.edition: {} for card in cards if card is not None}  # type: dict[str, dict[str, int]]
    for edition in references:
        references[edition] = _references(edition, cards)
    number = 0
    rows_of: dict[int, slice] = {}
    for type_, card in enumerate(cards):
        if card is None:
            continue
        begins = number + 1
        for trigger in Trigger:
            rows = in_order(card.clauses(trigger))
            table["card"][type_]["start"][trigger] = number + 1 if rows else 0
            table["card"][type_]["count"][trigger] = len(rows)
            for clause, otherwise in rows:
                number += 1
                columns = _clause_columns(clause, card, otherwise, references[card.edition])
                _fill(table["clause"][number], columns, card)
            if trigger != Trigger.ALWAYS:
                _mark_milder(table["clause"][number + 1 - len(rows) : number + 1], [clause for clause, _ in rows])
        rows_of[type_] = slice(begins, number + 1)
    ops = as_before(table["clause"][: number + 1])["op"] & 63
    for type_, its in rows_of.items():
        bits = sum(1 << bit for bit in set(ops[its].tolist()))
        table["card"][type_]["words"] = np.uint64(bits).astype(np.int64)
    return number


def _mark_milder(rows: np.ndarray, clauses: Sequence[Clause]) -> None:
    """MOD-1: mark the milder of two clauses, one for those of a race or class and one for all others.

    It is the one that spares a life, else the one that affects all others.
    """
    for i in range(len(rows) - 1):
        pair = rows[i : i + 2]
        for of_it, of_others in ((0, 1), (1, 0)):
            for has, lacks in (("klass", "not_klass"), ("race", "not_race")):
                if pair[has][of_it] and pair[has][of_it] == pair[lacks][of_others]:
                    kills = WORDS[clauses[i + of_others].said].harm == Harm.LIFE
                    pair["milder"][of_it if kills else of_others] = 1


def _write_vowels(table: np.void, cards: Sequence[Card | None]) -> None:
    """Mark the names that begin with a vowel, if some card asks for them."""
    clauses = [part for card in cards if card for trigger in Trigger for part, _ in in_order(card.clauses(trigger))]
    if any(clause.param("filter") == Filter.VOWEL for clause in clauses):
        for type_, card in enumerate(cards):
            if card is not None:
                table["card"][type_]["vowel"] = int(_title(card)[:1].lower() in set("aeiou"))


def _write_letters(table: np.void, cards: Sequence[Card | None]) -> None:
    """Count the letters of the monsters' names, if some card asks for them."""
    if not any(clause.said == "monster_letters" for card in cards if card for clause in card.always):
        return
    for type_, card in enumerate(cards):
        if card is not None and card.kind in kinds_that("monster"):
            counts = [card.name.count(letter) for letter in ascii_letters]
            table["letters"][52 * type_ : 52 * type_ + 52] = counts


def _write_moments(table: np.void, cards: Sequence[Card | None]) -> None:
    """Note the moments that mean something to some card in the decks: others need no window."""
    moments = Moment(0)
    played = [card for card in cards if card is not None and card.copies]
    for card in played:
        moments |= card.moments
        if any(clause.said == "claimed_by" for clause in card.always):
            moments |= Moment.DISCARD
    table["moments"] = int(moments)
    table["sidekicks"] = int(any(card.kind in kinds_that("follows") and card.moments for card in played))
    if table["sidekicks"]:  # MIX-1: a Hireling is one of them, and played as they are
        for type_, one in enumerate(cards):
            if one is not None and one.kind in kinds_that("follows"):
                table["card"][type_]["when"] |= int(Moment.ANY)


def _write_ops(table: np.void) -> None:
    """Note the words that some card has: rules skip all others."""
    ops = {int(op) for op in table["clause"]["op"][1 : int(table["n_clauses"]) + 1]}
    for word in range(tables.N_OP_WORDS):
        bits = sum(1 << (op & 63) for op in ops if op >> 6 == word)
        table["ops"][word] = np.uint64(bits).astype(np.int64)


def _played_from_hand(card: np.void) -> int:
    """Return the moments at which a hand plays a card of the type: undead monsters may join at COMBAT (PLAY-6)."""
    joins = card["kind"] in kinds_that("monster") and card["tags"] >> Tag.UNDEAD & 1
    return int(card["when"]) | (int(Moment.COMBAT) if joins else 0)


def _write_copies(table: np.void, cards: Sequence[Card | None]) -> tuple[tuple[int, ...], int]:
    """Number the copies; return the first copy of each type and their number."""
    first = [0] * len(cards)
    number = 0
    for deck in Deck:
        before = number
        for type_, card in enumerate(cards):
            if card is not None and card.deck == deck:
                first[type_] = number + 1
                table["card"][type_]["first"] = number + 1
                table["type_of"][number + 1 : number + 1 + card.copies] = type_
                table["kind_of"][number + 1 : number + 1 + card.copies] = int(card.kind)
                table["when_of"][number + 1 : number + 1 + card.copies] = _played_from_hand(table["card"][type_])
                number += card.copies
        table["deck_cards"][deck] = number - before
    return tuple(first), number


def _compile(
    editions: Sequence[Edition],
    wanted: Iterable[tuple[str, bool | int | str]] = (),
    only: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Catalogue:
    switches = _settle(editions, wanted)
    cards: tuple[Card | None, ...] = (None, *(card for edition in editions for card in edition.cards))
    own = own_of(editions)
    if own != NOTHING:
        cards = renumbered(cards, own)
    names = _names(cards)
    cards = reduced(cards, names, only, without)
    clauses = sum(len(in_order(card.clauses(trigger))) for card in cards if card for trigger in Trigger)
    _check_size("distinct cards", len(cards) - 1, MAX_TYPES - 1, editions)
    _check_size("cards", sum(card.copies for card in cards if card), MAX_CARDS - 1, editions)
    _check_size("clauses", clauses, MAX_CLAUSES - 1, editions)
    drawing = sum(card.copies for card in cards if card and _draws_by_itself(card))
    _check_size("cards that draw by themselves", drawing, MOST_DRAWING, editions)
    array = np.zeros(1, tables.TABLES)
    table = array[0]
    number_of = {edition.id: number for number, edition in enumerate(editions)}
    for type_, card in enumerate(cards):
        if card is not None:
            _fill(table["card"][type_], _card_columns(card, number_of[card.edition]), card)
    table["card"]["twin"][: len(cards)] = _twins(cards)
    table["n_types"] = len(cards) - 1
    table["n_clauses"] = _write_clauses(table, cards)
    _write_letters(table, cards)
    _write_vowels(table, cards)
    _write_moments(table, cards)
    _write_ops(table)
    first, table["n_cards"] = _write_copies(table, cards)
    return Catalogue(array, cards, tuple(editions), switches, _hash(table, cards, switches), first, names)


def _hash(table: np.void, cards: Sequence[Card | None], switches: Mapping[str, bool | int | str]) -> str:
    """Hash the used rows column by column as 8-byte numbers, so that padding and widths do not matter."""
    digest = hashlib.sha256()
    used = (("card", "n_types"), ("clause", "n_clauses"))
    for name, size in used:
        rows = table[name][1 : int(table[size]) + 1]
        rows = as_before(rows) if name == "clause" else rows
        for column in rows.dtype.names or ():
            if column in tables.DERIVED or (column in tables.LATER and not rows[column].any()):
                continue
            digest.update(f"{name}.{column}".encode())
            digest.update(rows[column].astype("<i8").tobytes())
    digest.update(table["type_of"][1 : int(table["n_cards"]) + 1].astype("<i8").tobytes())
    if table["letters"].any():
        digest.update(table["letters"].astype("<i8").tobytes())
    ids = [card.full_id for card in cards if card is not None]
    digest.update(json.dumps([ids, sorted(switches.items())]).encode())
    return digest.hexdigest()


def _settle(editions: Sequence[Edition], wanted: Iterable[tuple[str, bool | int | str]]) -> dict[str, bool | int | str]:
    """Return the switches of a game: the host's, then the limits of every edition (MIX-2), then the caller's."""
    switches = dict(editions[0].switches)
    for name in (name for name, switch in SWITCHES.items() if switch.of_all):
        switches[name] = any(edition.switches.get(name, False) for edition in editions)
    for name, value in wanted:
        if name not in SWITCHES:
            raise ConfigError(f"switches.{name}: unknown{did_you_mean(name, SWITCHES)}; known: {', '.join(SWITCHES)}")
        expected = SWITCHES[name].refusal(name, value)
        if expected:
            raise ConfigError(f"switches.{name}: expected {expected}, got {shown(value)}")
        switches[name] = value
    return switches


@lru_cache(maxsize=64)
def _read(names: tuple[str, ...]) -> tuple[Edition, ...]:
    """Read editions that can be played together, the host first."""
    editions = tuple(read_edition(name) for name in names)
    ids = [edition.id for edition in editions]
    if len(set(ids)) < len(ids):
        raise ConfigError(f"editions: expected each edition once, got {', '.join(ids)}")
    lacking = [name for name in SWITCHES if name not in editions[0].switches]
    if lacking:
        message = f"expected those of the host, the first edition of a game, got none of {', '.join(lacking)}"
        refuse(editions[0].folder, [Problem(MANIFEST_FILE, "", "switches", "missing-field", message)])
    for edition in editions:
        refuse(edition.folder, lint.check_edition(edition, editions))
    return editions


@lru_cache(maxsize=64)
def _load(
    names: tuple[str, ...],
    wanted: tuple[tuple[str, bool | int | str], ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
) -> Catalogue:
    try:
        return _compile(_read(names), wanted, only, without)
    except CardError:
        _read.cache_clear()  # an author who corrects cards wants them read again
        raise


def load_catalogue(
    editions: Sequence[str | Path] = ("munchkin",),
    switches: tuple[tuple[str, bool | int | str], ...] = (),
    only: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Catalogue:
    """Return the catalogue of one or more editions, the host first.

    Catalogues are kept: the same arguments give the same object. `forget_catalogues` makes the files be read again.

    Args:
        editions: names or folders.
        switches: pairs of a name and a value that replaces the host's.
        only: kinds and cards that are in the decks; empty: all.
        without: kinds and cards that are left out of them.

    Raises:
        CardError: an edition is missing or faulty.
        ConfigError: the list is empty or repeats an edition, a switch is unknown or cannot have the value, or there are
            no such cards.
    """
    names = (str(editions),) if isinstance(editions, str | Path) else tuple(str(name) for name in editions)
    if not names:
        raise ConfigError("editions: expected at least one edition, got none")
    return _load(names, tuple(switches), tuple(only), tuple(without))


def catalogue_of(config: GameConfig) -> Catalogue:
    """Return the catalogue of games with these settings. Raises the errors of `load_catalogue`."""
    return load_catalogue(config.editions, config.switches, config.only_cards, config.without_cards)


def forget_catalogues() -> None:
    """Drop the kept catalogues, for authors who edit card files while Python runs."""
    _load.cache_clear()
    _read.cache_clear()
