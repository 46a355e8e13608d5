"""Hooks of mkdocs.yml: the replays of the gallery become pages that play in the browser."""

from pathlib import Path
from typing import Any

from munchkin_env.replays.replay import Replay


def on_post_build(config: Any, **_: Any) -> None:
    """Write gallery/NAME.html for each docs/gallery/NAME.json.gz."""
    for file in sorted((Path(config["docs_dir"]) / "gallery").glob("*.json.gz")):
        page = Path(config["site_dir"]) / "gallery" / file.name.replace(".json.gz", ".html")
        page.parent.mkdir(exist_ok=True)
        page.write_text(Replay.read(file).page(), encoding="utf-8")
