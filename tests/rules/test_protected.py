"""Cards that no effect takes off a table unless it names their kind (CURSE-1, CURSE-2, MAD-1, MUT-1, CULT-3,
ITEM-6)."""

import pytest

from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.rules.choices import matches, may_take
from munchkin_env.vocabulary import Filter, Kind, Slot, Take, Zone, kinds_that
from tests.each import each
from tests.kit.editions import card_of, edition
from tests.kit.looking import copy_of, hand, options, table
from tests.kit.playing import lose, settle, settled
from tests.scenarios.cthulhu.kit import combat, huge, table_of

needs_kernels = pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")

BLEND = ("cthulhu", "munchkin")
EVERY_TAG = -1
GODS, EVIL = "of_the_middle_aged_gods", "curse_weapon_becomes_evil"
CLINGING = {  # by kind, a card that nothing takes off a table which does not name the kind
    Kind.CURSE: "curse_straw_in_your_boots",
    Kind.MADNESS: "madness_gammaphobia",
    Kind.MUTATION: "eye_feet",
}
LOOSE = {  # what each filter takes of the rest, if names and tags are as it asks; of the hand it takes the same card
    Filter.ITEMS: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock"},
    Filter.SMALL: {"fez_of_fazooli", "kitchen_sink", "galoshes"},
    Filter.BIG: {"huge_rock"},
    Filter.SLOT: {"galoshes"},
    Filter.TAGGED: {"fez_of_fazooli", "galoshes"},
    Filter.HAND: {"rugose"},
    Filter.BEST: {"fez_of_fazooli"},
    Filter.CLASSES: {"professor"},
    Filter.RACES: {"elf"},
    Filter.ITEMS_AND_HAND: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock", "rugose"},
    Filter.TREASURES: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock", "hireling"},
    Filter.VALUE: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock"},
    Filter.BODY: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock", "hireling", "cthulhu:cheat", "rugose"},
    Filter.HOST: set(),
    Filter.MADNESS: {"madness_gammaphobia"},
    Filter.DOORS_IN_HAND: {"rugose"},
    Filter.UNUSABLE: {"huge_rock"},
    Filter.OF_CLASS: {"fez_of_fazooli"},
    Filter.CHEAPEST: {"galoshes", "kitchen_sink"},
    Filter.DEAREST: {"fez_of_fazooli"},
    Filter.TAGGED_IN_PLAY: {"fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock"},
    Filter.SIDEKICKS: {"hireling"},
    Filter.LEVEL_CARDS: set(),
}
EVERYTHING = {
    *("fez_of_fazooli", "kitchen_sink", "galoshes", "huge_rock", "hireling", "cthulhu:cheat", "professor", "elf"),
    *("cthulhu:super_munchkin", "rugose"),
}
ARGUMENTS = {
    Filter.SLOT: Slot.FOOTGEAR,
    **dict.fromkeys((Filter.TAGGED, Filter.TAGGED_IN_PLAY, Filter.TAGGED_ANYWHERE), EVERY_TAG),
}


def crowded_table():
    """Of everything that may lie in front of a player something, protected or not; the only Cultist, too."""
    seat = {
        "klass": ["cultist", "professor"],
        "race": "elf",
        "table": [
            *({"flamethrower": EVIL}, {"fez_of_fazooli": "cthulhu:cheat"}, "galoshes", "kitchen_sink", "eye_feet"),
            *("hireling", "cthulhu:super_munchkin"),
        ],
        "carried": ["huge_rock"],
        "curses": ["curse_straw_in_your_boots", "madness_gammaphobia"],
        "hand": ["rugose"],
    }
    return combat(seat, monsters=["polly_polyp"], editions=BLEND)


def named(game, what):
    """The cards of the first player that the filter takes, by id, all of them named and tagged as it asks."""
    s, t = records(game.position)[0], records(game.tables.copy())[0]
    t.card["vowel"] = 1
    t.card["tags"] = EVERY_TAG
    t.card["need_klass"][game.catalogue.index("fez_of_fazooli")] = int(s.player[0].klass)
    t.card["need_race"][game.catalogue.index("huge_rock")] = 1 << 9
    found = set()
    for zone in (Zone.HAND, Zone.TABLE):
        c = int(s.head[zone])
        while c:
            if matches(s, t, 0, c, int(what), int(ARGUMENTS.get(what, 0))):
                found.add(game.catalogue.short_id(int(t.type_of[c])))
            c = int(s.card[c].next)
    return found


def test_the_table_has_a_card_of_each_kind_that_clings():
    """CURSE-1, MAD-1, MUT-1: and every filter is asked."""
    assert set(CLINGING) == kinds_that("clings")
    assert set(LOOSE) | {Filter.VOWEL, Filter.TAGGED_ANYWHERE} == set(Filter)


@needs_kernels
@pytest.mark.interpreted
@each("what", Filter, ids=lambda what: what.name.lower())
def test_no_filter_takes_what_is_protected(what):
    """CURSE-1, CURSE-2, MAD-1, MUT-1, CULT-3: each effect takes its share of the rest, and of them nothing."""
    assert named(crowded_table(), what) == LOOSE.get(what, EVERYTHING)


def test_a_name_or_a_tag_takes_no_mutation():
    """MUT-1: Eye-feet begins with a vowel, and stays; another card by such a name goes."""
    loser = {"level": 5, "klass": "professor", "table": ["eye_feet", "elder_sign", "bug_spray"]}
    loser |= {"curses": ["madness_everything_in_rows"]}
    game = combat(loser, monsters=[huge("tht_whch_hs_n_vwls")], dice=[1])
    lose(game)
    assert table(game, 0) == ["bug_spray", "eye_feet", "madness_everything_in_rows", "professor"]


def test_a_mutation_is_none_to_choose_either():
    """MUT-1, CURSE-3: a player with nothing else that begins with a vowel loses the level instead."""
    game = table_of({"level": 5, "table": ["eye_feet", "bug_spray"]}, doors=["curse_village_spelling_bee"])
    settled(game, "open_door")
    assert (table(game, 0), game.level(0)) == (["bug_spray", "eye_feet"], 4)


def test_a_mutation_in_hand_is_lost_by_its_name():
    """MUT-1, DECK-4: there it is a card like others."""
    loser = {"level": 5, "hand": ["eye_feet", "rugose"]}
    game = combat(loser, monsters=[huge("tht_whch_hs_n_vwls")], dice=[1])
    lose(game)
    assert hand(game, 0) == ["rugose"]


# --------------------------------------------------------------------------- what hangs on an item


def enhanced(turned):
    """An item with an enhancer, which a curse has turned or not."""
    game = table_of({"table": [{"flamethrower": GODS}]}, {"hand": [EVIL]}, turn=1, editions=BLEND)
    if turned:
        game.do("play", card=EVIL, seat=0)
        settle(game).do(card="flamethrower")
    return settle(game)


@needs_kernels
@pytest.mark.interpreted
def test_what_hangs_on_a_turned_item_is_out_of_reach():
    """CURSE-2, ITEM-6: no filter takes the enhancer of an item that nothing takes."""
    assert {what for what in Filter if GODS in named(enhanced(True), what)} == set()
    by_itself = {what for what in Filter if GODS in named(enhanced(False), what)}
    assert by_itself == {Filter.TREASURES, Filter.VOWEL, Filter.TAGGED_ANYWHERE}, "shares the fate of its item"


@needs_kernels
@pytest.mark.interpreted
@each("what", Filter, ids=lambda what: what.name.lower())
def test_nobody_takes_an_enhancer_from_its_item(what):
    """ITEM-6: it is never moved to another item, so it is nothing to steal."""
    game = enhanced(False)
    s, t = records(game.position)[0], records(game.tables)[0]
    assert not may_take(s, t, 1, 0, copy_of(game, GODS), int(what), int(ARGUMENTS.get(what, 0)), int(Take.STEAL))


def test_a_treasure_card_taken_by_others_is_the_item_with_its_enhancer():
    """ITEM-6: hippogriff: what is chosen in play goes with what hangs on it."""
    loser = {"level": 5, "table": [{"flamethrower": GODS}]}
    monster = {"card": "hippogriff", "enhancers": ["four_dimensional", "indescribably_horrible"]}
    game = combat(loser, monsters=[monster], dice=[1], editions=BLEND)
    lose(game)
    assert options(game) == ["Flamethrower"]
    game.do(card="flamethrower")
    assert table(game, 2) == ["flamethrower", GODS]


# --------------------------------------------------------------------------- classes


@pytest.mark.parametrize("host", ["star", "cthulhu"])
def test_all_classes_but_one_go_even_if_super_munchkin_goes_with_the_first(host):
    """CULT-6, MOD-1: curse_hair_turns_white_with_horror: both go, whatever lies between them; nothing else moves."""
    guest = "cthulhu" if host == "star" else "star"
    victim = {"klass": "professor", "table": [f"{host}:super_munchkin", "monster_whacker"]}
    doors = ["curse_hair_turns_white_with_horror"]
    game = table_of(victim, doors=doors, editions=(host, guest), discards=["investigator"], quick_play=False)
    settled(game, "open_door")
    assert table(game, 0) == []
    assert not game.broken()


PURGE = card_of("purge", "curse", 'play = [{ do = "lose_all", filter = "classes", except = "professor" }]')


def test_the_only_cultist_stays_one_whatever_class_is_spared():
    """CULT-3: a curse that takes all classes but another one."""
    for others, left in (({}, ["cultist"]), ({"klass": "cultist"}, [])):
        game = table_of({"klass": "cultist"}, others, doors=["purge"], editions=("cthulhu", edition("purging", PURGE)))
        settled(game, "open_door")
        assert table(game, 0) == left
