"""verifiers' own command plays whole games, a model at each of several seats, against a mock of the chat protocol."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed; `make test-language` runs these tests")

from munchkin_env.errors import ConfigError
from munchkin_env.llm.verifiers import MunchkinEnvConfig, MunchkinTaskset, MunchkinTasksetConfig, VerifiersEnv
from tests.llm.chat import Chat, endpoint

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "examples" / "verifiers"
SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 1}


def evaluated(folder: Path, chat: Chat, seats: list[int], **settings: Any) -> list[dict[str, Any]]:
    """The traces of one game, as the command writes them."""
    bin_ = Path(sys.executable).parent
    words = ["munchkin-verifiers", "-m", "mock", "-n", "1", "--client.base-url", chat.url]
    words += ["--client.api-key-var", "DUMMY", "--no-push", "--no-rich", "--output-dir", str(folder)]
    words += ["--env.seats", json.dumps(seats), "--env.players", "3", "--env.opponents", "random"]
    words += ["--env.stand-in", "random", "--env.settings", json.dumps({**SHORT, **settings})]
    path = os.pathsep.join([str(PLUGIN), str(ROOT)])
    shell = {**os.environ, "DUMMY": "key", "PYTHONPATH": path, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        [bin_ / "vf-eval", *words], env=shell, capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    (results,) = folder.rglob("traces.jsonl")
    (episode,) = (json.loads(line) for line in results.read_text().splitlines())
    traces: list[dict[str, Any]] = episode["traces"]
    return traces


@pytest.mark.slow
def test_two_models_play_a_whole_game(tmp_path: Path) -> None:
    with endpoint(lambda messages: "1") as chat:
        traces = evaluated(tmp_path, chat, [0, 2])
    assert {trace["agent"]["name"] for trace in traces} == {"player0", "player2"}
    assert all(trace["ok"] for trace in traces)
    assert len({trace["info"]["game"] for trace in traces}) == 1
    for trace in traces:
        assert trace["info"]["game"].startswith("The game is over")
        assert trace["rewards"]["return"]["score"] in (1.0, 0.5, -0.5, -1.0)
        assert trace["metrics"]["won"] == float(trace["rewards"]["return"]["score"] > 0)
        assert trace["metrics"]["questions"] > 1
        assert trace["metrics"]["illegal"] == trace["metrics"]["stand_ins"] == 0
    for request in chat.requests:
        told = "\n".join(message["content"] for message in request["messages"] if message["role"] == "user")
        (rules,) = (message["content"] for message in request["messages"] if message["role"] == "system")
        assert set(re.findall(r"You are (\w+)\.", told)) == set(re.findall(r"Munchkin as (\w+),", rules))


@pytest.mark.slow
def test_a_model_that_fails_is_answered_for(tmp_path: Path) -> None:
    """Its trace says so; the game is played to its end by the stand-in, which is counted."""
    with endpoint(lambda messages: 401) as chat:
        (trace,) = evaluated(tmp_path, chat, [1])
    assert not trace["ok"]
    assert trace["metrics"]["stand_ins"] > 0
    assert trace["info"]["game"].startswith("The game is over")


def test_tasks_are_seeds_or_those_of_a_split() -> None:
    def tasks(**words: Any) -> list[Any]:
        return [task.data for task in MunchkinTaskset(MunchkinTasksetConfig(**words)).load()]

    assert [one.seed for one in tasks(games=3, first_seed=5)] == [5, 6, 7]
    train, test = tasks(split="train", games=40), tasks(split="test", games=40)
    assert not {one.seed for one in train} & {one.seed for one in test}
    assert len({json.dumps(one.settings) for one in train}) == 16
    with pytest.raises(ConfigError, match="split: expected one of train, test"):
        tasks(split="tset")
    with pytest.raises(ConfigError, match="games: expected at least 1"):
        tasks(games=0)


def test_the_environment_has_an_agent_for_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    config = {"taskset": {"id": "munchkin-verifiers"}, "settings": SHORT, "opponents": "random"}
    env = VerifiersEnv(MunchkinEnvConfig.model_validate(config))
    (data, *_) = [task.data for task in env.taskset]
    assert sorted(env.laid(data).seats) == [0, 1, 2, 3]
    wrong = VerifiersEnv(MunchkinEnvConfig.model_validate({**config, "seats": [6]}))
    with pytest.raises(ConfigError, match=r"seats: expected some of 0 to 5, got \[6\]"):
        wrong.laid(data)
