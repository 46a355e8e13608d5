"""Matches between players: the same deals in every rotation of the seats, from fixed seeds."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config import GameConfig
from munchkin_env.envs.bot_games import ANSWERS, RESULTS, ROUNDS, TURNS, WINNERS
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.playing import (
    PlannedGame,
    Table,
    check_ended,
    plan_games,
    play_in_chunks,
    whole_deals,
)
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.result import Evaluation, Length, PlayerResult
from munchkin_env.evaluation.statistics import interval, win_shares
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.settings import check_seed

MOST_GAMES = 10_000_000  # of a match, which is planned in memory


def evaluate(
    players: Sequence[str | Bot],
    games: int = 400,
    seed: int = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    threads: int = 1,
    progress: bool | None = None,
    **settings: Any,
) -> Evaluation:
    """Plays `games` games among the players and returns how often each won.

    players: 3 to 6 names of registered bots or Bot objects. Each deal is played once in every cyclic rotation of the
        seats, so that no player gains from better cards or an earlier turn. A BatchBot answers for many games in one
        call; any other Bot in Python is reset for every game and copied to play it, as environments do.
    games: rounded up to a multiple of the number of players.
    seed: fixes deals and bots; the result but for the time it took depends on the arguments alone. Deal d is dealt as
        episode d of an environment that was reset with this seed.
    threads: threads among which the games of compiled bots are divided; matches with others are played in one.
    progress: whether to draw a bar on stderr; None draws it on a terminal.
    settings: fields of GameConfig other than `players`.

    Raises ConfigError for an unknown bot or setting and a wrong number of players or games, IllegalAction naming the
    bot that gave an illegal answer.
    """
    bots = bots_of(players)
    config = GameConfig.of({"editions": editions, "players": len(bots), **settings})
    for bot in bots:
        bot.check(spec(**config.as_dict()))
    check_whole("games", games, 1, MOST_GAMES)
    check_whole("threads", threads, 1, 1024)
    check_progress(progress)
    seed = check_seed(seed)
    with Progress(whole_deals(games, len(bots)), "games", progress) as bar:
        return play_match(bots, config, games, seed, bar, threads)


def play_match(
    bots: Sequence[Bot], config: GameConfig, games: int, seed: int, bar: Progress, threads: int = 1
) -> Evaluation:
    """What `evaluate` does once its arguments are checked; `bar` is told of each game that has ended."""
    plan = plan_games(seed, whole_deals(games, len(bots)) // len(bots), len(bots))
    table = Table(config, bots)
    bar.say("preparing compiled code (a minute or two, the first time on this machine) …")
    table.play((), lambda ended: None)  # compiles, or reads what was compiled
    began = time.perf_counter()
    results = play_in_chunks(table, plan, threads, bar.advance)
    seconds = time.perf_counter() - began
    check_ended(results, plan, config)
    return _summary(bots, results, plan, table.compiled, seconds, seed, config)


def bots_of(players: Sequence[str | Bot]) -> list[Bot]:
    """The players of a match, 3 to 6 names or bots. Raises ConfigError."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ConfigError(f"players: expected a list of names or bots, got {shown(players)}")
    for player in players:
        if not isinstance(player, str | Bot):
            raise ConfigError(f"players: expected names or Bot objects, got {shown(player)}")
    bots = [make_bot(player) if isinstance(player, str) else player for player in players]
    if not 3 <= len(bots) <= 6:
        raise ConfigError(f"players: expected 3 to 6 players, got {len(bots)}")
    return bots


def check_whole(field: str, value: object, least: int, most: int) -> None:
    """Raises ConfigError unless the value is a whole number in that range."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ConfigError(f"{field}: expected a whole number from {least}, got {shown(value)}")
    if value > most:
        raise ConfigError(f"{field}: expected at most {most}, got {shown(value)}")


def check_progress(progress: object) -> None:
    """Raises ConfigError for what says neither whether to draw a bar nor that the stream decides."""
    if progress is not None and not isinstance(progress, bool):
        raise ConfigError(f"progress: expected true, false or None, got {shown(progress)}")


# --------------------------------------------------------------------------- results


def _summary(
    bots: Sequence[Bot],
    results: np.ndarray,
    plan: Sequence[PlannedGame],
    compiled: bool,
    seconds: float,
    seed: int,
    config: GameConfig,
) -> Evaluation:
    n = len(bots)
    by_seat = win_shares(results[:, WINNERS], n)
    by_player = np.zeros_like(by_seat)
    levels = np.zeros((len(plan), n), np.int64)
    for row, planned in enumerate(plan):
        by_player[row, planned.seating(n)] = by_seat[row]
        levels[row, planned.seating(n)] = results[row, RESULTS:]
    players = []
    for i, bot in enumerate(bots):
        shares = by_player[:, i].reshape(-1, n)
        low, high = interval(shares)
        mean_level = float(levels[:, i].mean())
        players.append(PlayerResult(bot.name, float(shares.sum()), float(shares.mean()), low, high, mean_level))
    return Evaluation(
        players=tuple(players),
        games=len(plan),
        deals=len(plan) // n,
        draws=int((results[:, WINNERS] == 0).sum()),
        rounds=Length.of(results[:, ROUNDS]),
        turns=Length.of(results[:, TURNS]),
        decisions=Length.of(results[:, ANSWERS]),
        seconds=seconds,
        decisions_per_second=float(results[:, ANSWERS].sum()) / max(seconds, 1e-9),
        compiled=compiled,
        seed=seed,
        settings=config.as_dict(),
    )
