"""Items that a die may turn against in a combat: Backpack Full of Dynamite, Bagpipes."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Flag, Window
from tests.kit.looking import can, options, place_of, table, treasures_gone
from tests.kit.playing import kill, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, cursed, huge, table_of

BOMB = "backpack_full_of_dynamite"
PIPES = "bagpipes"
USE = "use power"


def bomber(**facts: Any) -> dict[str, Any]:
    return {"level": 5, "table": [BOMB], **facts}


def used(game: Game) -> bool:
    """Some item is marked as used in the combat."""
    return bool((game.position["card"]["flag"][0] & (Flag.USED_1 | Flag.USED_2 | Flag.USED_4 | Flag.FAILED)).any())


def declare(game: Game, amount: int) -> None:
    game.do("use_power", card=BOMB, amount=amount)
    passes(game)


# --------------------------------------------------------------------------- a bonus against a die


@pytest.mark.parametrize(("face", "kept"), [(4, True), (3, False)])
def test_dynamite_goes_after_the_combat_if_the_die_shows_less(face: int, kept: bool) -> None:
    """COMBAT-1: the bonus holds in this combat all the same."""
    game = combat(bomber(), monsters=["polly_polyp"], dice=[face])
    assert game.strength("players") == 5
    declare(game, 4)
    assert game.strength("players") == 9
    assert place_of(game, BOMB) == "table 0"
    kill(game)
    assert (place_of(game, BOMB) == "table 0") == kept
    assert (BOMB in treasures_gone(game)) != kept
    assert int(game.position["player"]["bonus"][0, 0]) == 0


def test_a_bonus_is_declared_once_in_a_combat() -> None:
    """PLAY-14: +1 to +6; not again, and not where nothing is fought."""
    game = combat(bomber(), monsters=["grape_old_ones"], dice=[6])
    assert [can(game, "use_power", card=BOMB, amount=n) for n in range(8)] == [False, *[True] * 6, False]
    declare(game, 1)
    assert USE not in options(game)
    assert USE not in options(table_of(bomber()))
    assert USE not in options(table_of(bomber(), phase="after"))
    assert USE not in options(combat(bomber(table=[], carried=[BOMB]), monsters=["grape_old_ones"]))
    again = combat(bomber(), monsters=["polly_polyp"], dice=[6])
    declare(again, 6)
    kill(again)
    assert not used(again), "it can be used in the next one"


def test_a_helper_declares_in_a_window() -> None:
    """COMBAT-8: the helper's items help too; a bystander's don't."""
    game = combat({"level": 1}, bomber(), helper=1, monsters=["grape_old_ones"], dice=[6])
    game.do("run_away")
    assert (game.current_player, int(game.position["window"][0])) == (1, Window.DEFEAT)
    declare(game, 6)
    assert game.strength("players") == 1 + 5 + 6
    game = combat({"level": 1}, bomber(), monsters=["grape_old_ones"])
    game.do("run_away")
    pass_until(game, 1)
    assert USE not in options(game)


def test_the_declared_bonus_is_one_of_an_item() -> None:
    """COMBAT-9: an item's bonus counts for nothing where items don't help, and counts as a bonus."""
    game = combat(bomber(), monsters=["foggoth"], dice=[6])
    passes(game)
    declare(game, 5)
    assert int(game.position["player"]["bonus"][0, 0]) == 5
    assert game.strength("players") == 5


def test_the_die_may_be_loaded_and_the_game_saved() -> None:
    """FLEE-5: between the roll and what comes of it; the question is asked again as it was."""
    game = combat(bomber(hand=["loaded_die"]), monsters=["polly_polyp"], dice=[1])
    game.do("use_power", card=BOMB, amount=6)
    pass_until(game, 0)
    assert int(game.position["window"][0]) == Window.ROLL
    game = Game.load(game.save())
    game.do("play", card="loaded_die", amount=6)
    passes(game)
    game = Game.load(game.save())
    assert game.strength("players") == 11
    kill(game)
    assert place_of(game, BOMB) == "table 0"


def test_dynamite_that_fails_goes_with_a_lost_combat_too() -> None:
    """FLEE-1: even if the monster leaves."""
    game = combat(bomber(level=3), monsters=[huge("polly_polyp")], dice=[1, 6])
    declare(game, 2)
    lose(game)
    assert BOMB in treasures_gone(game)


# --------------------------------------------------------------------------- a die for each combat


@pytest.mark.parametrize("face", [5, 6])
def test_bagpipes_are_mute_on_a_six(face: int) -> None:
    """COMBAT-1: the die is rolled before anybody acts; who wins without them keeps them."""
    game = combat({"level": 5, "table": [PIPES]}, monsters=["polly_polyp"], dice=[face])
    assert game.strength("players") == 5 + 4 * (face < 6)
    kill(game)
    assert place_of(game, PIPES) == "table 0"
    assert int(game.position["player"]["bonus"][0, 0]) == 4


@pytest.mark.parametrize("face", [5, 6])
def test_mute_bagpipes_go_with_a_lost_combat(face: int) -> None:
    """COMBAT-7: only if they have given nothing."""
    game = combat({"level": 5, "table": [PIPES]}, monsters=[huge("polly_polyp")], dice=[face, 6])
    lose(game)
    assert (place_of(game, PIPES) == "table 0") == (face < 6)


def test_bagpipes_are_rolled_for_once_and_only_if_in_use() -> None:
    """ITEM-1: carried they don't sound; a helper rolls on joining."""
    quiet = combat({"level": 5, "carried": [PIPES]}, monsters=["grape_old_ones"], dice=[6])
    assert not used(quiet)
    game = combat({"level": 4}, {"level": 5, "table": [PIPES]}, monsters=["grape_old_ones"], dice=[6])
    game.do("ask_help", seat=1, amount=0)
    while game.decision != Decision.ANSWER_HELP:
        game.do("pass")
    game.do("yes")
    passes(game)
    assert game.strength("players") == 9
    game = combat({"level": 4}, {"level": 5, "table": [PIPES]}, monsters=["grape_old_ones"], dice=[5])
    game.do("ask_help", seat=1, amount=0)
    while game.decision != Decision.ANSWER_HELP:
        game.do("pass")
    game.do("yes")
    passes(game)
    assert game.strength("players") == 13


def test_an_evil_item_is_neither_used_nor_lost() -> None:
    """CURSE-2: a penalty needs no die."""
    game = cursed("curse_weapon_becomes_evil", {"level": 5, "table": [PIPES]})
    game.do(card=PIPES)
    assert int(game.position["player"]["penalty"][0, 0]) == -4
    evil = {"level": 9, "table": [{PIPES: "curse_weapon_becomes_evil"}]}
    game = combat(evil, monsters=[huge("polly_polyp")], dice=[6, 6])
    assert game.strength("players") == 5
    lose(game)
    assert PIPES in table(game, 0)


def test_a_game_with_a_mute_item_can_be_saved() -> None:
    """The marks are part of the combat."""
    game = combat({"level": 5, "table": [PIPES]}, monsters=["grape_old_ones"], dice=[6])
    again = Game.load(game.save())
    assert again.position.tobytes() == game.position.tobytes()
    assert "Bagpipes (+4, used, its die failed)" in game.text(1)
