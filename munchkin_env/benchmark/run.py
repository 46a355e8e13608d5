"""Runner of a track, and of a round robin of players."""

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from munchkin_env import versions
from munchkin_env.benchmark.players import Player, milliseconds
from munchkin_env.benchmark.report import (
    BASELINE,
    Budget,
    ChallengeReport,
    Figure,
    Recipe,
    Share,
    contradictions,
    figure_of,
    groups_of,
    in_line,
    is_complete,
    overall,
)
from munchkin_env.benchmark.tracks import DEVELOPMENT, PLAYER, SEALED, TRACKS, Seeds, TrackStage, seated, seeds_of
from munchkin_env.bots import Bot
from munchkin_env.config.fields import whole_number
from munchkin_env.config.game_config import GameConfig, one_of
from munchkin_env.engine.kernels.kernel import FIRST_TIME
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.averaging import AveragedRatings, averaged_ratings, check_threshold
from munchkin_env.evaluation.match import MOST_GAMES, bots_for, bots_of, check_progress, social_metrics
from munchkin_env.evaluation.match_runner import MatchTable, check_ended, plan_games, play_in_chunks, whole_deals
from munchkin_env.evaluation.names import labels
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.social import ACCEPTANCES, SocialMetrics
from munchkin_env.evaluation.statistics import ratio_interval, win_shares
from munchkin_env.evaluation.summary import by_player
from munchkin_env.evaluation.workers import MOST_PROCESSES
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.markdown import table
from munchkin_env.renamed import checks_names

SOCIAL = (
    *("helped", "helped_leader", "surplus", *ACCEPTANCES, "hostile", "hostile_leader", "retaliation", "kingmaking"),
    "trades",
)
"""Social metrics of a report, in order; then those of the table."""
OF_THE_TABLE = ("gini", "shared_wins")


def run(
    player: str,
    track: str = "dev",
    *,
    sealed: bool = False,
    games: int | None = None,
    cpu_minutes: float | None = None,
    gpu_minutes: float | None = None,
    decisions: int | None = None,
    recipe: str | None = None,
    training_seed: int | None = None,
    processes: int = 1,
    progress: bool | None = None,
) -> ChallengeReport:
    """Play a track and return the report.

    Args:
        player: a bot, a partner or a policy's file, by name, or `process:COMMAND`.
        track: its name.
        sealed: use the seeds that follow from the package itself, instead of those for development.
        games: of each stage, rounded up to full rotations; None takes the track's, others make an incomplete report.
        cpu_minutes: CPU time of its training, 0 for a player without training; self-reported, as are the next four.
        gpu_minutes: GPU time of its training, likewise.
        decisions: the decisions that it learnt from, likewise.
        recipe: its method of training; reports of other training seeds share a recipe.
        training_seed: the seed of its training.
        processes: number of processes that share the games.
        progress: whether to draw a bar on stderr; None draws it on a terminal.

    Raises:
        ConfigError: an unknown track or player. The errors of `evaluate` are raised, too.
    """
    one_of("track", track, tuple(TRACKS))
    wanted = TRACKS[track].games if games is None else games
    wanted = whole_number("games", wanted, 1, MOST_GAMES)
    processes = whole_number("processes", processes, 1, MOST_PROCESSES)
    made = Recipe.checked(recipe, training_seed)
    budget = _budget(cpu_minutes, gpu_minutes, decisions)
    who = _checked(player, budget, made)
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    stages = TRACKS[track].stages(seeds)
    figures = []
    with Progress(sum(whole_deals(wanted, len(stage.chairs)) for stage in stages), "games", progress) as bar:
        bar.say(f"preparing compiled code ({FIRST_TIME}) …")
        for stage in stages:
            deals = range(whole_deals(wanted, len(stage.chairs)) // len(stage.chairs))
            figures.append(play_stage(who.given, stage, seeds, deals, processes, bar.advance))
    groups = groups_of(figures)
    return ChallengeReport(
        player=who.name,
        kind=who.kind,
        sha256=who.sha256,
        rules_trained=who.rules_trained(),
        recipe=made,
        track=track,
        seeds=seeds.name,
        commitment=seeds.commitment,
        package=seeds.package,
        released=seeds.released(package_version()),
        complete=is_complete(figures, TRACKS[track].games),
        budget=replace(budget, bytes=who.bytes, milliseconds=milliseconds(who)),
        versions=version_numbers(),
        hardware=hardware(),
        results=tuple(figures),
        groups=groups,
        mean=overall(groups),
        social=social_of(who.given, track, seeds, progress),
    )


def _checked(player: str, budget: Budget, made: Recipe | None) -> Player:
    """Return the player, if its budget and recipe can be its own. Raises ConfigError."""
    who = Player.of(player)
    for wrong in contradictions(who.name, who.kind, budget, made):
        raise ConfigError(wrong)
    return who


def _budget(cpu_minutes: float | None, gpu_minutes: float | None, decisions: int | None) -> Budget:
    """Return the self-reported part of a budget. Raises ConfigError for an invalid cost."""
    for field, value in (("cpu_minutes", cpu_minutes), ("gpu_minutes", gpu_minutes), ("decisions", decisions)):
        right = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")
        if value is not None and not right:
            raise ConfigError(f"{field}: expected a number from 0, got {shown(value)}")
    if isinstance(decisions, float):
        raise ConfigError(f"decisions: expected a whole number, got {shown(decisions)}")
    return Budget(cpu_minutes, gpu_minutes, decisions, None, 0.0)


def package_version() -> str:
    """Return the version of `munchkin_env`, which this module cannot import."""
    from importlib.metadata import version

    return version("munchkin-env")


def hardware() -> str:
    """Return a report's description of the machine that made it."""
    return f"{platform.machine()} {platform.system()}, Python {platform.python_version()}"


def version_numbers() -> dict[str, Any]:
    """Return the package's version, and those of which a change makes results incomparable."""
    names = ("RULES_VERSION", "GENERATOR_VERSION", "PARTNERS_VERSION", "OBSERVATION_VERSION", "ACTION_VERSION")
    numbers = {name.removesuffix("_VERSION").lower(): getattr(versions, name) for name in names}
    return {"munchkin_env": package_version(), **numbers}


def play_stage(
    player: str | Bot,
    stage: TrackStage,
    seeds: Seeds,
    deals: Sequence[int],
    processes: int,
    ended: Callable[[int], object],
) -> Figure:
    """Return the figure of these seeds: the player's, and the baseline's with the same ones."""
    own = play_deals(player, stage, seeds, deals, processes, ended)
    theirs = own if player == BASELINE else play_deals(BASELINE, stage, seeds, deals, processes, lambda n: None)
    return figure_of(stage, own.tolist(), theirs.tolist())


def play_deals(
    player: str | Bot,
    stage: TrackStage,
    seeds: Seeds,
    deals: Sequence[int],
    processes: int,
    ended: Callable[[int], object],
) -> np.ndarray:
    """Return the player's wins with each of these seeds, all rotations together, float (seeds,)."""
    bots, config = bots_of(seated(stage, player), stage.editions, dict(stage.settings), True, True)
    there = MatchTable(config, bots)
    n = len(bots)
    seed = seeds.number(f"deals of {stage.name}")
    plan = [game for deal in deals for game in plan_games(seed, 1, n, first=deal)]
    outcomes = play_in_chunks(there, plan, 1, processes, ended)
    check_ended(outcomes, plan, config)
    shares = by_player(win_shares(outcomes.results[:, WINNERS], n), plan)
    own = [i for i, one in enumerate(stage.chairs) if one == PLAYER]
    found: np.ndarray = shares[:, own].sum(axis=1).reshape(-1, n).sum(axis=1)
    return found


def social_of(
    player: str | Bot, track: str, seeds: Seeds, progress: bool | None
) -> dict[str, tuple[Share | None, Share | None]]:
    """Return the social metrics of the player against three veterans, and of a veteran in its seat.

    Both play the same seeds.
    """
    found = []
    for one in (player, BASELINE):
        table: SocialMetrics = social_metrics(
            [one, *["veteran"] * 3], TRACKS[track].social, seeds.number("manners"), transfer=True, progress=progress
        )
        found.append(_social_figures(table))
    own, theirs = found
    return {name: (own[name], theirs[name]) for name in own}


def _social_figures(table: SocialMetrics) -> dict[str, Share | None]:
    one = table.bots[0]
    found: dict[str, Share | None] = {}
    for name in SOCIAL:
        value, ends = one.value(name), one.intervals[name]
        found[name] = None if value is None or ends is None else _share(value, ends)
    return found | {name: _share(getattr(table, name), getattr(table, f"{name}_interval")) for name in OF_THE_TABLE}


def _share(value: float, ends: tuple[float, float]) -> Share:
    return Share(round(value, 6), round(ends[0], 6), round(ends[1], 6))


# ---------------------------------------------------------------------------
# Round robin of players, two and two at a table: pairwise wins, and ratings that copied players do not move.

SEATINGS = ((0, 1, 0, 1), (1, 0, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0))
"""Seatings: across from each other, and side by side; the seats rotate. Each is also played the other way, so the
order of names does not matter, and a player against itself has a half with every seed."""
OF_A_DEAL = len(SEATINGS) * 4  # games
MOST_PLAYERS = 64


@dataclass(frozen=True)
class Pairs:
    """Result of `rate`."""

    names: tuple[str, ...]
    wins: np.ndarray
    """Wins, float (seeds, N, N): the share of the wins of seed d that went to a at the tables of a and b; 1/2 on the
    diagonal."""
    ratings: AveragedRatings
    games: int
    """Games of each pair."""
    seed: int

    def beats(self, a: int, b: int) -> bool:
        """Return an arrow of the response graph: True if the 95 % interval of a's wins against b lies above a half."""
        return a != b and self.interval(a, b)[0] > 0.5

    def interval(self, a: int, b: int) -> tuple[float, float]:
        """Return the 95 % interval of the share of the wins that went to a at the tables of both, clustered by seed."""
        ends = ratio_interval(self.wins[:, a, b] * OF_A_DEAL, np.full(len(self.wins), float(OF_A_DEAL)), True)
        return ends

    def markdown(self) -> str:
        """Return ratings, then the share of wins of the row's player against the column's."""
        names = [f"`{in_line(name)}`" for name in self.names]
        rows = []
        for a, name in enumerate(names):
            cells = ["–" if a == b else self._cell(a, b) for b in range(len(names))]
            beaten = ", ".join(names[b] for b in range(len(names)) if self.beats(a, b)) or "nobody"
            rows.append((name, *cells, beaten))
        told = f"{self.games} games of each pair, two and two, seed {self.seed}; shares of wins, %, 95 % intervals."
        return f"{self.ratings.table()}\n\n{told}\n\n{table(('', *names, 'beats'), rows)}\n"

    def _cell(self, a: int, b: int) -> str:
        low, high = self.interval(a, b)
        return f"{100 * self.wins[:, a, b].mean():.1f} [{100 * low:.1f}, {100 * high:.1f}]"


@checks_names
def rate(
    bots: Sequence[str],
    games: int = 400,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    merge_threshold: float = 0.0,
    processes: int = 1,
    progress: bool | None = None,
) -> Pairs:
    """Play every two of 2 to 64 players, two copies of each at a table of four, and rate them.

    bots: as `munchkin challenge run` takes them. games: of each pair, rounded up to sixteen per seed: all
    rotations of the seatings; all pairs have the same seeds. merge_threshold: players whose shares of wins differ by no
    more share one voice, as copies do. Raises ConfigError as `evaluate` does.
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not 2 <= len(bots) <= MOST_PLAYERS:
        raise ConfigError(f"bots: expected 2 to {MOST_PLAYERS} names, got {shown(bots)}")
    games = whole_number("games", games, 1, MOST_GAMES)
    check_progress(progress)
    check_threshold(merge_threshold)
    seed = seed_or_drawn(seed)
    deals = -(-games // OF_A_DEAL)
    who = [Player.of(word) for word in bots]
    for one in who:
        bots_for([one.given], GameConfig.of({"editions": editions}), True, True)  # raises for one that cannot play
    n = len(who)
    wins = np.full((deals, n, n), 0.5)
    with Progress(n * (n - 1) // 2 * deals * OF_A_DEAL, "games", progress) as bar:
        bar.say(f"preparing compiled code ({FIRST_TIME}) …")
        for a, b in combinations(range(n), 2):
            wins[:, a, b] = _shares(who[a], who[b], deals, seed, editions, processes, bar)
            wins[:, b, a] = 1 - wins[:, a, b]
    names = tuple(labels([one.name for one in who]))
    return Pairs(names, wins, averaged_ratings(names, wins, merge_threshold=merge_threshold), deals * OF_A_DEAL, seed)


def _shares(
    one: Player, other: Player, deals: int, seed: int, editions: Sequence[str] | str, processes: int, bar: Progress
) -> np.ndarray:
    """Return the first one's share of the wins, float (seeds,); games that nobody won are shared."""
    won = np.zeros((deals, 2))
    for seating in SEATINGS:
        bots, config = bots_of([(one, other)[k].given for k in seating], editions, {}, True, True)
        plan = plan_games(seed, deals, len(bots))
        outcomes = play_in_chunks(MatchTable(config, bots), plan, 1, processes, bar.advance)
        check_ended(outcomes, plan, config)
        shares = by_player(win_shares(outcomes.results[:, WINNERS], len(bots)), plan)
        for k in (0, 1):
            own = [i for i, player in enumerate(seating) if player == k]
            won[:, k] += shares[:, own].sum(axis=1).reshape(deals, -1).sum(axis=1)
    drawn = OF_A_DEAL - won.sum(axis=1)
    found: np.ndarray = (won[:, 0] + drawn / 2) / OF_A_DEAL
    return found
