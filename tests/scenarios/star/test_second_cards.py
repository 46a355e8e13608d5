"""A second card of a race or class in one turn: what it does once a turn the player has done (PLAY-10)."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, options
from tests.kit.playing import passes
from tests.scenarios.star.kit import table_of

JUNK = ["colander_of_mind_shielding", "very_long_stick", "telescopic_spork", "diamond_teeth"]
ONCE: list[tuple[str, dict[str, Any], list[str], list[str]]] = [  # what pays for the first use, and for the second
    ("bug", {"race": "bug", "hand": ["bug", "psychic", "gadgeteer"]}, ["psychic"], ["gadgeteer"]),
    ("trader", {"klass": "trader", "hand": ["trader", *JUNK]}, JUNK[:2], JUNK[2:]),
]


def used(card: str, seat: dict[str, Any], payment: list[str]) -> Game:
    """Seat 0 has used the card, and has what it needs to use it again."""
    doors = ["cheat", "half_breed", "teleporter_mishap", "union_mandated_coffee_break", "and_its_clone"]
    game = table_of(seat, doors=doors, discards=["four_matching_socks", "universal_can_opener"], phase="after")
    game.do("use_power", card=card, cards=payment)
    passes(game)
    return game


@pytest.mark.parametrize(("card", "seat", "first", "second"), ONCE, ids=lambda one: one if isinstance(one, str) else "")
def test_a_second_card_does_not_do_it_again(
    card: str, seat: dict[str, Any], first: list[str], second: list[str]
) -> None:
    """PLAY-10, PLAY-14: the limit of once a turn is the player's; in the next turn the new card works."""
    game = used(card, seat, first)
    game.do("drop", card=card)
    passes(game)
    game.do("lay_out", card=card)
    passes(game)
    assert "use power" not in options(game)
    assert Game.load(game.save()) == game
    assert not game.broken()
    while game.current_player != 0 or game.decision != Decision.TURN_START:
        said = [verb for verb in ("pass", "done", "end turn", "loot room", "open door") if verb in options(game)]
        game.do(said[0].replace(" ", "_"))
    assert can(game, "use_power", card=card, cards=second)


@pytest.mark.parametrize("race", ["bug", "feline"])
def test_another_race_is_not_used_up(race: str) -> None:
    """PLAY-10: nor is a first card that has not been used."""
    game = table_of({"race": race, "hand": ["bug", "psychic", "feline"]}, phase="after")
    game.do("drop", card=race)
    passes(game)
    game.do("lay_out", card="bug")
    passes(game)
    assert can(game, "use_power", card="bug", cards=["psychic"])
