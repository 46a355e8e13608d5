"""Two machines with Ray on both, and `python -m training.rllib` on the first, as the guide tells to type it."""

import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.distributed.machines import Machine, network, until

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = 2, 3
"""The last number of each address."""
PORT = 6379
RUNNER = "ray::MultiAgentEnvRunner"
TRAINING = "training.rllib"
STORE = 200 << 20
START_SECONDS = 300.0
_ITERATION = re.compile(
    r"^iteration +(?P<number>\d+) +(?P<decisions>[\d,]+) decisions, +(?P<rate>[\d,]+)/s.* (?P<runners>\d+) runners$"
)
_TOLD = re.compile(r"^(iteration|resumed|saved|\d+ learning seats)")


class Iteration(NamedTuple):
    """One line of a training run."""

    number: int
    decisions: int
    rate: int
    """Rate in decisions a second, learning included."""
    runners: int


class Site:
    """Ray on two machines; `cores`: how many each offers to it."""

    def __init__(self, made: Any, folder: Path, cores: int) -> None:
        self._network = made
        self._folder = folder
        self._cores = str(cores)
        self._training: subprocess.Popen[bytes] | None = None
        self._log = folder / "training.log"
        self._runs = 0
        self._shown = 0
        self._began = time.monotonic()
        self.log: list[str] = []
        """The steps taken and the output of the runs, as it came."""
        self.first: Machine
        self.second: Machine

    def say(self, text: str) -> None:
        """Writes it behind what the run has printed by now."""
        lines = [line for line in self._lines() if _TOLD.match(line)]
        self._say_lines([*lines[self._shown :], f"[{time.monotonic() - self._began:5.0f} s] {text}"])
        self._shown = len(lines)

    def _say_lines(self, lines: list[str]) -> None:
        for line in lines:
            line = line.replace(f"{self._folder}/", "")
            self.log.append(line)
            print(line, file=sys.stderr, flush=True)

    # ------------------------------------------------------------------ Ray
    def switch_on_first(self) -> None:
        """The first machine with Ray's head."""
        self.first = self._network.machine("first", FIRST)
        self.first.run(
            "ray", "start", "--head", f"--node-ip-address={self.first.address}", f"--port={PORT}",
            "--include-dashboard=false", *self._sizes(),
        )  # fmt: skip

    def switch_on_second(self) -> None:
        """The second machine, which joins the first whenever it is there."""
        self.second = self._network.machine("second", SECOND)
        start = f"ray start --address={self.first.address}:{PORT} --node-ip-address={self.second.address} --block"
        loop = f"while :; do {start} {' '.join(self._sizes())}; sleep 2; done"
        self.second.start("bash", "-c", loop, log=self._folder / "second.log")

    def _sizes(self) -> tuple[str, ...]:
        return f"--num-cpus={self._cores}", f"--object-store-memory={STORE}"

    def wait_for_nodes(self, number: int) -> float:
        """Waits until so many machines are in the cluster; returns for how long. Raises TimeoutError."""
        return until(f"{number} nodes in ray status", lambda: self._nodes() == number, START_SECONDS)

    def _nodes(self) -> int:
        return len(re.findall(r"^ 1 node_", self.first.run("ray", "status").partition("Pending:")[0], re.MULTILINE))

    # ------------------------------------------------------------------ the run
    def train(self, *words: str) -> None:
        """Begin a training run on the first machine; the one before must have ended."""
        self._runs += 1
        self._shown = 0
        self._log = self._folder / f"training-{self._runs}.log"
        self._training = self.first.start(sys.executable, "-m", TRAINING, "--address", "auto", *words, log=self._log)

    def iterations(self) -> list[Iteration]:
        """Return the progress of the run. Raises RuntimeError with the end of its output if it has failed."""
        assert self._training is not None
        if self._training.poll() not in (None, 0):
            told = "\n".join(self._lines()[-20:])
            raise RuntimeError(f"expected a training run, got exit status {self._training.returncode}: {told}")
        found = (_ITERATION.match(line) for line in self._lines())
        return [Iteration(*(int(part.replace(",", "")) for part in one.groups())) for one in found if one]

    def wait_for(self, runners: int, after: int, seconds: float = START_SECONDS) -> float:
        """Waits for an iteration beyond the first `after` that ends with so many runners. Raises TimeoutError."""
        what = f"an iteration after {after} others that ends with {runners} runners"
        return until(what, lambda: any(one.runners == runners for one in self.iterations()[after:]), seconds)

    def wait_for_end(self) -> None:
        """Waits until the run has ended by itself. Raises TimeoutError, or RuntimeError if it failed."""
        assert self._training is not None
        self._training.wait(START_SECONDS)
        self.iterations()

    def runners(self) -> list[tuple[Machine, int]]:
        """The processes that play, each with its machine."""
        return [(one, process) for one in (self.first, self.second) for process in one.processes(RUNNER)]

    def printed(self, text: str) -> list[str]:
        """Lines of the run with this in them."""
        return [line for line in self._lines() if text in line]

    def _lines(self) -> list[str]:
        return self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []


@contextmanager
def site(folder: Path, cores: int, settings: Mapping[str, str]) -> Iterator[Site]:
    """A site with nothing switched on, whose files and shared disk are `folder`; not in /tmp/ray, which every machine
    has to itself. `settings`: further variables of all its processes."""
    bin_ = Path(sys.executable).parent
    env = {
        **os.environ, "PATH": f"{bin_}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1",
        "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_raylet_start_wait_time_s": "120", **settings,
    }  # fmt: skip
    with network(env) as made:
        yield Site(made, folder, cores)
