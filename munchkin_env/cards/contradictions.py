"""Contradictions of a card whose parts are sound one by one: clauses that can never hold, or change nothing.

`check_contradictions` checks one card; `lint` adds its findings to the rest.
"""

from collections.abc import Callable, Iterator

from munchkin_env.cards.definition import TRIGGER_FIELDS, Card, Clause, Condition
from munchkin_env.cards.words import TAG_KINDS, WORDS
from munchkin_env.vocabulary import Ability, Fetch, Filter, Sex, Tag, Trigger, Who, kinds_that

Note = Callable[[str, str, str], None]  # field, code, message

# Words of one card that must not both hold for one player.
CONTRARY = (("bars escape", "lets_go"), ("bars bonuses", "bars levels"))
# Words and abilities of which the second means nothing on a card that has the first without a condition.
IDLE = (
    ("bars escape", "escape_for_item"),
    ("lets_go", "escape_for_item"),
    ("bars help", "bars helpers"),
    ("bars help", "bars reward"),
    ("no_helping", "must_help"),
    ("no_helping", "help_levels"),
    ("no_helping", "draw for_help"),
    ("no_helping", "shun"),
    ("no_asking", "force_help"),
    ("no_asking", "compel_help"),
    ("unhelped", "no_asking"),
    ("unhelped", "force_help"),
    ("unhelped", "compel_help"),
    ("compel_help", "force_help"),
    ("any_big", "more_big"),
    ("any_complex", "room_for complex"),
)


def _named(clause: Clause) -> str:
    """Return the word of a clause, or the ability that it grants."""
    ability = clause.param("name") if clause.said == "ability" else None
    return ability.name.lower() if isinstance(ability, Ability) else clause.said


def _apart(one: Condition, other: Condition, who: Who) -> bool:
    """Return True if the two conditions never hold at once: one player has one level and one sex, but maybe two
    classes."""
    for demanded, excluded in ((one, other), (other, one)):
        if who != Who.SOMEBODY:
            for wanted, barred in ((demanded.race, excluded.not_race), (demanded.klass, excluded.not_klass)):
                if wanted and set(wanted) <= set(barred):
                    return True
        if who == Who.OWNER and demanded.min_level and 0 < excluded.max_level < demanded.min_level:
            return True
    return who == Who.OWNER and bool(one.sex and other.sex) and not set(one.sex) & set(other.sex)


def _both(card: Card, one: Clause, other: Clause) -> bool:
    """Return True if both clauses may work at once."""
    asked = card.asked(one)
    return asked != card.asked(other) or not _apart(one.when, other.when, asked)


def _check_pairs(card: Card, note: Note) -> None:
    """Check that no two words exclude each other, unless their conditions do so, too."""
    for pairs, contrary in ((CONTRARY, True), (IDLE, False)):
        for first, second in pairs:
            ones = [clause for clause in card.always if _named(clause) == first]
            for index, clause in enumerate(card.always):
                if _named(clause) != second:
                    continue
                if any(_both(card, one, clause) if contrary else one.when.empty for one in ones):
                    note(f"always[{index}]", "contradiction", f"means nothing beside {first} of the same card")


def _check_cost(card: Card, note: Note) -> None:
    """Check that a card used in play costs something or has a limit of uses: else its use has no end.

    Cards are no sufficient price of a word that brings them back from the discards.
    """
    words = [one.said for one in _walk(card.play) if one.said in WORDS]
    for index, clause in enumerate(card.always):
        if clause.said != "cost" or clause.param("itself") or clause.param("each"):
            continue
        if clause.param("cards"):
            endless = [said for said in words if isinstance(WORDS[said].op, Fetch)]
            expected, came = "itself = true or each", "cards alone"
        else:
            endless = [said for said in words if not WORDS[said].bounded]
            expected, came = "cards, itself = true or each", "nothing"
        if endless:
            message = f"expected {expected}, got a cost of {came}: the word {endless[0]} has no end"
            note(f"always[{index}]", "free-power", message)


def _check_tags(card: Card, note: Note) -> None:
    meant = [tag for tag in Tag if card.kind in TAG_KINDS.get(tag, ())]
    for tag in sorted(card.tags):
        if tag in TAG_KINDS and tag not in meant:  # a tag that an edition declares has any meaning
            known = ", ".join(one.name.lower() for one in meant) or "none"
            message = f"expected one of {known} at the kind {card.kind_word}, got {tag.name.lower()}"
            note("tags", "tag-of-other-kind", message)


def _check_numbers(field: str, clause: Clause, note: Note) -> None:
    """Check that no number changes nothing, and no bounds exclude each other."""
    for name, parameter in WORDS[clause.said].params.items():
        given = clause.param(name)
        if parameter.idle is not None and given is not None and given == parameter.idle:
            message = f"expected a number other than {given}, got {given}: it would change nothing"
            note(f"{field}.{name}", "wrong-amount", message)
    low, high = clause.number("level_from"), clause.number("level_to")
    if low and high and low > high:
        note(f"{field}.level_from", "impossible-bounds", f"expected at most level_to {high}, got {low}")
    letters = ("small", "capital", "levels")
    if clause.said == "monster_letters" and not any(clause.number(name) for name in letters):
        note(field, "wrong-amount", "expected small, capital or levels other than 0, got a letter that changes nothing")


def _check_condition(field: str, condition: Condition, note: Note) -> None:
    """Check that no condition is always or never true."""
    if condition.lone and condition.helping:
        note(f"{field}.when.lone", "impossible-condition", "means nothing beside helping: a helper is not alone")
    if set(condition.sex) == set(Sex):
        note(f"{field}.when.sex", "idle-condition", "expected one sex, got both: that is always so")


def _check_whole(card: Card, note: Note) -> None:
    """Check the fields of a card beside its words."""
    for index, clause in enumerate(card.always):
        if clause.said == "no_treasure" and card.treasures:
            message = f"means nothing beside treasures = {card.treasures} of the same card"
            note(f"always[{index}]", "contradiction", message)
        if clause.param("filter") == Filter.HOST and all(one.said != "spent host" for one in card.play):
            message = "means nothing without the word bind, which hangs it on a card"
            note(f"always[{index}].filter", "wrong-filter", message)
    if set(card.not_usable_by.sex) == set(Sex):
        note("not_usable_by", "impossible-restriction", "expected one sex, got both: nobody could use it")
    if set(card.usable_by.sex) == set(Sex):
        note("usable_by", "idle-restriction", "expected one sex, got both: everybody is of one")
    changes = card.bonus or card.treasures or card.tags
    if card.kind in kinds_that("enhances") and not changes and all(clause.said == "not_with" for clause in card.always):
        note("bonus", "wrong-amount", "expected a bonus, treasures, tags or clauses that change a monster, got none")
    fewer = any(clause.number("fewer_hands") for clause in card.play)
    if card.kind in kinds_that("fitted") and not (card.bonus or card.tags or fewer):
        note("bonus", "wrong-amount", "expected a bonus, tags or fewer_hands, got nothing that changes an item")


def _walk(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    for clause in clauses:
        yield clause
        if clause.otherwise is not None:
            yield from _walk((clause.otherwise,))


def check_contradictions(card: Card, note: Note) -> None:
    """Note all contradictions of the card, by field, code and message."""
    _check_pairs(card, note)
    _check_cost(card, note)
    _check_tags(card, note)
    _check_whole(card, note)
    for trigger in Trigger:
        for index, written in enumerate(card.clauses(trigger)):
            field = f"{TRIGGER_FIELDS[trigger]}[{index}]"
            for depth, clause in enumerate(_walk((written,))):
                at = field + ".otherwise" * depth
                _check_numbers(at, clause, note)
                _check_condition(at, clause.when, note)
