"""Players in processes of their own: they play as bots do, learn nothing that a seat can't know, and hold nobody up."""

import json
import os
import pickle
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.opponents import own_copy
from munchkin_env.observation import KINDS, View
from munchkin_env.policies import process as process_module
from munchkin_env.policies import subprocess_io as lines_module
from munchkin_env.policies.subprocess_io import PASSED_ON, Lines
from tests.bots import players
from tests.each import each

HERE = Path("/proc/self").exists()
pytestmark = [pytest.mark.compiled, pytest.mark.skipif(not HERE, reason="players are looked for in /proc")]
FILE = Path(players.__file__)
SHORT = {"preset": "short", "round_limit": 5}


class First(mk.Bot):
    """The first legal action, as the process gives."""

    name = "first"

    def act(self, view, mask, rng):
        return int(np.flatnonzero(mask)[0])


def process(name: str, *more: object, **settings: Any) -> mk.ProcessBot:
    return mk.ProcessBot([sys.executable, str(FILE), name, *map(str, more)], **settings)


def is_running(number: int) -> bool:
    """Neither gone nor waiting to be buried; a killed one has two seconds to go."""
    for _ in range(20):
        try:
            if Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return False
        except OSError:
            return False
        time.sleep(0.1)
    return True


def played(bot: mk.Bot, games: int = 6, **settings: object) -> mk.evaluate:
    return mk.evaluate([bot, "greedy", "random"], games=games, progress=False, **SHORT, **settings)


@pytest.mark.rotating
@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_as_the_same_bot_in_python_does(kind, tmp_path):
    bot = process(kind, tmp_path / "log")
    found, wanted = played(bot), played(First())
    assert [one.win_rate for one in found.bots] == [one.win_rate for one in wanted.bots]
    assert found.decisions == wanted.decisions
    assert found.bots[0].name == "first"


@pytest.mark.rotating
def test_its_chance_is_the_games_and_the_same_again():
    one, other = (played(process("draws"), seed=seed) for seed in (3, 3))
    assert (one.decisions, one.bots) == (other.decisions, other.bots)


def test_what_it_is_told(tmp_path):
    played(process("flat", tmp_path / "log"), games=3)
    begun, numbered = {}, []
    spec = mk.spec(players=3, **SHORT)
    for line in map(json.loads, (tmp_path / "log").read_text().splitlines()):
        if line["type"] == "begin":
            numbered.append(line["game"])
            begun = {line["game"]: line}
            asked = 0
            assert (line["players"], line["actions"], line["editions"]) == (3, spec.num_actions, ["munchkin"])
            assert line["settings"]["round_limit"] == 5
        else:
            asked += 1
            assert set(line) == {"type", "id", "game", "seat", "legal", "chance", "observation"}
            assert line["id"] == asked
            assert line["seat"] == begun[line["game"]]["seat"]
            assert len(line["observation"]) == spec.flat_length
            assert 0 <= line["chance"] < 1
    assert numbered == [1, 1, 1], "the first game of three processes, one for each rotation"


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_seat_cannot_know_changes_nothing_of_what_it_is_told(kind, tmp_path):
    """In worlds that look the same to the seat a fresh process is sent the same bytes."""
    rng = np.random.default_rng(5)
    game, bot = mk.Game(seed=8, players=4), mk.make_bot("greedy")
    differing = 0
    for number in range(60):
        seat = game.current_player
        other = game.resample(seat, rng)
        differing += other != game
        if number % 6 == 0:
            told = []
            for which, one in enumerate((game, other)):
                log = tmp_path / f"{number}-{which}"
                player = process(kind, log)
                player.check(mk.spec(players=4))
                player.act(View.of(one, seat), one.legal_action_mask(), np.random.default_rng(1))
                player.close()
                told.append(log.read_bytes())
            assert told[0] == told[1]
        game.step(bot.act(View.of(game, seat), game.legal_action_mask(), rng))
    assert differing > 10


@pytest.mark.rotating
@pytest.mark.parametrize("processes", [1, 2])
def test_a_process_that_remembers_has_seen_no_other_rotation_of_a_deal(processes, tmp_path):
    """A process of its own for each rotation and each chair: none is ever asked of the same deal at two seats."""
    bot = process("remembers", tmp_path)
    found = mk.evaluate([bot, bot, "greedy"], games=6, social=6, record=3, processes=processes, progress=False, **SHORT)
    logs = list(tmp_path.iterdir())
    assert found.games == 6
    seats = [{json.loads(line)["seat"] for line in log.read_text().splitlines()} for log in logs]
    seats.remove(set())  # the one that was asked who it is, and played nothing
    assert all(len(one) == 1 for one in seats), "who sat at one chair of one rotation sat at one seat"
    assert len(seats) >= 3 * 3 * 2, "rotations of the match, of its social figures and its replays, two chairs each"


def test_the_copies_of_a_player_outside_of_matches_share_a_process():
    bot = process("sparse")
    assert own_copy(bot)._child is bot._child
    assert bot.fresh()._child is not bot._child
    assert bot.fresh().command == bot.command


def test_it_gets_no_variable_of_the_environment_that_is_not_listed(tmp_path, monkeypatch):
    monkeypatch.setenv("MUNCHKIN_LANGUAGE_KEY", "secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("LC_NAME", "C")
    bot = process("environment", tmp_path / "log", variables={"MINE": "yes"})
    bot.check(mk.spec())
    told = json.loads((tmp_path / "log").read_text())
    bot.close()
    system = {"LC_CTYPE"}  # Python sets it by itself
    assert set(told) - system <= {*PASSED_ON, "LC_NAME", "LC_ALL", "LC_MESSAGES", "MINE"}
    assert (told["MINE"], told["LC_NAME"]) == ("yes", "C")
    assert "PATH" in told
    assert "secret" not in told.values()


@pytest.mark.rotating
@pytest.mark.parametrize(
    ("limits", "name", "message"),
    [
        ({"cpu_seconds": 2}, "burns", r"expected a reply, got its end \(by SIGXCPU: its CPU time is spent\)"),
        ({"memory_gib": 0.25}, "grows", r"expected a reply, got its end \(exit status 1\)"),
    ],
)
def test_memory_and_cpu_time_are_limited(limits, name, message):
    bot = process(name, seconds=60, **limits)
    bot.check(mk.spec())
    with pytest.raises(mk.PlayerError, match=message):
        played(bot)
    process("draws", memory_gib=None, cpu_seconds=None).check(mk.spec())  # none is none


@pytest.mark.rotating
def test_several_processes_play_the_same_games():
    apart = played(process("draws"), games=12, processes=2)
    assert apart.bots == played(process("draws"), games=12).bots


def test_a_pickled_one_starts_a_process_of_its_own():
    bot = process("draws")
    bot.check(mk.spec())
    other = pickle.loads(pickle.dumps(bot))
    assert other.name == bot.name
    assert other._child is not bot._child


WRONG = {
    "late": "expected a reply within 0.4 s, got none",
    "deaf": "expected a reply within 0.4 s, got none",
    "flood": "expected lines of at most 1048576 bytes, got a longer one",
    "chatter": "id: expected 11, got 0",
    "parent": "expected a reply within 0.4 s, got none",
    "closed": "expected a reply, got its end",
    "dies": r"expected a reply, got its end \(exit status 3\)",
    "binary": "expected a line of JSON, got",
    "words": "expected a line of JSON, got b'I pass'",
    "list": r"expected an object of JSON, got \[1\]",
    "nan": "NaN is not a number of JSON",
    "deep": "expected a line of JSON, got",
    "huge": "expected a line of JSON, got",
    "true": "action: expected a whole number, got True",
    "half": "action: expected a whole number, got 1.5",
    "word": "action: expected a whole number, got '1'",
    "none": "action: expected a whole number, got None",
    "other": "id: expected 11, got 12",
    "twice": "id: expected 12, got 11",
    "unasked": "type: expected 'answer', got 'hello'",
}


@pytest.mark.rotating
@each("name", WRONG)
def test_who_misbehaves_is_told_why_and_ended(name, tmp_path, monkeypatch):
    started: list[int] = []

    class Noted(Lines):
        def __init__(self, *words: Any) -> None:
            super().__init__(*words)
            started.append(self._child.pid)

    monkeypatch.setattr(process_module, "Lines", Noted)
    long = name in ("closed", "flood", "chatter", "deep")
    bot = process(name, tmp_path / "child", seconds=5.0 if long else 0.4)
    began = time.perf_counter()
    with pytest.raises(mk.PlayerError, match=f"^process: .*{WRONG[name]}"):
        played(bot)
    assert time.perf_counter() - began < 20
    bot.close()
    assert len(started) == 2
    assert not any(map(is_running, started))
    if name == "parent":
        assert not is_running(int((tmp_path / "child").read_text()))


@pytest.mark.rotating
@pytest.mark.parametrize("name", ["illegal", "negative"])
def test_an_illegal_answer_is_named_by_its_player(name):
    with pytest.raises(mk.IllegalAction, match=r"^bot first: action: expected one of \["):
        played(process(name))


@each(
    ("name", "message"),
    [
        ("silent", "expected a reply within 0.4 s, got none"),
        ("no-ready", "type: expected 'ready', got 'answer'"),
        ("no-name", "name: expected 1 to 60 printable characters, got None"),
        ("long-name", "name: expected 1 to 60 printable characters, got 'xxx"),
        ("control-name", "name: expected 1 to 60 printable characters, got"),
        ("position", "observation: expected one of flat, tokens, sparse, text, got 'position'"),
        ("list-observation", "observation: expected one of flat"),
    ],
)
def test_who_says_nothing_sensible_of_itself_is_not_played(name, message):
    bot = process(name, first_seconds=0.4 if name == "silent" else 20)
    with pytest.raises(mk.PlayerError, match=f"^process: {message}"):
        bot.check(mk.spec())


def test_a_process_ends_with_the_last_of_its_copies():
    bot = process("draws")
    bot.check(mk.spec())
    number = bot._child._lines._child.pid
    copy = own_copy(bot)
    del bot
    assert copy.name == "first"
    assert Path(f"/proc/{number}").exists()
    del copy
    assert not is_running(number)


def test_a_closed_one_starts_anew():
    bot = process("draws")
    assert bot.name == "first"
    bot.close()
    assert played(bot, games=3).games == 3


def test_who_reads_late_takes_nothing_from_the_next_child(monkeypatch):
    """A thread that is about to read while its child is closed reads of that child, whatever number its pipe has."""
    held, go_on, reading = threading.Event(), threading.Event(), threading.Event()

    class Late:
        """`os`, whose first reader stops after its first line, just before it reads again; others let it go first."""

        first = None

        def __getattr__(self, name):
            return getattr(os, name)

        def read(self, number, size):
            if self.first is None:
                self.first = threading.current_thread()
            elif self.first is threading.current_thread():
                held.set()
                go_on.wait(20)
                reading.set()
            elif held.is_set():
                reading.wait(20)
                time.sleep(0.2)
            return os.read(number, size)

    monkeypatch.setattr(lines_module, "os", Late())
    echo = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    one = Lines([sys.executable, "-c", echo])
    assert one.ask({"a": 1}, 20.0) == {"a": 1}
    assert held.wait(20)
    one.close()
    other = Lines([sys.executable, "-c", echo])
    go_on.set()
    assert other.ask({"a": 2}, 20.0) == {"a": 2}
    other.close()


@each(
    ("arguments", "message"),
    [
        ({"command": ""}, "^command: expected a program"),
        ({"command": []}, "^command: expected a program"),
        ({"command": ["python", 3]}, "^command: expected a program"),
        ({"command": 7}, "^command: expected a program"),
        ({"command": 'python "'}, "^command: expected words as a shell splits them"),
        ({"command": "python", "seconds": 0}, "^seconds: expected seconds above 0"),
        ({"command": "python", "memory_gib": 0}, "^memory_gib: expected a number above 0, or None"),
        ({"command": "python", "cpu_seconds": True}, "^cpu_seconds: expected a number above 0, or None"),
        ({"command": "python", "variables": {"A=B": "c"}}, "^variables: expected names and values"),
        ({"command": "python", "first_seconds": float("inf")}, "^first_seconds: expected seconds above 0"),
    ],
)
def test_what_is_no_command_is_refused(arguments, message):
    with pytest.raises(mk.ConfigError, match=message):
        mk.ProcessBot(**arguments)


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(mk.PlayerError, match=r"^process: expected a program, got \('no-such-program-here',\)"):
        mk.ProcessBot("no-such-program-here").check(mk.spec())


def test_no_name_starts_a_process():
    """Names come from untrusted sources, too: of clients of a server, of reports."""
    for name in ("process:python", "process"):
        with pytest.raises(mk.ConfigError, match=r"^bot: expected one of "):
            mk.make_bot(name)


def test_a_line_may_come_in_parts():
    lines = Lines([sys.executable, "-c", (
        "import os,sys,time; sys.stdin.readline(); "
        "[(os.write(1, bytes([b])), time.sleep(0.01)) for b in b'{\"a\": 1}\\n']"
    )])  # fmt: skip
    assert lines.ask({}, 10) == {"a": 1}
    lines.close()
