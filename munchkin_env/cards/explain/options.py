"""Texts of one of several clauses that a player picks from: the options of `choose` and `one_of`."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import in_order
from munchkin_env.cards.explain.grammar import sentence
from munchkin_env.cards.explain.phrases import phrase
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Trigger


def owner_of(catalogue: Catalogue, clause: int) -> int:
    """Return the type of the card that a clause belongs to. A doubled monster is in play as another card, with its own
    effects.

    clause: its number in the tables, as frames hold it. Raises CardError for one that belongs to no card.
    """
    columns = catalogue.tables[0]["card"]
    for type_ in range(1, len(catalogue.cards)):
        places = clause - columns["start"][type_].astype(int)
        if ((places >= 0) & (places < columns["count"][type_])).any():
            return type_
    raise CardError(f"clause: expected one of a card, got {clause}")


def explain_option(catalogue: Catalogue, clause: int) -> str:
    """Return a clause's effect as a sentence. Raises CardError for one that belongs to no card."""
    type_ = owner_of(catalogue, clause)
    card, columns = catalogue.card(type_), catalogue.tables[0]["card"][type_]
    for trigger in Trigger:
        place = clause - int(columns["start"][trigger])
        if 0 <= place < int(columns["count"][trigger]):
            break
    found, _ = in_order(card.clauses(trigger))[place]
    return sentence(phrase(found, card, catalogue)).removesuffix(".")
