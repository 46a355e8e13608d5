"""A model is measured over a chat endpoint: rows of the same deals, counts per game, prompts by variant."""

import gzip
import json
import re
from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from munchkin_env.evaluation import language
from munchkin_env.language.endpoint import BASE_URL, KEY, Endpoint
from munchkin_env.table.replay import Replay
from tests.language.chat import endpoint

WORDS = ["--players", "3", "--games", "3", "--tables", "quick", "--against", "random"]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(language.TABLES, "quick", {"preset": "quick", "goal": 3, "round_limit": 2})


def first_words(prompt: str) -> str:
    """The words of the first answer."""
    return re.findall(r"^1\. (.*)$", prompt, re.M)[-1]


def test_variants_are_measured_in_the_same_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, result = tmp_path / "calls.jsonl", tmp_path / "result.json"
    files = ["--log", str(log), "--json", str(result), "--price", "1", "2"]
    with endpoint(lambda messages: "1") as chat:
        assert main(["language", "tiny", "--url", chat.url, *WORDS, *files]) == 0
    table = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[2] for line in table[2:]] == ["plain", "null", "permuted"]
    plain, null, permuted = json.loads(result.read_text())["rows"]
    assert {**plain, "variant": "", "counts": ""} == {**null, "variant": "", "counts": ""}
    sent = [row["counts"]["characters_sent"] for row in (plain, null, permuted)]
    assert sent[0] == sent[1] != sent[2]
    counts = plain["counts"]
    assert counts["calls"] >= counts["questions"] > 3, "a beginning takes a further step"
    assert plain["cost"] == (counts["tokens_sent"] + 2 * counts["tokens_received"]) / 1e6 > 0
    calls = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(calls) == sum(row["counts"]["calls"] for row in (plain, null, permuted)) == len(chat.requests)
    assert calls[0]["messages"] == chat.requests[0]["messages"]
    assert {call["reply"] for call in calls} == {"1"}
    rows = [row["counts"] for row in (plain, null, permuted)]
    given = [call["answer"] for call in calls if call["answer"] is not None]
    assert len(given) == sum(row["questions"] - row["stand_ins"] for row in rows)
    assert all(answer["do"] for answer in given)


def test_the_null_variant_is_byte_for_byte_the_same() -> None:
    prompts = []
    for variant in ("plain", "null", "permuted"):
        with endpoint(lambda messages: json.dumps({"do": first_words(messages[-1]["content"]).split()[0]})) as chat:
            main(["language", "tiny", "--url", chat.url, *WORDS, "--variants", variant, "--retries", "0"])
        prompts.append([request["messages"] for request in chat.requests])
    plain, null, permuted = prompts
    assert plain == null
    assert plain != permuted


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--tables", "quik"], 'did you mean "quick"'),
        (["--variants", "best"], "variants: expected some of plain, null, permuted"),
        (["--url", "ftp://x"], "base_url: expected http"),
        (["--retries", "99"], "retries: expected a whole number from 0 to 10"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["language", "tiny", *WORDS, *words]) == 2
    assert error in capsys.readouterr().err


def test_the_challenge_has_a_track_for_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card of its own: seeds of the challenge, all rows, what the prompt alone does; the key is nowhere in it."""
    monkeypatch.setattr(language, "AGAINST", ("random",))
    monkeypatch.setitem(language.measure_language.__kwdefaults__, "against", ("random",))
    monkeypatch.setitem(language.measure_language.__kwdefaults__, "tables", ("quick",))
    monkeypatch.setenv(KEY, "sk-of-a-test")
    file = tmp_path / "card.json"
    with endpoint(lambda messages: "1") as chat:
        monkeypatch.setenv(BASE_URL, chat.url)
        words = ["challenge", "run", "language:tiny", "--track", "language", "--games", "4", "--json", str(file)]
        assert main(words) == 0
    page, card = capsys.readouterr().out, json.loads(file.read_text())
    assert "sk-of-a-test" not in page + file.read_text()
    assert card["format"] == "munchkin challenge language card"
    assert card["player"] == "language:tiny"
    assert card["seeds"] == "development"
    assert [row["variant"] for row in card["report"]["rows"]] == ["plain", "null", "permuted"]
    assert card["chance"] == {"quick, random": 0.0}, "a script that repeats itself"
    assert set(card["order"]) == {"quick, random"}
    assert "| quick, random | +0.0 |" in page
    for row in card["report"]["rows"]:
        assert row["games"] == 4
        assert sum(row["deals"]) == pytest.approx(4 * row["share"])
        assert row["counts"]["seats"] == 4


@pytest.mark.parametrize("player", ["greedy", "language:", "language"])
def test_only_models_play_that_track(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "run", player, "--track", "language"]) == 2
    assert "player: expected language:NAME for this track" in capsys.readouterr().err


def test_models_that_talk_are_held_to_what_they_say(tmp_path: Path) -> None:
    """Two seats of a model that promises peace in each answer: promises are counted by whom and to whose good."""

    def say(messages: list[dict[str, str]]) -> str:
        told = "\n".join(message["content"] for message in messages)
        name = re.findall(r"You are (\w+)\.", told)[-1]
        other = next(one for one in ("Anna", "Bob", "Cleo") if one != name)
        if "Answer again" in messages[-1]["content"]:
            return "1"
        return json.dumps({"answer": 1, "promise": {"kind": "peace", "to": other}})

    with endpoint(say) as chat:
        words = {"players": 3, "seats": 2, "talk": True, "tables": ["quick"], "against": ["random"]}
        report = language.measure_language(
            Endpoint("tiny", chat.url), 3, variants=["plain"], transcripts=str(tmp_path), prices=(1.0, 2.0), **words
        )
    (row,) = report.rows
    assert row.counts.promises == sum(sum(states.values()) for states in row.promised.values()) > 3
    assert row.kept + row.broken == row.counts.promises, "peace ends with the turn"
    assert set(row.promised) <= {"model → model", "model → random"}
    assert row.games == 3
    assert row.counts.seats == 6
    assert f"{row.kept} of {row.kept + row.broken}" in str(report)
    files = sorted(tmp_path.joinpath("quick-random-plain").iterdir())
    assert [file.name for file in files][:2] == ["game-0-0.replay.json.gz", "game-0-0.transcript.json.gz"]
    assert len(files) == 6
    transcript = json.loads(gzip.decompress(files[1].read_bytes()))
    calls = [call for calls in transcript["calls"].values() for call in calls]
    assert {"messages", "reply", "tokens", "seconds", "answer"} <= set(calls[0])
    assert len(calls) == sum(one["calls"] for one in transcript["counts"].values())
    seats = transcript["counts"].values()
    sent, received = (sum(one[f"tokens_{way}"] for one in seats) for way in ("sent", "received"))
    assert transcript["cost"] == pytest.approx((sent + 2 * received) / 1e6)
    assert len(Replay.read(files[0])) == transcript["decisions"] + 1
