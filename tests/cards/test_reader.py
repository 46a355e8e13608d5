"""Faulty card files: the author of a card is told file, card, field, what was expected and what came."""

import contextlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.cards import reader, tables
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import NUMBERS, SWITCHES, Clause, Condition
from munchkin_env.cards.lint import check_edition, lint_edition, lint_editions, lint_shipped
from munchkin_env.cards.reader import EDITIONS_FOLDER, find_editions, read_edition, scan_edition
from munchkin_env.cards.words import WORDS
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.state.layout import RULES
from munchkin_env.errors import CardError, ConfigError, MunchkinError
from munchkin_env.vocabulary import Ability, Deck, Filter, Kind, Klass, Moment, Race, Sex, Slot, Tag, Who
from tests.cards.conftest import item, manifest, monster
from tests.each import each


def place_and_code(cases: list[tuple[str, str, str, str]]) -> list[str]:
    """Names of the cases for the test report."""
    return [f"{field} {code}" for _, field, code, _ in cases]


# card file -> the field that is wrong, its code, and something the message must say
FAULTY_MONSTERS = [
    (monster(levle="2"), "levle", "unknown-field", 'did you mean "level"?'),
    (monster(level='"one"'), "level", "wrong-type", 'expected a whole number, got "one"'),
    (monster(level="true"), "level", "wrong-type", "expected a whole number, got true"),
    (monster(level="1.5"), "level", "wrong-type", "expected a whole number, got 1.5"),
    (monster(level="0"), "level", "out-of-range", "expected 1 to 50, got 0"),
    (monster(copies="0"), "copies", "out-of-range", "expected 1 to 20, got 0"),
    (monster(name="3"), "name", "wrong-type", "expected a text, got 3"),
    (monster(name='" "'), "name", "wrong-type", "expected a text"),
    (monster(kind='"monstre"'), "kind", "unknown-word", 'got "monstre" (did you mean "monster"?)'),
    (monster(kind=""), "kind", "missing-field", "required"),
    (monster(name=""), "name", "missing-field", "required"),
    (monster(level=""), "level", "missing-field", "required for the kind monster"),
    (monster(treasures=""), "treasures", "missing-field", "required for the kind monster"),
    (monster(value="100"), "value", "field-of-other-kind", "means nothing for the kind monster"),
    (monster(play='[{ do = "death" }]'), "play", "field-of-other-kind", "means nothing for the kind monster"),
    (monster(tags='["undaed"]'), "tags", "unknown-word", 'did you mean "undead"?'),
    (monster(tags='["undead", "undead"]'), "tags", "repeated-word", "different words"),
    (monster(tags="7"), "tags", "wrong-type", "expected a word or a list of words, got 7"),
    (monster(origin='"internet"'), "origin", "unknown-word", "published, rulebook, original"),
    (monster(bad_stuff='"death"'), "bad_stuff", "wrong-type", 'expected a list of tables, got "death"'),
    (monster(bad_stuff='["death"]'), "bad_stuff", "wrong-type", "expected a list of tables"),
    (monster(bad_stuff='[{ do = "deth" }]'), "bad_stuff[0].do", "unknown-word", 'did you mean "death"?'),
    (monster(bad_stuff="[{ amount = 1 }]"), "bad_stuff[0].do", "missing-field", "required"),
    (monster(bad_stuff='[{ do = "death", amount = 1 }]'), "bad_stuff[0].amount", "unknown-field", "not known here"),
    (
        monster(bad_stuff='[{ do = "death" }, { do = "lose_worth" }]'),
        "bad_stuff[1].amount",
        "missing-field",
        "required here",
    ),
    (
        monster(bad_stuff='[{ do = "lose_level", amount = "two" }]'),
        "bad_stuff[0].amount",
        "wrong-type",
        'got "two"',
    ),
    (
        monster(bad_stuff='[{ do = "lose_item", filter = "slot", slot = "hat" }]'),
        "bad_stuff[0].slot",
        "unknown-word",
        'expected one of headgear, armor, footgear, hands, got "hat"',
    ),
    (monster(bad_stuff='[{ do = "lose_level", die = 1 }]'), "bad_stuff[0].die", "wrong-type", "true or false, got 1"),
    (
        monster(always='[{ do = "lets_go", when = { rase = "elf" } }]'),
        "always[0].when.rase",
        "unknown-field",
        'did you mean "race"?',
    ),
    (
        monster(always='[{ do = "lets_go", when = { race = "elv" } }]'),
        "always[0].when.race",
        "unknown-word",
        'did you mean "elf"?',
    ),
    (monster(always='[{ do = "crowd", when = "elf" }]'), "always[0].when", "wrong-type", "expected a table"),
    (
        monster(bad_stuff='[{ do = "lose_item", filter = "classes", otherwise = { do = "lose_levels" } }]'),
        "bad_stuff[0].otherwise.do",
        "unknown-word",
        'did you mean "lose_level"?',
    ),
    # how fields fit together
    (monster(level="99"), "level", "out-of-range", "expected 1 to 50, got 99"),
    (monster(treasures="-1"), "treasures", "out-of-range", "got -1"),
    (monster(always='[{ do = "death" }]'), "always[0].do", "wrong-place", "expected the word death in bad_stuff or"),
    (
        monster(bad_stuff='[{ do = "bars", what = "help" }]'),
        *("bad_stuff[0].do", "wrong-place", "in always, got it in bad_stuff"),
    ),
    (
        monster(bad_stuff='[{ do = "choose", options = 2 }, { do = "death" }]'),
        "bad_stuff[0].options",
        "bad-choice",
        "expected 2 clauses after it, got 1",
    ),
    (
        monster(bad_stuff='[{ do = "choose", options = 1 }, { do = "death" }]'),
        "bad_stuff[0].options",
        "out-of-range",
        "expected 2 to 6, got 1",
    ),
    (
        monster(
            bad_stuff='[{ do = "choose", options = 2 }, { do = "death" }, '
            '{ do = "lose_item", filter = "classes", otherwise = { do = "death" } }]'
        ),
        "bad_stuff[0]",
        "bad-choice",
        "without `otherwise`",
    ),
    (
        monster(bad_stuff='[{ do = "lose_item", filter = "classes", otherwise = { do = "choose", options = 2 } }]'),
        "bad_stuff",
        "bad-choice",
        "expected no choose under `otherwise`",
    ),
    (
        monster(
            bad_stuff='[{ do = "lose_item", otherwise = { do = "lose_all", otherwise = { do = "death" } } }]',
        ),
        "bad_stuff[0].otherwise.otherwise",
        "wrong-otherwise",
        "a chain",
    ),
    (
        monster(always='[{ do = "bars", what = "help", otherwise = { do = "lets_go" } }]'),
        "always[0].otherwise",
        "wrong-otherwise",
        "no order",
    ),
    (
        monster(always='[{ do = "lets_go", when = { min_level = 4, max_level = 3 } }]'),
        "always[0].when.min_level",
        "impossible-condition",
        "at most max_level 3, got 4",
    ),
    (
        monster(always='[{ do = "bars", what = "help", when = { race = "elf", not_race = ["elf"] } }]'),
        "always[0].when.race",
        "impossible-condition",
        "got elf in both",
    ),
    (
        monster(always='[{ do = "bars", what = "help", when = { min_level = 4, who = "party" } }]'),
        "always[0].when",
        "level-of-party",
        "asked of one player",
    ),
    (
        monster(always='[{ do = "bars", what = "help", when = { who = "party" } }]'),
        "always[0].when.who",
        "empty-condition",
        "got only who",
    ),
    (
        monster(entry='[{ do = "death", when = { used = "fire" } }]'),
        "entry[0].when.used",
        "unasked-condition",
        "may ask about class, max_level,",
    ),
    (
        monster(bad_stuff='[{ do = "lose_item", filter = "slot" }]'),
        "bad_stuff[0].slot",
        "wrong-filter",
        "is required with",
    ),
    (
        monster(bad_stuff='[{ do = "lose_all", filter = "races", class = "thief" }]'),
        "bad_stuff[0].class",
        "wrong-filter",
        'means nothing without filter = "classes"',
    ),
    (
        monster(bad_stuff='[{ do = "lose_all", except = "thief" }]'),
        "bad_stuff[0].except",
        "wrong-filter",
        'means nothing without filter = "classes"',
    ),
    (
        monster(bad_stuff='[{ do = "lose_item", slot = "armor" }]'),
        "bad_stuff[0].slot",
        "wrong-filter",
        "means nothing without",
    ),
    (monster(bad_stuff='[{ do = "lose_level" }]'), "bad_stuff[0].amount", "wrong-amount", "or die = true"),
    (monster(bad_stuff='[{ do = "set_level" }]'), "bad_stuff[0].amount", "wrong-amount", "or lowest = true"),
    (monster(always='[{ do = "strength", amount = 0 }]'), "always[0].amount", "wrong-amount", "other than 0, got 0"),
    (
        monster(bad_stuff='[{ do = "lose_level", amount = -2 }]'),
        "bad_stuff[0].amount",
        "out-of-range",
        "expected 1 to 100, got -2",
    ),
    (
        monster(always='[{ do = "killed_by", card = "rabit" }]'),
        "always[0].card",
        "unknown-card",
        'got "rabit" (did you mean "rabbit"?)',
    ),
    (
        monster(
            kind='"curse"',
            level="",
            treasures="",
            play='[{ do = "lose_all", filter = "races" }]',
            always='[{ do = "falls_with", slot = "armor" }]',
        ),
        "always",
        "never-in-play",
        "`stay`",
    ),
    (
        monster(
            kind='"curse"', level="", treasures="", play='[{ do = "death" }]', always='[{ do = "die", amount = 1 }]'
        ),
        "always",
        "never-in-play",
        "`stay`",
    ),
    (
        monster(kind='"curse"', level="", treasures="", play='[{ do = "stay" }]'),
        "always",
        "missing-field",
        "for a curse that stays",
    ),
    (
        monster(kind='"door_special"', level="", treasures="", when='["combat"]', play='[{ do = "clone" }]'),
        "on",
        "wrong-aim",
        "expected monster for the word clone, got none",
    ),
    (
        monster(kind='"door_special"', level="", treasures="", play='[{ do = "multiply" }]'),
        "when",
        "missing-field",
        "for the kind door_special",
    ),
]


@each(("doors", "field", "code", "says"), FAULTY_MONSTERS, ids=place_and_code(FAULTY_MONSTERS))
def test_a_faulty_door_card_is_named(write_edition, doors, field, code, says):
    folder = write_edition(doors=doors)
    (problem,) = lint_edition(folder)
    assert (problem.file, problem.card, problem.field, problem.code) == ("doors.toml", "rabbit", field, code)
    assert says in problem.message
    assert problem.severity == "error"
    assert str(problem).startswith(f'doors.toml, card "rabbit", field {field}: ')


FAULTY_ITEMS = [
    (item(value=""), "value", "missing-field", "required for the kind item"),
    (item(hands="3"), "hands", "out-of-range", "expected 1 to 2, got 3"),
    (item(hands="1", slot='"armor"'), "hands", "two-places", "expected either slot or hands"),
    (item(slot='"hands"'), "hands", "missing-field", "for the slot hands"),
    (item(slot='"helmet"'), "slot", "unknown-word", 'got "helmet"'),
    (item(big="1"), "big", "wrong-type", "expected true or false, got 1"),
    (item(bonus="100"), "bonus", "out-of-range", "expected -30 to 30"),
    (item(usable_by='["dwarfs"]'), "usable_by", "unknown-word", 'did you mean "dwarf"?'),
    (item(usable_by='["elf"]', not_usable_by='["elf"]'), "not_usable_by", "impossible-restriction", "got elf"),
    (item(level="3"), "level", "field-of-other-kind", "means nothing for the kind item"),
    (item(when='["any"]'), "when", "nothing-to-play", "without play clauses"),
    (item(on='"player"'), "on", "nothing-to-play", "without play clauses"),
    (
        item(always='[{ do = "ability", name = "win_ties", when = { race = "elf" } }]'),
        "always[0].when.race",
        "unasked-condition",
        "takes no condition",
    ),
    (item(always='[{ do = "ability", name = "fly" }]'), "always[0].name", "unknown-word", 'got "fly"'),
    (
        item(kind='"one_shot"', when='["combat"]', on='"side"', play='[{ do = "side_bonus" }]'),
        "play[0]",
        "missing-bonus",
        "got bonus 0",
    ),
    (item(kind='"one_shot"'), "play", "missing-field", "required for the kind one_shot"),
    (
        item(kind='"one_shot"', when='["own_free"]', always='[{ do = "each_monster", amount = 3 }]'),
        *("when", "wrong-moment", "for a card without play clauses, got own_free"),
    ),
    (
        item(kind='"one_shot"', when='["combat"]', on='"curse"', always='[{ do = "each_monster", amount = 3 }]'),
        *("on", "wrong-aim", "expected none or monsters for a card without play clauses, got curse"),
    ),
]


@each(("treasures", "field", "code", "says"), FAULTY_ITEMS, ids=place_and_code(FAULTY_ITEMS))
def test_a_faulty_treasure_card_is_named(write_edition, treasures, field, code, says):
    (problem,) = lint_edition(write_edition(treasures=treasures))
    assert (problem.file, problem.card, problem.field, problem.code) == ("treasures.toml", "hat", field, code)
    assert says in problem.message


def test_a_card_without_an_id_is_named_by_its_number(write_edition):
    (problem,) = lint_edition(write_edition(doors=monster(id="")))
    assert (problem.card, problem.field, problem.code) == ("card number 1", "id", "missing-field")


def test_an_id_is_lower_case(write_edition):
    (problem,) = lint_edition(write_edition(doors=monster(id='"Rabbit Two"')))
    assert (problem.card, problem.field, problem.code) == ("Rabbit Two", "id", "bad-id")


def test_duplicate_ids_and_names_are_errors_that_name_both_lines(write_edition):
    doors = "# my cards\n" + monster() + "\n\n" + monster(name='"RABBIT"')
    same_id, same_name = lint_edition(write_edition(doors=doors))
    assert (same_id.code, same_id.field, same_name.code, same_name.field) == (
        "duplicate-id",
        "id",
        "duplicate-name",
        "name",
    )
    first = 'in line 9, which is that of "rabbit" in doors.toml, line 2'
    assert same_id.message == f'expected an id of its own, got "rabbit" {first}'
    assert same_name.message == f'expected a name of its own, got "rabbit" {first}'


def test_cards_that_are_not_written_one_by_one_have_no_lines(write_edition):
    card = 'id = "rabbit", name = "Rabbit", kind = "monster", level = 1, treasures = 1'
    problems = lint_edition(write_edition(doors=f"card = [{{ {card} }}, {{ {card} }}]", edition=manifest(2, 1)))
    assert [problem.code for problem in problems] == ["duplicate-id", "duplicate-name"]
    assert 'got "rabbit", which is that of "rabbit" in doors.toml' in problems[0].message


@pytest.mark.parametrize(
    ("file", "text", "kind", "right"),
    [
        ("treasures", monster(), "monster", "doors.toml or extra.toml"),
        ("doors", item(), "item", "treasures.toml or extra.toml"),
    ],
)
def test_a_kind_in_the_wrong_deck_is_an_error(write_edition, file, text, kind, right):
    (problem,) = lint_edition(write_edition(**{file: text}))
    assert (problem.file, problem.field, problem.code) == (f"{file}.toml", "kind", "wrong-deck")
    assert problem.message == f"expected the kind {kind} in {right}, got it in {file}.toml"


@pytest.mark.parametrize("kind", ["station", "extra"])
def test_a_kind_that_the_rules_do_not_know_is_an_error(write_edition, kind):
    (problem,) = lint_edition(write_edition(doors=monster(kind=f'"{kind}"')))
    assert (problem.field, problem.code) == ("kind", "unknown-word")


ROOM = '[[card]]\nid = "hall"\nname = "Hall"\nkind = "room"\n'


@each(
    ("fields", "wrong"),
    [
        ("", ("play", "missing-field")),
        ("always = [{ do = 'crowd' }]", None),
        ("level = 1", None),
        ("play = [{ do = 'death' }]\ntreasures = 1", ("treasures", "unused-field")),
        ("play = [{ do = 'death' }]\ntags = ['slime']", ("tags", "unused-field")),
        ("play = [{ do = 'death' }]\nbad_stuff = [{ do = 'death' }]", ("bad_stuff", "unused-field")),
        ("always = [{ do = 'strength', amount = 2 }]", ("always", "unused-field")),
        ("level = 1\nalways = [{ do = 'strength', amount = 2 }]", None),
        ("level = 1\ntreasures = -1", ("treasures", "out-of-range")),
    ],
)
def test_a_room_has_what_a_monster_has_if_one_lives_there(write_edition, fields, wrong):
    """ROOM-2: and else it does something."""
    found = lint_edition(write_edition(doors=f"{ROOM}{fields}\n"))
    assert [(problem.field, problem.code) for problem in found] == ([wrong] if wrong else [])


def test_all_problems_are_reported_at_once(write_edition):
    folder = write_edition(doors=monster(level='"x"', tags='["y"]'), treasures=item(value='"z"'))
    with pytest.raises(CardError) as caught:
        read_edition(folder)
    lines = str(caught.value).splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == [
        'doors.toml, card "rabbit", field tags',
        'doors.toml, card "rabbit", field level',
        'treasures.toml, card "hat", field value',
    ]
    assert str(folder) in lines[-1]


ODD_VALUES = [0, -1, 10**6, 1.5, True, "", "odd", [], ["odd"], [1], [[]], {}, [{}], [{"do": "death", "when": []}]]


@each("value", ODD_VALUES, ids=repr)
def test_whatever_a_field_holds_is_an_edition_or_a_card_error(value, monkeypatch, tmp_path):
    """Each field of a rich card in turn holds something odd: no other error may come out."""
    rich = tomllib.loads((EDITIONS_FOLDER / "munchkin" / "treasures.toml").read_text(encoding="utf-8"))
    samples = [card for card in rich["card"] if card["id"] in ("horny_helmet", "staff_of_napalm", "magic_lamp")]
    clause = {
        "do": "lose_item",
        "filter": "slot",
        "slot": "armor",
        "when": {"race": "elf"},
        "otherwise": {"do": "death"},
    }
    samples.append({"id": "x", "name": "X", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [clause]})
    (tmp_path / "edition.toml").touch()
    for sample in samples:
        for spoilt in spoil(sample, value):
            files = {"doors.toml": {"card": [spoilt]}, "treasures.toml": {"card": [spoilt]}}
            monkeypatch.setattr(reader, "load_toml", lambda folder, file, problems, files=files: files.get(file, {}))
            with contextlib.suppress(CardError):
                read_edition(tmp_path)
            edition, _ = scan_edition(tmp_path)
            assert edition is not None
            check_edition(edition)


def spoil(table: object, value: object) -> Iterator[object]:
    """The table with one of its values, however deep, replaced."""
    if isinstance(table, dict):
        for key in table:
            yield {**table, key: value}
            yield from ({**table, key: inner} for inner in spoil(table[key], value))
    elif isinstance(table, list):
        for index in range(len(table)):
            yield from ([*table[:index], inner, *table[index + 1 :]] for inner in spoil(table[index], value))


# ------------------------------------------------------------------------------- files
def test_broken_toml_names_the_file_and_the_line(write_edition):
    folder = write_edition(doors='[[card]]\nid = "rabbit\n')
    with pytest.raises(CardError, match=r"doors\.toml: expected TOML, got an error: .*line 2.*\[broken-toml\]"):
        read_edition(folder)


def test_a_text_that_is_not_utf8_is_an_error(write_edition):
    folder = write_edition()
    (folder / "doors.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CardError, match=r"doors\.toml: expected a readable UTF-8 text"):
        read_edition(folder)


def test_the_mark_that_some_editors_put_before_a_text_is_passed_over(write_edition):
    folder = write_edition()
    for file in ("edition.toml", "doors.toml", "treasures.toml"):
        (folder / file).write_bytes(b"\xef\xbb\xbf" + (folder / file).read_bytes())
    assert lint_edition(folder) == []


@pytest.mark.parametrize("missing", ["doors.toml", "treasures.toml"])
def test_a_missing_deck_names_the_file(write_edition, missing):
    folder = write_edition()
    (folder / missing).unlink()
    with pytest.raises(CardError, match=rf"{re.escape(missing)}: expected this file in .*tiny, found none"):
        read_edition(folder)


def test_a_folder_without_manifest_is_no_edition(write_edition):
    folder = write_edition()
    (folder / "edition.toml").unlink()
    with pytest.raises(CardError, match=r"edition\.toml: expected this file in the edition's folder .*tiny"):
        read_edition(folder)


# ------------------------------------------------------------------- cards of other editions
HALFLING = """
[[card]]
id = "halfling"
name = "Halfling"
kind = "race"
race = "halfling"
always = [{ do = "run_away", amount = -1 }]
"""
INCLUDE = '[[include]]\nedition = "munchkin"\nexcept = ["halfling"]\n'


def including(write_edition, include=INCLUDE):
    """A folder with an edition that takes the cards of another one."""
    text = manifest(93, 73, races='["dwarf", "elf", "halfling"]', classes='["cleric", "thief", "warrior", "wizard"]')
    before, switches, after = text.partition("[switches]")
    return write_edition(edition=before + include + switches + after, doors=HALFLING, treasures=None)


def test_the_cards_of_another_edition_are_included_but_for_those_written_anew(write_edition):
    """MIX-1: they are cards of their own here, with an id of this edition, before what it writes itself."""
    folder = including(write_edition)
    assert lint_edition(folder) == []
    cards = {card.id: card for card in read_edition(folder).cards}
    base = {card.id: card for card in read_edition("munchkin").cards}
    assert [*cards] == [*(one for one in base if base[one].deck == Deck.DOOR and one != "halfling"), "halfling"] + [
        one for one in base if base[one].deck == Deck.TREASURE
    ]
    assert cards["halfling"].copies == 1
    assert (cards["elf"].full_id, cards["elf"].file) == ("tiny:elf", "munchkin/doors.toml")
    assert all(
        replace(card, edition="munchkin", file=base[one].file) == base[one]
        for one, card in cards.items()
        if one != "halfling"
    )
    both = load_catalogue(("munchkin", str(folder)))
    assert int(both.tables[0]["n_cards"]) == 168 + 166


@each(
    ("include", "field", "code", "says"),
    [
        ('[[include]]\nedition = "munchkn"\n', "include[0].edition", "unknown-edition", 'did you mean "munchkin"?'),
        ('[[include]]\nedition = "nowhere"\n', "include[0].edition", "unknown-edition", "a folder beside the manifest"),
        ("[[include]]\nexcept = []\n", "include[0].edition", "missing-field", "required"),
        ('[[include]]\nedition = "a\\u0000b"\n', "include[0].edition", "unknown-edition", "expected one of"),
        ('[[include]]\nedition = "."\n', "include[0].edition", "wrong-include", "that includes no other"),
        (INCLUDE.replace("halfling", "halflin"), "include[0].except", "unknown-word", 'did you mean "halfling"?'),
        (INCLUDE + "cards = 3\n", "include[0].cards", "unknown-field", "not known here"),
    ],
)
def test_what_an_include_may_say(write_edition, include, field, code, says):
    found = lint_edition(including(write_edition, include))
    assert (field, code) in [(problem.field, problem.code) for problem in found]
    assert any(says in problem.message for problem in found if problem.field == field)


def test_an_included_card_that_is_written_anew_must_be_left_out(write_edition):
    found = lint_edition(including(write_edition, INCLUDE.replace('except = ["halfling"]', "")))
    assert [problem.code for problem in found] == ["duplicate-id", "duplicate-name", "wrong-count"]
    assert 'that of "halfling" in munchkin/doors.toml' in found[0].message


def test_a_card_that_an_included_one_names_may_not_be_left_out(write_edition):
    """The Floating Nose is killed by a potion, which has to be somewhere in the edition."""
    found = lint_edition(including(write_edition, INCLUDE.replace('"halfling"', '"halfling", "potion_of_halitosis"')))
    wrong = [("floating_nose", "unknown-card"), ("", "wrong-count")]
    assert [(problem.card, problem.code) for problem in found] == wrong


def test_a_faulty_edition_gives_no_cards(write_edition):
    write_edition(doors=monster(level='"x"'), folder="faulty")
    folder = including(write_edition, '[[include]]\nedition = "../faulty"\n')
    problems = [problem for problem in lint_edition(folder) if problem.code == "faulty-edition"]
    assert [problem.field for problem in problems] == ["include[0].edition"]
    assert 'card "rabbit", field level' in problems[0].message


def test_an_empty_deck_is_an_error(write_edition):
    with pytest.raises(CardError, match=r"doors\.toml, field card: expected at least one \[\[card\]\], got none"):
        read_edition(write_edition(doors=""))


def test_a_key_beside_the_cards_is_unknown(write_edition):
    folder = write_edition(doors=monster() + '\n[[cards]]\nid = "x"\n')
    with pytest.raises(CardError, match=r'doors\.toml, field cards: is not known here \(did you mean "card"\?\)'):
        read_edition(folder)


@each(
    ("changes", "field", "says"),
    [
        ({"hand_limit": '"five"'}, "switches.hand_limit", 'expected a whole number, got "five"'),
        ({"hand_limit": ""}, "switches.hand_limit", "required"),
        ({"hand_limit": "0"}, "switches.hand_limit", "expected 1 to 20, got 0"),
        ({"undead_join": "1"}, "switches.undead_join", "expected true or false, got 1"),
        ({"loot_room": '"maybe"'}, "switches.loot_room", 'one of optional, compulsory, got "maybe"'),
        ({"rulebook": ""}, "rulebook", "required"),
        ({"id": '"Tiny!"'}, "id", "lower-case"),
        ({"author": '"me"'}, "author", "not known here"),
        ({"races": '["elf"]'}, "races", "expected those that have a card: none"),
        ({"classes": '["elf"]'}, "classes", 'got "elf"'),
    ],
)
def test_a_faulty_manifest_names_the_field(write_edition, changes, field, says):
    (problem,) = lint_edition(write_edition(**changes))
    assert (problem.file, problem.card, problem.field) == ("edition.toml", "", field)
    assert says in problem.message


def test_every_number_has_a_range_that_the_field_which_holds_it_can_hold():
    """No number of a card file is too large for the tables, and no bounds are left out."""
    for do, word in WORDS.items():
        for name, parameter in word.params.items():
            if parameter.type == "int":
                limits = np.iinfo(tables.CLAUSE[parameter.column])
                assert limits.min <= parameter.least < parameter.most <= limits.max, (do, name)
    for name in ("copies", "level", "levels", "treasures", "bonus", "value", "hands"):
        limits = np.iinfo(tables.CARD[name])
        assert limits.min <= NUMBERS[name][0] < NUMBERS[name][1] <= limits.max, name
    for name in ("min_level", "max_level"):
        assert NUMBERS[name][1] <= np.iinfo(tables.CLAUSE[name]).max
    switches = [name for name, switch in SWITCHES.items() if switch.allowed is int]
    for name in switches:
        assert NUMBERS[name][1] <= np.iinfo(RULES[name]).max, name


def test_the_cards_of_a_start_have_one_range():
    """SETUP-2: the switch of an edition and the setting of a game agree."""
    least, most = NUMBERS["start_cards"]
    assert [GameConfig(start_cards=number).start_cards for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(ConfigError, match=f"from {least} to {most}"):
            GameConfig(start_cards=number)


FIELD_NUMBERS = [
    *[(name, {"doors": monster(**{name: "NUMBER"})}, NUMBERS[name]) for name in ("level", "levels", "copies")],
    ("treasures", {"doors": monster(treasures="NUMBER")}, NUMBERS["monster.treasures"]),
    (
        "treasures",
        {"doors": monster(kind='"monster_enhancer"', level="", bonus="1", treasures="NUMBER")},
        NUMBERS["treasures"],
    ),
    *[(name, {"treasures": item(**{name: "NUMBER"})}, NUMBERS[name]) for name in ("bonus", "value", "hands")],
    *[(f"switches.{name}", {name: "NUMBER"}, NUMBERS[name]) for name in ("start_cards", "hand_limit")],
    *[
        (
            f"always[0].when.{name}",
            {"doors": monster(always=f'[{{ do = "bars", what = "escape", when = {{ {name} = NUMBER }} }}]')},
            NUMBERS[name],
        )
        for name in ("min_level", "max_level")
    ],
]


@each(("field", "files", "bounds"), FIELD_NUMBERS, ids=[field for field, *_ in FIELD_NUMBERS])
def test_every_number_of_a_card_or_a_switch_is_held_to_its_range(write_edition, field, files, bounds):
    least, most = bounds
    for index, (number, right) in enumerate(
        [(least, True), (most, True), (least - 1, False), (most + 1, False), (4000 * 4000, False), (10**30, False)]
    ):
        spoilt = {key: text.replace("NUMBER", str(number)) for key, text in files.items()}
        found = lint_edition(write_edition(folder=f"tiny{index}", **spoilt))
        wrong = [problem for problem in found if problem.code != "wrong-count"]  # more copies than the deck has
        assert [(problem.field, problem.code) for problem in wrong] == ([] if right else [(field, "out-of-range")])
        assert right or f"expected {least} to {most}, got {number}" in wrong[0].message


def test_an_unknown_switch_is_an_error(write_edition):
    folder = write_edition()
    with (folder / "edition.toml").open("a", encoding="utf-8") as file:
        file.write("\nhand_limits = 5\n")
    (problem,) = lint_edition(folder)
    assert (problem.field, problem.code) == ("switches.hand_limits", "unknown-field")
    assert 'did you mean "hand_limit"?' in problem.message


def test_the_manifest_counts_the_cards(write_edition):
    folder = write_edition(doors=monster(copies="3"))
    (problem,) = lint_edition(folder)
    assert (problem.file, problem.field, problem.code) == ("edition.toml", "decks.doors", "wrong-count")
    assert "expected 1 cards in doors.toml with all copies, got 3" in problem.message


# ---------------------------------------------------------------------------- editions
@each("name", ["munchkn", "", "no/such/folder", "MUNCHKIN"])
def test_a_wrong_edition_lists_those_that_exist(name):
    with pytest.raises(CardError, match=r"editions: expected one of .*munchkin.* or a folder") as caught:
        read_edition(name)
    assert f'got "{name}"' in str(caught.value)
    assert isinstance(caught.value, MunchkinError)


def test_a_wrong_edition_suggests_the_right_one():
    with pytest.raises(CardError, match=r'did you mean "munchkin"\?'):
        read_edition("munchkn")


def test_a_card_of_another_edition_may_be_named(write_edition):
    """The linter knows the editions of the package and those that are linted together."""

    def names(card: str, folder: str) -> Path:
        return write_edition(doors=monster(always=f'[{{ do = "killed_by", card = "{card}" }}]'), folder=folder)

    assert lint_edition(names("munchkin:magic_missile", "known")) == []
    (wrong,) = lint_edition(names("munchkin:magic_misile", "misspelt"))
    assert (wrong.code, wrong.severity) == ("unknown-card", "error")
    assert 'did you mean "munchkin:magic_missile"?' in wrong.message
    mine = names("other:oil", "mine")
    (absent,) = lint_edition(mine)
    assert (absent.code, absent.severity, absent.field) == ("absent-edition", "warning", "always[0].card")
    assert 'got "other:oil" of the edition other, which is not here' in absent.message
    oil = item(id='"oil"', name='"Oil"', kind='"one_shot"', bonus="2", play='[{ do = "side_bonus" }]')
    other = write_edition(treasures=oil, folder="other", id='"other"')
    assert lint_editions([mine, other]) == []


def test_a_card_that_cannot_be_played_on_a_monster_kills_none(write_edition):
    doors = monster(always='[{ do = "killed_by", card = "hat" }]')
    (problem,) = lint_edition(write_edition(doors=doors))
    assert (problem.field, problem.code) == ("always[0].card", "wrong-card")


def test_a_guest_may_leave_out_the_switches_and_a_host_may_not(write_edition):
    """MIX-2: only the switches of the first edition are read."""
    guest = write_edition(edition=manifest().partition("[switches]")[0])
    assert lint_edition(guest) == []
    assert load_catalogue(("munchkin", str(guest))).switches == load_catalogue(("munchkin",)).switches
    with pytest.raises(CardError, match=r"edition\.toml, field switches: expected .* the host") as caught:
        load_catalogue((str(guest), "munchkin"))
    assert all(name in str(caught.value) for name in SWITCHES)


def test_editions_are_found_by_name_and_by_folder():
    folder = find_editions()["munchkin"]
    assert read_edition("munchkin") == read_edition(folder) == read_edition(str(folder))


def test_shipped_editions_are_without_errors():
    assert [str(problem) for problem in lint_shipped() if problem.severity == "error"] == []


def test_an_extra_deck_is_optional(write_edition):
    folder = write_edition()
    (folder / "extra.toml").write_text(item(id='"dust"', name='"Dust"'), encoding="utf-8")
    edition, problems = scan_edition(folder)
    assert edition is not None
    assert problems == []
    assert [card.deck for card in edition.cards] == [Deck.DOOR, Deck.TREASURE, Deck.EXTRA]
    assert [problem.field for problem in check_edition(edition)] == ["decks.extra"]


# ----------------------------------------------------------------------------- reading
def test_a_card_is_read_field_by_field(write_edition):
    doors = monster(
        level="7",
        levels="2",
        treasures="3",
        copies="4",
        origin='"original"',
        tags='["undead", "fire"]',
        always=(
            '[{ do = "brings", what = "level", amount = 1, '
            'when = { sex = "male", used = "fire", lone = true, who = "owner" } }]'
        ),
        bad_stuff='[{ do = "lose_all", filter = "classes", class = "space_ranger", otherwise = { do = "death" } }]',
    )
    edition, problems = scan_edition(write_edition(doors=doors))
    assert edition is not None
    assert problems == []
    card = edition.cards[0]
    assert (card.id, card.name, card.kind, card.deck, card.full_id) == (
        "rabbit",
        "Rabbit",
        Kind.MONSTER,
        Deck.DOOR,
        "tiny:rabbit",
    )
    assert (card.level, card.levels, card.treasures, card.copies, card.origin) == (7, 2, 3, 4, "original")
    assert card.tags == (Tag.UNDEAD, Tag.FIRE)
    assert card.always == (
        Clause(
            "brings",
            (("amount", 1),),
            Condition(sex=(Sex.MALE,), used=(Tag.FIRE,), lone=True, who=Who.OWNER),
            what="level",
        ),
    )
    assert card.bad_stuff == (
        Clause(
            "lose_all",
            (("filter", Filter.CLASSES), ("class", Klass.SPACE_RANGER)),
            otherwise=Clause("death"),
        ),
    )


def test_an_item_is_read_field_by_field(write_edition):
    treasures = item(
        hands="2",
        big="true",
        bonus="4",
        value="0",
        usable_by='["elf", "wizard", "female"]',
        not_usable_by='"dwarf"',
        always='[{ do = "ability", name = "berserk", limit = 3, amount = 1 }]',
        play='[{ do = "lose_all", filter = "small" }]',
        when='["own_turn", "failed"]',
    )
    card = read_edition(write_edition(treasures=treasures)).cards[1]
    assert (card.slot, card.hands, card.big, card.bonus, card.value) == (Slot.HANDS, 2, True, 4, 0)
    assert card.usable_by.race == (Race.ELF,)
    assert card.usable_by.klass == (Klass.WIZARD,)
    assert card.usable_by.sex == (Sex.FEMALE,)
    assert card.not_usable_by.race == (Race.DWARF,)
    assert card.always[0].param("name") == Ability.BERSERK
    assert card.play[0].param("filter") == Filter.SMALL
    assert card.moments == Moment.OWN_TURN | Moment.FAILED
