"""Monster enhancers: on which monsters they may be played (PLAY-4), and undead that join the undead (PLAY-6)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import (
    enhances_group,
    hand_of,
    is_enhancer,
    is_monster,
    is_undead,
    kind_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, in_game
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.engine.queries.strength import undead_fights
from munchkin_env.vocabulary import MAX_MONSTERS, Op, Trigger, Zone


@kernel
def is_excluded(s, t, k, i):
    """PLAY-4: an enhancer of type `k` is not played on the monster at place `i`: it says so, or another one there."""
    if not in_game(t, Op.NOT_WITH):
        return False
    tags = t.card[s.combat.monster[i].type].tags
    own = find_clause(t, k, Trigger.ALWAYS, Op.NOT_WITH)
    for c in cards(s, Zone.COMBAT):
        if enhances_group(s, t, c, s.combat.monster[i].group):
            other = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.NOT_WITH)
            if other and (names(t, other, k) or t.clause[other].arg & t.card[k].tags != 0):
                return True
            if own and names(t, own, type_of(t, c)):
                return True
            tags |= t.card[type_of(t, c)].tags
    return own != 0 and t.clause[own].arg & tags != 0


@kernel
def names(t, clause, k):
    """The clause names the card of type `k`, in whatever edition (MIX-1)."""
    return t.clause[clause].limit == t.card[k].twin


@kernel
def undead_may_join(s, p):
    """PLAY-6: by the switch undead come from the hand of a bystander to undead that fight."""
    if s.rules.undead_join == 0 or is_fighter(s, p) or s.combat.n_monsters >= MAX_MONSTERS:
        return False
    return undead_fights(s)


@kernel
def makes_undead(t, k):
    """PLAY-6: an enhancer of type `k` makes its monster undead."""
    return is_enhancer(t.card[k].kind) and is_undead(t, k)


@kernel
def may_be_buried(s, t, p, c, d):
    """PLAY-6: monster `d` of the hand of `p` would be undead by the enhancer `c`, and joins."""
    if s.card[d].zone != hand_of(p) or not is_monster(kind_of(t, d)) or not makes_undead(t, type_of(t, c)):
        return False
    own = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.NOT_WITH)
    return own == 0 or t.clause[own].arg & t.card[type_of(t, d)].tags == 0


@kernel
def brings_undead(s, t, p, c):
    """PLAY-6: the enhancer `c` may go on a monster of the hand of `p`, which joins."""
    if not makes_undead(t, type_of(t, c)) or not undead_may_join(s, p):
        return False
    for d in cards(s, hand_of(p)):
        if may_be_buried(s, t, p, c, d):
            return True
    return False


@kernel
def fits_a_monster(s, t, k):
    """PLAY-4: some monster of the combat is there for an enhancer of type `k`."""
    for i in range(s.combat.n_monsters):
        if not is_excluded(s, t, k, i):
            return True
    return False
