"""Trained policy as a player, of any library."""

import multiprocessing
import os
import sys
import threading
from typing import Any

import numpy as np

from munchkin_env.bots import BatchBot
from munchkin_env.observation import Spec
from munchkin_env.policies.metadata import check_game


class PolicyBot(BatchBot):
    """Player that acts by the scores that a policy gives to actions. Subclass it and define `scores`.

    A policy takes argmax actions wherever it plays (in matches, as an opponent, in the terminal), unless
    `deterministic` is false. Only in training are actions sampled.
    """

    def __init__(self, facts: dict[str, Any], deterministic: bool = True, name: str = "policy") -> None:
        """Make the player.

        Args:
            facts: those of the game that it was trained for, see `facts_of`; they name the encoding that it reads, too.
            deterministic: take argmax actions; otherwise sample by the policy's probabilities.
            name: of the player in reports."""
        self.facts = facts
        self.observation = facts["observation"]
        self.deterministic = deterministic
        self.name = name

    @property
    def rules_version(self) -> int | None:
        """Rules version under which it was trained, if its file records it.

        It plays by the present rules all the same.
        """
        version = self.facts.get("rules_version")
        return version if type(version) is int else None

    def check(self, game: Spec) -> None:
        super().check(game)
        check_game(self.facts, game, self.name)

    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        """Return a logit for each action, those of illegal ones so low that their probability is 0.

        Args:
            observation: as for `BatchBot.answers`.
            masks: int8 (n, A), 1 where an action is legal.

        Returns:
            float32 (n, A).
        """
        raise NotImplementedError(f"{type(self).__name__}.scores")

    def answers(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        one_thread_in_workers()
        scores = self.scores(observation, masks)
        return scores.argmax(axis=1) if self.deterministic else draw(scores, chances)


_ASKED = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
_settled = threading.Event()


def one_thread_in_workers() -> None:
    """Let torch use one thread in a process that another Python has started, once, before a policy first plays there.

    Workers share the cores: threads of all of them wait for each other, for decisions of some hundred microseconds.
    OMP_NUM_THREADS, MKL_NUM_THREADS and a call of `torch.set_num_threads` after the first action take precedence.
    """
    if _settled.is_set():
        return
    _settled.set()
    torch: Any = sys.modules.get("torch")
    if torch is not None and multiprocessing.parent_process() is not None and not any(map(os.environ.get, _ASKED)):
        torch.set_num_threads(1)


def draw(logits: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Sample an action for each row of float32 logits (B, A), int64 (B,), by one uniform number float64 (B,) each."""
    weights = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    reached = np.cumsum(weights, axis=1)
    return (reached > (chances * reached[:, -1])[:, None]).argmax(axis=1)


__all__ = ["PolicyBot", "draw"]
