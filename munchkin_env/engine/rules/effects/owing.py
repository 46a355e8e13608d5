"""What a victim owes: items of a value, cards to one taker after the other, a level to another (CURSE-3, LEVEL-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.players import gain_level, lose_level
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import is_item, table_of, type_of
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.people import lowest_level, seat_after
from munchkin_env.engine.rules.choices import (
    MAY_DECLINE,
    count_takeable,
    lose_card,
    lowest_of_victim,
    push_choose,
    push_receive,
)
from munchkin_env.engine.rules.effects.losses import choosers, lose_all, take_blind
from munchkin_env.engine.rules.listing import add_seat, add_type
from munchkin_env.engine.rules.rows import effect, frame
from munchkin_env.vocabulary import Decision, Filter, Frame, Op, Raises, Take

REST_TOO = 1  # `c` of an ORDER frame: what nobody has taken of the hand is discarded


@kernel
def push_worth(s, seat, gold, penalty, tax):
    """The seat must discard items worth `gold`; with `tax` everybody else pays what the first item was worth."""
    i = push(s, Frame.WORTH, seat, seat)
    s.frame[i].owed = gold
    s.frame[i].or_level = penalty
    s.frame[i].tax = tax
    return 1


@kernel
def owe_worth(s, victim, amount):
    """Items worth so much gold go, of the victim's choice."""
    return push_worth(s, victim, amount, 0, 0)


@kernel
def tax_income(s, t, victim):
    """An item of the victim's choice goes, and sets what everybody else owes."""
    if count_takeable(s, t, victim, victim, Filter.ITEMS, 0, Take.DISCARD) == 0:
        return 0
    return push_worth(s, victim, 1, 0, 1)


@kernel
def run_worth(s, t, i):
    """Items of a value are owed; who has too little loses all of them (and a level, for a tax)."""
    f = s.frame[i]
    p = f.seat
    if f.owed <= 0 or s.player[p].dead:
        pop(s, i)
        return
    if f.tax:
        ask(s, i, p, Decision.CHOOSE_CARD)
        return
    total = 0
    for c in cards(s, table_of(p)):
        if is_item(t, c) and not is_stuck(s, t, c):
            total += t.card[type_of(t, c)].value
    if total < f.owed:
        penalty = f.or_level
        pop(s, i)
        lose_all(s, t, p, Filter.ITEMS, 0, 0)
        if penalty:
            lose_level(s, p, 1)
    else:
        ask(s, i, p, Decision.CHOOSE_CARD)


@kernel
def pay_worth(s, t, i, p, k):
    """An item towards the value owed; with a tax the first item sets what the others owe."""
    f = s.frame[i]
    c = lowest_of_victim(s, t, p, p, Filter.ITEMS, 0, Take.DISCARD, k)
    value = t.card[type_of(t, c)].value
    tax = f.tax
    f.owed -= value
    if tax:
        f.owed = 0
    lose_card(s, t, p, c)
    if tax:
        n = s.rules.players
        for places in range(n - 1, 0, -1):
            q = seat_after(s, p, places)
            if s.player[q].dead == 0:
                push_worth(s, q, value, 1, 0)


@kernel
def may_pay_worth(s, t, c, tax):
    """Items pay what is owed, for a tax also those worth nothing."""
    return is_item(t, c) and not is_stuck(s, t, c) and (tax != 0 or t.card[type_of(t, c)].value > 0)


@kernel
def list_payments(s, t, i, p, out, n):
    """Items towards a value that is owed."""
    for c in cards(s, table_of(p)):
        if may_pay_worth(s, t, c, s.frame[i].tax):
            n = add_type(t, out, n, 0, c)
    return n


# --------------------------------------------------------------------------- one taker after the other


@kernel
def push_order(s, victim, queue, what, take, rest):
    """Each seat of the queue takes a card of the victim; then the rest of the hand goes if `rest`."""
    i = push(s, Frame.ORDER, victim, victim)
    s.frame[i].filter = what
    s.frame[i].take = take
    s.frame[i].manner = rest
    s.frame[i].queue = queue
    return 1


@kernel
def call_takers(s, victim, word):
    """Those whom the clause names choose what the victim loses, one after the other."""
    rest = MAY_DECLINE if word.limit else word.flag
    return push_order(s, victim, choosers(s, victim, word.arg), word.filter, taken(word), rest)


@kernel
def taken(word):
    """What becomes of a card that others choose. DECK-3: what is in play goes to the taker's table, what is in hand to
    his hand."""
    if word.policy == 0:
        return Take.DISCARD
    return Take.TO_HAND if word.filter == Filter.HAND else Take.STEAL


@kernel
def run_order(s, t, i):
    """Seats take cards of the victim one after the other."""
    f = s.frame[i]
    victim = f.seat
    queue = f.queue
    if queue == 0 or s.player[victim].dead:
        rest = f.manner == REST_TOO
        pop(s, i)
        if rest:
            lose_all(s, t, victim, Filter.HAND, 0, 0)
        return
    taker = (queue & 7) - 1
    f.queue = queue >> 3
    what = f.filter
    if s.player[taker].dead:
        return
    if what == Filter.HAND:
        if take_blind(s, t, taker, victim, 0):
            push_receive(s, t, taker)
    else:
        declines = MAY_DECLINE if f.manner == MAY_DECLINE else 0
        s.frame[push_choose(s, taker, victim, what, 0, f.take, 1)].manner = declines


# --------------------------------------------------------------------------- a level for another


@kernel
def give_level(s, victim):
    """LEVEL-1: a level goes to another of the lowest, of the victim's choice; the lowest himself just loses it."""
    low = lowest_level(s)
    others = 0
    for q in seats(s):
        if s.player[q].dead == 0 and s.player[q].level == low:
            others |= 1 << q
    lose_level(s, victim, 1)
    if (others >> victim) & 1 == 0:
        s.frame[push(s, Frame.GIVE_LEVEL, victim, victim)].receivers = others


@kernel
def run_give_level(s, i):
    """LEVEL-1: who loses a level says which of the lowest gains it, unless none of them is alive any more."""
    f = s.frame[i]
    for q in seats(s):
        if s.player[q].dead:
            f.receivers &= ~(1 << q)
    if f.receivers == 0:
        pop(s, i)
    else:
        ask(s, i, f.seat, Decision.GIVE_LEVEL)


@kernel
def give_level_to(s, i, q):
    """The player named gains the level, never the winning one (GOLD-4)."""
    pop(s, i)
    gain_level(s, q, 1, 0)


@kernel
def list_lowest(s, i, out, n):
    """The seats one of which gains the level."""
    for q in seats(s):
        if (s.frame[i].receivers >> q) & 1:
            n = add_seat(s, out, n, q)
    return n


frame(Frame.WORTH, run=run_worth, card=pay_worth, options=list_payments)
frame(Frame.ORDER, run=run_order)
frame(Frame.GIVE_LEVEL, run=run_give_level, rare=True, seat=give_level_to, options=list_lowest)
effect(Op.LOSE_WORTH, owe_worth)
effect(Op.INCOME_TAX, tax_income)
effect(Op.ORDER, call_takers)
effect(Raises.LOWEST, give_level)
