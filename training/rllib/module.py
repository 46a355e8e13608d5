"""Policy and value network: a small MLP on the flat observation that gives illegal actions probability 0."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import InferenceOnlyAPI, ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

import munchkin_env as mk

IMPOSSIBLE = -1e9  # a logit whose probability is exactly 0, small enough to stay finite in differences and entropies
POLICY_GAIN = 0.01  # the first policy is nearly uniform over what is legal


class MaskedPolicy(TorchRLModule, InferenceOnlyAPI, ValueFunctionAPI):
    """An RLModule for PPO over observations {"observations": int8 (B, F), "action_mask": int8 (B, A)}.

    Built by `policy_spec`. The logits of illegal actions are `IMPOSSIBLE` in inference, exploration and training; a row
    with an empty mask (after the end of a game) is uniform. Environment runners get it without the value head.
    """

    def setup(self) -> None:
        """Build the layers. `model_config` holds "game" (fields of `mk.GameConfig`) and "hidden" (widths)."""
        spec = mk.spec(**self.model_config["game"])
        # follows from the observation's schema, so no checkpoint contains it
        self.register_buffer("scale", torch.from_numpy(spec.flat_scale), persistent=False)
        widths = [spec.flat_length, *self.model_config["hidden"]]
        layers = [nn.Sequential(nn.Linear(a, b), nn.ReLU()) for a, b in pairwise(widths)]
        self.trunk = nn.Sequential(*layers)
        self.policy = nn.Linear(widths[-1], spec.num_actions)
        self.value = nn.Linear(widths[-1], 1)
        nn.init.orthogonal_(self.policy.weight, POLICY_GAIN)
        nn.init.zeros_(self.policy.bias)

    def get_non_inference_attributes(self) -> list[str]:
        """Return the parts that environment runners do without."""
        return ["value"]

    def compute_values(self, batch: Mapping[str, Any], embeddings: torch.Tensor | None = None) -> torch.Tensor:
        """Return the expected return of the observing seat, float32 (B,)."""
        return self.value(self._features(batch) if embeddings is None else embeddings).squeeze(-1)

    def _forward(self, batch: Mapping[str, Any], **kwargs: Any) -> dict[str, torch.Tensor]:
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch, self._features(batch))}

    def _forward_train(self, batch: Mapping[str, Any], **kwargs: Any) -> dict[str, torch.Tensor]:
        features = self._features(batch)
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch, features), Columns.EMBEDDINGS: features}

    def _features(self, batch: Mapping[str, Any]) -> torch.Tensor:
        return self.trunk(batch[Columns.OBS]["observations"].float() * self.scale)

    def _logits(self, batch: Mapping[str, Any], features: torch.Tensor) -> torch.Tensor:
        return self.policy(features).masked_fill(batch[Columns.OBS]["action_mask"] == 0, IMPOSSIBLE)


def policy_spec(game: Mapping[str, Any], hidden: Sequence[int]) -> RLModuleSpec:
    """Return the specification of a `MaskedPolicy` for games with these settings (fields of `mk.GameConfig`)."""
    return RLModuleSpec(module_class=MaskedPolicy, model_config={"game": dict(game), "hidden": list(hidden)})
