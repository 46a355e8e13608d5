"""Shared set-up of all tests: which of them run interpreted or with bounds checks, in which order, and random numbers
with a fixed seed."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.engine.kernels.kernel import INTERPRETED
from tests import tiers
from tests.outside import watch

TESTS = Path(__file__).parent
# Scenarios are small: every one of them also runs interpreted and with bounds checks.
SCENARIOS = (TESTS / "rules", TESTS / "scenarios")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", default="", metavar="NAME", help="of tests with `each`: cases with it in their names")


def pytest_report_header() -> str:
    return tiers.told()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark scenarios for both subsets, skip tests of compiled code where none is, and leave out the rotating tests of
    other quarters, unless a file or test is named. Files with the most slow tests come first, so that at the end no
    worker is busy with a long file while the others have nothing left."""
    if not any(word.partition("::")[0].endswith(".py") for word in config.args):
        waiting = [item for item in items if item.get_closest_marker("rotating") and not tiers.is_watched(item.nodeid)]
        config.hook.pytest_deselected(items=waiting)
        out = set(waiting)
        items[:] = [item for item in items if item not in out]
    skip = pytest.mark.skip(reason="needs compiled code; unset MUNCHKIN_INTERPRETED")
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in SCENARIOS):
            item.add_marker("interpreted")
            item.add_marker("bounds")
        if INTERPRETED and item.get_closest_marker("compiled"):
            item.add_marker(skip)
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])


@pytest.fixture(autouse=True)
def every_decision(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the invariants of every decision at those that scenarios lead to: of another quarter of the tests with
    every commit, of all of them at night (interpreted it would take minutes)."""
    scenario = any(request.path.is_relative_to(folder) for folder in SCENARIOS)
    if scenario and not INTERPRETED and tiers.is_watched(request.node.nodeid):
        watch(monkeypatch)


@pytest.fixture
def rng() -> np.random.Generator:
    """The same random numbers in every run."""
    return np.random.default_rng(20240229)
