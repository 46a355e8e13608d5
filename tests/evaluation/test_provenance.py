"""A report says what it was made with."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.evaluation import provenance as ours

pytestmark = pytest.mark.interpreted


def test_it_names_versions_machine_and_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["munchkin", "evaluate", "greedy"])
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    found = json.loads(ours.report({"games": 5}))
    assert found["games"] == 5
    told = found["provenance"]
    assert (told["package"], told["versions"]["save"]) == (mk.__version__, mk.SAVE_VERSION)
    assert told["libraries"]["numpy"] == np.__version__
    assert (told["command"], told["threads"]["OMP_NUM_THREADS"]) == (["munchkin", "evaluate", "greedy"], "3")
    assert told["processor"]
    assert told["cores"] >= 1


def test_a_commit_is_that_of_our_checkout_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package installed somewhere within another repository is not of that commit."""

    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        command = ["git", "-C", str(tmp_path), *identity, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    package = tmp_path / "munchkin_env"
    package.mkdir()
    file = package / "a.py"
    file.write_text("1\n")
    monkeypatch.setattr(ours, "PACKAGE", package)
    assert ours._checkout() == (None, None)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    assert ours._checkout() == (git("rev-parse", "HEAD"), False)
    file.write_text("2\n")
    assert ours._checkout() == (git("rev-parse", "HEAD"), True)
    deep = tmp_path / "venv" / "munchkin_env"
    deep.mkdir(parents=True)
    monkeypatch.setattr(ours, "PACKAGE", deep)
    assert ours._checkout() == (None, None)
