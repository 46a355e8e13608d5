"""Goths for tests: the base game with a guest edition that has some of them."""

from pathlib import Path

from munchkin_env.vocabulary import Kind
from tests.cards.probe import write

GOTH = {"tags": '["goth"]', "treasures": "1"}
CARDS = {
    "bat": (Kind.MONSTER, {"level": "1", **GOTH}),
    "ghost": (Kind.MONSTER, {"level": "2", **GOTH}),
    "poet": (Kind.MONSTER, {"level": "3", **GOTH}),
    "vampire_poet": (Kind.MONSTER, {"level": "3", **GOTH, "tags": '["goth", "undead"]'}),
    # takes a level before the combat, and kills each elf
    "raven": (
        Kind.MONSTER,
        {
            "level": "4",
            **GOTH,
            "entry": '[{ do = "lose_level", amount = 1 }, { do = "death", when = { race = "elf" } }]',
        },
    ),
}


def goths(folder: Path) -> tuple[str, str]:
    """The editions of a game with the goths; their files are written into a folder."""
    return "munchkin", str(write(folder / "goths", CARDS))
