"""What it is worth to give two items for the one on top of the treasure discards."""

from munchkin_env.bots.valuation import NOTHING, keep_worth, type_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import hand_of, table_of, type_of
from munchkin_env.engine.rules.paying import gold_of, gold_owed, pays_for, salvaged
from munchkin_env.vocabulary import MAX_CARDS

PAIR = 2  # cards that a bot looks for together
AT_LEAST = 4  # what an exchange must gain: one more card that others see


@kernel
def least_pair(v, t, p, c):
    """The two cards that pay for card `c` at least loss to `p`, as one number; 0 if there are none."""
    gold = gold_owed(v, t, c)
    best = 0
    least = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(v, zone):
            if pays_for(v, t, p, c, d):
                e = partner(v, t, p, c, d, gold)
                if e:
                    loss = keep_worth(v, t, p, d) + keep_worth(v, t, p, e)
                    if best == 0 or loss < least or (loss == least and d * MAX_CARDS + e < best):
                        best = d * MAX_CARDS + e
                        least = loss
    return best


@kernel
def partner(v, t, p, c, d, gold):
    """The card that pays for card `c` together with `d`, at least loss and dear enough; 0 if there is none."""
    best = 0
    least = 0
    for zone in (hand_of(p), table_of(p)):
        for e in cards(v, zone):
            if e != d and gold_of(t, d) + gold_of(t, e) >= gold and pays_for(v, t, p, c, e):
                loss = keep_worth(v, t, p, e)
                if best == 0 or loss < least or (loss == least and e < best):
                    best = e
                    least = loss
    return best


@kernel
def score_salvage(v, t, p, c, n):
    """What `p` gains by the item on top of the treasure discards, for `n` of his own."""
    pair = least_pair(v, t, p, c) if n == PAIR else 0
    d = salvaged(v, t, c)
    if pair == 0 or d == 0:
        return NOTHING
    loss = keep_worth(v, t, p, pair // MAX_CARDS) + keep_worth(v, t, p, pair % MAX_CARDS)
    gain = type_worth(v, t, p, type_of(t, d)) - loss
    return gain if gain >= AT_LEAST else NOTHING


@kernel
def is_of_pair(v, t, p, c, d):
    """The card is one of the two that pay for card `c` at least loss."""
    pair = least_pair(v, t, p, c)
    return pair != 0 and (d == pair // MAX_CARDS or d == pair % MAX_CARDS)
