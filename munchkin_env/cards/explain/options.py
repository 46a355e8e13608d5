"""One of several clauses that a player picks from, in words: the options of `choose` and `one_of`."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import in_order
from munchkin_env.cards.explain.grammar import sentence
from munchkin_env.cards.explain.phrases import phrase
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Trigger


def explain_option(catalogue: Catalogue, type_: int, number: int) -> str:
    """What a clause of a card does, as a sentence. Raises CardError for a clause that is none of the card's.

    number: of the clause in the tables, as frames hold it.
    """
    card = catalogue.card(type_)
    columns = catalogue.tables[0]["card"][type_]
    for trigger in Trigger:
        place = number - int(columns["start"][trigger])
        if 0 <= place < int(columns["count"][trigger]):
            clause, _ = in_order(card.clauses(trigger))[place]
            return sentence(phrase(clause, card, catalogue)).removesuffix(".")
    raise CardError(f"clause: expected one of {card.full_id}, got {number}")
