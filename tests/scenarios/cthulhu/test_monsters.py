"""Every monster of Munchkin Cthulhu that is there: its numbers, its special power, its bad stuff."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Kind, Tag
from tests.each import each
from tests.kit.looking import dead, doors_gone, hand, may, options, table, treasures_gone
from tests.kit.playing import kill, lose
from tests.scenarios.cthulhu.kit import CLASSES, combat, huge

NUMBERS = [  # monster, level, treasures, levels gained
    ("eldridge_hawrer", 1, 1, 1),
    ("shog_goth", 1, 1, 1),
    ("chibithulhu", 2, 1, 1),
    ("polly_polyp", 2, 1, 1),
    ("the_cruller_out_of_space", 4, 2, 1),
    ("lloyd_lloigor", 8, 2, 1),
    ("shallow_ones", 8, 2, 1),
    ("froggoth", 12, 3, 1),
    ("grape_old_ones", 12, 3, 1),
    ("nightie_gaunts", 14, 4, 1),
    ("shrub_niggurath", 16, 4, 2),
    ("ozathoth", 18, 5, 2),
    ("aughost_derwraith", 2, 1, 1),
    ("ruggoth", 2, 1, 1),
    ("campus_crusade_for_cthulhu", 6, 2, 1),
    ("h_p_munchcraft", 6, 2, 1),
    ("tchoo_tchoo_people", 6, 2, 1),
    ("shoggoth", 16, 4, 2),
    ("the_king_in_pink", 16, 4, 2),
    ("buggoth", 1, 1, 1),
    ("joggoth", 1, 1, 1),
    ("foggoth", 6, 2, 1),
    ("elder_globs", 10, 3, 1),
    ("geek_ones", 4, 2, 1),
    ("the_unpronounceable_evil", 10, 3, 1),
    ("gnarlythotep", 14, 4, 1),
    ("sluggoth", 14, 4, 1),
    ("the_bodiless", 4, 2, 1),
    ("coggoth", 8, 2, 1),
    ("the_dunwich_snorer", 1, 1, 1),
    ("gram_smoker", 2, 1, 1),
    ("loggoth", 4, 2, 1),
    ("nyukhees", 8, 2, 1),
    ("the_borrower_from_beneath", 10, 3, 1),
    ("fun_guy_from_yuggoth", 12, 3, 1),
    ("tht_whch_hs_n_vwls", 18, 5, 2),
    ("great_cthulhu", 20, 5, 2),
    # the second box
    ("soft_boiled_eggoth", 1, 1, 1),
    ("the_rats_in_the_stalls", 1, 1, 1),
    ("ithaquack", 2, 1, 1),
    ("the_collie_out_of_space", 2, 1, 1),
    ("herbert_nest_reincubator", 4, 2, 1),
    ("the_duckwich_honker", 4, 2, 1),
    ("frying_polyps", 6, 2, 1),
    ("colt_of_the_old_ones", 6, 2, 1),
    ("old_wizard_wheatley", 8, 2, 1),
    ("the_haystack_that_breathes", 8, 2, 1),
    ("the_scarecrow_in_yellow", 10, 3, 1),
    ("nanny_with_a_thousand_kids", 12, 3, 1),
    ("the_combine_harvester_from_carcosa", 14, 4, 1),
    ("star_fawn_of_rlyeh", 16, 4, 2),
    ("yak_sothoth", 18, 5, 2),
    ("snuggoth", 1, 1, 1),
    ("thing_only_grown_ups_see", 1, 1, 1),
    ("vloggoth", 2, 1, 1),
    ("the_lukewarm_one", 2, 1, 1),
    ("ichor_sommelier", 4, 2, 1),
    ("choir_of_the_deeply_off_key", 4, 2, 1),
    ("hedgehoggoth", 6, 2, 1),
    ("doorstep_prophets", 6, 2, 1),
    ("equal_opportunity_tentacle", 8, 2, 1),
    ("catalogoth", 10, 3, 1),
    ("the_landlord_from_outside", 12, 3, 1),
    ("revolving_gate_to_elsewhere", 14, 4, 1),
    ("the_elder_sibling", 16, 4, 2),
    ("the_meeting_that_never_adjourns", 18, 5, 2),
    ("great_cthulhoo", 20, 5, 2),
]
ODD = {"coggoth": ["canned_meat"]}  # a hand that it does not mind
AGAINST_MEN = {"gram_smoker", "nightie_gaunts", "the_king_in_pink", "star_fawn_of_rlyeh"}


def test_every_monster_of_the_edition_is_here() -> None:
    """COMBAT-1: the list of this file names them all."""
    catalogue = combat(monsters=["shog_goth"]).catalogue
    found = {card.id for card in catalogue.cards if card and card.kind == Kind.MONSTER}
    assert found == {monster for monster, *_ in NUMBERS}


@each(("monster", "level", "treasures", "levels"), NUMBERS)
def test_a_kill_gives_the_printed_levels_and_treasures(monster: str, level: int, treasures: int, levels: int) -> None:
    """COMBAT-2, COMBAT-5: the strength is the printed level; one level more kills it, the same doesn't."""
    held = ODD.get(monster, [])
    klass = "cultist" if monster == "great_cthulhu" else ()
    one = {"sex": "female" if monster in AGAINST_MEN else "male", "klass": klass, "hand": held}
    assert not may(combat({"level": level, **one}, monsters=[monster], goal=60), "kill")
    game = combat({"level": level + 1, **one}, monsters=[monster], goal=60, doors=["cheat"])
    assert game.strength("monsters") == level
    kill(game)
    assert game.level(0) == level + 1 + levels
    assert len(hand(game, 0)) == len(held) + treasures + (monster == "the_bodiless")  # it is looted besides
    assert doors_gone(game) == [monster]


@pytest.mark.parametrize("monster", ["froggoth", "ruggoth", "shog_goth", "shoggoth", "soft_boiled_eggoth"])
def test_goths_are_marked_as_such(monster: str) -> None:
    """Those that are here; no other monster is one."""
    catalogue = combat(monsters=[monster]).catalogue
    goths = {card.id for card in catalogue.cards if card and Tag.GOTH in card.tags}
    assert monster in goths
    assert {card for card in goths if not card.endswith("goth")} <= {"fun_guy_from_yuggoth"}


# --------------------------------------------------------------------------- bonuses against classes and sexes

BONUSES = [  # monster, printed level, bonus, class
    ("eldridge_hawrer", 1, 2, "investigator"),
    ("shog_goth", 1, 3, "cultist"),
    ("polly_polyp", 2, 3, "professor"),
    ("the_cruller_out_of_space", 4, 6, "monster_whacker"),
    ("lloyd_lloigor", 8, -2, "cultist"),
    ("shallow_ones", 8, 2, "professor"),
    ("froggoth", 12, -2, "monster_whacker"),
    ("ithaquack", 2, 3, "monster_whacker"),
    ("herbert_nest_reincubator", 4, 4, "professor"),
    ("colt_of_the_old_ones", 6, -2, "cultist"),
    ("the_scarecrow_in_yellow", 10, 3, "investigator"),
    ("the_lukewarm_one", 2, 3, "cultist"),
    ("choir_of_the_deeply_off_key", 4, 3, "investigator"),
    ("hedgehoggoth", 6, 4, "monster_whacker"),
    ("revolving_gate_to_elsewhere", 14, -3, "professor"),
    ("the_meeting_that_never_adjourns", 18, -4, "professor"),
]


@each(("monster", "level", "bonus", "klass"), BONUSES)
def test_bonus_against_a_class(monster: str, level: int, bonus: int, klass: str) -> None:
    """COMBAT-8: it holds whichever of the allies is of the class, once if both are; the other classes don't matter."""
    for one in CLASSES:
        for two in CLASSES:
            if one != two or one == klass:
                game = combat({"klass": one}, {}, monsters=[monster]) if one == two else allies(monster, one, two)
                assert game.strength("monsters") == level + bonus * (klass in (one, two)), (one, two)


def allies(monster: str, one: str, two: str) -> Game:
    """A combat of two players, each of a class."""
    return combat({"level": 5, "klass": one}, {"level": 5, "klass": two}, monsters=[monster], helper=1)


@each(("monster", "level", "bonus", "klass"), BONUSES)
def test_super_munchkin_with_one_class_spares_its_drawback(monster: str, level: int, bonus: int, klass: str) -> None:
    """MOD-1: with super_munchkin a monster is not stronger against the only class, though it may be weaker."""
    alone = combat({"klass": klass, "table": ["super_munchkin"]}, monsters=[monster])
    assert alone.strength("monsters") == level + min(0, bonus)
    other = next(one for one in CLASSES if one != klass)
    both = combat({"klass": [klass, other], "table": ["super_munchkin"]}, monsters=[monster])
    assert both.strength("monsters") == level + bonus


@pytest.mark.parametrize(
    ("monster", "level", "sex", "bonus"),
    [
        ("chibithulhu", 2, "female", 4),
        ("grape_old_ones", 12, "female", -2),
        ("nightie_gaunts", 14, "male", 3),
        ("the_duckwich_honker", 4, "female", 3),
        ("star_fawn_of_rlyeh", 16, "male", 3),
    ],
)
def test_bonus_against_a_sex(monster: str, level: int, sex: str, bonus: int) -> None:
    """COMBAT-8: chibithulhu +4 and grape_old_ones -2 against women, nightie_gaunts +3 against men; once for a side."""
    for one in ("male", "female"):
        alone = combat({"sex": one}, monsters=[monster])
        assert alone.strength("monsters") == level + bonus * (one == sex)
        for two in ("male", "female"):
            game = combat({"sex": one}, {"sex": two}, monsters=[monster], helper=1)
            assert game.strength("monsters") == level + bonus * (sex in (one, two))


# --------------------------------------------------------------------------- running away


@pytest.mark.parametrize(("monster", "highest"), [("shrub_niggurath", 3), ("ozathoth", 4), ("star_fawn_of_rlyeh", 3)])
def test_big_monsters_will_not_pursue_the_small(monster: str, highest: int) -> None:
    """FLEE-1: up to the printed level the escape is automatic, above it a one is caught."""
    small = combat({"level": highest, "hand": ["loaded_die"]}, monsters=[monster], dice=[1])
    lose(small)
    assert (small.decision, small.level(0), hand(small, 0)) == (Decision.AFTER_COMBAT, highest, ["loaded_die"])
    larger = combat({"level": highest + 1, "hand": ["loaded_die"]}, monsters=[monster], dice=[1])
    lose(larger)
    assert dead(larger, 0) == (monster == "ozathoth")
    assert larger.level(0) == (highest + 1 if monster == "ozathoth" else 1)


FAST = ("ithaquack", "joggoth", "the_collie_out_of_space")  # not escaped with a five
SORE = ("yak_sothoth", "revolving_gate_to_elsewhere")  # escaping them is not harmless
KIND = ("equal_opportunity_tentacle",)  # to Cultists


@each("monster", [monster for monster, *_ in NUMBERS if monster not in FAST + SORE + KIND])
def test_an_escape_costs_nothing(monster: str) -> None:
    """FLEE-2, FLEE-4: with a five the player escapes unharmed; no level, no treasure."""
    loser = {"level": 7, "klass": "cultist", "hand": ["cowl_of_cthulhu"], "table": ["miners_helmet"]}
    game = combat(loser, monsters=[huge(monster)], dice=[5])
    lose(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 7)
    assert (hand(game, 0), table(game, 0)) == (["cowl_of_cthulhu"], ["cultist", "miners_helmet"])
    assert doors_gone(game) == sorted(["four_dimensional", "indescribably_horrible", monster])


# --------------------------------------------------------------------------- bad stuff

TAKEN = [
    ("shog_goth", 1),
    ("polly_polyp", 1),
    ("lloyd_lloigor", 2),
    ("thing_only_grown_ups_see", 1),
    ("the_lukewarm_one", 1),
    ("the_collie_out_of_space", 1),
    ("old_wizard_wheatley", 2),
]
GEAR = ["miners_helmet", "professor_teslas_electrical_protective_device", "monster_stompers", "bug_spray"]


@pytest.mark.parametrize(("monster", "lost"), TAKEN)
def test_bad_stuff_that_takes_levels(monster: str, lost: int) -> None:
    """FLEE-2: caught, the victim loses the levels printed and nothing else."""
    game = combat({"level": 8, "table": ["bug_spray"]}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (game.level(0), table(game, 0), dead(game, 0)) == (8 - lost, ["bug_spray"], False)


def test_levels_stop_at_one() -> None:
    """GOLD-1: lloyd_lloigor takes two levels, but not the first."""
    game = combat({"level": 2}, monsters=["lloyd_lloigor"], dice=[1])
    lose(game)
    assert game.level(0) == 1


DEADLY = ["shallow_ones", "froggoth", "ozathoth", "the_combine_harvester_from_carcosa", "yak_sothoth"]
DEADLY += ["revolving_gate_to_elsewhere"]


@pytest.mark.parametrize("monster", DEADLY)
def test_bad_stuff_that_kills(monster: str) -> None:
    """FLEE-2, DEATH-2: caught means dead, and the others loot the victim's cards."""
    loser = {"level": 8, "klass": "investigator", "table": ["bug_spray"], "hand": ["canned_meat"]}
    game = combat(loser, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (dead(game, 0), game.level(0), game.decision) == (True, 8, Decision.LOOT_BODY)
    assert "investigator" in table(game, 0)


def test_chibithulhu_takes_an_item_of_choice_from_who_is_no_cultist() -> None:
    """FLEE-2, CURSE-3: chibithulhu: any item in play, carried or in use; the victim chooses."""
    loser = {"level": 5, "klass": "professor", "table": ["bug_spray", "brass_knucks"], "carried": ["miners_helmet"]}
    game = combat(loser, monsters=[huge("chibithulhu")], dice=[1])
    lose(game)
    assert options(game) == ["Miner's Helmet", "Bug Spray", "Brass Knucks"]
    game.do(card="brass_knucks")
    assert table(game, 0) == ["bug_spray", "miners_helmet", "professor"]
    assert (treasures_gone(game), game.decision) == (["brass_knucks"], Decision.AFTER_COMBAT)


def test_chibithulhu_takes_the_best_item_from_a_cultist() -> None:
    """FLEE-2: chibithulhu: only the item that gives a cultist the biggest bonus now; carried ones give none."""
    loser = {"level": 5, "klass": "cultist", "table": ["bug_spray", "maaaaaaster"], "carried": ["flamethrower"]}
    game = combat(loser, monsters=[huge("chibithulhu")], dice=[1])
    lose(game)
    assert options(game) == ["Maaaaaaster!"]
    game.do(card="maaaaaaster")
    assert table(game, 0) == ["bug_spray", "cultist", "flamethrower"]
    useless = {"level": 5, "klass": "cultist", "table": ["mystic_scribble"], "carried": ["flamethrower"]}
    game = combat(useless, monsters=[huge("chibithulhu")], dice=[1])
    lose(game)
    assert table(game, 0) == ["cultist", "flamethrower", "mystic_scribble"], "no item gives a bonus: none is lost"


def test_chibithulhu_takes_an_item_of_choice_from_a_super_munchkin() -> None:
    """MOD-1: to lose the best item is a drawback of Cultists, not to lose any is none of what spares them."""
    loser = {"level": 5, "klass": "cultist", "table": ["super_munchkin", "bug_spray", "maaaaaaster"]}
    game = combat(loser, monsters=[huge("chibithulhu")], dice=[1])
    lose(game)
    assert set(options(game)) == {"Bug Spray", "Maaaaaaster!"}


def test_chibithulhu_takes_one_item_from_a_cultist() -> None:
    """FLEE-2: chibithulhu: a cultist is not asked a second time for what the others lose."""
    loser = {"level": 5, "klass": "cultist", "table": ["bug_spray", "bowling_pin"]}
    game = combat(loser, monsters=[huge("chibithulhu")], dice=[1])
    lose(game)
    game.do(card="bowling_pin")
    assert (table(game, 0), game.decision) == (["bug_spray", "cultist"], Decision.AFTER_COMBAT)


def test_eldridge_hawrer_takes_items_worth_500() -> None:
    """FLEE-2: eldridge_hawrer: items of choice until they are worth 500 gold together."""
    loser = {"level": 5, "table": ["miners_helmet", "bug_spray", "brass_knucks"]}
    game = combat(loser, monsters=[huge("eldridge_hawrer")], dice=[1])
    lose(game)
    game.do(card="bug_spray")
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card="brass_knucks")
    assert (table(game, 0), game.decision) == (["miners_helmet"], Decision.AFTER_COMBAT)


def test_eldridge_hawrer_takes_all_from_the_poor() -> None:
    """FLEE-2, CURSE-3: eldridge_hawrer: who has items for less than 500 gold loses them all."""
    game = combat({"level": 5, "table": ["bug_spray"]}, monsters=[huge("eldridge_hawrer")], dice=[1])
    lose(game)
    assert (table(game, 0), game.level(0), game.decision) == ([], 5, Decision.AFTER_COMBAT)


def test_grape_old_ones_take_the_hand() -> None:
    """FLEE-2: grape_old_ones: the whole hand goes, what lies on the table stays."""
    loser = {"level": 5, "table": ["bug_spray"], "hand": ["canned_meat", "cheat", "wishing_ring"]}
    game = combat(loser, monsters=[huge("grape_old_ones")], dice=[1])
    lose(game)
    assert (hand(game, 0), table(game, 0)) == ([], ["bug_spray"])
    assert treasures_gone(game) == ["canned_meat", "wishing_ring"]


def test_nightie_gaunts_take_three_items() -> None:
    """FLEE-2, CURSE-3: nightie_gaunts: three items of choice, fewer if there are fewer."""
    game = combat({"level": 5, "sex": "female", "table": GEAR}, monsters=[huge("nightie_gaunts")], dice=[1])
    lose(game)
    for card in GEAR[:3]:
        assert game.decision == Decision.CHOOSE_CARD
        game.do(card=card)
    assert (table(game, 0), game.decision) == (["bug_spray"], Decision.AFTER_COMBAT)
    game = combat({"level": 5, "table": GEAR[:1]}, monsters=[huge("nightie_gaunts")], dice=[1])
    lose(game)
    game.do(card=GEAR[0])
    assert (table(game, 0), game.level(0), game.decision) == ([], 5, Decision.AFTER_COMBAT)


def test_shrub_niggurath_takes_levels_and_footgear() -> None:
    """FLEE-2: shrub_niggurath: three levels and the footgear worn."""
    game = combat({"level": 8, "klass": "monster_whacker", "table": GEAR}, monsters=[huge("shrub_niggurath")], dice=[1])
    lose(game)
    game.do(card="monster_stompers")
    assert (game.level(0), treasures_gone(game)) == (5, ["monster_stompers"])
    barefoot = combat({"level": 8, "table": ["bug_spray"]}, monsters=[huge("shrub_niggurath")], dice=[1])
    lose(barefoot)
    assert (barefoot.level(0), table(barefoot, 0)) == (5, ["bug_spray"])


def test_the_cruller_takes_headgear_and_footgear() -> None:
    """FLEE-2: the_cruller_out_of_space: what is worn on head and feet; what is carried and the rest stays."""
    loser = {"level": 8, "klass": "monster_whacker", "table": GEAR, "carried": ["necrotelecom"]}
    game = combat(loser, monsters=[huge("the_cruller_out_of_space")], dice=[1])
    lose(game)
    for card in ("miners_helmet", "monster_stompers"):
        game.do(card=card)
    assert game.decision == Decision.AFTER_COMBAT
    assert treasures_gone(game) == ["miners_helmet", "monster_stompers"]
    assert table(game, 0) == sorted([GEAR[1], "bug_spray", "monster_whacker", "necrotelecom"])
    assert game.level(0) == 8
