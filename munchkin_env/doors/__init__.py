"""Doors by which language models of other frameworks sit down at the table, an extra each; all open on `Table`."""

from munchkin_env.doors.table import NotAsked, Table, Turn

__all__ = ["NotAsked", "Table", "Turn"]
