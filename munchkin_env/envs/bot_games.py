"""Whole games side by side: compiled code plays each to its end, or to the next answer of a player that is not."""

from munchkin_env.bots.dispatch import bot_action
from munchkin_env.engine.dispatch.core import answer, settle_forced
from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.envs.dealing import deal_game
from munchkin_env.observation.core import make_view
from munchkin_env.vocabulary import MAX_EVENTS, Event

# Columns of `results`.
WINNERS = 0  # a bit for each seat
ROUNDS = 1
TURNS = 2
ANSWERS = 3  # given by all players together
FAULT = 4  # vocabulary.Fault bits
GIVEN_UP = 5  # 1 if the game had more answers than it may
RESULTS = 6

# Columns of `deals`, by seat.
HELPED = 0  # joined somebody else's combat, by a deal or since a card made him
KEPT = 1  # of those combats, monsters were killed while he was in them: then the deal is kept
WAS_HELPED = 2  # others joined his
TRADED = 3  # agreed on a trade or an exchange of cards
DEALS = 4

OUTSIDE = -1  # in `kinds`: a player that compiled code does not know


@kernel
def count_deals(s, before, deals):
    """Counts help and trades since event number `before`; what has left the ring by now is not counted."""
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


@entry
def play_games(
    positions, views, tables, template, seeds, kinds, first_seat, limit, begin, actions, ids, counts, results, deals
):
    """Begins a game in every row (`begin`), or gives the answers that rows wait for; plays on as far as it can.

    positions: STATE[N]; views: STATE[1]; template: STATE[1] with the settings. seeds: int64[N, 4], for each game the
    halves of its own hashed seed and of the bots' key. kinds: int64[N, P], by seat a number of `bots.dispatch` or
    OUTSIDE. first_seat: -1 draws it. limit: answers after which a game is given up. actions: int64[N], legal, read
    where `counts` is not 0. ids: int32[N, A].

    counts: int64[N], filled with the number of legal ids of a row that waits for a player outside, 0 when its game is
    over. results: int64[N, RESULTS], filled. deals: int64[N, P, DEALS], added to. Holds no lock: calls from several
    threads run side by side if they share no array but tables and template.
    """
    t = tables[0]
    v = views[0]
    for g in range(len(seeds)):
        if begin:
            n = deal_game(positions, g, t, template, first_seat, int(seeds[g, 0]), int(seeds[g, 1]), ids[g])
            s = positions[g]
            answers = 0
        else:
            if int(counts[g]) == 0:
                continue
            s = positions[g]
            before = s.event_count
            answer(s, t, int(actions[g]))
            n = settle_forced(s, t, ids[g])
            count_deals(s, before, deals[g])
            answers = int(results[g, ANSWERS]) + 1
        while n > 0 and answers < limit:
            p = s.seat
            kind = int(kinds[g, p])
            if kind == OUTSIDE:
                break
            make_view(s, t, p, v)
            action = bot_action(kind, v, t, ids[g], n, int(seeds[g, 2]), int(seeds[g, 3]), answers)
            before = s.event_count
            answer(s, t, action)
            n = settle_forced(s, t, ids[g])
            count_deals(s, before, deals[g])
            answers += 1
        results[g, WINNERS] = s.winners
        results[g, ROUNDS] = s.rounds
        results[g, TURNS] = s.turn
        results[g, ANSWERS] = answers
        results[g, FAULT] = s.fault
        results[g, GIVEN_UP] = 1 if n > 0 and answers >= limit else 0
        counts[g] = n if answers < limit else 0


@entry
def write_masks(rows, ids, counts, masks):
    """Sets 1 in row k of `masks`, int8[n, A] of zeros, for each legal id of row `rows[k]`."""
    for k in range(len(rows)):
        g = int(rows[k])
        for j in range(int(counts[g])):
            masks[k, int(ids[g, j])] = 1
