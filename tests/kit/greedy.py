"""Actions of the bot `greedy`, in words."""

from collections.abc import Collection

import numpy as np

from munchkin_env.bots import make_bot
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage

LAST = {"open door", "end turn", "kill", "run away", "pass"}


def act(game: Game) -> int:
    """Its next action, not carried out."""
    view, mask = View.of(game, game.current_player), game.legal_action_mask()
    before = view.row.tobytes()
    action = int(make_bot("greedy").act(view, mask, np.random.default_rng(0)))
    assert view.row.tobytes() == before
    return action


def best(game: Game) -> str:
    """The next part of its answer, not carried out."""
    return game.describe(act(game))


def step(game: Game) -> str:
    """The next part of its action, carried out."""
    action = act(game)
    said = game.describe(action)
    game.step(action)
    return said


def answer(game: Game) -> list[str]:
    """One whole action, carried out."""
    said = [step(game)]
    while game.stage != Stage.VERB:
        said.append(step(game))
    return said


def words(game: Game, last: Collection[str] = LAST) -> list[str]:
    """Actions for the asked seat, carried out, until one of the last words is said."""
    seat, said = game.current_player, [step(game)]
    while game.current_player == seat and not game.is_terminal and said[-1] not in last:
        said.append(step(game))
    return said
