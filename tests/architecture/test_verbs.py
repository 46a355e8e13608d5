"""Every verb has its row, and a row has the columns that its parts ask for, no more and no less."""

from collections import Counter

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.dispatch.verbs import COMPOSED, VERBS, VerbMaker
from munchkin_env.engine.rules.rows import NOWHERE, ROWS, VerbRow, parameters, verb
from munchkin_env.engine.state.actions import N_VERBS, SEAT0, VERB0
from munchkin_env.vocabulary import Ability, Decision, Stage, Verb, Where, Window
from tests.each import each

TERMS = {Verb.DONE, Verb.FIRST_PICK}  # listed inside an action
EACH = each("row", VERBS.values(), ids=lambda row: row.verb.name)


def test_every_verb_has_its_row() -> None:
    assert set(VERBS) == set(Verb)
    assert len(Verb) <= N_VERBS


@EACH
def test_a_row_has_the_columns_that_its_parts_ask_for(row: VerbRow) -> None:
    by_card = row.following is not None  # what follows its card is said by what it costs and is aimed at
    parts = set(row.parts)
    asks = {
        "card": bool(parts & {Stage.CARD, Stage.MORE, Stage.TERMS}) or row.first is not None,
        "second": bool(parts & {Stage.SECOND, Stage.WANT}) or by_card,
        "seat": Stage.SEAT in parts or by_card,
        "amounts": Stage.AMOUNT in parts or by_card,
        "closes": row.parts[:1] == (Stage.MORE,) or row.verb == Verb.USE_POWER,  # TRADE, GIVE: with any set
        "place": Stage.PLACE in parts or row.verb == Verb.PLAY,
    }
    has = {name: getattr(row, name) not in (None, (0, 0)) for name in asks}
    assert has == asks
    assert (row.cards != NOWHERE) == asks["card"]
    assert (row.seconds != NOWHERE) == asks["second"]
    assert not (Where.PARTNER & (row.cards | row.seconds)) or Stage.SEAT in parts
    assert set(row.skipped) <= parts
    assert (row.carry_out is None) == (row.verb == Verb.FIRST_PICK or row.to_frame != "")
    assert bool(row.at or row.windows) == (row.verb != Verb.FIRST_PICK)
    assert row.words
    assert bool(row.lead) == bool(row.parts)
    assert row.lesson.endswith(".")


@EACH
def test_a_row_asks_for_the_second_card_by_its_own_letter(row: VerbRow) -> None:
    """`c` is the card that the action names before it."""
    if row.second is not None:
        assert "d" in parameters(row.second)
    if row.card is not None:
        assert "c" in parameters(row.card)


def test_verbs_have_ranks_of_their_own_in_every_list() -> None:
    for decision in Decision:
        ranks = Counter(entry.rank for row in VERBS.values() for entry in row.at if decision in entry.decisions)
        assert set(ranks.values()) <= {1}, decision.name
    for window in Window:
        for role in range(4):
            ranks = Counter(
                entry.rank
                for row in VERBS.values()
                for entry in row.windows
                if window in entry.windows and entry.roles >> role & 1
            )
            assert set(ranks.values()) <= {1}, window.name


def test_a_verb_is_declared_once() -> None:
    with pytest.raises(ValueError, match="verb PASS: expected one row, got two"):
        verb(Verb.PASS, "pass", "Again.")
    assert ROWS[Verb.PASS] is VERBS[Verb.PASS]


def test_functions_are_given_what_their_parameters_are_called() -> None:
    for row in VERBS.values():
        for name in ("when", "card", "second", "seat", "place", "closes", "carry_out", "possible", "following"):
            function = getattr(row, name)
            if callable(function) or hasattr(function, "function"):
                assert set(parameters(function)) <= {*COMPOSED, "ability"}, (row.verb.name, name)


def test_what_cannot_be_given_is_refused() -> None:
    def wants_more(s, unknown):
        """Not a letter of kernels."""

    with pytest.raises(KeyError, match="unknown"):
        VerbMaker(__name__).call(wants_more)
    with pytest.raises(ValueError, match="expected one function called wants_more, got two"):
        VerbMaker(__name__, wants_more=1).call(wants_more)


# ------------------------------------------------------------------- and in play
@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_play_keeps_to_the_rows(windows: str) -> None:
    """Legal actions, the parts that are asked for, and the needed abilities agree with the rows."""
    rng = np.random.default_rng(3)
    game = mk.Game(players=4, seed=3, windows=windows, forced_choices=False)
    seen = set()
    for _ in range(1500):
        if game.is_terminal:
            break
        position = game.position[0]
        legal = game.legal_actions()
        verbs = [Verb(int(a) - VERB0) for a in legal if int(a) < SEAT0]
        if game.stage == Stage.VERB:
            for verb in verbs:
                row = VERBS[verb]
                if game.decision == Decision.WINDOW:
                    assert Window(int(position["window"])) in row.during
                else:
                    assert game.decision in row.decisions
                abilities = int(position["player"][game.current_player]["abilities"])
                assert row.ability == Ability.NONE or abilities >> row.ability & 1
        else:
            assert set(verbs) <= TERMS
            verb = Verb(int(position["move"]["verb"]))
            parts = {*VERBS[verb].parts, Stage.WHICH, Stage.SECOND_WHICH}
            free = verb == Verb.PLAY or (verb == Verb.COUNTER and game.decision == Decision.ANSWER_TRADE)
            assert free or game.stage in parts
            seen.add(verb)
        game.step(int(rng.choice(legal)))
    assert len(seen) > 3
