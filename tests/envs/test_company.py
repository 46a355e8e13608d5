"""Compiled bots around a single learner act inside of compiled code, as if each were asked in Python for itself."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import BatchBot, Bot, CompiledBot, make_bot
from munchkin_env.bots.base import new_key, new_keys
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.envs import single, stepping
from munchkin_env.envs.opponents import answer_of, chance_of
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.envs.single import MunchkinEnv
from tests.each import each
from tests.envs.slow_rows import SMALL, pick
from tests.outside import frozen

pytestmark = pytest.mark.interpreted


class Drawing(Bot):
    """Plays in Python, whatever it draws."""

    name = "drawing"

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(rng.choice(np.flatnonzero(mask)))


class DrawingTogether(BatchBot):
    name = "drawing together"

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        return np.array([np.flatnonzero(m)[int(c * m.sum())] for m, c in zip(masks, chances, strict=True)])


class SlowTable:
    """Reports of `MunchkinEnv`, one action after the other: a `Game`, and every bot asked through a view."""

    def __init__(self, seed: int, opponents: list[Bot], learner_seat: int | str, **settings: Any) -> None:
        self.seed, self.bots, self.place, self.settings = seed, opponents, learner_seat, settings
        self.episode = -1

    def reset(self) -> None:
        self.episode += 1
        self.game = mk.Game(seed=episode_seed(self.seed, self.episode), **self.settings)
        players = self.game.config.players
        if self.place == "random":
            self.seat = int(chance_of(self.game.position, "learner_seat").integers(players))
        else:
            self.seat = self.episode % players if self.place == "rotate" else int(self.place)
        self.chances = [chance_of(self.game.position, "bot", chair) for chair in range(players)]
        self.settle()
        if self.game.is_terminal:
            self.reset()

    def settle(self) -> None:
        game = self.game
        while game.current_player is not None and game.current_player != self.seat:
            chair = (game.current_player - self.seat) % game.config.players
            game.step(
                answer_of(
                    self.bots[chair - 1], game.position, game.catalogue, game.legal_action_mask(), self.chances[chair]
                )
            )

    def step(self, action: int) -> None:
        self.game.step(action)
        self.settle()


def same(observation: Any, expected: Any) -> bool:
    """Byte by byte, and of the same kind."""
    if isinstance(expected, dict):
        return observation.keys() == expected.keys() and all(same(observation[k], expected[k]) for k in expected)
    kinds = (observation.dtype, observation.shape) == (expected.dtype, expected.shape)
    return kinds and observation.tobytes() == expected.tobytes()


TABLES: dict[str, dict[str, Any]] = {
    "random": {"opponents": ["random", "random"]},
    "greedy": {"opponents": ["greedy", "greedy"], "learner_seat": 2},
    "veteran and random": {"opponents": ["veteran", "random"], "learner_seat": "rotate", "encoding": "tokens"},
    "one in Python": {"opponents": [Drawing(), "random"], "learner_seat": "random"},
    "one in Python, one in batches": {"opponents": ["greedy", Drawing(), DrawingTogether()], "players": 4},
    "windows": {"opponents": ["random", "greedy"], "windows": "open", "forced_choices": False, "round_limit": 1},
}


@each("table", TABLES)
def test_bots_answer_as_if_each_were_asked_in_python(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Observations, masks, rewards, ends and actions of some episodes; interpreted also with so few keys at once that
    bots need more."""
    if INTERPRETED:
        monkeypatch.setattr(stepping, "BOT_KEYS", 2)
        monkeypatch.setattr(single, "BOT_KEYS", 2)
    settings: dict[str, Any] = {"learner_seat": 0, "encoding": "flat", **SMALL, **TABLES[table]}
    kind, seat = settings.pop("encoding"), settings.pop("learner_seat")
    names = settings.pop("opponents")
    slow = SlowTable(11, [one if isinstance(one, Bot) else make_bot(one) for one in names], seat, **settings)
    env = MunchkinEnv(opponents=names, learner_seat=seat, encoding=kind, **settings)
    for episode in range(2 if INTERPRETED else 30):
        observation, info = env.reset(seed=11 if episode == 0 else None)
        slow.reset()
        over, number, reward = False, 0, 0.0
        while True:
            assert env.game.history == slow.game.history
            assert same(observation, slow.game.observe(slow.seat, kind))
            assert same(info["action_mask"], slow.game.legal_action_mask())
            assert info["learner_seat"] == slow.seat
            assert (over, reward) == (slow.game.is_terminal, slow.game.returns[slow.seat])
            if over:
                break
            action = pick(info["action_mask"], number)
            observation, reward, over, _, info = env.step(action)
            slow.step(action)
            number += 1
        others = [p for p, _ in env.game.history if p != slow.seat]
        assert len(others) > 4


@pytest.mark.compiled
def test_bots_that_answer_often_get_more_keys() -> None:
    """In a long game of one episode, each acts more often than it gets keys at once."""
    slow = SlowTable(3, [make_bot("random")] * 3, 0, players=4)
    env = MunchkinEnv(opponents="random", players=4)
    _, info = env.reset(seed=3)
    slow.reset()
    over, number = False, 0
    while not over:
        action = pick(info["action_mask"], number)
        _, _, over, _, info = env.step(action)
        slow.step(action)
        number += 1
    assert env.game.history == slow.game.history
    assert min(sum(p == q for q, _ in env.game.history) for p in (1, 2, 3)) > 2 * stepping.BOT_KEYS


def test_keys_are_those_that_would_be_drawn_one_after_the_other() -> None:
    one, many = np.random.default_rng(5), np.random.default_rng(5)
    expected = [tuple(one.integers(0, 2**32, 2).tolist()) for _ in range(150)]
    found = np.concatenate([new_keys(many, 1), new_keys(many, 64), new_keys(many, 85)])
    assert [tuple(pair) for pair in found.tolist()] == expected
    assert one.bit_generator.state == many.bit_generator.state
    assert new_key(one) == tuple(many.integers(0, 2**32, 2).tolist())


def test_one_compiled_call_answers_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked in Python, and the learner's action is the only reason for a call."""
    calls = 0
    compiled = stepping.play_on

    def counted(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        return compiled(*given)

    def refuse(*given: Any) -> int:
        raise AssertionError("asked in Python")

    monkeypatch.setattr(stepping, "play_on", counted)
    monkeypatch.setattr(CompiledBot, "act", refuse)
    env = MunchkinEnv(opponents=["random", "greedy"], **SMALL)
    _, info = env.reset(seed=4)
    own, over = 1, False
    while not over:
        _, _, over, _, info = env.step(pick(info["action_mask"], own))
        own += 1
    assert len(env.game.history) > 2 * own
    assert own <= calls <= own + len(env.game.history) // stepping.BOT_KEYS


def stream(env: MunchkinEnv, info: dict[str, Any], disturb: bool = False) -> list[Any]:
    """Return all that is seen to the end of the game; disturbances of it must change nothing."""
    seen: list[Any] = []
    over = False
    while not over:
        if disturb:
            before = frozen(env.game)
            for wrong in (-1, -2, 10**30, int(np.flatnonzero(info["action_mask"] == 0)[0]), 1.5, None, True):
                with pytest.raises(mk.IllegalAction):
                    env.step(wrong)
            env.action_space.seed(9)
            env.action_space.sample()
            env.action_masks()[:] = 0
            deepcopy(env).step(pick(info["action_mask"], 1))
            assert frozen(env.game) == before
        observation, reward, over, _, info = env.step(pick(info["action_mask"], len(seen)))
        seen.append((observation.tobytes(), reward, over, info["action_mask"].tobytes()))
    return seen


@pytest.mark.parametrize("opponents", [["random", "greedy"], ["random", Drawing()]])
def test_what_changes_nothing_does_not_change_what_bots_draw(opponents: list[Any]) -> None:
    short = {**SMALL, "round_limit": 1}
    runs = []
    for disturb in (False, True):
        env = MunchkinEnv(opponents=opponents, **short)
        _, info = env.reset(seed=8)
        runs.append(stream(env, info, disturb))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("carry", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_game_itself(carry: Any) -> None:
    """With the chance that its bots have left, in the middle of a game."""
    env = MunchkinEnv(opponents=["random", "greedy"], **SMALL)
    _, info = env.reset(seed=8)
    for number in range(7):
        _, _, _, _, info = env.step(pick(info["action_mask"], number))
    twin = carry(env)
    assert stream(twin, info) == stream(env, info)
    assert twin.game == env.game
    assert same(twin.reset()[0], env.reset()[0])


def test_what_was_handed_out_is_not_written_again() -> None:
    env = MunchkinEnv(opponents="random", **SMALL)
    observation, info = env.reset(seed=8)
    kept = [(observation, info["action_mask"])]
    for number in range(20):
        observation, _, over, _, info = env.step(pick(info["action_mask"], number))
        kept.append((observation, info["action_mask"]))
        if over:
            break
    arrays = [array for pair in kept for array in pair]
    before = [array.tobytes() for array in arrays]
    env.reset()
    env.step(env.action_space.sample())
    assert [array.tobytes() for array in arrays] == before
    assert len({array.ctypes.data for array in arrays}) == len(arrays)
