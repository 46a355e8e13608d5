"""What plays are worth that change how others count: spent cards and what hangs on them, the cult, enhanced items.

What a card does to a combat is asked of the engine's own strengths, on a view changed for a moment.
"""

from munchkin_env.bots.outlook import edge_with_bonus
from munchkin_env.bots.siding import hinder, strengthen, turn_combat
from munchkin_env.bots.valuation import (
    CULT_STRENGTH,
    HANDS,
    LEVEL,
    NOTHING,
    STRENGTH,
    WINS,
    conversion_worth,
    is_idle,
    may_be_converted,
    other_cultists,
    raw_bonus,
    rivalry,
    type_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.bonuses import binds
from munchkin_env.engine.queries.cards import is_gear, type_of
from munchkin_env.engine.queries.clauses import lasts_in_combat, moves_spent
from munchkin_env.engine.queries.people import is_cultist, is_fighter
from munchkin_env.engine.queries.wearing import fitting
from munchkin_env.engine.rules.aims import second_is_target
from munchkin_env.engine.rules.effects.cards import raising
from munchkin_env.engine.rules.effects.combat import brings_back
from munchkin_env.engine.rules.trials import edge, edge_spent, edge_taken, edge_turned
from munchkin_env.vocabulary import Trigger, Zone


@kernel
def changes_strengths(t, k):
    """A card of type `k` that is spent without a target changes what others count for."""
    return not is_gear(t.card[k].kind) and lasts_in_combat(t, k)


@kernel
def sway(v, t, p, after, cost):
    """A play that may help either side and leaves the edge `after`: a fighter's for his own, a bystander's against."""
    if is_fighter(v, p):
        return turn_combat(v, t, p, after, cost)
    return hinder(v, t, p, after, cost) if after < edge(v, t) else NOTHING


# --------------------------------------------------------------------------- on a spent card


@kernel
def score_option(v, t, p, op, d, cost):
    """The spent card `d` is taken into the hand of `p`, or turned to the other side."""
    if brings_back(op):
        return sway(v, t, p, edge_taken(v, t, d), cost - type_worth(v, t, p, type_of(t, d)) // 2)
    return sway(v, t, p, edge_turned(v, t, d), cost)


@kernel
def score_spent(v, t, p, c, d, cost):
    """Card `c` on the spent card `d`: it hangs on it, takes it or turns it."""
    k = type_of(t, c)
    if binds(t, k):
        return sway(v, t, p, edge_spent(v, t, p, c, 0, d), cost)
    best = NOTHING
    for i in clauses(t.card[k], Trigger.PLAY):
        if moves_spent(t.clause[i].op):
            best = max(best, score_option(v, t, p, t.clause[i].op, d, cost))
    return best


@kernel
def score_pick(v, t, p, op):
    """What the card just played may do with a spent card; the view does not say with which one."""
    c = v.frame[0].card
    best = NOTHING
    for d in cards(v, Zone.COMBAT):
        if second_is_target(v, t, p, c, d):
            best = max(best, score_option(v, t, p, op, d, 0))
    return best


# --------------------------------------------------------------------------- on a class, on an item


@kernel
def score_on_class(v, t, p, k, q, cost):
    """An enhancer of type `k` on the class of `q`: one's own, or a partner's if that turns the combat."""
    bonus = t.card[k].bonus
    turned = NOTHING
    if is_fighter(v, q):
        turned = strengthen(v, t, p, edge_with_bonus(v, t, 0, bonus), cost)
    return max(turned, STRENGTH * bonus - cost) if q == p else turned


@kernel
def score_item_enhancer(v, t, p, k, d):
    """An enhancer of type `k` on the own item `d`, one that helps; the better the item, the longer it is kept."""
    if is_idle(v, t, p, d):
        return NOTHING
    gain = STRENGTH * t.card[k].bonus + raw_bonus(v, t, p, type_of(t, d))
    clause = fitting(t, k)
    if t.clause[clause].limit and t.card[type_of(t, d)].hands:
        gain += HANDS
    return gain


# --------------------------------------------------------------------------- making and curing Cultists


@kernel
def score_conversion(v, t, p, q, cost):
    """A card that cures `q` if he is a Cultist, and makes him one if he is not."""
    others = other_cultists(v, q)
    given = CULT_STRENGTH * others
    if is_cultist(v, q):
        if q == p or others == 0:  # CULT-3: the only one stays one
            return NOTHING
        if is_fighter(v, q):
            after = edge_with_bonus(v, t, 0, -given)
            return hinder(v, t, p, after, cost) if given and not is_fighter(v, p) else NOTHING
        own = STRENGTH * CULT_STRENGTH if is_cultist(v, p) else 0
        return (8 + STRENGTH * given) * rivalry(v, p, q) // 100 - own - cost
    if not may_be_converted(v, q):
        return NOTHING
    worth = conversion_worth(v, p, q) - cost
    if q == p:
        return max(worth, strengthen(v, t, p, edge_with_bonus(v, t, 0, given), cost) + min(0, worth))
    lost = (14 if v.player[q].klass != 1 else 0) - STRENGTH * given
    own = STRENGTH * CULT_STRENGTH if is_cultist(v, p) else 0
    return worth + lost * rivalry(v, p, q) // 100 + own


@kernel
def cure_worth(v, t, p):
    """CULT-7: what it is worth to `p` that all Cultists are cured and the class of the card gains no levels."""
    clause = raising(t, type_of(t, v.frame[0].card))
    klass = t.clause[clause].arg
    goal = v.rules.goal
    top = goal if v.rules.gold_overridable else goal - 1
    total = 0
    for q in seats(v):
        loss = 8 + STRENGTH * CULT_STRENGTH * other_cultists(v, q) if is_cultist(v, q) else 0
        level = v.player[q].level
        gain = 0
        if (v.player[q].klass >> klass) & 1 and v.player[q].dead == 0:
            after = min(level + t.clause[clause].amount, top)
            gain = WINS if after == goal else LEVEL * (after - level)
        total += -(loss + gain) if q == p else (loss + min(gain, 5 * LEVEL)) * rivalry(v, p, q) // 100
        if q != p and gain == WINS:
            total += WINS // 2
    return total
