"""Every monster of Star Munchkin that is there: its numbers, its clauses against races, classes and sexes."""

import pytest

from munchkin_env.vocabulary import Decision, Kind
from tests.scenarios.munchkin.door_kit import can, dead, doors_gone, hand, lose, table, win
from tests.scenarios.star.kit import HUGE, combat, huge

NUMBERS = [  # monster, level, treasures, levels gained
    ("fanged_fuzzball", 1, 1, 1),
    ("starfish", 6, 2, 1),
    ("plasmoid", 12, 3, 1),
    ("great_cthulhu", 20, 5, 2),
]


def test_every_monster_of_the_edition_is_here() -> None:
    """COMBAT-1: the list of this file names them all."""
    catalogue = combat(monsters=["plasmoid"]).catalogue
    found = {card.id for card in catalogue.cards if card and card.kind == Kind.MONSTER}
    assert found == {monster for monster, *_ in NUMBERS}


@pytest.mark.parametrize(("monster", "level", "treasures", "levels"), NUMBERS)
def test_a_kill_gives_the_printed_levels_and_treasures(monster: str, level: int, treasures: int, levels: int) -> None:
    """COMBAT-2, COMBAT-5: the strength is the printed level; one level more kills it, the same doesn't."""
    assert not can(combat({"level": level}, monsters=[monster], goal=60), "kill")
    game = combat({"level": level + 1}, monsters=[monster], goal=60, doors=["cheat"])
    assert game.strength("monsters") == level
    win(game)
    assert game.level(0) == level + 1 + levels
    assert len(hand(game, 0)) == treasures
    assert doors_gone(game) == [monster]


BONUSES = [  # monster, printed level, bonus, whom it minds or fears
    ("fanged_fuzzball", 1, 2, {"race": "feline"}),
    ("starfish", 6, -5, {"race": "feline"}),
]


@pytest.mark.parametrize(("monster", "level", "bonus", "whom"), BONUSES)
def test_bonus_against_somebody(monster: str, level: int, bonus: int, whom: dict[str, str]) -> None:
    """COMBAT-8, COMBAT-13: it holds whichever of the allies it is against, once if both are."""
    for one in ({}, whom):
        for two in ({}, whom):
            game = combat({"level": 5, **one}, {"level": 5, **two}, monsters=[monster], helper=1)
            assert game.strength("monsters") == max(1, level + bonus * bool(one or two))


FAST = ("great_cthulhu",)  # not escaped with a five


@pytest.mark.parametrize("monster", [monster for monster, *_ in NUMBERS if monster not in FAST])
def test_an_escape_costs_nothing(monster: str) -> None:
    """FLEE-2, FLEE-4: with a five the player escapes unharmed; no level, no treasure."""
    loser = {"level": 7, "hand": ["telescopic_spork"], "table": ["colander_of_mind_shielding"]}
    game = combat(loser, monsters=[huge(monster)], dice=[5])
    lose(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 7)
    assert (hand(game, 0), table(game, 0)) == (["telescopic_spork"], ["colander_of_mind_shielding"])
    assert doors_gone(game) == sorted([*HUGE, monster])


TAKEN = [("starfish", 2), ("fanged_fuzzball", 1)]


@pytest.mark.parametrize(("monster", "lost"), TAKEN)
def test_bad_stuff_that_takes_levels(monster: str, lost: int) -> None:
    """FLEE-2: caught, the victim loses the levels printed and nothing else."""
    game = combat({"level": 8, "table": ["telescopic_spork"]}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (game.level(0), table(game, 0), dead(game, 0)) == (8 - lost, ["telescopic_spork"], False)


DEADLY = ["great_cthulhu"]


@pytest.mark.parametrize("monster", DEADLY)
def test_bad_stuff_that_kills(monster: str) -> None:
    """FLEE-2, DEATH-2: caught means dead, and the others loot what he had."""
    game = combat({"level": 8, "klass": "psychic", "table": ["telescopic_spork"]}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (dead(game, 0), game.level(0), game.decision) == (True, 8, Decision.LOOT_BODY)


def test_fanged_fuzzball_goes_for_the_feet() -> None:
    """FLEE-2: the footgear, and only who wears none loses a level."""
    loser = {"level": 8, "table": ["slippers_of_mild_antigravity"]}
    game = combat(loser, monsters=[huge("fanged_fuzzball")], dice=[1])
    lose(game)
    game.do(card="slippers_of_mild_antigravity")
    assert (game.level(0), table(game, 0)) == (8, [])


def test_plasmoid_eats_what_burns() -> None:
    """FLEE-2: every card of fire in play, and two levels."""
    loser = {"level": 8, "table": ["telescopic_spork"], "carried": ["overclocked_hair_dryer"]}
    game = combat(loser, monsters=[huge("plasmoid")], dice=[1])
    lose(game)
    assert (game.level(0), table(game, 0)) == (6, ["telescopic_spork"])


def test_nobody_escapes_great_cthulhu() -> None:
    """FLEE-1: a six is not enough."""
    game = combat({"level": 8, "table": ["telescopic_spork"]}, monsters=["great_cthulhu"], dice=[6])
    lose(game)
    assert dead(game, 0)
