"""Balance of an edition: the length of its games, and the effect of each card on the win rate of its holder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cards.compile import Catalogue, catalogue_of
from munchkin_env.config.fields import flag, whole_number
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs.bot_games import ANSWERS, ROUNDS, WINNERS, new_batch, play_games
from munchkin_env.evaluation.card_stats import compiled_number, game_seeds, played
from munchkin_env.evaluation.match import MOST_GAMES, check_progress
from munchkin_env.evaluation.result import Length
from munchkin_env.evaluation.statistics import wilson, win_shares
from munchkin_env.game.initial_state import check_seed, write_settings
from munchkin_env.observation import spec
from munchkin_env.vocabulary import Zone

DEALT = 64  # games that are dealt in one compiled call
LEAST = 30
"""Times that a card must have been dealt before its effect is reported."""


@dataclass(frozen=True)
class CardBalance:
    """Value of a card in the first hand, which only chance deals."""

    card: str
    """`edition:id`."""
    name: str
    kind: str
    dealt: int
    """Players who were dealt it with their first hand, in all games together."""
    moves: float
    """Share of wins of these, less the chance level."""
    low: float
    """Lower end of the 95 % interval of `moves`, Wilson's, as for independent games."""
    high: float


@dataclass(frozen=True)
class Balance:
    """Result of `balance`."""

    editions: tuple[str, ...]
    games: int
    rounds: Length
    decisions: Length
    cards: tuple[CardBalance, ...]
    """Cards that were dealt often enough, the one that moves wins the furthest first."""

    @property
    def furthest(self) -> float:
        """Largest effect of a card on wins, up or down; 0 without cards."""
        return max((abs(card.moves) for card in self.cards), default=0.0)


def balance(
    editions: Sequence[str] | str = ("munchkin",),
    games: int = 1000,
    bot: str | Bot = "greedy",
    players: int = 4,
    seed: int = 0,
    *,
    check: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> Balance:
    """Play the games of `game_stats` with copies of one compiled bot; relate each player's first hand to the winner.

    A card in a first hand is there by chance, so a difference between its holders and others is its effect. check:
    check after every action whether the state is sound.

    Raises EngineFault for a game that the engine stopped, or whose state is not sound, and ConfigError as `game_stats`
    does.
    """
    kind = compiled_number(bot)
    config = GameConfig.of({"editions": editions, "players": players, "first_seat": 0, **settings})
    games = whole_number("games", games, 1, MOST_GAMES)
    flag("check", check)
    check_progress(progress)
    seed = check_seed(seed)
    results, _ = played(config, kind, games, seed, check, progress)
    catalogue = catalogue_of(config)
    shares = win_shares(results[:, WINNERS], config.players)
    times, won = _of_hands(config, catalogue, shares, seed)
    often = np.flatnonzero(times >= LEAST).tolist()
    cards = [_card(catalogue, k, int(times[k]), float(won[k]), 1 / config.players) for k in often]
    return Balance(
        config.editions, games, Length.of(results[:, ROUNDS]), Length.of(results[:, ANSWERS]),
        tuple(sorted(cards, key=lambda card: (-abs(card.moves), card.card))),
    )  # fmt: skip


def _of_hands(config: GameConfig, catalogue: Catalogue, shares: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return by card type the players who were dealt it with their first hand, int (T,), and their wins, float (T,).

    shares: float (games, P).
    """
    types = len(catalogue.cards)
    times, won = np.zeros(types, np.int64), np.zeros(types)
    type_of = catalogue.tables[0]["type_of"]
    for at in range(0, len(shares), DEALT):
        seeds = [game_seeds(seed, deal) for deal in range(at, min(at + DEALT, len(shares)))]
        zones = _dealt(config, catalogue, np.array(seeds, np.int64))
        for game, row in enumerate(zones):
            for seat in range(config.players):
                held = np.unique(type_of[np.flatnonzero(row == Zone.HAND + seat)])
                times[held] += 1
                won[held] += shares[at + game, seat]
    return times, won


def _dealt(config: GameConfig, catalogue: Catalogue, seeds: np.ndarray) -> np.ndarray:
    """Return the place of each copy at the first decision: int (games, copies). seeds: int64 (games, 4)."""
    n, template = len(seeds), empty(1)
    write_settings(template, config, catalogue)
    kinds = np.full((n, config.players), NAMES.index("random"), np.int64)
    batch = new_batch(seeds, kinds, spec(**config.as_dict()).num_actions)
    first_seat = -1 if config.first_seat is None else config.first_seat
    play_games(tuple(batch), records(catalogue.tables), records(template), first_seat, 0, 1)
    zones: np.ndarray = batch.positions["card"]["zone"]
    return zones


def _card(catalogue: Catalogue, k: int, dealt: int, won: float, equal: float) -> CardBalance:
    card = catalogue.cards[k]
    assert card is not None  # it was dealt
    rate = won / dealt
    low, high = wilson(rate, dealt)
    return CardBalance(card.full_id, card.name, card.kind_word, dealt, rate - equal, low - equal, high - equal)
