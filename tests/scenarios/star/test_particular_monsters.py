"""Monsters of Star Munchkin that do more than take levels: their bad stuff, how they are won, escaped or bought off."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Race, Sex
from tests.each import each
from tests.kit.looking import can, carried, dead, hand, may, monsters, table
from tests.kit.playing import concede, kill, lose, passes
from tests.scenarios.star.kit import combat, huge, table_of

SUIT, SPORK, DRYER = "battle_armor", "telescopic_spork", "overclocked_hair_dryer"
HAT, SHOES, GIRDER = "colander_of_mind_shielding", "slippers_of_mild_antigravity", "structural_girder"


def caught(monster: str, *players: dict[str, Any], **settings: Any) -> Game:
    """The first player is caught by the monster."""
    game = combat(*players, monsters=[huge(monster)], dice=[1] * 8, **settings)
    lose(game)
    return game


# monster, the victim's cards, the choice, the cards afterwards
LOST: list[tuple[str, dict[str, Any], list[str], dict[str, Any]]] = [
    ("dust_bunny_of_deck_nine", {"level": 5, "table": [HAT, SPORK]}, [HAT], {"level": 5, "table": [SPORK]}),
    ("dust_bunny_of_deck_nine", {"level": 5, "table": [SPORK]}, [], {"level": 4, "table": [SPORK]}),
    ("vending_machine_with_a_grudge", {"table": [HAT, SPORK]}, [HAT], {"table": [SPORK]}),
    ("puddle_of_higher_learning", {"level": 5, "table": [SHOES]}, [SHOES], {"level": 5, "table": []}),
    ("hull_barnacles", {"level": 5, "table": [SHOES, SPORK]}, [SHOES], {"level": 5, "table": [SPORK]}),
    ("customs_officer_of_nowhere", {"table": [HAT, SPORK]}, [HAT], {"table": [SPORK]}),
    ("snack_sized_black_hole", {"table": [SUIT, SPORK]}, [SUIT], {"table": [SPORK]}),
    ("bounty_on_six_legs", {"table": [SUIT, SPORK]}, [SUIT], {"table": [SPORK]}),
    ("parking_enforcement_drone", {"table": [SUIT, SPORK]}, [SUIT], {"table": [SPORK]}),
    ("whatever_grows_in_the_galley", {"hand": [SUIT, SPORK], "table": [HAT]}, [], {"hand": [], "table": [HAT]}),
    ("holographic_emergency_lawyer", {"level": 5, "klass": "psychic"}, ["psychic"], {"level": 5, "table": []}),
    ("holographic_emergency_lawyer", {"level": 5}, [], {"level": 3}),
    ("auditor_from_sector_nine", {"table": [SUIT, SPORK]}, [SPORK], {"table": [SUIT]}),
    ("mind_flea", {"level": 5, "table": [HAT, SPORK]}, [HAT], {"level": 4, "table": [SPORK]}),
    ("nebula_in_a_bad_mood", {"level": 5}, [], {"level": 1}),
    ("battle_barber", {"level": 5, "race": "mutant"}, [], {"level": 5, "table": []}),
    ("battle_barber", {"level": 5}, [], {"level": 3}),
    ("vacuum_cleaner_of_the_vacuum", {"table": [SUIT, SPORK, HAT]}, [SUIT, HAT], {"table": [SPORK]}),
    ("great_great_grandmother_defrosted", {"level": 5}, [], {"level": 3}),
    ("planet_eating_goldfish", {"table": [SUIT], "carried": [SPORK], "hand": [HAT]}, [], {"table": [], "hand": [HAT]}),
    ("galactic_bailiff", {"table": [SUIT, SPORK]}, [], {"table": []}),
    ("committee_for_galactic_standards", {"level": 5, "race": "bug", "klass": "trader"}, [], {"level": 3, "table": []}),
    ("hamster_of_astronomical_size", {"level": 5}, [], {"level": 1}),
    ("escape_pod_squatter", {"hand": [SUIT, SPORK]}, [SUIT], {"hand": [SPORK]}),
    ("pocket_universe_with_a_hole", {"hand": [SUIT, SPORK, HAT]}, [SUIT, HAT], {"hand": [SPORK]}),
    ("gremlin_certified_mechanic", {"table": [SUIT, SPORK]}, [SUIT], {"table": [SPORK]}),
    ("glove_puppet_of_doom", {"table": [SUIT, SPORK]}, [SPORK], {"table": [SUIT]}),
    ("you_from_the_funhouse_dimension", {"level": 5}, [], {"level": 4}),
    ("cream_pie_battery", {"level": 5, "table": [HAT, SPORK]}, [HAT], {"level": 4, "table": [SPORK]}),
    ("trapeze_squid", {"level": 5, "table": [HAT, SPORK]}, [SPORK], {"level": 4, "table": [HAT]}),
    ("bearded_lady_of_the_ammonia_lake", {"level": 5, "table": [SUIT, HAT]}, [SUIT], {"level": 3, "table": [HAT]}),
    ("knife_juggler_with_eleven_arms", {"table": [SUIT, SPORK, HAT]}, [SUIT, HAT], {"table": [SPORK]}),
    ("the_clown_emperors_new_clothes", {"level": 5}, [], {"level": 1}),
    ("the_clown_emperors_new_clothes", {"level": 1}, [], {"level": 1}),
    ("clown_destroyer", {"level": 5, "hand": [SUIT, SPORK]}, [], {"level": 3, "hand": []}),
    ("announcer_with_two_heads", {"level": 5, "table": [SUIT], "hand": [SPORK]}, [], {"table": [], "hand": [SPORK]}),
]


@each(("monster", "has", "chooses", "keeps"), LOST)
def test_what_bad_stuff_takes(monster: str, has: dict[str, Any], chooses: list[str], keeps: dict[str, Any]) -> None:
    """FLEE-2, CURSE-3: the victim chooses among what qualifies, and nothing else goes."""
    game = caught(monster, {"sex": "male", **has})
    for card in chooses:
        game.do(card=card)
    left = {"level": game.level(0), "table": table(game, 0), "hand": hand(game, 0)}
    assert {key: left[key] for key in keeps} == keeps
    assert not dead(game, 0)


def test_the_neighbours_of_a_clown_help_themselves() -> None:
    """FLEE-2: clown_of_war_third_class: a card for the left, a card for the right."""
    game = caught("clown_of_war_third_class", {"hand": ["cheat", "radioactive", "miniaturized"]})
    assert [len(hand(game, seat)) for seat in range(3)] == [1, 1, 1]


def test_the_ringmaster_pays_the_highest() -> None:
    """FLEE-2: ringmaster_of_saturn: the highest player takes an item."""
    game = caught("ringmaster_of_saturn", {"level": 2, "table": [SUIT, SPORK]}, {"level": 5}, {"level": 3})
    assert game.current_player == 1
    game.do(card=SUIT)
    assert (table(game, 0), table(game, 1) + hand(game, 1)) == ([SPORK], [SUIT])


def test_balloon_kraken_is_popped_by_all() -> None:
    """FLEE-2: each other player takes a treasure card; fire counts twice against it."""
    game = caught("balloon_kraken", {"table": [SUIT, SPORK, HAT]})
    assert game.current_player == 1
    game.do(card=SUIT)
    assert game.current_player == 2
    game.do(card=HAT)
    assert table(game, 0) == [SPORK]


# monster, items in use, the bonus of the players' side
COUNTED = [
    ("balloon_kraken", [DRYER, HAT], 2 * 3 + 1),
    ("toaster_of_protocol", [DRYER, HAT], 1),
    ("dragon_but_in_space", [DRYER, HAT], 1),
    ("glove_puppet_of_doom", [GIRDER, HAT], 1),
    ("cream_pie_battery", [DRYER, HAT], 3),
    ("the_clown_emperors_new_clothes", [SUIT, HAT], 1),
    ("plasmoid", [DRYER, HAT], 4),
]


@pytest.mark.parametrize(("monster", "items", "bonus"), COUNTED)
def test_whose_bonus_counts(monster: str, items: list[str], bonus: int) -> None:
    """COMBAT-8: a factor of what burns, or of what is worn in a slot."""
    assert combat({"level": 2, "table": items}, monsters=[monster]).strength("players") == 2 + bonus


def test_fire_gives_a_level_more() -> None:
    """COMBAT-5: robo_rooster, by the one who has fire in use."""
    for item, levels in ((DRYER, 2), (SUIT, 1)):
        game = combat({"level": 4, "table": [item]}, monsters=["robo_rooster"])
        kill(game)
        assert game.level(0) == 4 + levels


def test_a_cow_for_the_brave() -> None:
    """COMBAT-5: zero_gravity_cow: a level more alone and without any bonus."""
    for items, levels in (([], 2), ([SUIT], 1)):
        game = combat({"level": 5, "table": items}, monsters=["zero_gravity_cow"])
        kill(game)
        assert game.level(0) == 5 + levels
    helped = combat({"level": 5}, {"level": 1}, monsters=["zero_gravity_cow"], helper=1)
    kill(helped)
    assert helped.level(0) == 6


@pytest.mark.parametrize(
    ("monster", "level", "more"), [("platoon_in_a_very_small_shuttle", 6, 4), ("knife_juggler_with_eleven_arms", 10, 5)]
)
def test_monsters_that_mind_the_lone(monster: str, level: int, more: int) -> None:
    """COMBAT-12: more against one who has no helper."""
    assert combat(monsters=[monster]).strength("monsters") == level + more
    assert combat({}, {}, monsters=[monster], helper=1).strength("monsters") == level


def test_the_cannonball_aims_at_humans() -> None:
    """RACE-1, FLEE-2: +4 against who has no race; even who escapes loses a level; a one of the die kills."""
    assert combat(monsters=["human_cannonball_armed"]).strength("monsters") == 14
    assert combat({"race": "feline"}, monsters=["human_cannonball_armed"]).strength("monsters") == 10
    for dice, level in (([6], 4), ([1, 3], 2)):
        game = combat({"level": 5, "table": [SPORK]}, monsters=["human_cannonball_armed"], dice=dice)
        lose(game)
        assert (game.level(0), game.decision == Decision.LOOT_BODY) == (level, False)
    game = combat({"level": 5, "table": [SPORK]}, monsters=["human_cannonball_armed"], dice=[1, 1])
    lose(game)
    assert game.decision == Decision.LOOT_BODY


def test_half_a_human_is_human() -> None:
    """MOD-1: a Half-Breed with one race, for better and for worse; one with two is no human."""
    half = {"race": "feline", "table": ["half_breed"]}
    assert combat(half, monsters=["human_cannonball_armed"]).strength("monsters") == 14
    both = {"race": ["feline", "mutant"], "table": ["half_breed"]}
    assert combat(both, monsters=["human_cannonball_armed"]).strength("monsters") == 10
    game = table_of({**half, "hand": ["left_foot_additional"]})
    game.do("lay_out", card="left_foot_additional")
    assert not carried(game, "left_foot_additional")
    assert set(View.of(game, 0).races(0)) == {Race.HUMAN, Race.FELINE}
    assert not game.broken()


def test_cosmic_rays_pass_through() -> None:
    """FLEE-2: cosmic_ray_plumber: a level even if one escapes."""
    game = combat({"level": 1}, monsters=["cosmic_ray_plumber"], dice=[6])
    lose(game)
    assert game.level(0) == 1
    game = combat({"level": 5}, monsters=[huge("cosmic_ray_plumber")], dice=[6])
    lose(game)
    assert game.level(0) == 4


def test_you_from_the_funhouse_dimension() -> None:
    """COMBAT-13, FLEE-2: it grows with who meets it, and changes sides with the sexes."""
    assert combat({"level": 5}, monsters=["you_from_the_funhouse_dimension"]).strength("monsters") == 6
    assert combat({"level": 6}, monsters=["you_from_the_funhouse_dimension"]).strength("monsters") == 9
    game = caught("you_from_the_funhouse_dimension", {"level": 5, "sex": "male"})
    assert Sex(int(game.position["player"]["sex"][0, 0])) == Sex.FEMALE


def test_grandmother_asks_for_bonuses_only() -> None:
    """COMBAT-9, COMBAT-5: levels don't count; a caught player must help any leader who asks."""
    game = combat({"level": 9, "table": [SUIT]}, monsters=["great_great_grandmother_defrosted"])
    assert (game.strength("players"), may(game, "kill")) == (4, False)
    helped = combat({"level": 9, "table": [SUIT, GIRDER]}, {"level": 9}, monsters=["great_great_grandmother_defrosted"])
    assert helped.strength("players") == 7


def test_the_galactic_bailiff_takes_a_deposit() -> None:
    """TURN-2: an item before the combat."""
    game = table_of({"level": 5, "table": [SUIT, SPORK]}, doors=["galactic_bailiff"])
    game.do("open_door")
    passes(game)
    game.do(card=SPORK)
    passes(game)
    assert (table(game, 0), game.strength("players")) == ([SUIT], 9)


# monster, the player it does not fight, the items it leaves
KIND = [
    ("amnesiac_doomsday_bomb", {"klass": "gadgeteer"}, 1),
    ("bearded_lady_of_the_ammonia_lake", {"sex": "female"}, 1),
]


@pytest.mark.parametrize(("monster", "whom", "treasures"), KIND)
def test_friendly_monsters(monster: str, whom: dict[str, str], treasures: int) -> None:
    """COMBAT-6, TURN-4: no fight, no level, a treasure; and by this rulebook the room is looted all the same."""
    game = table_of({"level": 1, **whom}, doors=[monster, "cheat"])
    game.do("open_door")
    passes(game)
    assert (monsters(game), game.level(0), len(hand(game, 0))) == ([], 1, treasures)
    assert (may(game, "loot_room"), may(game, "end_turn")) == (True, False)


BOUGHT = [("vending_machine_with_a_grudge", HAT), ("parking_enforcement_drone", SPORK)]


@pytest.mark.parametrize(("monster", "item"), BOUGHT)
def test_monsters_that_can_be_bought_off(monster: str, item: str) -> None:
    """COMBAT-6: an item that is worth it, and they leave."""
    game = combat({"level": 1, "table": [item]}, monsters=[monster])
    game.do("bribe", card=item, place=0)
    passes(game)
    assert (monsters(game), table(game, 0), hand(game, 0)) == ([], [], [])


@pytest.mark.parametrize("monster", ["escape_pod_squatter", "holographic_emergency_lawyer", "clown_destroyer"])
def test_nobody_may_help(monster: str) -> None:
    """HELP-8."""
    game = combat({"level": 1}, {"level": 9}, monsters=[huge(monster)])
    assert not may(game, "ask_help")


def test_the_strongman_lets_no_weakling_help() -> None:
    """HELP-8: below level 5."""
    game = combat({"level": 1}, {"level": 4}, {"level": 5}, monsters=["strongman_of_high_gravity"])
    game.do("ask_help", seat=2, amount=0)
    weak = combat({"level": 1}, {"level": 4}, {"level": 4}, monsters=["strongman_of_high_gravity"])
    assert not may(weak, "ask_help")


def test_the_emperor_pays_no_helpers() -> None:
    """HELP-2: nothing may be promised."""
    for monster, paid in (("the_clown_emperors_new_clothes", False), ("warp_core_unsupervised", True)):
        game = combat({"level": 1}, {"level": 9}, monsters=[monster])
        assert can(game, "ask_help", seat=1, amount=0)
        assert can(game, "ask_help", seat=1, amount=1) == paid


def test_mop_of_the_janitor_fleet() -> None:
    """FLEE-1, COMBAT-5: everybody escapes it; a Bug finds one treasure more."""
    game = combat({"level": 1}, monsters=[huge("mop_of_the_janitor_fleet")], dice=[1])
    lose(game)
    assert game.decision == Decision.AFTER_COMBAT
    for race, treasures in (("bug", 2), ("feline", 1)):
        game = combat({"level": 3, "race": race}, monsters=["mop_of_the_janitor_fleet"])
        kill(game)
        assert len(hand(game, 0)) == treasures


@pytest.mark.parametrize("monster", ["hull_barnacles", "great_cthulhu", "main_tent_carnivorous"])
def test_monsters_that_nobody_escapes(monster: str) -> None:
    """FLEE-1: no roll is enough."""
    game = combat({"level": 9, "table": [SHOES, SPORK]}, monsters=[huge(monster)], dice=[6])
    lose(game)
    assert game.decision in (Decision.LOOT_BODY, Decision.CHOOSE_CARD)


PURSUE = [
    ("counterfeit_moon_fully_armed", 3),
    ("committee_for_galactic_standards", 3),
    ("clown_destroyer", 3),
    ("announcer_with_two_heads", 3),
    ("dragon_but_in_space", 4),
    ("hamster_of_astronomical_size", 4),
    ("admiral_of_the_grand_clown_fleet", 4),
    ("main_tent_carnivorous", 4),
]


@each(("monster", "highest"), PURSUE)
def test_big_monsters_will_not_pursue_the_small(monster: str, highest: int) -> None:
    """FLEE-1: up to the printed level the escape is automatic, above it a one is caught."""
    for level in (highest, highest + 1):
        game = combat({"level": level, "table": [SPORK]}, monsters=[monster], dice=[1])
        lose(game)
        unharmed = (game.decision, game.level(0), table(game, 0)) == (Decision.AFTER_COMBAT, level, [SPORK])
        assert unharmed == (level == highest)


def test_the_admiral_frightens_psychics() -> None:
    """COMBAT-8: the players' side has 4 less."""
    one = {"level": 9, "klass": "psychic"}
    game = combat(one, {"level": 1}, monsters=["admiral_of_the_grand_clown_fleet"], helper=1)
    assert game.strength("players") == 9 + 1 - 4


@pytest.mark.parametrize(
    ("monster", "change"),
    [
        *(("dust_bunny_of_deck_nine", 1), ("nebula_in_a_bad_mood", 1), ("zero_gravity_cow", 1), ("trapeze_squid", -1)),
        *(("ceiling_turret_on_the_floor", -1), ("snack_sized_black_hole", -1)),
    ],
)
def test_fast_and_slow_monsters(monster: str, change: int) -> None:
    """FLEE-1."""
    for face in (4, 5, 6):
        game = combat({"level": 5, "table": [SUIT]}, monsters=[huge(monster)], dice=[face])
        concede(game)
        game.do("roll", place=0)
        passes(game)
        unharmed = (game.decision, game.level(0), table(game, 0)) == (Decision.AFTER_COMBAT, 5, [SUIT])
        assert unharmed == (face + change >= 5), face
