"""llms.txt and the site's search; `make docs` asks the same of the site that it builds."""

import json
import re
from pathlib import Path

import munchkin_env as mk
from munchkin_env.replays.replay import Replay
from tests.tools import gallery, site

SECTIONS = [
    {"location": "guides/interfaces/#many", "title": "Many games", "text": "<pre><code>games = mk.SelfPlayVecEnv(128,\n"
     "players=4)</code></pre> <code>gymnasium.make_vec</code>, <code>info[\"action_mask\"]</code>"},
    {"location": "guides/other/", "title": "Other", "text": "vectors of games, 1.5 masks"},
]  # fmt: skip


def index(separator: str) -> dict[str, object]:
    return {"config": {"separator": separator}, "docs": SECTIONS}


def ours() -> str:
    found = re.search(r"separator: '(.+)'\n", site.MENU.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def test_the_search_takes_words_of_code_apart() -> None:
    for question in ("action_mask", "SelfPlayVecEnv", "make_vec", "mask", "self play vec", "mk.SelfPlayVecEnv", "128"):
        assert site.finds(question, index(ours())) == {"guides/interfaces/"}, question
    assert site.finds("1.5", index(ours())) == {"guides/other/"}
    assert site.finds("action_space", index(ours())) == set()


def test_without_it_they_are_not_found() -> None:
    for question in ("SelfPlayVecEnv", "make_vec", "action_mask", "mask"):
        assert site.finds(question, index(r"[\s\-]+")) == set(), question


def test_llms_txt_lists_every_page_of_the_menu() -> None:
    """`python -m tests.tools.site` would change nothing."""
    text = site.FILE.read_text(encoding="utf-8")
    assert text == site.llms()
    pages = sorted(page.relative_to(site.ROOT / "docs") for page in (site.ROOT / "docs").rglob("*.md"))
    assert sorted(site.linked(text)) == sorted(site.address(page.as_posix()) for page in pages)
    assert {"guides/interfaces/", "./", "reference/api/games/"} <= set(site.linked(text))
    assert set(site.SAID) <= {page.as_posix() for page in pages}


def test_every_public_name_that_is_mentioned_exists() -> None:
    pages = [*site.ROOT.glob("*.md"), *(site.ROOT / "docs").rglob("*.md"), *(site.ROOT / "configs").glob("*.md")]
    sources = [*(site.ROOT / "munchkin_env").rglob("*.py"), *(site.ROOT / "training").rglob("*.py")]
    for file in pages + sources:
        mentioned = set(re.findall(r"\bmk\.([A-Za-z]\w*)", file.read_text(encoding="utf-8")))
        assert [name for name in sorted(mentioned) if not hasattr(mk, name)] == [], file


def test_what_a_built_site_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "search_index.json").write_text(json.dumps(index(ours())), encoding="utf-8")
    (tmp_path / "llms.txt").write_text(site.llms() + "more", encoding="utf-8")
    found = site.complaints(tmp_path)
    assert "search: expected reference/api/environments/ by 'SelfPlayVecEnv', got guides/interfaces/" in found
    assert any(line.startswith("llms.txt: expected") for line in found)
    assert "llms.txt: no guides/interfaces/ on the site" in found
    assert not any("'make_vec'" in line for line in found)


def test_the_gallery_has_its_replays() -> None:
    """Each command of the gallery has its file, which the build turns into the page that is shown below it."""
    text = gallery.PAGE.read_text(encoding="utf-8")
    files = [Path(words[-1]) for words in gallery.commands()]
    assert len(files) == 3
    for file in files:
        assert len(Replay.read(file)) > 100, file
        assert f'<iframe src="{file.name.removesuffix(".json.gz")}.html"' in text
