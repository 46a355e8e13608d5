"""Tables for the scenarios of Munchkin Cthulhu: set up as those of the base game are, with this edition's cards."""

from collections.abc import Mapping
from typing import Any

from munchkin_env.game.game import Game
from tests.kit.playing import lose
from tests.kit.tables import Tables

EDITIONS = ("cthulhu",)

CLASSES = ("cultist", "investigator", "monster_whacker", "professor")

_TABLES = Tables(
    EDITIONS,
    plain=("bowling_pin", "bug_spray", "brass_knucks", "necrocomicon", "necrotelecom", "tommy_gun"),
    enhancers=("four_dimensional", "indescribably_horrible"),
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed


def caught(monster: str, *players: Mapping[str, Any], **settings: Any) -> Game:
    """The first player runs from the monster with enhancers of +20, and is caught."""
    return lose(combat(*players, monsters=[huge(monster)], dice=[1, 1], **settings))
