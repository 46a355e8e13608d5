"""A model of a chat endpoint as a player by name: hostile ones are survived and counted, keys stay where they are."""

import io
import json
import re
import time
from email.message import Message
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

import munchkin_env as mk
from munchkin_env.cli.main import main
from munchkin_env.evaluation import Evaluation
from munchkin_env.evaluation import progress as progress_module
from munchkin_env.evaluation.progress import Progress, reporting
from munchkin_env.llm import BudgetSpent, Contact, Endpoint, EndpointBot, LateReply, ModelError
from munchkin_env.llm.models import BASE_URL, KEY
from munchkin_env.server.tables import Tables
from tests.each import each
from tests.llm.chat import USAGE, Say, completion, dripping, endpoint

ASK = [{"role": "user", "content": "1. pass"}]
SHORT = {"preset": "short", "goal": 3, "round_limit": 3, "progress": False}


def match(url: str, games: int = 3, threads: int = 1, **words: object) -> tuple[Evaluation, EndpointBot]:
    bot = EndpointBot("tiny", url, stand_in="random", **words)
    return mk.evaluate([bot, "random", "random"], games=games, threads=threads, **SHORT), bot


def test_a_model_plays_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games by the first action of each question; only the endpoint gets the key of the environment."""
    monkeypatch.setenv(KEY, "sk-of-a-test")
    with endpoint(lambda messages: "1") as chat:
        monkeypatch.setenv(BASE_URL, chat.url)
        result = mk.evaluate(["language:tiny", "random", "random"], games=3, **SHORT)
    assert result.bots[0].name == "language:tiny"
    assert set(chat.keys) == {"Bearer sk-of-a-test"}
    assert "sk-of-a-test" not in json.dumps(chat.requests) + result.as_json()
    assert {request["model"] for request in chat.requests} == {"tiny"}


@pytest.mark.rotating
@pytest.mark.compiled
def test_games_are_the_same_in_several_threads() -> None:
    """Each game has a seat of its own, whichever thread plays it."""

    def say(messages: list[dict[str, str]]) -> str:
        return str(1 + len(messages[-1]["content"]) % int(re.findall(r"^(\d+)\. ", messages[-1]["content"], re.M)[-1]))

    with endpoint(say) as chat:
        one, bot = match(chat.url, games=12)
        other, twin = match(chat.url, games=12, threads=4)
    assert one.bots == other.bots
    a, b = bot.tally.counts, twin.tally.counts
    assert (a.calls, a.characters_sent, a.seats) == (b.calls, b.characters_sent, b.seats)
    assert a.calls == len(chat.requests) // 2 > 12


def message(**fields: object) -> bytes:
    """A completion whose message has these fields alone."""
    return json.dumps(
        {"choices": [{"index": 0, "message": fields, "finish_reason": "length"}], "usage": USAGE}
    ).encode()


HOSTILE: dict[str, tuple[Say, str]] = {
    "wrong": (lambda messages: "I open the door, as 1 would.", "illegal"),
    "too long": (lambda messages: "{" * 300_000, "illegal"),
    "half JSON": (lambda messages: '{"do": "pass"', "illegal"),
    "another shape": (lambda messages: b'{"choices": []}', "failures"),
    "empty": (lambda messages: completion(""), "illegal"),
    "only thinks": (lambda messages: message(content=None, reasoning_content='{"answer": 1}'), "illegal"),
    "only calls tools": (lambda messages: message(tool_calls=[{"id": "1", "type": "function"}]), "illegal"),
    "parts without words": (lambda messages: message(content=[{"type": "image_url"}]), "illegal"),
    "parts of another shape": (lambda messages: message(content=["1"]), "failures"),
    "null choices": (lambda messages: b'{"choices": null}', "failures"),
    "too long a prompt": (lambda messages: (400, b'{"error": "context"}'), "failures"),
    "is overrun": (lambda messages: 429, "failures"),
    "breaks down": (lambda messages: 500, "failures"),
    "no JSON": (lambda messages: b"<html>", "failures"),
    "endless": (lambda messages: b"0" * (1 << 21), "failures"),
    "refuses": (lambda messages: 401, "failures"),
    "sends elsewhere": (lambda messages: 302, "failures"),
    "late": (lambda messages: 1.5, "late"),
}


@pytest.mark.rotating
@each("name", HOSTILE)
def test_hostile_models_are_survived_and_counted(name: str) -> None:
    hostile, kind = HOSTILE[name]
    number = count()

    def say(messages: list[dict[str, str]]) -> Any:
        """It is there at first: one that never replies is not played (`test_who_never_replies_is_not_played`)."""
        return "so be it" if not next(number) else hostile(messages)

    games = {"goal": 3, "preset": "short", "round_limit": 1, "progress": False}
    with endpoint(say) as chat:
        patience = 0.2 if kind == "late" else 10.0  # on a busy machine, too, a reply at once is not late
        model = {"timeout": patience, "tries": 1, "max_calls": 12}
        bot = EndpointBot("bad", chat.url, stand_in="random", prompting={"retries": 1}, **model)
        mk.evaluate([bot, "random", "random"], games=3, **games)
    counts = bot.tally.counts
    assert counts.stand_ins == counts.questions > 0
    first = 0 if kind == "illegal" else 1
    assert getattr(counts, kind) + first == counts.calls == min(12, 2 * counts.questions)
    assert sum(bot.tally.reasons.values()) == counts.failures + counts.late + counts.unasked
    assert counts.retries == counts.calls // 2
    assert counts.unasked == counts.questions - counts.calls // 2


NOBODY = {
    "nobody there": None,
    "breaks down": lambda messages: 500,
    "does not know it": lambda messages: (404, b"no such model"),
    "hangs": lambda messages: 3.0,
}


@pytest.mark.parametrize("name", NOBODY)
@pytest.mark.parametrize(
    "command",
    [
        ["evaluate", "language:x{}", "random", "random"],
        ["ladder", "language:x{}", "--reference", "random", "--table-sizes", "3"],
        ["language", "x", "--tables", "short", "--against", "random", "--timeout", "0.3"],
        ["challenge", "run", "language:x{}", "--track", "language"],
    ],
    ids=["evaluate", "ladder", "language", "challenge"],
)
def test_who_never_replies_is_not_played(
    name: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No table, no win rate: the reason, and an exit status that is not 0, whichever command asks."""
    if command[0] == "challenge":
        pytest.importorskip("torch", reason="the track's opponents are networks, of the extra train")
    say = NOBODY[name]
    with endpoint(say or (lambda messages: "1")) as chat:
        url = chat.url
        if say is not None:
            monkeypatch.setenv(BASE_URL, url)
            status = _nobody(command)
    if say is None:  # nobody listens there any more
        monkeypatch.setenv(BASE_URL, url)
        status = _nobody(command)
    told = capsys.readouterr()
    assert status == 2
    said = r"^munchkin: model x: expected a reply, got none to \d+ calls? in \d+ s: .+$"
    assert re.search(said, told.err, re.M)
    assert told.out == ""


def _nobody(command: list[str]) -> int:
    settings = ",timeout=0.3,tries=1"
    return main([*(word.format(settings) for word in command), "--games", "3"])


def test_a_call_that_the_budget_refused_is_not_counted() -> None:
    with endpoint(lambda messages: 500) as chat:
        bot = EndpointBot("x", chat.url, tries=1, max_calls=1, prompting={"retries": 5})
        with pytest.raises(mk.MunchkinError, match=r"^model x: expected a reply, got none to 1 call in [0-9] s"):
            mk.evaluate([bot, "random", "random"], games=3, **SHORT)


@pytest.mark.rotating
def test_the_first_reply_is_waited_for_no_longer_than_said() -> None:
    """However often a question may be put again."""
    with endpoint(lambda messages: 2.0) as chat:
        bot = EndpointBot("x", chat.url, timeout=0.2, tries=1, first_seconds=0.5, prompting={"retries": 10})
        with pytest.raises(mk.MunchkinError, match=r"^model x: expected a reply, got none to [2-9] calls in [0-9] s"):
            mk.evaluate([bot, "random", "random"], games=3, **SHORT)
    assert not bot.contact.strict, "at a table of people its stand-in plays on"


@pytest.mark.parametrize("key", ["sk-secret\nmore", "sk-sécret"])
def test_a_key_that_no_header_takes_is_refused_and_never_shown(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUNCHKIN_LANGUAGE_KEY", key)
    with pytest.raises(mk.ConfigError, match=r"^MUNCHKIN_LANGUAGE_KEY: expected printable ASCII") as refused:
        Endpoint("x", "http://127.0.0.1:9").reply([])
    assert "cret" not in str(refused.value)


def test_a_key_that_an_endpoint_echoes_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blanks around it, such as the end of a file's line, are not sent."""
    monkeypatch.setenv("MUNCHKIN_LANGUAGE_KEY", "sk-secret\n")
    with endpoint(lambda messages: 400) as chat:
        with pytest.raises(ModelError):
            Endpoint("x", chat.url, tries=1).reply(ASK)
        assert chat.requests
    said = HTTPError("", 400, "Bad Request", Message(), io.BytesIO(b'{"error": "key sk-secret may not"}'))
    assert "secret" not in Endpoint("x", "http://127.0.0.1:9")._said(said)


def test_usage_of_a_model_in_several_seats_is_reported_once() -> None:
    with endpoint(lambda messages: "1") as chat:
        bot = EndpointBot("x", chat.url)
        found = mk.evaluate([bot, bot, "random"], games=3, **SHORT)
    assert found.bots[0].asked["questions"] == bot.tally.counts.questions
    assert found.bots[1].asked is None


def test_reasons_are_counted_in_every_table() -> None:
    number = count()
    with endpoint(lambda messages: 401 if next(number) % 2 else "1") as chat:
        result, bot = match(chat.url)
    reasons = result.bots[0].reasons
    assert reasons == {"the endpoint answered 401 Unauthorized": bot.tally.counts.failures}
    assert f"| language:tiny | {bot.tally.counts.failures} | the endpoint answered 401 Unauthorized |" in str(result)
    assert json.loads(result.as_json())["bots"][0]["reasons"] == reasons


@pytest.mark.rotating
def test_slow_work_is_told_of_from_the_first_request() -> None:
    """Without a terminal, lines show the progress."""
    stream = io.StringIO()
    bar = Progress(3, "games", stream=stream)
    contact = Contact(Endpoint("x", "http://127.0.0.1:9/v1"), strict=True)
    contact.asked()
    contact.missed("no endpoint")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress_module, "SOON", 0.05)
        with reporting(bar, contact.words):
            time.sleep(0.5)
    assert re.fullmatch(
        r"0/3 games; x: no reply yet after 0 of 120 s, 1 call, 1 without a reply \(no endpoint\)\n", stream.getvalue()
    )
    contact.heard()
    contact.check(given_up=True)
    assert contact.words() == "x: 1 call, 1 without a reply (no endpoint)"


@pytest.mark.rotating
def test_what_fails_for_a_moment_is_tried_again_and_a_budget_ends() -> None:
    answers = iter([503, "2", "3", "4"])
    with endpoint(lambda messages: next(answers)) as chat:
        model = Endpoint("tiny", chat.url, max_total_tokens=200)
        assert [model.reply(ASK).text, model.reply(ASK).text] == ["2", "3"]
        assert model.tokens == 210
        with pytest.raises(BudgetSpent, match="its 200 tokens are spent"):
            model.reply(ASK)
        chat.say = lambda messages: 0.5
        with pytest.raises(LateReply, match=r"no reply within 0\.05 seconds"):
            Endpoint("tiny", chat.url, timeout=0.05).reply(ASK)
    with pytest.raises(ModelError, match="no endpoint at"):
        Endpoint("tiny", chat.url, tries=1).reply(ASK)


ENDLESS = b"a" * 3000  # a minute of bytes
SLOW = {
    "headers": b"HTTP/1.1 200 OK\r\nX-Word: " + ENDLESS,
    "reply": b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n" + ENDLESS,
    "chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n" + ENDLESS,
    "pieces of unknown number": b"HTTP/1.1 200 OK\r\n\r\n" + ENDLESS,
}


@pytest.mark.rotating
@pytest.mark.parametrize("name", SLOW)
def test_who_sends_a_byte_now_and_then_is_late(name: str) -> None:
    """The limit is of a call, not between two bytes."""
    with dripping(SLOW[name]) as url:
        begun = time.monotonic()
        with pytest.raises(LateReply, match="no reply within 1 seconds"):
            Endpoint("tiny", url, timeout=1, tries=1).reply(ASK)
        assert time.monotonic() - begun < 20


def test_why_is_not_waited_for_either() -> None:
    with dripping(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 9000\r\n\r\n" + ENDLESS) as url:
        begun = time.monotonic()
        with pytest.raises(ModelError, match="answered 400 Bad Request"):
            Endpoint("tiny", url, timeout=2, tries=1).reply(ASK)
        assert time.monotonic() - begun < 20


def test_words_in_parts_are_read_and_a_reply_without_words_costs_what_it_costs() -> None:
    parts = [{"type": "text", "text": "I pass.\n"}, {"type": "image_url"}, {"type": "text", "text": "2"}]
    said = iter([message(content=parts), message(content=None, reasoning_content="1")])
    with endpoint(lambda messages: next(said)) as chat:
        model = Endpoint("tiny", chat.url)
        assert model.reply(ASK).text == "I pass.\n2"
        assert model.reply(ASK).text == ""
        assert model.tokens == 2 * 105


def test_what_is_wrong_with_a_call_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-of-a-test")
    body = b"at most 4096 tokens, got 5000; your key is sk-of-a-test"
    with endpoint(lambda messages: (400, body)) as chat:
        with pytest.raises(ModelError, match=r"answered 400 .*at most 4096 tokens, got 5000; your key is …'"):
            Endpoint("tiny", chat.url).reply(ASK)
        chat.say = lambda messages: (401, body)
        with pytest.raises(ModelError, match=r"answered 401 Unauthorized$"):
            Endpoint("tiny", chat.url).reply(ASK)


@each(
    ("words", "error"),
    [
        ({"name": ""}, "model: expected a name"),
        ({"name": "a", "base_url": "file:///etc"}, "base_url: expected http"),
        ({"name": "a", "base_url": "http://me:secret@host/v1"}, "without a password, got 'host'"),
        ({"name": "a", "timeout": 0}, "timeout: expected a number above 0, got 0"),
        ({"name": "a", "base_url": 5}, "base_url: expected http"),
        ({"name": "a", "base_url": "http://host:x/v1"}, "base_url: expected http(s)://HOST/v1 without a password, got"),
        ({"name": "a", "base_url": "http://[::1"}, "base_url: expected http(s)://HOST/v1 without a password, got"),
        ({"name": "a", "key_variable": 5}, "key_variable: expected the name of a variable, got 5"),
        ({"name": "a", "tries": 0.5}, "tries: expected a whole number above 0, got 0.5"),
        ({"name": "a", "max_calls": 0.5}, "max_calls: expected a whole number above 0, got 0.5"),
        ({"name": "a", "max_total_tokens": True}, "max_total_tokens: expected a whole number above 0, got True"),
        ({"name": "a", "temperature": float("nan")}, "temperature: expected what JSON can hold, got nan"),
        ({"name": "a", "stop": {1, 2}}, "stop: expected what JSON can hold, got {1, 2}"),
        ({"name": "a", "messages": []}, "messages: expected parameters beside model and messages, got []"),
        ({"name": "a", "log": 5}, "log: expected the name of a file, got 5"),
        ({"name": "a", "prompting": {"retries": -1}}, "retries: expected a whole number from 0 to 10, got -1"),
        ({"name": "a", "prompting": {"board": "changes"}}, "board: expected full for a model that remembers nothing"),
        ({"name": "a", "prompting": {"pass_until": ["win"]}}, "got 'win' (did you mean \"wins\"?)"),
        ({"name": "a", "prompting": {"nice": 1}}, "nice: unknown; known: retries"),
        ({"name": "a", "prompting": 5}, "prompting: expected fields of PromptConfig, got 5"),
        ({"name": "a", "stand_in": 5}, "bot: expected one of"),
    ],
)
def test_settings_that_cannot_be_are_refused(words: dict, error: str) -> None:
    with pytest.raises(mk.ConfigError, match=re.escape(error)):
        EndpointBot(**words)


def test_a_name_is_needed() -> None:
    for name in ("language", "language:", "language: ", "language:,retries=1"):
        with pytest.raises(mk.ConfigError, match="expected"):
            mk.make_bot(name)


def test_settings_stand_behind_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget ends what is asked, wherever players are named; what is of the protocol is sent with each call."""
    with endpoint(lambda messages: "nothing") as chat:
        monkeypatch.setenv(BASE_URL, chat.url)
        name = "language:org/tiny:8b,max_calls=4,temperature=0.5,max_tokens=9,reasoning_effort=low,retries=0"
        result = mk.evaluate([name, "random", "random"], games=3, **SHORT)
    assert result.bots[0].name == "language:org/tiny:8b"
    assert len(chat.requests) == 4
    asked = result.bots[0].asked
    assert asked is not None
    assert asked["calls"] == 4
    assert asked["unasked"] == asked["questions"] - 4 == asked["stand_ins"] - 4
    assert result.bots[1].asked is None
    sent = [{key: value for key, value in one.items() if key != "messages"} for one in chat.requests]
    wanted = {"model": "org/tiny:8b", "temperature": 0.5, "max_tokens": 9, "reasoning_effort": "low"}
    assert sent == [wanted] * 4
    assert all(len(one["messages"]) == 2 for one in chat.requests), "no question is put again"


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (["evaluate", "language:tiny", "random", "random"], lambda found: found["bots"][0]["asked"]),
        (["ladder", "language:tiny", "--reference", "random", "--table-sizes", "3"],
         lambda found: found["rungs"][0]["asked"]["language:tiny"]),
    ],
)  # fmt: skip
def test_what_was_asked_and_who_answered_is_told_with_the_result(
    command: list[str], where: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Every second reply is none; each call of the endpoint is counted, so that no game was asked about twice."""
    number = count()
    file = tmp_path / "result.json"
    words = ["--games", "3", "--preset", "short", "--goal", "3", "--round-limit", "2", "--json", str(file)]
    with endpoint(lambda messages: "1" if next(number) % 2 else "so be it") as chat:
        monkeypatch.setenv(BASE_URL, chat.url)
        assert main([*command, *words]) == 0
    asked = where(json.loads(file.read_text()))
    assert asked["calls"] == len(chat.requests) > 6
    assert asked["illegal"] == (asked["calls"] + 1) // 2
    assert asked["tokens_sent"] == 100 * asked["calls"]
    assert not any(name.startswith("seconds") for name in asked)
    told = capsys.readouterr().out
    assert "| asked in words | questions | calls | illegal | failures | late | unasked | stand-ins | tokens |" in told
    assert f"| {asked['questions']} | {asked['calls']} | {asked['illegal']} | 0 | 0 | 0 | " in told


@each(
    ("settings", "error"),
    [
        ("most_call=3", "expected NAME=VALUE behind a comma, of max_calls"),
        ("max_calls", "got 'max_calls'"),
        ("max_calls=", "max_calls: expected a whole number, got ''"),
        ("max_calls=2.5", "max_calls: expected a whole number, got '2.5'"),
        ("max_calls=0", "max_calls: expected a whole number above 0, got 0"),
        ("temperature=nan", "temperature: expected a number, got 'nan'"),
        ("reasoning_effort=", "reasoning_effort: expected a word, got ''"),
        ("retries=99", "retries: expected a whole number from 0 to 10, got 99"),
        ("retries=1,retries=2", "expected retries once, got it again as '2'"),
        ("base_url=http://elsewhere/v1", "got 'base_url=http://elsewhere/v1'"),
    ],
)
def test_settings_behind_a_name_are_checked(settings: str, error: str) -> None:
    with pytest.raises(mk.ConfigError, match=re.escape(error)):
        mk.make_bot(f"language:tiny,{settings}")


@pytest.mark.rotating
@pytest.mark.compiled
def test_models_sit_at_a_table_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of one name and a person, as `munchkin serve` seats them: each has a memory of its own."""
    with endpoint(lambda messages: "1") as chat:
        monkeypatch.setenv(BASE_URL, chat.url)
        tables = Tables()
        game = mk.Game(players=3, seed=2, preset="short", goal=3, round_limit=2)
        tables.open(game, ["human", "language:tiny", "language:tiny"], ["Anna", "Bob", "Cleo"])
        (table,) = tables.running()
        one, other = table.bots[1:]
        assert one is not other
        assert one.seat.memory is not other.seat.memory
        while not table.game.is_terminal:
            if not table.go_on(1000) and table.game.current_player == 0:
                table.answer(0, table.question(0)["number"], [int(table.game.legal_actions()[0])])
    asked = {re.findall(r"You are (.+?)\. ", request["messages"][-1]["content"])[0] for request in chat.requests}
    assert len(asked) == 2
