"""A model is measured over a chat endpoint: rows of the same deals, counts per game, prompts by variant."""

import json
import re
from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from munchkin_env.evaluation import language
from tests.language.chat import endpoint

WORDS = ["--players", "3", "--games", "3", "--tables", "quick", "--against", "random"]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(language.TABLES, "quick", {"preset": "quick", "goal": 3, "round_limit": 2, "progress": False})


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
