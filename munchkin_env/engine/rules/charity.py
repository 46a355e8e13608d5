"""Charity: cards above the limit go to the lowest, split evenly (TURN-5)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import move_card, set_flag
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import hand_of
from munchkin_env.engine.queries.people import hand_count, hand_limit, lowest_level, seat_after
from munchkin_env.engine.queries.third_deck import loose_cards
from munchkin_env.engine.rules.choices import (
    add_seat,
    forget_receipts,
    list_types,
    lowest_in,
    push_choose,
    push_receive,
)
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import Decision, Event, Filter, Flag, Frame, Take

CARD = 0
SEAT = 1
RECEIVERS = 2


@kernel
def given(f, p):
    """Number of cards that the seat was given in this charity."""
    return (f.gifts >> (8 * p)) & 255


@kernel
def is_lowest(s, p):
    return s.player[p].dead == 0 and s.player[p].level == lowest_level(s)


@kernel
def may_be_given(s, f, p):
    """TURN-5: the split stays as even as possible; the giver chooses who gets the larger part."""
    giver = f.seat
    if p == giver or not is_lowest(s, p):
        return False
    fewest = 255
    for q in seats(s):
        if q != giver and is_lowest(s, q):
            fewest = min(fewest, given(f, q))
    return given(f, p) == fewest


@kernel
def excess_of(s, p):
    """TURN-5, FAIRY-3: cards of the hand above its limit that can go."""
    return max(0, min(hand_count(s, p) - hand_limit(s, p), loose_cards(s, p)))


@kernel
def begin_charity(s, p):
    """The player in turn gives away what is too much."""
    push(s, Frame.CHARITY, p, p)


@kernel
def run_charity(s, t, i):
    f = s.frame[i]
    p = f.seat
    stage = f.stage
    excess = excess_of(s, p)
    if stage == RECEIVERS:
        # those who received may lay out what they got, one after the other
        n = s.rules.players
        while f.seats_done < n:
            q = seat_after(s, p, 1 + f.seats_done)
            f.seats_done += 1
            if given(f, q) > 0:
                push_receive(s, t, q)
                return
        pop(s, i)
    elif excess == 0 or s.player[p].dead:
        f.stage = RECEIVERS
        f.seats_done = 0
    elif is_lowest(s, p):
        f.stage = RECEIVERS
        push_choose(s, p, p, Filter.HAND, 0, Take.DISCARD, excess)
    else:
        ask(s, i, p, Decision.CHARITY_SEAT if stage == SEAT else Decision.CHARITY)


@kernel
def give_in_charity(s, t, i, q):
    """One card changes hands; only giver and receiver see it."""
    f = s.frame[i]
    p = f.seat
    c = f.card
    f.gifts += 1 << (8 * q)
    f.stage = CARD
    f.card = 0
    log(s, Event.CHARITY, p, 0, q, 1)
    move_card(s, t, c, hand_of(q), (1 << p) | (1 << q))
    set_flag(s, t, c, Flag.NEW, 1)


@kernel
def choose_gift(s, t, i, p, k):
    """TURN-5: note the card that the giver has chosen; its receiver is chosen next."""
    f = s.frame[i]
    f.card = lowest_in(s, t, hand_of(p), k)
    f.stage = SEAT


@kernel
def list_gifts(s, t, i, p, out, n):
    """TURN-5: the cards that may be given away; then the seats that may be given the card."""
    f = s.frame[i]
    if f.stage != SEAT:
        return list_types(s, t, hand_of(p), out, n)
    for q in seats(s):
        if may_be_given(s, f, q):
            n = add_seat(s, out, n, q)
    return n


@kernel
def forget_gift(s, i, p):
    """Hide the given card, and that it has been chosen, from all but the giver."""
    f = s.frame[i]
    forget_receipts(s, i)
    if f.stage == SEAT and f.seat != p:
        s.decision = Decision.CHARITY
        f.stage = CARD
        f.card = 0


frame(
    Frame.CHARITY,
    run=run_charity,
    quiet=True,
    card=choose_gift,
    seat=give_in_charity,
    options=list_gifts,
    forgets=forget_gift,
)
