"""Plays a track, and verifies a card by playing some of its deals again."""

import hashlib
import math
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env import versions
from munchkin_env.bots import Bot
from munchkin_env.config import one_of
from munchkin_env.engine.compiler.compiling import FIRST_TIME
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.challenge.card import Budget, Card, Figure
from munchkin_env.evaluation.challenge.seeds import DEVELOPMENT, SEALED, Seeds, seeds_of
from munchkin_env.evaluation.challenge.tracks import PLAYER, TRACKS, Stage, seated
from munchkin_env.evaluation.manners import social
from munchkin_env.evaluation.match import MOST_GAMES, bots_of, check_whole
from munchkin_env.evaluation.playing import Table, check_ended, plan_games, play_in_chunks, whole_deals
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.statistics import interval, win_shares
from munchkin_env.evaluation.summary import by_player
from munchkin_env.game import Game
from munchkin_env.observation import View
from munchkin_env.policies import is_policy_file

TIMED = 200
"""Answers that are timed."""


def run(
    player: str,
    track: str = "quick",
    *,
    sealed: bool = False,
    games: int | None = None,
    cpu_minutes: float | None = None,
    decisions: int | None = None,
    processes: int = 1,
    progress: bool | None = None,
) -> Card:
    """Plays a track and returns the report card.

    player: a bot, a partner or a policy's file, by name. sealed: by the seeds that follow from the package itself, in
    place of those for development. games: of each stage, rounded up to whole deals; None takes the track's.
    cpu_minutes, decisions: what its training cost, to be told by who made it.

    Raises ConfigError for an unknown track or player, and what `evaluate` raises.
    """
    one_of("track", track, tuple(TRACKS))
    wanted = TRACKS[track].games if games is None else games
    check_whole("games", wanted, 1, MOST_GAMES)
    if not isinstance(player, str):
        raise ConfigError(f"player: expected the name of a bot or a policy's file, got {player!r}")
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    stages = TRACKS[track].stages(seeds)
    figures = []
    total = sum(whole_deals(wanted, len(stage.chairs)) for stage in stages)
    with Progress(total, "games", progress) as bar:
        bar.say(f"preparing compiled code ({FIRST_TIME}) …")
        for stage in stages:
            deals = range(whole_deals(wanted, len(stage.chairs)) // len(stage.chairs))
            shares = play_deals(player, stage, seeds, deals, processes, bar.advance)
            figures.append(_figure(stage, shares))
    among = social(
        [player, "veteran", "veteran", "veteran"], TRACKS[track].social, seeds.number("manners"), transfer=True,
        progress=progress,
    )  # fmt: skip
    manners = {name: value for name, value in asdict(among.players[0]).items() if name != "label"}
    manners |= {"gini": among.gini, "shared_wins": among.shared_wins, "games": among.games}
    return Card(
        player=Path(player).name if is_policy_file(player) else player,
        sha256=file_digest(player),
        track=track,
        seeds=seeds.name,
        commitment=seeds.commitment,
        package=seeds.package,
        released=seeds.released(package_version()),
        budget=Budget(cpu_minutes, decisions, _size(player), milliseconds(player)),
        versions=version_numbers(),
        hardware=f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
        figures=tuple(figures),
        groups=_groups(figures),
        manners=manners,
    )


def package_version() -> str:
    """That of `munchkin_env`, which this module can't import."""
    from importlib.metadata import version

    return version("munchkin-env")


def version_numbers() -> dict[str, Any]:
    """The package's version, and those of which a change makes results incomparable."""
    names = ("RULES_VERSION", "GENERATOR_VERSION", "PARTNERS_VERSION", "OBSERVATION_VERSION", "ACTION_VERSION")
    numbers = {name.removesuffix("_VERSION").lower(): getattr(versions, name) for name in names}
    return {"munchkin_env": package_version(), **numbers}


def play_deals(
    player: str, stage: Stage, seeds: Seeds, deals: Sequence[int], processes: int, ended: Callable[[int], object]
) -> np.ndarray:
    """float (deals, P): the player's share of the wins of each game of these deals, by rotation."""
    bots, config = bots_of(seated(stage, player), stage.editions, dict(stage.settings), True, True)
    there = Table(config, bots)
    n = len(bots)
    seed = seeds.number(f"deals of {stage.name}")
    plan = [game for deal in deals for game in plan_games(seed, 1, n, first=deal)]
    outcomes = play_in_chunks(there, plan, 1, processes, ended)
    check_ended(outcomes, plan, config)
    shares = by_player(win_shares(outcomes.results[:, WINNERS], n), plan)
    own = [i for i, one in enumerate(stage.chairs) if one == PLAYER]
    found: np.ndarray = shares[:, own].sum(axis=1).reshape(-1, n)
    return found


def _figure(stage: Stage, shares: np.ndarray) -> Figure:
    low, high = interval(shares)
    return Figure(
        stage.name, stage.group, stage.chairs, stage.editions, shares.size, stage.equal,
        float(shares.mean()), low, high, tuple(round(float(one), 6) for one in shares.sum(axis=1)),
    )  # fmt: skip


def _groups(figures: Sequence[Figure]) -> dict[str, tuple[float, float, float]]:
    """The mean of each group's stages; its interval reaches as far as theirs together: roots of sums of squares, since
    their deals have nothing to do with each other."""
    found = {}
    for name in dict.fromkeys(one.group for one in figures):
        members = [one for one in figures if one.group == name]
        mean = sum(one.share for one in members) / len(members)
        down = math.sqrt(sum((one.share - one.low) ** 2 for one in members)) / len(members)
        up = math.sqrt(sum((one.high - one.share) ** 2 for one in members)) / len(members)
        found[name] = (mean, max(0.0, mean - down), min(1.0, mean + up))
    return found


def file_digest(player: str) -> str | None:
    """SHA-256 of a policy's file; None for a bot of the package."""
    return hashlib.sha256(Path(player).read_bytes()).hexdigest() if is_policy_file(player) else None


def _size(player: str) -> int | None:
    return Path(player).stat().st_size if is_policy_file(player) else None


def milliseconds(player: str) -> float:
    """What an answer takes, one at a time: the mean over the first answers of a game of four such players."""
    bots, _ = bots_of([player] * 4, ("munchkin",), {}, True, True)
    bot: Bot = bots[0]
    spent: list[float] = []
    rng = np.random.default_rng(0)
    game = Game(seed=0, players=4)
    bot.reset()
    while len(spent) <= TIMED and not game.over:
        seat = game.seat
        assert seat is not None  # the game is not over
        view, mask = View.of(game, seat, world=bot.searches), game.mask()
        began = time.perf_counter()
        action = bot.act(view, mask, rng)
        spent.append(time.perf_counter() - began)
        game.step(action)
    return 1000 * float(np.mean(spent[1:]))  # the first one compiles
