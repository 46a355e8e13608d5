"""The greedy bot with sidekicks: it plays, replaces and sacrifices them, and knows which one to kill."""

import numpy as np
import pytest

from munchkin_env.bots import make_bot
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision
from tests.kit.greedy import answer
from tests.kit.looking import table
from tests.kit.playing import kill, passes
from tests.scenarios.star.kit import combat, huge, table_of

pytestmark = pytest.mark.interpreted


def test_it_plays_a_sidekick_and_puts_a_better_one_in_its_place() -> None:
    game = table_of({"hand": ["very_large_bouncer"]})
    assert answer(game) == ["play", "Very Large Bouncer"]
    game = table_of({"hand": ["very_large_bouncer"], "table": ["overqualified_intern"]})
    answer(game)
    passes(game)
    assert table(game, 0) == ["very_large_bouncer"]
    game = table_of({"hand": ["overqualified_intern"], "table": ["very_large_bouncer"]})
    assert answer(game) != ["play", "Overqualified Intern"]
    assert table(game, 0) == ["very_large_bouncer"]


def test_a_trader_replaces_the_worse_of_two() -> None:
    seat = {"klass": "trader", "hand": ["very_large_bouncer"], "table": ["red_shirt", "singing_mess_cook"]}
    game = table_of(seat)
    answer(game)
    passes(game)
    assert table(game, 0) == ["singing_mess_cook", "trader", "very_large_bouncer"]


@pytest.mark.parametrize("helper", [None, 1])
def test_it_sacrifices_a_sidekick_for_its_levels(helper: int | None) -> None:
    seats = ({"level": 6, "table": ["red_shirt"]}, {"level": 5})
    game = combat(*seats, monsters=[huge("plasmoid")], helper=helper)
    game.do("run_away")
    passes(game)
    assert game.decision == Decision.FLEE
    assert answer(game)[:2] == ["sacrifice", "Red Shirt"]


def test_it_kills_the_sidekick_of_another() -> None:
    mine, theirs = {"hand": ["blame_somebody_in_red"], "table": ["red_shirt"]}, {"table": ["very_large_bouncer"]}
    game = table_of(mine, theirs)
    answer(game)
    passes(game)
    assert (table(game, 0), table(game, 1)) == (["red_shirt"], [])


def test_a_sidekick_among_the_discards_is_nobodys():
    """DECK-1: junk_scanner may fetch it from there."""
    game = table_of({"hand": ["junk_scanner"]}, discards=["red_shirt", "cheat"])
    for _ in range(3):
        action = make_bot("greedy").act(
            View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)
        )
        assert action in game.legal_actions()
        game.step(action)


def played(game: Game) -> bool:
    """The player in turn plays a card before moving on."""
    said = answer(game)[0]
    while said in ("lay out", "use"):
        said = answer(game)[0]
    return said == "play"


def test_it_plays_what_draws_treasures() -> None:
    assert played(table_of({"hand": ["overhead_compartment"]}))
    full = ["starfish", "plasmoid", "teleporter_mishap", "radioactive", "computerized"]
    assert "Overhead Compartment" not in answer(table_of({"hand": ["overhead_compartment", *full]}))
    game = combat({"level": 3, "hand": ["prize_from_the_shooting_gallery"]}, monsters=["fanged_fuzzball"])
    kill(game)
    assert played(game)


def test_it_looks_behind_the_curtain_before_the_door() -> None:
    """Once: what it has seen it knows."""
    doors = ["starfish", "radioactive"]
    assert played(table_of({"hand": ["peek_behind_the_curtain"]}, doors=doors))
    assert not played(table_of({"hand": ["peek_behind_the_curtain"]}, phase="after", doors=doors))
    twice = table_of({"klass": "psychic", "hand": ["peek_behind_the_curtain", "cheat"]}, doors=doors)
    twice.do("use_power", card="psychic", cards=["cheat"])
    assert not played(twice)


def test_it_sends_a_stowaway_for_what_is_worth_it() -> None:
    """SIDE-4: the sidekick may be lost, no level."""
    seat = {"level": 5, "table": ["six_handed_stowaway"], "hand": ["plasmoid"]}
    assert answer(table_of(seat, {"table": ["quantum_trebuchet"]}))[0] == "steal"
    assert answer(table_of(seat, {"table": ["very_long_stick"]}))[0] != "steal"
