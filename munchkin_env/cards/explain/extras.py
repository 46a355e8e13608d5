"""Texts of a third deck."""

from collections.abc import Callable

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import count
from munchkin_env.vocabulary import NO_VALUE, Deck


def keeps_extras(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    killed = "if it is killed, or removed by a card or an ability"
    if clause.number("cards"):
        killed = f"whoever kills it draws {count(clause.number('cards'), 'extra card')} after the treasure; {killed}"
    return (
        f"{killed}, what is left of the extra deck goes on top of the treasures, and all extra cards are ordinary "
        "treasure from then on; if not, it is shuffled with the ten doors on top and goes back there with them"
    )


def of_extra(card: Card) -> list[str]:
    """Return the text that holds for every card of the extra deck, and for those without a price."""
    if card.deck != Deck.EXTRA:
        return []
    kept = "" if card.value != NO_VALUE else "nobody sells, takes, gives away or discards it to pay, or by an effect; "
    return [f"while the extra deck is one: {kept}death does not take it; used up or discarded, it leaves the game"]


def _fixed(text: str) -> Callable[[Clause, Card, Catalogue], str]:
    return lambda clause, card, catalogue: text


EXTRA_PHRASES = {
    "keeps_extras": keeps_extras,
    "roll_again die": _fixed("that die is rolled again"),
    "show_hand to_one": _fixed("that player shows you his hand, and nobody else"),
    "swap_unseen": _fixed("you draw a card of that player's hand unseen, then you give him one of yours"),
}
