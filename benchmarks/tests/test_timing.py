"""Tests of ratios that hold while the machine's speed does not: yardsticks, duels, two checkouts in turn."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.speed import against, calibration, measure, yardsticks
from benchmarks.speed.__main__ import main
from benchmarks.speed.rows import Row, as_table
from benchmarks.speed.timing import Duel, duel
from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.bench import rate

pytestmark = pytest.mark.interpreted
MOMENT = 0.01
SUM_OF_30_ROUNDS = 27242


def test_the_calibration_program_does_what_it_always_did() -> None:
    """Budgets are multiples of the calibration program. Each pile stays a list that ends, and every card is in one."""
    cards, heads, chance = calibration.deal(5)
    assert calibration.play(cards, heads, chance, np.zeros(calibration.CARDS, np.int64), 30) == SUM_OF_30_ROUNDS
    for game in range(5):
        found = []
        for card in heads[game].tolist():
            while card:
                found.append(card)
                card = int(cards[game, card, calibration.FOLLOWS])
        assert sorted(found) == list(range(1, calibration.CARDS))


def test_a_neighbour_who_takes_half_of_the_machine_changes_no_ratio() -> None:
    """Both rivals slow down together in the middle of the measurement: the rates halve, the ratio stays."""
    speed = [8.0] * 4 + [4.0] * 6
    turns = iter(np.repeat(speed, 2).tolist())
    found = duel(lambda: 3.0 * next(turns), lambda: next(turns), len(speed))
    assert found.ratio == pytest.approx(3.0)
    assert found.ratios == pytest.approx([3.0] * len(speed))
    assert found.rates == (12.0, 4.0)


def test_rivals_take_turns_in_going_first() -> None:
    calls: list[str] = []
    duel(lambda: calls.append("a") or 1.0, lambda: calls.append("b") or 1.0, 3)  # type: ignore[func-returns-value]
    assert calls == ["a", "b", "b", "a", "a", "b"]


def test_waiting_costs_no_cpu_time() -> None:
    """A rate is of work, not of the time that other processes took."""
    from time import perf_counter, sleep

    calls = 0

    def work() -> float:
        nonlocal calls
        calls += 1
        if calls == 1:
            sleep(0.3)
        return 1.0

    start = perf_counter()
    found = rate(work, 0.05)
    assert calls / found < 0.25 < 0.3 <= perf_counter() - start


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        (Row("bytes", 1578.0, "bytes"), ("1,578 bytes", "", "", "")),
        (Row("r", 900.0, "/s", 1.5, "× own", 1.2), ("900 /s", "1.5 × own", "≥ 1.2 × own", "met (1.25×)")),
        (Row("r", 2e9, "/s", 0.9, "× own", 1.2), ("2,000,000,000 /s", "0.9 × own", "≥ 1.2 × own", "missed (0.75×)")),
        (Row("t", 5.0, "µs", 4.0, "moves", 6.0, True), ("5 µs", "4 moves", "≤ 6 moves", "met (1.50×)")),
        (Row("two", 0.95, "×", budget=0.9), ("0.95 ×", "", "≥ 0.9 ×", "met (1.06×)")),
    ],
)
def test_a_verdict_is_of_the_ratio_where_there_is_one(row: Row, cells: tuple[str, ...]) -> None:
    assert row.cells() == (row.what, *cells)
    assert as_table([row]).splitlines()[2] == f"| {' | '.join((row.what, *cells))} |"


def test_every_budget_of_speed_is_a_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardsticks.Yardstick, "beside", lambda self, work, seconds: Duel((1000.0,), (1.0,)))
    monkeypatch.setattr(measure, "stepping_rate", lambda *given: 1.0)
    monkeypatch.setattr(measure, "_two_processes", lambda seconds: 1.0)
    monkeypatch.setattr(measure, "printed_number", lambda *given, **environment: 1.0)
    monkeypatch.setattr(measure, "RandomPlay", lambda *given, **settings: _Play())
    monkeypatch.setattr(measure, "_aec_loop", lambda: _Play().run)
    rows = measure.engine_rows(MOMENT) + measure.facade_rows(MOMENT) + measure.start_rows(True)
    limited = [row for row in rows if row.budget is not None]
    assert len(limited) == 10
    assert all(row.ratio is not None or row.unit == "×" for row in limited)


class _Play:
    def run(self) -> float:
        return 1000.0


class _Pool:
    """Stand-in of weiss-sim's pool: it keeps the keys of each step and ends a game now and then."""

    def __init__(self) -> None:
        self.keys: list[np.ndarray] = []
        self.resets: list[list[int]] = []

    def reset(self) -> None:
        pass

    def step_random_legal(self, keys: np.ndarray) -> tuple[Any, None]:
        self.keys.append(keys.copy())
        ended = np.zeros(128, bool)
        ended[len(self.keys) % 128] = len(self.keys) % 10 == 0
        return SimpleNamespace(terminated=ended, truncated=np.zeros(128, bool)), None

    def reset_done(self, ended: np.ndarray) -> None:
        self.resets.append(np.flatnonzero(ended).tolist())


def test_weiss_sim_is_measured_by_its_fastest_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weiss-sim is less than half as fast by `make`, and with keys that repeat its games pass on and on."""
    asked: dict[str, Any] = {}
    pool = _Pool()

    def make_pool(**given: Any) -> tuple[None, _Pool]:
        asked.update(given)
        return None, pool

    monkeypatch.setattr(yardsticks, "import_module", lambda name: SimpleNamespace(make_pool=make_pool))
    work = yardsticks.weiss_sim()
    assert work() + work() == 2 * 50 * 128
    assert (asked["layout"], asked["num_envs"], asked["num_threads"]) == ("i16_legal_ids_nometa", 128, 1)
    assert [len(deck) for deck in asked["deck_lists"]] == [50, 50]
    assert len(np.unique(pool.keys)) == 100 * 128
    remainders = np.array(pool.keys) % np.uint64(2)
    assert np.all((remainders.mean(axis=0) > 0.2) & (remainders.mean(axis=0) < 0.8)), "each game has keys of all kinds"
    assert pool.resets == [[step] for step in range(10, 101, 10)]


def test_weiss_sim_really_plays() -> None:
    """Weiss-sim plays, where it is installed: games end by their rules, since the choice is one."""
    pytest.importorskip("weiss_sim")
    assert yardsticks.weiss_sim()() == 50.0 * 128


def test_weiss_sim_is_the_yardstick_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardsticks, "weiss_sim", lambda: _Play().run)
    for there in (True, False):
        yardsticks.yardstick.cache_clear()
        monkeypatch.setattr(yardsticks, "find_spec", lambda name, there=there: object() if there else None)
        name = yardsticks.yardstick().name
        assert name == (yardsticks.WEISS if there else yardsticks.CALIBRATION)
        assert all(name in budgets for budgets in measure.PLAY_BUDGETS.values())
    yardsticks.yardstick.cache_clear()


# ------------------------------------------------------------------------- two checkouts


CHECKOUT = """
import numpy as np
class RandomPlay:
    def __init__(self, games, observe=False):
        self.stats = np.array([{stats}, games, observe])
        self.vector = type("Vector", (), dict(legal_count=np.arange(games)))
    def run(self):
        return 1000.0
"""


def checkout(root: Path, stats: int) -> Path:
    """Make a package whose random play has only the parts that every checkout must have."""
    for name, text in (("__init__.py", ""), ("evaluation/__init__.py", ""), ("evaluation/bench.py", CHECKOUT)):
        file = root / "munchkin_env" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(stats=stats))
    return root


def test_two_checkouts_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process imports its own checkout; other games are distinguished from the same ones."""
    own, same, other = (checkout(tmp_path / str(k), stats) for k, stats in enumerate((5, 5, 6)))
    starts = against.Comparison("start", "s", Duel((2.0,), (4.0,)))
    monkeypatch.setattr(against, "HERE", own)
    monkeypatch.setattr(against, "TURNS", 3)
    monkeypatch.setattr(against, "_starts", lambda *given: starts)
    for path, alike in ((same, True), (other, False)):
        found = against.compare(path, MOMENT / 10)
        assert [one.same for one in found] == [alike] * len(against.PLAYS) + [None]
        assert all(len(one.rates.first) == len(one.rates.second) == 3 for one in found[:-1])
        assert found[-1].figures() == (0.5, 0.25)
        lines = against.as_table(found, path).splitlines()
        assert lines[2].endswith(f"| {'yes' if alike else 'no'} |")
        assert lines[-1].split(" | ")[1:6] == ["0.5 s", "0.25 s", "0.500", "0.500", "0.500"]
        assert json.loads(against.as_json(found))[-1]["ratio"] == 0.5


def test_a_start_is_timed_in_the_checkout_it_is_said_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = (checkout(tmp_path / str(k), 1) for k in range(2))
    monkeypatch.setattr(against, "HERE", own)
    code = "import os, munchkin_env as m; print(2.0 if os.sep + '0' + os.sep in m.__file__ else 4.0)"
    found = against._starts("start", code, other, 3)
    assert found.figures() == (2.0, 4.0)


def test_what_is_no_checkout_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="against: expected a checkout, a folder with munchkin_env/ in it"):
        against.Rival(tmp_path)
    package = tmp_path / "munchkin_env"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(ConfigError, match=r"against: expected a checkout that plays, .* status 3"):
        against.Rival(tmp_path)
    assert main(["--against", str(tmp_path / "none")]) == 2
    assert "against: expected a checkout" in capfd.readouterr().err
