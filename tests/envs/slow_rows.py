"""One row of `SelfPlayVecEnv` as documented: a `Game`, stepped one by one, bots asked through views."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.bots.dispatch import NAMES, choose_action
from munchkin_env.envs.seeding import chance_keys, episode_seed
from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.envs.stepping import ROW_STREAM
from munchkin_env.observation import View
from tests.envs.chances import mix

SMALL: dict[str, Any] = {"players": 3, "round_limit": 2, "round_limit_result": "leader_wins"}


@lru_cache(maxsize=64)
def dealt(seed: int, row: int, episode: int, own: bool, settings: tuple[tuple[str, Any], ...]) -> mk.Game:
    """The game that a row plays as an episode, before anybody has acted; `own`: by a seed of its own."""
    if own:
        return mk.Game(seed=episode_seed(seed + row, episode), **dict(settings))
    games = SelfPlayVecEnv(row + 1, seed=seed, encoding=None, **dict(settings))
    games.episodes[row] = episode - 1
    games.deal(np.arange(row + 1) == row)
    return games.game(row)


class SlowRow:
    """Row `row` of `SelfPlayVecEnv(…, controllers=control, seat_rotation=rotation, **settings)`; with `own`, of those
    that `reset([seed, seed + 1, …])` has begun, as every environment with one learner does."""

    def __init__(
        self, seed: int, row: int, control: Sequence[str], rotation: str = "fixed", own: bool = False, **settings: Any
    ) -> None:
        self.own = own
        self.seed, self.row, self.chairs, self.rotation = seed, row, list(control), rotation
        self.settings = tuple(settings.items())
        self.episode = 0
        self.passed_over = 0
        self.begin()
        self.settle()

    def begin(self) -> None:
        self.game = dealt(self.seed, self.row, self.episode, self.own, self.settings).clone()
        players = len(self.chairs)
        shift = (self.row + self.episode) % players if self.rotation == "rotate" else 0
        self.control = [self.chairs[(seat - shift) % players] for seat in range(players)]
        self.answers = 0
        self.decided = False

    def settle(self) -> None:
        """Bots play until the caller is asked; ended games are paid if it was asked in them."""
        self.rewards = np.zeros(len(self.chairs))
        self.done = False
        self.end: mk.Game | None = None
        while True:
            seat = self.game.current_player
            if seat is None:
                if self.decided:
                    self.rewards, self.done, self.end = self.game.returns, True, self.game
                    self.end_seat = self.control.index("caller")
                else:
                    self.passed_over += 1
                self.episode += 1
                self.begin()
            elif self.control[seat] == "caller":
                return
            else:
                self.game.step(self.bot_answer(seat))
                self.answers += 1

    def bot_answer(self, seat: int) -> int:
        view = View.of(self.game, seat)
        ids = self.game.legal_actions()
        seed, row = (self.seed + self.row, 0) if self.own else (self.seed, self.row)
        bots, stream = chance_keys("compiled bots", seed)[0], ROW_STREAM + row
        key = [mix(*bots, stream, 2 * self.episode + half) for half in range(2)]
        key.append(self.answers * 8 + seat)
        return int(choose_action(view.positions, 0, view.tables, NAMES.index(self.control[seat]), ids, len(ids), *key))

    def step(self, action: int) -> None:
        turn, episode = self.game.turn, self.episode
        self.decided = True
        self.game.step(action)
        self.settle()
        self.turns_passed = self.game.turn - turn if self.episode == episode else self.game.turn


def pick(mask: np.ndarray, number: int) -> int:
    """A legal action that depends on nothing but the mask and a number."""
    ids = np.flatnonzero(mask)
    return int(ids[number * 7919 % 104729 % len(ids)])


def picks(masks: np.ndarray, number: int) -> np.ndarray:
    """`pick` for each row."""
    return np.array([pick(mask, number + 31 * i) if mask.any() else 0 for i, mask in enumerate(masks)])
