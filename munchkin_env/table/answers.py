"""A pending decision of a game in the words of a person at the table: each legal answer, and what its verb means."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from munchkin_env.engine.position.action_ids import SEAT0, VERB0
from munchkin_env.engine.wheel.verbs import VERBS, words_of
from munchkin_env.language.labels import Labels
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage, Verb

MORE = " …"  # after words of an answer whose parts are asked for next

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

    def label(self, action: int) -> str:
        """One answer in words; a verb names its card where there is only one, since then nobody asks for it."""
        words = super().label(action)
        if not words.endswith(MORE):
            return words
        trial = self.game.clone()
        trial.step(action)
        is_begun = not trial.over and trial.seat == self.seat and trial.stage != Stage.VERB
        card = self._settled(trial) if is_begun else self._played(trial)
        named = f": {self.game.catalogue.name(card)}" if card else ""
        return words.removesuffix(MORE) + named + (MORE if is_begun else "")

    def _settled(self, trial: "Game") -> int:
        """The card of an answer that is begun; 0 if it is asked for, or has none."""
        return self._type(int(trial.position["move"]["card"][0]))

    def _played(self, trial: "Game") -> int:
        """The card of an answer that a single part has completed, by what its seat is first seen to do; 0 for none."""
        fresh = int(trial.position["event_count"][0]) - int(self.view.record["event_count"])
        told = View.of(trial, self.seat).events()[-fresh:] if fresh > 0 else []
        own = {card.type for card in (*self.view.hand(), *self.view.table(self.seat))}
        first = next((event.card for event in told if event.seat == self.seat and event.card), None)
        return first if first in own else 0

    def lesson(self, action: int) -> str:
        """A line on a verb among the answers; nothing for one of its parts."""
        if action >= SEAT0:
            return ""
        verb = Verb(action - VERB0)
        return self.game.catalogue.worded(f"{words_of(self.view.decision, verb)}: {VERBS[verb].lesson}")
