"""Entry points of observation for all other compiled code: one unit."""

import numpy as np

from munchkin_env.cards.tables import TABLES
from munchkin_env.engine.kernels.kernel import unit
from munchkin_env.engine.state.layout import empty
from munchkin_env.observation import determinize as filling
from munchkin_env.observation import viewing
from munchkin_env.observation.encode import facts, flat, tokens


def like() -> dict[str, np.ndarray]:
    """Return arrays such as the functions are given."""
    return {
        "s": empty(1),
        "t": np.zeros(1, TABLES),
        "v": empty(1),
        "out": np.zeros(1, np.int8),
        "flat": np.zeros(1, np.int8),
        "indices": np.zeros(1, np.int16),
        "values": np.zeros(1, np.int8),
        "rows": np.zeros((1, 1), np.int16),
        "general": np.zeros(1, np.int16),
        "scratch": np.zeros((1, 1), np.int64),
    }


UNIT = unit(__name__, like)

make_view = UNIT.export(viewing.make_view)
part_in_fight = UNIT.export(facts.part_in_fight)
write_flat = UNIT.export(flat.write_flat)
write_tokens = UNIT.export(tokens.write_tokens)
write_sparse = UNIT.export(flat.write_sparse)
fill = UNIT.export(filling.fill)
