"""The treasure cards of Munchkin Cthulhu that are there: items, one-shots, level cards, Unspeakable Riches."""

from typing import Any

import pytest

from munchkin_env.cards.definition import Card
from munchkin_env.errors import ConfigError
from munchkin_env.vocabulary import Decision, Kind, Tag
from tests.each import each
from tests.kit.looking import can, carried, copy_of, hand, levels, place_of, treasures_gone
from tests.kit.playing import concede, kill, lose, pass_until, passes, settle
from tests.kit.tables import fill
from tests.scenarios.cthulhu.kit import CLASSES, EDITIONS, combat, huge, table_of

# card, bonus, slot or hands, gold, the class that it is for, the class that it is not for
ITEMS = [
    ("cowl_of_cthulhu", 3, "headgear", 500, None, None),
    ("fez_of_fazooli", 3, "headgear", 700, None, "monster_whacker"),
    ("maaaaaaster", 4, "headgear", 0, "cultist", None),
    ("miners_helmet", 2, "headgear", 400, None, None),
    ("necrotelecom", 2, "headgear", 300, None, None),
    ("fake_tentacle", 0, "none", 200, None, None),
    ("tentacle", 0, "none", 400, "cultist", None),
    ("miskatonic_university_t_shirt", 1, "none", 100, None, None),
    ("tweed_jacket", 2, "none", 400, "professor", None),
    ("galoshes", 1, "none", 300, None, None),
    ("professor_teslas_electrical_protective_device", 4, "armor", 900, None, None),
    ("slime_proof_poncho", 2, "armor", 400, None, None),
    ("monster_stompers", 3, "footgear", 600, "monster_whacker", None),
    ("bowling_pin", 2, "1_hand", 200, None, None),
    ("bug_spray", 2, "1_hand", 300, None, None),
    ("elder_sign", 3, "1_hand", 200, "investigator", None),
    ("mystic_scribble", 2, "1_hand", 300, None, "cultist"),
    ("necrocomicon", 1, "1_hand", 100, None, None),
    ("prehistoric_axe", 2, "1_hand", 500, None, None),
    ("necronookiecon", 3, "1_hand", 300, None, None),
    ("innsmouth_yellow_pages", 0, "none", 200, None, None),
    ("necrognomicon", 2, "1_hand", 200, None, None),
    ("railroad_spike", 3, "1_hand", 400, "monster_whacker", None),
    ("sushi_knife_of_doom", 2, "1_hand", 300, None, None),
    ("wand_of_walloping", 3, "1_hand", 400, None, "investigator"),
    ("bagpipes", 4, "2_hands", 500, None, None),
    ("flamethrower", 4, "2_hands", 800, None, None),
    ("shogulator", 2, "2_hands", 600, None, None),
    ("necronomicon", 5, "2_hands", 800, "professor", None),
    ("tommy_gun", 4, "2_hands", 600, None, None),
    ("triple_barreled_shotgun", 4, "2_hands", 700, "investigator", None),
    ("two_handed_flashlight", 3, "2_hands", 400, None, "professor"),
    ("brass_knucks", 1, "none", 200, None, None),
    ("cthulhu_bumper_sticker", 2, "none", 0, None, None),
    # the second box
    ("hat_for_a_decoy", 1, "headgear", 400, None, None),
    ("left_front_horseshoe", 1, "none", 500, None, None),
    ("pail_for_unwholesome_milk", 2, "1_hand", 300, None, None),
    ("elder_sign_cattle_brand", 2, "1_hand", 400, None, None),
    ("dungarees_of_deep_pockets", 2, "armor", 400, None, None),
    ("almanac_of_bad_harvests", 2, "1_hand", 400, None, "cultist"),
    ("angry_villagers_pitchfork", 3, "1_hand", 500, None, None),
    ("deerstalker_with_antlers", 3, "headgear", 500, "investigator", None),
    ("oilskin_of_the_marsh_farm", 3, "armor", 600, None, None),
    ("wellingtons_from_below", 3, "footgear", 400, None, None),
    ("bell_book_and_cowbell", 4, "none", 0, "cultist", None),
    ("thresher_at_the_threshold", 5, "2_hands", 800, "monster_whacker", None),
    ("hat_wearing_a_hat", 2, "headgear", 400, None, None),
    ("diving_suit_with_a_slow_leak", 3, "armor", 400, None, None),
    ("tide_pool_waders", 1, "footgear", 300, None, None),
    ("ceremonial_ladle", 3, "1_hand", 400, "cultist", None),
    ("flaming_marshmallow_fork", 2, "1_hand", 300, None, None),
    ("magnifying_glass_of_pettiness", 2, "1_hand", 400, None, None),
    ("crate_of_damp_fireworks", 4, "2_hands", 700, "monster_whacker", None),
    ("ornamental_harpoon", 4, "2_hands", 600, None, "professor"),
    ("inflatable_lifeboat", 0, "none", 300, None, None),
]
PARTICULAR = {  # what they do stands elsewhere
    "crook_of_the_black_shepherd",
    "backpack_full_of_dynamite",
    "cult_membership_card",
    "non_euclidean_map",
    "shoes_of_only_having_to_run_faster_than_you",
}
NAMES = [card for card, *_ in ITEMS]
WHOM: dict[str, dict[str, Any]] = {card: {"klass": only} if only else {} for card, _, _, _, only, _ in ITEMS}
FULL = {  # cards of the base game that fill the room an item needs, so that it is only carried beside them
    "headgear": "helm_of_courage",
    "armor": "leather_armor",
    "footgear": "boots_of_butt_kicking",
    "1_hand": "huge_rock",
    "2_hands": "buckler_of_swashing",
}


def cards_of(kind: Kind) -> dict[str, Card]:
    """The edition's cards of a kind by id."""
    found = table_of().catalogue.cards
    return {card.id: card for card in found if card and card.kind == kind and card.edition == "cthulhu"}


def fighter(**facts: Any) -> int:
    """The strength of somebody at level 2 in a combat."""
    return combat({"level": 2, **facts}, monsters=["grape_old_ones"]).strength("players")


# --------------------------------------------------------------------------- items


def test_every_item_of_the_edition_is_here() -> None:
    """ITEM-1: the list of this file names them all; none is Big."""
    items = cards_of(Kind.ITEM)
    assert set(items) == set(NAMES) | PARTICULAR
    assert not any(card.big for card in items.values())


@each(("card", "bonus", "slot", "gold", "only", "ban"), ITEMS, ids=NAMES)
def test_an_item_in_use_adds_its_bonus(
    card: str, bonus: int, slot: str, gold: int, only: str | None, ban: str | None
) -> None:
    """COMBAT-1, ITEM-1, ITEM-2: in use it helps whom it suits, carried nobody."""
    for klass in CLASSES:
        suits = klass != ban and only in (None, klass)
        assert fighter(klass=klass, table=[card]) == 2 + bonus * suits, klass
        assert fighter(klass=klass, carried=[card]) == 2
    assert fighter(table=[card]) == 2 + bonus * (only is None), "without a class"


@each(("card", "bonus", "slot", "gold", "only", "ban"), ITEMS, ids=NAMES)
def test_whom_an_item_does_not_suit_may_carry_it(
    card: str, bonus: int, slot: str, gold: int, only: str | None, ban: str | None
) -> None:
    """ITEM-2: a player who doesn't satisfy the restriction lays it out and carries it; others use it."""
    for klass in CLASSES:
        game = table_of({"klass": klass, "hand": [card]})
        game.do("lay_out", card=card)
        assert place_of(game, card) == "table 0"
        assert carried(game, card) == (klass == ban or only not in (None, klass)), klass


@each(("card", "slot"), [(card, slot) for card, _, slot, *_ in ITEMS if slot in FULL])
def test_a_slot_holds_one_item(card: str, slot: str) -> None:
    """ITEM-1: one headgear, one armor, one footgear, two hands' worth; the rest is carried till there is room."""
    seat = {"hand": [card], "table": [FULL[slot]], **WHOM[card]}
    game = table_of(seat, editions=(*EDITIONS, "munchkin"))
    game.do("lay_out", card=card)
    assert carried(game, card)
    assert not can(game, "use", card=card)
    game.do("carry", card=FULL[slot])
    game.do("use", card=card)
    assert (carried(game, card), carried(game, FULL[slot])) == (False, True)


SLOTLESS = ["bell_book_and_cowbell", "brass_knucks", "cthulhu_bumper_sticker", "left_front_horseshoe"]


@pytest.mark.parametrize("card", SLOTLESS)
def test_slotless_items_fit_always(card: str) -> None:
    """ITEM-1: head and hands full, an item without a slot is still in use."""
    game = table_of({"hand": [card], "table": ["miners_helmet", "flamethrower"], **WHOM[card]})
    game.do("lay_out", card=card)
    assert not carried(game, card)


@each(("card", "bonus", "slot", "gold", "only", "ban"), ITEMS, ids=NAMES)
def test_items_are_sold_for_what_they_are_worth(
    card: str, bonus: int, slot: str, gold: int, only: str | None, ban: str | None
) -> None:
    """SELL-1: a level for a thousand gold; with others it makes exactly that, and without one of them less."""
    others = {"fez_of_fazooli": 700, "miners_helmet": 400, "wishing_ring": 500, "ichor_liquor": 300}
    others |= {"bowling_pin": 200, "canned_meat": 100, "sicker_ichor": 100, "sticker_ichor": 300}
    fillers = fill(1000 - gold, [(name, worth) for name, worth in others.items() if name != card])
    game = table_of({"level": 3, "hand": [card, *fillers]})
    sale = sorted([card, *fillers], key=game.catalogue.index)
    assert can(game, "sell", cards=sale)
    game.do("sell", cards=sale)
    assert levels(game)[0] == 4
    cheaper = sorted([card, *fillers[1:]], key=game.catalogue.index)
    assert not can(table_of({"level": 3, "hand": [card, *fillers]}), "sell", cards=cheaper)


def test_there_is_no_limit_for_big_items() -> None:
    """ITEM-3: this rulebook has no Big limit; in a blend that of the base game holds (MIX-2)."""
    assert table_of().catalogue.switches["one_big"] is False
    assert table_of(editions=("cthulhu", "munchkin"), treasures=()).catalogue.switches["one_big"] is True


BURNING = ["flamethrower", "elder_sign_cattle_brand", "flaming_marshmallow_fork", "crate_of_damp_fireworks"]


@pytest.mark.parametrize("card", BURNING)
def test_what_burns(card: str) -> None:
    """Attacks of fire."""
    assert cards_of(Kind.ITEM)[card].tags == (Tag.FIRE,)


# --------------------------------------------------------------------------- one-shots

BONUS = {"canned_meat": 3, "ichor_liquor": 3, "kitchen_sink": 3, "sicker_ichor": 2, "sticker_ichor": 4}
BONUS |= {"grandmas_pickled_eyes": 3, "hurled_rooster": 2, "boiling_ichor": 3}
BONUS |= {"flaming_ichor_cocktail": 3, "industrial_strength_ichor": 5, "rude_noise_from_the_deep": 3}


def test_every_one_shot_of_the_edition_is_here() -> None:
    """PLAY-3: the tests below play all that give a bonus."""
    assert {card.id for card in cards_of(Kind.ONE_SHOT).values() if card.bonus} == set(BONUS)


@each("side", ["players", "monsters"])
@each("where", ["hand", "table"])
@each("card", BONUS)
def test_the_leader_plays_a_bonus_for_either_side(card: str, where: str, side: str) -> None:
    """PLAY-3: from hand or table, for either side; the spent card lies with the combat until it ends (COMBAT-7)."""
    game = combat({"level": 7, where: [card]}, monsters=["lloyd_lloigor"], dice=[5])
    strength = {"players": 7, "monsters": 8}
    game.do("play", card=card, place=side)
    passes(game)
    strength[side] += BONUS[card]
    assert {each: game.strength(each) for each in strength} == strength
    assert place_of(game, card) == "combat"
    if side == "players":
        kill(game)
    else:
        lose(game)
    assert place_of(game, card) == "discards"


@each("side", ["players", "monsters"])
@each("card", BONUS)
def test_a_bystander_plays_a_bonus_for_either_side(card: str, side: str) -> None:
    """PLAY-3, COMBAT-12: by anyone; the bonus is the side's, and a bystander's one-shot is no help."""
    game = combat({"level": 8}, {"hand": [card]}, monsters=["lloyd_lloigor"])
    game.do("run_away")
    pass_until(game, 1).do("play", card=card, place=side)
    strength = {"players": 8, "monsters": 8}
    strength[side] += BONUS[card]
    assert {each: game.strength(each) for each in strength} == strength
    assert int(game.position["combat"]["helper"][0]) == 0


@each("card", BONUS)
def test_no_combat_card_without_a_combat(card: str) -> None:
    """PLAY-3: cards for combats can't be played outside one."""
    assert not can(table_of({"hand": [card]}), "play", card=card, place="players")


@pytest.mark.parametrize("where", ["hand", "table"])
@pytest.mark.parametrize(("face", "left"), [(5, 5), (4, 3)])
def test_loaded_die(face: int, left: int, where: str) -> None:
    """loaded_die: after one's own roll the die shows the chosen number."""
    game = combat({"level": 5, where: ["loaded_die"]}, monsters=["lloyd_lloigor"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card="loaded_die", amount=face)
    assert levels(settle(game))[0] == left
    assert place_of(game, "loaded_die") == "discards"


@pytest.mark.parametrize("where", ["hand", "table"])
@pytest.mark.parametrize("victim", [0, 1])
def test_wishing_ring_lifts_a_lasting_curse(victim: int, where: str) -> None:
    """wishing_ring, CURSE-4: later, of oneself or of another player, from hand or table."""
    seats: list[dict[str, Any]] = [{where: ["wishing_ring"]}, {}]
    seats[victim]["curses"] = ["curse_change_sex"]
    game = table_of(*seats)
    game.do("play", card="wishing_ring", second="curse_change_sex")
    assert (place_of(game, "curse_change_sex"), place_of(game, "wishing_ring")) == ("discards", "discards")


@pytest.mark.parametrize("holder", [0, 2])
def test_wishing_ring_answers_a_curse_that_strikes(holder: int) -> None:
    """wishing_ring, CURSE-4: as it is played, by the victim or by anybody."""
    curse = "curse_learn_yet_another_awful_truth"
    seats: list[dict[str, Any]] = [{"level": 5}, {"hand": [curse]}, {"level": 5}]
    seats[holder]["hand"] = ["wishing_ring"]
    game = table_of(*seats, phase="begin")
    pass_until(game, 1).do("play", card=curse, seat=0)
    pass_until(game, holder).do("play", card="wishing_ring", second=curse)
    assert levels(settle(game)) == [5, 1, 5]
    assert place_of(game, curse) == "discards"


# --------------------------------------------------------------------------- level cards, Unspeakable Riches

LEVELS = [
    "call_the_army",
    "discover_family_history",
    "inform_local_authorities",
    "interviewed_for_evening_news",
    "learn_things_man_was_not_meant_to_know",
    "mystic_visions",
    "report_creatures_to_fbi",
    "target_practice",
    "tell_the_president",
    "swap_the_pumpkins_before_the_judging",
    "correct_the_prophets_grammar",
]
LIMITED = {  # see the files of their boxes
    *("get_adopted_by_the_village", "have_it_stuffed_for_the_parlor", "blame_the_alignment"),
}


def test_every_other_treasure_of_the_edition_is_here() -> None:
    """PLAY-2: plain level cards, Master Your Fears (`test_madness.py`), Sole Survivor and Unspeakable Riches."""
    assert set(cards_of(Kind.LEVEL)) == {*LEVELS, *LIMITED, "master_your_fears", "sole_survivor"}
    assert set(cards_of(Kind.TREASURE_SPECIAL)) == {"unspeakable_riches", "borrow_somebody_elses_future"}


@each("target", [0, 1])
@each("card", LEVELS)
def test_a_level_for_anybody(card: str, target: int) -> None:
    """PLAY-2, LEVEL-1: a level for oneself or for another player; the card is discarded."""
    game = table_of({"level": 3, "hand": [card]}, {"level": 3})
    game.do("play", card=card, seat=target)
    after = [3, 3, 1]
    after[target] += 1
    assert (levels(game), place_of(game, card)) == (after, "discards")


@each("card", LEVELS)
def test_a_level_at_any_time(card: str) -> None:
    """PLAY-2: in somebody else's combat too, where it counts at once."""
    game = combat({"level": 6}, {"hand": [card]}, monsters=["lloyd_lloigor"])
    game.do("run_away")
    pass_until(game, 1).do("play", card=card, seat=0)
    assert (game.strength("players"), place_of(game, card)) == (7, "discards")


@each("card", LEVELS)
def test_no_level_card_below_the_goal(card: str) -> None:
    """PLAY-2, GOLD-4: not on a player who is one level below the goal."""
    seats = ({"level": 9, "hand": [card]}, {"level": 9}, {"level": 8})
    assert [can(table_of(*seats), "play", card=card, seat=seat) for seat in range(3)] == [False, False, True]


TOPS = ["bowling_pin", "bug_spray", "brass_knucks", "tommy_gun"]


def test_unspeakable_riches_draw_three_more() -> None:
    """unspeakable_riches: it plays itself when drawn, three cards more in its place; then it is discarded."""
    game = combat({"level": 3}, monsters=["polly_polyp"], treasures=["unspeakable_riches", *TOPS])
    kill(game)
    assert hand(game, 0) == sorted(TOPS[:3])
    assert treasures_gone(game) == ["unspeakable_riches"]


def test_unspeakable_riches_are_drawn_as_the_others_are() -> None:
    """unspeakable_riches, COMBAT-11: alone face down, with a helper face up, so that all know the three cards."""
    tops = ["unspeakable_riches", *TOPS]
    seen = {}
    for helper in (None, 1):
        game = combat({"level": 3}, {"level": 3}, monsters=["polly_polyp"], helper=helper, treasures=tops)
        kill(game)
        settle(game)
        seen[helper] = int(game.position["card"]["known_by"][0, copy_of(game, "bug_spray")])
    assert seen[None] & 0b110 == 0
    assert seen[1] & 0b110 == 0b110


def test_unspeakable_riches_are_never_held() -> None:
    """unspeakable_riches: it plays itself when received, so no position has it in a hand."""
    with pytest.raises(ConfigError, match="Unspeakable Riches"):
        table_of({"hand": ["unspeakable_riches"]})


def test_a_huge_monster_is_no_match() -> None:
    """COMBAT-2: the enhancers of the scenarios do what they are there for."""
    game = combat({"level": 9}, monsters=[huge("shog_goth")])
    assert game.strength("monsters") == 21
    assert game.decision == Decision.COMBAT
