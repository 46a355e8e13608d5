"""Races, classes, Half-Breed and Super Munchkin: every ability, its price and its limits."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Klass, Race
from tests.kit.looking import carried_by, doors_gone, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import concede, kill, lose, passes
from tests.scenarios.munchkin.kit import combat, huge, table_of


def bits(game: Game, field: str, seat: int) -> int:
    return int(game.position["player"][field][0, seat])


# --------------------------------------------------------------------------- identity


@pytest.mark.parametrize(("card", "race"), [("dwarf", Race.DWARF), ("elf", Race.ELF), ("halfling", Race.HALFLING)])
def test_a_race_is_laid_out_and_dropped(card: str, race: Race) -> None:
    """RACE-1, TURN-7: human without a card; a race comes with its card and goes with it, also in combat."""
    game = table_of({"hand": [card]})
    assert bits(game, "race", 0) == 1 << Race.HUMAN
    game.do("lay_out", card=card)
    assert bits(game, "race", 0) == 1 << race
    game.do("drop", card=card)
    assert bits(game, "race", 0) == 1 << Race.HUMAN
    fighting = combat({"race": card}, monsters=["maul_rat"])
    fighting.do("drop", card=card)
    passes(fighting)
    assert bits(fighting, "race", 0) == 1 << Race.HUMAN


@pytest.mark.parametrize("card", ["cleric", "thief", "warrior", "wizard"])
def test_a_class_is_laid_out_and_dropped(card: str) -> None:
    """CLASS-1, TURN-7, PLAY-12: as with races; a class may be laid out in one's own combat."""
    game = combat({"hand": [card]}, monsters=["bigfoot"])
    game.do("lay_out", card=card)
    passes(game)
    assert bits(game, "klass", 0) == 1 << Klass[card.upper()]
    game.do("drop", card=card)
    passes(game)
    assert bits(game, "klass", 0) == 1 << Klass.NONE


@pytest.mark.parametrize(("one", "two"), [("elf", "dwarf"), ("cleric", "thief")])
def test_one_race_and_one_class(one: str, two: str) -> None:
    """TURN-7, MOD-1: without half_breed or super_munchkin there is room for one; the first must go."""
    key = "race" if one == "elf" else "klass"
    game = table_of({key: one, "hand": [two]})
    assert not may(game, "lay_out")
    game.do("drop", card=one)
    game.do("lay_out", card=two)
    assert table(game, 0) == [two]


# --------------------------------------------------------------------------- half_breed, super_munchkin

PAIRS = [("half_breed", "race", "elf", "dwarf"), ("super_munchkin", "klass", "cleric", "thief")]


@pytest.mark.parametrize(("modifier", "key", "one", "two"), PAIRS)
def test_a_modifier_makes_room_for_a_second(modifier: str, key: str, one: str, two: str) -> None:
    """MOD-1, PLAY-12: two different ones, never two of the same, never a third, and one modifier only."""
    game = table_of({key: one, "hand": [modifier, modifier, one, two]})
    game.do("lay_out", card=modifier)
    game.do("lay_out", card=two)
    assert table(game, 0) == sorted([one, two, modifier])
    assert hand(game, 0) == sorted([one, modifier])
    assert not may(game, "lay_out")
    numbers = {"elf": Race.ELF, "dwarf": Race.DWARF, "cleric": Klass.CLERIC, "thief": Klass.THIEF}
    assert bits(game, key, 0) == 1 << numbers[one] | 1 << numbers[two]


@pytest.mark.parametrize(("modifier", "key", "one", "two"), PAIRS)
def test_a_modifier_needs_a_card_to_modify(modifier: str, key: str, one: str, two: str) -> None:
    """MOD-1: half_breed and super_munchkin are not laid out by humans without a class."""
    assert not may(table_of({"hand": [modifier]}), "lay_out")


@pytest.mark.parametrize(("modifier", "key", "one", "two"), PAIRS)
def test_a_modifier_goes_with_the_last(modifier: str, key: str, one: str, two: str) -> None:
    """MOD-1: it stays with one of two left, and is discarded with the last."""
    game = table_of({key: [one, two], "table": [modifier]})
    game.do("drop", card=two)
    assert table(game, 0) == sorted([one, modifier])
    game.do("drop", card=one)
    assert table(game, 0) == []
    assert doors_gone(game) == sorted([one, two, modifier])


def test_two_races_have_all_drawbacks_one_has_none() -> None:
    """MOD-1: half_breed with two races: both count in full; with one: the other half is human, no drawbacks."""
    two = combat({"race": ["elf", "dwarf"], "table": ["half_breed"]}, monsters=["drooling_slime", "undead_horse"])
    assert two.strength("monsters") == 1 + 4 + 4 + 5
    one = combat({"race": "elf", "table": ["half_breed"]}, monsters=["drooling_slime", "undead_horse"])
    assert one.strength("monsters") == 1 + 4
    pure = combat({"race": "elf"}, monsters=["drooling_slime", "undead_horse"])
    assert pure.strength("monsters") == 1 + 4 + 4


def test_two_classes_have_all_drawbacks_one_has_none() -> None:
    """MOD-1: super_munchkin with two classes: monsters hate both; with one: neither."""
    two = combat({"klass": ["cleric", "wizard"], "table": ["super_munchkin"]}, monsters=["maul_rat", "harpies"])
    assert two.strength("monsters") == 1 + 3 + 4 + 5
    one = combat({"klass": "cleric", "table": ["super_munchkin"]}, monsters=["maul_rat", "harpies"])
    assert one.strength("monsters") == 1 + 4


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


def test_half_a_human_may_not_use_what_is_for_humans() -> None:
    """MOD-1, ITEM-2: half_breed with one race: the human half doesn't allow the bad_ass_bandana."""
    half = combat({"race": "elf", "table": ["half_breed", "bad_ass_bandana"]}, monsters=["bigfoot"])
    assert half.strength("players") == 1
    assert combat({"table": ["bad_ass_bandana"]}, monsters=["bigfoot"]).strength("players") == 4


# --------------------------------------------------------------------------- dwarf


def test_dwarves_carry_any_number_of_big_items() -> None:
    """ITEM-3: a dwarf lays out a second and a third Big item, others don't."""
    game = table_of({"race": "dwarf", "table": ["huge_rock"], "hand": ["stepladder", "mithril_armor"]})
    game.do("lay_out", card="stepladder")
    game.do("lay_out", card="mithril_armor")
    assert table(game, 0) == ["dwarf", "huge_rock", "mithril_armor", "stepladder"]
    human = table_of({"table": ["huge_rock"], "hand": ["stepladder", "mithril_armor"]})
    assert not may(human, "lay_out")


def test_dwarves_who_lose_their_race_lose_big_items() -> None:
    """ITEM-3: the owner keeps one; the rest goes to the lowest who can carry it."""
    owner = {"level": 4, "race": "dwarf", "table": ["huge_rock"], "carried": ["stepladder"]}
    game = table_of(owner, {"level": 3, "table": ["mithril_armor"]}, {"level": 5})
    game.do("drop", card="dwarf")
    assert game.decision == Decision.BIG_ITEMS
    game.do("hand_over", card="stepladder")
    assert (table(game, 0), carried_by(game, 2)) == (["huge_rock"], ["stepladder"])


@pytest.mark.parametrize(("race", "kept"), [("dwarf", 6), (None, 5)])
def test_dwarves_keep_six_cards(race: str | None, kept: int) -> None:
    """TURN-5: six instead of five after charity."""
    cards = ["leather_armor", "helm_of_courage", "spiky_knees", "huge_rock", "slimy_armor", "baby", "maul_rat"]
    player = {"level": 1, "hand": cards, **({"race": race} if race else {})}
    game = table_of(player, {"level": 1}, phase="charity")
    passes(game)
    gone = 0
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card=hand(game, 0)[0])
        gone += 1
    assert (gone, len(hand(game, 0))) == (7 - kept, kept)


# --------------------------------------------------------------------------- elf


@pytest.mark.parametrize(("race", "face", "escapes"), [("elf", 4, True), ("elf", 3, False), (None, 4, False)])
def test_elves_run_faster(race: str | None, face: int, escapes: bool) -> None:
    """FLEE-1: an elf escapes with a four."""
    game = combat({"level": 5, **({"race": race} if race else {})}, monsters=[huge("maul_rat")], dice=[face])
    lose(game)
    assert (game.level(0) == 5) == escapes


def test_the_elf_runs_for_himself_only() -> None:
    """FLEE-3: the bonus is not his ally's."""
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


def test_elves_gain_nothing_for_monsters_merely_removed() -> None:
    """HELP-4, COMBAT-6: a golem that nobody fought is not killed."""
    game = combat({"level": 5}, {"level": 5, "race": "elf"}, monsters=["stoned_golem", "maul_rat"], helper=1)
    game.do("decline", place=0)
    passes(game)
    kill(game)
    assert (game.level(0), game.level(1)) == (6, 6)


@pytest.mark.parametrize(("setting", "level"), [(True, 10), (False, 9)])
def test_the_elfs_level_may_win(setting: bool, level: int) -> None:
    """HELP-4, WIN-1: elf_may_win says whether the helper's level may be the winning one."""
    game = combat({"level": 5}, {"level": 9, "race": "elf"}, monsters=["maul_rat"], helper=1, elf_may_win=setting)
    kill(game)
    assert game.level(1) == level
    assert game.over == setting


# --------------------------------------------------------------------------- halfling


def test_halflings_sell_one_item_double() -> None:
    """SELL-1: once per turn, the dearest item of a sale counts twice; then items bring what they are worth."""
    game = table_of({"race": "halfling", "hand": ["horny_helmet", "leather_armor", "pantyhose_of_giant_strength"]})
    game.do("sell", cards=["horny_helmet"])
    assert (game.level(0), treasures_gone(game)) == (2, ["horny_helmet"])
    assert hand(game, 0) == ["leather_armor", "pantyhose_of_giant_strength"]
    assert not may(game, "sell"), "600 and 200"


def test_halflings_sell_double_within_a_larger_sale() -> None:
    """SELL-1: 600 twice, 400 and 400 are two levels."""
    items = ["horny_helmet", "boots_of_butt_kicking", "sneaky_bastard_sword"]
    game = table_of({"race": "halfling", "hand": items[:2], "table": items[2:]})
    game.do("sell", cards=items)
    assert (game.level(0), table(game, 0), hand(game, 0)) == (3, ["halfling"], [])


def test_only_halflings_sell_double() -> None:
    """SELL-1: for others 600 gold is 600 gold."""
    assert not may(table_of({"hand": ["horny_helmet"]}), "sell")
    assert not may(table_of({"race": "elf", "hand": ["horny_helmet"]}), "sell")


@pytest.mark.parametrize(("dice", "level"), [([1, 5], 5), ([1, 4], 4)])
def test_halflings_roll_again(dice: list[int], level: int) -> None:
    """FLEE-5: after the first failed roll a halfling discards a card and rolls once more."""
    game = combat(
        {"level": 5, "race": "halfling", "hand": ["baby"], "table": ["helm_of_courage"]},
        monsters=[huge("maul_rat")],
        dice=dice,
    )
    concede(game)
    game.do("roll", place=0)
    assert (game.seat, options(game)) == (0, ["pass", "retry"])
    game.do("retry", card="helm_of_courage")
    passes(game)
    assert (game.level(0), hand(game, 0), table(game, 0)) == (level, ["baby"], ["halfling"])


def test_halflings_roll_again_once() -> None:
    """FLEE-5: no third roll, and no second one after a success."""
    loser = {"level": 5, "race": "halfling", "hand": ["baby", "elf"]}
    game = combat(loser, monsters=[huge("maul_rat")], dice=[1, 1])
    concede(game)
    game.do("roll", place=0)
    game.do("retry", card="baby")
    assert game.level(0) == 4
    assert hand(game, 0) == ["elf"]
    lucky = combat(loser, monsters=[huge("maul_rat")], dice=[5])
    lose(lucky)
    assert hand(lucky, 0) == ["baby", "elf"]
    assert lucky.decision == Decision.AFTER_COMBAT


def test_the_halfling_card_does_not_pay_for_itself() -> None:
    """PLAY-10: with nothing but the race there is no second roll."""
    game = combat({"level": 5, "race": "halfling"}, monsters=[huge("maul_rat")], dice=[1])
    concede(game)
    game.do("roll", place=0)
    assert game.level(0) == 4


# --------------------------------------------------------------------------- cleric


@pytest.mark.parametrize("payment", ["baby", "helm_of_courage"])
def test_clerics_turn_undead(payment: str) -> None:
    """CLASS-1, PLAY-10: +3 for each card, from hand or table, in a combat with an undead."""
    leader = {"level": 1, "klass": "cleric", "hand": ["baby"], "carried": ["helm_of_courage"]}
    game = combat(leader, monsters=["undead_horse"])
    game.do("turn_undead", card=payment)
    passes(game)
    assert game.strength("players") == 1 + 3
    assert payment not in hand(game, 0) + table(game, 0)


def test_clerics_turn_three_times_a_combat() -> None:
    """PLAY-14: three cards, not more, however many undead there are."""
    cards = ["baby", "elf", "dwarf", "leather_armor"]
    game = combat({"level": 1, "klass": "cleric", "hand": cards}, monsters=["undead_horse", "mr_bones"])
    for card in cards[:3]:
        game.do("turn_undead", card=card)
        passes(game)
    assert game.strength("players") == 1 + 9
    assert not may(game, "turn_undead")


def test_clerics_turn_only_undead() -> None:
    """CLASS-1: not the living, not with curses or the class itself, and only as a fighter."""
    cleric = {"level": 1, "klass": "cleric", "hand": ["elf"]}
    assert not may(combat(cleric, monsters=["bigfoot"]), "turn_undead")
    broke = {"level": 1, "klass": "cleric", "curses": ["curse_chicken_on_your_head"]}
    assert not may(combat(broke, monsters=["mr_bones"]), "turn_undead")
    game = combat({"level": 1}, cleric, monsters=["undead_horse"])
    game.do("run_away")
    assert (game.seat, options(game)) == (1, ["pass", "offer help"])


def test_a_helping_cleric_turns_undead() -> None:
    """COMBAT-8: an ally's ability serves the side."""
    game = combat(
        {"level": 1}, {"level": 1, "klass": "cleric", "hand": ["leather_armor"]}, monsters=["undead_horse"], helper=1
    )
    game.do("run_away")
    assert game.seat == 1
    game.do("turn_undead", card="leather_armor")
    passes(game)
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 5)


def test_resurrection_of_a_door() -> None:
    """TURN-2, CLASS-1: the cleric opens the topmost discard instead, and a card from hand is the price, paid first."""
    cleric = {"level": 5, "klass": "cleric", "hand": ["baby"], "table": ["helm_of_courage"]}
    game = table_of(cleric, doors=["plutonium_dragon"], discards=["lame_goblin", "elf"])
    game.do("open_door")
    assert (game.decision, options(game)) == (Decision.RESURRECT, ["0", "1"])
    game.do(amount=1)
    assert (game.decision, options(game)) == (Decision.CHOOSE_CARD, ["Baby"])
    game.do(card="baby")
    passes(game)
    assert (game.decision, monsters(game)) == (Decision.COMBAT, ["lame_goblin"])
    assert hand(game, 0) == []


def test_resurrection_may_be_declined() -> None:
    """TURN-2: the deck is opened as always."""
    game = table_of({"level": 5, "klass": "cleric", "hand": ["baby"]}, doors=["elf"], discards=["lame_goblin"])
    game.do("open_door")
    game.do(amount=0)
    passes(game)
    assert hand(game, 0) == ["baby", "elf"]
    assert doors_gone(game) == ["lame_goblin"]


def test_resurrection_of_an_ordinary_door_may_pay_with_itself() -> None:
    """TURN-2: what is neither monster nor curse comes to hand, and the price is any card of the hand."""
    game = table_of({"klass": "cleric", "hand": ["baby"]}, doors=["elf"], discards=["dwarf"])
    game.do("open_door")
    game.do(amount=1)
    assert options(game) == ["Dwarf", "Baby"]


def test_resurrection_needs_a_card_in_hand() -> None:
    """CLASS-1: nobody without a card to discard, and nobody but clerics."""
    for player in ({"klass": "cleric", "table": ["helm_of_courage"]}, {"klass": "thief", "hand": ["baby"]}):
        game = table_of(player, doors=["elf"], discards=["lame_goblin"])
        game.do("open_door")
        passes(game)
        assert "elf" in hand(game, 0)


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


def test_no_resurrection_of_treasure_drawn_face_down() -> None:
    """HELP-5: a lone kill is rewarded face down."""
    game = combat(
        {"level": 9, "klass": "cleric", "hand": ["baby"]}, monsters=["lame_goblin"], discards=["magic_lamp"], goal=60
    )
    kill(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert treasures_gone(game) == ["magic_lamp"]


# --------------------------------------------------------------------------- thief


@pytest.mark.parametrize(("face", "stolen"), [(4, True), (6, True), (3, False), (1, False)])
def test_thieves_steal_small_items(face: int, stolen: bool) -> None:
    """CLASS-1, PLAY-10: a card, a die: four or more takes the item, else a level is lost."""
    thief = {"level": 5, "klass": "thief", "hand": ["baby"]}
    game = table_of(thief, {"table": ["helm_of_courage"]}, dice=[face])
    game.do("steal", seat=1, card="helm_of_courage", second="baby")
    passes(game)
    assert game.level(0) == (5 if stolen else 4)
    assert carried_by(game, 0) == (["helm_of_courage"] if stolen else [])
    assert table(game, 1) == ([] if stolen else ["helm_of_courage"])
    assert doors_gone(game) == ["baby"]


def test_thieves_at_level_one_lose_nothing() -> None:
    """GOLD-1: a clumsy beginner stays at level 1."""
    game = table_of({"level": 1, "klass": "thief", "hand": ["baby"]}, {"table": ["helm_of_courage"]}, dice=[1])
    game.do("steal", seat=1, card="helm_of_courage", second="baby")
    passes(game)
    assert game.level(0) == 1


def test_thieves_steal_as_often_as_they_can_pay() -> None:
    """CLASS-1: no limit per turn; an item on the table pays as well as a card in hand, the class itself doesn't."""
    thief = {"level": 5, "klass": "thief", "hand": ["baby"], "carried": ["spiky_knees"]}
    game = table_of(thief, {"table": ["helm_of_courage", "leather_armor"]}, dice=[3, 4])
    game.do("steal", seat=1, card="helm_of_courage", second="baby")
    passes(game)
    game.do("steal", seat=1, card="leather_armor", second="spiky_knees")
    passes(game)
    assert (game.level(0), table(game, 0)) == (4, ["leather_armor", "thief"])
    broke = table_of({"klass": "thief"}, {"table": ["helm_of_courage"]})
    assert not may(broke, "steal")


@pytest.mark.parametrize("victim", [{"table": ["huge_rock"]}, {"hand": ["helm_of_courage"]}, {"race": "elf"}])
def test_what_thieves_cannot_steal(victim: dict) -> None:
    """CLASS-1, DECK-4: no Big items, no hands, no races."""
    assert not may(table_of({"klass": "thief", "hand": ["baby"]}, victim), "steal")


def test_thieves_steal_in_the_turn_of_others() -> None:
    """CLASS-1: also outside his own turn, but not from or by fighters."""
    thief = {"level": 5, "klass": "thief", "hand": ["baby"]}
    game = table_of({"table": ["helm_of_courage"]}, thief, phase="begin", dice=[6])
    assert (game.seat, may(game, "steal")) == (1, True)
    game.do("steal", seat=0, card="helm_of_courage", second="baby")
    passes(game)
    assert carried_by(game, 1) == ["helm_of_courage"]
    assert not may(combat({**thief}, {"table": ["helm_of_courage"]}, monsters=["maul_rat"]), "steal")
    third = combat(
        {"level": 5, "table": ["spiky_knees"]}, thief, {"table": ["leather_armor"]}, monsters=["maul_rat"], dice=[5]
    )
    third.do("kill")
    assert third.seat == 1
    third.do("steal", seat=2, card="leather_armor", second="baby")
    passes(third)
    assert carried_by(third, 1) == ["leather_armor"]


def test_thieves_do_not_steal_from_fighters() -> None:
    """CLASS-1: neither leader nor helper can be robbed."""
    thief = {"level": 5, "klass": "thief", "hand": ["elf"]}
    game = combat(
        {"level": 5, "table": ["spiky_knees"]}, thief, {"table": ["leather_armor"]}, monsters=["maul_rat"], helper=2
    )
    game.do("kill")
    assert (game.seat, options(game)) == (1, ["pass", "backstab"])


def test_thieves_backstab() -> None:
    """CLASS-1: a card for -2 to a fighter, once per victim and combat, leader and helper each."""
    thief = {"klass": "thief", "hand": ["elf", "dwarf", "halfling"]}
    game = combat({"level": 5}, thief, {"level": 5}, monsters=["pukachu"], helper=2)
    game.do("kill")
    game.do("backstab", seat=0, card="elf")
    assert game.strength("players") == 8
    game.do("backstab", seat=2, card="dwarf")
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 6)
    assert not may(game, "kill"), "a tie"
    concede(game)
    assert (game.decision, hand(game, 1)) == (Decision.FLEE, ["halfling"])


def test_thieves_backstab_their_own_ally_but_not_themselves() -> None:
    """PLAY-15, CLASS-1: a leading thief may stab his helper."""
    game = combat({"level": 5, "klass": "thief", "hand": ["elf"]}, {"level": 4}, monsters=["maul_rat"], helper=1)
    game.do("backstab", seat=1, card="elf")
    passes(game)
    assert game.strength("players") == 7
    alone = combat({"level": 5, "klass": "thief", "hand": ["elf"]}, monsters=["maul_rat"])
    assert not may(alone, "backstab")


# --------------------------------------------------------------------------- warrior


@pytest.mark.parametrize("leader", [True, False])
def test_warriors_win_ties(leader: bool) -> None:
    """COMBAT-2, COMBAT-8: with a warrior as fighter or helper a tie wins."""
    players = [{"level": 4, "klass": "warrior"}, {"level": 2}]
    game = combat(*(players if leader else players[::-1]), monsters=["shrieking_geek"], helper=1)
    assert game.strength("players") == 6
    assert not may(game, "kill"), "the geek has +6 against warriors"
    tie = combat(*(players if leader else players[::-1]), monsters=["pukachu"], helper=1)
    assert may(tie, "kill")
    without = combat({"level": 4}, {"level": 2}, monsters=["pukachu"], helper=1)
    assert not may(without, "kill")


def test_warriors_go_berserk() -> None:
    """CLASS-1, PLAY-14: +1 for each of up to three cards per combat, from hand or table."""
    leader = {"level": 1, "klass": "warrior", "hand": ["baby", "elf", "dwarf"], "carried": ["spiky_knees"]}
    game = combat(leader, monsters=["bigfoot", "maul_rat"])
    for card in ("baby", "elf", "spiky_knees"):
        game.do("berserk", card=card)
        passes(game)
    assert game.strength("players") == 4
    assert not may(game, "berserk")
    assert hand(game, 0) == ["dwarf"]


def test_a_helping_warrior_goes_berserk() -> None:
    """COMBAT-8: for the side of both."""
    game = combat(
        {"level": 1}, {"level": 1, "klass": "warrior", "hand": ["elf"]}, monsters=["lame_goblin", "pit_bull"], helper=1
    )
    assert game.strength("players") == 2
    game.do("run_away")
    assert game.seat == 1
    game.do("berserk", card="elf")
    passes(game)
    assert (game.decision, may(game, "kill")) == (Decision.COMBAT, True)


def test_bonuses_paid_stay_when_the_class_goes() -> None:
    """PLAY-10: what was paid for berserk counts on; a second warrior card gives no second round."""
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


# --------------------------------------------------------------------------- wizard


@pytest.mark.parametrize(("cards", "level"), [(2, 5), (1, 4)])
def test_wizards_fly(cards: int, level: int) -> None:
    """FLEE-5: after the roll a wizard discards cards for +1 each."""
    loser = {"level": 5, "klass": "wizard", "hand": ["baby"], "carried": ["helm_of_courage"]}
    game = combat(loser, monsters=[huge("maul_rat")], dice=[3])
    concede(game)
    game.do("roll", place=0)
    assert (game.seat, options(game)) == (0, ["pass", "flight"])
    for card in ("baby", "helm_of_courage")[:cards]:
        game.do("flight", card=card)
    passes(game)
    assert game.level(0) == level


def test_wizards_fly_with_three_cards_at_most() -> None:
    """PLAY-14: three cards per combat."""
    loser = {"level": 5, "klass": "wizard", "hand": ["baby", "elf", "dwarf", "halfling"]}
    game = combat(loser, monsters=[huge("maul_rat")], dice=[1])
    concede(game)
    game.do("roll", place=0)
    for card in ("baby", "elf", "dwarf"):
        game.do("flight", card=card)
    assert game.level(0) == 4
    assert hand(game, 0) == ["halfling"]


@pytest.mark.parametrize("who", [0, 1])
def test_wizards_charm(who: int) -> None:
    """COMBAT-6: as fighter or helper the whole hand (three cards or more) for one monster: its treasure, no level."""
    players = [{"level": 5}, {"level": 5}]
    players[who] |= {"klass": "wizard", "hand": ["elf", "dwarf", "halfling", "leather_armor"]}
    game = combat(*players, monsters=["plutonium_dragon", "maul_rat"], helper=1, goal=20)
    if who:
        game.do("run_away")
    assert game.seat == who
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


def test_flight_from_the_rest_forfeits_the_charmed_treasure() -> None:
    """COMBAT-3: charmed one, fled from the other: nothing."""
    leader = {"level": 1, "klass": "wizard", "hand": ["elf", "dwarf", "halfling"]}
    game = combat(leader, monsters=["hippogriff", "bigfoot"], dice=[6])
    game.do("charm", place=0)
    passes(game)
    lose(game)
    assert (game.level(0), hand(game, 0)) == (1, [])


@pytest.mark.parametrize("cards", [[], ["elf"], ["elf", "dwarf"]])
def test_charm_needs_three_cards(cards: list[str]) -> None:
    """PLAY-10: a smaller hand can't be paid."""
    game = combat({"klass": "wizard", "hand": cards, "carried": ["helm_of_courage"]}, monsters=["hippogriff"])
    assert not may(game, "charm")


def test_only_fighters_charm() -> None:
    """COMBAT-8: a bystander can't."""
    game = combat({"level": 1}, {"klass": "wizard", "hand": ["elf", "dwarf", "baby"]}, monsters=["bigfoot"])
    game.do("run_away")
    assert (game.seat, options(game)) == (1, ["pass", "play", "offer help"])
