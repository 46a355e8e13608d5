"""Monster enhancers: on which monsters they may be played (PLAY-4)."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import cards
from munchkin_env.engine.facts.cards import enhances_group, type_of
from munchkin_env.engine.facts.clauses import find_clause, in_game
from munchkin_env.vocabulary import Op, Trigger, Zone


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
def fits_a_monster(s, t, k):
    """PLAY-4: some monster of the combat is there for an enhancer of type `k`."""
    for i in range(s.combat.n_monsters):
        if not is_excluded(s, t, k, i):
            return True
    return False
