"""What sidekicks are worth to a seat: played, replaced, sacrificed, killed (SIDE-1, SIDE-2)."""

from munchkin_env.bots.outlook import flight_risk
from munchkin_env.bots.valuation import NOTHING, keep_worth, rivalry, type_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import table_of, type_of
from munchkin_env.engine.rules.sidekicks import has_room, is_sidekick_of
from munchkin_env.vocabulary import Zone

PLAYED = 25  # into an empty place, as whatever else is laid out


@kernel
def score_sidekick(v, t, p, c):
    """A sidekick from the hand: at once if there is room, else if it is better than one that is there."""
    if has_room(v, t, p):
        return PLAYED
    best = NOTHING
    for d in cards(v, table_of(p)):
        if is_sidekick_of(v, t, p, d):
            best = max(best, score_replacement(v, t, p, c, d))
    return best


@kernel
def score_replacement(v, t, p, c, d):
    """The sidekick `c` in place of `d`."""
    gain = type_worth(v, t, p, type_of(t, c)) - type_worth(v, t, p, type_of(t, d))
    return gain if gain > 0 else NOTHING


@kernel
def score_killing(v, t, p, d):
    """The sidekick `d` is killed: somebody else's, of the most dangerous first."""
    q = v.card[d].zone - Zone.TABLE
    worth = type_worth(v, t, q, type_of(t, d))
    return -worth if q == p else worth * rivalry(v, p, q) // 100


@kernel
def score_sacrifice(v, t, p, c):
    """SIDE-2: a sidekick in place of all rolls to come."""
    total = 0
    for i in range(v.combat.n_monsters):
        if (v.player[p].pending >> i) & 1:
            total += flight_risk(v, t, p, i)
    return total - keep_worth(v, t, p, c)


@kernel
def takes_along(v, p):
    """The helper escapes too, unless he is the one to be held back."""
    q = v.combat.helper - 1
    return 1 if q >= 0 and rivalry(v, p, q) < 60 else 0
