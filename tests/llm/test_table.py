"""The table that doors open on: several seats from outside, bots for the others, replies counted, secrets kept."""

import json
import threading
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.llm import MOST, LLMTable, NotAsked, Reply
from tests.each import each
from tests.llm.scripts import Script
from tests.outside import frozen

SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 2}
pytestmark = pytest.mark.interpreted


def played(table: LLMTable, say: str = "1") -> list[str]:
    """A game to its end, each seat from outside taking its first action; all that was said to them."""
    told = []
    while table.asked is not None:
        turn = table.turn(table.asked)
        assert turn.asked
        assert not turn.over
        assert len(turn.text) <= MOST
        told.append(turn.text)
        table.answer(table.asked, say)
    return told


@pytest.mark.parametrize("seats", [[0], [1, 2], [0, 1, 2]])
def test_whole_games_and_the_same_for_the_same_seed(seats: list[int]) -> None:
    one, again = (LLMTable(seats, "random", 3, players=3, **SHORT) for _ in range(2))
    assert played(one) == played(again)
    assert one.game.history == again.game.history
    turns = [one.turn(seat) for seat in seats]
    assert all(turn.over and turn.text.startswith("The game is over") for turn in turns)
    assert [turn.reward for turn in turns] == [one.game.returns[seat] for seat in seats]
    assert one.facts()["winners"] == [one.names[p] for p in one.game.winners]


def test_only_whoever_is_asked_answers() -> None:
    table = LLMTable([0, 1], "random", 1, players=3, **SHORT)
    asked = table.asked
    assert asked in (0, 1)
    other = 1 - asked
    before = frozen(table.game)
    with pytest.raises(NotAsked, match="who is not"):
        table.answer(other, "1")
    assert table.turn(other).text.startswith("Others are asked")
    with pytest.raises(mk.ConfigError, match=r"seat: expected one of \[0, 1\], got 2"):
        table.turn(2)
    assert frozen(table.game) == before


def test_illegal_replies_change_nothing_and_then_the_stand_in_answers() -> None:
    table = LLMTable([0], "random", 1, players=3, stand_in="random", prompting={"retries": 2}, **SHORT)
    before = frozen(table.game)
    for _ in range(2):
        assert "expected a number" in table.answer(0, "99").text
        assert frozen(table.game) == before
    table.answer(0, "99")
    assert frozen(table.game) != before
    counts = table.counts(0)
    assert (counts.illegal, counts.retries, counts.stand_ins) == (3, 2, 1)


def test_threads_wait_for_their_seats() -> None:
    """Each seat is played by a thread of its own that knows of no other; two wait for as long as it takes."""
    limits = (60, None, float("inf"))
    table = LLMTable([0, 1, 2], (), 5, players=3, **SHORT)
    ends = {}

    def play(seat: int) -> None:
        turn = table.wait(seat, limits[seat])
        while turn.asked:
            table.answer(seat, "1")
            turn = table.wait(seat, limits[seat])
        ends[seat] = turn

    threads = [threading.Thread(target=play, args=(seat,), daemon=True) for seat in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert all(ends[seat].over for seat in range(3))
    assert sum(turn.reward for turn in ends.values()) == pytest.approx(0)


def test_a_seat_that_is_left_is_answered_for() -> None:
    """The others play on to the end, and the actions of the stand-in are counted."""
    table = LLMTable([0, 1], "random", 1, players=3, stand_in="random", **SHORT)
    table.leave(1)
    assert table.asked == 0
    told = played(table)
    assert all("You are Anna." in text for text in told)
    assert table.game.is_terminal
    assert table.counts(1).stand_ins > 0
    assert table.counts(1).calls == 0
    table.leave(0)


def test_a_seed_that_nobody_guesses() -> None:
    one, other = (LLMTable([0], "random", None, players=3, **SHORT) for _ in range(2))
    assert one.game.seed != other.game.seed
    assert one.game.seed is not None
    assert one.game.seed > 1 << 64


@each(
    ("words", "error"),
    [
        ({"seats": []}, "seats: expected some of 0 to 2"),
        ({"seats": [3]}, "seats: expected some of 0 to 2"),
        ({"seats": [1, 1]}, "seats: expected some of 0 to 2"),
        ({"opponents": ["random"]}, "opponents: expected a bot, or 2 of them"),
        ({"opponents": "radnom"}, 'did you mean "random"'),
        ({"seats": None}, "seats: expected some of 0 to 2"),
        ({"seats": 1.5}, "seats: expected some of 0 to 2"),
        ({"opponents": 5}, "opponents: expected a bot, or 2 of them, got 5"),
        ({"opponents": [5, "random"]}, "bot: expected one of"),
        ({"opponents": [["random"], "random"]}, "bot: expected one of"),
        ({"stand_in": 5}, "bot: expected one of"),
        ({"prompting": {"retries": "x"}}, "retries: expected a whole number"),
        ({"prompting": {"retrys": 1}}, 'retrys: unknown; known: retries, .*did you mean "retries"'),
        ({"prompting": {5: 1}}, "5: unknown; known: retries"),
        ({"prompting": {"pass_until": [["wins"]]}}, "pass_until: expected some of wins"),
        ({"prompting": {"board": ["full"]}}, "board: expected full or changes"),
        ({"prompting": 5}, "prompting: expected fields of PromptConfig, got 5"),
        ({"prompting": ["retries"]}, "prompting: expected fields of PromptConfig, got"),
        ({"goal": 1}, "goal: expected"),
        ({"talk": "no"}, "talk: expected true or false, got 'no'"),
        ({"contact": 3}, "contact: expected a Contact or None, got 3"),
        ({"names": 5}, "names: expected 3 different ones"),
        ({"names": "abc"}, "names: expected 3 different ones"),
        ({"names": ["Anna", "Bob"]}, "names: expected 3 different ones"),
        ({"names": ["Anna", "anna", "Bob"]}, "names: expected 3 different ones"),
        ({"names": ["Anna", "1", "Bob"]}, "names: expected 3 different ones"),
        ({"names": ["Anna", "Bob\n1. win", "Cleo"]}, "names: expected 3 different ones"),
        ({"names": ["Anna", 'B"}', "Cleo"]}, "names: expected 3 different ones"),
    ],
)
def test_tables_that_cannot_be_are_refused(words: dict[str, Any], error: str) -> None:
    with pytest.raises(mk.ConfigError, match=error):
        LLMTable(**{"seats": [0], "opponents": "random", "players": 3, **words})


def test_only_a_word_is_looked_up() -> None:
    table = LLMTable([0], "random", players=3, **SHORT)
    with pytest.raises(mk.ConfigError, match="word: expected text, got 5"):
        table.look(0, 5)  # type: ignore[arg-type]


@each("seconds", [-1, "x", [], True, float("nan")], ids=str)
def test_a_wait_has_a_limit_in_seconds(seconds: Any) -> None:
    """One of NaN seconds never ended."""
    table = LLMTable([0, 1], "random", players=3, **SHORT)
    assert table.asked is not None
    with pytest.raises(mk.ConfigError, match="seconds: expected None or a number from 0, got"):
        table.wait(1 - table.asked, seconds)
    assert not table.wait(1 - table.asked, np.float32(0.0)).asked  # type: ignore[arg-type]


@each("models", [None, 5, [0], {0: None}, {0: "model"}, {0: Script}, {0: object()}], ids=str)
def test_only_models_play(models: Any) -> None:
    table = LLMTable([0], "random", players=3, **SHORT)
    before = frozen(table.game)
    with pytest.raises(mk.ConfigError, match=r"models(\[0\])?: expected"):
        table.play(models)
    assert frozen(table.game) == before


@each("reply", ["1", None, 5, Reply(5), Reply("1", "x"), Reply("1", -1), Reply("1", 0, True)], ids=str)  # type: ignore[arg-type]
def test_a_reply_is_one(reply: Any) -> None:
    """Text alone, the first thing that somebody returns, ended in an AttributeError."""
    script = Script(lambda messages: "1")
    script.reply = lambda messages: reply  # type: ignore[method-assign]
    table = LLMTable([0], "random", players=3, **SHORT)
    before = frozen(table.game)
    with pytest.raises(mk.ConfigError, match="model script: expected a Reply of text and numbers of tokens, got"):
        table.play({0: script})
    assert frozen(table.game) == before
    with pytest.raises(mk.ConfigError, match="model: expected a model with a name"):
        mk.LLMBot(reply)


def test_seats_and_players_may_be_of_numpy_and_the_preset_has_a_number_of_its_own() -> None:
    table = LLMTable([np.int64(0)], "random", players=np.int64(3), **SHORT)  # type: ignore[list-item, arg-type]
    assert list(table.seats) == [0]
    assert len(LLMTable([0], "random", players=None, preset="trading3", round_limit=1).names) == 3


def test_what_is_done_to_a_transcript_does_not_matter() -> None:
    table = LLMTable([0], "random", players=3, **SHORT)
    table.answer(0, "1")
    before = json.dumps(table.transcript())
    table.transcript()["calls"][table.names[0]][0]["messages"][0]["content"] = "x"
    assert json.dumps(table.transcript()) == before


class Stopped(mk.Bot):
    """A bot whose user presses Ctrl-C in its first turn."""

    name = "stopped"

    def __init__(self, stops: bool) -> None:
        self.stops = [stops]

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        if self.stops.pop():
            self.stops.append(False)
            raise KeyboardInterrupt
        self.stops.append(False)
        return int(np.flatnonzero(mask)[0])


@each("how", ["asked", "turn", "wait", "answer", "play"])
def test_a_table_goes_on_after_an_error_in_a_bots_turn(how: str) -> None:
    """It stood still for ever: a bot was asked, and nobody asked it."""
    table, other = (LLMTable([0], "random", 3, players=3, **SHORT) for _ in range(2))
    table.bots[1], other.bots[1] = Stopped(True), Stopped(False)
    with pytest.raises(KeyboardInterrupt):
        played(table)
    while other.turn(0).asked and len(other.game.history) <= len(table.game.history):
        other.answer(0, "1")
    before = other.counts(0).calls
    go_on = {
        "asked": lambda: table.asked, "turn": lambda: table.turn(0), "wait": lambda: table.wait(0, 0.0),
        "answer": lambda: table.answer(0, "99"), "play": lambda: table.play({}),
    }  # fmt: skip
    go_on[how]()
    assert frozen(table.game) == frozen(other.game)
    assert table.turn(0) == other.turn(0)
    assert table.counts(0).calls == before


def test_each_seat_has_a_stand_in_of_its_own() -> None:
    """A stand-in with a memory must not carry one seat's hand to another."""

    class Remembering(mk.Bot):
        name = "remembering"

        def __init__(self) -> None:
            self.seats: tuple[int, ...] = ()

        def reset(self) -> None:
            self.seats = ()

        def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
            self.seats += (view.seat,)
            assert set(self.seats) == {view.seat}
            return int(np.flatnonzero(mask)[0])

    silent = mk.LLMBot(Script(lambda messages: "?"), stand_in=Remembering(), retries=0)
    assert mk.evaluate([silent, silent, "greedy"], games=3, **SHORT).games == 3
    assert silent.tally.counts.stand_ins > 0
