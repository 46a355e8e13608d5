"""Every card and every effect word has an explanation, and the explanations are as last read by a person."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import KINDS, Card, Clause, Condition
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
    Kind,
    Klass,
    Moment,
    Race,
    Sex,
    Tag,
    Who,
)
from tests.cards.samples import faults_of_language
from tests.each import each

GOLDEN = {edition: Path(__file__).parent / f"explain_{edition}.txt" for edition in find_editions()}
CATALOGUE = load_catalogue(("munchkin",))
TYPES = [(edition, card.id) for edition in GOLDEN for card in read_edition(edition).cards]


def all_explanations(edition: str) -> str:
    catalogue = load_catalogue((edition,))
    types = range(1, len(catalogue.cards))
    return "".join(f"{catalogue.name(type_)}\n    {explain(catalogue, type_)}\n" for type_ in types)


@each("edition", GOLDEN)
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
    ("wannabe_vampire", "3 treasures. Any fighter who is a cleric may send it away"),
    ("lawyers", "a thief who fights may discard 2 treasure cards"),
    ("crabs", "all your items in use worn below the waist"),
    ("tuba_of_charm", "When you run away and no monster catches you"),
    ("wishing_ring", "on a curse that lies in front of a player or is about to strike"),
    ("instant_wall", "and agrees, escapes automatically"),
    ("king_tut", "If you escape and your level is 4 or higher, you lose 2 levels"),
    ("lame_goblin", "gives 1 level"),
    ("plutonium_dragon", "gives 2 levels and 5 treasures"),
    ("kill_the_hireling", "a hireling in play is discarded"),
    ("whine_at_the_gm", "and not if he is of the highest level"),
    ("half_breed", "Race modifier. Lay it out beside a race card; you lose it with the last of them"),
]


@each(("card", "says"), SAID, ids=[f"{card}: {says}" for card, says in SAID])
def test_what_a_card_does_is_said(card, says):
    assert says.lower() in explain(CATALOGUE, CATALOGUE.index(card)).lower()


def test_what_bicker_ichor_needs_is_said():
    catalogue = load_catalogue(("cthulhu",))
    said = explain(catalogue, catalogue.index("bicker_ichor"))
    assert "the monster, which must be one of several and have the lowest level of them or be tied for it" in said


@each(("edition", "card_id"), TYPES, ids=[f"{edition}:{card}" for edition, card in TYPES])
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


CONDITIONS = [
    (Condition(race=(Race.ELF, Race.DWARF)), "If you are an elf or a dwarf, ", "If an elf or a dwarf fights it, "),
    (Condition(not_klass=(Klass.THIEF,)), "If you are not a thief, ", "If no thief fights it, "),
    (Condition(sex=(Sex.MALE,)), "If you are a man, ", "If a man fights it, "),
    (Condition(min_level=3), "If your level is 3 or higher, ", None),
    (Condition(min_level=3, max_level=5), "If your level is from 3 to 5, ", None),
    (Condition(lone=True), "If nobody helps, ", "If nobody helps, "),
    (
        Condition(race=(Race.ELF,), used=(Tag.FIRE, Tag.WAND), bare=True),
        "If you are an elf, your side has no bonus at all and something with fire or a wand helped your side, ",
        "If an elf fights it, your side has no bonus at all and something with fire or a wand helped your side, ",
    ),
]


CTHULHU = [  # as SAID, of the other edition
    ("thing_only_grown_ups_see", "If somebody fights it whose level is 5 or higher, it has"),
    ("doorstep_prophets", "if there is none, or you are one, you lose 2 levels"),
    ("great_cthulhoo", "for the players count against them"),
    ("a_bracing_walk_along_the_abyss", "that player loses all his Madness cards that are phobias; if he has none, he"),
    ("sudden_head_blow", "that player loses all his Madness cards; he discards his cultist card; if he has none, he"),
    ("master_your_fears", "that player chooses: he gains 1 level (never the winning level), or he loses"),
    ("corrupted_by_power", "stays in front of that player until he kills a monster without a helper. While it lies in"),
    ("unwelcome_enlightenment", "before the door is opened, on another player in his own turn: that player gains"),
    ("sole_survivor", "if that player was not caught in the combat just over, though his ally was, he gains 2 levels"),
    ("thicker_ichor", "on an ichor card that was spent in the combat: it hangs on that card; what that card gives"),
    ("ichor_picker", "on an ichor card that was spent in the combat"),
    ("quicker_ichor", "before the first roll, for either side: rolls to run away in this combat have +2"),
    ("curse_amnesia", "if you have none and you are not a cultist, you lose 1 level"),
    ("curse_dragged_off_to_snarkham_asylum", "you just lose it; without a cultist card, you become a cultist"),
    ("blasphemous", "Play it in any combat on one monster, or at any time on a cultist: the monster"),
    ("i_am_not_worthy_of_this_honor", "when a curse that you have turned up is about to strike you, on another living"),
    ("official_mythos", "on one of your items in play that takes hands: that item has +2 more; the card stays with it"),
    ("of_the_middle_aged_gods", "that gives a bonus: that item has +2 more and takes 1 hand fewer"),
    ("the_bodiless", "he draws 1 door card face down. Bad stuff: you lose all door cards in your hand"),
    ("innsmouth_yellow_pages", "on a monster in the discard piles"),
    ("unnameable", "If a professor fights it, it has +5 strength besides"),
    ("monster_whacker", "You have +2 strength while you fight a monster of level 10 or lower"),
]
STAR = [
    ("red_shirt", "Sidekick, +1. Play it at any time"),
    ("blame_somebody_in_red", "a sidekick of your choice in play is discarded"),
    ("no_i_am_the_straight_man", "when a trap that you have turned up is about to strike you, on another living"),
    ("gadgeteer", "when a trap is about to strike you: you roll a die, and on 4 or more the trap is cancelled"),
    ("ball_pit_occupied", "If a feline fights its monster, the monster's level is 3 higher"),
    ("from_another_dimension", "rises by 10 levels"),
    ("blame_the_autopilot", "on yourself: you gain 1 level"),
]


@each(
    ("edition", "card", "says"),
    [*(("cthulhu", *said) for said in CTHULHU), *(("star", *said) for said in STAR)],
    ids=[card for card, _ in CTHULHU + STAR],
)
def test_what_a_card_of_another_edition_does_is_said(edition, card, says):
    catalogue = load_catalogue((edition,))
    assert says.lower() in explain(catalogue, catalogue.index(card)).lower()


@each(("condition", "owner", "party"), CONDITIONS)
def test_conditions_say_whom_they_ask(condition, owner, party, monkeypatch):
    for who, expected in ((Who.OWNER, owner), (Who.PARTY, party)):
        if expected is None:
            continue  # levels are asked of one player
        asked = replace(condition, who=who)
        card = Card(
            *("munchkin", "x", "X", Kind.MONSTER, Deck.DOOR, "doors.toml"),
            always=(Clause("bars", when=asked, what="help"),),
        )
        monkeypatch.setattr(CATALOGUE.__class__, "card", lambda self, type_, card=card: card)
        assert f"{expected}nobody may help against it" in explain(CATALOGUE, 1)


def test_a_number_that_is_no_type_is_an_error():
    with pytest.raises(CardError, match="expected 1 to 147, got 0"):
        explain(CATALOGUE, 0)


# ---------------------------------------------------------------------------- coverage
def test_coverage_counts_kinds_and_origins():
    found = coverage(CATALOGUE)
    assert set(found) <= set(KINDS)
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
