"""Matches between players: the same fixed seeds in every rotation of the seats."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.fields import flag, plain, whole_number
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.kernels.kernel import FIRST_TIME
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.match_runner import (
    MatchTable,
    Outcomes,
    check_ended,
    plan_games,
    play_in_chunks,
    whole_deals,
)
from munchkin_env.evaluation.names import player_names
from munchkin_env.evaluation.progress import Progress, reporting
from munchkin_env.evaluation.ratings import check_ratings
from munchkin_env.evaluation.replays import replays_of
from munchkin_env.evaluation.result import Evaluation
from munchkin_env.evaluation.social import SocialMetrics
from munchkin_env.evaluation.statistics import interval, win_shares
from munchkin_env.evaluation.summary import by_player, summary
from munchkin_env.evaluation.usage import LLMUsage, Metered
from munchkin_env.evaluation.watching import watched
from munchkin_env.evaluation.workers import MOST_PROCESSES, check_sendable
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.renamed import checks_names
from munchkin_env.replays.recorder import check_by_seat

MOST_REPLAYS = 1000  # in memory
MOST_GAMES = 10_000_000  # of a match, which is planned in memory
MOST_WATCHED = 100_000


@checks_names
def evaluate(
    bots: Sequence[str | Bot],
    games: int = 400,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    threads: int = 1,
    processes: int = 1,
    precision: float | None = None,
    max_games: int = 100_000,
    ratings: bool = False,
    record: int = 0,
    social: int = 0,
    progress: bool | None = None,
    **settings: Any,
) -> Evaluation:
    """Play games between players and return each player's win rate.

    Each seed is played once in every cyclic rotation of the seats, so that no player gains from better cards or an
    earlier turn. A BatchBot acts for many games in one call; any other Bot in Python is reset for every game and copied
    to play it, as environments do.

    Args:
        bots: 3 to 6 names of registered bots, or Bot objects.
        games: number of games, rounded up to a multiple of the number of players.
        seed: fixes games and bots; the result, except for the time it took, depends only on the arguments. Game d has
            the seed of episode d of an environment that was reset with it. A bot that tries small seeds finds the one
            behind its RNG, and with it all cards: evaluate untrusted bots with None, which draws 128 bits. The result
            reports them, and that seed repeats the match.
        editions: their names, the host first.
        deterministic: policies given by name take argmax actions; otherwise they sample. Bot objects play as they are.
        transfer: policies given by name are transferred to this game, as `load_policy` describes.
        threads: number of threads that share the games of compiled bots and of bots that wait for I/O (`Bot.waits`);
            the result does not depend on it.
        processes: number of processes that share the games; the result does not depend on it. Each is a fresh Python
            that is handed the players by pickle: a script that asks for several keeps its work under `if __name__ ==
            "__main__":`.
        precision: half width of an interval of win rates: play `games` after `games` until no player's interval is
            wider than twice this. An interval that decided when to stop covers the truth a little less often; report
            only the last one.
        max_games: number of games at which `precision` stops at the latest.
        ratings: rate the players by OpenSkill, too; needs the extra `eval`.
        record: how many of the first games the result keeps as `replays`.
        social: in how many of the first games, which are played again, social metrics are counted.
        progress: whether to draw a bar on stderr; None draws it on a terminal.
        settings: fields of GameConfig other than `players`.

    Returns:
        The result, an `Evaluation`: rates with 95 % intervals, lengths, replays; `print` shows a table.

    Raises:
        ConfigError: an unknown bot or setting, or a wrong number of players or games.
        IllegalAction: a bot took an illegal action; the message names it.
        NoReply: a language model has never replied.
        MissingExtra: ratings without OpenSkill.

    Examples:
        >>> import munchkin_env as mk
        >>> result = mk.evaluate(["greedy", "random", "random"], games=3, preset="short", round_limit=5)
        >>> [f"{bot.name}: {bot.win_rate:.0%}" for bot in result.bots]
        ['greedy: 100%', 'random: 0%', 'random: 0%']
    """
    given = named(bots)
    bots, config = bots_of(given, editions, settings, deterministic, transfer)
    check_counts(games=games, max_games=max_games, threads=threads, processes=processes, record=record, social=social)
    check_progress(progress)
    _check_precision(precision)
    flag("ratings", ratings)
    seed = seed_or_drawn(seed)
    if processes > 1:
        check_sendable("bots", bots)
    if ratings:
        check_ratings()
    stop = None if precision is None else _Stop(float(precision), whole_deals(max_games, len(bots)))
    with Progress(whole_deals(games, len(bots)), "games", progress) as bar:
        names = player_names(given, [bot.name for bot in bots])
        if record:
            check_by_seat("bots", names, len(names), 1, max(map(len, names)))
        played = play_match(bots, names, config, games, seed, bar, threads, processes, stop, ratings)
        return _seen_again(played, bots, names, config, bar, record, social)


def _seen_again(
    played: Evaluation,
    bots: Sequence[Bot],
    names: Sequence[str],
    config: GameConfig,
    bar: Progress,
    record: int,
    social: int,
) -> Evaluation:
    """Add the results of playing a match's first games again.

    They are replays of so many games, and social metrics of so many, rounded up to full seat rotations, no more than
    were played.
    """
    n = len(bots)
    kept = plan_games(played.seed, played.deals, n)[:record]
    seen = whole_deals(min(social, played.games), n) if social else 0
    bar.total += seen
    manners = watched(bots, names, config, seen, played.seed, bar) if seen else None
    return replace(played, replays=replays_of(bots, names, config, kept), social=manners)


def social_metrics(
    bots: Sequence[str | Bot],
    games: int = 40,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> SocialMetrics:
    """Play the games that `evaluate` plays by the same arguments, stop at every action, and count social metrics.

    The speed is some thousand actions per second.

    Args:
        bots: names or bots, as for `evaluate`.
        games: number of games, rounded up to full seat rotations.
        seed: fixes games and bots; None draws 128 bits.
        editions: their names, the host first.
        deterministic: policies given by name take argmax actions; otherwise they sample.
        transfer: policies given by name are transferred to this game.
        progress: whether to draw a bar on stderr; None draws it on a terminal.
        settings: fields of GameConfig other than `players`.

    Returns:
        The metrics with 95 % intervals, a `SocialMetrics`.

    Raises:
        ConfigError: as for `evaluate`.

    Examples:
        >>> import munchkin_env as mk
        >>> metrics = mk.social_metrics(["greedy", "random", "random"], games=3, preset="short", round_limit=2)
        >>> metrics.games
        3
    """
    given = named(bots)
    bots, config = bots_of(given, editions, settings, deterministic, transfer)
    games = whole_number("games", games, 1, MOST_WATCHED)
    check_progress(progress)
    seed = seed_or_drawn(seed)
    names = player_names(given, [bot.name for bot in bots])
    with Progress(whole_deals(games, len(bots)), "games", progress) as bar:
        return watched(bots, names, config, games, seed, bar)


@dataclass(frozen=True)
class _Stop:
    """Stopping rule of a match."""

    precision: float
    max_games: int

    def is_met(self, shares: np.ndarray) -> bool:
        """Return True if the rule holds for the win shares of all players so far, float (games, P)."""
        n = shares.shape[1]
        ends = (interval(shares[:, i].reshape(-1, n)) for i in range(n))
        return len(shares) >= self.max_games or all(high - low <= 2 * self.precision for low, high in ends)


def play_match(
    bots: Sequence[Bot],
    names: Sequence[str],
    config: GameConfig,
    games: int,
    seed: int,
    bar: Progress,
    threads: int = 1,
    processes: int = 1,
    stop: _Stop | None = None,
    ratings: bool = False,
) -> Evaluation:
    """Run `evaluate` after its arguments are checked; names: see `player_names`.

    `bar` is advanced for each game that has ended.
    """
    n = len(bots)
    deals = whole_deals(games, n) // n
    table = MatchTable(config, bots)
    bar.say(f"preparing compiled code ({FIRST_TIME}) …")
    table.play((), lambda ended: None)  # compiles, or reads what was compiled
    began = time.perf_counter()
    before, why_before = counts_of(bots), reasons_of(bots)
    plan = plan_games(seed, deals, n)
    with in_contact(bots, bar):
        outcomes = play_in_chunks(table, plan, threads, processes, bar.advance)
        while stop is not None and not stop.is_met(by_player(win_shares(outcomes.results[:, WINNERS], n), plan)):
            left = (stop.max_games - len(plan)) // n
            more = plan_games(seed, min(deals, left), n, first=len(plan) // n)
            bar.total += len(more)
            outcomes = Outcomes.joined([outcomes, play_in_chunks(table, more, threads, processes, bar.advance)])
            plan += more
    seconds = time.perf_counter() - began
    check_ended(outcomes, plan, config)
    precision = None if stop is None else stop.precision
    asked = [
        None if now is None or then is None else now.since(then).untimed()
        for then, now in zip(before, counts_of(bots), strict=True)
    ]
    reasons = [
        None if now is None or then is None else dict(Counter(now) - Counter(then))
        for then, now in zip(why_before, reasons_of(bots), strict=True)
    ]
    return summary(
        bots, names, asked, reasons, outcomes, plan, table.compiled, seconds, seed, config, precision, ratings
    )


def counts_of(bots: Sequence[Bot]) -> list[LLMUsage | None]:
    """Return the counts of the metered bots among them up to now; None for others, and for further seats of a bot."""
    return [
        replace(bot.tally.counts) if isinstance(bot, Metered) and bot not in bots[:i] else None
        for i, bot in enumerate(bots)
    ]


def reasons_of(bots: Sequence[Bot]) -> list[dict[str, int] | None]:
    """Return the metered bots' reasons for missing replies up to now; None as in `counts_of`."""
    return [
        dict(bot.tally.reasons) if isinstance(bot, Metered) and bot not in bots[:i] else None
        for i, bot in enumerate(bots)
    ]


@contextmanager
def in_contact(bots: Sequence[Bot], bar: Progress) -> Iterator[None]:
    """Report the status of the metered bots among them, and raise NoReply for one that never replies."""
    contacts = [bot.contact for bot in bots if isinstance(bot, Metered)]
    before = [one.strict for one in contacts]
    for one in contacts:
        one.strict = True
    try:
        with reporting(bar, lambda: "; ".join(one.words() for one in contacts), bool(contacts)):
            yield
    finally:
        for one, was in zip(contacts, before, strict=True):
            one.strict = was


def named(bots: Sequence[str | Bot]) -> Sequence[str | Bot]:
    """Return players with the paths among them as text."""
    return [plain(one) for one in bots] if isinstance(bots, list | tuple) else bots


def bots_of(
    bots: Sequence[str | Bot],
    editions: Sequence[str] | str,
    settings: dict[str, Any],
    deterministic: bool,
    transfer: bool,
) -> tuple[list[Bot], GameConfig]:
    """Return the players of a match, 3 to 6 names or bots, and its game. Raises ConfigError."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise ConfigError(f"bots: expected a list of names or bots, got {shown(bots)}")
    for player in bots:
        if not isinstance(player, str | Bot):
            raise ConfigError(f"bots: expected names or Bot objects, got {shown(player)}")
    if not 3 <= len(bots) <= 6:
        raise ConfigError(f"bots: expected 3 to 6, got {len(bots)}; list one for each seat")
    if settings.get("players") not in (None, len(bots)):
        raise ConfigError(f"players: expected {len(bots)}, as many as bots, got {shown(settings['players'])}")
    config = GameConfig.of({"editions": editions, **settings, "players": len(bots)})
    return bots_for(bots, config, deterministic, transfer), config


def bots_for(bots: Sequence[str | Bot], config: GameConfig, deterministic: bool, transfer: bool) -> list[Bot]:
    """Return the bots of names; Bot objects are returned as they are. Raises ConfigError for one that cannot play."""
    flag("deterministic", deterministic)
    flag("transfer", transfer)
    game = spec(**config.as_dict())
    made = [make_bot(one, deterministic, game, transfer=transfer) if isinstance(one, str) else one for one in bots]
    for bot in made:
        bot.check(game)
    return made


RANGES = {
    "games": (1, MOST_GAMES),
    "max_games": (1, MOST_GAMES),
    "threads": (1, 1024),
    "processes": (1, MOST_PROCESSES),
    "record": (0, MOST_REPLAYS),
    "social": (0, MOST_WATCHED),
}


def check_counts(**counts: object) -> None:
    """Raise ConfigError for a number that is out of its range."""
    for field, value in counts.items():
        whole_number(field, value, *RANGES[field])


def check_progress(progress: object) -> None:
    """Raise ConfigError unless the value is True, False or None."""
    if progress is not None and not isinstance(progress, bool):
        raise ConfigError(f"progress: expected true, false or None, got {shown(progress)}")


def _check_precision(precision: object) -> None:
    right = isinstance(precision, int | float) and not isinstance(precision, bool)
    if precision is not None and not (right and 0 < precision < 1):  # type: ignore[operator]
        raise ConfigError(f"precision: expected a half width between 0 and 1, got {shown(precision)}")
