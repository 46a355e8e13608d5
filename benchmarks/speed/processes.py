"""Processes of their own, each with the package of a chosen checkout."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
"""Checkout, or folder of packages, that this process has imported."""
PYTHON = (sys.executable, "-P")
"""Python command without the working folder in its path: it may hold another checkout."""


def environment_of(root: Path = HERE, **more: str) -> dict[str, str]:
    """Return the variables of a process that imports the package from `root`."""
    return {**os.environ, "PYTHONPATH": str(root), **more}


def printed_number(code: str, root: Path = HERE, **environment: str) -> float:
    """Return the number that code prints last. Raises CalledProcessError if it fails; its complaints are ours."""
    done = subprocess.run(
        [*PYTHON, "-c", code], stdout=subprocess.PIPE, text=True, check=True, env=environment_of(root, **environment)
    )
    return float(done.stdout.split()[-1])
