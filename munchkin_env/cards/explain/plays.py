"""Texts of plays: a phrase for each effect word of a play that has parameters."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import DECK_WORDS, count, word_for
from munchkin_env.vocabulary import Aim, Deck, Klass, Policy, Race


def side_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    alone = " (yours only if nobody helps)" if clause.param("lone", False) else ""
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
