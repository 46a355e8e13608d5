"""Common parts of networks that correct a compiled bot. Needs the extra `train`."""

from munchkin_env.errors import ConfigError, needing

with needing("train", "networks"):
    import torch

ILLEGAL = -1e9  # the logit of an illegal action: finite, so that no gradient is NaN


def needed(advice: torch.Tensor | None, bot: str) -> torch.Tensor:
    """Return the actions of the bot that a network corrects. Raises ConfigError where they are missing."""
    if advice is None:
        raise ConfigError(f"advice: expected the actions of {bot}, which this network corrects, got none")
    return advice


__all__ = ["ILLEGAL", "needed"]
