"""Imported through a link, and on a system without POSIX."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = """
import munchkin_env as mk
game = mk.Game(seed=1)
for _ in range(20):
    game.step(int(game.legal_actions()[0]))
print(mk.__file__)
"""
NO_POSIX = """
# Modules that look at the system when they are imported, and know Windows.
import asyncio, multiprocessing, os, random, socket, subprocess, sys, threading
import filelock, platformdirs
POSIX = {'fcntl', 'grp', 'pwd', 'resource', 'termios', 'tty', 'pty', 'syslog', 'readline'}
for name in POSIX:
    sys.modules.pop(name, None)
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in POSIX:
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
sys.meta_path.insert(0, Missing())
for name in ('register_at_fork', 'fork', 'getuid', 'geteuid', 'getgid', 'O_NOFOLLOW',
             'sched_getaffinity', 'killpg', 'waitid', 'setsid', 'getpgid'):
    delattr(os, name)
"""
KEPT = """
from munchkin_env.engine.kernels.code_files import CodeFiles
files = CodeFiles('1')
files.lock('a.code')
assert files.read('a.code') is None
files.write('a.code', b'code')
files.unlock('a.code')
assert files.read('a.code') == b'code', 'not kept'
assert len(files.places) == 1, 'no folder among temporary files'
"""
TORCH = """
import contextlib
with contextlib.suppress(ImportError):
    import torch
"""
EVERYTHING = """
import importlib, pkgutil
import munchkin_env
for module in pkgutil.walk_packages(munchkin_env.__path__, 'munchkin_env.'):
    if not module.name.endswith('__main__'):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            assert error.name not in POSIX, f'{module.name}: {error}'
"""
HELP = """
from munchkin_env.cli.main import main
try:
    status = main(['--help'])
except SystemExit as end:
    status = end.code
assert not status
"""
LOG = """
import tempfile, pathlib
from munchkin_env.server.tables import Journal
head = {'rules': 1, 'catalogue': '', 'seed': '', 'settings': {}, 'players': [], 'names': [], 'tokens': {}}
with tempfile.TemporaryDirectory() as folder:
    log = Journal.create(pathlib.Path(folder), head)
    log.append({'back': 1})
    log.close()
    log, _, entries = Journal.open(log.file)
    assert entries == [{'back': 1}]
    log.close()
from munchkin_env.server.site import descriptors
assert descriptors() > 0
"""


def run(code: str, folder: Path, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    """In a fresh process that finds the package in `folder`."""
    env = {**os.environ, "PYTHONPATH": str(folder), "MUNCHKIN_INTERPRETED": "1"}
    if cache is not None:
        env["MUNCHKIN_CACHE_DIR"] = str(cache)
    return subprocess.run([sys.executable, "-c", code], env=env, cwd=folder.anchor, capture_output=True, text=True)


def test_a_package_that_is_imported_through_a_link_plays(tmp_path):
    (tmp_path / "linked").symlink_to(ROOT)
    done = run(GAME, tmp_path / "linked")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "linked" / "munchkin_env" / "__init__.py")


@pytest.mark.rotating
@pytest.mark.parametrize("use", [KEPT + GAME, HELP, LOG], ids=["game", "help", "server's log"])
def test_nothing_needs_posix(use: str, tmp_path: Path) -> None:
    """As near to Windows as another system comes."""
    done = run(NO_POSIX + use, ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "is not kept" not in done.stderr


@pytest.mark.nightly
def test_no_module_needs_posix(tmp_path: Path) -> None:
    done = run(TORCH + NO_POSIX + EVERYTHING, ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
