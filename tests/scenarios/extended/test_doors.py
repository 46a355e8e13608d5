"""The door cards that only the extended edition has and that are no monsters: enhancers, curses and the like."""

import pytest

from munchkin_env.vocabulary import Decision, Kind
from tests.kit.looking import dead, doors_gone, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import concede, kill, lose, passes
from tests.scenarios.extended.kit import cards_of, combat, cursed, huge, table_of

ENHANCERS = [  # card, change of level, of treasures
    ("unionized", 10, 2),
    ("repossessed", 10, -3),
    ("freshly_buried", 5, 1),
    ("over_caffeinated", 5, 1),
    ("snoring", -5, -1),
    ("pocket_sized", -10, -2),
    ("misprint", -9, 0),
]


def test_every_enhancer_of_the_edition_is_here() -> None:
    """PLAY-4: the list of this file names them all."""
    assert set(cards_of(Kind.ENHANCER)) == {card for card, *_ in ENHANCERS}


@pytest.mark.parametrize(("card", "level", "treasures"), ENHANCERS)
def test_enhancers_change_level_and_treasure(card: str, level: int, treasures: int) -> None:
    """PLAY-4, COMBAT-13, COMBAT-5: of a monster of level 10 with three treasures."""
    game = combat({"level": 30, "hand": [card]}, monsters=["net_troll"], goal=60, treasures=None)
    game.do("play", card=card, place=0)
    passes(game)
    assert game.strength("monsters") == max(1, 10 + level)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (31, 3 + treasures)


@pytest.mark.parametrize("card", ["snoring", "pocket_sized"])
def test_no_monster_falls_below_level_one(card: str) -> None:
    """COMBAT-13, GOLD-1: nor below one treasure."""
    game = combat({"level": 1, "hand": [card]}, monsters=["undead_horse"])
    game.do("play", card=card, place=0)
    passes(game)
    assert game.strength("monsters") == 1
    lifted = combat({"hand": [card, "enraged"]}, monsters=["undead_horse"])
    for one in (card, "enraged"):
        lifted.do("play", card=one, place=0)
        passes(lifted)
    assert lifted.strength("monsters") == max(1, 4 + 5 - (5 if card == "snoring" else 10))


def test_what_is_freshly_buried_is_undead() -> None:
    """PLAY-4: a cleric turns it; what is undead already is not buried again, nor is it twice."""
    cleric = {"klass": "cleric", "hand": ["freshly_buried", "baby"]}
    game = combat(cleric, monsters=["harpies", "mr_bones"])
    game.do(verb="play", card="freshly_buried", place=0)
    passes(game)
    assert int(game.position["combat"]["monster"]["undead"][0, 0]) == 1
    assert may(game, "turn_undead")
    other = combat({"hand": ["freshly_buried"]}, monsters=["mr_bones"])
    assert not may(other, "play")
    blend = {"editions": ("extended", "munchkin"), "treasures": []}
    twice = {"card": "munchkin:mr_bones"}
    assert not may(combat({"hand": ["freshly_buried"]}, monsters=[twice], **blend), "play")


def test_nobody_snores_over_caffeinated() -> None:
    """PLAY-4: snoring is not played on a monster that is over_caffeinated, nor the other way round; beside it, yes."""
    for first, second in (("snoring", "over_caffeinated"), ("over_caffeinated", "snoring")):
        mine = {"hand": [second]}
        assert not may(combat(mine, monsters=[{"card": "net_troll", "enhancers": [first]}]), "play")
        game = combat(mine, monsters=[{"card": "net_troll", "enhancers": [first]}, "harpies"])
        game.do("play", card=second, place=1)
        passes(game)
        assert game.strength("monsters") == (10 - 5 + 4 + 5 if first == "snoring" else 10 + 5 + 1)


def test_a_misprint_replaces_the_printed_level_alone() -> None:
    """COMBAT-13: misprint: what else changes the level is added; a mate has the same, and what reads it reads that."""
    mine = {"level": 3, "hand": ["misprint", "enraged", "mate"], "table": ["rat_on_a_stick"]}
    game = combat(mine, monsters=["bigfoot"], dice=[1, 1])
    for card, level in (("misprint", 1), ("enraged", 6), ("mate", 12)):
        game.do("play", card=card, place=0)
        passes(game)
        assert game.strength("monsters") == level
    concede(game)
    assert "play" in options(game), "the rat is for monsters up to level 8"


def test_a_misprint_leaves_reward_and_bad_stuff() -> None:
    """COMBAT-5: two levels and five treasures of the dragon."""
    game = combat({"level": 3, "hand": ["misprint"]}, monsters=["plutonium_dragon"])
    game.do("play", card="misprint", place=0)
    passes(game)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (5, 5)


def test_what_is_repossessed_brings_nothing() -> None:
    """COMBAT-5, COMBAT-6: neither killed nor removed; the treasures of others stay."""
    mine = {"level": 30, "hand": ["repossessed", "pollymorph_potion"]}
    game = combat(mine, monsters=["net_troll", "harpies"], goal=60)
    game.do("play", card="repossessed", place=0)
    passes(game)
    game.do("play", card="pollymorph_potion", place=0)
    passes(game)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (31, 2)


# --------------------------------------------------------------------------- other cards for combats


def test_an_uninvited_guest_brings_a_monster() -> None:
    """PLAY-5."""
    game = combat({"hand": ["uninvited_guest", "sock_snatcher"]}, monsters=["harpies"])
    game.do("play", card="uninvited_guest", second="sock_snatcher")
    passes(game)
    assert monsters(game) == ["harpies", "sock_snatcher"]


def test_a_loose_floorboard_swallows_monster_and_treasure() -> None:
    """COMBAT-6: no level, no treasure; the others are fought as before."""
    game = combat({"level": 9, "hand": ["loose_floorboard"]}, monsters=["bullrog", "harpies"], goal=60)
    game.do("play", card="loose_floorboard", place=0)
    passes(game)
    assert monsters(game) == ["harpies"]
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (10, 2)


# --------------------------------------------------------------------------- curses


def test_garnished_wages_take_the_treasure_of_the_next_combat() -> None:
    """CURSE-2, COMBAT-5: curse_garnished_wages: the level is kept, the treasure is not, and then it is over."""
    game = combat({"level": 6, "curses": ["curse_garnished_wages"]}, monsters=["harpies"])
    kill(game)
    assert (game.level(0), hand(game, 0), table(game, 0)) == (7, [], [])
    assert doors_gone(game) == ["curse_garnished_wages", "harpies"]


def test_garnished_wages_strike_in_the_middle_of_a_combat() -> None:
    """CURSE-2, COMBAT-6: treasure that a card has kept for the leader belongs to this combat too."""
    mine = {"level": 8, "hand": ["pollymorph_potion"]}
    game = combat(mine, {"hand": ["curse_garnished_wages"]}, monsters=["net_troll", "harpies"])
    game.do("play", card="pollymorph_potion", place=0)
    assert (game.current_player, may(game, "play")) == (1, True)
    game.do("play", card="curse_garnished_wages", seat=0)
    passes(game)
    kill(game)
    assert (game.level(0), hand(game, 0), table(game, 0)) == (9, [], [])


def test_garnished_wages_take_what_is_paid_for_a_combat_called_off() -> None:
    """COMBAT-6: out_to_lunch leaves two treasures to everybody else."""
    for curses, drawn in (([], 2), (["curse_garnished_wages"], 0)):
        game = combat({"hand": ["out_to_lunch"], "curses": curses}, monsters=["net_troll"])
        game.do("play", card="out_to_lunch")
        passes(game)
        assert len(hand(game, 0)) == drawn


def test_garnished_wages_of_a_helper_take_his_part() -> None:
    """HELP-2: treasure promised to the former helper stays with the leader."""
    for curses, parts in (([], (1, 2)), (["curse_garnished_wages"], (3, 0))):
        fight = {"monsters": ["net_troll"], "helper": 1, "deal": 2}
        game = table_of({"level": 6}, {"level": 9, "curses": curses}, phase="combat", combat=fight)
        kill(game)
        while game.decision in (Decision.SPOILS, Decision.RECEIVE):
            game.step(int(game.legal_actions()[-1 if game.decision == Decision.RECEIVE else 0]))
            passes(game)
        cards = [hand(game, seat) + [one for one in table(game, seat) if "curse" not in one] for seat in (0, 1)]
        assert tuple(len(one) for one in cards) == parts


def test_two_left_feet_stumble_until_the_shoes_go() -> None:
    """FLEE-1, CURSE-1: curse_two_left_feet: -2 on rolls, and it goes with the footgear."""
    mine = {"level": 5, "curses": ["curse_two_left_feet"], "table": ["boots_of_butt_kicking"]}
    for seat, level in ((mine, 3), ({"level": 5}, 5)):
        game = combat(seat, monsters=[huge("harpies")], dice=[6])
        lose(game)
        assert game.level(0) == level
    game = cursed("curse_lose_footgear", mine)
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card="boots_of_butt_kicking")
    assert table(game, 0) == []
    assert "curse_two_left_feet" in doors_gone(game)


def test_a_vow_of_silence_keeps_from_asking() -> None:
    """HELP-1, HELP-7: curse_vow_of_silence: an offer may be accepted."""
    game = combat({"curses": ["curse_vow_of_silence"]}, {"level": 9}, monsters=["harpies"])
    assert not may(game, "ask_help")
    game.do("run_away")
    assert (game.current_player, may(game, "offer_help")) == (1, True)
    assert may(combat({}, {"level": 9}, monsters=["harpies"]), "ask_help")


LASTING = ["curse_garnished_wages", "curse_two_left_feet", "curse_vow_of_silence"]


@pytest.mark.parametrize("curse", LASTING)
def test_lasting_curses_end_with_their_victims_life(curse: str) -> None:
    """DEATH-1: by the switch they are discarded, and no part of the body."""
    mine = {"level": 5, "curses": [curse], "table": ["helm_of_courage"]}
    game = combat(mine, monsters=["bullrog"], dice=[1, 1])
    lose(game)
    while game.decision == Decision.LOOT_BODY:
        assert not any("Curse" in option for option in options(game))
        game.step(int(game.legal_actions()[0]))
        passes(game)
    while game.decision == Decision.RECEIVE:
        game.do("done")
        passes(game)
    assert not any(one.startswith("curse") for one in table(game, 0))
    assert curse in doors_gone(game)
    assert not dead(game, 0), "they return at once"


@pytest.mark.parametrize("way", [0, 1])
def test_a_customs_inspection_takes_an_item_or_two_cards(way: int) -> None:
    """CURSE-3: the victim of curse_customs_inspection chooses which."""
    victim = {"table": ["helm_of_courage", "leather_armor"], "hand": ["baby", "elf", "dwarf"]}
    game = cursed("curse_customs_inspection", victim)
    assert game.decision == Decision.PICK
    game.step(int(game.legal_actions()[way]))
    for card in (["leather_armor"], ["baby", "elf"])[way]:
        game.do(card=card)
    if way:
        assert (hand(game, 0), len(table(game, 0))) == (["dwarf"], 2)
    else:
        assert (len(hand(game, 0)), table(game, 0)) == (3, ["helm_of_courage"])


@pytest.mark.parametrize(("worn", "level"), [(["boots_of_butt_kicking", "spiky_knees"], 3), ([], 2)])
def test_a_wardrobe_malfunction_bares_the_legs(worn: list[str], level: int) -> None:
    """CURSE-1: curse_wardrobe_malfunction takes all that is worn below the waist, or a level."""
    game = cursed("curse_wardrobe_malfunction", {"level": 3, "table": [*worn, "helm_of_courage"]})
    assert (table(game, 0), game.level(0)) == (["helm_of_courage"], level)
    assert treasures_gone(game) == sorted(worn)


def test_enhanced_monsters_of_the_kit() -> None:
    """COMBAT-13: by the switch their level changes."""
    assert combat({}, monsters=[huge("sock_snatcher")]).strength("monsters") == 21
    assert table_of({}).catalogue.switches["enhancers_change_level"]
