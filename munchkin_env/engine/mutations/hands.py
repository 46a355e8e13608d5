"""Atoms of a hand that is shown: the only functions by which others come to know cards of it.

Each guards, changes and logs, as those of `atoms` do.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import ALL_SEATS
from munchkin_env.engine.mutations.events import log
from munchkin_env.vocabulary import Event, Zone


@kernel
def show_hand(s, p):
    """PLAY-11: everybody knows the hand as it is now."""
    others = ((1 << s.rules.players) - 1) & (ALL_SEATS ^ (1 << p))
    c = s.head[Zone.HAND + p]
    s.player[p].hand_known = others if c else 0
    while c:
        s.card[c].known_by = others
        c = s.card[c].next


@kernel
def show_card(s, c, q):
    """A card of a hand is shown to `q` alone."""
    p = s.card[c].zone - Zone.HAND
    s.card[c].known_by |= 1 << q
    s.player[p].hand_known |= 1 << q


@kernel
def show_hand_to(s, p, q):
    """The hand is shown to `q` alone."""
    log(s, Event.SHOWED, p, 0, q, 0)
    for c in cards(s, Zone.HAND + p):
        show_card(s, c, q)


@kernel
def reveal_hand(s, p):
    """PLAY-11: the whole hand is shown to all."""
    show_hand(s, p)
    log(s, Event.SHOWED, p, 0, -1, 0)
