"""Plays right after a combat are open to all, however the combat has ended (PLAY-2, COMBAT-10)."""

from collections.abc import Callable
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event
from tests.kit.looking import events, hand, open_window, words
from tests.kit.playing import first_place, pass_until, settle, settled
from tests.kit.tables import fight

AFTER = "mutilate_the_bodies"
CTHULHU = ("munchkin", "cthulhu")


def combat(monsters: list[str], leader: dict[str, Any], **settings: Any) -> mk.Game:
    """Seat 1 holds the card; seat 2 has the potion by which another takes over."""
    potion = {"level": 2, "hand": ["munchkin:transferral_potion"]}
    return fight(
        monsters, leader, {"level": 2, "hand": [AFTER]}, potion, {"level": 12}, rest="out", goal=20, **settings
    )


def roll(game: mk.Game) -> mk.Game:
    """Every player who flees rolls for all."""
    settle(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=first_place(game))
        while game.decision == Decision.WINDOW and open_window(game) in ("roll", "flight"):
            game.do("pass")
    return game


def killed() -> mk.Game:
    game = combat(["lame_goblin"], {"level": 5})
    game.do("kill")
    return game


def fled() -> mk.Game:
    game = combat(["bullrog"], {"level": 5}, dice=[6])
    game.do("run_away")
    return roll(game)


def fled_unharmed_beside_an_ally() -> mk.Game:
    game = fight(
        ["net_troll"], {"level": 2}, {"level": 2, "hand": [AFTER]}, {"level": 2}, helper=2, dice=[6, 6], rest="out"
    )
    game.do("run_away")
    return roll(game)


def died() -> mk.Game:
    game = combat(["plutonium_dragon"], {"level": 5}, dice=[1])
    game.do("run_away")
    return roll(game)


def removed() -> mk.Game:
    game = combat(["bullrog"], {"level": 5, "hand": ["pollymorph_potion"]})
    game.do("play", card="pollymorph_potion", place=0)
    return game


def removed_at_once() -> mk.Game:
    game = combat(["bullrog"], {"level": 5, "hand": ["pollymorph_potion"]}, removal_ends_combat=True)
    game.do("play", card="pollymorph_potion", place=0)
    return game


def all_removed() -> mk.Game:
    game = combat(["bullrog", "net_troll"], {"level": 5, "hand": ["friendship_potion"]})
    game.do("play", card="friendship_potion")
    return game


def charmed() -> mk.Game:
    game = combat(["bullrog"], {"level": 5, "klass": "wizard", "hand": ["crabs", "harpies", "pit_bull"]})
    game.do("charm", place=0)
    return game


def bribed() -> mk.Game:
    game = combat(["floating_nose"], {"level": 1, "carried": ["stepladder"]})
    game.do("bribe", place=0, card="stepladder")
    return game


def declined() -> mk.Game:
    game = combat(["stoned_golem"], {"level": 1})
    game.do("decline", place=0)
    return game


def avoided() -> mk.Game:
    game = combat(["cthulhu:great_cthulhu"], {"level": 5, "table": ["cthulhu:necronookiecon"]}, editions=CTHULHU)
    game.do("use_power", card="necronookiecon")
    return game


def taken_over(leader: int) -> mk.Game:
    game = combat(["net_troll"], {"level": 5}, dice=(6,))
    game.do("run_away")
    pass_until(game, 2).do("play", card="transferral_potion", seat=leader)
    settle(game)
    assert (game.current_player, game.decision) == (leader, Decision.COMBAT)
    return game


def taken_over_and_fled() -> mk.Game:
    game = taken_over(2)
    game.do("run_away")
    return roll(game)


def taken_over_and_won() -> mk.Game:
    game = taken_over(3)
    game.do("kill")
    return game


WAYS = [killed, fled, fled_unharmed_beside_an_ally, died, removed, removed_at_once, all_removed, charmed, bribed,
        declined, avoided, taken_over_and_fled, taken_over_and_won]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.__name__)
def test_a_bystander_is_asked_right_after_every_combat(way: Callable[[], mk.Game]) -> None:
    """PLAY-2, COMBAT-10, WINDOW-2: before the player in turn does anything else."""
    game = way()
    quiet = {Decision.WINDOW: "pass", Decision.RECEIVE: "done"}
    while game.current_player != 1 or open_window(game) != "reward":
        if game.decision == Decision.LOOT_BODY:
            game.step(int(game.legal_actions()[0]))
        else:
            assert game.decision in quiet, (game, "the card was not offered")
            game.do(quiet[game.decision])
    assert words(game, "play") == {"Mutilate the Bodies"}
    level = game.level(1)
    game.do("play", card=AFTER, seat=1)
    assert game.level(1) == level + 1
    assert not game.broken()


def test_who_has_no_decision_left_in_his_turn_is_asked_with_the_others() -> None:
    """WINDOW-1, TURN-8: a card ended the player's turn with the combat, so that they do not decide next."""
    leader = {"level": 5, "table": ["cthulhu:necronookiecon"], "hand": ["munchkin:mutilate_the_bodies"]}
    game = fight(["cthulhu:great_cthulhu"], leader, editions=CTHULHU, rest="out")
    game.do("use_power", card="necronookiecon")
    while game.current_player != 0 or open_window(game) != "reward":
        assert game.decision == Decision.WINDOW
        game.do("pass")
    game.do("play", card="munchkin:mutilate_the_bodies", seat=0)
    assert game.level(0) == 6
    assert hand(game, 0) == []


def test_who_killed_first_draws_first() -> None:
    """GOLD-3, COMBAT-5: seat 0 has killed by a card and handed the rest over; seat 1 has won against it."""
    leader = {"level": 1, "hand": ["potion_of_halitosis", "transferral_potion"]}
    treasures = ["bow_with_ribbons", "stepladder", "helm_of_courage", "huge_rock", "leather_armor", "horny_helmet"]
    settings: dict[str, Any] = {"treasures": treasures, "rest": "out", "goal": 20}
    game = fight(["floating_nose", "lame_goblin"], leader, {"level": 9}, **settings)
    settled(game, "play", card="potion_of_halitosis", place=0)
    settled(game, "play", card="transferral_potion", seat=1)
    settled(game, "kill")
    assert [seat for _, seat, _ in events(game, Event.DREW)] == [0, 0, 0, 1]
    assert [game.level(seat) for seat in (0, 1)] == [2, 10]
