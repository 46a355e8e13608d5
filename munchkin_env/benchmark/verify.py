"""Verification of a report: its figures are computed again from its seeds, and some of these are played again."""

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from munchkin_env import releases
from munchkin_env.benchmark.players import BOT, PROCESS, Player, milliseconds
from munchkin_env.benchmark.report import (
    BASELINE,
    HARDWARE,
    ChallengeReport,
    Figure,
    Share,
    contradictions,
    figure_of,
    groups_of,
    is_complete,
    overall,
)
from munchkin_env.benchmark.run import package_version, play_deals, play_stage, social_of, version_numbers
from munchkin_env.benchmark.tracks import TRACKS, Seeds, TrackStage, fresh_seeds, seeds_of
from munchkin_env.bots import Bot
from munchkin_env.config.fields import flag, whole_number
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.match_runner import whole_deals
from munchkin_env.evaluation.statistics import Z95

CLOSE = 1e-5
FASTER = 20.0
"""Largest factor by which a report may show faster actions than measured here: machines differ by less.
"""
TIMES = 3
"""Measurements, of which the fastest counts, before a report's milliseconds are called too low."""
FAR = 3.5
"""Standard errors between a report and fresh seeds that are not chance: one of 4,000 such stages."""


@dataclass(frozen=True)
class Fresh:
    """Stage with seeds that nobody could know, beside the report's figure."""

    name: str
    told: Share
    found: Share
    errors: float
    """Standard errors by which the report's figure is higher."""


@dataclass(frozen=True)
class Verdict:
    """Result of a verification."""

    complaints: tuple[str, ...]
    """Contradictions between report and findings; none if it holds."""
    deals: int
    """Replayed seeds."""
    sample: int
    """Seed of the choice of seeds."""
    fresh: tuple[Fresh, ...] = ()
    unchecked: tuple[str, ...] = ()
    """Self-reported parts of the report that cannot be checked here."""

    @property
    def holds(self) -> bool:
        """Return True if nothing differs."""
        return not self.complaints


def verify(
    card: ChallengeReport,
    player: str | None = None,
    deals: int = 2,
    *,
    sample: int | None = None,
    social: bool = True,
    fresh: int = 0,
) -> Verdict:
    """Verify a report: compute its figures again, and play some of its seeds and the social games again.

    The milliseconds are measured again; a report may show a twentieth of them. Hardware, budget and recipe are
    self-reported: they are refused where they contradict themselves, and `Verdict.unchecked` lists the rest. A player
    that samples its actions by other random numbers than those it is handed does not hold.

    Args:
        card: the report.
        player: the policy's file or `process:COMMAND`, which a report cannot name; None for a bot of the package.
        deals: number of seeds of each stage that are played again.
        sample: seed of their choice; None draws it, so that nobody can know which seeds are checked.
        social: play the games of its social metrics again.
        fresh: number of further games of each stage, with seeds that are drawn now: a player that was tuned on
            the seeds of its report, or knows them, wins less of these.

    Raises:
        ConfigError: numbers out of range, a missing player, or a report of other versions.
    """
    deals = whole_number("deals", deals, 1, 10_000)
    fresh = whole_number("fresh", fresh, 0, 1_000_000)
    flag("social", social)
    drawn = secrets.randbits(64) if sample is None else whole_number("sample", sample, 0, 2**64 - 1)
    who = _who(card, player)
    if card.versions != version_numbers():
        raise ConfigError(
            f"report: versions: expected {version_numbers()}, got {card.versions}; {reader_of(card.versions)}"
        )
    seeds = seeds_of(card.seeds, package_version())
    complaints = [*_of_player(card, who), *_of_itself(card, seeds), *_self_reported(card)]
    unchecked = unchecked_of(card)
    stages = {stage.name: stage for stage in TRACKS[card.track].stages(seeds)}
    complaints = complaints or _of_stages(card, stages)
    if complaints:
        return Verdict(tuple(complaints), 0, drawn, unchecked=unchecked)
    complaints += _of_speed(card, who)
    played = 0
    for figure in card.results:
        some = _some(figure, deals, drawn)
        complaints += _replayed(figure, stages[figure.name], who.given, seeds, some)
        played += len(some)
    if social and not same(social_of(who.given, card.track, seeds, False), card.social):
        complaints.append("the social figures: expected those of the same games, got others")
    looked = tuple(_fresh(figure, stages[figure.name], who.given, fresh) for figure in card.results) if fresh else ()
    complaints += [
        f"{one.name}: expected about {one.found.value:.1%} wins, as in {fresh} games of fresh seeds, got "
        f"{one.told.value:.1%}, {one.errors:.1f} standard errors more"
        for one in looked
        if one.errors > FAR
    ]
    return Verdict(tuple(complaints), played, drawn, looked, unchecked)


def _who(card: ChallengeReport, player: str | None) -> Player:
    """Return the player. A report can name only a bot of the package: it opens no file and starts no program."""
    if player is not None:
        return Player.of(player)
    if card.kind != BOT:
        raise ConfigError(f"player: expected the {card.kind} of the report, {card.player!r}, got none")
    return Player.named(card.player)


def reader_of(made_by: dict[str, Any]) -> str:
    """Return the release that plays a report of these versions again.

    It is the one that made the report, if that is a release; else one with its versions.
    """
    for release in releases.RELEASES:
        if release.package == made_by.get("munchkin_env") != package_version():
            return f"munchkin_env {release.package} made it: {releases.install(release)}"
    return releases.release_that_reads(**{name: made_by.get(name) for name in releases.MEASURED})


def _of_player(card: ChallengeReport, who: Player) -> list[str]:
    """Return complaints if it is not the player of the report."""
    found = []
    if who.kind != card.kind:
        found.append(f"the player: expected a {card.kind}, got a {who.kind}")
    if (who.sha256, who.bytes) != (card.sha256, card.budget.bytes):
        found.append(f"the player's file: expected SHA-256 {card.sha256}, got {who.sha256}")
    if who.rules_trained() != card.rules_trained:
        found.append(f"rules_trained: expected {who.rules_trained()}, got {card.rules_trained}")
    if who.kind == PROCESS and who.name != card.player:
        found.append(f"the player: expected one that is called {card.player}, got {who.name}")
    return found


def _self_reported(card: ChallengeReport) -> list[str]:
    """Return contradictions in a report's metadata."""
    found = contradictions(card.player, card.kind, card.budget, card.recipe)
    if not HARDWARE.fullmatch(card.hardware):
        found.append(f"hardware: expected MACHINE SYSTEM, Python VERSION, got {shown(card.hardware)}")
    return found


def unchecked_of(card: ChallengeReport) -> tuple[str, ...]:
    """Return the parts of a report that are self-reported and not refused."""
    budget = {"CPU minutes": card.budget.cpu_minutes, "GPU minutes": card.budget.gpu_minutes}
    budget |= {"decisions": card.budget.decisions}
    told = [name for name, value in budget.items() if value is not None]
    return ("hardware", *told, *([] if card.recipe is None else ["recipe and training seed"]))


def _of_speed(card: ChallengeReport, who: Player) -> list[str]:
    """Return a complaint if an action cannot be as fast as in the report."""
    told, found = card.budget.milliseconds, math.inf
    for _ in range(TIMES):
        found = min(found, milliseconds(who))
        if told * FASTER >= found:
            return []
    return [f"budget.milliseconds: expected about {found:.2g}, as measured here, got {told:.2g}"]


def _of_itself(card: ChallengeReport, seeds: Seeds) -> list[str]:
    """Return contradictions between two places of a report."""
    found = []
    if (card.commitment, card.package) != (seeds.commitment, seeds.package):
        return [f"the seeds: expected the commitment {seeds.commitment}, got {card.commitment}"]
    if card.released != seeds.released(package_version()):
        found.append(f"released: expected {not card.released}, got {card.released}")
    if card.complete != is_complete(card.results, TRACKS[card.track].games):
        found.append(f"complete: expected {not card.complete}, got {card.complete}")
    groups = groups_of(card.results)
    if not same(groups, card.groups):
        found.append("the groups: expected the means of their stages, got others")
    if not same(overall(groups), card.mean):
        found.append("the mean: expected that of the groups, got another")
    return found


def _of_stages(card: ChallengeReport, stages: dict[str, TrackStage]) -> list[str]:
    """Return complaints if its stages are not those of the track, or its figures not those of its seeds."""
    if [one.name for one in card.results] != list(stages):
        came = ", ".join(one.name for one in card.results)
        return [f"the stages: expected {', '.join(stages)}, got {came}"]
    found = []
    for figure in card.results:
        if len(figure.deals) != len(figure.baseline_deals):
            found.append(f"{figure.name}: expected as many seeds of {BASELINE}, got {len(figure.baseline_deals)}")
        elif max(*figure.deals, *figure.baseline_deals) > len(stages[figure.name].chairs):
            found.append(f"{figure.name}: expected no more wins with a seed than games, got more")
        elif not same(figure_of(stages[figure.name], figure.deals, figure.baseline_deals), figure):
            found.append(f"{figure.name}: expected what its seeds make, got other figures, seats or editions")
    return found


def same(one: Any, other: Any) -> bool:
    """Return True for equal values, except for the last digit of a number, which platforms round differently."""
    if is_dataclass(one) and type(one) is type(other):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= CLOSE
    return bool(one == other)


def _some(figure: Figure, deals: int, sample: int) -> list[int]:
    """Return the seeds that are played again."""
    rng = np.random.default_rng([sample, *figure.name.encode()])
    chosen: list[int] = rng.choice(len(figure.deals), min(deals, len(figure.deals)), replace=False).tolist()
    return sorted(chosen)


def _replayed(figure: Figure, stage: TrackStage, who: str | Bot, seeds: Seeds, some: Sequence[int]) -> list[str]:
    """Return seeds with another result."""
    found = play_stage(who, stage, seeds, some, 1, lambda n: None)
    pairs = (("wins", figure.deals, found.deals), (f"wins of {BASELINE}", figure.baseline_deals, found.baseline_deals))
    return [
        f"{figure.name}: seed {deal}: expected {again[k]:g} {what}, got {told[deal]:g}"
        for what, told, again in pairs
        for k, deal in enumerate(some)
        if abs(again[k] - told[deal]) > CLOSE
    ]


def _fresh(figure: Figure, stage: TrackStage, who: str | Bot, games: int) -> Fresh:
    """Return the stage with seeds that are drawn now, with the same cards."""
    n = len(stage.chairs)
    deals = play_deals(who, stage, fresh_seeds(), range(whole_deals(games, n) // n), 1, lambda ended: None).tolist()
    found = figure_of(stage, deals, deals).win_rate
    told, again = ((one.high - one.low) / (2 * Z95) for one in (figure.win_rate, found))
    return Fresh(figure.name, figure.win_rate, found, (figure.win_rate.value - found.value) / math.hypot(told, again))
