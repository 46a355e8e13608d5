"""`SelfPlayVecEnv.advice`: a bot's action for the deciding seat, and nothing else happens."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.observation import View
from tests.envs.slow_rows import SMALL

pytestmark = pytest.mark.interpreted


class OneKey:
    """A generator whose next two numbers are known."""

    def __init__(self, key: np.ndarray) -> None:
        self.key = key

    def integers(self, low: int, high: int, size: int | tuple[int, ...]) -> np.ndarray:
        assert (low, high, np.prod(size)) == (0, 2**32, 2)
        return self.key.reshape(size)


def answers(games: SelfPlayVecEnv, bot: str, seed: int) -> list[int]:
    """Return the result of `Bot.act` on the view of each row's deciding seat, with the random numbers of the row."""
    keys = np.random.default_rng(seed).integers(0, 2**32, (games.num_envs, 2))
    found = []
    for row in range(games.num_envs):
        game = games.game(row)
        rng: Any = OneKey(keys[row])
        found.append(mk.make_bot(bot).act(View.of(game, game.current_player), game.legal_action_mask(), rng))
    return found


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_it_is_what_the_bot_answers_on_the_view(bot: str) -> None:
    games = SelfPlayVecEnv(2, seed=5, controllers=["caller", "caller", "random"], **SMALL)
    rng = np.random.default_rng(0)
    told = []
    for number in range(12):
        advice = games.advice(bot, np.random.default_rng(number))
        assert advice.dtype == np.int32
        assert advice.tolist() == answers(games, bot, number)
        assert games.legal_action_mask[np.arange(2), advice].all()
        told += advice.tolist()
        games.step(games.sample(rng))
    assert len(set(told)) > 3


def test_the_games_go_on_as_if_nobody_had_asked() -> None:
    asked, left = (SelfPlayVecEnv(2, seed=5, encoding="tokens", **SMALL) for _ in range(2))
    for number in range(12):
        first = asked.advice("greedy", np.random.default_rng(number))
        assert asked.advice("greedy", np.random.default_rng(number)).tolist() == first.tolist()
        mine, others = asked.state(), left.state()
        assert {name: part.tobytes() for name, part in mine.items()} == {
            name: part.tobytes() for name, part in others.items()
        }
        assert asked.bot_actions == left.bot_actions
        for games in (asked, left):
            games.step(games.sample(np.random.default_rng(number)))


def test_rows_that_are_not_asked_get_none_and_change_nothing_for_the_others() -> None:
    games = SelfPlayVecEnv(4, seed=5, **SMALL)
    rows = np.array([True, False, True, False])
    whole, part = (games.advice("random", np.random.default_rng(3), rows=given) for given in (None, rows))
    assert part.tolist() == [whole[0], -1, whole[2], -1]
    assert (whole >= 0).all()


class Searcher(mk.Bot):
    """A bot that draws an action, and notes whose world it was given."""

    name, searches = "searcher", True

    def __init__(self) -> None:
        self.seats: list[int] = []

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        assert view.world is not None
        self.seats.append(int(view.world["seat"][0]))
        return int(rng.choice(np.flatnonzero(mask)))


class Last(mk.BatchBot):
    """A bot that takes the last legal action, and notes its inputs."""

    name, encoding = "last", "tokens"

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        self.read, self.chances = observation, chances
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_a_bot_in_python_is_asked_row_by_row_with_a_world_if_it_searches() -> None:
    games, bot = SelfPlayVecEnv(4, seed=5, **SMALL), Searcher()
    rows = np.array([True, False, True, True])
    before = games.state()
    advice = games.advice(bot, np.random.default_rng(3), rows)
    keys = np.random.default_rng(3).integers(0, 2**32, (4, 2))
    expected = [
        int(np.random.default_rng(keys[i]).choice(np.flatnonzero(games.legal_action_mask[i]))) for i in (0, 2, 3)
    ]
    assert advice.tolist() == [expected[0], -1, *expected[1:]]
    assert bot.seats == games.current_player[rows].tolist()
    assert all(before[name].tobytes() == part.tobytes() for name, part in games.state().items())


def test_a_batch_bot_is_asked_once_for_what_it_reads() -> None:
    games, bot = SelfPlayVecEnv(3, seed=5, encoding="tokens", **SMALL), Last()
    rows = np.array([False, True, True])
    advice = games.advice(bot, np.random.default_rng(3), rows)
    assert advice.tolist() == [-1, *(int(np.flatnonzero(mask)[-1]) for mask in games.legal_action_mask[1:])]
    assert np.array_equal(bot.read["cards"], games.observation["cards"][1:])
    assert ((bot.chances >= 0) & (bot.chances < 1)).all()


@pytest.mark.compiled
def test_threads_tell_the_same() -> None:
    one, two = (SelfPlayVecEnv(256, seed=5, threads=threads, **SMALL) for threads in (1, 2))
    advice = [games.advice("greedy", np.random.default_rng(3)).tolist() for games in (one, two)]
    two.close()
    assert advice[0] == advice[1]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"bot": "gredy"}, "did you mean .greedy"),
        ({"rng": 3}, "rng: expected a numpy.random.Generator, got 3"),
        ({"rows": np.array([1, 0])}, r"rows: expected bool of shape \(2,\)"),
    ],
)
def test_wrong_arguments_are_named(given: dict[str, Any], words: str) -> None:
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    with pytest.raises(mk.ConfigError, match=words):
        games.advice(**{"bot": "greedy", "rng": np.random.default_rng(0), **given})
