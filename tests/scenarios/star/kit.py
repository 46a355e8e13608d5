"""Tables for the scenarios of Star Munchkin: set up as those of the base game are, with this edition's cards."""

import tempfile
from pathlib import Path

from munchkin_env.cards.definition import Card
from munchkin_env.cards.reader import read_edition
from munchkin_env.vocabulary import Kind, Klass, Race
from tests.kit.tables import Tables

RACES = (Race.CYBORG, Race.MUTANT, Race.FELINE, Race.BUG)
CLASSES = (Klass.PSYCHIC, Klass.BOUNTY_HUNTER, Klass.TRADER, Klass.GADGETEER, Klass.SPACE_RANGER)
MANIFEST = """id = "strangers"
name = "Strangers"
rulebook = "none"
races = [{races}]
classes = [{classes}]

[decks]
doors = {doors}
treasures = 1
"""
CARD = '[[card]]\nid = "{id}"\nname = "{id}"\nkind = "{kind}"\n{rest}\n'


def strangers() -> str:
    """The folder of an edition with the races and classes that monsters mind but whose own cards are not here yet."""
    star = read_edition("star")
    races = [one.name.lower() for one in RACES if one not in star.races]
    classes = [one.name.lower() for one in CLASSES if one not in star.klasses]
    folder = Path(tempfile.mkdtemp()) / "strangers"
    folder.mkdir()
    named = {"races": races, "classes": classes}
    quoted = {key: ", ".join(f'"{one}"' for one in words) for key, words in named.items()}
    doors = [CARD.format(id=one, kind="race", rest=f'race = "{one}"\ncopies = 2') for one in races]
    doors += [CARD.format(id=one, kind="class", rest=f'class = "{one}"\ncopies = 2') for one in classes]
    doors += [CARD.format(id="nobody", kind="monster", rest="level = 1\ntreasures = 1")]
    manifest = MANIFEST.format(**quoted, doors=2 * len(races + classes) + 1)
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    (folder / "doors.toml").write_text("\n".join(doors), encoding="utf-8")
    (folder / "treasures.toml").write_text(CARD.format(id="nothing", kind="item", rest="value = 0"), encoding="utf-8")
    return str(folder)


EDITIONS = ("star", strangers())

_TABLES = Tables(
    EDITIONS,
    plain=(
        *("colander_of_mind_shielding", "telescopic_spork", "overclocked_hair_dryer"),
        *("structural_girder", "battle_armor", "tail_gun", "slippers_of_mild_antigravity"),
    ),
    enhancers=("last_of_its_race", "from_another_dimension"),
    quick=False,  # the foreign cards make it a blend
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed


def cards_of(kind: Kind) -> dict[str, Card]:
    """The edition's cards of a kind by id."""
    return {card.id: card for card in read_edition("star").cards if card.kind == kind}
