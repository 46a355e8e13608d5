"""OpenEnv's server and client: sessions of their own, several at one table, tasks by split."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv", reason="OpenEnv is not installed here; `make test-language` runs these tests")

import uvicorn
from websockets.exceptions import ConnectionClosed

from munchkin_env.errors import ConfigError
from munchkin_env.llm import openenv as door

ROOT = Path(__file__).resolve().parents[2]
OPENENV = ROOT / "examples" / "openenv"
SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 2, "players": 3, "opponents": "random"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The server, in a thread."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(door.app(), port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def played(url: str, **reset: Any) -> list[Any]:
    """One session's game, by first actions; all that it was told."""
    with door.MunchkinClient(base_url=url).sync() as client:
        found = client.reset(**reset)
        told = [found]
        while not found.done:
            found = client.step(door.MunchkinAction(text="1" if found.observation.asked else ""))
            told.append(found)
        assert client.state().step_count == len(told) - 1
        return told


def test_a_session_plays_a_whole_game_and_seeds_repeat(url: str) -> None:
    one, again, other = (played(url, seed=seed, **SHORT) for seed in (4, 4, 5))
    texts = [[result.observation.text for result in told] for told in (one, again, other)]
    assert texts[0] == texts[1] != texts[2]
    assert "The aim" in one[0].observation.rules
    assert one[-1].reward in (1.0, -1.0, -0.5, 0.5)
    assert all(result.reward == 0 for result in one[:-1])


def test_sessions_are_seats_of_one_table(url: str) -> None:
    """Three sessions, each in a thread: one game, in which each is asked what its own seat sees."""
    shared = {**SHORT, "opponents": [], "seats": [0, 1, 2], "table": "ours"}
    told: dict[int, list[Any]] = {}

    def sit(seat: int) -> None:
        told[seat] = played(url, seat=seat, **shared)

    threads = [threading.Thread(target=sit, args=(seat,)) for seat in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert set(told) == {0, 1, 2}
    for seat, name in enumerate(("Anna", "Bob", "Cleo")):
        asked = [result.observation.text for result in told[seat] if result.observation.asked]
        assert asked
        assert all(f"You are {name}." in text for text in asked)
    assert len({told[seat][-1].observation.text for seat in range(3)}) == 1
    rewards = [told[seat][-1].reward for seat in range(3)]  # the server draws the seed of a shared table
    assert sum(rewards) == pytest.approx(0) or rewards == [-0.5] * 3, "a win is the loss of others, a draw that of all"


def test_who_leaves_is_answered_for_and_the_others_play_on(url: str) -> None:
    """One session hangs up in the middle, one begins another game."""
    shared = {**SHORT, "opponents": [], "seats": [0, 1, 2], "table": "left", "stand_in": "random"}
    first = door.MunchkinClient(base_url=url).sync()
    second = door.MunchkinClient(base_url=url).sync()

    def sit(client: Any, seat: int) -> None:
        with suppress(ConnectionClosed):  # hung up while it waits for its question
            client.reset(**shared, seat=seat)

    with first, second:
        for client, seat in ((first, 0), (second, 1)):
            threading.Thread(target=sit, args=(client, seat), daemon=True).start()
        time.sleep(1)
        first.close()
        third = threading.Thread(target=second.reset, kwargs={**SHORT, "seed": 1}, daemon=True)
        third.start()
        told = played(url, seat=2, **shared)
    assert told[-1].done
    assert told[-1].observation.text.startswith("The game is over")


def test_the_package_is_valid_and_so_is_its_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).resolve().parents[2] / "examples" / "openenv"
    for words in (["--level", "static", str(folder)], ["--url", url]):
        command = [Path(sys.executable).parent / "openenv", "validate", *words]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout
        assert "Verdict: PASS" in run.stdout
    monkeypatch.syspath_prepend(str(folder))
    app = import_module("server.app").app
    assert {"/reset", "/step", "/state", "/health"} <= {route.path for route in app.routes}
    dockerfile = (folder / "server" / "Dockerfile").read_text()
    assert "constraints-language.txt" in dockerfile
    assert "server.app:app" in dockerfile


def test_a_table_that_all_have_left_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as there is room, the stand-in of a seat that was left plays on for those that come later."""
    monkeypatch.setattr(door, "MOST_TABLES", 2)
    tables, settings = door.OpenEnvTables(), {"seats": [0, 1], **SHORT}
    found, other = tables.join("one", 0, settings), tables.join("two", 0, settings)
    with pytest.raises(ConfigError, match="expected at most 2 at once"):
        tables.join("three", 0, settings)
    tables.leave(found, 0)
    assert tables.join("one", 1, settings) is found
    with pytest.raises(ConfigError, match="expected at most 2 at once"):
        tables.join("three", 0, settings)
    tables.leave(found, 1)
    tables.join("three", 0, settings)
    assert tables.join("two", 1, settings) is other


@pytest.mark.parametrize("wrong", [{"seats": 5}, {"seats": [0, "x"]}, {"table": [1]}])
def test_seats_and_tables_of_a_wrong_type_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"^(seats: expected a list|table: expected a name)"):
        door.MunchkinEnvironment().reset(**{**SHORT, **wrong})


@pytest.mark.slow
def test_the_steps_of_the_image_make_a_server_that_plays(tmp_path: Path) -> None:
    """Without Docker: what the Dockerfile copies is built and installed, moved and begun as it says; its check of
    health passes, and a client plays a game. Not tried so: the base image, its user, the packages of the constraints.
    """
    steps = (OPENENV / "server" / "Dockerfile").read_text().replace("\\\n", " ")
    ignored = (OPENENV / "server" / "Dockerfile.dockerignore").read_text().split()
    source, site, begun = tmp_path / "source", tmp_path / "site", tmp_path / "env"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*(word.removeprefix("**/") for word in ignored)))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", site]
    subprocess.run([*pip, source], check=True, capture_output=True)
    assert "mv /app/source/examples/openenv /app/env" in steps
    shutil.move(source / "examples" / "openenv", begun)
    shutil.rmtree(source)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    (words,) = re.findall(r"^CMD (\[.*\])$", steps, re.M)
    program, *rest = json.loads(words.replace("0.0.0.0", "127.0.0.1").replace("8000", port))
    (check,) = re.findall(r'HEALTHCHECK .*CMD python -c "(.+)"$', steps, re.M)
    alone = {**os.environ, "PYTHONPATH": str(site)}
    where = subprocess.run(
        [sys.executable, "-c", "import munchkin_env; print(munchkin_env.__file__)"], cwd=begun, env=alone,
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert Path(where.strip()).is_relative_to(site)
    server = subprocess.Popen([Path(sys.executable).parent / program, *rest], cwd=begun, env=alone)
    try:
        until = time.monotonic() + 120
        healthy = [sys.executable, "-c", check.replace("8000", port)]
        while subprocess.run(healthy, check=False, capture_output=True).returncode:
            assert server.poll() is None
            assert time.monotonic() < until
            time.sleep(0.5)
        told = played(f"http://127.0.0.1:{port}", seed=4, **SHORT)
    finally:
        server.terminate()
        server.wait(timeout=60)
    assert told[-1].done
    assert "The aim" in told[0].observation.rules


def test_a_seat_is_taken_once_and_settings_are_those_of_the_table() -> None:
    tables = door.OpenEnvTables()
    settings = {"seats": [0, 1], "players": 3, "opponents": "random", "preset": "short"}
    tables.join("t", 0, settings)
    with pytest.raises(ConfigError, match=r"seat: expected a free one of \[1\], got 0"):
        tables.join("t", 0, settings)
    with pytest.raises(ConfigError, match="table: expected the settings"):
        tables.join("t", 1, {**settings, "players": 4})
    assert tables.join("t", 1, settings).asked in (0, 1)


def test_no_session_of_a_table_of_several_knows_its_seed() -> None:
    """A client that knows the seed computes all hands. So the server draws it, and sends it neither to the first
    session nor in a refusal; a task gives only its settings."""
    tables, settings = door.OpenEnvTables(), {"seats": [0, 1], "players": 3, "opponents": "random", "preset": "short"}
    seeds = {tables.join(name, 0, settings).game.seed for name in ("one", "two")}
    assert len(seeds) == 2
    assert min(seeds) > 2**64, "drawn of 128 bits"
    env = door.MunchkinEnvironment()
    shared: dict[str, Any] = {"table": "secret", "seats": [0, 1], "seat": 0}
    with pytest.raises(ConfigError, match=r"^seed: expected none at a table of several sessions"):
        env.reset(seed=1, **shared)
    told = env.reset(split="test", index=0, **shared)
    assert env.table is not None
    seed = env.table.game.seed
    assert seed > 2**64
    assert str(seed) not in told.text + told.rules + env.state.model_dump_json()
    env.close()


def test_tasks_of_the_splits_share_no_deal() -> None:
    env = door.MunchkinEnvironment()
    assert env.list_splits() == ["train", "test"]
    train, test = (env.get_task_range(split, 0, 100) for split in env.list_splits())
    assert not {task["seed"] for task in train} & {task["seed"] for task in test}
    assert len({str(task["settings"]) for task in train}) == 16
    assert env.num_tasks("test") == 8000
    seen = env.reset(split="test", index=0)
    assert seen.asked
    assert "level 5" in seen.text
    with pytest.raises(ConfigError, match="split: expected one of train, test"):
        env.reset(split="tset")


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"opponents": "language:tiny"}, "opponents: expected some of"),
        ({"opponents": "policy.safetensors"}, "opponents: expected some of"),
        ({"opponents": ["random", "rollout:100000"]}, "opponents: expected some of"),
        ({"stand_in": "/etc/passwd"}, "stand_in: expected some of"),
        ({"editions": ["../secret"]}, "editions: expected names of editions"),
        ({"editions": ["munchkin_env"]}, "editions: expected names of editions"),
    ],
)
def test_clients_reach_no_file_and_no_endpoint_of_the_server(settings: dict[str, Any], error: str) -> None:
    env = door.MunchkinEnvironment()
    with pytest.raises(ConfigError, match=error):
        env.reset(seed=1, **{**SHORT, **settings})
    assert env.table is None


@pytest.mark.parametrize("wrong", [{"seat": 7, "seats": [0]}, {"players": 9}, {"split": "tset"}, {"stand_in": "me"}])
def test_a_refused_reset_leaves_the_session(wrong: dict[str, Any]) -> None:
    env = door.MunchkinEnvironment()
    env.reset(seed=1, **SHORT)
    table, before = env.table, env.state
    with pytest.raises(ConfigError):
        env.reset(seed=2, **{**SHORT, **wrong})
    assert env.table is table
    assert env.state == before
