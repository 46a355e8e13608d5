"""Items in use and carried, restrictions, the Big limit, Cheat!, the Hireling's load."""

from munchkin_env.vocabulary import Decision, Flag
from tests.kit.looking import carried, copy_of, discards, hand, may, table, table_bonus, words
from tests.kit.playing import begin, give_up, idle, name_card, name_seat, settled
from tests.kit.tables import fight, in_turn

# ------------------------------------------------------------------ slots


def test_any_number_of_items_may_be_carried():
    """ITEM-1: four helmets lie on one table."""
    helmets = ["helm_of_courage", "horny_helmet", "pointy_hat_of_power", "bad_ass_bandana"]
    game = in_turn({"hand": helmets})
    for card in helmets:
        game.do("lay_out", card=card)
    assert table(game, 0) == sorted(helmets)


def test_two_hands_hold_two_one_handed_items():
    """ITEM-1: the third one-handed item is carried."""
    game = in_turn({"hand": ["buckler_of_swashing", "sneaky_bastard_sword", "rat_on_a_stick"]})
    for card in ("buckler_of_swashing", "sneaky_bastard_sword", "rat_on_a_stick"):
        game.do("lay_out", card=card)
    assert [carried(game, c) for c in ("buckler_of_swashing", "sneaky_bastard_sword", "rat_on_a_stick")] == [
        False,
        False,
        True,
    ]


def test_carried_items_help_with_nothing():
    """ITEM-1: the same sword helps upright and not sideways."""
    used = fight(["bullrog"], {"table": ["sneaky_bastard_sword"]}, forced_choices=False)
    sideways = fight(["bullrog"], {"carried": ["sneaky_bastard_sword"]}, forced_choices=False)
    assert (used.strength("players"), sideways.strength("players")) == (3, 1)


def test_an_item_is_changed_by_putting_the_other_away():
    """ITEM-1, TURN-1: the second helmet is put in use once the first lies sideways."""
    game = in_turn({"table": ["helm_of_courage"], "carried": ["horny_helmet"]})
    assert not may(game, "use")
    game.do("carry", card="helm_of_courage")
    game.do("use", card="horny_helmet")
    assert carried(game, "helm_of_courage")
    assert not carried(game, "horny_helmet")


def test_an_item_is_turned_once_each_way_in_a_turn():
    """ITEM-1, WINDOW-6: put away and put in use once per turn, again in the next turn."""
    game = in_turn({"table": ["helm_of_courage"]}, doors=["elf", "elf", "elf", "half_breed"])
    game.do("carry", card="helm_of_courage")
    game.do("use", card="helm_of_courage")
    assert not may(game, "carry")
    idle(game)
    while (game.current_player, game.decision) != (0, Decision.TURN_START):
        idle(game)
    assert may(game, "carry")


def test_one_shots_are_neither_used_nor_put_away():
    """ITEM-1: a one-shot on the table is played, not worn."""
    game = in_turn({"table": ["magic_missile"]})
    assert not may(game, "carry")
    assert not may(game, "use")


# ------------------------------------------------------------------ restrictions


def test_a_carried_item_may_be_used_once_its_owner_is_permitted():
    """ITEM-2: a player who becomes a Wizard may put on a carried hat."""
    game = in_turn({"carried": ["pointy_hat_of_power"], "hand": ["wizard"]})
    assert not may(game, "use")
    game.do("lay_out", card="wizard")
    game.do("use", card="pointy_hat_of_power")
    assert table_bonus(game, 0) == 3


def test_a_change_of_sex_ends_the_use_of_a_club():
    """ITEM-2: the restriction holds at every moment."""
    game = in_turn({"sex": "male", "table": ["gentlemens_club"]}, {"hand": ["curse_change_sex"]}, phase="begin")
    assert table_bonus(game, 0) == 3
    game.do("play", card="curse_change_sex", seat=0)
    assert table_bonus(game, 0) == 0


# ------------------------------------------------------------------ Big items


def big_dwarf(*others):
    """A Dwarf with three Big items who stops being a Dwarf now, in their own turn."""
    seat = {
        "level": 1,
        "race": "dwarf",
        "table": ["stepladder", "mithril_armor"],
        "carried": ["chainsaw_of_bloody_dismemberment"],
    }
    game = in_turn(seat, *others)
    game.do("drop", card="dwarf")
    assert (game.current_player, game.decision) == (0, Decision.BIG_ITEMS)
    return game


def test_the_owner_keeps_one_big_item_of_his_choice():
    """ITEM-3: the owner is asked at once, chooses the items to lose, and one stays."""
    game = big_dwarf({"level": 2}, {"level": 3})
    assert {"sell", "hand over"} == words(game)
    begin(game, "hand_over")
    assert {"Stepladder", "Mithril Armor", "Chainsaw of Bloody Dismemberment"} == words(game)
    name_card(game, "mithril_armor")
    assert game.decision == Decision.BIG_ITEMS
    game.do("hand_over", card="chainsaw_of_bloody_dismemberment")
    assert table(game, 0) == ["stepladder"]
    assert game.decision == Decision.TURN_START


def test_excess_big_items_go_to_the_lowest_who_can_carry_them():
    """ITEM-3: first to the lowest level, then to the lowest of those who still have room; both arrive carried."""
    game = big_dwarf({"level": 4}, {"level": 3})
    game.do("hand_over", card="stepladder")
    game.do("hand_over", card="mithril_armor")
    assert (table(game, 1), table(game, 2)) == (["mithril_armor"], ["stepladder"])
    assert carried(game, "mithril_armor")
    assert carried(game, "stepladder")


def test_somebody_without_room_is_passed_over():
    """ITEM-3: the lowest has a Big item already; the next one gets it."""
    game = big_dwarf({"level": 1, "table": ["huge_rock"]}, {"level": 5})
    game.do("hand_over", card="stepladder")
    assert table(game, 2) == ["stepladder"]


def test_the_owner_chooses_among_equals():
    """ITEM-3: several lowest are the owner's choice."""
    game = big_dwarf({"level": 2}, {"level": 2}, {"level": 5})
    game.do("hand_over", card="stepladder", seat=2)
    assert table(game, 2) == ["stepladder"]


def test_only_the_lowest_may_be_chosen():
    """ITEM-3: the choice is among the lowest only."""
    game = big_dwarf({"level": 2}, {"level": 2}, {"level": 5})
    name_card(begin(game, "hand_over"), "stepladder")
    assert words(game) == {"the player 1 to the left", "the player 2 to the left"}


def test_what_nobody_can_carry_is_discarded():
    """ITEM-3: if all others have their Big item the excess is discarded."""
    game = big_dwarf({"table": ["huge_rock"]}, {"table": ["swiss_army_polearm"]})
    game.do("hand_over", card="stepladder")
    game.do("hand_over", card="mithril_armor")
    assert discards(game) == ["dwarf", "mithril_armor", "stepladder"]


def test_the_dead_get_no_big_item():
    """ITEM-3, DEATH-3: only the living are able to carry it."""
    game = big_dwarf({"level": 1, "dead": True}, {"level": 7})
    game.do("hand_over", card="stepladder")
    assert table(game, 2) == ["stepladder"]


def test_the_excess_may_be_sold_in_the_own_turn():
    """ITEM-3, SELL-1: in their turn the owner may sell at least 1000 gold of it instead."""
    game = big_dwarf()
    game.do("sell", cards=["mithril_armor", "chainsaw_of_bloody_dismemberment"])
    assert game.level(0) == 2
    assert table(game, 0) == ["stepladder"]
    assert game.decision == Decision.TURN_START


def test_nothing_is_sold_in_another_players_turn():
    """ITEM-3: outside their turn the owner only gives away."""
    game = in_turn(
        {"hand": ["curse_lose_your_race"]},
        {"race": "dwarf", "table": ["stepladder", "mithril_armor"], "carried": ["huge_rock"]},
    )
    game.do("play", card="curse_lose_your_race", seat=1)
    assert (game.current_player, game.decision) == (1, Decision.BIG_ITEMS)
    assert not may(game, "sell")


def test_nothing_is_sold_in_combat():
    """ITEM-3: a fighter in their own turn gives away too, and fights on."""
    seat = {"race": "dwarf", "table": ["stepladder", "mithril_armor"], "hand": ["wand_of_dowsing"]}
    game = fight(["bullrog"], seat, forced_choices=False)
    game.do("drop", card="dwarf")
    assert game.decision == Decision.BIG_ITEMS
    assert not may(game, "sell")
    settled(game, "hand_over", card="stepladder", seat=1)
    assert game.decision == Decision.COMBAT


def test_a_cheated_or_lent_big_item_does_not_count():
    """ITEM-3: cards may lift the limit: with Cheat! on one and the Hireling under another a third may be laid out."""
    game = in_turn(
        {
            "table": [{"stepladder": "cheat"}, "hireling"],
            "lent": "mithril_armor",
            "hand": ["huge_rock", "tuba_of_charm"],
        }
    )
    game.do("lay_out", card="huge_rock")
    assert game.decision == Decision.TURN_START
    assert not may(game, "lay_out")


# ------------------------------------------------------------------ throwing away


def test_items_are_not_thrown_away():
    """ITEM-4: items stay, whatever else can be dropped."""
    game = in_turn({"race": "elf", "table": ["helm_of_courage", "magic_missile"], "carried": ["horny_helmet"]})
    assert not may(game, "throw_away")
    begin(game, "drop")
    assert words(game) == {"Elf"}


def test_other_cards_in_play_may_be_thrown_away():
    """ITEM-4: a Hireling, a Half-Breed or a Super Munchkin may go at will in one's own turn."""
    game = in_turn({"race": "elf", "klass": "thief", "table": ["hireling", "half_breed", "super_munchkin"]})
    for card in ("hireling", "half_breed", "super_munchkin"):
        game.do("drop", card=card)
    assert table(game, 0) == ["elf", "thief"]


def test_with_two_races_one_of_them_goes_before_the_half_breed():
    """ITEM-4, MOD-1: the owner chooses the race that stays, so the other one is dropped first."""
    game = in_turn({"race": ["elf", "dwarf"], "table": ["half_breed"]})
    begin(game, "drop")
    assert words(game) == {"Elf", "Dwarf"}
    name_card(game, "dwarf")
    game.do("drop", card="half_breed")
    assert table(game, 0) == ["elf"]


def test_lasting_curses_are_not_thrown_away():
    """ITEM-4, CURSE-1: a curse stays until removed or triggered."""
    game = in_turn({"curses": ["curse_chicken_on_your_head"]})
    assert not may(game, "drop")


# ------------------------------------------------------------------ in combat


def test_items_are_not_changed_between_loss_and_last_roll():
    """ITEM-5: fleeing players may not change their items either."""
    seat = {"level": 5, "table": ["helm_of_courage"], "carried": ["boots_of_running_really_fast"]}
    game = fight(["bullrog", "net_troll"], seat, dice=[6, 6], forced_choices=False)
    give_up(game)
    while game.decision == Decision.FLEE:
        assert not any(may(game, verb) for verb in ("use", "carry", "lay_out", "lend"))
        settled(game, "roll", place=int(game.position["player"]["pending"][0, 0]).bit_length() - 1)
    assert game.decision == Decision.AFTER_COMBAT
    assert may(game, "use")


# ------------------------------------------------------------------ Cheat!


def test_cheat_brings_an_item_from_the_hand_into_play():
    """ITEM-3: an item is laid out with Cheat! on it, even a second Big one."""
    game = in_turn({"table": ["huge_rock"], "hand": ["cheat", "mithril_armor"]})
    game.do("play", card="cheat", second="mithril_armor")
    assert table(game, 0) == ["cheat", "huge_rock", "mithril_armor"]
    assert table_bonus(game, 0) == 6
    assert game.decision == Decision.TURN_START


def test_cheat_goes_with_its_item():
    """ITEM-2, CURSE-3: loss of the cheated item discards the Cheat!."""
    game = in_turn({"table": [{"staff_of_napalm": "cheat"}]}, {"hand": ["curse_lose_1_small_item"]}, phase="begin")
    game.do("play", card="curse_lose_1_small_item", seat=0)
    game.do(card="staff_of_napalm")
    assert table(game, 0) == []
    assert discards(game) == ["cheat", "curse_lose_1_small_item", "staff_of_napalm"]


def test_cheat_is_not_for_others_items_nor_one_shots():
    """ITEM-1: Cheat! goes on an own item that can be worn."""
    game = in_turn({"hand": ["cheat"], "table": ["magic_missile"]}, {"table": ["helm_of_courage"]})
    assert not may(game, "play")


# ------------------------------------------------------------------ the Hireling


def test_the_hirelings_item_works_whatever_its_restrictions():
    """ITEM-1, ITEM-2, ITEM-3: a Big item that the owner could not use, beside full hands and another Big item."""
    game = in_turn({"table": ["hireling", "huge_rock"], "hand": ["shield_of_ubiquity"]})
    game.do("lend", card="shield_of_ubiquity")
    assert table_bonus(game, 0) == 1 + 3 + 4
    assert table(game, 0) == ["hireling", "huge_rock", "shield_of_ubiquity"]
    assert game.decision == Decision.TURN_START


def test_the_hireling_takes_one_item():
    """ITEM-1: a second item takes the place of the first, which is then carried."""
    game = in_turn({"table": ["hireling"], "lent": "staff_of_napalm", "carried": ["bow_with_ribbons"]})
    assert table_bonus(game, 0) == 6
    game.do("lend", card="bow_with_ribbons")
    assert table_bonus(game, 0) == 5
    assert carried(game, "staff_of_napalm")
    assert not carried(game, "bow_with_ribbons")


def test_a_swapped_out_big_item_needs_room():
    """ITEM-3: the Hireling's Big load can't be laid down beside another Big item, but be exchanged for it."""
    game = in_turn({"table": ["hireling", "huge_rock", "helm_of_courage"], "lent": "stepladder"})
    begin(game, "lend")
    assert words(game) == {"Huge Rock"}
    name_card(game, "huge_rock")
    assert carried(game, "stepladder")


def test_the_load_is_lost_with_the_hireling():
    """ITEM-4: a player who lets the Hireling go loses its load."""
    game = in_turn({"table": ["hireling", "helm_of_courage"], "lent": "staff_of_napalm"})
    game.do("drop", card="hireling")
    assert table(game, 0) == ["helm_of_courage"]
    assert discards(game) == ["hireling", "staff_of_napalm"]


def test_the_hireling_helps_once_it_is_laid_out():
    """ITEM-1, PLAY-8: in their turn the owner lays out the Hireling; in hand it helps nobody."""
    game = in_turn({"hand": ["hireling"]})
    assert table_bonus(game, 0) == 0
    game.do("lay_out", card="hireling")
    assert table_bonus(game, 0) == 1
    assert hand(game, 0) == []


def test_a_lent_item_is_marked_as_put_in_use():
    """ITEM-1, WINDOW-6: an item goes to the Hireling once per turn."""
    game = in_turn({"table": ["hireling"], "carried": ["staff_of_napalm", "bow_with_ribbons"]})
    game.do("lend", card="staff_of_napalm")
    game.do("lend", card="bow_with_ribbons")
    assert int(game.position["card"]["flag"][0, copy_of(game, "staff_of_napalm")]) & Flag.PUT_IN_USE
    assert not may(game, "lend")


def test_a_traded_big_item_may_be_given_only_where_it_fits():
    """ITEM-3, TRADE-1: the limit holds for gifts; the load of a Hireling doesn't count."""
    loaded = {"table": ["hireling"], "lent": "stepladder"}
    game = in_turn({"table": ["huge_rock"]}, loaded, {"table": ["mithril_armor"]})
    begin(game, "give")
    assert words(game) == {"the player 1 to the left"}
    name_seat(game, 1)
    assert words(game) == {"Huge Rock"}
