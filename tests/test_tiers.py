"""Two tiers of tests: what of a proof runs every day, and that nothing is in neither."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import tiers
from tests.conftest import pytest_collection_modifyitems
from tests.each import each
from tests.tools import changed

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def tier(monkeypatch):
    """`tier(full, watch)`: the tests run so."""

    def choose(full: bool = False, watch: str | None = None) -> None:
        monkeypatch.setattr(tiers, "FULL", full)
        monkeypatch.delenv("MUNCHKIN_WATCH", raising=False)
        if watch is not None:
            monkeypatch.setenv("MUNCHKIN_WATCH", watch)
        tiers.watched_quarter.cache_clear()

    yield choose
    monkeypatch.undo()
    tiers.watched_quarter.cache_clear()


def test_a_share_is_a_tenth_and_all_of_it_at_night(tier):
    tier()
    assert [tiers.share(500), tiers.share(40, 4), tiers.share(3)] == [50, 10, 1]
    tier(full=True)
    assert tiers.share(500) == 500


def test_every_value_of_a_table_is_covered_and_every_row_at_night(tier):
    rows = [(a, b, c) for a in "abcd" for b in range(4) for c in (True, False)]
    tier()
    chosen = tiers.covering(rows)
    assert [set(column) for column in zip(*chosen, strict=True)] == [set("abcd"), {0, 1, 2, 3}, {True, False}]
    assert len(chosen) == 4
    assert chosen == tiers.covering(rows)
    tier(full=True)
    assert tiers.covering(rows) == rows


def test_the_four_quarters_are_all_scenarios_and_none_twice(tier):
    names = [f"tests/rules/test_flee.py::test_{number}" for number in range(200)]
    found = []
    for quarter in "0123":
        tier(watch=quarter)
        found.append({name for name in names if tiers.is_watched(name)})
        assert f"quarter {quarter} of 4" in tiers.told()
        assert f"MUNCHKIN_WATCH={quarter}" in tiers.told()
    assert sum(map(len, found)) == len(names) == len(set().union(*found))
    assert min(map(len, found)) > 30
    for night in ({"full": True}, {"watch": "all"}):
        tier(**night)
        assert all(map(tiers.is_watched, names))


def test_a_rotating_test_runs_in_one_quarter_and_when_it_is_named(tier):
    """Collected ones of sixty rotating tests and one other: by each quarter, and by name."""

    def collected(quarter: str, *words: str) -> list[str]:
        tier(watch=quarter)
        items = [Item(f"tests/test_it.py::test_{number}", number < 60) for number in range(61)]
        config = SimpleNamespace(args=words, hook=SimpleNamespace(pytest_deselected=lambda items: None))
        pytest_collection_modifyitems(config, items)
        return [item.nodeid for item in items]

    quarters = [collected(quarter, "tests") for quarter in "0123"]
    assert all("tests/test_it.py::test_60" in quarter for quarter in quarters)
    assert sum(map(len, quarters)) == 60 + 4
    assert len(set().union(*quarters)) == len(collected("all", "tests")) == 61
    for named in ("tests/test_it.py", "tests/test_it.py::test_7"):
        assert len(collected("0", named)) == 61


class Item:
    """An item of pytest's collection, marked `rotating` or not at all."""

    def __init__(self, nodeid: str, rotating: bool) -> None:
        self.nodeid, self.path, self.rotating = nodeid, Path(nodeid.partition("::")[0]), rotating

    def get_closest_marker(self, name: str) -> bool:
        return name == "rotating" and self.rotating


def test_the_commit_chooses_the_quarter(tier, monkeypatch):
    tier()
    monkeypatch.setattr(tiers, "commit", lambda: "0000000e" + "0" * 32)
    assert tiers.watched_quarter() == 2
    tier(watch="7")
    with pytest.raises(AssertionError, match="MUNCHKIN_WATCH: expected 0 to 3 or all, got 7"):
        tiers.watched_quarter()


def test_what_is_left_out_every_day_runs_at_night():
    """The everyday tier leaves out `nightly` and `soak`; `make test-all` runs both, and a workflow runs it."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"-m", "not soak and not nightly"]' in project
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    everything = re.search(r"^test-all: (lint .*?)##", make, re.MULTILINE)
    assert everything
    assert {"test-full", "soak"} <= set(everything[1].split())
    assert re.search(r"^test-full: .*\n\tMUNCHKIN_TESTS=all .*-m 'not soak'$", make, re.MULTILINE)
    apart = set(re.findall(r"^(test-[a-z]+): .*not part of `make test`", make, re.MULTILINE))
    assert apart <= set(everything[1].split())
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    assert "make test-all" in nightly
    assert "make mutants" in nightly


# ---------------------------------------------------------------------------- make check


CHAPTER = '''
X = 1


def flee(s):
    """FLEE-1: a die."""
    return 1


def fight(s):
    """COMBAT-1."""
    return 2
'''


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small project under version control, as `make check` sees it."""
    for name, text in {
        "munchkin_env/engine/rules/run_away.py": CHAPTER,
        "munchkin_env/envs/aec.py": "def env():\n    return 1\n",
        "tests/envs/test_aec.py": "from munchkin_env.envs.aec import env\n",
        "tests/envs/test_other.py": "def test_nothing(): ...\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    told = {"FLEE-1": ("tests/rules/test_flee.py::test_a", "tests/rules/test_flee.py::test_b"), "COMBAT-1": ("other",)}
    monkeypatch.setattr(changed, "tests_by_rule", lambda: told)
    commit = ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"]
    for words in (["init", "-q"], ["add", "-A"], commit):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def looked_at() -> list[str]:
    return changed.chosen("HEAD", changed.changed_files("HEAD"))


def test_a_changed_function_is_looked_at_by_the_tests_of_its_rules(checkout):
    assert looked_at() == []
    file = checkout / "munchkin_env/engine/rules/run_away.py"
    file.write_text(file.read_text().replace("return 1", "return 3"))
    assert looked_at() == ["tests/rules/test_flee.py::test_a", "tests/rules/test_flee.py::test_b"]


def test_a_change_outside_of_functions_is_looked_at_by_all_rules_of_the_chapter(checkout):
    file = checkout / "munchkin_env/engine/rules/run_away.py"
    file.write_text(file.read_text().replace("X = 1", "X = 2"))
    assert set(looked_at()) == {"tests/rules/test_flee.py::test_a", "tests/rules/test_flee.py::test_b", "other"}


@each("new", [False, True])
def test_other_rooms_are_looked_at_by_their_tests_that_name_it(checkout, new):
    file = checkout / ("munchkin_env/envs/other.py" if new else "munchkin_env/envs/aec.py")
    file.write_text("def env():\n    return 2\n")
    assert looked_at() == ["tests/envs/test_aec.py"]
    file.unlink()


def test_changed_tests_run_themselves(checkout):
    (checkout / "tests/envs/test_other.py").write_text("def test_something(): ...\n")
    (checkout / "tests/envs/test_new.py").write_text("")
    assert looked_at() == ["tests/envs/test_new.py", "tests/envs/test_other.py"]


def test_the_command_prints_tests_and_modules():
    command = [sys.executable, "-m", "tests.tools.changed", "--types"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(name.startswith(("munchkin_env/", "training/")) for name in done.stdout.split())
