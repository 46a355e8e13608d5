"""`balance`: what it says of a card is what a slow reader finds who looks at the first hands and at who won."""

from collections import defaultdict

import numpy as np
import pytest

import munchkin_env as mk
from benchmarks.balance import LEAST, balance
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.evaluation.card_stats import played
from munchkin_env.evaluation.statistics import wilson
from munchkin_env.vocabulary import Zone

pytestmark = pytest.mark.compiled
GAMES = 120


def won_by_seat_0(*arguments):
    results, counts = played(*arguments)
    results[:, WINNERS] = 1
    return results, counts


@pytest.mark.parametrize("first_seat", [0, 2])
def test_first_hands_are_those_of_the_same_games(first_seat, monkeypatch):
    """The cards of hands when the first question is put, read from games of their own; each game is won by seat 0."""
    monkeypatch.setattr("benchmarks.balance.played", won_by_seat_0)
    found = balance("generated:3", GAMES, first_seat=first_seat)
    held_by_0: dict[str, int] = defaultdict(int)
    dealt: dict[str, int] = defaultdict(int)
    for deal in range(GAMES):
        game = mk.Game(seed=episode_seed(0, deal), editions=("generated:3",), players=4, first_seat=first_seat)
        zones, types = game.position["card"]["zone"][0], game.catalogue.tables[0]["type_of"]
        for seat in range(4):
            for type_ in {int(types[c]) for c in np.flatnonzero(zones == Zone.HAND + seat)}:
                dealt[game.catalogue.cards[type_].full_id] += 1
                held_by_0[game.catalogue.cards[type_].full_id] += seat == 0
    assert {card.card: card.dealt for card in found.cards} == {k: n for k, n in dealt.items() if n >= LEAST}
    assert len(found.cards) > 5
    for card in found.cards:
        assert card.moves == pytest.approx(held_by_0[card.card] / card.dealt - 0.25)


def test_games_are_those_of_tally():
    found, told = balance("star", 40, 5), mk.game_stats("star", games=40, seed=5, progress=False)
    assert (found.rounds, found.decisions) == (told.rounds, told.decisions)


def test_a_card_that_wins_is_found(monkeypatch):
    """Games that are won by the player who was dealt one card, and by nobody where nobody was."""
    games, card = 300, "munchkin:helm_of_courage"
    winners = np.zeros(games, np.int64)
    for deal in range(games):
        game = mk.Game(seed=episode_seed(0, deal), players=4, first_seat=0)
        (copy,) = np.flatnonzero(game.catalogue.tables[0]["type_of"] == game.catalogue.types[card][0])
        zone = int(game.position["card"]["zone"][0, copy]) - Zone.HAND
        winners[deal] = 1 << zone if 0 <= zone < 4 else 0

    def fixed(*arguments):
        results, counts = played(*arguments)
        results[:, WINNERS] = winners
        return results, counts

    monkeypatch.setattr("benchmarks.balance.played", fixed)
    first, second = balance("munchkin", games).cards[:2]
    assert (first.card, first.moves) == (card, 0.75)
    assert 0.6 < first.low < first.high == pytest.approx(0.75)
    assert first.dealt == np.count_nonzero(winners)
    assert abs(second.moves) <= 0.25


def test_the_furthest_comes_first_within_its_interval():
    found = balance("munchkin", 200)
    assert all(card.low <= card.moves <= card.high and -0.25 <= card.moves <= 0.75 for card in found.cards)
    moves = [abs(card.moves) for card in found.cards]
    assert moves == sorted(moves, reverse=True)
    assert found.furthest == moves[0]


def test_an_interval_is_as_wide_as_the_games_are_few():
    few, many = (balance("munchkin", games).cards for games in (200, 800))
    wide, narrow = ({card.card: card.high - card.low for card in cards} for cards in (few, many))
    ratios = [wide[card] / narrow[card] for card in wide if card in narrow]
    assert np.median(ratios) == pytest.approx(2, rel=0.15)
    one = many[0]
    assert (one.low + 0.25, one.high + 0.25) == pytest.approx(wilson(one.moves + 0.25, one.dealt))
