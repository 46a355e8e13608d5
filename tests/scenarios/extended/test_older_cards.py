"""Cards of the base game whose older wording this edition has: they do less, or more, than those of `munchkin`."""

import pytest

from munchkin_env.cards.explain import explain
from munchkin_env.vocabulary import Decision
from tests.kit.looking import hand, may, monsters, options, table
from tests.kit.playing import concede, kill, lose, passes
from tests.scenarios.extended.kit import combat, huge, table_of

# --------------------------------------------------------------------------- races and classes


@pytest.mark.parametrize(("race", "level"), [("halfling", 1), (None, 3), ("elf", 3)])
def test_halflings_run_slowly(race: str | None, level: int) -> None:
    """FLEE-1: a halfling has -1 on the roll, and no second try for a card."""
    who = {"level": 3, "hand": ["baby"], **({"race": race} if race else {})}
    game = combat(who, monsters=["harpies"], dice=[5])
    concede(game)
    game.do("roll", place=0)
    assert not may(game, "retry")
    passes(game)
    assert game.level(0) == level


@pytest.mark.parametrize("cards", [1, 3])
def test_wizards_charm_with_any_hand(cards: int) -> None:
    """PLAY-10, COMBAT-6: a wizard pays with any hand of one card or more."""
    game = combat({"klass": "wizard", "hand": ["elf", "dwarf", "baby"][:cards]}, monsters=["hippogriff"])
    game.do("charm", place=0)
    passes(game)
    assert (game.decision, game.level(0), len(hand(game, 0))) == (Decision.AFTER_COMBAT, 1, 4)
    assert not may(combat({"klass": "wizard", "carried": ["helm_of_courage"]}, monsters=["hippogriff"]), "charm")


@pytest.mark.parametrize("drawn", ["treasures", "door"])
def test_clerics_raise_one_card_of_a_draw(drawn: str) -> None:
    """CLASS-1: of several cards drawn face up one may come from the discards, for a card of the hand."""
    cleric = {"level": 9, "klass": "cleric", "hand": ["baby", "elf"]}
    if drawn == "treasures":
        gone = ["magic_lamp", "huge_rock", "stepladder"]
        game = combat(cleric, {"level": 9}, monsters=["platycore"], helper=1, discards=gone, goal=60)
        kill(game)
    else:
        game = table_of(cleric, doors=["dwarf"], discards=["halfling", "thief"])
        game.do("open_door")
    assert (game.decision, options(game)) == (Decision.RESURRECT, ["0", "1"])
    game.do(amount=1)
    game.do(card="baby")
    passes(game)
    assert ("magic_lamp" if drawn == "treasures" else "halfling") in hand(game, 0)
    assert len(hand(game, 0)) == (3 if drawn == "treasures" else 2)


@pytest.mark.parametrize("last", ["drop", "curse"])
def test_super_munchkins_have_two_classes_or_none(last: str) -> None:
    """MOD-1: super_munchkin is laid out together with the second class, and goes with either of them."""
    game = table_of({"klass": "thief", "hand": ["super_munchkin"]})
    assert not may(game, "lay_out")
    mine = {"klass": "thief", "hand": ["super_munchkin", "warrior", "curse_lose_your_class"]}
    game = table_of(mine)
    game.do("lay_out", card="super_munchkin", second="warrior")
    assert table(game, 0) == ["super_munchkin", "thief", "warrior"]
    if last == "drop":
        game.do("drop", card="warrior")
    else:
        game.do("play", card="curse_lose_your_class", seat=0)
        passes(game)
        while game.decision == Decision.CHOOSE_CARD:
            game.do(card="warrior")
            passes(game)
    assert table(game, 0) == ["thief"]


# --------------------------------------------------------------------------- monsters


def test_no_item_helps_against_ghoulfiends() -> None:
    """COMBAT-9: items, those used once included; what is no item counts, and the other side's potions do."""
    cleric = {"level": 3, "klass": "cleric", "table": ["helm_of_courage", "leather_armor"]}
    game = combat(cleric | {"hand": ["magic_missile", "enraged"]}, {"hand": ["sleep_potion"]}, monsters=["ghoulfiends"])
    assert game.strength("players") == 3
    game.do("play", card="magic_missile", place="players")
    passes(game)
    assert game.strength("players") == 3
    both = combat(cleric, {"level": 4, "table": ["slimy_armor"]}, monsters=["ghoulfiends", "mr_bones"], helper=1)
    assert both.strength("players") == 3 + 4
    warrior = combat({"level": 8, "klass": "warrior", "hand": ["elf"]}, monsters=["ghoulfiends"])
    warrior.do("berserk", cards=["elf"])
    assert warrior.strength("players") == 9


@pytest.mark.parametrize(("place", "level"), [(0, 3), (1, 3), (2, 5)])
def test_the_pair_of_mates_is_hard_to_escape(place: int, level: int) -> None:
    """FLEE-1, PLAY-7: a player who flees from either of the two has -1, from another monster not."""
    game = combat({"level": 5, "hand": ["mate"]}, monsters=["harpies", "undead_horse"], dice=[5])
    game.do("play", card="mate", place=0)
    passes(game)
    assert monsters(game) == ["harpies", "undead_horse", "harpies"]
    concede(game)
    game.do("roll", place=(0, 2, 1)[place])
    passes(game)
    assert game.level(0) == level


def test_each_mate_counts_for_itself() -> None:
    """FLEE-1, MIX-1: that of the base game makes nobody slower; beside this one there are three of one sort."""
    for cards, level in ((["munchkin:mate"], 5), (["munchkin:mate", "extended:mate"], 3)):
        blend = {"editions": ("extended", "munchkin"), "treasures": []}
        game = combat({"level": 5, "hand": cards}, monsters=["extended:harpies"], dice=[5], **blend)
        for card in cards:
            game.do("play", card=card, place=0)
            passes(game)
        concede(game)
        game.do("roll", place=1)
        passes(game)
        assert game.level(0) == level


# --------------------------------------------------------------------------- treasures


def test_rat_on_a_stick_gives_no_bonus() -> None:
    """ITEM-1, FLEE-2: it only lets escape from what is of level 8 or less."""
    game = combat({"level": 3, "table": ["rat_on_a_stick"]}, monsters=["amazon"], dice=[1])
    assert game.strength("players") == 3
    concede(game)
    game.do("play", card="rat_on_a_stick", place=0)
    passes(game)
    assert (game.level(0), table(game, 0)) == (3, [])
    bigger = combat({"table": ["rat_on_a_stick"]}, monsters=[huge("harpies")])
    concede(bigger)
    assert not any("Rat" in option for option in options(bigger)), "COMBAT-13: level 24"


@pytest.mark.parametrize(("face", "level"), [(4, 3), (3, 1)])
def test_tuba_of_charm_gives_one_on_rolls_and_no_treasure(face: int, level: int) -> None:
    """FLEE-1, FLEE-4."""
    game = combat({"level": 3, "table": ["tuba_of_charm"]}, monsters=["harpies"], dice=[face])
    lose(game)
    assert (game.level(0), hand(game, 0)) == (level, [])


def test_friendship_potion_brings_nothing() -> None:
    """COMBAT-6, TURN-4: no treasure; and this wording says nothing of looting."""
    game = combat({"level": 2, "hand": ["friendship_potion"]}, monsters=["harpies", "bigfoot"], doors=["elf"])
    game.do("play", card="friendship_potion")
    passes(game)
    assert (monsters(game), game.level(0)) == ([], 2)
    assert hand(game, 0) == []
    assert options(game)[-1] == "end turn"
    assert "loot room" not in options(game)


def test_friendship_potion_takes_treasure_kept_before() -> None:
    """COMBAT-6: no treasure means none at all: what pollymorph_potion has kept comes when the rest are beaten."""
    mine = {"hand": ["pollymorph_potion", "friendship_potion"]}
    game = combat(mine, monsters=["net_troll", "harpies"])
    game.do("play", card="pollymorph_potion", place=0)
    passes(game)
    game.do("play", card="friendship_potion")
    passes(game)
    assert hand(game, 0) == []


@pytest.mark.parametrize("level", [1, 3, 9])
def test_kneepads_of_allure_make_anybody_help(level: int) -> None:
    """HELP-9: at any level of the helper, and for no reward; they say nothing of the winning level."""
    mine = {"level": 8, "table": ["kneepads_of_allure"]}
    game = combat(mine, {"level": level, "table": ["huge_rock"], "hand": ["baby"]}, monsters=["king_tut"])
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    assert int(game.position["combat"]["helper"][0]) == 2
    assert int(game.position["combat"]["deal_treasures"][0]) == 0
    if level == 9:
        kill(game)
        assert game.winners == (0,)


def test_kneepads_of_allure_help_out_by_what_they_force() -> None:
    """HELP-9: help_me_out_here takes them from somebody, if a helper of any level turns the combat."""
    mine = {"level": 5, "hand": ["help_me_out_here"]}
    game = combat(mine, {"level": 2, "table": ["kneepads_of_allure", "huge_rock"]}, monsters=["shrieking_geek"])
    game.do("play", card="help_me_out_here", second="kneepads_of_allure")
    passes(game)
    assert "kneepads_of_allure" in table(game, 0)


def test_a_hireling_lets_one_have_a_second_big_item() -> None:
    """ITEM-3: one more than otherwise, under the usual restrictions; it gives no bonus itself."""
    game = table_of({"table": ["hireling", "huge_rock"], "hand": ["mithril_armor", "stepladder"]})
    game.do("lay_out", card="mithril_armor")
    assert table(game, 0) == ["hireling", "huge_rock", "mithril_armor"]
    assert not may(game, "lay_out"), "a third one"
    assert not may(game, "lend")
    fight = combat({"level": 3, "table": ["hireling"]}, monsters=["amazon"])
    assert fight.strength("players") == 3
    concede(fight)
    assert not may(fight, "play"), "nobody escapes by it"


def test_who_loses_the_hireling_keeps_one_big_item() -> None:
    """ITEM-3: as who loses a Dwarf; the other goes to the lowest who can carry it."""
    mine = {"table": ["hireling", "huge_rock", "mithril_armor"], "hand": ["kill_the_hireling"]}
    game = table_of(mine, {"level": 3}, {"level": 2})
    game.do("play", card="kill_the_hireling", seat=0)
    passes(game)
    assert (game.current_player, game.decision) == (0, Decision.BIG_ITEMS)
    game.do("hand_over", card="huge_rock")
    assert (table(game, 0), table(game, 2)) == (["mithril_armor"], ["huge_rock"])


def test_a_hireling_counts_in_a_trade() -> None:
    """TRADE-1, ITEM-3: with it there is room for a second Big item of another player's."""
    for helper, fits in ((["hireling"], True), ([], False)):
        mine = {"table": ["huge_rock"]}
        game = table_of(mine, {"table": [*helper, "stepladder"]}, {"table": ["mithril_armor"]}, trades="full")
        assert ("give" in options(game)) == fits


# --------------------------------------------------------------------------- beside the base game


@pytest.mark.parametrize("potion", ["munchkin:potion_of_halitosis", "extended:potion_of_halitosis"])
@pytest.mark.parametrize("nose", ["munchkin:floating_nose", "extended:floating_nose"])
def test_what_a_card_says_of_another_holds_for_that_of_either_box(potion: str, nose: str) -> None:
    """MIX-1: the potion of one box kills the nose of the other."""
    blend = {"editions": ("munchkin", "extended"), "treasures": []}
    game = combat({"level": 1, "hand": [potion]}, monsters=[nose], **blend)
    game.do("play", card=potion, place=0)
    passes(game)
    assert game.level(0) == 2
    for card in (potion, nose):
        assert "kills it at once" in explain(game.catalogue, game.catalogue.index(card))
