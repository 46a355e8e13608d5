"""How often a trained policy wins against bots."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from ray.rllib.core.columns import Columns

import munchkin_env as mk
from training.rllib.env import seats

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Match:
    """The result of `play_match`. Rates are of all games; a win shared by k players counts 1/k, a draw 0."""

    opponents: tuple[str, ...]
    games: int
    wins: float
    low: float
    """Lower end of the 95 % interval (Wilson) of the win rate."""
    high: float
    decisions: int
    """Answers of the policy, in all games."""

    @property
    def win_rate(self) -> float:
        return self.wins / self.games

    def __str__(self) -> str:
        return (
            f"against {', '.join(self.opponents)}: {self.win_rate:.1%} of {self.games} games won "
            f"(95 % interval {self.low:.1%} – {self.high:.1%}; chance {1 / (1 + len(self.opponents)):.1%})"
        )


def play_match(module: Any, opponents: Sequence[str], games: int, seed: int, settings: Mapping[str, Any]) -> Match:
    """Plays `games` games of the policy (it draws from its distribution) against bots, its seat moving on each game.

    module: an RLModule with the observations of `MaskedPolicy`. settings: fields of `mk.GameConfig` but `players`.
    The result depends on the arguments alone. Raises mk.ConfigError.
    """
    players = 1 + len(opponents)
    table = mk.VectorGames(games, control=seats(players, opponents), rotation="rotate", seed=seed, players=players,
                           **settings)  # fmt: skip
    rng = np.random.default_rng(seed)
    playing = np.ones(games, bool)
    wins = 0.0
    decisions = 0
    while playing.any():
        rows = np.flatnonzero(playing)
        learner = np.argmax(table.control[rows] == 0, axis=1)
        actions = np.zeros(games, np.int64)
        actions[rows] = _answers(module, table.observation[rows], table.mask[rows], rng)
        table.step(actions, rows=playing)
        decisions += len(rows)
        # winners share +1 equally, losers and drawn games have nothing above 0
        wins += float(np.maximum(0.0, table.rewards[rows, learner]).sum())
        playing &= table.done == 0
    return Match(tuple(opponents), games, wins, *wilson(wins / games, games), decisions)


def _answers(module: Any, seen: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """int64 (n,): an action for each row, drawn from the policy (the largest of logits plus Gumbel noise)."""
    batch = {Columns.OBS: {"observations": torch.from_numpy(seen), "action_mask": torch.from_numpy(mask)}}
    logits = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].numpy().astype(np.float64)
    return np.argmax(logits + rng.gumbel(size=logits.shape), axis=1)


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate observed in independent games."""
    middle = (rate + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    half = Z95 / (1 + Z95**2 / games) * math.sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)
