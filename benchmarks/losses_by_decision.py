"""Measure a policy's losses by kind of question, and by level.

`python -m benchmarks losses_by_decision POLICY [GAMES]`: at each kind of question in turn (those of at least once a
game) the policy acts, and `greedy` at all others in its seat, against three `greedy`. The chance level is a quarter.
The roles are then exchanged. Then the same by the level of the seat. Equal actions of both are counted where there is a
choice, and the commonest different actions come last.
"""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks.measuring import at_least_one, parser_of
from munchkin_env.markdown import table
from munchkin_env.policies import load_policy
from munchkin_env.policies.network_bot import TorchPolicyBot

HEAD = ("asked", "times", "agrees, %", "wins by only its actions there, %", "wins by `greedy`'s there, %")
OTHER = ("asked", "answers", "where `greedy` acts", "of the questions, %")
MOST = 20  # number of different actions shown


def entries(start: str) -> dict[int, str]:
    """Return the entries of `sparse` whose names begin so, by the rest of the name."""
    return {at: name[len(start) :] for at, name in enumerate(mk.spec().flat_names) if name.startswith(start)}


ASKED = entries("decision.")
"""Entries of `sparse` with the kind of question."""
GAME = mk.Game()
BEGUN = entries("verb.")
"""Entries with the verb whose arguments are asked for."""
LEVEL = mk.spec().flat_names.index("seat0.level")
BANDS = {1: "level 1 to 3", 4: "level 4 to 6", 7: "level 7 and 8", 9: "level 9"}
"""Own levels, by the lowest: at 9 one victory is left."""


class Divided(mk.BatchBot):
    """A policy of `sparse` that acts at some kinds of question, or at some levels; `greedy` acts at the others in its
    place."""

    encoding = "sparse"
    advisor = "greedy"

    def __init__(self, policy: TorchPolicyBot, parts: frozenset[str], name: str) -> None:
        self.policy, self.parts, self.name = policy, parts, name
        self.events = policy.events
        self.times: Counter[str] = Counter()
        self.agreed: Counter[str] = Counter()
        self.others: Counter[tuple[str, str, str]] = Counter()

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        seen = dict(observation)
        advice = seen.pop("advice")
        own = self.policy.act_batch(seen, masks, chances)
        count, indices, data = (seen[name].tolist() for name in ("count", "indices", "data"))
        rows = [
            dict(zip(*(row[:n] for row in two), strict=True)) for (n,), *two in zip(count, indices, data, strict=True)
        ]
        asked = [next(ASKED[at] for at in row if at in ASKED) for row in rows]
        levels = [BANDS[max(low for low in BANDS if low <= max(row.get(LEVEL, 1), 1))] for row in rows]
        for i in np.flatnonzero(masks.sum(axis=1) > 1):
            verb = next((BEGUN[at] for at in rows[i] if at in BEGUN), "")
            self._count(asked[i], levels[i], verb, int(own[i]), int(advice[i]))
        return np.where([not self.parts.isdisjoint(parts) for parts in zip(asked, levels, strict=True)], own, advice)

    def _count(self, kind: str, level: str, verb: str, own: int, advice: int) -> None:
        """Count one action where there was a choice; with a verb, it is an argument of that."""
        for part in (kind, level):
            self.times[part] += 1
            self.agreed[part] += own == advice
        if own != advice:
            told, greedy = (f"{verb} {said(answer)}".strip() for answer in (own, advice))
            self.others[kind, told, greedy] += 1


@cache
def said(answer: int) -> str:
    """Return a word or an amount as it is; of a card, player or place, only its kind."""
    section = next(one for one in mk.spec().action_sections if one.start <= answer < one.start + one.size)
    return GAME.describe(answer) if section.name in ("verb", "amount") else f"({section.name})"


def wins(bot: mk.Bot, games: int, seed: int = 99) -> str:
    """Return the percentage of wins against three `greedy`, with the 95 % interval."""
    player = mk.evaluate([bot, "greedy", "greedy", "greedy"], games, seed, progress=False).bots[0]
    return f"{100 * player.win_rate:.1f} [{100 * player.low:.1f}, {100 * player.high:.1f}]"


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("policy", help="its file")
    parser.add_argument("games", nargs="?", type=at_least_one, default=400, help="default 400")
    args = parser.parse_args()
    policy, games = load_policy(args.policy), args.games
    if not isinstance(policy, TorchPolicyBot) or policy.encoding != "sparse":
        raise SystemExit(f"expected a policy of a sparse network, got {type(policy).__name__} in {args.policy}")
    kinds, levels = frozenset(ASKED.values()), frozenset(BANDS.values())
    whole = Divided(policy, kinds, "whole")
    print(f"by itself: {wins(whole, games)} %")
    for everything, order in ((kinds, [kind for kind, _ in whole.times.most_common()]), (levels, BANDS.values())):
        rows = []
        for part in (part for part in order if part in everything and whole.times[part] >= games):
            figures = [wins(Divided(policy, parts, part), games) for parts in (frozenset({part}), everything - {part})]
            times = whole.times[part]
            rows.append((part, f"{times:,}", f"{100 * whole.agreed[part] / max(times, 1):.0f}", *figures))
        print("\n" + table(HEAD, rows))
    others = [
        (kind, own, greedy, f"{100 * count / whole.times[kind]:.1f}")
        for (kind, own, greedy), count in whole.others.most_common(MOST)
    ]
    print("\n" + table(OTHER, others))


if __name__ == "__main__":
    main()
