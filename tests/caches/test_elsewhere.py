"""Imported through a link, and on a system that tells nobody who owns a file."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAME = """
import munchkin_env as mk
game = mk.Game(seed=1)
for _ in range(20):
    game.step(int(game.legal()[0]))
print(mk.__file__)
"""
NO_POSIX = """
import os, random, subprocess, sys, threading  # they use what is taken away
for name in ('fcntl', 'grp', 'pwd'):
    sys.modules[name] = None
for name in ('register_at_fork', 'geteuid', 'O_NOFOLLOW', 'fchmod', 'sched_getaffinity'):
    delattr(os, name)
from munchkin_env.engine.kernels.code_files import CodeFiles
files = CodeFiles('1')
assert files.place() is None and files.read('a.code') is None
files.lock('a.code')
files.write('a.code', b'code')
files.unlock('a.code')
"""


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """In a fresh process that finds the package in `folder`."""
    env = {**os.environ, "PYTHONPATH": str(folder), "MUNCHKIN_INTERPRETED": "1"}
    return subprocess.run([sys.executable, "-c", code], env=env, cwd=folder.anchor, capture_output=True, text=True)


def test_a_package_that_is_imported_through_a_link_plays(tmp_path):
    (tmp_path / "linked").symlink_to(ROOT)
    done = run(GAME, tmp_path / "linked")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "linked" / "munchkin_env" / "__init__.py")


def test_where_nobody_owns_files_nothing_is_kept_and_games_are_played():
    done = run(NO_POSIX + GAME, ROOT)
    assert done.returncode == 0, done.stderr
    assert "compiled code is not kept, so the next start compiles again: nobody owns files here" in done.stderr
