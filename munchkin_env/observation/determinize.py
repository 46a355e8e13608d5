"""Resampling: a state that looks the same to one seat, with everything that the seat cannot know drawn again.

The draw depends only on the seat's view and on the consequences of open play: the rest is forgotten first
(`forgetting`), so that states which look the same have the same determinizations. The backs of cards are seen, so a
hidden place keeps its deck: a treasure in another hand becomes another treasure. In a draw pile of two backs (FAIRY-4)
those on top are seen, down to the first that is of the pile's own deck. Cards that act at once (Hoard!, Divine
Intervention) never rest in a hand, so they stay in their draw piles; but in SETUP-3 Divine Intervention waits in the
hands that are being dealt. A card of a draw pile that the seat has looked at stays in its place.

The past does not matter, since neither the state nor a view holds it: a keeper of the third deck that was shuffled into
the top doors (FAIRY-5) is a hidden door like any other, and no player's actions make any card likelier.
"""

import numpy as np

from munchkin_env.engine.dispatch.announced import amounts_named, may_be_second, waits_to_work, where_second_lies
from munchkin_env.engine.dispatch.running import count_asked, suits
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.chance import below, mix
from munchkin_env.engine.mutations.derived import refresh_hand
from munchkin_env.engine.mutations.stack import is_dealt
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.queries.piles import deck_base
from munchkin_env.engine.rules.announcing import recall
from munchkin_env.engine.rules.effects.cards import acts_at_once
from munchkin_env.engine.rules.treasure import waits_for_setup
from munchkin_env.engine.validation.invariants import is_marked
from munchkin_env.observation.asking import draw_asked, draw_claims
from munchkin_env.observation.forgetting import forget, forgotten_owner, name
from munchkin_env.observation.redaction import is_known, link_ascending
from munchkin_env.observation.viewing import is_for_the_asked, sees_question
from munchkin_env.vocabulary import MAX_CARDS, Deck, Where, Zone

# Columns of the scratch table: the cards in other hands, and the pool that is being shuffled.
SEAT = 0
COPY = 1
NAMED = 2  # 1 + the frame that names the card of this place, 0 if none does
KNOWN_BY = 3
DECK = 4  # deck of a hidden card, -1 of a known one
POOL = 5
ON_TOP = 6  # by place in the draw piles: players who know the card there
TREASURES = 7  # left of the pool of treasures, when the third deck is merged with them
SECOND = 8  # open cards that an announced play may name
COLUMNS = 9

# Streams of the key of a determinization; 0 to 5 shuffle the decks, 20 and on are those of `asking`.
SEED = 6
MERGED = 7
DEALT = 8  # + deck
NAMES = 12
AMOUNTS = 13


@kernel
def _back(t, c):
    """Deck whose back the card has."""
    doors = t.deck_cards[Deck.DOOR]
    return 0 if c <= doors else (1 if c <= doors + t.deck_cards[Deck.TREASURE] else 2)


@kernel
def _list_hands(s, t, seat, scratch):
    """Note all cards in other hands, hand by hand, by their backs and not by the order of the lists. Returns how many.

    Those that the seat knows come last.
    """
    n = 0
    for p in seats(s):
        if p == seat:
            continue
        for deck in range(4):
            for c in cards(s, Zone.HAND + p):
                known = is_known(s, c, seat)
                if (3 if known else _back(t, c)) == deck:
                    scratch[SEAT, n] = p
                    scratch[COPY, n] = c
                    scratch[NAMED, n] = 0
                    scratch[KNOWN_BY, n] = 1 << seat if known else 0
                    scratch[DECK, n] = -1 if known else deck
                    n += 1
    return n


@kernel
def _is_hidden(s, c, seat):
    """Return True if the card is on a draw pile or in another hand, and the seat does not know it."""
    zone = s.card[c].zone
    if zone >= Zone.HAND and zone < Zone.TABLE:
        return zone != Zone.HAND + seat and not is_known(s, c, seat)
    return zone >= Zone.DECK and zone < Zone.DISCARD and not is_known(s, c, seat)


@kernel
def _collect(s, seat, first, last, scratch):
    """Collect the pool of copies `first` to `last - 1` that are face down for the seat, ascending. Returns how many."""
    n = 0
    for c in range(first, last):
        if _is_hidden(s, c, seat):
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
def _may_be_held(s, t, p, c):
    """Return True if player `p` may have the card in hand."""
    return not acts_at_once(t, type_of(t, c)) or (waits_for_setup(s, t, c) and is_dealt(s, p))


@kernel
def _some_suits(s, t, i, p, deck, seat):
    """Return True if a hidden card of the deck may be the one that frame `i` names in the hand of `p`."""
    base = deck_base(t, deck)
    for c in range(base, base + t.deck_cards[deck]):
        if _is_hidden(s, c, seat) and _may_be_held(s, t, p, c) and suits(s, t, i, c):
            return True
    return False


@kernel
def _may_be_named(s, t, i, p, j, seat, scratch):
    """Return True if the card at the place `j` of the hands may become the one that frame `i` names in the hand of
    `p`.
    """
    if int(scratch[SEAT, j]) != p or int(scratch[NAMED, j]) or int(scratch[DECK, j]) < 0:
        return False
    return _some_suits(s, t, i, p, int(scratch[DECK, j]), seat)


@kernel
def _is_rather_named(s, t, i, j, k, scratch):
    """Of two known cards at the places `j` and `k`, return True if frame `i` names the first: a suitable one, the lower
    of such."""
    c = int(scratch[COPY, j])
    d = int(scratch[COPY, k])
    if suits(s, t, i, c) != suits(s, t, i, d):
        return suits(s, t, i, c)
    return c < d


@kernel
def _note_seconds(s, t, i, seat, scratch):
    """Note the cards that the seat sees and that the play announced by frame `i` may name as the second one, as things
    stood when it was announced. Returns how many, and 1 if a card of the hand may be named."""
    m = s.move
    asked = s.seat
    decision = s.decision
    window = s.window
    parts = (m.verb, m.card, m.seat, m.second, m.place, m.amount)
    recall(s, i)
    p = s.seat
    in_hand = 1 if where_second_lies(s, t) & Where.HAND else 0
    n = 0
    for c in range(1, t.n_cards + 1):
        hidden = s.card[c].zone == Zone.HAND + p and not is_known(s, c, seat)
        if not hidden and may_be_second(s, t, p, c):
            scratch[SECOND, n] = c
            n += 1
    s.seat = asked
    s.decision = decision
    s.window = window
    m.verb = parts[0]
    m.card = parts[1]
    m.seat = parts[2]
    m.second = parts[3]
    m.place = parts[4]
    m.amount = parts[5]
    return n, in_hand


@kernel
def _note_names(s, t, seat, hands, hi, lo, scratch):
    """Draw the card that a frame names, as the seat has forgotten it: of those that it may be, each is as likely."""
    for i in range(s.n_frames):
        p = forgotten_owner(s, t, i, seat)
        if p < 0:
            continue
        seconds = 0
        in_hand = 1
        if waits_to_work(s.frame[i]):
            seconds, in_hand = _note_seconds(s, t, i, seat, scratch)
        n = 0
        for j in range(hands if in_hand else 0):
            n += int(_may_be_named(s, t, i, p, j, seat, scratch))
        left = below(mix(hi, lo, NAMES, i), n + seconds)
        if n > left:
            _note_place(s, t, i, p, seat, hands, left, scratch)
        elif seconds:
            name(s.frame[i], int(scratch[SECOND, left - n]))
        else:
            _name_known(s, t, i, p, hands, scratch)


@kernel
def _draw_amounts(s, t, seat, hi, lo):
    """Draw the number that another player's announced play names, such as the face of a die: it is told once the play
    works."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if waits_to_work(f) and f.seat != seat:
            least, most = amounts_named(s, t, f)
            f.amount = least + below(mix(hi, lo, AMOUNTS, i), most - least + 1)


@kernel
def _note_place(s, t, i, p, seat, hands, left, scratch):
    """Note that frame `i` names the card at a place of the hand of `p`: that with the number `left` of those that may
    be it."""
    for j in range(hands):
        if _may_be_named(s, t, i, p, j, seat, scratch):
            if left == 0:
                scratch[NAMED, j] = 1 + i
                return
            left -= 1


@kernel
def _name_known(s, t, i, p, hands, scratch):
    """Make frame `i` name a known card of the hand of `p`, none if there is none."""
    known = -1
    for j in range(hands):
        if int(scratch[SEAT, j]) == p and (known < 0 or _is_rather_named(s, t, i, j, known, scratch)):
            known = j
    if known >= 0:
        _name(s, i, known, scratch)
    else:
        name(s.frame[i], 0)


@kernel
def _name(s, i, j, scratch):
    """Make frame `i` name the card at the place `j` of the hands; of a swap, it has been shown to the other player
    (CULT-2)."""
    f = s.frame[i]
    name(f, int(scratch[COPY, j]))
    if is_for_the_asked(f.kind):
        scratch[KNOWN_BY, j] = int(scratch[KNOWN_BY, j]) | (1 << f.other)


@kernel
def _deal_named(s, t, i, j, pool, scratch):
    """Give the place `j` the first card of the pool that frame `i` may name. Returns how many are left in the pool."""
    p = int(scratch[SEAT, j])
    at = 0
    while at < pool - 1:
        c = int(scratch[POOL, at])
        if _may_be_held(s, t, p, c) and suits(s, t, i, c):
            break
        at += 1
    scratch[COPY, j] = int(scratch[POOL, at])
    scratch[DECK, j] = -1
    scratch[POOL, at] = 0
    _name(s, i, j, scratch)
    return _close_up(pool, scratch)


@kernel
def _close_up(pool, scratch):
    """Remove the dealt cards from the pool. Returns how many are left."""
    left = 0
    for i in range(pool):
        if int(scratch[POOL, i]):
            scratch[POOL, left] = int(scratch[POOL, i])
            left += 1
    return left


@kernel
def _deal_hands(s, t, deck, hands, pool, dealt, scratch):
    """Give each hidden place of the hands that are (not) being dealt a card of the shuffled pool. Returns the rest."""
    at = 0
    for i in range(hands):
        p = int(scratch[SEAT, i])
        if int(scratch[DECK, i]) == deck and is_dealt(s, p) == dealt:
            while at < pool and not _may_be_held(s, t, p, int(scratch[POOL, at])):
                at += 1
            if at >= pool:  # only cards that act at once are left: no rule can lead here, but a scenario may
                at = 0
                while int(scratch[POOL, at]) == 0:
                    at += 1
            scratch[COPY, i] = int(scratch[POOL, at])
            scratch[POOL, at] = 0
            at += 1
    return _close_up(pool, scratch)


@kernel
def _deal_hidden(s, t, deck, hands, pool, hi, lo, scratch):
    """Give each hidden place of the hands a card of the shuffled pool. Returns how many are left in the pool.

    Places that fewer cards fit come first: so every assignment of the cards is equally likely.
    """
    for j in range(hands):
        if int(scratch[NAMED, j]) and int(scratch[DECK, j]) == deck:
            pool = _deal_named(s, t, int(scratch[NAMED, j]) - 1, j, pool, scratch)
    pool = _deal_hands(s, t, deck, hands, pool, False, scratch)
    _shuffle(scratch, pool, hi, lo, DEALT + deck)
    return _deal_hands(s, t, deck, hands, pool, True, scratch)


@kernel
def _note_piles(s, t, scratch):
    """Note by place the players who know a card of a draw pile: nobody knows any below those on top."""
    for deck in range(3):
        base = deck_base(t, deck)
        n = s.count[Zone.DECK + deck]
        for i in range(n):
            known = n - 1 - i < s.known[deck]
            scratch[ON_TOP, base + i] = s.card[s.order[base + i]].known_by if known else 0


@kernel
def _pile_up(s, seat, deck, base, scratch):
    """Make the rest of the pool the draw pile, except for the cards that the seat knows there."""
    j = 0
    for i in range(s.count[Zone.DECK + deck]):
        known_by = int(scratch[ON_TOP, base + i])
        if (known_by >> seat) & 1:
            continue
        _put(s, base + i, int(scratch[POOL, j]), known_by, deck)
        j += 1


@kernel
def _put(s, place, c, known_by, deck):
    """Put a card that nobody can tell at a place of a draw pile."""
    s.order[place] = c
    s.card[c].zone = Zone.DECK + deck
    s.card[c].flag = 0
    s.card[c].known_by = known_by
    s.card[c].next = 0
    s.card[c].prev = 0


@kernel
def _pile_up_merged(s, t, seat, treasures, extras, hi, lo, scratch):
    """FAIRY-4: in the treasure pile the backs on top are seen, down to the first treasure; below that nothing is.

    The pools are shuffled: that of the treasures in TREASURES, that of the third deck in POOL.
    """
    base = deck_base(t, Deck.TREASURE)
    n = s.count[Zone.DECK + Deck.TREASURE]
    tops = s.extra_tops
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
    _shuffle(scratch, left, hi, lo, MERGED)
    j = 0
    for i in range(tops + 1, n):
        place = base + n - 1 - i
        known_by = int(scratch[ON_TOP, place])
        if (known_by >> seat) & 1 == 0:
            _put(s, place, int(scratch[POOL, j]), known_by, Deck.TREASURE)
            j += 1


@kernel
def _hold(s, t, seat, hands, scratch):
    """Build the other hands again from the notes, in ascending order of copies: the order of the lists
    reveals plays.
    """
    for p in seats(s):
        if p != seat:
            s.head[Zone.HAND + p] = 0
    for i in range(hands):
        c = int(scratch[COPY, i])
        zone = Zone.HAND + int(scratch[SEAT, i])
        s.card[c].zone = zone
        s.card[c].flag = 0
        s.card[c].known_by = int(scratch[KNOWN_BY, i])
        link_ascending(s, c, zone)
    marked = 0
    for p in seats(s):
        if p != seat:
            s.hand_kept[p] = 0  # counted where there is a third deck
            refresh_hand(s, t, p)
        if is_marked(s, Zone.HAND + p) or is_marked(s, Zone.TABLE + p):
            marked |= 1 << p
    s.marked = marked


@kernel
def fill(s, t, seat, hi, lo, scratch):
    """Draw again everything that the seat cannot know, by the 64-bit key (hi, lo). `scratch`: int64[COLUMNS,
    MAX_CARDS]."""
    asks_somebody = s.seat >= 0 and not sees_question(s, seat)
    forget(s, t, seat, asks_somebody)
    hands = _list_hands(s, t, seat, scratch)
    _note_names(s, t, seat, hands, hi, lo, scratch)
    _draw_amounts(s, t, seat, hi, lo)
    _note_piles(s, t, scratch)
    base = 1
    treasures = 0
    for deck in range(3):
        size = t.deck_cards[deck]
        pool = _collect(s, seat, base, base + size, scratch)
        _shuffle(scratch, pool, hi, lo, 2 * deck)
        left = _deal_hidden(s, t, deck, hands, pool, hi, lo, scratch)
        _shuffle(scratch, left, hi, lo, 2 * deck + 1)  # those passed over are no higher than others
        if s.merged and deck == Deck.TREASURE:
            treasures = left
            for i in range(left):
                scratch[TREASURES, i] = int(scratch[POOL, i])
        elif s.merged and deck == Deck.EXTRA:
            _pile_up_merged(s, t, seat, treasures, left, hi, lo, scratch)
        else:
            _pile_up(s, seat, deck, base, scratch)
        base += size
    _hold(s, t, seat, hands, scratch)
    if asks_somebody:
        draw_asked(s, t, seat, hi, lo)
    if s.seat >= 0:
        count_asked(s, t, s.n_frames - 1)
        draw_claims(s, t, hi, lo)
    s.seed_hi = mix(hi, lo, SEED, 0)
    s.seed_lo = mix(hi, lo, SEED, 1)


def scratch_table() -> np.ndarray:
    """Return working memory for `fill`, which may be used again and again."""
    return np.zeros((COLUMNS, MAX_CARDS), np.int64)
