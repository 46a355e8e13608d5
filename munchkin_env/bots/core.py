"""Compiled bots as all other compiled code asks them: one unit."""

import numpy as np

from munchkin_env.bots import dispatch, veteran
from munchkin_env.engine.kernels.kernel import entry, unit
from munchkin_env.observation import core as seen


def like() -> dict[str, np.ndarray]:
    """Arrays such as the functions are given."""
    given = seen.like()
    return {"v": given["v"], "t": given["t"], "ids": np.zeros(1, np.int32)}


UNIT = unit(__name__, like)

bot_action = UNIT.export(dispatch.bot_action)
choose = UNIT.export(veteran.choose)
judge = UNIT.export(veteran.judge)


@entry
def choose_action(views, i, tables, kind, ids, n, hi, lo, counter):
    """`bot_action` for row `i` of an array of views, called from Python."""
    return bot_action(kind, views[i], tables[0], ids, n, hi, lo, counter)
