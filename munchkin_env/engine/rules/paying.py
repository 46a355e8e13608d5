"""What the use of a card in play costs: which own cards pay for it, and how often it may be used (PLAY-10)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import mark_used, set_flag
from munchkin_env.engine.mutations.combat import empower
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_class,
    is_cult_card,
    is_item,
    is_race,
    is_race_or_class,
    kind_of,
    pays_in_play,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.items import cost_of, is_stuck, use_of
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.rules.effects.cards import salvages
from munchkin_env.vocabulary import Deck, Flag, Often, Payment, Zone


@kernel
def cards_owed(t, c):
    """Cards that it costs to use card `c`."""
    return t.clause[cost_of(t, c)].amount


@kernel
def pays_for(s, t, p, c, d):
    """PLAY-10, CULT-1: the card `d` may pay for the use of card `c`, if it is one of those that its cost asks for."""
    of = t.clause[cost_of(t, c)].policy
    if is_kept(s, t, d):
        return False
    if s.card[d].zone == table_of(p):
        if of == Payment.HAND or d == c or is_cult_card(t, d) or is_stuck(s, t, d):
            return False
        if not pays_in_play(t, d):
            return False
    elif s.card[d].zone != hand_of(p):
        return False
    if of == Payment.IDENTITIES:
        return is_race_or_class(kind_of(t, d))
    return of != Payment.ITEMS or is_item(t, d)


@kernel
def payers(s, t, p, c, first_type):
    """Cards that may still pay for the use of card `c`, from `first_type` on."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(s, zone):
            if type_of(t, d) >= first_type and not has_flag(s, d, Flag.SELECTED) and pays_for(s, t, p, c, d):
                total += 1
    return total


@kernel
def gold_of(t, c):
    """What a card that pays is worth, 0 if it has no price."""
    return max(0, t.card[type_of(t, c)].value)


@kernel
def salvaged(s, t, c):
    """The item that the use of card `c` takes off the treasure discards, 0 if it takes none."""
    if not salvages(t, type_of(t, c)):
        return 0
    d = s.head[Zone.DISCARD + Deck.TREASURE]
    return d if d and is_item(t, d) else 0


@kernel
def gold_owed(s, t, c):
    """What the cards that pay for card `c` must be worth together: as much as what it takes."""
    d = salvaged(s, t, c)
    return gold_of(t, d) if d else 0


@kernel
def dearest_payers(s, t, p, c, first_type, first, n):
    """What the `n` dearest cards are worth that may still pay for card `c` beside `first`, from `first_type` on."""
    total = 0
    above = 32767
    last = 0
    for _ in range(n):
        best = 0
        for zone in (hand_of(p), table_of(p)):
            for d in cards(s, zone):
                gold = gold_of(t, d)
                next_one = gold < above or (gold == above and d > last)
                if next_one and d != first and type_of(t, d) >= first_type and not has_flag(s, d, Flag.SELECTED):
                    if best == 0 or gold > gold_of(t, best) or (gold == gold_of(t, best) and d < best):
                        if pays_for(s, t, p, c, d):
                            best = d
        if best == 0:
            break
        above = gold_of(t, best)
        last = best
        total += above
    return total


@kernel
def gold_paid(s, t, p):
    """What the cards that the player has chosen are worth."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(s, zone):
            if has_flag(s, d, Flag.SELECTED):
                total += gold_of(t, d)
    return total


@kernel
def can_afford(s, t, p, c):
    """The player has the cards that it costs to use card `c`."""
    owed = cards_owed(t, c)
    if owed == 0:
        return True
    if payers(s, t, p, c, 0) < owed:
        return False
    gold = gold_owed(s, t, c)
    return gold == 0 or dearest_payers(s, t, p, c, 0, 0, owed) >= gold


@kernel
def may_pay_next(s, t, p, c, d):
    """The card `d` may be the next of those that pay for card `c`, in canonical order."""
    k = type_of(t, d)
    if k < s.move.last or has_flag(s, d, Flag.SELECTED) or not pays_for(s, t, p, c, d):
        return False
    owed = cards_owed(t, c) - s.move.count
    if owed <= 0 or payers(s, t, p, c, k) < owed:
        return False
    gold = gold_owed(s, t, c)
    if gold == 0:
        return True
    return gold_paid(s, t, p) + gold_of(t, d) + dearest_payers(s, t, p, c, k, d, owed - 1) >= gold


@kernel
def is_paid(s, t):
    """As many cards are chosen as the use costs."""
    return s.move.count == cards_owed(t, s.move.card)


# --------------------------------------------------------------------------- how often


@kernel
def is_used_up(s, t, c):
    """The card has been used in this turn, or combat, and may be used once."""
    each = t.clause[cost_of(t, c)].arg
    if each == Often.TURN:
        return has_flag(s, c, Flag.PUT_IN_USE)
    return each == Often.COMBAT and use_of(s, c) != 0


@kernel
def note_power(s, t, p, c):
    """The card in front of `p` has been used, if it counts how often; what a race or class does he has done himself."""
    each = t.clause[cost_of(t, c)].arg
    if s.card[c].zone < Zone.TABLE:
        return
    if each == Often.TURN:
        set_flag(s, t, c, Flag.PUT_IN_USE, 1)
        card = t.card[type_of(t, c)]
        if is_race(kind_of(t, c)):
            s.used_races[p] |= 1 << card.race
        elif is_class(kind_of(t, c)):
            s.used_klasses[p] |= 1 << card.klass
    elif each == Often.COMBAT:
        mark_used(s, t, c, 1, False)
        if is_race_or_class(kind_of(t, c)):
            empower(s, p)
