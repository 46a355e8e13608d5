"""How many Big items somebody may have (ITEM-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.cards import is_gear
from munchkin_env.engine.queries.conditions import ability_clause
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.vocabulary import Ability


@kernel
def any_big(s, p):
    """ITEM-3: the number of Big items is not limited for this player."""
    return s.rules.one_big == 0 or has_ability(s, p, Ability.ANY_BIG)


@kernel
def may_have_bigs(s, t, p, n):
    """ITEM-3: the player may have `n` Big items: one, any number, or as many as a card of his says."""
    if n <= 1 or any_big(s, p):
        return True
    return has_ability(s, p, Ability.MORE_BIG) and n <= t.clause[ability_clause(s, t, p, Ability.MORE_BIG)].limit


@kernel
def may_carry(s, t, p, c):
    """ITEM-3: the player may own this item besides those he has."""
    card = t.card[t.type_of[c]]
    if card.big == 0 or not is_gear(card.kind):
        return True
    return s.player[p].bigs < 1 or may_have_bigs(s, t, p, s.player[p].bigs + 1)
