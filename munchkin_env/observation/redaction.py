"""Redaction: the cards that a seat sees in a view: its own hand, the known cards of other hands and draw piles, all
open cards."""

from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.kernels.memory import copy_cards
from munchkin_env.engine.queries.piles import deck_base, on_pile
from munchkin_env.engine.queries.third_deck import home_deck, places_on_pile
from munchkin_env.vocabulary import Flag, Stage, Zone


@kernel
def knows_some(s, p, seat):
    """Return True if the seat knows some card in the hand of `p`."""
    return (s.player[p].hand_known >> seat) & 1 == 1


@kernel
def is_known(s, c, seat):
    """Return True if the seat knows card copy `c`, a card in another hand or on a draw pile."""
    return (s.card[c].known_by >> seat) & 1 == 1


@kernel
def link_ascending(v, c, zone):
    """Link a card into the list of a zone, in ascending order of copies."""
    before = 0
    after = v.head[zone]
    while after and after < c:
        before = after
        after = v.card[after].next
    v.card[c].next = after
    v.card[c].prev = before
    if after:
        v.card[after].prev = c
    if before:
        v.card[before].next = c
    else:
        v.head[zone] = c


@kernel
def _hide_hand(s, t, q, seat, v):
    """Keep only the cards of another hand that the seat knows."""
    zone = Zone.HAND + q
    v.head[zone] = 0
    v.player[q].hand_when = 0  # derived from the hand
    v.player[q].hand_gold = 0
    v.hand_kept[q] = 0
    v.player[q].hand_known = s.player[q].hand_known & (1 << seat)
    for c in cards(s, zone):
        v.card[c].flag = 0
        if is_known(s, c, seat):
            v.card[c].known_by = 1 << seat
            link_ascending(v, c, zone)
        else:
            v.card[c].zone = Zone.DECK + home_deck(s, t, c)
            v.card[c].known_by = 0
            v.card[c].next = 0
            v.card[c].prev = 0


@kernel
def closed_flags(s, seat):
    """Return flags that the seat may not see: another's half-chosen set, the terms of a trade before it is offered."""
    if s.seat == seat or s.move.stage == Stage.VERB:
        return 0
    return Flag.SELECTED | Flag.WANTED if among(s.move.verb, WANT_AFTER_SECOND) else Flag.SELECTED


@kernel
def _forget_piles(t, v):
    """Blank the knowledge of draw piles that an earlier view left in `v`."""
    for deck in range(3):
        if v.known[deck]:
            base = deck_base(t, deck)
            for i in range(places_on_pile(v, t, deck)):
                v.order[base + i] = 0
            v.known[deck] = 0


@kernel
def _view_piles(s, t, seat, v):
    """Keep the cards on draw piles in their places that the seat itself knows."""
    for deck in range(3):
        for i in range(s.known[deck]):
            c = on_pile(s, t, deck, i)
            if is_known(s, c, seat):
                v.card[c].known_by = 1 << seat
                v.order[deck_base(t, deck) + s.count[Zone.DECK + deck] - 1 - i] = c
                v.known[deck] = i + 1
            else:
                v.card[c].known_by = 0


@kernel
def _hide_choice(s, closed, v):
    for p in seats(s):
        for c in cards(s, Zone.TABLE + p):
            v.card[c].flag = s.card[c].flag & ~closed


@kernel
def view_cards(s, t, seat, v):
    """Write zones, flags and lists of the cards that the seat sees; the rest is face down."""
    _forget_piles(t, v)
    v.count = s.count
    v.head = s.head
    copy_cards(v, s, t.n_cards + 1)  # `known_by` is zero but in hands and on piles, and nothing hidden has a host
    v.discarded = s.discarded
    if s.known[0] | s.known[1] | s.known[2]:
        _view_piles(s, t, seat, v)
    for q in seats(s):
        if q != seat:
            _hide_hand(s, t, q, seat, v)
    closed = closed_flags(s, seat)
    if closed:
        _hide_choice(s, closed, v)
