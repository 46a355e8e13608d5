"""The client of a session."""

from munchkin_env.llm.openenv import MunchkinClient

__all__ = ["MunchkinClient"]
