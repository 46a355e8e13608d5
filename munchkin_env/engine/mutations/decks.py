"""Atoms of the draw piles: the only functions that shuffle and draw, and what becomes of the third deck.

Each guards, changes and logs, as those of `cards` do.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations import chance
from munchkin_env.engine.mutations.cards import unlink
from munchkin_env.engine.mutations.chance import below, mix
from munchkin_env.engine.mutations.derived import refresh_hand
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.queries.piles import deck_base, on_pile
from munchkin_env.engine.queries.third_deck import extras_on_top, places_on_pile, stays_away
from munchkin_env.engine.state.layout import MOST_RENEWALS
from munchkin_env.vocabulary import Deck, Event, Zone


@kernel
def shuffle_into(s, t, deck, zone):
    """DECK-2: shuffle all cards of the deck in `zone` into its empty draw pile."""
    base = deck_base(t, deck)
    n = 0
    for c in range(base, base + places_on_pile(s, t, deck)):
        if s.card[c].zone == zone:
            if zone == Zone.OUT and stays_away(s, t, c):
                continue
            if zone != Zone.OUT:
                unlink(s, t, c)
            s.card[c].zone = Zone.DECK + deck
            s.card[c].known_by = 0
            s.card[c].flag = 0
            s.card[c].host = 0
            s.order[base + n] = c
            n += 1
    counter = s.chance[chance.DOORS + deck]
    s.chance[chance.DOORS + deck] = counter + 1
    hi = s.seed_hi
    lo = s.seed_lo
    for i in range(n - 1, 0, -1):
        j = below(mix(hi, lo, chance.DOORS + deck, counter * 4096 + i), i + 1)
        a = s.order[base + i]
        s.order[base + i] = s.order[base + j]
        s.order[base + j] = a
    s.count[Zone.DECK + deck] = n
    if s.merged:
        s.extra_tops = extras_on_top(s, t)
    return n


@kernel
def renew_deck(s, t, deck):
    """DECK-2: remake an empty draw pile from its discards. Returns its number of cards.

    In one turn that is done a few times only: two cards that draw each other would never end.
    """
    n = s.count[Zone.DECK + deck]
    if n == 0 and s.count[Zone.DISCARD + deck] and s.renewals < MOST_RENEWALS:
        s.renewals += 1
        n = shuffle_into(s, t, deck, Zone.DISCARD + deck)
        log(s, Event.SHUFFLED, -1, 0, -1, deck)
    return n


@kernel
def draw_from(s, t, deck):
    """Take the top card off a draw pile; 0 if there is none, also after a shuffle (DECK-2).

    The card is in no list until `put_drawn` puts it somewhere.
    """
    n = renew_deck(s, t, deck)
    if n == 0:
        return 0
    base = deck_base(t, deck)
    c = s.order[base + n - 1]
    s.order[base + n - 1] = 0
    s.count[Zone.DECK + deck] = n - 1
    if s.known[deck]:
        s.known[deck] -= 1
    if s.merged and deck == Deck.TREASURE:
        s.extra_tops = extras_on_top(s, t)
    return c


@kernel
def look_at_top(s, t, p, deck, most):
    """A player looks at up to so many cards from the top of a draw pile; they stay where they are."""
    n = renew_deck(s, t, deck)
    base = deck_base(t, deck)
    looked = min(n, most)
    for i in range(looked):
        c = s.order[base + n - 1 - i]
        s.card[c].known_by |= 1 << p
    s.known[deck] = max(looked, s.known[deck])
    log(s, Event.LOOKED, p, 0, -1, deck)


@kernel
def forget_pile(s, t, deck):
    """Nobody knows any card of the draw pile any more."""
    for i in range(s.known[deck]):
        s.card[on_pile(s, t, deck, i)].known_by = 0
    s.known[deck] = 0


@kernel
def shuffle_back(s, t, c, most):
    """FAIRY-5: the card and up to so many from the top of the door pile are shuffled, and put on top of it.

    If none is left, the pile is remade first: else the card would be all of it, and behind every door.
    """
    deck = Deck.DOOR
    renew_deck(s, t, deck)
    log(s, Event.WENT_BACK, -1, t.type_of[c], -1, most)
    forget_pile(s, t, deck)
    unlink(s, t, c)
    s.card[c].zone = Zone.DECK + deck
    s.card[c].known_by = 0
    s.card[c].flag = 0
    s.card[c].host = 0
    n = s.count[Zone.DECK + deck]
    s.order[deck_base(t, deck) + n] = c
    s.count[Zone.DECK + deck] = n + 1
    first = deck_base(t, deck) + max(0, n - most)
    counter = s.chance[chance.RETURNS]
    s.chance[chance.RETURNS] = counter + 1
    for i in range(min(n, most), 0, -1):
        j = below(mix(s.seed_hi, s.seed_lo, chance.RETURNS, counter * 4096 + i), i + 1)
        a = s.order[first + i]
        s.order[first + i] = s.order[first + j]
        s.order[first + j] = a


@kernel
def merge_extras(s, t):
    """FAIRY-4: the rest of the third deck goes on top of the treasures; all its cards are treasure from now on."""
    if s.rules.fairy_dust == 0 or s.merged:
        return
    n = s.count[Zone.DECK + Deck.EXTRA]
    below_them = s.count[Zone.DECK + Deck.TREASURE]
    if s.known[Deck.EXTRA] == n:
        s.known[Deck.EXTRA] = n + s.known[Deck.TREASURE]
    else:
        forget_pile(s, t, Deck.TREASURE)
    s.known[Deck.TREASURE] = s.known[Deck.EXTRA]
    s.known[Deck.EXTRA] = 0
    source = deck_base(t, Deck.EXTRA)
    target = deck_base(t, Deck.TREASURE) + below_them  # at most where the third deck begins
    for i in range(n):
        c = s.order[source + i]
        s.order[source + i] = 0
        s.order[target + i] = c
        s.card[c].zone = Zone.DECK + Deck.TREASURE
    s.count[Zone.DECK + Deck.EXTRA] = 0
    s.count[Zone.DECK + Deck.TREASURE] = below_them + n
    s.merged = 1
    s.extra_tops = n
    log(s, Event.MERGED, -1, 0, -1, n)
    for p in seats(s):
        refresh_hand(s, t, p)
