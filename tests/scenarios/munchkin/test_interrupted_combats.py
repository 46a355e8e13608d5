"""Lawyers who meet a Thief interrupt a combat: it goes on where it was, with nothing done twice and nothing lost."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Event, Verb
from tests.each import each
from tests.kit.looking import events, hand, may, monsters
from tests.kit.playing import passes, roll
from tests.scenarios.munchkin.kit import combat

JOIN = {"hand": ["wandering_monster", "lawyers"]}
TREASURES = ["helm_of_courage", "magic_lamp"]
MORE = ["magic_missile", "huge_rock"]


def thief(level: int = 5, cards: list[str] = TREASURES, **more: Any) -> dict[str, Any]:
    """A Thief, by default with two treasures to exchange."""
    return {"level": level, "klass": "thief", "hand": cards, **more}


def lawyers_join(game: Game) -> None:
    """The bystander who has them adds the Lawyers to the combat, in the window that is open."""
    while game.current_player != 2:
        assert game.decision == Decision.WINDOW
        game.do("pass")
    game.do("play", card="wandering_monster", second="lawyers")


def interrupted(game: Game) -> Game:
    """Everybody passes until a Thief is offered the exchange."""
    passes(game)
    assert game.decision == Decision.ENTRY
    return game


def told(game: Game) -> list[Event]:
    """The declarations so far and what came of them."""
    kinds = (Event.DECLARED_KILL, Event.CONCEDED, Event.ESCAPED, Event.CAUGHT, Event.KILLED)
    return [kind for kind, _, _ in events(game, *kinds)]


def test_a_monster_is_fled_from_once() -> None:
    """FLEE-1: the Lawyers leave a Thief while the defeat is declared; the Thief runs from the Gazebo once."""
    game = combat(thief(), {}, JOIN, monsters=["gazebo"], dice=[6, 1])
    game.do("run_away")
    lawyers_join(game)
    interrupted(game)
    assert monsters(game) == ["gazebo"]
    game.do("pass")
    passes(game)  # WINDOW-0: they left within the window, which goes on
    assert game.decision == Decision.FLEE
    roll(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 5)
    assert told(game) == [Event.CONCEDED, Event.ESCAPED]


def test_a_declared_defeat_is_not_asked_again() -> None:
    """COMBAT-4: the Thief's exchange turns nothing: the declaration stands."""
    game = combat(thief(), {}, JOIN, monsters=["gazebo"], dice=[1])
    game.do("run_away")
    lawyers_join(game)
    interrupted(game).do("exchange", cards=TREASURES)
    assert hand(game, 0) == ["broad_sword", "dagger_of_treachery"]
    assert (game.decision, told(game)) == (Decision.FLEE, [Event.CONCEDED])


def test_a_declared_kill_is_not_asked_again() -> None:
    """COMBAT-4, COMBAT-5: the Lawyers leave while a kill is declared; it is settled afterwards, once."""
    game = combat(thief(), {}, JOIN, monsters=["lame_goblin"])
    game.do("kill")
    lawyers_join(game)
    interrupted(game).do("pass")
    passes(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 6)
    assert (len(hand(game, 0)), told(game)) == (3, [Event.DECLARED_KILL, Event.KILLED])


def test_levels_of_what_a_card_has_slain_come_once() -> None:
    """COMBAT-5, WIN-1: a Thief of level 8 has killed the Nose when the Lawyers interrupt: one level, no game won."""
    game = combat(thief(8, [*TREASURES, "potion_of_halitosis"]), {}, JOIN, monsters=["floating_nose"])
    game.do("play", card="potion_of_halitosis", place=0)
    lawyers_join(game)
    interrupted(game).do("pass")
    passes(game)
    assert (game.is_terminal, game.level(0)) == (False, 9)
    assert (len(hand(game, 0)), game.decision) == (2 + 3, Decision.AFTER_COMBAT)


def test_kept_treasure_comes_once() -> None:
    """COMBAT-6: the treasure of a monster that flew away is drawn once, though the Lawyers interrupt."""
    game = combat(thief(5, [*TREASURES, "pollymorph_potion"]), {}, JOIN, monsters=["net_troll"])
    game.do("play", card="pollymorph_potion", place=0)
    lawyers_join(game)
    interrupted(game).do("pass")
    passes(game)
    assert (len(hand(game, 0)), game.decision) == (2 + 3, Decision.AFTER_COMBAT)


@pytest.mark.parametrize("exchanged", [True, False])
def test_the_leader_decides_after_the_exchange(exchanged: bool) -> None:
    """COMBAT-4: Lawyers who join before anything is declared leave first; then the leader decides, as ever."""
    game = combat(thief(5, [*TREASURES, "magic_missile"]), {}, JOIN, monsters=["gazebo"])
    game.do("play", card="magic_missile", place="players")
    lawyers_join(game)
    interrupted(game)
    if exchanged:
        game.do("exchange", cards=TREASURES)
    else:
        game.do("pass")
    assert (game.current_player, game.decision, monsters(game)) == (0, Decision.COMBAT, ["gazebo"])
    game.do("kill")
    passes(game)
    assert (game.decision, game.level(0), told(game)) == (
        Decision.AFTER_COMBAT,
        6,
        [Event.DECLARED_KILL, Event.KILLED],
    )


def test_lawyers_behind_the_door_leave_before_the_window() -> None:
    """COMBAT-4, TURN-3: the exchange is over before anybody reacts to what was revealed."""
    game = combat(thief(), monsters=["lawyers"])
    assert (game.current_player, game.decision) == (0, Decision.ENTRY)
    game.do("pass")
    passes(game)
    assert game.decision == Decision.AFTER_COMBAT


def test_two_lawyers_make_two_offers() -> None:
    """COMBAT-6, PLAY-7: each of a pair offers an exchange of its own."""
    game = combat(thief(), monsters=[{"card": "lawyers", "mate": True}, "gazebo"])
    for _ in range(2):
        interrupted(game).do("exchange", cards=hand(game, 0))
    assert (game.decision, monsters(game), len(hand(game, 0))) == (Decision.COMBAT, ["gazebo"], 2)


def test_a_dead_thief_is_not_asked() -> None:
    """DEATH-3: the exchange doesn't wait until the Thief has died in flight."""
    game = combat(thief(6), {}, JOIN, monsters=["plutonium_dragon"], dice=[1])
    game.do("run_away")
    lawyers_join(game)
    interrupted(game).do("pass")
    passes(game)
    roll(game)
    assert game.position["player"]["dead"][0, 0]
    assert game.decision == Decision.LOOT_BODY


RICH, RICH_TOO = thief(1), thief(1, MORE)
POOR, POOR_TOO = thief(1, ["cloak_of_obscurity", "elf"]), thief(1, ["bow_with_ribbons"])


@each("leads", [0, 1])
@each(
    ("leader", "helper", "asked"),
    [
        (RICH, RICH_TOO, ["leader", "helper"]),
        (RICH, {}, ["leader"]),
        ({}, RICH, ["helper"]),
        (POOR, RICH, ["helper"]),
        (RICH, POOR, ["leader"]),
        (POOR, POOR_TOO, []),
    ],
)
def test_the_leader_is_asked_first_then_the_helper(
    leads: int, leader: dict[str, Any], helper: dict[str, Any], asked: list[str]
) -> None:
    """HELP-3: both Thieves meet the Lawyers, whatever their seats; who has no two treasures is not asked."""
    seats = [leader, helper] if leads == 0 else [helper, leader]
    game = combat(*seats, JOIN, monsters=["bigfoot"], helper=1 - leads, turn=leads, treasures=[])
    game.do("run_away")
    lawyers_join(game)
    passes(game)
    found = []
    while game.decision == Decision.ENTRY:
        found.append("leader" if game.current_player == leads else "helper")
        assert may(game, "exchange")
        game.do("pass")
        passes(game)
    assert found == asked
    assert (monsters(game), game.decision, game.current_player) == (["bigfoot"], Decision.FLEE, leads)
    assert Verb.ROLL in game.legal_actions()
