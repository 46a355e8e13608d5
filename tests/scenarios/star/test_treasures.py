"""The treasure cards of Star Munchkin that are there: items, one-shots, level cards."""

from typing import Any

import pytest

from munchkin_env.vocabulary import Decision, Kind
from tests.each import each
from tests.kit.looking import can, carried, hand, levels, place_of, seen_by, table
from tests.kit.playing import concede, kill, pass_until, passes, unopposed
from tests.kit.tables import fill
from tests.scenarios.star.kit import EDITIONS, PLAIN, cards_of, combat, table_of

# card, bonus, slot or hands, credits, for whom it is, for whom it is not
ITEMS: list[tuple[str, int, str, int, dict[str, str], dict[str, str]]] = [
    ("colander_of_mind_shielding", 1, "headgear", 200, {}, {}),
    ("beret_of_the_away_team", 1, "headgear", 300, {}, {"klass": "space_ranger"}),
    ("spare_head_well_meaning", 0, "none", 400, {}, {}),
    ("ear_muffs_of_outer_silence", 0, "headgear", 300, {}, {}),
    ("battle_armor", 4, "armor", 600, {}, {"klass": "psychic"}),
    ("bubble_wrap_space_suit", 1, "armor", 200, {}, {}),
    ("scorched_heat_shield", 3, "armor", 600, {}, {"race": "bug"}),
    ("slippers_of_mild_antigravity", 0, "footgear", 400, {}, {}),
    ("lead_moon_boots", 3, "footgear", 400, {}, {}),
    ("four_matching_socks", 3, "footgear", 400, {"race": "feline"}, {}),
    ("telescopic_spork", 2, "1_hand", 300, {}, {}),
    ("overclocked_hair_dryer", 3, "1_hand", 400, {}, {}),
    ("neuron_whip", 3, "1_hand", 400, {"race": "mutant"}, {}),
    ("water_pistol_with_heavy_water", 1, "1_hand", 200, {}, {}),
    ("blank_warrant", 3, "1_hand", 400, {"klass": "bounty_hunter"}, {}),
    ("sonic_toothbrush", 2, "1_hand", 400, {}, {}),
    ("universal_can_opener", 4, "1_hand", 600, {"race": "cyborg"}, {}),
    ("structural_girder", 3, "2_hands", 400, {}, {}),
    ("very_long_stick", 1, "2_hands", 200, {}, {}),
    ("tail_gun", 3, "none", 400, {"race": "feline"}, {}),
    ("diamond_teeth", 2, "none", 400, {}, {}),
    ("third_sleeve_occupied", 0, "none", 400, {}, {}),
    ("emergency_hamster", 1, "none", 200, {}, {}),
    ("tiara_of_the_knife_throwers_assistant", 3, "headgear", 600, {"sex": "female"}, {}),
    ("tinfoil_tuxedo", 2, "armor", 400, {"sex": "male"}, {}),
    ("clown_shoes_of_command", 1, "footgear", 300, {}, {}),
    ("left_foot_additional", 0, "none", 400, {"race": ()}, {}),
    ("tent_pole_of_justice", 3, "2_hands", 500, {}, {"klass": "trader"}),
    ("loyalty_card_with_nine_stamps", 0, "none", 300, {}, {}),
    ("laser", 2, "2_hands", 300, {}, {}),
    ("dazer", 3, "2_hands", 400, {}, {}),
    ("maser", 3, "2_hands", 400, {}, {}),
    ("stargazer", 3, "2_hands", 400, {}, {}),
    ("trailblazer", 4, "2_hands", 600, {}, {}),
    ("eraser", 4, "2_hands", 600, {}, {"klass": "psychic"}),
    ("fundraiser", 5, "2_hands", 700, {}, {}),
    ("disposable_phraser", 2, "2_hands", 300, {}, {}),
    ("lawn_grazer", 3, "2_hands", 400, {}, {}),
    ("self_praiser", 3, "2_hands", 400, {}, {}),
    ("curtain_raiser", 4, "2_hands", 400, {"race": "bug"}, {}),
    ("thinking_cap_with_four_manuals", 3, "headgear", 300, {}, {}),
    ("helmet_of_too_many_visors", 4, "headgear", 500, {}, {"race": "feline"}),
    ("antenna_array_hat", 2, "headgear", 200, {}, {}),
    ("exoskeleton_in_kit_form", 5, "armor", 600, {}, {}),
    ("suit_of_nine_hundred_buttons", 3, "armor", 300, {}, {"klass": "psychic"}),
    ("self_ironing_uniform", 2, "armor", 200, {}, {}),
    ("boots_with_a_pilots_license", 3, "footgear", 300, {}, {}),
    ("multi_purpose_unwrench", 3, "1_hand", 300, {"klass": "gadgeteer"}, {}),
    ("pocket_particle_accelerator", 4, "1_hand", 400, {}, {}),
    ("remote_for_everything_else", 3, "1_hand", 300, {}, {"race": "feline"}),
    ("soldering_iron_of_mild_doom", 4, "1_hand", 400, {}, {}),
    ("voice_activated_club", 2, "1_hand", 200, {}, {}),
    ("quantum_trebuchet", 5, "2_hands", 600, {}, {}),
    ("portable_planetarium", 4, "2_hands", 400, {"klass": "psychic"}, {}),
    ("drone_that_needs_a_hug", 4, "1_hand", 500, {"klass": "psychic"}, {}),
    ("wearable_warp_core", 3, "1_hand", 400, {}, {"klass": "psychic"}),
]
OTHER = {"race": "bug", "klass": "trader"}  # no item but a laser is for them alone
NAMES = [card for card, *_ in ITEMS]
FULL = {"headgear": "helm_of_courage", "armor": "leather_armor", "footgear": "boots_of_butt_kicking"}
FULL |= {"1_hand": "huge_rock", "2_hands": "buckler_of_swashing"}  # cards of the base game that take the room

WORTH = {"staff_of_napalm": 800, "mithril_armor": 600, "broad_sword": 400, "helm_of_courage": 200, "magic_missile": 300}
WORTH |= {"flask_of_glue": 100, "gentlemens_club": 400}


def fighter(**facts: Any) -> int:
    """The strength of somebody at level 2 who is helped by one at level 1: lone bonuses don't matter."""
    return combat({"level": 2, **facts}, {"level": 1}, monsters=["starfish"], helper=1).strength("players") - 1


def test_every_item_of_the_edition_is_here() -> None:
    """ITEM-1: the list of this file names them all; none is Big."""
    items = cards_of(Kind.ITEM)
    assert set(items) == set(NAMES)
    assert not any(card.big for card in items.values())


@each(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_an_item_in_use_adds_its_bonus(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """COMBAT-1, ITEM-1, ITEM-2: in use it helps whom it suits, carried nobody."""
    assert fighter(table=[card], **only) == 2 + bonus
    assert fighter(carried=[card], **only) == 2
    if only:
        other = {**OTHER, "sex": "male" if only == {"sex": "female"} else "female"}
        assert fighter(table=[card], **(other | {"race": "feline"} if "bug" in only.values() else other)) == 2
    if ban:
        assert fighter(table=[card], **ban) == 2


@each(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_a_slot_holds_one_item(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """ITEM-1: one headgear, one armor, one footgear, two hands' worth; the rest is carried till there is room."""
    full = [FULL[slot]] if slot in FULL else ["helm_of_courage", "leather_armor", "huge_rock"]
    way = {"chosen": 2} if only.get("race") == "mutant" else {}  # a Mutant with two heads has no hand more
    owner = {"hand": [card], "table": full, **only, **way}
    game = table_of(owner, editions=(*EDITIONS, "munchkin"), treasures=())
    game.do("lay_out", card=card)
    assert carried(game, card) == (slot in FULL)


@each(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_items_are_sold_for_what_they_are_worth(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """SELL-1: with others that make it a thousand credits it is a level, with less it isn't."""
    fillers = fill(1000 - credits, [(name, worth) for name, worth in WORTH.items() if name != card])
    game = table_of({"level": 3, "hand": [card, *fillers]}, editions=(*EDITIONS, "munchkin"), treasures=())
    assert not can(game, "sell", cards=sorted([card, *fillers[1:]], key=game.catalogue.index))
    game.do("sell", cards=sorted([card, *fillers], key=game.catalogue.index))
    assert levels(game)[0] == 4


# --------------------------------------------------------------------------- one-shots

BONUS = {"jar_of_weaponized_silence": 3, "handful_of_comet": 2, "flash_bulb_from_1954": 2}
BONUS |= {"bag_of_spare_gravity": 2, "can_of_liquid_courage": 2, "thermos_of_lava": 3}
BONUS |= {"sneeze_grenade": 3, "fusion_cupcake": 5, "orbital_bowling_ball": 5}
BONUS |= {"torpedo_slightly_used": 5, "squirting_sunflower": 2, "confetti_bomb": 3}
BONUS |= {"armed_banana_cream_pie": 3, "single_use_cannon": 5}


def test_every_one_shot_of_the_edition_is_here() -> None:
    """PLAY-3: the tests below play all that give a bonus."""
    assert {card.id for card in cards_of(Kind.ONE_SHOT).values() if card.bonus} == set(BONUS)


@each("who", [0, 1])
@each("side", ["players", "monsters"])
@each("where", ["hand", "table"])
@each("card", BONUS)
def test_anybody_plays_a_bonus_for_either_side(card: str, where: str, side: str, who: int) -> None:
    """PLAY-3, COMBAT-7: from hand or table; the spent card lies with the combat until it ends."""
    seats: list[dict[str, Any]] = [{"level": 5}, {}]
    seats[who][where] = [card]
    game = combat(*seats, monsters=["starfish"], treasures=[])
    if who:
        game.do("run_away")
        pass_until(game, who)
    game.do("play", card=card, place=side)
    strength = {"players": 5, "monsters": 6}
    strength[side] += BONUS[card]
    assert {each: game.strength(each) for each in strength} == strength
    assert place_of(game, card) == "combat"


# --------------------------------------------------------------------------- level cards

LEVELS = [
    "reverse_the_polarity",
    "skip_the_safety_briefing",
    "name_the_planet_after_yourself",
    "blame_the_autopilot",
    "write_your_own_log_entry",
    "win_an_argument_with_the_ship",
    "laugh_at_the_right_moment",
    "fit_nine_into_one_shuttle",
    "get_your_own_spin_off",
]
LIMITED = {  # below
    *("read_the_terms_of_service", "rewrite_the_prequel", "salvage_rights", "take_a_bow"),
    "stand_behind_the_rest_of_the_crew",
    "blame_somebody_in_red",  # see `test_sidekicks`
}


def test_every_level_card_of_the_edition_is_here() -> None:
    """PLAY-2: the list of this file names them all."""
    assert set(cards_of(Kind.LEVEL)) == {*LEVELS, *LIMITED}


@each("card", LEVELS)
def test_a_level_for_oneself(card: str) -> None:
    """PLAY-2, LEVEL-1: at any time, for oneself alone, never the winning one."""
    game = table_of({"level": 3, "hand": [card]}, {"level": 3})
    assert not can(game, "play", card=card, seat=1)
    game.do("play", card=card, seat=0)
    assert (levels(game)[:2], place_of(game, card)) == ([4, 3], "discards")
    assert not can(table_of({"level": 9, "hand": [card]}), "play", card=card, seat=0)
    game = combat({"level": 6, "hand": [card]}, monsters=["starfish"])
    game.do("play", card=card, seat=0)
    assert game.strength("players") == 7, "in a combat it counts at once"


@pytest.mark.parametrize("card", ["read_the_terms_of_service", "rewrite_the_prequel"])
def test_not_for_the_highest(card: str) -> None:
    """PLAY-2: a player of the highest level, alone or tied, can't play it."""
    assert not can(table_of({"level": 3, "hand": [card]}, {"level": 3}), "play", card=card, seat=0)
    game = table_of({"level": 3, "hand": [card]}, {"level": 4})
    game.do("play", card=card, seat=0)
    assert levels(game)[0] == 4


@pytest.mark.parametrize("card", ["salvage_rights", "take_a_bow"])
def test_after_a_combat(card: str) -> None:
    """PLAY-2: right after one, not before."""
    assert not can(table_of({"level": 3, "hand": [card]}), "play", card=card, seat=0)
    game = combat({"level": 3, "hand": [card]}, monsters=["fanged_fuzzball"])
    kill(game)
    game.do("play", card=card, seat=0)
    assert levels(game)[0] == 5


def test_stand_behind_the_rest_of_the_crew() -> None:
    """PLAY-2: two levels for a player who came through when their ally did not, else one."""
    card = "stand_behind_the_rest_of_the_crew"
    game = table_of({"level": 3, "hand": [card]})
    game.do("play", card=card, seat=0)
    assert levels(game)[0] == 4
    game = combat({"level": 3, "hand": [card]}, {"level": 3}, monsters=["plasmoid"], helper=1, dice=[6, 1])
    concede(game)
    while game.decision == Decision.FLEE:
        unopposed(game, "roll", place=0)
    game.do("play", card=card, seat=0)
    assert levels(game)[0] == 5


# --------------------------------------------------------------------------- other treasures


@pytest.mark.parametrize("card", ["take_the_credit", "rob_the_ticket_booth"])
def test_a_level_changes_its_owner(card: str) -> None:
    """LEVEL-1."""
    game = table_of({"level": 3, "hand": [card]}, {"level": 5})
    game.do("play", card=card, seat=1)
    assert levels(game)[:2] == [4, 4]


def test_unclaimed_cargo() -> None:
    """TREAS-1: it plays itself, three treasures more."""
    tops = ["unclaimed_cargo", *PLAIN[:3]]
    game = combat({"level": 3}, monsters=["fanged_fuzzball"], treasures=tops)
    kill(game)
    assert hand(game, 0) == sorted(PLAIN[:3])


def test_overhead_compartment() -> None:
    """TREAS-1: two treasures, face down."""
    game = table_of({"hand": ["overhead_compartment"]})
    unopposed(game, "play", card="overhead_compartment")
    assert hand(game, 0) == sorted(PLAIN[:2])


def test_prize_from_the_shooting_gallery() -> None:
    """TREAS-1: one treasure, right after a combat."""
    card = "prize_from_the_shooting_gallery"
    assert not can(table_of({"hand": [card]}), "play", card=card)
    game = combat({"level": 3, "hand": [card]}, monsters=["fanged_fuzzball"])
    kill(game)
    game.do("play", card=card)
    assert hand(game, 0) == sorted(PLAIN[:2])


def test_peek_behind_the_curtain() -> None:
    """PLAY-2: four doors, which nobody else sees."""
    tops = ["starfish", "plasmoid", "fanged_fuzzball", "radioactive", "miniaturized"]
    game = table_of({"hand": ["peek_behind_the_curtain"]}, doors=tops)
    game.do("play", card="peek_behind_the_curtain")
    assert [seen_by(game, card) for card in tops] == [{0}] * 4 + [set()]


def test_every_special_treasure_is_here() -> None:
    """TREAS-1: the tests above play them all."""
    assert set(cards_of(Kind.TREASURE_SPECIAL)) == {
        *("take_the_credit", "rob_the_ticket_booth", "unclaimed_cargo", "overhead_compartment"),
        *("prize_from_the_shooting_gallery", "peek_behind_the_curtain"),
    }


# --------------------------------------------------------------------------- item enhancers

# card, item, bonus of both together
ENHANCED = [
    ("travel_sized", "structural_girder", 3 + 1),
    ("with_extra_chrome", "colander_of_mind_shielding", 1 + 2),
    ("warranty_voiding", "telescopic_spork", 2 + 2),
    ("from_the_ring_of_fire", "telescopic_spork", 2 + 2),
]


@pytest.mark.parametrize(("card", "item", "bonus"), ENHANCED)
def test_an_item_enhancer_counts_with_its_item(card: str, item: str, bonus: int) -> None:
    """ITEM-6."""
    assert {one for one, *_ in ENHANCED} == set(cards_of(Kind.ITEM_ENHANCER))
    game = table_of({"hand": [card, "starfish"], "table": [item]}, doors=["cheat"])
    game.do("play", card=card, second=item)
    unopposed(game, "open_door")
    unopposed(game, "fight", card="starfish")
    assert game.strength("players") == 1 + bonus


BURNING = {"table": [{"telescopic_spork": "from_the_ring_of_fire"}]}
PLAIN_SPORK = {"table": [{"telescopic_spork": "with_extra_chrome"}]}


def test_an_item_is_fire_by_what_hangs_on_it() -> None:
    """ITEM-6, LASER-1: for what doubles and silences fire, gives a level for it, or takes it away."""
    for seat, strength, level in ((BURNING, 1 + 2 * 4, 3), (PLAIN_SPORK, 1 + 4, 2)):
        assert combat(seat, monsters=["balloon_kraken"]).strength("players") == strength
        game = combat(seat, monsters=["robo_rooster"])
        kill(game)
        assert levels(game)[0] == level
    for seat, strength in ((BURNING, 1), (PLAIN_SPORK, 1 + 4)):
        assert combat(seat, monsters=["dragon_but_in_space"]).strength("players") == strength
    for seat, left in ((BURNING, []), (PLAIN_SPORK, sorted([*PLAIN_SPORK["table"][0].keys(), "with_extra_chrome"]))):
        game = combat({"level": 5, **seat}, monsters=["plasmoid"], dice=[1])
        concede(game)
        if game.decision == Decision.FLEE:
            game.do("roll", place=0)
        passes(game)
        assert table(game, 0) == left


def test_what_an_item_enhancer_fits() -> None:
    """ITEM-6: warranty_voiding wants hands; travel_sized leaves one hand free."""
    owner = {"hand": ["warranty_voiding"], "table": ["colander_of_mind_shielding"]}
    assert not can(table_of(owner), "play", card="warranty_voiding", second="colander_of_mind_shielding")
    game = table_of({"hand": ["telescopic_spork"], "table": [{"structural_girder": "travel_sized"}]})
    game.do("lay_out", card="telescopic_spork")
    assert not carried(game, "telescopic_spork")


@pytest.mark.parametrize(
    ("more", "worn", "race"),
    [
        ("spare_head_well_meaning", ["colander_of_mind_shielding", "ear_muffs_of_outer_silence"], "feline"),
        ("left_foot_additional", ["lead_moon_boots", "clown_shoes_of_command"], ()),
    ],
)
def test_an_item_makes_room_for_another(more: str, worn: list[str], race: str) -> None:
    """ITEM-7: for one more in the slot, as long as its owner uses it."""
    for helped in ([more], []):
        game = table_of({"race": race, "table": [worn[0], *helped], "hand": [worn[1]]})
        game.do("lay_out", card=worn[1])
        assert carried(game, worn[1]) == (not helped)
