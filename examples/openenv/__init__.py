"""Munchkin as a package for OpenEnv: `openenv validate examples/openenv`, or an image by `server/Dockerfile`."""

from munchkin_env.llm.openenv import MunchkinAction, MunchkinClient, MunchkinObservation

__all__ = ["MunchkinAction", "MunchkinClient", "MunchkinObservation"]
