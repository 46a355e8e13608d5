"""Texts of plays and uses: a phrase for each effect word that has parameters, costs, results of dice and curses."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import DECK_WORDS, count, listed, word_for
from munchkin_env.vocabulary import Aim, Deck, Klass, Often, Payment, Policy, Race


def side_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    alone = " (the players' only if nobody helps)" if clause.param("lone", False) else ""
    return f"that side{alone} has {card.bonus:+d} in this combat"


def flight_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    amount = clause.number("amount")
    return f"rolls to run away in this combat have {amount:+d} if it helps the players, {-amount:+d} if the monsters"


def double(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return (
        "your strength counts once more (one such card doubles it, two triple it), "
        "later changes included, and nobody may help you any more"
    )


def race_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    race = clause.param("race")
    noun = word_for(race) if isinstance(race, Race) else "fighter"
    return f"the players' side has {clause.number('amount'):+d} for each {noun} who fights (there must be one)"


def remove_all(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    treasures = clause.number("treasures")
    gain = f"the main fighter draws {count(treasures, 'treasure')}" if treasures else "there is no treasure"
    loot = "; the room may be looted" if clause.param("loot", False) else ""
    return f"all monsters are discarded and give no level; {gain}{loot}"


POLICY_PHRASES: dict[Policy, str] = {
    Policy.LOST: "its treasure is lost",
    Policy.KEPT: "its treasure is drawn when the rest are beaten",
    Policy.IF_ALONE: "its treasure is drawn only if no other monster was in the combat, else it is lost",
}


def remove_monster(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    policy = clause.param("treasure")
    treasure = POLICY_PHRASES[policy if isinstance(policy, Policy) else Policy.LOST]
    needed = ", which must be one of several and have the lowest level of them or be tied for it,"
    lowest = needed if clause.param("lowest", False) else ""
    which = "one that you name" if card.aim == Aim.MONSTERS else "the monster"
    return f"{which}{lowest} is removed and gives no level; {treasure}"


def escape(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("all", False):
        return "whoever is chosen, and agrees, escapes automatically from all monsters that can be escaped"
    return "you escape from that monster automatically"


def class_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    noun = word_for(klass) if isinstance(klass, Klass) else "player"
    wins = "which may win the game" if catalogue.switches.get("gold_overridable") else "never the winning one"
    levels = f"every living {noun} gains {count(clause.number('amount'), 'level')}, {wins}"
    cult = any(other and other.klass == Klass.CULTIST for other in catalogue.cards)
    return f"{levels}; with a cultist in play you may cure all cultists of their class instead" if cult else levels


def gain_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    limits = "never the winning level"
    if clause.param("not_highest", False):
        limits += ", and not if you [are|is] of the highest level"
    return f"you gain[s] {count(clause.number('amount'), 'level')} ({limits})"


def draw(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deck = clause.param("deck")
    noun = DECK_WORDS[deck if isinstance(deck, Deck) else Deck.TREASURE]
    return f"you draw {count(clause.number('count'), noun)}"


def draw_down(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"{draw(clause, card, catalogue)} face down"


# --------------------------------------------------------------------------- uses of cards in play
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
