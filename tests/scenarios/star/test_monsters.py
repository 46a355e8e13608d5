"""Every monster of Star Munchkin that is there: its numbers, its clauses against races, classes and sexes."""

from munchkin_env.vocabulary import Decision, Kind
from tests.each import each
from tests.kit.looking import dead, doors_gone, hand, may, table
from tests.kit.playing import kill, lose
from tests.scenarios.star.kit import HUGE, cards_of, combat, huge

NUMBERS = [  # monster, level, treasures, levels gained
    ("dust_bunny_of_deck_nine", 1, 1, 1),
    ("vending_machine_with_a_grudge", 1, 1, 1),
    ("space_cadet_first_day", 1, 1, 1),
    ("puddle_of_higher_learning", 1, 1, 1),
    ("fanged_fuzzball", 1, 1, 1),
    ("ceiling_turret_on_the_floor", 2, 1, 1),
    ("hull_barnacles", 2, 1, 1),
    ("asteroid_with_a_face", 2, 1, 1),
    ("customs_officer_of_nowhere", 2, 1, 1),
    ("cosmic_ray_plumber", 2, 1, 1),
    ("robo_rooster", 4, 2, 1),
    ("alien_autopsy_intern", 4, 2, 1),
    ("snack_sized_black_hole", 4, 2, 1),
    ("bounty_on_six_legs", 4, 2, 1),
    ("parking_enforcement_drone", 6, 2, 1),
    ("whatever_grows_in_the_galley", 6, 2, 1),
    ("holographic_emergency_lawyer", 6, 2, 1),
    ("starfish", 6, 2, 1),
    ("amnesiac_doomsday_bomb", 8, 2, 1),
    ("auditor_from_sector_nine", 8, 2, 1),
    ("mind_flea", 8, 2, 1),
    ("nebula_in_a_bad_mood", 8, 2, 1),
    ("cargo_hold_kraken", 10, 3, 1),
    ("battle_barber", 10, 3, 1),
    ("vacuum_cleaner_of_the_vacuum", 10, 3, 1),
    ("great_great_grandmother_defrosted", 12, 3, 1),
    ("planet_eating_goldfish", 12, 3, 1),
    ("plasmoid", 12, 3, 1),
    ("warp_core_unsupervised", 14, 4, 1),
    ("galactic_bailiff", 14, 4, 1),
    ("counterfeit_moon_fully_armed", 16, 4, 2),
    ("committee_for_galactic_standards", 16, 4, 2),
    ("dragon_but_in_space", 18, 5, 2),
    ("hamster_of_astronomical_size", 18, 5, 2),
    ("great_cthulhu", 20, 5, 2),
    # The Clown Wars
    ("clone_recruit_number_one", 1, 1, 1),
    ("escape_pod_squatter", 1, 1, 1),
    ("mop_of_the_janitor_fleet", 1, 1, 1),
    ("pocket_universe_with_a_hole", 2, 1, 1),
    ("two_guys_in_one_space_suit", 2, 1, 1),
    ("gremlin_certified_mechanic", 2, 1, 1),
    ("toaster_of_protocol", 4, 2, 1),
    ("zero_gravity_cow", 4, 2, 1),
    ("clown_of_war_third_class", 4, 2, 1),
    ("platoon_in_a_very_small_shuttle", 6, 2, 1),
    ("glove_puppet_of_doom", 6, 2, 1),
    ("you_from_the_funhouse_dimension", 6, 2, 1),
    ("ringmaster_of_saturn", 8, 2, 1),
    ("cream_pie_battery", 8, 2, 1),
    ("trapeze_squid", 8, 2, 1),
    ("bearded_lady_of_the_ammonia_lake", 10, 3, 1),
    ("human_cannonball_armed", 10, 3, 1),
    ("knife_juggler_with_eleven_arms", 10, 3, 1),
    ("strongman_of_high_gravity", 12, 3, 1),
    ("understudy_of_the_lion_tamer_a_lion", 12, 3, 1),
    ("the_clown_emperors_new_clothes", 14, 4, 1),
    ("balloon_kraken", 14, 4, 1),
    ("clown_destroyer", 16, 4, 2),
    ("announcer_with_two_heads", 16, 4, 2),
    ("admiral_of_the_grand_clown_fleet", 18, 5, 2),
    ("main_tent_carnivorous", 18, 5, 2),
]


def test_every_monster_of_the_edition_is_here() -> None:
    """COMBAT-1: the list of this file names them all."""
    assert set(cards_of(Kind.MONSTER)) == {monster for monster, *_ in NUMBERS}


LONE = {"platoon_in_a_very_small_shuttle": 4, "knife_juggler_with_eleven_arms": 5, "human_cannonball_armed": 4}
"""The bonus that they have more against one lone human."""
PARTICULAR = {"great_great_grandmother_defrosted", "zero_gravity_cow", "you_from_the_funhouse_dimension"}


@each(("monster", "level", "treasures", "levels"), NUMBERS)
def test_a_kill_gives_the_printed_levels_and_treasures(monster: str, level: int, treasures: int, levels: int) -> None:
    """COMBAT-2, COMBAT-5: the strength is the printed level; one level more kills it, the same doesn't."""
    if monster in PARTICULAR:
        return  # see the other file
    level += LONE.get(monster, 0)
    assert not may(combat({"level": level}, monsters=[monster], goal=60), "kill")
    game = combat({"level": level + 1}, monsters=[monster], goal=60, doors=["cheat"])
    assert game.strength("monsters") == level
    kill(game)
    assert game.level(0) == level + 1 + levels
    assert len(hand(game, 0)) == treasures
    assert doors_gone(game) == [monster]


OTHER: dict[str, str] = {"sex": "male"}  # whom no monster of the table minds
BONUSES = [  # monster, printed level, bonus, whom it minds or fears
    ("fanged_fuzzball", 1, 2, {"race": "feline"}),
    ("starfish", 6, -5, {"race": "feline"}),
    ("space_cadet_first_day", 1, 4, {"klass": "space_ranger"}),
    ("puddle_of_higher_learning", 1, 3, {"race": "cyborg"}),
    ("asteroid_with_a_face", 2, 3, {"klass": "psychic"}),
    ("customs_officer_of_nowhere", 2, 4, {"klass": "trader"}),
    ("alien_autopsy_intern", 4, 5, {"race": "mutant"}),
    ("bounty_on_six_legs", 4, -3, {"klass": "bounty_hunter"}),
    ("whatever_grows_in_the_galley", 6, 5, {"race": "bug"}),
    ("auditor_from_sector_nine", 8, 4, {"klass": "bounty_hunter"}),
    ("mind_flea", 8, 4, {"klass": "psychic"}),
    ("cargo_hold_kraken", 10, 6, {"klass": "trader"}),
    ("battle_barber", 10, 5, {"race": "feline"}),
    ("vacuum_cleaner_of_the_vacuum", 10, -3, {"race": "cyborg"}),
    ("planet_eating_goldfish", 12, -4, {"race": "feline"}),
    ("warp_core_unsupervised", 14, 5, {"klass": "gadgeteer"}),
    ("galactic_bailiff", 14, 4, {"klass": "bounty_hunter"}),
    ("counterfeit_moon_fully_armed", 16, 4, {"klass": "space_ranger"}),
    ("committee_for_galactic_standards", 16, 5, {"race": "mutant"}),
    ("hamster_of_astronomical_size", 18, -4, {"klass": "gadgeteer"}),
    ("clone_recruit_number_one", 1, 3, {"race": "mutant"}),
    ("two_guys_in_one_space_suit", 2, 3, {"sex": "female"}),
    ("gremlin_certified_mechanic", 2, 4, {"klass": "gadgeteer"}),
    ("clown_of_war_third_class", 4, 4, {"klass": "space_ranger"}),
    ("ringmaster_of_saturn", 8, -3, {"race": "mutant"}),
    ("trapeze_squid", 8, 3, {"race": "cyborg"}),
    ("understudy_of_the_lion_tamer_a_lion", 12, 6, {"race": "feline"}),
    ("announcer_with_two_heads", 16, -4, {"klass": "space_ranger"}),
]


@each(("monster", "level", "bonus", "whom"), BONUSES)
def test_bonus_against_somebody(monster: str, level: int, bonus: int, whom: dict[str, str]) -> None:
    """COMBAT-8, COMBAT-13: it holds whichever of the allies it is against, once if both are."""
    for one in (OTHER, whom):
        for two in (OTHER, whom):
            game = combat({"level": 5, **one}, {"level": 5, **two}, monsters=[monster], helper=1)
            assert game.strength("monsters") == max(1, level + bonus * (whom in (one, two)))


FAST = {"great_cthulhu", "ceiling_turret_on_the_floor", "snack_sized_black_hole", "trapeze_squid"}
FAST |= {"main_tent_carnivorous"}  # not escaped with a five
SORE = {"cosmic_ray_plumber", "human_cannonball_armed"}  # escaping them is not harmless


@each("monster", [monster for monster, *_ in NUMBERS if monster not in FAST | SORE])
def test_an_escape_costs_nothing(monster: str) -> None:
    """FLEE-2, FLEE-4: with a five the player escapes unharmed; no level, no treasure."""
    loser = {"level": 7, "hand": ["telescopic_spork"], "table": ["colander_of_mind_shielding"]}
    game = combat(loser, monsters=[huge(monster)], dice=[5])
    lose(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 7)
    assert (hand(game, 0), table(game, 0)) == (["telescopic_spork"], ["colander_of_mind_shielding"])
    assert doors_gone(game) == sorted([*HUGE, monster])


TAKEN = [
    ("starfish", 2),
    ("fanged_fuzzball", 1),
    ("space_cadet_first_day", 1),
    ("ceiling_turret_on_the_floor", 2),
    ("asteroid_with_a_face", 1),
    ("cosmic_ray_plumber", 2),
    ("robo_rooster", 2),
    ("alien_autopsy_intern", 2),
    ("cargo_hold_kraken", 3),
    ("clone_recruit_number_one", 1),
    ("two_guys_in_one_space_suit", 1),
    ("toaster_of_protocol", 1),
    ("zero_gravity_cow", 1),
    ("platoon_in_a_very_small_shuttle", 2),
    ("strongman_of_high_gravity", 3),
]


@each(("monster", "lost"), TAKEN)
def test_bad_stuff_that_takes_levels(monster: str, lost: int) -> None:
    """FLEE-2: caught, the victim loses the levels printed and nothing else."""
    game = combat({"level": 8, "table": ["telescopic_spork"]}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (game.level(0), table(game, 0), dead(game, 0)) == (8 - lost, ["telescopic_spork"], False)


DEADLY = [
    "great_cthulhu",
    "amnesiac_doomsday_bomb",
    "warp_core_unsupervised",
    "counterfeit_moon_fully_armed",
    "dragon_but_in_space",
    "understudy_of_the_lion_tamer_a_lion",
    "admiral_of_the_grand_clown_fleet",
    "main_tent_carnivorous",
]


@each("monster", DEADLY)
def test_bad_stuff_that_kills(monster: str) -> None:
    """FLEE-2, DEATH-2: caught means dead, and the others loot the victim's cards."""
    game = combat({"level": 8, "klass": "psychic", "table": ["telescopic_spork"]}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert (dead(game, 0), game.level(0), game.decision) == (True, 8, Decision.LOOT_BODY)


def test_fanged_fuzzball_goes_for_the_feet() -> None:
    """FLEE-2: the footgear, and only who wears none loses a level."""
    loser = {"level": 8, "table": ["slippers_of_mild_antigravity"]}
    game = combat(loser, monsters=[huge("fanged_fuzzball")], dice=[1])
    lose(game)
    game.do(card="slippers_of_mild_antigravity")
    assert (game.level(0), table(game, 0)) == (8, [])


def test_plasmoid_eats_what_burns() -> None:
    """FLEE-2: every card of fire in play, and two levels."""
    loser = {"level": 8, "table": ["telescopic_spork"], "carried": ["overclocked_hair_dryer"]}
    game = combat(loser, monsters=[huge("plasmoid")], dice=[1])
    lose(game)
    assert (game.level(0), table(game, 0)) == (6, ["telescopic_spork"])


def test_nobody_escapes_great_cthulhu() -> None:
    """FLEE-1: a six is not enough."""
    game = combat({"level": 8, "table": ["telescopic_spork"]}, monsters=["great_cthulhu"], dice=[6])
    lose(game)
    assert dead(game, 0)
