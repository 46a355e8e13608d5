"""Recorded episodes are what happened: games replayed by them show the same, and are those of `evaluate`."""

import sys
from collections import defaultdict
from itertools import groupby

import numpy as np
import pytest

from munchkin_env.bots import Bot
from munchkin_env.cli.main import main
from munchkin_env.errors import ConfigError, MissingExtra
from munchkin_env.evaluation import Episode, dataset, episodes, evaluate, record
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from tests.each import each
from tests.envs.nets import Net

SHORT = {"preset": "short", "goal": 3, "round_limit": 2}

pytestmark = pytest.mark.interpreted


def games_of(found: list[Episode]) -> dict[tuple[int, int], list[Episode]]:
    """The episodes of each game."""
    games = defaultdict(list)
    for episode in found:
        games[episode.deal, episode.rotation].append(episode)
    return games


def assert_same(seen, expected) -> None:
    parts = seen if isinstance(seen, dict) else {"": seen}
    for name, part in parts.items():
        np.testing.assert_array_equal(part, expected[name] if name else expected)


def at(observations, k: int):
    return {name: part[k] for name, part in observations.items()} if isinstance(observations, dict) else observations[k]


@pytest.mark.parametrize(
    ("players", "observation"),
    [
        (["greedy", "random", "veteran"], "flat"),
        (["random", "net", "greedy"], "tokens"),
        (["random", "net", "greedy"], "sparse"),
    ],
)
def test_a_game_replayed_by_its_episodes_shows_the_same(players, observation) -> None:
    players = [Net("flat", by_chance=True) if name == "net" else name for name in players]
    found = list(episodes(players, games=3, seed=5, encoding=observation, **SHORT))
    assert len(games_of(found)) == 3
    for parts in games_of(found).values():
        game = Game(players=3, seed=parts[0].seed, **SHORT)
        by_seat = {episode.seat: episode for episode in parts}
        assert all((episode.player - episode.rotation) % 3 == episode.seat for episode in parts)
        answered = dict.fromkeys(by_seat, 0)
        got = dict.fromkeys(by_seat, 0.0)
        while (seat := game.current_player) is not None:
            episode, k = by_seat[seat], answered[seat]
            assert_same(at(episode.observations, k), game.observe(seat, observation))
            np.testing.assert_array_equal(episode.masks[k], game.legal_action_mask())
            game.step(int(episode.actions[k]))
            got[seat] += float(episode.rewards[k])
            answered[seat] += 1
        for seat, episode in by_seat.items():
            assert len(episode.actions) == len(episode.rewards) == len(episode.masks) - 1 == answered[seat]
            assert_same(at(episode.observations, -1), game.observe(seat, observation))
            assert not episode.masks[-1].any()
            assert not episode.rewards[:-1].any()
            assert got[seat] == game.returns[seat]
            assert set(episode.winners) == {(p + episode.rotation) % 3 for p in game.winners}


def test_the_games_are_those_that_evaluate_plays() -> None:
    players = ["greedy", "random", "veteran"]
    found = list(episodes(players, games=6, seed=2, **SHORT))
    match = evaluate(players, games=6, seed=2, **SHORT)
    for place, player in enumerate(match.bots):
        own = [episode for episode in found if episode.player == place]
        assert sum(1 / len(e.winners) for e in own if place in e.winners) == pytest.approx(player.wins)
    assert sum(len(episode.actions) for episode in found) == match.decisions.mean * match.games
    assert match.draws < match.games


def test_a_player_that_remembers_has_met_no_other_seat_of_a_deal() -> None:
    """As in `evaluate`: the rotations of a seed are played apart."""
    met: list[int] = []

    class Witness(Bot):
        name = "witness"

        def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
            met.append(view.seat)
            return int(np.flatnonzero(mask)[0])

    players = [Witness(), "greedy", "greedy"]
    list(episodes(players, games=6, seed=2, **SHORT))
    recorded, met[:] = [seat for seat, _ in groupby(met)], []
    evaluate(players, games=6, seed=2, **SHORT)
    assert recorded == [seat for seat, _ in groupby(met)]
    assert sorted(recorded) == [0, 1, 2]


def test_the_players_kept_have_the_same_episodes_as_among_all() -> None:
    everyone = list(episodes(["greedy", "random", "random"], games=3, **SHORT))
    some = list(episodes(["greedy", "random", "random"], games=3, keep=[2, 0], **SHORT))
    expected = [episode for episode in everyone if episode.player != 1]
    assert [(one.player, one.deal, one.rotation) for one in some] == [
        (one.player, one.deal, one.rotation) for one in expected
    ]
    for one, other in zip(some, expected, strict=True):
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.actions, other.actions)


def test_games_do_not_depend_on_which_are_played_side_by_side(monkeypatch) -> None:
    expected = [episode.actions.tolist() for episode in episodes(["greedy", "random", "random"], games=6, **SHORT)]
    monkeypatch.setattr(dataset, "SIDE_BY_SIDE", 4)
    assert [e.actions.tolist() for e in episodes(["greedy", "random", "random"], games=6, **SHORT)] == expected


@each(
    ("arguments", "message"),
    [
        ({"bots": ["greedy", "random"]}, "bots: expected 3 to 6, got 2"),
        ({"encoding": "text"}, "encoding: expected .*flat.*tokens.*got 'text'"),
        ({"keep": [3]}, r"keep: expected places from 0 to 2, got \[3\]"),
        ({"keep": []}, "keep: expected places from 0 to 2"),
        ({"keep": "0"}, "keep: expected places from 0 to 2"),
        ({"games": 0}, "games: expected a whole number from 1 to"),
        ({"gaol": 3}, 'did you mean "goal"'),
    ],
)
def test_what_cannot_be_recorded_is_refused_before_any_game(arguments, message) -> None:
    with pytest.raises(ConfigError, match=message):
        episodes(**{"bots": ["greedy", "random", "random"], **arguments})


def test_without_minari_the_extra_is_named(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "minari", None)
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MissingExtra, match=r"\[offline\]'$"):
        record("mine-v0", ["greedy"] * 3)
    assert main(["record", "mine-v0", "greedy", "--players", "3"]) == 2
    assert "[offline]'" in capsys.readouterr().err
