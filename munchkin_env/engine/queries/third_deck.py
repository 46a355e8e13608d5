"""The third deck: which cards are of it, and what that means while they are no ordinary treasure (FAIRY-1 to FAIRY-4).

Its copies have the highest numbers and a back of their own. Nothing here changes the game.
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.queries.cards import is_treasure, type_of
from munchkin_env.engine.queries.clauses import find_clause, in_game
from munchkin_env.engine.queries.people import hand_count
from munchkin_env.engine.queries.piles import on_pile
from munchkin_env.vocabulary import Deck, Op, Trigger, Zone


@inlined
def has_extras(t):
    """The game has a third deck."""
    return t.deck_cards[Deck.EXTRA] != 0


@kernel
def is_extra(t, c):
    """The card has the back of the third deck, whatever it counts as."""
    return c > t.deck_cards[Deck.DOOR] + t.deck_cards[Deck.TREASURE]


@kernel
def is_apart(s, t, c):
    """FAIRY-1: a card of the third deck as long as that is one."""
    return is_extra(t, c) and s.merged == 0


@inlined
def is_kept(s, t, c):
    """FAIRY-3: nothing sells, steals, gives away or discards the card: it is of the third deck, and no item."""
    return has_extras(t) and is_apart(s, t, c) and t.card[t.type_of[c]].value < 0


@kernel
def home_deck(s, t, c):
    """FAIRY-4: return the deck to which the card returns, whatever its back."""
    if not is_extra(t, c):
        return t.card[type_of(t, c)].deck
    return Deck.TREASURE if s.merged else Deck.EXTRA


@kernel
def counts_as_treasure(s, t, c):
    """FAIRY-4: a treasure card, or one that has become one."""
    return is_treasure(t, c) or (s.merged != 0 and is_extra(t, c))


@kernel
def treasures_in_hand(s, p):
    """Cards of the hand that count as treasure."""
    return s.player[p].hand_treasures + (s.hand_extras[p] if s.merged else 0)


@kernel
def loose_cards(s, p):
    """FAIRY-3: cards of the hand that can be taken from the player, or given up."""
    return hand_count(s, p) - s.hand_kept[p]


@kernel
def places_on_pile(s, t, deck):
    """Largest number of cards in the draw pile: of the treasures, when the third deck is merged, those of both."""
    size = t.deck_cards[deck]
    if s.merged:
        other = t.deck_cards[Deck.EXTRA]
        size += other if deck == Deck.TREASURE else -other if deck == Deck.EXTRA else 0
    return size


@kernel
def extras_on_top(s, t):
    """Cards on top of the treasure pile that have the back of the third deck."""
    n = 0
    while n < s.count[Zone.DECK + Deck.TREASURE] and is_extra(t, on_pile(s, t, Deck.TREASURE, n)):
        n += 1
    return n


@kernel
def keeper_clause(t, k):
    """The clause by which a monster of type `k` keeps the third deck, 0 if it does not."""
    return find_clause(t, k, Trigger.ALWAYS, Op.KEEPS_EXTRAS) if in_game(t, Op.KEEPS_EXTRAS) else 0


@kernel
def stays_away(s, t, c):
    """FAIRY-1: without that rule neither the third deck nor its keeper is in the game."""
    return s.rules.fairy_dust == 0 and (is_extra(t, c) or keeper_clause(t, type_of(t, c)) != 0)
