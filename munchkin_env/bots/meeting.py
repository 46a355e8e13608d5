"""What a meeting of the cult is worth to a seat: who joins, which card is given, which one is taken for it."""

from munchkin_env.bots.valuation import (
    END_NEAR,
    HAND_CARD,
    NOTHING,
    cult_worth,
    identity_worth,
    joined_bits,
    keep_worth,
    type_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import hand_of, is_cult_card, type_of
from munchkin_env.engine.queries.people import hand_count, is_cultist
from munchkin_env.engine.rules.meeting import has_partner, is_full
from munchkin_env.vocabulary import MAX_CLASSES, Klass

AS_A_CLASS = 30  # what any class is laid out for, besides what it is worth


@kernel
def score_meeting(v, t, p, c, cost):
    """A Cultist holds it by card `c` to get rid of a bad one; anybody, if he gains by it when another one joins."""
    gain = best_swap(v, t, p, c) if has_partner(v, p) else 0
    for q in seats(v):
        if q != p and not is_cultist(v, q) and v.player[q].dead == 0 and hand_count(v, q):
            gain += cult_worth(v, p, q) // END_NEAR
    return gain - cost


# --------------------------------------------------------------------------- joining


@kernel
def worth_without(v, t, p, klass):
    """What `p` is worth as a Cultist who has given up a class, 0 for none."""
    q = v.player[p]
    return identity_worth(v, t, p, q.race, joined_bits(q.klass & ~(1 << klass), Klass.CULTIST))


@kernel
def score_join(v, t, p):
    """A Cultist card is laid out, whatever class goes for it."""
    q = v.player[p]
    then = worth_without(v, t, p, 0)
    if is_full(v, t, p):
        then = NOTHING
        for klass in range(1, MAX_CLASSES):
            if (q.klass >> klass) & 1:
                then = max(then, worth_without(v, t, p, klass))
    now = identity_worth(v, t, p, q.race, q.klass)
    return AS_A_CLASS + then - now if then > now else NOTHING


# --------------------------------------------------------------------------- swapping


@kernel
def score_swap(v, t, p, c):
    """The card is given for one that nobody knows, of a hand whose owner chooses it."""
    return HAND_CARD - keep_worth(v, t, p, c)


@kernel
def best_swap(v, t, p, d):
    """The worst card of the hand is the best to give, card `d` set aside."""
    best = 0
    for c in cards(v, hand_of(p)):
        if c != d and not is_cult_card(t, c):
            best = max(best, score_swap(v, t, p, c))
    return best


@kernel
def score_answer(v, t, p, c):
    """The own card `c` for the one that is shown; it is refused if nothing is gained."""
    return type_worth(v, t, p, type_of(t, v.frame[0].card)) - keep_worth(v, t, p, c)
