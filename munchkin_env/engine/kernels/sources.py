"""Sources that compiled code is made from, and the folder that it is kept in.

Nothing here imports the engine or Numba, so that a command can ask what is compiled before it decides how to run.
"""

import functools
import hashlib
import os
import platform
import re
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

from munchkin_env.engine.kernels.code_files import CodeFiles

PACKAGE = Path(__file__).resolve().parents[2]
_COMPILED_ROOMS = ("vocabulary", "engine", "observation", "bots", "cards")
_PLAIN_ROOMS = ("envs", "policies")  # most of what is there is plain Python
_MARKED = re.compile(r"^@(kernel|inlined|entry|parallel_entry|summing)\b", re.MULTILINE)  # a compiled function
UNITS = ("engine.dispatch.core", "observation.core", "bots.dispatch")
"""The modules that have a unit, in the order in which a first game calls them."""
ROOT = "unit"  # name of the function that reaches all functions that a unit exports


def compiled_sources() -> list[Path]:
    """Return the files that compiled code is made from: whole rooms, of others those that define compiled functions,
    and the settings, of which a state keeps numbers."""
    files = [*PACKAGE.glob("config/game_config.py")]
    files += [file for room in _COMPILED_ROOMS for file in sorted((PACKAGE / room).rglob("*.py"))]
    for room in _PLAIN_ROOMS:
        here = sorted((PACKAGE / room).rglob("*.py"))
        files += [file for file in here if _MARKED.search(file.read_text(encoding="utf-8"))]
    return files


def hash_sources() -> dict[str, bytes]:
    """Return digests of the sources as they are now."""
    return {str(file.relative_to(PACKAGE)): hashlib.sha256(file.read_bytes()).digest() for file in compiled_sources()}


digests = hash_sources()
"""Digests of the sources as they were when the package was imported."""


def source_hash() -> str:
    """Return the hash of all that compiled code depends on."""
    import llvmlite.binding as llvm

    digest = hashlib.sha256()
    for name, content in digests.items():
        digest.update(name.encode() + content)
    flags = {k: v for k, v in os.environ.items() if k.startswith("NUMBA_") and k != "NUMBA_CACHE_DIR"}
    # Not the kernel's release: an image that was filled on another host is as good here.
    system = (platform.system(), platform.machine(), platform.libc_ver())
    facts = [np.__version__, sys.version, *map(str, system), sorted(flags.items())]
    facts += [version("numba"), version("llvmlite"), llvm.get_host_cpu_name()]
    facts.append(str(sorted(llvm.get_host_cpu_features().items())))
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:20]


@functools.cache
def code_files() -> CodeFiles:
    """Return where compiled code is kept; MUNCHKIN_CACHE_DIR overrides the user's cache folder."""
    return CodeFiles(source_hash())


def units_are_compiled() -> bool:
    """Return whether the code of every unit is kept; what is missing then takes seconds."""
    return all(code_files().has(f"{unit}.{ROOT}-") for unit in UNITS)
