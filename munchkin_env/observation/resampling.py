"""Resampling for Python: `fill` draws anew what a seat can't know."""

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.observation.determinize import scratch_table
from munchkin_env.observation.entries import fill_position


def resample(row: np.ndarray, catalogue: Catalogue, seat: int, rng: np.random.Generator) -> None:
    """Draws anew, in place, what `seat` can't know of a one-row position: hands, draw piles, all future chance.

    Uniform over all ways to lay the cards that fit what he knows. Another's half-built answer is taken back.
    """
    hi, lo = (int(half) for half in rng.integers(0, 1 << 32, 2))
    fill_position(records(row), 0, records(catalogue.tables), int(seat), hi, lo, scratch_table())


def world_of(row: np.ndarray, catalogue: Catalogue, seat: int) -> np.ndarray:
    """A one-row position that looks the same to `seat`, drawn by the same key for all positions that do so: it tells
    nothing that he can't know, and what is drawn anew of it is what would be drawn of the position itself."""
    world = copied(row)
    fill_position(world, 0, records(catalogue.tables), int(seat), 0, 0, scratch_table())
    return world
