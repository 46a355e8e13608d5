"""Checks how the cards of an edition fit together; `reader` has checked each field by itself.

`check_edition` looks at definitions, `lint_edition` reads them first and reports everything about one edition,
`lint_shipped` adds what concerns all editions of the package. Errors keep an edition from being loaded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from munchkin_env.cards.definition import (
    DECK_FILES,
    KIND_WORDS,
    MANIFEST_FILE,
    TRIGGER_FIELDS,
    Card,
    Clause,
    Edition,
    Problem,
)
from munchkin_env.cards.reader import DECK_KEYS, find_editions, scan_edition
from munchkin_env.cards.words import WORDS
from munchkin_env.errors import did_you_mean
from munchkin_env.vocabulary import Aim, Deck, Filter, Kind, Slot, Trigger, Who

_RANGES: dict[str, tuple[int, int]] = {  # what a card may sensibly say
    "copies": (1, 20),
    "level": (1, 50),
    "levels": (0, 5),
    "treasures": (-5, 10),
    "bonus": (-30, 30),
    "value": (-1, 5000),
    "hands": (0, 2),
}
_AIMS: dict[str, set[Aim]] = {  # what a card with the word must be aimed at
    "side_bonus": {Aim.SIDE},
    "remove_monster": {Aim.MONSTER},
    "clone": {Aim.MONSTER},
    "replace": {Aim.MONSTER_SWAP},
    "join": {Aim.MONSTER_FROM_HAND},
    "set_die": {Aim.FACE},
    "new_fighter": {Aim.OUTSIDER},
    "search": {Aim.DISCARD},
    "cancel_curse": {Aim.CURSE},
    "take_item": {Aim.OTHERS_ITEM},
    "cheat": {Aim.OWN_ITEM},
    "steal_level": {Aim.VICTIM},
    "gain_level": {Aim.PLAYER, Aim.NONE},
}
_FILTER_NEEDS: dict[Filter, str] = {Filter.SLOT: "slot", Filter.TAGGED: "tags"}
_ONLY_IN_COMBAT = {"lone", "bare", "used"}


class _Findings:
    """The problems found so far, and how to word one more."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, card: Card, field: str, code: str, message: str, severity: str = "error") -> None:
        self.problems.append(Problem(card.file, card.id, field, code, message, severity))


# --------------------------------------------------------------------------- one card


def _check_numbers(card: Card, found: _Findings) -> None:
    for name, (least, most) in _RANGES.items():
        value = getattr(card, name)
        if name == "level" and card.kind != Kind.MONSTER:
            continue
        if not least <= value <= most:
            found.add(card, name, "out-of-range", f"expected {least} to {most}, got {value}")
    if card.kind == Kind.MONSTER and card.treasures < 0:
        found.add(card, "treasures", "out-of-range", f"expected 0 or more, got {card.treasures}")


def _check_play(card: Card, found: _Findings) -> None:
    """A card that is played must say when, unless its kind does; `when` and `on` need a play."""
    if card.play and card.when is None and not card.moments:
        message = f"is required for the kind {KIND_WORDS[card.kind]} with play clauses and missing"
        found.add(card, "when", "missing-field", message)
    if not card.play and card.kind != Kind.ENHANCER:
        for name, given in (("when", card.when is not None), ("on", card.on is not None)):
            if given:
                found.add(card, name, "nothing-to-play", "means nothing without play clauses")
    for index, clause in enumerate(card.play):
        wanted = _AIMS.get(clause.do)
        if wanted and card.aim not in wanted:
            words = " or ".join(sorted(aim.name.lower() for aim in wanted))
            message = f"expected {words} for the word {clause.do}, got {card.aim.name.lower()}"
            found.add(card, "on", "wrong-aim", message)
        if clause.do == "side_bonus" and not card.bonus:
            found.add(card, f"play[{index}]", "missing-bonus", "expected a card with a bonus, got bonus 0")


def _check_stay(card: Card, found: _Findings) -> None:
    if card.kind in (Kind.CURSE, Kind.MADNESS) and card.always and not card.lasting:
        found.add(card, "always", "never-in-play", "expected a play clause `stay` beside it, got none")
    if card.lasting and not card.always:
        found.add(card, "always", "missing-field", "is required for a curse that stays and missing")


def _check_choice(card: Card, trigger: Trigger, clauses: Sequence[Clause], found: _Findings) -> None:
    """The options of `choose` are the clauses right after it, and plain ones."""
    for index, clause in enumerate(clauses):
        if clause.do != "choose":
            continue
        field = f"{TRIGGER_FIELDS[trigger]}[{index}]"
        options = clause.number("options")
        if options < 2:
            found.add(card, f"{field}.options", "bad-choice", f"expected at least 2, got {options}")
        following = clauses[index + 1 : index + 1 + options]
        if len(following) < options:
            message = f"expected {options} clauses after it, got {len(following)}"
            found.add(card, f"{field}.options", "bad-choice", message)
        if clause.otherwise or any(one.otherwise or one.do == "choose" for one in following):
            message = "expected options without `otherwise` and without a choice inside"
            found.add(card, field, "bad-choice", message)


def _check_condition(card: Card, trigger: Trigger, field: str, clause: Clause, found: _Findings) -> None:
    condition = clause.when
    if condition.min_level and condition.max_level and condition.min_level > condition.max_level:
        message = f"expected at most max_level {condition.max_level}, got {condition.min_level}"
        found.add(card, f"{field}.when.min_level", "impossible-condition", message)
    for name, both in (
        ("race", set(condition.race) & set(condition.not_race)),
        ("class", set(condition.klass) & set(condition.not_klass)),
    ):
        if both:
            words = ", ".join(sorted(word.name.lower() for word in both))
            message = f"expected different words in {name} and not_{name}, got {words} in both"
            found.add(card, f"{field}.when.{name}", "impossible-condition", message)
    for name in sorted(_ONLY_IN_COMBAT):
        if getattr(condition, name) and trigger not in (Trigger.ALWAYS, Trigger.BAD_STUFF, Trigger.ESCAPED):
            found.add(card, f"{field}.when.{name}", "no-combat", "asks about a combat where there may be none")
    if card.asked(clause) == Who.PARTY and (condition.min_level or condition.max_level):
        message = 'expected a level to be asked of one player (who = "owner"), got it asked of the party'
        found.add(card, f"{field}.when", "level-of-party", message)
    if condition.who is not None and condition.empty:
        found.add(card, f"{field}.when.who", "empty-condition", "expected something to ask, got only whom to ask")


def _check_filter(card: Card, field: str, clause: Clause, found: _Findings) -> None:
    """The filters `slot` and `tagged` need to know which, the others must not be told."""
    if "filter" not in WORDS[clause.do].params:
        return
    chosen = clause.param("filter", Filter.ITEMS)
    for filter_, name in _FILTER_NEEDS.items():
        if name not in WORDS[clause.do].params:
            continue
        given = clause.param(name) is not None
        if (chosen == filter_) != given:
            wanted = "is required with" if chosen == filter_ else "means nothing without"
            found.add(card, f"{field}.{name}", "wrong-filter", f'{wanted} filter = "{filter_.name.lower()}"')


def _check_parameters(card: Card, field: str, clause: Clause, found: _Findings) -> None:
    """What single words need beyond their declaration."""
    for do, instead in (("lose_level", "die"), ("set_level", "lowest")):
        if clause.do == do and (clause.param("amount") is not None) == bool(clause.param(instead, False)):
            found.add(card, f"{field}.amount", "wrong-amount", f"expected either an amount or {instead} = true")
    if clause.do == "falls_with" and not card.lasting:
        found.add(card, field, "never-in-play", "expected a card that stays, got one that doesn't")
    if clause.do == "ability" and not clause.when.empty:
        message = "expected an ability without a condition: the engine reads abilities from a mask"
        found.add(card, f"{field}.when", "conditional-ability", message)
    signed = "always" in WORDS[clause.do].triggers  # a change, up or down; effects always say how many
    for name, parameter in WORDS[clause.do].params.items():
        given = clause.param(name)
        if parameter.type != "int" or given is None or name in ("max", "limit", "options"):
            continue
        number = clause.number(name)
        if number == 0 or (number < 0 and not signed):
            what = "a number other than 0" if signed else "a positive number"
            found.add(card, f"{field}.{name}", "wrong-amount", f"expected {what}, got {number}")


def _check_clause(card: Card, trigger: Trigger, field: str, clause: Clause, found: _Findings) -> None:
    word = WORDS[clause.do]
    if TRIGGER_FIELDS[trigger] not in word.triggers:
        message = f"expected the word {clause.do} in {' or '.join(word.triggers)}, got it in {TRIGGER_FIELDS[trigger]}"
        found.add(card, f"{field}.do", "wrong-place", message)
    _check_condition(card, trigger, field, clause, found)
    _check_filter(card, field, clause, found)
    _check_parameters(card, field, clause, found)
    if clause.otherwise is None:
        return
    if trigger == Trigger.ALWAYS:
        message = "means nothing here: clauses under always have no order"
        found.add(card, f"{field}.otherwise", "wrong-otherwise", message)
    if clause.otherwise.otherwise is not None:
        message = "expected one alternative, got a chain of them"
        found.add(card, f"{field}.otherwise.otherwise", "wrong-otherwise", message)
    _check_clause(card, trigger, f"{field}.otherwise", clause.otherwise, found)


def _check_restrictions(card: Card, found: _Findings) -> None:
    for name in ("race", "klass", "sex"):
        both = set(getattr(card.usable_by, name)) & set(getattr(card.not_usable_by, name))
        if both:
            words = ", ".join(sorted(word.name.lower() for word in both))
            message = f"expected words that aren't in usable_by, got {words}"
            found.add(card, "not_usable_by", "impossible-restriction", message)


def _check_card(card: Card, found: _Findings) -> None:
    _check_numbers(card, found)
    _check_play(card, found)
    _check_stay(card, found)
    _check_restrictions(card, found)
    if card.big and card.kind != Kind.ITEM:
        found.add(card, "big", "out-of-range", "expected big for items only")
    if card.slot == Slot.HANDS and not card.hands:
        found.add(card, "hands", "missing-field", "is required for the slot hands and missing")
    for trigger in Trigger:
        clauses = card.clauses(trigger)
        _check_choice(card, trigger, clauses, found)
        for index, clause in enumerate(clauses):
            _check_clause(card, trigger, f"{TRIGGER_FIELDS[trigger]}[{index}]", clause, found)


# --------------------------------------------------------------------------- one edition


def _check_names(edition: Edition, found: _Findings) -> None:
    """Ids and names must be different inside an edition, whatever their case."""
    first: dict[tuple[str, str], Card] = {}
    for card in edition.cards:
        for field, text in (("id", card.id), ("name", card.name.lower())):
            other = first.setdefault((field, text), card)
            if other is not card:
                message = f'expected a {field} of its own, got that of "{other.id}" in {other.file}: "{text}"'
                found.add(card, field, f"duplicate-{field}", message)


def _walk(clauses: Iterable[Clause]) -> Iterator[Clause]:
    for clause in clauses:
        yield clause
        if clause.otherwise is not None:
            yield from _walk([clause.otherwise])


def _check_references(edition: Edition, editions: Sequence[Edition], found: _Findings) -> None:
    """Cards named by other cards must be in the same edition, or be named with theirs."""
    known = {card.id for card in edition.cards}
    known |= {card.full_id for one in (*editions, edition) for card in one.cards}
    for card in edition.cards:
        for trigger in Trigger:
            for index, clause in enumerate(card.clauses(trigger)):
                for part in _walk([clause]):
                    for name, value in part.params:
                        if WORDS[part.do].params[name].type == "card" and value not in known:
                            message = f'expected the id of a card, got "{value}"{did_you_mean(value, known)}'
                            field = f"{TRIGGER_FIELDS[trigger]}[{index}].{name}"
                            found.add(card, field, "unknown-card", message)


def _check_decks(edition: Edition, found: _Findings) -> None:
    """The manifest says how many cards there are; races and classes must have their cards."""
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
    """Everything wrong with an edition's definitions; `beside` are editions that its cards may name."""
    found = _Findings()
    for card in edition.cards:
        _check_card(card, found)
    _check_names(edition, found)
    _check_references(edition, beside, found)
    _check_decks(edition, found)
    if edition.switches.get("hand_limit") == 0:
        message = "expected at least 1, got 0"
        found.problems.append(Problem(MANIFEST_FILE, "", "switches.hand_limit", "out-of-range", message))
    return found.problems


def lint_edition(name_or_path: str | Path) -> list[Problem]:
    """Everything wrong with an edition's files. Raises CardError only if there is no such edition."""
    edition, problems = scan_edition(name_or_path)
    if edition is None or problems:
        return problems  # how half-read cards fit together says nothing
    return check_edition(edition)


# --------------------------------------------------------------------------- all editions


def words_used(editions: Iterable[Edition]) -> Counter[str]:
    """How often each effect word occurs in the cards."""
    return Counter(
        part.do
        for edition in editions
        for card in edition.cards
        for trigger in Trigger
        for part in _walk(card.clauses(trigger))
    )


def lint_shipped() -> list[Problem]:
    """Everything wrong with the editions of the package, and a warning for each effect word that no card uses."""
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
