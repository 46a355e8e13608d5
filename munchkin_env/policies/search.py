"""Search over a policy: its action, unless playing on in determinizations says that another one wins more.

Candidates are the policy's most probable actions. They are compared as `rollout` compares those of `veteran`, and the
policy's own action stays unless another one is clearly ahead. At most decisions one action is as good
as certain, and nothing is searched.

A `SparseNetwork` names the candidates, plays its seat on in the determinizations and values what it has reached, by a
compiled forward pass (`bots.network`): the gains are then those of one change in its own play. For other policies
`veteran` plays on and `chance_to_win` values.
"""

import copy

import numpy as np

from munchkin_env.bots.base import Bot
from munchkin_env.bots.network import activations_of, check_fit, network_logits
from munchkin_env.bots.rollout import WORLDS, RolloutBot
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.errors import ConfigError, shown
from munchkin_env.observation import Spec, View, observe
from munchkin_env.observation.layout import flat_length
from munchkin_env.policies.files import make_bot
from munchkin_env.policies.player import PolicyBot

USUAL = 120  # determinizations of a searched decision, at most
CANDIDATES = 4
LEAST = 0.02  # probability of a candidate beside the first


class SearchBot(Bot):
    """A bot that compares a policy's most probable actions in at most `worlds` determinizations."""

    searches = True

    def __init__(self, worlds: int = USUAL, policy: PolicyBot | str = "pretrained") -> None:
        """Make the bot.

        Args:
            worlds: determinizations of a searched decision; the more, the stronger and the slower.
            policy: a policy that is given no events and no advice, its name or its file; a `SparseNetwork` should be
                trained with `ppo.shaping` 0, for values that are results. `pretrained` is the one for the game's
                editions.

        Raises:
            ConfigError: `worlds` is out of range, or `policy` is not such a policy.
        """
        WORLDS.check("search", worlds)
        self.worlds = worlds
        self._named = policy if isinstance(policy, str) else None
        self._take(make_bot(policy) if isinstance(policy, str) else policy)
        self.name = f"search:{worlds}"

    def _take(self, policy: Bot) -> None:
        """Search over a policy. Raises ConfigError for one that is none."""
        self._policy = _checked(policy)
        self._search = RolloutBot(self.worlds, self._policy.compiled())

    def check(self, game: Spec) -> None:
        """Take the policy that plays this game. Raises ConfigError if there is none."""
        if self._named is not None:
            self._take(make_bot(self._named, for_game=game))
        self._policy.check(game)

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose the policy's action, or the candidate that gains most, if it is clearly ahead."""
        candidates = self.candidates(view, mask)
        if len(candidates) == 1:
            return candidates[0]
        return self._search.choose(view, mask, candidates, rng)

    def candidates(self, view: View, mask: np.ndarray) -> list[int]:
        """Return the policy's action and further ones that it would sample now and then, the most probable first."""
        ids = np.flatnonzero(mask)
        scores = self._scores(view, mask, ids).astype(np.float64)
        chances = np.exp(scores - scores.max())
        order = np.argsort(-chances, kind="stable")[:CANDIDATES]
        least = LEAST * chances.sum()
        return [int(ids[k]) for place, k in enumerate(order) if place == 0 or chances[k] >= least]

    def _scores(self, view: View, mask: np.ndarray, ids: np.ndarray) -> np.ndarray:
        """Return the policy's logits of the legal actions, float32."""
        network = self._search.network
        if network is None:
            seen = observe(view.row, view.catalogue, view.seat, self._policy.encoding)
            batch = {name: part[None] for name, part in seen.items()} if isinstance(seen, dict) else seen[None]
            scores: np.ndarray = self._policy.scores(batch, mask[None])[0, ids]
            return scores
        check_fit(network, len(mask))
        activations = activations_of(network, flat_length(view.players, int(view.tables["n_types"][0])))
        seen, legal, logits = records(view.row), ids.astype(np.int32), np.empty(len(ids), np.float32)
        network_logits(network, activations, seen, 0, view.tables, view.seat, legal, len(legal), logits)
        return logits

    def __deepcopy__(self, memo: dict[int, object]) -> "SearchBot":
        """Copies share the policy, which keeps no memory."""
        twin = copy.copy(self)
        memo[id(self)] = twin
        return twin


def _checked(policy: Bot) -> PolicyBot:
    """Return the policy. Raises ConfigError for a player that gives no scores, or needs more than an observation."""
    if not isinstance(policy, PolicyBot) or policy.events or policy.advisor is not None:
        raise ConfigError(f"policy: expected one that reads observations alone, got {shown(policy)}")
    return policy
