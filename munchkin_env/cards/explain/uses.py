"""Texts of the use of cards in play: its cost, and the results of dice and curses."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import DECK_WORDS, count, listed
from munchkin_env.vocabulary import Deck, Often, Payment

PAYMENTS: dict[Payment, tuple[str, str]] = {
    Payment.HAND: ("card", "of your hand"),
    Payment.OWN: ("card", "from your hand or from play"),
    Payment.IDENTITIES: ("race or class card", "from your hand or from play"),
    Payment.ITEMS: ("item", "from your hand or from play"),
}


def corrupts(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    levels = clause.number("levels")
    price = f", but you may discard it at any time by losing {count(levels, 'level')}" if levels else ""
    return (
        "the bonus of that item is a penalty of yours instead, even if you can't use it any more; "
        f"nothing takes it from you{price}"
    )


def wager(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return (
        f"once in a combat you declare a bonus of +1 to +{clause.number('most')}, which it gives you in that combat, "
        "and roll a die: if it shows less, the card is discarded when the combat ends"
    )


def fickle(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    least = clause.number("from")
    face = f"a {least}" if least == 6 else f"{least} or more"
    return (
        f"in each combat in which you have it in use you roll a die: on {face} it gives you nothing in that combat, "
        "and is discarded if the combat is lost"
    )


def kill_sidekick(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if int(catalogue.tables["sidekicks"][0]):
        return "a sidekick of your choice in play is discarded, whoever has it (there must be one)"
    return "a hireling in play is discarded, whoever has it (there must be one)"


def perishes(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    most = clause.number("up_to")
    face = "a 1" if most == 1 else f"{most} or less"
    won = "after each combat that you win, as leader or helper, with a monster killed"
    return f"{won}, you roll a die: on {face} it is discarded"


def disarm(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    least = clause.number("from")
    face = f"a {least}" if least == 6 else f"{least} or more"
    return f"you roll a die, and on {face} the {catalogue.worded('curse')} is cancelled"


def disarm_proof(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return "nobody can disarm it"


def cost(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    cards = clause.number("cards")
    of = clause.param("of")
    noun, place = PAYMENTS[of if isinstance(of, Payment) else Payment.HAND]
    paid = [f"{count(cards, noun)} {place}"] if cards else []
    paid += ["this card"] if clause.param("itself", False) else []
    each = clause.param("each")
    limits = [f"once in each {each.name.lower()}"] if isinstance(each, Often) else []
    limits += ["if nobody has a lower level"] if clause.param("lowest", False) else []
    if not paid:
        return f"you may use it {' and '.join(limits)}"
    only = f", {' and '.join(limits)}," if limits else ""
    return f"to use it{only} you discard {listed(paid)}"


def look(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deck = clause.param("deck")
    noun = DECK_WORDS[deck if isinstance(deck, Deck) else Deck.TREASURE]
    return f"you look at the top {count(clause.number('count'), noun)} of the draw pile, which nobody else sees"
