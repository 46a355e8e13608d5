"""A pending decision of a game in the words of a person at the table: each legal answer, and what its verb means."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from munchkin_env.engine.position.action_ids import SEAT0, VERB0
from munchkin_env.engine.wheel.verbs import VERBS, words_of
from munchkin_env.language.labels import Labels
from munchkin_env.observation import View
from munchkin_env.vocabulary import Verb

if TYPE_CHECKING:
    from munchkin_env.game import Game


class Answers(Labels):
    """What one seat is asked, and what it may answer."""

    def __init__(self, game: "Game", seat: int, names: Sequence[str]) -> None:
        self.game = game

        def after(action: int) -> np.ndarray:
            trial = game.clone()
            trial.step(action)
            return trial.position

        super().__init__(View.of(game, seat), names, game.legal(), game.position, after)

    def lesson(self, action: int) -> str:
        """A line on a verb among the answers; nothing for one of its parts."""
        if action >= SEAT0:
            return ""
        verb = Verb(action - VERB0)
        return self.game.catalogue.worded(f"{words_of(self.view.decision, verb)}: {VERBS[verb].lesson}")
