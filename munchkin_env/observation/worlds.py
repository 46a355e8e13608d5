"""Worlds: positions that a seat can't tell from the real one, drawn anew, to be played on by bots that search.

Whoever searches is handed a world (`View.world`), never the position. Drawing one of a world is the same as drawing it
of the position: `fill` leaves nothing of what it draws. Bots may not import the engine: what they need of it to play a
world on is handed on here.
"""

from munchkin_env.engine.step import step
from munchkin_env.observation.fill import fill, scratch_table
from munchkin_env.observation.view import make_view

__all__ = ["fill", "make_view", "scratch_table", "step"]
