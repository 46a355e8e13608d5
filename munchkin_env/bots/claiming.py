"""What the greedy bot claims of the discards."""

from munchkin_env.bots.plays import AT_ONCE
from munchkin_env.bots.valuation import LEVEL, NOTHING, identity_worth, joined_bits, type_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.cards import has_flag, is_class, is_race, type_of
from munchkin_env.vocabulary import Flag

MODIFIER = 10  # Half-Breed or Super Munchkin


@kernel
def score_claim(v, t, p, c):
    """By right a card costs nothing; a race or class must be worth more than the level card that goes (QUICK-4)."""
    if has_flag(v, c, Flag.FRESH) and v.card[c].host:
        return type_worth(v, t, p, type_of(t, c))
    price = LEVEL + 5 if v.player[p].level < v.rules.goal - 1 else 2
    gain = identity_gain(v, t, p, type_of(t, c)) - price
    return AT_ONCE + gain if gain > 0 else NOTHING  # before the level card is played


@kernel
def identity_gain(v, t, p, k):
    """What it is worth to `p` to be of that race or class, in place of the one that he has."""
    card = t.card[k]
    q = v.player[p]
    kind = card.kind
    now = identity_worth(v, t, p, q.race, q.klass)
    if is_race(kind):
        return identity_worth(v, t, p, joined_bits(0, card.race), q.klass) - now
    if is_class(kind):
        return identity_worth(v, t, p, q.race, joined_bits(0, card.klass)) - now
    return MODIFIER


@kernel
def score_contest(v, t, p):
    """QUICK-4: another claims the card; the loser of the dice keeps his level card."""
    return score_claim(v, t, p, v.frame[0].card)
