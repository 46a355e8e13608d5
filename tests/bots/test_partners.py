"""Each scripted character does what its name says, by numbers: beside three veterans, or instead of one of them."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.evaluation.social import PlayerSocialMetrics
from munchkin_env.observation import View
from munchkin_env.policies import Partner, make_bot
from munchkin_env.vocabulary import Event, Klass
from tests.each import each
from tests.tiers import share

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
GAMES = share(80, 5)  # few every day: a difference that needs more is `nightly`
CULT = ("cthulhu",)
NAMES = (
    *("hoarder", "samaritan", "loner", "grudge", "kingmaker", "basher", "bully", "preacher", "free-rider", "broker"),
    *("trader", "gambler"),
)


@cache
def in_the_chair(name: str) -> PlayerSocialMetrics:
    """Of a player against three veterans."""
    return mk.social_metrics([name, "veteran", "veteran", "veteran"], games=GAMES, progress=False).bots[0]


def manners(name: str) -> tuple[PlayerSocialMetrics, PlayerSocialMetrics]:
    """Of the character, and of a veteran in the same seat."""
    return in_the_chair(name), in_the_chair("veteran")


@cache
def events(name: str, games: int = 12, editions: tuple[str, ...] = ("munchkin",)) -> tuple[Counter[Event], float]:
    """The public events of which seat 0 is the first party, and the share of its actions that it takes as a Cultist."""
    found: Counter[Event] = Counter()
    cultist: list[bool] = []
    for seed in range(games):
        game = mk.Game(seed=seed, players=4, editions=editions)
        bots = [make_bot(one) for one in (name, "veteran", "veteran", "veteran")]
        rng = np.random.default_rng(seed)
        seen = 0
        while not game.is_terminal:
            view = View.of(game, game.current_player)
            if game.current_player == 0:
                cultist.append(Klass.CULTIST in view.klasses(0))
            game.step(bots[game.current_player].act(view, game.legal_action_mask(), rng))
            count = int(game.position["event_count"][0])
            ring = game.position["event"][0]
            new = [ring[number % 64] for number in range(max(seen, count - 64), count)]
            found.update(Event(int(e["kind"])) for e in new if int(e["seat"]) == 0)
            seen = count
    return found, float(np.mean(cultist))


def test_there_are_twelve_and_all_sit_down_by_name():
    assert tuple(mk.scripted_partners()) == NAMES
    for name, character in mk.scripted_partners().items():
        assert isinstance(make_bot(name), Partner)
        assert character.name == name
        assert character.does.endswith(".")


def test_the_hoarder_sells_nothing():
    assert events("hoarder")[0][Event.SOLD] == 0
    assert events("veteran")[0][Event.SOLD] > 0


def test_the_samaritan_helps_for_nothing_and_to_the_win():
    one, veteran = manners("samaritan")
    assert one.helped > 1.2 * veteran.helped
    assert one.surplus < 0.1 < veteran.surplus
    assert one.kingmaking > 0.2 > veteran.kingmaking


def test_the_loner_never_deals():
    one, veteran = manners("loner")
    assert one.helped < 0.1 < veteran.helped  # cards may force it
    assert one.trades == 0
    found = events("loner")[0]
    assert not found[Event.ASKED] | found[Event.VOLUNTEERED]
    assert events("veteran")[0][Event.ASKED] > 0


@pytest.mark.nightly
def test_the_grudge_strikes_back():
    one, veteran = manners("grudge")
    assert one.retaliation > veteran.retaliation + 0.1


@pytest.mark.nightly
def test_the_kingmaker_decides_games_that_he_cannot_win():
    one, veteran = manners("kingmaker")
    assert one.kingmaking > 0.05 > veteran.kingmaking


@pytest.mark.nightly
def test_the_basher_is_against_the_highest():
    one, veteran = manners("basher")
    assert one.hostile * one.hostile_leader > 1.3 * veteran.hostile * veteran.hostile_leader
    assert one.helped * one.helped_leader < 0.5 * veteran.helped * veteran.helped_leader


@pytest.mark.nightly
def test_the_bully_is_against_others_than_the_highest():
    one, veteran = manners("bully")
    assert one.hostile > veteran.hostile
    assert one.hostile_leader < 0.4 < veteran.hostile_leader


@pytest.mark.nightly
def test_the_preacher_is_a_cultist_for_longer():
    preacher, veteran = (events(name, 40, CULT)[1] for name in ("preacher", "veteran"))
    assert preacher > veteran + 0.05


def test_the_free_rider_takes_help_and_gives_none():
    result = mk.evaluate(["free-rider", "veteran", "veteran", "veteran"], games=40, progress=False)
    assert result.bots[0].helped == 0
    assert result.bots[0].was_helped > 1
    assert manners("free-rider")[0].hostile < manners("free-rider")[1].hostile


def test_the_broker_takes_about_half():
    one, veteran = manners("broker")
    assert 0.4 < one.surplus < 0.75 < veteran.surplus


def test_the_trader_trades():
    one, veteran = manners("trader")
    assert one.trades > 1
    assert veteran.trades < 0.1


def test_the_gambler_looks_for_trouble_and_asks_nobody():
    found, veteran = events("gambler")[0], events("veteran")[0]
    assert found[Event.ASKED] == 0
    assert found[Event.COMBAT] / found[Event.TURN] > 1.1 * veteran[Event.COMBAT] / veteran[Event.TURN]


@pytest.mark.nightly
def test_what_is_counted_is_counted_in_the_games_of_evaluate():
    """The same deals, seats and answers: help and trades agree figure by figure."""
    players = ["trader", "broker", "grudge", "veteran"]
    told = mk.social_metrics(players, games=16, seed=5, progress=False)
    result = mk.evaluate(players, games=16, seed=5, progress=False)
    assert [one.helped for one in told.bots] == [one.helped for one in result.bots]
    assert [one.trades for one in told.bots] == [one.trades for one in result.bots]


@each("name", NAMES)
def test_what_a_seat_cannot_know_does_not_matter(name):
    """Fresh characters take the same action in worlds that look the same to them."""
    rng = np.random.default_rng(4)
    game = mk.Game(seed=11, players=4, editions=("cthulhu", "munchkin"))
    differing = 0
    for number in range(150):
        if game.is_terminal:
            break
        seat = game.current_player
        other = game.resample(seat, rng)
        differing += other != game
        answers = [
            make_bot(name).act(View.of(one, seat), one.legal_action_mask(), np.random.default_rng(number))
            for one in (game, other)
        ]
        assert answers[0] == answers[1]
        game.step(answers[0])
    assert differing > 10
