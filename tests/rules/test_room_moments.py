"""Moments of plays of rooms and monsters in rooms: all moments of a turn, each setting of windows (ROOM-1, ROOM-3)."""

from typing import Any

import pytest

from munchkin_env.config.game_config import WINDOWS
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Window, Zone
from tests.each import each
from tests.kit.looking import can, cards, monsters
from tests.rules.test_rooms import FELINE, MIRRORS, NOTHING, STRONG, annexed, room, window
from tests.scenarios.star.kit import table_of

WANDERING, TROUBLE = "wandering_monster", "robo_rooster"
LEADER, OTHER = 0, 1
BEASTS = ("starfish", "plasmoid")  # that each of the two brings
When = Window | Decision
Moments = set[tuple[int, When, int]]  # the door of the turn, the window or decision, the seat
TOLD = {"fight": {"card": TROUBLE}}
QUIET = ("pass", "loot_room", "end_turn", "done", "kill")


def moment(game: Game) -> When:
    return window(game) if game.decision == Decision.WINDOW else Decision(int(game.decision))


def may_play(game: Game, card: str) -> bool:
    more = (
        {"second": BEASTS[game.current_player]} if card == WANDERING and game.current_player in (LEADER, OTHER) else {}
    )
    return can(game, "play", card=card, **more)


def walk(game: Game, card: str, *verbs: str) -> Moments:
    """The moments of the first player's turn at which the card can be played; the player goes on as told."""
    told = list(verbs)
    opened = 0
    found: Moments = set()
    while not game.is_terminal and game.turn_seat == LEADER:
        if may_play(game, card):
            found.add((opened, moment(game), game.current_player))
        if told and can(game, told[0], **TOLD.get(told[0], {})):
            verb = told.pop(0)
            opened += verb == "open_door"
            game.do(verb, **TOLD.get(verb, {}))
        else:
            game.do(next(verb for verb in QUIET if can(game, verb)))
    return found


def hands(*held: str, **leader: Any) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The player in turn and the next one hold the cards, and a monster each."""
    return {**FELINE, **leader, "hand": [*held, BEASTS[LEADER]]}, {"hand": [*held, BEASTS[OTHER]]}, {}


@pytest.mark.parametrize("windows", WINDOWS)
def test_rooms_are_played_right_after_each_door(windows: str):
    """ROOM-1, CAT-1: by everybody, at no other moment, whatever windows are asked for."""
    game = table_of(*hands(MIRRORS), doors=[NOTHING, NOTHING, NOTHING], phase="begin", windows=windows)
    expected = {(door, Window.ROOM, seat) for door in (1, 2) for seat in (LEADER, OTHER)}
    assert walk(game, MIRRORS, "open_door", "open_door") == expected


@each("windows", WINDOWS)
@each("then", ["open_door", "loot_room", "fight"])
def test_a_monster_wanders_into_a_room_until_the_player_goes_on(windows: str, then: str):
    """ROOM-3, CAT-1: behind either door; looting ends it, trouble is a combat as any other (PLAY-5)."""
    leader, *others = hands(WANDERING, **STRONG)
    if then == "fight":
        leader = {**leader, "hand": [TROUBLE, WANDERING]}
    game = table_of(leader, *others, doors=[MIRRORS, NOTHING, NOTHING], phase="begin", windows=windows)
    found = walk(game, WANDERING, "open_door", then)
    expected: Moments = {(1, Window.DOOR, OTHER)}
    if then == "fight":
        expected |= {(1, when, OTHER) for when in (Window.REVEAL, Window.KILL)}
    else:
        expected |= {(1, Decision.AFTER_DOOR, LEADER)}
    if then == "open_door":
        expected |= {(2, Window.DOOR, OTHER), (2, Decision.AFTER_COMBAT, LEADER)}
    if windows == "open" and then != "fight":  # the player in turn is asked in windows, too
        expected |= {(door, when, LEADER) for door, when, _ in expected if isinstance(when, Window)}
    assert found == expected


@each("windows", WINDOWS)
@each("seat", [LEADER, OTHER])
@each("doors", [(MIRRORS, NOTHING), (NOTHING, MIRRORS)], ids=["first", "second"])
def test_a_monster_wanders_in_behind_the_second_door(windows: str, seat: int, doors: tuple[str, str]):
    """ROOM-3, CAT-1: into the room of either door; the player in turn fights it, and has met a monster then."""
    game = table_of(*hands(WANDERING, level=3), doors=[*doors, NOTHING], windows=windows)
    while int(game.position["second_door"][0]) == 0 or room(game) == "":
        game.do("pass" if game.decision == Decision.WINDOW else "open_door")
    while not (game.current_player == seat and may_play(game, WANDERING)):
        assert game.decision == Decision.WINDOW
        game.do("pass")
    game.do("play", card=WANDERING, second=BEASTS[seat])
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert (game.decision, game.current_player, monsters(game)) == (Decision.COMBAT, LEADER, [BEASTS[seat]])
    assert cards(game, Zone.COMBAT) == sorted([BEASTS[seat], WANDERING])
    assert Game.load(game.save()).position.tobytes() == game.position.tobytes()


def test_no_second_monster_wanders_in_after_the_combat():
    """ROOM-3, TURN-8: behind the second door one has been met; then the time is over."""
    leader = {**FELINE, **STRONG, "level": 5, "hand": [WANDERING, WANDERING, *BEASTS]}
    game = table_of(leader, doors=[MIRRORS, NOTHING, NOTHING])
    wandered = False
    while not game.is_terminal and game.turn_seat == LEADER:
        if not wandered and game.decision == Decision.AFTER_COMBAT:
            game.do("play", card=WANDERING, second=BEASTS[LEADER])
            wandered = True
        elif wandered and game.decision == Decision.AFTER_COMBAT:
            assert not can(game, "play", card=WANDERING, second=BEASTS[OTHER])
            assert BEASTS[LEADER] in cards(game, Zone.DISCARD)
            return
        else:
            game.do(next(verb for verb in ("open_door", *QUIET) if can(game, verb)))
    raise AssertionError(game)


@pytest.mark.parametrize("windows", WINDOWS)
def test_no_monster_wanders_to_a_player_who_has_just_died(windows: str):
    """ROOM-3, DEATH-5: the turn is over."""
    poisoner, other = {"hand": ["poison"]}, {"hand": [WANDERING, BEASTS[OTHER]]}
    game = table_of({"level": 3}, poisoner, other, doors=[MIRRORS, NOTHING], windows=windows, **annexed())
    game.do("open_door")
    while game.current_player != 1:
        game.do("pass")
    trial = game.clone()
    trial.do("pass")
    assert can(trial, "play", card=WANDERING, second=BEASTS[OTHER])
    game.do("play", card="poison", seat=LEADER)
    while game.decision == Decision.WINDOW:
        assert not can(game, "play", card=WANDERING, second=BEASTS[OTHER])
        game.do("pass")
    assert game.turn_seat != LEADER  # they return at once, when nothing is to be looted
