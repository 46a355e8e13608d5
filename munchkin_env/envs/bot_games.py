"""Whole games side by side.

Compiled code plays each to its end, or to the next action of a player that is not. It may watch them card by card: what
comes off the piles, what is used, how games end.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from munchkin_env.engine.dispatch.core import step
from munchkin_env.engine.kernels.kernel import entry, kernel, records
from munchkin_env.engine.queries.cards import is_one_time, kind_of
from munchkin_env.engine.rules.choices import can_lay_out_kind
from munchkin_env.engine.state.layout import empty
from munchkin_env.engine.validation.invariants import invariants
from munchkin_env.envs.stepping import ask_bot, deal_game
from munchkin_env.vocabulary import MAX_CARDS, MAX_EVENTS, MAX_TYPES, Event, Flag, Zone


class Ending(IntEnum):
    """Ending of a game."""

    UNFINISHED = 0
    KILL = 1
    LEVEL = 2  # a level that no kill gave: a card, a sale, an ability
    LAST_OUTSIDE = 3  # CULT-4
    ALL_CULTISTS = 4  # CULT-5
    ROUND_LIMIT = 5  # WINDOW-5


# Columns of `GameBatch.results`.
WINNERS = 0  # a bit for each seat
ROUNDS = 1  # up to the limit: the one whose beginning ends the game is not counted
TURNS = 2
ANSWERS = 3  # given by all players together
FAULT = 4  # vocabulary.Fault bits
GIVEN_UP = 5  # 1 if the game had more actions than its limit
ENDING = 6  # Ending, of a game that is watched
UNSEEN = 7  # events of it that had left the ring before they were looked at
BROKEN = 8  # engine.validation.invariants.Broken bits of its first unsound position, 0 if none was found
RESULTS = 9

# Columns of `GameBatch.deals`, by seat.
HELPED = 0  # joined somebody else's combat, by a bargain or forced by a card
KEPT = 1  # monsters killed in those combats with this helper: the bargain is kept
WAS_HELPED = 2  # others joined this player's combats
TRADED = 3  # agreed on a trade or an exchange of cards
DEALS = 4

# Rows of `GameBatch.usage`, by card type, of games that are watched.
DRAWN = 0  # times a copy came off a pile
USED = 1  # those of them in which it did what it is there for, once or more
COUNTS = 2

# Rows of `GameBatch.watched`, by copy.
ZONE = 0  # where it lay at the last look
WORKED = 1  # whether it has been used since it came off a pile
WATCHED = 2

OUTSIDE = -1  # in `GameBatch.kinds`: a player that compiled code does not know


class GameBatch(NamedTuple):
    """N games that are played side by side."""

    positions: np.ndarray  # STATE (N,)
    views: np.ndarray  # STATE (1,), in which bots are shown what they may see
    seeds: np.ndarray  # int64 (N, 4), the halves of the game's own hashed seed and of the bots' key
    kinds: np.ndarray  # int64 (N, P), by seat a number of `bots.dispatch` or OUTSIDE
    actions: np.ndarray  # int64 (N,), legal, read where `counts` is not 0
    ids: np.ndarray  # int32 (N, A), of which the first `counts[g]` are legal
    counts: np.ndarray  # int64 (N,), 0 in a game that is over, and does not wait for a player outside
    results: np.ndarray  # int64 (N, RESULTS)
    deals: np.ndarray  # int64 (N, P, DEALS), added to
    watched: np.ndarray  # uint8 (WATCHED, MAX_CARDS), of the game that is played
    usage: np.ndarray  # int64 (COUNTS, MAX_TYPES), of all games, added to


def new_batch(seeds: np.ndarray, kinds: np.ndarray, actions: int) -> GameBatch:
    """Return a batch of games that have not begun, one for each row of `seeds` and `kinds`."""
    n, players = kinds.shape
    return GameBatch(
        positions=records(empty(n)),
        views=records(empty(1)),
        seeds=seeds,
        kinds=kinds,
        actions=np.zeros(n, np.int64),
        ids=np.zeros((n, actions), np.int32),
        counts=np.zeros(n, np.int64),
        results=np.zeros((n, RESULTS), np.int64),
        deals=np.zeros((n, players, DEALS), np.int64),
        watched=np.zeros((WATCHED, MAX_CARDS), np.uint8),
        usage=np.zeros((COUNTS, MAX_TYPES), np.int64),
    )


@kernel
def count_deals(s, before, deals):
    """Count help and trades since event number `before`; events that have left the ring by now are not counted."""
    for j in range(max(before, s.event_count - MAX_EVENTS), s.event_count):
        e = s.event[j % MAX_EVENTS]
        kind = e.kind
        p = e.seat
        q = e.other
        if kind == Event.HELPS:
            deals[p, HELPED] += 1
            deals[q, WAS_HELPED] += 1
        elif kind == Event.KILLED and q >= 0:
            deals[q, KEPT] += 1
        elif kind == Event.ANSWERED and e.amount == 1:
            deals[p, TRADED] += 1
            deals[q, TRADED] += 1


@kernel
def begin_watch(t, watched):
    """All cards lie in their draw piles before the deal."""
    for c in range(1, t.n_cards + 1):
        watched[ZONE, c] = Zone.DECK
        watched[WORKED, c] = 0


@kernel
def is_in_pile(zone):
    """A draw pile, a discard pile, or out of the game."""
    return zone < Zone.COMBAT


@kernel
def came(before, now):
    """A card has come off a pile: drawn, dealt or turned up, even if it was discarded at once, or taken back."""
    return (before < Zone.DISCARD and now >= Zone.DISCARD) or (is_in_pile(before) and not is_in_pile(now))


@kernel
def is_use(kind):
    """The event says that its card does what it is there for; what is laid out does so as long as it lies there."""
    return kind == Event.PLAYED or kind == Event.JOINED or kind == Event.CURSED or kind == Event.ENTERED


@kernel
def works_in_play(s, t, c):
    """It lies on a table, in use. A one-shot is laid out for later alone, and may be sold unused."""
    lies = s.card[c].zone >= Zone.TABLE and s.card[c].flag & Flag.CARRIED == 0
    return lies and can_lay_out_kind(t, c) and not is_one_time(kind_of(t, c))


@kernel
def copy_used(s, t, k, p, watched):
    """The copy that an event of seat `p` (-1 nobody) is about, 0 if all that it may be have been used before.

    Events name types. Of several copies it is one that has moved, else one before `p`, else any that is in no pile.
    """
    likely = 0
    best = 0
    for c in range(1, t.n_cards + 1):
        if t.type_of[c] == k and int(watched[WORKED, c]) == 0:
            zone = s.card[c].zone
            moved = zone != int(watched[ZONE, c])
            own = p >= 0 and (zone == Zone.HAND + p or zone == Zone.TABLE + p)
            likeness = 3 if moved else 0 if is_in_pile(zone) else 2 if own else 1
            if likeness > likely:
                likely = likeness
                best = c
    return best


@kernel
def use_copy(t, c, watched, usage):
    """The copy has been used; it counts once until it comes off a pile again."""
    if int(watched[WORKED, c]) == 0:
        watched[WORKED, c] = 1
        usage[USED, t.type_of[c]] += 1


@kernel
def watch(s, t, before, watched, usage):
    """Count cards drawn and used since event number `before`.

    Returns (True after a kill, events that were lost).
    """
    for c in range(1, t.n_cards + 1):
        if came(int(watched[ZONE, c]), s.card[c].zone):
            usage[DRAWN, t.type_of[c]] += 1
    new = s.event_count - before
    kill = False
    for j in range(max(0, new - MAX_EVENTS), new):
        e = s.event[(before + j) % MAX_EVENTS]
        if is_use(e.kind):
            c = copy_used(s, t, e.card, e.seat, watched)
            if c:
                use_copy(t, c, watched, usage)
        if e.kind == Event.KILLED:
            kill = True
    for c in range(1, t.n_cards + 1):
        if works_in_play(s, t, c):
            use_copy(t, c, watched, usage)
        zone = s.card[c].zone
        watched[ZONE, c] = zone
        if is_in_pile(zone):
            watched[WORKED, c] = 0
    return kill, max(0, new - MAX_EVENTS)


@kernel
def ending_of(s, cultists, kill):
    """Ending of the game, after an action with (or without) a kill; `cultists`: their number before it."""
    if s.rounds > s.rules.round_limit:
        return Ending.ROUND_LIMIT
    if s.lucky == 0:  # nobody is at the goal
        return Ending.ALL_CULTISTS
    if kill:
        return Ending.KILL
    now = s.cultists
    return Ending.LAST_OUTSIDE if now == s.rules.players - 1 and now != cultists else Ending.LEVEL


@entry
def play_games(batch, tables, template, first_seat, limit, begin):
    """Begin all games of `batch`, a plain tuple (`begin`), or play the pending actions; compiled bots then play on.

    template: STATE (1,) with the settings. first_seat: -1 draws it. limit: actions after which a game is given up.
    Holds no lock: calls from several threads run concurrently if they share no array but tables and template.
    """
    b = GameBatch(*batch)
    t = tables[0]
    for g in range(len(b.seeds)):
        if begin != 0 or int(b.counts[g]) != 0:
            n, answers = start_playing(b, g, t, template, first_seat, begin)
            while n > 0 and answers < limit and int(b.kinds[g, b.positions[g].seat]) != OUTSIDE:
                n = let_bot_act(b, g, t, n, answers)
                answers += 1
            note_results(b, g, n, answers, limit)


@entry
def watch_games(batch, tables, template, first_seat, limit, check):
    """Play all games of `batch`, of compiled bots alone, from their beginning, and watch every card.

    check: 1 also checks the state after each action; a game stops at a fault. That code is large: no other game has to
    wait until it is compiled.
    """
    b = GameBatch(*batch)
    for g in range(len(b.seeds)):
        watch_game(b, g, tables[0], template, first_seat, limit, check)


@kernel
def watch_game(b, g, t, template, first_seat, limit, check):
    """Play game `g` from its beginning and watch every card."""
    n, answers = start_playing(b, g, t, template, first_seat, 1)
    s = b.positions[g]
    begin_watch(t, b.watched)
    kill, unseen = watch(s, t, 0, b.watched, b.usage)
    cultists = 0
    broken = invariants(s, t) if check else 0
    while n > 0 and answers < limit and broken == 0:
        before = s.event_count
        cultists = s.cultists
        n = let_bot_act(b, g, t, n, answers)
        answers += 1
        kill, lost = watch(s, t, before, b.watched, b.usage)
        unseen += lost
        broken = invariants(s, t) if check else 0
    note_results(b, g, n, answers, limit)
    results = b.results[g]
    if s.over != 0:
        results[ENDING] = ending_of(s, cultists, kill)
    results[UNSEEN] = unseen
    results[BROKEN] = broken


@kernel
def start_playing(b, g, t, template, first_seat, begin):
    """Begin game `g`, or take the action that it waits for. Returns (legal actions, actions so far)."""
    if begin:
        n = deal_game(b.positions, g, t, template, first_seat, int(b.seeds[g, 0]), int(b.seeds[g, 1]), b.ids[g])
        return n, 0
    s = b.positions[g]
    before = s.event_count
    n = step(s, t, int(b.actions[g]), b.ids[g])
    count_deals(s, before, b.deals[g])
    return n, int(b.results[g, ANSWERS]) + 1


@kernel
def let_bot_act(b, g, t, n, answers):
    """The compiled bot that is asked takes one of `n` legal actions. Returns the number of the next ones."""
    s = b.positions[g]
    kind = int(b.kinds[g, s.seat])
    action = ask_bot(s, t, b.views[0], kind, b.ids[g], n, int(b.seeds[g, 2]), int(b.seeds[g, 3]), answers)
    before = s.event_count
    n = step(s, t, action, b.ids[g])
    count_deals(s, before, b.deals[g])
    return n


@kernel
def note_results(b, g, n, answers, limit):
    """Write the results of game `g` so far."""
    s = b.positions[g]
    b.counts[g] = n if answers < limit else 0
    results = b.results[g]
    results[WINNERS] = s.winners
    results[ROUNDS] = min(s.rounds, s.rules.round_limit)
    results[TURNS] = s.turn
    results[ANSWERS] = answers
    results[FAULT] = s.fault
    results[GIVEN_UP] = 1 if n > 0 and answers >= limit else 0
    results[ENDING] = Ending.UNFINISHED
    results[UNSEEN] = 0
    results[BROKEN] = 0


@entry
def write_masks(rows, ids, counts, masks):
    """Set 1 in row k of `masks`, int8[n, A] of zeros, for each legal id of row `rows[k]`."""
    for k in range(len(rows)):
        g = int(rows[k])
        for j in range(int(counts[g])):
            masks[k, int(ids[g, j])] = 1
