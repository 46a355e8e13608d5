"""Whole games of compiled bots, watched card by card: what leaves the decks, what is used, how games end."""

from enum import IntEnum

from munchkin_env.bots.core import bot_action
from munchkin_env.engine.core import answer, settle_forced
from munchkin_env.engine.invariants import invariants
from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.envs.dealing import deal_game
from munchkin_env.observation.core import make_view
from munchkin_env.vocabulary import MAX_EVENTS, Event, Zone


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
BROKEN = 6  # engine.invariants.Broken bits of the first unsound position, 0 if none was found
RESULTS = 7

# Rows of `counts`, by card type.
DRAWN = 0  # copies that left a draw pile
USED = 1  # copies that were played, laid out, fought or struck
COUNTS = 2


@kernel
def begin_watch(s, t, zones):
    """All cards lie in their draw piles before the deal."""
    for c in range(1, int(t.n_cards) + 1):
        zones[c] = Zone.DECK


@kernel
def is_in_deck(zone):
    """A draw pile, or out of the game."""
    return zone < Zone.DISCARD


@kernel
def watch_cards(s, t, zones, counts):
    """Counts the copies that have left a draw pile since the last look."""
    for c in range(1, int(t.n_cards) + 1):
        zone = int(s.card[c].zone)
        if zone != int(zones[c]):
            if is_in_deck(int(zones[c])) and not is_in_deck(zone):
                counts[DRAWN, int(t.type_of[c])] += 1
            zones[c] = zone


@kernel
def is_use(kind, amount):
    """The event says that its card does what it is there for; of a room that is played another one has said so."""
    if kind == Event.ENTERED:
        return amount == 0
    return kind == Event.PLAYED or kind == Event.LAID_OUT or kind == Event.JOINED or kind == Event.CURSED


@kernel
def watch_events(s, before, counts):
    """Counts the cards used since event number `before`. Returns (whether there was a kill, events that were lost)."""
    new = int(s.event_count) - before
    kill = False
    for j in range(max(0, new - MAX_EVENTS), new):
        e = s.event[(before + j) % MAX_EVENTS]
        kind = int(e.kind)
        if is_use(kind, int(e.amount)):
            counts[USED, int(e.card)] += 1
        if kind == Event.KILLED:
            kill = True
    return kill, max(0, new - MAX_EVENTS)


@kernel
def ending_of(s, cultists, kill):
    """How the game ended, after an answer with (or without) a kill; `cultists`: how many there were before it."""
    if int(s.rounds) > int(s.rules.round_limit):
        return Ending.ROUND_LIMIT
    if int(s.lucky) == 0:  # nobody is at the goal
        return Ending.ALL_CULTISTS
    if kill:
        return Ending.KILL
    now = int(s.cultists)
    return Ending.LAST_OUTSIDE if now == int(s.rules.players) - 1 and now != cultists else Ending.LEVEL


@entry
def tally_games(
    positions, views, tables, template, seeds, kind, first_seat, limit, check, ids, zones, counts, results
):
    """Plays a game for each row of `seeds` among copies of one compiled bot.

    positions: STATE[1]; views: STATE[1]; template: STATE[1] with the settings. seeds: int64[N, 4], the halves of the
    game's own hashed seed and of the bots' key. kind: number of the bot in `bots.dispatch`. limit: answers after which
    a game is given up. check: 1 asks after every answer whether the position is sound, and stops the game where it
    is not. ids: int32[A]; zones: uint8[MAX_CARDS]; counts: int64[COUNTS, MAX_TYPES], added to. results:
    int64[N, RESULTS], filled.
    """
    t = tables[0]
    v = views[0]
    s = positions[0]
    for g in range(len(seeds)):
        begin_watch(s, t, zones)
        n = deal_game(positions, 0, t, template, first_seat, int(seeds[g, 0]), int(seeds[g, 1]), ids)
        kill, lost = watch_events(s, 0, counts)
        watch_cards(s, t, zones, counts)
        answers = 0
        cultists = 0
        unseen = lost
        broken = invariants(s, t) if check else 0
        while n > 0 and answers < limit and broken == 0:
            p = int(s.seat)
            make_view(s, t, p, v)
            action = bot_action(kind, v, t, ids, n, int(seeds[g, 2]), int(seeds[g, 3]), answers)
            before = int(s.event_count)
            cultists = int(s.cultists)
            answer(s, t, action)
            n = settle_forced(s, t, ids)
            answers += 1
            kill, lost = watch_events(s, before, counts)
            unseen += lost
            watch_cards(s, t, zones, counts)
            if check:
                broken = invariants(s, t)
        results[g, WINNERS] = int(s.winners)
        results[g, ROUNDS] = int(s.rounds)
        results[g, ANSWERS] = answers
        results[g, FAULT] = int(s.fault)
        results[g, ENDING] = ending_of(s, cultists, kill) if int(s.over) else Ending.UNFINISHED
        results[g, UNSEEN] = unseen
        results[g, BROKEN] = broken
