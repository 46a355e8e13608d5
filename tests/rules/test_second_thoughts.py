"""Consequences of earlier moments: forced help, extra treasure for a win, a race or class in the way."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Verb
from tests.kit.looking import hand, may, strengths, table, targets
from tests.kit.playing import first_place, idle, kill, pass_until, passes, settle
from tests.kit.tables import bare_fight, in_turn, table_of

KNEEPADS = "kneepads_of_allure"
POTION = "boil_an_anthill"


def forced(game: mk.Game) -> bool:
    """Seat 1 has been made to help by the card of seat 0."""
    game.do("ask_help", seat=1)
    while not game.position["player"]["forced"][0][1]:
        game.do("pass")
    return bool(game.position["combat"]["helper"][0] == 2)


def test_who_was_forced_and_helps_again_by_choice_brings_no_winning_level() -> None:
    """HELP-9: Gazebo puts the helper out, goes by Pollymorph, and the same player offers help."""
    leader = {"level": 10, "table": [KNEEPADS], "hand": ["pollymorph_potion"]}
    third = {"level": 3, "hand": ["wandering_monster", "gazebo"]}
    game = bare_fight(["bullrog"], leader, {"level": 11}, third, goal=12)
    assert forced(game)
    pass_until(game, 2)
    game.do("play", card="wandering_monster", second="gazebo")
    passes(game)
    game.do("play", card="pollymorph_potion", place=1)
    passes(game)
    game.do("run_away")
    pass_until(game, 1)
    game.do("offer_help", amount=0)
    while game.decision == Decision.WINDOW:
        game.do("pass")
    game.do("yes")
    passes(game)
    assert (int(game.position["combat"]["helper"][0]), strengths(game)) == (2, (21, 18))
    kill(game)
    assert (game.level(0), game.is_terminal) == (11, False)


def test_a_fight_that_comes_back_remembers_forced_help() -> None:
    """HELP-9: handed to seat 3 and back, then won alone."""
    gear = [KNEEPADS, "really_impressive_title", "bow_with_ribbons", "spiky_knees"]
    leader = {"level": 10, "race": "elf", "table": gear, "hand": ["magic_missile"]}
    hands: list[dict[str, Any]] = [
        {"level": 3, "hand": ["transferral_potion"]},
        {"level": 2, "hand": ["swap_o_tron_ticket"]},
    ]
    blend = {"editions": ("munchkin", "star"), "quick_play": False}
    game = bare_fight(["bullrog"], leader, {"level": 11}, *hands, goal=12, **blend)
    assert forced(game)
    pass_until(game, 2)
    game.do("play", card="transferral_potion", seat=3)
    while not (game.current_player == 3 and may(game, "play")):
        game.do("pass")
    game.do("play", card="swap_o_tron_ticket", seat=0)
    passes(game)
    game.do("play", card="magic_missile", place="players")
    passes(game)
    assert int(game.position["combat"]["leader"][0]) == 0
    kill(game)
    assert (game.level(0), game.is_terminal) == (11, False)


@pytest.mark.parametrize(
    ("klasses", "left"), [(["wizard"], {"thief"}), (["wizard", "cleric", "super_munchkin"], {"cleric", "thief"})]
)
def test_a_class_that_is_received_takes_the_place_of_one_in_play(klasses: list[str], left: set[str]) -> None:
    """TURN-7, PLAY-12: in another's turn too; of two classes one stays."""
    other = {"level": 3, "table": klasses, "hand": [POTION]}
    game = in_turn({"klass": "thief"}, other, quick_play=True)
    game.do("drop", card="thief")
    game.do("claim", card="thief")
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card=POTION)
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    assert hand(game, 1) == ["thief"]
    game.do("lay_out", card="thief", second="wizard")
    assert set(table(game, 1)) == left | {"super_munchkin"} & set(klasses)
    assert not game.broken()


def test_treasure_for_a_win_is_not_paid_for_a_kill_of_a_lost_fight() -> None:
    """CLASS: the Investigator draws 1 more for winning a combat that was looked for, which another has lost."""
    leader = {
        "level": 3,
        "klass": "investigator",
        "hand": ["floating_nose", "potion_of_halitosis", "transferral_potion"],
    }
    third = {"level": 3, "hand": ["munchkin:wandering_monster", "bullrog"]}
    items = ["leather_armor", "slimy_armor", "helm_of_courage", "horny_helmet", "flaming_armor", "broad_sword"]
    blend: dict[str, Any] = {"editions": ("munchkin", "cthulhu"), "doors": ["dwarf"], "treasures": items}
    game = table_of(leader, {"level": 2}, third, phase="trouble", **blend)
    game.do("fight", card="floating_nose")
    pass_until(game, 2)
    game.do("play", card="munchkin:wandering_monster", second="bullrog")
    passes(game)
    game.do("play", card="potion_of_halitosis", place=0)
    passes(game)
    game.do("play", card="transferral_potion", seat=1)
    passes(game)
    before = len(hand(game, 0))
    game.do("run_away")
    passes(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=first_place(game))
        passes(game)
    settle(game)
    assert len(hand(game, 0)) - before == 3


@pytest.mark.parametrize("idle", [[], ["tuba_of_charm"]])
def test_only_as_many_big_items_give_way_as_have_to(idle: list[str]) -> None:
    """ITEM-3, HELP-9: with a Hireling two are allowed: the carried one goes, and the fight at 5:8 is tied by +3."""
    gear = ["hireling", "chainsaw_of_bloody_dismemberment"]
    leader = {"level": 2, "klass": "warrior", "table": gear, "carried": idle, "hand": ["help_me_out_here"]}
    game = bare_fight(["face_sucker"], leader, {"level": 3, "table": ["mithril_armor"]}, editions=("extended",))
    assert (strengths(game), may(game, "play")) == ((5, 8), True)
    assert targets(game, "help_me_out_here") == {"Mithril Armor"}
    game.do("play", card="help_me_out_here", second="mithril_armor")
    passes(game)
    assert set(table(game, 0)) >= {"chainsaw_of_bloody_dismemberment", "mithril_armor"}
    assert strengths(game) == (8, 8)


@pytest.mark.parametrize(
    ("monster", "editions"), [("foggoth", ("munchkin", "cthulhu")), ("ghoulfiends", ("extended",))]
)
def test_items_that_do_not_count_bring_nothing_for_elves(monster: str, editions: tuple[str, ...]) -> None:
    """COMBAT-1: Yuppie Water is an item that is used once, as Magic Missile is."""
    game = bare_fight([monster], {"level": 5, "race": "elf", "hand": ["yuppie_water"]}, editions=editions)
    before = game.strength("players")
    game.do("play", card="yuppie_water")
    passes(game)
    assert game.strength("players") == before


def test_an_item_that_came_during_the_fight_stays_in_the_hand_at_the_rewards() -> None:
    """TURN-6, TREAS-1: a helper could lay it out in another player's turn."""
    leader, helper = {"level": 8}, {"hand": ["wand_of_dowsing"]}
    facts: dict[str, Any] = {"helper": 1, "discards": ["helm_of_courage"], "treasures": ["magic_missile"], "goal": 20}
    game = bare_fight(["lame_goblin"], leader, helper, **facts)
    game.do("kill")
    pass_until(game, 1).do("play", card="wand_of_dowsing", second="helm_of_courage")
    passes(game)
    assert "helm_of_courage" in hand(game, 1)
    assert (game.decision, game.current_player) != (Decision.RECEIVE, 1)


def test_the_dead_of_the_highest_level_win_at_the_round_limit() -> None:
    """WINDOW-5, DEATH-1, DEATH-4: they keep their level, and would return in the next turn."""
    doors = ["mate", "ancient", "plutonium_dragon", "enraged", "intelligent"]
    limits: dict[str, Any] = {"round_limit": 1, "round_limit_result": "leader_wins", "forced_choices": False}
    seats = [{"level": 3}, {"level": 7}, {"level": 2}]
    game = mk.scenario(seats, turn=2, phase="start", doors=doors, dice=[1], rest="out", **limits)
    while not game.is_terminal:
        legal = {int(action) for action in game.legal_actions()}
        if game.decision == Decision.FLEE:
            game.do("roll", place=0)
        else:
            game.step(next(v for v in (Verb.RUN_AWAY, Verb.OPEN_DOOR, Verb.END_TURN, Verb.PASS) if v in legal))
    assert game.position["player"]["dead"][0][1]
    assert game.winners == (1,)


def test_a_player_whose_turn_is_skipped_lays_out_what_comes_before_it_ends() -> None:
    """TURN-6: there is no later decision of this turn."""
    first = {"hand": ["unwelcome_enlightenment", "helm_of_courage", "leather_armor"]}
    seats = [{}, first, {}, {"hand": ["curse_lose_two_cards"]}]
    editions = ("munchkin", "cthulhu")
    game = mk.scenario(seats, turn=0, phase="begin", rest="out", doors=["mate"], editions=editions)
    pass_until(game, 1).do("play", card="unwelcome_enlightenment", seat=0)
    pass_until(game, 3).do("play", card="curse_lose_two_cards", seat=1)
    asked = set()
    while game.turn_seat == 0 and not game.is_terminal:
        asked |= {game.current_player} if game.decision == Decision.RECEIVE else set()
        idle(game)
    assert asked == {0, 2}
