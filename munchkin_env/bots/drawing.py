"""Cards that the greedy bot plays for other cards, or for a look at them."""

from munchkin_env.bots.valuation import NOTHING, drawn_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.asking import begins_turn
from munchkin_env.engine.queries.people import hand_count, hand_limit
from munchkin_env.engine.queries.piles import known_on_top
from munchkin_env.vocabulary import Zone

GLANCE = 2  # a look at what lies on a draw pile


@kernel
def score_drawing(v, p, clause, cost):
    """Cards of a deck for one that is good for nothing else: not if they would only be given away."""
    n = clause.amount
    if v.turn_seat == p and hand_count(v, p) + n - 1 > hand_limit(v, p):
        return NOTHING
    worth = drawn_worth(clause)
    return worth - min(cost, worth // 2)


@kernel
def score_look(v, t, p, clause):
    """Cards on top of a draw pile are looked at, before the door is opened, if there is one that `p` does not know."""
    deck = clause.arg
    n = min(clause.amount, v.count[Zone.DECK + deck])
    return GLANCE if begins_turn(v.decision) and known_on_top(v, t, p, deck) < n else NOTHING
