"""Checks of an edition's cards together; `card_lint` has checked each card by itself.

`check_edition` looks at definitions, `lint_edition` reads them first and reports everything about one edition,
`lint_shipped` adds the checks of all editions of the package. Errors keep an edition from being loaded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from munchkin_env.cards.card_lint import Findings, check_parts, walk
from munchkin_env.cards.definition import DECK_FILES, MANIFEST_FILE, TRIGGER_FIELDS, Card, Edition, Problem
from munchkin_env.cards.reader import DECK_KEYS, find_editions, scan_edition
from munchkin_env.cards.words import WORDS
from munchkin_env.errors import did_you_mean
from munchkin_env.vocabulary import Deck, Trigger, kinds_that

# --------------------------------------------------------------------------- one edition


def _check_names(edition: Edition, found: Findings) -> None:
    """Check that ids and names differ inside an edition, in any case."""
    first: dict[tuple[str, str], Card] = {}
    for card in edition.cards:
        for field, text in (("id", card.id), ("name", card.name.lower())):
            other = first.setdefault((field, text), card)
            if other is not card:
                article = "an" if field == "id" else "a"
                first_one = f'"{other.id}" in {other.file}' + (f", line {other.line}" if other.line else "")
                here = f" in line {card.line}" if card.line else ""
                message = f'expected {article} {field} of its own, got "{text}"{here}, which is that of {first_one}'
                found.add(card, field, f"duplicate-{field}", message)


def _references(edition: Edition) -> Iterator[tuple[Card, str, str, str]]:
    """Return references between cards: the card, the field, the word and the id in it."""
    for card in edition.cards:
        for trigger in Trigger:
            for index, clause in enumerate(card.clauses(trigger)):
                for part in walk([clause]):
                    for name, value in part.params:
                        if WORDS[part.said].params[name].type == "card":
                            yield card, f"{TRIGGER_FIELDS[trigger]}[{index}].{name}", part.said, str(value)


def _check_references(edition: Edition, editions: Sequence[Edition], found: Findings) -> None:
    """Check that cards named by other cards are in the same edition, or are named with theirs."""
    known = {card.id: card for card in edition.cards}
    known.update({card.full_id: card for one in (*editions, edition) for card in one.cards})
    present = {one.id for one in (*editions, edition)}
    for card, field, do, value in _references(edition):
        foreign = value.partition(":")[0] if ":" in value else edition.id
        if foreign not in present:
            message = f'expected the id of a card, got "{value}" of the edition {foreign}, which is not here'
            found.add(card, field, "absent-edition", message)
        elif value not in known:
            message = f'expected the id of a card, got "{value}"{did_you_mean(value, known)}'
            found.add(card, field, "unknown-card", message)
        elif do == "killed_by" and all(clause.said != "side_bonus" for clause in known[value].play):
            message = f'expected a card that gives a side a bonus, got "{value}": it can\'t be played on a monster'
            found.add(card, field, "wrong-card", message)
        elif do == "each_monster" and known[value].kind not in kinds_that("monster"):
            found.add(card, field, "wrong-card", f'expected a monster, got "{value}"')
        elif do == "not_with" and known[value].kind not in kinds_that("enhances"):
            found.add(card, field, "wrong-card", f'expected a monster enhancer, got "{value}"')


def _check_decks(edition: Edition, found: Findings) -> None:
    """Check the manifest's numbers of cards, and that races and classes have their cards."""
    for deck in Deck:
        wanted, came = edition.decks.get(deck, 0), sum(card.copies for card in edition.cards if card.deck == deck)
        if wanted != came:
            message = f"expected {wanted} cards in {DECK_FILES[deck]} with all copies, got {came}"
            found.problems.append(Problem(MANIFEST_FILE, "", f"decks.{DECK_KEYS[deck]}", "wrong-count", message))
    for field, listed, printed in (
        ("races", set(edition.races), {card.race for card in edition.cards if card.race is not None}),
        ("classes", set(edition.klasses), {card.klass for card in edition.cards if card.klass is not None}),
    ):
        if listed != printed:
            words = ", ".join(sorted(word.name.lower() for word in printed)) or "none"
            message = f"expected those that have a card: {words}"
            found.problems.append(Problem(MANIFEST_FILE, "", field, "wrong-list", message))


def check_edition(edition: Edition, beside: Sequence[Edition] = ()) -> list[Problem]:
    """Return all problems of an edition's definitions; `beside` are editions that its cards may name."""
    found = Findings()
    for card in edition.cards:
        check_parts(card, found)
    _check_names(edition, found)
    _check_references(edition, beside, found)
    _check_decks(edition, found)
    return found.problems


def _named(edition: Edition) -> set[str]:
    """Return the ids of the other editions whose cards it names."""
    return {value.partition(":")[0] for *_, value in _references(edition) if ":" in value} - {edition.id}


def lint_editions(names: Sequence[str | Path]) -> list[Problem]:
    """Return all problems of some editions' files, whose cards may name each other's and those of the package.

    A card of an edition that is not here cannot be looked up: that is a warning. Raises CardError only if there is no
    such edition.
    """
    problems: list[Problem] = []
    sound: list[Edition] = []
    for name in names:
        edition, found = scan_edition(name)
        problems += found
        if edition is not None and not found:  # half-read cards cannot be checked together
            sound.append(edition)
    shipped = find_editions()
    beside = list(sound)
    for name in sorted(set().union(*(_named(edition) for edition in sound)) - {edition.id for edition in sound}):
        edition, found = scan_edition(shipped[name]) if name in shipped else (None, [])
        if edition is not None and not found:
            beside.append(edition)
    for edition in sound:
        for problem in check_edition(edition, beside):
            absent = problem.code == "absent-edition"
            problems.append(replace(problem, severity="warning") if absent else problem)
    return problems


def lint_edition(name_or_path: str | Path) -> list[Problem]:
    """Return all problems of one edition's files: see `lint_editions`."""
    return lint_editions([name_or_path])


# --------------------------------------------------------------------------- all editions


def words_used(editions: Iterable[Edition]) -> Counter[str]:
    """Return how often each effect word occurs in the cards."""
    return Counter(
        part.said
        for edition in editions
        for card in edition.cards
        for trigger in Trigger
        for part in walk(card.clauses(trigger))
    )


def lint_shipped() -> list[Problem]:
    """Return the problems of the package's editions, and a warning for each effect word that no card uses."""
    problems: list[Problem] = []
    editions: list[Edition] = []
    for name, folder in find_editions().items():
        edition, found = scan_edition(folder)
        problems += found
        if edition is not None and not found:
            editions.append(edition)
        if edition is not None and edition.id != name:
            message = f'expected the name of its folder "{name}", got "{edition.id}"'
            problems.append(Problem(MANIFEST_FILE, "", "id", "wrong-id", message))
    for edition in editions:
        problems += check_edition(edition, editions)
    used = words_used(editions)
    for do in WORDS:
        if not used[do]:
            message = f"no card of the shipped editions uses the word {do}"
            problems.append(Problem("words.py", "", do, "unused-word", message, "warning"))
    return problems
