"""Races and classes of the base game beside other cards and rules; each ability is in `rules/test_race_class.py`."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.looking import carried_by, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import kill, lose, passes
from tests.scenarios.munchkin.kit import combat, huge, table_of


def test_super_munchkin_keeps_all_advantages() -> None:
    """MOD-1, ITEM-2: with two classes both have their abilities; with one no item is barred to it."""
    both = {"level": 1, "klass": ["warrior", "wizard"], "table": ["super_munchkin"], "hand": ["baby", "elf", "dwarf"]}
    game = combat(both, monsters=["maul_rat"])
    assert may(game, "kill"), "warriors win ties"
    assert may(game, "berserk")
    assert may(game, "charm")
    wizard = combat({"klass": "wizard", "table": ["super_munchkin", "mithril_armor"]}, monsters=["maul_rat"])
    assert wizard.strength("players") == 1 + 3
    plain = combat({"klass": "wizard", "table": ["mithril_armor"]}, monsters=["maul_rat"])
    assert plain.strength("players") == 1


def test_dwarves_who_lose_their_race_lose_big_items() -> None:
    """ITEM-3: the owner keeps one; the rest goes to the lowest who can carry it."""
    owner = {"level": 4, "race": "dwarf", "table": ["huge_rock"], "carried": ["stepladder"]}
    game = table_of(owner, {"level": 3, "table": ["mithril_armor"]}, {"level": 5})
    game.do("drop", card="dwarf")
    assert game.decision == Decision.BIG_ITEMS
    game.do("hand_over", card="stepladder")
    assert (table(game, 0), carried_by(game, 2)) == (["huge_rock"], ["stepladder"])


def test_the_elf_runs_for_himself_only() -> None:
    """FLEE-3: the bonus is not the ally's."""
    game = combat({"level": 5, "race": "elf"}, {"level": 5}, monsters=[huge("maul_rat")], helper=1, dice=[4, 4])
    lose(game)
    assert (game.level(0), game.level(1)) == (5, 4)


def test_elves_gain_levels_by_helping() -> None:
    """HELP-4: a helping elf gains one level per monster killed, whatever the monster gives its killer."""
    helper = {"level": 5, "race": "elf"}
    game = combat({"level": 40}, helper, monsters=["hippogriff", "maul_rat"], helper=1, goal=60)
    kill(game)
    assert (game.level(0), game.level(1)) == (43, 7)
    human = combat({"level": 40}, {"level": 5}, monsters=["hippogriff", "maul_rat"], helper=1, goal=60)
    kill(human)
    assert human.level(1) == 5


@pytest.mark.parametrize(("setting", "level"), [(True, 10), (False, 9)])
def test_the_elfs_level_may_win(setting: bool, level: int) -> None:
    """HELP-4, WIN-1: elf_may_win says whether the helper's level may be the winning one."""
    game = combat({"level": 5}, {"level": 9, "race": "elf"}, monsters=["maul_rat"], helper=1, elf_may_win=setting)
    kill(game)
    assert game.level(1) == level
    assert game.is_terminal == setting


def test_halflings_sell_double_within_a_larger_sale() -> None:
    """SELL-1: 600 twice, 400 and 400 are two levels."""
    items = ["horny_helmet", "boots_of_butt_kicking", "sneaky_bastard_sword"]
    game = table_of({"race": "halfling", "hand": items[:2], "table": items[2:]})
    game.do("sell", cards=items)
    assert (game.level(0), table(game, 0), hand(game, 0)) == (3, ["halfling"], [])


def test_clerics_turn_only_undead() -> None:
    """CLASS-1: not the living, not with curses or the class itself, and only as a fighter."""
    cleric = {"level": 1, "klass": "cleric", "hand": ["elf"]}
    assert not may(combat(cleric, monsters=["bigfoot"]), "turn_undead")
    broke = {"level": 1, "klass": "cleric", "curses": ["curse_chicken_on_your_head"]}
    assert not may(combat(broke, monsters=["mr_bones"]), "turn_undead")
    game = combat({"level": 1}, cleric, monsters=["undead_horse"])
    game.do("run_away")
    assert (game.current_player, options(game)) == (1, ["pass", "offer help"])


def test_resurrection_of_an_ordinary_door_may_pay_with_itself() -> None:
    """TURN-2: a card that is neither monster nor curse comes to hand, and the price is any card of the hand."""
    game = table_of({"klass": "cleric", "hand": ["baby"]}, doors=["elf"], discards=["dwarf"])
    game.do("open_door")
    game.do(amount=1)
    assert options(game) == ["Dwarf", "Baby"]


def test_resurrection_of_treasures() -> None:
    """HELP-5, CLASS-1: face-up treasure of a helped kill: any number from the discards, a card from hand for each."""
    cleric = {"level": 9, "klass": "cleric", "hand": ["baby", "elf"]}
    game = combat(
        cleric,
        {"level": 9},
        monsters=["platycore"],
        helper=1,
        discards=["magic_lamp", "huge_rock", "spiky_knees"],
        goal=60,
    )
    kill(game)
    assert (game.decision, options(game)) == (Decision.RESURRECT, ["0", "1", "2"])
    game.do(amount=2)
    for card in ("baby", "elf"):
        game.do(card=card)
    passes(game)
    assert hand(game, 0) == ["huge_rock", "magic_lamp"]
    assert treasures_gone(game) == ["spiky_knees"]


@pytest.mark.parametrize("victim", [{"table": ["huge_rock"]}, {"hand": ["helm_of_courage"]}, {"race": "elf"}])
def test_what_thieves_cannot_steal(victim: dict) -> None:
    """CLASS-1, DECK-4: no Big items, no hands, no races."""
    assert not may(table_of({"klass": "thief", "hand": ["baby"]}, victim), "steal")


def test_a_helping_warrior_goes_berserk() -> None:
    """COMBAT-8: for the side of both."""
    game = combat(
        {"level": 1}, {"level": 1, "klass": "warrior", "hand": ["elf"]}, monsters=["lame_goblin", "pit_bull"], helper=1
    )
    assert game.strength("players") == 2
    game.do("run_away")
    assert game.current_player == 1
    game.do("berserk", card="elf")
    passes(game)
    assert (game.decision, may(game, "kill")) == (Decision.COMBAT, True)


def test_bonuses_paid_stay_when_the_class_goes() -> None:
    """PLAY-10: cards paid for berserk count on; a second warrior card gives no second round."""
    leader = {"level": 1, "klass": "warrior", "hand": ["baby", "elf", "dwarf", "halfling", "warrior"]}
    game = combat(leader, monsters=["bigfoot"])
    for card in ("baby", "elf", "dwarf"):
        game.do("berserk", card=card)
        passes(game)
    game.do("drop", card="warrior")
    passes(game)
    assert game.strength("players") == 4
    game.do("lay_out", card="warrior")
    passes(game)
    assert not may(game, "berserk")


@pytest.mark.parametrize("who", [0, 1])
def test_wizards_charm(who: int) -> None:
    """COMBAT-6: as fighter or helper the whole hand (three cards or more) for one monster: its treasure, no level."""
    players = [{"level": 5}, {"level": 5}]
    players[who] |= {"klass": "wizard", "hand": ["elf", "dwarf", "halfling", "leather_armor"]}
    game = combat(*players, monsters=["plutonium_dragon", "maul_rat"], helper=1, goal=20)
    if who:
        game.do("run_away")
    assert game.current_player == who
    game.do("charm", place=0)
    passes(game)
    assert monsters(game) == ["maul_rat"]
    assert hand(game, who) == []
    kill(game)
    assert (game.level(0), game.level(1)) == (6, 5)
    assert len(hand(game, 0)) == 6, "5 of the dragon, 1 of the rat"


def test_charming_the_only_monster() -> None:
    """COMBAT-6, GOLD-2: the treasure without a level."""
    game = combat({"level": 5, "klass": "wizard", "hand": ["elf", "dwarf", "halfling"]}, monsters=["hippogriff"])
    game.do("charm", place=0)
    passes(game)
    assert (game.level(0), len(hand(game, 0))) == (5, 4)
    assert game.decision == Decision.AFTER_COMBAT


def test_only_fighters_charm() -> None:
    """COMBAT-8: a bystander can't."""
    game = combat({"level": 1}, {"klass": "wizard", "hand": ["elf", "dwarf", "baby"]}, monsters=["bigfoot"])
    game.do("run_away")
    assert (game.current_player, options(game)) == (1, ["pass", "play", "offer help"])
