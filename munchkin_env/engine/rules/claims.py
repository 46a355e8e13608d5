"""Claims: what has just been discarded may be taken, by a card played for it or by right of a neighbour (DECK-1)."""

from munchkin_env.engine.atoms import forget_fresh
from munchkin_env.engine.decisions import is_open, open_window
from munchkin_env.engine.derived import DISCARDED
from munchkin_env.engine.effects.cards import search
from munchkin_env.engine.effects.losses import neighbour
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.windows import is_cancellation
from munchkin_env.engine.totals import find_clause, has_flag, type_of
from munchkin_env.vocabulary import Flag, Frame, Op, Pile, Trigger, Window, Zone


@kernel
def is_quiet(f):
    """Frame `f`, the next to run, is no rule in the middle of a card's effects, of a choice or of a roll."""
    kind = int(f.kind)
    if kind == Frame.WINDOW:
        window = int(f.a)
        return window != Window.ROLL and window != Window.CURSE and not is_cancellation(window)
    if kind == Frame.DRAW:
        return int(f.n) > 0  # before cards are drawn, which might shuffle the discards
    return (
        kind == Frame.TURN
        or kind == Frame.COMBAT
        or kind == Frame.FLEE
        or kind == Frame.SPOILS
        or kind == Frame.CHARITY
    )


@kernel
def push_claims(s, i):
    """DECK-1: at the next quiet step whoever can claims what has been discarded since. Returns True if he is asked.

    What is discarded meanwhile is on offer with the rest. Nothing is claimed before the first turn.
    """
    if int(s.turn) == 0 or is_open(s, Window.DISCARD):
        s.heavy = int(s.heavy) & ~DISCARDED
        if int(s.turn) == 0:
            forget_fresh(s)
        return False
    if not is_quiet(s.frame[i]):
        return False
    s.heavy = int(s.heavy) & ~DISCARDED
    open_window(s, Window.DISCARD, int(s.turn_seat))
    return True


@kernel
def may_claim(s, t, p, c):
    """`p` sits where the card says, beside whoever has just discarded it, and has a lower level."""
    if not has_flag(s, c, Flag.FRESH) or int(s.card[c].host) == 0:
        return False
    clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.CLAIMED_BY)
    owner = int(s.card[c].host) - 1
    if clause == 0 or neighbour(s, owner, int(t.clause[clause].limit)) != p + 1:
        return False
    return int(s.player[p].level) < int(s.player[owner].level)


@kernel
def any_claimed(s, t, p):
    """`p` has a right to something that has just been discarded."""
    for pile in range(Pile.CULT):
        c = int(s.head[Zone.DISCARD + pile])
        while c and has_flag(s, c, Flag.FRESH):
            if may_claim(s, t, p, c):
                return True
            c = int(s.card[c].next)
    return False


@kernel
def claim(s, t, p, c):
    """The card comes to the hand of `p`, seen by all."""
    search(s, t, p, c)
