"""Thoughts of players on their decisions: probabilities of policies, points of the veteran, gains of a search.

A thinker gets only the knowledge of its seat, as its player does.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.bots import BatchBot, Bot, CompiledBot, RolloutBot
from munchkin_env.envs.seeding import chance_for
from munchkin_env.observation import View, last_events, observe
from munchkin_env.policies import PolicyBot
from munchkin_env.replays.snapshot import Parts

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

LEAST = 0.0005  # smaller probabilities are left out
POINTS_OF = "veteran"


class PolicyThinker:
    """Thinker with the probabilities of a policy's actions, and its network's value if there is one."""

    def __init__(self, bot: PolicyBot) -> None:
        self.bot = bot

    def think(self, game: "Game") -> Parts:
        """Return the probabilities of the actions, and the value."""
        seat = _asked(game)
        view, mask = View.of(game, seat), game.legal_action_mask()
        seen = observe(view.row, view.catalogue, seat, self.bot.encoding)
        batch: Any = {name: part[None] for name, part in seen.items()} if isinstance(seen, dict) else seen[None]
        if self.bot.advisor is not None:
            told = CompiledBot(self.bot.advisor).act(view, mask, np.random.default_rng(0))
            batch["advice"] = np.array([told], np.int32)
        if self.bot.events:
            batch["events"] = last_events(view.row, np.zeros(1, int), np.array([seat]), self.bot.events)
        logits = self.bot.scores(batch, mask[None])[0].astype(np.float64)
        legal = game.legal_actions()
        weights = np.exp(logits[legal] - logits[legal].max())
        chances = weights / weights.sum()
        likely = {str(action): round(float(p), 4) for action, p in zip(legal, chances, strict=True) if p >= LEAST}
        thought: Parts = {"by": self.bot.name, "chances": likely}
        value = _expected(self.bot, batch)
        return thought if value is None else {**thought, "value": round(value, 3)}


class SearchThinker:
    """Thinker with `rollout`'s gain of each candidate over the veteran's action, and the veteran's points."""

    def __init__(self, bot: RolloutBot, seed: int) -> None:
        self.bot = bot
        self.seed = seed

    def think(self, game: "Game") -> Parts:
        """Return the thoughts on the pending decision; none if there is only one action."""
        seat = _asked(game)
        legal = game.legal_actions()
        if len(legal) == 1:
            return {}
        view, mask = View.of(game, seat, world=True), game.legal_action_mask()
        rng = chance_for("review", self.seed, int(game.position["event_count"][0]))  # a public number
        usual = CompiledBot(POINTS_OF).act(view, mask, rng)
        actions = [usual, *(int(action) for action in legal if action != usual)]
        gains, points = self.bot.compare(view, mask, actions, rng)
        return {
            "by": self.bot.name,
            "gains": _by_action(actions, [[round(float(x), 4) for x in gain] for gain in gains]),
            "points": _by_action(actions, points.tolist()),
        }


class PointsThinker:
    """Thinker with the veteran's points."""

    def think(self, game: "Game") -> Parts:
        """Return the points of the legal actions."""
        legal = [int(action) for action in game.legal_actions()]
        if len(legal) == 1:
            return {}
        view = View.of(game, _asked(game), world=True)
        # One determinization: the points need none, and are read beside gains that mean nothing.
        _, points = RolloutBot(1).compare(view, game.legal_action_mask(), legal, np.random.default_rng(0))
        return {"by": POINTS_OF, "points": _by_action(legal, points.tolist())}


Thinker = PolicyThinker | SearchThinker | PointsThinker


def thinkers_of(bots: Sequence[Bot | None]) -> dict[int, Thinker]:
    """Return by seat the thinkers of these players.

    Thinkers are policies, bots that search, the veteran; none for others and people.
    """
    found = {seat: _thinker_of(bot) for seat, bot in enumerate(bots) if bot is not None}
    return {seat: thinker for seat, thinker in found.items() if thinker is not None}


def _thinker_of(bot: Bot) -> Thinker | None:
    if isinstance(bot, PolicyBot):
        return PolicyThinker(bot)
    if isinstance(bot, RolloutBot):
        return SearchThinker(bot, seed=0)
    return PointsThinker() if isinstance(bot, CompiledBot) and bot.name == POINTS_OF else None


def _asked(game: "Game") -> int:
    assert game.current_player is not None
    return game.current_player


def _by_action(actions: list[int], values: list[Any]) -> dict[str, Any]:
    return {str(action): value for action, value in zip(actions, values, strict=True)}


def _expected(bot: BatchBot, batch: Any) -> float | None:
    """Return the seat's expected result at the end of the game, from -1 to 1, if the policy's network has a value."""
    network = getattr(bot, "network", None)
    if network is None:
        return None
    import torch

    with torch.no_grad():
        return float(network.values(*(torch.from_numpy(part) for part in network.inputs(batch)))[0])
