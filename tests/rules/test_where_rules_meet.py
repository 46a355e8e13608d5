"""Meetings of two rules in the middle of something: the number that a card counts, and the end of its effect."""

from typing import Any

import pytest

from munchkin_env.errors import IllegalAction
from munchkin_env.vocabulary import Decision
from tests.kit.looking import carried_by, hand, may, monsters, options, table
from tests.kit.playing import kill, opened, passes, roll, unopposed
from tests.scenarios.munchkin.kit import combat, table_of

CTHULHU: dict[str, Any] = {"editions": ("cthulhu",), "treasures": ()}
EXTENDED: dict[str, Any] = {"editions": ("extended",)}
STAR: dict[str, Any] = {"editions": ("star",), "treasures": ()}
LASER = {"laser": "with_extra_chrome"}
"""A Laser with an enhancer; there are two of that card."""


@pytest.mark.parametrize(("klass", "level"), [("monster_whacker", 8), ("investigator", 9)])
def test_what_one_has_against_a_monster_is_a_bonus(klass: str, level: int) -> None:
    """COMBAT-1, COMBAT-5: a Monster Whacker has +2 against Pukachu, so that the level by itself has not killed it."""
    game = combat({"level": 7, "klass": klass}, monsters=["pukachu"], editions=("munchkin", "cthulhu"))
    kill(game)
    assert game.level(0) == level


@pytest.mark.parametrize(("way", "strengths"), [(0, (11, 14)), (1, (14, 9))])
def test_fire_that_is_turned_helps_the_other_side(way: int, strengths: tuple[int, int]) -> None:
    """PLAY-3: Dry as Old Straw minds fire that helps the players: boiling ichor taken from the monsters' side does."""
    mine = {"level": 8, "hand": ["ichor_picker", "canned_meat"]}
    straw = {"card": "nyukhees", "enhancers": ["dry_as_old_straw"]}
    game = combat(mine, {"hand": ["boiling_ichor"]}, monsters=["soft_boiled_eggoth", straw], **CTHULHU)
    game.do("play", card="canned_meat", place="players")
    unopposed(game, "play", card="boiling_ichor", place="monsters")
    assert (game.strength("players"), game.strength("monsters")) == (11, 17)
    game.do("play", card="ichor_picker", second="boiling_ichor")
    unopposed(game, amount=way)
    assert (game.strength("players"), game.strength("monsters")) == strengths


def test_fire_that_is_taken_back_helps_nobody() -> None:
    """PLAY-3: and the straw burns no more."""
    mine = {"level": 9, "hand": ["boiling_ichor"]}
    straw = {"card": "nyukhees", "enhancers": ["dry_as_old_straw"]}
    game = combat(mine, {"hand": ["ichor_picker"]}, monsters=[straw, "shog_goth"], **CTHULHU)
    game.do("play", card="boiling_ichor", place="players")
    assert (game.current_player, game.strength("players"), game.strength("monsters")) == (1, 12, 9)
    game.do("play", card="ichor_picker", second="boiling_ichor")
    unopposed(game, amount=0)
    assert (game.strength("players"), game.strength("monsters")) == (9, 14)


@pytest.mark.parametrize(("cursed", "drawn"), [(None, [2, 1, 1]), (0, [0, 1, 1]), (2, [2, 1, 1])])
def test_a_party_is_no_treasure_for_whom_none_is_left(cursed: int | None, drawn: list[int]) -> None:
    """CURSE-2, COMBAT-11: Garnished Wages take of their owner's combat what all are given, of others' combats not."""
    seats = [{"level": 6, "curses": ["curse_garnished_wages"] if seat == cursed else []} for seat in range(3)]
    game = combat(*seats, monsters=["surprise_party"], **EXTENDED)
    kill(game)
    while game.decision in (Decision.RECEIVE, Decision.WINDOW):
        game.do("done" if game.decision == Decision.RECEIVE else "pass")
    assert [len(hand(game, seat)) for seat in range(3)] == drawn


@pytest.mark.parametrize(("curses", "drawn"), [([], 3), (["curse_garnished_wages"], 0)])
def test_who_hands_a_combat_over_is_not_paid_against_a_curse(curses: list[str], drawn: int) -> None:
    """CURSE-2, GOLD-3: a kill by a card brings only its level."""
    mine = {"level": 2, "curses": curses, "hand": ["potion_of_halitosis", "transferral_potion"]}
    game = combat(mine, {"level": 9}, monsters=["floating_nose", "drooling_slime"], goal=20, **EXTENDED)
    unopposed(game, "play", card="potion_of_halitosis", place=0)
    unopposed(game, "play", card="transferral_potion", seat=1)
    kill(game)
    while game.decision in (Decision.RECEIVE, Decision.WINDOW):
        game.do("done" if game.decision == Decision.RECEIVE else "pass")
    assert (game.level(0), len(hand(game, 0))) == (3, drawn)


@pytest.mark.parametrize(("room", "doors"), [(None, 1), ("freshly_mopped_corridor", 0)])
def test_a_room_that_may_not_be_looted_is_not_looted_by_a_monsters_word(room: str | None, doors: int) -> None:
    """TURN-4, ROOM-2: nor for The Bodiless."""
    blend: dict[str, Any] = {"editions": ("cthulhu", "star"), "treasures": (), "doors": ["professor"], "room": room}
    game = combat({"level": 6}, monsters=["the_bodiless"], **blend)
    kill(game)
    assert hand(game, 0) == ["professor"] * doors
    assert not may(game, "loot_room")


def test_everybody_has_his_say_before_somebody_is_made_to_run() -> None:
    """FLEE-1, WINDOW-2: a Potion of Discretion decides that one runs away: what is played before the first roll is."""
    mine, drinker = {"level": 8}, {"hand": ["potion_of_discretion"]}
    game = combat(mine, drinker, {"hand": ["tactical_banana_peel"]}, monsters=["harpies"], dice=[6], **EXTENDED)
    game.do("kill")
    game.do("play", card="potion_of_discretion")
    assert (game.current_player, game.decision, options(game)) == (2, Decision.WINDOW, ["pass", "play"])
    unopposed(game, "play", card="tactical_banana_peel", place="monsters")
    lost = game.level(0)
    roll(game)
    assert (lost, game.level(0)) == (8, 6), "6 - 2 is not enough"


def test_who_is_made_to_run_may_still_be_rid_of_what_he_runs_from() -> None:
    """WINDOW-1, COMBAT-4: the leader does not decide again, and so is asked with the others."""
    mine = {"level": 8, "hand": ["loose_floorboard"]}
    game = combat(mine, {"hand": ["potion_of_discretion"]}, monsters=["harpies"], **EXTENDED)
    game.do("kill")
    game.do("play", card="potion_of_discretion")
    assert (game.current_player, may(game, "play")) == (0, True)
    unopposed(game, "play", card="loose_floorboard", place=0)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 8)


def test_nobody_helps_who_is_made_to_run() -> None:
    """HELP-7: there is nothing left to win."""
    game = combat({"level": 1, "hand": ["potion_of_discretion"]}, {"level": 9}, monsters=["harpies"], **EXTENDED)
    game.do("play", card="potion_of_discretion")
    assert (game.current_player, game.decision) == (0, Decision.FLEE)


@pytest.mark.parametrize(("carried", "left"), [(0, ["laser", "with_extra_chrome"]), (1, ["laser"])])
def test_who_must_lose_one_of_two_equal_items_keeps_the_one_in_use(carried: int, left: list[str]) -> None:
    """CURSE-3: the victim chooses; a carried one helps with nothing, whether it is the older one or not."""
    game = table_of({"hand": ["laser"], "table": [LASER]}, doors=["surprise_docking_fee"], **STAR)
    game.do("lay_out", card="laser")
    game.do("carry", card="laser", which=carried)
    opened(game)
    game.do(card="laser")
    assert (table(game, 0), carried_by(game, 0)) == (left, [])


def test_who_sells_one_of_two_equal_items_keeps_the_one_in_use() -> None:
    """SELL-1: any set of one's items."""
    game = table_of({"table": [LASER], "carried": ["laser", "fundraiser"]}, **STAR)
    game.do("sell", cards=["laser", "fundraiser"])
    assert (game.level(0), table(game, 0), carried_by(game, 0)) == (2, ["laser", "with_extra_chrome"], [])


@pytest.mark.parametrize(("which", "left"), [(0, ["laser", "with_extra_chrome"]), (1, ["laser"])])
def test_which_of_two_equal_items_is_asked_if_something_hangs_on_one(which: int, left: list[str]) -> None:
    """ITEM-6, ITEM-4: an enhancer shares the fate of its item, so that they are not alike."""
    game = table_of({"table": [LASER, "laser"]}, **STAR)
    game.do("throw_away", card="laser", which=which)
    assert table(game, 0) == left


# --------------------------------------------------------------------------- undead from a hand, made so by a card

OLD_AND_NEW: dict[str, Any] = {"editions": ("munchkin", "extended"), "treasures": ()}
BURIAL = "extended:freshly_buried"


def test_what_is_made_undead_joins_the_undead() -> None:
    """PLAY-6: the card goes on the monster that joins, from the hand of a bystander."""
    bystander = {"hand": [BURIAL, "munchkin:harpies", "munchkin:drooling_slime"]}
    game = combat({"level": 5}, bystander, monsters=["munchkin:mr_bones"], **OLD_AND_NEW)
    game.do("kill")
    game.do("play", card=BURIAL, place="monsters", second="munchkin:harpies")
    assert monsters(game) == ["munchkin:mr_bones", "munchkin:harpies"]
    assert game.strength("monsters") == 2 + 4 + 5
    assert list(game.position["combat"]["monster"]["undead"][0, :3]) == [1, 1, 0]
    assert hand(game, 1) == ["munchkin:drooling_slime"]
    passes(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)


@pytest.mark.parametrize(
    ("monster", "held", "editions"),
    [
        ("munchkin:harpies", "munchkin:drooling_slime", ("munchkin", "extended")),
        ("munchkin:mr_bones", "munchkin:enraged", ("munchkin", "extended")),
        ("mr_bones", "harpies", ("extended",)),
    ],
)
def test_nothing_is_buried_where_no_undead_would_join(monster: str, held: str, editions: tuple[str, ...]) -> None:
    """PLAY-6: no undead fights, there is no monster in hand, or the switch is off."""
    burial = BURIAL if len(editions) > 1 else "freshly_buried"
    seats = {"level": 9}, {"hand": [burial, held]}
    game = combat(*seats, monsters=[monster], editions=editions, treasures=(), windows="open")
    game.do("kill")
    assert game.current_player == 1
    with pytest.raises(IllegalAction):
        game.do("play", card=burial, place="monsters", second=held)


def test_fighters_bury_nothing_that_joins() -> None:
    """PLAY-6: only others than leader and helper."""
    mine = {"level": 5, "hand": [BURIAL, "munchkin:harpies"]}
    game = combat(mine, monsters=["munchkin:mr_bones"], **OLD_AND_NEW)
    assert not may(game, "play")


# --------------------------------------------------------------------------- cards in play that are no items

BASE: dict[str, Any] = {"editions": ("munchkin", "cthulhu"), "treasures": ()}
KEPT = {
    "cheat": {"table": [{"munchkin:helm_of_courage": "munchkin:cheat"}]},
    "enhancer": {"table": [{"munchkin:helm_of_courage": "cthulhu:of_the_middle_aged_gods"}]},
    "special": {"table": ["cthulhu:created_using_cinematic_rules"]},
}


@pytest.mark.parametrize("kept", list(KEPT))
def test_any_card_in_play_pays_for_an_ability(kept: str) -> None:
    """PLAY-10: Cheat!, what hangs on an item and what is kept in play is one's own."""
    seat = {"level": 5, "klass": "munchkin:warrior", **KEPT[kept]}
    game = combat(seat, monsters=["munchkin:net_troll"], **BASE)
    card = next(one for one in table(game, 0) if one not in ("warrior", "helm_of_courage"))
    unopposed(game, "berserk", card=card)
    assert card not in table(game, 0)


@pytest.mark.parametrize("kept", list(KEPT))
def test_other_cards_in_play_than_items_may_be_thrown_away(kept: str) -> None:
    """ITEM-4: in one's own turn, out of combat."""
    game = table_of(KEPT[kept], **BASE)
    card = next(one for one in table(game, 0) if one != "helm_of_courage")
    game.do("drop", card=card)
    assert card not in table(game, 0)
    assert not may(combat(KEPT[kept], monsters=["munchkin:net_troll"], **BASE), "drop")


@pytest.mark.parametrize(
    ("seat", "editions"),
    [
        ({"curses": ["cthulhu:corrupted_by_power"]}, ("munchkin", "cthulhu")),
        ({"curses": ["munchkin:curse_chicken_on_your_head"]}, ("munchkin", "cthulhu")),
        ({"table": ["pocket_inside_a_pocket"]}, ("extended",)),
    ],
)
def test_what_was_played_on_one_and_fairy_dust_stay(seat: dict[str, Any], editions: tuple[str, ...]) -> None:
    """PLAY-10, ITEM-4, FAIRY-3: they are not given up, for nothing or for an ability."""
    monster, klass = ("net_troll", "warrior") if len(editions) == 1 else ("munchkin:net_troll", "munchkin:warrior")
    settings: dict[str, Any] = {"editions": editions, "treasures": ()}
    assert not may(table_of(seat, **settings), "drop")
    assert not may(combat({**seat, "klass": klass}, monsters=[monster], **settings), "berserk")
