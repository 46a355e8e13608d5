"""Every verb has its row in VERBS, and every dispatcher has the branch that the row asks for, no more and no less."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.position.action_ids import N_VERBS, SEAT0, VERB0
from munchkin_env.vocabulary import VERBS, Ability, Decision, Stage, Verb, Where, Window
from munchkin_env.vocabulary.verbs import NOWHERE

ENGINE = Path(__file__).resolve().parents[2] / "munchkin_env" / "engine"


def functions_of(*files: str) -> dict[str, ast.FunctionDef]:
    trees = [ast.parse((ENGINE / file).read_text(encoding="utf-8")) for file in files]
    return {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}


FUNCTIONS = functions_of(*(f"wheel/{file.name}" for file in sorted((ENGINE / "wheel").glob("*.py"))))


def members(node: ast.AST, enum: str) -> list[str]:
    """Names of the members of an enum that are mentioned."""
    return [
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == enum
    ]


def verbs_in(*functions: str) -> set[Verb]:
    return {Verb[name] for function in functions for name in members(FUNCTIONS[function], "Verb")}


# ------------------------------------------------------------------- what is listed where, read from the source
LISTERS = ("add", "add_verb")


def holds(test: ast.expr, known: dict[str, str]) -> bool | None:
    """Whether a condition holds where `decision` and `window` are known; None if it depends on more."""
    if isinstance(test, ast.BoolOp):
        parts = [holds(part, known) for part in test.values]
        certain = isinstance(test.op, ast.Or)
        if certain in parts:
            return certain
        return None if None in parts else not certain
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id in known:
        assert isinstance(test.ops[0], ast.Eq)
        member = test.comparators[0]
        assert isinstance(member, ast.Attribute)
        return member.attr == known[test.left.id]
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "is_yes_or_no":
        answer = FUNCTIONS["is_yes_or_no"].body[-1]
        assert isinstance(answer, ast.Return)
        assert answer.value
        return holds(answer.value, known)
    return None


def listed(body: list[ast.stmt], known: dict[str, str]) -> tuple[set[Verb], bool]:
    """The verbs that may be listed where `decision` and `window` are known, and whether the body certainly returns."""
    found: set[Verb] = set()
    for statement in body:
        if isinstance(statement, ast.If):
            answer = holds(statement.test, known)
            then, returns = listed(statement.body, known) if answer is not False else (set(), False)
            other, _ = listed(statement.orelse, known) if answer is not True else (set(), False)
            found |= then | other
            if answer and returns:
                return found, True
            continue
        for call in ast.walk(statement):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                name = call.func.id
                if name in LISTERS:
                    found |= {Verb[verb] for verb in members(call, "Verb")}
                elif name in FUNCTIONS and not name.endswith("_option"):
                    found |= listed(FUNCTIONS[name].body, known)[0]
        if isinstance(statement, ast.Return):
            return found, True
    return found, False


@pytest.mark.parametrize("decision", [d for d in Decision if d != Decision.WINDOW], ids=lambda d: d.name)
def test_verbs_are_listed_at_the_decisions_of_their_rows(decision: Decision) -> None:
    found, _ = listed(FUNCTIONS["legal_first"].body, {"decision": decision.name})
    assert found == {verb for verb, row in VERBS.items() if decision in row.at}


@pytest.mark.parametrize("window", [w for w in Window if w != Window.NONE], ids=lambda w: w.name)
def test_verbs_are_listed_in_the_windows_of_their_rows(window: Window) -> None:
    known = {"decision": Decision.WINDOW.name, "window": window.name}
    found, _ = listed(FUNCTIONS["legal_first"].body, known)
    assert found == {verb for verb, row in VERBS.items() if window in row.windows}


# ------------------------------------------------------------------- rows and branches
TERMS = {Verb.DONE, Verb.FIRST_PICK}  # listed inside an answer


BY_AIM = {Verb.PLAY, Verb.USE_POWER}  # what follows their card is said by what it costs and is aimed at


def test_every_verb_has_its_row() -> None:
    assert set(VERBS) == set(Verb)
    assert len(Verb) <= N_VERBS
    for verb, row in VERBS.items():
        assert bool(row.at or row.windows) == (verb not in {Verb.FIRST_PICK}), verb.name
        asks_cards = {Stage.CARD, Stage.MORE, Stage.TERMS} & set(row.parts) or verb == Verb.COUNTER
        assert bool(asks_cards) == (row.cards != NOWHERE), verb.name
        asks_seconds = {Stage.SECOND, Stage.WANT} & set(row.parts) or verb in {*BY_AIM, Verb.LAY_OUT}
        assert bool(asks_seconds) == (row.seconds != NOWHERE), verb.name
        assert not (Where.PARTNER & (row.cards | row.seconds)) or Stage.SEAT in row.parts, verb.name


def with_part(*stages: Stage) -> set[Verb]:
    return {verb for verb, row in VERBS.items() if set(stages) & set(row.parts)}


BRANCHES = {  # dispatchers -> the verbs that need a branch in one of them
    ("card_option", "own_option", "payment_option"): {verb for verb, row in VERBS.items() if row.cards},
    ("second_option",): {verb for verb, row in VERBS.items() if row.seconds},
    ("seat_option",): {*with_part(Stage.SEAT), *BY_AIM},
    ("place_option",): {*with_part(Stage.PLACE), Verb.PLAY},
    ("list_amounts",): {*with_part(Stage.AMOUNT), Verb.USE_POWER},  # of a bonus that is declared
    ("may_close",): {*(verb for verb, row in VERBS.items() if row.parts[:1] == (Stage.MORE,)), Verb.USE_POWER},
    ("list_terms",): TERMS,
}


@pytest.mark.parametrize("dispatchers", list(BRANCHES), ids=lambda names: names[0])
def test_every_verb_has_the_branches_of_its_row(dispatchers: tuple[str, ...]) -> None:
    assert verbs_in(*dispatchers) == BRANCHES[dispatchers]


def test_whether_a_verb_is_possible_has_a_branch_or_is_asked_of_its_cards_or_places() -> None:
    asked = {
        Verb[name]
        for function in FUNCTIONS.values()
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "add_verb"
        for name in members(call, "Verb")
    }
    own = Where.HAND | Where.TABLE
    by_rule = {verb for verb in asked if VERBS[verb].parts[:1] == (Stage.PLACE,)}
    by_rule |= {verb for verb in asked if VERBS[verb].parts[:1] == (Stage.CARD,) and VERBS[verb].cards & own}
    branches = verbs_in("verb_possible")
    assert branches <= asked
    assert asked - branches <= by_rule
    assert asked >= {verb for verb, row in VERBS.items() if row.windows} - {Verb.PASS}


def test_every_verb_is_carried_out() -> None:
    """What has parts when it is complete, the rest at once."""
    at_once = verbs_in("answer_verb")
    complete = verbs_in("carry_out", "carry_out_in_combat")
    composed = {verb for verb, row in VERBS.items() if row.parts}
    assert composed == complete
    assert at_once == set(Verb) - composed - {Verb.FIRST_PICK}


def payments(function: str) -> Iterator[tuple[Verb, Ability]]:
    """The ability that each branch of a dispatcher is paid for."""
    for branch in ast.walk(FUNCTIONS[function]):
        if isinstance(branch, ast.If):
            for name in members(branch.body[0], "Ability"):
                yield Verb[members(branch.test, "Verb")[0]], Ability[name]


def test_what_is_paid_is_the_ability_of_the_row() -> None:
    paid = dict([*payments("payment_option"), *payments("second_option")])
    assert paid == {verb: row.ability for verb, row in VERBS.items() if row.ability and verb != Verb.CHARM}


def test_a_missing_branch_is_found() -> None:
    body = ast.parse(
        "if decision == Decision.FLEE:\n    n = add_verb(s, t, p, Verb.PLAY, 0, out, n)\n    return n\n"
        "if decision == Decision.ENTRY or decision == Decision.FLEE:\n    return add(out, n, VERB0 + Verb.PASS)\n"
        "if s.may_loot:\n    return add(out, n, VERB0 + Verb.LOOT_ROOM)\nreturn add(out, n, VERB0 + Verb.DONE)"
    ).body
    assert listed(body, {"decision": "FLEE"}) == ({Verb.PLAY}, True)
    assert listed(body, {"decision": "ENTRY"}) == ({Verb.PASS}, True)
    assert listed(body, {"decision": "COMBAT"}) == ({Verb.LOOT_ROOM, Verb.DONE}, True)


# ------------------------------------------------------------------- and in play
@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_play_keeps_to_the_rows(windows: str) -> None:
    """What is listed, which parts are asked for, and the abilities that are needed."""
    rng = np.random.default_rng(3)
    game = mk.Game(players=4, seed=3, windows=windows, forced_choices=False)
    seen = set()
    for _ in range(1500):
        if game.over:
            break
        position = game.position[0]
        legal = game.legal()
        verbs = [Verb(int(a) - VERB0) for a in legal if int(a) < SEAT0]
        if game.stage == Stage.VERB:
            for verb in verbs:
                row = VERBS[verb]
                if game.decision == Decision.WINDOW:
                    assert Window(int(position["window"])) in row.windows
                else:
                    assert game.decision in row.at
                abilities = int(position["player"][game.seat]["abilities"])
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
