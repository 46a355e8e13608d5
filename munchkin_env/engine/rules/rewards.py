"""What a won combat brings besides the treasure of its monsters, and how much of that is the helper's (COMBAT-11)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.entered_room import is_barred_room
from munchkin_env.engine.queries.people import has_ability, is_fighter, seat_after, takes_part
from munchkin_env.engine.queries.strength import brought
from munchkin_env.engine.rules.effects.pending import push_draw
from munchkin_env.engine.rules.helping import DRAFTED
from munchkin_env.vocabulary import FAR, Ability, Brings, Deck


@kernel
def cards_to_loot(s, t):
    """Cards that whoever beats the monsters of the combat takes out of the room besides (TURN-4), unless it forbids."""
    return 0 if is_barred_room(s, t) else brought_by_all(s, t, Brings.LOOT)


@kernel
def brought_by_all(s, t, what):
    """How much of `what` (vocabulary.Brings) all monsters of the combat bring."""
    total = 0
    for i in range(s.combat.n_monsters):
        total += brought(s, t, s.combat.monster[i].type, what)
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
    return brought_by_all(s, t, Brings.ROUND)


@kernel
def draw_for_all(s, leader, n):
    """COMBAT-11: every living player draws face up, the leader first; what is pushed first comes last.

    CURSE-2: a fighter whom a curse lets have no treasure of the combat has none of that either.
    """
    for i in range(s.rules.players - 1, -1, -1):
        q = seat_after(s, leader, i)
        if takes_part(s, q) and not (is_fighter(s, q) and has_ability(s, q, Ability.NO_SPOILS)):
            push_draw(s, q, Deck.TREASURE, n, 1, 0)
