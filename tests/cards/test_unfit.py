"""Card files that no reader was written for: too deep, too long, unprintable, unknown. Each is refused by its place."""

import pytest

from munchkin_env.cards import card_reader
from munchkin_env.cards.definition import EVERY_KIND, FIELDS, KIND_WORDS
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.reader import read_edition
from munchkin_env.cards.words import TOLD, WORDS, said
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Kind
from tests.cards.conftest import item, monster
from tests.each import each

DIGITS = "7" * 5000
HEX = "0x" + "f" * 5000  # which Python reads, and cannot write in base 10
BRACKETS = "[" * 5000 + "]" * 5000
LONG_KEY = ".".join(["otherwise"] * 5000)  # nested without a bracket
TOO_MUCH = [  # a card, the field in which it is too much, code
    (monster(level=DIGITS), "level", "out-of-range"),
    (monster(level=HEX), "level", "out-of-range"),
    (monster(tags=BRACKETS), "tags", "nested-too-deep"),
    (monster(tags="[" * 14 + "]" * 14), "tags", "nested-too-deep"),
    (monster() + f'\n[card.{LONG_KEY}]\ndo = "death"\n', "otherwise", "nested-too-deep"),
    (monster(bad_stuff=f'[{{ do = "death", {LONG_KEY}.do = "death" }}]'), "bad_stuff", "nested-too-deep"),
    (monster(bad_stuff=f'[{{ do = "lose_level", amount = {DIGITS} }}]'), "bad_stuff", "out-of-range"),
    (monster(bad_stuff=f'[\n  {{ do = "lose_level", amount = {DIGITS} }},\n]'), "bad_stuff", "out-of-range"),
    (monster(bad_stuff=f'[{{ do = "death", when = {{ race = {BRACKETS} }} }}]'), "bad_stuff", "nested-too-deep"),
]


@each(("doors", "field", "code"), TOO_MUCH, ids=range(len(TOO_MUCH)))
def test_what_the_parser_cannot_take_names_file_card_and_field(write_edition, doors, field, code):
    """Its own errors are no errors of TOML, and say nothing of the place."""
    before, after = (monster(id=f'"{one}"', name=f'"{one}"') for one in ("before", "after"))
    (problem, *more) = lint_edition(write_edition(doors=f"{before}\n\n{doors}\n\n{after}\n"))
    assert (problem.file, problem.card, problem.field, problem.code) == ("doors.toml", "rabbit", field, code)
    assert "expected" in problem.message
    assert not more


@pytest.mark.parametrize(("value", "code"), [(DIGITS, "out-of-range"), (BRACKETS, "nested-too-deep")])
def test_what_the_parser_cannot_take_is_refused_in_a_manifest_and_before_the_first_card(write_edition, value, code):
    folder = write_edition(author=value)
    (problem,) = lint_edition(folder)
    assert (problem.file, problem.card, problem.field, problem.code) == ("edition.toml", "", "author", code)
    (problem,) = lint_edition(write_edition(doors=f"author = {value}\n{monster()}", folder="second"))
    assert (problem.file, problem.card, problem.field, problem.code) == ("doors.toml", "", "author", code)
    with pytest.raises(CardError, match=rf"doors\.toml, field author: expected .*\[{code}\]"):
        read_edition(folder.parent / "second")


UNFIT = [  # texts as TOML has them, code
    (r'"Rab\nbit"', "unprintable"),
    (r'"Rab\u0000bit"', "unprintable"),
    (r'"Rab\u001b[31mbit"', "unprintable"),
    (r'"Rab\u202ebit"', "unprintable"),  # turns the letters round
    (r'"Rab\u2028bit"', "unprintable"),
    ('"""Rab\nbit"""', "unprintable"),
    (f'"{"Rabbit" * 1000}"', "too-long"),
    (f'"{"é" * 81}"', "too-long"),
]


@each(("text", "code"), UNFIT, ids=range(len(UNFIT)))
def test_texts_are_of_one_line_and_no_longer(write_edition, text, code):
    """Names, and whatever else is shown to players, in a card, a clause or a manifest."""
    clauses = f'[{{ do = "killed_by", card = {text.replace("Rabbit" * 1000, "Rabbit" * 2000)} }}]'
    cases = [
        ({"doors": monster(name=text)}, "doors.toml", "rabbit", "name"),
        ({"doors": monster(id=text)}, "doors.toml", "card number 1", "id"),
        ({"doors": monster(always=clauses)}, "doors.toml", "rabbit", "always[0].card"),
        ({"name": text}, "edition.toml", "", "name"),
        ({"rulebook": text}, "edition.toml", "", "rulebook"),
        ({"money": text}, "edition.toml", "", "money"),
    ]
    for number, (files, file, card, field) in enumerate(cases):
        if field == "always[0].card" and "é" in text:
            continue  # there is room for the id of an edition besides
        (problem, *_) = lint_edition(write_edition(folder=f"tiny{number}", **files))
        assert (problem.file, problem.card, problem.field, problem.code) == (file, card, field, code)
        assert str(problem).isprintable()
        assert len(str(problem)) < 250


def test_a_name_of_eighty_letters_of_any_alphabet_is_fine(write_edition):
    for number, name in enumerate(("ż" * 80, "Łoś «z» piekła", "兎", "A😀")):
        folder = write_edition(doors=monster(name=f'"{name}"'), folder=f"tiny{number}")
        assert lint_edition(folder) == []
        assert read_edition(folder).cards[0].name == name


@each("key", [r'"a\nb"', r'"\u001b[31m"', f'"{"x" * 5000}"', '"a.b"', '""'])
def test_a_key_that_is_no_word_is_shown_in_one_line(write_edition, key):
    inside = monster(bad_stuff=f'[{{ do = "death", {key} = 1 }}]')
    for number, doors in enumerate((f"{monster()}\n{key} = 1\n", inside)):
        (problem,) = lint_edition(write_edition(doors=doors, folder=f"tiny{number}"))
        assert (problem.card, problem.code) == ("rabbit", "unknown-field")
        assert str(problem).isprintable()
        assert len(problem.field) < 80


WORDS_OF = {  # the message where a word is not known
    "kind": card_reader.KINDS,
    "tags": card_reader.TAGS,
    "on": card_reader.AIMS,
    "when": card_reader.MOMENTS,
    "slot": card_reader.SLOTS,
    "layer": card_reader.LAYERS,
    "race": card_reader.RACES,
    "class": card_reader.CLASSES,
    "usable_by": {**card_reader.RACES, **card_reader.CLASSES, **card_reader.SEXES},
}


@each("field", WORDS_OF)
def test_an_unknown_word_is_answered_with_those_that_are_known(write_edition, field):
    for number, card in enumerate((monster, item)):
        folder = write_edition(doors=card(**{field: '"zzzz"'}), folder=f"tiny{number}")
        (message,) = [one.message for one in lint_edition(folder) if (one.field, one.code) == (field, "unknown-word")]
        assert message == f'expected one of {", ".join(WORDS_OF[field])}, got "zzzz"'


@each("do", WORDS)
def test_an_unknown_word_of_a_clause_is_answered_with_those_that_may_stand_there(write_edition, do):
    """Effect words by key and kind, parameters by word, values by parameter."""
    trigger, kinds = next(iter(WORDS[do].triggers.items()))
    kind = min(kinds)
    fields = {"kind": f'"{KIND_WORDS[kind]}"'}
    found = lint_edition(write_edition(doors=monster(**fields, **{trigger: '[{ do = "zzzz" }]'}), folder="word"))
    (message,) = [one.message for one in found if one.code == "unknown-word"]
    known = message.removeprefix("expected one of ").removesuffix(', got "zzzz"').split(", ")
    word, _, what = do.partition(" ")
    here = [one for one in WORDS if kind in WORDS[one].triggers.get(trigger, ())]
    assert known == [one for one in TOLD if any(said(one, case) in here for case in TOLD[one] or [""])]
    assert word in known
    named = [f'do = "{word}"', *([f'what = "{what}"'] if what else [])]
    if what:
        wrong = f'[{{ do = "{word}", what = "zzzz" }}]'
        found = lint_edition(write_edition(doors=monster(**fields, **{trigger: wrong}), folder="case"))
        (message,) = [one.message for one in found if one.code == "unknown-word"]
        cases = ", ".join(case for case in TOLD[word] if said(word, case) in here)
        assert message == f'expected one of {cases}, got "zzzz"'
    given = ", ".join([*named, "zzzz = 1", *(f'{name} = "zzzz"' for name in WORDS[do].params)])
    found = lint_edition(write_edition(doors=monster(**fields, **{trigger: f"[{{ {given} }}]"}), folder="parameters"))
    answers = {one.field.rpartition(".")[2]: one.message for one in found if one.field.startswith(f"{trigger}[0].")}
    assert set(answers["zzzz"].partition("expected one of ")[2].split(", ")) == {
        *WORDS[do].params,
        *("do", "when", "otherwise"),
        *(["what"] if what else []),
    }
    for name, parameter in WORDS[do].params.items():
        if parameter.type in card_reader.PARAMETER_WORDS:
            choices = card_reader.PARAMETER_WORDS[parameter.type]
            meant = [word for word, value in choices.items() if not parameter.only or value in parameter.only]
            assert answers[name] == f'expected one of {", ".join(meant)}, got "zzzz"'


def test_an_unknown_field_is_answered_with_those_of_the_kind(write_edition):
    (problem,) = lint_edition(write_edition(doors=monster(colour='"red"')))
    fields = {*EVERY_KIND, *FIELDS[Kind.MONSTER][0], *FIELDS[Kind.MONSTER][1]}
    assert problem.message == f"is not known here, expected one of {', '.join(sorted(fields))}"
    (problem,) = lint_edition(write_edition(doors=monster(value="100"), folder="second"))
    assert problem.message.endswith(f", expected one of {', '.join(sorted(fields))}")
