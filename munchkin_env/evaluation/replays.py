"""Games of a match again, as replays: the same deals, seats and chances, stopped at every decision."""

from collections.abc import Sequence

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config import GameConfig
from munchkin_env.evaluation.playing import Games, PlannedGame, Table
from munchkin_env.game import Game
from munchkin_env.table.recording import record
from munchkin_env.table.replay import Replay
from munchkin_env.table.thinking import thinkers_of


def replays_of(
    bots: Sequence[Bot], names: Sequence[str], config: GameConfig, plan: Sequence[PlannedGame]
) -> tuple[Replay, ...]:
    """A replay of each planned game, with what its players thought; names: of the players, by place."""
    if not plan:
        return ()
    games = Games(Table(config, bots, stopping=True), plan)
    answers: list[list[int]] = [[] for _ in plan]
    games.run(begin=True)
    while len(rows := np.flatnonzero(games.counts)):
        games.actions[rows] = games.answers(rows)
        for row in rows.tolist():
            answers[row].append(int(games.actions[row]))
        games.run(begin=False)
    found = []
    for planned, given in zip(plan, answers, strict=True):
        game = Game(seed=planned.seed, **config.as_dict())
        for action in given:
            game.step(action)
        seating = planned.seating(len(bots))
        sitting = [names[place] for place in seating]
        thinkers = thinkers_of([bots[place] for place in seating])
        found.append(record(game, None, sitting, sitting, thinkers))
    return tuple(found)


__all__ = ["replays_of"]
