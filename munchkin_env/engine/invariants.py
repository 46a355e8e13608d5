"""A full report of everything wrong with a position; used by every random test and by `load`."""

from enum import IntFlag

from munchkin_env.engine.atoms import count_discard, deck_base
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import kind_of, refresh, refresh_hand
from munchkin_env.vocabulary import MAX_FRAMES, MAX_MONSTERS, MAX_TYPES, N_ZONES, Kind, Zone


class Broken(IntFlag):
    """What `invariants` found."""

    ZONE = 1  # a zone number out of range
    LIST = 2  # a zone's list is cyclic, broken or of the wrong length
    DECK = 4  # a draw pile does not hold exactly its cards
    COUNT = 8  # hand treasure counts
    LEVEL = 16  # a level out of range (GOLD-1)
    DERIVED = 32  # derived fields differ from the cards they are derived from
    COMBAT = 64  # monsters and cards of the combat disagree
    STACK = 128  # stack pointer or seat out of range
    DECK_KIND = 256  # a card in a pile of another deck
    IDLE = 512  # combat fields set without a combat
    FAULT = 1024  # the engine has stopped the game
    MODIFIERS = 2048  # too many races, classes or modifiers


@kernel
def _lists(s, t, n_cards):
    """Every listed card is in its zone's list exactly once; lists are acyclic and counted."""
    bad = 0
    listed = 0
    for zone in range(N_ZONES):
        if zone >= Zone.DECK and zone < Zone.DISCARD:
            continue
        length = 0
        before = 0
        c = int(s.head[zone])
        while c and length <= n_cards:
            if c > n_cards or int(s.zone[c]) != zone or int(s.prev[c]) != before:
                return bad | Broken.LIST
            length += 1
            before = c
            c = int(s.next[c])
        if length != int(s.count[zone]):
            bad |= Broken.LIST
        listed += length
    for deck in range(3):
        listed += int(s.count[Zone.DECK + deck])
    outside = 0
    for c in range(1, n_cards + 1):
        if int(s.zone[c]) >= N_ZONES:
            bad |= Broken.ZONE
        elif int(s.zone[c]) == Zone.OUT:
            outside += 1
    if listed + outside != n_cards:
        bad |= Broken.LIST
    return bad


@kernel
def _decks(s, t):
    """Draw piles hold each of their cards once, and nothing above the top."""
    bad = 0
    for deck in range(3):
        base = deck_base(t, deck)
        size = int(t.deck_cards[deck])
        n = int(s.count[Zone.DECK + deck])
        if n < 0 or n > size:
            return bad | Broken.DECK
        total = 0
        for i in range(size):
            c = int(s.order[base + i])
            if i >= n:
                if c:
                    bad |= Broken.DECK
            elif c < base or c >= base + size or int(s.zone[c]) != Zone.DECK + deck:
                return bad | Broken.DECK
            else:
                total += c
        for c in range(base, base + size):
            if int(s.zone[c]) == Zone.DECK + deck:
                total -= c
            zone = int(s.zone[c])
            if zone >= Zone.DISCARD and zone < Zone.DISCARD + 3 and zone - Zone.DISCARD != deck:
                bad |= Broken.DECK_KIND
        if total:
            bad |= Broken.DECK
    return bad


@kernel
def _discards(s, t):
    """`discarded` counts the cards in the discard piles: taken away one by one they leave nothing."""
    bad = 0
    n_cards = int(t.n_cards)
    for c in range(1, n_cards + 1):
        zone = int(s.zone[c])
        if zone >= Zone.DISCARD and zone < Zone.COMBAT:
            if int(s.discarded[int(t.type_of[c])]) == 0:
                bad |= Broken.DERIVED
            else:
                count_discard(s, t, c, zone, -1)
    for k in range(MAX_TYPES):
        if int(s.discarded[k]):
            bad |= Broken.DERIVED
            s.discarded[k] = 0
    for c in range(1, n_cards + 1):
        count_discard(s, t, c, int(s.zone[c]), 1)
    return bad


@kernel
def _players(s, t):
    """Levels in range, derived fields true, no more races and classes than allowed."""
    bad = 0
    for p in range(int(s.rules.players)):
        q = s.player[p]
        if int(q.level) < 1 or int(q.level) > int(s.rules.goal):
            bad |= Broken.LEVEL
        treasures = 0
        c = int(s.head[Zone.HAND + p])
        while c:
            if int(t.card[int(t.type_of[c])].deck) == 1:
                treasures += 1
            c = int(s.next[c])
        if treasures != int(q.hand_treasures):
            bad |= Broken.COUNT
        races = 0
        klasses = 0
        halves = 0
        supers = 0
        c = int(s.head[Zone.TABLE + p])
        while c:
            kind = kind_of(t, c)
            races += 1 if kind == Kind.RACE else 0
            klasses += 1 if kind == Kind.CLASS else 0
            halves += 1 if kind == Kind.RACE_MODIFIER else 0
            supers += 1 if kind == Kind.CLASS_MODIFIER else 0
            c = int(s.next[c])
        if races > 1 + halves or klasses > 1 + supers or halves > 1 or supers > 1:
            bad |= Broken.MODIFIERS
        before = (
            int(q.race) + 3 * int(q.klass) + 5 * int(q.bonus) + 7 * int(q.penalty) + 11 * int(q.run_away)
            + 13 * int(q.die) + 17 * int(q.hand_limit) + 19 * int(q.bigs) + 23 * int(q.hands_used) + 29 * int(q.worn)
        )
        abilities = int(q.abilities)
        hand_when = int(q.hand_when)
        one_shots = int(q.one_shots)
        refresh(s, t, p)
        refresh_hand(s, t, p)
        if hand_when != int(q.hand_when) or one_shots != int(q.one_shots):
            bad |= Broken.DERIVED
        after = (
            int(q.race) + 3 * int(q.klass) + 5 * int(q.bonus) + 7 * int(q.penalty) + 11 * int(q.run_away)
            + 13 * int(q.die) + 17 * int(q.hand_limit) + 19 * int(q.bigs) + 23 * int(q.hands_used) + 29 * int(q.worn)
        )
        if before != after or abilities != int(q.abilities):
            bad |= Broken.DERIVED
    return bad


@kernel
def _combat(s, t):
    """Monsters name cards that lie with the combat; without a combat nothing does."""
    bad = 0
    m = s.combat
    n = int(m.n_monsters)
    if n < 0 or n > MAX_MONSTERS:
        return bad | Broken.COMBAT
    for i in range(n):
        if int(s.zone[int(m.monster[i].card)]) != Zone.COMBAT:
            bad |= Broken.COMBAT
    for i in range(n, MAX_MONSTERS):
        if int(m.monster[i].card) or int(m.monster[i].type):
            bad |= Broken.IDLE
    if int(m.active) == 0 and (n or int(m.helper) or int(m.players_bonus) or int(s.count[Zone.COMBAT])):
        bad |= Broken.IDLE
    return bad


@kernel
def invariants(s, t):
    """Bits of `Broken`, 0 if the position is sound. Recomputes derived fields (which must not change)."""
    bad = 0
    if int(s.n_frames) < 0 or int(s.n_frames) > MAX_FRAMES or int(s.seat) >= int(s.rules.players):
        bad |= Broken.STACK
    if int(s.fault):
        bad |= Broken.FAULT
    bad |= _lists(s, t, int(t.n_cards))
    if bad & Broken.LIST:
        return bad
    return bad | _decks(s, t) | _discards(s, t) | _players(s, t) | _combat(s, t)
