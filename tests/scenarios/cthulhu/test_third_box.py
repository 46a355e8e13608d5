"""Effects of the third box's cards beyond their numbers: its monsters, curses, specials and treasures."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View
from munchkin_env.vocabulary import Ability, Decision, Kind, Tag
from tests.kit.looking import (
    can,
    dead,
    doors_gone,
    hand,
    levels,
    monsters,
    options,
    place_of,
    seen_by,
    strengths,
    table,
    treasures_gone,
)
from tests.kit.playing import kill, lose, pass_until, passes, unopposed
from tests.scenarios.cthulhu.kit import caught, combat, cursed, huge, table_of

ONE_CULTIST = {"discards": ["cultist"]}


def met(monster: str, *players: dict, **settings: object) -> Game:
    """The first player turns the monster up."""
    game = table_of(*players, doors=[monster], **settings)
    unopposed(game, "open_door")
    return game


def spend(game: Game, card: str, side: str) -> None:
    unopposed(game, "play", card=card, place=side)


def bound(game: Game, seat: int, ability: Ability) -> bool:
    return bool(View.of(game, 2).bound(seat, ability))


# --------------------------------------------------------------------------- goths


@pytest.mark.parametrize("goth", ["snuggoth", "vloggoth", "hedgehoggoth", "catalogoth"])
def test_goths_of_the_box_call_and_are_called(goth: str) -> None:
    """GOTH-1: each brings one from a hand, and comes from a hand to another."""
    called = met(goth, {"level": 3}, {"hand": ["ruggoth", "polly_polyp"]})
    assert (called.decision, called.current_player) == (Decision.GOTH, 1)
    unopposed(called, "answer_call", card="ruggoth")
    assert monsters(called) == [goth, "ruggoth"]
    comes = met("ruggoth", {"level": 3, "hand": [goth]})
    unopposed(comes, "answer_call", card=goth)
    assert monsters(comes) == ["ruggoth", goth]


def test_snuggoth_hugs_one_alone() -> None:
    """HELP-8: nobody may help against it; it takes the armor worn, and nothing else."""
    gear = {"table": ["slime_proof_poncho", "miners_helmet"], "carried": ["diving_suit_with_a_slow_leak"]}
    game = combat({"level": 5, **gear}, {"level": 9}, monsters=[huge("snuggoth")], dice=[1])
    assert not can(game, "ask_help", seat=1, amount=0)
    lose(game)
    game.do(card="slime_proof_poncho")
    assert (treasures_gone(game), game.level(0)) == (["slime_proof_poncho"], 5)


def test_vloggoth_films_the_hand() -> None:
    """PLAY-11: shown to all before the combat; the neighbours take an unseen card each, which they keep."""
    held = ["brass_knucks", "bug_spray", "miners_helmet"]
    game = met("vloggoth", {"level": 3, "hand": held}, {}, {})
    assert all(seen_by(game, card) == {1, 2} for card in held)
    game = caught("vloggoth", {"level": 3, "hand": held}, {}, {}, {})
    for seat in (1, 3):
        assert (game.current_player, game.decision) == (seat, Decision.RECEIVE)
        game.do("done")
    assert [len(hand(game, seat)) for seat in range(4)] == [1, 1, 0, 1]
    assert sorted(hand(game, 0) + hand(game, 1) + hand(game, 3)) == held


def test_hedgehoggoth_takes_footgear_and_a_level() -> None:
    """FLEE-2: footgear in use, and a level in any case."""
    game = caught("hedgehoggoth", {"level": 5, "table": ["tide_pool_waders", "miners_helmet"]})
    game.do(card="tide_pool_waders")
    assert (game.level(0), table(game, 0)) == (4, ["miners_helmet"])
    assert caught("hedgehoggoth", {"level": 5}).level(0) == 4


def test_catalogoth_files_under_vowels() -> None:
    """CURSE-3: two cards of choice whose name begins with a vowel, in hand or in play."""
    loser = {"level": 5, "table": ["ornamental_harpoon", "miners_helmet"], "hand": ["ichor_liquor", "canned_meat"]}
    game = caught("catalogoth", {**loser, "carried": ["inflatable_lifeboat"]})
    assert options(game) == ["Ichor Liquor", "Ornamental Harpoon", "Inflatable Lifeboat"]
    game.do(card="ichor_liquor")
    game.do(card="ornamental_harpoon")
    assert (hand(game, 0), table(game, 0)) == (["canned_meat"], ["inflatable_lifeboat", "miners_helmet"])


def test_a_professor_may_send_catalogoth_away() -> None:
    """COMBAT-6: no level; its treasure is drawn."""
    game = met("catalogoth", {"level": 3, "klass": "professor"})
    unopposed(game, "send_away", place=0)
    assert (game.level(0), len(hand(game, 0))) == (3, 3)
    other = met("catalogoth", {"level": 3, "klass": "cultist"})
    assert "send away" not in options(other)


# --------------------------------------------------------------------------- the other monsters


@pytest.mark.parametrize(("one", "two", "more"), [(4, None, 0), (5, None, 5), (2, 5, 5), (9, 9, 5), (4, 4, 0)])
def test_the_thing_minds_grown_ups(one: int, two: int | None, more: int) -> None:
    """COMBAT-8: thing_only_grown_ups_see: +5 if a fighter has level 5 or more, once for both."""
    seats = [{"level": one}, {"level": two}] if two else [{"level": one}]
    game = combat(*seats, monsters=["thing_only_grown_ups_see"], helper=1 if two else None)
    assert game.strength("monsters") == 1 + more


def test_the_thing_follows_levels() -> None:
    """COMBAT-8: a level gained in the combat counts at once."""
    game = combat({"level": 4, "hand": ["call_the_army"]}, monsters=["thing_only_grown_ups_see"])
    unopposed(game, "play", card="call_the_army", seat=0)
    assert strengths(game) == (5, 6)


def test_fire_warms_the_lukewarm_one() -> None:
    """COMBAT-1: burning items count double against it; not those that burn for it, nor a Firebug's bonus."""
    seat = {"level": 1, "table": ["flaming_marshmallow_fork", "bug_spray"], "hand": ["flaming_ichor_cocktail"]}
    game = combat(seat, monsters=["the_lukewarm_one"])
    assert strengths(game) == (1 + 2 * 2 + 2, 2)
    spend(game, "flaming_ichor_cocktail", "players")
    assert strengths(game) == (7 + 2 * 3, 2)
    game = combat(seat, monsters=["the_lukewarm_one"])
    spend(game, "flaming_ichor_cocktail", "monsters")
    assert strengths(game) == (7, 2 + 3)
    firebug = combat({**seat, "curses": ["madness_firebug"]}, monsters=["the_lukewarm_one"])
    assert strengths(firebug) == (7 + 3, 2)


def test_fireworks_are_for_a_firebug_and_a_whacker() -> None:
    """MAD-1: +3 for each thing that burns and is in use; +2 of the class against small monsters."""
    seat = {"level": 1, "klass": "monster_whacker", "table": ["crate_of_damp_fireworks"]}
    assert strengths(combat({**seat, "curses": ["madness_firebug"]}, monsters=["polly_polyp"])) == (1 + 4 + 2 + 3, 2)


@pytest.mark.parametrize(("side", "expected"), [("players", (5 + 9, 4)), ("monsters", (5, 4 + 9))])
def test_the_sommelier_knows_his_ichor(side: str, expected: tuple[int, int]) -> None:
    """COMBAT-1: ichor_sommelier: ichor counts three times for either side, other cards once."""
    game = combat({"level": 5, "hand": ["ichor_liquor", "kitchen_sink"]}, monsters=["ichor_sommelier"])
    spend(game, "ichor_liquor", side)
    assert strengths(game) == expected
    spend(game, "kitchen_sink", "players")
    assert strengths(game) == (expected[0] + 3, expected[1])


def test_the_sommelier_drinks_all_ichor_or_takes_levels() -> None:
    """FLEE-2: in hand and in play; who has none loses two levels."""
    loser = {"level": 5, "hand": ["ichor_liquor", "canned_meat"], "carried": ["decaffeinated_ichor"]}
    game = caught("ichor_sommelier", loser)
    assert (hand(game, 0), table(game, 0), game.level(0)) == (["canned_meat"], [], 5)
    assert caught("ichor_sommelier", {"level": 5, "hand": ["canned_meat"]}).level(0) == 3


def test_the_choir_deafens_until_a_level_is_gained() -> None:
    """HELP-1: choir_of_the_deeply_off_key: no question for help until then."""
    game = caught("choir_of_the_deeply_off_key", {"level": 3, "hand": ["correct_the_prophets_grammar"]})
    assert bound(game, 0, Ability.NO_ASKING)
    unopposed(game, "play", card="correct_the_prophets_grammar", seat=0)
    assert not bound(game, 0, Ability.NO_ASKING)


def test_doorstep_prophets_convert() -> None:
    """CULT-2: a caught player becomes a Cultist; one who is a Cultist, or finds no card there, loses two levels."""
    game = caught("doorstep_prophets", {"level": 5, "klass": "professor"}, **ONE_CULTIST)
    assert (table(game, 0), game.level(0)) == (["cultist"], 5)
    for klass, settings in (("cultist", ONE_CULTIST), ("professor", {})):
        game = caught("doorstep_prophets", {"level": 5, "klass": klass}, **settings)
        assert (table(game, 0), game.level(0)) == ([klass], 3)


@pytest.mark.parametrize(
    ("monster", "price", "cheap"),
    [("doorstep_prophets", "bug_spray", "bowling_pin"), ("the_landlord_from_outside", "tommy_gun", "prehistoric_axe")],
)
def test_some_take_an_item_and_leave(monster: str, price: str, cheap: str) -> None:
    """COMBAT-6: doorstep_prophets for 300 gold, the_landlord_from_outside for 600; no level, no treasure."""
    game = met(monster, {"level": 3, "carried": [price, cheap]})
    assert not can(game, "bribe", place=0, card=cheap)
    unopposed(game, "bribe", place=0, card=price)
    assert (table(game, 0), hand(game, 0), game.level(0)) == ([cheap], [], 3)


def test_the_tentacle_minds_no_cultists() -> None:
    """COMBAT-6: equal_opportunity_tentacle leaves a Cultist a treasure, and no level."""
    game = met("equal_opportunity_tentacle", {"level": 3, "klass": "cultist"})
    assert (game.level(0), len(hand(game, 0)), doors_gone(game)) == (3, 1, ["equal_opportunity_tentacle"])
    helped = combat({"level": 3}, {"klass": "cultist"}, monsters=["equal_opportunity_tentacle"], helper=1)
    assert not int(helped.position["combat"]["n_monsters"][0])


def test_the_tentacle_treats_all_alike() -> None:
    """LEVEL-1: the victim falls to the lowest level of all."""
    game = caught("equal_opportunity_tentacle", {"level": 7}, {"level": 3}, {"level": 4})
    assert levels(game) == [3, 3, 4]


def test_the_landlord_clears_the_table_and_leaves_what_grew_on_it() -> None:
    """MUT-1: the_landlord_from_outside takes all items, in use and carried; mutations and Madness are none."""
    loser = {"level": 5, "klass": "cultist", "table": ["sticky_head", "eye_feet", "bug_spray"]}
    loser |= {"carried": ["flamethrower"], "hand": ["canned_meat"], "curses": ["madness_firebug"]}
    game = caught("the_landlord_from_outside", loser)
    assert table(game, 0) == ["cultist", "eye_feet", "madness_firebug", "sticky_head"]
    assert hand(game, 0) == ["canned_meat"]


@pytest.mark.parametrize(("face", "level"), [(1, 5), (5, 4)])
def test_the_gate_hurts_who_gets_out_of_it(face: int, level: int) -> None:
    """FLEE-2: revolving_gate_to_elsewhere kills whom it catches, and takes a level from who escapes."""
    game = combat({"level": 5, "hand": ["cheat"]}, monsters=[huge("revolving_gate_to_elsewhere")], dice=[face])
    lose(game)
    assert (dead(game, 0), game.level(0)) == (face == 1, level)


def test_professors_publish_on_the_gate() -> None:
    """FLEE-2, CLASS-1: its bad stuff is death, so that a Professor who escapes gains the level that it takes."""
    game = combat({"level": 5, "klass": "professor"}, monsters=[huge("revolving_gate_to_elsewhere")], dice=[5])
    lose(game)
    assert game.level(0) == 5


@pytest.mark.parametrize(
    ("klasses", "more"), [(("investigator",), 3), (("monster_whacker",), 3), (("investigator", "monster_whacker"), 3)]
)
def test_the_elder_sibling_knows_better(klasses: tuple[str, ...], more: int) -> None:
    """COMBAT-8: the_elder_sibling: +3 against Investigators and Monster Whackers, once for both."""
    seats = [{"klass": klass} for klass in klasses]
    game = combat(*seats, monsters=["the_elder_sibling"], helper=1 if len(klasses) > 1 else None)
    assert game.strength("monsters") == 16 + more
    assert combat({"klass": "cultist"}, monsters=["the_elder_sibling"]).strength("monsters") == 16


def test_the_elder_sibling_hands_things_down() -> None:
    """DECK-3: each other player takes a treasure, chosen in play or unseen from the hand."""
    loser = {"level": 5, "carried": ["bug_spray", "miners_helmet"], "hand": ["rugose"]}
    game = caught("the_elder_sibling", loser, {}, {})
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 1)
    game.do(card="miners_helmet")
    game.do(card="bug_spray")
    assert [table(game, seat) for seat in range(3)] == [[], ["miners_helmet"], ["bug_spray"]]
    assert hand(game, 0) == ["rugose"]


@pytest.mark.parametrize(("monster", "highest"), [("the_elder_sibling", 3), ("the_meeting_that_never_adjourns", 4)])
def test_the_small_are_let_go(monster: str, highest: int) -> None:
    """FLEE-1: up to the printed level nobody is pursued."""
    for level in (highest, highest + 1):
        game = combat({"level": level, "hand": ["bug_spray"]}, monsters=[monster], dice=[1])
        lose(game)
        harmed = game.decision == Decision.CHOOSE_CARD or hand(game, 0) != ["bug_spray"]
        assert harmed == (level > highest)


def test_the_meeting_takes_the_hand_and_two_levels() -> None:
    """FLEE-2: the_meeting_that_never_adjourns: what lies on the table stays."""
    game = caught("the_meeting_that_never_adjourns", {"level": 6, "hand": ["canned_meat"], "table": ["bug_spray"]})
    assert (game.level(0), hand(game, 0), table(game, 0)) == (4, [], ["bug_spray"])


def test_great_cthulhoo_thrives_on_ichor() -> None:
    """COMBAT-1: ichor for the players counts against them, ichor for great_cthulhoo as ever; other cards as ever."""
    seat = {"level": 5, "hand": ["industrial_strength_ichor", "rude_noise_from_the_deep"]}
    game = combat(seat, monsters=["great_cthulhoo"])
    spend(game, "industrial_strength_ichor", "players")
    assert strengths(game) == (5 - 5, 20)
    spend(game, "rude_noise_from_the_deep", "players")
    assert strengths(game) == (3, 20)
    game = combat(seat, monsters=["great_cthulhoo"])
    spend(game, "industrial_strength_ichor", "monsters")
    assert strengths(game) == (5, 25)


def test_great_cthulhoo_kills_and_takes_levels() -> None:
    """DEATH-1: the level that a dead player keeps is two lower."""
    game = caught("great_cthulhoo", {"level": 7, "hand": ["cheat"]})
    assert (dead(game, 0), game.level(0)) == (True, 5)


# --------------------------------------------------------------------------- enhancers


@pytest.mark.parametrize(("klass", "strength"), [("monster_whacker", 12), ("cultist", 7)])
def test_what_came_from_the_wrong_aquarium_remembers_who_knocked(klass: str, strength: int) -> None:
    """PLAY-4: from_the_wrong_aquarium: +5, or +10 if a Monster Whacker fights; one treasure more in either case."""
    game = combat({"klass": klass}, monsters=[{"card": "ruggoth", "enhancers": ["from_the_wrong_aquarium"]}])
    assert game.strength("monsters") == strength
    assert int(game.position["combat"]["monster"]["treasures"][0, 0]) == 1


def test_mumbling_becomes_a_cultist() -> None:
    """CULT-6: +3 on a Cultist, on nobody else; it goes with the class."""
    game = table_of({"klass": "cultist", "hand": ["mumbling"]}, {"klass": "professor"}, {"klass": "cultist"})
    assert not can(game, "play", card="mumbling", place="players", seat=1)
    unopposed(game, "play", card="mumbling", place="players", seat=0)
    assert int(game.position["player"]["bonus"][0, 0]) == 2 + 3
    gone = cursed("curse_amnesia", {"table": [{"cultist": "mumbling"}]}, {"klass": "cultist"})
    gone.do(card="cultist")
    assert (table(gone, 0), doors_gone(gone)) == ([], ["curse_amnesia", "mumbling"])


# --------------------------------------------------------------------------- curses and specials


def test_barnacles_slow_down_and_go_with_the_shoes() -> None:
    """CURSE-1, FLEE-1: curse_barnacles: -1 on rolls to run away, until something takes the footgear."""
    game = cursed("curse_barnacles", {"level": 5})
    assert table(game, 0) == ["curse_barnacles"]
    for face, level in ((5, 6), (6, 8)):
        slow = combat({"level": 8, "curses": ["curse_barnacles"]}, monsters=[huge("lloyd_lloigor")], dice=[face])
        lose(slow)
        assert slow.level(0) == level
    for worn in (["tide_pool_waders"], []):
        game = cursed("curse_solestealer", {"level": 5, "curses": ["curse_barnacles"], "table": worn})
        if worn:
            game.do(card="tide_pool_waders")
        assert table(game, 0) == []


def test_who_is_not_believed_fights_alone() -> None:
    """HELP-1, HELP-8: curse_nobody_believes_you: no help until the victim has killed a monster without it."""
    game = cursed("curse_nobody_believes_you", {"level": 5, "hand": ["polly_polyp"]}, {"level": 9})
    assert bound(game, 0, Ability.UNHELPED)
    assert table(game, 0) == ["curse_nobody_believes_you"]
    unopposed(game, "fight", card="polly_polyp")
    assert "ask help" not in options(game)
    kill(game)
    assert not bound(game, 0, Ability.UNHELPED)
    assert "curse_nobody_believes_you" in doors_gone(game)


def test_a_helper_leaves_who_is_believed_no_more() -> None:
    """HELP-8: struck in the middle of a combat the leader fights on alone."""
    seats = [{"level": 3, "hand": ["curse_nobody_believes_you"]}, {"level": 9}]
    game = combat(*seats, monsters=["lloyd_lloigor"], helper=1)
    unopposed(game, "play", card="curse_nobody_believes_you", seat=0)
    assert (int(game.position["combat"]["helper"][0]), game.strength("players")) == (0, 3)


def test_the_offering_plate() -> None:
    """CURSE-3: a card for every other Cultist; where there is none, the cheapest item goes."""
    curse = "curse_the_offering_plate_comes_round"
    gear = {"carried": ["bug_spray", "brass_knucks"], "hand": ["rugose"]}
    game = cursed(curse, gear, {"klass": "cultist"}, {}, {"klass": "cultist"})
    game.do(card="rugose")
    game.do(card="bug_spray")
    assert (hand(game, 1), place_of(game, "bug_spray"), table(game, 0)) == (["rugose"], "table 3", ["brass_knucks"])
    game = cursed(curse, {**gear, "klass": "cultist"}, {}, {})
    game.do(card="brass_knucks")
    assert (treasures_gone(game), hand(game, 0)) == (["brass_knucks"], ["rugose"])


def test_a_bracing_walk_asks_for_phobias() -> None:
    """MAD-2: a_bracing_walk_along_the_abyss takes all phobias of anybody, and a level of a player without any."""
    card = "a_bracing_walk_along_the_abyss"
    fears = ["madness_gammaphobia", "madness_dread_of_dread", "madness_firebug"]
    for seat in range(2):
        seats: list[dict] = [{"level": 3, "hand": [card]}, {"level": 3}]
        seats[seat]["curses"] = fears
        game = table_of(*seats)
        unopposed(game, "play", card=card, seat=seat)
        assert (table(game, seat), levels(game)) == (["madness_firebug"], [3, 3, 1])
    game = table_of({"level": 3, "hand": [card]}, {"level": 3, "curses": ["madness_firebug"]})
    unopposed(game, "play", card=card, seat=1)
    assert (table(game, 1), levels(game)) == (["madness_firebug"], [3, 2, 1])


def test_twice_as_unspeakable() -> None:
    """PLAY-7, GOTH-1: a second monster with the same enhancers; for a goth it calls again."""
    fight = [{"card": "polly_polyp", "enhancers": ["suspiciously_damp"]}]
    game = combat({"level": 30, "hand": ["twice_as_unspeakable"]}, monsters=fight, goal=60)
    unopposed(game, "play", card="twice_as_unspeakable", place=0)
    assert (strengths(game), monsters(game)) == ((30, 14), ["polly_polyp", "polly_polyp"])
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (32, 4)
    game = combat({"hand": ["twice_as_unspeakable", "catalogoth"]}, monsters=["ruggoth"])
    game.do("play", card="twice_as_unspeakable", place=0)
    assert game.decision == Decision.GOTH
    unopposed(game, "answer_call", card="catalogoth")
    assert monsters(game) == ["ruggoth", "ruggoth", "catalogoth"]


def test_expenses_are_paid_to_helpers() -> None:
    """HELP-4: expenses_form_in_triplicate stays in front of its player, who gains a level for each kill as a helper."""
    game = table_of({"hand": ["expenses_form_in_triplicate"]})
    unopposed(game, "play", card="expenses_form_in_triplicate")
    assert table(game, 0) == ["expenses_form_in_triplicate"]
    for form in ([], ["expenses_form_in_triplicate"]):
        game = combat({"level": 6}, {"level": 3, "table": form}, monsters=["polly_polyp", "ruggoth"], helper=1)
        kill(game)
        assert (game.level(0), game.level(1)) == (8, 3 + 2 * len(form))


# --------------------------------------------------------------------------- items


def test_what_is_worn_changes_more_than_strength() -> None:
    """FLEE-1, TURN-5: tide_pool_waders +1, diving_suit_with_a_slow_leak -1; hat_wearing_a_hat: a card more in hand."""
    for card, field, amount in (
        ("tide_pool_waders", "run_away", 1),
        ("diving_suit_with_a_slow_leak", "run_away", -1),
        ("hat_wearing_a_hat", "hand_limit", 1),
    ):
        for place, counts in (("table", 1), ("carried", 0)):
            game = table_of({place: [card]})
            assert int(game.position["player"][field][0, 0]) == amount * counts, (card, place)


@pytest.mark.parametrize(("fight", "more"), [(["ichor_sommelier"], 3), (["hedgehoggoth"], 0), ([huge("ruggoth")], 3)])
def test_the_magnifying_glass_is_for_small_monsters(fight: list, more: int) -> None:
    """COMBAT-13: magnifying_glass_of_pettiness: +5 in place of +2 against one of printed level 4 or lower."""
    assert combat({"table": ["magnifying_glass_of_pettiness"]}, monsters=fight).strength("players") == 1 + 2 + more


@pytest.mark.parametrize(("monster", "fits"), [("froggoth", True), ("nightie_gaunts", False)])
def test_the_lifeboat_leaves_the_small_ones_behind(monster: str, fits: bool) -> None:
    """FLEE-1: inflatable_lifeboat, carried or not, is discarded to escape a monster up to level 12."""
    game = combat({"level": 3, "carried": ["inflatable_lifeboat"]}, monsters=[monster], dice=[1])
    unopposed(game, "run_away")
    assert can(game, "play", card="inflatable_lifeboat", place=0) == fits
    if fits:
        unopposed(game, "play", card="inflatable_lifeboat", place=0)
        assert (treasures_gone(game), dead(game, 0)) == (["inflatable_lifeboat"], False)


def test_the_item_enhancers_of_the_box() -> None:
    """ITEM-6: pocket_sized +1 and a hand fewer, with_complimentary_tentacle +3 for what takes hands."""
    for enhancer, more, free in (("pocket_sized", 1, True), ("with_complimentary_tentacle", 3, False)):
        game = table_of({"hand": [enhancer], "table": ["tommy_gun", "miners_helmet"], "carried": ["bowling_pin"]})
        assert can(game, "play", card=enhancer, second="miners_helmet") == (enhancer == "pocket_sized")
        unopposed(game, "play", card=enhancer, second="tommy_gun")
        assert int(game.position["player"]["bonus"][0, 0]) == 4 + 2 + more
        assert can(game, "use", card="bowling_pin") == free


# --------------------------------------------------------------------------- one-shots


def test_decaffeinated_ichor_silences_the_rest() -> None:
    """COMBAT-1: of both sides, earlier and later; what is no ichor counts on."""
    seat = {"level": 5, "hand": ["ichor_liquor", "sticker_ichor", "decaffeinated_ichor", "canned_meat"]}
    game = combat(seat, monsters=["ozathoth"])
    spend(game, "ichor_liquor", "players")
    unopposed(game, "play", card="decaffeinated_ichor")
    spend(game, "sticker_ichor", "monsters")
    spend(game, "canned_meat", "players")
    assert strengths(game) == (8, 18)


def test_what_is_ichor_and_what_burns() -> None:
    """flaming_ichor_cocktail is both."""
    catalogue = table_of().catalogue
    tags = {card.id: card.tags for card in catalogue.cards if card and card.kind == Kind.ONE_SHOT}
    assert tags["flaming_ichor_cocktail"] == (Tag.FIRE, Tag.ICHOR)
    assert tags["decaffeinated_ichor"] == tags["industrial_strength_ichor"] == (Tag.ICHOR,)
    assert not tags["rude_noise_from_the_deep"]


def test_the_coupon_swaps_bodies() -> None:
    """body_swap_coupon: another player fights on in place of the leader, alone; the turn stays where it is."""
    game = combat({"level": 2, "hand": ["body_swap_coupon"]}, {"level": 9}, monsters=["lloyd_lloigor"])
    unopposed(game, "play", card="body_swap_coupon", seat=1)
    assert strengths(game) == (9, 8)
    kill(game)
    assert (levels(game)[:2], game.turn_seat) == ([2, 10], 0)


@pytest.mark.parametrize("curse", ["curse_barnacles", "madness_dread_of_hissing"])
def test_a_second_opinion(curse: str) -> None:
    """CURSE-4, MAD-1: second_opinion_from_a_seagull lifts what lies there, Madness too, and stops what strikes."""
    card = "second_opinion_from_a_seagull"
    game = table_of({"hand": [card], "curses": [curse]})
    game.do("play", card=card, second=curse)
    assert (table(game, 0), place_of(game, card)) == ([], "discards")
    game = table_of({"hand": [card]}, {"hand": [curse]}, phase="begin")
    pass_until(game, 1).do("play", card=curse, seat=0)
    pass_until(game, 0).do("play", card=card, second=curse)
    passes(game)
    assert (table(game, 0), place_of(game, curse)) == ([], "discards")


# --------------------------------------------------------------------------- level cards and others


def test_the_alignment_is_not_blamed_by_the_highest() -> None:
    """PLAY-2: blame_the_alignment: a level for anybody but those of the highest level."""
    card = "blame_the_alignment"
    seats = ({"level": 5, "hand": [card]}, {"level": 5}, {"level": 4})
    assert [can(table_of(*seats), "play", card=card, seat=seat) for seat in range(3)] == [False, False, True]
    game = table_of(*seats)
    game.do("play", card=card, seat=2)
    assert levels(game) == [5, 5, 5]


def test_a_future_is_borrowed() -> None:
    """LEVEL-1, GOLD-4: borrow_somebody_elses_future: the other loses a level, the player gains one, not the last."""
    card = "borrow_somebody_elses_future"
    game = table_of({"level": 3, "hand": [card]}, {"level": 5})
    unopposed(game, "play", card=card, seat=1)
    assert (levels(game)[:2], treasures_gone(game)) == ([4, 4], [card])
    assert not can(table_of({"level": 3, "hand": [card]}, {"level": 5}), "play", card=card, seat=0)
    assert not can(table_of({"level": 3, "hand": [card]}, {"level": 1, "dead": True}), "play", card=card, seat=1)
