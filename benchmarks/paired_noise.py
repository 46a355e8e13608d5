"""Measure how much less noise a paired comparison of two actions has than the outcome of the game.

`python -m benchmarks paired_noise [GAMES]`: four sampled `pretrained` play. At three tenths of the decisions whose
second most probable action has 5 % or more, both actions are played on for six turns by `veteran` in the same
determinizations (`RolloutBot.compare`): the difference in win probability is the signal, its spread over
determinizations the noise of a single pair. The noise that an advantage has by the outcome of the game is what remains
of the outcome beyond the network's value. All are root mean squares in win probability.
"""

import time

import numpy as np
import torch

import munchkin_env as mk
from benchmarks.measuring import numbers
from munchkin_env.bots.rollout import RolloutBot
from munchkin_env.markdown import table
from munchkin_env.observation import View, observe
from munchkin_env.policies.network_bot import TorchPolicyBot

GAMES = 40
SEED = 90_000
WORLDS = 100
LEAST = 0.05  # probability of the second action
SHARE = 0.3  # of such decisions
LOST = -1.0 / 3.0  # return of a loser at a table of four


def scored(policy: TorchPolicyBot, view: View, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return (legal ids, their probabilities, the policy's probability to win)."""
    seen = observe(view.row, view.catalogue, view.seat, policy.encoding)
    batch = {name: part[None] for name, part in seen.items()}
    ids = np.flatnonzero(mask)
    logits = policy.scores(batch, mask[None])[0, ids].astype(np.float64)
    weights = np.exp(logits - logits.max())
    with torch.no_grad():
        value = float(policy.network.values(*map(torch.from_numpy, policy.network.inputs(batch))))
    return ids, weights / weights.sum(), (value - LOST) / (1.0 - LOST)


def played(policy: TorchPolicyBot, seed: int, rng: np.random.Generator) -> list[tuple[float, float, float, float]]:
    """Play a game. Returns (difference, its noise in one pair, outcome beyond the value, seconds) of decisions."""
    game, search, compared = mk.Game(players=4, seed=seed), RolloutBot(WORLDS), []
    while not game.is_terminal:
        view, mask = View.of(game, game.current_player, world=True), game.legal_action_mask()
        ids, chances, value = scored(policy, view, mask)
        second, first = np.argsort(chances)[-2:] if len(ids) > 1 else (0, 0)
        if len(ids) > 1 and chances[second] >= LEAST and rng.random() < SHARE:
            began = time.process_time()
            gains, _ = search.compare(view, mask, ids[[first, second]].tolist(), rng)
            seconds = time.process_time() - began
            compared.append((view.seat, gains[1, 0], gains[1, 1] * np.sqrt(WORLDS - 1), value, seconds))
        game.step(int(rng.choice(ids, p=chances)))
    won = (np.asarray(game.returns) - LOST) / (1.0 - LOST)
    return [(gain, noise, won[seat] - value, seconds) for seat, gain, noise, value, seconds in compared]


def main() -> None:
    (games,) = numbers(__doc__, games=GAMES)
    torch.set_num_threads(1)
    policy = mk.make_bot("pretrained")
    assert isinstance(policy, TorchPolicyBot)
    rng = np.random.default_rng(SEED)
    gain, noise, beyond, seconds = np.array([one for k in range(games) for one in played(policy, SEED + k, rng)]).T
    signal = np.sqrt(max(0.0, np.mean(gain**2) - np.mean(noise**2) / WORLDS))
    pair, outcome = np.sqrt(np.mean(noise**2)), np.sqrt(np.mean(beyond**2))
    rows = [
        ("decisions compared", f"{len(gain):,}"),
        ("difference of the two actions", f"{signal:.3f}"),
        ("noise of one pair", f"{pair:.3f}"),
        ("noise of the outcome", f"{outcome:.3f}"),
        ("outcomes with the noise of one pair", f"{(outcome / pair) ** 2:.0f}"),
        ("CPU of a pair, ms", f"{1000 * seconds.mean() / WORLDS:.2f}"),
    ]
    print(table(("measured", "value"), rows))


if __name__ == "__main__":
    main()
