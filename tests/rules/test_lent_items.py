"""Help Me Out Here! compares an item of another player as it would be in use (COMBAT-2, ITEM-1, ITEM-6)."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.queries.cards import is_gear
from munchkin_env.engine.queries.conditions import permitted
from munchkin_env.engine.rules.effects.cards import take_and_use
from munchkin_env.engine.rules.trials import edge, edge_lent, strength_of_unfought
from munchkin_env.vocabulary import Zone
from tests.each import each

EDITIONS = ("munchkin", "cthulhu", "star")
OWN = ["helm_of_courage", {"boots_of_butt_kicking": "with_extra_chrome"}, {"swiss_army_polearm": "travel_sized"}]
FITTED = [
    {"cthulhu:flamethrower": "from_the_ring_of_fire"},
    {"munchkin:chainsaw_of_bloody_dismemberment": "freshly_sharpened"},
]
LEADERS: dict[str, dict[str, Any]] = {
    "bare": {},
    "dwarf": {"race": "dwarf", "table": ["bowling_pin", "brass_knucks"], "carried": ["huge_rock"]},
    "laden": {"table": OWN, "curses": ["madness_firebug"]},
    "whacker": {"klass": "monster_whacker", "table": OWN[:2]},
}
FIGHTS = {
    "a high level": ["cthulhu:great_cthulhu"],
    "no items": ["foggoth"],
    "no footgear": ["joggoth"],
    "two monsters": ["lawyers", "foggoth"],
}


@cache
def items() -> tuple[list[str], list[str]]:
    """Return the full ids of the items that lie in front of a player: the small ones and the Big ones."""
    cards = mk.scenario([{}, {}, {}], editions=EDITIONS).catalogue.cards
    gear = [card for card in cards if card and is_gear(int(card.kind))]
    return [card.full_id for card in gear if not card.big], [card.full_id for card in gear if card.big]


def fight(leader: str, monsters: str) -> mk.Game:
    """Return a combat in which the two others have all items that the leader has not, two of them with enhancers."""
    taken = f"{LEADERS[leader]} {FITTED}"
    small, big = ([card for card in cards if card.split(":")[1] not in taken] for cards in items())
    armed, dwarf = ({"table": [item], "carried": more} for item, more in zip(FITTED, (small, big), strict=True))
    seats = [{"level": 3, **LEADERS[leader]}, armed, {"race": "munchkin:dwarf", **dwarf}]
    return mk.scenario(seats, editions=EDITIONS, phase="combat", combat={"monsters": FIGHTS[monsters]})


def some_items(game: mk.Game, case: int) -> list[int]:
    """Return the other players' items with enhancers, and a twentieth of those that the leader may use."""
    s, t = records(game.position)[0], records(game.tables)[0]
    others = np.flatnonzero(game.position["card"]["zone"][0] > Zone.TABLE).tolist()
    gear = [c for c in others if is_gear(int(t.kind_of[c])) and permitted(s, t, 0, int(t.type_of[c]))]
    fitted = {int(s.card[c].host) for c in others}
    return sorted({*gear[case::20], *(c for c in gear if c in fitted)})


@pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")
@pytest.mark.interpreted
@each(("leader", "monsters"), list(product(LEADERS, FIGHTS)))
def test_an_item_is_compared_as_it_would_be_in_use(leader: str, monsters: str) -> None:
    """COMBAT-2: the comparison is the combat after the play, and changes no byte."""
    game = fight(leader, monsters)
    t = records(game.tables)[0]
    gains = set()
    for copy in some_items(game, [*product(LEADERS, FIGHTS)].index((leader, monsters))):
        name = game.catalogue.name(int(t.type_of[copy]))
        asked, played = game.position.copy(), game.position.copy()
        s = records(asked)[0]
        before = asked.tobytes()
        told = edge_lent(s, t, 0, copy)
        assert asked.tobytes() == before, name
        gains.add(told - edge(s, t))
        s = records(played)[0]
        take_and_use(s, t, 0, copy)
        assert told == edge(s, t) + 2 * strength_of_unfought(s, t), name
    assert len(gains) > 1
