"""Which kinds of question a policy loses by: `python -m tests.tools.by_decision POLICY [GAMES]`.

At each kind of question in turn the policy answers and `greedy` all others in its seat, among three `greedy`, where an
equal wins a quarter; and the other way round. How often both give one answer is counted where there is a choice,
and last of all come the commonest answers that differ.
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
OTHER = ("asked", "answers", "where `greedy` answers", "of the questions, %")
MOST = 20  # answers that differ are shown


def entries(start: str) -> dict[int, str]:
    """Of `sparse`, those whose names begin so, by what follows."""
    return {at: name[len(start) :] for at, name in enumerate(mk.spec().flat_names) if name.startswith(start)}


ASKED = entries("decision.")
"""Entries of `sparse` that tell the kind of question."""
GAME = mk.Game()
BEGUN = entries("verb.")
"""Those that tell which verb's arguments are asked for."""


class Divided(mk.BatchBot):
    """A policy of `sparse` that answers some kinds of question; `greedy` answers the others in its place."""

    observation = "sparse"
    advisor = "greedy"

    def __init__(self, policy: NetworkBot, kinds: frozenset[str], name: str) -> None:
        self.policy, self.kinds, self.name = policy, kinds, name
        self.events = policy.events
        self.times: Counter[str] = Counter()
        self.agreed: Counter[str] = Counter()
        self.others: Counter[tuple[str, str, str]] = Counter()

    def answers(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        seen = dict(observation)
        advice = seen.pop("advice")
        own = self.policy.answers(seen, masks, chances)
        rows = [indices[:count].tolist() for indices, count in zip(seen["indices"], seen["count"][:, 0], strict=True)]
        asked = [next(ASKED[at] for at in row if at in ASKED) for row in rows]
        for i in np.flatnonzero(masks.sum(axis=1) > 1):
            verb = next((BEGUN[at] for at in rows[i] if at in BEGUN), "")
            self._count(asked[i], verb, int(own[i]), int(advice[i]))
        return np.where([kind in self.kinds for kind in asked], own, advice)

    def _count(self, kind: str, verb: str, own: int, advice: int) -> None:
        """One answer where there was a choice; with a verb, it is an argument of that."""
        self.times[kind] += 1
        self.agreed[kind] += own == advice
        if own != advice:
            told, greedy = (f"{verb} {said(answer)}".strip() for answer in (own, advice))
            self.others[kind, told, greedy] += 1


def said(answer: int) -> str:
    """A word or an amount as it is; of a card, player or place, only that it is one."""
    section = next(one for one in mk.spec().action_sections if one.start <= answer < one.start + one.size)
    return GAME.describe(answer) if section.name in ("verb", "amount") else f"({section.name})"


def wins(bot: mk.Bot, games: int, seed: int = 99) -> str:
    """Percent of games among three `greedy`, with the 95 % interval."""
    player = mk.evaluate([bot, "greedy", "greedy", "greedy"], games, seed, progress=False).players[0]
    return f"{100 * player.win_rate:.1f} [{100 * player.low:.1f}, {100 * player.high:.1f}]"


def main() -> None:
    policy, games = load_policy(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 400
    if not isinstance(policy, NetworkBot) or policy.observation != "sparse":
        raise SystemExit(f"expected a policy of a sparse network, got {type(policy).__name__} in {sys.argv[1]}")
    everything = frozenset(ASKED.values())
    whole = Divided(policy, everything, "whole")
    print(f"by itself: {wins(whole, games)} %\n")
    rows = []
    for kind, times in whole.times.most_common():
        alone, without = frozenset({kind}), everything - {kind}
        figures = [wins(Divided(policy, kinds, kind), games) for kinds in (alone, without)]
        rows.append((kind, f"{times:,}", f"{100 * whole.agreed[kind] / max(times, 1):.0f}", *figures))
    print(table(HEAD, rows))
    others = [
        (kind, own, greedy, f"{100 * count / whole.times[kind]:.1f}")
        for (kind, own, greedy), count in whole.others.most_common(MOST)
    ]
    print("\n" + table(OTHER, others))


if __name__ == "__main__":
    main()
