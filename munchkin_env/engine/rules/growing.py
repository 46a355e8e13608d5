"""Cards in play that work in one of several ways, as their owner says when they come there (RACE-1, ITEM-7)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import set_flag
from munchkin_env.engine.mutations.derived import UNDECIDED
from munchkin_env.engine.mutations.stack import ask, pop
from munchkin_env.engine.queries.cards import table_of
from munchkin_env.engine.queries.items import CHOICES, choice_of, options_of
from munchkin_env.engine.rules.effects.levels import gives_barred_level
from munchkin_env.engine.rules.effects.pending import pick_clause, push_ways, suits_play
from munchkin_env.engine.rules.listing import add, list_numbers
from munchkin_env.engine.rules.rows import frame
from munchkin_env.engine.state.action_ids import AMOUNT0
from munchkin_env.vocabulary import Decision, Frame, Zone


@kernel
def push_choice(s, t):
    """RACE-1: whoever has laid out such a card, or got it, says at once how it works. Returns True if he is asked."""
    s.heavy &= ~UNDECIDED
    asks = False
    for p in seats(s):
        for c in cards(s, table_of(p)):
            clause = options_of(t, c)
            if clause and choice_of(s, c) == 0:
                push_ways(s, p, p, c, clause + 1, t.clause[clause].amount)
                asks = True
    return asks


@kernel
def is_pick(f):
    """Frame `f` asks somebody to choose between clauses."""
    return f.kind == Frame.PICK


@kernel
def is_about_card(s, t, i):
    """The frame `i` asks how a card in play works, not which of its clauses happens."""
    f = s.frame[i]
    clause = options_of(t, f.card)
    return clause != 0 and f.clause == clause + 1 and s.card[f.card].zone >= Zone.TABLE


@kernel
def is_undecided(s, t):
    """RACE-1, ITEM-7: somebody is yet to say how a card in play works: what he has room for depends on it."""
    for i in range(s.n_frames):
        if is_pick(s.frame[i]) and is_about_card(s, t, i):
            return True
    return False


@kernel
def run_pick(s, i):
    """Somebody chooses between the clauses."""
    ask(s, i, s.frame[i].seat, Decision.PICK)


@kernel
def settle_choice(s, t, i, number):
    """The card works so from now on."""
    c = s.frame[i].card
    pop(s, i)
    set_flag(s, t, c, (number + 1) * CHOICES, 1)


@kernel
def choose_way(s, t, i, n):
    """The n-th of the clauses that are picked from."""
    if is_about_card(s, t, i):
        settle_choice(s, t, i, n)
    else:
        pick_clause(s, i, s.frame[i].clause + n)


@kernel
def list_ways(s, t, i, out, n):
    """The clauses to choose from: no level that may not be gained, as long as there is anything else (PLAY-2)."""
    f = s.frame[i]
    start = n
    for way in range(f.ways):
        if not gives_barred_level(s, t, f.clause + way, f.other, f.seat):
            n = add(out, n, AMOUNT0 + way)
    return n if n > start else list_numbers(out, n, 0, f.ways - 1)


frame(Frame.PICK, run=run_pick, number=choose_way, options=list_ways, suits=suits_play)
