"""Trades and gifts between two players."""

import pytest

from munchkin_env.vocabulary import Decision, Event, Phase, Stage, Verb
from tests.kit.looking import carried, discards, events, hand, may, table, words
from tests.kit.playing import begin, idle, name_card, name_seat, settle, win
from tests.kit.tables import fight, in_turn

# ------------------------------------------------------------------ swaps


def test_agreed_swap_moves_both_sets_at_once():
    """TRADE-1: an atomic swap of two sets that both sides have agreed to."""
    game = in_turn(
        {"table": ["helm_of_courage", "magic_missile"]},
        {"table": ["leather_armor", "spiky_knees", "buckler_of_swashing"]},
    )
    game.do("trade", seat=1, cards=["helm_of_courage", "magic_missile"], want=["leather_armor", "spiky_knees"])
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_TRADE)
    assert table(game, 0) == ["helm_of_courage", "magic_missile"]
    game.do("yes")
    assert table(game, 0) == ["leather_armor", "spiky_knees"]
    assert table(game, 1) == ["buckler_of_swashing", "helm_of_courage", "magic_missile"]
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_traded_items_arrive_carried():
    """TRADE-1: a traded item is turned sideways, even where there is room to use it."""
    game = in_turn({"table": ["helm_of_courage"]}, {"table": ["leather_armor"]})
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    game.do("yes")
    assert carried(game, "leather_armor")
    assert carried(game, "helm_of_courage")
    game.do("use", card="leather_armor")
    assert not carried(game, "leather_armor")


def test_refused_swap_changes_nothing():
    """TRADE-1: without the other's consent nothing moves, and no mark is left behind."""
    game = in_turn({"table": ["helm_of_courage"]}, {"table": ["leather_armor"]})
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    game.do("no")
    assert (table(game, 0), table(game, 1)) == (["helm_of_courage"], ["leather_armor"])
    assert not carried(game, "helm_of_courage")
    assert not game.position["card"]["flag"].any()
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_cards_in_hand_are_not_traded():
    """TRADE-1: only items on the table; a hand full of them offers nothing."""
    game = in_turn({"hand": ["helm_of_courage"]}, {"table": ["leather_armor"]})
    assert not may(game, "trade")
    assert not may(game, "give")
    game = in_turn({"table": ["helm_of_courage"]}, {"hand": ["leather_armor"]})
    assert not may(game, "trade")


def test_other_cards_in_play_are_not_traded():
    """TRADE-1: no race, class, Hireling or curse changes hands."""
    game = in_turn(
        {"race": "elf", "klass": "wizard", "table": ["hireling", "helm_of_courage"], "curses": ["curse_malign_mirror"]},
        {"table": ["leather_armor"]},
    )
    name_seat(begin(game, "trade"), 1)
    assert words(game) == {"Helm of Courage"}


def test_one_shots_on_the_table_are_items():
    """TRADE-1: one-shots in play are traded like other items."""
    game = in_turn({"table": ["magic_missile"]}, {"table": ["wishing_ring"]})
    game.do("trade", seat=1, card="magic_missile", want=["wishing_ring"])
    game.do("yes")
    assert (table(game, 0), table(game, 1)) == (["wishing_ring"], ["magic_missile"])
    assert not carried(game, "wishing_ring")  # it is never in use, so it doesn't lie sideways either


def test_big_cheated_and_lent_items_stay():
    """TRADE-1: a Big item with Cheat! on it, or one on a Hireling's back, can't change hands; a small cheated can."""
    game = in_turn(
        {
            "table": [{"staff_of_napalm": "cheat"}, "hireling", "helm_of_courage"],
            "lent": "huge_rock",
        },
        {"table": ["leather_armor"]},
    )
    name_seat(begin(game, "give"), 1)
    assert words(game) == {"Staff of Napalm", "Helm of Courage"}
    game = in_turn({"table": [{"stepladder": "cheat"}, "helm_of_courage"]}, {"table": ["leather_armor"]})
    name_seat(begin(game, "give"), 1)
    assert words(game) == {"Helm of Courage"}


@pytest.mark.parametrize("way", ["give", "trade", "steal"])
def test_cheat_falls_off_what_changes_hands(way):
    """TRADE-1, CLASS-1, ITEM-2: a small cheated item goes like any other, arrives carried, and Cheat! is discarded."""
    owner = {"table": [{"staff_of_napalm": "cheat"}, "helm_of_courage"]}
    other = {"klass": "thief", "table": ["leather_armor"], "hand": ["elf"]}
    if way == "give":
        game = in_turn(owner, other)
        game.do("give", seat=1, card="staff_of_napalm")
        game.do("yes")
        taker = 1
    else:
        game = in_turn(other, owner, dice=[6])
        taker = 0
        if way == "trade":
            game.do("trade", seat=1, card="leather_armor", want=["staff_of_napalm"])
            game.do("yes")
        else:
            game.do("steal", seat=1, card="staff_of_napalm", second="elf")
    assert "staff_of_napalm" in table(game, taker)
    assert carried(game, "staff_of_napalm")
    assert "cheat" in discards(game)
    assert "cheat" not in [*table(game, 0), *table(game, 1)]


def test_a_cheated_item_may_be_promised():
    """HELP-2: a helper is paid with it, and Cheat! is discarded."""
    leader = {"level": 1, "table": [{"staff_of_napalm": "cheat"}]}
    game = fight(["platycore"], leader, {"level": 9}, bargaining="full")
    game.do("ask_help", seat=1, amount=0, cards=["staff_of_napalm"])
    settle(game).do("yes")
    settle(game)
    win(game)
    assert "staff_of_napalm" in table(game, 1)
    assert "cheat" in discards(game)


def test_a_traded_item_is_not_sold_before_the_own_turn():
    """TRADE-1: a player who gets an item in another's turn can't sell it before their own."""
    game = in_turn({"table": ["wand_of_dowsing"]}, phase="after", windows="open")
    game.do("give", seat=1, card="wand_of_dowsing")
    game.do("yes")
    asked = 0
    while game.turn_seat == 0:
        if game.current_player == 1:
            asked += 1
            assert not may(game, "sell")
        idle(game)
    assert asked
    while game.decision != Decision.TURN_START:
        idle(game)
    game.do("sell", cards=["wand_of_dowsing"])
    assert game.level(1) == 2


# ------------------------------------------------------------------ gifts


def test_a_gift_needs_nothing_in_return():
    """TRADE-2: one side may be empty."""
    game = in_turn({"table": ["helm_of_courage", "leather_armor"]})
    game.do("give", seat=2, cards=["helm_of_courage", "leather_armor"])
    assert (game.current_player, game.decision) == (2, Decision.ANSWER_TRADE)
    game.do("yes")
    assert (table(game, 0), table(game, 2)) == ([], ["helm_of_courage", "leather_armor"])
    assert carried(game, "helm_of_courage")


def test_a_gift_may_be_refused():
    """TRADE-2: nobody has to take a gift."""
    game = in_turn({"table": ["helm_of_courage"]})
    game.do("give", seat=1, card="helm_of_courage")
    game.do("no")
    assert (table(game, 0), table(game, 1)) == (["helm_of_courage"], [])


def test_a_gift_is_an_offer_to_a_living_player():
    """TRADE-1, DEATH-3: the dead receive nothing."""
    game = in_turn({"table": ["helm_of_courage"]}, {"dead": True})
    begin(game, "give")
    assert words(game) == {"the player 2 to the left"}


# ------------------------------------------------------------------ Big items


def test_no_gift_overloads_its_taker():
    """TRADE-1, ITEM-3: a player with a Big item can't be given another one; a small one is fine."""
    game = in_turn({"table": ["huge_rock", "helm_of_courage"]}, {"table": ["stepladder"]})
    name_seat(begin(game, "give"), 1)
    assert words(game) == {"Helm of Courage"}


def test_a_dwarf_takes_any_number_of_big_items():
    """TRADE-1, ITEM-3: a Dwarf's room has no limit."""
    game = in_turn({"table": ["huge_rock"]}, {"race": "dwarf", "table": ["stepladder"]})
    game.do("give", seat=1, card="huge_rock")
    game.do("yes")
    assert table(game, 1) == ["dwarf", "huge_rock", "stepladder"]


def test_big_for_big_is_possible():
    """TRADE-1, ITEM-3: the limit is looked at after the swap, on both sides."""
    game = in_turn({"table": ["huge_rock"]}, {"table": ["stepladder"]})
    game.do("trade", seat=1, card="huge_rock", want=["stepladder"])
    game.do("yes")
    assert (table(game, 0), table(game, 1)) == (["stepladder"], ["huge_rock"])


def test_no_trade_overloads_its_maker():
    """TRADE-1, ITEM-3: the maker who keeps a Big item can't ask for another one."""
    game = in_turn({"table": ["huge_rock", "helm_of_courage"]}, {"table": ["stepladder", "leather_armor"]})
    name_seat(begin(game, "trade"), 1)
    name_card(game, "helm_of_courage")
    game.step(Verb.DONE)
    assert words(game) == {"Leather Armor"}


def test_big_and_small_items_go_together():
    """TRADE-1: a set may hold Big and small items of any order; the Big ones are named first."""
    game = in_turn({"table": ["helm_of_courage", "huge_rock"]}, {"table": ["leather_armor", "stepladder"]})
    game.do("trade", seat=1, cards=["huge_rock", "helm_of_courage"], want=["stepladder", "leather_armor"])
    game.do("yes")
    assert table(game, 0) == ["leather_armor", "stepladder"]
    assert table(game, 1) == ["helm_of_courage", "huge_rock"]


def test_dwarfs_swap_several_big_items():
    """TRADE-1: between Dwarfs a set may hold any number of Big items."""
    game = in_turn(
        {"race": "dwarf", "table": ["stepladder"], "carried": ["huge_rock"]},
        {"race": "dwarf", "table": ["spiky_knees"]},
    )
    game.do("trade", seat=1, cards=["huge_rock", "stepladder"], want=["spiky_knees"])
    game.do("yes")
    assert table(game, 1) == ["dwarf", "huge_rock", "stepladder"]


def test_a_second_big_item_does_not_join_a_set_for_somebody_with_room_for_one():
    """TRADE-1, ITEM-3: the limit is kept while the set grows."""
    game = in_turn({"race": "dwarf", "table": ["stepladder"], "carried": ["huge_rock", "leather_armor"]})
    name_seat(begin(game, "give"), 1)
    name_card(game, "huge_rock")
    assert words(game) == {"Leather Armor", "done"}


def offers_of(game):
    """Every offer that a begun composite can become; no prefix may be a dead end."""
    assert len(game.legal_actions())
    found = []
    for action in game.legal_actions():
        twin = game.clone()
        twin.step(int(action))
        if twin.stage == Stage.VERB:
            assert twin.decision == Decision.ANSWER_TRADE
            flags = twin.position["card"]["flag"][0]
            found.append((int(twin.position["offer"]["taker"][0]), tuple(flags.nonzero()[0]), tuple(flags[flags != 0])))
        else:
            found += offers_of(twin)
    return found


def test_every_begun_trade_can_be_finished_in_one_way():
    """TRADE-1: every pair of sets that keeps the Big limits can be offered, in exactly one order."""
    game = in_turn(
        {"carried": ["huge_rock", "helm_of_courage", "leather_armor"]}, {"carried": ["stepladder", "spiky_knees"]}
    )
    begin(game, "trade")
    found = offers_of(game)
    assert len(found) == len(set(found))
    # own sets by whether the Big item is in: 3 without, 4 with it; the partner's: 1 without, 2 with the Big item.
    # Without the own Big item the partner's can't come, without the partner's the own can't go.
    assert len(found) == 3 * 1 + 4 * 2


# ------------------------------------------------------------------ settings and limits


def test_simple_trades_are_one_for_one():
    """TRADE-1: with trades="simple" one item goes for one, without further choices or counter-offers."""
    game = in_turn(
        {"table": ["helm_of_courage", "spiky_knees"]},
        {"table": ["leather_armor", "buckler_of_swashing"]},
        trades="simple",
    )
    name_seat(begin(game, "trade"), 1)
    name_card(game, "helm_of_courage")
    name_card(game, "leather_armor")
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_TRADE)
    assert words(game) == {"yes", "no"}
    game.do("yes")
    assert table(game, 1) == ["buckler_of_swashing", "helm_of_courage"]


def test_simple_gifts_are_one_item():
    """TRADE-2: with trades="simple" a gift is one item."""
    game = in_turn({"table": ["helm_of_courage", "spiky_knees"]}, trades="simple")
    name_seat(begin(game, "give"), 1)
    name_card(game, "helm_of_courage")
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_TRADE)


def test_trades_can_be_switched_off():
    """TRADE-1, TRADE-2: with trades="off" there are neither trades nor gifts."""
    game = in_turn({"table": ["helm_of_courage"]}, {"table": ["leather_armor"]}, trades="off")
    assert not may(game, "trade")
    assert not may(game, "give")


def test_two_offers_in_the_own_turn():
    """WINDOW-6: after two offers there is no third one this turn."""
    game = in_turn({"table": ["helm_of_courage", "spiky_knees", "leather_armor"]})
    for card in ("helm_of_courage", "spiky_knees"):
        assert may(game, "give")
        game.do("give", seat=1, card=card)
        game.do("no")
    assert not may(game, "give")


def test_no_identical_offer_twice_in_a_turn():
    """WINDOW-6: a refused offer is not made again to the same player, but to another one."""
    game = in_turn({"table": ["helm_of_courage"]})
    game.do("give", seat=1, card="helm_of_courage")
    game.do("no")
    begin(game, "give")
    assert words(game) == {"the player 2 to the left"}


def test_trades_are_proposed_at_several_moments_of_the_own_turn():
    """WINDOW-4: at the start of the turn and between its phases."""
    for phase in ("start", "trouble", "after"):
        game = in_turn({"table": ["helm_of_courage"]}, {"table": ["leather_armor"]}, phase=phase)
        assert game.current_player == 0
        assert may(game, "trade")
        assert may(game, "give")


def test_others_propose_once_in_each_window():
    """WINDOW-4, WINDOW-6: an asked player may make one offer in the start-of-turn and one in the before-charity
    window."""
    cards = ["helm_of_courage", "leather_armor", "spiky_knees"]
    game = in_turn({}, {"carried": cards}, phase="begin", doors=["elf"], windows="open")
    made = []
    while game.turn_seat == 0:
        if game.current_player == 1 and may(game, "give"):
            made.append(game.phase)
            game.do("give", seat=0, card=cards[len(made) - 1])
            game.do("no")
        else:
            idle(game)
    assert made == [Phase.START, Phase.CHARITY]


def test_no_trade_in_combat():
    """TRADE-1, PLAY-9: fighters neither trade nor give."""
    game = fight(["bullrog"], {"table": ["helm_of_courage"]}, {"table": ["leather_armor"]}, forced_choices=False)
    assert game.decision == Decision.COMBAT
    assert not may(game, "trade")
    assert not may(game, "give")


# ------------------------------------------------------------------ one counter-offer


def countered():
    """Seat 1 has asked for one item more; seat 0 decides."""
    game = in_turn({"table": ["helm_of_courage", "magic_missile"]}, {"table": ["leather_armor"]})
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    game.do("counter", card="magic_missile")
    return game


def test_a_counter_offer_asks_for_one_item_more():
    """TRADE-1: the taker wants one item besides; if the maker agrees all of it is swapped."""
    game = countered()
    assert (game.current_player, game.decision) == (0, Decision.ANSWER_COUNTER)
    assert table(game, 0) == ["helm_of_courage", "magic_missile"]
    game.do("yes")
    assert table(game, 0) == ["leather_armor"]
    assert table(game, 1) == ["helm_of_courage", "magic_missile"]


def test_a_refused_counter_offer_ends_it():
    """TRADE-1: after a no to the counter-offer nothing has moved and the first offer is gone too."""
    game = countered()
    game.do("no")
    assert (table(game, 0), table(game, 1)) == (["helm_of_courage", "magic_missile"], ["leather_armor"])
    assert not game.position["card"]["flag"].any()
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_there_is_only_one_counter_offer():
    """TRADE-1: the counter-offer is accepted or refused."""
    game = countered()
    assert words(game) == {"yes", "no"}


def test_a_gift_may_be_countered():
    """TRADE-2: a player who is offered a gift may ask for more."""
    game = in_turn({"table": ["helm_of_courage", "magic_missile"]})
    game.do("give", seat=1, card="helm_of_courage")
    game.do("counter", card="magic_missile")
    game.do("yes")
    assert table(game, 1) == ["helm_of_courage", "magic_missile"]


def test_a_counter_offer_needs_something_more_to_ask_for():
    """TRADE-1: a maker who has offered all items can't be asked for more."""
    game = in_turn({"race": "elf", "table": ["helm_of_courage"]}, {"table": ["leather_armor", "spiky_knees"]})
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    assert words(game) == {"yes", "no"}


def test_a_counter_offer_keeps_the_big_limit():
    """TRADE-1, ITEM-3: a taker with a Big item can't ask for another one, unless their own goes."""
    game = in_turn({"table": ["huge_rock", "helm_of_courage"]}, {"table": ["stepladder", "spiky_knees"]})
    keeps = game.clone()
    keeps.do("trade", seat=1, card="helm_of_courage", want=["spiky_knees"])
    assert words(keeps) == {"yes", "no"}
    game.do("trade", seat=1, card="huge_rock", want=["stepladder"])
    begin(game, "counter")
    assert words(game) == {"Helm of Courage"}


def test_a_counter_offer_asks_for_free_items_on_the_table():
    """TRADE-1: neither the maker's hand nor its lent or other cards can be asked for, a small cheated item can."""
    game = in_turn(
        {
            "race": "elf",
            "hand": ["wishing_ring"],
            "table": ["helm_of_courage", "spiky_knees", {"staff_of_napalm": "cheat"}, "hireling"],
            "lent": "mithril_armor",
        },
        {"table": ["leather_armor"]},
    )
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    begin(game, "counter")
    assert words(game) == {"Spiky Knees", "Staff of Napalm"}


def test_a_counter_offer_is_public_with_its_maker():
    """TRADE-1: the event names who countered, whom, and the item; the acceptance names who gave it."""
    game = countered()
    event = game.position["event"][0][int(game.position["event_count"][0]) - 1]
    assert (Event(int(event["kind"])), int(event["seat"]), int(event["other"])) == (Event.OFFERED, 1, 0)
    assert (int(event["card"]), int(event["amount"])) == (game.catalogue.index("magic_missile"), -1)
    game.do("no")
    assert events(game, Event.ANSWERED)[-1] == (Event.ANSWERED, 0, 0)


def test_an_open_counter_offer_changes_nothing_yet():
    """TRADE-1: until the item is named the offer is as it was."""
    game = in_turn({"table": ["helm_of_courage", "magic_missile"]}, {"table": ["leather_armor"]})
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    before = game.position["card"]["flag"].copy()
    begin(game, "counter")
    assert (game.position["card"]["flag"] == before).all()
    assert int(game.position["offer"]["countered"][0]) == 0
    assert hand(game, 1) == []
