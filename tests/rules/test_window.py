"""WINDOW: who is asked, in what order, when a window closes, and what bounds turns and games."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.vocabulary import Decision, Deck, Event, Stage, Verb
from tests.kit.looking import events, may, open_window, pile, table, verbs, words
from tests.kit.playing import asked, settle
from tests.kit.tables import fight, in_turn

CURSE = "curse_lose_a_level"
# One who always has something to say: a curse may be played at any time.
EAGER = [CURSE, "curse_duck_of_doom", "curse_lose_armor", "curse_lose_footgear", "curse_lose_headgear"]


def eager(number: int, **more: object) -> dict[str, object]:
    """A seat with one of these curses in hand."""
    return {"hand": [EAGER[number]], **more}


# ----------------------------------------------------------------------- order


def test_the_left_neighbour_is_asked_first():
    """WINDOW-1: clockwise from the left of the player who acted."""
    game = in_turn({}, eager(0), eager(1), eager(2), eager(3), turn=2, phase="begin")
    assert asked(game) == [("turn_start", 3), ("turn_start", 4), ("turn_start", 1)]


def test_a_play_starts_the_window_again():
    """WINDOW-1: a player who has passed is asked again, from the left of the one who played, who comes last."""
    game = in_turn({"level": 3}, eager(0), {"hand": [EAGER[1], EAGER[3]]}, eager(2), phase="begin")
    game.do("pass")
    game.do("play", card=EAGER[1], seat=0)
    assert game.level(0) == 1, "it takes effect at once"
    assert asked(game) == [("turn_start", 3), ("turn_start", 1), ("turn_start", 2)]


def test_a_window_closes_when_all_have_passed():
    """WINDOW-1: then the turn goes on."""
    game = in_turn({}, eager(0), eager(1), phase="begin")
    game.do("pass")
    assert game.decision == Decision.WINDOW
    game.do("pass")
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_a_play_in_a_window_takes_effect_before_the_next_is_asked():
    """WINDOW-1: there is no stack; the second reaction meets what the first has left."""
    game = fight(["maul_rat"], {"level": 5}, {"hand": ["magic_missile"]}, {"hand": ["pretty_balloons"]})
    game.do("kill")
    game.do("play", card="magic_missile", place="monsters")
    assert (game.current_player, game.strength("monsters")) == (2, 6)


def test_the_dead_are_not_asked():
    """WINDOW-1, DEATH-3: the living only."""
    game = fight(["maul_rat"], {"level": 5}, eager(0, dead=True), eager(1))
    game.do("kill")
    assert {seat for _, seat in asked(game)} == {2}


def test_a_leader_whose_kill_still_stands_may_answer_a_play():
    """WINDOW-1: the actor is the last to be asked, once somebody else has acted."""
    game = fight(["maul_rat"], {"level": 9, "hand": ["magic_missile"]}, {"hand": ["enraged"]}, goal=20)
    game.do("kill")
    assert game.current_player == 1
    game.do("play", card="enraged", place=0)
    assert (open_window(game), game.current_player) == ("kill", 0)
    assert may(game, "play")


def test_a_leader_who_gave_up_may_use_what_others_have_done():
    """WINDOW-1, COMBAT-4: a friend's potion is not enough, the leader's own on top of it turns the result."""
    hero = {"level": 1, "hand": ["magic_missile"]}
    game = fight(["net_troll"], hero, {"hand": ["pretty_balloons"]}, {"dead": True})
    game.do("run_away")
    game.do("play", card="pretty_balloons", place="players")
    assert (open_window(game), game.current_player) == ("defeat", 0)
    game.do("play", card="magic_missile", place="players")
    settle(game)
    assert (game.decision, may(game, "kill")) == (Decision.COMBAT, True)


def test_the_player_in_turn_may_answer_before_charity():
    """WINDOW-1: after this player there is only the end of the turn."""
    game = in_turn({"level": 5, "hand": [CURSE]}, eager(1), phase="after")
    game.do("end_turn")
    assert game.current_player == 1
    game.do("play", card=EAGER[1], seat=0)
    assert (open_window(game), game.current_player) == ("charity", 0)


def test_who_decides_next_is_not_asked_first():
    """WINDOW-1: the player in turn speaks at their decision, not in the window before it."""
    game = in_turn({"hand": [CURSE]}, eager(1), phase="begin")
    assert asked(game) == [("turn_start", 1)]
    assert (game.current_player, may(game, "play")) == (0, True)


# ----------------------------------------------------------------------- cancellations


def test_a_curse_that_is_played_may_be_cancelled_first():
    """WINDOW-1, CURSE-4: a nested window of cancellations, before it strikes."""
    game = in_turn({"hand": [CURSE]}, {"level": 5}, {"hand": ["wishing_ring", EAGER[1]]})
    game.do("play", card=CURSE, seat=1)
    assert (open_window(game), game.current_player, game.level(1)) == ("curse", 2, 5)
    assert words(game) == {"pass", "play"}
    assert words(game, "play") == {"Wishing Ring"}
    game.do("play", card="wishing_ring", second=CURSE)
    settle(game)
    assert game.level(1) == 5
    assert pile(game, Deck.DOOR) == [CURSE]


def test_a_curse_that_is_not_cancelled_strikes():
    """WINDOW-1: after all have passed."""
    game = in_turn({"hand": [CURSE]}, {"level": 5}, {"hand": ["wishing_ring"]})
    game.do("play", card=CURSE, seat=1)
    game.do("pass")
    assert game.level(1) == 4


def test_a_curse_behind_the_door_may_be_cancelled():
    """WINDOW-1, TURN-2: drawn or played."""
    game = in_turn({"level": 5, "table": ["wishing_ring"]}, doors=[CURSE])
    game.do("open_door")
    assert (open_window(game), game.current_player) == ("curse", 0)
    game.do("play", card="wishing_ring", second=CURSE)
    settle(game)
    assert game.level(0) == 5


def test_the_window_in_which_a_curse_was_played_goes_on():
    """WINDOW-1: the nested window closes, the outer one starts again."""
    game = in_turn({"level": 5}, eager(0), {"hand": ["wishing_ring", EAGER[1]]}, phase="begin")
    game.do("play", card=CURSE, seat=0)
    assert (open_window(game), game.current_player) == ("curse", 2)
    game.do("pass")
    assert (open_window(game), game.current_player) == ("turn_start", 2)


def test_a_spent_ring_cancels_no_second_curse():
    """WINDOW-1: a curse that was cancelled leaves nothing to cancel."""
    game = in_turn({"hand": [CURSE]}, {"table": ["wishing_ring"]}, {"table": ["wishing_ring"]})
    game.do("play", card=CURSE, seat=0)
    game.do("play", card="wishing_ring", second=CURSE)
    assert game.decision != Decision.WINDOW
    assert len(table(game, 1)) + len(table(game, 2)) == 1


# ----------------------------------------------------------------------- when windows open


def test_windows_of_a_turn_without_a_monster():
    """WINDOW-2: start, door, loot, charity, end; one player is asked in each."""
    game = in_turn({}, eager(0), phase="begin", doors=["elf", "dwarf"])
    found = asked(game)
    for verb in ("open_door", "loot_room", "end_turn"):
        game.do(verb)
        found += asked(game)
    assert found == [(window, 1) for window in ("turn_start", "door", "loot", "charity", "turn_end")]


def test_windows_of_a_combat_that_is_won():
    """WINDOW-2: reveal, each play, the declared kill, levels and treasure."""
    game = in_turn({"level": 5, "hand": ["magic_missile"]}, eager(0), doors=["maul_rat"])
    game.do("open_door")
    found = asked(game)
    game.do("play", card="magic_missile", place="players")
    found += asked(game)
    game.do("kill")
    found += asked(game)
    assert found == [(window, 1) for window in ("reveal", "combat", "kill", "reward")]


def test_windows_of_a_combat_that_is_lost():
    """WINDOW-2, HELP-7: a declared defeat, when anybody may offer help; then reactions to the roll, and the end."""
    game = fight(["net_troll"], {"hand": ["loaded_die"]}, eager(0), dice=[3])
    game.do("run_away")
    found = asked(game)
    game.do("roll", place=0)
    found += asked(game)
    assert found == [("defeat", 1), ("defeat", 2), ("roll", 0), ("reward", 1)]


def test_windows_of_asking_for_help():
    """WINDOW-2: after a request for help, and after an agreement."""
    game = fight(["net_troll"], {}, {}, eager(0))
    game.do("ask_help", seat=1, amount=0)
    found = asked(game)
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)
    game.do("yes")
    found += asked(game)
    assert found == [("help", 2), ("help", 2)]


def test_a_roll_allows_reactions_to_rolls_only():
    """WINDOW-2, FLEE-5: no curse between a roll and its consequence."""
    game = fight(["net_troll"], {"hand": ["loaded_die", CURSE]}, eager(1), dice=[3])
    game.do("run_away")
    settle(game)
    game.do("roll", place=0)
    assert (open_window(game), game.current_player) == ("roll", 0)
    assert words(game, "play") == {"Loaded Die"}


# ----------------------------------------------------------------------- who is asked


def test_only_who_can_react_is_asked():
    """WINDOW-3: a race in hand is no reaction to anything."""
    game = in_turn({}, {"hand": ["elf", "maul_rat"]}, eager(0), phase="begin")
    assert asked(game) == [("turn_start", 2)]


@pytest.mark.parametrize(
    ("card", "is_asked"), [("magic_missile", True), ("enraged", True), ("loaded_die", False), ("cheat", False)]
)
def test_a_combat_card_is_a_reaction_in_combats(card, is_asked):
    """WINDOW-3: a die reaction or an attachment is none."""
    game = fight(["maul_rat"], {"level": 5, "hand": ["potion_of_idiotic_bravery"]}, {"hand": [card]})
    game.do("play", card="potion_of_idiotic_bravery", place="players")
    assert asked(game) == ([("combat", 1)] if is_asked else [])


def test_dropping_showing_and_trading_are_no_reactions():
    """WINDOW-3: nobody is asked for them alone."""
    rich = {"race": "elf", "klass": "cleric", "table": ["helm_of_courage"], "hand": ["dwarf"]}
    assert asked(in_turn({"table": ["slimy_armor"]}, rich, phase="begin")) == []


def test_who_is_asked_at_the_start_of_a_turn_may_do_them_too():
    """WINDOW-3, WINDOW-4: drop, show, trade, give."""
    rich = {"race": "elf", "klass": "warrior", "table": ["helm_of_courage"], "hand": [CURSE]}
    game = in_turn({"table": ["slimy_armor"]}, rich, phase="begin")
    assert verbs(game) == {"pass", "play", "drop", "show_hand", "trade", "give"}


def test_other_windows_allow_reactions_only():
    """WINDOW-3: after a door no trade, no show, no drop."""
    rich = {"race": "elf", "klass": "warrior", "table": ["helm_of_courage"], "hand": [CURSE]}
    game = in_turn({"table": ["slimy_armor"]}, rich, phase="door", doors=["dwarf"])
    assert (open_window(game), verbs(game)) == ("door", {"pass", "play"})


def test_abilities_that_can_be_paid_are_reactions():
    """WINDOW-3, CLASS-1: a Thief without a card to pay with is not asked."""
    for cards, expected in (([], []), (["elf"], [("kill", 1)])):
        game = fight(["maul_rat"], {"level": 5}, {"klass": "thief", "hand": cards})
        game.do("kill")
        assert asked(game) == expected


def test_open_windows_ask_everybody():
    """WINDOW-3: all living seats, the actor last, whatever they hold."""
    game = in_turn({}, {}, {"dead": True}, {}, phase="after", turn=1, windows="open")
    game.do("end_turn")
    assert asked(game)[:3] == [("charity", 3), ("charity", 0), ("charity", 1)]


def test_a_pass_of_an_open_window_is_never_made_for_a_player():
    """WINDOW-3: also if single choices are."""
    game = mk.scenario(seats=[{}] * 3, phase="begin", windows="open", forced_choices=True)
    assert (game.decision, words(game)) == (Decision.WINDOW, {"pass"})


def test_final_windows_open_before_a_kill_only():
    """WINDOW-3: at the opening, before a kill and before fleeing; not after each play, not in the rest of the turn."""
    lone = {"level": 5, "hand": ["magic_missile"]}
    game = in_turn(lone, eager(0), phase="begin", doors=["maul_rat"], windows="final")
    found = asked(game)
    game.do("open_door")
    found += asked(game)
    game.do("play", card="magic_missile", place="players")
    found += asked(game)
    game.do("kill")
    found += asked(game)
    game.do("end_turn")
    found += asked(game)
    assert found == [("reveal", 1), ("kill", 1)]


def test_final_windows_open_before_fleeing():
    """WINDOW-3: on a declared defeat."""
    game = fight(["net_troll"], {}, eager(0), {"dead": True}, windows="final")
    game.do("run_away")
    assert asked(game) == [("defeat", 1)]


def test_final_windows_still_cancel_curses():
    """WINDOW-3, CURSE-4: the nested window is no choice of pace."""
    game = in_turn({"hand": [CURSE]}, {"level": 5}, {"hand": ["wishing_ring"]}, windows="final")
    game.do("play", card=CURSE, seat=1)
    assert asked(game) == [("curse", 2)]


@pytest.mark.parametrize("windows", ["compressed", "open", "final"])
def test_a_seat_in_a_window_may_always_pass(windows):
    """WINDOW-3: nobody is forced to react."""
    game = mk.Game(seed=3, windows=windows)
    rng = np.random.default_rng(3)
    met = 0
    for _ in range(400):
        if game.is_terminal:
            break
        if game.decision == Decision.WINDOW and game.stage == Stage.VERB:
            met += 1
            assert game.legal_action_mask()[VERB0 + Verb.PASS]
            assert windows == "open" or len(game.legal_actions()) > 1
        game.step(int(rng.choice(game.legal_actions())))
    assert met > 10


# ----------------------------------------------------------------------- trades


@pytest.mark.parametrize("phase", ["start", "trouble", "after"])
def test_the_player_in_turn_offers_outside_combat(phase):
    """WINDOW-4: at TURN-1 and TURN-6."""
    game = in_turn({"table": ["helm_of_courage"]}, {"table": ["slimy_armor"]}, phase=phase)
    assert {"trade", "give"} <= verbs(game)


def test_others_offer_before_charity():
    """WINDOW-4: at their decisions in that window."""
    game = in_turn({"table": ["slimy_armor"]}, {"table": ["helm_of_courage"], "hand": [CURSE]}, phase="after")
    game.do("end_turn")
    assert (open_window(game), {"trade", "give"} <= verbs(game)) == ("charity", True)


@pytest.mark.parametrize(("window", "settings"), [("door", {"phase": "door", "doors": ["elf"]})])
def test_others_offer_in_no_other_window(window, settings):
    """WINDOW-4: not after a door."""
    game = in_turn({"table": ["slimy_armor"]}, {"table": ["helm_of_courage"], "hand": [CURSE]}, **settings)
    assert open_window(game) == window
    assert verbs(game) & {"trade", "give"} == set()


# ----------------------------------------------------------------------- the end of every game


def test_a_game_ends_after_the_last_round():
    """WINDOW-5: a draw, which is a loss to everybody, each player having had that many turns."""
    game = mk.Game(seed=2, players=3, round_limit=3, goal=100)
    begun = []
    while not game.is_terminal:
        if not begun or begun[-1] != game.turn_seat:
            begun.append(game.turn_seat)
        game.step(int(game.legal_actions()[0]))
    first = int(game.position["first_seat"][0])
    assert begun == [(first + i) % 3 for i in range(9)]
    assert (game.winners, game.returns.tolist()) == ((), [-0.5, -0.5, -0.5])
    assert events(game)[-1][0] == Event.DRAW_GAME


def last_turn(*levels: int, **settings: object) -> mk.Game:
    """The end of the last round: after this turn the limit is passed."""
    players = [{"level": level} for level in levels]
    game = in_turn(*players, turn=0, phase="begin", round_limit=1, rest="out", treasures=["hireling"], **settings)
    while not game.is_terminal:
        game.step(int(game.legal_actions()[-1]))
    return game


def test_past_the_limit_the_leader_may_win():
    """WINDOW-5: a setting."""
    assert last_turn(2, 5, 3, round_limit_result="leader_wins").winners == (1,)
    assert last_turn(2, 5, 3).winners == ()


def test_leaders_share():
    """WINDOW-5: several with the highest level."""
    game = last_turn(5, 2, 5, round_limit_result="leader_wins")
    assert game.winners == (0, 2)
    assert game.returns.tolist() == [0.5, -1, 0.5]


def test_nobody_leads_when_all_are_equal():
    """WINDOW-5: then it is a draw after all."""
    assert last_turn(4, 4, 4, round_limit_result="leader_wins").winners == ()


# ----------------------------------------------------------------------- the end of every turn


def test_two_offers_in_ones_own_turn():
    """WINDOW-6: a third is not possible."""
    game = in_turn({"table": ["helm_of_courage", "spiky_knees"]}, {}, {})
    for seat in (1, 2):
        assert may(game, "give")
        game.do("give", seat=seat, card="helm_of_courage")
        game.do("no")
    assert not may(game, "give")


def test_no_identical_offer_twice_in_a_turn():
    """WINDOW-6: the same gift to the same player."""
    game = in_turn({"table": ["helm_of_courage"]})
    game.do("give", seat=1, card="helm_of_courage")
    game.do("no")
    assert words(game, "give") == {"the player 2 to the left"}


def test_one_offer_in_a_window():
    """WINDOW-6: and another one in the next window."""
    merchant = {"table": ["helm_of_courage"], "hand": [CURSE]}
    game = in_turn({}, merchant, {}, phase="begin")
    game.do("give", seat=2, card="helm_of_courage")
    game.do("no")
    assert game.current_player == 1
    assert not may(game, "give")
    game.do("pass")
    game.do("open_door")
    while not (game.current_player == 1 and open_window(game) == "charity"):
        game.step(int(game.legal_actions()[0 if game.decision == Decision.WINDOW else -1]))
    assert may(game, "give")


def test_the_number_of_offers_is_a_setting():
    """WINDOW-6: none, if none are wanted."""
    game = in_turn({"table": ["helm_of_courage"]}, offers_own_turn=0)
    assert not may(game, "give")


def test_a_seat_is_not_asked_for_help_again_while_nothing_has_changed():
    """WINDOW-6, HELP-1: the next player may be."""
    game = fight(["net_troll"], {"hand": ["potion_of_idiotic_bravery"]}, {}, {})
    game.do("ask_help", seat=1, amount=0)
    game.do("no")
    assert words(game, "ask_help") == {"the player 2 to the left"}
    game.do("play", card="potion_of_idiotic_bravery", place="players")
    assert words(settle(game), "ask_help") == {"the player 1 to the left", "the player 2 to the left"}


def test_a_seat_is_asked_for_help_three_times_in_a_combat():
    """WINDOW-6: however often the strengths change."""
    potions = ["potion_of_idiotic_bravery", "sleep_potion", "nasty_tasting_sports_drink"]
    game = fight(["plutonium_dragon"], {"hand": potions}, {}, {"dead": True}, bargaining="off")
    for potion in potions:
        assert may(game, "ask_help")
        game.do("ask_help", seat=1)
        game.do("no")
        game.do("play", card=potion, place="players")
        settle(game)
    assert not may(game, "ask_help")


def test_an_item_is_put_away_and_in_use_once_a_turn():
    """WINDOW-6: then it stays as it is."""
    game = in_turn({"table": ["helm_of_courage"], "hand": [CURSE]})
    game.do("carry", card="helm_of_courage")
    game.do("use", card="helm_of_courage")
    assert verbs(game) & {"carry", "use"} == set()


def test_in_the_next_turn_items_may_be_turned_again():
    """WINDOW-6: once per turn, not once per game."""
    game = in_turn({"table": ["helm_of_courage"], "hand": [CURSE]}, phase="after")
    game.do("carry", card="helm_of_courage")
    game.do("use", card="helm_of_courage")
    game.do("end_turn")
    settle(game)
    assert int(game.position["card"]["flag"][0].max()) == 0


def test_a_hand_is_shown_once_a_turn():
    """WINDOW-6, PLAY-11: and again in the next."""
    game = in_turn({"hand": [CURSE]}, phase="after")
    game.do("show_hand")
    assert not may(game, "show_hand")
    game.do("end_turn")
    assert (game.turn_seat, game.current_player) == (1, 0)
    assert may(game, "show_hand")


def test_a_used_up_hand_is_not_shown():
    """WINDOW-6, PLAY-11: there must be something to show."""
    assert not may(in_turn({"race": "elf"}), "show_hand")


# ----------------------------------------------------------------------- single choices


def test_single_choices_are_made_for_a_player():
    """WINDOW-3: a door that has to be opened is opened."""
    game = mk.scenario(doors=["net_troll"])
    assert game.decision == Decision.COMBAT
    assert "ask help" in words(game)


def test_single_choices_may_be_left_to_the_players():
    """WINDOW-3: a setting."""
    game = mk.scenario(doors=["net_troll"], forced_choices=False)
    assert (game.decision, words(game)) == (Decision.TURN_START, {"open door"})


@pytest.mark.parametrize("seed", range(3))
def test_no_single_choice_is_ever_asked(seed):
    """WINDOW-3: with compressed windows every decision has two actions or more."""
    game = mk.Game(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(300):
        if game.is_terminal:
            break
        assert len(game.legal_actions()) > 1
        game.step(int(rng.choice(game.legal_actions())))


def test_a_pass_leaves_no_trace():
    """WINDOW-3: no event tells that a player was asked; the next decision is the same as without them."""
    game = in_turn({}, eager(0), phase="begin")
    before = events(game)
    game.do("pass")
    assert events(game) == before
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)
