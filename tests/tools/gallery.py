"""Play the games of the gallery: `python -m tests.tools.gallery` writes docs/gallery/*.json.gz.

The commands are those that docs/gallery.md shows; the site's build turns the files into pages, see
`tests/tools/site_hooks.py`.
"""

import re
import shlex
from pathlib import Path

from munchkin_env.cli.main import main as munchkin

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gallery.md"
FOLDER = PAGE.parent / "gallery"


def commands() -> list[list[str]]:
    """Return the arguments of the commands of the page, each with its file in docs/gallery/."""
    found = re.findall(r"^munchkin (watch .* --json) (\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [[*shlex.split(words), str(FOLDER / name)] for words, name in found]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for words in commands():
        munchkin(words)


if __name__ == "__main__":
    main()
