"""Every curse of the base game: what it does when it strikes, when it stays, and when nothing happens."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Klass, Race
from tests.each import each
from tests.kit.looking import doors_gone, hand, may, options, table, treasures_gone
from tests.kit.playing import kill, lose, roll, unopposed
from tests.scenarios.munchkin.kit import combat, cursed, huge, table_of


def race_of(game: Game, seat: int) -> int:
    return int(game.position["player"]["race"][0, seat])


def klass_of(game: Game, seat: int) -> int:
    return int(game.position["player"]["klass"][0, seat])


# --------------------------------------------------------------------------- drawn and played


@each(
    "curse",
    [
        "curse_change_class",
        "curse_change_race",
        "curse_duck_of_doom",
        "curse_income_tax",
        "curse_lose_1_big_item",
        "curse_lose_1_small_item",
        "curse_lose_armor",
        "curse_lose_footgear",
        "curse_lose_headgear",
        "curse_lose_two_cards",
        "curse_lose_your_race",
        "curse_truly_obnoxious",
    ],
)
def test_a_curse_that_finds_nothing_is_discarded(curse: str) -> None:
    """CURSE-1, CURSE-3: nothing qualifies, nothing happens, and the turn goes on."""
    game = cursed(curse, {"level": 1})
    assert game.level(0) == 1
    assert doors_gone(game) == [curse]
    assert game.decision == Decision.AFTER_DOOR


@pytest.mark.parametrize(
    ("curse", "lost"),
    [("curse_duck_of_doom", 2), ("curse_lose_a_level", 1), ("curse_lose_your_class", 1)],
)
def test_curses_that_take_levels(curse: str, lost: int) -> None:
    """CURSE-1, PLAY-1: drawn, or played on somebody by another player; lose_your_class hits those without one."""
    drawn = cursed(curse, {"level": 5})
    assert (drawn.level(0), doors_gone(drawn)) == (5 - lost, [curse])
    played = table_of({"level": 5, "hand": [curse]}, {"level": 6})
    unopposed(played, "play", card=curse, seat=1)
    assert (played.level(0), played.level(1), doors_gone(played)) == (5, 6 - lost, [curse])


# --------------------------------------------------------------------------- items

SLOTS = [
    ("curse_lose_armor", "leather_armor", "slimy_armor"),
    ("curse_lose_footgear", "boots_of_butt_kicking", "sandals_of_protection"),
    ("curse_lose_headgear", "helm_of_courage", "pointy_hat_of_power"),
]


@pytest.mark.parametrize(("curse", "worn", "spare"), SLOTS)
def test_curses_that_take_what_is_worn(curse: str, worn: str, spare: str) -> None:
    """CURSE-1: an item in use in the slot goes; carried ones and those worn elsewhere stay."""
    others = {"leather_armor", "boots_of_butt_kicking", "helm_of_courage"} - {worn}
    game = cursed(curse, {"level": 5, "table": [worn, *others, "spiky_knees"], "carried": [spare]})
    assert options(game) == [game.catalogue.name(game.catalogue.index(worn))]
    game.do(card=worn)
    assert table(game, 0) == sorted([*others, "spiky_knees", spare])
    assert (treasures_gone(game), game.level(0)) == ([worn], 5)


def test_lose_a_small_item_of_choice() -> None:
    """CURSE-3: curse_lose_1_small_item: any item in play that isn't Big, a one-shot or a carried one too."""
    victim = {"table": ["helm_of_courage", "huge_rock", "magic_lamp", "elf"], "carried": ["leather_armor"]}
    game = cursed("curse_lose_1_small_item", victim | {"hand": ["spiky_knees"]})
    assert options(game) == ["Helm of Courage", "Leather Armor", "Magic Lamp"]
    game.do(card="magic_lamp")
    assert table(game, 0) == ["elf", "helm_of_courage", "huge_rock", "leather_armor"]
    assert game.decision == Decision.AFTER_DOOR


def test_lose_a_big_item_of_choice() -> None:
    """CURSE-3: curse_lose_1_big_item: one Big item, in use or carried."""
    victim = {"race": "dwarf", "table": ["huge_rock", "helm_of_courage"], "carried": ["stepladder"]}
    game = cursed("curse_lose_1_big_item", victim)
    assert options(game) == ["Huge Rock", "Stepladder"]
    game.do(card="stepladder")
    assert table(game, 0) == ["dwarf", "helm_of_courage", "huge_rock"]
    assert game.decision == Decision.AFTER_DOOR


def test_truly_obnoxious_takes_the_best() -> None:
    """CURSE-3: curse_truly_obnoxious: the item that gives the biggest bonus now; a tie is the victim's choice."""
    victim = {"table": ["helm_of_courage", "spiky_knees", "really_impressive_title"], "carried": ["huge_rock"]}
    game = cursed("curse_truly_obnoxious", victim)
    assert options(game) == ["Really Impressive Title"]
    game.do(card="really_impressive_title")
    assert table(game, 0) == ["helm_of_courage", "huge_rock", "spiky_knees"]
    assert game.decision == Decision.AFTER_DOOR
    tie = cursed("curse_truly_obnoxious", {"table": ["helm_of_courage", "spiky_knees"]})
    assert options(tie) == ["Helm of Courage", "Spiky Knees"]


def test_truly_obnoxious_counts_what_an_item_gives_its_owner() -> None:
    """CURSE-3: the horny_helmet is worth +3 to an elf; an item that helps with nothing is not the best."""
    elf = cursed("curse_truly_obnoxious", {"race": "elf", "table": ["horny_helmet", "sneaky_bastard_sword"]})
    assert options(elf) == ["Horny Helmet"]
    human = cursed(
        "curse_truly_obnoxious", {"table": ["horny_helmet", "sneaky_bastard_sword", "hammer_of_kneecapping"]}
    )
    assert options(human) == ["Sneaky Bastard Sword"], "hammer_of_kneecapping needs a dwarf"
    useless = cursed("curse_truly_obnoxious", {"table": ["boots_of_running_really_fast"]})
    assert useless.decision == Decision.AFTER_DOOR


def test_income_tax() -> None:
    """CURSE-3: curse_income_tax: the victim sets the sum with an item; the others pay it, or all items and a level."""
    game = cursed(
        "curse_income_tax",
        {"level": 5, "table": ["helm_of_courage", "boots_of_butt_kicking"], "hand": ["magic_lamp"]},  # 200, 400
        {"level": 5, "table": ["leather_armor", "spiky_knees", "horny_helmet"]},  # 200, 200, 600
        {"level": 5, "table": ["eleven_foot_pole", "really_impressive_title"], "hand": ["wishing_ring"]},  # 200, 0
        {"level": 5, "table": ["slimy_armor"], "carried": ["sandals_of_protection"]},  # 200, 700
    )
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert (game.current_player, options(game)) == (0, ["Helm of Courage", "Boots of Butt-Kicking"])
    game.do(card="boots_of_butt_kicking")
    assert (game.current_player, options(game)) == (1, ["Horny Helmet", "Leather Armor", "Spiky Knees"])
    game.do(card="leather_armor")
    assert game.current_player == 1, "200 of 400 gold"
    game.do(card="spiky_knees")
    assert game.current_player == 3, "the third player cannot pay"
    game.do(card="sandals_of_protection")
    assert [table(game, p) for p in range(4)] == [["helm_of_courage"], ["horny_helmet"], [], ["slimy_armor"]]
    assert [game.level(p) for p in range(4)] == [5, 5, 4, 5]
    assert (hand(game, 0), hand(game, 2)) == (["magic_lamp"], ["wishing_ring"])


def test_income_tax_of_a_worthless_item_costs_the_others_nothing() -> None:
    """CURSE-3: curse_income_tax: an item of no value sets a sum that everybody has."""
    game = cursed("curse_income_tax", {"table": ["really_impressive_title"]}, {"level": 3}, {"table": ["huge_rock"]})
    game.do(card="really_impressive_title")
    assert [table(game, p) for p in range(3)] == [[], [], ["huge_rock"]]
    assert game.level(1) == 3


# --------------------------------------------------------------------------- hand


def test_a_single_card_goes_to_the_left() -> None:
    """CURSE-1: curse_lose_two_cards: with one card in hand the left neighbour gets it."""
    game = cursed("curse_lose_two_cards", {"hand": ["baby"]}, {}, {})
    assert [hand(game, p) for p in range(3)] == [[], ["baby"], []]


# --------------------------------------------------------------------------- race and class


@pytest.mark.parametrize(
    ("curse", "key", "before", "discards", "after"),
    [
        ("curse_change_class", "klass", ["thief"], ["elf", "warrior", "cleric"], "warrior"),
        ("curse_change_race", "race", ["elf"], ["warrior", "halfling", "dwarf"], "halfling"),
        ("curse_change_class", "klass", ["thief", "wizard"], ["cleric"], "cleric"),
        ("curse_change_race", "race", ["elf", "dwarf"], ["halfling"], "halfling"),
        ("curse_change_class", "klass", ["thief"], ["elf"], None),
        ("curse_change_race", "race", ["elf"], [], None),
    ],
)
def test_change_race_or_class(curse: str, key: str, before: list, discards: list, after: str | None) -> None:
    """CURSE-1: the topmost race or class of the discards replaces one's own; if there is none, it is just lost."""
    modifier = {"klass": "super_munchkin", "race": "half_breed"}[key]
    victim = {key: before, "table": [modifier] if len(before) > 1 else []}
    game = cursed(curse, victim, discards=discards)
    assert table(game, 0) == ([after] if after else [])
    assert set(before) <= set(doors_gone(game))
    if key == "klass":
        assert klass_of(game, 0) == 1 << (Klass[after.upper()] if after else Klass.NONE)
    else:
        assert race_of(game, 0) == 1 << (Race[after.upper()] if after else Race.HUMAN)


# --------------------------------------------------------------------------- lasting curses


def test_malign_mirror() -> None:
    """CURSE-2: curse_malign_mirror: in the next combat no item but armor gives a bonus; then it goes."""
    worn = ["helm_of_courage", "leather_armor", "huge_rock", "really_impressive_title"]
    game = cursed("curse_malign_mirror", {"level": 5, "table": worn, "hand": ["maul_rat", "sleep_potion"]})
    assert "curse_malign_mirror" in table(game, 0)
    unopposed(game, "fight", card="maul_rat")
    assert game.strength("players") == 5 + 1
    kill(game)
    assert table(game, 0) == sorted(worn)
    assert "curse_malign_mirror" in doors_gone(game)
    again = combat({"level": 5, "table": worn}, monsters=["maul_rat"])
    assert again.strength("players") == 5 + 1 + 1 + 3 + 3


def test_malign_mirror_in_a_combat_counts_for_it() -> None:
    """CURSE-2: played on a fighter the mirror turns the combat: curse_malign_mirror."""
    game = combat(
        {"level": 5, "table": ["helm_of_courage", "mithril_armor"]},
        {"hand": ["curse_malign_mirror"]},
        monsters=["amazon"],
    )
    game.do("kill")
    unopposed(game, "play", card="curse_malign_mirror", seat=0)
    assert game.strength("players") == 8
    assert may(game, "run_away")


def test_chicken_spoils_rolls_of_bad_stuff_and_theft() -> None:
    """CURSE-1: a three against the orcs_3872 counts as a two and kills; a four does not steal."""
    victim = {"level": 8, "hand": ["baby"], "curses": ["curse_chicken_on_your_head"]}
    game = combat(victim, monsters=["orcs_3872"], dice=[1, 3])
    lose(game)
    assert game.decision == Decision.LOOT_BODY
    thief = {"level": 5, "klass": "thief", "hand": ["baby"], "curses": ["curse_chicken_on_your_head"]}
    game = table_of(thief, {"table": ["helm_of_courage"]}, dice=[4])
    unopposed(game, "steal", seat=1, card="helm_of_courage", second="baby")
    assert (game.level(0), table(game, 1)) == (4, ["helm_of_courage"])


def test_chicken_goes_with_bad_stuff_that_takes_headgear() -> None:
    """CURSE-1: caught by bigfoot."""
    victim = {"table": ["helm_of_courage"], "curses": ["curse_chicken_on_your_head"]}
    game = combat(victim, monsters=["bigfoot"], dice=[1])
    lose(game)
    game.do(card="helm_of_courage")
    assert table(game, 0) == []


# --------------------------------------------------------------------------- when curses strike


def test_a_victim_drops_no_race_first() -> None:
    """CURSE-1a: curse_change_race finds the race that lay there as it was turned up."""
    game = table_of({"race": "elf"}, doors=["curse_change_race"], discards=["dwarf"])
    unopposed(game, "open_door")
    assert (game.decision, table(game, 0)) == (Decision.AFTER_DOOR, ["dwarf"])


def test_a_curse_during_the_flight() -> None:
    """PLAY-1, PLAY-15, FLEE-5: between two rolls the loser plays a curse on themselves, which changes the next one."""
    loser = {"level": 8, "hand": ["curse_chicken_on_your_head"]}
    game = combat(loser, monsters=[huge("maul_rat"), "lame_goblin"], dice=[5, 4])
    unopposed(game, "run_away")
    roll(game, 0)
    assert game.level(0) == 8
    unopposed(game, "play", card="curse_chicken_on_your_head", seat=0)
    roll(game, 1)
    assert game.level(0) == 7, "4 + 1 - 1 is not 5"
