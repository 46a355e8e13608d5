"""What the use of a card in play costs: which own cards pay for it, and how often it may be used (PLAY-10)."""

from munchkin_env.engine.atoms import mark_used, set_flag
from munchkin_env.engine.items import is_stuck, use_of
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import (
    find_clause,
    hand_of,
    has_flag,
    is_cult_card,
    is_item,
    is_of,
    is_race_or_class,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import PAYING_KINDS, Flag, Often, Op, Payment, Trigger, Zone


@kernel
def cost_of(t, c):
    """The clause that says what it costs to use card `c`, 0 if it is no such card."""
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.COST)


@kernel
def cards_owed(t, c):
    """Cards that it costs to use card `c`."""
    return int(t.clause[cost_of(t, c)].amount)


@kernel
def pays_for(s, t, p, c, d):
    """PLAY-10, CULT-1: the card `d` may pay for the use of card `c`, if it is one of those that its cost asks for."""
    of = int(t.clause[cost_of(t, c)].policy)
    if int(s.card[d].zone) == table_of(p):
        if of == Payment.HAND or d == c or is_cult_card(t, d) or is_stuck(s, t, d):
            return False
        if not is_of(PAYING_KINDS, kind_of(t, d)):
            return False
    elif int(s.card[d].zone) != hand_of(p):
        return False
    if of == Payment.IDENTITIES:
        return is_race_or_class(kind_of(t, d))
    return of != Payment.ITEMS or is_item(t, d)


@kernel
def payers(s, t, p, c, first_type):
    """Cards that may still pay for the use of card `c`, from `first_type` on."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        d = int(s.head[zone])
        while d:
            if type_of(t, d) >= first_type and not has_flag(s, d, Flag.SELECTED) and pays_for(s, t, p, c, d):
                total += 1
            d = int(s.card[d].next)
    return total


@kernel
def can_afford(s, t, p, c):
    """The player has the cards that it costs to use card `c`."""
    owed = cards_owed(t, c)
    return owed == 0 or payers(s, t, p, c, 0) >= owed


@kernel
def may_pay_next(s, t, p, c, d):
    """The card `d` may be the next of those that pay for card `c`, in canonical order."""
    if type_of(t, d) < int(s.move.last) or has_flag(s, d, Flag.SELECTED) or not pays_for(s, t, p, c, d):
        return False
    owed = cards_owed(t, c) - int(s.move.count)
    return owed > 0 and payers(s, t, p, c, type_of(t, d)) >= owed


@kernel
def is_paid(s, t):
    """As many cards are chosen as the use costs."""
    return int(s.move.count) == cards_owed(t, int(s.move.card))


# --------------------------------------------------------------------------- how often


@kernel
def is_used_up(s, t, c):
    """The card has been used in this turn, or combat, and may be used once."""
    each = int(t.clause[cost_of(t, c)].arg)
    if each == Often.TURN:
        return has_flag(s, c, Flag.PUT_IN_USE)
    return each == Often.COMBAT and use_of(s, c) != 0


@kernel
def note_power(s, t, c):
    """The card in play has been used, if it counts how often."""
    each = int(t.clause[cost_of(t, c)].arg)
    if int(s.card[c].zone) < Zone.TABLE:
        return
    if each == Often.TURN:
        set_flag(s, t, c, Flag.PUT_IN_USE, 1)
    elif each == Often.COMBAT:
        mark_used(s, t, c, 1, False)
