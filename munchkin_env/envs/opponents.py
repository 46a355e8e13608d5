"""Opponents of a single learner: bots by name, own bots, saved policies; and the learner's seat."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

import numpy as np

from munchkin_env.bots import BatchBot, Bot, CompiledBot
from munchkin_env.cards.compile import Catalogue
from munchkin_env.config.fields import plain
from munchkin_env.engine.state.actions import whole_action, whole_actions
from munchkin_env.envs.seeding import chance_for, chance_keys
from munchkin_env.errors import ConfigError, IllegalAction, did_you_mean, shown
from munchkin_env.observation import Spec, View
from munchkin_env.policies import make_bot

MOVING = ("rotate", "random")


def opponent_bots(opponents: str | Bot | Sequence[str | Bot], game: Spec) -> list[Bot]:
    """The bots of the other seats of one game; see `opponent_tables`."""
    return list(opponent_tables(opponents, game, 1)[0])


def opponent_tables(opponents: str | Bot | Sequence[str | Bot], game: Spec, rows: int) -> np.ndarray:
    """The bots of the other seats of `rows` games, object (rows, players - 1), clockwise from the learner's left.

    opponents: one for all seats, or a list of them. Compiled bots and BatchBots, which remember nothing, are the same
    object everywhere; any other `Bot` is copied by `own_copy`, so that each seat of each game remembers for itself.
    Raises ConfigError.
    """
    others = game.config.players - 1
    chairs = one_each(opponents, others)
    shared = {name: make_bot(name, for_game=game, transfer=False) for name in chairs if not isinstance(name, Bot)}
    tables = np.empty((rows, others), object)
    for chair, one in enumerate(chairs):
        bot = one if isinstance(one, Bot) else shared[one]
        bot.check(game)
        for row in range(rows):
            tables[row, chair] = bot if is_shared(bot) else _fresh(one, game)
    return tables


def one_each(opponents: str | Bot | Sequence[str | Bot], others: int) -> list[str | Bot]:
    """Return a bot, or the name of one, for each of the other seats. Raises ConfigError for a wrong number of them."""
    opponents = plain(opponents)
    if isinstance(opponents, str | Bot):
        return [opponents] * others
    if not isinstance(opponents, Sequence) or len(opponents) != others:
        raise ConfigError(f"opponents: expected a bot, or {others} of them, got {shown(opponents)}")
    return [plain(one) for one in opponents]


def _fresh(one: str | Bot, game: Spec) -> Bot:
    if isinstance(one, Bot):
        return own_copy(one)
    return make_bot(one, for_game=game, transfer=False)


def own_copy(bot: Bot) -> Bot:
    """Return the same bot with a memory of its own.

    Lists, dicts and sets that it holds are copied; their elements and everything else, such as weights, are shared.
    """
    own = copy(bot)
    for name, value in vars(own).items():
        if isinstance(value, list | dict | set):
            vars(own)[name] = copy(value)
    return own


def is_shared(bot: Bot) -> bool:
    """Return True if one object may play any number of seats, since it has no memory."""
    return isinstance(bot, BatchBot) or compiled_kind(bot) is not None


def compiled_kind(bot: Bot) -> int | None:
    """Number of this bot in compiled code; None for one that acts in Python."""
    return bot.kind if type(bot).act is CompiledBot.act else None


def check_learner_seat(learner_seat: int | str, players: int) -> int | str:
    """The seat as a Python int, or how it moves. Raises ConfigError."""
    if isinstance(learner_seat, str) and learner_seat in MOVING:
        return learner_seat
    right = isinstance(learner_seat, int | np.integer) and not isinstance(learner_seat, bool)
    if not right or not 0 <= int(learner_seat) < players:
        raise ConfigError(
            f"learner_seat: expected 0 to {players - 1}, rotate or random, "
            f"got {shown(learner_seat)}{did_you_mean(learner_seat, MOVING)}"
        )
    return int(learner_seat)


def chance_of(row: np.ndarray, purpose: str, chair: int = 0) -> np.random.Generator:
    """Generator of one purpose in the game of a one-row state; see `seeding`.

    It belongs to the player `chair` seats to the left of the learner.
    """
    return chance_for(purpose, int(row["seed_hi"][0]), int(row["seed_lo"][0]), chair)


def keys_of(row: np.ndarray) -> np.ndarray:
    """int64 (KEYS, 2): keys of the random numbers of BatchBots in a game, by seats to the left of the learner."""
    return np.array(chance_keys("batch bots", int(row["seed_hi"][0]), int(row["seed_lo"][0])), np.int64)


def answer_of(
    bot: Bot, row: np.ndarray, catalogue: Catalogue, mask: np.ndarray, rng: np.random.Generator, role: str = "opponent"
) -> int:
    """Action of the bot at the pending decision of a one-row state. Raises IllegalAction, naming role and bot."""
    try:
        view = View(row, catalogue, int(row["seat"][0]), bot.searches)
        given: Any = bot.act(view, mask.copy(), rng)
    except IllegalAction as error:
        raise IllegalAction(f"{role} {bot.name}: {error}") from error
    action = whole_action(given, f"{role} {bot.name}: action")
    if not 0 <= action < len(mask) or not mask[action]:
        raise _illegal(bot, mask, action, role)
    return action


def batch_answers(
    bot: BatchBot, observation: Any, masks: np.ndarray, chances: np.ndarray, role: str = "opponent"
) -> np.ndarray:
    """Actions of the bot at n decisions, int64 (n,); see `BatchBot.act_batch`. Raises IllegalAction, naming the bot."""
    actions = whole_actions(bot.act_batch(observation, masks.copy(), chances), len(masks), f"{role} {bot.name}")
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = inside & (masks[np.arange(len(masks)), np.where(inside, actions, 0)] != 0)
    if not legal.all():
        bad = int(np.flatnonzero(~legal)[0])
        raise _illegal(bot, masks[bad], int(actions[bad]), role)
    return actions


def _illegal(bot: Bot, mask: np.ndarray, action: Any, role: str) -> IllegalAction:
    legal = np.flatnonzero(mask).tolist()
    return IllegalAction(f"{role} {bot.name}: action: expected one of {legal}, got {shown(action)}, which is not legal")


def outside_answers(
    bots: np.ndarray,
    masks: np.ndarray,
    chances: np.ndarray,
    seen: Callable[[str, np.ndarray], Any],
    told: Callable[[str, np.ndarray], np.ndarray],
    recalled: Callable[[int, np.ndarray], np.ndarray],
    alone: Callable[[Bot, int], int],
    role: str = "opponent",
) -> np.ndarray:
    """Actions of players that are not compiled at n decisions, int64 (n,). Raises IllegalAction, naming role and bot.

    bots: object (n,), the player of each decision. masks: int8 (n, A). chances: float64 (n,), random numbers for
    BatchBots, each of which is called once for all its decisions. seen: its observations of the decisions with these
    indices. told: its advisor's actions there. recalled: the last public events there, by number. alone: asks any other
    bot for the decision of an index.
    """
    actions = np.zeros(len(bots), np.int64)
    for bot, places in _gathered(bots):
        if isinstance(bot, BatchBot):
            observation = seen(bot.encoding, places)
            if bot.advisor is not None:
                observation["advice"] = told(bot.advisor, places)
            if bot.events:
                observation["events"] = recalled(bot.events, places)
            actions[places] = batch_answers(bot, observation, masks[places], chances[places], role)
        else:
            for k in places.tolist():
                actions[k] = alone(bot, k)
    return actions


def _gathered(bots: np.ndarray) -> Iterator[tuple[Bot, np.ndarray]]:
    """Each object among the bots once, and where it is: equal bots are not the same bot."""
    keys = np.fromiter(map(id, bots), np.int64, len(bots))
    for key in dict.fromkeys(keys.tolist()):
        places = np.flatnonzero(keys == key)
        yield bots[places[0]], places
