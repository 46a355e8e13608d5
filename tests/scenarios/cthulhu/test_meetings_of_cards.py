"""Cards and rules of Munchkin Cthulhu where they meet each other, or those of another edition in a blend."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.looking import levels, may, options, table
from tests.kit.playing import concede, lose, pass_until, passes, roll, unopposed
from tests.scenarios.cthulhu.kit import combat, cursed, huge, table_of

BLEND = ("cthulhu", "munchkin")


@pytest.mark.parametrize("curse", ["curse_amnesia", "curse_lose_your_class"])
@pytest.mark.parametrize(
    ("seat", "level"), [({"klass": "cultist"}, 5), ({"table": ["cult_membership_card"]}, 5), ({}, 4)]
)
def test_who_has_a_class_that_nothing_takes_is_not_without_one(curse: str, seat: dict, level: int) -> None:
    """CULT-3, CURSE-3: the only Cultist keeps the class, and has one; so has who passes for a Cultist."""
    game = cursed(curse, {"level": 5, **seat}, editions=BLEND)
    assert (game.level(0), "cultist" in table(game, 0)) == (level, "klass" in seat)


def test_the_amazon_lets_the_only_cultist_go() -> None:
    """CULT-3: the card takes three levels of a player without a class."""
    loser = {"level": 8, "klass": "cultist"}
    game = combat(loser, monsters=[huge("amazon")], dice=[1], editions=BLEND)
    lose(game)
    assert (game.level(0), table(game, 0)) == (8, ["cultist"])
    game = combat({"level": 8}, monsters=[huge("amazon")], dice=[1], editions=BLEND)
    lose(game)
    assert game.level(0) == 5


@pytest.mark.parametrize(("monster", "strength"), [("polly_polyp", 9), ("buggoth", 5)])
@pytest.mark.parametrize("seat", [{"klass": "cultist"}, {"table": ["cult_membership_card"]}])
def test_buggoth_silences_who_passes_for_a_cultist_too(monster: str, strength: int, seat: dict) -> None:
    """CULT-6: strength in numbers is an ability of the class, however one comes by it."""
    cultist = {"klass": "cultist"}
    game = combat({"level": 5, **seat}, cultist, cultist, monsters=[monster])
    assert game.strength("players") == strength


EVIL = {"hand": ["curse_weapon_becomes_evil"]}


def turned(seat: dict):
    """A bystander turns an item of the leader against them, after the latter has given up."""
    game = combat({"level": 5, **seat}, EVIL, monsters=["shoggoth"])
    before = game.strength("players")
    game.do("run_away")
    pass_until(game, 1).do("play", card="curse_weapon_becomes_evil", seat=0)
    passes(game)
    return game, before


def test_the_item_that_gives_most_gives_it_against_these_monsters() -> None:
    """CURSE-2: the Axe gives 5 against a Shoggoth, and is the only one to turn."""
    game, before = turned({"table": ["prehistoric_axe", "sushi_knife_of_doom"]})
    assert (before, options(game)) == (12, ["Prehistoric Axe"])
    cultist = {"klass": "cultist", "table": ["prehistoric_axe", "maaaaaaster"]}
    game = combat({"level": 5, **cultist}, {"klass": "cultist"}, monsters=[huge("chibithulhu"), "shoggoth"], dice=[1])
    concede(game)
    roll(game, 0)
    assert options(game) == ["Prehistoric Axe"]


@pytest.mark.parametrize(("item", "before", "after"), [("prehistoric_axe", 10, 0), ("shogulator", 15, -5)])
def test_what_an_item_gave_it_takes(item: str, before: int, after: int) -> None:
    """CURSE-2: a penalty of the same size, as it is against these monsters."""
    game, strength = turned({"table": [item]})
    assert strength == before
    unopposed(game, card=item)
    assert game.strength("players") == after
    assert not game.broken()


def test_what_was_declared_for_an_item_turns_too() -> None:
    """CURSE-2: Dynamite for which 6 was declared takes 6."""
    game = combat({"level": 5, "table": ["backpack_full_of_dynamite"]}, EVIL, monsters=["ozathoth"], dice=[6])
    game.do("use_power", card="backpack_full_of_dynamite", amount=6)
    while game.decision != Decision.COMBAT:
        game.do("pass")
    assert game.strength("players") == 11
    game.do("run_away")
    pass_until(game, 1).do("play", card="curse_weapon_becomes_evil", seat=0)
    passes(game)
    unopposed(game, card="backpack_full_of_dynamite")
    assert game.strength("players") == -1


def test_who_is_caught_and_suffers_nothing_has_survived() -> None:
    """LEVEL-1: Loggoth harms helpers alone; H.P. Munchcraft harms nobody."""
    leader = {"level": 5, "hand": ["sole_survivor"]}
    game = combat(leader, {"level": 5}, monsters=[huge("loggoth")], helper=1, dice=[1, 1])
    lose(game)
    unopposed(game, "play", card="sole_survivor", seat=0)
    assert levels(game)[:2] == [7, 4]
    helper = {"level": 5, "hand": ["sole_survivor"]}
    game = combat({"level": 5}, helper, monsters=[huge("h_p_munchcraft")], helper=1, dice=[1, 6])
    lose(game)
    game.do("end_turn")
    pass_until(game, 1).do("play", card="sole_survivor", seat=1)
    passes(game)
    assert levels(game)[1] == 6


def test_who_suffers_the_milder_half_has_suffered() -> None:
    """LEVEL-1, MOD-1: Chibithulhu takes an item of a Cultist with Super Munchkin, and the helper has survived."""
    leader = {"level": 5, "klass": "cultist", "table": ["super_munchkin", "bug_spray"]}
    helper = {"level": 5, "hand": ["sole_survivor"]}
    game = combat(leader, helper, monsters=[huge("chibithulhu")], helper=1, dice=[1, 6])
    lose(game)
    game.do(card="bug_spray")
    roll(game)
    assert int(game.position["survivors"][0]) == 1 << 1


def test_what_is_declared_for_an_item_is_a_bonus_to_enhance() -> None:
    """ITEM-6: Dynamite gives a bonus in each combat; the Membership Card itself gives none."""
    for item, fits in (("backpack_full_of_dynamite", True), ("bowling_pin", True), ("cult_membership_card", False)):
        game = table_of({"table": [item], "hand": ["of_the_middle_aged_gods"]})
        assert may(game, "play") == fits


def test_the_turn_that_the_necronookiecon_ends_ends_with_charity() -> None:
    """TURN-8, TURN-5: nobody has more than five cards at the end of their turn."""
    seven = ["rugose", "squamous", "mephitic", "unnameable", "frothing", "raving", "blasphemous"]
    game = combat({"level": 5, "table": ["necronookiecon"], "hand": seven}, monsters=["ozathoth"])
    unopposed(game, "use_power", card="necronookiecon")
    assert (game.current_player, game.decision) == (0, Decision.CHARITY)
