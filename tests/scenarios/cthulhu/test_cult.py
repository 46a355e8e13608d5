"""Cards of the cult: ways to become a Cultist and cures (CULT-1 to CULT-6)."""

import pytest

from munchkin_env.vocabulary import Decision, Pile, Zone
from tests.kit.looking import table
from tests.kit.playing import flee, passes
from tests.scenarios.cthulhu.kit import combat, cursed, huge, table_of

CULTIST = {"klass": "cultist"}
ONE_THERE = {"discards": ["cultist"]}


def caught(monster, *players, **settings):
    """The first player runs from the monster with enhancers of +20, and is caught."""
    return flee(combat(*players, monsters=[huge(monster)], dice=[1], **settings))


def apart(game):
    """Cultists in their own discard pile."""
    return int(game.position["count"][0, Zone.DISCARD + Pile.CULT])


def test_cultists_are_strong_in_numbers():
    """CULT-6: +2 for every other one."""
    game = table_of(CULTIST, CULTIST, {}, {})
    assert game.position["player"]["bonus"][0, :4].tolist() == [2, 2, 0, 0]


@pytest.mark.parametrize("monster", ["ruggoth", "shoggoth"])
def test_goths_that_convert(monster):
    """CULT-2: a player who is caught becomes a Cultist; a Cultist stays one."""
    assert table(caught(monster, {"level": 5, "klass": "professor"}, {}, **ONE_THERE), 0) == ["cultist"]
    game = caught(monster, {"level": 5, **CULTIST}, {}, **ONE_THERE)
    assert (table(game, 0), apart(game)) == (["cultist"], 1)


def test_shoggoth_minds_investigators_and_lets_the_low_go():
    """COMBAT-8: -2; nobody of level 3 or below is pursued."""
    for klass, strength in (("professor", 16), ("investigator", 14)):
        assert combat({"klass": klass}, monsters=["shoggoth"]).strength("monsters") == strength
    assert table(caught("shoggoth", {"level": 3}, {}, **ONE_THERE), 0) == []


def test_campus_crusade():
    """It likes professors less than Cultists; those lose items worth 1000 instead."""
    strength = [combat({"klass": who}, monsters=["campus_crusade_for_cthulhu"]) for who in ("professor", "cultist")]
    assert [game.strength("monsters") for game in strength] == [4, 8]
    assert table(caught("campus_crusade_for_cthulhu", {"level": 5}, {}, **ONE_THERE), 0) == ["cultist"]
    rich = {"level": 5, **CULTIST, "carried": ["tommy_gun", "flamethrower"]}
    game = caught("campus_crusade_for_cthulhu", rich, {}, **ONE_THERE)
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card="tommy_gun")
    game.do(card="flamethrower")
    assert table(game, 0) == ["cultist"]


def test_h_p_munchcraft_converts_before_the_fight():
    """CULT-2: on meeting it; +3 against investigators."""
    game = table_of({"klass": "professor"}, {}, {}, doors=["h_p_munchcraft"], **ONE_THERE)
    game.do("open_door")
    passes(game)
    assert table(game, 0) == ["cultist"]
    assert game.position["combat"]["active"][0] == 1
    assert combat({"klass": "investigator"}, monsters=["h_p_munchcraft"]).strength("monsters") == 9


def test_aughost_derwraith_spares_cultists():
    """All classes but Cultist go; +3 against monster whackers."""
    both = {"level": 5, "klass": ["cultist", "professor"], "table": ["super_munchkin"]}
    assert table(caught("aughost_derwraith", both, {}), 0) == ["cultist", "super_munchkin"]
    assert table(caught("aughost_derwraith", {"level": 5, "klass": "professor"}, {}), 0) == []
    assert combat({"klass": "monster_whacker"}, monsters=["aughost_derwraith"]).strength("monsters") == 5


def test_the_king_in_pink():
    """A level for every card in hand; -2 against men; nobody of level 3 or below is pursued."""
    game = caught("the_king_in_pink", {"level": 8, "hand": ["elder_sign", "wand_of_walloping", "brass_knucks"]}, {})
    assert game.level(0) == 5
    for sex, strength in (("male", 14), ("female", 16)):
        one = {"level": 5, "sex": sex}
        assert combat(one, monsters=["the_king_in_pink"]).strength("monsters") == strength
    assert caught("the_king_in_pink", {"level": 3, "hand": ["elder_sign"]}, {}).level(0) == 3


def test_amnesia():
    """A class goes, or a level; the only Cultist keeps both (CULT-3)."""
    game = cursed("curse_amnesia", {"level": 4, "klass": "professor"}, {})
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card="professor")
    assert table(game, 0) == []
    assert cursed("curse_amnesia", {"level": 4}, {}).level(0) == 3
    game = cursed("curse_amnesia", {"level": 4, **CULTIST}, {})
    assert (table(game, 0), game.level(0)) == (["cultist"], 4)


def test_snarkham_asylum():
    """A Cultist gets the topmost class of the discards instead, anybody else becomes one."""
    curse = "curse_dragged_off_to_snarkham_asylum"
    assert table(cursed(curse, CULTIST, CULTIST, {}, discards=["professor"]), 0) == ["professor"]
    assert table(cursed(curse, {"klass": "professor"}, {}, **ONE_THERE), 0) == ["cultist"]
    assert table(cursed(curse, CULTIST, {}, {}, discards=["professor"]), 0) == ["cultist"]


def test_snarkham_asylum_brings_no_class_twice():
    """TURN-7: the topmost one that is legal beside the class that the player keeps; with none they just lose the
    Cultist."""
    curse = "curse_dragged_off_to_snarkham_asylum"
    both = {"klass": ["cultist", "professor"], "table": ["super_munchkin"]}
    for found, after in ((["monster_whacker", "professor"], ["monster_whacker"]), (["professor"], [])):
        game = cursed(curse, both, CULTIST, {}, discards=found)
        assert table(game, 0) == [*after, "professor", "super_munchkin"]
        assert not game.broken()


def test_hair_turns_white_with_horror():
    """All classes but Cultist go."""
    both = {"klass": ["cultist", "professor"], "table": ["super_munchkin"]}
    assert table(cursed("curse_hair_turns_white_with_horror", both, {}), 0) == ["cultist", "super_munchkin"]
    assert table(cursed("curse_hair_turns_white_with_horror", {"klass": "professor"}, {}), 0) == []


def test_sudden_head_blow():
    """It cures a Cultist unless there is no other, and makes one of anybody else."""
    for victim, other, there, after in (
        (CULTIST, CULTIST, [], []),
        (CULTIST, {}, [], ["cultist"]),
        ({"klass": "professor"}, {}, ["cultist"], ["cultist"]),
    ):
        game = table_of({"hand": ["sudden_head_blow"]}, victim, other, {}, discards=there)
        game.do("play", card="sudden_head_blow", seat=1)
        passes(game)
        assert table(game, 1) == after
