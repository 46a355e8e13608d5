"""Cards of the base game whose older wording this edition has: they do less, or more, than those of `munchkin`."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.scenarios.extended.kit import combat, huge
from tests.scenarios.munchkin.door_kit import can, concede, hand, lose, monsters, options, passes, table

# --------------------------------------------------------------------------- races and classes


@pytest.mark.parametrize(("race", "level"), [("halfling", 1), (None, 3), ("elf", 3)])
def test_halflings_run_slowly(race: str | None, level: int) -> None:
    """FLEE-1: a halfling has -1 on his rolls, and no second try for a card."""
    who = {"level": 3, "hand": ["baby"], **({"race": race} if race else {})}
    game = combat(who, monsters=["harpies"], dice=[5])
    concede(game)
    game.do("roll", place=0)
    assert not can(game, "retry")
    passes(game)
    assert game.level(0) == level


@pytest.mark.parametrize("cards", [1, 3])
def test_wizards_charm_with_any_hand(cards: int) -> None:
    """PLAY-10, COMBAT-6: a wizard pays with the hand that he has, if it is one."""
    game = combat({"klass": "wizard", "hand": ["elf", "dwarf", "baby"][:cards]}, monsters=["hippogriff"])
    game.do("charm", place=0)
    passes(game)
    assert (game.decision, game.level(0), len(hand(game, 0))) == (Decision.AFTER_COMBAT, 1, 4)
    assert not can(combat({"klass": "wizard", "carried": ["helm_of_courage"]}, monsters=["hippogriff"]), "charm")


# --------------------------------------------------------------------------- monsters


def test_no_item_helps_against_ghoulfiends() -> None:
    """COMBAT-9: items, those used once included; what is no item counts, and the other side's potions do."""
    cleric = {"level": 3, "klass": "cleric", "table": ["helm_of_courage", "leather_armor"]}
    game = combat(cleric | {"hand": ["magic_missile", "enraged"]}, {"hand": ["sleep_potion"]}, monsters=["ghoulfiends"])
    assert game.strength("players") == 3
    game.do("play", card="magic_missile", place="players")
    passes(game)
    assert game.strength("players") == 3
    both = combat(cleric, {"level": 4, "table": ["slimy_armor"]}, monsters=["ghoulfiends", "mr_bones"], helper=1)
    assert both.strength("players") == 3 + 4
    warrior = combat({"level": 8, "klass": "warrior", "hand": ["elf"]}, monsters=["ghoulfiends"])
    warrior.do("berserk", cards=["elf"])
    assert warrior.strength("players") == 9


# --------------------------------------------------------------------------- treasures


def test_rat_on_a_stick_gives_no_bonus() -> None:
    """ITEM-1, FLEE-2: it only lets escape from what is of level 8 or less."""
    game = combat({"level": 3, "table": ["rat_on_a_stick"]}, monsters=["amazon"], dice=[1])
    assert game.strength("players") == 3
    concede(game)
    game.do("play", card="rat_on_a_stick", place=0)
    passes(game)
    assert (game.level(0), table(game, 0)) == (3, [])
    bigger = combat({"table": ["rat_on_a_stick"]}, monsters=[huge("harpies")])
    concede(bigger)
    assert not any("Rat" in option for option in options(bigger)), "COMBAT-13: level 24"


@pytest.mark.parametrize(("face", "level"), [(4, 3), (3, 1)])
def test_tuba_of_charm_gives_one_on_rolls_and_no_treasure(face: int, level: int) -> None:
    """FLEE-1, FLEE-4."""
    game = combat({"level": 3, "table": ["tuba_of_charm"]}, monsters=["harpies"], dice=[face])
    lose(game)
    assert (game.level(0), hand(game, 0)) == (level, [])


def test_friendship_potion_brings_nothing() -> None:
    """COMBAT-6, TURN-4: no treasure; the room is looted as after any monster that was not fought (switch)."""
    game = combat({"level": 2, "hand": ["friendship_potion"]}, monsters=["harpies", "bigfoot"], doors=["elf"])
    game.do("play", card="friendship_potion")
    passes(game)
    assert (monsters(game), game.level(0)) == ([], 2)
    assert hand(game, 0) == []
    assert options(game)[0] in ("loot room", "end turn")


def test_friendship_potion_leaves_what_a_card_has_kept() -> None:
    """COMBAT-6: a monster removed before by pollymorph_potion has left its treasure."""
    mine = {"hand": ["pollymorph_potion", "friendship_potion"]}
    game = combat(mine, monsters=["net_troll", "harpies"])
    game.do("play", card="pollymorph_potion", place=0)
    passes(game)
    game.do("play", card="friendship_potion")
    passes(game)
    assert len(hand(game, 0)) == 3
