"""Which own items have to go so that a player can use another one (ITEM-1, ITEM-3, COMPLEX-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.bonuses import bonus_now
from munchkin_env.engine.queries.cards import cheated, has_flag, is_gear, table_of, type_of
from munchkin_env.engine.queries.carrying import may_carry
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.wearing import (
    counts_as_complex,
    fills_slot,
    hands_freed_by,
    hands_of,
    hands_taken_by,
    is_worn_out,
    lacks_complex_leave,
)
from munchkin_env.vocabulary import Flag, Slot

FOR_SLOT = 0  # what an item makes room for by going
FOR_HANDS = 1
FOR_COMPLEX = 2
NOWHERE = -1  # no slot
ELSEWHERE = 1000  # an item that frees no room for the other one goes later than any that does


@kernel
def is_movable(s, t, d):
    """An item that its owner may put away: it is neither cheated nor lent, and no curse holds it."""
    return is_gear(t.card[type_of(t, d)].kind) and s.card[d].host == 0 and not (cheated(s, t, d) or is_stuck(s, t, d))


@kernel
def gives_way(s, t, p, c, d):
    """Own item `d` has to go so that `p` can use item `c`: same slot, hands, the Big limit, the Complex one."""
    if d == c or not is_movable(s, t, d):
        return False
    if t.card[type_of(t, d)].big and not may_carry(s, t, p, c):
        return True
    if has_flag(s, d, Flag.CARRIED):
        return False
    gone = 0
    if s.player[p].complexes and lacks_complex_leave(s, t, p, c):
        gone = complex_that_goes(s, t, p, c)
    if gone == d and gone:
        return True
    slot = t.card[type_of(t, c)].slot
    if slot == Slot.NONE or slot != t.card[type_of(t, d)].slot:
        return False
    if slot != Slot.HANDS:
        freed = gone != 0 and fills_slot(t, gone) and t.card[type_of(t, gone)].slot == slot
        return lacks_place(s, t, p, c) and not freed and d == weakest(s, t, p, c, FOR_SLOT, slot)
    missing = hands_missing(s, t, p, c) - (hands_freed_by(s, t, p, gone) if gone else 0)
    if missing <= 0:
        return False
    best = weakest(s, t, p, c, FOR_HANDS, missing)
    return best == 0 or best == d


@kernel
def hands_missing(s, t, p, c):
    """Hands that the player lacks for item `c`."""
    return s.player[p].hands_used + hands_taken_by(s, t, p, c) - hands_of(s, p)


@kernel
def lacks_place(s, t, p, c):
    """What is in use leaves no hands, or no room in its slot, for item `c`."""
    slot = t.card[type_of(t, c)].slot
    if slot == Slot.HANDS:
        return hands_missing(s, t, p, c) > 0
    return slot != Slot.NONE and fills_slot(t, c) and is_worn_out(s, p, slot)


@kernel
def complex_that_goes(s, t, p, c):
    """COMPLEX-1: the Complex item in use that makes room for the Complex item `c`; 0 if none can.

    One that is in its place as well comes first, then the one that gives least.
    """
    crowded = lacks_place(s, t, p, c)
    return weakest(s, t, p, c, FOR_COMPLEX, t.card[type_of(t, c)].slot if crowded else NOWHERE)


@kernel
def makes_room(s, t, p, d, what, n):
    """The item in use `d` is a Complex one, or one that can go and fills a place of slot `n`, or frees `n` hands."""
    if what == FOR_COMPLEX:
        return counts_as_complex(s, t, d)
    if not is_movable(s, t, d):
        return False
    if what == FOR_SLOT:
        return t.card[type_of(t, d)].slot == n and fills_slot(t, d)
    return hands_freed_by(s, t, p, d) >= n


@kernel
def weakest(s, t, p, c, what, n):
    """Of the items in use that make room for item `c`, each alone, the one that gives least; 0 if none does.

    A Complex item comes first if it is in slot `n` besides.
    """
    best = 0
    least = 0
    for d in cards(s, table_of(p)):
        if d != c and not has_flag(s, d, Flag.CARRIED) and makes_room(s, t, p, d, what, n):
            beside = what == FOR_COMPLEX and t.card[type_of(t, d)].slot != n
            loss = bonus_now(s, t, p, d) + (ELSEWHERE if beside else 0)
            if best == 0 or loss < least or (loss == least and d < best):
                best = d
                least = loss
    return best


@kernel
def displaced_bonus(s, t, p, c):
    """What `p` loses in strength by making room for item `c`."""
    total = 0
    for d in cards(s, table_of(p)):
        if gives_way(s, t, p, c, d):
            total += bonus_now(s, t, p, d)
    return total
