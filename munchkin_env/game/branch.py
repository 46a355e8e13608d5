"""A world in which the parts of an answer are tried, one after the other; no game is touched."""

from functools import cached_property

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.engine.state.actions import action_count
from munchkin_env.errors import ConfigError
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage, Windows


class Branch:
    """A world that looks to the seat like the game, after some parts of an answer.

    Single choices are not taken by themselves there: each part of an answer is met, and an answer that is complete
    leaves no other begun. So what is tried there tells nothing of what others hold, or of what chance would bring.
    """

    def __init__(self, row: np.ndarray, catalogue: Catalogue, ids: np.ndarray, n: int, takes_singles: bool) -> None:
        self.row = row
        self.catalogue = catalogue
        self._ids = ids
        self._n = n
        self._takes_singles = takes_singles
        self.stage = Stage(int(row["move"]["stage"][0]))
        """Which part is due; VERB if the answer is complete."""

    @classmethod
    def of(cls, view: View) -> "Branch":
        """The world of a view. Raises ConfigError for a view without one."""
        if view.world is None:
            raise ConfigError("view: expected one with a world, View.of(game, seat, world=True), got one without")
        row = copied(view.world)
        rules = row["rules"]
        asked_all = rules["windows"][0] == Windows.OPEN and view.decision.row.private  # WINDOW-3
        takes_singles = bool(rules["forced_choices"][0]) and not asked_all
        rules["forced_choices"] = 0
        ids = np.zeros(action_count(view.catalogue), np.int32)
        n = entries.legal_ids(row, 0, records(view.catalogue.tables), ids)
        return cls(row, view.catalogue, ids, int(n), takes_singles)

    @cached_property
    def legal(self) -> np.ndarray:
        """int32 (n,): the ids that may follow, ascending."""
        return np.sort(self._ids[: self._n])

    @property
    def complete(self) -> bool:
        """After at least one part: nothing of the answer is left to be said."""
        return self.stage == Stage.VERB

    @property
    def taken(self) -> bool:
        """One part alone may follow, and the game takes it by itself."""
        return self._takes_singles and self._n == 1 and not self.complete

    def after(self, action: int) -> "Branch":
        """The world after one part more, a legal one."""
        row, ids = copied(self.row), self._ids.copy()
        n = entries.step_game(row, 0, records(self.catalogue.tables), action, ids, self._n)
        return Branch(row, self.catalogue, ids, max(0, int(n)), self._takes_singles)


__all__ = ["Branch"]
