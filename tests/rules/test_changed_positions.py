"""Declarations, debts, permissions and choices after the position has changed."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.looking import hand, levels, may, open_window, options, strengths, table
from tests.kit.playing import pass_until, passes, settle
from tests.kit.tables import bare_fight

# --------------------------------------------------------------------------- declarations (COMBAT-4)


def test_a_defeat_that_was_turned_twice_is_void() -> None:
    """COMBAT-4, WINDOW-0: the leader may ask for help again, though they are behind as when they declared it."""
    seats = [{"level": 6}, {"hand": ["magic_missile"]}, {"hand": ["pretty_balloons"]}, {"level": 9}]
    game = bare_fight(["net_troll"], *seats)
    game.do("run_away")
    pass_until(game, 1).do("play", card="magic_missile", place="players")
    assert strengths(game) == (11, 10)
    pass_until(game, 2).do("play", card="pretty_balloons", place="monsters")
    assert strengths(game) == (11, 15)
    passes(game)
    assert (game.decision, game.current_player) == (Decision.COMBAT, 0)
    assert may(game, "ask_help")


def test_a_kill_that_was_turned_twice_is_void() -> None:
    """COMBAT-4: a leader who wins again declares it again, with the winning level at stake."""
    game = bare_fight(["amazon"], {"level": 9}, {"hand": ["magic_missile"]}, {"hand": ["pretty_balloons"]}, {})
    game.do("kill")
    pass_until(game, 1).do("play", card="magic_missile", place="monsters")
    pass_until(game, 2).do("play", card="pretty_balloons", place="players")
    passes(game)
    assert (game.decision, game.level(0)) == (Decision.COMBAT, 9)
    assert may(game, "kill")


def test_a_declaration_binds_nobody_after_the_combat_has_changed_hands_twice() -> None:
    """COMBAT-4: nor the leader who has it back."""
    seats = [{"level": 5}, {"hand": ["send_in_the_clown"]}, {"hand": ["swap_o_tron_ticket"]}, {}]
    game = bare_fight(["auditor_from_sector_nine"], *seats, editions=("star",), dice=[1])
    game.do("run_away")
    pass_until(game, 1).do("play", card="send_in_the_clown", seat=3)
    pass_until(game, 2).do("play", card="swap_o_tron_ticket", seat=0)
    passes(game)
    assert (game.decision, game.current_player) == (Decision.COMBAT, 0)


def test_a_kill_is_void_once_the_helper_without_whom_it_was_none_is_out() -> None:
    """COMBAT-4, HELP-8: a potion wins the fight again, and the leader declares it again."""
    seats = [{"level": 4}, {"level": 5}, {"hand": ["madness_they_are_after_me"]}, {"hand": ["kitchen_sink"]}]
    game = bare_fight(["geek_ones", "polly_polyp"], *seats, editions=("cthulhu",), helper=1)
    game.do("kill")
    pass_until(game, 2).do("play", card="madness_they_are_after_me", seat=1)
    pass_until(game, 3).do("play", card="kitchen_sink", place="players")
    passes(game)
    assert (game.decision, levels(game)[0]) == (Decision.COMBAT, 4)


# --------------------------------------------------------------------------- debts and permissions


@pytest.mark.parametrize("transferred", [False, True])
def test_a_kill_of_forced_help_gives_no_winning_level_later_either(transferred: bool) -> None:
    """HELP-9, GOLD-3: a kill by a card is paid when the combat is over, which another one may lead by then."""
    leader = {
        "level": 8,
        "table": ["kneepads_of_allure"],
        "hand": ["magic_missile", "electric_radioactive_acid_potion"],
    }
    seats = [leader, {"level": 9}, {"hand": ["song_of_madness"]}, {"hand": ["transferral_potion"]}, {}]
    game = bare_fight(["plutonium_dragon", "ozathoth"], *seats, editions=("munchkin", "cthulhu"), dice=[6, 6])
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    game.do("play", card="magic_missile", place="players")
    pass_until(game, 2).do("play", card="song_of_madness", place=1)
    if transferred:
        pass_until(game, 3).do("play", card="transferral_potion", seat=4)
        settle(game).do("run_away")
        passes(game).do("roll", place=0)
    else:
        settle(game).do("play", card="electric_radioactive_acid_potion", place="players")
        settle(game).do("kill")
    settle(game)
    assert (game.is_terminal, game.level(0)) == (False, 9)


def test_what_a_card_allows_without_a_kill_ends_with_one() -> None:
    """TURN-4: friendship lets the room be looted, and a monster that joins and is killed does not."""
    seats = [{"level": 5, "hand": ["friendship_potion"]}, {"hand": ["wandering_monster", "potted_plant"]}, {}]
    game = bare_fight(["net_troll"], *seats, doors=["elf"], treasures=["leather_armor"])
    game.do("play", card="friendship_potion")
    pass_until(game, 1).do("play", card="wandering_monster", second="potted_plant")
    settle(game)
    assert (game.level(0), hand(game, 0)) == (6, ["leather_armor"])
    assert not may(game, "loot_room")


# --------------------------------------------------------------------------- who has left


def test_a_curse_for_the_next_combat_waits_for_who_has_left_this_one() -> None:
    """CURSE-2, COMBAT-10: the combat is over for the leader who lost it to another one."""
    seats = [{"level": 6}, {"level": 5, "hand": ["transferral_potion"]}, {"hand": ["curse_change_sex"]}, {"level": 6}]
    game = bare_fight(["maul_rat"], *seats, treasures=["leather_armor"])
    game.do("kill")
    pass_until(game, 1).do("play", card="transferral_potion", seat=3)
    pass_until(game, 2).do("play", card="curse_change_sex", seat=0)
    settle(game).do("kill")
    settle(game)
    assert table(game, 0) == ["curse_change_sex"]


def test_a_curse_that_strikes_who_is_out_can_be_lifted() -> None:
    """CURSE-2, CURSE-4: it is for a combat to come."""
    foe = {"hand": ["wandering_monster", "gazebo", "curse_malign_mirror"]}
    seats = [{"level": 6}, {"level": 5}, foe, {"hand": ["wishing_ring"]}]
    game = bare_fight(["lame_goblin"], *seats, helper=1, dice=[6, 6])
    game.do("kill")
    pass_until(game, 2).do("play", card="wandering_monster", second="gazebo")
    pass_until(game, 2).do("play", card="curse_malign_mirror", seat=1)
    while open_window(game) == "curse":
        game.do("pass")
    asked = set()
    while game.decision == Decision.WINDOW:
        asked.add(game.current_player)
        game.do("pass")
    assert 3 in asked


def test_who_is_back_from_death_lays_nothing_out_before_the_next_turn() -> None:
    """DEATH-4: `dead_return_at_once` lets them act from the next turn on; charity of this turn stays in the hand."""
    gifts = ["elf", "baby", "ancient", "enraged", "intelligent", "humongous"]
    seats = [{"level": 5, "hand": gifts}, {"level": 1}, {"level": 3}]
    game = bare_fight(["stoned_golem"], *seats, editions=("extended",), helper=1, dice=[6, 1])
    turn = game.turn
    game.do("run_away")
    passes(game).do("roll", place=0)
    passes(game).do("roll", place=0)
    settle(game).do("end_turn")
    passes(game).do(card="elf")
    game.do(seat=1)
    while game.turn == turn:
        assert game.current_player != 1
        game.step(int(game.legal_actions()[0]))
    assert "elf" in hand(game, 1)


# --------------------------------------------------------------------------- what is chosen


def test_a_cultist_keeps_the_cult_where_another_class_can_go() -> None:
    """CULT-1, MOD-1: Cultist is not offered as the class that goes after Super Munchkin has paid."""
    seats = [
        {"level": 4, "klass": ["cultist", "warrior"], "table": ["munchkin:super_munchkin"]},
        {"klass": "cultist"},
        {},
    ]
    game = bare_fight(["bullrog"], *seats, editions=("munchkin", "cthulhu"))
    game.do("berserk", card="munchkin:super_munchkin")
    assert options(game) == ["Warrior"]
    game.step(int(game.legal_actions()[0]))
    assert table(game, 0) == ["cultist"]
