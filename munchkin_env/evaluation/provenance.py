"""Provenance of a figure: code, libraries, machine, command."""

import json
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from munchkin_env.versions import ACTION_VERSION, OBSERVATION_VERSION, RULES_VERSION, SAVE_VERSION

PACKAGE = Path(__file__).resolve().parents[1]
LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib", "ray", "minari")
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def provenance() -> dict[str, Any]:
    """Return plain values: versions of package, rules and libraries, the checkout's commit, machine, threads, command.

    Returns:
        A dict that JSON can hold. "commit" is None outside of a checkout; "changed" is whether its files differ from
        it. "threads" are those of Torch if it has been imported, None otherwise, and of environment variables.

    Examples:
        >>> import munchkin_env as mk
        >>> found = mk.provenance()
        >>> found["versions"]["rules"] == mk.RULES_VERSION
        True
    """
    commit, changed = _checkout()
    return {
        "package": sys.modules["munchkin_env"].__version__,
        "commit": commit,
        "changed": changed,
        "versions": {
            "rules": RULES_VERSION,
            "observation": OBSERVATION_VERSION,
            "action": ACTION_VERSION,
            "save": SAVE_VERSION,
        },
        "python": platform.python_version(),
        "libraries": {name: found for name in LIBRARIES if (found := _installed(name)) is not None},
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": {"torch": _torch_threads(), **{name: os.environ.get(name) for name in THREADS}},
        "command": list(sys.argv),
    }


def report(found: dict[str, Any]) -> str:
    """Return JSON of a result and its provenance."""
    return json.dumps({**found, "provenance": provenance()}, indent=2)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """Return the system's name of the processor; on Linux `platform` knows no more than the architecture."""
    file = Path("/proc/cpuinfo")
    if file.is_file():
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _torch_threads() -> int | None:
    torch = sys.modules.get("torch")
    return None if torch is None else int(torch.get_num_threads())


def _checkout() -> tuple[str | None, bool | None]:
    """Return (commit, whether files of the package differ from it); None for both outside a checkout of the package."""
    if _git("rev-parse", "--show-toplevel") != str(PACKAGE.parent):
        return None, None
    changes = _git("status", "--porcelain", "--untracked-files=no")
    return _git("rev-parse", "HEAD"), None if changes is None else changes != ""


def _git(*words: str) -> str | None:
    """Return the output of git; None if it is not there, or fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(PACKAGE.parent), *words], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
