"""The client of a session."""

from munchkin_env.doors.openenv import MunchkinClient

__all__ = ["MunchkinClient"]
