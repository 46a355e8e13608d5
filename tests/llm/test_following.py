"""A model that reports a bot's actions plays, through the whole layer, the same games as the bot."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import Bot
from munchkin_env.envs.opponents import answer_of
from tests.each import each
from tests.llm.scripts import Followed, Plain
from tests.tiers import covering


def played(bots: list[Bot], seed: int, **settings: Any) -> mk.Game:
    """A game to its end."""
    game = mk.Game(players=len(bots), seed=seed, **settings)
    rngs = [np.random.default_rng([seed, seat]) for seat in range(len(bots))]
    for bot in bots:
        bot.reset()
    while game.current_player is not None:
        seat = game.current_player
        game.step(answer_of(bots[seat], game.position, game.catalogue, game.legal_action_mask(), rngs[seat]))
    return game


SETTINGS = [{"preset": "short"}, {"goal": 6}, {"editions": ("star", "cthulhu"), "goal": 5, "forced_choices": False}]


def histories(bot: type, players: int, seed: int, settings: dict[str, Any], **prompting: Any) -> Any:
    bots = [bot(**prompting) for _ in range(players)]
    return played(bots, seed, **settings).history, bots


@pytest.mark.rotating
@pytest.mark.compiled
@each(("players", "settings"), covering(product([3, 4, 6], SETTINGS)))
def test_the_layer_loses_nothing(players: int, settings: dict[str, Any]) -> None:
    """Every action of greedy can be said by name and is read as it was meant: the games are the same, id by id."""
    through, bots = histories(Followed, players, 5, settings, pass_until=None)
    plain, _ = histories(Plain, players, 5, settings)
    assert through == plain
    counts = [bot.tally.counts for bot in bots]
    assert sum(one.questions for one in counts) > 20 * players
    assert all(one.calls == one.questions and one.illegal == one.stand_ins == one.passed == 0 for one in counts)


@pytest.mark.rotating
@pytest.mark.compiled
def test_questions_are_bounded_and_the_same_for_the_same_seed() -> None:
    prompts = []
    for _ in range(2):
        _, bots = histories(Followed, 6, 3, {"goal": 5})
        prompts.append([prompt for bot in bots for prompt in bot.script.prompts])
    assert prompts[0] == prompts[1]
    assert max(map(len, prompts[0])) <= 4000
    assert min(map(len, prompts[0])) > 200
