"""Fairy Dust: who is rewarded with a card of the third deck, and who keeps it (FAIRY-2, FAIRY-4, FAIRY-6)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.combat import open_deck
from munchkin_env.engine.queries.cards import speaks, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.third_deck import keeper_clause
from munchkin_env.engine.rules.effects.pending import push_draw
from munchkin_env.engine.rules.helping import BY_HIMSELF
from munchkin_env.vocabulary import Deck, Draw, Trigger, Zone


@kernel
def note_keepers(s, t):
    """FAIRY-4: who keeps the third deck is beaten with the rest. Returns the cards of it that the leader gets."""
    extras = 0
    for i in range(s.combat.n_monsters):
        clause = keeper_clause(t, s.combat.monster[i].type)
        if clause:
            open_deck(s)
            extras += t.clause[clause].amount
    return extras if s.count[Zone.DECK + Deck.EXTRA] else 0


@kernel
def reward_help(s, t, p):
    """HELP-4, FAIRY-2: what the helper (-1: nobody) gets; this is pushed first, and comes after the treasure (GOLD-3).

    FAIRY-6: whoever had to help whoever asked gets no card of the third deck.
    """
    if p >= 0:
        draw_for_help(s, t, p)
        if s.count[Zone.DECK + Deck.EXTRA] and s.player[p].forced != BY_HIMSELF:
            push_draw(s, p, Deck.EXTRA, 1, 0, 0)


@kernel
def help_draw(t, c):
    """HELP-4: the clause by which card `c` lets its owner draw for helping, 0 if it has none."""
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, Draw.FOR_HELP)


@kernel
def draw_for_help(s, t, p):
    """HELP-4: a helper's own card lets him draw."""
    for c in cards(s, table_of(p)):
        clause = help_draw(t, c)
        if clause and works(s, t, p, c) and speaks(s, t, c):
            push_draw(s, p, t.clause[clause].arg, t.clause[clause].amount, 0, 0)
