"""Plays in a fight, with all that follows from them: monsters that leave, conditions that change, bonuses that idle."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from tests.kit.looking import can, hand, may, table
from tests.kit.playing import ask_for_help, flee, pass_until, passes, settle, share_spoils, unopposed
from tests.scenarios.munchkin.kit import combat, table_of

HELP = "help_me_out_here"
EVIL = {"almanac_of_bad_harvests": "curse_weapon_becomes_evil"}
BLEND = ("munchkin", "cthulhu")


def fought(*seats: dict[str, Any], monsters: list[Any], editions: tuple[str, ...], **more: Any) -> Game:
    return combat(*seats, monsters=monsters, editions=editions, treasures=(), **more)


@pytest.mark.parametrize(
    ("editions", "item", "curse", "monster", "strength"),
    [
        (("star",), "sonic_toothbrush", "dead_batteries", "plasmoid", 3),
        (BLEND, "prehistoric_axe", "curse_malign_mirror", "shoggoth", 3),
        (BLEND, "shogulator", "curse_malign_mirror", "shoggoth", 3),
        (BLEND, "shogulator", None, "shoggoth", 13),
    ],
)
def test_only_armor_counts_against_particular_monsters_too(
    editions: tuple[str, ...], item: str, curse: str | None, monster: str, strength: int
) -> None:
    """CURSE-2: an item that is no armor gives nothing, neither always nor against the monsters that it names."""
    game = fought(
        {"level": 3, "table": [item], "curses": [curse] if curse else []}, monsters=[monster], editions=editions
    )
    assert game.strength("players") == strength


@pytest.mark.parametrize("klass", [None, "cultist"])
def test_an_evil_item_is_as_evil_to_an_owner_who_may_not_use_it(klass: str | None) -> None:
    """CURSE-2: +2, and +2 from level 14, which a Cultist may not use, are a penalty of 4."""
    mine = {"level": 5, "table": [EVIL, klass] if klass else [EVIL]}
    assert fought(mine, monsters=["shrub_niggurath"], editions=("cthulhu",)).strength("players") == 1


@pytest.mark.parametrize(
    ("editions", "leader", "monsters", "item", "allowed"),
    [
        (("extended",), {"level": 1}, ["lantern_moths"], "flaming_armor", False),  # 1:2; fire makes them 3:6
        (("extended",), {"level": 3}, ["sword_swallower", "sock_snatcher"], "sneaky_bastard_sword", True),  # 3:11, 5:1
        (BLEND, {"level": 4, "curses": ["madness_firebug"]}, ["face_sucker"], "flaming_armor", True),  # 4:8, 9:8
        (BLEND, {"level": 4}, ["face_sucker"], "flaming_armor", False),  # 4:8, 6:8
    ],
)
def test_an_item_is_lent_for_what_follows_from_its_use(
    editions: tuple[str, ...], leader: dict[str, Any], monsters: list[str], item: str, allowed: bool
) -> None:
    """HELP-9: help_me_out_here: the comparison with the item in use decides, not the bonus of the item by itself."""
    game = fought({"hand": [HELP], **leader}, {"level": 2, "table": [item]}, monsters=monsters, editions=editions)
    before = game.position.tobytes()
    assert can(settle(game), "play", card=HELP, second=item) is allowed
    assert game.position.tobytes() == before, "looking changes nothing"


@pytest.mark.parametrize(("curses", "allowed"), [([], True), (["curse_vow_of_silence"], False)])
def test_no_item_is_lent_for_help_that_may_not_be_asked(curses: list[str], allowed: bool) -> None:
    """HELP-9: the Kneepads make nobody help a leader under a Vow of Silence."""
    seats = [
        {"level": 5, "hand": [HELP], "curses": curses},
        {"level": 2, "table": ["kneepads_of_allure"]},
        {"level": 9},
    ]
    game = settle(fought(*seats, monsters=["tourist_trap"], editions=("extended",)))
    assert (may(game, "play") and can(game, "play", card=HELP, second="kneepads_of_allure")) is allowed


def test_ichor_that_burns_the_straw_is_forced() -> None:
    """COMBAT-8: the fire of the one-shot counts with what it takes from the monsters (9:17, with it 9:12)."""
    straw = {"card": "tchoo_tchoo_people", "enhancers": ["dry_as_old_straw"]}
    mine = {"level": 9, "hand": ["boiling_ichor"]}
    game = settle(fought(mine, monsters=[straw, "frying_polyps"], editions=("cthulhu",)))
    assert hand(game, 0) == []


@pytest.mark.parametrize(
    ("curse", "monsters", "forced"),
    [
        ("curse_change_sex", [], True),
        ("madness_gammaphobia", ["great_cthulhu"], True),
        ("madness_dread_of_empty_rooms", [], True),
        ("curse_barnacles", [], False),  # which takes from rolls, not from strength
    ],
)
def test_a_ring_is_forced_on_what_weakens_the_side(curse: str, monsters: list[str], forced: bool) -> None:
    """COMBAT-8: any curse without which the fight stands better, whatever changes by it."""
    mine = {"level": 5, "hand": ["wishing_ring"], "curses": [curse]}
    game = settle(fought(mine, monsters=["tchoo_tchoo_people", *monsters], editions=("cthulhu",)))
    assert (hand(game, 0) == []) is forced
    assert (table(game, 0) == []) is forced


@pytest.mark.parametrize(
    ("edition", "curse", "monster"),
    [
        ("extended", "curse_chicken_on_your_head", "king_tut"),
        ("extended", "curse_two_left_feet", "king_tut"),
        ("star", "self_welding_clown_shoes", "planet_eating_goldfish"),
        ("cthulhu", "curse_barnacles", "the_landlord_from_outside"),
    ],
)
def test_what_falls_with_a_slot_falls_with_all_items(edition: str, curse: str, monster: str) -> None:
    """CURSE-1: even where nothing is worn in the slot."""
    game = fought({"level": 5, "curses": [curse]}, monsters=[monster], editions=(edition,), dice=[1, 1])
    assert table(flee(game), 0) == []


@pytest.mark.parametrize(
    ("edition", "curse", "remedy"),
    [
        ("cthulhu", "curse_nobody_believes_you", "wishing_ring"),
        ("star", "nobody_laughs", "trap_insurance"),
        ("extended", "curse_vow_of_silence", "wishing_ring"),
    ],
)
def test_a_curse_that_lasts_lies_in_play_and_is_lifted_later(edition: str, curse: str, remedy: str) -> None:
    """CURSE-1, CURSE-4: as long as it has an effect."""
    game = table_of({"level": 5, "hand": [remedy]}, {"hand": [curse]}, phase="begin", editions=(edition,), treasures=())
    pass_until(game, 1).do("play", card=curse, seat=0)
    passes(game)
    assert table(game, 0) == [curse]
    unopposed(game, "play", card=remedy, second=curse)
    assert table(game, 0) == []


def test_the_gift_of_the_amazon_is_the_leaders() -> None:
    """COMBAT-6: a treasure for leaving in peace goes to the main fighter, whatever was agreed on."""
    seats = [{"level": 1, "sex": "male"}, {"level": 1, "sex": "female"}]
    game = combat(*seats, monsters=["amazon"], treasures=["broad_sword"])
    ask_for_help(game, 1, 1).do("yes")
    share_spoils(game)
    assert [len(hand(game, seat)) for seat in range(2)] == [1, 0]


def test_what_an_enhancer_makes_undead_is_undead() -> None:
    """PLAY-6: for items that count against undead monsters, too: 3, +3 by the item, +3 against undead."""
    mine = {"level": 3, "table": ["angry_villagers_pitchfork", "cleric"], "hand": ["broad_sword"]}
    buried = {"card": "net_troll", "enhancers": ["freshly_buried"]}
    game = fought(mine, monsters=[buried], editions=("cthulhu", "extended"))
    assert game.strength("players") == 9
    assert may(game, "turn_undead")
    assert fought(mine, monsters=["net_troll"], editions=("cthulhu", "extended")).strength("players") == 6


def test_garnished_wages_leave_no_part_of_what_is_shared_by_chance() -> None:
    """CURSE-2: by Solar Eclipse the leader has the part of a helper who is barred from treasure."""
    wages, eclipse = "curse_garnished_wages", {"level": 6, "hand": ["solar_eclipse"]}
    for curses, parts in (([], (2, 1)), ([wages], (3, 0))):
        fight = {"monsters": ["foggoth", "polly_polyp"], "helper": 1, "deal": 1}
        game = table_of(
            eclipse, {"level": 8, "curses": curses}, phase="combat", combat=fight, editions=("cthulhu", "extended"),
            treasures=["bowling_pin", "bug_spray", "brass_knucks", "tommy_gun"],
        )  # fmt: skip
        game.do("kill")
        while game.decision.name in ("WINDOW", "RECEIVE"):
            if can(game, "play", card="solar_eclipse"):
                game.do("play", card="solar_eclipse")
            else:
                game.do("pass" if game.decision.name == "WINDOW" else "done")
        assert tuple(len(hand(game, seat)) for seat in range(2)) == parts


@pytest.mark.parametrize(("curses", "treasures"), [([], 1), (["curse_garnished_wages"], 0)])
def test_garnished_wages_pay_nothing_for_an_escape(curses: list[str], treasures: int) -> None:
    """CURSE-2, FLEE-1: the Tuba of Charm brings its treasure from the combat."""
    mine = {"level": 3, "table": ["munchkin:tuba_of_charm"], "curses": curses}
    game = combat(
        mine, monsters=["munchkin:bullrog"], editions=("munchkin", "extended"), dice=[6],
        treasures=["munchkin:broad_sword"],
    )  # fmt: skip
    settle(flee(game))
    assert len(hand(game, 0)) == treasures
