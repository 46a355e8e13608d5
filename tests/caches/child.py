"""Processes that start with a given cache: they call one small entry point, and tell what came of it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

USE = """
import numpy as np
from munchkin_env.engine.kernels.sources import code_files
from munchkin_env.envs import stepping
small = stepping.first_unseated
before()
result = small(np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64), 1, 3)
stats = small.stats
print("result", result, flush=True)
print("loaded", sum(stats.cache_hits.values()), "compiled", sum(stats.cache_misses.values()), flush=True)
"""
# Preparations of a child.
NOTHING = "def before(): pass\n"
# File modes don't stop root until it has laid down its capabilities.
POWERLESS = """
import ctypes, os, sys
def before():
    if os.geteuid() == 0 and sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        head = (ctypes.c_uint32 * 2)(0x20080522, 0)
        if libc.capset(head, (ctypes.c_uint32 * 6)()):
            raise OSError(ctypes.get_errno(), "capset")
"""
# A disk where every larger file fails, as a full one does.
FULL = """
import resource, sys
sys.dont_write_bytecode = True  # half a file would stay
def before():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
"""
# Compiling takes a while, and says when it begins.
SLOW = """
import sys, time
def before():
    build = small._compiler._compile_core
    def slow(*args):
        print("compiling", flush=True)
        time.sleep(SECONDS)
        return build(*args)
    small._compiler._compile_core = slow
"""
# Killed when the file is written, but not yet in its place.
KILLED_WRITING = """
import os, signal
def before():
    os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


@dataclass(frozen=True)
class Told:
    """Outcome of a process."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Return the messages of the cache; that compiling takes long depends on the machine."""
        said = [line for line in self.err.splitlines() if line.startswith("munchkin_env: ")]
        return [line for line in said if "compiling, once" not in line]

    @property
    def loaded(self) -> bool:
        """The code came from the cache. Fails unless the process got the right result."""
        assert self.status == 0, self.err
        assert "result -1\n" in self.out
        assert ("loaded 1 compiled 0" in self.out) != ("loaded 0 compiled 1" in self.out), self.out
        return "loaded 1" in self.out


def environment(cache: Path | str | None, package: Path = ROOT, **more: str | None) -> dict[str, str]:
    """Ours with another cache; None removes a variable."""
    changed = {"MUNCHKIN_CACHE_DIR": cache, "MUNCHKIN_INTERPRETED": "0", "PYTHONPATH": package, **more}
    return {k: str(v) for k, v in {**os.environ, **changed}.items() if v is not None}


def begin(cache: Path | str | None, first: str = NOTHING, **more: str | None) -> "subprocess.Popen[str]":
    """A process that uses the entry point and goes on beside us."""
    return subprocess.Popen(
        [sys.executable, "-c", first + USE],
        env=environment(cache, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/",
    )  # fmt: skip


def end(process: "subprocess.Popen[str]") -> Told:
    """Waits for it."""
    out, err = process.communicate(timeout=120)
    return Told(process.returncode, out, err)


def start(cache: Path | str | None, first: str = NOTHING, **more: str | None) -> Told:
    """A process that has used the entry point."""
    return end(begin(cache, first, **more))


def run(code: str, cache: Path | str | None, package: Path = ROOT, **more: str | None) -> Told:
    """A process that has run some code."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(cache, package, **more), capture_output=True, text=True, timeout=120, cwd="/",
    )  # fmt: skip
    return Told(done.returncode, done.stdout, done.stderr)
