"""RLlib policy as a player for `mk.evaluate` and the environments."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from ray.rllib.core.columns import Columns

import munchkin_env as mk


class ModuleBot(mk.PolicyBot):
    """An RLModule with the observations of `MaskedPolicy` as a player; the module is shared, not copied."""

    def __init__(self, module: Any, game: Mapping[str, Any], deterministic: bool = True) -> None:
        """Make the player.

        game: the fields of `mk.GameConfig` that it is trained for. deterministic: see `mk.PolicyBot`.
        """
        super().__init__(mk.policy_metadata(mk.spec(**game), "flat"), deterministic, "learner")
        self.module = module

    @torch.no_grad()
    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        """Return the logits of the module."""
        seen = {"observations": torch.from_numpy(observation), "action_mask": torch.from_numpy(masks)}
        logits: np.ndarray = self.module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].numpy()
        return logits
