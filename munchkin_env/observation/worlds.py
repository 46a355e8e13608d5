"""Worlds: positions that a seat can't tell from the real one, drawn anew, to be played on by bots that search.

Whoever searches is handed a world (`View.world`), never the position. Drawing one of a world is the same as drawing it
of the position: `fill` leaves nothing of what it draws. Bots may not import the engine: what they need of it to play a
world on is handed on here.
"""

from munchkin_env.engine.dispatch.core import step
from munchkin_env.observation.core import fill, make_view
from munchkin_env.observation.determinize import scratch_table

__all__ = ["fill", "make_view", "scratch_table", "step"]
