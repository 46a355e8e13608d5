"""Races, classes and their abilities; Half-Breed and Super Munchkin."""

import pytest

from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.engine.mutations.cards import ALL_SEATS, leave_table
from munchkin_env.engine.validation import invariants
from munchkin_env.vocabulary import Decision, Event, Kind, Klass, Race, Zone
from tests.each import each
from tests.kit.looking import carried, copy_of, discards, events, hand, may, seen_by, table, words
from tests.kit.playing import begin, flee, give_up, idle, name_card, name_seat, pass_until, settle, settled, win
from tests.kit.tables import fight, in_turn


def races(game, seat):
    bits = int(game.position["player"]["race"][0, seat])
    return {race for race in Race if bits >> race & 1}


def classes(game, seat):
    bits = int(game.position["player"]["klass"][0, seat])
    return {klass for klass in Klass if bits >> klass & 1}


def escapes(game):
    """Return the players who have escaped, by the public events."""
    return [seat for _, seat, _ in events(game, Event.ESCAPED)]


# ------------------------------------------------------------------ being somebody


def test_without_a_race_card_one_is_human():
    """RACE-1: human without a card, again human when the card is gone."""
    game = in_turn({"hand": ["elf"]})
    assert races(game, 0) == {Race.HUMAN}
    game.do("lay_out", card="elf")
    assert races(game, 0) == {Race.ELF}
    game.do("drop", card="elf")
    assert races(game, 0) == {Race.HUMAN}


def test_without_a_class_card_one_has_no_class():
    """CLASS-1: no class without a card, again none when the card is gone."""
    game = in_turn({"hand": ["thief"]})
    assert classes(game, 0) == {Klass.NONE}
    game.do("lay_out", card="thief")
    assert classes(game, 0) == {Klass.THIEF}
    game.do("drop", card="thief")
    assert classes(game, 0) == {Klass.NONE}


def test_race_abilities_come_and_go_with_the_card():
    """RACE-1: a Dwarf keeps the sixth card as long as they are a Dwarf."""
    game = in_turn({"race": "dwarf"})
    assert int(game.position["player"]["hand_limit"][0, 0]) == 1
    game.do("drop", card="dwarf")
    assert int(game.position["player"]["hand_limit"][0, 0]) == 0


def test_class_abilities_come_and_go_with_the_card():
    """CLASS-1: a Thief may steal, and no longer after dropping the class."""
    game = in_turn({"klass": "thief", "hand": ["elf"]}, {"table": ["helm_of_courage"]})
    assert may(game, "steal")
    game.do("drop", card="thief")
    assert not may(game, "steal")


def test_cards_in_hand_give_no_ability():
    """RACE-1, CLASS-1: abilities need the card in play."""
    game = in_turn({"hand": ["thief", "elf"]}, {"table": ["helm_of_courage"]})
    assert not may(game, "steal")


# ------------------------------------------------------------------ Dwarf


def test_dwarf_has_any_number_of_big_items():
    """RACE-1, ITEM-3: a Dwarf lays out a second and a third Big item."""
    game = in_turn({"race": "dwarf", "hand": ["huge_rock", "stepladder", "mithril_armor"]})
    for card in ("huge_rock", "stepladder", "mithril_armor"):
        game.do("lay_out", card=card)
    assert table(game, 0) == ["dwarf", "huge_rock", "mithril_armor", "stepladder"]
    assert game.decision == Decision.TURN_START


@pytest.mark.parametrize(("race", "kept"), [("dwarf", 6), ("elf", 5)])
def test_dwarf_keeps_six_cards(race, kept):
    """RACE-1, TURN-5: a Dwarf's hand limit is six, everybody else's five."""
    cards = ["bullrog", "net_troll", "gazebo", "amazon", "pukachu", "harpies", "crabs"]
    game = in_turn({"level": 5, "race": race, "hand": cards}, {}, {"level": 9}, phase="charity", windows="final")
    while game.turn_seat == 0:
        if game.decision == Decision.CHARITY:
            game.step(int(game.legal_actions()[0]))
        elif game.decision == Decision.CHARITY_SEAT:
            game.do(seat=1)
        else:
            idle(game)
    assert len(hand(game, 0)) == kept
    assert len(hand(game, 1)) == len(cards) - kept


# ------------------------------------------------------------------ Elf


def test_elf_gains_nothing_as_a_leader_beyond_the_kill():
    """RACE-1: the Elf's level is for helping, not for fighting alone."""
    game = fight(["lame_goblin"], {"level": 5, "race": "elf"})
    win(game)
    assert game.level(0) == 6


# ------------------------------------------------------------------ Halfling


def test_halfling_sells_one_item_for_double():
    """RACE-1, SELL-1: 600 gold count 1200."""
    game = in_turn({"race": "halfling", "hand": ["horny_helmet"]})
    game.do("sell", cards=["horny_helmet"])
    assert game.level(0) == 2
    assert not may(in_turn({"race": "elf", "hand": ["horny_helmet"]}), "sell")


def test_halfling_doubles_one_item_of_a_set():
    """RACE-1, SELL-1: 400 + 400 gold are 1200 with one of them doubled, not 1600 nor 800."""
    game = in_turn(
        {"race": "halfling", "hand": ["boots_of_butt_kicking", "flaming_armor", "broad_sword", "buckler_of_swashing"]}
    )
    game.do("sell", cards=["flaming_armor", "boots_of_butt_kicking", "buckler_of_swashing", "broad_sword"])
    assert game.level(0) == 3  # 1600 + 400


def test_halfling_doubles_once_a_turn():
    """RACE-1: the second sale of the turn is at normal prices."""
    game = in_turn({"race": "halfling", "hand": ["horny_helmet", "mithril_armor", "boots_of_butt_kicking"]})
    game.do("sell", cards=["horny_helmet"])
    begin(game, "sell")
    name_card(game, "mithril_armor")
    assert words(game) == {"Boots of Butt-Kicking"}  # 600 gold, doubled they would do
    name_card(game, "boots_of_butt_kicking")
    game.do("done")
    assert game.level(0) == 3


def test_halfling_keeps_the_double_price_for_a_later_sale():
    """RACE-1: a sale that doubling brings no level for doesn't use it up."""
    game = in_turn({"race": "halfling", "hand": ["horny_helmet", "mithril_armor", "boots_of_butt_kicking"]})
    game.do("sell", cards=["horny_helmet", "boots_of_butt_kicking"])  # 1000, or 1600
    assert game.level(0) == 2
    game.do("sell", cards=["mithril_armor"])
    assert game.level(0) == 3


def test_halfling_doubles_again_in_the_next_turn():
    """RACE-1: once per own turn."""
    game = in_turn(
        {"race": "halfling", "hand": ["horny_helmet", "mithril_armor"]}, doors=["elf", "elf", "elf"], phase="start"
    )
    game.do("sell", cards=["horny_helmet"])
    assert not may(game, "sell")
    idle(game)
    while (game.current_player, game.decision) != (0, Decision.TURN_START):
        idle(game)
    game.do("sell", cards=["mithril_armor"])
    assert game.level(0) == 3


def retrying(dice, **facts):
    """A Halfling whose first roll to run away has failed."""
    seat = {"level": 5, "race": "halfling", "hand": ["elf", "dwarf"], **facts}
    game = fight(["wannabe_vampire"], seat, dice=dice, forced_choices=False)
    give_up(game)
    game.do("roll", place=0)
    return game


def test_halfling_rolls_again_for_a_card():
    """RACE-1: after a failed roll the player discards a card and rolls once more."""
    game = retrying([1, 6])
    assert (game.current_player, game.decision) == (0, Decision.WINDOW)
    settled(game, "retry", card="dwarf")
    assert game.level(0) == 5
    assert hand(game, 0) == ["elf"]


def test_halfling_rolls_again_once():
    """RACE-1: the second roll stands."""
    game = retrying([1, 2, 6])
    game.do("retry", card="dwarf")
    assert game.decision != Decision.WINDOW  # nothing is left to react with, though a card is left to pay
    assert game.level(0) == 2
    assert hand(game, 0) == ["elf"]


def test_halfling_need_not_roll_again():
    """RACE-1: the second roll is an offer; without it the first one stands and no card is lost."""
    game = retrying([1, 6])
    settled(game, "pass")
    assert game.level(0) == 2
    assert hand(game, 0) == ["dwarf", "elf"]


def test_halfling_without_a_card_to_pay_is_caught():
    """RACE-1, PLAY-10: the Halfling card itself does not pay for its ability."""
    game = retrying([1, 6], hand=[])
    assert game.decision != Decision.WINDOW
    assert game.level(0) == 2


def test_halfling_keeps_a_successful_roll():
    """RACE-1: only a failed roll is repeated."""
    game = retrying([6, 1])
    assert game.decision != Decision.WINDOW
    assert game.level(0) == 5


# ------------------------------------------------------------------ Cleric


def test_cleric_opens_the_topmost_discard_instead():
    """CLASS-1: the opened door comes from the discards, for a card from hand."""
    game = in_turn(
        {"klass": "cleric", "hand": ["gp_1000"], "level": 9},
        phase="door",
        doors=["bullrog"],
        discards=["lame_goblin", "crabs"],
    )
    assert game.decision == Decision.RESURRECT
    game.do(amount=1)
    game.do(card="gp_1000")
    assert int(game.position["combat"]["monster"]["type"][0, 0]) == game.catalogue.index("lame_goblin")
    assert discards(game) == ["crabs", "gp_1000"]


def test_cleric_pays_before_the_combat():
    """CLASS-1: the card from hand goes before the monster is fought, so that it can't be spent in the combat."""
    game = in_turn(
        {"klass": "cleric", "hand": ["magic_missile"]}, phase="door", doors=["bullrog"], discards=["lame_goblin"]
    )
    game.do(amount=1)
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    settled(game, card="magic_missile")
    assert game.decision == Decision.COMBAT
    assert hand(game, 0) == []


def test_cleric_may_open_the_deck():
    """CLASS-1: resurrection is an offer; without it the deck's top card is opened and nothing paid."""
    game = in_turn({"klass": "cleric", "hand": ["gp_1000"]}, phase="door", doors=["elf"], discards=["lame_goblin"])
    game.do(amount=0)
    assert hand(game, 0) == ["elf", "gp_1000"]
    assert discards(game) == ["lame_goblin"]


@pytest.mark.parametrize("facts", [{"hand": ["gp_1000"]}, {"klass": "cleric"}])
def test_resurrection_needs_the_class_and_a_card_in_hand(facts):
    """CLASS-1: without the class, or without a card in hand to pay with, the deck is opened."""
    game = in_turn(facts, phase="door", doors=["elf"], discards=["lame_goblin"])
    assert game.decision != Decision.RESURRECT
    assert "elf" in hand(game, 0)


def helped_cleric(discarded, **facts):
    """A Cleric who has won with help and may draw from the discards."""
    seat = {"level": 9, "klass": "cleric", "hand": ["elf", "dwarf"], **facts}
    game = fight(
        ["undead_horse"],
        seat,
        helper=1,
        goal=20,
        discards=discarded,
        treasures=["huge_rock", "stepladder"],
        forced_choices=False,
    )
    game.do("kill")
    return game


def test_cleric_draws_helped_treasure_from_the_discards():
    """CLASS-1: any number of the two treasures, top first, a card from hand for each."""
    game = helped_cleric(["leather_armor", "helm_of_courage"])
    assert game.decision == Decision.RESURRECT
    assert words(game) == {"0", "1", "2"}
    game.do(amount=1)
    settled(game, card="dwarf")
    assert hand(game, 0) == ["elf", "huge_rock", "leather_armor"]
    assert discards(game) == ["dwarf", "helm_of_courage", "undead_horse"]


def test_cleric_takes_no_more_than_he_can_pay():
    """CLASS-1: with one card in hand one treasure."""
    game = helped_cleric(["leather_armor", "helm_of_courage"], hand=["elf"])
    assert words(game) == {"0", "1"}


def test_cleric_takes_hoard_like_any_treasure():
    """CLASS-1, HELP-5: Hoard! and what lies beneath it, for a card of the hand each; then it draws three face up."""
    game = helped_cleric(["leather_armor", "hoard", "helm_of_courage"])
    assert words(game) == {"0", "1", "2"}
    game = fight(
        ["lame_goblin"],
        {"level": 5, "klass": "cleric", "hand": ["elf", "dwarf", "halfling"]},
        {"level": 3},
        helper=1,
        discards=["hoard", "leather_armor"],
        treasures=["helm_of_courage", "spiky_knees", "broad_sword", "huge_rock"],
    )
    settled(game, "kill")
    assert (game.decision, words(game)) == (Decision.RESURRECT, {"0", "1"})
    game.do(amount=1)
    assert (game.decision, words(game)) == (Decision.CHOOSE_CARD, {"Elf", "Dwarf", "Halfling"})
    game.do(card="elf")
    # CLASS-1: Hoard! itself is not there while its cards are drawn; one of them may be resurrected, for the second card
    assert (game.decision, words(game)) == (Decision.RESURRECT, {"0", "1"})
    game.do(amount=1)
    settled(game, card="dwarf")
    assert hand(game, 0) == ["halfling", "helm_of_courage", "leather_armor", "spiky_knees"]
    assert discards(game) == ["dwarf", "elf", "hoard", "lame_goblin"]


def test_cleric_pays_for_hoard_before_it_draws():
    """CLASS-1, PLAY-10: with one card in hand nothing more is resurrected by what Hoard! draws."""
    game = fight(
        ["lame_goblin"],
        {"level": 5, "klass": "cleric", "hand": ["elf"]},
        {"level": 3},
        helper=1,
        discards=["hoard", "leather_armor"],
        treasures=["helm_of_courage", "spiky_knees", "broad_sword"],
    )
    settled(game, "kill")
    game.do(amount=1)
    settled(game, card="elf")
    assert hand(game, 0) == ["broad_sword", "helm_of_courage", "spiky_knees"]
    assert discards(game) == ["elf", "hoard", "lame_goblin", "leather_armor"]


def test_cleric_draws_lone_treasure_from_the_deck():
    """CLASS-1: resurrection is for cards drawn face up; treasure of a lone kill is drawn face down."""
    seat = {"level": 9, "klass": "cleric", "hand": ["elf", "dwarf"]}
    game = fight(
        ["undead_horse"],
        seat,
        goal=20,
        discards=["leather_armor"],
        treasures=["huge_rock", "stepladder"],
        forced_choices=False,
    )
    win(game)
    assert hand(game, 0) == ["dwarf", "elf", "huge_rock", "stepladder"]


def test_cleric_loots_the_room_from_the_deck():
    """CLASS-1, TURN-4: looting is face down: no resurrection."""
    game = in_turn({"klass": "cleric", "hand": ["gp_1000"]}, phase="trouble", doors=["elf"], discards=["lame_goblin"])
    game.do("loot_room")
    assert hand(game, 0) == ["elf", "gp_1000"]


def test_cleric_turns_the_undead():
    """CLASS-1: +3 for each of up to three cards against undead."""
    seat = {"klass": "cleric", "hand": ["elf", "dwarf", "gp_1000"], "table": ["magic_missile"]}
    game = fight(["king_tut"], seat, forced_choices=False)
    for i, card in enumerate(("elf", "magic_missile", "dwarf")):
        settled(game, "turn_undead", card=card)
        assert game.strength("players") == 1 + 3 * (i + 1)
    assert not may(game, "turn_undead")
    assert hand(game, 0) == ["gp_1000"]


def test_turning_helper_helps():
    """CLASS-1, COMBAT-8: a helping Cleric turns undead for the leader."""
    game = fight(["king_tut"], {}, {"klass": "cleric", "hand": ["elf"]}, helper=1, forced_choices=False)
    game.do("run_away")
    assert game.current_player == 1
    settled(game, "turn_undead", card="elf")
    assert game.strength("players") == 5


# ------------------------------------------------------------------ Thief


def test_thief_backstabs_a_fighter():
    """CLASS-1: a bystanding Thief discards a card: -2 for the leader."""
    game = fight(["lame_goblin"], {"level": 3}, {"klass": "thief", "hand": ["elf"]}, forced_choices=False)
    game.do("kill")
    assert game.current_player == 1
    settled(game, "backstab", seat=0, card="elf")
    assert game.strength("players") == 1
    assert discards(game) == ["elf"]
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)  # a tie: the declared kill is void


def test_thief_backstabs_each_victim_once():
    """CLASS-1: once per victim and combat, leader and helper each."""
    game = fight(
        ["net_troll"],
        {"level": 9},
        {"level": 5},
        {"klass": "thief", "hand": ["elf", "dwarf", "cleric"]},
        helper=1,
        goal=20,
        windows="open",
        forced_choices=False,
    )
    game.do("kill")
    pass_until(game, 2)
    name_seat(begin(game, "backstab"), 0)
    name_card(game, "elf")
    pass_until(game, 2)
    begin(game, "backstab")
    assert words(game) == {"the player 2 to the left"}
    name_seat(game, 1)
    name_card(game, "dwarf")
    assert game.strength("players") == 10
    pass_until(game, 2)
    assert not may(game, "backstab")


def test_a_fighting_thief_stabs_his_ally_but_not_himself():
    """CLASS-1: the leader may backstab the helper, nobody themselves."""
    game = fight(["bullrog"], {"klass": "thief", "hand": ["elf"]}, {"level": 5}, helper=1, forced_choices=False)
    begin(game, "backstab")
    assert words(game) == {"the player 1 to the left"}
    name_seat(game, 1)
    name_card(game, "elf")
    settle(game)
    assert game.strength("players") == 4
    alone = fight(["bullrog"], {"klass": "thief", "hand": ["elf"]}, forced_choices=False)
    assert not may(alone, "backstab")


def test_a_backstab_lasts_for_the_combat():
    """CLASS-1: it counts in this combat and not after it."""
    game = fight(["lame_goblin"], {"level": 5}, {"klass": "thief", "hand": ["elf"]}, forced_choices=False)
    game.do("kill")
    settled(game, "backstab", seat=0, card="elf")
    assert game.level(0) == 6
    assert int(game.position["player"]["combat_bonus"][0, 0]) == 0


def robbery(die):
    """A Thief who pays a card to steal a helmet."""
    game = in_turn(
        {"level": 3, "klass": "thief", "hand": ["elf", "dwarf"]},
        {"table": ["helm_of_courage"]},
        dice=[die],
    )
    settled(game, "steal", seat=1, card="helm_of_courage", second="elf")
    return game


@pytest.mark.parametrize("die", [4, 5, 6])
def test_theft_succeeds_with_four_or_more(die):
    """CLASS-1: the item changes owner, the paid card is gone; it arrives carried."""
    game = robbery(die)
    assert table(game, 0) == ["helm_of_courage", "thief"]
    assert table(game, 1) == []
    assert carried(game, "helm_of_courage")
    assert discards(game) == ["elf"]
    assert game.level(0) == 3


@pytest.mark.parametrize("die", [1, 2, 3])
def test_failed_theft_costs_a_level(die):
    """CLASS-1: below 4 the item stays, the Thief loses a level and the card."""
    game = robbery(die)
    assert table(game, 1) == ["helm_of_courage"]
    assert game.level(0) == 2
    assert discards(game) == ["elf"]


def test_a_thief_steals_as_often_as_he_can_pay():
    """CLASS-1: there is no limit but the cards to pay with."""
    game = in_turn({"klass": "thief", "hand": ["elf", "dwarf"]}, {"table": ["helm_of_courage"]}, dice=[1, 5])
    game.do("steal", seat=1, card="helm_of_courage", second="elf")
    assert may(game, "steal")
    game.do("steal", seat=1, card="helm_of_courage", second="dwarf")
    assert table(game, 0) == ["helm_of_courage", "thief"]
    assert not may(game, "steal")


def test_a_thief_steals_small_items_in_play():
    """CLASS-1: no Big or lent item, no card in hand, nothing that is no item; one-shots and cheated items are items."""
    victim = {
        "race": "elf",
        "hand": ["wishing_ring"],
        "table": ["huge_rock", {"staff_of_napalm": "cheat"}, "hireling", "magic_missile", "helm_of_courage"],
        "lent": "bow_with_ribbons",
        "carried": ["horny_helmet"],
    }
    game = in_turn({"klass": "thief", "hand": ["dwarf"]}, victim)
    name_seat(begin(game, "steal"), 1)
    assert words(game) == {"Staff of Napalm", "Magic Missile", "Helm of Courage", "Horny Helmet"}


def test_a_thief_pays_with_hand_or_table_but_not_with_his_class():
    """CLASS-1, PLAY-10: any own card except the one that grants the ability."""
    game = in_turn(
        {"klass": "thief", "race": "elf", "hand": ["dwarf"], "table": ["leather_armor"]}, {"table": ["helm_of_courage"]}
    )
    name_card(name_seat(begin(game, "steal"), 1), "helm_of_courage")
    assert words(game) == {"Elf", "Dwarf", "Leather Armor"}
    assert not may(in_turn({"klass": "thief"}, {"table": ["helm_of_courage"]}), "steal")


def test_fighters_are_not_robbed_but_bystanders_are():
    """CLASS-1: during a combat of others a Thief steals from those who do not fight."""
    game = fight(
        ["bullrog"],
        {"table": ["leather_armor"]},
        {"klass": "thief", "hand": ["elf"]},
        {"table": ["helm_of_courage"]},
        dice=[6],
        forced_choices=False,
    )
    game.do("run_away")
    assert game.current_player == 1
    begin(game, "steal")
    assert words(game) == {"the player 1 to the left"}
    name_seat(game, 2)
    name_card(game, "helm_of_courage")
    name_card(game, "elf")
    assert table(game, 1) == ["helm_of_courage", "thief"]


def test_a_thief_steals_in_the_turn_of_another():
    """CLASS-1: theft is no matter of turns."""
    game = in_turn(
        {"table": ["helm_of_courage"]}, {"klass": "thief", "hand": ["elf"]}, phase="begin", dice=[4], doors=["elf"]
    )
    assert game.current_player == 1
    game.do("steal", seat=0, card="helm_of_courage", second="elf")
    assert table(game, 1) == ["helm_of_courage", "thief"]


# ------------------------------------------------------------------ Warrior


def test_warrior_goes_berserk_for_three_cards():
    """CLASS-1: +1 for each of up to three cards from hand or table."""
    seat = {"klass": "warrior", "hand": ["elf", "dwarf", "gp_1000"], "carried": ["helm_of_courage"]}
    game = fight(["bullrog"], seat, forced_choices=False)
    for i, card in enumerate(("elf", "helm_of_courage", "dwarf")):
        settled(game, "berserk", card=card)
        assert game.strength("players") == 2 + i
    assert not may(game, "berserk")


# ------------------------------------------------------------------ Wizard


def wizard_rolls(die, cards):
    """A Wizard who has rolled to run away."""
    game = fight(["wannabe_vampire"], {"level": 5, "klass": "wizard", "hand": cards}, dice=[die], forced_choices=False)
    give_up(game)
    game.do("roll", place=0)
    return game


def test_wizard_flies_for_cards_after_the_roll():
    """CLASS-1: +1 to the roll for each card, after the die is seen."""
    game = wizard_rolls(3, ["elf", "dwarf", "gp_1000"])
    game.do("flight", card="elf")
    settled(game, "flight", card="dwarf")
    assert game.level(0) == 5
    assert escapes(game) == [0]
    assert hand(game, 0) == ["gp_1000"]


def test_wizard_flies_for_three_cards_at_most():
    """CLASS-1: three cards per combat."""
    game = wizard_rolls(1, ["elf", "dwarf", "gp_1000", "thief"])
    for card in ("elf", "dwarf", "thief"):
        game.do("flight", card=card)
    assert game.decision != Decision.WINDOW  # no fourth card is taken
    assert game.level(0) == 2
    assert hand(game, 0) == ["gp_1000"]


def test_others_do_not_fly():
    """CLASS-1: without the class no card changes the roll."""
    game = fight(["wannabe_vampire"], {"level": 5, "hand": ["elf", "dwarf"]}, dice=[4], forced_choices=False)
    flee(game)
    assert game.level(0) == 2


def charm(hand_cards, monsters=("bullrog",), **facts):
    return fight(
        list(monsters),
        {"level": 3, "klass": "wizard", "hand": hand_cards, **facts},
        treasures=["huge_rock", "stepladder", "helm_of_courage", "leather_armor", "spiky_knees"],
        forced_choices=False,
    )


def test_wizard_charms_a_monster_for_his_whole_hand():
    """CLASS-1, COMBAT-6: the monster goes, its treasure is drawn, there is no level."""
    game = charm(["elf", "dwarf", "gp_1000"])
    settled(game, "charm", place=0)
    assert game.level(0) == 3
    assert hand(game, 0) == ["helm_of_courage", "huge_rock", "leather_armor", "spiky_knees", "stepladder"]
    assert discards(game) == ["bullrog", "dwarf", "elf", "gp_1000"]


@pytest.mark.parametrize(("cards", "allowed"), [(2, False), (3, True), (4, True)])
def test_charm_needs_three_cards_in_hand(cards, allowed):
    """CLASS-1: the hand must hold at least three cards; those on the table don't count."""
    game = charm(["elf", "dwarf", "gp_1000", "thief"][:cards], table=["magic_missile"])
    assert may(game, "charm") is allowed


def test_treasure_of_a_charmed_monster_is_lost_in_flight():
    """CLASS-1, COMBAT-3: a player who flees the rest gets no treasure at all."""
    game = charm(["elf", "dwarf", "gp_1000"], ("lame_goblin", "bullrog"))
    settled(game, "charm", place=0)
    flee(game)
    assert hand(game, 0) == []


# ------------------------------------------------------------------ Half-Breed


def test_half_breed_needs_a_race():
    """MOD-1: without a race card it can't be laid out."""
    game = in_turn({"hand": ["half_breed", "elf"]})
    begin(game, "lay_out")
    assert words(game) == {"Elf"}
    name_card(game, "elf")
    game.do("lay_out", card="half_breed")
    assert table(game, 0) == ["elf", "half_breed"]


def test_half_breed_has_two_different_races():
    """MOD-1: a second race comes in, not the same one twice; a third takes the place of one of them."""
    game = in_turn({"race": "elf", "table": ["half_breed"], "hand": ["elf", "dwarf", "halfling"]})
    begin(game, "lay_out")
    assert words(game) == {"Dwarf", "Halfling"}
    name_card(game, "dwarf")
    assert races(game, 0) == {Race.ELF, Race.DWARF}
    begin(game, "lay_out")
    assert words(game) == {"Halfling"}
    name_card(game, "halfling")
    assert words(game) == {"Elf", "Dwarf"}
    name_card(game, "elf")
    assert races(game, 0) == {Race.DWARF, Race.HALFLING}
    assert table(game, 0) == ["dwarf", "half_breed", "halfling"]


def test_two_races_bring_both_advantages():
    """MOD-1: a Dwarf and Halfling sells for double and keeps all Big items."""
    game = in_turn({"race": ["dwarf", "halfling"], "table": ["half_breed", "huge_rock"], "hand": ["mithril_armor"]})
    game.do("lay_out", card="mithril_armor")
    assert game.decision == Decision.TURN_START
    game.do("sell", cards=["mithril_armor"])
    assert game.level(0) == 2


def test_two_races_bring_both_drawbacks():
    """MOD-1: monsters have their bonus against either race, once each."""
    seat = {"race": ["dwarf", "elf"], "table": ["half_breed"]}
    assert fight(["undead_horse"], seat, forced_choices=False).strength("monsters") == 4 + 5
    assert fight(["drooling_slime"], seat, forced_choices=False).strength("monsters") == 1 + 4


def test_half_breed_with_one_race_has_its_advantages_only():
    """MOD-1: an Elf with Half-Breed runs with +1 and the slime has no bonus against them."""
    seat = {"race": "elf", "table": ["half_breed"]}
    assert fight(["drooling_slime"], seat, forced_choices=False).strength("monsters") == 1
    game = fight(["wannabe_vampire"], {"level": 5, **seat}, dice=[4])
    flee(game)
    assert game.level(0) == 5


def test_half_breed_with_one_race_is_no_human():
    """MOD-1: human-only items stay closed to them."""
    game = in_turn({"race": "elf", "table": ["half_breed"], "carried": ["bad_ass_bandana"]})
    assert not may(game, "use")


def test_half_breed_goes_with_the_last_race():
    """MOD-1: it stays with one of two races and goes when none is left."""
    game = in_turn({"race": ["elf", "dwarf"], "table": ["half_breed"]})
    game.do("drop", card="elf")
    assert table(game, 0) == ["dwarf", "half_breed"]
    game.do("drop", card="dwarf")
    assert table(game, 0) == []
    assert discards(game) == ["dwarf", "elf", "half_breed"]


def test_only_one_half_breed():
    """MOD-1: never two of them."""
    game = in_turn({"race": "elf", "table": ["half_breed"], "hand": ["half_breed"]})
    assert not may(game, "lay_out")


# ------------------------------------------------------------------ Super Munchkin


def test_super_munchkin_needs_a_class():
    """MOD-1: without a class card it can't be laid out; with one class it can."""
    game = in_turn({"hand": ["super_munchkin", "thief"]})
    begin(game, "lay_out")
    assert words(game) == {"Thief"}
    name_card(game, "thief")
    game.do("lay_out", card="super_munchkin")
    assert table(game, 0) == ["super_munchkin", "thief"]


def test_super_munchkin_has_two_different_classes():
    """MOD-1: a second class comes in, not the same one twice; a third takes the place of one of them."""
    game = in_turn({"klass": "thief", "table": ["super_munchkin"], "hand": ["thief", "warrior", "cleric"]})
    begin(game, "lay_out")
    assert words(game) == {"Warrior", "Cleric"}
    name_card(game, "warrior")
    assert classes(game, 0) == {Klass.THIEF, Klass.WARRIOR}
    begin(game, "lay_out")
    assert words(game) == {"Cleric"}
    name_card(game, "cleric")
    assert words(game) == {"Thief", "Warrior"}
    name_card(game, "warrior")
    assert classes(game, 0) == {Klass.THIEF, Klass.CLERIC}
    assert table(game, 0) == ["cleric", "super_munchkin", "thief"]


@pytest.mark.parametrize("edition", ["star", "extended"])
def test_super_munchkin_stays_where_one_class_replaces_another(edition):
    """MOD-1: a modifier that needs two classes goes with one that is dropped, but not with one that is replaced."""
    held, new = {"star": (["psychic", "trader"], "gadgeteer"), "extended": (["thief", "cleric"], "warrior")}[edition]
    seat = {"klass": held, "table": ["super_munchkin"], "hand": [new]}
    dropped = in_turn(seat, editions=(edition,))
    dropped.do("drop", card=held[0])
    assert table(dropped, 0) == [held[1]]
    game = in_turn(seat, editions=(edition,))
    game.do("lay_out", card=new, second=held[0])
    assert table(game, 0) == sorted([held[1], new, "super_munchkin"])
    assert discards(game) == [held[0]]


def test_a_class_is_replaced_in_combat_and_as_it_is_received():
    """MOD-1, PLAY-12, TURN-6: whenever a class may be laid out."""
    seat = {"klass": ["thief", "cleric"], "table": ["super_munchkin"], "hand": ["warrior"]}
    game = fight(["lame_goblin"], seat, forced_choices=False)
    game.do("lay_out", card="warrior", second="thief")
    assert classes(game, 0) == {Klass.CLERIC, Klass.WARRIOR}
    game = in_turn({**seat, "hand": []}, doors=["wizard"])
    game.do("open_door")
    assert may(game, "lay_out")
    game.do("lay_out", card="wizard", second="cleric")
    assert classes(game, 0) == {Klass.THIEF, Klass.WIZARD}


def test_a_cultist_is_not_replaced():
    """MOD-1, CULT-1: of two classes the other one goes."""
    seat = {"klass": ["cultist", "professor"], "table": ["super_munchkin"], "hand": ["investigator"]}
    game = in_turn(seat, {"klass": "cultist"}, editions=("cthulhu",))
    begin(game, "lay_out")
    name_card(game, "investigator")
    assert words(game) == {"Professor"}
    name_card(game, "professor")
    assert table(game, 0) == ["cultist", "investigator", "super_munchkin"]


def test_two_classes_without_what_allows_them_are_not_exchanged():
    """MOD-1, RACE-1, CLASS-1: one race and one class are dropped before another is laid out."""
    game = in_turn({"race": "elf", "klass": "thief", "table": ["half_breed"], "hand": ["warrior", "elf"]})
    assert not may(game, "lay_out")


def test_super_munchkin_with_one_class_has_its_advantages_only():
    """MOD-1: a Wizard with Super Munchkin charms, the Platycore has no bonus, and mithril is allowed."""
    seat = {"klass": "wizard", "table": ["super_munchkin"], "hand": ["elf", "dwarf", "gp_1000"]}
    game = fight(["platycore"], {**seat, "carried": ["pointy_hat_of_power"]}, forced_choices=False)
    assert may(game, "charm")
    assert game.strength("monsters") == 6
    game = in_turn({**seat, "carried": ["mithril_armor"]})
    assert may(game, "use")


def test_super_munchkin_stays_with_the_last_class():
    """MOD-1: it goes when no class is left, not before."""
    game = in_turn({"klass": ["thief", "cleric"], "table": ["super_munchkin"]})
    game.do("drop", card="thief")
    assert table(game, 0) == ["cleric", "super_munchkin"]
    game.do("drop", card="cleric")
    assert table(game, 0) == []


def test_only_one_super_munchkin():
    """MOD-1: never two of them."""
    game = in_turn({"klass": "thief", "table": ["super_munchkin"], "hand": ["super_munchkin"]})
    assert not may(game, "lay_out")


def test_an_ability_of_two_classes_is_paid_with_the_other_class():
    """MOD-1, PLAY-10: the second class card may pay for the first one's ability."""
    game = fight(["bullrog"], {"klass": ["warrior", "thief"], "table": ["super_munchkin"]}, forced_choices=False)
    begin(game, "berserk")
    assert words(game) == {"Thief", "Super Munchkin"}
    name_card(game, "thief")
    settle(game)
    assert game.strength("players") == 2
    assert table(game, 0) == ["super_munchkin", "warrior"]


# ------------------------------------------------------------------ a modifier that goes first

TWO_RACES = {"race": ["elf", "halfling"], "table": ["half_breed"]}
TWO_CLASSES = {"klass": ["warrior", "wizard"], "table": ["super_munchkin"]}


def pay_with(game, verb, modifier, *before):
    """Pay an ability with a modifier; `before` are the choices between verb and payment."""
    begin(game, verb)
    for step in before:
        step(game)
    name_card(game, modifier)
    return game


def fighter(verb, modifier, **seat):
    return pay_with(fight(["mr_bones"], seat), verb, modifier)


def roller(verb, modifier, **seat):
    game = fight(["bigfoot"], {"level": 5, **seat}, dice=[1, 1])
    give_up(game)
    game.do("roll", place=0)
    return pay_with(game, verb, modifier)


def backstabber(modifier, **seat):
    game = fight(["bigfoot"], {"level": 5}, seat)
    game.do("run_away")
    return pay_with(pass_until(game, 1), "backstab", modifier, lambda game: name_seat(game, 0))


def thief(modifier, **seat):
    game = in_turn(seat, {"table": ["helm_of_courage"]}, dice=[6])
    return pay_with(
        game, "steal", modifier, lambda game: name_seat(game, 1), lambda game: name_card(game, "helm_of_courage")
    )


def pairs(klass):
    """Two classes, the one with the ability among them, in either order."""
    other = "thief" if klass != "thief" else "cleric"
    return {"klass": [klass, other], "table": ["super_munchkin"]}


PAYMENTS = {
    ("berserk", "super_munchkin"): (lambda: fighter("berserk", "super_munchkin", **pairs("warrior")), 0),
    ("berserk", "half_breed"): (lambda: fighter("berserk", "half_breed", klass="warrior", **TWO_RACES), 0),
    ("turn_undead", "super_munchkin"): (lambda: fighter("turn_undead", "super_munchkin", **pairs("cleric")), 0),
    ("turn_undead", "half_breed"): (lambda: fighter("turn_undead", "half_breed", klass="cleric", **TWO_RACES), 0),
    ("flight", "super_munchkin"): (lambda: roller("flight", "super_munchkin", **pairs("wizard")), 0),
    ("flight", "half_breed"): (lambda: roller("flight", "half_breed", klass="wizard", **TWO_RACES), 0),
    ("retry", "super_munchkin"): (lambda: roller("retry", "super_munchkin", race="halfling", **TWO_CLASSES), 0),
    ("retry", "half_breed"): (lambda: roller("retry", "half_breed", **TWO_RACES), 0),
    ("backstab", "super_munchkin"): (lambda: backstabber("super_munchkin", **pairs("thief")), 1),
    ("backstab", "half_breed"): (lambda: backstabber("half_breed", klass="thief", **TWO_RACES), 1),
    ("steal", "super_munchkin"): (lambda: thief("super_munchkin", **pairs("thief")), 0),
    ("steal", "half_breed"): (lambda: thief("half_breed", klass="thief", **TWO_RACES), 0),
}
"""Every ability that is paid with cards on the table, with either modifier: the position after, and who has paid."""


def test_every_ability_that_is_paid_is_in_the_table():
    """MOD-1, PLAY-10: every place in the rules that asks what may pay, each with both modifiers."""
    paying = ("payable", "pays_for_theft")
    paid = [row for row in VERBS.values() for pays in (row.card, row.second) if getattr(pays, "__name__", "") in paying]
    assert all(row.ability for row in paid)
    verbs = {row.verb.name.lower() for row in paid}
    assert set(PAYMENTS) == {(verb, modifier) for verb in verbs for modifier in ("half_breed", "super_munchkin")}


@each("last", [0, 1])
@each(("verb", "modifier"), list(PAYMENTS))
def test_who_pays_with_a_modifier_chooses_what_stays(verb, modifier, last):
    """MOD-1, PLAY-10: with two races or classes in play the owner is asked at once which of them goes."""
    make, owner = PAYMENTS[verb, modifier]
    game = make()
    kind = Kind.RACE if modifier == "half_breed" else Kind.CLASS
    pair = [card for card in table(game, owner) if game.catalogue.card(game.catalogue.index(card)).kind == kind]
    assert (len(pair), game.current_player, game.decision) == (2, owner, Decision.CHOOSE_CARD)
    assert words(game) == {game.catalogue.name(game.catalogue.index(card)) for card in pair}
    assert not game.broken()
    assert modifier not in table(game, owner)
    goes, stays = pair[last], pair[1 - last]
    strength = game.strength("players") if int(game.position["combat"]["active"][0]) else None
    game.do(card=goes)
    assert stays in table(game, owner)
    assert goes in discards(game)
    assert not game.broken()
    if verb in ("berserk", "turn_undead"):
        assert game.strength("players") == strength == 1 + (1 if verb == "berserk" else 3)
    if verb == "steal":
        settle(game)
        assert "helm_of_courage" in table(game, owner)


def test_a_modifier_that_goes_with_its_only_card_asks_nothing():
    """MOD-1: with one class there is nothing to choose: Super Munchkin is paid, the class stays."""
    game = fight(["bullrog"], {"klass": "warrior", "table": ["super_munchkin"]})
    pay_with(game, "berserk", "super_munchkin")
    assert game.decision != Decision.CHOOSE_CARD
    assert table(game, 0) == ["warrior"]


def test_the_choice_of_a_race_comes_before_the_big_items():
    """MOD-1, ITEM-3: a player who keeps the Dwarf keeps the Big items; else one of them goes next."""
    seat = {"klass": "warrior", "race": ["dwarf", "elf"], "table": ["half_breed", "huge_rock"]}
    seat["carried"] = ["mithril_armor"]
    for goes, decision in (("elf", Decision.COMBAT), ("dwarf", Decision.BIG_ITEMS)):
        game = pay_with(fight(["bullrog"], seat), "berserk", "half_breed")
        game.do(card=goes)
        assert settle(game).decision == decision


def test_what_a_payment_brings_is_settled_before_its_roll():
    """MOD-1, ITEM-3, FLEE-5: the thief says which race stays, hands a Big item over, then the die decides."""
    seat = {"klass": "thief", "race": ["dwarf", "elf"], "table": ["half_breed"]}
    seat["carried"] = ["huge_rock", "mithril_armor"]
    game = in_turn(seat, {"table": ["helm_of_courage"]}, dice=[6])
    game.do("steal", seat=1, card="helm_of_courage", second="half_breed")
    game.do(card="dwarf")
    game.do("hand_over", card="huge_rock", seat=2)
    assert carried(game, "huge_rock")
    settle(game)
    assert table(game, 0) == ["elf", "helm_of_courage", "mithril_armor", "thief"]
    assert table(game, 2) == ["huge_rock"]


@pytest.mark.parametrize(
    ("curse", "left"),
    [
        ("curse_lose_your_race", ["super_munchkin", "warrior", "wizard"]),
        ("curse_change_race", ["dwarf", "super_munchkin", "warrior", "wizard"]),
        ("curse_change_class", ["cleric", "elf", "half_breed", "halfling"]),
    ],
)
def test_a_modifier_that_goes_last_asks_nothing(curse, left):
    """MOD-1, CURSE-1: the modifier follows races or classes that all go."""
    victim = {"race": TWO_RACES["race"], "klass": TWO_CLASSES["klass"], "table": ["half_breed", "super_munchkin"]}
    game = in_turn({"hand": [curse]}, victim, discards=["dwarf", "cleric"])
    settled(game, "play", card=curse, seat=1)
    assert table(game, 1) == left
    assert game.decision == Decision.TURN_START


@pytest.mark.skipif(not INTERPRETED, reason="calls an atom, which has no compiled entry of its own")
@each("zone", [Zone.DISCARD, Zone.HAND + 1, Zone.HAND, Zone.TABLE + 1, Zone.OUT])
@each("modifier", ["half_breed", "super_munchkin"])
def test_wherever_a_modifier_goes_its_owner_is_asked(modifier, zone):
    """MOD-1: paid, dropped, stolen, lost or taken out: whatever takes it off the table, nothing goes on before."""
    seat = {"race": TWO_RACES["race"], "klass": TWO_CLASSES["klass"], "table": ["half_breed", "super_munchkin"]}
    game = in_turn(seat, {"race": "dwarf", "klass": "cleric"})
    leave_table(game._positions[0], game.tables[0], copy_of(game, modifier), zone, ALL_SEATS)
    game.position["seat"] = -1  # the question that was pending is asked again later
    invariants.resume(game._positions, 0, game.tables, game._ids)
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    assert len(table(game, 0)) == 5, "which of them goes is the owner's choice"
    assert not game.broken()


def test_what_a_cleric_draws_face_up_is_seen_by_all():
    """CLASS-1, HELP-5: a resurrected treasure is known to everybody."""
    game = helped_cleric(["leather_armor", "helm_of_courage"])
    game.do(amount=1)
    settled(game, card="dwarf")
    assert seen_by(game, "leather_armor") == {1, 2}
