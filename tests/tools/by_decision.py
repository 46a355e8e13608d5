"""Which kinds of question a policy loses by: `python -m tests.tools.by_decision POLICY [GAMES]`.

At each kind of question in turn the policy answers and `greedy` all others in its seat, among three `greedy`, where an
equal wins a quarter; and the other way round. How often both give one answer is counted where there is a choice.
"""

import sys
from collections import Counter
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.policies import load_policy
from munchkin_env.policies.network_bot import NetworkBot
from tests.tools.markdown import table

HEAD = ("asked", "times", "agrees, %", "wins by its answers there alone, %", "wins by `greedy`'s there, %")
NAME = "decision."
ASKED = {at: name[len(NAME) :] for at, name in enumerate(mk.spec().flat_names) if name.startswith(NAME)}
"""Entries of `sparse` that tell the kind of question."""


class Divided(mk.BatchBot):
    """A policy of `sparse` that answers some kinds of question; `greedy` answers the others in its place."""

    observation = "sparse"
    advisor = "greedy"

    def __init__(self, policy: NetworkBot, kinds: frozenset[str], name: str) -> None:
        self.policy, self.kinds, self.name = policy, kinds, name
        self.times: Counter[str] = Counter()
        self.agreed: Counter[str] = Counter()

    def answers(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        seen = dict(observation)
        advice = seen.pop("advice")
        own = self.policy.answers(seen, masks, chances)
        asked = [self._asked(*row) for row in zip(seen["indices"], seen["count"][:, 0], strict=True)]
        for kind, same, legal in zip(asked, own == advice, masks.sum(axis=1), strict=True):
            self.times[kind] += bool(legal > 1)
            self.agreed[kind] += bool(same and legal > 1)
        return np.where([kind in self.kinds for kind in asked], own, advice)

    @staticmethod
    def _asked(indices: np.ndarray, count: int) -> str:
        return next(ASKED[at] for at in indices[:count].tolist() if at in ASKED)


def wins(bot: mk.Bot, games: int, seed: int = 99) -> str:
    """Percent of games among three `greedy`, with the 95 % interval."""
    player = mk.evaluate([bot, "greedy", "greedy", "greedy"], games, seed, progress=False).players[0]
    return f"{100 * player.win_rate:.1f} [{100 * player.low:.1f}, {100 * player.high:.1f}]"


def main() -> None:
    policy, games = load_policy(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 400
    if not isinstance(policy, NetworkBot) or policy.observation != "sparse":
        raise SystemExit(f"expected a policy of a sparse network, got {policy.observation} in {sys.argv[1]}")
    everything = frozenset(ASKED.values())
    whole = Divided(policy, everything, "whole")
    print(f"by itself: {wins(whole, games)} %\n")
    rows = []
    for kind, times in whole.times.most_common():
        alone, without = frozenset({kind}), everything - {kind}
        figures = [wins(Divided(policy, kinds, kind), games) for kinds in (alone, without)]
        rows.append((kind, f"{times:,}", f"{100 * whole.agreed[kind] / max(times, 1):.0f}", *figures))
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
