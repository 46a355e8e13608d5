"""Effects of single cards of the second box, all our own; the tables hold those that they share with others."""

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View
from munchkin_env.vocabulary import Ability, Decision, Tag
from tests.kit.looking import (
    can,
    carried_by,
    dead,
    doors_gone,
    hand,
    monsters,
    options,
    place_of,
    strengths,
    table,
    treasures_gone,
)
from tests.kit.playing import begin, concede, kill, lose, opened, pass_until, passes, roll, unopposed
from tests.scenarios.cthulhu.kit import caught, combat, cursed, huge, table_of


def spent(game: Game, card: str, side: object) -> Game:
    unopposed(game, "play", card=card, place=side)
    return game


def bound(game: Game, seat: int, ability: Ability) -> bool:
    assert not game.broken()
    assert Game.load(game.save()) == game
    return bool(View.of(game, 2).bound(seat, ability))


# --------------------------------------------------------------------------- small monsters


@pytest.mark.parametrize(("items", "treasures"), [(["flamethrower"], 2), (["tommy_gun"], 1)])
def test_an_egg_is_worth_more_boiled_hard(items: list[str], treasures: int) -> None:
    """COMBAT-5: soft_boiled_eggoth: a treasure more if fire helped."""
    game = combat({"level": 3, "table": items}, monsters=["soft_boiled_eggoth"])
    kill(game)
    assert len(hand(game, 0)) == treasures


def test_the_egg_calls_for_goths_and_lands_on_the_head() -> None:
    """GOTH-1, FLEE-2: soft_boiled_eggoth: another goth joins; it takes the headgear worn."""
    game = table_of({"hand": ["ruggoth"]}, doors=["soft_boiled_eggoth"])
    opened(game)
    assert game.decision == Decision.GOTH
    unopposed(game, "answer_call", card="ruggoth")
    assert monsters(game) == ["soft_boiled_eggoth", "ruggoth"]
    loser = {"level": 5, "table": ["miners_helmet", "bug_spray"], "carried": ["cowl_of_cthulhu"]}
    assert treasures_gone(answered(caught("soft_boiled_eggoth", loser), "miners_helmet")) == ["miners_helmet"]


def answered(game: Game, *cards: str) -> Game:
    """The victim chooses the cards."""
    for card in cards:
        game.do(card=card)
    assert game.decision == Decision.AFTER_COMBAT
    return game


def test_rats_go_for_cheese() -> None:
    """COMBAT-6: the_rats_in_the_stalls: an item in play worth 100 gold, no level and no treasure."""
    game = combat({"table": ["necrocomicon"], "carried": ["maaaaaaster"]}, monsters=["the_rats_in_the_stalls"])
    assert not can(game, "bribe", place=0, card="maaaaaaster")
    unopposed(game, "bribe", place=0, card="necrocomicon")
    assert (game.level(0), hand(game, 0), table(game, 0)) == (1, [], ["maaaaaaster"])


def test_rats_gnaw_at_a_hand_unseen() -> None:
    """DECK-4: the_rats_in_the_stalls: chance picks the card; with an empty hand nothing happens."""
    held = ["bug_spray", "bowling_pin", "brass_knucks"]
    gone = {treasures_gone(caught("the_rats_in_the_stalls", {"hand": held}, seed=seed))[0] for seed in range(12)}
    assert gone == set(held)
    assert caught("the_rats_in_the_stalls", {"level": 5, "table": held}).level(0) == 5


@pytest.mark.parametrize(("face", "level"), [(5, 4), (6, 5)])
def test_ithaquack_is_fast(face: int, level: int) -> None:
    """FLEE-1: -1 to run away from ithaquack; FLEE-2: without footgear a level goes."""
    game = combat({"level": 5}, monsters=[huge("ithaquack")], dice=[face])
    lose(game)
    assert game.level(0) == level


def test_ithaquack_likes_shoes() -> None:
    """FLEE-2: ithaquack: footgear in place of a level; what is carried is not worn."""
    shod = {"level": 5, "klass": "monster_whacker", "table": ["monster_stompers"]}
    game = answered(caught("ithaquack", shod), "monster_stompers")
    assert (game.level(0), treasures_gone(game)) == (5, ["monster_stompers"])
    assert caught("ithaquack", {"level": 5, "carried": ["monster_stompers"]}).level(0) == 4


def test_nobody_escapes_the_collie() -> None:
    """FLEE-1: the_collie_out_of_space: a six does not help, nor does buttermilk_ichor."""
    game = combat({"level": 5, "hand": ["buttermilk_ichor"]}, monsters=[huge("the_collie_out_of_space")], dice=[6])
    lose(game)
    assert (game.level(0), hand(game, 0)) == (4, ["buttermilk_ichor"])


@pytest.mark.parametrize(
    ("klass", "table_after", "level"),
    [("investigator", [], 5), ("cultist", ["cultist"], 4), ((), [], 4)],
)
def test_herbert_nest_experiments(klass: object, table_after: list[str], level: int) -> None:
    """FLEE-2, CULT-3: herbert_nest_reincubator: classes but Cultist go, or a level; the monster is undead."""
    game = caught("herbert_nest_reincubator", {"level": 5, "klass": klass})
    assert (table(game, 0), game.level(0)) == (table_after, level)
    catalogue = game.catalogue
    assert catalogue.card(catalogue.index("herbert_nest_reincubator")).tags == (Tag.UNDEAD,)


def test_the_honker_lets_the_neighbours_pick() -> None:
    """CURSE-3: the_duckwich_honker: left, then right, takes an unseen card of the hand and keeps it."""
    game = caught("the_duckwich_honker", {"hand": ["rugose", "mephitic", "squamous"]}, {}, {}, {})
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert [len(hand(game, seat)) for seat in range(4)] == [1, 1, 0, 1]


# --------------------------------------------------------------------------- bigger ones


def test_polyps_fry_but_are_not_burnt() -> None:
    """COMBAT-1: frying_polyps: fire gives the players nothing, ichor double; what has both nothing."""
    items = ["elder_sign_cattle_brand", "brass_knucks"]
    seat = {"level": 4, "table": items, "hand": ["ichor_liquor", "boiling_ichor", "sicker_ichor"]}
    game = combat(seat, monsters=["frying_polyps"])
    assert strengths(game) == (5, 6)
    assert strengths(spent(game, "ichor_liquor", "players")) == (5 + 6, 6)
    assert strengths(spent(game, "boiling_ichor", "players")) == (5 + 6, 6)
    assert strengths(spent(game, "sicker_ichor", "monsters")) == (5 + 6, 6 + 2)


def test_polyps_burn_armor_and_cost_a_level() -> None:
    """FLEE-2: frying_polyps: both."""
    loser = {"level": 5, "table": ["oilskin_of_the_marsh_farm", "miners_helmet"]}
    game = answered(caught("frying_polyps", loser), "oilskin_of_the_marsh_farm")
    assert (table(game, 0), game.level(0)) == (["miners_helmet"], 4)
    assert caught("frying_polyps", {"level": 5}).level(0) == 4


@pytest.mark.parametrize(
    ("klass", "there", "after", "level"),
    [("professor", ["cultist"], ["cultist"], 5), ("professor", [], ["professor"], 5), ("cultist", [], ["cultist"], 3)],
)
def test_the_colt_recruits(klass: str, there: list[str], after: list[str], level: int) -> None:
    """CULT-2: colt_of_the_old_ones: one becomes a Cultist and loses no level; a Cultist loses two."""
    game = caught("colt_of_the_old_ones", {"level": 5, "klass": klass}, discards=there)
    assert (table(game, 0), game.level(0)) == (after, level)


def test_wheatley_leaves_all_gear_at_the_gate() -> None:
    """COMBAT-9: old_wizard_wheatley: only levels count for the players."""
    seat = {"level": 8, "table": ["flamethrower"], "hand": ["canned_meat"]}
    game = combat(seat, {"level": 1, "table": ["tommy_gun"]}, monsters=["old_wizard_wheatley"], helper=1)
    assert strengths(game) == (9, 8)
    assert strengths(spent(game, "canned_meat", "players")) == (9, 8)


def test_a_haystack_is_slow_and_burns_once_it_is_wet() -> None:
    """FLEE-1, PLAY-3: the_haystack_that_breathes: +1 to run away; boiling_ichor kills it: level and treasure."""
    slow = combat({"level": 5, "table": ["bug_spray"]}, monsters=[huge("the_haystack_that_breathes")], dice=[4])
    lose(slow)
    assert table(slow, 0) == ["bug_spray"]
    game = combat({"hand": ["boiling_ichor"]}, monsters=[huge("the_haystack_that_breathes")])
    spent(game, "boiling_ichor", 0)
    assert (game.level(0), len(hand(game, 0)), treasures_gone(game)) == (2, 2 + 2 + 2, ["boiling_ichor"])
    other = combat({"hand": ["boiling_ichor"]}, monsters=["lloyd_lloigor"])
    assert not can(other, "play", card="boiling_ichor", place=0)


def test_two_items_are_lost_in_a_haystack() -> None:
    """CURSE-3: the_haystack_that_breathes: of choice, carried ones too."""
    loser = {"level": 5, "table": ["bug_spray", "miners_helmet"], "carried": ["flamethrower"]}
    game = answered(caught("the_haystack_that_breathes", loser), "bug_spray", "flamethrower")
    assert table(game, 0) == ["miners_helmet"]


def test_the_scarecrow_scares_small_helpers() -> None:
    """HELP-1: the_scarecrow_in_yellow: nobody up to level 4 helps against it."""
    game = combat({"level": 3}, {"level": 4}, {"level": 5}, monsters=["the_scarecrow_in_yellow"])
    begin(game, "ask_help")
    assert options(game) == ["the player 2 to the left"]


def test_a_helper_who_falls_too_low_runs_from_the_scarecrow() -> None:
    """HELP-8: level 5 helps; a curse makes it 4, and the helper drops out."""
    curse = "curse_learn_yet_another_awful_truth"
    seats = [{"level": 6}, {"level": 5}, {"level": 9, "hand": [curse]}]
    game = combat(*seats, monsters=["the_scarecrow_in_yellow"], helper=1)
    assert strengths(game) == (11, 10)
    game.do("kill")
    pass_until(game, 2).do("play", card=curse, seat=1)
    passes(game)
    assert (strengths(game), int(game.position["combat"]["helper"][0])) == ((6, 10), 0)


def test_whom_the_scarecrow_has_caught_is_helped_by_nobody() -> None:
    """HELP-1, HELP-7: until a level is gained; by whatever it comes."""
    loser = {"level": 5, "hand": ["call_the_army", "lloyd_lloigor"]}
    game = caught("the_scarecrow_in_yellow", loser, {"level": 9})
    assert bound(game, 0, Ability.UNHELPED)
    unopposed(game, "play", card="call_the_army", seat=0)
    assert not bound(game, 0, Ability.UNHELPED)


@pytest.mark.parametrize(("level", "strength"), [(3, 9), (4, 12)])
def test_the_nanny_adopts_the_small(level: int, strength: int) -> None:
    """COMBAT-8: nanny_with_a_thousand_kids: -3 if a fighter is of level 3 or lower as she comes, once if both are."""
    for levels in ((level, 4), (level, 3), (4, level)):
        two = ({"level": levels[0]}, {"level": levels[1]})
        game = combat(*two, monsters=["nanny_with_a_thousand_kids"], helper=1)
        assert game.strength("monsters") == (9 if min(levels) <= 3 else 12)
    rising = combat({"level": level, "hand": ["call_the_army"]}, monsters=["nanny_with_a_thousand_kids"])
    unopposed(rising, "play", card="call_the_army", seat=0)
    assert rising.strength("monsters") == strength, "settled as she came"


def test_who_is_caught_by_the_nanny_minds_her_kids() -> None:
    """HELP-4: nanny_with_a_thousand_kids: a level, and the player must help until they gain one."""
    game = caught("nanny_with_a_thousand_kids", {"level": 5, "hand": ["mystic_visions"]})
    assert (game.level(0), bound(game, 0, Ability.MUST_HELP)) == (4, True)
    unopposed(game, "play", card="mystic_visions", seat=0)
    assert not bound(game, 0, Ability.MUST_HELP)


def test_the_harvester_cuts_through_armor() -> None:
    """COMBAT-1, FLEE-1: the_combine_harvester_from_carcosa: armor gives the players nothing; +1 to run away."""
    gear = ["oilskin_of_the_marsh_farm", "miskatonic_university_t_shirt", "miners_helmet"]
    game = combat({"level": 5, "table": gear}, monsters=["the_combine_harvester_from_carcosa"], dice=[4])
    assert strengths(game) == (5 + 2, 14)
    lose(game)
    assert not dead(game, 0)


@pytest.mark.parametrize(("others", "level", "held"), [((2, 4), 2, ["rugose"]), ((6, 7), 5, [])])
def test_the_star_fawn_humbles(others: tuple[int, int], level: int, held: list[str]) -> None:
    """FLEE-2: star_fawn_of_rlyeh: down to the lowest; a player at the lowest level loses the hand."""
    seats = [{"level": 5, "sex": "female", "hand": ["rugose"]}, *({"level": other} for other in others)]
    game = caught("star_fawn_of_rlyeh", *seats)
    assert (game.level(0), hand(game, 0)) == (level, held)


def test_yak_sothoth_frightens_monster_whackers() -> None:
    """COMBAT-8: yak_sothoth: -3 for the players' side if one fights, whose own panic counts besides."""
    assert strengths(combat({"level": 5}, monsters=["yak_sothoth"])) == (5, 18)
    whacker = {"level": 5, "klass": "monster_whacker"}
    assert strengths(combat(whacker, monsters=["yak_sothoth"])) == (5 - 2 - 3, 18)
    assert strengths(combat({"level": 5}, whacker, monsters=["yak_sothoth"], helper=1)) == (10 - 2 - 3, 18)


@pytest.mark.parametrize(("level", "after"), [(4, 4), (5, 4), (9, 8)])
def test_nobody_of_rank_escapes_yak_sothoth_unharmed(level: int, after: int) -> None:
    """FLEE-4: yak_sothoth: up to level 4 it lets one go, above an escape costs a level."""
    game = combat({"level": level}, monsters=[huge("yak_sothoth")], dice=[6])
    lose(game)
    assert game.level(0) == after


# --------------------------------------------------------------------------- other doors


def test_old_straw_burns() -> None:
    """PLAY-4: dry_as_old_straw: +5, nothing once fire has helped; the treasure stays."""
    fight = [{"card": "lloyd_lloigor", "enhancers": ["dry_as_old_straw"]}]
    assert combat({"level": 5, "table": ["tommy_gun"]}, monsters=fight).strength("monsters") == 13
    assert combat({"level": 5, "table": ["elder_sign_cattle_brand"]}, monsters=fight).strength("monsters") == 8
    assert combat({"level": 5, "carried": ["flamethrower"]}, monsters=fight).strength("monsters") == 13
    game = combat({"level": 6, "hand": ["boiling_ichor"]}, monsters=fight)
    assert strengths(spent(game, "boiling_ichor", "players")) == (9, 8)
    kill(game)
    assert len(hand(game, 0)) == 2 + 1


def test_fire_for_the_monsters_burns_no_straw() -> None:
    """PLAY-4: dry_as_old_straw asks what helped the players."""
    fight = [{"card": "lloyd_lloigor", "enhancers": ["dry_as_old_straw"]}]
    game = combat({"level": 6, "hand": ["boiling_ichor"]}, monsters=fight)
    assert strengths(spent(game, "boiling_ichor", "monsters")) == (6, 13 + 3)


def test_straw_in_the_boots() -> None:
    """CURSE-1, FLEE-1: curse_straw_in_your_boots stays, -1 to run away, other rolls as ever."""
    game = cursed("curse_straw_in_your_boots", {"level": 5})
    assert table(game, 0) == ["curse_straw_in_your_boots"]
    for face, level in ((5, 4), (6, 5)):
        seat = {"level": 5, "curses": ["curse_straw_in_your_boots"]}
        game = combat(seat, monsters=[huge("polly_polyp")], dice=[face])
        lose(game)
        assert (game.level(0), table(game, 0)) == (level, ["curse_straw_in_your_boots"])


@pytest.mark.parametrize("shod", [True, False])
def test_straw_goes_with_the_boots(shod: bool) -> None:
    """CURSE-2: curse_straw_in_your_boots: what takes the footgear worn takes it along, even if there is none."""
    victim = {"klass": "monster_whacker", "table": ["monster_stompers"] if shod else []}
    game = cursed("curse_solestealer", {**victim, "curses": ["curse_straw_in_your_boots"]})
    if shod:
        game.do(card="monster_stompers")
    assert table(game, 0) == ["monster_whacker"]
    assert "curse_straw_in_your_boots" in doors_gone(game)


def test_spelling_bee() -> None:
    """CURSE-3: curse_village_spelling_bee: a card of choice that begins with a vowel, in hand or play; or a level."""
    victim = {"level": 5, "table": ["elder_sign_cattle_brand", "bug_spray"], "hand": ["unnameable", "rugose"]}
    game = cursed("curse_village_spelling_bee", victim)
    assert sorted(options(game)) == ["Elder Sign Cattle Brand", "Unnameable"]
    game.do(card="unnameable")
    assert (hand(game, 0), game.level(0)) == (["rugose"], 5)
    assert len(table(game, 0)) == 2
    none = cursed("curse_village_spelling_bee", {"level": 5, "table": ["bug_spray"], "hand": ["rugose"]})
    assert (none.level(0), hand(none, 0)) == (4, ["rugose"])


def test_a_world_has_what_the_bee_asks_for() -> None:
    """CURSE-3: an asked player, with nothing in play that begins with a vowel, holds such a card in every world."""
    victim = {"level": 5, "hand": ["unnameable", "rugose"]}
    game = cursed("curse_village_spelling_bee", victim, rest="deck")
    drawn = set()
    for number in range(60):
        world = game.resample(1, np.random.default_rng(number))
        assert len(world.legal_actions()) > 0
        drawn |= set(options(world))
    assert len(drawn) > 5


def test_somebody_else_feeds_it() -> None:
    """COMBAT-12: your_turn_to_feed_it: a player who does not fight takes over, and wins alone."""
    seats = [{"level": 2, "hand": ["your_turn_to_feed_it"]}, {"level": 5}, {"level": 9}]
    game = combat(*seats, monsters=["lloyd_lloigor"])
    assert not can(game, "play", card="your_turn_to_feed_it", seat=0)
    unopposed(game, "play", card="your_turn_to_feed_it", seat=2)
    assert (game.current_player, game.decision, strengths(game)) == (2, Decision.COMBAT, (9, 8))
    bystander = combat({"level": 9}, {"hand": ["your_turn_to_feed_it"]}, {"level": 1}, monsters=["lloyd_lloigor"])
    bystander.do("kill")
    pass_until(bystander, 1).do("play", card="your_turn_to_feed_it", seat=2)
    passes(bystander)
    assert (bystander.current_player, strengths(bystander)) == (2, (1, 8))


# --------------------------------------------------------------------------- items


@pytest.mark.parametrize("where", ["table", "carried"])
def test_a_hat_fools_small_monsters(where: str) -> None:
    """FLEE-1: hat_for_a_decoy: discarded before the roll, also carried, for a monster up to level 8; never a seven."""
    game = combat({"level": 4, where: ["hat_for_a_decoy"]}, monsters=[huge("lloyd_lloigor")], dice=[1])
    concede(game)
    unopposed(game, "play", card="hat_for_a_decoy", place=0)
    assert (game.level(0), treasures_gone(game)) == (4, ["hat_for_a_decoy"])
    big = combat({"level": 4, where: ["hat_for_a_decoy"]}, monsters=["the_unpronounceable_evil"])
    concede(big)
    assert not can(big, "play", card="hat_for_a_decoy", place=0)


@pytest.mark.parametrize(("face", "level"), [(3, 4), (4, 5)])
def test_the_horseshoe_brings_luck(face: int, level: int) -> None:
    """FLEE-1: left_front_horseshoe: +1 to every roll of its owner."""
    game = combat({"level": 5, "table": ["left_front_horseshoe"]}, monsters=[huge("polly_polyp")], dice=[face])
    lose(game)
    assert game.level(0) == level


def test_the_pail_thickens_ichor() -> None:
    """COMBAT-1: pail_for_unwholesome_milk: ichor that helps its owner's side counts double, no matter who plays it."""
    seats = [{"level": 5, "table": ["pail_for_unwholesome_milk"], "hand": ["ichor_liquor"]}, {"hand": ["sicker_ichor"]}]
    game = combat(*seats, monsters=["grape_old_ones"])
    assert strengths(spent(game, "ichor_liquor", "players")) == (7 + 6, 12)
    game.do("kill")
    pass_until(game, 1).do("play", card="sicker_ichor", place="monsters")
    assert strengths(game) == (7 + 6, 12 + 2)
    seat = {"level": 5, "carried": ["pail_for_unwholesome_milk"], "hand": ["ichor_liquor"]}
    idle = combat(seat, monsters=["ruggoth"])
    assert strengths(spent(idle, "ichor_liquor", "players")) == (8, 2)


def test_two_doublings_of_ichor_make_four() -> None:
    """COMBAT-1: pail_for_unwholesome_milk against frying_polyps."""
    seat = {"level": 5, "table": ["pail_for_unwholesome_milk"], "hand": ["ichor_liquor"]}
    game = combat(seat, monsters=["frying_polyps"])
    assert strengths(spent(game, "ichor_liquor", "players")) == (7 + 12, 6)


def test_deep_pockets() -> None:
    """TURN-5: dungarees_of_deep_pockets: one card more stays in hand; carried they hold nothing."""
    held = ["rugose", "mephitic", "squamous", "cheat", "raving", "frothing"]
    for where in ("table", "carried"):
        seat = {"level": 1, where: ["dungarees_of_deep_pockets"], "hand": held}
        game = table_of(seat, phase="after")
        unopposed(game, "end_turn")
        assert game.current_player == (0 if where == "carried" else 1), "he discards a card, or the turn is over"


@pytest.mark.parametrize(("monster", "bonus"), [("grape_old_ones", 2), ("gnarlythotep", 4), ("great_cthulhu", 4)])
def test_the_almanac_knows_the_great(monster: str, bonus: int) -> None:
    """COMBAT-13: almanac_of_bad_harvests: +2 more from level 14 on."""
    seat = {"level": 3, "table": ["almanac_of_bad_harvests"]}
    assert combat(seat, monsters=[monster]).strength("players") == 3 + bonus


@pytest.mark.parametrize(
    ("monster", "bonus"), [("lloyd_lloigor", 3), ("herbert_nest_reincubator", 6), ("gram_smoker", 6)]
)
def test_a_pitchfork_is_for_the_undead(monster: str, bonus: int) -> None:
    """COMBAT-1: angry_villagers_pitchfork: +3 more against undead."""
    seat = {"level": 3, "table": ["angry_villagers_pitchfork"]}
    assert combat(seat, monsters=[monster]).strength("players") == 3 + bonus


def test_wellingtons_are_slow() -> None:
    """FLEE-1: wellingtons_from_below: -1 to run away in use."""
    for where, level in (("table", 4), ("carried", 5)):
        game = combat({"level": 5, where: ["wellingtons_from_below"]}, monsters=[huge("polly_polyp")], dice=[5])
        lose(game)
        assert game.level(0) == level


@pytest.mark.parametrize(
    ("klass", "bonus"), [("investigator", 4), ("professor", 4), ("cultist", 0), ("monster_whacker", 0), ((), 0)]
)
def test_a_crook_for_two_classes(klass: object, bonus: int) -> None:
    """ITEM-2: crook_of_the_black_shepherd: for investigators and professors; it takes two hands."""
    seat = {"level": 3, "klass": klass, "table": ["crook_of_the_black_shepherd"]}
    assert combat(seat, monsters=["nightie_gaunts"]).strength("players") == 3 + bonus
    game = table_of({"klass": klass, "hand": ["crook_of_the_black_shepherd"], "table": ["bowling_pin"]})
    game.do("lay_out", card="crook_of_the_black_shepherd")
    assert carried_by(game, 0) == ["crook_of_the_black_shepherd"]


@pytest.mark.parametrize(
    ("enhancer", "fits", "fits_not", "bonus", "free"),
    [
        ("freshly_sharpened", "tommy_gun", "miners_helmet", 3, False),
        ("handed_down_nine_generations", "tommy_gun", "fake_tentacle", 1, True),
    ],
)
def test_item_enhancers(enhancer: str, fits: str, fits_not: str, bonus: int, free: bool) -> None:
    """ITEM-6: freshly_sharpened +3 for what takes hands, handed_down_nine_generations +1 and a hand less."""
    game = table_of({"level": 3, "hand": [enhancer], "table": [fits, fits_not], "carried": ["bowling_pin"]})
    before = int(game.position["player"]["bonus"][0, 0])
    assert not can(game, "play", card=enhancer, second=fits_not)
    unopposed(game, "play", card=enhancer, second=fits)
    assert int(game.position["player"]["bonus"][0, 0]) == before + bonus
    assert can(game, "use", card="bowling_pin") == free


# --------------------------------------------------------------------------- one-shots, level cards


def test_buttermilk_ichor_slips_away() -> None:
    """FLEE-1: buttermilk_ichor: after one's own failed roll, from that monster alone."""
    game = combat(
        {"level": 5, "hand": ["buttermilk_ichor"]},
        monsters=[huge("polly_polyp"), "lloyd_lloigor"],
        dice=[1, 1],
    )
    concede(game)
    game.do("roll", place=0)
    unopposed(game, "play", card="buttermilk_ichor")
    assert (game.level(0), hand(game, 0)) == (5, [])
    roll(game)
    assert (game.level(0), treasures_gone(game)) == (3, ["buttermilk_ichor"])


@pytest.mark.parametrize("curse", ["curse_straw_in_your_boots", "madness_firebug"])
def test_a_clover_lifts_curses_and_madness(curse: str) -> None:
    """CURSE-4, MAD-1: clover_of_too_many_leaves, from hand or table."""
    for where in ("hand", "table"):
        game = table_of({where: ["clover_of_too_many_leaves"], "curses": [curse]})
        game.do("play", card="clover_of_too_many_leaves", second=curse)
        assert (place_of(game, curse), table(game, 0)) == ("discards", [])


def test_a_clover_stops_what_is_about_to_strike() -> None:
    """CURSE-4: clover_of_too_many_leaves."""
    curse = "curse_learn_yet_another_awful_truth"
    game = table_of({"level": 5, "hand": ["clover_of_too_many_leaves"]}, doors=[curse])
    game.do("open_door")
    pass_until(game, 0).do("play", card="clover_of_too_many_leaves", second=curse)
    passes(game)
    assert game.level(0) == 5


@pytest.mark.parametrize(("second", "after"), [(6, 5), (1, 4)])
def test_a_whistle_calls_the_wrong_dog(second: int, after: int) -> None:
    """FLEE-1: whistle_for_the_wrong_sheepdog: who has just escaped rolls again."""
    seats = [{"level": 5}, {"hand": ["whistle_for_the_wrong_sheepdog"]}]
    game = combat(*seats, monsters=[huge("polly_polyp")], dice=[6, second])
    concede(game)
    game.do("roll", place=0)
    pass_until(game, 1).do("play", card="whistle_for_the_wrong_sheepdog")
    passes(game)
    assert (game.level(0), treasures_gone(game)) == (after, ["whistle_for_the_wrong_sheepdog"])


def test_a_village_adopts_no_leader() -> None:
    """PLAY-2: get_adopted_by_the_village: not for a player of the highest level."""
    card = "get_adopted_by_the_village"
    seats = ({"level": 5, "hand": [card]}, {"level": 6}, {"level": 6})
    assert [can(table_of(*seats), "play", card=card, seat=seat) for seat in range(3)] == [True, False, False]
    game = table_of(*seats)
    unopposed(game, "play", card=card, seat=0)
    assert game.level(0) == 6


def test_what_is_stuffed_was_fought() -> None:
    """PLAY-2: have_it_stuffed_for_the_parlor: right after a combat only."""
    card = "have_it_stuffed_for_the_parlor"
    assert not can(table_of({"hand": [card]}), "play", card=card, seat=0)
    game = combat({"level": 5, "hand": [card]}, monsters=["polly_polyp"])
    assert not can(game, "play", card=card, seat=0)
    kill(game)
    unopposed(game, "play", card=card, seat=0)
    assert game.level(0) == 7
