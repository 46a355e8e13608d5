"""Whole games of compiled bots, watched card by card: what comes off the piles, what is used, how games end."""

from enum import IntEnum

from munchkin_env.bots.dispatch import bot_action
from munchkin_env.engine.dispatch.core import answer, settle_forced
from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.engine.queries.cards import is_one_time, kind_of
from munchkin_env.engine.rules.choices import can_lay_out_kind
from munchkin_env.engine.validation.invariants import invariants
from munchkin_env.envs.dealing import deal_game
from munchkin_env.observation.core import make_view
from munchkin_env.vocabulary import MAX_EVENTS, Event, Flag, Zone


class Ending(IntEnum):
    """How a game ended."""

    UNFINISHED = 0
    KILL = 1
    LEVEL = 2  # a level that no kill gave: a card, a sale, an ability
    LAST_OUTSIDE = 3  # CULT-4
    ALL_CULTISTS = 4  # CULT-5
    ROUND_LIMIT = 5  # WINDOW-5


# Columns of `results`.
WINNERS = 0  # a bit for each seat
ROUNDS = 1
ANSWERS = 2  # given by all players together
FAULT = 3  # vocabulary.Fault bits
ENDING = 4  # Ending
UNSEEN = 5  # events that had left the ring before they were looked at
BROKEN = 6  # engine.validation.invariants.Broken bits of the first unsound position, 0 if none was found
RESULTS = 7

# Rows of `counts`, by card type.
DRAWN = 0  # times a copy came off a pile
USED = 1  # those of them in which it did what it is there for, once or more
COUNTS = 2

# Rows of `watched`, by copy.
ZONE = 0  # where it lay at the last look
WORKED = 1  # whether it has been used since it came off a pile
WATCHED = 2

@kernel
def begin_watch(s, t, watched):
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
def use_copy(t, c, watched, counts):
    """The copy has been used; it counts once until it comes off a pile again."""
    if int(watched[WORKED, c]) == 0:
        watched[WORKED, c] = 1
        counts[USED, t.type_of[c]] += 1


@kernel
def watch(s, t, before, watched, counts):
    """Counts what came off the piles, and was used, since event number `before`.

    Returns (whether there was a kill, events that were lost).
    """
    for c in range(1, t.n_cards + 1):
        if came(int(watched[ZONE, c]), s.card[c].zone):
            counts[DRAWN, t.type_of[c]] += 1
    new = s.event_count - before
    kill = False
    for j in range(max(0, new - MAX_EVENTS), new):
        e = s.event[(before + j) % MAX_EVENTS]
        if is_use(e.kind):
            c = copy_used(s, t, e.card, e.seat, watched)
            if c:
                use_copy(t, c, watched, counts)
        if e.kind == Event.KILLED:
            kill = True
    for c in range(1, t.n_cards + 1):
        if works_in_play(s, t, c):
            use_copy(t, c, watched, counts)
        zone = s.card[c].zone
        watched[ZONE, c] = zone
        if is_in_pile(zone):
            watched[WORKED, c] = 0
    return kill, max(0, new - MAX_EVENTS)


@kernel
def ending_of(s, cultists, kill):
    """How the game ended, after an answer with (or without) a kill; `cultists`: how many there were before it."""
    if s.rounds > s.rules.round_limit:
        return Ending.ROUND_LIMIT
    if s.lucky == 0:  # nobody is at the goal
        return Ending.ALL_CULTISTS
    if kill:
        return Ending.KILL
    now = s.cultists
    return Ending.LAST_OUTSIDE if now == s.rules.players - 1 and now != cultists else Ending.LEVEL


@entry
def tally_games(
    positions, views, tables, template, seeds, kind, first_seat, limit, check, ids, watched, counts, results
):
    """Plays a game for each row of `seeds` among copies of one compiled bot.

    positions: STATE[1]; views: STATE[1]; template: STATE[1] with the settings. seeds: int64[N, 4], the halves of the
    game's own hashed seed and of the bots' key. kind: number of the bot in `bots.dispatch`. limit: answers after which
    a game is given up. check: 1 asks after every answer whether the position is sound, and stops the game where it
    is not. ids: int32[A]; watched: uint8[WATCHED, MAX_CARDS]; counts: int64[COUNTS, MAX_TYPES], added to. results:
    int64[N, RESULTS], filled.
    """
    t = tables[0]
    v = views[0]
    s = positions[0]
    for g in range(len(seeds)):
        begin_watch(s, t, watched)
        n = deal_game(positions, 0, t, template, first_seat, int(seeds[g, 0]), int(seeds[g, 1]), ids)
        kill, lost = watch(s, t, 0, watched, counts)
        answers = 0
        cultists = 0
        unseen = lost
        broken = invariants(s, t) if check else 0
        while n > 0 and answers < limit and broken == 0:
            p = s.seat
            make_view(s, t, p, v)
            action = bot_action(kind, v, t, ids, n, int(seeds[g, 2]), int(seeds[g, 3]), answers)
            before = s.event_count
            cultists = s.cultists
            answer(s, t, action)
            n = settle_forced(s, t, ids)
            answers += 1
            kill, lost = watch(s, t, before, watched, counts)
            unseen += lost
            if check:
                broken = invariants(s, t)
        results[g, WINNERS] = s.winners
        results[g, ROUNDS] = s.rounds
        results[g, ANSWERS] = answers
        results[g, FAULT] = s.fault
        results[g, ENDING] = ending_of(s, cultists, kill) if s.over else Ending.UNFINISHED
        results[g, UNSEEN] = unseen
        results[g, BROKEN] = broken
