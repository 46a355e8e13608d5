"""The draw piles, from the top; and the places of a combat: its two sides, then its monsters, which form groups."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.vocabulary import Place, Zone


@kernel
def deck_base(t, deck):
    """Begin of the deck's segment of `order`."""
    base = 1
    for d in range(deck):
        base += t.deck_cards[d]
    return base


@kernel
def on_pile(s, t, deck, i):
    """Return the card of a draw pile under `i` others."""
    return s.order[deck_base(t, deck) + s.count[Zone.DECK + deck] - 1 - i]


@kernel
def known_on_top(s, t, p, deck):
    """Number of cards from the top of a draw pile that the player knows, without a gap."""
    n = 0
    while n < s.known[deck] and (s.card[on_pile(s, t, deck, n)].known_by >> p) & 1:
        n += 1
    return n


# --------------------------------------------------------------------------- places of a combat


@kernel
def monster_at(place):
    """The monster that a vocabulary.Place names, by its index in the combat; negative for a side."""
    return place - Place.MONSTER


@kernel
def place_of(i):
    """The vocabulary.Place of the monster with that index in the combat."""
    return Place.MONSTER + i


@kernel
def group_size(s, group):
    """Return the number of monsters that the enhancers of a group count for (PLAY-7)."""
    total = 0
    for i in range(s.combat.n_monsters):
        total += 1 if s.combat.monster[i].group == group else 0
    return total
