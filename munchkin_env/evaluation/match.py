"""Matches between players: the same deals in every rotation of the seats, from fixed seeds."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.bots import BatchBot, Bot
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config import GameConfig
from munchkin_env.engine.kernel import records
from munchkin_env.engine.layout import empty
from munchkin_env.envs.bot_games import (
    ANSWERS,
    FAULT,
    GIVEN_UP,
    OUTSIDE,
    RESULTS,
    ROUNDS,
    TURNS,
    WINNERS,
    play_games,
    write_masks,
)
from munchkin_env.envs.encoding import observed
from munchkin_env.envs.opponents import answer_of, compiled_kind, is_shared, outside_answers, own_copy
from munchkin_env.envs.seeding import KEYS, chance_for, chance_keys, episode_seed
from munchkin_env.envs.stepping import outside_chances
from munchkin_env.errors import ConfigError, EngineFault, shown
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.result import Evaluation, Length, PlayerResult
from munchkin_env.evaluation.statistics import interval, win_shares
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.settings import check_seed, hash_seed, write_settings

MOST_ANSWERS = 10_000_000  # in one game; the round limit ends games long before
MOST_GAMES = 10_000_000  # of a match, which is planned in memory
CHUNK = 64  # games per compiled call, between two looks at the progress bar
BATCH = 256  # games side by side where a BatchBot plays: the more, the more answers in one call


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
    bots = _bots(players)
    config = GameConfig.of({"editions": editions, "players": len(bots), **settings})
    for bot in bots:
        bot.check(spec(**config.as_dict()))
    check_whole("games", games, 1, MOST_GAMES)
    check_whole("threads", threads, 1, 1024)
    check_progress(progress)
    seed = check_seed(seed)
    with Progress(whole_deals(games, len(bots)), "games", progress) as bar:
        return play_match(bots, config, games, seed, bar, threads)


def whole_deals(games: int, players: int) -> int:
    """Games rounded up to whole deals: each is played once in every rotation of the seats."""
    return -(-games // players) * players


def play_match(
    bots: Sequence[Bot], config: GameConfig, games: int, seed: int, bar: Progress, threads: int = 1
) -> Evaluation:
    """What `evaluate` does once its arguments are checked; `bar` is told of each game that has ended."""
    plan = _plan(seed, whole_deals(games, len(bots)) // len(bots), len(bots))
    table = _Table(config, bots)
    bar.say("preparing compiled code (a minute or two, the first time on this machine) …")
    table.play((), lambda ended: None)  # compiles, or reads what was compiled
    began = time.perf_counter()
    results = _in_chunks(table, plan, threads, bar.advance)
    seconds = time.perf_counter() - began
    _check(results, plan, config)
    return _summary(bots, results, plan, table.compiled, seconds, seed, config)


@dataclass(frozen=True)
class PlannedGame:
    """One game of a match: player i sits at seat (i - rotation) mod P."""

    deal: int
    rotation: int
    seed: int

    def seating(self, players: int) -> list[int]:
        """The player at each seat."""
        return [(seat + self.rotation) % players for seat in range(players)]

    def bot_key(self) -> tuple[int, int]:
        """The key of the compiled bots' chance, from which nothing follows for the cards."""
        return chance_keys("compiled bots", self.seed, self.rotation)[0]

    def batch_keys(self) -> np.ndarray:
        """int64 (KEYS, 2): the keys of the chances of BatchBots, by seat."""
        return np.array(chance_keys("batch bots", self.seed, self.rotation), np.int64)

    def chance(self, seat: int) -> np.random.Generator:
        """The chance of a bot that answers alone."""
        return chance_for("bot", self.seed, self.rotation, seat)


def _plan(seed: int, deals: int, players: int) -> list[PlannedGame]:
    return [
        PlannedGame(deal, rotation, episode_seed(seed, deal)) for deal in range(deals) for rotation in range(players)
    ]


def _bots(players: Sequence[str | Bot]) -> list[Bot]:
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


# --------------------------------------------------------------------------- playing


class _Table:
    """Who plays and by which settings; holds nothing of a game, so several threads may play at it."""

    def __init__(self, config: GameConfig, bots: Sequence[Bot]) -> None:
        self.catalogue = catalogue_of(config)
        self.bots = bots
        self.kinds = np.array([_kind(bot) for bot in bots], np.int64)
        self.compiled = bool((self.kinds != OUTSIDE).all())
        self.spec = spec(**config.as_dict())
        self.first_seat = -1 if config.first_seat is None else config.first_seat
        self.tables = records(self.catalogue.tables)
        template = empty(1)
        write_settings(template, config, self.catalogue)
        self.template = records(template)

    def play(self, games: Sequence[PlannedGame], ended: Callable[[int], object]) -> np.ndarray:
        """int64[games, RESULTS + P], see `_Games.outcomes`; `ended` is told how many games have ended since."""
        side_by_side = _Games(self, games)
        side_by_side.run(begin=True)
        left = len(games)
        while True:
            waiting = np.flatnonzero(side_by_side.counts)
            ended(left - len(waiting))
            left = len(waiting)
            if not left:
                return side_by_side.outcomes()
            side_by_side.actions[waiting] = side_by_side.answers(waiting)
            side_by_side.run(begin=False)


def _kind(bot: Bot) -> int:
    kind = compiled_kind(bot)
    return OUTSIDE if kind is None else kind


class _Games:
    """Planned games that are played side by side. None depends on which others there are."""

    def __init__(self, table: _Table, games: Sequence[PlannedGame]) -> None:
        n, players = len(games), len(table.bots)
        self.table = table
        self.seeds = np.array([[*hash_seed(g.seed), *g.bot_key()] for g in games], np.int64).reshape(n, 4)
        self.seating = np.array([g.seating(players) for g in games], np.int64).reshape(n, players)
        self.positions = records(empty(n))
        self.views = records(empty(1))
        self.actions = np.zeros(n, np.int64)
        self.ids = np.zeros((n, table.spec.actions), np.int32)
        self.counts = np.zeros(n, np.int64)
        """Legal answers of games that wait for a player who is not compiled, 0 of games that are over."""
        self.results = np.zeros((n, RESULTS), np.int64)
        self.bots = np.empty((n, players), object)
        """Who answers at each seat in Python."""
        for row, seat in np.argwhere(table.kinds[self.seating] == OUTSIDE).tolist():
            self.bots[row, seat] = _for_a_game(table.bots[int(self.seating[row, seat])])
        self.games = tuple(games)
        batch = any(isinstance(bot, BatchBot) for bot in table.bots)
        self.batch_keys = np.array([g.batch_keys() for g in games if batch], np.int64).reshape(-1, KEYS, 2)
        self.rngs: dict[tuple[int, int], np.random.Generator] = {}

    def run(self, begin: bool) -> None:
        """Begins all games or gives the answers that are waited for, and plays on to where others are needed."""
        table = self.table
        play_games(
            self.positions, self.views, table.tables, table.template, self.seeds, table.kinds[self.seating],
            table.first_seat, MOST_ANSWERS, int(begin), self.actions, self.ids, self.counts, self.results,
        )  # fmt: skip

    def outcomes(self) -> np.ndarray:
        """int64[games, RESULTS + P]: results as `play_games` fills them, then every seat's level as it is now."""
        levels = self.positions["player"]["level"][:, : len(self.table.bots)]
        return np.hstack([self.results, levels.astype(np.int64)])

    def answers(self, rows: np.ndarray) -> np.ndarray:
        """int64 (n,): what players that are not compiled answer in these rows. Raises IllegalAction naming them."""
        table = self.table
        seats = np.array(self.positions["seat"][rows], np.int64)
        masks = np.zeros((len(rows), table.spec.actions), np.int8)
        write_masks(rows, self.ids, self.counts, masks)
        chances = np.zeros(len(rows))
        if len(self.batch_keys):
            keys = self.batch_keys[rows, seats]
            outside_chances(keys[:, 0].copy(), keys[:, 1].copy(), seats, self.results[rows, ANSWERS], chances)

        def seen(kind: str, places: np.ndarray) -> Any:
            return observed(table.spec, kind, self.positions, table.tables, rows[places], seats[places])

        def alone(bot: Bot, k: int) -> int:
            row, seat = int(rows[k]), int(seats[k])
            if (row, seat) not in self.rngs:
                self.rngs[row, seat] = self.games[row].chance(seat)
            position = self.positions[row : row + 1]
            return answer_of(bot, position, table.catalogue, masks[k], self.rngs[row, seat], "bot")

        return outside_answers(self.bots[rows, seats], masks, chances, seen, alone, "bot")


def _for_a_game(bot: Bot) -> Bot:
    """The object that plays a game: one of its own, fresh, if the bot may remember."""
    if is_shared(bot):
        return bot
    bot.reset()
    return own_copy(bot)


def _in_chunks(
    table: _Table, plan: Sequence[PlannedGame], threads: int, ended: Callable[[int], object]
) -> np.ndarray:
    """All games, chunk by chunk, in order whatever the number of threads."""
    size = BATCH if any(isinstance(bot, BatchBot) for bot in table.bots) else CHUNK
    chunks = [plan[i : i + size] for i in range(0, len(plan), size)]
    if threads == 1 or not table.compiled:
        return np.concatenate([table.play(chunk, ended) for chunk in chunks])

    def told(results: np.ndarray) -> np.ndarray:
        ended(len(results))
        return results

    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate([told(one) for one in pool.map(lambda chunk: table.play(chunk, lambda n: None), chunks)])


# --------------------------------------------------------------------------- results


def _check(results: np.ndarray, plan: Sequence[PlannedGame], config: GameConfig) -> None:
    """Raises EngineFault for the first game that the engine stopped or that did not end."""
    for row, planned in zip(results, plan, strict=True):
        if row[FAULT] or row[GIVEN_UP]:
            raise EngineFault(
                f"game: fault {int(row[FAULT])} after {int(row[ANSWERS])} answers; "
                f"reproduce with seed {planned.seed}, rotation {planned.rotation}, {config}"
            )


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
