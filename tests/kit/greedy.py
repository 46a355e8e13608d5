"""Actions of the bot `greedy`, in words."""

import numpy as np

from munchkin_env.bots import make_bot
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage


def act(game: Game) -> int:
    """Its next action, not carried out."""
    view, mask = View.of(game, game.current_player), game.legal_action_mask()
    return int(make_bot("greedy").act(view, mask, np.random.default_rng(0)))


def best(game: Game) -> str:
    """The next part of its action, not carried out."""
    return game.describe(act(game))


def answer(game: Game) -> list[str]:
    """One whole action, carried out."""
    said = []
    while not said or game.stage != Stage.VERB:
        action = act(game)
        said.append(game.describe(action))
        game.step(action)
    return said
