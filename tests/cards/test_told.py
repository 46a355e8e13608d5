"""Words that are told `what`, words that have become others, and how many words there are."""

from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.words import FORMERLY, TOLD, WORDS, said
from munchkin_env.vocabulary import CASES, Op
from tests.cards.conftest import monster
from tests.each import each


def test_there_are_no_more_words_than_there_were():
    """Compose before adding a word: by another case or argument, or with several clauses. This number only falls."""
    assert len(TOLD) <= 95


def test_the_cases_of_a_word_are_those_of_one_enum():
    for do, cases in TOLD.items():
        enums = {type(WORDS[said(do, what)].op) for what in cases or [""]}
        assert len(enums) == 1, do
        assert (enums == {Op}) == (cases == ()), do
        assert len(cases) != 1, do
    for do, word in WORDS.items():
        assert word.op.name.lower() == do.partition(" ")[2 if type(word.op) in CASES else 0]


@each("do", FORMERLY)
def test_a_word_of_before_is_answered_with_how_it_is_said_now(write_edition, do):
    assert do not in TOLD
    (problem,) = lint_edition(write_edition(doors=monster(always=f'[{{ do = "{do}" }}]')))
    assert (problem.field, problem.code) == ("always[0].do", "former-word")
    assert problem.message == f'expected {FORMERLY[do]}, its present form, got "{do}"'


@each("do", FORMERLY)
def test_how_it_is_said_now_is_understood(write_edition, do):
    found = lint_edition(write_edition(doors=monster(always=f"[{{ {FORMERLY[do]} }}]")))
    assert all(one.code in ("wrong-place", "wrong-kind", "missing-field") for one in found), found


@each(
    ("clause", "code"),
    [
        ('do = "bars"', "missing-field"),
        ('do = "bars", what = "wine"', "unknown-word"),
        ('do = "bars", what = 3', "wrong-type"),
        ('do = "crowd", what = "help"', "unknown-field"),
    ],
)
def test_a_word_is_told_what_and_no_other_word_is(write_edition, clause, code):
    (problem, *_) = lint_edition(write_edition(doors=monster(always=f"[{{ {clause} }}]")))
    assert (problem.field, problem.code) == ("always[0].what", code), problem
