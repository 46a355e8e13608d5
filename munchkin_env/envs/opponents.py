"""Who sits at the table with a single learner: bots by name, own bots, saved policies; and where the learner sits."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from munchkin_env.bots import Bot, CompiledBot
from munchkin_env.cards.compile import Catalogue
from munchkin_env.errors import ConfigError, IllegalAction, did_you_mean
from munchkin_env.observation import View
from munchkin_env.policies import make_bot

MOVING = ("rotate", "random")


def opponent_bots(opponents: str | Bot | Sequence[str | Bot], players: int) -> list[Bot]:
    """The bots of the other `players - 1` seats, clockwise from the learner's left: one for all, or a list of them.

    A `Bot` is copied (not deeply: the copies share its weights), so that each seat of each game remembers for itself.
    Raises ConfigError.
    """
    others = players - 1
    if isinstance(opponents, str | Bot):
        return [_fresh(opponents) for _ in range(others)]
    if not isinstance(opponents, Sequence) or len(opponents) != others:
        raise ConfigError(f"opponents: expected a bot, or {others} of them, got {opponents!r}")
    return [_fresh(one) for one in opponents]


def _fresh(one: str | Bot) -> Bot:
    if isinstance(one, Bot):
        return copy(one)
    return make_bot(one)


def compiled_kind(bot: Bot) -> int | None:
    """The number under which compiled code plays this bot; None for one that answers in Python."""
    return bot.kind if type(bot).act is CompiledBot.act else None


def check_learner_seat(learner_seat: int | str, players: int) -> int | str:
    """The seat as a Python int, or how it moves. Raises ConfigError."""
    if learner_seat in MOVING:
        return learner_seat
    right = isinstance(learner_seat, int | np.integer) and not isinstance(learner_seat, bool)
    if not right or not 0 <= int(learner_seat) < players:
        raise ConfigError(
            f"learner_seat: expected 0 to {players - 1}, rotate or random, "
            f"got {learner_seat!r}{did_you_mean(learner_seat, MOVING)}"
        )
    return int(learner_seat)


def chance_of(row: np.ndarray, chair: int) -> np.random.Generator:
    """The chance of the player `chair` seats left of the learner in the game of a one-row position."""
    return np.random.default_rng([int(row["seed_hi"][0]), int(row["seed_lo"][0]), chair])


def answer_of(bot: Bot, row: np.ndarray, catalogue: Catalogue, mask: np.ndarray, rng: np.random.Generator) -> int:
    """The bot's answer to the pending decision of a one-row position. Raises IllegalAction, naming the bot."""
    action: Any = bot.act(View(row, catalogue, int(row["seat"][0])), mask.copy(), rng)
    whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
    if not whole or not 0 <= int(action) < len(mask) or not mask[int(action)]:
        raise IllegalAction(f"opponent {bot.name}: expected one of {np.flatnonzero(mask).tolist()}, got {action!r}")
    return int(action)


__all__ = ["MOVING", "answer_of", "chance_of", "check_learner_seat", "compiled_kind", "opponent_bots"]
