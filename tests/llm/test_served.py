"""A model server of others, `transformers serve`, with a tiny model: its replies are played, and counted."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai", reason="no model server is installed; `make test-language` runs these tests")
pytest.importorskip("transformers", reason="no model server is installed; `make test-language` runs these tests")

import munchkin_env as mk
from munchkin_env.evaluation.contact import NoReply
from munchkin_env.llm import EndpointBot
from munchkin_env.llm.models import BASE_URL, KEY
from tests.llm import tiny_model

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180  # seconds until the server replies
LOG = "server.log"
SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 1}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The model's name and the server's address."""
    folder = tmp_path_factory.mktemp("tiny")
    tiny_model.main([str(folder)])
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [Path(sys.executable).parent / "transformers", "serve", folder, "--port", str(port)]
    log = folder / LOG
    with log.open("w") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, "HF_HUB_OFFLINE": "1"})
    try:
        until = time.monotonic() + PATIENCE
        while not listening(port):
            assert server.poll() is None, log.read_text()[-3000:]
            assert time.monotonic() < until, f"no server within {PATIENCE} seconds: {log.read_text()[-3000:]}"
            time.sleep(0.5)
        yield str(folder), f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(timeout=60)


def answered(name: str) -> int:
    """Calls that the server has replied to, by its own log."""
    return (Path(name) / LOG).read_text().count('"POST /v1/chat/completions HTTP/1.1" 200')


def listening(port: int) -> bool:
    with socket.socket() as one:
        one.settimeout(1)
        return one.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
def test_its_answers_are_played(served: tuple[str, str]) -> None:
    """The model replies to the first questions by their first actions; its stand-in goes on when calls are spent."""
    name, url = served
    bot = EndpointBot(name, url, timeout=120, max_calls=6, temperature=0, max_tokens=8, stand_in="random")
    mk.evaluate([bot, "random", "random"], games=3, progress=False, **SHORT)
    counts = bot.tally.counts
    assert counts.calls == 6
    assert counts.illegal == counts.failures == counts.late == counts.retries == 0
    assert counts.unasked == counts.stand_ins == counts.questions - 6 > 0
    assert counts.tokens_received > 0
    assert counts.characters_sent > 6000
    assert 1 <= tiny_model.LENGTH * counts.tokens_sent / counts.characters_sent < 1.1, "and the template adds some"


@pytest.mark.slow
def test_a_model_that_it_has_not_is_told(served: tuple[str, str]) -> None:
    _, url = served
    bot = EndpointBot("no-such-model", url, timeout=120, max_calls=1, tries=1, stand_in="random")
    with pytest.raises(NoReply, match="no-such-model"):
        mk.evaluate([bot, "random", "random"], games=3, progress=False, **SHORT)
    assert bot.tally.counts.failures == bot.tally.counts.calls == 1


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "budget"), [("", None), (",max_calls=5,temperature=0", 5)])
def test_it_plays_by_name_on_the_command_line(served: tuple[str, str], settings: str, budget: int | None) -> None:
    """All that is counted is what the server answered: whole games, or as many calls as the budget has."""
    name, url = served
    words = [f"language:{name}{settings}", "random", "random", "--games", "3", "--preset", "short", "--goal", "3"]
    shell = {**os.environ, BASE_URL: url}
    shell.pop(KEY, None)
    before = answered(name)
    run = subprocess.run(
        [sys.executable, "-m", "munchkin_env", "evaluate", *words, "--round-limit", "1", "--threads", "2",
         "--json", "-"],
        cwd=ROOT, env=shell, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    result = json.loads(run.stdout)
    assert [one["name"] for one in result["bots"]] == [f"language:{name}", "random", "random"]
    asked = result["bots"][0]["asked"]
    assert answered(name) - before == asked["calls"]
    assert asked["failures"] == asked["late"] == 0
    if budget is None:
        assert asked["calls"] >= asked["questions"] > 20
        assert asked["unasked"] == 0
    else:
        assert asked["calls"] == budget
        assert asked["unasked"] > 0
