"""The tables of docs/guides/many-machines.md: what they show of what was measured."""

import json
from pathlib import Path

import pytest

from tests.tools import many_machines


def test_the_story_is_told_with_its_log() -> None:
    kept = json.loads(many_machines.FILE.read_text(encoding="utf-8"))
    told = many_machines.told()
    assert all(f"| {one['done']} | {one['came']} |" in told for one in kept["events"])
    assert "\n".join(kept["log"]) in told
    assert "/tmp" not in told


def test_rates_are_medians_of_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One turn in which all came late changes no median."""
    kept = json.loads(many_machines.FILE.read_text(encoding="utf-8"))
    turns = [
        {"runners": 2, "decisions": 2000, "rate": rate, "playing": playing, "learning": 0.5, "traffic": 4_000_000}
        for rate, playing in ((900.0, 1.0), (1000.0, 3.0), (100.0, 90.0))
    ]
    monkeypatch.setattr(many_machines, "RUNNERS", (2,))
    monkeypatch.setattr(many_machines, "FILE", tmp_path / "few.json")
    many_machines.FILE.write_text(json.dumps({**kept, "turns": turns}), encoding="utf-8")
    assert many_machines.rates().splitlines()[-1] == "| 2 | 900 | 100 to 1,000 | 1.50 s | 0.25 s | 2.0 MB |"
