"""Reader of an edition's TOML files: makes definitions and reports their problems.

A problem does not stop the reading, so that one look shows all of them. `scan_edition` returns the problems,
`read_edition` raises them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from munchkin_env.cards.card_reader import CLASSES, ID, RACES, SEXES, classes_of, races_of, read_card
from munchkin_env.cards.definition import (
    DECK_FILES,
    MANIFEST_FILE,
    NUMBERS,
    SWITCHES,
    Card,
    Edition,
    Problem,
)
from munchkin_env.cards.files import LONGEST_NAME, Source, has_file, lines_of_cards, load_toml
from munchkin_env.cards.toml_table import NOTHING, I, Own, TomlTable, numbered, own_of, room_for, show
from munchkin_env.errors import CardError, did_you_mean
from munchkin_env.registry import registered
from munchkin_env.vocabulary import Deck, Klass, Race, Tag

EDITIONS_FOLDER = Path(__file__).parent / "editions"
LONGEST_PATH = 1000
IDENTITY_WORDS = {*RACES, *CLASSES, *SEXES, "none"}
TAG_WORDS = {tag.name.lower() for tag in Tag}
DECK_KEYS = {Deck.DOOR: "doors", Deck.TREASURE: "treasures", Deck.EXTRA: "extra"}


def _cards(
    folder: Source,
    edition: str,
    deck: Deck,
    problems: list[Problem],
    optional: bool = False,
    own: Own = NOTHING,
) -> tuple[Card, ...]:
    """Return the cards of one deck file.

    A missing extra deck is none, nor is one to which other editions give cards.
    """
    file = DECK_FILES[deck]
    if (deck == Deck.EXTRA or optional) and not has_file(folder, file):
        return ()
    raw = load_toml(folder, file, problems)
    if raw is None:
        return ()
    table = TomlTable(raw, problems, file, own=own)
    entries = table.tables("card")
    table.finish()
    if not entries:
        table.wrong("card", "empty-deck", "expected at least one [[card]], got none")
    lines = lines_of_cards(folder, file, len(entries))
    return tuple(read_card(one, edition, deck, i + 1, lines[i]) for i, one in enumerate(entries))


# --------------------------------------------------------------------------- editions


def _switches(table: TomlTable | None) -> dict[str, bool | int | str]:
    """Return all switches, or none: an edition that is only ever a guest may leave them out (MIX-2)."""
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


def _decks(table: TomlTable | None) -> dict[Deck, int]:
    if table is None:
        return {}
    for deck in (Deck.DOOR, Deck.TREASURE):
        table.need(DECK_KEYS[deck])
    bounds = {Deck.TREASURE: NUMBERS["decks.treasures"]}
    found = {deck: table.whole(key, bounds=bounds.get(deck)) for deck, key in DECK_KEYS.items()}
    table.finish()
    return found


def _source(table: TomlTable, folder: Source) -> tuple[Card, ...]:
    """Return the cards of the edition that an `include` names; none, with a problem noted, if it cannot give any."""
    name = table.text("edition", longest=LONGEST_PATH)
    shipped = find_editions()
    path = shipped.get(name, Path(str(folder)) / name)
    try:
        there = name != "" and (path / MANIFEST_FILE).is_file()
    except (OSError, ValueError):  # too long for a file, bytes that no path can have
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
    cards = tuple(card for deck in Deck for card in _cards(path, name, deck, problems, own=table.own))
    if problems:
        table.wrong("edition", "faulty-edition", f"expected a sound edition, got one in which {problems[0]}")
        return ()
    return cards


def _included(table: TomlTable, folder: Source, edition: str) -> tuple[Card, ...]:
    """Return the cards of other editions that are cards of this one too, as if it had written them (MIX-1)."""
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


def _declared(table: TomlTable, key: str, kind: type[I]) -> dict[str, I]:
    """Return the races, classes or tags that the edition declares."""
    known = TAG_WORDS if kind is Tag else IDENTITY_WORDS
    names = table.words(key, {name: name for name in _texts(table.table.get(key))})
    for name in names:
        if not ID.match(name):
            table.wrong(key, "bad-id", f"expected lower-case letters, digits and _, got {show(name)}")
        elif len(name) > LONGEST_NAME:
            table.wrong(key, "too-long", f"expected at most {LONGEST_NAME} letters, got {len(name)}: {show(name)}")
        elif name in known:
            table.wrong(key, "known-word", f"expected a word that is not everybody's already, got {show(name)}")
        elif key == "own_classes" and name in _texts(table.table.get("own_races")):
            table.wrong(key, "known-word", f"expected other words than those of own_races, got {show(name)}")
    wrong = room_for(kind, len(names))
    if wrong:
        table.wrong(key, "out-of-range", wrong)
    return numbered(kind, names)


def _texts(given: object) -> list[str]:
    """Return the words of a list, or a single one."""
    return [one for one in (given if isinstance(given, list) else [given]) if isinstance(one, str)]


def _manifest(raw: Mapping[str, object], folder: Source, problems: list[Problem]) -> Edition:
    """Return the edition with the cards that it includes, without its own."""
    table = TomlTable(raw, problems, MANIFEST_FILE)
    for key in ("id", "name", "rulebook", "decks"):
        table.need(key)
    identity = table.text("id")
    if identity and not ID.match(identity):
        table.wrong("id", "bad-id", f"expected lower-case letters, digits and _, got {show(identity)}")
    races, klasses = _declared(table, "own_races", Race), _declared(table, "own_classes", Klass)
    table.own = Own(races, klasses, _declared(table, "own_tags", Tag))
    edition = Edition(
        id=identity,
        name=table.text("name"),
        rulebook=table.text("rulebook"),
        folder=str(folder),
        decks=_decks(table.sub("decks")),
        races=table.words("races", races_of(table)),
        klasses=table.words("classes", classes_of(table)),
        own_races=tuple(table.own.races.values()),
        own_classes=tuple(table.own.klasses.values()),
        own_tags=tuple(table.own.tags.values()),
        switches=_switches(table.sub("switches")),
        quick_blends=table.flag("quick_blends"),
        money=table.text("money", "gold"),
        cards=_included(table, folder, identity),
    )
    table.finish()
    return edition


def find_editions() -> dict[str, Path]:
    """Return the editions that come with the package: folder by name, in alphabetical order."""
    return {path.parent.name: path.parent for path in sorted(EDITIONS_FOLDER.glob(f"*/{MANIFEST_FILE}"))}


def locate_edition(name_or_path: str | Path) -> Source:
    """Return the files of an edition.

    It is one of the package by name, one of a registered scheme (`generated:7`), or a folder with an edition.toml.

    Raises:
        CardError: there is no such edition.
    """
    shipped = find_editions()
    scheme, colon, text = str(name_or_path).partition(":")
    schemes = registered("editions") if colon else {}
    if scheme in schemes:
        source: Source = schemes[scheme].load()(text)
        return source
    if str(name_or_path) in shipped:
        return shipped[str(name_or_path)]
    try:
        folder = Path(name_or_path).expanduser()
        if str(name_or_path) and (folder / MANIFEST_FILE).is_file():
            return folder.resolve()
        empty = folder.is_dir() and str(name_or_path) != ""
    except (OSError, ValueError, RuntimeError):  # too long for a file, bytes that no path can have, nobody's home
        empty = False
    if empty:
        raise CardError(f"{MANIFEST_FILE}: expected this file in the edition's folder {folder}, found none")
    raise CardError(
        f"editions: expected one of {', '.join([*shipped, *_schemes()])} or a folder with an {MANIFEST_FILE}, "
        f"got {show(str(name_or_path)[:200])}{did_you_mean(str(name_or_path)[:200], shipped)}"
    )


def _schemes() -> list[str]:
    """Return the names of registered schemes, for messages."""
    return [f"{name}:…" for name in registered("editions")]


def scan_edition(name_or_path: str | Path) -> tuple[Edition | None, list[Problem]]:
    """Return an edition as far as it can be read, and all problems of the reading.

    The edition is None if its manifest is missing or no TOML. Raises CardError if there is no such edition.
    """
    folder = locate_edition(name_or_path)
    problems: list[Problem] = []
    raw = load_toml(folder, MANIFEST_FILE, problems)
    if raw is None:
        return None, problems
    edition = _manifest(raw, folder, problems)
    cards: list[Card] = []
    own = own_of([edition]) if not problems else NOTHING
    for deck in Deck:
        taken = [card for card in edition.cards if card.deck == deck]
        cards += [*taken, *_cards(folder, edition.id, deck, problems, bool(taken), own)]
    return replace(edition, cards=tuple(cards)), problems


def refuse(folder: str | Source, problems: Iterable[Problem]) -> None:
    """Raise CardError with all errors among the problems, if there is one."""
    errors = [str(problem) for problem in problems if problem.severity == "error"]
    if not errors:
        return
    shown = errors[:20] + ([f"... and {len(errors) - 20} more"] if len(errors) > 20 else [])
    raise CardError("\n".join([*shown, f"in {folder}"]))


def read_edition(name_or_path: str | Path) -> Edition:
    """Return an edition's definitions, each field checked by itself; `lint` checks how they fit together.

    Raises CardError with a line for each problem: file, card, field, the expected and the given value.
    """
    edition, problems = scan_edition(name_or_path)
    refuse(locate_edition(name_or_path), problems)
    if edition is None:  # cannot happen: without a manifest there is a problem
        raise CardError(f"{MANIFEST_FILE}: expected a manifest in {name_or_path}, found none")
    return edition
