"""What the end of a game is worth to each seat."""

import numpy as np


def returns_of(winners: int, players: int) -> np.ndarray:
    """float[players] of the winners' bits when a game is over: +1 shared by winners, -1 by losers; zeros if all win.

    A draw returns to everybody what a loss does, to a single winner: nobody gains by putting a defeat off until the
    last round, and what is learnt for is what win rates count.
    """
    result = np.zeros(players)
    won = [p for p in range(players) if winners >> p & 1]
    if len(won) < players:
        result[:] = -1.0 / (players - max(1, len(won)))
        result[won] = 1.0 / max(1, len(won))
    return result
