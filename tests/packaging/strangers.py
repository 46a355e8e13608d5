"""Tests of the package as a user without the checkout: run commands, and install a wheel."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

OURS = ("PYTHONPATH", "VIRTUAL_ENV", "MUNCHKIN_INTERPRETED")


def ran(*words: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A command, with variables of the environment beside those that have nothing to do with a checkout."""
    env = {name: value for name, value in os.environ.items() if name not in OURS} | env
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd, env=env, check=False)


def succeeded(*words: str | Path, cwd: Path, **env: str) -> str:
    """Return its output."""
    done = ran(*words, cwd=cwd, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(wheel: Path, venv: Path) -> Path:
    """The `bin` of a fresh environment that holds the wheel, and finds what it depends on in this one."""
    succeeded(sys.executable, "-m", "venv", "--without-pip", venv, cwd=venv.parent)
    python = venv / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    succeeded(*pip, wheel, cwd=venv.parent)
    home = Path(succeeded(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=venv).strip())
    # A line of a .pth file is a folder to search; .pth files in that one, such as our editable install, are not read.
    (home / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return venv / "bin"
