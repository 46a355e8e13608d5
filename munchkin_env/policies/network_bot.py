"""Networks as players, and networks of files. Needs the extra `train`."""

from typing import Any

import numpy as np

from munchkin_env.bots.network import CompiledNetwork
from munchkin_env.errors import ConfigError, SaveError, needing
from munchkin_env.observation import Spec
from munchkin_env.policies.checks import check_weights, checked_settings
from munchkin_env.policies.network import TokenNetwork
from munchkin_env.policies.player import PolicyBot, policy_metadata
from munchkin_env.policies.sparse import SparseNetwork

with needing("train", "networks"):
    import torch

Network = TokenNetwork | SparseNetwork
NETWORKS: dict[str, type[Network]] = {"tokens": TokenNetwork, "sparse": SparseNetwork}
"""Networks by the encoding that they read, which is their kind."""


def network_of(weights: dict[str, torch.Tensor], header: dict[str, Any], where: str) -> Network:
    """Return the network of a file's weights and header. Raises SaveError, naming the file, if they do not fit."""
    kind, settings = checked_settings(header.get("network"), where)
    make = NETWORKS[kind]
    try:
        with torch.device("meta"):
            shapes = {name: tuple(part.shape) for name, part in make(**settings).state_dict().items()}
        check_weights(weights, shapes, where)
        with torch.random.fork_rng(devices=[]):  # initial weights must not advance the caller's generator
            network = make(**settings)
        network.load_state_dict(weights)
    except (KeyError, TypeError, RuntimeError, ValueError) as error:
        if isinstance(error, SaveError):
            raise
        raise SaveError(f"{where}: network: expected weights and settings that fit, got {error}") from error
    return network


class TorchPolicyBot(PolicyBot):
    """Player that acts by a `TokenNetwork` or a `SparseNetwork`.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.spec(players=3, preset="short")
        >>> network = mk.TokenNetwork.for_game(game, hidden=[32])
        >>> bot = mk.TorchPolicyBot.of(network, game)
        >>> result = mk.evaluate([bot, "random", "random"], games=3, preset="short", round_limit=1)
        >>> bot.name, bot.encoding
        ('learner', 'tokens')
    """

    def __init__(
        self, network: Network, facts: dict[str, Any], deterministic: bool = True, name: str = "network"
    ) -> None:
        """Make the player.

        Args:
            network: it is shared, not copied.
            facts: facts of the game that it was trained for, see `policy_metadata`.
            deterministic: take argmax actions; otherwise sample.
            name: name of the player in reports.
        """
        super().__init__(facts, deterministic, name)
        self.encoding = network.reads  # in spite of a file's value
        self.advisor = network.settings["residual"]
        self.events = network.settings.get("history", 0)
        self.network = network

    @classmethod
    def of(cls, network: Network, game: Spec, deterministic: bool = True, name: str = "learner") -> "TorchPolicyBot":
        """Return a player by a network that is being trained.

        Args:
            network: it is shared, not copied.
            game: the game that it is trained for.
            deterministic: take argmax actions; otherwise sample.
            name: of the player in reports.
        """
        return cls(network, policy_metadata(game, network.reads), deterministic, name)

    def check(self, game: Spec) -> None:
        """Check the game, and that the network has its sizes."""
        super().check(game)
        for name, size in self.network.sizes_of(game).items():
            if self.network.settings[name] != size:
                raise ConfigError(
                    f"network.{name}: expected {size} for this game, got {self.network.settings[name]} in {self.name}"
                )

    def compiled(self) -> CompiledNetwork | None:
        """Return the weights for compiled code, None if the network reads tokens, events or advice."""
        alone = self.advisor is None and not self.events
        return self.network.compiled() if isinstance(self.network, SparseNetwork) and alone else None

    @torch.no_grad()
    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        """Return the network's logits. Raises ConfigError for masks of another number of actions."""
        if masks.shape[1] != self.network.settings["actions"]:
            raise ConfigError(f"masks: expected {self.network.settings['actions']} actions, got {masks.shape[1]}")
        return self.network.scores(observation, masks)
