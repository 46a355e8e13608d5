"""Differences of the veteran from greedy, one judgement a test."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import make_bot
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Verb

pytestmark = pytest.mark.interpreted
STRONG = {"level": 8, "table": ["chainsaw_of_bloody_dismemberment"]}


def answer(name, game):
    """Return the action of a bot now, in words."""
    action = make_bot(name).act(View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0))
    return game.describe(action)


def step(game, word):
    """Step the legal action of that name."""
    game.step(next(int(a) for a in game.legal_actions() if game.describe(a) == word))


def losing(helper, level=4):
    """A losing combat, in the window at its beginning; `helper` sits to the left of the leader and is asked."""
    players = [{"level": level}, {"hand": ["sleep_potion"], **helper}, {}]
    game = mk.scenario(players, phase="start", doors=["net_troll"], rest="out", forced_choices=False)
    game.do("open_door")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    return game


def asked(helper, amount):
    """The same combat, in which the leader asks that seat for help."""
    game = losing(helper)
    step(game, "pass")
    game.do("ask_help", seat=1, amount=amount)
    while game.decision == Decision.WINDOW:
        step(game, "pass")
    assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)
    return game


def test_help_is_offered_as_soon_as_it_is_needed_and_for_all_that_the_leader_can_give():
    game = losing(STRONG)
    assert answer("greedy", game) == "pass"
    assert answer("veteran", game) == "offer help"
    step(game, "offer help")
    assert (answer("greedy", game), answer("veteran", game)) == ("2", "3")
    step(game, "3")
    assert (game.current_player, game.decision, answer("greedy", game)) == (0, Decision.ANSWER_VOLUNTEER, "yes")


def test_help_is_not_offered_if_it_does_not_turn_the_combat_or_wins_the_game():
    assert answer("veteran", losing({"level": 1})) == "pass"
    assert answer("veteran", losing(STRONG, level=9)) == "pass"


def test_who_is_asked_for_help_names_a_higher_price():
    game = asked(STRONG, 2)
    assert answer("veteran", game) == "counter"
    step(game, "counter")
    assert answer("veteran", game) == "3"
    assert answer("veteran", asked(STRONG, 3)) == "yes"
    assert answer("veteran", asked({"level": 1}, 2)) == "no"


def test_where_there_is_no_help_to_give_it_answers_as_greedy_does():
    game, rng = mk.Game(players=3, seed=3, goal=5), np.random.default_rng(1)
    same = 0
    while not game.is_terminal and same < 120:
        view, mask = View.of(game, game.current_player), game.legal_action_mask()
        helping = {"offer help", "counter"} & {game.describe(int(action)) for action in game.legal_actions()}
        if not helping and view.verb not in (Verb.OFFER_HELP, Verb.COUNTER):
            both = [make_bot(name).act(view, mask, np.random.default_rng(2)) for name in ("greedy", "veteran")]
            assert both[0] == both[1]
            same += 1
        game.step(int(rng.choice(game.legal_actions())))
    assert same == 120
