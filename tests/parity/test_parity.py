"""Interpreted and compiled code agree, position by position; compiled code reads nothing out of bounds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parity.chain import chain
from tests.tiers import FULL

HERE = Path(__file__).resolve().parent


def run_chain(seeds: int, decisions: int, **environment: str) -> list[str]:
    """The chain of another process with these environment variables."""
    done = subprocess.run(
        [sys.executable, str(HERE / "chain.py"), "0", str(seeds), str(decisions)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(HERE.parent.parent), **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.compiled
@pytest.mark.slow
def test_interpreted_and_compiled_agree_position_by_position() -> None:
    """8 games over 3 to 6 players and all editions, 600 decisions each: every position is byte-identical. Every day the
    first decisions of a game of each edition are."""
    games, decisions = (8, 600) if FULL else (5, 120)
    compiled = [line for seed in range(games) for line in chain(seed, 3 + seed % 4, decisions)]
    interpreted = run_chain(games, decisions, MUNCHKIN_INTERPRETED="1")
    assert len(compiled) > games * decisions * 0.8
    assert interpreted == compiled


@pytest.mark.nightly
@pytest.mark.bounds
@pytest.mark.compiled
@pytest.mark.slow
def test_compiled_code_stays_in_bounds() -> None:
    """With bounds checks on (NUMBA_BOUNDSCHECK=1) games run as without: no read beyond an array. Needs the engine
    compiled once more, with checks."""
    assert run_chain(40, 5000, NUMBA_BOUNDSCHECK="1") == run_chain(40, 5000)
