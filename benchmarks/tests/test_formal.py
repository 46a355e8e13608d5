"""Tests of the figures of docs/formal.md: of games whose figures are known by another way, and the payoff that it
states."""

from math import comb, log2, log10, prod

import numpy as np
import pytest

import munchkin_env as mk
from benchmarks import formal
from munchkin_env.game.game import returns_of
from munchkin_env.observation import View
from munchkin_env.vocabulary import Zone

QUICK = {"preset": "short"}


def test_a_game_is_counted_as_its_history_tells_it() -> None:
    found = formal.count("random", 3, 2, first=5, **QUICK)
    legal = []
    for seed in (5, 6):
        game = mk.Game(seed=seed, players=3, **QUICK)
        chances = [np.random.default_rng([seed, seat]) for seat in range(3)]
        player = mk.make_bot("random")
        while not game.is_terminal:
            legal.append(len(game.legal_actions()))
            game.step(
                int(
                    player.act(
                        View.of(game, game.current_player), game.legal_action_mask(), chances[game.current_player]
                    )
                )
            )
        assert game.returns.tolist() in found.returns
    assert found.legal == legal
    assert sum(found.decisions) == len(legal)
    assert sum(found.sequences) == pytest.approx(log10(prod(legal)))
    assert len(found.rounds) == len(found.rolls) == 2


@pytest.mark.parametrize("decisions", [0, 40, 100])
def test_hidden_hands_are_all_ways_to_deal_them(decisions: int) -> None:
    """Hidden hands are counted on the state itself: zones of cards, and players who know them."""
    game = mk.Game(seed=3, players=4)
    while len(game.history) < decisions:
        game.step(int(game.legal_actions()[len(game.history) % len(game.legal_actions())]))
    seat, cards = game.current_player, game.position["card"][0]
    decks = game.catalogue.tables[0]["card"]["deck"][game.catalogue.tables[0]["type_of"]]
    ways = 1
    for deck in (0, 1):
        unknown = (cards["known_by"] >> seat & 1 == 0) & (decks[: len(cards)] == deck) & (np.arange(len(cards)) > 0)
        sizes = [int((unknown & (cards["zone"] == Zone.HAND + p)).sum()) for p in range(4) if p != seat]
        left = sum(sizes) + int((unknown & (cards["zone"] == Zone.DECK + deck)).sum())
        for size in sizes:
            ways *= comb(left, size)
            left -= size
    assert ways > 1
    assert formal.hidden_hands(View.of(game, seat)) == pytest.approx(log2(ways))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_sum_of_returns_is_what_the_page_says(players: int) -> None:
    assert returns_of(0, players).sum() == pytest.approx(-players / (players - 1))
    assert returns_of((1 << players) - 1, players).sum() == 0
    for winners in range(1, (1 << players) - 1):
        assert returns_of(winners, players).sum() == pytest.approx(0)


def test_a_spread_is_a_mean_and_nineteen_in_twenty() -> None:
    assert formal.spread(list(range(101))) == [50, 2.5, 97.5]
