"""Hooks of mkdocs.yml: replays of the gallery become pages that play in the browser; links lead to the repository."""

from pathlib import Path
from typing import Any

from munchkin_env.replays.replay import Replay

PLACEHOLDER = "OWNER/REPOSITORY"
"""Stands for the repository's place on GitHub in pages."""


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """Fill in the repository where its address is given."""
    _, found, place = (config["repo_url"] or "").partition("github.com/")
    return markdown.replace(PLACEHOLDER, place.strip("/")) if found else markdown


def on_post_build(config: Any, **_: Any) -> None:
    """Write gallery/NAME.html for each docs/gallery/NAME.json.gz."""
    for file in sorted((Path(config["docs_dir"]) / "gallery").glob("*.json.gz")):
        page = Path(config["site_dir"]) / "gallery" / file.name.replace(".json.gz", ".html")
        page.parent.mkdir(exist_ok=True)
        page.write_text(Replay.read(file).page(), encoding="utf-8")
