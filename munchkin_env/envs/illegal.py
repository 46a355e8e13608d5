"""What an environment does with a whole number that is no legal action."""

import numpy as np

from munchkin_env.envs.opponents import chance_of

ON_ILLEGAL = ("raise", "resample_legal", "forfeit")


def drawn_instead(row: np.ndarray, ids: np.ndarray, number: int) -> int:
    """A legal action in place of an illegal one, drawn from the seed of the game.

    row: the one-row position. ids: what is legal. number: of the answer in its game, from 0.
    """
    return int(ids[int(chance_of(row, "resample_legal", number).integers(len(ids)))])


__all__ = ["ON_ILLEGAL", "drawn_instead"]
