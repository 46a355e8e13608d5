"""A second process that compiles the other units while this one compiles the first that it needs.

Units call each other by name alone, so each can be compiled by itself, and whatever is compiled is kept under its name:
this process finds it there, or waits for it (`code_files`). So a first start takes 70 seconds instead of 100 where
there are two cores, and no longer where there is one.
"""

import contextlib
import os
import subprocess
import sys
import threading

from munchkin_env.engine.kernels.code_files import CodeFiles, say_nothing
from munchkin_env.engine.kernels.sources import ROOT, UNITS
from munchkin_env.engine.kernels.units import PREFIX

HELPING = "MUNCHKIN_COMPILING_ALONGSIDE"
"""Set in such a process, which begins no other."""
_begun = threading.Event()


def begin(name: str, files: CodeFiles) -> None:
    """To be called where a function called `name` is about to be compiled that is kept in `files` afterwards. Of a unit
    it begins the others that are not there, once; nothing happens where there is one core or nothing can be kept, or if
    no process can be begun."""
    module = name.rpartition(".")[0]
    if module not in UNITS or _begun.is_set() or os.environ.get(HELPING) or cores() < 2 or not sys.executable:
        return
    others = [one for one in UNITS if one != module and not files.has(f"{one}.{ROOT}-")]
    if not others or files.place() is None:
        return
    _begun.set()
    lines = ["import sys", f"sys.path[:] = {sys.path!r}", "from munchkin_env.engine.kernels.units import ready"]
    lines += [f"ready({PREFIX + one!r})" for one in others]
    with contextlib.suppress(OSError):
        quiet = subprocess.DEVNULL
        helper = subprocess.Popen(
            [sys.executable, "-c", "\n".join(lines)],
            stdin=quiet, stdout=quiet, stderr=quiet, env={**os.environ, HELPING: "1"},
        )  # fmt: skip
        say_nothing("waiting")
        threading.Thread(target=helper.wait, daemon=True).start()  # so that it leaves no zombie


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


__all__ = ["begin"]
