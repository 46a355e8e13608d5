"""Matches between players: the same deals in every rotation of the seats, from fixed seeds."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.config import GameConfig
from munchkin_env.engine.actions import action_count
from munchkin_env.engine.kernel import records
from munchkin_env.engine.layout import empty
from munchkin_env.envs.bot_games import play_games
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.errors import ConfigError, EngineFault, IllegalAction
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.result import Evaluation, Length, PlayerResult
from munchkin_env.evaluation.statistics import interval, win_shares
from munchkin_env.game import Game, hash_seed, write_settings
from munchkin_env.observation import View
from munchkin_env.policies import make_bot

MOST_ANSWERS = 10_000_000  # in one game; the round limit ends games long before
CHUNK = 64  # games per compiled call, between two looks at the progress bar
BOT_KEY = 0x626F7473  # tells the key of the bots' chance from the seed of the cards

WINNERS, ROUNDS, TURNS, ANSWERS, FAULT, GIVEN_UP = range(6)


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
        seats, so that no player gains from better cards or an earlier turn.
    games: rounded up to a multiple of the number of players.
    seed: fixes deals and bots; the result but for the time it took depends on the arguments alone. Deal d is dealt as
        episode d of an environment that was reset with this seed.
    threads: threads among which compiled games are divided; Python bots play in one.
    progress: whether to draw a bar on stderr; None draws it on a terminal.
    settings: fields of GameConfig other than `players`.

    Raises ConfigError for an unknown bot or setting and a wrong number of players or games, IllegalAction naming the
    bot that gave an illegal answer.
    """
    bots = _bots(players)
    config = GameConfig.of({"editions": editions, "players": len(bots), **settings})
    _whole("games", games, 1)
    _whole("threads", threads, 1)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ConfigError(f"seed: expected a whole number, got {seed!r}")
    deals = -(-games // len(bots))
    plan = _plan(int(seed), deals, len(bots))
    compiled = all(bot.kind is not None for bot in bots)
    with Progress(len(plan), "games", progress) as bar:
        if compiled:
            bar.say("preparing compiled code (a minute or two, the first time on this machine) …")
            play = _CompiledGames(config, bots)
            began = time.perf_counter()
            results = _in_chunks(play, plan, threads, bar)
        else:
            began = time.perf_counter()
            results = np.array([_watched(_play_in_python(config, bots, game), bar) for game in plan], np.int64)
        seconds = time.perf_counter() - began
    _check(results, plan, config)
    return _summary(bots, results, plan, compiled, seconds, int(seed), config)


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
        """The key of the bots' chance, which has nothing to do with that of the cards."""
        return hash_seed(self.seed ^ (BOT_KEY + (self.rotation << 32)))


def _plan(seed: int, deals: int, players: int) -> list[PlannedGame]:
    return [
        PlannedGame(deal, rotation, episode_seed(seed, deal)) for deal in range(deals) for rotation in range(players)
    ]


def _bots(players: Sequence[str | Bot]) -> list[Bot]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ConfigError(f"players: expected a list of names or bots, got {players!r}")
    for player in players:
        if not isinstance(player, str | Bot):
            raise ConfigError(f"players: expected names or Bot objects, got {player!r}")
    bots = [make_bot(player) if isinstance(player, str) else player for player in players]
    if not 3 <= len(bots) <= 6:
        raise ConfigError(f"players: expected 3 to 6 players, got {len(bots)}")
    return bots


def _whole(field: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ConfigError(f"{field}: expected a whole number from {least}, got {value!r}")


# --------------------------------------------------------------------------- compiled


class _CompiledGames:
    """Plays planned games in compiled code; may be called from several threads."""

    def __init__(self, config: GameConfig, bots: Sequence[Bot]) -> None:
        catalogue = load_catalogue(config.editions)
        self.kinds = np.array([bot.kind for bot in bots], np.int64)
        self.players = len(bots)
        self.actions = action_count(catalogue)
        self.first_seat = -1 if config.first_seat is None else config.first_seat
        self.tables = records(catalogue.tables)
        template = empty(1)
        write_settings(template, config, catalogue)
        self.template = records(template)
        self(())  # compiles, or reads what was compiled

    def __call__(self, games: Sequence[PlannedGame]) -> np.ndarray:
        """int64[games, 6], as `play_games` fills it."""
        seeds = np.array([[*hash_seed(g.seed), *g.bot_key()] for g in games], np.int64).reshape(len(games), 4)
        seating = np.array([g.seating(self.players) for g in games], np.int64).reshape(len(games), self.players)
        results = np.zeros((len(games), 6), np.int64)
        positions, views = records(empty(1)), records(empty(1))
        ids = np.zeros(self.actions, np.int32)
        play_games(
            positions,
            views,
            self.tables,
            self.template,
            seeds,
            self.kinds[seating],
            self.first_seat,
            MOST_ANSWERS,
            ids,
            results,
        )
        return results


def _in_chunks(
    play: Callable[[Sequence[PlannedGame]], np.ndarray], plan: Sequence[PlannedGame], threads: int, bar: Progress
) -> np.ndarray:
    """All games, chunk by chunk, in order whatever the number of threads."""
    chunks = [plan[i : i + CHUNK] for i in range(0, len(plan), CHUNK)]

    def finished() -> Iterator[np.ndarray]:
        if threads == 1:
            yield from map(play, chunks)
        else:
            with ThreadPoolExecutor(threads) as pool:
                yield from pool.map(play, chunks)

    return np.concatenate([_watched(results, bar, len(results)) for results in finished()])


def _watched(value: Any, bar: Progress, n: int = 1) -> Any:
    bar.advance(n)
    return value


# --------------------------------------------------------------------------- Python


def _play_in_python(config: GameConfig, bots: Sequence[Bot], planned: PlannedGame) -> list[int]:
    """One game with a bot object in at least one seat; a row as `play_games` fills it."""
    settings = {name: value for name, value in config.as_dict().items() if name not in ("editions", "players")}
    game = Game(config.editions, config.players, planned.seed, **settings)
    seating = planned.seating(config.players)
    for bot in bots:
        bot.reset()
    rngs = [np.random.default_rng([*planned.bot_key(), seat]) for seat in range(config.players)]
    while not game.over:
        seat = game.seat
        assert seat is not None
        bot = bots[seating[seat]]
        action = bot.act(View.of(game, seat), game.mask(), rngs[seat])
        try:
            game.step(action)
        except IllegalAction as error:
            raise IllegalAction(f"bot {bot.name}: {error}") from error
    winners = sum(1 << seat for seat in game.winners)
    row = game.position[0]
    return [winners, int(row["rounds"]), game.turn, len(game.history), int(row["fault"]), 0]


# --------------------------------------------------------------------------- results


def _check(results: np.ndarray, plan: Sequence[PlannedGame], config: GameConfig) -> None:
    """Raises EngineFault for the first game that the engine stopped or that did not end."""
    for row, planned in zip(results, plan, strict=True):
        if row[FAULT] or row[GIVEN_UP]:
            raise EngineFault(
                f"game: fault {int(row[FAULT])} after {int(row[ANSWERS])} answers; "
                f"reproduce with seed {planned.seed}, rotation {planned.rotation}, {config}"
            )


def _length(values: np.ndarray) -> Length:
    return Length(float(values.mean()), float(np.median(values)), int(values.max()))


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
    for row, planned in enumerate(plan):
        by_player[row, planned.seating(n)] = by_seat[row]
    players = []
    for i, bot in enumerate(bots):
        shares = by_player[:, i].reshape(-1, n)
        low, high = interval(shares)
        players.append(PlayerResult(bot.name, float(shares.sum()), float(shares.mean()), low, high))
    return Evaluation(
        players=tuple(players),
        games=len(plan),
        deals=len(plan) // n,
        draws=int((results[:, WINNERS] == 0).sum()),
        rounds=_length(results[:, ROUNDS]),
        turns=_length(results[:, TURNS]),
        decisions=_length(results[:, ANSWERS]),
        seconds=seconds,
        decisions_per_second=float(results[:, ANSWERS].sum()) / max(seconds, 1e-9),
        compiled=compiled,
        seed=seed,
        settings=config.as_dict(),
    )
