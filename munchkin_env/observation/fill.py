"""Resampling: a position that looks the same to one seat, with everything that he can't know drawn anew.

The backs of cards are seen, so a hidden place keeps its deck: a treasure in another hand becomes another treasure. In a
draw pile of two backs (FAIRY-4) those on top are seen, down to the first that is of the pile's own deck. The
marks of a place stay with it: that its card was just received, which other players know it. Cards that act at once
(Hoard!, Divine Intervention) never rest in a hand, so they stay in their draw piles. A card of a draw pile that the
seat has looked at stays where it is.

What has happened before is not asked: a keeper of the third deck that was shuffled into the top doors (FAIRY-5) lies
anywhere in the pile, and nobody's answers make any card likelier.
"""

import numpy as np

from munchkin_env.engine.atoms import clear_flags
from munchkin_env.engine.chance import below, mix
from munchkin_env.engine.decisions import clear_move
from munchkin_env.engine.derived import refresh_hand
from munchkin_env.engine.effects.cards import acts_at_once
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.treasure import waits_for_setup
from munchkin_env.engine.totals import deck_base, is_cult_card, type_of
from munchkin_env.observation.hiding import is_known
from munchkin_env.vocabulary import MAX_CARDS, MAX_DICE, Decision, Deck, Flag, Frame, Stage, Verb, Zone

# Columns of the scratch table: the cards in other hands, and the pool that is being shuffled.
SEAT = 0
COPY = 1
FLAG = 2
KNOWN_BY = 3
DECK = 4  # deck of a hidden card, -1 of a known one
POOL = 5
ON_TOP = 6  # by place in the draw piles: who knows the card there
TREASURES = 7  # left of the pool of treasures, when the third deck is merged with them
COLUMNS = 8


@kernel
def take_back(s, seat):
    """Another's half-built answer is popped: nobody but him knows how far it is."""
    asked = int(s.seat)
    if asked < 0 or asked == seat:
        return
    marks = Flag.SELECTED
    if int(s.move.stage) != Stage.VERB and int(s.move.verb) == Verb.TRADE:
        marks |= Flag.WANTED
    for zone in range(Zone.HAND, Zone.TABLE + int(s.rules.players)):
        clear_flags(s, zone, marks)
    clear_move(s)
    f = s.frame[int(s.n_frames) - 1]
    if int(s.decision) == Decision.CHARITY_SEAT and int(f.kind) == Frame.CHARITY:
        s.decision = Decision.CHARITY
        f.stage = 0
        f.c = 0


@kernel
def _list_hands(s, t, seat, scratch):
    """Notes all cards in other hands, hand by hand in the order of the lists. Returns how many."""
    doors = int(t.deck_cards[0])
    treasures = doors + int(t.deck_cards[1])
    n = 0
    for p in range(int(s.rules.players)):
        if p != seat:
            c = int(s.head[Zone.HAND + p])
            while c:
                scratch[SEAT, n] = p
                scratch[COPY, n] = c
                scratch[FLAG, n] = int(s.card[c].flag)
                scratch[KNOWN_BY, n] = int(s.card[c].known_by)
                scratch[DECK, n] = 0 if c <= doors else (1 if c <= treasures else 2)
                if is_known(s, c, seat):
                    scratch[DECK, n] = -1
                n += 1
                c = int(s.card[c].next)
    return n


@kernel
def _collect(s, seat, first, last, scratch):
    """The pool of copies `first` to `last - 1` that lie face down for the seat, ascending. Returns how many."""
    n = 0
    for c in range(first, last):
        zone = int(s.card[c].zone)
        down = zone >= Zone.DECK and zone < Zone.DISCARD and not is_known(s, c, seat)
        if zone >= Zone.HAND and zone < Zone.TABLE:
            down = zone != Zone.HAND + seat and not is_known(s, c, seat)
        if down:
            scratch[POOL, n] = c
            n += 1
    return n


@kernel
def _shuffle(scratch, n, hi, lo, stream):
    for i in range(n - 1, 0, -1):
        j = below(mix(hi, lo, stream, i), i + 1)
        c = int(scratch[POOL, i])
        scratch[POOL, i] = int(scratch[POOL, j])
        scratch[POOL, j] = c


@kernel
def _may_be_held(s, t, c):
    return not acts_at_once(t, type_of(t, c)) or waits_for_setup(s, t, c)


@kernel
def _proposed_place(s, hands, scratch):
    """The place of the card that another Cultist proposes for a swap, -1 if none does."""
    f = s.frame[int(s.n_frames) - 1]
    if int(f.kind) == Frame.MEETING and int(f.c):
        for i in range(hands):
            if int(scratch[COPY, i]) == int(f.c):
                return i
    return -1


@kernel
def _deal_proposed(s, t, i, pool, scratch):
    """The place `i` gets the first card of the pool that may be proposed. Returns how many are left in the pool."""
    at = 0
    while at < pool - 1 and (is_cult_card(t, int(scratch[POOL, at])) or not _may_be_held(s, t, int(scratch[POOL, at]))):
        at += 1
    scratch[COPY, i] = int(scratch[POOL, at])
    for j in range(at, pool - 1):
        scratch[POOL, j] = int(scratch[POOL, j + 1])
    return pool - 1


@kernel
def _deal_hidden(s, t, deck, hands, pool, proposed, scratch):
    """Gives each hidden place of the hands a card of the shuffled pool. Returns how many are left in the pool."""
    if proposed >= 0 and int(scratch[DECK, proposed]) == deck:
        pool = _deal_proposed(s, t, proposed, pool, scratch)
        scratch[DECK, proposed] = -1
    at = 0
    for i in range(hands):
        if int(scratch[DECK, i]) == deck:
            while at < pool and not _may_be_held(s, t, int(scratch[POOL, at])):
                at += 1
            if at >= pool:  # only cards that act at once are left: no rule could have led here, but a scenario might
                at = 0
                while int(scratch[POOL, at]) == 0:
                    at += 1
            scratch[COPY, i] = int(scratch[POOL, at])
            scratch[POOL, at] = 0
            at += 1
    left = 0
    for i in range(pool):
        if int(scratch[POOL, i]):
            scratch[POOL, left] = int(scratch[POOL, i])
            left += 1
    return left


@kernel
def _note_piles(s, t, scratch):
    """Notes by place who knows a card of a draw pile: nobody any below those on top."""
    for deck in range(3):
        base = deck_base(t, deck)
        n = int(s.count[Zone.DECK + deck])
        for i in range(n):
            known = n - 1 - i < int(s.known[deck])
            scratch[ON_TOP, base + i] = int(s.card[int(s.order[base + i])].known_by) if known else 0


@kernel
def _pile_up(s, seat, deck, base, scratch):
    """The rest of the pool is the draw pile, but for the cards that the seat knows there."""
    j = 0
    for i in range(int(s.count[Zone.DECK + deck])):
        known_by = int(scratch[ON_TOP, base + i])
        if (known_by >> seat) & 1:
            continue
        _put(s, base + i, int(scratch[POOL, j]), known_by, deck)
        j += 1


@kernel
def _put(s, place, c, known_by, deck):
    """A card that nobody can tell lies at a place of a draw pile."""
    s.order[place] = c
    s.card[c].zone = Zone.DECK + deck
    s.card[c].flag = 0
    s.card[c].known_by = known_by
    s.card[c].next = 0
    s.card[c].prev = 0


@kernel
def _pile_up_merged(s, t, seat, treasures, extras, hi, lo, scratch):
    """FAIRY-4: of the treasure pile the backs on top are seen, down to the first treasure; below that nothing is.

    The pools are shuffled: that of the treasures in TREASURES, that of the third deck in POOL.
    """
    base = deck_base(t, Deck.TREASURE)
    n = int(s.count[Zone.DECK + Deck.TREASURE])
    tops = int(s.extra_tops)
    taken = 0  # of the third deck
    given = 0  # of the treasures
    for i in range(min(n, tops + 1)):
        place = base + n - 1 - i
        known_by = int(scratch[ON_TOP, place])
        if (known_by >> seat) & 1 == 0 and i < tops:
            _put(s, place, int(scratch[POOL, taken]), known_by, Deck.TREASURE)
            taken += 1
        elif (known_by >> seat) & 1 == 0:
            _put(s, place, int(scratch[TREASURES, given]), known_by, Deck.TREASURE)
            given += 1
    left = 0
    for i in range(taken, extras):
        scratch[POOL, left] = int(scratch[POOL, i])
        left += 1
    for i in range(given, treasures):
        scratch[POOL, left] = int(scratch[TREASURES, i])
        left += 1
    _shuffle(scratch, left, hi, lo, 7)
    j = 0
    for i in range(tops + 1, n):
        place = base + n - 1 - i
        known_by = int(scratch[ON_TOP, place])
        if (known_by >> seat) & 1 == 0:
            _put(s, place, int(scratch[POOL, j]), known_by, Deck.TREASURE)
            j += 1


@kernel
def _hold(s, t, seat, hands, scratch):
    """Builds the other hands again from the notes."""
    for p in range(int(s.rules.players)):
        if p != seat:
            s.head[Zone.HAND + p] = 0
    for j in range(hands):
        i = hands - 1 - j
        c = int(scratch[COPY, i])
        zone = Zone.HAND + int(scratch[SEAT, i])
        first = int(s.head[zone])
        s.card[c].zone = zone
        s.card[c].flag = int(scratch[FLAG, i])
        s.card[c].known_by = int(scratch[KNOWN_BY, i])
        s.card[c].next = first
        s.card[c].prev = 0
        if first:
            s.card[first].prev = c
        s.head[zone] = c
    for p in range(int(s.rules.players)):
        if p != seat:
            refresh_hand(s, t, p)


@kernel
def fill(s, t, seat, hi, lo, scratch):
    """Draws anew what the seat can't know, by the 64-bit key (hi, lo). `scratch`: int64[COLUMNS, MAX_CARDS]."""
    take_back(s, seat)
    hands = _list_hands(s, t, seat, scratch)
    proposed = _proposed_place(s, hands, scratch)
    _note_piles(s, t, scratch)
    base = 1
    treasures = 0
    for deck in range(3):
        size = int(t.deck_cards[deck])
        pool = _collect(s, seat, base, base + size, scratch)
        _shuffle(scratch, pool, hi, lo, 2 * deck)
        left = _deal_hidden(s, t, deck, hands, pool, proposed, scratch)
        _shuffle(scratch, left, hi, lo, 2 * deck + 1)  # those passed over lie no higher than others
        if int(s.merged) and deck == Deck.TREASURE:
            treasures = left
            for i in range(left):
                scratch[TREASURES, i] = int(scratch[POOL, i])
        elif int(s.merged) and deck == Deck.EXTRA:
            _pile_up_merged(s, t, seat, treasures, left, hi, lo, scratch)
        else:
            _pile_up(s, seat, deck, base, scratch)
        base += size
    _hold(s, t, seat, hands, scratch)
    if proposed >= 0:
        s.frame[int(s.n_frames) - 1].c = int(scratch[COPY, proposed])
    s.seed_hi = mix(hi, lo, 6, 0)
    s.seed_lo = mix(hi, lo, 6, 1)
    s.n_dice = 0
    for i in range(MAX_DICE):
        s.dice[i] = 0


def scratch_table() -> np.ndarray:
    """Room for `fill` to work in; may be used again and again."""
    return np.zeros((COLUMNS, MAX_CARDS), np.int64)
