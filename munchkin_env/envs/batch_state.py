"""What stands beside the positions of many games, an array a fact and a row a game, and what a call does with all.

Compiled loops get three things: the `Lanes` they write, the `Deals` that say how games begin and what is shown of them,
and the rows they are to play. A further fact is a field here, and no argument list grows. Python hands both over as
plain tuples: two with names would cost 4 µs a call, a quarter of a step of one game.
"""

from typing import NamedTuple

import numpy as np

from munchkin_env.engine.kernels.kernel import kernel, records
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.chance import below, mix
from munchkin_env.engine.state.layout import empty
from munchkin_env.observation import SPARSE_ARRAYS, Spec
from munchkin_env.vocabulary import Control

FLAT = 1  # what is written beside masks; 0 is nothing
TOKENS = 2
SPARSE = 3

# Columns of `Lanes.book`, what a row remembers between two calls.
ANSWERS = 0  # of compiled bots in the running game
DECIDED = 1  # 1 once the caller has answered in the running game: only such a game is paid and reported
FAULT = 2  # vocabulary.Fault bits of a game that the engine had to stop, 0 if there was none
FAULT_EPISODE = 3
BOTS_EVER = 4  # answers of compiled bots in all games of the row
BOOK = 5

# `Lanes.todo`: what is to be done with a row.
HOLD = 0  # nothing
ANSWER = 1  # `actions` answers its pending decision
DEAL = 2  # the game of its current episode is dealt

# `Deals.rotation`: how the chairs move from game to game.
FIXED = 0
ROTATE = 1
SHUFFLE = 2
CHAIRS = 63  # chance stream of a game that no rule draws from


class Seen(NamedTuple):
    """Observations, one a row; what is not asked for has one entry a row."""

    flat: np.ndarray  # int8 (N, F)
    cards: np.ndarray  # int16 (N, tokens, fields)
    general: np.ndarray  # int16 (N, G)
    indices: np.ndarray  # int16 (N, entries); `flat` is room to work in then
    values: np.ndarray  # int8 (N, entries)
    counted: np.ndarray  # int16 (N, 1)


class Lanes(NamedTuple):
    """N games; what players see of these arrays is told in `VectorGames`."""

    positions: np.ndarray  # STATE (N,)
    chairs: np.ndarray  # int8 (N, P)
    control: np.ndarray  # int8 (N, P)
    book: np.ndarray  # int64 (N, BOOK)
    episodes: np.ndarray  # int64 (N,)
    todo: np.ndarray  # int8 (N,)
    actions: np.ndarray  # int64 (N,), read where `todo` is ANSWER
    ids: np.ndarray  # int32 (N, A), of which the first `counts[i]` are legal
    counts: np.ndarray  # int64 (N,)
    mask: np.ndarray  # int8 (N, A)
    seats: np.ndarray  # int8 (N,)
    rewards: np.ndarray  # float32 (N, P)
    done: np.ndarray  # int8 (N,)
    final_returns: np.ndarray  # float32 (N, P)
    turns_passed: np.ndarray  # int32 (N,)
    flat: np.ndarray  # what the deciding seat sees; the fields of `Seen`
    cards: np.ndarray
    general: np.ndarray
    indices: np.ndarray
    values: np.ndarray
    counted: np.ndarray
    final_flat: np.ndarray  # what its only caller saw of the end of the row's last game
    final_cards: np.ndarray
    final_general: np.ndarray
    final_indices: np.ndarray
    final_values: np.ndarray
    final_counted: np.ndarray

    @property
    def seen(self) -> Seen:
        return Seen(*(getattr(self, name) for name in Seen._fields))

    @property
    def final(self) -> Seen:
        return Seen(*(getattr(self, f"final_{name}") for name in Seen._fields))


class Deals(NamedTuple):
    """How games begin, who sits where in them, and what is shown of them."""

    template: np.ndarray  # STATE (1,) with the settings
    first_seat: int  # -1 draws it
    rotation: int
    seed_hi: int  # the key of the deals
    seed_lo: int
    runs: np.ndarray  # int64 (N, 2): hashed seeds of rows that have one each, instead of that key; else (0, 2)
    bots_hi: int  # that of compiled bots: what they do is seen by others, and must not tell of the cards
    bots_lo: int
    what: int  # 0, FLAT, TOKENS or SPARSE


def new_seen(facts: Spec, what: int, rows: int) -> Seen:
    """Arrays for `rows` observations."""
    flat = facts.flat_length if what in (FLAT, SPARSE) else 1
    tokens, fields = facts.tokens_shape if what == TOKENS else (1, 1)
    general = facts.globals_length if what == TOKENS else 1
    return Seen(
        np.zeros((rows, flat), np.int8),
        np.zeros((rows, tokens, fields), np.int16),
        np.zeros((rows, general), np.int16),
        *(np.zeros((rows, size if what == SPARSE else 1), dtype) for size, dtype in SPARSE_ARRAYS.values()),
    )


def new_lanes(facts: Spec, what: int, rows: int) -> Lanes:
    """Lanes for `rows` games, all zero: nothing is dealt yet, and all seats are the caller's."""
    players, actions = facts.config.players, facts.actions
    final = new_seen(facts, what, rows)._asdict()
    return Lanes(
        positions=records(empty(rows)),
        chairs=np.zeros((rows, players), np.int8),
        control=np.zeros((rows, players), np.int8),
        book=np.zeros((rows, BOOK), np.int64),
        episodes=np.zeros(rows, np.int64),
        todo=np.zeros(rows, np.int8),
        actions=np.zeros(rows, np.int64),
        ids=np.zeros((rows, actions), np.int32),
        counts=np.zeros(rows, np.int64),
        mask=np.zeros((rows, actions), np.int8),
        seats=np.zeros(rows, np.int8),
        rewards=np.zeros((rows, players), np.float32),
        done=np.zeros(rows, np.int8),
        final_returns=np.zeros((rows, players), np.float32),
        turns_passed=np.zeros(rows, np.int32),
        **new_seen(facts, what, rows)._asdict(),
        **{f"final_{name}": array for name, array in final.items()},
    )


@kernel
def clear_mask(lanes, i):
    """Clears the whole row: that is sooner done than to look up what was set."""
    lanes.mask[i, :] = 0


@kernel
def set_mask(lanes, i):
    for j in range(int(lanes.counts[i])):
        lanes.mask[i, int(lanes.ids[i, j])] = 1


@kernel
def chair_shift(s, i, episode, rotation):
    """By how many seats the chairs are turned in the game `s`, episode `episode` of row `i`."""
    players = s.rules.players
    if rotation == ROTATE:
        return (i + episode) % players
    if rotation == SHUFFLE:
        return below(mix(s.seed_hi, s.seed_lo, CHAIRS, 0), players)
    return 0


@kernel
def seat_players(lanes, i, shift):
    """Whoever has chair c of row `i` plays seat c + `shift` of the game that begins."""
    players = lanes.positions[i].rules.players
    for chair in range(players):
        lanes.control[i, (chair + shift) % players] = int(lanes.chairs[i, chair])


@kernel
def only_caller(lanes, i):
    """The seat of the row's only caller, -1 if there is none or more than one."""
    found = -1
    for p in seats(lanes.positions[i]):
        if int(lanes.control[i, p]) == Control.CALLER:
            if found >= 0:
                return -1
            found = p
    return found


@kernel
def counts_as_decision(lanes, i, seat):
    """Whether an answer of `seat` makes its game count: the caller's, or anybody's in a row without callers."""
    for p in seats(lanes.positions[i]):
        if int(lanes.control[i, p]) == Control.CALLER:
            return int(lanes.control[i, seat]) == Control.CALLER
    return True


@kernel
def pay_end(lanes, i):
    """The game of row `i` is over: every seat gets its return."""
    s = lanes.positions[i]
    lanes.done[i] = 1
    players = s.rules.players
    for p in range(players):
        share = seat_return(s.winners, p, players)
        lanes.rewards[i, p] = share
        lanes.final_returns[i, p] = share


@kernel
def seat_return(winners, p, players):
    """Winners share +1 equally, losers -1 equally, everybody winning is worth nothing; a draw is to everybody what a
    loss to one winner is."""
    won = 0
    for q in range(players):
        won += (winners >> q) & 1
    if won == players:
        return 0.0
    if (winners >> p) & 1:
        return 1.0 / won
    return -1.0 / (players - max(1, won))
