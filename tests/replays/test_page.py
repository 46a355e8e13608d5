"""The page: built from the sources that lie beside it, small, whole in itself."""

import base64
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.replays.replay import asset, framed
from tests.replays.test_replay import played

WEB = Path(mk.__file__).parent / "replays" / "web"


def hash_of_sources() -> str:
    """As `web/build.mjs` marks what it builds."""
    names = ["build.mjs", "index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts"]
    names += [f"src/{file.name}" for file in (WEB / "src").iterdir()]
    found = sha256()
    for name in sorted(names):
        found.update(f"{name}\n".encode() + (WEB / name).read_bytes())
    return found.hexdigest()


def test_the_page_is_built_from_its_sources():
    assert f'<meta name="sources" content="{hash_of_sources()}">' in asset(), "stale: make table"


@pytest.mark.slow
def test_a_build_makes_the_same_page():
    """Skip the test unless Node and the packages of `make table` are there."""
    if shutil.which("npm") is None or not (WEB / "node_modules").is_dir():
        pytest.skip("needs Node, and what `make table` installs")
    before = asset()
    file = WEB.parent / "page.html.gz"
    kept = file.read_bytes()
    try:
        done = subprocess.run(["npm", "run", "build"], cwd=WEB, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        asset.cache_clear()
        assert asset() == before
    finally:
        file.write_bytes(kept)
        asset.cache_clear()


def test_the_page_is_small_and_asks_for_nothing():
    text = asset()
    assert len(text.encode()) <= 250_000
    assert not re.search(r"(src|href)=|url\(|@import|\bfetch\(|XMLHttpRequest|sendBeacon|importScripts", text)
    addresses = set(re.findall(r"https?://[\w./-]+", text))
    assert addresses <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xhtml",
        "http://www.w3.org/1998/Math/MathML",
    }


def test_a_page_allows_its_own_script_and_style_alone():
    text = played(1, steps=10).replay().page()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == rules["connect-src"] == rules["base-uri"] == "'none'"
    for tag in ("script", "style"):
        found = re.findall(rf"<{tag}([^>]*)>(.*?)</{tag}>", text, re.DOTALL)
        inner = [text for attributes, text in found if "plain" not in attributes]
        digests = {base64.b64encode(sha256(one.encode()).digest()).decode() for one in inner}
        assert rules[f"{tag}-src"].split() == [f"'sha256-{digest}'" for digest in digests]
        assert len(inner) == 1


def test_the_game_lies_in_the_page_as_it_was_written():
    replay = played(2, steps=50).replay()
    data = re.search(r'<script type="text/plain" id="replay">([^<]*)</script>', replay.page())
    assert data is not None
    assert mk.Replay.parse(base64.b64decode(data[1])).as_json() == replay.as_json()


def test_no_name_gets_out_of_the_page():
    """Names are people's: none of them is HTML."""
    names = ['</script><script>evil("x")</script>', "<img src=x onerror=evil(1)>", "'\"&"]
    text = played(3, steps=5).replay(names=names).page()
    assert "evil" not in text
    assert "<img" not in framed(text, "<img>")


def test_games_show_themselves_in_notebooks():
    game = played(4, steps=30)
    shown = game._repr_html_()
    assert shown.startswith('<iframe title="&lt;Replay of player 0, player 1, player 2: 31 frames, everything&gt;"')
    assert 'sandbox="allow-scripts"' in shown
    import numpy as np

    env = mk.env(players=3)
    assert env._repr_html_().startswith("<pre>"), "no game yet"
    env.reset(seed=1)
    assert env._repr_html_().startswith("<iframe")
    assert ": 1 frames" in game.resample(0, np.random.default_rng(0))._repr_html_()
