"""Players that a compiled bot advises: they are handed its action, wherever they are asked."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.base import advice_keys
from munchkin_env.cards.compile import Catalogue
from munchkin_env.config.game_config import GameConfig
from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.self_play import EXTERNAL, SelfPlayVecEnv
from munchkin_env.evaluation import match_runner
from munchkin_env.evaluation.match_runner import Games, MatchTable, plan_games
from munchkin_env.observation import View
from tests.envs.slow_rows import SMALL
from tests.envs.test_advice import OneKey

pytestmark = pytest.mark.interpreted
ADVISORS = ["greedy", "random"]  # one that reads its view, and one that shows by which key it was asked
FEW_ROUNDS = {name: value for name, value in SMALL.items() if name != "players"}


class Follower(mk.BatchBot):
    """Does as it is advised, and notes what it was handed."""

    name, encoding = "follower", "tokens"

    def __init__(self, advisor: str) -> None:
        self.advisor = advisor
        self.told: list[int] = []
        self.chances: list[float] = []

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        assert observation["advice"].dtype == np.int32
        assert observation["cards"].shape[:1] == masks.shape[:1] == observation["advice"].shape
        self.told += observation["advice"].tolist()
        self.chances += chances.tolist()
        return observation["advice"]


def own_answer(bot: str, view: View, mask: np.ndarray, chance: float) -> int:
    """The action of the bot itself, by the key that follows from the random numbers of the advised player."""
    rng: Any = OneKey(advice_keys(np.array([chance]))[0])
    return mk.make_bot(bot).act(view, mask, rng)


def own_answers(bot: str, positions: np.ndarray, catalogue: Catalogue, masks: Any, chances: list[float]) -> list[int]:
    """The same for the deciding seats of positions."""
    rows = zip(range(len(positions)), masks, chances, strict=True)
    seats = positions["seat"].tolist()
    return [own_answer(bot, View(positions[i : i + 1], catalogue, seats[i]), mask, one) for i, mask, one in rows]


@pytest.mark.parametrize("bot", ADVISORS)
def test_one_view(bot: str) -> None:
    games, follower = SelfPlayVecEnv(1, seed=5, **SMALL), Follower(bot)
    expected = []
    for number in range(12):
        game = games.game(0)
        view, mask = View.of(game, game.current_player), game.legal_action_mask()
        expected.append(own_answer(bot, view, mask, np.random.default_rng(number).random()))
        assert follower.act(view, mask, np.random.default_rng(number)) == expected[-1]
        games.step(games.sample(np.random.default_rng(number)))
    assert follower.told == expected
    assert len(set(expected)) > 3


@pytest.mark.parametrize("bot", ADVISORS)
def test_games_that_ask_for_advice(bot: str) -> None:
    games = SelfPlayVecEnv(3, seed=5, **SMALL)
    rows = np.array([True, False, True])
    for number in range(8):
        follower = Follower(bot)
        advice = games.advice(follower, np.random.default_rng(number), rows)
        own = own_answers(bot, games.positions[rows], games.catalogue, games.legal_action_mask[rows], follower.chances)
        assert advice[rows].tolist() == follower.told == own
        games.step(games.sample(np.random.default_rng(number)))


def test_refused_rows_draw_nothing() -> None:
    games, rng = SelfPlayVecEnv(3, seed=5, **SMALL), np.random.default_rng(1)
    with pytest.raises(mk.ConfigError, match="rows"):
        games.advice("greedy", rng, np.array([1]))
    assert rng.bit_generator.state == np.random.default_rng(1).bit_generator.state


@pytest.mark.parametrize("bot", [*ADVISORS, "veteran"])
def test_advising_changes_no_byte_of_the_games(bot: str) -> None:
    """Bots try things out while they think: that must stay in their views."""
    games = SelfPlayVecEnv(3, seed=6, **SMALL)
    rows = np.arange(3)
    for number in range(25):
        before = {name: part.tobytes() for name, part in games.state().items()}
        legal = games.legal_ids.tobytes()
        games.advice_by_chance(bot, rows, np.full(3, 0.5))
        assert {name: part.tobytes() for name, part in games.state().items()} == before
        assert games.legal_ids.tobytes() == legal
        games.step(games.sample(np.random.default_rng(number)))


class Watching(Follower):
    """A bot that compares its advice with the bot's action in the rows that wait for it."""

    games: SelfPlayVecEnv
    seen = 0

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        games = self.games
        rows = games.seat_controllers[np.arange(games.num_envs), games.current_player] == EXTERNAL
        own = own_answers(str(self.advisor), games.positions[rows], games.catalogue, masks, chances.tolist())
        assert observation["advice"].tolist() == own
        self.seen += len(own)
        return observation["advice"]


@pytest.mark.parametrize("bot", ADVISORS)
def test_opponents_in_vectors(bot: str) -> None:
    watching = Watching(bot)
    games = LearnerGames(
        2, opponents=[watching, "random"], learner_seat="rotate", encoding="flat", shaping=0.0,
        max_episode_steps=None, threads=1, **SMALL,
    )  # fmt: skip
    watching.games = games.games
    games.reset(3)
    for number in range(10):
        games.step(games.games.sample(np.random.default_rng(number)))
    assert watching.seen > 10


@pytest.mark.parametrize("bot", ADVISORS)
def test_players_of_a_match(bot: str) -> None:
    follower = Follower(bot)
    table = MatchTable(GameConfig.of(SMALL), [follower, mk.make_bot("random"), mk.make_bot("random")])
    games = Games(table, plan_games(seed=1, deals=1, players=3))
    games.run(begin=True)
    asked = 0
    while asked < 20 and len(rows := np.flatnonzero(games.counts)):
        follower.told, follower.chances = [], []
        games.actions[rows] = games.answers(rows)
        masks = [np.isin(np.arange(table.spec.num_actions), games.ids[row, : games.counts[row]]) for row in rows]
        own = own_answers(bot, games.positions[rows], table.catalogue, masks, follower.chances)
        assert games.actions[rows].tolist() == follower.told == own
        asked += len(rows)
        games.run(begin=False)
    assert asked >= 20


@pytest.mark.nightly
@pytest.mark.slow
def test_a_match_is_the_same_by_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[mk.Bot] = [Follower("random"), mk.make_bot("random"), mk.make_bot("random")]
    found = []
    for processes, batch in ((1, 256), (2, 3)):
        monkeypatch.setattr(match_runner, "BATCH", batch)
        found.append(mk.evaluate(seats, games=6, seed=4, processes=processes, progress=False, **FEW_ROUNDS))
    assert found[0].bots == found[1].bots


def test_a_restored_game_is_advised_alike() -> None:
    def new_games() -> LearnerGames:
        return LearnerGames(
            2, opponents=Follower("random"), learner_seat=0, encoding="flat", shaping=0.0,
            max_episode_steps=None, threads=1, **SMALL,
        )  # fmt: skip

    first, second = new_games(), new_games()
    first.reset(3)
    second.reset(8)
    for number in range(4):
        first.step(first.games.sample(np.random.default_rng(number)))
    second.restore(first.state())
    for number in range(6):
        for games in (first, second):
            games.step(games.games.sample(np.random.default_rng(number)))
    mine, theirs = first.state(), second.state()
    assert {name: part.tobytes() for name, part in mine.items()} == {
        name: part.tobytes() for name, part in theirs.items()
    }


def test_keys_tell_chances_apart_to_the_last_bit() -> None:
    chances = np.array([0.0, 0.5, 0.5 + 2.0**-50, np.nextafter(1.0, 0.0)])
    keys = advice_keys(chances)
    assert keys.dtype == np.int64
    assert ((keys >= 0) & (keys < 2**32)).all()
    assert keys.tolist() == [[0, 0], [2**31, 0], [2**31, 2**14], [2**32 - 1, 2**32 - 2**11]]


@pytest.mark.parametrize(
    ("advisor", "observation", "words"),
    [
        ("veteren", "tokens", "bot follower: advisor: expected a compiled bot, .*did you mean .veteran"),
        ("rollout:8", "tokens", "advisor: expected a compiled bot"),
        (7, "tokens", "advisor: expected a compiled bot, .*got 7"),
        ("greedy", "flat", "encoding: expected bot follower, which greedy advises, to read tokens or sparse.*flat"),
    ],
)
def test_advisors_that_cannot_be_are_named(advisor: Any, observation: str, words: str) -> None:
    follower = Follower(advisor)
    follower.encoding = observation
    with pytest.raises(mk.ConfigError, match=words):
        mk.evaluate([follower, "random", "random"], games=3, progress=False, **FEW_ROUNDS)
