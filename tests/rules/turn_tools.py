"""Short words for scenarios outside combat: a player in turn, a turn in which nobody does anything."""

from collections.abc import Mapping
from typing import Any

import munchkin_env as mk
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0
from munchkin_env.vocabulary import Verb

IDLE = (Verb.PASS, Verb.DONE, Verb.NO, Verb.OPEN_DOOR, Verb.END_TURN)


def in_turn(*seats: Mapping[str, Any], **settings: Any) -> mk.Game:
    """Seat 0 is in turn and free to act, single choices are asked too; three seats unless more are given."""
    players = [*seats, *[{} for _ in range(3 - len(seats))]]
    return mk.scenario(players=players, **{"forced_choices": False, **settings})


def idle(game: mk.Game) -> mk.Game:
    """The seat that is asked does nothing, or what brings the turn on."""
    legal = {int(a) for a in game.legal()}
    game.step(next(v for v in IDLE if v in legal))
    return game


def begin(game: mk.Game, verb: str) -> mk.Game:
    """Begins a composite answer without its arguments."""
    game.step(Verb[verb.upper()])
    return game


def name_seat(game: mk.Game, seat: int) -> mk.Game:
    game.step(SEAT0 + (seat - int(game.position["seat"][0])) % game.config.players)
    return game


def name_card(game: mk.Game, card: str) -> mk.Game:
    game.step(CARD0 + game.catalogue.index(card) - 1)
    return game


def name_monster(game: mk.Game, place: int) -> mk.Game:
    game.step(PLACE0 + 2 + place)
    return game


def name_amount(game: mk.Game, amount: int) -> mk.Game:
    game.step(AMOUNT0 + amount)
    return game
