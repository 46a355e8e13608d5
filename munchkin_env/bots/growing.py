"""What it is worth to a seat that a card in play works in one of several ways."""

from munchkin_env.bots.valuation import HANDS, use_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import hand_of, has_flag, is_gear, kind_of, table_of, type_of
from munchkin_env.vocabulary import Flag, Slot


@kernel
def score_way(v, t, p, i):
    """The option that is clause `i`: room is worth what `p` has to put there, and a hand more than other room."""
    slot = t.clause[i].arg
    return best_idle(v, t, p, slot) + (HANDS // 4 if slot == Slot.HANDS else 0)


@kernel
def best_idle(v, t, p, slot):
    """Worth of the best item for the slot that `p` has and does not use."""
    best = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            idle = zone != table_of(p) or has_flag(v, c, Flag.CARRIED)
            if is_gear(kind_of(t, c)) and idle and t.card[type_of(t, c)].slot == slot:
                best = max(best, use_worth(v, t, p, type_of(t, c)))
    return best
