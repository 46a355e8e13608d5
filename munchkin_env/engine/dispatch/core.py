"""The rules as all other compiled code calls them: one unit."""

import numpy as np

from munchkin_env.cards.tables import TABLES
from munchkin_env.engine.dispatch import step as steps
from munchkin_env.engine.dispatch.legal import legal as list_legal
from munchkin_env.engine.kernels.kernel import unit
from munchkin_env.engine.rules import setup
from munchkin_env.engine.state.layout import empty


def like() -> dict[str, np.ndarray]:
    """Arrays such as the functions are given."""
    return {"s": empty(1), "t": np.zeros(1, TABLES), "out": np.zeros(1, np.int32)}


UNIT = unit(__name__, like)

begin_game = UNIT.export(setup.begin_game)
run = UNIT.export(steps.run)
settle_top = UNIT.export(steps.settle_top)
legal = UNIT.export(list_legal)
answer = UNIT.export(steps.answer)
settle_forced = UNIT.export(steps.settle_forced)
step = UNIT.export(steps.step)
