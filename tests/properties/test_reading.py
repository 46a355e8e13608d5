"""Reading never writes: whatever is asked of a game, every byte of its position stays as it was."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.layout import PLAYER_FIELDS
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.each import each
from tests.tiers import FULL

READ: dict[str, Callable[[Game, int], Any]] = {
    "save": lambda game, seat: game.save(),
    "broken": lambda game, seat: game.broken(),
    "legal_action_mask": lambda game, seat: game.legal_action_mask(),
    "legal_actions": lambda game, seat: game.legal_actions(),
    "describe": lambda game, seat: [game.describe(int(action)) for action in game.legal_actions()],
    "strength": lambda game, seat: (game.strength("players"), game.strength("monsters")),
    "hash": lambda game, seat: (hash(game), game == game.clone(), repr(game)),
    "clone": lambda game, seat: game.clone(),
    "resample": lambda game, seat: game.resample(seat, np.random.default_rng(0)),
    "flat": lambda game, seat: game.observe(seat),
    "tokens": lambda game, seat: game.observe(seat, "tokens"),
    "sparse": lambda game, seat: game.observe(seat, "sparse"),
    "text": lambda game, seat: (game.text(seat), game.text()),
}


def read_everything(game: Game, seat: int, names: list[str]) -> None:
    """Asks for everything, twice: nothing changes, and what is loaded is what was saved."""
    before = game.position.tobytes()
    for name in names:
        READ[name](game, seat)
        assert game.position.tobytes() == before, f"{name} has written: {game!r}"
    again = Game.load(game.save())
    assert again == game
    assert again.position.tobytes() == before, f"load: {game!r}"
    assert (again.legal_actions() == game.legal_actions()).all()


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 5, 6] if FULL else [3, 6])
def test_reading_leaves_every_byte_of_random_games(players: int) -> None:
    """After every decision of random games; what is slow is asked for in turn."""
    rng = np.random.default_rng(players)
    quick = ["save", "broken", "legal_action_mask", "legal_actions", "strength", "hash", "clone"]
    slow = [name for name in READ if name not in quick]
    dwarf = {"level": 3, "race": "dwarf", "carried": ["huge_rock", "swiss_army_polearm"]}
    laden = mk.scenario([dwarf, *({} for _ in range(players - 1))], seed=players)
    heavy = 0
    for game in (laden, *(Game(seed=seed, players=players, start_cards=8) for seed in range(2))):
        done = 0
        while not game.is_terminal and done < 400:
            game.step(int(rng.choice(game.legal_actions())))
            done += 1
            heavy += int((game.position["player"]["bigs"] > 1).any())
            read_everything(game, done % players, [*quick, slow[done % len(slow)]])
    assert heavy  # somebody has owned several Big items


@pytest.mark.interpreted
def test_reading_leaves_two_big_items_alone() -> None:
    """ITEM-3: a Dwarf may own two Big items; to look at them is no reason to count them again."""
    game = mk.scenario([{"race": "dwarf", "carried": ["huge_rock", "swiss_army_polearm"]}, {}, {}])
    assert game.decision == Decision.TURN_START
    assert game.position["player"]["bigs"][0, 0] == 2
    for seat in range(3):
        read_everything(game, seat, list(READ))


DERIVED = sorted({field.name for field in PLAYER_FIELDS if "derived" in field.meaning})


@pytest.mark.interpreted
@each("field", [*DERIVED, "discarded", "none discarded"])
def test_what_is_broken_is_told_and_left(field: str) -> None:
    """A derived field that is wrong is reported, and stays wrong."""
    seats = [{"race": "dwarf", "carried": ["huge_rock"], "hand": ["elf"]}, {}, {}]
    game = mk.scenario(seats, discards=["lame_goblin", "potted_plant"])
    assert game.broken() == 0
    if field == "none discarded":
        game.position["discarded"][0] = 0
    elif field == "discarded":
        game.position["discarded"][0, game.catalogue.index("gazebo")] = 1
    else:
        game.position["player"][field][0, 0] += 1
    before = game.position.tobytes()
    assert game.broken() & Broken.DERIVED
    assert game.position.tobytes() == before
