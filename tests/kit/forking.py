"""Processes of their own that need not import everything again.

One process has imported all that they use, and has loaded the engine's code, but has never computed with torch: its
threads would not be there in a copy. Each process is a copy of that one: with its own number, signals and memory, which
ends and is killed like any other.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HOME = """
import importlib, json, os, sys, types
import numpy as np
import munchkin_env as mk
for name in sys.argv[1:]:
    importlib.import_module(name)
mk.evaluate(["random", "greedy", "random"], games=3, round_limit=1, progress=False)
games = mk.SelfPlayVecEnv(2, players=4)
games.step(games.sample(np.random.default_rng(0)))
games.observe(games.current_player)
games.advice("greedy", np.random.default_rng(0))
for line in sys.stdin:
    code, arguments, told = json.loads(line)
    child = os.fork()
    if child == 0:
        nothing, file = os.open(os.devnull, os.O_RDWR), os.open(told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for number, to in enumerate((nothing, nothing, file)):
            os.dup2(to, number)
        sys.argv[1:] = arguments
        sys.modules["__main__"] = types.ModuleType("__main__")  # classes of the code can be pickled
        exec(code, vars(sys.modules["__main__"]))
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Forks:
    """Runs code in processes of its own, one after another."""

    def __init__(self, root: Path, *modules: str) -> None:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._home = subprocess.Popen([sys.executable, "-c", HOME, *modules], cwd=root, **pipes)

    def run(self, code: str, arguments: Sequence[str], told: Path) -> "subprocess.CompletedProcess[str]":
        """Waits for its end; `told` is the file that its stderr goes to."""
        assert self._home.stdin is not None
        assert self._home.stdout is not None
        self._home.stdin.write(json.dumps([code, list(arguments), str(told)]) + "\n")
        self._home.stdin.flush()
        status = int(self._home.stdout.readline())
        return subprocess.CompletedProcess([*arguments], status, None, told.read_text())

    def close(self) -> None:
        self._home.communicate()
