"""TURN-7, PLAY-12, QUICK-4: plays that are legal at any time are offered at all decisions of one's own, in flight
too."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event
from tests.kit.looking import carried, events, hand, table, verbs, words
from tests.kit.playing import give_up, settle
from tests.kit.tables import fight, in_turn

ME = {"level": 2, "klass": "thief", "hand": ["elf", "boil_an_anthill"]}
QUICK = {"quick_play": True, "discards": ["wizard"]}


def flight(me: dict[str, Any], helper: dict[str, Any] | None = None, **settings: Any) -> mk.Game:
    """Seat 0, helped by seat 1 if there is one, has lost a combat and is to run away."""
    editions = settings.get("editions", ("munchkin",))
    monsters = ["bullrog"] if "munchkin" in editions else ["dragon_but_in_space"]
    game = give_up(fight(monsters, me, helper or {}, helper=None if helper is None else 1, **settings))
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    return game


def at(decision: Decision) -> mk.Game:
    """Seat 0 in its own turn at the decision, with a class to drop, a race to lay out and one to claim."""
    if decision == Decision.COMBAT:
        return fight(["bullrog"], ME, **QUICK)
    if decision == Decision.FLEE:
        return flight(ME, **QUICK)
    phases = {Decision.TURN_START: "start", Decision.AFTER_DOOR: "trouble", Decision.AFTER_COMBAT: "after"}
    return in_turn(ME, phase=phases[decision], **QUICK)


OWN = (Decision.TURN_START, Decision.AFTER_DOOR, Decision.AFTER_COMBAT, Decision.COMBAT, Decision.FLEE)


@pytest.mark.parametrize("decision", OWN, ids=lambda one: one.name)
def test_what_may_be_done_at_any_time(decision: Decision) -> None:
    """TURN-7, PLAY-12, QUICK-4: a class goes, a race comes, one of the discards is claimed; the question stays."""
    game = at(decision)
    assert game.decision == decision
    assert words(game, "drop") == {"Thief"}
    assert "Elf" in words(game, "lay_out")
    assert words(game, "claim") == {"Wizard"}
    game.do("claim", card="wizard")
    game.do(card="boil_an_anthill")
    assert "wizard" in hand(game, 0)
    game = settle(game)
    assert game.decision == decision
    game.do("drop", card="thief")
    assert settle(game).decision == decision
    game.do("lay_out", card="wizard")
    assert settle(game).decision == decision
    assert table(game, 0) == ["wizard"]
    assert mk.Game.load(game.save()) == game


def test_who_helps_drops_in_his_flight_too() -> None:
    """TURN-7, FLEE-3: but PLAY-12 and QUICK-4 are for the player in turn."""
    game = flight({}, {"klass": "thief", "hand": ["elf", "boil_an_anthill"]}, **QUICK)
    game.do("roll", place=0)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.FLEE)
    assert verbs(game) & {"drop", "lay_out", "claim"} == {"drop"}
    game.do("drop", card="thief")
    assert table(game, 1) == []


def test_what_a_race_gives_counts_from_the_moment_it_comes_in_flight() -> None:
    """TURN-7, PLAY-12, FLEE-1: and no longer than it lies there."""
    game = flight({"race": "mutant", "hand": ["feline"]}, editions=("star",), dice=[4])
    game.do("drop", card="mutant")
    game.do("lay_out", card="feline")
    assert int(game.position["player"]["run_away"][0, 0]) > 0
    game.do("roll", place=0)
    assert events(settle(game), Event.ESCAPED)


@pytest.mark.parametrize(("editions", "may"), [(("munchkin",), False), (("star",), True)])
def test_an_item_is_laid_out_in_flight_by_the_switch_of_combats(editions: tuple[str, ...], may: bool) -> None:
    """PLAY-8, COMBAT-10: the flight belongs to the combat."""
    item = {"munchkin": "helm_of_courage", "star": "colander_of_mind_shielding"}[editions[0]]
    game = flight({"hand": [item]}, editions=editions)
    assert ("lay_out" in verbs(game)) == may


def test_what_is_not_done_in_flight() -> None:
    """ITEM-4, ITEM-5, PLAY-9: items stay as they are, and with their owner."""
    game = flight({"table": ["colander_of_mind_shielding"], "carried": ["tail_gun"]}, editions=("star",))
    assert not verbs(game) & {"throw_away", "use", "carry", "sell", "trade", "give", "steal"}


def test_lasers_are_taken_apart_in_flight() -> None:
    """LASER-1: at any time; the part stays out."""
    game = flight({"table": ["laser", "maser"]}, editions=("star",))
    game.do("carry", card="laser")
    assert carried(game, "laser")
    assert game.decision == Decision.FLEE
    assert "carry" not in verbs(game)


def test_a_power_of_any_time_is_used_in_flight() -> None:
    """PLAY-10, CULT-5: the card says when it works."""
    last = {"table": ["cult_membership_card"]}
    cultists = [{"klass": "cultist"}, {"klass": "cultist"}]
    game = give_up(fight(["great_cthulhu"], last, *cultists, editions=("cthulhu",)))
    assert game.decision == Decision.FLEE
    game.do("use_power", card="cult_membership_card")
    assert game.is_terminal
