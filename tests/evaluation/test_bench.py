"""`munchkin bench`: rates of this machine, of what they say."""

import json
from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.evaluation import bench

MOMENT = 0.01


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.skipif(INTERPRETED, reason="a call plays 40,000 decisions")
@pytest.mark.slow
def test_everything_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also in the file; the engine alone is faster than with observations, and greedy opponents take longer."""
    assert main(["bench", "--seconds", "0.1", "--json", str(tmp_path / "bench.json")]) == 0
    found = {row["what"]: row["rate"] for row in json.loads((tmp_path / "bench.json").read_text())}
    assert list(found) == list(bench.WORKS)
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines] == list(found)
    engine, observed, _, random, greedy, *_ = found.values()
    assert engine > observed > random > greedy > 0


@pytest.mark.interpreted
def test_a_rate_is_the_best_of_some(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = iter([2.0, 5.0, 3.0])
    monkeypatch.setattr(bench, "WORKS", {"play": (lambda: lambda: 1.0, "games")})
    monkeypatch.setattr(bench, "rate", lambda work, seconds: next(rates))
    told: list[str] = []
    speeds = bench.measure(MOMENT, told.append)
    assert (speeds, told) == ([bench.Speed("play", 5.0, "games")], ["play"])
    assert bench.as_table(speeds).splitlines()[2] == "| play | 5 games/s |"


@pytest.mark.interpreted
def test_loops_do_what_they_count() -> None:
    rows = bench.row_of("random", 2)
    assert bench.row_loop(rows)() == 2.0
    assert bench.copies()() == 200.0
    assert bench.single_loop("random")() == 20.0
