"""One game with a learner and the bots around him: who answers, by which chance, and what the learner then sees."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.base import new_keys
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs import answering
from munchkin_env.envs.answering import KEYS, MOST, NOTHING, SEATS, USED, WHO
from munchkin_env.envs.batch_state import Seen, new_seen
from munchkin_env.envs.encoding import WHAT, named
from munchkin_env.envs.opponents import answer_of, chance_of, compiled_kind
from munchkin_env.game.game import Game
from munchkin_env.observation import Spec
from munchkin_env.vocabulary import Control


class Company:
    """The players of a game that has just been dealt.

    Compiled bots answer inside of the call that gives the answer before theirs, by the chance that they would draw if
    they were asked in Python; any other `Bot` is asked there.

    Attributes:
        game: the game they play.
        observation: what the learner saw when he was asked last, or at the end; never written into again.
        mask: int8 (A,), what was legal for him then, zeros at the end; likewise.
    """

    def __init__(self, game: Game, facts: Spec, kind: str, learner: int, bots: Sequence[Bot]) -> None:
        """kind: of observation. learner: his seat. bots: clockwise from his left."""
        self.game = game
        self.observation: Any = None
        self.mask = np.zeros(0, np.int8)
        self._facts = facts
        self._what = WHAT[kind]
        self._learner = learner
        players = facts.config.players
        self._views = records(empty(1))
        self._seats = np.zeros((players, SEATS), np.int64)
        self._keys = np.zeros((players, KEYS, 2), np.int64)
        self._answers = np.zeros(players * MOST, np.int64)
        self._bots: dict[int, Bot] = {}
        self._chances: dict[int, np.random.Generator] = {}
        for chair, bot in enumerate(bots, 1):
            self._seat((learner + chair) % players, chair, bot)

    def _seat(self, p: int, chair: int, bot: Bot) -> None:
        """A bot sits down."""
        self._bots[p] = bot
        self._chances[p] = chance_of(self.game.position, "bot", chair)
        kind = compiled_kind(bot)
        self._seats[p, WHO] = Control.EXTERNAL if kind is None else 1 + kind
        if kind is not None:
            self._hand_keys(p)

    def _hand_keys(self, p: int) -> None:
        """A compiled bot gets the keys of his next answers."""
        self._keys[p] = new_keys(self._chances[p], KEYS)
        self._seats[p, USED] = 0

    def begin(self) -> None:
        """The game runs to the learner's first decision."""
        self._play(NOTHING)
        self.settle()

    def answer(self, action: int) -> None:
        """Gives the pending answer; `settle` is due after it. Raises IllegalAction, with nothing changed."""
        if not 0 <= action < self._facts.actions or not self._play(action):
            self.game.step(action)  # tells what would have been legal

    def settle(self) -> None:
        """The others answer until the learner is asked or the game is over."""
        game = self.game
        while (p := game.seat) is not None and p != self._learner:
            if self._seats[p, WHO] != Control.EXTERNAL:
                self._hand_keys(p)
                self._play(NOTHING)
            else:
                self._play(answer_of(self._bots[p], game.position, game.catalogue, game.mask(), self._chances[p]))

    def _play(self, action: int) -> int:
        """An answer, and those of the compiled bots that are asked next. Returns how many there were."""
        return self.game.play_on(self._compiled, action)

    def _compiled(
        self, positions: np.ndarray, tables: np.ndarray, ids: np.ndarray, n: int, action: int
    ) -> tuple[int, list[int]]:
        """`answering.play_on` for `Game.play_on`."""
        seen, mask = self._new_seen(), np.zeros(self._facts.actions, np.int8)
        n, given = answering.play_on(
            positions, tables, self._views, ids, n, action, self._seats, self._keys, self._answers, self._learner,
            self._what, mask, *seen,
        )  # fmt: skip
        if given or action == NOTHING:
            self.observation, self.mask = named(self._what, seen), mask
        return n, self._answers[:given].tolist()

    def _new_seen(self) -> Seen:
        """Arrays for what the learner sees."""
        return Seen(*(array[0] for array in new_seen(self._facts, self._what, 1)))


__all__ = ["Company"]
