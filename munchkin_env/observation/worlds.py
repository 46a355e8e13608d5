"""Determinizations: states that a seat cannot tell from the real one, for bots that search.

A searching bot is handed a determinization (`View.world`), never the state. Sampling from a determinization equals
sampling from the state: `fill` keeps nothing that it draws. Bots may not import the engine: this module hands on the
engine functions that play a determinization on.
"""

from munchkin_env.engine.dispatch.core import step
from munchkin_env.observation.core import fill, make_view
from munchkin_env.observation.determinize import scratch_table

__all__ = ["fill", "make_view", "scratch_table", "step"]
