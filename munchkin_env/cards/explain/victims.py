"""Texts of effects on a victim: a phrase for each effect word that affects a player.

They are written to "you", the victim; `grammar` turns them into the third person.
"""

from collections.abc import Callable

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.abilities import ABILITY_PHRASES
from munchkin_env.cards.explain.conditions import all_cards, filter_of, some_cards
from munchkin_env.cards.explain.grammar import count, listed, things, word_for
from munchkin_env.vocabulary import Ability, Chooser, Filter, Klass, Receiver, Until

Phrase = Callable[[Clause, Card, Catalogue], str]


def _fixed(text: str) -> Phrase:
    return lambda clause, card, catalogue: catalogue.worded(text)


def _up_to(face: int) -> str:
    return {1: "a 1", 2: "a 1 or 2"}.get(face, f"a 1 to {face}")


def _lose_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deadly = clause.number("death_up_to")
    if not clause.param("die", False):
        each = " for each card in your hand" if clause.param("per_hand_card", False) else ""
        tags = clause.param("spared_by")
        kinds = listed(things(tags, "card"), "or") if tags is not None else ""
        spared = f", 1 fewer for each {kinds}, in play or in hand, that you discard[s] now" if kinds else ""
        return f"you lose[s] {count(clause.number('amount'), 'level')}{each}{spared}"
    if not deadly:
        return "you roll[s] a die and lose[s] that many levels"
    if deadly == 6:
        return "you roll[s] a die, and whatever it shows kills [you|him]"
    return f"you roll[s] a die: {_up_to(deadly)} kills [you|him], more costs [you|him] that many levels"


def _death(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return "you die[s], and nobody loots your body" if clause.param("unlooted", False) else "you die[s]"


def _set_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("lowest", False):
        return "your level falls to that of the lowest player"
    return f"your level falls to {clause.number('amount')}"


def _lose_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("unseen", False):
        return f"you discard[s] {count(clause.number('count') or 1, 'hand card')}, picked unseen"
    verb = "discard[s]" if filter_of(clause) == Filter.CLASSES else "lose[s]"
    return f"you {'roll[s] a die and ' if clause.param('die', False) else ''}{verb} {some_cards(clause)}"


def _lose_all(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    verb = "discard[s]" if filter_of(clause) in (Filter.HAND, Filter.RACES, Filter.CLASSES) else "lose[s]"
    return f"you {verb} {all_cards(clause)}"


CHOOSERS: dict[object, str] = {
    Chooser.NEIGHBOURS: "the player on your left",
    Chooser.LEFT: "the player on your left",
    Chooser.RIGHT: "the player on your right",
    Chooser.OTHERS: "each other player, starting on your left,",
    Chooser.OTHERS_FROM_RIGHT: "each other player, starting on your right,",
    Chooser.BY_LEVEL: "every other player, from the highest level downward and among equals from your left,",
    Chooser.HIGHEST: "every other player who has the highest level of all",
}


def _order(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    who, what, kept = clause.param("who"), filter_of(clause), bool(clause.param("kept", False))
    deed = "takes an item of his choice from [you|him]" if kept else "chooses an item that you lose[s]"
    if clause.param("may_decline", False):
        deed = "may take an item that you [have|has] in play" if kept else "may choose an item that you lose[s]"
    if what == Filter.HAND:
        deed = "takes an unseen card from your hand" + (" and keeps it" if who == Chooser.NEIGHBOURS else "")
    if what == Filter.TREASURES:
        deed = "takes one of your treasure cards, chosen in play or unseen from your hand"
    again = ", then the player on your right does the same" if who == Chooser.NEIGHBOURS else ""
    rest = "; you discard[s] the rest of your hand" if clause.param("rest", False) else ""
    return f"{CHOOSERS[who]} {deed}{again}{rest}"


def _stay(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    where, without = "in front of [you|him]", ""
    if clause.param("on"):
        where = "on the item that gives [you|him] the biggest bonus"
        without = " (without such an item it does nothing)"
    until = " until your next combat ends (or this one, if you [are|is] in combat)" if clause.param("combat") else ""
    until = " until you kill[s] a monster without a helper" if clause.param("lone_kill") else until
    bound = "; once that combat is on, no card takes it off" if clause.param("binding") else ""
    return f"the card stays {where}{until}{without}{bound}"


UNTIL_PHRASES: dict[Until, str] = {
    Until.OWN_TURN: "your next turn begins",
    Until.LEVEL: "you [have|has] gained a level",
    Until.LONE_KILL: "you [have|has] killed a monster without a helper",
}


def _status(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    name, until = clause.param("name"), clause.param("until")
    ability = name if isinstance(name, Ability) else Ability.NONE
    moment = until if isinstance(until, Until) else Until.OWN_TURN
    return f"until {UNTIL_PHRASES[moment]}, {ABILITY_PHRASES[ability]}"


def _become_cultist(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    room = "" if clause.param("in_any_case", False) else " unless you may have both"
    killed = "if it has killed a monster, " if clause.param("of_kill", False) else ""
    later = "when you next return[s] from death " if clause.param("on_return", False) else ""
    become = "you become[s] a cultist, with the topmost card of the cultists' discards, and lose[s] a class"
    becomes = f"{killed}{later}{become}{room}"
    if clause.otherwise or later:
        return becomes
    return f"{becomes}; {nothing_of(clause)}, nothing happens to [you|him]"


def _change(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    noun = "race" if clause.said == "change race" else "class"
    if isinstance(klass, Klass):
        what, it = f"your {word_for(klass)} card is", "it"
    else:
        what, it = f"all your {noun} cards are", "them"
    topmost = f"the topmost {noun} card of the door discards"
    changed = f"{what} replaced by {topmost}; if there is none, you just lose[s] {it}"
    return changed if clause.otherwise else f"{changed}; {nothing_of(clause)} nothing happens to [you|him]"


RECEIVERS: dict[object, str] = {
    Receiver.LEFT: "the player on your left",
    Receiver.RIGHT: "the player on your right",
    Receiver.CULTISTS: "every other cultist in the game",
}


def _give_card(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you give[s] {RECEIVERS[clause.param('to')]} a card of your choice, an item in play or one of your hand"


def nothing_of(clause: Clause) -> str:
    """Return the beginning of a clause's alternative: the case that the clause finds nothing to do."""
    if clause.said == "become_cultist":
        known = Klass.CULTIST in clause.when.not_klass
        return "if there is none" if known else "if there is none, or you [are|is] one"
    if clause.said in ("change class", "change race"):
        klass = clause.param("class")
        noun = "race" if clause.said == "change race" else word_for(klass) if isinstance(klass, Klass) else "class"
        return f"without a {noun} card"
    if clause.said == "set_level":
        return "if it is no higher"
    if clause.said in ("give_card", "lowest_chooses"):
        return "if you can give none" if clause.said == "give_card" else "if your hand is empty"
    if clause.said == "lose_all" and filter_of(clause) == Filter.HAND:
        return "if it is empty"
    return "if you [have|has] none" if clause.said.startswith(("lose_", "income_")) else "if that does nothing"


VICTIM_PHRASES: dict[str, Phrase] = {
    "lose_level": _lose_level,
    "set_level": _set_level,
    "raises lowest": _fixed(
        "you lose[s] 1 level, and another player of the lowest level, of your choice among equals, gains it; "
        "nobody does if you [are|is] of the lowest level [yourself|himself]"
    ),
    "death": _death,
    "lose_item": _lose_item,
    "lose_all": _lose_all,
    "show_hand to_all": _fixed("you show[s] your hand to all"),
    "lose_worth": lambda clause, card, catalogue: catalogue.worded(
        f"you lose[s] items of your choice worth at least {clause.number('amount')} gold in total, "
        "or all if you [have|has] less"
    ),
    "order": _order,
    "raises others": _fixed(
        "once all have run away, every other living player whom it has not caught gains 1 level (never the winning one)"
    ),
    "give_card": _give_card,
    "lowest_chooses": _fixed(
        "you show[s] your hand, and the player of the lowest level chooses a card that you discard[s]"
    ),
    "income_tax": _fixed(
        "you discard[s] an item of your choice, and every other player must discard items of at least its value in "
        "total; whoever has too little loses all his items and 1 level; without an item nothing happens"
    ),
    "change class": _change,
    "become_cultist": _become_cultist,
    "change race": _change,
    "change sex": _fixed("your sex changes for good"),
    "stay": _stay,
    "status": _status,
    "choose": _fixed("you choose[s]"),  # `effects_of` adds the options
}
