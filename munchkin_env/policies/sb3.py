"""Models of stable-baselines3 as players, and the scaling that its policies need to read `flat`.

Needs the extra `train`.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from munchkin_env.errors import ConfigError, SaveError, needing, shown
from munchkin_env.observation import spec
from munchkin_env.policies.history import scale_of, width_of
from munchkin_env.policies.player import PolicyBot, game_of, name_of, policy_metadata

with needing("train", "policies of stable-baselines3"):
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class ScaledFlatExtractor(BaseFeaturesExtractor):
    """Features extractor that scales `flat` to about -1 to 1.

    Use `MaskablePPO("MlpPolicy", env, policy_kwargs=dict(features_extractor_class=mk.ScaledFlatExtractor))`. Without it
    an
    MlpPolicy reads raw numbers up to 127. It scales the additions of `with_history`, too.

    Examples:
        >>> from sb3_contrib import MaskablePPO
        >>> import munchkin_env as mk
        >>> env = mk.sb3_vec_env(2, preset="short")
        >>> settings = {"features_extractor_class": mk.ScaledFlatExtractor}
        >>> model = MaskablePPO("MlpPolicy", env, policy_kwargs=settings, n_steps=8, batch_size=16)
        >>> model.policy.features_extractor.features_dim == mk.spec(preset="short").flat_length
        True
    """

    def __init__(self, observation_space: gymnasium.spaces.Box, editions: tuple[str, ...] = ("munchkin",)) -> None:
        """Make the extractor.

        Args:
            observation_space: of `flat`; the number of players follows from its length.
            editions: their names, the host first.

        Raises:
            ValueError: the space is not that of `flat`.
        """
        size = observation_space.shape[0]
        super().__init__(observation_space, features_dim=size)
        games = (spec(editions=editions, players=players) for players in range(3, 7))
        scales = (scale_of(game, max(0, size - game.flat_length) // width_of(game)) for game in games)
        scale = next((scale for scale in scales if len(scale) == size), None)
        if scale is None:
            raise ValueError(f"observation_space: expected `flat` of {editions} for 3 to 6 players, got {size} entries")
        self.register_buffer("scale", torch.from_numpy(scale.copy()))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the scaled observations, cut to ±4."""
        return (observations * self.scale).clamp(-4.0, 4.0)


class Sb3Bot(PolicyBot):
    """Player that acts by a policy of stable-baselines3 with action masks (MaskablePPO).

    Examples:
        >>> from sb3_contrib import MaskablePPO
        >>> import munchkin_env as mk
        >>> env = mk.sb3_vec_env(2, players=3, preset="short")
        >>> model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16)
        >>> bot = mk.Sb3Bot.of(model.policy, mk.spec(players=3, preset="short"))
        >>> bot.name, bot.encoding
        ('learner', 'flat')
    """

    def __init__(self, policy: Any, facts: dict[str, Any], deterministic: bool = True, name: str = "sb3") -> None:
        """Make the player.

        Args:
            policy: a `MaskableActorCriticPolicy`; it is shared, not copied.
            facts: facts of the game that it was trained for, see `policy_metadata`.
            deterministic: take argmax actions; otherwise sample.
            name: name of the player in reports.
        """
        super().__init__(facts, deterministic, name)
        self.policy = policy

    @classmethod
    def of(cls, policy: Any, game: Any, encoding: str = "flat", deterministic: bool = True) -> "Sb3Bot":
        """Return a player by a policy that is being trained; the policy is shared, not copied.

        Args:
            policy: a `MaskableActorCriticPolicy`.
            game: a game or its `mk.spec(...)`.
            encoding: of its observations.
            deterministic: take argmax actions; otherwise sample.

        Raises:
            ConfigError: there is no such policy, game or encoding, or the policy reads other observations than those of
                the game.
        """
        facts = policy_metadata(game, encoding)
        if not hasattr(policy, "observation_space"):
            raise ConfigError(f"policy: expected one of stable-baselines3, got {shown(policy)}")
        reads, length = policy.observation_space.shape, game_of(game).flat_length
        if encoding == "flat" and reads != (length,):
            raise ConfigError(f"policy: expected one that reads {length} numbers, as this game has, got {shown(reads)}")
        return cls(policy, facts, deterministic, "learner")

    @classmethod
    def load(cls, file: Path, facts: dict[str, Any], deterministic: bool, device: str) -> "Sb3Bot":
        """Return the policy of a saved MaskablePPO.

        Args:
            file: a zip file of stable-baselines3.
            facts: facts of the game that it was trained for, already checked.
            deterministic: take argmax actions; otherwise sample.
            device: device of torch.

        Raises:
            SaveError: another algorithm saved it.
        """
        from sb3_contrib import MaskablePPO

        try:
            # a model seeds all generators, and its initial weights draw from torch's
            with torch.random.fork_rng(devices=[]):
                model = MaskablePPO.load(file, device=device, seed=None)
        except Exception as error:  # a pickle may raise anything
            raise SaveError(f"{file}: expected a MaskablePPO saved by stable-baselines3, got {error}") from error
        return cls(model.policy, facts, deterministic, name_of(file))

    @torch.no_grad()
    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        """Return the logits of the policy's distribution."""
        self.policy.set_training_mode(False)
        tensors, _ = self.policy.obs_to_tensor(observation)
        distribution = self.policy.get_distribution(tensors, action_masks=masks)
        scores: np.ndarray = distribution.distribution.logits.cpu().numpy()
        return scores
