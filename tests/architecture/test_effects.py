"""Every effect word that happens has its row, and no other has; the dispatcher of effects is made of them."""

import inspect

import pytest

from munchkin_env.cards.words import WORDS
from munchkin_env.engine.dispatch.effects import GIVEN, check, happens, is_played_to_last, play_out, strike
from munchkin_env.engine.rules.rows import EFFECTS, Maker, answers, effect, parameters
from munchkin_env.vocabulary import Op, Remove

ELSEWHERE = {Op.REDIRECT_CURSE, Op.FIGHT_DISCARD}  # carried out before a clause would come


def does_nothing(s):
    """An effect for any row."""


def is_lowest(s, victim):
    return s.player[victim].level == 1


def test_words_that_happen_have_rows() -> None:
    assert set(EFFECTS) == {word.op for word in WORDS.values() if happens(word)}
    assert {which for which, function in EFFECTS.items() if function is None} == ELSEWHERE
    assert Op.STRENGTH not in EFFECTS  # it lasts
    assert Op.RACE_BONUS not in EFFECTS  # it is played, and lasts
    assert {Op.FICKLE, Op.PERISHES} <= set(EFFECTS)  # they last, and a die is rolled for them


def test_a_branch_is_made_of_each_row() -> None:
    """As source, of each its line: victims in one kernel, all else in the other; what only lies there has one, too."""
    made = {strike: "".join(source(strike)), play_out: "".join(source(play_out))}
    for word in WORDS.values():
        branch = f"op == {type(word.op).__name__}.{word.op.name}"
        found = {kernel for kernel, text in made.items() if f"{branch}:" in text or f"{branch} or " in text}
        does = EFFECTS.get(word.op) is not None or is_played_to_last(word)
        assert found == ({strike if word.strikes else play_out} if does else set()), word.op


def source(kernel) -> list[str]:
    return inspect.getsourcelines(getattr(kernel, "function", kernel))[0]


def test_functions_are_given_what_their_parameters_are_called() -> None:
    for which, function in EFFECTS.items():
        assert function is None or set(parameters(function)) <= set(GIVEN), which


def test_what_returns_nothing_always_does_something() -> None:
    assert not answers(does_nothing)
    assert answers(is_lowest)
    assert answers(EFFECTS[Op.LOSE_ITEM])
    assert not answers(EFFECTS[Remove.ALL])
    assert Maker(__name__, GIVEN).call(is_lowest) == "is_lowest(s, s.frame[i].seat)"


def test_what_does_not_fit_is_refused() -> None:
    words = list(WORDS.values())
    with pytest.raises(ValueError, match="effect LOSE_WORTH: expected one row, got two"):
        effect(Op.LOSE_WORTH, does_nothing)
    with pytest.raises(ValueError, match="effect ROUT: expected a row in its chapter, got none"):
        check(words, {which: function for which, function in EFFECTS.items() if which != Op.ROUT})
    with pytest.raises(ValueError, match="effect STRENGTH: expected no row of what does not happen, got one"):
        check(words, {**EFFECTS, Op.STRENGTH: does_nothing})

    def wants_more(s, p):
        """`p` is nobody here."""

    with pytest.raises(ValueError, match=r"effect ROUT: expected parameters of \['actor', .*, got \['p'\]"):
        check(words, {**EFFECTS, Op.ROUT: wants_more})
