"""The table that doors open on: several seats from outside, bots for the others, replies counted, secrets kept."""

import threading
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.llm import MOST, LLMTable, NotAsked
from tests.each import each
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
