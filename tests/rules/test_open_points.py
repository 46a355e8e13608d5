"""What no rulebook says where rules meet, as docs/rulings.md has it: kills and goals in mid-combat, help, two races."""

from typing import Any

import pytest

from munchkin_env.game import Game
from munchkin_env.vocabulary import Decision
from tests.scenarios.munchkin.door_kit import combat, hand, lose, passes, win

BLEND = ("munchkin", "extended")
"""There are two of each potion in it."""


# --------------------------------------------------------------------------- a combat that is taken over twice

NOSES = ["munchkin:floating_nose", "extended:floating_nose"]
TREASURES = [
    "munchkin:broad_sword", "munchkin:rapier_of_unfairness", "munchkin:bow_with_ribbons", "extended:broad_sword",
    "extended:bow_with_ribbons", "munchkin:cloak_of_obscurity", "extended:cloak_of_obscurity",
]  # fmt: skip


def settle(game: Game) -> None:
    """Nobody lays out what he gets, nobody reacts."""
    while not game.over and game.decision in (Decision.RECEIVE, Decision.WINDOW):
        game.do("done" if game.decision == Decision.RECEIVE else "pass")


def kill_and_hand_over(game: Game, edition: str, seat: int) -> None:
    """The leader kills the first Nose by a card and hands the combat over."""
    game.do("play", card=f"{edition}:potion_of_halitosis", place=0)
    passes(game)
    game.do("play", card=f"{edition}:transferral_potion", seat=seat)
    passes(game)
    assert (game.seat, game.decision) == (seat, Decision.COMBAT)


def taken_over_twice(last: int, *levels: int, **settings: Any) -> Game:
    """Seat 0 and then seat 1 have killed a Nose each; `last` leads against the Harpies that are left."""
    seats: list[dict[str, Any]] = [{"level": level} for level in levels]
    for seat, edition in enumerate(BLEND):
        seats[seat]["hand"] = [f"{edition}:potion_of_halitosis", f"{edition}:transferral_potion"]
    settings = {"editions": BLEND, "treasures": TREASURES, "goal": 20, **settings}
    game = combat(*seats, monsters=[*NOSES, "munchkin:harpies"], **settings)
    kill_and_hand_over(game, "munchkin", 1)
    kill_and_hand_over(game, "extended", last)
    assert Game.load(game.save()) == game
    assert not game.broken()
    return game


@pytest.mark.parametrize(("end", "levels", "drawn"), [(win, [4, 5, 10], [3, 3, 2]), (lose, [4, 5, 1], [3, 3, 0])])
def test_everybody_is_paid_for_what_he_has_killed(end: Any, levels: list[int], drawn: list[int]) -> None:
    """GOLD-2, GOLD-3: also the first of two who handed the combat over; what is left is the last one's."""
    game = taken_over_twice(2, 3, 4, 9 if end is win else 1, dice=[6])
    end(game)
    settle(game)
    assert [game.level(seat) for seat in range(3)] == levels
    assert [len(hand(game, seat)) for seat in range(3)] == drawn
    assert (game.seat, game.decision) == (0, Decision.AFTER_COMBAT)
    assert not game.broken()


@pytest.mark.parametrize(("end", "levels", "drawn"), [(win, [11, 5], [5, 3]), (lose, [1, 5], [0, 3])])
def test_who_gets_his_combat_back_wins_or_loses_all_of_it(end: Any, levels: list[int], drawn: list[int]) -> None:
    """COMBAT-3, FLEE-4: whoever flees from the rest gets nothing for what he has killed himself."""
    game = taken_over_twice(0, 9 if end is win else 1, 4, 1, dice=[6])
    end(game)
    settle(game)
    assert [game.level(seat) for seat in range(2)] == levels
    assert [len(hand(game, seat)) for seat in range(2)] == drawn


def test_who_comes_back_as_a_helper_loses_with_the_others() -> None:
    """COMBAT-3, FLEE-4, HELP-6: seat 0 flees beside seat 2; seat 1 has nothing to do with it."""
    game = taken_over_twice(2, 1, 1, 1, dice=[6, 6])
    game.do("ask_help", seat=0, amount=0)
    passes(game)
    game.do("yes")
    passes(game)
    lose(game)
    settle(game)
    assert [game.level(seat) for seat in range(3)] == [1, 2, 1]
    assert [len(hand(game, seat)) for seat in range(3)] == [0, 3, 0]


@pytest.mark.parametrize(("host", "winners"), [(BLEND, (0,)), (BLEND[::-1], (0, 1))])
def test_two_who_reach_the_goal_by_what_they_are_owed(host: tuple[str, str], winners: tuple[int, ...]) -> None:
    """WIN-1: by the switch all of them, or who is paid first: from the player in turn to the left."""
    game = taken_over_twice(2, 9, 9, 1, dice=[6], editions=host, goal=10)
    lose(game)
    settle(game)
    assert game.winners == winners
