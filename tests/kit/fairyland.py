"""An edition with a third deck, for the tests of its rules: a keeper, five extra cards, and a monster to beat."""

from functools import cache
from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Zone
from tests.kit import tables
from tests.kit.editions import card_of, edition

DOORS = """
[[card]]
id = "good_witch"
name = "Good Witch"
kind = "monster"
level = 4
treasures = 4
always = [{ do = "keeps_extras", cards = 2 }]
bad_stuff = [{ do = "status", name = "must_help", until = "own_turn" }]

[[card]]
id = "reaper"
name = "Reaper"
kind = "monster"
level = 20
treasures = 1
bad_stuff = [{ do = "death" }]

[[card]]
id = "sweep"
name = "Sweep"
kind = "curse"
play = [{ do = "lose_all", filter = "hand" }]

[[card]]
id = "grab"
name = "Grab"
kind = "curse"
play = [{ do = "order", who = "neighbours", filter = "hand", kept = true }]
"""
EXTRAS = {
    "tinsel": ("one_shot", 'value = 200\nbonus = 2\nplay = [{ do = "side_bonus" }]'),
    "slippers": ("item", 'value = 400\nbonus = 2\nslot = "footgear"'),
    "spell": ("trick", 'bonus = 3\nplay = [{ do = "side_bonus" }]'),
    "charm": ("trick", 'when = ["any"]\nplay = [{ do = "gain_level", amount = 1 }]'),
    "dust": ("trick", 'when = ["any"]\nplay = [{ do = "gain_level", amount = 1 }]\ncopies = 3'),
}


@cache
def fairyland() -> str:
    """The folder of the edition."""
    return edition("fairyland", DOORS, extra="".join(card_of(name, *rest) for name, rest in EXTRAS.items()))


def table_of(*players: dict[str, Any], **settings: Any) -> Game:
    """The players, filled up to three, with no other cards than those named unless `rest` says so."""
    return tables.table_of(*players, **{"editions": ("munchkin", fairyland()), **settings})


def fight(*players: dict[str, Any], monsters: list[Any], helper: int | None = None, **settings: Any) -> Game:
    """A combat of the first player."""
    return tables.bare_fight(monsters, *players, helper=helper, **{"editions": ("munchkin", fairyland()), **settings})


def extras_left(game: Game) -> int:
    return int(game.position["count"][0, Zone.DECK + 2])


def merged(game: Game) -> bool:
    return bool(game.position["merged"][0])
