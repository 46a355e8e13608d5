"""Whether a report card holds: some of its deals are played again."""

from dataclasses import dataclass

import numpy as np

from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.challenge.card import Card
from munchkin_env.evaluation.challenge.running import file_digest, package_version, play_deals, version_numbers
from munchkin_env.evaluation.challenge.seeds import seeds_of
from munchkin_env.evaluation.challenge.tracks import TRACKS
from munchkin_env.evaluation.match import check_whole

CLOSE = 1e-5


@dataclass(frozen=True)
class Verdict:
    """What came of it."""

    complaints: tuple[str, ...]
    """What the card says otherwise than it is found; none if it holds."""
    deals: int
    """Deals that were played again."""

    @property
    def holds(self) -> bool:
        return not self.complaints


def verify(card: Card, player: str | None = None, deals: int = 2) -> Verdict:
    """Compares what the card says of itself, and plays `deals` of its deals of each stage again.

    player: the policy's file; None takes a bot of the package by the card's name. Which deals is drawn from the card's
    own commitment. A player that draws its answers by other chance than it is handed does not hold.

    Raises ConfigError for a number of deals below 1, for want of the player's file, and for a card of other versions.
    """
    check_whole("deals", deals, 1, 10_000)
    if card.sha256 is not None and player is None:
        raise ConfigError(f"player: expected the file of {card.player}, of SHA-256 {card.sha256[:16]}…, got none")
    who = card.player if player is None else player
    seeds = seeds_of(card.seeds, package_version())
    if card.versions != version_numbers():
        raise ConfigError(f"card: versions: expected {version_numbers()}, got {card.versions}")
    complaints = []
    if file_digest(who) != card.sha256:
        complaints.append(f"the player's file: expected SHA-256 {card.sha256}, got {file_digest(who)}")
    if (card.commitment, card.package) != (seeds.commitment, seeds.package):
        complaints.append(f"the seeds: expected the commitment {seeds.commitment}, got {card.commitment}")
        return Verdict(tuple(complaints), 0)
    stages = {stage.name: stage for stage in TRACKS[card.track].stages(seeds)}
    if [one.name for one in card.figures] != list(stages):
        came = ", ".join(one.name for one in card.figures)
        complaints.append(f"the stages: expected {', '.join(stages)}, got {came}")
        return Verdict(tuple(complaints), 0)
    played = 0
    for figure in card.figures:
        stage = stages[figure.name]
        told = np.array(figure.deals)
        if len(told) * len(stage.chairs) != figure.games or abs(told.sum() / figure.games - figure.share) > CLOSE:
            wrong = f"its deals do not make its share {figure.share:.4f} of {figure.games} games"
            complaints.append(f"{figure.name}: {wrong}")
            continue
        rng = np.random.default_rng(seeds.number(f"sample of {figure.name}"))
        some = sorted(rng.choice(len(told), min(deals, len(told)), replace=False).tolist())
        found = play_deals(who, stage, seeds, some, 1, lambda n: None).sum(axis=1)
        played += len(some)
        for deal, one in zip(some, found, strict=True):
            if abs(one - told[deal]) > CLOSE:
                complaints.append(f"{figure.name}: deal {deal}: expected {one:g} wins, got {told[deal]:g}")
    return Verdict(tuple(complaints), played)
