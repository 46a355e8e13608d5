"""Compiled loops over many games.

They hold what is kept beside their positions, how a game begins, actions of callers and bots, ends of games,
observations into the caller's buffers.

Each row is a game of its own with its own seed: results do not depend on how many rows there are, on their order or on
how they are divided among threads.

The loops over rows get three things: the `Lanes` they write, the `Deals` that say how games begin and what is shown of
them, and the rows they are to play. A further fact is a field here, and no argument list grows. Python hands both over
as plain tuples: two with names would cost 4 µs a call, a quarter of a step of one game.
"""

from typing import NamedTuple

import numpy as np

from munchkin_env.bots.dispatch import KINDS, bot_action
from munchkin_env.engine.dispatch.core import begin_game, legal, run, settle_forced, step
from munchkin_env.engine.kernels.kernel import entry, inlined, kernel, records
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.kernels.memory import MANY, fetch_row
from munchkin_env.engine.mutations.chance import BOTS, below, mix, quick_mix
from munchkin_env.engine.queries.asking import is_reaction
from munchkin_env.engine.state.actions import PASS_ID
from munchkin_env.engine.state.layout import empty
from munchkin_env.observation import SPARSE_ARRAYS, Spec
from munchkin_env.observation.core import make_view, write_flat, write_sparse, write_tokens
from munchkin_env.vocabulary import Control, Stage

ROW_STREAM = 64  # chance streams above the games' own: a row's episodes
OUTSIDE = 32  # + chair or seat: chance streams of players that are not compiled; no rule draws from them

FLAT = 1  # what is written beside masks; 0 is nothing
TOKENS = 2
SPARSE = 3

# Columns of `Lanes.book`, what a row remembers between two calls.
ANSWERS = 0  # of compiled bots in the running game
DECIDED = 1  # 1 once the caller has acted in the running game: only such a game is paid and reported
FAULT = 2  # vocabulary.Fault bits of a game that the engine had to stop, 0 if there was none
FAULT_EPISODE = 3
BOTS_EVER = 4  # actions of compiled bots in all games of the row
BOOK = 5

# `Lanes.todo`: what is to be done with a row.
HOLD = 0  # nothing
ANSWER = 1  # `actions` holds the action at its pending decision
DEAL = 2  # the game of its current episode is dealt

# `Deals.rotation`: how the chairs move from game to game.
FIXED = 0
ROTATE = 1
SHUFFLE = 2
CHAIRS = 63  # chance stream of a game that no rule draws from


# `play_on`, one game with one learner.
NOTHING = -1  # instead of an action: none is to be played first

# Columns of its `seats`, one row a seat.
WHO = 0  # vocabulary.Control, or 1 + the number of a compiled bot
USED = 1  # keys of the bot that are used up
SEAT_FIELDS = 2

BOT_KEYS = 64  # of each compiled bot, one for an action; more are handed over when they are used up
MOST_ACTIONS = 1 + BOT_KEYS  # of one call, for each seat


class SeenArrays(NamedTuple):
    """Observations, one a row; what is not asked for has one entry a row."""

    flat: np.ndarray  # int8 (N, F)
    cards: np.ndarray  # int16 (N, tokens, fields)
    general: np.ndarray  # int16 (N, G)
    indices: np.ndarray  # int16 (N, entries); `flat` is room to work in then
    values: np.ndarray  # int8 (N, entries)
    counted: np.ndarray  # int16 (N, 1)


class Lanes(NamedTuple):
    """N games; what players see of these arrays is told in `SelfPlayVecEnv`."""

    positions: np.ndarray  # STATE (N,)
    chairs: np.ndarray  # int8 (N, P)
    control: np.ndarray  # int8 (N, P)
    book: np.ndarray  # int64 (N, BOOK)
    episodes: np.ndarray  # int64 (N,)
    todo: np.ndarray  # int8 (N,)
    actions: np.ndarray  # int64 (N,), read where `todo` is `ANSWER`
    ids: np.ndarray  # int32 (N, A), of which the first `counts[i]` are legal
    counts: np.ndarray  # int64 (N,)
    mask: np.ndarray  # int8 (N, A)
    seats: np.ndarray  # int8 (N,)
    rewards: np.ndarray  # float32 (N, P)
    done: np.ndarray  # int8 (N,)
    final_returns: np.ndarray  # float32 (N, P)
    turns_passed: np.ndarray  # int32 (N,)
    flat: np.ndarray  # what the deciding seat sees; the fields of `SeenArrays`
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
    def seen(self) -> SeenArrays:
        """Buffers for the observation of the deciding seat."""
        return SeenArrays(*(getattr(self, name) for name in SeenArrays._fields))

    @property
    def final(self) -> SeenArrays:
        """Buffers for the observation of the end of the row's last game."""
        return SeenArrays(*(getattr(self, f"final_{name}") for name in SeenArrays._fields))


class Deals(NamedTuple):
    """Beginnings of games, seating and observations."""

    template: np.ndarray  # STATE (1,) with the settings
    first_seat: int  # -1 draws it
    rotation: int
    seed_hi: int  # the key of the deals
    seed_lo: int
    runs: np.ndarray  # int64 (N, 2): hashed seeds of rows that have one each, instead of that key; else (0, 2)
    bots: np.ndarray  # int64 (1, 2) or (N, 2): that of compiled bots, which others see and must not tell of the cards
    what: int  # 0, FLAT, TOKENS or SPARSE


def new_seen(facts: Spec, what: int, rows: int) -> SeenArrays:
    """Arrays for `rows` observations."""
    flat = facts.flat_length if what in (FLAT, SPARSE) else 1
    tokens, fields = facts.tokens_shape if what == TOKENS else (1, 1)
    general = facts.globals_length if what == TOKENS else 1
    return SeenArrays(
        np.zeros((rows, flat), np.int8),
        np.zeros((rows, tokens, fields), np.int16),
        np.zeros((rows, general), np.int16),
        *(np.zeros((rows, size if what == SPARSE else 1), dtype) for size, dtype in SPARSE_ARRAYS.values()),
    )


def new_lanes(facts: Spec, what: int, rows: int) -> Lanes:
    """Lanes for `rows` games, all zero: nothing is dealt yet, and all seats are the caller's."""
    players, actions = facts.config.players, facts.num_actions
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
    """Clear the whole row: that is faster than looking up the ones."""
    lanes.mask[i, :] = 0


@kernel
def set_mask(lanes, i):
    """Set ones for the legal ids of row `i`."""
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
    """Seat the controller of chair c of row `i` at seat c + `shift` of the new game."""
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
    """An action of `seat` makes its game count: the caller's, or anybody's in a row without callers."""
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
    """Return of a seat: winners share +1 equally, losers -1 equally.

    Everybody winning is worth nothing; a draw is to everybody what a loss to one winner is.
    """
    won = 0
    for q in range(players):
        won += (winners >> q) & 1
    if won == players:
        return 0.0
    if (winners >> p) & 1:
        return 1.0 / won
    return -1.0 / (players - max(1, won))


@kernel
def deal_game(positions, i, t, template, first_seat, seed_hi, seed_lo, out):
    """Begin the game of a hashed seed in row `i` and run it to its first decision. Returns the legal count."""
    positions[i] = template[0]
    s = positions[i]
    s.seed_hi = seed_hi
    s.seed_lo = seed_lo
    begin_game(s, t, first_seat)
    run(s, t)
    return settle_forced(s, t, out)


# The results of `initial_state.hash_seed` and `seeding.episode_seed`, on halves of 32 bits: 64 don't fit into signed
# numbers.
LOW32 = 0xFFFFFFFF


@kernel
def run_key(hi, lo, episode):
    """The hashed seed of episode `episode` of a run that has a seed of its own; hi, lo: the run's, hashed."""
    if episode == 0:
        return hi, lo
    step_hi, step_lo = times(int(episode) >> 32, int(episode) & LOW32, 0xD1342543, 0xDE82EF95)
    hi, lo = hashed(hi ^ step_hi, lo ^ step_lo)
    return hashed(hi, lo)


@kernel
def hashed(hi, lo):
    """splitmix64."""
    lo = lo + 0x7F4A7C15
    hi = (hi + 0x9E3779B9 + (lo >> 32)) & LOW32
    hi, lo = folded(hi, lo & LOW32, 30)
    hi, lo = times(hi, lo, 0xBF58476D, 0x1CE4E5B9)
    hi, lo = folded(hi, lo, 27)
    hi, lo = times(hi, lo, 0x94D049BB, 0x133111EB)
    return folded(hi, lo, 31)


@kernel
def folded(hi, lo, n):
    """Value of z ^ z >> n, n below 32."""
    return hi ^ (hi >> n), lo ^ (((lo >> n) | (hi << (32 - n))) & LOW32)


@kernel
def times(hi, lo, by_hi, by_lo):
    """The product of two numbers of 64 bits, without what goes beyond."""
    upper = (lo >> 16) * by_lo
    lower = (lo & 0xFFFF) * by_lo + ((upper & 0xFFFF) << 16)
    over = (upper >> 16) + (lower >> 32)
    return (over + hi * by_lo + lo * by_hi) & LOW32, lower & LOW32


@inlined
def ask_bot(s, t, v, kind, ids, n, hi, lo, counter):
    """The action of compiled bot `kind` in the deciding seat, by the key (hi, lo) and a counter.

    `ids` are the `n` legal ids; in `v` it is shown what it may see.
    """
    make_view(s, t, s.seat, v)
    return bot_action(kind, v, t, ids, n, hi, lo, counter)


@kernel
def begin_episode(lanes, i, t, deals):
    """Begin the current episode of row `i`; its seed depends only on these two. Returns the legal count."""
    episode = int(lanes.episodes[i])
    if len(deals.runs):
        hi, lo = run_key(int(deals.runs[i, 0]), int(deals.runs[i, 1]), episode)
        return deal_game(lanes.positions, i, t, deals.template, deals.first_seat, hi, lo, lanes.ids[i])
    hi = mix(deals.seed_hi, deals.seed_lo, ROW_STREAM + i, 2 * episode)
    lo = mix(deals.seed_hi, deals.seed_lo, ROW_STREAM + i, 2 * episode + 1)
    return deal_game(lanes.positions, i, t, deals.template, deals.first_seat, hi, lo, lanes.ids[i])


@entry
def random_rounds(lanes, deals, tables, lo, hi, rounds):
    """`play_rounds`, called from Python."""
    return play_rounds(Lanes(*lanes), Deals(*deals), tables[0], lo, hi, rounds)


@kernel
def play_rounds(lanes, deals, t, lo, hi, rounds):
    """Random legal play of rows `lo` to `hi`, one action each per round; ended games begin again.

    After every action the deciding seat's mask and flat observation are written if `deals.what` is FLAT, nothing if it
    is 0. Returns (decisions, games ended, window decisions, passes).
    """
    positions = lanes.positions
    ids = lanes.ids
    ahead = hi - lo > MANY
    decisions = 0
    ended = 0
    windows = 0
    passes = 0
    for k in range(rounds):
        for i in range(lo, hi):
            n = int(lanes.counts[i])
            if ahead and i + 1 < hi:
                fetch_row(positions, i + 1, t.n_cards)
            if deals.what == FLAT:
                clear_mask(lanes, i)
            if n == 0:
                lanes.episodes[i] += 1
                n = begin_episode(lanes, i, t, deals)
            else:
                s = positions[i]
                action = int(ids[i, below(quick_mix(s.seed_hi, s.seed_lo, BOTS, k), n)])
                if is_reaction(s.decision) and s.move.stage == Stage.VERB:
                    windows += 1
                    if action == PASS_ID:
                        passes += 1
                n = step(s, t, action, ids[i])
                decisions += 1
                if n == 0:
                    ended += 1
            lanes.counts[i] = n
            if deals.what == FLAT:
                set_mask(lanes, i)
                if n:
                    write_flat(positions[i], t, positions[i].seat, lanes.flat[i])
    return decisions, ended, windows, passes


@kernel
def deal(lanes, i, t, deals):
    """Begin the row's current episode and seat its players. Returns the legal count."""
    n = begin_episode(lanes, i, t, deals)
    seat_players(lanes, i, chair_shift(lanes.positions[i], i, int(lanes.episodes[i]), deals.rotation))
    lanes.book[i, ANSWERS] = 0
    lanes.book[i, DECIDED] = 0
    return n


@kernel
def end_game(lanes, i, t, what):
    """End the game of row `i`, which is over or had to be stopped.

    A game in which the caller has acted writes its returns, and its last observation for a single caller; another one
    is skipped: no action of that caller could be credited with it.
    """
    s = lanes.positions[i]
    if s.fault:
        lanes.book[i, FAULT] = s.fault
        lanes.book[i, FAULT_EPISODE] = int(lanes.episodes[i])
    if int(lanes.book[i, DECIDED]) == 0:
        return
    pay_end(lanes, i)
    learner = only_caller(lanes, i)
    if learner >= 0:
        write_seen(
            s, t, learner, what, lanes.final_flat[i], lanes.final_cards[i], lanes.final_general[i],
            lanes.final_indices[i], lanes.final_values[i], lanes.final_counted[i],
        )  # fmt: skip


@kernel
def settle_row(lanes, i, t, deals, v, n):
    """Play bots and begin new episodes in row `i` until a seat without a bot decides. Returns its legal count.

    `v` is a record for the bots' views; `n` the count of ids that are legal now.
    """
    while True:
        if n == 0:
            end_game(lanes, i, t, deals.what)
            lanes.episodes[i] += 1
            n = deal(lanes, i, t, deals)
            continue
        s = lanes.positions[i]
        seat = s.seat
        kind = int(lanes.control[i, seat])
        if kind <= 0:
            return n
        episode = int(lanes.episodes[i])
        own, stream = (i, ROW_STREAM) if len(deals.runs) else (0, ROW_STREAM + i)
        key = deals.bots[own]
        hi = mix(key[0], key[1], stream, 2 * episode)
        lo = mix(key[0], key[1], stream, 2 * episode + 1)
        counter = int(lanes.book[i, ANSWERS]) * 8 + seat
        action = ask_bot(s, t, v, kind - 1, lanes.ids[i], n, hi, lo, counter)
        lanes.book[i, ANSWERS] += 1
        lanes.book[i, BOTS_EVER] += 1
        n = step(s, t, action, lanes.ids[i])


@entry
def advance(lanes, deals, tables, views, lo, hi):
    """`advance_rows`, called from Python; in `views`, STATE (1,), bots are shown what they may see."""
    advance_rows(Lanes(*lanes), Deals(*deals), tables[0], views[0], lo, hi)


@kernel
def advance_rows(lanes, deals, t, v, lo, hi):
    """Do with rows `lo` to `hi` what `lanes.todo` says and run them to their caller's decision.

    `lanes.actions` have been checked. Writes legal ids, counts and masks, deciding seats, rewards of this step, ends of
    games, and the observation of the deciding seat. A held row keeps all but its rewards, its end and its turns passed,
    which are zero.
    """
    players = deals.template[0].rules.players
    for i in range(lo, hi):
        for p in range(players):
            lanes.rewards[i, p] = 0.0
        lanes.done[i] = 0
        lanes.turns_passed[i] = 0
        if int(lanes.todo[i]) == HOLD:
            continue
        if hi - lo > MANY and i + 1 < hi:
            fetch_row(lanes.positions, i + 1, t.n_cards)
        clear_mask(lanes, i)
        before = 0
        s = lanes.positions[i]
        if int(lanes.todo[i]) == DEAL:
            n = deal(lanes, i, t, deals)
        else:
            before = s.turn
            if counts_as_decision(lanes, i, s.seat):
                lanes.book[i, DECIDED] = 1
            n = step(s, t, int(lanes.actions[i]), lanes.ids[i])
        episode = int(lanes.episodes[i])
        n = settle_row(lanes, i, t, deals, v, n)
        lanes.turns_passed[i] = s.turn - before if int(lanes.episodes[i]) == episode else s.turn
        show_row(lanes, i, t, deals.what, n)


@kernel
def show_row(lanes, i, t, what, n):
    """Write the deciding seat of row `i`, its `n` legal ids as a mask, and its observation."""
    s = lanes.positions[i]
    lanes.counts[i] = n
    lanes.seats[i] = s.seat
    set_mask(lanes, i)
    write_seen(
        s, t, s.seat, what, lanes.flat[i], lanes.cards[i], lanes.general[i],
        lanes.indices[i], lanes.values[i], lanes.counted[i],
    )  # fmt: skip


@kernel
def write_seen(s, t, p, what, flat, cards, general, indices, values, count):
    """Observation of the game by `p`: as `what` says flat, as tokens, sparse or not at all."""
    if what == FLAT:
        write_flat(s, t, p, flat)
    elif what == TOKENS:
        write_tokens(s, t, p, cards, general)
    elif what == SPARSE:
        count[0] = write_sparse(s, t, p, flat, indices, values)


@entry
def show_rows(lanes, tables, what):
    """`show_row` for positions that were put there from outside; they wait for a decision."""
    show_again(Lanes(*lanes), tables[0], what)


@kernel
def show_again(lanes, t, what):
    """Write masks and observations of all rows again, from their positions."""
    for i in range(len(lanes.counts)):
        clear_mask(lanes, i)
        show_row(lanes, i, t, what, legal(lanes.positions[i], t, lanes.ids[i]))


@entry
def observe_seats(positions, tables, rows, seats, what, flat, cards, general, indices, values, count):
    """Write the observation of state `rows[k]` by `seats[k]`, deciding or not, into row k of the buffers."""
    t = tables[0]
    for k in range(len(rows)):
        s = positions[int(rows[k])]
        write_seen(s, t, int(seats[k]), what, flat[k], cards[k], general[k], indices[k], values[k], count[k])


@entry
def advise(positions, tables, views, ids, counts, kind, rows, keys, advice):
    """Fill `advice`, int32 (n,), with the actions of compiled bot `kind` in states `rows[k]`. No game changes.

    Row k draws its random number from the key `keys[k]`, int64 (n, 2). `ids` and `counts` hold the legal actions by
    state; `views`, STATE (1,), holds the bot's view.
    """
    for k in range(len(rows)):
        i = int(rows[k])
        hi, lo = int(keys[k, 0]), int(keys[k, 1])
        advice[k] = ask_bot(positions[i], tables[0], views[0], kind, ids[i], int(counts[i]), hi, lo, 0)


@entry
def first_unseated(chairs, control, rows, players):
    """The first row whose chairs name no known controller, or compiled bots only: nobody would be asked.

    If there is none, `rows` + the first row whose control names no known controller. Else -1.
    """
    for i in range(rows):
        outside = 0
        known = 0
        for c in range(players):
            kind = int(chairs[i, c])
            if -1 <= kind <= KINDS:
                known += 1
            if kind <= 0:
                outside += 1
        if known < players or outside == 0:
            return i
    for i in range(rows):
        for p in range(players):
            kind = int(control[i, p])
            if kind < -1 or kind > KINDS:
                return rows + i
    return -1


@entry
def outside_chances(hi, lo, chairs, counts, out):
    """Fill `out`, float64 (n,), with numbers from [0, 1) by key, chair and count, int64 (n,) each."""
    for k in range(len(out)):
        out[k] = mix(int(hi[k]), int(lo[k]), OUTSIDE + int(chairs[k]), int(counts[k])) / 4294967296.0


@entry
def first_illegal(actions, todo, ids, counts):
    """First row whose action is not among its legal ids, -1 if there is none."""
    for i in range(len(counts)):
        if int(todo[i]) == ANSWER and not is_among(ids[i], int(counts[i]), int(actions[i])):
            return i
    return -1


@kernel
def is_among(ids, n, action):
    """The action is one of the first `n` ids."""
    found = False
    for j in range(n):
        if int(ids[j]) == action:
            found = True
            break
    return found


@entry
def play_on(
    positions, tables, views, ids, n, action, seats, keys, answers, learner, what, mask, flat, cards, general,
    indices, values, count,
):  # fmt: skip
    """Play `action` in row 0, whose `n` legal ids are in `ids`, then compiled bots.

    It stops where another seat decides, the game is over or the deciding bot has used up its keys. views: STATE (1,),
    for the bots' views. seats: int64 (P, SEAT_FIELDS). keys: int64 (P, BOT_KEYS, 2). answers: int64, filled with seat
    << 16 | action. mask: int8 (A,) of zeros, filled where the learner decides; its observation there, or at the end, is
    written into those of the last six that `what` means. Returns (number of legal ids, number of actions played); 0 if
    `action` is not legal, and nothing has happened.
    """
    s = positions[0]
    t = tables[0]
    given = 0
    if action != NOTHING:
        if not is_among(ids, n, action):
            return n, 0
        answers[0] = s.seat << 16 | action
        given = 1
        n = step(s, t, action, ids)
    while n > 0 and int(seats[s.seat, WHO]) > 0 and int(seats[s.seat, USED]) < BOT_KEYS:
        p = s.seat
        j = int(seats[p, USED])
        seats[p, USED] = j + 1
        action = ask_bot(s, t, views[0], int(seats[p, WHO]) - 1, ids, n, int(keys[p, j, 0]), int(keys[p, j, 1]), 0)
        answers[given] = s.seat << 16 | action
        given += 1
        n = step(s, t, action, ids)
    if n == 0 or int(seats[s.seat, WHO]) == Control.CALLER:
        for j in range(n):
            mask[int(ids[j])] = 1
        write_seen(s, t, learner, what, flat, cards, general, indices, values, count)
    return n, given
