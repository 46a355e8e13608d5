"""Every monster of the base game: its numbers, its special power, its bad stuff."""

import pytest

from munchkin_env.engine.mutations.chance import DICE
from munchkin_env.errors import IllegalAction
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Event
from tests.each import each
from tests.kit.looking import carried_by, dead, doors_gone, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import concede, kill, lose, opened, pass_until, passes, roll
from tests.scenarios.munchkin.kit import combat, huge, table_of

# --------------------------------------------------------------------------- numbers

NUMBERS = [  # monster, level, treasures, levels gained
    ("potted_plant", 1, 1, 1),
    ("lame_goblin", 1, 1, 1),
    ("crabs", 1, 1, 1),
    ("drooling_slime", 1, 1, 1),
    ("maul_rat", 1, 1, 1),
    ("gelatinous_octahedron", 2, 1, 1),
    ("pit_bull", 2, 1, 1),
    ("flying_frogs", 2, 1, 1),
    ("mr_bones", 2, 1, 1),
    ("large_angry_chicken", 2, 1, 1),
    ("undead_horse", 4, 2, 1),
    ("snails_on_speed", 4, 2, 1),
    ("leperchaun", 4, 2, 1),
    ("harpies", 4, 2, 1),
    ("shrieking_geek", 6, 2, 1),
    ("platycore", 6, 2, 1),
    ("pukachu", 6, 2, 1),
    ("lawyers", 6, 2, 1),
    ("amazon", 8, 2, 1),
    ("gazebo", 8, 2, 1),
    ("ghoulfiends", 8, 2, 1),
    ("face_sucker", 8, 2, 1),
    ("floating_nose", 10, 3, 1),
    ("orcs_3872", 10, 3, 1),
    ("net_troll", 10, 3, 1),
    ("bigfoot", 12, 3, 1),
    ("wannabe_vampire", 12, 3, 1),
    ("tongue_demon", 12, 3, 1),
    ("stoned_golem", 14, 4, 1),
    ("unspeakably_awful_indescribable_horror", 14, 4, 1),
    ("hippogriff", 16, 4, 2),
    ("king_tut", 16, 4, 2),
    ("wight_brothers", 16, 4, 2),
    ("squidzilla", 18, 4, 2),
    ("bullrog", 18, 5, 2),
    ("plutonium_dragon", 20, 5, 2),
]


@each(("monster", "level", "treasures", "levels"), NUMBERS)
def test_a_kill_gives_the_printed_levels_and_treasures(monster: str, level: int, treasures: int, levels: int) -> None:
    """COMBAT-2, COMBAT-5, HELP-5: the strength is the printed level; one level more kills it, the same doesn't."""
    assert not may(combat({"level": level, "carried": ["helm_of_courage"]}, monsters=[monster], goal=60), "kill")
    game = combat({"level": level + 1, "table": ["helm_of_courage"]}, monsters=[monster], goal=60)
    assert game.strength("monsters") == level
    kill(game)
    assert game.level(0) == level + 1 + levels
    assert len(hand(game, 0)) == treasures
    assert doors_gone(game) == [monster]


def test_insurance_salesman_is_beaten_by_bonuses_alone() -> None:
    """COMBAT-5, COMBAT-9: character levels, the helper's too, do not count against the insurance_salesman."""
    potions = ["electric_radioactive_acid_potion", "magic_missile", "pretty_balloons"]
    game = combat({"level": 9, "hand": potions}, {"level": 9}, monsters=["insurance_salesman"], helper=1, goal=60)
    assert (game.strength("players"), game.strength("monsters")) == (0, 14)
    for potion in potions:
        game.do("play", card=potion, place="players")
        passes(game)
    assert game.strength("players") == 15
    kill(game)
    assert game.level(0) == 10
    assert len(hand(game, 0)) == 4


# --------------------------------------------------------------------------- bonuses against races and classes

BONUSES = [  # monster, printed level, bonus, "race" or "klass", card
    ("drooling_slime", 1, 4, "race", "elf"),
    ("maul_rat", 1, 3, "klass", "cleric"),
    ("undead_horse", 4, 5, "race", "dwarf"),
    ("leperchaun", 4, 5, "race", "elf"),
    ("harpies", 4, 5, "klass", "wizard"),
    ("shrieking_geek", 6, 6, "klass", "warrior"),
    ("platycore", 6, 6, "klass", "wizard"),
    ("face_sucker", 8, 6, "race", "elf"),
    ("orcs_3872", 10, 6, "race", "dwarf"),
    ("bigfoot", 12, 3, "race", "dwarf"),
    ("bigfoot", 12, 3, "race", "halfling"),
    ("tongue_demon", 12, 4, "klass", "cleric"),
    ("unspeakably_awful_indescribable_horror", 14, 4, "klass", "warrior"),
]


@each(("monster", "level", "bonus", "what", "card"), BONUSES)
def test_bonus_against_a_race_or_class(monster: str, level: int, bonus: int, what: str, card: str) -> None:
    """COMBAT-8: the bonus holds for either ally of that race or class, and counts once if both are."""
    others = {"elf", "dwarf", "halfling"} if what == "race" else {"cleric", "thief", "warrior", "wizard"}
    strength = {}
    for one in (None, card):
        for two in (None, card):
            players = ({what: one} if one else {}, {what: two} if two else {})
            strength[one, two] = combat(*players, monsters=[monster], helper=1).strength("monsters")
    assert strength == {
        (None, None): level,
        (card, None): level + bonus,
        (None, card): level + bonus,
        (card, card): level + bonus,
    }
    touched = {c for m, _, _, _, c in BONUSES if m == monster}
    for other in others - touched:
        assert combat({what: other}, monsters=[monster]).strength("monsters") == level


def test_bigfoot_counts_dwarf_and_halfling_once() -> None:
    """COMBAT-8: a dwarf and a halfling together give bigfoot +3, not +6."""
    game = combat({"race": "dwarf"}, {"race": "halfling"}, monsters=["bigfoot"], helper=1)
    assert game.strength("monsters") == 15


@pytest.mark.parametrize(
    ("monster", "level", "players"),
    [
        ("drooling_slime", 1, {"race": "elf", "table": ["half_breed"]}),
        ("maul_rat", 1, {"klass": "cleric", "table": ["super_munchkin"]}),
    ],
)
def test_a_lone_half_of_a_race_or_class_gives_monsters_no_bonus(monster: str, level: int, players: dict) -> None:
    """MOD-1: with one race or class only, its drawbacks don't count."""
    assert combat(players, monsters=[monster]).strength("monsters") == level


# --------------------------------------------------------------------------- bad stuff: levels

LOST_LEVELS = [
    ("lame_goblin", 1),
    ("drooling_slime", 1),  # without footgear
    ("maul_rat", 1),
    ("pit_bull", 2),
    ("flying_frogs", 2),
    ("mr_bones", 2),  # not in addition to the level for having to flee
    ("large_angry_chicken", 1),
    ("undead_horse", 2),
    ("harpies", 2),
    ("amazon", 3),  # without a class
    ("gazebo", 3),
    ("face_sucker", 1),
    ("floating_nose", 3),
    ("wannabe_vampire", 3),
    ("tongue_demon", 2),
    ("wight_brothers", 7),  # down to level 1
]


@each(("monster", "lost"), LOST_LEVELS)
def test_bad_stuff_that_takes_levels(monster: str, lost: int) -> None:
    """FLEE-2: caught, the victim loses the levels printed."""
    game = combat({"level": 8}, monsters=[huge(monster)], dice=[1])
    lose(game)
    assert game.level(0) == 8 - lost
    assert not dead(game, 0)


def test_levels_stop_at_one() -> None:
    """GOLD-1: the harpies take two levels, but not the first."""
    game = combat({"level": 2}, monsters=["harpies"], dice=[1])
    lose(game)
    assert game.level(0) == 1


HARMLESS = sorted(
    {monster for monster, *_ in NUMBERS if monster not in ("crabs", "floating_nose", "mr_bones", "king_tut")}
    - {"wight_brothers", "snails_on_speed"}
    | {"insurance_salesman"}
)


@each("monster", HARMLESS)
def test_an_escape_costs_nothing(monster: str) -> None:
    """FLEE-2: with a six the player escapes unharmed; FLEE-4: no level, no treasure."""
    loser = {"level": 7, "klass": "warrior", "hand": ["leather_armor"], "table": ["helm_of_courage"]}
    game = combat(loser, monsters=[huge(monster)], dice=[6])
    lose(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert game.level(0) == 7
    assert hand(game, 0) == ["leather_armor"]
    assert table(game, 0) == ["helm_of_courage", "warrior"]
    assert doors_gone(game) == sorted(["ancient", "humongous", monster])


# --------------------------------------------------------------------------- running away

ROLLS = [  # monster, the player's own bonus, the lowest face that escapes
    ("maul_rat", 0, 5),
    ("lame_goblin", 0, 4),
    ("gelatinous_octahedron", 0, 4),
    ("flying_frogs", 0, 6),
    ("snails_on_speed", 2, 5),
]


@pytest.mark.parametrize(("monster", "own", "lowest"), ROLLS)
def test_monsters_change_the_roll_to_run_away(monster: str, own: int, lowest: int) -> None:
    """FLEE-1: five or more escapes; lame_goblin and octahedron +1, flying_frogs -1, snails_on_speed -2."""
    loser = {"level": 5, "table": ["boots_of_running_really_fast"] if own else []}
    faces = {}
    for face in (lowest - 1, lowest):
        game = combat(loser, monsters=[huge(monster)], dice=[face, 6])
        lose(game)
        faces[face] = not caught(game)
    assert faces == {lowest - 1: False, lowest: True}


def caught(game: Game) -> bool:
    """The last roll of the first player did not escape."""
    events = game.position[0]["event"][: int(game.position["event_count"][0])]
    return any(int(e["kind"]) == Event.CAUGHT and int(e["seat"]) == 0 for e in events)


def test_snails_on_speed_cannot_be_outrun_barefoot() -> None:
    """FLEE-1: a six less two does not escape the snails_on_speed."""
    game = combat({"level": 1, "hand": ["leather_armor", "huge_rock"]}, monsters=["snails_on_speed"], dice=[6, 1])
    lose(game)
    assert game.decision == Decision.CHOOSE_CARD


@pytest.mark.parametrize(
    ("monster", "highest"),
    [
        ("hippogriff", 3),
        ("king_tut", 3),
        ("wight_brothers", 3),
        ("squidzilla", 4),
        ("bullrog", 4),
        ("plutonium_dragon", 5),
    ],
)
def test_big_monsters_will_not_pursue_the_small(monster: str, highest: int) -> None:
    """FLEE-1: up to the printed level the escape is automatic, above it a one is caught."""
    small = combat({"level": highest, "hand": ["leather_armor"]}, monsters=[monster], dice=[1])
    lose(small)
    assert small.decision == Decision.AFTER_COMBAT
    assert small.level(0) == highest
    assert hand(small, 0) == ["leather_armor"]
    larger = combat({"level": highest + 1, "hand": ["leather_armor"]}, monsters=[monster], dice=[1])
    lose(larger)
    assert caught(larger)


def test_squidzilla_pursues_elves_of_any_level() -> None:
    """FLEE-1: squidzilla lets small players go, but no elf."""
    game = combat({"level": 2, "race": "elf", "hand": ["baby"]}, monsters=["squidzilla"], dice=[1])
    lose(game)
    assert dead(game, 0)


def test_squidzilla_lets_a_lone_half_elf_go() -> None:
    """MOD-1: a Half-Breed with one race has none of its drawbacks, neither the -4 nor the pursuit."""
    game = combat({"level": 2, "race": "elf", "table": ["half_breed"]}, monsters=["squidzilla"], dice=[1])
    assert game.strength("players") == 2
    lose(game)
    assert not dead(game, 0)


def test_squidzilla_weakens_elves() -> None:
    """COMBAT-8: the side has -4 if an elf fights, once if both are elves."""
    assert combat({"level": 9}, {"level": 9}, monsters=["squidzilla"], helper=1).strength("players") == 18
    assert (
        combat({"level": 9}, {"level": 9, "race": "elf"}, monsters=["squidzilla"], helper=1).strength("players") == 14
    )
    both = combat({"level": 9, "race": "elf"}, {"level": 9, "race": "elf"}, monsters=["squidzilla"], helper=1)
    assert both.strength("players") == 14


@pytest.mark.parametrize("monster", ["crabs", "floating_nose"])
def test_no_escape_from(monster: str) -> None:
    """FLEE-1: crabs and the floating_nose always catch: nothing is rolled, no card escapes them."""
    loser = {"level": 6, "table": ["leather_armor", "hireling", "rat_on_a_stick"], "hand": ["instant_wall"]}
    game = combat(loser, monsters=[huge(monster)], dice=[6])
    concede(game)
    assert options(game) == ["play", "roll"]
    game.do("play", card="instant_wall", seat=0)
    assert options(game) == ["roll"], "the hireling and the rat_on_a_stick are of no use"
    game.do("roll", place=0)
    if monster == "crabs":
        game.do(card="leather_armor")
    assert game.level(0) == (6 if monster == "crabs" else 3)
    assert table(game, 0) == sorted(["hireling", "rat_on_a_stick"] + ["leather_armor"] * (monster != "crabs"))
    assert rolls(game) == 0


def rolls(game: Game) -> int:
    """Dice thrown so far."""
    return int(game.position["chance"][0, DICE])


def test_potted_plant_lets_everybody_go() -> None:
    """FLEE-1: the escape from the potted_plant is automatic, its bad stuff nothing."""
    game = combat({"level": 1}, monsters=[huge("potted_plant")], dice=[1])
    lose(game)
    assert game.level(0) == 1
    assert rolls(game) == 0  # no die was rolled
    assert game.decision == Decision.AFTER_COMBAT


@pytest.mark.parametrize(("leader", "helper", "treasures"), [(None, None, 1), ("elf", None, 2), (None, "elf", 2)])
def test_potted_plant_gives_elves_a_treasure_more(leader: str | None, helper: str | None, treasures: int) -> None:
    """COMBAT-8, COMBAT-11: an elf on the side that defeats the potted_plant brings one treasure more."""
    players = [{"level": 5, "race": race} if race else {"level": 5} for race in (leader, helper)]
    game = combat(*players, monsters=["potted_plant"], helper=1)
    kill(game)
    assert len(hand(game, 0)) == treasures


@pytest.mark.parametrize(
    ("monster", "level", "left"), [("mr_bones", 5, 4), ("king_tut", 5, 3), ("wight_brothers", 5, 3)]
)
def test_undead_that_hurt_even_those_who_escape(monster: str, level: int, left: int) -> None:
    """FLEE-2: escaped, but the monster says it hurts all the same."""
    game = combat({"level": level}, monsters=[huge(monster)], dice=[6])
    lose(game)
    assert game.level(0) == left


@pytest.mark.parametrize("monster", ["king_tut", "wight_brothers"])
def test_level_four_is_high_enough_to_be_hurt(monster: str) -> None:
    """FLEE-2: the lowest level that king_tut and the wight_brothers pursue loses two levels on escape."""
    game = combat({"level": 4}, monsters=[monster], dice=[6])
    lose(game)
    assert game.level(0) == 2


@pytest.mark.parametrize("monster", ["king_tut", "wight_brothers"])
def test_those_not_pursued_lose_nothing(monster: str) -> None:
    """FLEE-2: up to level 3 king_tut and the wight_brothers take nothing."""
    game = combat({"level": 3, "hand": ["leather_armor"]}, monsters=[monster], dice=[1])
    lose(game)
    assert (game.level(0), hand(game, 0)) == (3, ["leather_armor"])


def test_mr_bones_spares_who_beats_him() -> None:
    """COMBAT-11: only who flees from mr_bones loses the level."""
    game = combat({"level": 5}, monsters=["mr_bones"])
    kill(game)
    assert game.level(0) == 6


# --------------------------------------------------------------------------- bad stuff: cards


def test_crabs_take_armor_and_all_below_the_waist() -> None:
    """FLEE-2: the crabs take the armor worn and what is worn below the waist; what is carried stays."""
    worn = ["leather_armor", "boots_of_butt_kicking", "spiky_knees", "pantyhose_of_giant_strength", "helm_of_courage"]
    loser = {"level": 1, "table": worn, "carried": ["slimy_armor", "sandals_of_protection"]}
    game = combat(loser, monsters=[huge("crabs")])
    lose(game)
    assert options(game) == ["Leather Armor"]
    game.do(card="leather_armor")
    assert table(game, 0) == ["helm_of_courage", "sandals_of_protection", "slimy_armor"]
    assert game.level(0) == 1


def test_drooling_slime_takes_footgear_instead_of_a_level() -> None:
    """FLEE-2: the drooling_slime takes worn footgear; a level only from the barefoot."""
    game = combat(
        {"level": 5, "table": ["boots_of_butt_kicking", "spiky_knees"]}, monsters=[huge("drooling_slime")], dice=[1]
    )
    lose(game)
    assert options(game) == ["Boots of Butt-Kicking"]
    game.do(card="boots_of_butt_kicking")
    assert (game.level(0), table(game, 0)) == (5, ["spiky_knees"])
    bare = combat({"level": 5, "carried": ["boots_of_butt_kicking"]}, monsters=[huge("drooling_slime")], dice=[1])
    lose(bare)
    assert (bare.level(0), table(bare, 0)) == (4, ["boots_of_butt_kicking"])


def test_gelatinous_octahedron_takes_all_big_items() -> None:
    """FLEE-2: the gelatinous_octahedron takes every Big item in play, carried ones too."""
    loser = {"level": 1, "race": "dwarf", "table": ["huge_rock", "helm_of_courage"], "carried": ["stepladder"]}
    game = combat(loser, monsters=[huge("gelatinous_octahedron")], dice=[1])
    lose(game)
    assert table(game, 0) == ["dwarf", "helm_of_courage"]
    assert game.level(0) == 1


def test_snails_on_speed_take_as_many_cards_as_the_die_shows() -> None:
    """FLEE-2, CURSE-3: the victim chooses among items in play and cards in hand."""
    loser = {"level": 1, "table": ["helm_of_courage"], "hand": ["leather_armor", "elf", "baby"]}
    game = combat(loser, monsters=["snails_on_speed"], dice=[1, 3])
    lose(game)
    assert options(game) == ["Elf", "Baby", "Helm of Courage", "Leather Armor"]
    for card in ("elf", "helm_of_courage", "baby"):
        assert game.decision == Decision.CHOOSE_CARD
        game.do(card=card)
    assert (table(game, 0), hand(game, 0)) == ([], ["leather_armor"])
    assert game.decision == Decision.AFTER_COMBAT


def test_snails_on_speed_take_no_more_than_there_is() -> None:
    """CURSE-3: with fewer cards than the die shows, all of them go."""
    game = combat({"level": 1, "hand": ["leather_armor"]}, monsters=["snails_on_speed"], dice=[1, 6])
    lose(game)
    game.do(card="leather_armor")
    assert hand(game, 0) == []
    assert game.decision == Decision.AFTER_COMBAT


def test_leperchaun_lets_the_neighbours_choose() -> None:
    """FLEE-2: left, then right, choose an item in play; the leperchaun's two items are discarded."""
    loser = {"level": 1, "table": ["helm_of_courage", "leather_armor"], "carried": ["huge_rock"]}
    game = combat(loser, {"table": ["horny_helmet"]}, {}, {}, monsters=["leperchaun"], dice=[1])
    lose(game)
    assert (game.current_player, game.decision) == (1, Decision.CHOOSE_CARD)
    assert options(game) == ["Helm of Courage", "Leather Armor", "Huge Rock"]
    game.do(card="huge_rock")
    assert (game.current_player, game.decision) == (3, Decision.CHOOSE_CARD)
    game.do(card="helm_of_courage")
    assert table(game, 0) == ["leather_armor"]
    assert treasures_gone(game) == ["helm_of_courage", "huge_rock"]


def test_shrieking_geek_takes_races_and_classes() -> None:
    """FLEE-2, MOD-1: the shrieking_geek takes every race and class, and what modified them."""
    loser = {
        "level": 1,
        "race": ["elf", "dwarf"],
        "klass": ["cleric", "thief"],
        "table": ["half_breed", "super_munchkin", "helm_of_courage"],
    }
    game = combat(loser, monsters=["shrieking_geek"], dice=[1])
    lose(game)
    assert table(game, 0) == ["helm_of_courage"]
    assert game.level(0) == 1


def test_platycore_hand_or_levels() -> None:
    """FLEE-2: the victim of the platycore chooses between the hand and two levels."""
    for choice, level, left in ((0, 5, []), (1, 3, ["baby", "leather_armor"])):
        loser = {"level": 5, "hand": ["leather_armor", "baby"]}
        game = combat(loser, monsters=["platycore"], dice=[1])
        lose(game)
        assert (game.current_player, game.decision) == (0, Decision.PICK)
        game.do(amount=choice)
        assert (game.level(0), hand(game, 0)) == (level, left)


def test_pukachu_takes_the_hand() -> None:
    """FLEE-2: the pukachu takes the whole hand and nothing else."""
    game = combat(
        {"level": 2, "hand": ["leather_armor", "elf"], "table": ["helm_of_courage"]}, monsters=["pukachu"], dice=[1]
    )
    lose(game)
    assert (hand(game, 0), table(game, 0), game.level(0)) == ([], ["helm_of_courage"], 2)


def test_lawyers_hand_the_hand_around() -> None:
    """FLEE-2: the lawyers let each other player take an unseen card, from the left; the rest is discarded."""
    cards = ["magic_lamp", "baby", "elf", "dwarf", "huge_rock"]
    game = combat({"level": 1, "hand": cards, "table": ["helm_of_courage"]}, {}, {}, monsters=["lawyers"], dice=[1])
    lose(game)
    while game.decision == Decision.RECEIVE:
        game.do("done")
    taken = hand(game, 1) + hand(game, 2)
    assert (len(hand(game, 1)), len(hand(game, 2))) == (1, 1)
    assert sorted(taken + [c for c in doors_gone(game) if c != "lawyers"] + treasures_gone(game)) == sorted(cards)
    assert (hand(game, 0), table(game, 0)) == ([], ["helm_of_courage"])


def test_lawyers_leave_nothing_to_those_who_come_late() -> None:
    """FLEE-2: with one card in hand only the left neighbour gets something."""
    game = combat({"level": 1, "hand": ["magic_lamp"]}, {}, {}, monsters=["lawyers"], dice=[1])
    lose(game)
    assert (hand(game, 1), hand(game, 2)) == (["magic_lamp"], [])


def test_amazon_takes_classes_before_levels() -> None:
    """FLEE-2: the amazon takes all classes; three levels only from those without one."""
    loser = {"level": 5, "sex": "male", "klass": ["thief", "cleric"], "table": ["super_munchkin"]}
    game = combat(loser, monsters=["amazon"], dice=[1])
    lose(game)
    assert (table(game, 0), game.level(0)) == ([], 5)


def test_ghoulfiends_pull_down_to_the_lowest() -> None:
    """FLEE-2: caught by the ghoulfiends one has the lowest level of any player."""
    game = combat({"level": 7}, {"level": 3}, {"level": 4}, monsters=["ghoulfiends"], dice=[1])
    lose(game)
    assert game.level(0) == 3
    lowest = combat({"level": 2}, {"level": 3}, {"level": 4}, monsters=["ghoulfiends"], dice=[1])
    lose(lowest)
    assert lowest.level(0) == 2


def test_face_sucker_takes_headgear_and_a_level() -> None:
    """FLEE-2: the face_sucker takes the headgear worn and one level."""
    game = combat({"level": 5, "table": ["helm_of_courage", "leather_armor"]}, monsters=["face_sucker"], dice=[1])
    lose(game)
    assert options(game) == ["Helm of Courage"]
    game.do(card="helm_of_courage")
    assert (table(game, 0), game.level(0)) == (["leather_armor"], 4)


def test_bigfoot_takes_headgear() -> None:
    """FLEE-2: bigfoot takes the headgear worn, no level, and nothing from the bareheaded."""
    game = combat({"level": 5, "table": ["helm_of_courage", "leather_armor"]}, monsters=["bigfoot"], dice=[1])
    lose(game)
    assert options(game) == ["Helm of Courage"]
    game.do(card="helm_of_courage")
    assert (table(game, 0), game.level(0)) == (["leather_armor"], 5)
    bare = combat({"level": 5, "carried": ["helm_of_courage"]}, monsters=["bigfoot"], dice=[1])
    lose(bare)
    assert (table(bare, 0), bare.level(0)) == (["helm_of_courage"], 5)


@pytest.mark.parametrize(("face", "level"), [(1, None), (2, None), (3, 5), (4, 4), (6, 2)])
def test_orcs_kill_on_a_low_roll(face: int, level: int | None) -> None:
    """FLEE-2, DEATH-1: orcs_3872: one or two is death, any other roll that many levels."""
    game = combat({"level": 8, "hand": ["baby"]}, monsters=["orcs_3872"], dice=[1, face])
    lose(game)
    assert dead(game, 0) == (level is None)
    if level is not None:
        assert game.level(0) == level


def test_net_troll_lets_the_highest_take() -> None:
    """FLEE-2, TRADE-1: each other player of the highest level takes an item, which arrives carried."""
    loser = {"level": 4, "table": ["helm_of_courage", "leather_armor"], "carried": ["spiky_knees"]}
    game = combat(loser, {"level": 6}, {"level": 3}, {"level": 6}, monsters=["net_troll"], dice=[1])
    lose(game)
    assert (game.current_player, options(game)) == (1, ["Helm of Courage", "Leather Armor", "Spiky Knees"])
    game.do(card="leather_armor")
    assert game.current_player == 3
    game.do(card="spiky_knees")
    assert (table(game, 0), carried_by(game, 1), carried_by(game, 3)) == (
        ["helm_of_courage"],
        ["leather_armor"],
        ["spiky_knees"],
    )
    assert game.level(0) == 4


def test_net_troll_finds_nobody_above_its_victim() -> None:
    """FLEE-2: if the victim of the net_troll is alone at the top, nothing is taken; ties take."""
    game = combat({"level": 7, "table": ["helm_of_courage"]}, {"level": 6}, monsters=["net_troll"], dice=[1])
    lose(game)
    assert (game.decision, table(game, 0)) == (Decision.AFTER_COMBAT, ["helm_of_courage"])
    tied = combat({"level": 6, "table": ["helm_of_courage"]}, {"level": 6}, monsters=["net_troll"], dice=[1])
    lose(tied)
    assert (tied.current_player, tied.decision) == (1, Decision.CHOOSE_CARD)


def test_insurance_salesman_takes_a_thousand_gold() -> None:
    """FLEE-2, CURSE-3: the victim chooses items worth 1000 gold or more in total."""
    worn = ["helm_of_courage", "leather_armor", "spiky_knees", "pantyhose_of_giant_strength"]  # 200, 200, 200, 600
    game = combat({"level": 5, "table": worn, "hand": ["magic_lamp"]}, monsters=["insurance_salesman"], dice=[1])
    lose(game)
    for card in ("pantyhose_of_giant_strength", "helm_of_courage", "leather_armor"):
        assert game.decision == Decision.CHOOSE_CARD
        game.do(card=card)
    assert (table(game, 0), hand(game, 0), game.level(0)) == (["spiky_knees"], ["magic_lamp"], 5)
    assert game.decision == Decision.AFTER_COMBAT


def test_insurance_salesman_takes_all_from_the_poor() -> None:
    """FLEE-2: a player who owns less than 1000 gold loses all items, worthless ones too."""
    loser = {"level": 5, "table": ["helm_of_courage", "really_impressive_title"], "hand": ["magic_lamp"]}
    game = combat(loser, monsters=["insurance_salesman"], dice=[1])
    lose(game)
    assert (table(game, 0), hand(game, 0), game.level(0)) == ([], ["magic_lamp"], 5)


def test_tongue_demon_takes_three_levels_from_elves() -> None:
    """FLEE-2: the tongue_demon takes two levels, an elf loses three."""
    game = combat({"level": 8, "race": "elf"}, monsters=["tongue_demon"], dice=[1])
    lose(game)
    assert game.level(0) == 5
    half = combat({"level": 8, "race": "elf", "table": ["half_breed"]}, monsters=["tongue_demon"], dice=[1])
    lose(half)
    assert half.level(0) == 6, "MOD-1: a lone half has no drawbacks"


@pytest.mark.parametrize(
    "monster",
    ["stoned_golem", "unspeakably_awful_indescribable_horror", "squidzilla", "bullrog", "plutonium_dragon"],
)
def test_bad_stuff_that_kills(monster: str) -> None:
    """FLEE-2, DEATH-1: caught is dead; the body is looted."""
    game = combat({"level": 8, "hand": ["leather_armor"]}, monsters=[monster], dice=[1])
    lose(game)
    assert dead(game, 0)
    assert game.decision == Decision.LOOT_BODY


def test_horror_spares_wizards_for_their_class() -> None:
    """FLEE-2: a wizard caught by the unspeakably_awful_indescribable_horror discards that class and lives."""
    loser = {"level": 8, "klass": ["wizard", "thief"], "table": ["super_munchkin"]}
    game = combat(loser, monsters=["unspeakably_awful_indescribable_horror"], dice=[1])
    lose(game)
    assert not dead(game, 0)
    assert (table(game, 0), game.level(0)) == (["super_munchkin", "thief"], 8)


def test_horror_spares_a_super_munchkin_who_is_a_wizard_alone() -> None:
    """MOD-1, FLEE-2: to be spared for the class is what a wizard has over others; Super Munchkin does not take it."""
    loser = {"level": 8, "klass": "wizard", "table": ["super_munchkin"]}
    game = combat(loser, monsters=["unspeakably_awful_indescribable_horror"], dice=[1])
    lose(game)
    assert not dead(game, 0)
    assert (table(game, 0), game.level(0)) == ([], 8)


def test_hippogriff_starts_from_the_right() -> None:
    """FLEE-2, DECK-3: each other player takes a treasure: one in play of their choice, or an unseen one from the
    hand."""
    loser = {
        "level": 5,
        "table": ["helm_of_courage", "elf"],
        "hand": ["magic_lamp", "baby"],
        "carried": ["spiky_knees"],
    }
    game = combat(loser, {}, {}, monsters=["hippogriff"], dice=[1])
    lose(game)
    assert (game.current_player, game.decision) == (2, Decision.CHOOSE_CARD)
    assert options(game) == ["take", "Helm of Courage", "Spiky Knees"]
    game.do("take")
    assert hand(game, 2) == ["magic_lamp"]
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert (game.current_player, options(game)) == (1, ["Helm of Courage", "Spiky Knees"])
    game.do(card="spiky_knees")
    assert (hand(game, 1), carried_by(game, 1)) == ([], ["spiky_knees"]), "a card in play doesn't return to a hand"
    assert (hand(game, 0), table(game, 0)) == (["baby"], ["elf", "helm_of_courage"])


def test_king_tut_takes_items_and_hand() -> None:
    """FLEE-2: king_tut takes all items in play and the whole hand, and no levels on top."""
    loser = {"level": 5, "race": "elf", "table": ["helm_of_courage"], "carried": ["huge_rock"], "hand": ["baby"]}
    game = combat(loser, monsters=["king_tut"], dice=[1])
    lose(game)
    assert (hand(game, 0), table(game, 0), game.level(0)) == ([], ["elf"], 5)


# --------------------------------------------------------------------------- powers: escapes and gifts


@pytest.mark.parametrize("item", ["eleven_foot_pole", "staff_of_napalm", "wand_of_dowsing"])
def test_pit_bull_runs_after_a_stick(item: str) -> None:
    """FLEE-1: a wand, pole or staff distracts the pit_bull: no roll."""
    game = combat({"level": 1, "table": [item]}, monsters=["pit_bull"], dice=[1])
    concede(game)
    game.do("pay_escape", place=0, card=item)
    while game.decision == Decision.FLEE:
        game.do("roll", place=0)
    assert game.level(0) == 1
    assert table(game, 0) == []
    assert treasures_gone(game) == [item]
    assert rolls(game) == 0


def test_pit_bull_ignores_other_items() -> None:
    """FLEE-1: the pit_bull wants a wand, pole or staff."""
    game = combat({"level": 3, "table": ["huge_rock"]}, monsters=[huge("pit_bull")], dice=[1])
    concede(game)
    assert options(game) == ["roll"]
    roll(game)
    assert game.level(0) == 1


@pytest.mark.parametrize(
    ("leader", "level"),
    [
        ({"level": 5, "table": ["helm_of_courage"]}, 6),
        ({"level": 5, "table": ["flaming_armor"]}, 7),
        ({"level": 5, "carried": ["flaming_armor"]}, 6),
        ({"level": 5, "klass": "wizard", "table": ["staff_of_napalm"]}, 7),
        ({"level": 5, "carried": ["staff_of_napalm"]}, 6),
    ],
)
def test_large_angry_chicken_and_fire(leader: dict, level: int) -> None:
    """COMBAT-11: fire used against the large_angry_chicken gives one level more."""
    game = combat(leader, monsters=["large_angry_chicken"])
    kill(game)
    assert game.level(0) == level


def test_large_angry_chicken_and_a_burning_potion() -> None:
    """COMBAT-11: a one-shot of fire on the players' side counts, on the monster's side not."""
    for side, level in (("players", 11), ("monsters", 10)):
        game = combat({"level": 9, "hand": ["flaming_poison_potion"]}, monsters=["large_angry_chicken"], goal=20)
        game.do("play", card="flaming_poison_potion", place=side)
        passes(game)
        kill(game)
        assert game.level(0) == level


def test_floating_nose_is_bribed() -> None:
    """COMBAT-6: an item worth 200 gold or more sends the floating_nose away: no level, no treasure."""
    leader = {"level": 5, "table": ["helm_of_courage", "eleven_foot_pole"], "carried": ["rat_on_a_stick"]}
    game = combat(leader, monsters=["floating_nose"])
    game.do("bribe", place=0, card="helm_of_courage")
    passes(game)
    assert (game.level(0), hand(game, 0)) == (5, [])
    assert table(game, 0) == ["eleven_foot_pole", "rat_on_a_stick"]
    assert game.decision == Decision.AFTER_COMBAT


def test_floating_nose_wants_two_hundred_gold() -> None:
    """COMBAT-6: cheap items don't bribe the floating_nose, nor do cards in hand."""
    leader = {"level": 5, "table": ["really_impressive_title", "cotion_of_ponfusion"], "hand": ["magic_lamp"]}
    assert not may(combat(leader, monsters=["floating_nose"]), "bribe")


def test_floating_nose_is_bribed_when_it_comes_after_the_defeat() -> None:
    """COMBAT-6, PLAY-5: a player who runs away and meets it then has not had their chance yet."""
    leader, bystander = {"table": ["helm_of_courage"]}, {"hand": ["wandering_monster", "floating_nose"]}
    game = combat(leader, bystander, monsters=["net_troll"])
    game.do("run_away")
    pass_until(game, 1).do("play", card="wandering_monster", second="floating_nose")
    pass_until(game, 0).do("bribe", place=1, card="helm_of_courage")
    assert (monsters(game), table(game, 0)) == (["net_troll"], [])


def test_floating_nose_dies_of_halitosis() -> None:
    """COMBAT-5, GOLD-2: potion_of_halitosis kills the floating_nose: level and treasures as for any kill."""
    game = combat({"level": 1, "hand": ["potion_of_halitosis"]}, monsters=["floating_nose"])
    game.do("play", card="potion_of_halitosis", place=0)
    passes(game)
    assert (game.level(0), len(hand(game, 0))) == (2, 3)


# --------------------------------------------------------------------------- powers: strength


def test_ghoulfiends_ignore_items_and_every_bonus() -> None:
    """COMBAT-9: against the ghoulfiends levels count and nothing else: no items, one-shots, doubling, penalties."""
    leader = {
        "level": 5,
        "table": ["helm_of_courage", "huge_rock"],
        "hand": ["magic_missile", "doppleganger"],
        "curses": ["curse_change_sex"],
    }
    game = combat(leader, monsters=["ghoulfiends"])
    assert game.strength("players") == 5
    game.do("play", card="magic_missile", place="players")
    passes(game)
    assert game.strength("players") == 5
    game.do("play", card="doppleganger")
    passes(game)
    assert game.strength("players") == 5


def test_ghoulfiends_spread_to_the_whole_combat() -> None:
    """COMBAT-9, COMBAT-8: a second monster beside the ghoulfiends is fought with levels too, by the helper as well."""
    game = combat(
        {"level": 5, "table": ["helm_of_courage"]},
        {"level": 4, "table": ["leather_armor"]},
        monsters=["ghoulfiends", "maul_rat"],
        helper=1,
    )
    assert game.strength("players") == 9


def test_no_berserk_against_ghoulfiends() -> None:
    """COMBAT-9: a Warrior gains nothing against the ghoulfiends, and so can't go berserk, but still wins ties."""
    game = combat({"level": 8, "klass": "warrior", "hand": ["baby"]}, monsters=["ghoulfiends"])
    assert not may(game, "berserk")
    assert may(game, "kill")


def test_gazebo_must_be_fought_alone() -> None:
    """HELP-1: nobody may be asked against the gazebo."""
    assert not may(combat({"level": 1}, {"level": 9}, monsters=["gazebo"]), "ask_help")
    assert may(combat({"level": 1}, {"level": 9}, monsters=["bigfoot"]), "ask_help")


def test_gazebo_drives_the_helper_out() -> None:
    """HELP-8: the gazebo joins later, and the helper drops out."""
    leader = {"level": 5, "hand": ["wandering_monster", "gazebo"]}
    game = combat(leader, {"level": 9}, monsters=["maul_rat"], helper=1)
    assert game.strength("players") == 14
    game.do("play", card="wandering_monster", second="gazebo")
    passes(game)
    assert game.strength("players") == 5
    assert int(game.position["combat"]["helper"][0]) == 0
    assert not may(game, "ask_help")


@pytest.mark.parametrize(
    ("leader", "helper", "level"),
    [
        ({"level": 7}, None, 9),
        ({"level": 7, "table": ["helm_of_courage"]}, None, 8),
        ({"level": 7, "carried": ["helm_of_courage"]}, None, 9),
        ({"level": 7}, {"level": 1}, 8),
        ({"level": 9, "table": ["really_impressive_title"], "curses": ["curse_change_sex"]}, None, 10),
        ({"level": 6, "klass": "warrior"}, None, 8),
    ],
)
def test_pukachu_rewards_those_who_need_nothing(leader: dict, helper: dict | None, level: int) -> None:
    """COMBAT-11: pukachu gives one level more if it is killed alone and with no bonus."""
    players = (leader, helper) if helper else (leader,)
    game = combat(*players, monsters=["pukachu"], helper=1 if helper else None, goal=20)
    kill(game)
    assert game.level(0) == level


def test_pukachu_counts_potions_as_bonuses() -> None:
    """COMBAT-11: no second level from pukachu after a potion."""
    game = combat({"level": 7, "hand": ["sleep_potion"]}, monsters=["pukachu"])
    game.do("play", card="sleep_potion", place="players")
    passes(game)
    kill(game)
    assert game.level(0) == 8


def test_bonus_and_penalty_together_are_still_a_bonus() -> None:
    """COMBAT-11: a bonus that a penalty of the same size eats up was used all the same."""
    leader = {"level": 8, "table": ["mithril_armor", "sneaky_bastard_sword"], "curses": ["curse_change_sex"]}
    game = combat(leader, monsters=["pukachu"], goal=20)
    assert game.strength("players") == 8
    kill(game)
    assert game.level(0) == 9


# --------------------------------------------------------------------------- powers: those who do not fight


def test_lawyers_do_not_attack_thieves() -> None:
    """COMBAT-6, TURN-3: the lawyers leave a thief in peace: no level, no treasure, no loot."""
    game = table_of({"level": 3, "klass": "thief"}, doors=["lawyers"])
    opened(game)
    assert (game.level(0), hand(game, 0)) == (3, [])
    while game.decision == Decision.ENTRY:
        game.do("pass")
        passes(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert not may(game, "loot_room")


def test_lawyers_exchange_treasures_with_thieves() -> None:
    """COMBAT-6: a thief may give the lawyers two treasures, no more and no fewer, for two new ones."""
    thief = {"level": 3, "klass": "thief", "hand": ["magic_lamp", "baby", "helm_of_courage"], "carried": ["huge_rock"]}
    game = table_of(thief, doors=["lawyers"])
    opened(game)
    assert game.decision == Decision.ENTRY
    game.do("exchange", cards=["helm_of_courage", "huge_rock"])
    assert hand(game, 0) == ["baby", "broad_sword", "dagger_of_treachery", "magic_lamp"]
    assert table(game, 0) == ["thief"]
    assert treasures_gone(game) == ["helm_of_courage", "huge_rock"]


def test_lawyers_want_exactly_two_treasures() -> None:
    """COMBAT-6: after two treasures the exchange is complete; with one alone there is none."""
    rich = {"klass": "thief", "hand": ["magic_lamp", "helm_of_courage", "leather_armor"]}
    game = table_of(rich, doors=["lawyers"])
    opened(game)
    for action in ("exchange", "Helm of Courage", "Leather Armor"):
        game.step(next(int(a) for a in game.legal_actions() if game.describe(int(a)) == action))
    assert options(game) == ["done"]
    poor = table_of({"klass": "thief", "hand": ["magic_lamp", "baby"]}, doors=["lawyers"])
    opened(poor)
    assert not may(poor, "exchange")


def test_lawyers_leave_when_a_thief_helps() -> None:
    """COMBAT-8: the lawyers do not attack a side with a thief in it."""
    game = combat({"level": 1}, {"klass": "thief"}, monsters=["lawyers", "bigfoot"], helper=1)
    passes(game)
    while game.decision == Decision.ENTRY:
        game.do("pass")
        passes(game)
    assert monsters(game) == ["bigfoot"]


def test_amazon_does_not_attack_women() -> None:
    """COMBAT-6: the amazon gives a woman one treasure and leaves: no level."""
    game = table_of({"level": 3, "sex": "female"}, doors=["amazon"])
    opened(game)
    assert (game.level(0), len(hand(game, 0))) == (3, 1)
    assert game.decision == Decision.AFTER_COMBAT
    man = table_of({"level": 3, "sex": "male"}, doors=["amazon"])
    opened(man)
    assert man.decision == Decision.COMBAT


def test_amazon_leaves_when_a_woman_helps() -> None:
    """COMBAT-8, HELP-3: one woman among the allies is enough."""
    game = combat({"level": 1, "sex": "male"}, {"level": 1, "sex": "female"}, monsters=["amazon"])
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    game.do("yes")
    passes(game)
    assert (game.level(0), len(hand(game, 0)) + len(hand(game, 1))) == (1, 1)
    assert game.decision == Decision.AFTER_COMBAT


@pytest.mark.parametrize(("leader", "helper", "who"), [("cleric", None, 0), (None, "cleric", 1)])
def test_wannabe_vampire_is_sent_away_by_clerics(leader: str | None, helper: str | None, who: int) -> None:
    """COMBAT-6: a cleric in the combat sends the wannabe_vampire away: its treasure, no level."""
    players = [{"level": 1, "klass": klass} if klass else {"level": 1} for klass in (leader, helper)]
    game = combat(*players, monsters=["wannabe_vampire"], helper=1 if helper else None)
    if who:
        assert not may(game, "send_away"), "only the cleric himself can do it"
        game.do("run_away")
    assert game.current_player == who
    game.do("send_away", place=0)
    passes(game)
    assert (game.level(0), game.level(1)) == (1, 1)
    assert len(hand(game, 0)) + len(hand(game, 1)) == 3


def test_wannabe_vampire_fights_others() -> None:
    """COMBAT-6: a player who is no cleric can't send the wannabe_vampire away, nor is it undead."""
    game = combat({"level": 1, "klass": "thief"}, {"hand": ["mr_bones"]}, monsters=["wannabe_vampire"])
    assert not may(game, "send_away")
    game.do("run_away")
    assert (game.current_player, options(game)) == (1, ["pass", "offer help"]), (
        "PLAY-6: no undead, so mr_bones may not join"
    )


def test_tongue_demon_wants_an_item_first() -> None:
    """COMBAT-11: the fighter discards an item of their choice before fighting the tongue_demon."""
    game = table_of({"level": 3, "table": ["helm_of_courage", "leather_armor"]}, doors=["tongue_demon"])
    opened(game)
    assert (game.decision, options(game)) == (Decision.CHOOSE_CARD, ["Helm of Courage", "Leather Armor"])
    game.do(card="helm_of_courage")
    passes(game)
    assert (game.decision, table(game, 0)) == (Decision.COMBAT, ["leather_armor"])


def test_tongue_demon_takes_nothing_when_it_joins() -> None:
    """PLAY-5: the item is the price of meeting the tongue_demon, not of its joining a combat."""
    leader = {"level": 3, "table": ["helm_of_courage"], "hand": ["wandering_monster", "tongue_demon"]}
    game = combat(leader, monsters=["maul_rat"])
    game.do("play", card="wandering_monster", second="tongue_demon")
    passes(game)
    assert (game.decision, table(game, 0)) == (Decision.COMBAT, ["helm_of_courage"])
    assert game.strength("monsters") == 13


def test_stoned_golem_may_be_left_alone() -> None:
    """COMBAT-6: a player who declines to fight the stoned_golem gets neither level nor treasure, and need not flee."""
    game = combat({"level": 3}, monsters=["stoned_golem"])
    game.do("decline", place=0)
    passes(game)
    assert (game.level(0), hand(game, 0), game.decision) == (3, [], Decision.AFTER_COMBAT)


def test_stoned_golem_left_alone_gives_nothing_with_others() -> None:
    """COMBAT-6: beating the rest brings the rest's reward only."""
    game = combat({"level": 3}, monsters=["stoned_golem", "maul_rat"])
    game.do("decline", place=0)
    passes(game)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (4, 1)


@pytest.mark.parametrize(("leader", "helper"), [("halfling", None), (None, "halfling")])
def test_stoned_golem_attacks_halflings(leader: str | None, helper: str | None) -> None:
    """COMBAT-8: with a halfling in the combat the stoned_golem must be fought."""
    players = [{"race": race} if race else {} for race in (leader, helper)]
    game = combat(*players, monsters=["stoned_golem"], helper=1 if helper else None)
    with pytest.raises(IllegalAction):
        game.do("decline", place=0)


def test_stoned_golem_may_be_left_alone_when_it_comes_after_the_defeat() -> None:
    """COMBAT-6, PLAY-5: a player who runs away and meets it then need not flee from it; a bystander has no say."""
    game = combat({}, {"hand": ["wandering_monster", "stoned_golem"]}, monsters=["net_troll"])
    game.do("run_away")
    pass_until(game, 1).do("play", card="wandering_monster", second="stoned_golem")
    pass_until(game, 0)
    saved = game.save()
    game.do("decline", place=1)
    assert monsters(game) == ["net_troll"]
    game = Game.load(saved)
    game.do("pass")
    assert not may(pass_until(game, 1), "decline")


def test_stoned_golem_leaves_a_lone_half_halfling_the_choice() -> None:
    """MOD-1: having to fight the stoned_golem is a drawback, which a Half-Breed with one race doesn't have."""
    game = combat({"race": "halfling", "table": ["half_breed"]}, monsters=["stoned_golem"])
    assert may(game, "decline")


@pytest.mark.parametrize("monster", ["mr_bones", "undead_horse", "king_tut", "wight_brothers"])
def test_undead_are_joined_by_undead(monster: str) -> None:
    """PLAY-6: a bystander adds an undead from hand to a combat with an undead."""
    other = "mr_bones" if monster != "mr_bones" else "undead_horse"
    game = combat({"level": 1}, {"hand": [other, "maul_rat"]}, monsters=[huge(monster)])
    game.do("run_away")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("play", card=other)
    assert monsters(game) == [monster, other]
    assert hand(game, 1) == ["maul_rat"]
