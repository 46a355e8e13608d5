"""One seed for a run, one for each of its episodes."""

from munchkin_env.game import hash_seed


def episode_seed(seed: int, episode: int) -> int:
    """The seed of the game played as episode `episode` (from 0) after `reset(seed=seed)`.

    Episode 0 is the game of the seed itself, so that `env.reset(seed=7)` deals what `Game(seed=7)` deals; later
    ones are hashed, so that neighbouring seeds share no games.
    """
    if episode == 0:
        return seed
    high, low = hash_seed(seed)
    high, low = hash_seed((high << 32 | low) ^ (episode * 0xD1342543DE82EF95 & 0xFFFFFFFFFFFFFFFF))
    return high << 32 | low


__all__ = ["episode_seed"]
