"""Accepted replies: a number, a name or JSON, the last valid one; prose is never turned into a move."""

import json
import re
from contextlib import suppress
from itertools import product

import pytest

import munchkin_env as mk
from munchkin_env.game.answers import ActionTree
from munchkin_env.llm import NAMES
from munchkin_env.llm.question import MOST, Memory, ask, listed_answers, look
from munchkin_env.llm.replies import Given, Reader
from munchkin_env.observation import View
from tests.each import each

pytestmark = pytest.mark.interpreted

HAND = ["magic_missile", "enraged", "pretty_balloons"]


def fight() -> mk.Game:
    """A lost fight with three players, a helper to ask, cards to play."""
    others = [{"level": 5, "table": ["helm_of_courage"]}, {"level": 2}]
    players = [{"level": 3, "hand": HAND, "table": ["huge_rock"]}, *others]
    return mk.scenario(players, phase="combat", combat={"monsters": ["net_troll", "lame_goblin"]}, seed=4)


def reader(game: mk.Game, path: tuple[int, ...] = ()) -> Reader:
    answers = ActionTree(View.of(game, 0, world=True), NAMES)
    return Reader(answers, path, listed_answers(answers, path)[0])


def read(text: str, game: mk.Game | None = None) -> Given:
    return reader(game or fight()).read(text)


def played(steps: tuple[int, ...]) -> mk.Game:
    game = fight()
    for step in steps:
        game.step(step)
    return game


def by_name(named: dict) -> mk.Game:
    game = fight()
    answer = read(json.dumps(named)).answer
    assert answer is not None
    for step in answer.steps:
        game.step(step)
    return game


def done(**parts: object) -> mk.Game:
    game = fight()
    game.do(**parts)  # type: ignore[arg-type]
    return game


@each(
    ("named", "parts"),
    [
        ({"do": "play", "card": "magic_missile", "place": "players"}, {"card": "magic_missile", "place": "players"}),
        ({"do": "play", "card": "Magic Missile", "place": "monsters"}, {"card": "magic_missile", "place": "monsters"}),
        ({"do": "play", "card": "enraged", "place": 1}, {"card": "enraged", "place": 1}),
        ({"do": "play", "card": "enraged", "place": "Lame Goblin"}, {"card": "enraged", "place": 1}),
        ({"do": "ask_help", "seat": "Bob", "amount": 1}, {"seat": 1, "amount": 1}),
        ({"do": "ask_help", "seat": 1, "amount": 1, "first_pick": True}, {"seat": 1, "amount": 1, "first_pick": True}),
        ({"do": "ask_help", "seat": "bob", "cards": ["huge_rock"], "amount": 0}, {"seat": 1, "cards": ["huge_rock"]}),
        ({"do": "run_away"}, {}),
    ],
)
def test_an_answer_by_name_is_what_the_game_does_by_name(named: dict, parts: dict) -> None:
    assert by_name(named) == done(verb=named["do"], **parts)


def test_numbers_and_words_are_those_of_the_list() -> None:
    one = reader(fight())
    for number, answer in enumerate(one.listed, 1):
        said = (str(number), f"**{number}.**", f"Answer: {number}", json.dumps({"answer": number}), answer.words)
        said += (f"{number}. {answer.words}", f"thinking of 99 things {{ …\n\n{number}\n")
        for text in said:
            assert one.read(text).answer == answer, text


def test_the_last_valid_answer_counts() -> None:
    run = {"do": "run_away"}
    missile = {"do": "play", "card": "magic_missile", "place": "players"}
    texts = [json.dumps(run), f"1\n{json.dumps(run)}", f"{json.dumps(missile)} no, {json.dumps(run)}"]
    texts += [f"{json.dumps(run)} {json.dumps({'do': 'fly to the moon'})}", f"```json\n{json.dumps(run)}\n```"]
    for text in texts:
        given = read(text).answer
        assert given is not None, text
        assert given.named == run, text


@each(
    ("text", "error"),
    [
        ("I run away.", "answer: expected the number of an answer"),
        ("I will not play 3 cards", "answer: expected the number of an answer"),
        ("", "answer: expected the number of an answer"),
        ("99", "answer: expected a number from 1 to"),
        ('{"answer": true}', "answer: expected a number from 1 to"),
        ('{"do": "kill"}', "do: expected one of"),
        ('{"do": "plya"}', 'did you mean "play"'),
        ('{"do": "play", "card": "huge_rok"}', "card: expected one of"),
        ('{"do": "play", "card": "enraged"}', "place: expected one of 0, 1, got nothing"),
        ('{"do": "play", "card": "enraged", "place": 0, "seat": "Bob"}', "seat: expected none"),
        ('{"do": "play", "card": "enraged", "place": 0, "why": "x"}', "'why': unknown"),
        ('{"do": "ask_help", "seat": "Dan", "amount": 1}', "seat: expected one of Bob, Cleo, got 'Dan'"),
        ('{"do": "ask_help", "seat": "Bob", "cards": "huge_rock"}', "cards: expected a list of cards"),
        ('{"pass_until": ["win"]}', 'did you mean "wins"'),
        ('{"pass_until": [["wins"]]}', "pass_until: expected some of wins, news"),
        ('{"do": "pass", "pass_until": [{"kind": "wins"}]}', "pass_until: expected some of wins, news"),
        ('{"do": ["play"]}', "verb: expected a verb or its name"),
        ("[" * 5000, "answer: expected the number"),
        ('{"a": ' * 5000, "answer: expected the number"),
    ],
)
def test_what_is_no_answer_says_what_was_expected(text: str, error: str) -> None:
    with pytest.raises(mk.IllegalAction, match=re.escape(error)):
        read(text)


BEGINNINGS = ('"do": "play"', '"do": "play", "card": "enraged"', '"do": "ask_help"', '"do": "ask_help", "seat": "Bob"')
FIELDS = ("do", "card", "cards", "seat", "place", "amount", "second", "want", "which", "first_pick", "look", "answer")
FIELDS += ("promise", "then", "pass_until")
VALUES = ["null", "true", "-1", "5", "1.5", "NaN", "1e999", "1" * 4000, '""', r'"\ud800"', "{}", '{"a": 1}']
VALUES += ["[]", "[5]", "[[]]", '["x"]', '[{"do": [1]}]', *("[" * depth + "]" * depth for depth in range(940, 980))]


def test_a_field_of_any_type_is_read_or_refused() -> None:
    """A model may write any JSON into any field, lists as deep as JSON is read included."""
    one = reader(fight())
    for begin, field, value in product(BEGINNINGS, FIELDS, VALUES):
        with suppress(mk.IllegalAction):
            one.read(f'{{{begin}, "{field}": {value}}}')


@each("field", ("card", "second"))
@each("value", ('["huge_rock"]', "5", "{}", "true"))
def test_a_card_that_is_no_text_is_refused(value: str, field: str) -> None:
    """Also where cards are put into order: those of a sale or a trade."""
    players = [{"table": ["bow_with_ribbons", "leather_armor"]}, {"table": ["huge_rock"]}, {}]
    one = reader(mk.scenario(players, phase="start"))
    for begin in ('"do": "sell"', '"do": "trade", "seat": "Bob"'):
        with pytest.raises(mk.IllegalAction, match=f"^{field}: expected a card's id or name, got "):
            one.read(f'{{{begin}, "{field}": {value}}}')


@each("text", ["-1", "$1", "1%", "<1", "~1", "1/2", "|1|", "\ufffd\ufffd1\ufffd|\ufffd", "answer1", "\x051"])
def test_a_digit_among_signs_and_noise_is_no_answer(text: str) -> None:
    """Replies of a model of random weights, and one that subtracts."""
    with pytest.raises(mk.IllegalAction, match="answer: expected the number of an answer"):
        read(text)


@each("text", ["1", "**1**", "1.", "`1`", "(1)", "[1]", '"1"', "# 1", "Answer: **1**", "answer 1"])
def test_a_number_may_have_marks_around_it(text: str) -> None:
    assert read(text).answer == read('{"answer": 1}').answer


def test_an_answer_is_given_step_by_step() -> None:
    """A beginning, its parts by number, and back."""
    one = reader(fight())
    begun = next(answer for answer in one.listed if answer.open and answer.named["do"] == "ask_help")
    then = reader(fight(), begun.path)
    assert {answer.named["seat"] for answer in then.listed} == {"Bob", "Cleo"}
    assert all(answer.named["do"] == "ask_help" for answer in then.listed)
    for reply in ("back", "0", '{"answer": 0}'):
        assert then.read(reply).back
    with pytest.raises(mk.IllegalAction):
        read("0")
    whole = then.read('{"do": "ask_help", "seat": "Cleo", "amount": 0}').answer
    assert whole is not None
    assert played(whole.steps) == done(verb="ask_help", seat=2, amount=0)


def test_an_answer_that_was_begun_by_itself_is_named_with_its_verb() -> None:
    """If there is only one verb the game has taken it, and asks for the next part."""
    players = [{"level": 3, "curses": []}, {}, {}]
    game = mk.scenario(players, phase="combat", combat={"monsters": ["net_troll", "lame_goblin"]}, seed=4)
    game.do("run_away")
    while game.decision.name != "FLEE" or game.current_player != 0:
        game.step(int(game.legal_actions()[0]))
    one = reader(game)
    named = [answer.named for answer in one.listed]
    assert named == [{"do": "roll", "place": 0}, {"do": "roll", "place": 1}]
    for answer in one.listed:
        assert one.read(json.dumps(answer.named)).answer == answer
    with pytest.raises(mk.IllegalAction, match="do: expected one of roll, got 'play'"):
        one.read('{"do": "play", "card": "enraged"}')
    twin = game.clone()
    twin.do("roll", place=1)
    game.step(*one.listed[1].steps)
    assert game == twin


def test_looks_are_bounded_and_names_are_one_line() -> None:
    view = View.of(fight(), 0)
    assert look(view, "net troll").startswith("Net Troll: Monster, level 10")
    assert "expected one card" in look(view, "potion")
    assert look(view, "rules").startswith("The aim: Be the first at level 10.")
    assert "discarded" in look(view, "discards")
    assert read('{"look": "net troll"}') == Given(look="net troll")
    assert len(look(view, "x" * 100_000)) < MOST


def test_a_question_tells_what_changed_and_explains_once() -> None:
    game, memory = fight(), Memory()

    def asked() -> str:
        view = View.of(game, 0, world=True)
        return ask(view, ActionTree(view, NAMES), memory, NAMES, board="changes").text

    first = asked()
    assert "Net Troll: Monster, level 10" in first
    assert "Huge Rock" in first
    game.do("play", card="magic_missile", place="players")
    while game.current_player != 0:
        game.step(int(game.legal_actions()[0]))
    second = asked()
    assert "Anna plays Magic Missile for the players" in second
    assert "Net Troll: Monster" not in second
    assert "Helm of Courage" not in second, "Bob's table has not changed"
