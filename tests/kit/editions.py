"""Small editions on disk, for cards that no printed edition has."""

import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

FOLDER = TemporaryDirectory()


def card_of(identity: str, kind: str, fields: str = "") -> str:
    """A card in TOML, named like its id."""
    return f'[[card]]\nid = "{identity}"\nname = "{identity}"\nkind = "{kind}"\n{fields}\n'


NOBODY = card_of("nobody", "monster", "level = 1\ntreasures = 1")
NOTHING = card_of("nothing", "item", "value = 0")


@cache
def edition(name: str, doors: str = NOBODY, treasures: str = NOTHING, extra: str = "", fields: str = "") -> str:
    """Write an edition with these decks of cards; return its folder. `fields`: more of the manifest, in TOML."""
    folder = Path(mkdtemp(dir=FOLDER.name)) / name
    folder.mkdir()
    manifest = f'id = "{name}"\nname = "{name}"\nrulebook = "none"\n{fields}\n[decks]\n'
    for deck, text in {"doors": doors, "treasures": treasures, "extra": extra}.items():
        if text:
            copies = sum(one.get("copies", 1) for one in tomllib.loads(text)["card"])
            manifest += f"{deck} = {copies}\n"
            (folder / f"{deck}.toml").write_text(text, encoding="utf-8")
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    return str(folder)
