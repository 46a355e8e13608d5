"""Measure the processor time of the tests, by folder: `python -m benchmarks costs_of_tests [ARGUMENTS OF PYTEST]`.

The time is that of the process and of its children that have ended, so it is the same on a busy machine, up to caches.
An item is charged with the fixtures that it was the first to need.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable

import pytest

KEY = "processor_seconds"
COLLECTION = "(collection)"
COSTLIEST = 25
COSTLIEST_TESTS = 80


def used() -> float:
    """Return the processor time of this process and of its ended children, in seconds."""
    return sum(os.times()[:4])


class Costs:
    """Pytest plugin that measures every phase of every item and adds the phases up, on all workers."""

    def __init__(self) -> None:
        self.before = used()
        self.started = time.perf_counter()
        self.seconds: Counter[str] = Counter()
        self.items: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        now = used()
        self.seconds[COLLECTION] += now - self.before
        self.items[COLLECTION] += len(session.items)
        self.before = now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterable[None]:
        report = yield
        now = used()
        report.user_properties.append((KEY, now - self.before))
        self.before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        spent = sum(seconds for key, seconds in report.user_properties if key == KEY)
        self.seconds[file] += spent
        self.tests[report.nodeid] += spent
        self.items[file] += report.when == "call" or report.outcome == "skipped"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"processor seconds, in {time.perf_counter() - self.started:.0f} s")
        for line in [*table(self.seconds, self.items), "", f"the {COSTLIEST_TESTS} costliest tests:"]:
            terminalreporter.write_line(line)
        for test, value in self.tests.most_common(COSTLIEST_TESTS):
            terminalreporter.write_line(f"{value:8.1f}  {test}")


def pytest_configure(config: pytest.Config) -> None:
    """Measure the tests of this process: the one process of pytest, or its controller and each worker."""
    config.pluginmanager.register(Costs())


def table(seconds: Counter[str], items: Counter[str]) -> list[str]:
    """Return the lines of the report: all folders, the costliest first, and the costliest files."""
    folders: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for file, value in seconds.items():
        folder = "/".join(file.split("/")[:2]) if "/" in file else file
        folders[folder] += value
        counts[folder] += items[file]
    lines = [f"{folders.total():8.1f} {counts.total() - items[COLLECTION]:6}  all"]
    lines += [f"{value:8.1f} {counts[folder]:6}  {folder}" for folder, value in folders.most_common()]
    lines += ["", f"the {COSTLIEST} costliest files:"]
    lines += [f"{value:8.1f} {items[file]:6}  {file}" for file, value in seconds.most_common(COSTLIEST)]
    return lines


def main() -> int:
    """Run the tests as `make test` chooses them, or those of the arguments; return the status of pytest."""
    return int(pytest.main(["-q", "-p", "benchmarks.costs_of_tests", *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
