"""What a session sends and gets."""

from munchkin_env.llm.openenv import MunchkinAction, MunchkinObservation, OpenEnvState

__all__ = ["MunchkinAction", "MunchkinObservation", "OpenEnvState"]
