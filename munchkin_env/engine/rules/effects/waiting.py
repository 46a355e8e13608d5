"""Which clauses of a card may wait on the stack of a position that comes from outside.

What lasts is no word that happens. Losses ask only what the victim has then. Of the words of plays, those about a place
or a second card are carried out at once, before anybody is asked.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.clauses import can_wait, has_options, moves_spent
from munchkin_env.engine.rules.effects.cards import lies_on_curse, stays
from munchkin_env.engine.rules.effects.levels import is_spared
from munchkin_env.engine.rules.effects.losses import chooses_class
from munchkin_env.engine.rules.effects.pending import waits_for_number
from munchkin_env.engine.state.unsound import Unsound
from munchkin_env.vocabulary import Zone


@kernel
def is_about_spent(t, i):
    """The clause does something with a spent card that its play has named."""
    return i <= t.n_clauses and moves_spent(t.clause[i].op)


@kernel
def clauses_can_wait(t, first, count, run_end):
    """`count` clauses from `first` on are the rest of a card's clauses, or one of a choice; each of them can wait."""
    end = first + count
    if end > t.n_clauses + 1:
        return False
    if count != 1 and end != run_end[first]:
        return False
    for i in range(first, end):
        op = t.clause[i].op
        if not can_wait(op) or (has_options(op) and i + t.clause[i].amount >= end):
            return False
    return True


@kernel
def effects_fit(s, t, i, run_end):
    """The clauses that are left can wait; a card that one of them leaves in front of the victim is there."""
    f = s.frame[i]
    left = f.clauses_left
    if left and not clauses_can_wait(t, f.clause, left, run_end):
        return Unsound.CLAUSES
    rolled_or_chosen = waits_for_number(s, t, i) or chooses_class(t, f)
    if (f.spared and not is_spared(t, f)) or (f.prepared and not rolled_or_chosen):
        return Unsound.CLAUSES
    if left and stays(t, f.clause, left):
        if s.card[f.card].zone != Zone.ASIDE or not lies_on_curse(s, i, f.card):
            return Unsound.CARD
    return Unsound.NOTHING
