"""Every card and every effect word has an explanation, and the explanations are as last read by a person."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import KIND_WORDS, Card, Clause, Condition
from munchkin_env.cards.explain import (
    ABILITY_PHRASES,
    AIM_PHRASES,
    MOMENT_PHRASES,
    PHRASES,
    coverage,
    coverage_table,
    explain,
)
from munchkin_env.cards.reader import find_editions, read_edition
from munchkin_env.cards.words import WORDS
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Deck,
    Filter,
    Kind,
    Klass,
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

GOLDEN = {edition: Path(__file__).parent / f"explain_{edition}.txt" for edition in find_editions()}
CATALOGUE = load_catalogue(("munchkin",))
TYPES = [(edition, card.id) for edition in GOLDEN for card in read_edition(edition).cards]


def all_explanations(edition: str) -> str:
    catalogue = load_catalogue((edition,))
    types = range(1, len(catalogue.cards))
    return "".join(f"{catalogue.name(type_)}\n    {explain(catalogue, type_)}\n" for type_ in types)


@pytest.mark.parametrize("edition", GOLDEN)
def test_explanations_are_as_last_read(edition):
    """After a change on purpose run this file as a program, and read the difference before it is committed."""
    assert all_explanations(edition).splitlines() == GOLDEN[edition].read_text(encoding="utf-8").splitlines()


SAID = [  # card, and what its explanation must say: each was once wrong or left out
    ("tongue_demon", "you lose 2 levels; if you are an elf, you lose 1 more level"),
    ("tongue_demon", "Before the combat, unless it joins one that is on"),
    ("doppleganger", "while you fight alone"),
    ("doppleganger", "doubles it, two triple it"),
    ("doppleganger", "nobody may help you any more"),
    ("magic_lamp", "in your own turn, in a combat or after your own failed roll"),
    ("magic_lamp", "else it is lost"),
    ("potion_of_halitosis", "Played on the monster Floating Nose instead, it kills it at once"),
    ("floating_nose", "Potion of Halitosis, if it is played on it, kills it at once"),
    ("curse_change_race", "if there is none, you just lose them; without a race card nothing happens"),
    ("curse_change_class", "if there is none, you just lose them; without a class card nothing happens"),
    ("hireling", "when you lose the card, you lose that item too"),
    ("baby", "1 fewer treasure (but at least 1, if it gives any)"),
    ("rat_on_a_stick", "when you run away you may discard it before your roll, even if you only carry it"),
    ("pit_bull", "when you run away you may discard"),
    ("wannabe_vampire", "If you are a cleric, you may send it away"),
    ("lawyers", "a thief who fights may discard 2 treasure cards"),
    ("crabs", "all your items in use that are worn below the waist"),
    ("tuba_of_charm", "When you run away and no monster catches you"),
    ("wishing_ring", "on a curse that lies in front of a player or is about to strike"),
    ("instant_wall", "and agrees, escapes automatically"),
    ("king_tut", "If you escape and your level is 4 or higher, you lose 2 levels"),
    ("lame_goblin", "gives 1 level"),
    ("plutonium_dragon", "gives 2 levels and 5 treasures"),
]


@pytest.mark.parametrize(("card", "says"), SAID, ids=[f"{card}: {says}" for card, says in SAID])
def test_what_a_card_does_is_said(card, says):
    assert says.lower() in explain(CATALOGUE, CATALOGUE.index(card)).lower()


def faults_of_language(text: str) -> list[str]:
    """What no explanation may contain: wrong grammar, or something unworded."""
    patterns = [
        r"\b1 (levels|treasures|cards|hands)\b",
        r"\b(?!1\b)\d+ (level|treasure|card|hand)\b(?! (or|cards))",
        r"\ba [aeiou]|\ban [^aeiou]",
        r"  | ,|\.\.|;;|,,|:;|: *$",
        r"[{}_\[\]]|None|Filter|Slot|Tag\b|<",
        r"[+-]0\b",
        r"[^.]$|^[^A-Z]|\. [a-z]",
    ]
    return [match.group() for pattern in patterns for match in re.finditer(pattern, text)]


@pytest.mark.parametrize(("edition", "card_id"), TYPES, ids=[f"{edition}:{card}" for edition, card in TYPES])
def test_every_card_is_explained_in_sentences(edition, card_id):
    catalogue = load_catalogue((edition,))
    type_ = catalogue.index(card_id)
    text = explain(catalogue, type_)
    assert faults_of_language(text) == []
    card = catalogue.card(type_)
    for number in (card.level, card.treasures, card.bonus):
        assert re.search(rf"(?<!\d){abs(number)}(?!\d)", text) or not number


def test_every_word_has_a_phrase():
    assert set(PHRASES) == set(WORDS)
    assert set(ABILITY_PHRASES) == set(Ability) - {Ability.NONE}
    assert set(MOMENT_PHRASES) == set(Moment)
    assert set(AIM_PHRASES) == set(Aim)


SAMPLES: dict[str, list[object]] = {  # values of each type of parameter
    "int": [1, 2],
    "bool": [True, False],
    "slot": [Slot.HEADGEAR, Slot.HANDS],
    "tags": [Tag.FIRE | Tag.UNDEAD],
    "ability": list(ABILITY_PHRASES),
    "race": [Race.ELF, Race.DWARF],
    "class": [Klass.WIZARD],
    "card": ["hoard", "munchkin:elf"],
    "filter": [one for one in Filter if one not in (Filter.VALUE, Filter.BODY, Filter.HOST)],  # the engine's own
    "policy": list(Policy),
    "deck": list(Deck),
    "side": ["left", "right"],
    "combat_side": ["players", "monsters"],
    "receiver": list(Receiver),
    "until": list(Until),
    "payment": list(Payment),
    "often": [Often.TURN, Often.COMBAT],
    "letter": [0, 25],
}


def samples(do: str) -> list[Clause]:
    """Clauses of a word: each parameter in turn takes all its values, the others their first."""
    first = {name: (parameter.only or SAMPLES[parameter.type])[0] for name, parameter in WORDS[do].params.items()}
    when = Condition(klass=(Klass.THIEF,)) if do == "exchange" else Condition()  # which needs one
    found = [Clause(do, tuple(first.items()), when)]
    for name, parameter in WORDS[do].params.items():
        values = parameter.only or SAMPLES[parameter.type]
        found += [Clause(do, tuple({**first, name: value}.items()), when) for value in values]
        if not parameter.required:
            found.append(Clause(do, tuple((key, value) for key, value in first.items() if key != name), when))
    return found


@pytest.mark.parametrize("do", WORDS)
@pytest.mark.parametrize("kind", [Kind.MONSTER, Kind.ITEM, Kind.CURSE])
def test_every_word_is_worded_whatever_its_parameters(do, kind):
    card = Card("munchkin", "x", "X", kind, Deck.DOOR, "doors.toml", bonus=1)
    for clause in samples(do):
        text = PHRASES[do](clause, card, CATALOGUE)
        assert faults_of_language(f"S{text}.") == [], clause


CONDITIONS = [
    (Condition(race=(Race.ELF, Race.DWARF)), "If you are an elf or a dwarf, ", "If an elf or a dwarf fights it, "),
    (Condition(not_klass=(Klass.THIEF,)), "If you are not a thief, ", "If no thief fights it, "),
    (Condition(sex=(Sex.MALE,)), "If you are a man, ", "If a man fights it, "),
    (Condition(min_level=3), "If your level is 3 or higher, ", None),
    (Condition(min_level=3, max_level=5), "If your level is from 3 to 5, ", None),
    (Condition(lone=True), "If nobody helps, ", "If nobody helps, "),
    (
        Condition(race=(Race.ELF,), used=Tag.FIRE | Tag.WAND, bare=True),
        "If you are an elf, your side has no bonus at all and something with fire or a wand helped your side, ",
        "If an elf fights it, your side has no bonus at all and something with fire or a wand helped your side, ",
    ),
]


CTHULHU = [  # as SAID, of the other edition
    ("thing_only_grown_ups_see", "If somebody fights it whose level is 5 or higher, it has"),
    ("doorstep_prophets", "if there is none, or you are one, you lose 2 levels"),
    ("great_cthulhoo", "for the players count against them"),
]


@pytest.mark.parametrize(("card", "says"), CTHULHU, ids=[card for card, _ in CTHULHU])
def test_what_a_card_of_the_cult_does_is_said(card, says):
    catalogue = load_catalogue(("cthulhu",))
    assert says.lower() in explain(catalogue, catalogue.index(card)).lower()


@pytest.mark.parametrize(("condition", "owner", "party"), CONDITIONS)
def test_conditions_say_whom_they_ask(condition, owner, party, monkeypatch):
    for who, expected in ((Who.OWNER, owner), (Who.PARTY, party)):
        if expected is None:
            continue  # levels are asked of one player
        asked = replace(condition, who=who)
        card = Card(
            "munchkin", "x", "X", Kind.MONSTER, Deck.DOOR, "doors.toml", always=(Clause("no_help", when=asked),)
        )
        monkeypatch.setattr(CATALOGUE.__class__, "card", lambda self, type_, card=card: card)
        assert f"{expected}nobody may help against it" in explain(CATALOGUE, 1)


def test_a_number_that_is_no_type_is_an_error():
    with pytest.raises(CardError, match="expected 1 to 147, got 0"):
        explain(CATALOGUE, 0)


# ---------------------------------------------------------------------------- coverage
def test_coverage_counts_kinds_and_origins():
    found = coverage(CATALOGUE)
    assert set(found) <= set(KIND_WORDS.values())
    assert found["monster"] == {"published": (37, 37), "rulebook": (0, 0), "original": (0, 0)}
    assert found["race"]["published"] == (3, 9)
    assert sum(copies for row in found.values() for _, copies in row.values()) == 168


def test_coverage_is_a_table():
    lines = coverage_table(CATALOGUE).splitlines()
    assert lines[0] == "| kind | published | rulebook | original |"
    assert lines[-1] == "| all | 147 (168) | 0 | 0 |"
    assert {line.count("|") for line in lines} == {5}


if __name__ == "__main__":
    for edition, golden in GOLDEN.items():
        golden.write_text(all_explanations(edition), encoding="utf-8")
