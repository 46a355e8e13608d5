"""OpenSkill ratings of the players of a match. They need the extra `eval`."""

from dataclasses import dataclass

import numpy as np

from munchkin_env.errors import needing


@dataclass(frozen=True)
class Rating:
    """OpenSkill rating (Plackett–Luce, its default settings) of a player after all games, in their order."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Return `mu - 3 * sigma`: a skill that the player has almost surely."""
        return self.mu - 3 * self.sigma


def check_ratings() -> None:
    """Raise MissingExtra without the extra `eval`."""
    with needing("eval", "ratings"):
        import openskill.models  # noqa: F401


def rate(places: np.ndarray) -> tuple[Rating, ...]:
    """Return the ratings of P players by their places, float (games, P), 1 the best; equal places are ties."""
    check_ratings()
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players = [model.rating() for _ in range(places.shape[1])]
    for ranks in places.tolist():
        players = [one for (one,) in model.rate([[player] for player in players], ranks=ranks)]
    return tuple(Rating(float(player.mu), float(player.sigma)) for player in players)
