"""Messages of a session."""

from munchkin_env.llm.openenv import MunchkinAction, MunchkinObservation, OpenEnvState

__all__ = ["MunchkinAction", "MunchkinObservation", "OpenEnvState"]
