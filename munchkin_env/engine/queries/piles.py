"""The draw piles, from the top."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.vocabulary import Zone


@kernel
def deck_base(t, deck):
    """Where the deck's segment of `order` begins."""
    base = 1
    for d in range(deck):
        base += t.deck_cards[d]
    return base


@kernel
def on_pile(s, t, deck, i):
    """The card of a draw pile that lies under `i` others."""
    return s.order[deck_base(t, deck) + s.count[Zone.DECK + deck] - 1 - i]


@kernel
def known_on_top(s, t, p, deck):
    """How many cards from the top of a draw pile the player knows, without a gap."""
    n = 0
    while n < s.known[deck] and (s.card[on_pile(s, t, deck, n)].known_by >> p) & 1:
        n += 1
    return n
