"""Print a hash of the position after each of many random actions: the same whether compiled or interpreted.

Editions and numbers of players take turns; now and then the observation of a seat is hashed, too.
"""

import hashlib
import sys

import numpy as np

from munchkin_env.game.game import Game

EDITIONS = (
    ("munchkin",),
    ("cthulhu",),
    ("star",),
    ("extended",),
    ("munchkin", "extended", "cthulhu", "star"),
)
SEEN = 20  # decisions from one look to the next


def chain(seed: int, players: int, decisions: int) -> list[str]:
    """Hex digests of the position and the legal actions, decision by decision."""
    game = Game(seed=seed, players=players, editions=EDITIONS[seed % len(EDITIONS)])
    rng = np.random.default_rng(seed)
    lines = []
    for number in range(decisions):
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
        digest = hashlib.sha256(game.position.tobytes() + game.legal_actions().tobytes())
        if number % SEEN == 0:
            digest.update(game.observe(seed % players).tobytes())
            digest.update(game.observe((seed + 1) % players, "tokens")["cards"].tobytes())
        lines.append(digest.hexdigest()[:16])
    return lines


if __name__ == "__main__":
    first, count, decisions = map(int, sys.argv[1:4])
    for seed in range(first, first + count):
        print("\n".join(chain(seed, 3 + seed % 4, decisions)))
