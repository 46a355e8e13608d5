"""One session: a seat of a table of its own, or of one that several share."""

from munchkin_env.llm.openenv import MunchkinEnvironment

__all__ = ["MunchkinEnvironment"]
