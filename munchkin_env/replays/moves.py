"""Pending decision of a game in a player's words: each legal action, and the meaning of its verb."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from munchkin_env.engine.dispatch.verbs import VERBS, words_of
from munchkin_env.engine.state.actions import CARD0, SEAT0, VERB0
from munchkin_env.game.answers import Branch, Labels
from munchkin_env.observation import View
from munchkin_env.vocabulary import Verb

MORE = " …"  # after words of an action whose parts are asked for next

if TYPE_CHECKING:
    from munchkin_env.game.game import Game


def asks_on(action: int) -> bool:
    """Return True if the action is a verb that has further parts."""
    return action < SEAT0 and bool(VERBS[Verb(action - VERB0)].parts)


class Answers(Labels):
    """Question to one seat, and its legal actions.

    Consequences of an action are tried in a determinization for the seat: the words depend only on its knowledge.
    """

    def __init__(self, game: "Game", seat: int, names: Sequence[str]) -> None:
        self.game = game
        view = View.of(game, seat, world=True)
        self._root = Branch.of(view)
        super().__init__(view, names, game.legal(), self._root.row, lambda action: self._root.after(action).row)

    def named(self, action: int) -> str:
        """Return one action in words; a verb names its card if there is only one, since then nobody asks for it."""
        words = self.label(action)
        if not words.endswith(MORE):
            return words
        card, branch = 0, self._root.after(action)
        while branch.taken:
            (only,) = branch.legal.tolist()
            card = card or max(0, only - CARD0 + 1)
            branch = branch.after(only)
        named = f": {self.game.catalogue.name(card)}" if card else ""
        return words.removesuffix(MORE) + named + ("" if branch.complete else MORE)

    def lesson(self, action: int) -> str:
        """Return a line on a verb among the actions; nothing for one of its parts."""
        if action >= SEAT0:
            return ""
        verb = Verb(action - VERB0)
        return self.game.catalogue.worded(f"{words_of(self.view.decision, verb)}: {VERBS[verb].lesson}")
