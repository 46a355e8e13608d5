"""When it is asked who claims what lies on the discards (DECK-1, QUICK-4): between rules, as their rows allow."""

from munchkin_env.engine.dispatch.running import is_quiet, yields
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import forget_fresh
from munchkin_env.engine.mutations.derived import DISCARDED, UNCOVERED
from munchkin_env.engine.mutations.stack import is_open, open_window
from munchkin_env.engine.rules.claims import lies_on_top, nobody_claims
from munchkin_env.vocabulary import Window


@kernel
def push_claims(s, t, i):
    """DECK-1, QUICK-4: whoever can claims what has been discarded, or has come to the top, since. True if he is asked.

    What comes there meanwhile is on offer with the rest. Nothing is claimed before the first turn, nor between a roll
    and its consequence (FLEE-5). What a card does to several cards at once leaves one of them on top.
    """
    if s.turn == 0 or is_open(s, Window.DISCARD):
        s.heavy &= ~(DISCARDED | UNCOVERED)
        if s.turn == 0:
            forget_fresh(s)
        return False
    if s.roll.on:
        return False
    heavy = s.heavy
    asks = heavy & UNCOVERED != 0 and yields(s, t, i)
    if asks and not lies_on_top(s, t):
        s.heavy = heavy & ~UNCOVERED
        asks = False
    if not asks and (heavy & DISCARDED == 0 or not is_quiet(s, i)):
        return False
    s.heavy = heavy & ~(DISCARDED | UNCOVERED)
    if not asks and nobody_claims(s):
        forget_fresh(s)
        return False
    open_window(s, Window.DISCARD, s.turn_seat)
    return True
