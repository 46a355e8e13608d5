"""One seed for a run, one for each of its episodes, and chance for players.

Neither follows from the players' chance unless a seed is small enough to be guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from munchkin_env.game.initial_state import hash_seed

KEYS = 8  # of 64 bits in one digest of `chance_keys`
LISTS = (list, tuple, range, np.ndarray)  # of seeds, one a row


def is_list(seeds: object, rows: int) -> bool:
    """Return True if it is a list of as many values as rows; the values are not checked."""
    return isinstance(seeds, LISTS) and getattr(seeds, "ndim", 1) > 0 and len(seeds) == rows


def episode_seed(seed: int, episode: int) -> int:
    """The seed of the game played as episode `episode` (from 0) after `reset(seed=seed)`.

    Episode 0 is the game of the seed itself, so that `env.reset(seed=7)` deals what `Game(seed=7)` deals; later ones
    are hashed, so that neighbouring seeds share no games.
    """
    if episode == 0:
        return seed
    high, low = hash_seed(seed)
    high, low = hash_seed((high << 32 | low) ^ (episode * 0xD1342543DE82EF95 & 0xFFFFFFFFFFFFFFFF))
    return high << 32 | low


@dataclass(frozen=True)
class EpisodeSeed:
    """A game of a run: the run's seed, and how many games came before it."""

    run: int
    number: int = 0

    @property
    def seed(self) -> int:
        """The game's own seed."""
        return episode_seed(self.run, self.number)

    def following(self) -> "EpisodeSeed":
        """Return the next episode of the run."""
        return EpisodeSeed(self.run, self.number + 1)


def episode_after(last: EpisodeSeed | None, seed: int | None, draw: Callable[[], int]) -> EpisodeSeed:
    """Game of a reset: the first one of a given seed; else that after `last`; else the first one of a drawn seed."""
    if seed is not None:
        return EpisodeSeed(seed)
    return EpisodeSeed(draw()) if last is None else last.following()


# A player can invert its own generator. Everything that players, bots and sampled
# actions draw comes through `_digest`: it cannot be inverted, neither into the seed of the cards nor into another
# purpose or player. That holds as long as nobody guesses the seed: a player who tries all small ones finds the matching
# one, and with it the cards. A match of untrusted bots has a drawn one (`evaluate(seed=None)`).


def _digest(purpose: str, facts: tuple[int, ...]) -> bytes:
    """64 bytes: BLAKE2b of whole numbers of any size, keyed by what they are for."""
    return blake2b(",".join(f"{fact:x}" for fact in facts).encode(), key=purpose.encode()).digest()


def chance_for(purpose: str, *facts: int) -> np.random.Generator:
    """A generator for one purpose or player, of the game (or whatever else) that `facts` tell.

    The same facts give the same numbers.
    """
    return np.random.default_rng(int.from_bytes(_digest(purpose, facts)[:16], "big"))


@lru_cache(maxsize=256)
def chance_keys(purpose: str, *facts: int) -> tuple[tuple[int, int], ...]:
    """KEYS keys for compiled code, by seat or chair, as halves of 32 bits; none tells of another."""
    digest = np.frombuffer(_digest(purpose, facts), ">u4").reshape(KEYS, 2)
    return tuple((high, low) for high, low in digest.tolist())
