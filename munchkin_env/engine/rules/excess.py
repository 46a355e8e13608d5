"""What somebody has too many of goes at once: Big items, items in hands, races and classes (ITEM-3, ITEM-7, MOD-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import carry_over, discard
from munchkin_env.engine.mutations.derived import MANY_BIGS, MANY_HELD, MANY_IDENTITIES
from munchkin_env.engine.mutations.events import log
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import cheated, classes_over, count_sidekicks, races_over, type_of
from munchkin_env.engine.queries.carrying import may_carry, may_have_bigs
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.wearing import hands_of, holds_too_much, overfull_slot, too_many_complex
from munchkin_env.engine.rules.choices import (
    ONLY_EXCESS,
    asks_for_card,
    count_takeable,
    push_choose,
    sidekicks_allowed,
)
from munchkin_env.engine.rules.growing import is_pick
from munchkin_env.engine.rules.rows import (
    At,
    frame,
    verb,
)
from munchkin_env.vocabulary import (
    Decision,
    Event,
    Filter,
    Frame,
    Slot,
    Stage,
    Tag,
    Take,
    Verb,
    Where,
    kinds_that,
)


@kernel
def identities_over(s, t, p, what):
    """Races (Filter.RACES), classes or sidekicks on the table beyond what the cards beside them allow."""
    if what == Filter.SIDEKICKS:
        return 0 if s.player[p].dead else count_sidekicks(s, t, p) - sidekicks_allowed(s, t, p)
    if what == Filter.RACES:
        return races_over(s, t, p)
    return classes_over(s, t, p)


@kernel
def push_identities(s, t):
    """MOD-1, SIDE-1: who has lost what allowed two races, classes or sidekicks chooses which of them goes.

    Returns True if somebody is asked.
    """
    s.heavy &= ~MANY_IDENTITIES
    pushed = False
    for p in seats(s):
        for what in (Filter.RACES, Filter.CLASSES, Filter.SIDEKICKS):
            n = identities_over(s, t, p, what)
            if n > 0:
                s.frame[push_choose(s, p, p, what, 0, Take.DISCARD, n)].manner = ONLY_EXCESS
                pushed = True
    return pushed


@kernel
def too_many_bigs(s, t, p):
    """ITEM-3: more Big items than the player may have."""
    return not may_have_bigs(s, t, p, s.player[p].bigs)


@kernel
def push_big_items(s, t):
    """Asks the first player with too many Big items what goes. Returns True if somebody is asked."""
    if s.heavy & MANY_BIGS == 0:
        return False
    for p in seats(s):
        if s.player[p].bigs > 1 and too_many_bigs(s, t, p) and s.player[p].dead == 0:
            push(s, Frame.BIG_ITEMS, p, p)
            return True
    s.heavy &= ~MANY_BIGS
    return False


@kernel
def push_held(s, t):
    """ITEM-7: whoever has lost room for items in his hands chooses at once what turns to carried.

    COMPLEX-1: so does who has lost the leave to use more than one Complex item. Returns True if somebody is asked.
    """
    s.heavy &= ~MANY_HELD
    for p in seats(s):
        if s.player[p].dead:
            continue
        if s.player[p].hands_used > hands_of(s, p):
            push_choose(s, p, p, Filter.SLOT, Slot.HANDS, Take.PUT_AWAY, 1)
            return True
        slot = overfull_slot(s, p)
        if slot and count_takeable(s, t, p, p, Filter.SLOT, slot, Take.PUT_AWAY):
            push_choose(s, p, p, Filter.SLOT, slot, Take.PUT_AWAY, 1)
            return True
        if too_many_complex(s, p):
            push_choose(s, p, p, Filter.TAGGED, 1 << Tag.COMPLEX, Take.PUT_AWAY, 1)
            return True
    return False


@kernel
def has_too_much(s, t, p):
    """ITEM-3, ITEM-7, COMPLEX-1: the player has more Big items, or more in use, than he may."""
    if s.player[p].bigs > 1 and too_many_bigs(s, t, p):
        return True
    if not holds_too_much(s, p):
        return False
    full = overfull_slot(s, p)
    if s.player[p].hands_used > hands_of(s, p) or too_many_complex(s, p):
        return True
    return full != 0 and count_takeable(s, t, p, p, Filter.SLOT, full, Take.PUT_AWAY) > 0


@kernel
def is_excess_asked(s):
    """Somebody is being asked what goes of that which is too much, or how a card works that may give room."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if f.kind == Frame.BIG_ITEMS or is_pick(f):
            return True
        if asks_for_card(f) and (f.take == Take.PUT_AWAY or f.manner == ONLY_EXCESS):
            return True
    return False


@kernel
def has_excess(s, t):
    """WINDOW-0: somebody alive has too much, and nobody is asked what goes."""
    for p in seats(s):
        if s.player[p].dead == 0 and has_too_much(s, t, p):
            return not is_excess_asked(s)
    return False


@kernel
def run_big_items(s, t, i):
    f = s.frame[i]
    p = f.seat
    if too_many_bigs(s, t, p) and s.player[p].dead == 0:
        ask(s, i, p, Decision.BIG_ITEMS)
    else:
        pop(s, i)


@kernel
def counts_as_big(s, t, c):
    """A Big item that counts against the limit."""
    return t.card[type_of(t, c)].big != 0 and s.card[c].host == 0 and not cheated(s, t, c) and not is_stuck(s, t, c)


@kernel
def lowest_carrier_level(s, t, p, c):
    """Lowest level among the living others who could carry the item, 127 if there is none."""
    low = 127
    for q in seats(s):
        if q != p and s.player[q].dead == 0 and may_carry(s, t, q, c):
            low = min(low, s.player[q].level)
    return low


@kernel
def may_get_big(s, t, p, c, q):
    """ITEM-3: the lowest-level living other player able to carry it."""
    if q == p or s.player[q].dead or not may_carry(s, t, q, c):
        return False
    return s.player[q].level == lowest_carrier_level(s, t, p, c)


@kernel
def several_could_get(s, t, p, c):
    """ITEM-3: the owner says who gets the item."""
    total = 0
    for q in seats(s):
        if may_get_big(s, t, p, c, q):
            total += 1
    return total > 1


@kernel
def give_up_big(s, t, p, c, q):
    """ITEM-3: a Big item goes to the lowest who can carry it, to `q` if there are several."""
    receiver = q if several_could_get(s, t, p, c) else -1
    for other in seats(s):
        if receiver < 0 and may_get_big(s, t, p, c, other):
            receiver = other
    if receiver < 0:
        discard(s, t, c, p)
        return
    log(s, Event.GAVE, p, type_of(t, c), receiver, 0)
    carry_over(s, t, c, receiver)


verb(
    Verb.HAND_OVER,
    "hand over a Big item",
    "A Big item that is too much for you goes to another player.",
    lead="hand over",
    parts=(Stage.CARD, Stage.SEAT),
    skipped={Stage.SEAT: several_could_get},  # only if several could get it (ITEM-3)
    cards=Where.TABLE,
    kinds=kinds_that("worn"),
    at=(At(70, (Decision.BIG_ITEMS,)),),
    card=counts_as_big,
    seat=may_get_big,
    carry_out=give_up_big,
)
frame(Frame.BIG_ITEMS, run=run_big_items, yields=False)  # what is too many goes first
