"""Attachments of items and classes, items worn together, and the number of hands (ITEM-6, ITEM-7, CULT-6)."""

import pytest

from munchkin_env.engine.queries.cards import ENHANCERS_HANG
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, carried, dead, doors_gone, hand, monsters, place_of, table, treasures_gone
from tests.kit.playing import kill, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, cursed, huge, table_of

CULT_ENHANCERS = ("blasphemous", "frothing", "gibbering", "raving")


def strength(game: Game) -> int:
    return game.strength("players")


# --------------------------------------------------------------------------- item enhancers


@pytest.mark.parametrize(
    ("enhancer", "fits", "not_fits"),
    [
        ("of_the_middle_aged_gods", ["miners_helmet", "tommy_gun", "brass_knucks"], ["fake_tentacle"]),
        ("official_mythos", ["tommy_gun", "bowling_pin"], ["miners_helmet", "brass_knucks"]),
    ],
)
def test_an_item_enhancer_hangs_on_an_item_in_play(enhancer: str, fits: list[str], not_fits: list[str]) -> None:
    """ITEM-6: on one that gives a bonus, or on one that takes hands; +2 with it."""
    for item in fits:
        game = table_of({"level": 3, "hand": [enhancer, "necrocomicon"], "carried": [item]})
        before = int(game.position["player"]["bonus"][0, 0])
        assert can(game, "play", card=enhancer, second=item)
        assert not can(game, "play", card=enhancer, second="necrocomicon"), "not in play"
        game.do("play", card=enhancer, second=item)
        passes(game)
        assert int(game.position["player"]["bonus"][0, 0]) == before, "carried it helps with nothing"
        game.do("use", card=item)
        assert (
            int(game.position["player"]["bonus"][0, 0])
            == game.catalogue.tables[0]["card"][game.catalogue.index(item)]["bonus"] + 2
        )
    for item in not_fits:
        assert not can(table_of({"hand": [enhancer], "table": [item]}), "play", card=enhancer)


def test_an_enhanced_item_takes_a_hand_less() -> None:
    """ITEM-1, ITEM-6: of_the_middle_aged_gods frees a hand, official_mythos does not."""
    game = table_of({"table": [{"tommy_gun": "of_the_middle_aged_gods"}], "carried": ["bowling_pin", "bug_spray"]})
    game.do("use", card="bowling_pin")
    assert not can(game, "use", card="bug_spray")
    other = table_of({"table": [{"tommy_gun": "official_mythos"}], "carried": ["bowling_pin"]})
    assert not can(other, "use", card="bowling_pin")


def test_an_enhancer_shares_the_fate_of_its_item() -> None:
    """ITEM-6: sold or lost it is discarded, traded it goes along; alone it can be neither."""
    game = cursed("curse_hair_stands_on_end", {"table": [{"miners_helmet": "of_the_middle_aged_gods"}]})
    game.do(card="miners_helmet")
    assert treasures_gone(game) == ["miners_helmet", "of_the_middle_aged_gods"]
    given = table_of({"table": [{"miners_helmet": "of_the_middle_aged_gods"}]}, {}, trades="simple")
    given.do("give", seat=1, card="miners_helmet")
    given.do("yes")
    assert place_of(given, "of_the_middle_aged_gods") == "table 1"
    assert int(given.position["player"]["bonus"][0, 1]) == 0
    assert int(given.position["player"]["attached"][0, 1]) == ENHANCERS_HANG


def test_who_receives_an_enhancer_may_use_it_at_once() -> None:
    """ITEM-6, TURN-6: on receipt, also out of turn."""
    seats = [{"level": 3}, {"level": 9, "table": ["miners_helmet"]}]
    helped = {"monsters": ["polly_polyp"], "helper": 1, "deal": 1}
    game = table_of(*seats, phase="combat", combat=helped, treasures=["of_the_middle_aged_gods", "bowling_pin"])
    kill(game)
    assert hand(game, 1) == ["of_the_middle_aged_gods"]
    assert (game.decision, game.current_player) == (Decision.RECEIVE, 1)
    game.do("play", card="of_the_middle_aged_gods", second="miners_helmet")
    assert int(game.position["player"]["bonus"][0, 1]) == 4


def test_the_item_of_a_dead_player_keeps_its_enhancer() -> None:
    """DEATH-2, ITEM-6: a player who takes the item gets both; no body has the enhancer by itself."""
    game = combat(
        {"table": [{"miners_helmet": "of_the_middle_aged_gods"}]}, {"level": 5}, monsters=["shallow_ones"], dice=[1]
    )
    lose(game)
    assert dead(game, 0)
    assert (game.decision, game.current_player) == (Decision.LOOT_BODY, 1)
    game.do(card="miners_helmet")
    assert sorted(hand(game, 1)) == ["miners_helmet", "of_the_middle_aged_gods"]


# --------------------------------------------------------------------------- layers and hands


@pytest.mark.parametrize(
    ("slot", "first", "second", "curse"),
    [
        ("headgear", "miners_helmet", "fake_tentacle", "curse_hair_stands_on_end"),
        (
            "armor",
            "professor_teslas_electrical_protective_device",
            "miskatonic_university_t_shirt",
            "curse_get_all_blobby",
        ),
    ],
)
def test_what_is_worn_beside_another_goes_with_it(slot: str, first: str, second: str, curse: str) -> None:
    """ITEM-7: worn together; what takes the slot's item takes all of it."""
    game = table_of({"carried": [first, second]})
    game.do("use", card=second)
    game.do("use", card=first)
    assert not carried(game, first)
    hit = cursed(curse, {"table": [first, second]})
    assert treasures_gone(hit) == sorted([first, second])


def test_the_tweed_jacket_is_for_professors() -> None:
    """ITEM-2, ITEM-7: tweed_jacket with the other armor, +2."""
    armor = ["tweed_jacket", "miskatonic_university_t_shirt", "professor_teslas_electrical_protective_device"]
    assert strength(combat({"klass": "professor", "table": armor}, monsters=["ozathoth"])) == 1 + 2 + 1 + 4
    assert strength(combat({"table": armor}, monsters=["ozathoth"])) == 1 + 1 + 4
    lost = cursed("curse_get_all_blobby", {"klass": "professor", "table": armor})
    assert treasures_gone(lost) == sorted(armor)


def test_galoshes_spare_what_is_worn_under_them() -> None:
    """ITEM-7: only they are lost."""
    shoes = ["monster_stompers", "galoshes"]
    game = cursed("curse_solestealer", {"klass": "monster_whacker", "table": shoes})
    assert treasures_gone(game) == ["galoshes"]
    assert "monster_stompers" in table(game, 0)
    assert strength(combat({"klass": "monster_whacker", "table": shoes}, monsters=["grape_old_ones"])) == 1 + 3 + 1


def test_the_fake_tentacle_helps_to_run() -> None:
    """FLEE-1: +1."""
    for where, fled in (("table", True), ("carried", False)):
        game = combat({where: ["fake_tentacle"], "level": 4}, monsters=[huge("lloyd_lloigor")], dice=[4])
        lose(game)
        assert (game.level(0) == 4) == fled


@pytest.mark.parametrize(
    "facts", [{"table": ["created_using_cinematic_rules"]}, {"klass": "cultist", "table": ["tentacle"]}]
)
def test_a_third_hand(facts: dict[str, object]) -> None:
    """ITEM-7: room for three hands' worth of items."""
    game = table_of({**facts, "carried": ["tommy_gun", "bowling_pin", "bug_spray"]})
    game.do("use", card="tommy_gun")
    game.do("use", card="bowling_pin")
    assert not can(game, "use", card="bug_spray")


def test_cinematic_rules_stay_in_front_of_their_player() -> None:
    """ITEM-7: played in one's own turn."""
    game = table_of({"hand": ["created_using_cinematic_rules"], "table": ["tommy_gun"], "carried": ["bowling_pin"]})
    game.do("play", card="created_using_cinematic_rules")
    passes(game)
    assert place_of(game, "created_using_cinematic_rules") == "table 0"
    game.do("use", card="bowling_pin")


def test_who_loses_a_hand_chooses_what_he_carries() -> None:
    """ITEM-7: at once, also in a combat."""
    seat = {"klass": "cultist", "level": 3, "table": ["tentacle", "tommy_gun", "bowling_pin"]}
    game = combat(seat, {"klass": "cultist"}, {"hand": ["sudden_head_blow"]}, monsters=["grape_old_ones"])
    assert strength(game) == 3 + 4 + 2 + 2
    game.do("run_away")
    pass_until(game, 2).do("play", card="sudden_head_blow", seat=0)
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    game.do(card="bowling_pin")
    assert carried(game, "bowling_pin")
    assert strength(game) == 3 + 4


# --------------------------------------------------------------------------- Cultist enhancers


@pytest.mark.parametrize("card", CULT_ENHANCERS)
def test_a_cultist_enhancer_strengthens_a_cultist_or_a_monster(card: str) -> None:
    """CULT-6, PLAY-4: at any time on a Cultist, or in a combat on a monster, which gives no more treasure for it."""
    game = table_of({}, {"klass": "cultist"}, {"hand": [card]}, doors=["wandering_monster"])
    game.do("open_door")
    pass_until(game, 2).do("play", card=card, place="players", seat=1)
    assert place_of(game, card) == "table 1", "at any time"
    own = table_of({"hand": [card]}, {"klass": "cultist"})
    own.do("play", card=card, place="players", seat=1)
    passes(own)
    assert place_of(own, card) == "table 1"
    assert int(own.position["player"]["bonus"][0, 1]) == 3
    fight = combat({"level": 3, "hand": [card]}, monsters=["polly_polyp"])
    fight.do("play", card=card, place=0)
    passes(fight)
    assert (fight.strength("monsters"), int(fight.position["combat"]["monster"]["treasures"][0, 0])) == (5, 0)
    assert not can(table_of({"hand": [card]}), "play", card=card), "nobody is a Cultist, nothing fights"


def test_it_goes_with_the_class() -> None:
    """CULT-6: with the Cultist card that it hangs on, even if another Cultist comes at once."""
    seats = ({"table": [{"cultist": "frothing"}]}, {"klass": "cultist"})
    game = cursed("curse_dragged_off_to_snarkham_asylum", *seats)
    assert "frothing" in doors_gone(game)


def test_it_goes_with_its_owner() -> None:
    """CULT-6: the dead keep the class, not what strengthens it."""
    seats = ({"table": [{"cultist": "raving"}]}, {"klass": "cultist"})
    game = combat(*seats, monsters=["shallow_ones"], dice=[1])
    lose(game)
    assert "raving" in doors_gone(game)
    assert table(game, 0) == ["cultist"]


# --------------------------------------------------------------------------- one-shots


def test_bicker_ichor_removes_the_lower_monster() -> None:
    """COMBAT-6: of several the one of the lowest level; no level, no treasure; alone there is none to bicker with."""
    assert not can(combat({"hand": ["bicker_ichor"]}, monsters=["polly_polyp"]), "play", card="bicker_ichor")
    game = combat({"hand": ["bicker_ichor"], "level": 9}, monsters=["lloyd_lloigor", "polly_polyp"], goal=20)
    assert not can(game, "play", card="bicker_ichor", place=0)
    game.do("play", card="bicker_ichor", place=1)
    passes(game)
    assert monsters(game) == ["lloyd_lloigor"]
    kill(game)
    assert len(hand(game, 0)) == 2


def test_the_song_of_madness_helps_a_lone_player() -> None:
    """PLAY-3: +2 for either side, for the players' only if one fights alone."""
    game = combat({"hand": ["song_of_madness"]}, {}, monsters=["lloyd_lloigor"], helper=1)
    assert not can(game, "play", card="song_of_madness", place="players")
    game.do("play", card="song_of_madness", place="monsters")
    passes(game)
    assert game.strength("monsters") == 10
    lone = combat({"hand": ["song_of_madness"]}, monsters=["lloyd_lloigor"])
    lone.do("play", card="song_of_madness", place="players")
    passes(lone)
    assert strength(lone) == 3


def test_the_song_of_madness_kills_ozathoth_and_converts() -> None:
    """PLAY-3, CULT-2: a player who uses it so becomes a Cultist, if a card is among their discards."""
    game = combat({"hand": ["song_of_madness"]}, {}, monsters=["ozathoth"], discards=["cultist"])
    game.do("play", card="song_of_madness", place=0)
    passes(game)
    assert monsters(game) == []
    assert "cultist" in table(game, 0)
