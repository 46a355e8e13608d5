"""Planned games of a match, played side by side: seed, seating, acting player and RNG of each."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from munchkin_env.bots import BatchBot, Bot
from munchkin_env.bots.dispatch import choose_action
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs.bot_games import ANSWERS, FAULT, GIVEN_UP, OUTSIDE, new_batch, play_games, write_masks
from munchkin_env.envs.opponents import answer_of, compiled_kind, is_shared, outside_answers, own_copy
from munchkin_env.envs.seeding import KEYS, chance_for, chance_keys, episode_seed
from munchkin_env.envs.spaces import advised, observed
from munchkin_env.envs.stepping import outside_chances
from munchkin_env.errors import EngineFault
from munchkin_env.evaluation.workers import one_thread_of_torch, run_apart
from munchkin_env.game.initial_state import hash_seed, write_settings
from munchkin_env.observation import View, last_events, spec
from munchkin_env.policies import ProcessBot

MOST_ANSWERS = 10_000_000  # in one game; the round limit ends games long before
CHUNK = 64  # games per compiled call, between two looks at the progress bar
BATCH = 256  # parallel games with a BatchBot: more games give larger batches
MEMORYLESS = ("munchkin_env.policies.network_bot.TorchPolicyBot", "munchkin_env.policies.sb3.Sb3Bot")
"""By name, since torch need not be installed."""


@dataclass(frozen=True)
class PlannedGame:
    """One game of a match: player i sits at seat (i - rotation) mod P."""

    deal: int
    rotation: int
    seed: int

    def seating(self, players: int) -> list[int]:
        """Return the player at each seat."""
        return [(seat + self.rotation) % players for seat in range(players)]

    def bot_key(self) -> tuple[int, int]:
        """Key of the compiled bots' RNG, from which nothing about the cards follows."""
        return chance_keys("compiled bots", self.seed, self.rotation)[0]

    def batch_keys(self) -> np.ndarray:
        """Keys of the BatchBots' RNGs by seat, int64 (KEYS, 2)."""
        return np.array(chance_keys("batch bots", self.seed, self.rotation), np.int64)

    def chance(self, seat: int) -> np.random.Generator:
        """Return the RNG of a bot that plays one game at a time."""
        return chance_for("bot", self.seed, self.rotation, seat)


def whole_deals(games: int, players: int) -> int:
    """Return the games rounded up to full seat rotations: each is played once in every rotation of the seats."""
    return -(-games // players) * players


def plan_games(seed: int, deals: int, players: int, first: int = 0) -> list[PlannedGame]:
    """Return so many seeds, from number `first`, each in every rotation."""
    return [
        PlannedGame(deal, rotation, episode_seed(seed, deal))
        for deal in range(first, first + deals)
        for rotation in range(players)
    ]


class Outcomes(NamedTuple):
    """Endings of games, a line per game."""

    results: np.ndarray
    """int64 (n, RESULTS), as `play_games` fills it."""
    levels: np.ndarray
    """int64 (n, P), by seat, at the end."""
    deals: np.ndarray
    """int64 (n, P, DEALS), by seat."""

    @classmethod
    def joined(cls, parts: Sequence["Outcomes"]) -> "Outcomes":
        """Return the outcomes of all parts, in their order."""
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


class MatchTable:
    """Players and settings of games; holds nothing of a game, so several threads may play at it."""

    def __init__(self, config: GameConfig, bots: Sequence[Bot], stopping: bool = False) -> None:
        """Make the table.

        Args:
            config: the settings.
            bots: the players, by place.
            stopping: the games stop at every decision, those of compiled bots too; they are the same games.
        """
        self.config = config
        self.catalogue = catalogue_of(config)
        self.bots = bots
        self.stopping = stopping
        self.kinds = np.array([OUTSIDE if stopping else _kind(bot) for bot in bots], np.int64)
        self.compiled = bool((self.kinds != OUTSIDE).all())
        self.waits = any(bot.waits for bot in bots)
        self.spec = spec(**config.as_dict())
        self.first_seat = -1 if config.first_seat is None else config.first_seat
        self.tables = records(self.catalogue.tables)
        template = empty(1)
        write_settings(template, config, self.catalogue)
        self.template = records(template)

    @contextmanager
    def of_a_rotation(self) -> Iterator["MatchTable"]:
        """Return the table for one rotation of many seeds.

        Each seat of a process player has a process of its own, which has seen no other rotation and no other seat,
        and is ended afterwards.
        """
        processes = [bot for bot in self.bots if isinstance(bot, ProcessBot)]
        if not processes:
            yield self
            return
        bots = [bot.fresh() if isinstance(bot, ProcessBot) else bot for bot in self.bots]
        try:
            yield MatchTable(self.config, bots, self.stopping)
        finally:
            for bot in bots:
                if isinstance(bot, ProcessBot):
                    bot.close()

    def play(self, games: Sequence[PlannedGame], ended: Callable[[int], object]) -> Outcomes:
        """Play the games; `ended` is called with the number that have ended since."""
        side_by_side = Games(self, games)
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


class Games:
    """Planned games that are played side by side. None depends on the others."""

    def __init__(self, table: MatchTable, games: Sequence[PlannedGame]) -> None:
        n, players = len(games), len(table.bots)
        self.table = table
        seeds = np.array([[*hash_seed(g.seed), *g.bot_key()] for g in games], np.int64).reshape(n, 4)
        self.seating = np.array([g.seating(players) for g in games], np.int64).reshape(n, players)
        self.batch = new_batch(seeds, table.kinds[self.seating], table.spec.num_actions)
        self.positions = self.batch.positions
        self.actions = self.batch.actions
        self.ids = self.batch.ids
        self.counts = self.batch.counts
        """Legal actions of games that wait for a player who is not compiled, 0 of games that are over."""
        self.results = self.batch.results
        self.bots = np.empty((n, players), object)
        """Player at each seat in Python."""
        for row, seat in np.argwhere(table.kinds[self.seating] == OUTSIDE).tolist():
            self.bots[row, seat] = _for_a_game(table.bots[int(self.seating[row, seat])])
        self.games = tuple(games)
        batch = any(isinstance(bot, BatchBot) for bot in table.bots)
        self.batch_keys = np.array([g.batch_keys() for g in games if batch], np.int64).reshape(-1, KEYS, 2)
        self.rngs: dict[tuple[int, int], np.random.Generator] = {}

    def run(self, begin: bool) -> None:
        """Begin all games, or apply the actions that are waited for, and play on to where others are needed."""
        table = self.table
        play_games(tuple(self.batch), table.tables, table.template, table.first_seat, MOST_ANSWERS, int(begin))

    def outcomes(self) -> Outcomes:
        """Return how the games have ended."""
        levels = self.positions["player"]["level"][:, : len(self.table.bots)]
        return Outcomes(self.results, levels.astype(np.int64), self.batch.deals)

    def answers(self, rows: np.ndarray) -> np.ndarray:
        """Return the actions of players that are not compiled in these rows, int64 (n,).

        Raises IllegalAction naming the player.
        """
        table = self.table
        seats = np.array(self.positions["seat"][rows], np.int64)
        masks = np.zeros((len(rows), table.spec.num_actions), np.int8)
        write_masks(rows, self.ids, self.counts, masks)
        chances = np.zeros(len(rows))
        if len(self.batch_keys):
            keys = self.batch_keys[rows, seats]
            outside_chances(keys[:, 0].copy(), keys[:, 1].copy(), seats, self.results[rows, ANSWERS], chances)

        def seen(encoding: str, places: np.ndarray) -> Any:
            return observed(table.spec, encoding, self.positions, table.tables, rows[places], seats[places])

        def told(advisor: str, places: np.ndarray) -> np.ndarray:
            return advised(advisor, self.positions, table.tables, self.ids, self.counts, rows[places], chances[places])

        def recalled(n: int, places: np.ndarray) -> np.ndarray:
            return last_events(self.positions, rows[places], seats[places], n)

        def alone(bot: Bot, k: int) -> int:
            row, seat = int(rows[k]), int(seats[k])
            if compiled_kind(bot) is not None:
                return self.compiled_answer(bot, row, seat)
            if (row, seat) not in self.rngs:
                self.rngs[row, seat] = self.games[row].chance(seat)
            position = self.positions[row : row + 1]
            return answer_of(bot, position, table.catalogue, masks[k], self.rngs[row, seat], "bot")

        return outside_answers(self.bots[rows, seats], masks, chances, seen, told, recalled, alone, "bot")

    def compiled_answer(self, bot: Bot, row: int, seat: int) -> int:
        """Return the action of a compiled bot, as `play_games` would ask it."""
        view = View(self.positions[row : row + 1], self.table.catalogue, seat)
        hi, lo = self.batch.seeds[row, 2:].tolist()
        number, answers = int(self.counts[row]), int(self.results[row, ANSWERS])
        return int(choose_action(records(view.row), 0, view.tables, _kind(bot), self.ids[row], number, hi, lo, answers))


_RESETTING = threading.Lock()  # games of several threads may begin at once


def _for_a_game(bot: Bot) -> Bot:
    """Return the object that plays a game: a fresh one, if the bot may remember."""
    if is_shared(bot):
        return bot
    with _RESETTING:
        bot.reset()
        return own_copy(bot)


@dataclass(frozen=True)
class _Chunk:
    """Data with which a process plays some games."""

    config: GameConfig
    bots: Sequence[Bot]
    games: Sequence[PlannedGame]

    def play(self) -> Outcomes:
        with one_thread_of_torch(), MatchTable(self.config, self.bots).of_a_rotation() as table:
            return table.play(self.games, lambda ended: None)


def play_in_chunks(
    table: MatchTable, plan: Sequence[PlannedGame], threads: int, processes: int, ended: Callable[[int], object]
) -> Outcomes:
    """Play all games, chunk by chunk; chunks are the same by any number of threads and processes.

    If a player at the table may remember, no two rotations of one seed are open at once, and each rotation has players
    of its own as far as they are processes (`rotations_apart`).

    Returns:
        The outcomes of the games, in the order of the plan.
    """
    size = 1 if table.waits else BATCH if any(isinstance(bot, BatchBot) for bot in table.bots) else CHUNK
    rounds = rotations_apart(table.bots, plan)
    chunks = [[rows[i : i + size] for i in range(0, len(rows), size)] for rows in rounds]

    def told(outcomes: Outcomes) -> None:
        ended(len(outcomes.levels))

    found: list[Outcomes] = []
    if processes > 1:  # pickling gives each process its own objects and player processes
        jobs = [
            _Chunk(table.config, table.bots, [plan[row] for row in rows]) for of_round in chunks for rows in of_round
        ]
        found = run_apart(_Chunk.play, jobs, processes, told)
    else:
        for of_round in chunks:
            with table.of_a_rotation() as there:
                found += _played(there, [[plan[row] for row in rows] for rows in of_round], threads, ended)
    order = np.argsort(np.concatenate(rounds), kind="stable")
    return Outcomes(*(part[order] for part in Outcomes.joined(found)))


def _played(
    table: MatchTable, chunks: Sequence[Sequence[PlannedGame]], threads: int, ended: Callable[[int], object]
) -> list[Outcomes]:
    """Play chunks in this process."""
    if threads == 1 or not (table.compiled or table.waits):
        with one_thread_of_torch():
            return [table.play(chunk, ended) for chunk in chunks]
    found = []
    with ThreadPoolExecutor(threads) as pool:
        for one in pool.map(lambda chunk: table.play(chunk, lambda n: None), chunks):
            ended(len(one.levels))
            found.append(one)
    return found


def rotations_apart(bots: Sequence[Bot], plan: Sequence[PlannedGame]) -> list[list[int]]:
    """Divide the games of a plan into rounds that are played one after the other.

    A player of all rotations of a seed that remembers knows whose hand is whose in the second one. Compiled bots and
    the package's networks keep no memory, so games of theirs are one round; a table with any other player has a round
    for each rotation.

    Returns:
        Indices of games, by round.
    """
    if all(map(keeps_nothing, bots)):
        return [list(range(len(plan)))]
    rounds: dict[int, list[int]] = {}
    for index, game in enumerate(plan):
        rounds.setdefault(game.rotation, []).append(index)
    return list(rounds.values())


def keeps_nothing(bot: Bot) -> bool:
    """Return True if a player has no memory by construction: a compiled bot, or a network of the package's own classes.

    A class derived from one may do anything.
    """
    return compiled_kind(bot) is not None or f"{type(bot).__module__}.{type(bot).__qualname__}" in MEMORYLESS


def check_ended(outcomes: Outcomes, plan: Sequence[PlannedGame], config: GameConfig) -> None:
    """Raise EngineFault for the first game that the engine stopped or that did not end."""
    for row, planned in zip(outcomes.results, plan, strict=True):
        if row[FAULT] or row[GIVEN_UP]:
            raise EngineFault(
                f"game: fault {int(row[FAULT])} after {int(row[ANSWERS])} actions; "
                f"reproduce with seed {planned.seed}, rotation {planned.rotation}, {config}"
            )
