"""Curses: when they strike, what they take, what stays, how they are cancelled."""

import pytest

from munchkin_env.vocabulary import Decision, Sex, Window
from tests.each import each
from tests.kit.looking import carried, discards, hand, may, table, words
from tests.kit.playing import begin, flee, give_up, idle, name_card, name_seat, pass_until, settle, win
from tests.kit.tables import fight, in_turn


def curse(card, victim, *others, **settings):
    """Seat 0, in turn, plays the curse on seat 1."""
    return curse_with({"hand": [card]}, card, victim, *others, **settings)


def curse_with(curser, card, victim, *others, **settings):
    game = in_turn(curser, victim, *others, **settings)
    game.do("play", card=card, seat=1)
    return game


def opened(card, victim, **settings):
    """Seat 0 opens a door behind which the curse is."""
    return in_turn(victim, phase="door", doors=[card], **settings)


# ------------------------------------------------------------------ striking


def test_a_drawn_curse_strikes_who_opened_the_door():
    """CURSE-1, TURN-2: it strikes at once and is discarded; the turn goes on."""
    game = opened("curse_duck_of_doom", {"level": 5})
    assert game.level(0) == 3
    assert discards(game) == ["curse_duck_of_doom"]
    assert game.decision == Decision.AFTER_DOOR


def test_a_played_curse_strikes_its_target():
    """CURSE-1, PLAY-1: it strikes whom its player names, at once, and is discarded."""
    game = curse("curse_lose_a_level", {"level": 4})
    assert [game.level(p) for p in range(3)] == [1, 3, 1]
    assert discards(game) == ["curse_lose_a_level"]
    assert hand(game, 0) == []


def test_a_curse_may_be_played_on_anybody():
    """CURSE-1, PLAY-15: any living player, oneself included."""
    game = in_turn({"hand": ["curse_lose_a_level"]}, {"dead": True}, {})
    begin(game, "play")
    name_card(game, "curse_lose_a_level")
    assert words(game) == {"oneself", "the player 2 to the left"}


def test_a_curse_is_played_in_the_turn_of_another():
    """CURSE-1, PLAY-1: at any time."""
    game = in_turn({"level": 5}, {"hand": ["curse_duck_of_doom"]}, phase="begin")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("play", card="curse_duck_of_doom", seat=0)
    assert game.level(0) == 3


def test_a_curse_is_played_in_combat():
    """CURSE-1: a curse turns a kill that was declared."""
    game = fight(["pit_bull"], {"level": 3}, {"hand": ["curse_duck_of_doom"]}, forced_choices=False)
    game.do("kill")
    game.do("play", card="curse_duck_of_doom", seat=0)
    settle(game)
    assert game.level(0) == 1
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert not may(game, "kill")


def test_no_curse_between_a_roll_and_its_consequence():
    """CURSE-1, FLEE-5: while the die lies only reactions to rolls are possible."""
    game = fight(
        ["wannabe_vampire"],
        {"level": 5},
        {"hand": ["curse_duck_of_doom"]},
        dice=[6],
        windows="open",
        forced_choices=False,
    )
    give_up(game)
    game.do("roll", place=0)
    while game.current_player != 1:
        game.do("pass")
    assert words(game) == {"pass"}


@each(
    ("card", "victim"),
    [
        ("curse_lose_armor", {"table": ["helm_of_courage"], "carried": ["leather_armor"]}),
        ("curse_lose_footgear", {"table": ["helm_of_courage"]}),
        ("curse_lose_headgear", {"table": ["leather_armor"]}),
        ("curse_lose_1_big_item", {"table": ["helm_of_courage"]}),
        ("curse_lose_1_small_item", {"table": ["huge_rock"]}),
        ("curse_lose_your_race", {"klass": "thief"}),
        ("curse_change_race", {"klass": "thief"}),
        ("curse_change_class", {"race": "elf"}),
        ("curse_truly_obnoxious", {"table": ["boots_of_running_really_fast"]}),
        ("curse_lose_two_cards", {"level": 5}),
        ("curse_income_tax", {"level": 5}),
    ],
)
def test_a_curse_that_finds_nothing_does_nothing(card, victim):
    """CURSE-3: if nothing qualifies nothing happens, and the curse is discarded."""
    game = in_turn({"hand": [card]}, victim)
    levels = [game.level(p) for p in range(3)]
    before = table(game, 1)
    game.do("play", card=card, seat=1)
    settle(game)
    assert table(game, 1) == before
    assert [game.level(p) for p in range(3)] == levels
    assert discards(game) == [card]


@pytest.mark.parametrize(
    ("card", "worn"),
    [
        ("curse_lose_armor", "leather_armor"),
        ("curse_lose_footgear", "boots_of_butt_kicking"),
        ("curse_lose_headgear", "helm_of_courage"),
    ],
)
def test_a_curse_takes_what_is_worn(card, worn):
    """CURSE-1: only the item in use in that slot is lost, not a carried one."""
    spare = {"leather_armor": "slimy_armor", "boots_of_butt_kicking": "sandals_of_protection"}
    extra = spare.get(worn, "horny_helmet")
    game = in_turn({"hand": [card]}, {"table": [worn], "carried": [extra]})
    game.do("play", card=card, seat=1)
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card=worn)
    assert table(game, 1) == [extra]


# ------------------------------------------------------------------ choices


def test_the_victim_chooses_what_he_loses():
    """CURSE-3: several items qualify; the victim chooses, outside their turn too."""
    game = curse("curse_lose_1_small_item", {"table": ["helm_of_courage", "huge_rock"], "carried": ["leather_armor"]})
    assert (game.current_player, game.decision) == (1, Decision.CHOOSE_CARD)
    assert words(game) == {"Helm of Courage", "Leather Armor"}
    game.do(card="leather_armor")
    assert table(game, 1) == ["helm_of_courage", "huge_rock"]
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_the_victim_of_lose_a_big_item_chooses_among_big_ones():
    """CURSE-3: a Dwarf with two Big items chooses one of them."""
    game = curse(
        "curse_lose_1_big_item", {"race": "dwarf", "table": ["stepladder", "helm_of_courage"], "carried": ["huge_rock"]}
    )
    assert (game.current_player, game.decision) == (1, Decision.CHOOSE_CARD)
    assert words(game) == {"Stepladder", "Huge Rock"}


def test_truly_obnoxious_takes_the_biggest_bonus():
    """CURSE-3: the item with the biggest bonus; the victim chooses only among equals."""
    items = ["boots_of_butt_kicking", "helm_of_courage", "buckler_of_swashing"]
    game = curse("curse_truly_obnoxious", {"table": items})
    assert words(game) == {"Boots of Butt-Kicking", "Buckler of Swashing"}


def test_lose_your_class_of_two_is_the_victims_choice():
    """CURSE-3: one class goes, which one the victim says; Super Munchkin stays."""
    game = curse("curse_lose_your_class", {"klass": ["thief", "cleric"], "table": ["super_munchkin"]})
    assert words(game) == {"Thief", "Cleric"}
    game.do(card="thief")
    assert table(game, 1) == ["cleric", "super_munchkin"]


def test_lose_your_class_costs_a_level_without_one():
    """CURSE-1: a player without a class loses a level."""
    game = curse("curse_lose_your_class", {"level": 3})
    assert game.level(1) == 2


def test_lose_your_race_takes_all_of_them():
    """CURSE-1, MOD-1: both races go, and Half-Breed with the last."""
    game = curse("curse_lose_your_race", {"race": ["elf", "dwarf"], "table": ["half_breed"]})
    assert table(game, 1) == []


def test_income_tax_makes_everybody_pay():
    """CURSE-3: the victim chooses an item; the others pay at least its value or lose all items and a level."""
    game = in_turn(
        {"hand": ["curse_income_tax"], "table": ["helm_of_courage", "leather_armor", "magic_lamp"]},
        {"table": ["boots_of_butt_kicking", "huge_rock"]},
        {"level": 4, "table": ["spiky_knees"]},
    )
    game.do("play", card="curse_income_tax", seat=1)
    assert game.current_player == 1
    game.do(card="boots_of_butt_kicking")
    assert table(game, 1) == ["huge_rock"]
    while game.decision == Decision.CHOOSE_CARD:
        assert game.current_player == 0
        game.do(card=("helm_of_courage" if "helm_of_courage" in table(game, 0) else "leather_armor"))
    assert table(game, 0) == ["magic_lamp"]
    assert table(game, 2) == []
    assert game.level(2) == 3
    assert game.level(0) == 1


def test_neighbours_take_two_unseen_cards():
    """CURSE-1: the left neighbour takes a card from the hand, then the right one."""
    game = in_turn({"hand": ["curse_lose_two_cards", "bullrog"]}, {"hand": ["elf", "dwarf", "halfling"]}, {})
    game.do("play", card="curse_lose_two_cards", seat=1)
    settle(game)
    assert len(hand(game, 1)) == 1
    assert len(hand(game, 0)) == 2
    assert len(hand(game, 2)) == 1


def test_change_class_takes_the_topmost_class_of_the_discards():
    """CURSE-1: the old class goes, the first class found from the top comes; the old one isn't found again."""
    game = curse("curse_change_class", {"klass": "thief"}, discards=["bullrog", "wizard", "cleric"])
    assert table(game, 1) == ["wizard"]
    assert discards(game) == ["bullrog", "cleric", "curse_change_class", "thief"]


def test_change_race_without_one_in_the_discards_makes_human():
    """CURSE-1: nothing is found: the race is just lost."""
    game = curse("curse_change_race", {"race": "elf"}, discards=["bullrog"])
    assert table(game, 1) == []


@pytest.mark.parametrize("windows", ["compressed", "open"])
@pytest.mark.parametrize("by_door", [False, True])
def test_nothing_but_a_cancellation_comes_before_a_curse_strikes(by_door, windows):
    """CURSE-1a: as it arrives, the asked player may cancel it or pass; then it takes the class, no level."""
    held = {"hand": ["potion_of_general_studliness", "cleric", "wishing_ring"]}
    victim = {"level": 3, "race": "elf", "klass": "thief", "table": ["half_breed", "helm_of_courage"], **held}
    settings = {"windows": windows, "bargaining": "full", "trades": "full"}
    if by_door:
        game = in_turn(victim, doors=["curse_lose_your_class"], **settings)
        game.do("open_door")
    else:
        game = in_turn({"hand": ["curse_lose_your_class"]}, victim, **settings)
        game.do("play", card="curse_lose_your_class", seat=1)
    asked = set()
    while game.decision == Decision.WINDOW:
        assert Window(int(game.position["window"][0])) == Window.CURSE
        asked.add(game.current_player)
        assert words(game) <= {"pass", "play"}
        if "play" in words(game):
            assert words(game, "play") == {"Wishing Ring"}
        game.do("pass")
    struck = 0 if by_door else 1
    assert struck in asked
    assert (game.current_player, game.decision, words(game)) == (struck, Decision.CHOOSE_CARD, {"Thief"})
    game.do(card="thief")
    assert (game.level(struck), "thief" in table(game, struck)) == (3, False)


# ------------------------------------------------------------------ lasting curses


def test_a_lasting_curse_stays_in_front_of_its_victim():
    """CURSE-1: the chicken stays, and each of the victim's dice is one less."""
    game = curse("curse_chicken_on_your_head", {"level": 5})
    assert table(game, 1) == ["curse_chicken_on_your_head"]
    assert discards(game) == []
    assert int(game.position["player"]["die"][0, 1]) == -1


@pytest.mark.parametrize(("die", "level"), [(5, 2), (6, 5)])
def test_the_chicken_spoils_a_roll_to_run_away(die, level):
    """CURSE-1: with the chicken on the head a five is not enough."""
    game = fight(["wannabe_vampire"], {"level": 5, "curses": ["curse_chicken_on_your_head"]}, dice=[die])
    flee(game)
    assert game.level(0) == level


def test_the_chicken_spoils_a_theft():
    """CURSE-1: all the victim's dice count one less."""
    game = in_turn(
        {"klass": "thief", "hand": ["elf"], "curses": ["curse_chicken_on_your_head"]},
        {"table": ["helm_of_courage"]},
        dice=[4],
    )
    game.do("steal", seat=1, card="helm_of_courage", second="elf")
    assert table(game, 1) == ["helm_of_courage"]


def test_the_chicken_stays_after_a_combat():
    """CURSE-1, CURSE-2: it is for no single combat."""
    game = fight(["lame_goblin"], {"level": 5, "curses": ["curse_chicken_on_your_head"]})
    win(game)
    assert game.level(0) == 6
    assert table(game, 0) == ["curse_chicken_on_your_head"]


@pytest.mark.parametrize("worn", [["helm_of_courage"], []])
def test_the_chicken_goes_with_the_headgear(worn):
    """CURSE-1: a curse on headgear takes helmet and chicken, or the chicken alone."""
    game = curse("curse_lose_headgear", {"table": worn, "curses": ["curse_chicken_on_your_head"]})
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card="helm_of_courage")
    assert table(game, 1) == []
    assert "curse_chicken_on_your_head" in discards(game)


@pytest.mark.parametrize(("lost", "stays"), [("helm_of_courage", False), ("leather_armor", True)])
def test_the_chicken_goes_when_another_curse_takes_the_headgear(lost, stays):
    """CURSE-1, CURSE-3: every curse that takes the worn helmet takes the chicken along; other losses don't."""
    game = curse(
        "curse_lose_1_small_item",
        {"table": ["helm_of_courage", "leather_armor"], "curses": ["curse_chicken_on_your_head"]},
    )
    game.do(card=lost)
    assert ("curse_chicken_on_your_head" in table(game, 1)) is stays


def test_the_chicken_stays_when_the_helmet_is_sold():
    """CURSE-1: only a curse or bad stuff that takes headgear frees from it."""
    game = in_turn(
        {"table": ["helm_of_courage"], "hand": ["wand_of_dowsing"], "curses": ["curse_chicken_on_your_head"]}
    )
    game.do("sell", cards=["helm_of_courage", "wand_of_dowsing"])
    assert table(game, 0) == ["curse_chicken_on_your_head"]


def test_change_of_sex_is_for_good():
    """CURSE-1: the sex changes, and stays changed after the penalty has gone."""
    game = fight(["lame_goblin"], {"level": 9, "sex": "male"}, {"hand": ["curse_change_sex"]}, goal=20)
    game.do("kill")
    game.do("play", card="curse_change_sex", seat=0)
    settle(game)
    assert int(game.position["player"]["sex"][0, 0]) == Sex.FEMALE
    assert table(game, 0) == []
    assert int(game.position["player"]["penalty"][0, 0]) == 0


def test_a_curse_for_the_next_combat_counts_in_the_present_one():
    """CURSE-2: received in combat, -5 in this combat; afterwards the card is gone."""
    game = fight(["pit_bull"], {"level": 7}, {"hand": ["curse_change_sex"]}, forced_choices=False)
    game.do("kill")
    game.do("play", card="curse_change_sex", seat=0)
    assert game.strength("players") == 2
    settle(game)
    assert game.decision == Decision.COMBAT
    game.do("run_away")
    settle(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=0)
        settle(game)
    assert table(game, 0) == []
    assert "curse_change_sex" in discards(game)


def test_a_curse_for_the_next_combat_waits_for_it():
    """CURSE-2: received outside combat it is there in the next combat, and gone after it."""
    game = in_turn({"level": 7, "hand": ["lame_goblin", "curse_change_sex"]}, phase="trouble")
    game.do("play", card="curse_change_sex", seat=0)
    assert table(game, 0) == ["curse_change_sex"]
    game.do("fight", card="lame_goblin")
    settle(game)
    assert game.strength("players") == 2
    win(game)
    assert table(game, 0) == []


def test_a_curse_on_a_bystander_waits_for_his_own_combat():
    """CURSE-2: the combat of another doesn't end it."""
    game = fight(["lame_goblin"], {"level": 7}, {"curses": ["curse_malign_mirror"]})
    win(game)
    assert table(game, 1) == ["curse_malign_mirror"]


def test_a_curse_for_the_next_combat_hits_a_helper():
    """CURSE-2: helping is being in combat."""
    game = fight(
        ["lame_goblin"],
        {"level": 7},
        {"level": 4, "table": ["helm_of_courage", "leather_armor"], "curses": ["curse_malign_mirror"]},
        helper=1,
    )
    assert game.strength("players") == 7 + 4 + 1  # the armour only
    win(game)
    assert table(game, 1) == ["helm_of_courage", "leather_armor"]


def test_the_mirror_leaves_only_armour():
    """CURSE-1: no bonus from items except armour, in the next combat."""
    seat = {"table": ["leather_armor", "helm_of_courage", "buckler_of_swashing"], "curses": ["curse_malign_mirror"]}
    assert fight(["bullrog"], seat, forced_choices=False).strength("players") == 2


# ------------------------------------------------------------------ protection


def test_sandals_protect_from_drawn_curses():
    """CURSE-1: curses behind a door have no effect on who wears the sandals."""
    game = opened("curse_duck_of_doom", {"level": 5, "table": ["sandals_of_protection"]})
    assert game.level(0) == 5
    assert discards(game) == ["curse_duck_of_doom"]


def test_carried_sandals_do_not_protect():
    """CURSE-1, ITEM-1: they must be worn."""
    game = opened("curse_duck_of_doom", {"level": 5, "carried": ["sandals_of_protection"]})
    assert game.level(0) == 3


def test_sandals_do_not_protect_from_played_curses():
    """CURSE-1: plays of others work."""
    game = curse("curse_duck_of_doom", {"level": 5, "table": ["sandals_of_protection"]})
    assert game.level(1) == 3


@pytest.mark.parametrize("place", ["hand", "table"])
def test_a_wishing_ring_cancels_a_curse_as_it_is_played(place):
    """CURSE-4: the victim cancels, with a ring from hand or table; ring and curse are discarded."""
    game = curse("curse_duck_of_doom", {"level": 5, place: ["wishing_ring"]})
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("play", card="wishing_ring", second="curse_duck_of_doom")
    settle(game)
    assert game.level(1) == 5
    assert discards(game) == ["curse_duck_of_doom", "wishing_ring"]


def test_a_wishing_ring_cancels_a_curse_on_somebody_else():
    """CURSE-4: on any target: a third player saves the victim."""
    game = curse("curse_duck_of_doom", {"level": 5}, {"hand": ["wishing_ring"]})
    assert game.current_player == 2
    game.do("play", card="wishing_ring", second="curse_duck_of_doom")
    assert game.level(1) == 5


def test_a_wishing_ring_cancels_a_drawn_curse():
    """CURSE-4: also the curse behind one's own door."""
    game = opened("curse_duck_of_doom", {"level": 5, "hand": ["wishing_ring"]})
    assert (game.current_player, game.decision) == (0, Decision.WINDOW)
    game.do("play", card="wishing_ring", second="curse_duck_of_doom")
    assert game.level(0) == 5


def test_nobody_has_to_cancel():
    """CURSE-4: a ring that is not used stays, and the curse strikes."""
    game = curse("curse_duck_of_doom", {"level": 5, "hand": ["wishing_ring"]})
    game.do("pass")
    assert game.level(1) == 3
    assert hand(game, 1) == ["wishing_ring"]


def test_only_cancellations_answer_a_curse():
    """CURSE-4, WINDOW-1: nothing but what cancels curses is played before it strikes."""
    game = curse("curse_duck_of_doom", {"hand": ["wishing_ring", "gp_1000", "curse_lose_a_level"]}, phase="start")
    assert words(game) == {"pass", "play"}
    begin(game, "play")
    assert words(game) == {"Wishing Ring"}


@pytest.mark.parametrize("curse_card", ["curse_chicken_on_your_head", "curse_malign_mirror", "curse_change_sex"])
def test_a_wishing_ring_removes_a_lasting_curse_later(curse_card):
    """CURSE-4: a lasting curse is cancelled while it lies there, one's own or another's."""
    for seat in (0, 1):
        seats = [{"hand": ["wishing_ring"]}, {}]
        seats[seat] = {**seats[seat], "curses": [curse_card]}
        game = in_turn(*seats)
        game.do("play", card="wishing_ring", second=curse_card)
        assert table(game, seat) == []
        assert discards(game) == sorted([curse_card, "wishing_ring"])


def test_a_removed_curse_no_longer_works():
    """CURSE-4: in the middle of a combat the penalty is removed and the strength is what it was."""
    seat = {"level": 7, "hand": ["wishing_ring"], "curses": ["curse_change_sex"]}
    game = fight(["bullrog"], seat, forced_choices=False)
    assert game.strength("players") == 2
    game.do("play", card="wishing_ring", second="curse_change_sex")
    settle(game)
    assert game.strength("players") == 7


MIRRORED = {"table": ["helm_of_courage"], "curses": ["curse_malign_mirror"]}


@pytest.mark.parametrize("victim", [0, 1])
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_the_mirror_stays_once_its_combat_is_on(victim, holder):
    """CURSE-4: a ring takes the Malign Mirror off before its owner's combat; once the owner fights it is too late."""
    seats = [{}, {}, {}]
    seats[victim] = {**MIRRORED}
    seats[holder] = {**seats[holder], "hand": ["wishing_ring"]}
    game = fight(["bullrog"], *seats, helper=1)
    assert not may(game, "play")
    game.do("run_away")
    while game.decision == Decision.WINDOW:
        assert not may(game, "play")
        game.do("pass")


def test_the_mirror_goes_during_the_combat_of_others():
    """CURSE-4: a bystander's own combat is not on; their mirror is taken off in time."""
    game = fight(["bullrog"], {"hand": ["wishing_ring"]}, MIRRORED)
    game.do("play", card="wishing_ring", second="curse_malign_mirror")
    assert table(game, 1) == ["helm_of_courage"]


def test_the_mirror_stays_with_a_helper_forced_out():
    """CURSE-2, CURSE-4: the combat was the victim's; the mirror goes when it ends, not before."""
    game = fight(["maul_rat"], {"hand": ["wishing_ring"]}, {**MIRRORED, "hand": ["transferral_potion"]}, helper=1)
    game.do("kill")
    game.do("play", card="transferral_potion", seat=2)
    settle(game)
    assert int(game.position["combat"]["helper"][0]) == 0
    assert "curse_malign_mirror" in table(game, 1)
    assert not may(game, "play")


def test_a_mirror_just_played_in_combat_is_cancelled_as_it_is_played():
    """CURSE-2, CURSE-4: in the middle of a combat there is the moment before it strikes, and no later one."""
    for saved in (True, False):
        game = fight(
            ["bullrog"], {"table": ["helm_of_courage"]}, {"hand": ["curse_malign_mirror"]}, {"hand": ["wishing_ring"]}
        )
        game.do("run_away")
        game.do("play", card="curse_malign_mirror", seat=0)
        assert game.current_player == 2
        if saved:
            game.do("play", card="wishing_ring", second="curse_malign_mirror")
        else:
            game.do("pass")
        assert ("curse_malign_mirror" in table(game, 0)) is not saved
        assert game.strength("players") == 1 + saved
        assert game.current_player == 2  # who may still offer help
        assert not may(game, "play")


@pytest.mark.parametrize("mirrored", [True, False])
def test_the_mirror_is_no_shield_before_its_combat(mirrored):
    """CURSE-2, CURSE-3: outside combat the helmet gives its bonus all the same, and may be the item that is lost."""
    victim = {"table": ["buckler_of_swashing", "leather_armor"], "carried": ["huge_rock"]}
    game = curse("curse_truly_obnoxious", {**victim, "curses": ["curse_malign_mirror"] if mirrored else []})
    settle(game)
    if game.decision == Decision.CHOOSE_CARD:
        assert words(game) == {"Buckler of Swashing"}
        game.do(card="buckler_of_swashing")
    assert "buckler_of_swashing" in discards(game)


def test_the_mirror_of_who_handed_his_combat_over_goes_with_it():
    """CURSE-2, CURSE-4: it was the victim's combat, so the mirror can't be lifted in it and goes when it ends."""
    seat = {**MIRRORED, "hand": ["transferral_potion", "wishing_ring"]}
    game = fight(["maul_rat"], seat, {"level": 5})
    game.do("play", card="transferral_potion", seat=1)
    while game.decision == Decision.WINDOW:
        assert not may(game, "play")
        game.do("pass")
    win(game)
    assert table(game, 0) == ["helm_of_courage"]


def test_after_the_combat_the_mirror_is_gone_and_shields_no_more():
    """CURSE-2, CURSE-3: in the window of the reward the sword gives its bonus again."""
    victim = {"level": 5, "table": ["buckler_of_swashing", "leather_armor"], "curses": ["curse_malign_mirror"]}
    game = fight(["maul_rat"], victim, {"hand": ["curse_truly_obnoxious"]})
    game.do("kill")
    while int(game.position["combat"]["active"][0]):
        game.do("pass")
    game.do("play", card="curse_truly_obnoxious", seat=0)
    settle(game)
    assert words(game) == {"Buckler of Swashing"}


@pytest.mark.parametrize(("seat", "lost"), [(0, "Leather Armor"), (1, "Buckler of Swashing")])
def test_the_mirror_blinds_items_in_its_combat_alone(seat, lost):
    """CURSE-2, CURSE-3: of a fighter only the armour gives a bonus to take; a bystander's mirror waits still."""
    victim = {"table": ["buckler_of_swashing", "leather_armor"], "curses": ["curse_malign_mirror"]}
    seats = [{}, {}, {"hand": ["curse_truly_obnoxious"]}]
    seats[seat] = victim
    game = fight(["bullrog"], *seats)
    game.do("run_away")
    pass_until(game, 2).do("play", card="curse_truly_obnoxious", seat=seat)
    settle(game)
    assert words(game) == {lost}


def test_a_ring_without_a_curse_is_not_played():
    """CURSE-4: there must be a curse to cancel."""
    assert not may(in_turn({"hand": ["wishing_ring"]}), "play")


def test_lasting_curses_are_no_payment():
    """CURSE-1, PLAY-10: a curse that lies there can't be discarded for an ability."""
    game = in_turn(
        {"klass": "thief", "hand": ["elf"], "curses": ["curse_chicken_on_your_head"]}, {"table": ["helm_of_courage"]}
    )
    name_card(name_seat(begin(game, "steal"), 1), "helm_of_courage")
    assert words(game) == {"Elf"}


def test_a_curse_is_not_met_as_a_monster():
    """CURSE-1, TURN-4: after a curse behind the door the room may still be looted."""
    game = opened("curse_lose_a_level", {"level": 3})
    assert game.decision == Decision.AFTER_DOOR
    assert may(game, "loot_room")


def test_a_curse_is_not_played_on_the_dead():
    """CURSE-1, DEATH-3: with all others dead only oneself is left."""
    game = in_turn({"hand": ["curse_lose_a_level"]}, {"dead": True}, {"dead": True})
    name_card(begin(game, "play"), "curse_lose_a_level")
    assert words(game) == {"oneself"}


def test_stolen_headgear_leaves_the_chicken():
    """CURSE-1, CLASS-1: a Thief is neither curse nor bad stuff."""
    game = in_turn(
        {"klass": "thief", "hand": ["elf"]},
        {"table": ["helm_of_courage"], "curses": ["curse_chicken_on_your_head"]},
        dice=[6],
    )
    game.do("steal", seat=1, card="helm_of_courage", second="elf")
    assert table(game, 1) == ["curse_chicken_on_your_head"]
    assert carried(game, "helm_of_courage")
    idle(game)
