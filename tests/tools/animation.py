"""Make the animation in the README: a turn of a game of the gallery, as the replay page shows it.

    python -m tests.tools.animation

It needs Playwright, Chromium and Pillow.
"""

import json
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from munchkin_env.replays.replay import Replay
from tests.tools.picture import BROWSER, OPTIONS

DOCS = Path(__file__).resolve().parents[2] / "docs"
FILE = DOCS / "replay.gif"
GAME = DOCS / "gallery" / "munchkin.json.gz"
TURN = "Round 7: Anna's turn"
SIZE = {"width": 1200, "height": 760}
WIDTH = 800
MILLISECONDS = 1400
MOST_BYTES = 1_000_000


def moments(replay: Replay) -> list[int]:
    """Return the moments of the turn at which something is told, from its beginning to the next turn."""
    told = [(at, moment["told"]) for at, moment in enumerate(replay.moments()) if moment.get("told")]
    first = next(at for at, lines in told if TURN in lines[0])
    last = next(at for at, lines in told if at > first and any("── Round" in line for line in lines))
    return [at for at, _ in told if first <= at < last]


def frames(browser: Any, replay: Replay) -> list[Image.Image]:
    """Return a picture of each of these moments."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "game.html"
        document.write_text(replay.page(), encoding="utf-8")
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        for at in moments(replay):
            page.goto("about:blank")
            page.goto(f"{document.as_uri()}#d={at}")
            page.wait_for_timeout(400)
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
            found.append(picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS))
        page.close()
    return found


def main() -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=BROWSER, args=OPTIONS)
        pictures = frames(browser, Replay.read(GAME))
        browser.close()
    palette = pictures[len(pictures) // 2].quantize(64)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    times = [MILLISECONDS] * len(others) + [3 * MILLISECONDS]
    first.save(FILE, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    if FILE.stat().st_size > MOST_BYTES:
        raise ValueError(f"{FILE}: expected at most {MOST_BYTES} bytes, got {FILE.stat().st_size}")
    print(json.dumps({"file": str(FILE), "bytes": FILE.stat().st_size, "frames": len(pictures)}))


if __name__ == "__main__":
    main()
