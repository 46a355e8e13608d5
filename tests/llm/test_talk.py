"""Promises are public, in a closed vocabulary, and compared with what was done afterwards."""

import json
import re
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.llm import NAMES, LLMTable
from munchkin_env.llm.talk import BROKEN, KEPT, OPEN, VOID, Onlooker, Promise, Talk
from munchkin_env.observation import View
from tests.each import each

pytestmark = pytest.mark.interpreted
SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 2, "players": 3, "talk": True}


class Watched:
    """A scenario with an onlooker."""

    def __init__(self, players: list[dict[str, Any]], **position: Any) -> None:
        self.game = mk.scenario(players, seed=4, **position)
        self.talk = Talk(NAMES[: len(players)])
        self.onlooker = Onlooker(len(players), self.talk)
        self.look()

    def look(self) -> None:
        self.onlooker.look(View.public(self.game.position, self.game.catalogue))

    def promise(self, by: int, **given: Any) -> Promise:
        return self.talk.promise(by, self.game.turn, given)

    def do(self, verb: str, **parts: Any) -> None:
        self.game.do(verb, **parts)
        self.look()

    def until(self, seat: int, decision: str) -> None:
        """Passes until somebody is asked something."""
        while (self.game.current_player, self.game.decision.name) != (seat, decision):
            self.do("pass")


def fight(hand: tuple[str, ...] = ()) -> Watched:
    """Anna loses to the Net Troll (two treasures and more); Bob is strong, and may hold cards."""
    players = [{"level": 3}, {"level": 9, "hand": list(hand), "table": ["helm_of_courage"]}, {"level": 2}]
    return Watched(players, phase="combat", combat={"monsters": ["net_troll"]})


def test_help_that_was_promised_is_given_or_not() -> None:
    for answer, state in (("yes", KEPT), ("no", BROKEN)):
        watched = fight()
        promise = watched.promise(1, kind="help", to="Anna", amount=1)
        other = watched.promise(2, kind="help", to="Anna")
        dear = watched.promise(1, kind="help", to="Cleo")
        watched.do("ask_help", seat=1, amount=1)
        watched.until(1, "ANSWER_HELP")
        watched.do(answer)
        assert (promise.state, other.state, dear.state) == (state, OPEN, OPEN)
        anna, bob, _ = watched.onlooker.bargains
        assert (anna.asked, anna.was_helped, bob.helped) == (1, int(state == KEPT), int(state == KEPT))
        assert anna.surplus + bob.surplus == pytest.approx(float(state == KEPT))


def test_too_small_an_offer_breaks_no_promise() -> None:
    watched = fight()
    promise = watched.promise(1, kind="help", to="Anna", amount=2)
    watched.do("ask_help", seat=1, amount=1)
    watched.until(1, "ANSWER_HELP")
    watched.do("no")
    assert promise.state == OPEN
    watched.onlooker.over()
    assert promise.state == VOID


def test_help_is_repaid_once_it_was_given() -> None:
    watched = fight()
    promise = watched.promise(0, kind="repay", to="Bob")
    watched.do("ask_help", seat=1, amount=0)
    watched.until(1, "ANSWER_HELP")
    assert not promise.due
    watched.do("yes")
    assert promise.due
    watched.talk.turn_is(watched.game.turn + 1)
    assert promise.state == OPEN
    watched.talk.refused(0, 1, 0)
    assert promise.state == BROKEN
    late = Talk(NAMES[:3])
    unmet = late.promise(0, 5, {"kind": "repay", "to": "Bob"})
    late.turn_is(6)
    assert unmet.state == VOID


def test_peace_is_broken_by_what_is_done_against_the_other() -> None:
    watched = fight(("enraged",))
    broken = watched.promise(1, kind="peace", to="Anna")
    other = watched.promise(1, kind="peace", to="Cleo")
    watched.do("ask_help", seat=2, amount=0)
    watched.until(1, "WINDOW") if watched.game.current_player != 1 else None
    watched.do("play", card="enraged", place=0)
    assert broken.state == BROKEN
    assert other.state == OPEN
    assert watched.onlooker.bargains[1].hostile == 1
    watched.talk.turn_is(watched.game.turn + 1)
    assert other.state == KEPT


def test_promises_are_heard_by_all_and_logged() -> None:
    table = LLMTable([0, 1, 2], (), 5, **SHORT)
    speaker = table.asked
    assert speaker is not None
    to = next(name for seat, name in enumerate(table.names) if seat != speaker)
    assert "promise" in table.rules(speaker)
    first = json.loads('{"answer": 1}')
    table.answer(speaker, json.dumps({**first, "promise": {"kind": "peace", "to": to}}))
    said = f"{table.names[speaker]} promises {to} to do nothing against {to} until this turn ends"
    heard = set()
    while table.asked is not None:
        if said in table.turn(table.asked).text:
            heard.add(table.asked)
        table.answer(table.asked, "1")
    assert heard >= {0, 1, 2} - {speaker}
    (promise,) = table.facts()["promises"]
    assert promise["state"] in (KEPT, BROKEN)
    assert (promise["by"], promise["to"]) == (table.names[speaker], to)
    assert table.counts(speaker).promises == 1


@each(
    ("given", "error"),
    [
        ("x", "promise: expected"),
        ({"kind": "love", "to": "Bob"}, "promise.kind: expected one of help, peace, repay, got 'love'"),
        ({"kind": "peace", "to": "Anna"}, "promise.to: expected one of Bob, Cleo, got 'Anna'"),
        ({"kind": "peace", "to": "Dan"}, "promise.to: expected one of Bob, Cleo, got 'Dan'"),
        ({"kind": "peace", "to": "Bob", "amount": 1}, "promise.amount: expected a whole number from 0 to 0, got 1"),
        ({"kind": "help", "to": "Bob", "amount": True}, "promise.amount: expected a whole number from 0 to 20"),
        ({"kind": "help", "to": "Bob", "why": 1}, "promise.'why': unknown"),
    ],
)
def test_what_is_no_promise_is_refused(given: Any, error: str) -> None:
    talk = Talk(NAMES[:3])
    with pytest.raises(mk.IllegalAction, match=re.escape(error)):
        talk.promise(0, 1, given)
    assert not talk.promises


def test_promises_are_few_and_each_is_new() -> None:
    talk = Talk(NAMES[:4])
    for kind, to in (("help", "Bob"), ("peace", "Bob"), ("peace", "Cleo")):
        talk.promise(0, 1, {"kind": kind, "to": to})
    with pytest.raises(mk.IllegalAction, match="expected a new one"):
        talk.promise(0, 1, {"kind": "help", "to": "Bob"})
    with pytest.raises(mk.IllegalAction, match="at most 3 open ones"):
        talk.promise(0, 1, {"kind": "peace", "to": "Dan"})


def test_nobody_talks_where_there_is_no_talk() -> None:
    table = LLMTable([0], "random", 5, **{**SHORT, "talk": False})
    assert "promise" not in table.rules(0)
    told = table.answer(0, '{"answer": 1, "promise": {"kind": "peace", "to": "Bob"}}').text
    assert "promise: expected none, since nobody talks at this table" in told


def test_a_reply_that_is_refused_promises_nothing_and_leaves_the_standing_pass() -> None:
    table = LLMTable([0, 1], "random", 7, prompting={"looks": 0, "steps": 0, "retries": 9}, **SHORT)
    seat = table.asked
    assert seat is not None
    own, talk = table.seats[seat], table.talk
    assert talk is not None
    until = own.until
    promise = {"kind": "peace", "to": table.names[1 - seat]}
    for reply in ({"look": "rules", "pass_until": []}, {"look": "rules", "promise": promise}, {"promise": promise}):
        table.answer(seat, json.dumps(reply))
    assert own.until == until
    assert talk.promises == []
    assert table.counts(seat).illegal == 3
