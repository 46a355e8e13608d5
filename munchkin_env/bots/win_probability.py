"""Foretelling: how likely a seat is to win, from what all see of a position at the beginning of a turn.

A logit for each seat; the chances are their shares of e to the logit. `python -m benchmarks
fit_win_probability` fits the numbers.
"""

import math

from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.engine.queries.people import hand_count
from munchkin_env.vocabulary import Klass

LEVEL = 0.083  # for a tenth of the levels that win
LATE_LEVEL = 0.045  # more, for those beyond the sixth
LAST_LEVEL = 0.269  # more still, beyond the eighth
STRENGTH = 0.05  # for a point beyond the level
SPARE_STRENGTH = -0.031  # more, for those beyond ten
GOLD = 0.000186  # for a piece of gold in front of him
CLASS = 0.16
TREASURE = 0.164  # for a treasure in hand
DOOR = 0.118


@entry
def foretell(positions, i, chances):
    """Writes how likely each seat is to win, by row `i` of an array of positions or views, into float64[P]."""
    s = positions[i]
    players = s.rules.players
    for p in range(players):
        chances[p] = chance_to_win(s, p)


@kernel
def chance_to_win(s, seat):
    """How likely `seat` is to win: from 0 to 1, exactly his share of the win once the game is over, 0 of a draw."""
    players = s.rules.players
    if s.over:
        won = 0
        for q in range(players):
            won += (s.winners >> q) & 1
        return ((s.winners >> seat) & 1) / max(1, won)
    own = logit(s, seat)
    total = 0.0
    for q in range(players):
        total += math.exp(logit(s, q) - own)
    return 1.0 / total


@kernel
def logit(s, p):
    """What speaks for a player."""
    q = s.player[p]
    level = 10.0 * q.level / s.rules.goal
    strength = q.bonus + q.penalty
    x = LEVEL * level + LATE_LEVEL * max(0.0, level - 6.0) + LAST_LEVEL * max(0.0, level - 8.0)
    x += STRENGTH * strength + SPARE_STRENGTH * max(0, strength - 10) + GOLD * q.gold
    if q.klass >> (Klass.NONE + 1):
        x += CLASS
    if q.dead:  # he will be dealt a new hand
        return x + (TREASURE + DOOR) * s.rules.start_cards
    treasures = q.hand_treasures
    return x + TREASURE * treasures + DOOR * (hand_count(s, p) - treasures)
