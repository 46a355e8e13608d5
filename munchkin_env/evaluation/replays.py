"""Replays of a match's games: the same seeds, seats and RNGs, stopped at every decision."""

from collections.abc import Sequence

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.game_config import GameConfig
from munchkin_env.evaluation.match_runner import Games, MatchTable, PlannedGame, rotations_apart
from munchkin_env.evaluation.names import fitted, labels
from munchkin_env.game.game import Game
from munchkin_env.replays.recorder import MOST_OF_NAME, MOST_OF_PLAYER, record
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.thinking import thinkers_of

NUMBERS = 5  # characters of a label beyond its name, such as " #2"


def replays_of(
    bots: Sequence[Bot], names: Sequence[str], config: GameConfig, plan: Sequence[PlannedGame]
) -> tuple[Replay, ...]:
    """Return a replay of each planned game, with its players' thoughts; names: of the players, by place."""
    if not plan:
        return ()
    answers: dict[int, list[int]] = {}
    for rows in rotations_apart(bots, plan):
        with MatchTable(config, bots, stopping=True).of_a_rotation() as table:
            answers |= zip(rows, _answers(table, [plan[row] for row in rows]), strict=True)
    found = []
    for number, planned in enumerate(plan):
        given = answers[number]
        game = Game(seed=planned.seed, **config.as_dict())
        for action in given:
            game.step(action)
        seating = planned.seating(len(bots))
        thinkers = thinkers_of([bots[place] for place in seating])
        told = labels([fitted(name, MOST_OF_NAME - NUMBERS) for name in names])
        words = [fitted(name, MOST_OF_PLAYER) for name in names]
        told, players = ([by[place] for place in seating] for by in (told, words))
        found.append(record(game, None, told, players, thinkers))
    return tuple(found)


def _answers(table: MatchTable, plan: Sequence[PlannedGame]) -> list[list[int]]:
    """Play games side by side and return the actions of each."""
    games = Games(table, plan)
    answers: list[list[int]] = [[] for _ in plan]
    games.run(begin=True)
    while len(rows := np.flatnonzero(games.counts)):
        games.actions[rows] = games.answers(rows)
        for row in rows.tolist():
            answers[row].append(int(games.actions[row]))
        games.run(begin=False)
    return answers
