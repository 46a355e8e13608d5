"""Why an answer is better than another one, in words: what both lead to by the end of the turn, in the same worlds.

Worlds are drawn from what the seat knows (`Game.resample`), and veterans play on in them, as in the search that called
the one better.
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
from munchkin_env.replays.moves import Answers

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

WORLDS = 24
LONGEST = 400  # answers to the end of a turn
SHARE = 0.12  # of the worlds: what happens so much oftener is told
LEVELS, CARDS = 0.3, 0.75  # and differences of means
MOST = 2  # reasons


@dataclass(frozen=True)
class _Outcomes:
    """What an answer led to, float (n, P) each: a line a world, a column a seat."""

    levels: np.ndarray
    strengths: np.ndarray
    """Beyond the level."""
    hands: np.ndarray
    wins: np.ndarray
    deaths: np.ndarray


def in_full(game: "Game", action: int, names: Sequence[str]) -> str:
    """An answer in words with the parts that a veteran would go on with: `play a card → Baby → Net Troll`."""
    assert game.seat is not None
    seat, trial, words = game.seat, game.clone(), []
    veteran, rng = CompiledBot("veteran"), chance_for("review", 0, len(game.history))
    while True:
        words.append(Answers(trial, seat, names).named(action).removesuffix(" …"))
        trial.step(action)
        if not trial.still_answering(game):
            return " → ".join(words)
        action = answer_of(veteran, trial.position, trial.catalogue, trial.mask(), rng, "bot")


def reasons(game: "Game", better: int, given: int, names: Sequence[str], key: int) -> str:
    """One or two sentences on what the better answer brings by the end of the turn, and the given one does not.

    key: which worlds are drawn; for whoever may not count others' answers, a number that tells nothing of them."""
    seat = game.seat
    assert seat is not None
    other, own = _outcomes(game, given, key), _outcomes(game, better, key)
    found = [*_happenings(seat, own, other, names), *_amounts(seat, own, other, names)]
    found.sort(key=lambda one: -one[0])
    told = [words for _, words in found[:MOST]]
    if not told:
        return "By the end of the turn nothing tells them apart that can be counted; it shows later."
    return f"By the end of the turn {listed(told)}."


def _happenings(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """(how much it weighs, words) of what happens in more worlds, or in fewer."""
    found = []
    wins = [("wins the game", p, 4.0, own.wins, other.wins) for p in range(len(names))]
    for what, p, weight, now, then in (*wins, ("dies", seat, 2.0, own.deaths, other.deaths)):
        share, before = float(now[:, p].mean()), float(then[:, p].mean())
        if abs(share - before) >= SHARE:
            words = f"{names[p]} {what} in {100 * share:.0f} of 100 worlds, not in {100 * before:.0f}"
            found.append((weight * abs(share - before), words))
    return found


def _amounts(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """The same of levels, strength and cards."""
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
    """Gives the answer in drawn worlds, always the same ones, and lets veterans play on to the end of the turn."""
    seat, players = game.seat, range(game.config.players)
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
    """To the end of the turn; returns who has died on the way."""
    veteran, died = CompiledBot("veteran"), np.zeros(world.config.players, bool)
    world.step(action)
    for _ in range(LONGEST):
        died |= world.position["player"]["dead"][0, : len(died)] != 0
        if world.over or world.turn != turn:
            break
        world.step(answer_of(veteran, world.position, world.catalogue, world.mask(), rng, "bot"))
    return [bool(one) for one in died]


__all__ = ["in_full", "reasons"]
