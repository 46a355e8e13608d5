"""Reasons for an action over another one, in words: the results of both by the end of the turn, in the same
determinizations.

They are drawn from the seat's knowledge (`Game.resample`), and veterans play on in them, as in the search that
preferred the one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from munchkin_env.bots import CompiledBot
from munchkin_env.cards.explain.grammar import listed
from munchkin_env.envs.opponents import answer_of
from munchkin_env.envs.seeding import chance_for
from munchkin_env.observation import View
from munchkin_env.replays.moves import MoveReader

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

WORLDS = 24
LONGEST = 400  # actions to the end of a turn
SHARE = 0.12  # least difference of shares of determinizations that is reported
LEVELS, CARDS = 0.3, 0.75  # and differences of means
MOST = 2  # reasons


@dataclass(frozen=True)
class _Outcomes:
    """Results of an action, float (n, P) each: a row per determinization, a column per seat."""

    levels: np.ndarray
    strengths: np.ndarray
    """Strength beyond the level."""
    hands: np.ndarray
    wins: np.ndarray
    deaths: np.ndarray


def in_full(game: "Game", action: int, names: Sequence[str]) -> str:
    """Return an action in words with a veteran's choice of its parts: `play a card → Baby → Net Troll`."""
    assert game.current_player is not None
    seat, trial, words = game.current_player, game.clone(), []
    veteran, rng = CompiledBot("veteran"), chance_for("review", 0, len(game.history))
    while True:
        words.append(MoveReader(trial, seat, names).named(action).removesuffix(" …"))
        trial.step(action)
        if not trial.still_answering(game):
            return " → ".join(words)
        action = answer_of(veteran, trial.position, trial.catalogue, trial.legal_action_mask(), rng, "bot")


def reasons(game: "Game", better: int, given: int, names: Sequence[str], key: int) -> str:
    """Return one or two sentences on the gains of the better action over the given one by the end of the turn.

    key: which determinizations are drawn; for a reader who may not count others' actions, a number that reveals nothing
    of them.
    """
    seat = game.current_player
    assert seat is not None
    other, own = _outcomes(game, given, key), _outcomes(game, better, key)
    found = [*_happenings(seat, own, other, names), *_amounts(seat, own, other, names)]
    found.sort(key=lambda one: -one[0])
    told = [words for _, words in found[:MOST]]
    if not told:
        return "By the end of the turn no counted figure separates them; the difference shows later."
    return f"By the end of the turn {listed(told)}."


def _happenings(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return (weight, words) of events that happen in more determinizations, or in fewer."""
    found = []
    wins = [("wins the game", p, 4.0, own.wins, other.wins) for p in range(len(names))]
    for what, p, weight, now, then in (*wins, ("dies", seat, 2.0, own.deaths, other.deaths)):
        share, before = float(now[:, p].mean()), float(then[:, p].mean())
        if abs(share - before) >= SHARE:
            words = f"{names[p]} {what} in {100 * share:.0f} of 100 simulations, not in {100 * before:.0f}"
            found.append((weight * abs(share - before), words))
    return found


def _amounts(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return the same for levels, strength and cards."""
    found = []
    for p, name in enumerate(names):
        change = float((own.levels[:, p] - other.levels[:, p]).mean())
        if abs(change) >= LEVELS:
            words = f"{name} is {abs(change):.1f} levels {'higher' if change > 0 else 'lower'}"
            found.append((abs(change), words))
    strength = float((own.strengths[:, seat] - other.strengths[:, seat]).mean())
    if abs(strength) >= CARDS:
        words = f"{names[seat]} has gear worth {abs(strength):.1f} {'more' if strength > 0 else 'less'} in a fight"
        found.append((0.3 * abs(strength), words))
    hand = float((own.hands[:, seat] - other.hands[:, seat]).mean())
    if abs(hand) >= CARDS:
        words = f"{names[seat]} has {abs(hand):.1f} {'more' if hand > 0 else 'fewer'} cards in hand"
        found.append((0.3 * abs(hand), words))
    return found


def _outcomes(game: "Game", action: int, key: int) -> _Outcomes:
    """Take the action in drawn determinizations, always the same ones, and let veterans play on to the end of the
    turn.
    """
    seat, players = game.current_player, range(game.config.players)
    assert seat is not None
    rows = []
    for number in range(WORLDS):
        rng = chance_for("review", 1, key, number)
        world = game.resample(seat, rng)
        deaths = _play_on(world, action, game.turn, rng)
        view = View.public(world.position, world.catalogue)
        rows.append([
            [world.level(p) for p in players], [view.bonus(p) for p in players], [view.hand_size(p) for p in players],
            [p in world.winners for p in players], deaths,
        ])  # fmt: skip
    return _Outcomes(*np.array(rows, float).transpose(1, 0, 2))


def _play_on(world: "Game", action: int, turn: int, rng: np.random.Generator) -> list[bool]:
    """Play to the end of the turn; return the players who died on the way."""
    veteran, died = CompiledBot("veteran"), np.zeros(world.config.players, bool)
    world.step(action)
    for _ in range(LONGEST):
        died |= world.position["player"]["dead"][0, : len(died)] != 0
        if world.is_terminal or world.turn != turn:
            break
        world.step(answer_of(veteran, world.position, world.catalogue, world.legal_action_mask(), rng, "bot"))
    return [bool(one) for one in died]


__all__ = ["in_full", "reasons"]
