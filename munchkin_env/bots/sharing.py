"""What it is worth to a seat to have shown treasure shared otherwise."""

from munchkin_env.bots.valuation import TREASURE, rivalry
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.vocabulary import Zone


@kernel
def score_split(v, p, cost):
    """The shown treasure is shared by halves: for the ally who has been promised less, or against one who is ahead."""
    m = v.combat
    q = m.leader
    r = m.helper - 1
    n = v.count[Zone.SPOILS]
    to_helper = min(n, m.deal_treasures)
    to_leader = half_of(v, n, q) - (n - to_helper)  # more than he has been promised
    to_helper = half_of(v, n, r) - to_helper
    if is_fighter(v, p):
        return TREASURE * (to_leader if q == p else to_helper) - cost
    return -TREASURE * (to_leader * rivalry(v, p, q) + to_helper * rivalry(v, p, r)) // 100 - cost


@kernel
def half_of(v, n, q):
    """The part of `n` treasures shared by halves that ally `q` gets: an odd one goes to the player in turn."""
    return n // 2 + (n % 2 if v.turn_seat == q else 0)
