"""Determinizations: states that a seat cannot tell from the real one, for bots that search.

For Python `resample` draws them. A searching bot is handed a determinization (`View.world`), never the state. Sampling
from a determinization equals sampling from the state: `fill` keeps nothing that it draws. Bots may not import the
engine: this module hands on the engine functions that play a determinization on.
"""

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.dispatch.core import step
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.observation.core import fill, make_view
from munchkin_env.observation.determinize import scratch_table
from munchkin_env.observation.entries import fill_position


def resample(row: np.ndarray, catalogue: Catalogue, seat: int, rng: np.random.Generator) -> None:
    """Draw again, in place, everything in a one-row state that `seat` cannot know.

    That is hands, draw piles, all future chance. The draw is uniform over all assignments of the cards that fit the
    seat's knowledge. Another player's unfinished action is taken back.
    """
    hi, lo = (int(half) for half in rng.integers(0, 1 << 32, 2))
    fill_position(records(row), 0, records(catalogue.tables), int(seat), hi, lo, scratch_table())


def world_of(row: np.ndarray, catalogue: Catalogue, seat: int) -> np.ndarray:
    """Return a one-row state that looks the same to `seat`, drawn by the same key for all states that do so.

    It reveals nothing that the seat cannot know, and a resample of it equals a resample of the state itself.
    """
    world = copied(row)
    fill_position(world, 0, records(catalogue.tables), int(seat), 0, 0, scratch_table())
    return world


__all__ = ["fill", "make_view", "resample", "scratch_table", "step", "world_of"]
