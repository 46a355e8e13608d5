"""What a won combat brings besides the treasure of its monsters, and how much of that is the helper's (COMBAT-11)."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import clauses
from munchkin_env.engine.facts.clauses import find_clause, monsters_have
from munchkin_env.engine.facts.conditions import holds
from munchkin_env.engine.facts.people import has_ability, seat_after, takes_part
from munchkin_env.engine.position.layout import FAR
from munchkin_env.engine.rules.effects.combat import DRAFTED
from munchkin_env.engine.rules.effects.pending import push_draw
from munchkin_env.vocabulary import Ability, Brings, Deck, Trigger


@kernel
def cards_to_loot(s, t):
    """Cards that whoever beats the monsters of the combat takes out of the room besides (TURN-4)."""
    total = 0
    for i in range(s.combat.n_monsters):
        k = s.combat.monster[i].type
        for j in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[j]
            if clause.op == Brings.LOOT and holds(s, t, clause, s.combat.leader, 0):
                total += clause.amount
    return total


@kernel
def helpers_part(s, p):
    """HELP-2, HELP-9: the treasures that the helper gets; who was drafted gets all."""
    if p < 0 or has_ability(s, p, Ability.NO_SPOILS):
        return 0
    return FAR if s.player[p].forced == DRAFTED else s.combat.deal_treasures


@kernel
def cards_for_all(s, t):
    """COMBAT-11: treasures that everybody draws for the monsters that are killed."""
    total = 0
    if monsters_have(s, Brings.ROUND):
        for i in range(s.combat.n_monsters):
            clause = find_clause(t, s.combat.monster[i].type, Trigger.ALWAYS, Brings.ROUND)
            total += t.clause[clause].amount
    return total


@kernel
def draw_for_all(s, leader, n):
    """COMBAT-11: every living player draws face up, the leader first; what is pushed first comes last."""
    for i in range(s.rules.players - 1, -1, -1):
        q = seat_after(s, leader, i)
        if takes_part(s, q):
            push_draw(s, q, Deck.TREASURE, n, 1, 0)
