"""Every item of the base game in play: bonus, restriction, slot, size, and what else it does."""

from typing import Any

import pytest

from munchkin_env.vocabulary import Decision
from tests.each import each
from tests.kit.looking import can, carried, hand, levels, place_of, seen_by
from tests.kit.playing import flee, give_up, pass_until, settle, win
from tests.kit.tables import bare_fight, table_of

MALE, FEMALE = {"sex": "male"}, {"sex": "female"}
DWARF, ELF, HALFLING = {"race": "dwarf"}, {"race": "elf"}, {"race": "halfling"}
CLERIC, THIEF, WARRIOR, WIZARD = ({"klass": klass} for klass in ("cleric", "thief", "warrior", "wizard"))
ANYBODY: dict[str, Any] = {}

# card, bonus, whom it helps, whom it doesn't help (None: it helps everybody)
ITEMS = [
    ("helm_of_courage", 1, ANYBODY, None),
    ("horny_helmet", 1, ANYBODY, None),
    ("pointy_hat_of_power", 3, WIZARD, CLERIC),
    ("bad_ass_bandana", 3, ANYBODY, DWARF),
    ("leather_armor", 1, ANYBODY, None),
    ("slimy_armor", 1, ANYBODY, None),
    ("flaming_armor", 2, ANYBODY, None),
    ("short_wide_armor", 3, DWARF, ELF),
    ("mithril_armor", 3, WARRIOR, WIZARD),
    ("boots_of_butt_kicking", 2, ANYBODY, None),
    ("boots_of_running_really_fast", 0, ANYBODY, None),
    ("sandals_of_protection", 0, ANYBODY, None),
    ("buckler_of_swashing", 2, ANYBODY, None),
    ("sneaky_bastard_sword", 2, ANYBODY, None),
    ("broad_sword", 3, FEMALE, MALE),
    ("gentlemens_club", 3, MALE, FEMALE),
    ("cheese_grater_of_peace", 3, CLERIC, THIEF),
    ("dagger_of_treachery", 3, THIEF, WARRIOR),
    ("rapier_of_unfairness", 3, ELF, HALFLING),
    ("hammer_of_kneecapping", 4, DWARF, ANYBODY),
    ("mace_of_sharpness", 4, CLERIC, WARRIOR),
    ("shield_of_ubiquity", 4, WARRIOR, ANYBODY),
    ("staff_of_napalm", 5, WIZARD, THIEF),
    ("rat_on_a_stick", 1, ANYBODY, None),
    ("tuba_of_charm", 0, ANYBODY, None),
    ("eleven_foot_pole", 1, ANYBODY, None),
    ("huge_rock", 3, ANYBODY, None),
    ("chainsaw_of_bloody_dismemberment", 3, ANYBODY, None),
    ("bow_with_ribbons", 4, ELF, DWARF),
    ("swiss_army_polearm", 4, ANYBODY, HALFLING),
    ("spiky_knees", 1, ANYBODY, None),
    ("singing_and_dancing_sword", 2, CLERIC, THIEF),
    ("really_impressive_title", 3, ANYBODY, None),
    ("pantyhose_of_giant_strength", 3, WIZARD, WARRIOR),
    ("limburger_and_anchovy_sandwich", 3, HALFLING, ELF),
    ("stepladder", 3, HALFLING, DWARF),
    ("cloak_of_obscurity", 4, THIEF, ANYBODY),
    ("kneepads_of_allure", 0, THIEF, CLERIC),
]
RESTRICTED = [(card, bonus, suits, fails) for card, bonus, suits, fails in ITEMS if fails is not None]

# what fills the room that the item needs, so that a second one of its kind is only carried
FULL = {
    "headgear": ["helm_of_courage"],
    "armor": ["leather_armor"],
    "footgear": ["boots_of_butt_kicking"],
    "1_hand": ["buckler_of_swashing", "sneaky_bastard_sword"],
    "2_hands": ["buckler_of_swashing"],
}
SLOTS = {
    "headgear": ["horny_helmet", "pointy_hat_of_power", "bad_ass_bandana"],
    "armor": ["slimy_armor", "flaming_armor", "short_wide_armor", "mithril_armor"],
    "footgear": ["boots_of_running_really_fast", "sandals_of_protection"],
    "1_hand": [
        "broad_sword",
        "gentlemens_club",
        "cheese_grater_of_peace",
        "dagger_of_treachery",
        "rapier_of_unfairness",
        "hammer_of_kneecapping",
        "mace_of_sharpness",
        "shield_of_ubiquity",
        "staff_of_napalm",
        "rat_on_a_stick",
        "tuba_of_charm",
    ],
    "2_hands": [
        "eleven_foot_pole",
        "huge_rock",
        "chainsaw_of_bloody_dismemberment",
        "bow_with_ribbons",
        "swiss_army_polearm",
    ],
}
SLOTLESS = [
    "spiky_knees",
    "singing_and_dancing_sword",
    "really_impressive_title",
    "pantyhose_of_giant_strength",
    "limburger_and_anchovy_sandwich",
    "stepladder",
    "cloak_of_obscurity",
    "kneepads_of_allure",
]
FITTING = [(slot, card) for slot, cards in SLOTS.items() for card in cards]
WHOM = {card: suits for card, _, suits, _ in ITEMS}
BIG = [
    "mithril_armor",
    "shield_of_ubiquity",
    "tuba_of_charm",
    "huge_rock",
    "chainsaw_of_bloody_dismemberment",
    "swiss_army_polearm",
    "stepladder",
]
SMALL = [card for card, *_ in ITEMS if card not in BIG]


def test_every_item_of_the_base_game_is_here() -> None:
    """ITEM-1: the lists of this file name all 38 items, each with its slot."""
    catalogue = table_of().catalogue
    items = {catalogue.short_id(k) for k in range(1, len(catalogue.cards)) if catalogue.card(k).kind.name == "ITEM"}
    assert items == {card for card, *_ in ITEMS}
    assert len(items) == 38
    assert items - {worn for full in FULL.values() for worn in full} == {card for _, card in FITTING} | set(SLOTLESS)


@each(("card", "bonus", "suits", "fails"), ITEMS, ids=[item[0] for item in ITEMS])
def test_an_item_in_use_adds_its_bonus(card: str, bonus: int, suits: dict[str, Any], fails: object) -> None:
    """COMBAT-1, ITEM-1: in use it adds its bonus, carried nothing."""
    assert bare_fight(["potted_plant"], {"level": 2, "table": [card], **suits}).strength("players") == 2 + bonus
    assert bare_fight(["potted_plant"], {"level": 2, "carried": [card], **suits}).strength("players") == 2


@each(("card", "bonus", "suits", "fails"), RESTRICTED, ids=[item[0] for item in RESTRICTED])
def test_a_restricted_item_helps_only_whom_it_suits(
    card: str, bonus: int, suits: dict[str, Any], fails: dict[str, Any]
) -> None:
    """ITEM-2: a player who doesn't satisfy the restriction may lay it out and carry it, but not put it in use."""
    assert bare_fight(["potted_plant"], {"level": 2, "table": [card], **fails}).strength("players") == 2
    game = table_of({"hand": [card], **fails})
    game.do("lay_out", card=card)
    assert place_of(game, card) == "table 0"
    assert carried(game, card)
    assert not can(game, "use", card=card)
    game = table_of({"hand": [card], **suits})
    game.do("lay_out", card=card)
    assert not carried(game, card)
    game = table_of({"carried": [card], **suits})
    game.do("use", card=card)
    assert not carried(game, card)


@each(("slot", "card"), FITTING, ids=[card for _, card in FITTING])
def test_a_slot_holds_one_item(slot: str, card: str) -> None:
    """ITEM-1: one headgear, one armor, one footgear, two hands' worth; the rest is carried till there is room."""
    game = table_of({"hand": [card], "table": FULL[slot], **WHOM[card]})
    game.do("lay_out", card=card)
    assert carried(game, card)
    assert not can(game, "use", card=card)
    game.do("carry", card=FULL[slot][0])
    game.do("use", card=card)
    assert not carried(game, card)
    assert carried(game, FULL[slot][0])


@pytest.mark.parametrize(
    ("card", "slot"), [(worn, slot) for slot, full in FULL.items() if slot != "2_hands" for worn in full]
)
def test_the_first_item_of_a_slot_fits(card: str, slot: str) -> None:
    """ITEM-1: helm_of_courage, leather_armor, boots_of_butt_kicking and the one-handed ones fill a slot too."""
    rival = SLOTS[slot][0]
    others = ["rat_on_a_stick"] if slot == "1_hand" else []
    game = table_of({"hand": [card], "table": [rival, *others], "sex": "female"})
    game.do("lay_out", card=card)
    assert carried(game, card)
    game = table_of({"hand": [card]})
    game.do("lay_out", card=card)
    assert not carried(game, card)


@each("card", SLOTLESS)
def test_slotless_items_fit_always(card: str) -> None:
    """ITEM-1: head, body, feet and hands full, an item without a slot is still in use."""
    worn = ["helm_of_courage", "leather_armor", "boots_of_butt_kicking", "buckler_of_swashing", "sneaky_bastard_sword"]
    others = [other for other in SLOTLESS if other not in (card, "stepladder")]
    game = table_of({"hand": [card], "table": [*worn, *others], **WHOM[card]})
    game.do("lay_out", card=card)
    assert not carried(game, card)


@pytest.mark.parametrize("card", BIG)
def test_one_big_item_a_player(card: str) -> None:
    """ITEM-3: a second Big item can't even be carried, except by a Dwarf."""
    other = "huge_rock" if card != "huge_rock" else "stepladder"
    assert not can(table_of({"hand": [card], "carried": [other]}), "lay_out", card=card)
    assert can(table_of({"hand": [card]}), "lay_out", card=card)
    assert can(table_of({"hand": [card], "carried": [other], **DWARF}), "lay_out", card=card)


@each("card", SMALL)
def test_small_items_know_no_limit(card: str) -> None:
    """ITEM-3: an item that is not Big may be laid out beside a Big one."""
    assert can(table_of({"hand": [card], "carried": ["huge_rock"]}), "lay_out", card=card)


@pytest.mark.parametrize("card", ["rat_on_a_stick", "huge_rock", "really_impressive_title"])
def test_items_without_value_may_be_thrown_into_a_sale(card: str) -> None:
    """SELL-1: worth nothing, sold along with something that pays for the level."""
    game = table_of({"level": 3, "table": [card], "hand": ["wand_of_dowsing"]})
    game.do("sell", cards=sorted([card, "wand_of_dowsing"], key=game.catalogue.index))
    assert levels(game)[0] == 4
    assert (place_of(game, card), place_of(game, "wand_of_dowsing")) == ("discards", "discards")


# --------------------------------------------------------------------------- restrictions that change


def test_horny_helmet_gives_an_elf_three() -> None:
    """horny_helmet: +3 instead of +1 for an Elf, also for one by half."""
    assert bare_fight(["potted_plant"], {"table": ["horny_helmet"], **ELF}).strength("players") == 4
    half = {"race": ["elf", "dwarf"], "table": ["horny_helmet", "half_breed"]}
    assert bare_fight(["potted_plant"], half).strength("players") == 4
    assert bare_fight(["potted_plant"], {"table": ["horny_helmet"], **DWARF}).strength("players") == 2


@pytest.mark.parametrize("card", ["bad_ass_bandana", "swiss_army_polearm"])
def test_humans_only_means_without_any_race(card: str) -> None:
    """ITEM-2: Half-Breed with one race doesn't allow items for humans (bad_ass_bandana, swiss_army_polearm)."""
    half = {"race": "elf", "table": [card, "half_breed"]}
    assert bare_fight(["potted_plant"], half).strength("players") == 1


@pytest.mark.parametrize(
    ("card", "klass", "bonus"),
    [
        ("mithril_armor", "wizard", 3),
        ("singing_and_dancing_sword", "thief", 2),
        ("pantyhose_of_giant_strength", "warrior", 3),
    ],
)
def test_super_munchkin_with_one_class_has_no_drawback(card: str, klass: str, bonus: int) -> None:
    """MOD-1: a ban of the class is a drawback, which Super Munchkin with one class lifts."""
    one = {"klass": klass, "table": [card, "super_munchkin"]}
    assert bare_fight(["potted_plant"], one).strength("players") == 1 + bonus
    two = {"klass": [klass, "cleric"], "table": [card, "super_munchkin"]}
    assert bare_fight(["potted_plant"], two).strength("players") == 1


def test_permission_lost_and_found_in_the_same_combat() -> None:
    """ITEM-5: mace_of_sharpness stops helping when the class goes, and helps again when it returns."""
    game = bare_fight(["potted_plant"], {"table": ["mace_of_sharpness"], "hand": ["cleric"], "klass": "cleric"})
    assert game.strength("players") == 5
    game.do("drop", card="cleric")
    settle(game)
    assert game.strength("players") == 1
    game.do("lay_out", card="cleric")
    assert settle(game).strength("players") == 5


# --------------------------------------------------------------------------- running away


def harpies(*dice: int, **wearer: Any) -> Any:
    """A Level 5 loser against Harpies, who let nobody go and take two levels."""
    return bare_fight(["harpies"], {"level": 3, **wearer}, dice=dice)


def test_boots_of_running_really_fast() -> None:
    """boots_of_running_really_fast, FLEE-1: +2 to the wearer's rolls, nothing when carried."""
    boots = "boots_of_running_really_fast"
    assert levels(flee(harpies(3, table=[boots])))[0] == 3
    assert levels(flee(harpies(2, table=[boots])))[0] == 1
    assert levels(flee(harpies(4, carried=[boots])))[0] == 1


def test_boots_help_only_their_wearer() -> None:
    """FLEE-3, boots_of_running_really_fast: the ally rolls without them."""
    seats = ({"level": 3, "table": ["boots_of_running_really_fast"]}, {"level": 3})
    game = flee(bare_fight(["net_troll", "harpies"], *seats, helper=1, dice=[3, 3, 3, 3]))
    assert levels(game)[:2] == [3, 1]


def test_tuba_of_charm() -> None:
    """tuba_of_charm: +3 to the wearer's rolls, and a face-down treasure after an escape; none when caught."""
    seat = {"level": 3, "table": ["tuba_of_charm"]}
    game = flee(bare_fight(["harpies"], seat, dice=[2], treasures=["helm_of_courage"]))
    assert levels(game)[0] == 3
    assert hand(game, 0) == ["helm_of_courage"]
    assert seen_by(game, "helm_of_courage") == set()
    game = flee(bare_fight(["harpies"], seat, dice=[1], treasures=["helm_of_courage"]))
    assert levels(game)[0] == 1
    assert hand(game, 0) == []
    carried_only = {"level": 3, "carried": ["tuba_of_charm"]}
    game = flee(bare_fight(["harpies"], carried_only, dice=[6], treasures=["helm_of_courage"]))
    assert hand(game, 0) == []


def test_tuba_brings_one_treasure_for_the_whole_combat() -> None:
    """tuba_of_charm: one treasure for the escape from the combat, none if one of the monsters catches."""
    seat = {"level": 3, "table": ["tuba_of_charm"]}
    two = ["harpies", "platycore"]
    tops = ["helm_of_courage", "leather_armor"]
    assert hand(flee(bare_fight(two, seat, dice=[2, 2], treasures=tops)), 0) == ["helm_of_courage"]
    assert hand(flee(bare_fight(two[::-1], seat, dice=[2, 1], treasures=tops)), 0) == []


def test_tuba_pays_after_an_automatic_escape_but_not_for_a_vanished_monster() -> None:
    """tuba_of_charm: any escape will do; a monster sent off by magic_lamp was not escaped."""
    seat = {"level": 3, "table": ["tuba_of_charm"], "hand": ["instant_wall"]}
    game = give_up(bare_fight(["harpies"], seat, treasures=["helm_of_courage"]))
    game.do("play", card="instant_wall", seat=0)
    game.do("roll", place=0)
    assert hand(settle(game), 0) == ["helm_of_courage"]
    seat = {"level": 3, "table": ["tuba_of_charm"], "hand": ["magic_lamp"]}
    tops = ["helm_of_courage", "leather_armor", "spiky_knees"]
    game = give_up(bare_fight(["harpies"], seat, dice=[1], treasures=tops))
    game.do("roll", place=0)
    game.do("play", card="magic_lamp", place=0)
    assert hand(settle(game), 0) == tops[:2]  # the treasure of the vanished monster, none of the Tuba


def test_a_helper_with_the_tuba_draws_too() -> None:
    """tuba_of_charm, FLEE-3: the treasure is the wearer's, leader or helper; the other one gets nothing."""
    seats = ({"level": 3}, {"level": 3, "table": ["tuba_of_charm"]})
    game = flee(bare_fight(["wannabe_vampire"], *seats, helper=1, dice=[6, 2], treasures=["helm_of_courage"]))
    assert (hand(game, 0), hand(game, 1)) == ([], ["helm_of_courage"])


@pytest.mark.parametrize("where", ["table", "carried"])
def test_rat_on_a_stick(where: str) -> None:
    """rat_on_a_stick: discarded in use or carried, it is an automatic escape from a monster up to Level 8."""
    game = give_up(bare_fight(["face_sucker"], {"level": 3, where: ["rat_on_a_stick"]}, dice=[1]))
    game.do("play", card="rat_on_a_stick", place=0)
    assert place_of(game, "rat_on_a_stick") == "discards"
    game.do("roll", place=0)
    assert levels(settle(game))[0] == 3


def test_rat_on_a_stick_works_by_level_not_by_strength() -> None:
    """rat_on_a_stick: enhancers change the strength, not the level; Level 10 and what can't be escaped don't care."""
    rat = {"level": 3, "table": ["rat_on_a_stick"]}
    game = give_up(bare_fight([{"card": "harpies", "enhancers": ["ancient"]}], rat))
    assert can(game, "play", card="rat_on_a_stick", place=0)
    for monster in ("net_troll", "crabs"):
        game = give_up(bare_fight([{"card": monster, "enhancers": ["ancient"]}], rat))
        assert not can(game, "play", card="rat_on_a_stick", place=0)
    game = give_up(bare_fight(["harpies"], {"level": 3, "hand": ["rat_on_a_stick"]}))
    assert not can(game, "play", card="rat_on_a_stick", place=0)


def test_rat_on_a_stick_saves_from_one_monster() -> None:
    """rat_on_a_stick, FLEE-1: the other monster is fled from with a roll."""
    two = [{"card": "lame_goblin", "enhancers": ["ancient"]}, "harpies"]
    game = give_up(bare_fight(two, {"level": 3, "table": ["rat_on_a_stick"]}, dice=[1]))
    game.do("play", card="rat_on_a_stick", place=0)
    game.do("roll", place=0)
    settle(game)
    assert (game.decision, levels(game)[0]) == (Decision.FLEE, 3)
    game.do("roll", place=1)
    assert levels(settle(game))[0] == 1


# --------------------------------------------------------------------------- Sandals of Protection


def test_sandals_stop_a_curse_behind_the_door() -> None:
    """sandals_of_protection: a curse turned up by the wearer has no effect and is discarded."""
    worn = {"level": 5, "table": ["sandals_of_protection"]}
    game = table_of(worn, phase="door", doors=["curse_duck_of_doom"])
    assert levels(game)[0] == 5
    assert place_of(game, "curse_duck_of_doom") == "discards"
    assert game.decision == Decision.AFTER_DOOR
    game = table_of({"level": 5, "carried": ["sandals_of_protection"]}, phase="door", doors=["curse_duck_of_doom"])
    assert levels(settle(game))[0] == 3


def test_sandals_do_not_stop_a_played_curse() -> None:
    """sandals_of_protection: a curse played from a hand strikes, also one's own."""
    worn = {"level": 5, "table": ["sandals_of_protection"]}
    game = table_of(worn, {"hand": ["curse_duck_of_doom"]}, phase="begin")
    pass_until(game, 1).do("play", card="curse_duck_of_doom", seat=0)
    assert levels(settle(game))[0] == 3
    game = table_of({**worn, "hand": ["curse_duck_of_doom"]})
    game.do("play", card="curse_duck_of_doom", seat=0)
    assert levels(settle(game))[0] == 3


def test_sandals_protect_only_their_wearer() -> None:
    """sandals_of_protection: another player who opens the door is struck."""
    seats = ({"level": 5}, {"table": ["sandals_of_protection"]})
    assert levels(settle(table_of(*seats, phase="door", doors=["curse_duck_of_doom"])))[0] == 3


# --------------------------------------------------------------------------- Kneepads of Allure


def allured(wearer: dict[str, Any], *others: dict[str, Any], monster: str = "net_troll") -> Any:
    return bare_fight([monster], {"table": ["kneepads_of_allure"], **wearer}, *others)


def test_kneepads_leave_a_higher_level_no_choice() -> None:
    """kneepads_of_allure, HELP-9: a player of higher level neither refuses nor gets a reward."""
    game = allured({"level": 3}, {"level": 8})
    assert not can(game, "ask_help", seat=1, amount=1)
    game.do("ask_help", seat=1, amount=0)
    settle(game)
    assert game.decision == Decision.COMBAT
    assert game.strength("players") == 11
    assert levels(win(game)) == [4, 8, 1]


@pytest.mark.parametrize("level", [2, 3])
def test_kneepads_do_not_work_on_equals_and_lower_levels(level: int) -> None:
    """kneepads_of_allure: only players of higher level than the wearer's are made to help."""
    game = allured({"level": 3}, {"level": level})
    assert can(game, "ask_help", seat=1, amount=1)
    game.do("ask_help", seat=1, amount=0)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)


@pytest.mark.parametrize("wearer", [{"klass": "cleric"}, {"table": [], "carried": ["kneepads_of_allure"]}])
def test_kneepads_that_do_not_work_force_nobody(wearer: dict[str, Any]) -> None:
    """kneepads_of_allure, ITEM-2: not usable by a Cleric, and no use when carried."""
    game = allured({"level": 3, **wearer}, {"level": 8})
    game.do("ask_help", seat=1, amount=0)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)


def test_kneepads_do_not_win_the_game() -> None:
    """kneepads_of_allure, HELP-9: no winning level with forced help; with a volunteer there is one."""
    game = allured({"level": 8}, {"level": 9}, monster="hippogriff")
    game.do("ask_help", seat=1, amount=0)
    win(settle(game))
    assert not game.is_terminal
    assert levels(game)[0] == 9
    game = bare_fight(["hippogriff"], {"level": 8}, {"level": 9})
    game.do("ask_help", seat=1, amount=0)
    settle(game).do("yes")
    win(settle(game))
    assert game.winners == (0,)


def test_kneepads_bar_the_win_even_if_the_forced_helper_is_gone() -> None:
    """kneepads_of_allure: a combat in which help was forced can't be won for the goal, alone neither."""
    potions = ["electric_radioactive_acid_potion", "magic_missile", "pretty_balloons", "cotion_of_ponfusion"]
    seats = ({"level": 8, "hand": potions}, {"level": 9}, {"hand": ["wandering_monster", "gazebo"]})
    game = allured(*seats, monster="hippogriff")
    game.do("ask_help", seat=1, amount=0)
    pass_until(game, 2).do("pass")  # the question; once it is agreed the window opens again
    pass_until(game, 2).do("play", card="wandering_monster", second="gazebo")
    settle(game)
    for potion in potions:
        game.do("play", card=potion, place="players")
        settle(game)
    assert game.strength("players") == 8 + 18
    win(game)
    assert not game.is_terminal
    assert levels(game)[0] == 9


def test_a_forced_elf_gains_levels() -> None:
    """kneepads_of_allure, HELP-4: the levels of an Elf who helps are no reward."""
    game = allured({"level": 3}, {"level": 8, **ELF})
    game.do("ask_help", seat=1, amount=0)
    assert levels(win(settle(game))) == [4, 9, 1]


# --------------------------------------------------------------------------- what items are made of


@pytest.mark.parametrize(
    ("seat", "gain"),
    [
        ({"table": ["flaming_armor"]}, 2),
        ({"table": ["staff_of_napalm"], "klass": "wizard"}, 2),
        ({"table": ["staff_of_napalm"]}, 1),
        ({"carried": ["flaming_armor"]}, 1),
        ({"table": ["leather_armor"]}, 1),
    ],
)
def test_items_of_fire_anger_the_chicken(seat: dict[str, Any], gain: int) -> None:
    """COMBAT-5: flaming_armor and staff_of_napalm in use bring the extra level of the Large Angry Chicken."""
    assert levels(win(bare_fight(["large_angry_chicken"], {"level": 4, **seat})))[0] == 4 + gain


@pytest.mark.parametrize("card", ["eleven_foot_pole", "swiss_army_polearm", "staff_of_napalm", "wand_of_dowsing"])
def test_poles_staffs_and_wands_distract_the_pit_bull(card: str) -> None:
    """FLEE-1: thrown to the Pit Bull they are an automatic escape, carried or of no use to their owner too."""
    game = give_up(bare_fight([{"card": "pit_bull", "enhancers": ["ancient"]}], {"level": 5, "carried": [card]}))
    game.do("pay_escape", place=0, card=card)
    assert place_of(game, card) == "discards"
    game.do("roll", place=0)
    assert levels(settle(game))[0] == 5


def test_what_crabs_take_off() -> None:
    """FLEE-2: the worn armor and all that is worn below the waist; the rest stays."""
    armor = "leather_armor"
    below = ["boots_of_butt_kicking", "spiky_knees", "pantyhose_of_giant_strength", "kneepads_of_allure"]
    kept = ["helm_of_courage", "buckler_of_swashing", "really_impressive_title"]
    worn = {"table": [*below, *kept, armor]}
    game = flee(bare_fight([{"card": "crabs", "enhancers": ["ancient", "humongous"]}], worn))
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card=armor)
    assert {place_of(game, card) for card in [*below, armor]} == {"discards"}
    assert {place_of(game, card) for card in kept} == {"table 0"}
