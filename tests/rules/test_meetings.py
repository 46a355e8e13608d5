"""Rules that meet: what one of them asks in the middle of another."""

from typing import Any

import munchkin_env as mk
from munchkin_env.vocabulary import Decision
from tests.kit.looking import carried, hand, open_window, place_of, table
from tests.kit.playing import flee, passes
from tests.scenarios.cthulhu.kit import combat, huge


def again(game: mk.Game) -> mk.Game:
    """The game, saved and loaded."""
    twin = mk.Game.load(game.save())
    assert twin == game
    return twin


def test_what_is_left_of_a_body_is_claimed() -> None:
    """DEATH-2, DECK-1: after all have looted, also by one of them; each question can be saved."""
    dead = {"hand": ["cheat"], "table": ["bowling_pin", "bug_spray"], "carried": ["tommy_gun", "necronomicon"]}
    looter = {"hand": ["ia_rlyeh"], "level": 5}
    game = combat(dead, looter, {"level": 2}, monsters=[huge("great_cthulhu")], dice=[1])
    flee(game)
    passes(game)
    assert (game.decision, game.current_player) == (Decision.LOOT_BODY, 1)
    game = again(game)
    game.do(card="tommy_gun")
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert (game.decision, game.current_player) == (Decision.LOOT_BODY, 2)
    game.do(card="bowling_pin")
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert (open_window(game), game.current_player) == ("discard", 1)
    game = again(game)
    game.do("play", card="ia_rlyeh", second="necronomicon")
    assert "necronomicon" in [*hand(game, 1), *table(game, 1)]
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert {place_of(game, card) for card in ("cheat", "bug_spray")} == {"discards"}
    assert not game.broken()


def flight(me: dict[str, Any], *others: dict[str, Any]) -> mk.Game:
    """A lost combat of Star Munchkin, at the first decision in it."""
    facts: dict[str, Any] = {"monsters": ["star:great_cthulhu"]}
    seats = [me, *others, *[{} for _ in range(2 - len(others))]]
    settings: dict[str, Any] = {"editions": ("star", "cthulhu"), "forced_choices": False, "dice": [1] * 6}
    return mk.scenario(seats, phase="combat", combat=facts, **settings)


def test_a_sidekick_is_sacrificed_whose_owner_has_taken_a_laser_off() -> None:
    """SIDE-2, LASER-1, COMPLEX-1: the item that the lost leave allowed is chosen in the flight; the laser stays
    carried."""
    lasers, others = ["laser", "maser"], ["antenna_array_hat", "exoskeleton_in_kit_form"]
    me = {"level": 5, "table": ["overqualified_intern", *lasers, *others]}
    game = flight(me)
    game.do("carry", card="laser")
    passes(game)
    game.do("run_away")
    passes(game)
    assert game.decision == Decision.FLEE
    game.do("sacrifice", card="overqualified_intern")
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    game = again(game)
    game.do(card="antenna_array_hat")
    assert [card for card in (*lasers, *others) if carried(game, card)] == ["laser", "antenna_array_hat"]
    assert int(game.position["player"]["escapes_all"][0, 0]) == 2
    assert not game.broken()
    passes(game)
    while not game.is_terminal and int(game.position["combat"]["active"][0]):
        game.step(int(game.legal_actions()[-1]))
        assert not game.broken()
    assert place_of(game, "overqualified_intern") == "discards"


def test_a_sacrificed_sidekick_takes_the_laser_that_it_carries_along_and_may_be_claimed() -> None:
    """SIDE-2, LASER-1, DECK-1: the others are one weapon as before."""
    me = {"level": 5, "table": ["obstinate_cargo_droid", "maser", "fundraiser"], "hand": ["laser"]}
    settings: dict[str, Any] = {"editions": ("star", "cthulhu"), "forced_choices": False, "dice": [1] * 6}
    game = mk.scenario([me, {"hand": ["ia_rlyeh"]}, {}], phase="start", doors=["star:great_cthulhu"], **settings)
    game.do("lend", card="laser")
    game.do("open_door")
    passes(game)
    assert int(game.position["player"]["hands_used"][0, 0]) == 2
    game.do("carry", card="fundraiser")
    passes(game)
    game.do("run_away")
    passes(game)
    game.do("sacrifice", card="obstinate_cargo_droid")
    while game.decision == Decision.WINDOW and open_window(game) != "discard":
        game.do("pass")
    assert {place_of(game, card) for card in ("obstinate_cargo_droid", "laser")} == {"discards"}
    assert open_window(game) == "discard"
    game = again(game)
    game.do("play", card="ia_rlyeh", second="laser")
    assert place_of(game, "laser") in ("hand 1", "table 1")
    assert (carried(game, "maser"), carried(game, "fundraiser")) == (False, True)
    assert not game.broken()


def test_two_players_have_too_much_in_their_hands_at_once() -> None:
    """ITEM-7, TRADE-1: cards that gave each of them room change owners and arrive carried; both choose, seat by
    seat."""
    mine, theirs = ["bowling_pin", "bug_spray", "necrocomicon"], ["telescopic_spork", "neuron_whip", "prehistoric_axe"]
    seats = [
        {"klass": "cultist", "table": [*mine, "tentacle"]},
        {"klass": "cultist", "table": [*theirs, "third_sleeve_occupied"]},
        {},
    ]
    settings: dict[str, Any] = {"editions": ("star", "cthulhu"), "forced_choices": False, "trades": "simple"}
    game = mk.scenario(seats, phase="start", **settings)
    assert not any(carried(game, card) for card in [*mine, *theirs])
    game.do("trade", seat=1, card="tentacle", second="third_sleeve_occupied")
    game.do("yes")
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    assert int(game.position["player"]["hands_used"][0, 1]) == 3
    game = again(game)
    game.do(card=mine[1])
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 1)
    game = again(game)
    game.do(card=theirs[0])
    assert (game.decision, game.current_player) == (Decision.TURN_START, 0)
    assert [card for card in [*mine, *theirs] if carried(game, card)] == [mine[1], theirs[0]]
    assert not game.broken()


def test_a_room_is_cancelled_while_the_monster_behind_the_door_waits() -> None:
    """ROOM-1, PLAY-3: both cards lie aside; the room is discarded, the monster is met outside any room."""
    seats: list[dict[str, Any]] = [{"level": 5}, {"hand": ["ball_pit_occupied"]}, {"hand": ["o_rlyeh"]}]
    settings: dict[str, Any] = {"editions": ("star", "cthulhu"), "forced_choices": False}
    game = mk.scenario(seats, phase="start", doors=["fanged_fuzzball"], **settings)
    game.do("open_door")
    assert (open_window(game), game.current_player) == ("opened", 2), "the door itself could have been cancelled"
    game.do("pass")
    assert (open_window(game), game.current_player) == ("room", 1)
    game.do("play", card="ball_pit_occupied")
    assert (open_window(game), game.current_player) == ("played", 2)
    assert {place_of(game, card) for card in ("ball_pit_occupied", "fanged_fuzzball")} == {"aside"}
    game = again(game)
    game.do("play", card="o_rlyeh")
    passes(game)
    assert (place_of(game, "ball_pit_occupied"), place_of(game, "fanged_fuzzball")) == ("discards", "combat")
    assert game.decision == Decision.COMBAT
    assert not game.broken()
