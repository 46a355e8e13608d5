"""What a session sends and gets."""

from munchkin_env.llm.openenv import MunchkinAction, MunchkinObservation, MunchkinState

__all__ = ["MunchkinAction", "MunchkinObservation", "MunchkinState"]
