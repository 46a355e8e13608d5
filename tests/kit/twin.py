"""An edition of one card, for a second copy of a card that the base game has once."""

from pathlib import Path

from munchkin_env.cards.reader import EDITIONS_FOLDER


def with_twin(folder: Path, card: str) -> str:
    """Write a tiny edition with one treasure card, "twin", for a second copy of a card that the base game has once."""
    base = (EDITIONS_FOLDER / "munchkin" / "edition.toml").read_text(encoding="utf-8")
    head = (
        'id = "more"\nname = "More"\nrulebook = "1"\nraces = []\nclasses = []\n\n[decks]\ndoors = 1\ntreasures = 1\n\n'
    )
    (folder / "edition.toml").write_text(head + base[base.index("[switches]") :], encoding="utf-8")
    monster = '[[card]]\nid = "beast"\nname = "Beast"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    (folder / "doors.toml").write_text(monster + 'bad_stuff = [{ do = "death" }]\n', encoding="utf-8")
    (folder / "treasures.toml").write_text(f'[[card]]\nid = "twin"\nname = "Twin"\n{card}\n', encoding="utf-8")
    return str(folder)
