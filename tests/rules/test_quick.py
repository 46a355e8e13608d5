"""QUICK: optional settings for faster games."""

import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Deck, Pile, Zone
from tests.kit.looking import hand, kind_of, open_window, pile, seen_by, table, verbs, words
from tests.kit.playing import after_door, asked, settle, win
from tests.kit.tables import fight, in_turn

LEVEL = {"hand": ["boil_an_anthill"]}
OTHER_LEVEL = {"hand": ["bribe_gm_with_food"]}


def test_listening_at_the_door_draws_a_door_card_face_down():
    """QUICK-1: at the very start of the turn, before anybody is asked."""
    eager = {"hand": ["curse_lose_a_level"]}
    game = in_turn({}, eager, phase="begin", doors=["elf", "dwarf"], listen_at_door=True)
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    assert hand(game, 0) == ["elf"]
    assert seen_by(game, "elf") == set()


def test_a_monster_heard_at_the_door_is_not_fought():
    """QUICK-1: it goes to the hand and may make trouble later."""
    game = in_turn(phase="begin", doors=["net_troll", "elf"], listen_at_door=True)
    assert game.decision == Decision.TURN_START
    after_door(game)
    game.do("fight", card="net_troll")
    assert game.decision == Decision.COMBAT


def test_what_was_heard_may_be_laid_out_before_the_door():
    """QUICK-1: then the turn goes on as usual."""
    game = in_turn(phase="begin", doors=["elf", "dwarf"], listen_at_door=True)
    game.do("lay_out", card="elf")
    after_door(game)
    assert hand(game, 0) == ["dwarf"]


def test_nobody_listens_without_the_setting():
    """QUICK-1: optional."""
    assert hand(in_turn(phase="begin", doors=["elf"]), 0) == []


def test_everybody_listens_at_his_own_door():
    """QUICK-1: in each turn the player in turn alone."""
    game = in_turn({}, {}, {}, phase="after", doors=["elf"], listen_at_door=True)
    game.do("end_turn")
    settle(game)
    assert [hand(game, seat) for seat in range(3)] == [[], ["elf"], []]


@pytest.mark.parametrize(("setting", "expected"), [(True, "helm_of_courage"), (False, "dwarf")])
def test_the_room_may_hold_treasure(setting, expected):
    """QUICK-2: looting draws a Treasure card in place of a Door card, face down."""
    game = in_turn(phase="trouble", doors=["dwarf"], treasures=["helm_of_courage"], loot_treasure=setting)
    game.do("loot_room")
    assert hand(game, 0) == [expected]
    assert seen_by(game, expected) == set()


def test_only_looting_draws_treasure():
    """QUICK-2: the door itself is a door still."""
    game = after_door(in_turn(doors=["elf"], treasures=["helm_of_courage"], loot_treasure=True))
    assert hand(game, 0) == ["elf"]
    assert kind_of(game, "elf").name == "RACE"


@pytest.mark.parametrize(("setting", "winners"), [(True, (0, 1)), (False, (0,))])
def test_the_helper_of_a_winner_wins_too(setting, winners):
    """QUICK-3: at any level of the helper."""
    game = win(fight(["maul_rat"], {"level": 9}, {"level": 2}, helper=1, helper_wins=setting))
    assert game.winners == winners


def test_winner_and_helper_share():
    """QUICK-3: +1 between them, the loser pays."""
    game = win(fight(["maul_rat"], {"level": 9}, {"level": 2}, helper=1, helper_wins=True))
    assert game.returns.tolist() == [0.5, 0.5, -1]


def test_bystanders_do_not_win():
    """QUICK-3, COMBAT-12: a potion makes no helper."""
    game = fight(["pit_bull"], {"level": 9}, {"hand": ["magic_missile"]}, helper_wins=True)
    game.do("kill")
    game.do("play", card="magic_missile", place="players")
    settle(game)
    assert game.winners == (0,)


def test_help_in_a_combat_that_does_not_reach_the_goal_wins_nothing():
    """QUICK-3: only if the goal is reached."""
    game = win(fight(["maul_rat"], {"level": 5}, {"level": 9}, helper=1, helper_wins=True))
    assert not game.is_terminal


@pytest.mark.parametrize("editions", [("cthulhu",), ("munchkin", "cthulhu")])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_cultists_may_lie_in_their_discards_from_the_start(editions, cards):
    """QUICK-5: taken out of the doors before the cards are dealt; saved, and told."""
    game = mk.Game(seed=3, editions=editions, cult_discards=cards)
    plain = mk.Game(seed=3, editions=editions)
    doors = [int(one.position["count"][0, Zone.DECK]) for one in (game, plain)]
    assert doors == [doors[1] - cards, doors[1]]
    assert int(game.position["count"][0, Zone.DISCARD + Pile.CULT]) == cards
    told = [line for line in game.text(0).splitlines() if line.startswith("Cultist discards")]
    copies = " ×2" if cards == 2 else ""
    assert told == ([f"Cultist discards ({cards}, on top Cultist): Cultist{copies}."] if cards else [])
    assert mk.Game.load(game.save()) == game
    assert not game.broken()


def test_more_cultists_than_there_are_cannot_lie_there():
    """QUICK-5: none without their edition."""
    with pytest.raises(mk.ConfigError, match="cult_discards: expected at most the 0 Cultist cards of munchkin, got 1"):
        mk.Game(cult_discards=1)
    for wrong in (-1, 3, True, "1"):
        with pytest.raises(mk.ConfigError, match="cult_discards: expected a whole number from 0 to 2"):
            mk.Game(editions=("cthulhu",), cult_discards=wrong)


# ----------------------------------------------------------------------- claims for a level card


def quick(*players, **settings):
    """A turn of seat 0 by QUICK-4."""
    return in_turn(*players, **{"quick_play": True, **settings})


def dropped(*players, **settings):
    """Seat 0 has thrown away its race; the first player who is asked in the window that follows."""
    game = quick({"race": "elf"}, *players, **settings)
    game.do("drop", card="elf")
    return game


def claim(game, card="elf"):
    game.do("claim", card=card)
    return game


def claims(game):
    """Return True if the asked player may claim something."""
    return "claim" in verbs(game)


@pytest.mark.parametrize(("setting", "dealt"), [(True, 4), (False, 2), (None, 2)])
def test_quick_play_deals_four_cards_of_each_deck(setting, dealt):
    """QUICK-4, SETUP-2: although the rulebook deals two; a number of one's own holds all the same."""
    game = mk.Game(editions=("star",), seed=1, quick_play=setting)
    assert int(game.position["rules"]["start_cards"][0]) == dealt
    assert int(game.position["count"][0, Zone.HAND + 2]) == 2 * dealt
    game = mk.Game(editions=("star",), seed=1, quick_play=setting, start_cards=3)
    assert int(game.position["rules"]["start_cards"][0]) == 3


@pytest.mark.parametrize(
    ("editions", "expected"),
    [
        *((("munchkin",), 0), (("star",), 0), (("munchkin", "cthulhu"), 0)),
        *((("munchkin", "star"), 1), (("star", "cthulhu"), 1)),
    ],
)
def test_blends_with_star_munchkin_are_quick(editions, expected):
    """QUICK-4: by its rulebook, unless somebody wants it otherwise."""
    assert int(mk.Game(editions=editions, seed=1).position["rules"]["quick_play"][0]) == expected
    for wanted in (True, False):
        game = mk.Game(editions=editions, seed=1, quick_play=wanted)
        assert int(game.position["rules"]["quick_play"][0]) == int(wanted)
    with pytest.raises(mk.ConfigError, match="quick_play: expected true or false, got 1"):
        mk.Game(editions=editions, quick_play=1)


@pytest.mark.parametrize("card", ["elf", "thief", "half_breed", "super_munchkin"])
def test_races_classes_and_modifiers_are_claimed_for_a_level_card(card):
    """QUICK-4: the card comes to the hand, seen by all; the level card goes to the treasures."""
    game = quick(LEVEL, discards=[card])
    claim(game, card)
    assert settle(game).decision == Decision.CHOOSE_CARD
    game.do(card="boil_an_anthill")
    settle(game)
    assert hand(game, 0) == [card]
    assert pile(game, Deck.DOOR) == []
    assert pile(game, Deck.TREASURE) == ["boil_an_anthill"]
    assert seen_by(game, card) == {1, 2}


@pytest.mark.parametrize("discards", [["maul_rat"], ["maul_rat", "elf"], ["helm_of_courage"]])
def test_nothing_else_is_claimed(discards):
    """QUICK-4: neither another card nor a race below one."""
    assert not claims(quick(LEVEL, discards=discards))


def test_only_the_top_card_is_claimed():
    """QUICK-4: a card below it comes later."""
    assert words(quick(LEVEL, discards=["elf", "thief"]), "claim") == {"Elf"}


def test_only_a_level_card_pays():
    """QUICK-4."""
    assert not claims(quick({"hand": ["helm_of_courage", "magic_missile"]}, discards=["elf"]))
    assert claims(quick(LEVEL, discards=["elf"]))


def test_only_quick_games_have_claims():
    """QUICK-4."""
    game = in_turn({"race": "elf", **LEVEL}, OTHER_LEVEL, discards=["thief"], quick_play=False)
    assert not claims(game)
    game.do("drop", card="elf")
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_the_claimant_chooses_which_level_card_goes():
    """QUICK-4."""
    game = quick({"hand": ["boil_an_anthill", "bribe_gm_with_food"]}, discards=["elf"])
    claim(game)
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card="bribe_gm_with_food")
    settle(game)
    assert hand(game, 0) == ["boil_an_anthill", "elf"]


def test_all_are_asked_when_one_comes_to_the_top():
    """QUICK-4, WINDOW-2: from the left of the player in turn, who has a level card."""
    game = dropped(LEVEL, OTHER_LEVEL)
    assert asked(game) == [("discard", 1), ("discard", 2)]
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


@pytest.mark.parametrize("phase", ["start", "trouble", "after"])
def test_it_stays_on_offer_in_ones_own_turn(phase):
    """QUICK-4 [R]: asked once when it has come to the top, then at the own decisions of the player in turn."""
    assert claims(quick({}, LEVEL, discards=["elf"], turn=1, phase=phase))
    assert not claims(quick({}, LEVEL, discards=["elf"], phase=phase)), "seat 0 can't pay"
    game = dropped(LEVEL)
    game.do("pass")
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)
    game.do("open_door")
    assert "discard" not in {window for window, _ in asked(game)}


def test_a_card_that_is_uncovered_is_on_offer():
    """QUICK-4: also because an upper card has left the pile."""
    game = quick({"hand": ["wand_of_dowsing"]}, LEVEL, discards=["maul_rat", "elf"])
    game.do("play", card="wand_of_dowsing", second="maul_rat")
    assert (game.current_player, open_window(game)) == (1, "discard")
    claim(game)
    game.do(card="boil_an_anthill")
    settle(game)
    assert hand(game, 1) == ["elf"]


def test_the_next_one_is_on_offer_when_the_first_is_claimed():
    """QUICK-4: in the same window."""
    game = quick({"hand": ["wand_of_dowsing"]}, LEVEL, OTHER_LEVEL, discards=["maul_rat", "elf", "thief"])
    game.do("play", card="wand_of_dowsing", second="maul_rat")
    claim(game)
    assert (game.current_player, game.decision) == (2, Decision.CONTEST)
    game.do("no")
    game.do(card="boil_an_anthill")
    settle_receipt(game)
    assert (game.current_player, open_window(game)) == (2, "discard")
    assert words(game, "claim") == {"Thief"}


def settle_receipt(game):
    """A claimed card is kept in hand for now."""
    while game.decision == Decision.RECEIVE:
        game.do("done")


def test_what_is_claimed_may_be_laid_out_at_once():
    """QUICK-4, TURN-6."""
    game = claim(dropped(LEVEL))
    game.do(card="boil_an_anthill")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="elf")
    assert table(game, 1) == ["elf"]


@pytest.mark.parametrize(("dice", "winner"), [([3, 5], 2), ([5, 3], 1), ([4, 4, 2, 6], 2), ([4, 4, 6, 6, 6, 1], 1)])
def test_several_claimants_roll(dice, winner):
    """QUICK-4: ties roll again; the loser keeps their card."""
    game = claim(dropped(LEVEL, OTHER_LEVEL, dice=dice))
    assert (game.current_player, game.decision) == (2, Decision.CONTEST)
    game.do("yes")
    paid = ("boil_an_anthill", "bribe_gm_with_food")[winner - 1]
    game.do(card=paid)
    settle(game)
    assert hand(game, winner) == ["elf"]
    assert len(hand(game, 3 - winner)) == 1
    assert pile(game, Deck.TREASURE) == [paid]


def test_what_changes_all_die_rolls_changes_this_one():
    """QUICK-4, CURSE-2: a die that shows as much as another's loses under a curse of -1 on every roll."""
    cursed = {**LEVEL, "curses": ["curse_chicken_on_your_head"]}
    game = claim(dropped(cursed, OTHER_LEVEL, dice=[4, 4]))
    game.do("yes")
    game.do(card="bribe_gm_with_food")
    settle(game)
    assert hand(game, 2) == ["elf"]


def test_of_three_the_lowest_die_drops_out():
    """QUICK-4: only those who tie roll again."""
    level = {"hand": ["whine_at_the_gm"]}
    game = quick({"race": "elf", **level}, LEVEL, OTHER_LEVEL, dice=[6, 2, 6, 1, 3])
    game.do("drop", card="elf")
    claim(game)
    game.do("yes")
    game.do("yes")
    assert game.current_player == 0
    game.do(card="whine_at_the_gm")
    settle(game)
    assert hand(game, 0) == ["elf"]


def test_one_claimant_rolls_no_die():
    """QUICK-4."""
    game = claim(dropped(LEVEL, OTHER_LEVEL, dice=[1]))
    before = int(game.position["chance"][0].sum())
    game.do("no")
    assert int(game.position["chance"][0].sum()) == before


def test_who_claims_too_is_not_told_before_all_have_answered():
    """QUICK-4, WINDOW-3: a player's being asked, and the decision, are private; its subject they know."""
    game = claim(dropped(LEVEL, OTHER_LEVEL, {"hand": ["whine_at_the_gm"]}))
    seen = [View.of(game, p) for p in range(4)]
    assert [view.decision == Decision.CONTEST for view in seen] == [False, False, True, False]
    card = int(seen[2].record["frame"][0]["c"])
    assert game.catalogue.short_id(int(game.catalogue.tables[0]["type_of"][card])) == "elf"
    told = []
    for word in ("yes", "no"):
        twin = game.clone()
        twin.do(word)
        told.append(View.of(twin, 3).record.tobytes())
    assert told[0] == told[1]


def test_open_windows_ask_who_cannot_claim():
    """QUICK-4, WINDOW-3: an action tells nobody that there was nothing to choose."""
    game = quick({"race": "elf"}, LEVEL, {"hand": ["helm_of_courage"]}, windows="open", forced_choices=True)
    game.do("drop", card="elf")
    while "claim" not in verbs(game):
        game.do("pass")
    claim(game)
    assert (game.current_player, game.decision) == (2, Decision.CONTEST)
    game.do("yes")
    while game.decision == Decision.CONTEST:
        game.do("no")
    settle(game)
    assert hand(game, 1) == ["elf"]


def test_the_dead_claim_nothing():
    """QUICK-4, DEATH-3."""
    game = dropped(LEVEL, {"dead": True, **OTHER_LEVEL})
    assert game.current_player == 1
    claim(game)
    assert game.decision == Decision.CHOOSE_CARD


def test_a_claim_may_be_made_in_ones_own_combat():
    """QUICK-4, PLAY-12: the race is laid out in the combat; others have no such decision of their own."""
    game = fight(["maul_rat"], LEVEL, quick_play=True, discards=["thief"])
    claim(game, "thief")
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card="boil_an_anthill")
    settle(game)
    game.do("lay_out", card="thief")
    assert table(game, 0) == ["thief"]


def test_cultists_in_their_own_pile_are_not_claimed():
    """QUICK-4, CULT-2."""
    game = in_turn({"hand": ["call_the_army"]}, editions=("cthulhu",), cult_discards=1, quick_play=True)
    assert not claims(game)
    game = in_turn({"hand": ["call_the_army"]}, editions=("cthulhu",), discards=["cultist"], quick_play=True)
    assert not claims(game)
    game = in_turn({"hand": ["call_the_army"]}, editions=("cthulhu",), discards=["professor"], quick_play=True)
    assert claims(game)


def test_a_contest_is_saved():
    """QUICK-4: at each question; the decisions that have been made hold."""
    game = claim(dropped(LEVEL, OTHER_LEVEL, {"hand": ["whine_at_the_gm"]}, dice=[1, 2, 3]))
    for word in ({"verb": "yes"}, {"verb": "yes"}, {"card": "whine_at_the_gm"}):
        loaded = mk.Game.load(game.save())
        assert loaded == game
        assert (loaded.legal_actions() == game.legal_actions()).all()
        game.do(**word)
        assert not game.broken()
    settle(game)
    assert hand(game, 3) == ["elf"]


def test_a_whole_quick_game_ends():
    """QUICK-1, QUICK-2, QUICK-3: all settings together."""
    game = mk.Game(seed=1, listen_at_door=True, loot_treasure=True, helper_wins=True, quick_play=True, round_limit=20)
    while not game.is_terminal:
        game.step(int(game.legal_actions()[0]))
        asked(game)
    assert game.broken() == 0
