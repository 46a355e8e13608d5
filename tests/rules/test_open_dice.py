"""WINDOW-2, FLEE-5: dice for claims (QUICK-4) and for the order of looters (DEATH-2) lie open as all others do."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.engine.mutations import chance
from munchkin_env.vocabulary import Decision, Event, RollFor
from tests.kit.looking import events, hand, open_window, words
from tests.kit.playing import flee, pass_until, settle
from tests.kit.tables import fight, in_turn

RICH = {"level": 7, "table": ["munchkin:helm_of_courage", "munchkin:leather_armor", "munchkin:eleven_foot_pole"]}
DIE = {"level": 3, "hand": ["loaded_die"]}


def body(*looters: dict[str, Any], dice: tuple[int, ...], **settings: Any) -> mk.Game:
    """The leader has died, and the others throw for the body; nobody has reacted yet."""
    game = fight(["munchkin:plutonium_dragon"], RICH, *looters, dice=(1, *dice), rest="out", **settings)
    game.do("run_away")
    settle(game)
    game.do("roll", place=0)
    return game


def contest(*payers: dict[str, Any], dice: tuple[int, ...], **settings: Any) -> mk.Game:
    """A race has been dropped, and all claim it; nobody has reacted yet."""
    game = in_turn({"race": "elf"}, *payers, quick_play=True, dice=dice, rest="out", **settings)
    game.do("drop", card="elf")
    game.do("claim", card="elf")
    while game.decision == Decision.CONTEST:
        game.do("yes")
    return game


PAYERS = ({"level": 2, "hand": ["boil_an_anthill"]}, {"level": 2, "hand": ["whine_at_the_gm", "loaded_die"]})


def rolled(game: mk.Game) -> list[tuple[int, int]]:
    """(seat, face) of the dice that have been told."""
    return [(seat, face) for _, seat, face in events(game, Event.ROLLED)]


def test_a_die_for_a_claim_is_open_to_reactions() -> None:
    """QUICK-4: the lower thrower sets their die, and has the card; each die is told."""
    game = contest(*PAYERS, dice=(5, 1))
    assert (game.current_player, open_window(game)) == (2, "roll")
    assert int(game.position["roll"]["purpose"][0]) == RollFor.ORDER
    assert mk.Game.load(game.save()) == game
    assert rolled(game) == [(1, 5), (2, 1)]
    game.do("play", card="loaded_die", amount=6)
    settle(game)
    assert words(game) == {"Whine at the GM"}
    game.do(card="whine_at_the_gm")
    settle(game)
    assert hand(game, 2) == ["elf"]
    told = events(game, Event.CLAIMED, Event.ROLLED)
    assert [(kind, seat) for kind, seat, _ in told][:3] == [(Event.CLAIMED, 1), (Event.CLAIMED, 2), (Event.ROLLED, 1)]


def test_claims_that_tie_by_a_reaction_are_thrown_again() -> None:
    """QUICK-4: both of them throw once more."""
    game = contest(*PAYERS, dice=(5, 1, 2, 3))
    game.do("play", card="loaded_die", amount=5)
    settle(game)
    assert rolled(game)[-2:] == [(1, 2), (2, 3)]
    assert words(game) == {"Whine at the GM"}


def test_a_die_for_a_body_is_open_to_reactions() -> None:
    """DEATH-2: the lower thrower sets their die, and picks first; each die is told."""
    for reacts, first in ((False, 1), (True, 2)):
        game = body({"level": 3}, DIE, dice=(4, 2))
        pass_until(game, 2)
        assert open_window(game) == "roll"
        assert int(game.position["roll"]["purpose"][0]) == RollFor.ORDER
        assert mk.Game.load(game.save()) == game
        assert words(game, "play") == {"Loaded Die"}
        game.do("play", card="loaded_die", amount=6) if reacts else game.do("pass")
        settle(game)
        assert (game.current_player, game.decision) == (first, Decision.LOOT_BODY)
        assert [seat for seat, _ in rolled(game)] == [0, 1, 2, *([2] if reacts else [])]


def test_who_ties_by_a_reaction_throws_again() -> None:
    """DEATH-2: until no two have the same number."""
    game = body({"level": 3}, DIE, dice=(4, 2, 5))
    pass_until(game, 2).do("play", card="loaded_die", amount=4)
    settle(game)
    assert (game.current_player, game.decision) == (2, Decision.LOOT_BODY)
    assert rolled(game)[-1] == (2, 5)


def test_another_die_again_for_any_reason() -> None:
    """WINDOW-2: a card that has anybody's die rolled again works on this one, too."""
    again = {"level": 3, "hand": ["one_more_time_with_feeling"]}
    game = body(again, {"level": 2}, {"level": 2}, dice=(6, 1, 3), editions=("munchkin", "extended"), fairy_dust=True)
    game.do("pass")  # of the flight
    assert (game.current_player, open_window(game)) == (1, "roll")
    game.do("play", card="one_more_time_with_feeling")
    settle(game)
    assert rolled(game)[1:] == [(2, 6), (2, 1), (3, 3)]


def test_nobody_throws_for_a_body_without_cards() -> None:
    """DEATH-2: there is nothing to be first for."""
    game = flee(fight(["munchkin:plutonium_dragon"], {"level": 7}, {"level": 3}, {"level": 3}, dice=[1], rest="out"))
    assert [seat for seat, _ in rolled(game)] == [0]


@pytest.mark.parametrize("start", ["body", "contest"])
def test_every_die_is_told(start: str) -> None:
    """WINDOW-2: as many numbers of the dice have been drawn as dice were told."""
    game = body({"level": 3}, {"level": 3}, dice=()) if start == "body" else contest(*PAYERS, dice=())
    settle(game)
    drawn = int(game.position["chance"][0, chance.DICE])
    assert drawn == len(rolled(game)) >= 2
