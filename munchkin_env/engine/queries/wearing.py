"""Limits of use: slots, hands, joined lasers, Complex items (ITEM-1, ITEM-7, LASER-1, COMPLEX-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import (
    ENHANCERS_HANG,
    cheated,
    hang_beside,
    has_flag,
    has_tag,
    is_fitted_to,
    is_gear,
    kind_of,
    lent,
    table_of,
)
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import ability_clause
from munchkin_env.engine.queries.items import corruption
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.vocabulary import Ability, Flag, Layer, Op, RoomFor, Slot, Tag, Trigger

# --------------------------------------------------------------------------- Big items that somebody may have (ITEM-3)


@kernel
def any_big(s, p):
    """ITEM-3: the number of Big items is not limited for this player."""
    return s.rules.one_big == 0 or has_ability(s, p, Ability.ANY_BIG)


@kernel
def may_have_bigs(s, t, p, n):
    """ITEM-3: the player may have `n` Big items: one, any number, or the limit of a card in play."""
    if n <= 1 or any_big(s, p):
        return True
    return has_ability(s, p, Ability.MORE_BIG) and n <= t.clause[ability_clause(s, t, p, Ability.MORE_BIG)].limit


@kernel
def may_carry(s, t, p, c):
    """ITEM-3: the player may own this item besides the present ones."""
    card = t.card[t.type_of[c]]
    if card.big == 0 or not is_gear(card.kind):
        return True
    return s.player[p].bigs < 1 or may_have_bigs(s, t, p, s.player[p].bigs + 1)


# --------------------------------------------------------------------------- slots


@kernel
def fitting(t, k):
    """ITEM-6: the clause by which a card of type `k` hangs on an item, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.ENHANCE_ITEM)


@kernel
def gives_room(op):
    """ITEM-7: the word gives its owner room for more items in a slot."""
    return op == RoomFor.SLOT


@kernel
def fits(s, t, p, c):
    """ITEM-1: the item could be in use beside what is in use now."""
    card = t.card[t.type_of[c]]
    player = s.player[p]
    if player.complexes and lacks_complex_leave(s, t, p, c):
        return False
    slot = card.slot
    if slot == Slot.HANDS:
        return player.hands_used + hands_taken_by(s, t, p, c) <= hands_of(s, p)
    return slot == Slot.NONE or not fills_slot(t, c) or not is_worn_out(s, p, slot)


@kernel
def fills_slot(t, c):
    """ITEM-7: the item takes a place of its slot, which others worn beside or over it do not."""
    return t.card[t.type_of[c]].layer == Layer.ALONE


SLOT_BITS = 4  # of `slots_used` and `more_slots` for each slot
PLACES = (1 << SLOT_BITS) - 1
LAST_WORN = int(Slot.FOOTGEAR)  # the slots before the hands
SEVERAL = 0xEEEE  # bits of `slots_used` that are set if a slot holds more than one item


@kernel
def places_of(s, p, slot):
    """ITEM-7: number of items that may fill the slot."""
    return 1 + ((s.player[p].more_slots >> SLOT_BITS * slot) & PLACES)


@kernel
def places_left(s, p, slot):
    """ITEM-1, ITEM-7: places in the slot that nothing in use fills; below 0 if there is too much."""
    return places_of(s, p, slot) - ((s.player[p].slots_used >> SLOT_BITS * slot) & PLACES)


@kernel
def is_worn_out(s, p, slot):
    """ITEM-1: the items in use leave no place in the slot."""
    return places_left(s, p, slot) <= 0


@kernel
def overfull_slot(s, p):
    """ITEM-7: a slot in which more is in use than the player has room for, 0 if there is none."""
    for slot in range(Slot.HEADGEAR, LAST_WORN + 1):
        if places_left(s, p, slot) < 0:
            return slot
    return 0


# --------------------------------------------------------------------------- hands


@kernel
def hands_of(s, p):
    """ITEM-1, ITEM-7: number of hands' worth of items that the player may use."""
    return 2 + s.player[p].more_hands


@kernel
def item_hands(s, t, c):
    """Hands that the item takes, fewer with some enhancers on it (ITEM-6)."""
    hands = t.card[t.type_of[c]].hands
    if hands == 0 or not hang_beside(s, c, ENHANCERS_HANG):
        return hands
    for d in cards(s, s.card[c].zone):
        if is_fitted_to(s, t, d, c):
            clause = fitting(t, t.type_of[d])
            hands -= t.clause[clause].limit
    return max(0, hands)


@kernel
def takes_room(s, t, c):
    """The item counts against slots, hands and limits: not cheated, not lent."""
    return not lent(s, c) and not cheated(s, t, c)


@kernel
def is_laser(t, c):
    return has_tag(t, t.type_of[c], Tag.LASER)


@kernel
def is_complex(t, c):
    return has_tag(t, t.type_of[c], Tag.COMPLEX)


@kernel
def hands_taken_by(s, t, p, c):
    """Hands that the item would take besides what is in use: lasers share theirs (LASER-1)."""
    hands = item_hands(s, t, c)
    return max(0, hands - s.player[p].laser_hands) if is_laser(t, c) else hands


@kernel
def hands_freed_by(s, t, p, c):
    """Hands that are free when the item in use is put away: those of a laser only so far as no other needs them."""
    hands = item_hands(s, t, c)
    if not is_laser(t, c):
        return hands
    rest = 0
    for d in cards(s, table_of(p)):
        if d != c and is_laser(t, d) and is_gear(kind_of(t, d)) and not has_flag(s, d, Flag.CARRIED):
            if takes_room(s, t, d):
                rest = max(rest, item_hands(s, t, d))
    return max(0, hands - rest)


@kernel
def comes_off(s, t, p, c):
    """LASER-1: the item is a part of a weapon of several lasers that are in use."""
    return s.player[p].lasers > 1 and is_laser(t, c)


# --------------------------------------------------------------------------- Complex items


@kernel
def any_complex(s, p):
    """COMPLEX-1: the number of Complex items in use is not limited for this player."""
    return has_ability(s, p, Ability.ANY_COMPLEX)


@kernel
def complex_limit(s, p):
    """COMPLEX-1: number of Complex items that the player may use at once, if limited."""
    return 1 + s.player[p].more_complex


@kernel
def counts_as_complex(s, t, c):
    """COMPLEX-1: an item on a table that counts against the limit if it is in use, which a curse may have fixed."""
    return is_complex(t, c) and is_gear(kind_of(t, c)) and takes_room(s, t, c) and corruption(s, t, c) == 0


@kernel
def lacks_complex_leave(s, t, p, c):
    """COMPLEX-1: the item is one Complex item too many beside those that are in use."""
    return is_complex(t, c) and s.player[p].complexes >= complex_limit(s, p) and not any_complex(s, p)


@kernel
def too_many_complex(s, p):
    """COMPLEX-1: more Complex items are in use than the player may use."""
    return s.player[p].complexes > complex_limit(s, p) and not any_complex(s, p)


@kernel
def holds_too_much(s, p):
    """ITEM-7, COMPLEX-1: more is in use than the player has hands, or leave, for."""
    player = s.player[p]
    if player.hands_used > hands_of(s, p) or (player.complexes > 1 and too_many_complex(s, p)):
        return True
    return player.slots_used & SEVERAL != 0 and overfull_slot(s, p) != 0
