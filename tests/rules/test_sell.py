"""Selling items for levels."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Stage, Verb
from tests.kit.looking import discards, hand, may, table, words
from tests.kit.playing import begin, idle, name_card
from tests.kit.tables import fight, in_turn


def seller(**facts):
    """A player in turn who has these cards and is free to act."""
    return in_turn(facts)


def test_a_full_thousand_is_one_level():
    """SELL-1: items worth 1000 gold are discarded for one level."""
    game = seller(hand=["horny_helmet", "boots_of_butt_kicking"])
    game.do("sell", cards=["horny_helmet", "boots_of_butt_kicking"])
    assert game.level(0) == 2
    assert hand(game, 0) == []
    assert discards(game) == ["boots_of_butt_kicking", "horny_helmet"]


def test_no_change_is_given():
    """SELL-1: 1100 gold are one level; the hundred too many are lost."""
    game = seller(hand=["wand_of_dowsing", "horny_helmet", "magic_missile"])
    game.do("sell", cards=["wand_of_dowsing"])
    assert game.level(0) == 2
    assert not may(game, "sell")  # 900 are left, with the change it would be 1000


@pytest.mark.parametrize(
    ("cards", "level"),
    [
        (["pollymorph_potion", "sandals_of_protection"], 3),  # exactly 2000
        (["horny_helmet", "pollymorph_potion"], 2),  # 1900
        (["pollymorph_potion", "staff_of_napalm"], 3),  # 2100
        (["horny_helmet", "sandals_of_protection", "pollymorph_potion", "magic_lamp"], 4),  # 3100
    ],
)
def test_each_full_thousand_is_a_level(cards, level):
    """SELL-1: one level for each full 1000 gold of the set."""
    game = seller(hand=cards)
    order = sorted(cards, key=game.catalogue.index)
    game.do("sell", cards=order)
    assert game.level(0) == level


def test_less_than_a_thousand_cannot_be_sold():
    """SELL-1: no level would come of 900 gold, so there is no sale."""
    assert not may(seller(hand=["horny_helmet", "magic_missile"]), "sell")
    assert may(seller(hand=["horny_helmet", "magic_missile", "sleep_potion"]), "sell")


def test_hand_and_table_are_sold_together():
    """SELL-1: items in hand, in use and carried count alike."""
    game = seller(hand=["magic_missile"], table=["helm_of_courage"], carried=["magic_lamp"])
    game.do("sell", cards=["helm_of_courage", "magic_missile", "magic_lamp"])
    assert game.level(0) == 2
    assert hand(game, 0) == table(game, 0) == []


def test_only_items_are_sold():
    """SELL-1: no level card, Hireling, race, curse or monster goes into a sale."""
    game = seller(
        race="elf",
        hand=["pollymorph_potion", "gp_1000", "bullrog", "curse_duck_of_doom"],
        table=["hireling", "helm_of_courage"],
    )
    begin(game, "sell")
    assert words(game) == {"Helm of Courage", "Pollymorph Potion"}


def test_items_without_value_may_be_thrown_in():
    """SELL-1: an item worth nothing joins a sale that is enough without it, and never makes one."""
    game = seller(hand=["wand_of_dowsing"], table=["huge_rock"])
    game.do("sell", cards=["huge_rock", "wand_of_dowsing"])
    assert game.level(0) == 2
    assert discards(game) == ["huge_rock", "wand_of_dowsing"]
    assert not may(seller(table=["huge_rock"], hand=["really_impressive_title"]), "sell")


def test_a_cheated_item_takes_its_cheat_along():
    """SELL-1: attachments of a sold item are discarded with it."""
    game = seller(table=[{"staff_of_napalm": "cheat"}], hand=["helm_of_courage"])
    game.do("sell", cards=["helm_of_courage", "staff_of_napalm"])
    assert table(game, 0) == []
    assert discards(game) == ["cheat", "helm_of_courage", "staff_of_napalm"]


def test_a_sale_below_a_thousand_cannot_be_closed():
    """SELL-1: the set is open until it is worth a level."""
    game = seller(hand=["horny_helmet", "boots_of_butt_kicking", "leather_armor"])
    name_card(begin(game, "sell"), "horny_helmet")
    assert not may(game, "done")
    with pytest.raises(mk.IllegalAction):
        game.step(Verb.DONE)


def test_sets_are_chosen_in_canonical_order():
    """SELL-1: after a card only later ones follow, so that each set has one way to be chosen."""
    game = begin(seller(hand=["horny_helmet", "sandals_of_protection", "magic_lamp"]), "sell")
    assert words(game) == {"Horny Helmet", "Sandals of Protection"}
    name_card(game, "sandals_of_protection")
    assert words(game) == {"Magic Lamp"}


def walk(game):
    """Every set that the begun sale can become, each with how often; no prefix may be a dead end."""
    assert len(game.legal_actions())
    found = []
    for action in game.legal_actions():
        twin = game.clone()
        twin.step(int(action))
        if twin.stage == Stage.VERB:
            found.append(tuple(discards(twin)))
        else:
            found += walk(twin)
    return found


def test_every_begun_sale_can_be_finished_in_one_way():
    """SELL-1: each set worth 1000 gold or more can be chosen, in exactly one order, and no other."""
    cards = ["horny_helmet", "boots_of_butt_kicking", "leather_armor", "magic_lamp", "huge_rock", "magic_missile"]
    game = seller(hand=cards)
    values = dict(zip(cards, (600, 400, 200, 500, 0, 300), strict=True))
    expected = set()
    for bits in range(1 << len(cards)):
        chosen = [c for i, c in enumerate(cards) if bits >> i & 1]
        if sum(values[c] for c in chosen) >= 1000:
            expected.add(tuple(sorted(chosen)))
    begin(game, "sell")
    found = walk(game)
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_an_open_sale_changes_nothing_yet():
    """SELL-1: until the set is closed no card has moved."""
    game = seller(hand=["wand_of_dowsing", "horny_helmet"])
    name_card(begin(game, "sell"), "wand_of_dowsing")
    assert hand(game, 0) == ["horny_helmet", "wand_of_dowsing"]
    assert game.level(0) == 1


def test_nobody_sells_in_another_players_turn():
    """SELL-1: sales are made in one's own turn, in no window of another's."""
    game = in_turn({}, {"hand": ["wand_of_dowsing"]}, phase="begin", doors=["elf"], windows="open")
    asked = 0
    while game.turn_seat == 0:
        if game.current_player == 1:
            asked += 1
            assert not may(game, "sell")
        idle(game)
    assert asked > 3
    while game.decision != Decision.TURN_START:
        idle(game)
    assert game.current_player == 1
    assert may(game, "sell")


def test_nobody_sells_in_combat():
    """SELL-1: the leader of a combat may not sell."""
    game = fight(["bullrog"], {"hand": ["wand_of_dowsing"]}, forced_choices=False)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert not may(game, "sell")


def test_selling_stops_below_the_goal():
    """SELL-2: 2000 gold at goal - 2 are one level, not the goal."""
    game = seller(level=8, hand=["pollymorph_potion", "sandals_of_protection"])
    game.do("sell", cards=["sandals_of_protection", "pollymorph_potion"])
    assert game.level(0) == 9
    assert not game.is_terminal


def test_the_goal_level_is_not_for_sale():
    """SELL-2: at goal - 1 there is no sale at all, one level below there is."""
    assert not may(seller(level=9, hand=["pollymorph_potion"]), "sell")
    assert may(seller(level=8, hand=["pollymorph_potion"]), "sell")


def test_the_goal_of_the_long_game_counts():
    """SELL-2: in a game to 20 the limit is 19."""
    game = in_turn({"level": 9, "hand": ["pollymorph_potion"]}, goal=20)
    game.do("sell", cards=["pollymorph_potion"])
    assert game.level(0) == 10
