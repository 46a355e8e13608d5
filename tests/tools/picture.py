"""Make the picture in the README: a reviewed game of veterans and greedy bots in the browser, at one of its mistakes.

    python -m tests.tools.picture

It needs Playwright and Chromium. `tests/replays/test_browser.py` makes it again and compares.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.review import review

FILE = Path(__file__).resolve().parents[2] / "docs" / "replay.png"
SEED = 7
PLAYERS = ("greedy", "greedy", "greedy", "greedy")
NAMES = ("Anna", "Bob", "Cleo", "Dan")
SIZE = {"width": 1440, "height": 900}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = ["--no-sandbox", "--disable-gpu"]


def reviewed() -> Replay:
    """The game, with thoughts and mistakes."""
    game = mk.Game(seed=SEED)
    bots, rng = [mk.make_bot(name) for name in PLAYERS], np.random.default_rng(SEED)
    while game.current_player is not None:
        game.step(bots[game.current_player].act(View.of(game, game.current_player), game.legal_action_mask(), rng))
    return review(game, worlds=20, names=NAMES, bots=PLAYERS)


def dearest_in_a_fight(replay: Replay) -> int:
    """The moment of the costliest mistake that was made while somebody fought."""
    found = [
        (moment["decision"]["blunder"]["cost"], -at)
        for at, moment in enumerate(replay.moments())
        if "blunder" in moment.get("decision", {}) and moment["public"]["combat"] is not None
    ]
    return -max(found)[1]


def paint(browser: Any, replay: Replay, file: Path) -> None:
    """A picture of that moment, as a visitor sees it."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "game.html"
        document.write_text(replay.page(), encoding="utf-8")
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(f"{document.as_uri()}#d={dearest_in_a_fight(replay)}")
        page.wait_for_selector(".thoughts")
        page.screenshot(path=file)
        page.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=BROWSER, args=OPTIONS)
        paint(browser, reviewed(), FILE)
        browser.close()
    print(f"{FILE}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
