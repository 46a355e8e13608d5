"""A real browser, a game to look at and a server to play on, for the tests of the page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.replays.review import mark_blunders
from tests.replays.test_replay import won
from tests.replays.tools import NAMES, Served, served
from tests.tools.picture import BROWSER, OPTIONS


@pytest.fixture(scope="module")  # no longer: where Playwright runs, nothing else may run an event loop
def browser() -> Iterator[Any]:
    """Debian's Chromium by Playwright; tests that need it are skipped, with the reason, where one of them is
    missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright, of the extra dev")
    if BROWSER is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=BROWSER, args=OPTIONS)
        yield found
        found.close()


def is_complaint(told: Any) -> bool:
    """An error on the console; not that a server which a test has stopped refuses the page's attempts to come back."""
    refused = told.text.startswith("WebSocket connection to") and "ERR_CONNECTION_REFUSED" in told.text
    return told.type == "error" and not refused


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page in a context of its own; at the end none has complained or made a request to another host."""
    contexts, complaints = [], []

    def open_page(address: str, **settings: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if is_complaint(told) else None)
        own = ("data:", "blob:", address.partition("#")[0])
        page.on("request", lambda asked: None if asked.url.startswith(own) else complaints.append(asked.url))
        page.goto(address)
        page.wait_for_selector(".seat")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def game() -> mk.Game:
    return won(7)


@pytest.fixture(scope="module")
def file(game: mk.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay on disk, with thoughts and a blunder."""
    replay = game.replay(None, NAMES[:4], ["greedy"] * 4)
    frame = next(f for f in replay.document["frames"][200:] if len(f["decision"]["legal"]) > 2)
    actions = [action for action, _ in frame["decision"]["legal"]]
    other = next(action for action in actions if action != frame["decision"]["answer"])
    gains = {str(action): [0.1 if action == other else 0.0, 0.01] for action in actions}
    chances = {str(action): round(1 / len(actions), 4) for action in actions}
    points = {str(action): 7 for action in actions}
    thought = {"by": "rollout:20", "gains": gains, "chances": chances, "points": points, "value": 0.2}
    frame["decision"]["thought"] = thought
    assert len(mark_blunders(replay.document["frames"])) == 1
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(mk.Replay.parse(replay.packed()).page(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("uvicorn", reason="needs the extra table")
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found
