"""Workers of matches: they find what one process finds, and end with the command that has begun them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.workers import WorkerLost, run_apart
from tests.tiers import FULL

POSIX = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX's")
LONG = ("--games", "100000", "--processes", "2")
COMMANDS = {
    "evaluate": ["evaluate", "veteran", "greedy", "greedy", "greedy", *LONG],
    "ladder": ["ladder", "veteran", "greedy", "--table-sizes", "3", *LONG],
    "challenge": ["challenge", "run", "veteran", *LONG],
    "ratings": ["challenge", "ratings", "veteran", "greedy", *LONG],
}


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    raise ConfigError(f"number: expected none, got {number}")


def vanish(number: int) -> int:
    os._exit(9)


def children(group: int) -> list[int]:
    """Processes of a group that are neither gone nor waiting to be reaped."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = stat.read_text().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if int(pgrp) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.rotating
def test_results_come_in_the_order_of_the_jobs():
    told: list[int] = []
    assert run_apart(double, [3, 1, 2], 2, told.append) == [6, 2, 4]
    assert sorted(told) == [2, 4, 6]


def test_what_a_job_raises_is_raised():
    with pytest.raises(ConfigError, match=r"^number: expected none, got 1$"):
        run_apart(refuse, [1], 1, lambda found: None)


def test_a_worker_that_vanishes_is_told():
    with pytest.raises(WorkerLost, match=r"exit status 9"):
        run_apart(vanish, [1, 2], 2, lambda found: None)


# One command is interrupted every day: all that play in processes end them by the same `run_apart`.
ENDS = [("evaluate", signal.SIGINT, True, 130)]
if FULL:
    ENDS += [(command, signal.SIGINT, True, 130) for command in COMMANDS if command != "evaluate"]
    ENDS += [("evaluate", signal.SIGTERM, False, 143), ("evaluate", signal.SIGKILL, False, -9)]


@pytest.mark.rotating
@POSIX
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="workers are looked for in /proc")
@pytest.mark.parametrize(("command", "how", "to_all", "status"), ENDS)
def test_workers_end_with_the_command(command, how, to_all, status):
    """Ctrl-C goes to the whole group, SIGTERM and SIGKILL to the command; nothing of it is left after some seconds."""
    started = subprocess.Popen(
        [sys.executable, "-m", "munchkin_env.cli.main", *COMMANDS[command]],
        env={**os.environ, "MUNCHKIN_INTERPRETED": "1"}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in jobs of the background
    )  # fmt: skip
    try:
        until = time.monotonic() + 120
        while len(children(started.pid)) < 3 and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(6 if FULL else 3)  # they are in the midst of games
        assert started.poll() is None, started.communicate()[1]
        began = time.monotonic()
        (os.killpg if to_all else os.kill)(started.pid, how)
        _, said = started.communicate(timeout=20)
        assert started.returncode == status, said
        while children(started.pid) and time.monotonic() - began < 10:
            time.sleep(0.1)
        assert children(started.pid) == []
        assert "Traceback" not in said
        if how != signal.SIGKILL:
            assert said.strip().endswith("interrupted" if how == signal.SIGINT else "terminated")
    finally:
        if children(started.pid):
            os.killpg(started.pid, signal.SIGKILL)
