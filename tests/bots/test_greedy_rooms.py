"""The greedy bot with rooms, cards that come into them, and a second door (ROOM-1 to ROOM-3, CAT-1)."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Window, Zone
from tests.kit.greedy import step
from tests.kit.looking import cards
from tests.kit.playing import passes
from tests.scenarios.star.kit import table_of

pytestmark = pytest.mark.interpreted

FELINE = {"race": "feline"}
STRONG: dict[str, Any] = {"level": 8, "table": ["battle_armor", "structural_girder", "slippers_of_mild_antigravity"]}


def opened(*players: dict[str, Any], door: str = "psychic", **settings: Any) -> Game:
    game = table_of(*players, doors=[door], **settings)
    game.do("open_door")
    return game


def room_after(game: Game) -> list[str]:
    """The room once everybody who may play one has been asked."""
    while game.decision == Decision.WINDOW and int(game.position["window"][0]) == Window.ROOM:
        if step(game) == "play":
            step(game)
    return cards(game, Zone.ROOM)


@pytest.mark.parametrize(("level", "played"), [(8, True), (1, False)])
def test_greedy_hurts_the_leader_with_a_room(level: int, played: bool) -> None:
    """ROOM-1: a level less for the player ahead; for one far behind the card is too good."""
    game = opened({"level": level}, {"level": 4, "hand": ["airlock_for_very_short_people"]})
    assert room_after(game) == (["airlock_for_very_short_people"] if played else [])


def test_greedy_does_not_hurt_itself_with_a_room() -> None:
    """ROOM-1: it is asked after the others."""
    for room in ("airlock_for_very_short_people", "freshly_mopped_corridor", "open_mike_night"):
        assert room_after(opened({"level": 8, "hand": [room]}, door="clown_destroyer")) == []


def test_greedy_doubles_the_treasure_of_a_sure_kill() -> None:
    """ROOM-1: on itself, not on another."""
    luggage = "lost_luggage_of_the_galaxy"
    assert room_after(opened({**STRONG, "level": 5, "hand": [luggage]}, door="starfish")) == [luggage]
    assert room_after(opened({**STRONG, "level": 5}, {"hand": [luggage]}, door="starfish")) == []


def test_greedy_makes_a_monster_too_strong_for_the_leader() -> None:
    """ROOM-1: a kill that would have been the winning one."""
    mirrors = "hall_of_magnifying_mirrors"
    winner = {"level": 9, "table": ["battle_armor"]}  # 12 or so against 10, then against 13
    game = opened(winner, {"level": 3, "hand": [mirrors]}, door="battle_barber")
    assert room_after(game) == [mirrors]
    weak = opened({"level": 2}, {"level": 3, "hand": [mirrors]}, door="battle_barber")
    assert room_after(weak) == []


def test_greedy_sends_a_monster_into_the_room_of_the_leader() -> None:
    """ROOM-3: one that the player does not beat."""
    game = table_of(
        {"level": 8},
        {"level": 4, "hand": ["wandering_monster", "robo_rooster", "cargo_hold_kraken"]},
        doors=["hall_of_magnifying_mirrors"],
    )
    game.do("open_door")
    while not int(game.position["combat"]["active"][0]) and game.decision == Decision.WINDOW:
        step(game)
    passes(game)
    assert "cargo_hold_kraken" in cards(game, Zone.COMBAT)


def test_greedy_adds_a_monster_where_the_leader_is_crowded() -> None:
    """ROOM-2: against who is ahead, not against itself."""
    held = ["cargo_hold_kraken"]
    game = opened({"level": 8, "hand": ["starfish"]}, {"level": 4, "hand": held}, door="open_mike_night")
    assert (game.decision, game.current_player) == (Decision.CROWD, 1)
    assert step(game) == "answer call"
    game = opened({"level": 2, "hand": held}, door="open_mike_night")
    assert (game.decision, step(game)) == (Decision.CROWD, "pass")


@pytest.mark.parametrize(("player", "said"), [({**STRONG, "level": 5}, "open door"), ({"level": 2}, "loot room")])
def test_greedy_opens_a_second_door_if_it_is_strong(player: dict[str, Any], said: str) -> None:
    """CAT-1: in place of a card face down."""
    game = opened({**FELINE, **player})
    passes(game)
    assert game.decision == Decision.AFTER_DOOR
    found = ""
    while game.current_player == 0 and found not in ("open door", "loot room"):
        found = step(game)
    assert found == said


def test_greedy_cancels_a_room_that_would_hurt_it() -> None:
    """MIX-1: turned up by itself, or played on it."""
    blend: dict[str, Any] = {"editions": ("star", "cthulhu")}
    game = opened({"level": 5, "hand": ["o_rlyeh"]}, door="airlock_for_very_short_people", **blend)
    assert (int(game.position["window"][0]), step(game)) == (Window.OPENED, "play")
    game = opened({"level": 5, "hand": ["o_rlyeh"]}, door="lost_luggage_of_the_galaxy", **blend)
    assert (int(game.position["window"][0]), step(game)) == (Window.OPENED, "pass")
    game = opened({"level": 8}, {"level": 5, "hand": ["o_rlyeh"]}, door="airlock_for_very_short_people", **blend)
    assert step(game) == "pass"
