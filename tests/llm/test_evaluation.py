"""A model is measured over a chat endpoint: rows of the same deals, counts per game, prompts by variant."""

import gzip
import json
import re
import shutil
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli.main import main
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.statistics import interval
from munchkin_env.llm import evaluation
from munchkin_env.llm import track as language_track
from munchkin_env.llm.models import BASE_URL, KEY, Endpoint, Reply
from munchkin_env.llm.track import Recorded
from munchkin_env.replays.replay import Replay
from tests.llm.chat import Chat, endpoint

WORDS = ["--players", "3", "--games", "3", "--tables", "short", "--against", "random"]


def shorten(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(evaluation.TABLES, "short", {"preset": "short", "goal": 3, "round_limit": 2})


def narrow(patch: pytest.MonkeyPatch) -> None:
    """The track with one table and one opponent."""
    patch.delitem(evaluation.TABLES, "default")
    patch.setitem(evaluation.measure_language.__kwdefaults__, "tables", ("short",))
    patch.setitem(evaluation.measure_language.__kwdefaults__, "against", ("random",))
    patch.setattr(language_track, "AGAINST", ("random",))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)


@pytest.fixture
def track(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch)


def first_words(prompt: str) -> str:
    """The words of the first action."""
    return re.findall(r"^1\. (.*)$", prompt, re.M)[-1]


def test_all_opponents_are_looked_up_before_a_call_is_paid(capsys: pytest.CaptureFixture[str]) -> None:
    with endpoint(lambda messages: "1") as chat:
        assert main(["language", "tiny", "--url", chat.url, *WORDS, "greedyy", "--variants", "plain"]) == 2
    assert 'did you mean "greedy"' in capsys.readouterr().err
    assert not chat.requests


@pytest.mark.rotating
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
        (["--tables", "shrt"], 'did you mean "short"'),
        (["--variants", "best"], "variants: expected some of plain, null, permuted"),
        (["--url", "ftp://x"], "base_url: expected http"),
        (["--retries", "99"], "retries: expected a whole number from 0 to 10"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "tiny", *WORDS, *words]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"tables": []}, "tables: expected one or more different names"),
        ({"tables": ["short", "short"]}, "tables: expected one or more different names"),
        ({"against": ()}, "against: expected one or more different names"),
        ({"variants": "plain"}, "variants: expected one or more different names"),
        ({"prices": (float("nan"), 1)}, "prices: expected a number from 0"),
        ({"prices": (1,)}, "prices: expected two"),
        ({"model": "x"}, "model: expected"),
    ],
)
def test_impossible_arguments_are_refused_before_a_call_is_paid(settings: dict[str, Any], error: str) -> None:
    with pytest.raises(mk.ConfigError, match=f"^{error}"):
        evaluation.measure_language(**{"model": Recorded("x", []), "games": 4, **settings})


def played(chat: Chat, file: Path, *words: str, player: str = "language:tiny") -> dict[str, Any]:
    """The card of four games of each prompt."""
    run = ["challenge", "run", player, "--track", "language", "--games", "4", "--json", str(file), *words]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BASE_URL, chat.url)
        patch.setenv(KEY, "sk-of-a-test")
        assert main(run) == 0
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.rotating
@pytest.mark.usefixtures("track")
def test_the_challenge_has_a_track_for_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card of its own: seeds of the challenge, all rows, what the prompt alone does; the key is nowhere in it."""
    file = tmp_path / "card.json"
    with endpoint(lambda messages: "1") as chat:
        card = played(chat, file)
    page = capsys.readouterr().out
    assert set(chat.keys) == {"Bearer sk-of-a-test"}
    assert "sk-of-a-test" not in page + file.read_text()
    assert card["format"] == "munchkin challenge language card"
    assert card["player"] == "language:tiny"
    assert card["seeds"] == "development"
    assert [row["variant"] for row in card["report"]["rows"]] == ["plain", "null", "permuted"]
    assert card["chance"] == {"short, random": 0.0}, "a script that repeats itself"
    assert set(card["order"]) == {"short, random"}
    assert "| short, random | +0.0 |" in page
    for row in card["report"]["rows"]:
        assert row["games"] == 4
        assert sum(row["deals"]) == pytest.approx(4 * row["share"])
        assert row["counts"]["seats"] == 4
    assert main(["challenge", "verify", str(file)]) == 0
    assert "holds; 0 seeds were played again" in capsys.readouterr().out


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report and its transcripts, of a model that replies well, wrongly, late and not at all, and ends its budget."""
    folder = tmp_path_factory.mktemp("track")
    number = count()

    def say(messages: list[dict[str, str]]) -> Any:
        return ["1", "2", "I pass.", "1", 500, 0.5, "1", '{"look": "rules"}'][next(number) % 8]

    with pytest.MonkeyPatch.context() as patch, endpoint(say) as chat:
        shorten(patch)
        narrow(patch)
        player = "language:x,max_calls=150,timeout=0.2,tries=1,retries=1"
        card = played(chat, folder / "card.json", "--transcripts", str(folder / "games"), player=player)
    counts = [row["counts"] for row in card["report"]["rows"]]
    sums = {name: sum(one[name] for one in counts) for name in counts[0]}
    assert min(sums[name] for name in ("illegal", "failures", "late", "retries", "unasked", "stand_ins", "looks")) > 0
    assert sums["calls"] == 150
    assert card["report"]["model"]["max_calls"] == 150
    assert min(one["calls"] for one in counts) > 20, "the budget is spent on all rows alike"
    return folder


@pytest.mark.rotating
@pytest.mark.usefixtures("track")
def test_a_card_is_verified_by_playing_its_transcripts_again(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No model is asked: its replies, failures and the end of its budget make the same questions, games and counts."""
    assert main(["challenge", "verify", str(games / "card.json"), "--transcripts", str(games / "games")]) == 0
    assert "holds; 3 seeds were played again" in capsys.readouterr().out


def win_more(card: dict[str, Any]) -> None:
    card["report"]["rows"][0]["deals"][0] += 1


def win_more_throughout(card: dict[str, Any]) -> None:
    """The report of a player who knows how the figures are made."""
    row = card["report"]["rows"][0]
    row["deals"] = [1.0 if row["deals"] == [0.0] else 0.0]
    row["share"] = row["deals"][0] / 4
    row["low"], row["high"] = interval(np.full((1, 4), row["share"]))
    for name, variant in (("chance", 1), ("order", 2)):
        card[name]["short, random"] = card["report"]["rows"][variant]["share"] - row["share"]


def hide_stand_ins(card: dict[str, Any]) -> None:
    counts = card["report"]["rows"][0]["counts"]
    counts["stand_ins"] -= 1


def hide_tokens(card: dict[str, Any]) -> None:
    card["report"]["rows"][1]["counts"]["tokens_sent"] -= 1


def choose_seeds(card: dict[str, Any]) -> None:
    card["report"]["seed"] += 1


def leave_out_a_row(card: dict[str, Any]) -> None:
    del card["report"]["rows"][2]


def flatter_chance(card: dict[str, Any]) -> None:
    card["chance"]["short, random"] += 0.01


def take_a_better_stand_in(card: dict[str, Any]) -> None:
    card["report"]["stand_in"] = "../evil.zip"


def invent_a_manner(card: dict[str, Any]) -> None:
    card["report"]["prompting"]["nice"] = 1


FORGED: dict[Callable[[dict[str, Any]], None], str] = {
    win_more: "expected the wins that its seeds make",
    win_more_throughout: "short, random, plain: expected the wins of its transcripts, got others",
    hide_stand_ins: "failed calls repeated or answered by the stand-in",
    hide_tokens: "short, random, null: expected the counts of its transcripts together, got others",
    choose_seeds: "seed: expected",
    leave_out_a_row: "the rows: expected 3, each table, opponent and prompt, got others",
    flatter_chance: "chance: expected the differences of the rows, got others",
    take_a_better_stand_in: "stand_in: expected greedy, got '../evil.zip'",
    invent_a_manner: "prompting: expected those of a seat",
}


@pytest.mark.rotating
@pytest.mark.usefixtures("track")
@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_card_that_says_otherwise_does_not_hold(
    forge: Callable[[dict[str, Any]], None], games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = json.loads((games / "card.json").read_text())
    forge(card)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(card))
    assert main(["challenge", "verify", str(file), "--transcripts", str(games / "games")]) == 1
    assert FORGED[forge] in capsys.readouterr().out


def other_reply(told: dict[str, Any], calls: list[dict[str, Any]]) -> None:
    call = next(call for call in calls if call.get("answer"))
    call["reply"] = "2" if call["reply"] == "1" else "1"


def other_question(told: dict[str, Any], calls: list[dict[str, Any]]) -> None:
    calls[0]["messages"][-1]["content"] += " You win."


def fewer_calls(told: dict[str, Any], calls: list[dict[str, Any]]) -> None:
    del calls[-1]


def other_end(told: dict[str, Any], calls: list[dict[str, Any]]) -> None:
    told["turns"] += 1


@pytest.mark.rotating
@pytest.mark.usefixtures("track")
@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (other_reply, "game-0-0: expected "),
        (other_question, "game-0-0: expected the question of the transcript, got another"),
        (fewer_calls, "game-0-0: expected no further question, got one"),
        (other_end, "game-0-0: turns: expected "),
    ],
)
def test_a_transcript_that_says_otherwise_is_found(
    forge: Callable[[dict[str, Any], list[dict[str, Any]]], None],
    complaint: str,
    games: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "games"
    shutil.copytree(games / "games", copy)
    file = copy / "short-random-plain" / "game-0-0.transcript.json.gz"
    told = json.loads(gzip.decompress(file.read_bytes()))
    forge(told, *told["calls"].values())
    file.write_bytes(gzip.compress(json.dumps(told).encode()))
    assert main(["challenge", "verify", str(games / "card.json"), "--transcripts", str(copy)]) == 1
    assert f"short, random, plain: {complaint}" in capsys.readouterr().out


@pytest.mark.usefixtures("track")
@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "transcripts: expected that of a game"),
        (gzip.compress(b"[]", mtime=0), "transcripts: expected that of a game with one seat of a model"),
        (
            gzip.compress(b'{"counts": {}, "bargains": {}, "calls": {}, "winners": []}', mtime=0),
            "with one seat of a model",
        ),
        (gzip.compress(b"[]", mtime=0)[:10] + b"\xff" * 9, "transcripts: expected that of a game"),
    ],
)
def test_what_is_no_transcript_is_refused(
    data: bytes, error: str, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "games"
    shutil.copytree(games / "games", copy)
    (copy / "short-random-plain" / "game-0-0.transcript.json.gz").write_bytes(data)
    assert main(["challenge", "verify", str(games / "card.json"), "--transcripts", str(copy)]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--player", "language:x"], ["--fresh", "4"]])
def test_a_model_is_not_asked_again(words: list[str], games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "verify", str(games / "card.json"), *words]) == 2
    assert "a language model is not asked again; use --transcripts" in capsys.readouterr().err


def test_options_of_models_are_refused_on_other_tracks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "run", "greedy", "--transcripts", "games"]) == 2
    assert "transcripts: expected none but of language" in capsys.readouterr().err
    assert main(["challenge", "run", "greedy", "--threads", "4"]) == 2
    assert "threads: expected 1 but of language, got 4; use --processes" in capsys.readouterr().err


@pytest.mark.parametrize("player", ["greedy", "language:", "language"])
def test_only_models_play_that_track(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "run", player, "--track", "language"]) == 2
    assert "player: expected language:NAME for this track" in capsys.readouterr().err


def test_ctrl_c_ends_the_games_that_have_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two threads sends at most the request that it was about to send; a whole game has more than ten."""
    sent: list[int] = []

    class Slow:
        name = "slow"

        def reply(self, messages: list[dict[str, str]]) -> Reply:
            sent.append(len(sent))
            time.sleep(0.02)
            return Reply('{"answer": 1}')

        def facts(self) -> dict[str, str]:
            return {"model": self.name}

    at_the_end: list[int] = []

    def interrupted(self: Progress, *words: Any) -> None:
        at_the_end.append(len(sent))
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evaluation.measure_language(
            Slow(), 30, players=3, tables=["short"], against=["random"], variants=["plain"], threads=2
        )
    assert at_the_end[0] > 10
    assert len(sent) <= at_the_end[0] + 4


@pytest.mark.rotating
def test_models_that_talk_are_held_to_what_they_say(tmp_path: Path) -> None:
    """Two seats of a model that promises peace in each answer: promises are counted by whom and to whose good."""

    def say(messages: list[dict[str, str]]) -> str:
        told = "\n".join(message["content"] for message in messages)
        name = re.findall(r"You are (\w+)\.", told)[-1]
        other = next(one for one in ("Anna", "Bob", "Cleo") if one != name)
        if "Name another action" in messages[-1]["content"]:
            return "1"
        return json.dumps({"answer": 1, "promise": {"kind": "peace", "to": other}})

    with endpoint(say) as chat:
        words = {"players": 3, "seats": 2, "talk": True, "tables": ["short"], "against": ["random"]}
        report = evaluation.measure_language(
            Endpoint("tiny", chat.url), 3, variants=["plain"], transcripts=str(tmp_path), prices=(1.0, 2.0), **words
        )
    (row,) = report.rows
    assert row.counts.promises == sum(sum(states.values()) for states in row.promised.values()) > 3
    assert row.kept + row.broken == row.counts.promises, "peace ends with the turn"
    assert set(row.promised) <= {"model → model", "model → random"}
    assert row.games == 3
    assert row.counts.seats == 6
    assert f"{row.kept} of {row.kept + row.broken}" in str(report)
    files = sorted(tmp_path.joinpath("short-random-plain").iterdir())
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
