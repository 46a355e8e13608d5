"""Madness and mutations: what they are played like, what takes them off, what they do (MAD-1, MAD-2, MUT-1, MIX-3)."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Zone
from tests.kit.looking import discards, hand, may, table, table_bonus
from tests.kit.playing import flee, pass_until, settle

CTHULHU = {"editions": ("cthulhu",), "forced_choices": False, "rest": "out"}
BLEND = {**CTHULHU, "editions": ("munchkin", "cthulhu")}
MAD = {"curses": ["madness_gammaphobia", "madness_everything_in_rows"]}


def quiet(*seats, phase="start", **settings):
    """Seat 0 in turn, three seats, no cards but those named."""
    players = [*seats, *[{} for _ in range(3 - len(seats))]]
    return mk.scenario(seats=players, phase=phase, **{**CTHULHU, **settings})


def combat(monsters, *seats, **settings):
    return quiet(*seats, phase="combat", combat={"monsters": monsters}, **settings)


def sound(game):
    assert not game.broken()
    assert mk.Game.load(game.save()) == game
    return game


@pytest.mark.parametrize("phase", ["start", "combat"])
def test_madness_is_played_like_a_curse(phase):
    """MAD-1, PLAY-1: on any living player, at any time; it stays in front of them."""
    seats = [{"hand": ["madness_everything_in_rows"]}, {}]
    game = quiet(*seats) if phase == "start" else combat(["shallow_ones"], *seats)
    game.do("play", card="madness_everything_in_rows", seat=1)
    settle(game)
    assert table(game, 1) == ["madness_everything_in_rows"]
    assert table_bonus(sound(game), 1) == 2


def test_madness_behind_the_door_strikes():
    """MAD-1, TURN-2: on the player who turns it up."""
    game = quiet({"level": 3}, doors=["madness_we_are_many"])
    game.do("open_door")
    settle(game)
    assert table(game, 0) == ["madness_we_are_many"]


def test_what_hits_curses_hits_madness():
    """MAD-1, CURSE-4: a Wishing Ring cancels it as it is played."""
    game = quiet({"hand": ["madness_firebug"]}, {"hand": ["wishing_ring"]})
    game.do("play", card="madness_firebug", seat=1)
    pass_until(game, 1).do("play", card="wishing_ring", second="madness_firebug")
    settle(game)
    assert (table(game, 1), discards(game)) == ([], ["madness_firebug", "wishing_ring"])


def test_an_ability_against_curses_behind_doors_works_against_madness():
    """MAD-1: a host's card affects Madness as it does curses."""
    seats = [{"table": ["sandals_of_protection"]}]
    game = quiet(*seats, doors=["madness_we_are_many"], **BLEND)
    game.do("open_door")
    settle(game)
    assert table(game, 0) == ["sandals_of_protection"]


@pytest.mark.parametrize("outlive", [True, False])
def test_madness_survives_death(outlive):
    """MAD-1, DEATH-1: independently of curses."""
    one = {"level": 5, "table": ["bowling_pin"], **MAD}
    game = combat(["froggoth"], one, dice=[1], switches={"curses_outlive_death": outlive})
    flee(game)
    game.do(card="bowling_pin")  # of the body
    settle(sound(game))
    assert table(game, 0) == ["madness_everything_in_rows", "madness_gammaphobia"]


def test_madness_can_neither_be_dropped_nor_paid():
    """MAD-1, PLAY-10, ITEM-4: nobody gets rid of it at will."""
    game = quiet({"klass": "thief", "hand": [], **MAD}, {"table": ["bowling_pin"]}, **BLEND)
    assert not may(game, "steal")
    game = quiet({"curses": ["madness_firebug"]}, **{**BLEND, "switches": {"throw_away_items": True}})
    assert not may(game, "drop")
    assert not may(game, "throw_away")


def test_a_wishing_ring_removes_one_madness():
    """MAD-2: one of several, on any player."""
    game = quiet({"hand": ["wishing_ring"]}, MAD)
    game.do("play", card="wishing_ring", second="madness_gammaphobia")
    settle(game)
    assert table(game, 1) == ["madness_everything_in_rows"]
    assert table_bonus(sound(game), 1) == 2


@pytest.mark.parametrize(("klass", "after"), [("cultist", []), ("none", ["cultist"])])
def test_a_blow_on_the_head_removes_all_madness(klass, after):
    """MAD-2: besides its effect on Cultists, and also where that comes to nothing."""
    victim = dict(MAD, klass="cultist") if klass == "cultist" else MAD
    game = quiet({"hand": ["sudden_head_blow"]}, victim, {"klass": "cultist"}, discards=["cultist"])
    game.do("play", card="sudden_head_blow", seat=1)
    settle(game)
    assert table(game, 1) == after
    alone = quiet({"hand": ["sudden_head_blow"]}, {"klass": "cultist", **MAD})
    alone.do("play", card="sudden_head_blow", seat=1)
    settle(alone)
    assert table(alone, 1) == ["cultist"]


def test_a_blow_spares_curses():
    """MAD-2, MAD-1: a card against Madness does not hit curses."""
    game = quiet({"hand": ["sudden_head_blow"]}, {"curses": ["curse_change_sex", "madness_firebug"]})
    game.do("play", card="sudden_head_blow", seat=1)
    settle(game)
    assert table(game, 1) == ["curse_change_sex"]


# --------------------------------------------------------------------------- theft by compulsion

POOR = {"level": 4, "curses": ["madness_kleptomania"], "hand": ["rugose", "mephitic"]}


def steal(game, payment="rugose"):
    game.do("steal", seat=1, card="bowling_pin", second=payment)
    return settle(game)


def test_a_kleptomaniac_must_try_to_steal():
    """MIX-3: the turn does not end before, if the player can try; a try that fails is one."""
    game = quiet(POOR, {"table": ["bowling_pin"]}, doors=["cheat"], dice=[1])
    game.do("open_door")
    settle(game)
    assert may(game, "steal")
    assert not may(game, "end_turn")
    game.do("loot_room")
    settle(game)
    assert not may(game, "end_turn")
    steal(game)
    assert game.level(0) == 3
    assert may(sound(game), "end_turn")


def test_a_kleptomaniac_who_cannot_steal_may_go():
    """MIX-3: nobody has an item, or the player has nothing to pay with."""
    for seats in ([POOR, {}], [dict(POOR, hand=[]), {"table": ["bowling_pin"]}]):
        game = quiet(*seats, phase="after")
        assert not may(game, "steal")
        assert may(game, "end_turn")


def test_a_mere_kleptomaniac_may_steal_again_and_in_the_turns_of_others():
    """MIX-3: the player has the ability of a Thief."""
    pins = {"table": ["bowling_pin", "bug_spray"]}
    game = quiet(POOR, pins, phase="after", dice=[6, 6])
    steal(game)
    game.do("steal", seat=1, card="bug_spray", second="mephitic")
    settle(game)
    assert table(game, 0) == ["bowling_pin", "bug_spray", "madness_kleptomania"]
    game = quiet({}, dict(POOR), {"table": ["bowling_pin"]}, phase="charity")
    pass_until(game, 1)
    assert may(game, "steal")


def test_a_thief_with_kleptomania_steals_once_in_his_own_turn():
    """MIX-3: no more often, but compulsory; in the turns of others as any Thief."""
    pins = {"table": ["bowling_pin", "bug_spray"]}
    game = quiet(dict(POOR, klass="thief"), pins, phase="after", dice=[6, 6], **BLEND)
    assert not may(game, "end_turn")
    steal(game)
    assert not may(game, "steal")
    assert may(sound(game), "end_turn")
    game = quiet({}, dict(POOR, klass="thief"), pins, phase="charity", dice=[6, 6], **BLEND)
    for payment, item in (("rugose", "bowling_pin"), ("mephitic", "bug_spray")):
        pass_until(game, 1).do("steal", seat=2, card=item, second=payment)
    settle(game)
    assert {"bowling_pin", "bug_spray"} <= set(table(game, 1))


def test_a_thief_without_it_steals_as_often_as_he_likes():
    """MIX-3, CLASS-1: the limit comes with the compulsion."""
    pins = {"table": ["bowling_pin", "bug_spray"]}
    game = quiet({"klass": "thief", "hand": POOR["hand"]}, pins, phase="after", dice=[6, 6], **BLEND)
    steal(game)
    assert may(game, "steal")


# --------------------------------------------------------------------------- mutations

CHANGED = ["eye_feet", "sticky_head"]


def test_a_cultist_lays_out_mutations():
    """MUT-1: on oneself, any number of them; they help their owner."""
    game = quiet({"klass": "cultist", "hand": CHANGED})
    for card in CHANGED:
        game.do("lay_out", card=card)
    assert (table(game, 0), table_bonus(sound(game), 0)) == (sorted(["cultist", *CHANGED]), 4)


@pytest.mark.parametrize("klass", [(), "thief"])
def test_nobody_else_does(klass):
    """MUT-1: it takes a Cultist."""
    game = quiet({"klass": klass, "hand": CHANGED}, **BLEND)
    assert not may(game, "lay_out")


def test_a_mutation_is_laid_out_like_an_item():
    """MUT-1, PLAY-8: outside combat, unless the switch lets items come in one."""
    for switch in (False, True):
        one = {"klass": "cultist", "hand": CHANGED}
        game = combat(["shallow_ones"], one, switches={"equip_in_combat": switch})
        assert may(game, "lay_out") == switch


def test_mutations_outlast_the_cult():
    """MUT-1, CULT-6: the class goes, they stay, and still help."""
    game = quiet({"hand": ["sudden_head_blow"]}, {"klass": "cultist", "table": CHANGED}, {"klass": "cultist"})
    game.do("play", card="sudden_head_blow", seat=1)
    settle(game)
    assert (table(game, 1), table_bonus(sound(game), 1)) == (CHANGED, 4)


def test_mutations_survive_death():
    """MUT-1, DEATH-1: they are no part of the body."""
    game = combat(["froggoth"], {"level": 5, "table": CHANGED}, dice=[1])
    flee(game)
    assert table(game, 0) == CHANGED


def test_mutations_are_neither_stolen_nor_sold_nor_given():
    """MUT-1: they are no items."""
    game = quiet({"klass": "thief", "hand": ["rugose"], "table": CHANGED}, {"table": CHANGED[:0]}, **BLEND)
    for verb in ("sell", "give", "trade", "drop"):
        assert verb == "drop" or not may(game, verb), verb
    game = quiet({"klass": "thief", "hand": ["rugose"]}, {"table": CHANGED}, **BLEND)
    assert not may(game, "steal")
    game = quiet({"klass": "warrior", "table": CHANGED}, phase="combat", combat={"monsters": ["gazebo"]}, **BLEND)
    assert not may(game, "berserk")


@pytest.mark.parametrize("curse", ["nightie_gaunts", "the_cruller_out_of_space", "chibithulhu", "eldridge_hawrer"])
def test_ordinary_bad_stuff_takes_no_mutation(curse):
    """MUT-1: a card that takes items, or worn ones, or the biggest bonus, finds nothing."""
    monster = {"card": curse, "enhancers": ["four_dimensional", "indescribably_horrible"]}
    game = combat([monster], {"level": 5, "table": CHANGED}, dice=[1])
    flee(game)
    assert (game.decision == Decision.CHOOSE_CARD, table(game, 0)) == (False, CHANGED)


def test_a_mutation_in_hand_is_a_door_card_like_others():
    """MUT-1, PLAY-10: in hand it pays and is lost like any card."""
    game = quiet({"klass": "thief", "hand": ["eye_feet"]}, {"table": ["bowling_pin"]}, dice=[6], **BLEND)
    steal(game, "eye_feet")
    assert hand(game, 0) == []
    assert int(game.position["count"][0, Zone.DISCARD]) == 1
